//! Accesses of objects of the heap after their end, and wrong frees, as errors.

use crate::{verdict_with, whole, Verdict};
use indubit::c::{Arch, Check, Checks, LowerOptions};

const DECLARATIONS: &str = "#include <stdlib.h>\n#include <alloca.h>\nstruct n { int v; struct n *next; };
int g; int f(void) { return 1; } int *make(void) { return malloc(4); }
int *of_call(void) { int *p = alloca(4); *p = 1; return p; }";

fn checked() -> LowerOptions {
    LowerOptions { checks: Checks::of(&[Check::Memory]), ..LowerOptions::default() }
}

fn has(body: &str, expected: &Verdict) {
    has_with(body, expected, checked());
}

fn has_with(body: &str, expected: &Verdict, options: LowerOptions) {
    let text = whole(DECLARATIONS, body);
    for arch in [Arch::Ilp32, Arch::Lp64] {
        assert_eq!(&verdict_with(&text, arch, options), expected, "{:?}\n{}", arch, text);
    }
}

/// Checks that a program has an error of memory.
fn is_wrong(body: &str) {
    has(body, &Verdict::Unsafe);
}

/// Checks that a program has an error of memory, and is safe without the option.
fn is_wrong_if_checked(body: &str) {
    is_wrong(body);
    has_with(body, &Verdict::Safe, LowerOptions::default());
}

fn is_right(body: &str) {
    has(body, &Verdict::Safe);
}

#[test]
fn an_access_after_the_end_is_an_error() {
    is_wrong_if_checked("int *p = malloc(4); *p = 1; free(p); RARELY return *p;");
    is_wrong_if_checked("int *p = malloc(4); *p = 1; free(p); RARELY *p = 2;");
    is_wrong_if_checked("struct n *p = malloc(sizeof *p); struct n *q = p; free(p); RARELY q->next = 0;");
    is_wrong_if_checked("int *p = of_call(); RARELY return *p;");
    is_wrong_if_checked(
        "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 3) return 0; char *p = malloc(n); free(p); \
        RARELY p[n - 1] = 1;",
    );
    is_right("int *p = malloc(4); *p = 1; RARELY return *p; free(p);");
    is_right("struct n *p = malloc(sizeof *p); free(p); int **q = (int **)&p->next; RARELY return p == 0;");
}

#[test]
fn a_wrong_free_is_an_error() {
    is_wrong_if_checked("int *p = malloc(4); free(p); RARELY free(p);");
    is_wrong_if_checked("int x; RARELY free(&x);");
    is_wrong_if_checked("RARELY free(&g);");
    is_wrong_if_checked("int *p = malloc(8); RARELY free(p + 1);");
    is_wrong_if_checked("RARELY free(\"text\");");
    is_wrong_if_checked("RARELY free((void *)12);");
    is_wrong_if_checked("RARELY free((void *)f);");
    is_wrong_if_checked("int *p = alloca(4); RARELY free(p);");
    is_right("RARELY free(0); free(malloc(3)); int *p = malloc(8); free(p + 1 - 1);");
    is_right("int *p = 0; RARELY p = malloc(4); free(p);");
}

#[test]
fn lists_are_freed_once() {
    let list = "struct n *l = 0; for (int i = 0; i < 3; i++) { struct n *n = malloc(sizeof *n); n->v = i; n->next = l; \
        l = n; }";
    is_right(&format!("{} while (l) {{ struct n *next = l->next; free(l); l = next; }}", list));
    // Without the check the member has any value after the end, and may lead to any object.
    is_wrong(&format!("{} RARELY while (l) {{ free(l); l = l->next; }}", list));
    is_wrong_if_checked(&format!(
        "{} struct n *last = l->next; while (l) {{ struct n *next = l->next; free(l); l = next; }} \
        RARELY free(last);",
        list
    ));
}

#[test]
fn an_old_pointer_does_not_lead_to_a_new_object() {
    is_wrong("int *p = make(); free(p); int *q = make(); *q = 1; RARELY return *p;");
    is_wrong("int *p = make(); free(p); int *q = make(); *q = 1; RARELY free(p);");
    is_wrong("struct n k; k.next = (struct n *)make(); free(k.next); int *q = make(); RARELY return *(int *)k.next;");
    // Operands that were evaluated before the change of the variable.
    is_wrong("int *p = make(); free(p); RARELY return *p + (p = make(), *p = 1);");
    is_wrong("int *p = make(); RARELY *p = (free(p), p = make(), 1);");
}

#[test]
fn a_slot_is_used_again_where_no_pointer_leads_to_it() {
    is_right(
        "for (int i = 0; i < 20; i++) { int *p = malloc(4); *p = i; if (*p != i) reach_error(); free(p); }",
    );
    is_right("int *p = 0; for (int i = 0; i < 20; i++) { free(p); p = make(); *p = i; }");
    is_right("int s = 0; for (int i = 0; i < 9; i++) s += of_call() == 0; RARELY return s;");
    let text = whole(
        DECLARATIONS,
        "int *p[6]; for (int i = 0; i < 6; i++) { p[i] = malloc(4); free(p[i]); } RARELY return *p[0];",
    );
    match verdict_with(&text, Arch::Lp64, checked()) {
        Verdict::Unknown(reason) => assert!(reason.contains("or have pointers to them"), "{}", reason),
        found => panic!("{:?}", found),
    }
}

#[test]
fn bounds_and_memory_are_checked_together() {
    let both = LowerOptions { checks: Checks::of(&[Check::Bounds, Check::Memory]), ..checked() };
    has_with("int *p = malloc(4); free(p); RARELY p[3] = 1;", &Verdict::Unsafe, both);
    has_with("int *p = malloc(4); RARELY p[3] = 1;", &Verdict::Unsafe, both);
    has("int *p = malloc(4); RARELY p[3] = 1;", &Verdict::Safe);
    has("int *p = malloc(4); free(p); RARELY p[3] = 1;", &Verdict::Unsafe);
}

#[test]
fn realloc_ends_the_old_object() {
    is_wrong_if_checked("int *p = malloc(4); int *q = realloc(p, 8); *q = 1; RARELY return *p;");
    is_wrong_if_checked("int *p = malloc(4); int *q = realloc(p, 8); *q = 1; RARELY free(p);");
    is_wrong_if_checked("int *p = malloc(8); RARELY p = realloc(p + 1, 8);");
    is_wrong_if_checked("int x; RARELY realloc(&x, 8);");
    is_right("int *p = realloc(0, 4); for (int i = 0; i < 9; i++) { p = realloc(p, 8); *p = i; } free(p);");
}

#[test]
fn slots_of_recursive_programs_are_used_once() {
    let declarations = "#include <stdlib.h>\nint *make(void) { return malloc(4); }
        int f(int n) { int *p = make(); *p = 1; if (n > 0) f(n - 1); int r = *p; free(p); return r; }";
    let text = whole(declarations, "RARELY f(1);");
    assert_eq!(verdict_with(&text, Arch::Lp64, checked()), Verdict::Safe);
    let declarations = "#include <stdlib.h>\nint *make(void) { return malloc(4); }
        int f(int n) { int *p = make(); free(p); return n > 0 ? f(n - 1) + *p : 0; }";
    let text = whole(declarations, "RARELY return f(1);");
    assert_eq!(verdict_with(&text, Arch::Lp64, checked()), Verdict::Unsafe);
}
