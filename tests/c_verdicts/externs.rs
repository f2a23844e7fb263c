//! Functions without body, and the parameters of `main`.

use crate::{is_safe, is_unknown, is_unsafe, verdict_with, whole, Verdict, PROLOGUE};
use indubit::c::{Arch, Check, Checks, Externs, LowerOptions};

#[test]
fn an_unknown_function_may_change_what_it_reaches() {
    is_unsafe("extern void f(int *);", "int x = 1; RARELY { f(&x); if (x != 1) reach_error(); }");
    is_unsafe("int g; extern void f(void);", "RARELY { f(); if (g) reach_error(); }");
    is_unsafe("static int g; int *p = &g; extern void f(void);", "RARELY { f(); if (g) reach_error(); }");
    is_unsafe(
        "extern int scanf(const char *, ...);",
        "int x = 1; RARELY { scanf(\"%d\", &x); if (x == 7) reach_error(); }",
    );
    is_unsafe(
        "extern void f(int *);",
        "int x = 1, y = 2; int *p = __VERIFIER_nondet_int() ? &x : &y; \
            RARELY { f(p); if (x == 5 && y == 2) reach_error(); }",
    );
}

#[test]
fn an_unknown_function_does_not_change_what_it_does_not_reach() {
    is_safe("static int g; extern void f(void);", "RARELY { f(); if (g) reach_error(); }");
    is_safe("extern void f(int *);", "int x = 1, y = 2; RARELY { f(&x); if (y != 2) reach_error(); }");
    is_safe("const int g = 3; extern void f(const int *);", "RARELY { f(&g); if (g != 3) reach_error(); }");
    is_safe("int g;", "RARELY { __VERIFIER_nondet_int(); if (g) reach_error(); }");
}

#[test]
fn objects_of_others_are_not_known() {
    let reason = "an access through a number: the object is not known";
    is_unknown("extern int *f(void);", "int *p = f(); *p = 5; if (*p != 5) reach_error();", reason);
    is_unknown("int g; extern int *f(void);", "int *p = f(); *p = 5; if (g != 0) reach_error();", reason);
    is_unknown("extern int *q;", "int x = *q; if (x != *q) reach_error();", reason);
    // A null pointer, which such a function may return, ends the run.
    is_safe("extern int *f(void);", "int *p = f(); RARELY { if (!p) { *p = 5; reach_error(); } }");
}

#[test]
fn an_access_through_null_ends_the_run() {
    is_safe("", "int *p = 0; RARELY { *p = 5; reach_error(); }");
    is_unsafe("", "int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0; RARELY if (*p) reach_error();");
    is_safe("", "int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0; RARELY if (!*p) reach_error();");
}

#[test]
fn an_access_of_a_member_of_null_ends_the_run() {
    let pair = "struct s { int a, b; };";
    is_safe(pair, "struct s *p = 0; RARELY { p->b = 5; reach_error(); }");
    is_safe(pair, "RARELY { int x = *(int *)4092; reach_error(); }");
    let maybe = "struct s x = { 1, 2 }, *p = __VERIFIER_nondet_int() ? &x : 0; p->b = 3;";
    is_safe(pair, &format!("{} if (x.b != 3) reach_error();", maybe));
    is_unsafe(pair, &format!("{} RARELY if (p == &x) reach_error();", maybe));
    // The member of another number may be one of an object.
    let reason = "an access through a number: the object is not known";
    is_unknown(pair, "struct s *p; p->b = 5; reach_error();", reason);
    is_unknown(pair, "struct s *p; if (p) { p->b = 5; reach_error(); }", reason);
}

#[test]
fn pointers_of_any_value_may_lead_to_any_object() {
    let reason = "an access through a number: the object is not known";
    // Each may hold a valid address, so the run may go on and come to the error.
    is_unknown("", "int *p; *p = 5; reach_error();", reason);
    is_unknown(
        "extern void *__VERIFIER_nondet_pointer(void);",
        "int *p = __VERIFIER_nondet_pointer(); *p = 5; reach_error();",
        reason,
    );
    is_unknown("extern unsigned long place;", "int *p = (int *)place; *p = 5; reach_error();", reason);
    is_unknown("", "int *p = (int *)4096; if (*p == 5) reach_error();", reason);
    let large = "struct s { char a[4096]; int b; };";
    is_unknown(large, "struct s *p = 0; RARELY if (p->b == 5) reach_error();", reason);
}

#[test]
fn objects_of_the_heap_are_not_larger_than_memory() {
    let huge = "an object of the heap with more than 268435456 bytes";
    let malloc = "extern void *malloc(__SIZE_TYPE__); extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);";
    is_unknown(malloc, "void *p = malloc(-4); reach_error();", huge);
    // The product of the numbers wraps around on a machine, and `calloc` fails there.
    is_unknown(
        malloc,
        "int n = __VERIFIER_nondet_int(); if (n == 1 << 30) { int *p = calloc(n, 4); if (p[0]) reach_error(); }",
        "an object of the heap with a size that may wrap around",
    );
}

#[test]
fn an_unknown_function_may_call_back() {
    is_unknown(
        "extern void f(void (*)(void)); static int g; static void back(void) { g = 1; }",
        "RARELY { f(back); if (g) reach_error(); }",
        "`f` may call `back`",
    );
}

#[test]
fn unknown_functions_are_pure_by_option_and_in_the_competition() {
    let text = whole("int g; extern void f(void);", "RARELY { f(); if (g) reach_error(); }");
    let pure = LowerOptions { externs: Externs::Pure, ..LowerOptions::default() };
    assert_eq!(verdict_with(&text, Arch::Ilp32, pure), Verdict::Safe);
    let property = indubit::c::Property::UnreachCall;
    let competition = LowerOptions { property, ..LowerOptions::default() };
    assert_eq!(verdict_with(&text, Arch::Ilp32, competition), Verdict::Safe);
    let any = LowerOptions { externs: Externs::AnyEffect, ..competition };
    assert_eq!(verdict_with(&text, Arch::Ilp32, any), Verdict::Unsafe);
}

#[test]
fn the_arguments_of_main_are_strings() {
    let main = |body: &str| {
        format!("{}#include <string.h>\nint main(int argc, char **argv) {{ {} }}\n", PROLOGUE, body)
    };
    let all = LowerOptions { checks: Checks::of(&[Check::Bounds, Check::Memory]), ..LowerOptions::default() };
    let unknown = Verdict::Unknown(String::new());
    for (body, expected) in [
        ("if (!argv || !argv[0] || argv[argc]) reach_error();", &unknown),
        ("if (argc < 4 && (!argv || !argv[0] || argv[argc])) reach_error();", &Verdict::Safe),
        ("if (argc == 2 && argv[2]) reach_error();", &Verdict::Safe),
        ("if ((unsigned long)argv[0] == 0) reach_error();", &Verdict::Safe),
        ("if (argc > 1 && argv[1][0] && argv[1][1] == 'x') return 1;", &Verdict::Safe),
        ("if (argc > 1 && argv[1][0] == 'q') reach_error();", &Verdict::Unsafe),
        ("if (argc == 3) return argv[2][1];", &Verdict::Unsafe),
        ("return argv[1][0];", &Verdict::Unsafe),
        ("if (argc == 2) return argv[3] != 0;", &Verdict::Unsafe),
        ("if (argc > 6) return argv[5] != 0;", &unknown),
        ("if (argc == 1) return 0; argv++; if (*argv == 0) reach_error();", &Verdict::Safe),
        ("if (argc == 0) reach_error();", &Verdict::Safe),
    ] {
        for arch in [Arch::Ilp32, Arch::Lp64] {
            match (verdict_with(&main(body), arch, all), expected) {
                (Verdict::Unknown(reason), Verdict::Unknown(_)) => {
                    let expected = "an access of an argument of `main` behind the first four";
                    assert!(reason.ends_with(expected), "{}: {}", body, reason);
                }
                (found, expected) => assert_eq!(&found, expected, "{:?}: {}", arch, body),
            }
        }
    }
}

#[test]
fn streams_are_not_null() {
    let io = "#include <stdio.h>";
    is_safe(io, "RARELY if (!stdin || !stdout || !stderr) reach_error();");
    is_unsafe(io, "stdout = 0; RARELY if (!stdout) reach_error();");
    is_unsafe("extern int *other;", "RARELY if (!other) reach_error();");
}

#[test]
fn the_number_of_arguments_is_not_negative() {
    let main = |condition: &str| {
        format!(
            "extern void reach_error(void); int main(int argc, char **argv) {{ if ({}) reach_error(); }}",
            condition
        )
    };
    assert_eq!(verdict_with(&main("argc < 0"), Arch::Ilp32, LowerOptions::default()), Verdict::Safe);
    assert_eq!(verdict_with(&main("argc > 5"), Arch::Ilp32, LowerOptions::default()), Verdict::Unsafe);
}

#[test]
fn assembler_gives_its_outputs_any_value() {
    is_unsafe(
        "",
        "int x = 1, y = 2; asm(\"mov %1, %0\" : \"=r\"(x) : \"r\"(y)); RARELY if (x == 2) reach_error();",
    );
    is_safe(
        "",
        "int x = 1, y = 2; asm(\"mov %1, %0\" : \"=r\"(x) : \"r\"(y)); RARELY if (y != 2) reach_error();",
    );
    is_unsafe("int g;", "asm(\"movl $5, g\" : : : \"memory\"); RARELY if (g == 5) reach_error();");
    is_safe("int g;", "asm volatile(\"\" : : : \"memory\"); RARELY if (g == 5) reach_error();");
    is_unsafe(
        "",
        "int x = 1; asm(\"incl (%0)\" : : \"r\"(&x) : \"memory\"); RARELY if (x == 2) reach_error();",
    );
}

#[test]
fn a_weak_name_without_definition_may_be_null() {
    for declared in [
        "extern int w __attribute__((weak));",
        "extern int w[2] __attribute__((weak));",
        "int w(void) __attribute__((weak));",
        "#pragma weak w\nextern int w(void);",
    ] {
        is_unsafe(declared, "RARELY if (&w == 0) reach_error();");
        is_unsafe(declared, "RARELY if (&w) reach_error();");
        // It does not change.
        is_safe(declared, "_Bool a = &w; int *p = a ? (int *)&w : 0; if (!&w != !p) reach_error();");
    }
    is_safe("extern int w __attribute__((weak));", "if (!&w) { w = 5; reach_error(); }");
    is_safe("int w(void) __attribute__((weak));", "int (*p)(void) = w; w(); if (!p || !w) reach_error();");
    is_unsafe("int w(void) __attribute__((weak));", "if (w && w() == 305419896) reach_error();");
}

#[test]
fn a_weak_name_with_a_definition_is_not_null() {
    for (declared, defined) in [
        ("extern int w __attribute__((weak));", "int w = 1;"),
        ("#pragma weak w\nextern int w(void);", "int w(void) { return 1; }"),
        ("int v(void) { return 1; } int w(void) __attribute__((weak, alias(\"v\")));", ""),
        ("#include <stdlib.h>\n#pragma weak abs\n#define w abs\n", ""),
    ] {
        let declared = format!("{} void *p = &w; int f(void) {{ return &w != 0; }} {}", declared, defined);
        is_safe(&declared, "RARELY if (!&w || !f() || p != &w) reach_error();");
    }
    let late = "extern int w; int f(void) { return &w == 0; } extern int w __attribute__((weak));";
    is_unknown(late, "if (f()) reach_error();", "the address of a weak name that is not defined");
}
