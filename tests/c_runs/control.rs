//! Statements, jumps, calls.

use super::{end, holds};

#[test]
fn loops_turn_as_often_as_they_should() {
    holds(
        "",
        "int i, s = 0; for (i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; s += i; } \
            assert(s == 5 && i == 4);",
    );
    holds("", "int i = 0; while (i < 10) { i++; if (i % 2) continue; if (i == 6) break; } assert(i == 6);");
    holds(
        "",
        "int i = 0; do { i++; if (i == 2) continue; } while (i < 3); assert(i == 3); do i = 9; while (0); \
            assert(i == 9);",
    );
    holds(
        "",
        "int s = 0; for (int i = 0, j = 10; i < j; i++, j--) s++; assert(s == 5); for (;;) { if (s++ > 7) \
            break; }",
    );
}

#[test]
fn a_switch_goes_to_its_label_and_falls_through() {
    let f = "int f(int x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 10; break; default: r = 99; break;
             case 5 ... 7: r = 5; } return r; }";
    holds(
        f,
        "assert(f(1) == 11); assert(f(2) == 10); assert(f(3) == 99); assert(f(5) == 5 && f(7) == 5 && f(8) \
            == 99);",
    );
    holds(
        "",
        "int n = 0, i = 5; switch (i % 3) { case 0: do { n++; case 2: n++; case 1: n++; } while (--i > \
            0); } assert(n == 14);",
    );
    holds(
        "",
        "int r = 1; switch (7) { case 1: r = 2; } assert(r == 1); switch (1) { int x; case 1: r = 3; } \
            assert(r == 3);"
            .replace("{ int x;", "{")
            .as_str(),
    );
}

#[test]
fn jumps_lead_into_and_out_of_blocks() {
    holds("", "int i = 0; again: i++; if (i < 5) goto again; assert(i == 5);");
    holds("", "int i = 3, n = 0; goto in; while (i > 0) { n += 100; in: n++; i--; } assert(n == 203);");
    holds("", "int n = 0; goto b; if (n) { a: n += 1; goto end; } else { b: n += 10; goto a; } end: assert(n == 11);");
    holds(
        "",
        "int i, j; for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) if (i * j == 2) goto out; out: \
            assert(i == 1 && j == 2);",
    );
}

#[test]
fn calls_bind_arguments_and_recurse() {
    holds("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }", "assert(fib(15) == 610);");
    holds(
        "int even(unsigned), odd(unsigned); int odd(unsigned n) { return n ? even(n - 1) : 0; } int \
            even(unsigned n) { return n ? odd(n - 1) : 1; }",
        "assert(even(1000)); assert(!odd(1000));",
    );
    holds("int f(n) int n; { int k = n; if (n > 0) f(n - 1); return k; }", "assert(f(5) == 5);");
    holds(
        "int twice(int (*f)(int), int x) { return f(f(x)); } int inc(int x) { return x + 1; }",
        "assert(twice(inc, 3) == 5); int (*p)(int) = &inc; assert((*p)(1) == 2); assert(p == inc && p != 0);",
    );
    // A call before the declaration returns an int.
    holds("int g() { return f(300); } int f(signed char c) { return c; }", "assert(g() == 44);");
    holds("void set(int *p, int v) { *p = v; }", "int x = 1; set(&x, 7); assert(x == 7);");
    holds("int f(void) { static int n = 5; return n++; }", "assert(f() == 5); assert(f() == 6);");
}

#[test]
fn the_run_ends_where_it_should() {
    assert_eq!(end("int main() {\n  return 0;\n}", &[]), "no error: main returns at line 2, column 3");
    assert_eq!(end("int main() {\n  ;\n}", &[]), "no error: main returns at line 3, column 1");
    for call in ["abort()", "exit(3)", "_exit(0)", "__builtin_unreachable()", "__builtin_trap()"] {
        let text = format!("int main() {{\n  {};\n  assert(0);\n}}", call);
        assert_eq!(end(&text, &[]), "no error: the program stops at line 2, column 3");
    }
    let text = "void stop(void) __attribute__((noreturn));\nint main() { stop(); assert(0); }";
    assert_eq!(end(text, &[]), "no error: the program stops at line 2, column 14");
    for name in ["__VERIFIER_assume", "assume", "__CPROVER_assume"] {
        let text = format!("int main() {{ {}(2); int x = 0; {}(x); assert(0); }}", name, name);
        assert!(end(&text, &[0]).starts_with("no error: an assumption is false"), "{}", end(&text, &[0]));
    }
    let text = "int main() {\n  int x = 0;\n  x = 1 / x;\n  assert(0);\n}";
    assert_eq!(end(text, &[]), "no error: a division without quotient at line 3, column 9");
    let text = "int main() {\n  int (*p)(void) = 0;\n  p();\n  assert(0);\n}";
    assert_eq!(end(text, &[]), "no error: a call of no function at line 3, column 3");
    // A function of the program has its own meaning, whatever its name.
    assert!(end("void abort(void) { } int main() { abort(); assert(0); }", &[]).starts_with("error"));
    assert!(end("void assume(int x) { } int main() { assume(0); assert(0); }", &[]).starts_with("error"));
}
