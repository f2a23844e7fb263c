//! Objects: arrays, structures, unions, bit-fields, pointers, initialisers.

use super::{end, end_with, holds, program};
use indubit::base::Budget;
use indubit::c::{lower, Check, Checks, LowerOptions, RunOptions};

#[test]
fn globals_start_with_their_initialisers() {
    holds("int x, y = 3 + 4; int a[4] = {1, 2}; int *p = &a[1]; char s[] = \"hey\"; char t[2] = \"ab\";",
        "assert(x == 0 && y == 7 && a[1] == 2 && a[3] == 0); assert(*p == 2); assert(s[2] == 'y' && s[3] == 0 \
                && sizeof s == 4); assert(t[1] == 'b');");
    holds(
        "struct s { int a; char b[3]; struct { short c; } d; } g = {.d = {5}, .b = {[1] = 7}};",
        "assert(g.a == 0 && g.b[1] == 7 && g.b[0] == 0 && g.d.c == 5);",
    );
    holds(
        "int f(int x) { return x + 1; } int (*table[2])(int) = {0, f};",
        "assert(table[0] == 0); assert(table[1](4) == 5);",
    );
    holds(
        "const char *names[] = {\"one\", \"two\"};",
        "assert(names[1][0] == 't'); assert(*names[0] == 'o' && names[0][3] == 0);",
    );
}

#[test]
fn locals_start_anew_each_time() {
    holds("", "int i; for (i = 0; i < 3; i++) { int a[3] = {i}; assert(a[0] == i && a[2] == 0); a[2] = 9; }");
    holds(
        "struct p { int x, y; };",
        "struct p a = {1, 2}, b = a; b.x = 5; assert(a.x == 1 && b.y == 2); struct \
            p c = {.y = 4}; assert(c.x == 0);",
    );
    holds(
        "struct p { int x, y; };",
        "struct p *q = &(struct p){3, 4}; assert(q->x + q->y == 7); int *a = \
            (int[]){1, 2, 3}; assert(a[2] == 3);",
    );
}

#[test]
fn structures_are_values() {
    let declarations =
        "struct p { int x; char c; }; struct p make(int x) { struct p r = {x, 'a'}; return r; }
        int sum(struct p a, struct p b) { a.x += b.x; return a.x; }";
    holds(
        declarations,
        "struct p a = make(3), b; b = a; b.x = 4; assert(sum(a, b) == 7); assert(a.x == 3); \
            assert(make(5).x == 5);",
    );
    holds(
        declarations,
        "struct p a[2]; a[0] = make(1); a[1] = a[0]; a[1].x++; assert(a[0].x == 1 && a[1].x == \
            2 && a[1].c == 'a');",
    );
    holds(
        declarations,
        "struct p a = make(1), b = make(2); int n = 0; struct p c = n ? a : b; assert(c.x == \
            2); assert((a = b).x == 2); assert(a.x == 2);",
    );
}

#[test]
fn unions_show_bytes() {
    holds("union u { unsigned x; unsigned char c[4]; short s; };",
        "union u u; u.x = 0x04030201; assert(u.c[0] == 1 && u.c[3] == 4); assert(u.s == 0x0201); u.c[1] = 0xff; \
                assert(u.x == 0x0403ff01);"
            .replace("union u u;", "union u u = {0};").as_str());
    holds(
        "",
        "unsigned x = 0x80ff; unsigned char *p = (unsigned char *)&x; assert(p[0] == 0xff && p[1] == \
            0x80); p[3] = 1; assert(x == 0x010080ff);",
    );
}

#[test]
fn bit_fields_keep_their_width() {
    let declarations = "struct b { int a : 3; unsigned c : 5; _Bool f : 1; long long w : 40; };";
    holds(
        declarations,
        "struct b b = {0}; b.a = 5; assert(b.a == -3); b.c = 37; assert(b.c == 5); assert((b.c \
            = 33) == 1); b.f = 2; assert(b.f == 1);",
    );
    holds(
        declarations,
        "struct b b = {1, 2, 1, 3}; b.w = (1LL << 39); assert(b.w < 0); b.w--; assert(b.w == \
            (1LL << 39) - 1); assert(b.a == 1 && b.c == 2);",
    );
    holds(
        declarations,
        "struct b b = {3}; assert(b.a++ == 3); assert(b.a == -4); assert(++b.a == -3); b.c = \
            31; b.c += 2; assert(b.c == 1);",
    );
}

#[test]
fn pointers_move_by_elements() {
    holds(
        "",
        "int a[5] = {1, 2, 3, 4, 5}; int *p = a, *q = &a[4]; assert(q - p == 4); assert(*(p + 2) == 3); \
            p++; assert(*p == 2); assert(p[-1] == 1); assert(p < q);",
    );
    holds(
        "",
        "int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; assert(m[1][0] == 4); int (*r)[3] = m + 1; assert((*r)[2] \
            == 6); assert(r[-1][1] == 2);",
    );
    holds("", "char *s = \"abc\"; int n = 0; while (*s++) n++; assert(n == 3);");
    holds(
        "struct n { int v; struct n *next; };",
        "struct n a = {1, 0}, b = {2, &a}; struct n *p; int s = 0; \
            for (p = &b; p; p = p->next) s += p->v; assert(s == 3); assert(b.next == &a && !a.next);",
    );
    holds(
        "",
        "int x = 3; void *v = &x; int *p = v; *p = 4; assert(x == 4); unsigned long n = (unsigned long)p; \
            assert(n != 0); assert((int *)n == &x);",
    );
    holds("struct s { char c; int x; };", "assert((unsigned long)&((struct s *)0)->x == 4);");
}

#[test]
fn accesses_out_of_bounds_have_any_value_and_no_effect() {
    let text = "int main() { int a[2] = {1, 2}, b = 5, i = 2; a[i] = 9; assert(b == 5); assert(a[i] == 7); \
            assert(a[-1] == 8); }";
    assert!(end(text, &[7, 8]).starts_with("no error: main returns"), "{}", end(text, &[7, 8]));
    // The bounds are those of the whole object: a row leads into the next one, a member into the next one.
    holds("", "int m[2][3] = {0}; m[1][0] = 7; int i = 3; assert(m[0][i] == 7);");
    holds(
        "struct s { int a[2]; int b; };",
        "struct s s = {{1, 2}, 3}; int i = 2; assert(s.a[i] == 3); int *p = &s.a[1]; assert(p[1] == 3);",
    );
    for text in ["int main() { int *p = 0; *p = 3; assert(0); }", "int main() { int *p = 0; assert(*p); }"] {
        assert!(end(text, &[]).starts_with("no error: an access through null"));
    }
    // The object of a call that has returned is none.
    let text = "int *f(void) { int x = 1; return &x; } int main() { int *p = f(); assert(*p == 7); f(); \
            assert(*p == 8); }";
    assert!(end(text, &[7, 8]).starts_with("no error: main returns"), "{}", end(text, &[7, 8]));
    let checked = RunOptions { checks: Checks::of(&[Check::Bounds]), ..RunOptions::default() };
    let text = "int main() {\n  int a[2], i = 2;\n  a[i] = 9;\n}";
    assert_eq!(end_with(text, &checked, &[0, 0]), "error: an access out of bounds at line 3, column 4");
}

#[test]
fn parts_of_pointers_are_no_numbers() {
    let text = "int main() { int x; int *p = &x; unsigned char *c = (unsigned char *)&p; return c[0]; }";
    assert!(
        end(text, &[0]).contains("not supported: a read of some bytes of a pointer"),
        "{}",
        end(text, &[0])
    );
    let text = "int main() { int x; int *p = &x; return (int)p * 2; }";
    assert!(end(text, &[0]).contains("not supported: this operator on an address"), "{}", end(text, &[0]));
}

#[test]
fn objects_of_the_heap_live_until_they_are_freed() {
    let declarations = "void *malloc(unsigned); void *calloc(unsigned, unsigned); void free(void *);
        struct n { int v; struct n *next; };";
    holds(
        declarations,
        "int *p = malloc(8); p[0] = 1; p[1] = 2; int *q = p + 1; assert(*q == 2 && q[-1] == 1);",
    );
    holds(declarations, "int *p = calloc(3, 4); assert(p[2] == 0); assert(p != malloc(4));");
    holds(
        declarations,
        "struct n *l = 0; for (int i = 0; i < 3; i++) { struct n *n = malloc(sizeof *n); n->v = i; n->next = l; \
            l = n; } int s = 0; for (; l; l = l->next) s = 10 * s + l->v; assert(s == 210);",
    );
    let text =
        "void *malloc(unsigned); void free(void *); int main() { int *p = malloc(4); *p = 3; free(p); \
            assert(*p == 7); }";
    assert!(end(text, &[0, 0, 0, 0, 7]).starts_with("no error: main returns"));
}

#[test]
fn realloc_moves_an_object() {
    let declarations = "void *malloc(unsigned); void *realloc(void *, unsigned); void free(void *);";
    holds(
        declarations,
        "int *p = malloc(4); *p = 3; int *q = realloc(p, 8); q[1] = 4; assert(q[0] == 3 && q[1] == 4 && p != 0); \
            q = realloc(q, 4); assert(*q == 3); q = realloc(0, 4); *q = 5; assert(*q == 5);",
    );
    let text = "void *realloc(void *, unsigned); int main() { int *p = realloc(0, 0); }";
    assert!(end(text, &[]).contains("an object of the heap gets the size 0"), "{}", end(text, &[]));
}

#[test]
fn errors_of_the_heap_have_a_place() {
    let checked = RunOptions { checks: Checks::of(&[Check::Memory]), ..RunOptions::default() };
    let wrong = |body: &str, expected: &str| {
        let text = format!(
            "void *malloc(unsigned), *realloc(void *, unsigned), *alloca(unsigned), free(void *); int g; \
             int *f(void) {{ return alloca(4); }}\nint main() {{ int *p = malloc(4);\n{} }}",
            body
        );
        assert_eq!(end_with(&text, &checked, &[0; 12]), format!("error: {}", expected), "{}", text);
    };
    wrong("free(p); *p = 1;", "an access of an object of the heap after its end at line 3, column 10");
    wrong("free(p); p[7] = 1;", "an access of an object of the heap after its end at line 3, column 11");
    wrong("p = f(); return *p;", "an access of an object of the heap after its end at line 3, column 17");
    for argument in ["p + 1", "&g", "&p", "\"a\"", "(void *)12", "(void *)f", "alloca(4)"] {
        let expected = "a free of what is no object of the heap that is alive at line 3, column 1";
        wrong(&format!("free({});", argument), expected);
    }
    wrong("free(p); free(p);", "a free of what is no object of the heap that is alive at line 3, column 10");
    wrong("realloc(p + 1, 3);", "a free of what is no object of the heap that is alive at line 3, column 1");
    assert!(end_with("void free(void *); int main() { free(0); }", &checked, &[]).starts_with("no error"));
}

/// The automaton and the interpreter refuse the same functions of the library, with the place.
#[test]
fn functions_that_write_through_their_arguments_are_refused_by_both() {
    for name in ["on_exit", "__VERIFIER_nondet_memory", "setjmp", "_longjmp", "signal", "pthread_create"] {
        let text = format!("char b[9];\nint main() {{\n  {}(b);\n  return b[0];\n}}\n", name);
        let place = "line 3, column 3: ";
        assert!(end(&text, &[]).starts_with(&format!("{}not supported: ", place)), "{}", end(&text, &[]));
        let lowered = lower(&program(&text), &LowerOptions::default(), &Budget::unlimited());
        let lowered = lowered.expect(name);
        let message = lowered.cfa.edge_ids().find_map(|edge| lowered.map.unsupported(edge)).expect(name);
        let told = format!("a call of `{}`: ", name);
        assert!(message.starts_with(&told) && message.contains("not supported"), "{}", message);
        // A function that the program defines is its own.
        let own = format!("int {}(char *p) {{ *p = 1; return 0; }}\n{}", name, text);
        assert!(lower(&program(&own), &LowerOptions::default(), &Budget::unlimited()).is_ok(), "{}", name);
        assert!(end(&own, &[]).starts_with("no error: main returns"), "{}: {}", name, end(&own, &[]));
    }
}
