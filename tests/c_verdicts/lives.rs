//! Addresses of objects that have ended, of objects of elsewhere, and behind the ends of objects.

use crate::{is_safe, is_unknown, is_unknown_on, is_unsafe, verdict_with, whole, Verdict};
use indubit::c::{Arch, Check, Checks, LowerOptions};

const UNKNOWN: &str =
    "whether an address is equal to a number, or to that of an object that has ended, is not known";

#[test]
fn an_address_may_be_what_a_function_of_elsewhere_returns() {
    is_unknown("extern char *get(char *);", "char b[4]; if (get(b) == b) reach_error();", UNKNOWN);
    is_unknown("extern char *get(void); char b[4];", "if (get() == b + 1) reach_error();", UNKNOWN);
    is_unknown("extern int *ep; int g;", "if (ep == &g) reach_error();", UNKNOWN);
    is_unknown(
        "struct s { int v; }; extern struct s *find(struct s *, int); struct s tab[3];",
        "struct s *p = find(tab, 3); if (p == &tab[1]) { if (tab[1].v == 0) reach_error(); }",
        UNKNOWN,
    );
    is_unknown(
        "int g;",
        "unsigned long u = __VERIFIER_nondet_int(); if ((unsigned long)&g == u) reach_error();",
        UNKNOWN,
    );
}

#[test]
fn no_object_is_in_the_first_or_the_last_page() {
    is_safe(
        "int g;",
        "int *p = &g; unsigned long u = (unsigned long)p;
         if (p == 0 || p == (int *)-1 || p == (int *)4095) reach_error();
         if (u >= (unsigned long)-4095 || u < 2012 || !(u > 4095)) reach_error();",
    );
}

#[test]
fn addresses_of_dead_objects_may_come_again() {
    let heap = "void *malloc(unsigned long); void free(void *);";
    let body = "unsigned long u = (unsigned long)malloc(4); free((void *)u);
        if ((unsigned long)malloc(4) == u) reach_error();";
    is_unknown_on(Arch::Lp64, heap, body, UNKNOWN);
    let again = "void *old = 0; for (int i = 0; i < 2; i++) { void *a = malloc(4); RARELY";
    is_unknown_on(
        Arch::Lp64,
        heap,
        &format!("{} if (old == a) reach_error(); old = a; free(a); }}", again),
        UNKNOWN,
    );
    let differs = format!("{} if (old && old != a) reach_error(); old = a; free(a); }}", again);
    is_unknown_on(Arch::Lp64, heap, &differs, UNKNOWN);
    let locals = "unsigned long f(void) { int x; return (unsigned long)&x; }
        unsigned long g(void) { int x; return (unsigned long)&x; }";
    is_unknown(locals, "if (f() == g()) reach_error();", UNKNOWN);
    let later = "int *f(int *old) { int x; RARELY if (old == &x) reach_error(); return &x; }";
    is_unknown(later, "int *p = f(0); f(p);", UNKNOWN);
    let later = "int *f(int *old) { int x; RARELY if (old && old != &x) reach_error(); return &x; }";
    is_unknown(later, "int *p = f(0); f(p);", UNKNOWN);
}

#[test]
fn addresses_of_objects_that_live_differ() {
    is_safe(
        "int g(int *p, int *q) { return p == q; } int f(void) { int x; return g(&x, &x); }",
        "if (!f()) reach_error(); f();",
    );
    is_safe(
        "int a[4], b[4];",
        "int n = __VERIFIER_nondet_int(); if (n < 0 || n > 3) return 0; if (a + n == b) reach_error();",
    );
    is_safe(
        "void *malloc(unsigned int); struct n { struct n *next; };",
        "struct n *h = malloc(sizeof *h), *k = malloc(sizeof *k); if (h && k && h == k) reach_error();",
    );
    is_safe("void g(void) {}  void f(void) {}", "void (*p)(void) = f; if (p == g) reach_error();");
}

#[test]
fn the_end_of_an_object_may_be_the_beginning_of_another() {
    is_unknown(
        "int a[4], b[4];",
        "int n = __VERIFIER_nondet_int(); if (n < 0 || n > 4) return 0; if (a + n == b) reach_error();",
        UNKNOWN,
    );
    is_unknown("", "char *p = \"abc\"; if (p == \"abc\") reach_error();", UNKNOWN);
}

/// With `--check-bounds`.
fn accesses_are_safe(declarations: &str, body: &str, expected: Verdict) {
    let options = LowerOptions { checks: Checks::of(&[Check::Bounds]), ..LowerOptions::default() };
    for arch in [Arch::Ilp32, Arch::Lp64] {
        assert_eq!(verdict_with(&whole(declarations, body), arch, options), expected, "{}", body);
    }
}

#[test]
fn an_access_of_a_local_object_after_its_end_is_out_of_bounds() {
    let of_call = "static int *f(void) { int x = 4; int *p = &x; return p; }";
    accesses_are_safe(of_call, "int *p = f(); RARELY return *p;", Verdict::Unsafe);
    let of_block = "int *p = 0; { int x = 4; RARELY p = &x; } if (p) return *p; return 0;";
    accesses_are_safe("", of_block, Verdict::Unsafe);
    let fine =
        "int s = 0; for (int i = 0; i < 3; i++) { int x = i; int *p = &x; *p += 1; s += x; } return s;";
    accesses_are_safe("", fine, Verdict::Safe);
    is_unsafe(of_call, "int *p = f(); int y = *p; RARELY if (y != 4) reach_error();");
}

/// A variable that begins with an address and may lead to the heap later.
#[test]
fn first_values_are_kept_where_slots_are() {
    let begin = "void *malloc(unsigned); void free(void *); struct b { struct b *c, *d; } n = { &n, 0 };";
    is_unsafe(
        begin,
        "struct b *l = malloc(sizeof *l); if (l) n.c->d = l; RARELY if (n.c == &n && n.d == l) reach_error();
         free(l);",
    );
    let both =
        LowerOptions { checks: Checks::of(&[Check::Bounds, Check::Memory]), ..LowerOptions::default() };
    let text = whole(
        begin,
        "struct b *l = malloc(sizeof *l); if (!l) return 0; n.c->d = l; return __VERIFIER_nondet_int();",
    );
    assert_eq!(verdict_with(&text, Arch::Ilp32, both), Verdict::Safe);
}
