//! Unsupported points: a proof shows that they are not reached, and errors elsewhere still count.

use crate::{is_safe, is_unknown, is_unsafe, verdict_by, verdict_with, Verdict};
use indubit::c::{Arch, COptions, Integers, LowerOptions};
use indubit::portfolio::Engine;

#[test]
fn an_unsupported_point_that_may_be_reached_leaves_everything_open() {
    is_unknown("", "RARELY longjmp(0, 1);", "jumps between functions are not supported; remove them");
    is_unknown(
        "",
        "RARELY { asm goto(\"jmp %l0\" : : : : there); there: ; }",
        "an assembler statement that may jump",
    );
    is_unknown(
        "",
        "int x, y; RARELY if (&x < &y) reach_error();",
        "addresses of different objects is not known",
    );
}

#[test]
fn an_unsupported_point_that_is_not_reached_does_no_harm() {
    is_safe("", "int x = 0; RARELY x = 1; if (x == 2) { int a, b; if (&a < &b) reach_error(); }");
    is_safe("void f(void) { longjmp(0, 1); }", "RARELY if (0) f();");
    is_safe("int f(int x) { longjmp(0, x); return x; }", "int x = 3; RARELY if (x != 3) reach_error();");
}

#[test]
fn an_error_beside_an_unsupported_point_counts() {
    is_unsafe("", "int a, b; if (__VERIFIER_nondet_int() == 1 && &a < &b) return 1; RARELY reach_error();");
    is_unsafe("", "if (__VERIFIER_nondet_int() == 1) longjmp(0, 1); RARELY reach_error();");
}

#[test]
fn floating_point_numbers_are_copied() {
    is_unsafe(
        "struct s { double d; int x; };",
        "struct s a = { 0.5, 3 }, b; b = a; RARELY if (b.x == 3) reach_error();",
    );
}

/// The verdict on a program over mathematical integers.
fn over_integers(text: &str) -> Verdict {
    let text = format!("int nd(void); void reach_error(void); {}", text);
    let options = LowerOptions { integers: Integers::Mathematical, ..LowerOptions::default() };
    verdict_with(&text, Arch::Ilp32, options)
}

/// Members of a union share their bytes, which mathematical integers do not have.
#[test]
fn a_narrow_member_of_a_union_over_integers_is_not_followed() {
    let text = "union both { int a; char b; }; int main() {
        union both v = { .b = 1 }; if (v.a == 5) reach_error(); return 0; }";
    match over_integers(text) {
        Verdict::Unknown(reason) => assert!(reason.contains("use --integers words"), "{}", reason),
        known => panic!("{:?}", known),
    }
}

/// A member of an address that is a number is a number, over integers too.
#[test]
fn a_member_of_a_pointer_to_nothing_over_integers() {
    let text = "struct pair { int x, y; }; int main() {
        struct pair *p = 0; if (nd()) p = (struct pair *)12; int *q = &p->y;
        if (q == (int *)16) reach_error(); return 0; }";
    assert_eq!(over_integers(text), Verdict::Unsafe);
    assert_eq!(over_integers(&text.replace("(int *)16", "(int *)17")), Verdict::Safe);
}

/// Objects of a computed size have elements without bits: these are read and written as a whole.
#[test]
fn elements_of_objects_of_a_computed_size_over_integers() {
    let text = "void *malloc(unsigned); int main() { unsigned n = nd();
        if (n < 2 || n > 100000) return 0; int *p = malloc(n * sizeof(int));
        for (unsigned i = 0; i < 2; i++) p[n - 1 - i] = i + 5;
        if (p[n - 2] != 6) reach_error(); return 0; }";
    assert_eq!(over_integers(text), Verdict::Safe);
    assert_eq!(over_integers(&text.replace("!= 6", "== 6")), Verdict::Unsafe);
    // An element that was never written has any value, and the run is carried out with it.
    let any = text.replace("p[n - 2] != 6", "n > 70 && p[n - 3] == -77");
    assert_eq!(over_integers(&any), Verdict::Unsafe);
    for to in ["((char *)p)[n]", "*(char *)&p[n - 2]", "*(_Bool *)&p[n - 2]"] {
        match over_integers(&text.replace("p[n - 2]", to)) {
            Verdict::Unknown(reason) => assert!(reason.contains("use --integers words"), "{}", reason),
            known => panic!("{}: {:?}", to, known),
        }
    }
    let cleared = text.replace("void *malloc(unsigned)", "void *calloc(unsigned, unsigned)");
    let cleared = cleared.replace("malloc(n * sizeof(int))", "calloc(n, sizeof(int))");
    assert_eq!(over_integers(&cleared.replace("p[n - 2] != 6", "n > 2 && p[0]")), Verdict::Safe);
}

/// An engine may choose an element that no `int` is, where no run reads it. A size below 0 is a large one in C.
#[test]
fn elements_and_sizes_that_c_cannot_hold_over_integers() {
    let text = "int nd(void); void reach_error(void); void *malloc(unsigned); int main() { int n = nd();
        if (n < 3 || n > 100) return 0; int *a = malloc(n * sizeof(int)); if (!a) return 0;
        if (a[1]) reach_error(); return 0; }";
    let options = LowerOptions { integers: Integers::Mathematical, ..LowerOptions::default() };
    assert_eq!(verdict_by(Some(Engine::Guess), text, COptions::default(), options), Verdict::Unsafe);
    let negative = text.replace("n < 3 || n > 100", "n < -100 || n > -3");
    match verdict_by(Some(Engine::Guess), &negative, COptions::default(), options) {
        Verdict::Unknown(reason) => assert!(reason.contains("with more than"), "{}", reason),
        known => panic!("{:?}", known),
    }
}

/// A call that a run makes once has one object; in a loop, and in a function that is called twice, there are several.
#[test]
fn calls_that_are_made_once_and_several_times() {
    let text = "void *malloc(unsigned); int *f(void) { return malloc(4); } int main() { int *a[2];
        MAKE; *a[0] = 1; *a[1] = 2; if (*a[0] != 1) reach_error(); return 0; }";
    let makes = [
        "for (int i = 0; i < 2; i++) a[i] = malloc(4)",
        "a[0] = f(); a[1] = f()",
        "int *(*g)(void) = f; a[0] = g(); a[1] = g()",
        "int i = 0; again: a[i] = malloc(4); i++; if (i < 2) goto again",
    ];
    for make in makes {
        assert_eq!(over_integers(&text.replace("MAKE", make)), Verdict::Safe, "{}", make);
    }
    assert_eq!(over_integers(&text.replace("MAKE", "a[0] = f(); a[1] = a[0]")), Verdict::Unsafe);
}

#[test]
fn a_vector_may_be_a_first_value() {
    let text = "typedef int four __attribute__((vector_size(16))); four v = (four){1, 2, 3, 4};";
    is_safe(text, "if (v[1] != 2) reach_error();");
    is_unsafe(text, "if (v[0]) reach_error();");
}
