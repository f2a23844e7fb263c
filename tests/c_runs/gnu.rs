//! Extensions of GNU C: each program means what gcc 12 makes of it, for both data models.

use super::{end, holds};

#[test]
fn statements_in_expressions_have_the_value_of_the_last_one() {
    holds("int twice(int x) { return ({ int y = x; y * 2; }); }", "assert(twice(4) == 8);");
    holds(
        "int count(int x) { return ({ int s = 0; for (int i = 0; i < x; i++) { if (i == 2) continue;
           s += ({ int q = i; while (q > 1) { q--; if (q == 1) break; } q; }); } s; }); }",
        "assert(count(4) == 2);",
    );
    holds(
        "",
        "int r = 1; r += ({ __label__ out; int v = 0; if (r) goto out; v = 1; out: v; }); assert(r == 1);",
    );
    holds("", "int a = 3, b = 9; assert(({ __auto_type x = a; __auto_type y = b; x > y ? x : y; }) == 9);");
    holds("", "if (({ 0; })) assert(0); assert(({ ; 1; }) == 1); ({ int unused = 2; });");
}

#[test]
fn the_assertion_of_glibc_is_read() {
    let fail = "extern void __assert_fail(const char *, const char *, unsigned, const char *)
        __attribute__((__noreturn__));";
    let text = |condition: &str| {
        format!(
            "{} int main(void) {{ int x = 3; ((void) sizeof (({}) ? 1 : 0), __extension__ ({{ if ({}) ; else
             __assert_fail (\"x\", \"f.c\", 3, __extension__ __PRETTY_FUNCTION__); }})); return 0; }}",
            fail, condition, condition
        )
    };
    assert!(end(&text("x == 3"), &[]).starts_with("no error"), "{}", end(&text("x == 3"), &[]));
    assert!(end(&text("x == 4"), &[]).starts_with("error"), "{}", end(&text("x == 4"), &[]));
}

#[test]
fn computed_jumps_go_to_labels() {
    holds(
        "int table(int op) { static void *t[] = { &&add, &&sub, &&done }; int acc = 10; goto *t[op];
         add: acc += 1; goto *t[1]; sub: acc -= 5; goto *t[2]; done: return acc; }",
        "assert(table(0) == 6); assert(table(1) == 5); assert(table(2) == 10);",
    );
}

#[test]
fn choices_by_type_are_made_when_the_program_is_read() {
    let choice = "#define G(x) _Generic((x), int: 1, unsigned: 2, char *: 3, double: 4, default: 5)\n";
    holds(choice, "assert(G(1) == 1 && G(1u) == 2 && G(\"x\") == 3 && G(1.0) == 4 && G(1L) == 5);");
    holds("", "assert(__builtin_types_compatible_p(int, int) && !__builtin_types_compatible_p(int, long));");
    holds("", "int x = 1; assert(__builtin_choose_expr(1, 3, x++) == 3 && x == 1);");
    holds("", "int x = 1; assert(__builtin_constant_p(3 + 4) && !__builtin_constant_p(x));");
}

#[test]
fn another_name_is_the_same_function_or_object() {
    holds("int f(void) { return 42; } int g(void) __attribute__((alias(\"f\")));", "assert(g() == 42);");
    holds("int a = 5; extern int b __attribute__((alias(\"a\")));", "b = 7; assert(a == 7);");
    holds("int al(int x) __asm__(\"real\"); int real(int x) { return x + 200; }", "assert(al(1) == 201);");
    holds(
        "int real(int); int al(int) __asm__(\"real\"); int al(int x) { return x; }",
        "assert(real(4) == 4);",
    );
}

#[test]
fn a_transparent_union_takes_the_value_of_a_member() {
    holds(
        "typedef union { int *ip; char *cp; } either __attribute__((transparent_union));
         int f(either u) { return *u.ip; }",
        "int z = 9; assert(f(&z) == 9);",
    );
}

#[test]
fn arrays_in_values_and_texts_have_elements() {
    holds(
        "struct s { int n; int a[4]; struct { char c[3]; } in; };
         struct s make(int k) { struct s r = { .n = k, .a = { k, [1 ... 3] = 7 }, .in.c = \"ab\" }; return r; }",
        "assert(make(3).a[0] == 3); assert(make(3).a[2] == 7); assert(make(1).in.c[1] == 'b');",
    );
    holds("static char c = \"abc\"[2];", "assert(\"abc\"[1] == 'b' && c == 'c');");
}

#[test]
fn initialisers_name_their_elements_in_all_ways() {
    holds("", "int a[] = { [2 ... 4] = 5, 6 }; assert(sizeof a == 6 * sizeof *a && a[5] == 6 && a[3] == 5 && !a[1]);");
    holds(
        "",
        "struct { int m[2][3]; } s = { { [0 ... 1] = { 1, [1 ... 2] = 4 } } };
         assert(s.m[1][0] == 1 && s.m[1][2] == 4 && s.m[0][1] == 4);",
    );
    holds(
        "struct old { int a; struct { int b, c; } d; };",
        "struct old o = { a: 1, d: { b: 2, c: 3 } }; assert(o.d.c == 3);",
    );
}

#[test]
fn builtins_count_bits() {
    holds(
        "",
        "assert(__builtin_popcount(0xf0f0u) == 8 && __builtin_parity(7) == 1 && __builtin_popcountll(~0ull) == 64);
         assert(__builtin_clz(1) == 31 && __builtin_clz(0xffffffu) == 8 && __builtin_clzll(1ull << 40) == 23);
         assert(__builtin_ctz(8) == 3 && __builtin_ctzll(1ull << 40) == 40 && __builtin_ffs(0) == 0);
         assert(__builtin_ffs(16) == 5 && __builtin_clzl(1) == 8 * (int)sizeof(long) - 1);",
    );
}

#[test]
fn builtins_tell_of_overflow() {
    holds(
        "",
        "int r; unsigned u; long long l; unsigned long long w; signed char c;
         assert(__builtin_add_overflow(2147483647, 1, &r) && r == -2147483647 - 1);
         assert(__builtin_sub_overflow(1u, 2u, &u) && u == 0xffffffffu);
         assert(!__builtin_sub_overflow(1u, 2u, &r) && r == -1);
         assert(__builtin_mul_overflow(0x100000000ll, 0x100000000ll, &l));
         assert(!__builtin_mul_overflow(-3, 5, &l) && l == -15 && __builtin_mul_overflow(-1, 1, &w));
         assert(__builtin_add_overflow(100, 100, &c) && c == (signed char)200);
         assert(__builtin_mul_overflow(-0x7fffffffffffffffll - 1, -1, &l));
         assert(!__builtin_add_overflow(~0ull, -1, &w) && __builtin_uadd_overflow(~0u, 1, &u));",
    );
}

#[test]
fn atomic_operations_are_plain_ones() {
    holds(
        "_Atomic int at;",
        "int w = 5, e = 7; assert(__sync_fetch_and_add(&w, 3) == 5 && w == 8 && __sync_sub_and_fetch(&w, 1) == 7);
         assert(__sync_bool_compare_and_swap(&w, 7, 1) && __sync_val_compare_and_swap(&w, 9, 2) == 1 && w == 1);
         assert(__atomic_fetch_or(&w, 6, 5) == 1 && __atomic_load_n(&w, 5) == 7);
         assert(__atomic_compare_exchange_n(&w, &e, 8, 0, 5, 5) && w == 8);
         assert(!__atomic_compare_exchange_n(&w, &e, 9, 0, 5, 5) && e == 8); at += 3; assert(at == 3);",
    );
}

#[test]
fn numbers_of_wide_bit_fields_keep_their_width() {
    let record = "struct { unsigned long long e : 40; long long f : 40; unsigned long long g : 33; } s;";
    for check in [
        "s.e = -1; assert(s.e + 1 == 0 && (unsigned long long)s.e + 1 == 1ull << 40);",
        "s.e = 0; assert(~s.e == 0xffffffffffull && -s.e == 0 && s.e - 1 == 0xffffffffffull);",
        "s.e = 1; int m = -1; assert(s.e * m == 0xffffffffffull && s.e * -1LL == -1);",
        "s.f = 0x7fffffffffLL; assert(s.f + 1 < 0 && (s.f << 1) == -2);",
        "s.e = 1ull << 39; assert((s.e << 1) == 0 && (1 ? s.e : 0) * 2 == 0 && (0, s.e) * 2 == 0);",
        "s.e = 5; s.g = -1; assert((s.e = -1) + 1 == 0 && s.e++ + 1 == 0 && s.g + s.e == 0x1ffffffffull);",
        "s.e = 0; assert(({ s.e; }) - 1 == 0xffffffffffull && sizeof(s.e + 1) == 8);",
    ] {
        holds(record, check);
    }
}

#[test]
fn what_has_no_meaning_ends_a_run_only_where_it_stands() {
    for (text, reason) in [
        ("__asm__ goto(\"\" : : : : l); l: ;", "an assembler statement that may jump"),
        ("__int128 x = 1; x = x + 1;", "integers of 128 bits"),
        ("extern int vfork(void); vfork();", "a call of `vfork`"),
        ("__builtin_frobnicate(1);", "the builtin `__builtin_frobnicate`"),
    ] {
        let never = format!("int f(void) {{ {} return 0; }} int main(void) {{ return 0; f(); }}", text);
        assert!(end(&never, &[]).starts_with("no error"), "{}", end(&never, &[]));
        let there = format!("int main(void) {{ {} return 0; }}", text);
        assert!(end(&there, &[]).contains(reason), "{}: {}", text, end(&there, &[]));
    }
    holds("", "__asm__ volatile(\"\" ::: \"memory\");");
}

#[test]
fn jumps_lead_out_of_statement_expressions() {
    holds("", "int s = 0; for (int i = 0; i < 4; i++) s += ({ if (i == 2) continue; i; }); assert(s == 4);");
    holds("", "int s = 0; for (int i = 0; ; i++) s = s + i * ({ if (i == 3) break; 2; }); assert(s == 6);");
    holds(
        "",
        "int s = 1; while (s < 99) { s = s + ({ int t = s; while (1) { if (t > 5) break; t++; } t; }); } \
            assert(s > 98);",
    );
    holds("", "int i = 0, s = 0; again: s += ({ if (i++ < 3) goto again; 5; }); assert(s == 5 && i == 4);");
    holds("int f(int x) { return 1 + ({ if (x) return 7; 2; }); }", "assert(f(1) == 7 && f(0) == 3);");
}

/// The types of vectors in the programs below.
const VECTORS: &str =
    "typedef int v4 __attribute__((vector_size(16))); typedef unsigned u4 __attribute__((vector_size(16)));
    typedef signed char c8 __attribute__((vector_size(8))); typedef short s8 __attribute__((vector_size(16)));
    typedef float f4 __attribute__((vector_size(16))); typedef double d4 __attribute__((vector_size(32)));
    struct s { char c; v4 v; short t; }; v4 g = { 1, 2, 3, 4 }; int calls;
    v4 f(v4 a, int k) { calls++; a[k] = 7; return a * 2; }\n";

fn holds_of_vectors(body: &str) {
    holds(VECTORS, body);
}

#[test]
fn vectors_are_laid_out_and_given_values_as_arrays() {
    holds_of_vectors(
        "assert(sizeof(v4) == 16 && _Alignof(v4) == 16 && sizeof(struct s) == 48 && _Alignof(c8) == 8);",
    );
    holds_of_vectors("struct s x = { 'a', { 1, 2 }, 3 }; assert(x.v[1] == 2 && x.v[3] == 0 && x.t == 3);");
    holds_of_vectors(
        "v4 a[2] = { { 1 }, { 5, 6, 7, 8 } }; v4 *p = a; *++p -= 1; assert(a[1][3] == 7 && p[-1][0] == 1);",
    );
    holds_of_vectors("int __attribute__((vector_size(16))) *p = &g; int *e = &(*p)[1]; assert(e[2] == 4);");
    holds_of_vectors("v4 a = g, b = a; b[1] = 9; assert(a[1] == 2 && b[1] == 9 && (g)[3] == 4);");
}

#[test]
fn operators_on_vectors_work_on_each_element() {
    holds_of_vectors(
        "v4 a = { 1, -2, 3 }, b = g + a * 2; assert(b[0] == 3 && b[1] == -2 && b[2] == 9 && b[3] == 4);",
    );
    holds_of_vectors(
        "v4 a = { 1, -2, 3 }, b = -a, c = ~g, d = 10 % (g + 1), e = 1 << g, h = g | 8; \
         assert(b[1] == 2 && c[0] == -2 && d[3] == 0 && e[3] == 16 && h[3] == 12);",
    );
    holds_of_vectors(
        "u4 u = (u4) -g; u >>= 1; assert(u[0] == 0x7fffffff); u /= 2; assert(u[0] == 0x3fffffff);",
    );
    holds_of_vectors(
        "c8 a = { 100, 100, -128 }, b = a + a, c = a / -1; assert(b[0] == -56 && c[2] == -128);",
    );
    holds_of_vectors(
        "v4 a = g > 2; assert(a[0] == 0 && a[3] == -1 && (g == g)[1] == -1 && (g != g)[1] == 0);",
    );
    holds_of_vectors(
        "f4 a = { 1.5f, 2.5f, -0.0f }, b = a * 2 - 1;
         v4 c = a > 2; assert(b[1] == 4 && c[1] == -1 && c[0] == 0);",
    );
    holds_of_vectors("v4 a = g++; assert(a[0] == 1 && g[0] == 2 && (--g)[3] == 4);");
}

#[test]
fn operands_of_vectors_are_evaluated_once() {
    holds_of_vectors("v4 b = f(g, 2) + 1; assert(b[0] == 3 && b[2] == 15 && calls == 1 && g[2] == 3);");
    holds_of_vectors("v4 b = g; b += f(g, 0) << 1; assert(b[0] == 29 && b[3] == 20 && calls == 1);");
    holds_of_vectors(
        "assert(f(g, 1)[1] == 14 && calls == 1);
         v4 a[2] = {}; int i = 0; a[i++] |= g; assert(i == 1 && a[0][3] == 4);",
    );
    holds_of_vectors("int i = 5; v4 b = g * i++; assert(b[3] == 20 && i == 6);");
    holds_of_vectors("v4 b = __builtin_shuffle(f(g, 0), g); assert(b[0] == 4 && b[3] == 14 && calls == 1);");
}

#[test]
fn vectors_are_converted_by_their_bytes() {
    holds_of_vectors("f4 a = { 1.5f }; v4 b = (v4) a; assert(b[0] == 0x3fc00000 && ((f4) b)[0] == 1.5f);");
    holds_of_vectors(
        "v4 a = { 1, -2 }; s8 b = (s8) a; assert(b[0] == 1 && b[1] == 0 && b[2] == -2 && b[3] == -1);",
    );
    holds_of_vectors(
        "c8 a = (c8) 0x0102030405060708LL;
         assert(a[0] == 8 && a[7] == 1 && (long long) a == 0x0102030405060708LL);",
    );
    holds_of_vectors("d4 a = __builtin_convertvector(g, d4); assert(a[3] == 4.0);");
}

#[test]
fn elements_of_vectors_are_shuffled() {
    holds_of_vectors(
        "v4 a = { -1, -2, -3, -4 }, m = { 3, 6, 13, 0 }, b = __builtin_shuffle(g, m),
         c = __builtin_shuffle(g, a, m); \
         assert(b[0] == 4 && b[1] == 3 && b[2] == 2 && c[1] == -3 && c[2] == -2 && c[3] == 1);",
    );
    holds_of_vectors(
        "v4 a = g + 4, b = __builtin_shufflevector(g, a, 0, 5, 2, 7); assert(b[1] == 6 && b[3] == 8);",
    );
}

#[test]
fn functions_in_functions_use_the_variables_around_them() {
    holds(
        "int f(int n) { int total = 0; auto int later(int); void add(int x) { total += x; if (x > 1) add(x - 1); }
           int twice(int x) { int r = later(x) * 2; total++; return r; }
           int later(int x) { return x + total + n; } add(n); return twice(2) * 100 + total; }",
        "assert(f(3) == 2207);",
    );
    holds(
        "int f(int n) { int got = n; int g(int m) { if (m == 0) return 0; int r = f(m - 1); return r + got; }
           return g(n) + got; }",
        "assert(f(0) == 0 && f(1) == 2 && f(2) == 6);",
    );
    holds(
        "int f(int q) { int g(int a, int b) { q++; return a * b + q; } return g(g(1, 2), g(3, 4)); }",
        "int r = f(0); assert(r == 3 * 14 + 3 || r == 4 * 13 + 3);",
    );
    holds(
        "int f(void) { char name(void) { return __func__[0] + __func__[4]; } return name(); }",
        "assert(f() == 'n');",
    );
}

#[test]
fn pointers_to_functions_in_functions_mean_the_call_around_them() {
    holds(
        "int apply(int (*f)(int), int x) { return f(x); }
         int f(int x) { int y = 5; int mid(int z) { int in(int w) { return w + x + y + z; } y++;
           return in(1) + apply(in, 2); } return mid(10); }",
        "assert(f(100) == 2 * 116 + 3);",
    );
    holds(
        "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
         int f(void) { int sign = -1, v[3] = { 3, 1, 2 };
           int cmp(const void *a, const void *b) { return sign * (*(int *)a - *(int *)b); }
           qsort(v, 3, sizeof *v, cmp); return v[0] * 100 + v[1] * 10 + v[2]; }",
        "assert(f() == 321);",
    );
    let again = "int use(int (*)(void), int); int rec(int n) { int g(void) { return n; } return use(g, n); }
        int use(int (*f)(void), int n) { return n ? rec(n - 1) + f() : f(); } int main(void) { return rec(2); }";
    assert!(end(again, &[]).contains("in one that calls itself"), "{}", end(again, &[]));
    let out = "int main(void) { __label__ l; void g(void) { goto l; } g(); l: return 0; }";
    assert!(end(out, &[]).contains("a jump out of a function in a function"), "{}", end(out, &[]));
}

#[test]
fn functions_run_before_and_after_main() {
    holds(
        "int x, n; void c(void) __attribute__((constructor)); void c(void) { x = x * 10 + 3; }
         __attribute__((constructor(200))) static void b(void) { x = x * 10 + 2; }
         __attribute__((constructor(101))) void a(void) { x = x * 10 + 1; }",
        "assert(x == 123);",
    );
    let ends = |order: &str| {
        let text = format!(
            "#include <stdlib.h>\nint n; __attribute__((destructor)) void d(void) {{ n = n * 10 + 1; }}
             __attribute__((destructor)) void e(void) {{ n = n * 10 + 2; }}
             __attribute__((destructor(300))) void f(void) {{ n = n * 10 + 3; }}
             __attribute__((destructor(200))) void g(void) {{ if (n * 10 + 4 != {}) abort(); }}
             void h(void) {{ n = 5; }} int main(void) {{ atexit(h); return 0; }}",
            order
        );
        end(&text, &[])
    };
    assert!(
        ends("52134").starts_with("no error: the program stops in `__indubit_after_main`"),
        "{}",
        ends("52134")
    );
    assert!(!ends("51234").contains("__indubit_after_main"), "{}", ends("51234"));
}

/// gcc 13 and later read these with `-std=c23`; gcc 12 does not.
#[test]
fn words_of_c23_are_keywords_if_the_program_does_not_declare_them() {
    holds(
        "static_assert(sizeof(bool) == 1); bool f(bool a) { return a; }",
        "bool b = 7; int *p = nullptr, z = {}; typeof_unqual(b) c = false;
         assert(b == true && !p && z == 0 && f(4) == 1 && c == 0 && alignof(int) == 4 && sizeof(true) == 1);",
    );
    holds(
        "thread_local int t = 3; struct s { bool b : 1; alignas(8) char c; };",
        "assert(t == 3 && sizeof(struct s) == 16);",
    );
    holds("typedef unsigned short bool; enum { false, true }; struct s { int bool, alignof; }; int thread_local = 3;",
        "bool b = 2; int nullptr = 4; assert(b + true == 3 && sizeof(bool) == 2 && nullptr + thread_local == 7);");
    holds("typedef enum { false, true } bool; bool f(bool a) { return !a; }",
        "const bool b = true; { int bool = 3; assert(bool == 3); } assert(f(b) == false && sizeof(bool) == 4);");
}
