//! GNU C.

use crate::{is_safe, is_unknown, is_unsafe, verdict_with, Verdict, PROLOGUE};
use indubit::c::{Arch, LowerOptions};

#[test]
fn statements_have_values() {
    is_unsafe("", "RARELY if (({ int x = 3; x + 1; }) == 4) reach_error();");
    is_safe(
        "",
        "int s = 0; for (int i = 0; i < 4; i++) s += ({ if (i == 2) continue; i; }); \
            RARELY if (s != 4) reach_error();",
    );
}

/// The macro of `<assert.h>` that calls the error function, and the usual body of that function.
#[test]
fn the_macro_of_glibc_asserts() {
    let glibc = "extern void __assert_fail(const char *, const char *, unsigned, const char *) \
        __attribute__((__noreturn__));
        void check(int x) { ((void) sizeof ((x) ? 1 : 0), __extension__ ({ if (x) ; else \
        __assert_fail (\"x\", \"f.c\", 3, __extension__ __PRETTY_FUNCTION__); })); }";
    let text = |condition: &str| {
        format!(
            "{}{} int main(void) {{ int x = __VERIFIER_nondet_int(); check({}); }}",
            PROLOGUE, glibc, condition
        )
    };
    let verdict = |text: &str| verdict_with(text, Arch::Ilp32, LowerOptions::default());
    assert_eq!(verdict(&text("x != 305419896")), Verdict::Unsafe);
    assert_eq!(verdict(&text("x == x")), Verdict::Safe);
    let body = "#include <assert.h>\nint nondet(void); void reach_error(void) { assert(0); }
        int main(void) { if (nondet() == 305419896) reach_error(); }";
    assert_eq!(verdict(body), Verdict::Unsafe);
}

#[test]
fn arrays_have_lengths_that_are_computed() {
    is_unsafe(
        "",
        "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 4) return 0; int a[n]; \
            for (int i = 0; i < n; i++) a[i] = i; RARELY if (a[n - 1] == 3 && sizeof a == 16) reach_error();",
    );
}

#[test]
fn jumps_are_computed() {
    is_safe(
        "",
        "void *t[2] = { &&one, &&two }; int x = 0; int k = __VERIFIER_nondet_int() != 0; goto *t[k]; \
            one: x = 1; goto end; two: x = 2; end: RARELY if (x != k + 1) reach_error();",
    );
}

#[test]
fn words_of_gnu_c_are_understood() {
    is_safe("", "int x = 5; __typeof__(x) y = x; __auto_type z = y; RARELY if (z != 5) reach_error();");
    is_safe("", "RARELY if (_Generic(1L, int: 1, long: 2, default: 3) != 2) reach_error();");
    is_safe(
        "",
        "int a[6] = { [1 ... 3] = 7, [5] = 1 }; RARELY if (a[2] != 7 || a[4] != 0 || a[5] != 1) reach_error();",
    );
    is_safe(
        "",
        "int x = __VERIFIER_nondet_int(); switch (x) { case 1 ... 5: RARELY if (x > 5) reach_error(); }",
    );
    is_safe(
        "struct s { int a[2]; }; struct s f(void) { struct s s = { { 4, 5 } }; return s; }",
        "RARELY if (f().a[1] != 5) reach_error();",
    );
}

#[test]
fn builtins_compute() {
    is_safe("", "RARELY if (__builtin_popcount(255) != 8 || __builtin_clz(1) != 31) reach_error();");
    is_safe("", "RARELY if (__builtin_ctz(8) != 3 || __builtin_ffs(8) != 4) reach_error();");
    is_safe("", "int r; RARELY if (!__builtin_add_overflow(2147483647, 1, &r) || r != -2147483647 - 1) reach_error();");
    is_safe("", "int x = 3; RARELY if (__sync_fetch_and_add(&x, 2) != 3 || x != 5) reach_error();");
    is_safe("", "RARELY if (__builtin_bswap32(0x01020304) != 0x04030201) reach_error();");
    is_safe("", "RARELY if (__builtin_expect(2, 0) != 2) reach_error();");
}

#[test]
fn statements_of_one_macro_are_at_one_place_and_have_invariants_of_their_own() {
    is_safe(
        "",
        "int x = 42, added = 8, old = __sync_fetch_and_add(&x, added);
         if (x != 50) reach_error(); if (old != 42) reach_error();",
    );
    is_safe(
        "#define STEPS(n) { int a = n; int b = a; a = b + 1; if (b != n) reach_error(); }",
        "STEPS(3) if (__VERIFIER_nondet_int()) STEPS(4)",
    );
}

#[test]
fn compound_literals_are_constant_values() {
    is_safe(
        "struct in { int b : 3, c : 4; }; struct s { int a; struct in in; int d[2]; };
         struct s x = (struct s){1, {2, 3}, {4}};
         struct { int k; struct s s[2]; } y = { .s[1].d[1] = 9, .s[1] = (struct s){5, .d = {6}}, .k = 7 };
         int z = (int){8}, a[] = (int[3]){1, 2};",
        "int l[3] = (int[3]){1, 2, 3}; static struct in m = (struct in){1, 2};
         RARELY { if (x.a != 1 || x.in.b != 2 || x.in.c != 3 || x.d[0] != 4 || x.d[1]) reach_error();
                  if (y.k != 7 || y.s[1].a != 5 || y.s[1].d[0] != 6 || y.s[1].d[1] || y.s[0].a) reach_error();
                  if (z != 8 || sizeof a != 3 * sizeof(int) || a[1] != 2 || a[2]) reach_error();
                  if (l[2] != 3 || m.b != 1 || m.c != 2) reach_error(); }",
    );
}

#[test]
fn the_size_of_an_object_is_known_where_it_is_named() {
    let known = |pointer: &str, mode: u32, size: &str| {
        let condition = format!("(long)__builtin_object_size({}, {}) != {}", pointer, mode, size);
        is_safe(
            "struct s { int a; char b[6]; int c; } s; char *p; int rows[3][4];",
            &format!("char x[10]; RARELY if ({}) reach_error();", condition),
        );
    };
    known("x", 0, "10");
    known("&x[3]", 1, "7");
    known("x + 4", 0, "6");
    known("x + 4", 1, "-1");
    known("&s.b[2]", 0, "10");
    known("&s.b[2]", 1, "4");
    known("&s.b[2]", 3, "4");
    known("&rows[1][2]", 0, "24");
    known("&rows[1][2]", 1, "8");
    known("p", 0, "-1");
    known("p", 2, "0");
}

#[test]
fn divisions_that_the_processor_does_not_do_end_a_run() {
    let input = "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); ";
    is_safe("", &format!("{} if (x == -2147483647 - 1 && y == -1) {{ x = x / y; reach_error(); }}", input));
    is_safe("", &format!("{} if (x == -2147483647 - 1 && y == -1) {{ x %= y; reach_error(); }}", input));
    is_safe("", &format!("{} if (y == 0) {{ x = x / y; reach_error(); }}", input));
    is_unsafe("", &format!("{} if (x == -2147483647 - 1 && x / -1 == x) reach_error();", input));
}

#[test]
fn outer_dimensions_need_not_be_constant() {
    let rows = "int n = __VERIFIER_nondet_int(); if (n < 2 || n > 3) return 0; int a[n][4]; a[1][2] = 5;";
    is_safe(
        "",
        &format!("{} int *p = a[1]; if (p[2] != 5 || &a[1][2] != &a[0][0] + 6) reach_error();", rows),
    );
    is_safe("", &format!("{} if (sizeof a != n * 16 || sizeof a[0] != 16) reach_error();", rows));
    is_safe("", "int n = 3; if (sizeof(int[n]) != 12 || sizeof(short[n][2]) != 12) reach_error();");
    let function = "int sum(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }";
    is_safe(function, "int a[3] = { 1, 2, 3 }; if (sum(3, a) != 6) reach_error();");
    is_unsafe(function, "int a[3] = { 1, 2, 3 }; RARELY if (sum(3, a) == 6) reach_error();");
}

#[test]
fn inner_dimensions_that_are_no_constants_are_not_followed() {
    let reason = "a dimension inside of an array that is no constant";
    let n = "int n = 2;";
    is_unknown("", &format!("{} int a[n][n]; a[1][1] = 5; if (a[1][1] != 5) reach_error();", n), reason);
    is_unknown(
        "",
        &format!("{} int b[4], (*p)[n] = (int (*)[n])b; if (p + 1 == p) reach_error();", n),
        reason,
    );
    is_unknown("", &format!("{} typedef int row[n]; if (sizeof(row) != 8) reach_error();", n), reason);
    is_unknown("", &format!("{} if (sizeof(int[2][n]) != 16) reach_error();", n), reason);
    is_unknown("", &format!("{} int a[n]; typeof(a) b; if (sizeof b != 8) reach_error();", n), reason);
    is_unknown("", &format!("{} typeof(int[n]) b; if (sizeof b != 8) reach_error();", n), reason);
    is_safe(
        "",
        &format!("{} char a[n]; if (_Alignof a != 1 || sizeof(typeof(a[0])) != 1) reach_error();", n),
    );
    let function = "int first(int n, int a[n][n]) { return a[0][0]; }";
    is_unknown(function, "int a[2][2] = { 1 }; if (first(2, a) != 1) reach_error();", reason);
    is_safe(function, "int a[2][2] = { 1 }; if (a[0][0] != 1) first(2, a);");
    is_unsafe(function, "RARELY { reach_error(); } int a[1][1]; first(1, a);");
}

/// A call evaluates the lengths of parameters, although they say nothing.
#[test]
fn lengths_of_parameters_have_their_effects() {
    let function = "int g; int next(void) { return ++g; } int get(int n, int a[(g++, n)]) { return g; }
                    int call(int n, int a[next()]) { return g; }";
    let reason = "a dimension inside of an array that is no constant";
    is_unknown(function, "int a[2]; RARELY if (get(2, a) != 1) reach_error();", reason);
    is_unknown(function, "int a[2]; RARELY if (call(2, a) != 1) reach_error();", reason);
    is_safe("int f(int n, int a[(n) * (2 + 1)]) { return n; }", "int a[6]; if (f(2, a) != 2) reach_error();");
}

#[test]
fn the_length_of_a_literal_is_a_constant() {
    is_safe(
        "_Static_assert(__builtin_strlen(\"abc\") == 3, \"\"); char room[__builtin_strlen(\"ab\\0cd\")];",
        "switch (__VERIFIER_nondet_int()) { case __builtin_strlen(\"abcde\"): return 5; }
            if (sizeof room != 2) reach_error();",
    );
}

#[test]
fn differences_of_addresses_in_one_object_are_constants() {
    is_safe(
        "static int a[5]; static struct { int x[4]; int y; } s; static long d = &a[3] - &a[0], e = &a[1] - (a + 4), \
            f = &s.x[3] - s.x, g = &s.y - &s.x[1];",
        "RARELY if (d != 3 || e != -3 || f != 3 || g != 3) reach_error();",
    );
}

#[test]
fn the_negation_of_a_floating_constant_is_a_constant() {
    is_safe("static int n = !3.5, z = !0.0;", "RARELY if (n != 0 || z != 1) reach_error();");
}

#[test]
fn an_old_designator_has_no_mark() {
    is_safe(
        "int old[4] = { [1] 7, 8, [0] 5 };",
        "RARELY if (old[0] != 5 || old[1] != 7 || old[2] != 8) reach_error();",
    );
}

#[test]
fn assembler_may_stand_behind_a_label() {
    let body = "goto end; end: __asm__ volatile (\"nop\" : : \"i\" (3)); other: __attribute__((unused));
        RARELY reach_error();";
    is_unsafe("", body);
}

#[test]
fn flexible_members_of_static_objects_have_values() {
    is_safe(
        "struct f { int w; int x[]; }; static struct f f = { 4, { 0, 1, 2, 3 } }, g = { .x = { [2] = 5 } };
         struct s { char c; char n[]; } t = { 'a', \"bcd\" };",
        "int s = 0; for (int i = 0; i < f.w; i++) s += f.x[i];
         if (s != 6 || sizeof f != sizeof(int) || g.x[2] != 5 || g.x[1] != 0) reach_error();
         struct f *p = &f; if (p->x[3] != 3 || t.n[1] != 'c' || t.n[3] != 0) reach_error();",
    );
    is_unsafe("struct f { int w; int x[]; } f = { 4, { 0, 1 } };", "RARELY if (f.x[1] == 1) reach_error();");
}

#[test]
fn a_string_may_be_longer_than_its_array() {
    is_safe("char z[2] = \"abc\";", "if (z[0] != 'a' || z[1] != 'b' || sizeof z != 2) reach_error();");
}

#[test]
fn operands_that_stay_as_they_are_have_their_effects() {
    is_safe(
        "int count, d; int *bar(void) { ++count; return &d; }",
        "__asm__(\"\" : \"+r\"(*bar())); if (count != 1) reach_error();",
    );
}

#[test]
fn classes_of_types_and_equal_bits_are_numbers() {
    is_safe(
        "struct s { int a; } s; union u { int i; long long l; };",
        "if (__builtin_classify_type(s) != 12 || __builtin_classify_type(&s) != 5) reach_error();
         if (__builtin_clrsbl(256) != 8 * sizeof(long) - 10 || __builtin_clrsbl(-1) != 8 * sizeof(long) - 1)
           reach_error();
         union u v = (union u)7ll; if (v.l != 7) reach_error();",
    );
}

/// Qualifiers are no part of types here.
#[test]
fn types_that_may_differ_in_qualifiers_are_not_compared() {
    let choice = "a choice by `_Generic` between types that may differ in qualifiers";
    is_unknown("const char *p;", "if (_Generic(p, char *: 1, default: 2) == 1) reach_error();", choice);
    is_unknown(
        "",
        "if (__builtin_types_compatible_p(char *, const char *)) reach_error();",
        "a comparison of types that may differ in qualifiers",
    );
}

#[test]
fn the_result_of_a_function_may_be_the_only_pointer() {
    is_safe("int n, d; int *f(void) { ++n; return &d; }", "f(); (void)f(); if (n != 2) reach_error();");
}

#[test]
fn attributes_of_c23_are_those_of_gnu_c() {
    is_safe(
        "[[gnu::noinline]] int f([[maybe_unused]] int x)
         { switch (x) { case 1: x = 1; [[fallthrough]]; default: return 1; } }
         struct [[gnu::packed]] s { char c; int i; } s; int a[2] = { 0, 1 };",
        "if (f(2) != 1 || sizeof s != 5 || a[a[1]] != 1) reach_error();",
    );
}

#[test]
fn a_definition_for_calls_gives_way_to_another_one() {
    is_safe(
        "extern inline __attribute__((gnu_inline)) int f(void) { return 1; }
         int f(void) { return 2; }",
        "if (f() != 2) reach_error();",
    );
}

#[test]
fn an_object_has_another_name_and_type() {
    is_safe(
        "struct s { int a, b; }; static const int table[3] = { 1, 2, 3 };
         extern const struct s mod __attribute__((unused, alias(\"table\")));",
        "if (mod.a != 1 || mod.b != 2) reach_error();",
    );
}

/// On the i386 a list is a pointer to characters for gcc.
#[test]
fn the_type_of_a_part_of_a_list_has_a_name() {
    is_safe("typedef __typeof__(((__builtin_va_list *)0)[0][0]) tag;", "");
}

#[test]
fn functions_have_the_alignment_that_is_asked() {
    is_safe(
        "void f(void) __attribute__((aligned(256))); void f(void) { } void g(void) { }",
        "if (__alignof__(f) != 256 || __alignof__(g) != 1) reach_error();",
    );
}

#[test]
fn the_type_of_a_check_for_overflow_is_not_promoted() {
    is_safe(
        "int n; struct { unsigned u : 3; int i : 3; long long w : 40; } s;",
        "if (!__builtin_add_overflow_p(127, 1, (signed char)0) || __builtin_add_overflow_p(127, 1, (short)0)
            || __builtin_sub_overflow_p(3, 3, s.u) || !__builtin_sub_overflow_p(3, 4, s.u)
            || __builtin_mul_overflow_p(7, 1, s.u) || !__builtin_mul_overflow_p(2, 4, s.u)
            || !__builtin_add_overflow_p(3, 1, s.i) || __builtin_add_overflow_p(-3, -1, s.i)
            || !__builtin_mul_overflow_p(1LL << 38, 2, s.w) || __builtin_mul_overflow_p(1LL << 38, -2, s.w)
            || !__builtin_add_overflow_p(255, 1, (unsigned char)n++) || n != 1) reach_error();",
    );
}

#[test]
fn vectors_are_followed() {
    let vector = "typedef int v4 __attribute__((vector_size(16)));";
    is_unsafe(
        vector,
        "v4 a = { __VERIFIER_nondet_int(), 2 }, b = a ^ 5; RARELY if (b[0] == 12 && b[1] == 7) reach_error();",
    );
    is_safe(
        vector,
        "v4 a = { __VERIFIER_nondet_int(), 2 }, b = (a & 7) < 8; int i = __VERIFIER_nondet_int() & 3; \
            RARELY if (b[i] != -1) reach_error();",
    );
    is_safe(
        vector,
        "v4 s = { 0 }; for (int i = 0; i < 100; i++) s += i & 1; RARELY if (s[3] > 100) reach_error();",
    );
}

#[test]
fn functions_in_functions_are_followed() {
    is_unsafe(
        "",
        "int t = __VERIFIER_nondet_int(); void add(int k) { t ^= k; } add(2); add(4); \
            RARELY if (t == 77) reach_error();",
    );
    is_safe(
        "",
        "int t = 0; int n(int k) { t++; return k & 1; } for (int i = 0; i < 50; i++) n(i); \
            RARELY if (t > 50) reach_error();",
    );
}
