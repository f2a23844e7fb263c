//! Objects of the heap that are not freed, or lost before the end.

use crate::{verdict_on, verdict_with, whole, Verdict};
use indubit::c::{Arch, COptions, Check, Checks, LowerOptions, Property};

const DECLARATIONS: &str = "#include <stdlib.h>\n#include <alloca.h>
struct n { struct n *next; struct n *back; };
struct n *head; int *g; void done(void) { free(g); } void stop(void) { exit(1); }
int *make(void) { int *p = malloc(sizeof *p); *p = 3; return p; }
void count(int *p) { int i = 0; while (i < 3) i++; *p = i; }";

/// The verdicts about objects that are lost, and about objects that are not freed.
fn verdicts(body: &str) -> [Verdict; 2] {
    let text = whole(DECLARATIONS, body);
    let of = |arch| {
        [Property::ValidMemtrack, Property::ValidMemcleanup]
            .map(|property| verdict_with(&text, arch, LowerOptions { property, ..LowerOptions::default() }))
    };
    let found = of(Arch::Ilp32);
    assert_eq!(of(Arch::Lp64), found, "{}", text);
    found
}

/// Checks that all objects are freed.
fn is_clean(body: &str) {
    assert_eq!(verdicts(body), [Verdict::Safe, Verdict::Safe], "{}", body);
}

/// Checks that objects may be left at the end, to which pointers lead.
fn leaves_some(body: &str) {
    assert_eq!(verdicts(body), [Verdict::Safe, Verdict::Unsafe], "{}", body);
}

/// Checks that objects may be lost, and are left at the end.
fn loses_some(body: &str) {
    assert_eq!(verdicts(body), [Verdict::Unsafe, Verdict::Unsafe], "{}", body);
}

#[test]
fn an_object_is_freed_or_left_or_lost() {
    is_clean("int *p = malloc(4); *p = 1; free(p);");
    is_clean("int *p = alloca(4); *p = 1;");
    is_clean("int *p = malloc(4); p = realloc(p, 8); free(p);");
    // The objects of `main` end with it, but not before `exit`.
    loses_some("int *p = malloc(4); RARELY return 0; free(p);");
    leaves_some("int *p = malloc(4); RARELY exit(0); free(p);");
    loses_some("{ int *p = malloc(4); RARELY goto out; free(p); } out: ;");
    loses_some("int *p = malloc(4); *p = 1; RARELY p = malloc(4); free(p);");
    leaves_some("g = malloc(4); RARELY return 0; free(g);");
    leaves_some("static int *s; s = malloc(8); s++; RARELY return 0; free(s - 1);");
}

#[test]
fn the_objects_of_calls_end_with_them() {
    is_clean("int *p = make(); count(p); { int *q = make(); free(q); } free(p);");
    loses_some("int *p = make(); count(p); RARELY make(); free(p);");
    // At `exit` the objects of the calls around it still exist.
    leaves_some("int *p = make(); RARELY stop(); free(p);");
    is_clean("int *p = make(); RARELY abort(); free(p);");
    // `abort` is no end at which all has to be freed.
    let lost = "int *p = make(); RARELY p = 0; else { free(p); p = 0; } abort();";
    assert_eq!(verdicts(lost), [Verdict::Unsafe, Verdict::Safe]);
}

#[test]
fn functions_of_atexit_may_free() {
    is_clean("g = malloc(4); atexit(done); RARELY exit(0);");
    leaves_some("g = malloc(4); RARELY return 0; atexit(done);");
}

#[test]
fn pointers_are_followed_through_the_heap() {
    let make = "struct n *a = malloc(sizeof *a); a->next = malloc(sizeof *a); a->next->next = 0;";
    is_clean(&format!("{} free(a->next); free(a);", make));
    loses_some(&format!("{} RARELY {{ free(a); return 0; }} free(a->next); free(a);", make));
    leaves_some(&format!("{} head = a; RARELY return 0; free(a->next); free(a);", make));
    // A pointer that is left to a freed object does not lead on.
    loses_some(&format!("{} head = a; RARELY {{ free(a); return 0; }} free(a->next); free(a);", make));
    // A circle holds itself, and nothing holds the circle.
    loses_some(&format!("{} head = a; a->next->next = a; a = 0; RARELY head = 0; else exit(0);", make));
}

#[test]
fn an_object_is_lost_in_a_run_that_never_ends() {
    let unsafe_and_safe = [Verdict::Unsafe, Verdict::Safe];
    assert_eq!(verdicts("int *p = malloc(4); RARELY p = 0; while (1) { }"), unsafe_and_safe);
    assert_eq!(verdicts("int *p = malloc(4); RARELY p = 0; again: goto again;"), unsafe_and_safe);
    assert_eq!(verdicts("int *p = malloc(4); for (;;) { *p = 1; }"), [Verdict::Safe, Verdict::Safe]);
}

#[test]
fn objects_without_a_bound_are_counted() {
    let list = "struct n *l = 0; while (__VERIFIER_nondet_int()) {
        struct n *p = malloc(sizeof *p); p->next = l; l = p; }";
    let options =
        LowerOptions { property: Property::ValidMemcleanup, heap_objects: 0, ..LowerOptions::default() };
    for (end, expected) in [("while (l)", Verdict::Safe), ("while (l && l->next)", Verdict::Unsafe)] {
        let body = format!("{} {} {{ struct n *q = l->next; free(l); l = q; }}", list, end);
        let text = whole(DECLARATIONS, &body);
        assert_eq!(verdict_with(&text, Arch::Lp64, options), expected, "{}", text);
    }
}

/// The verdict about the safety of memory if calls of `malloc` make objects without a bound.
fn verdict_of_families(body: &str) -> Verdict {
    let options =
        LowerOptions { property: Property::ValidMemsafety, heap_objects: 0, ..LowerOptions::default() };
    verdict_with(&whole(DECLARATIONS, body), Arch::Lp64, options)
}

const PUSH: &str = "struct m { struct m *next; int v; } *l = 0; while (__VERIFIER_nondet_int()) {
    struct m *p = malloc(sizeof *p); p->next = l; l = p; }";

#[test]
fn a_list_of_any_length_loses_no_node() {
    let freed = format!("{} while (l) {{ struct m *q = l->next; free(l); l = q; }}", PUSH);
    assert_eq!(verdict_of_families(&freed), Verdict::Safe);
    // A global variable holds the list at the end.
    let held = "while (__VERIFIER_nondet_int()) {
        struct n *p = malloc(sizeof *p); p->next = head; p->back = 0; head = p; }";
    assert_eq!(verdict_of_families(held), Verdict::Safe);
}

#[test]
fn objects_without_a_bound_that_are_lost_are_not_taken_for_held_ones() {
    let dropped = format!("{} while (l) {{ struct m *q = l->next; if (q) free(l); l = q; }}", PUSH);
    let left = format!("{} while (l && l->next) {{ struct m *q = l->next; free(l); l = q; }}", PUSH);
    // All nodes of a circle have holders, but none is above all others.
    let circle = "struct n *a = 0, *b = 0; while (__VERIFIER_nondet_int()) {
        a = malloc(sizeof *a); b = malloc(sizeof *b); a->next = b; b->next = a; a = 0; b = 0; }";
    for body in [&dropped[..], &left, circle] {
        assert_ne!(verdict_of_families(body), Verdict::Safe, "{}", body);
    }
}

#[test]
fn a_call_of_malloc_may_fail() {
    let text = whole(DECLARATIONS, "int *p = malloc(4); CHECK *p = 1; free(p);");
    for (check, expected) in [("", Verdict::Unsafe), ("if (p == 0) return 0;", Verdict::Safe)] {
        let target = COptions { malloc_may_fail: true, ..COptions::default() };
        let options = LowerOptions { checks: Checks::of(&[Check::Bounds]), ..LowerOptions::default() };
        assert_eq!(verdict_on(&text.replace("CHECK", check), target, options), expected);
    }
}

#[test]
fn the_environment_need_not_be_freed() {
    is_clean("char *s = getenv(\"HOME\"); return s != 0 && s[0] == 0;");
}

#[test]
fn the_size_that_all_calls_of_a_wrapper_pass_on_is_a_constant() {
    let text = "#include <stdlib.h>
        extern int __VERIFIER_nondet_int(void);
        struct n { int v; struct n *next; };
        void *make(size_t size) { void *p = malloc(size); if (p == 0) abort(); return p; }
        int main(void) {
            struct n *l = 0;
            while (__VERIFIER_nondet_int()) { struct n *p = make(sizeof *p); p->v = 7; p->next = l; l = p; }
            while (l) { __CPROVER_assert(l->v == 7, \"seven\"); l = l->next; }
            return 0;
        }";
    let options = LowerOptions { heap_objects: 0, ..LowerOptions::default() };
    assert_eq!(verdict_with(text, Arch::Ilp32, options), Verdict::Safe);
}
