//! Objects of the heap.

use crate::{is_safe, is_unknown, is_unsafe, verdict_with, whole, Verdict};
use indubit::c::{Arch, Integers, LowerOptions};

const DECLARATIONS: &str = "#include <stdlib.h>\nstruct n { int v; struct n *next; };";

#[test]
fn an_object_keeps_what_is_stored() {
    is_unsafe(DECLARATIONS, "int *p = malloc(4); *p = 7; RARELY if (*p == 7) reach_error();");
    is_safe(DECLARATIONS, "int *p = malloc(4); *p = 7; RARELY if (*p != 7) reach_error();");
    is_unsafe(DECLARATIONS, "int *p = malloc(4); RARELY if (*p == 12345) reach_error();");
    is_safe(DECLARATIONS, "int *p = calloc(3, sizeof(int)); RARELY if (p[1] != 0) reach_error();");
    is_safe(
        DECLARATIONS,
        "int *p = malloc(4), *q = malloc(4); *p = 1; *q = 2; RARELY if (*p != 1 || p == q) reach_error();",
    );
}

/// Over integers, a fresh object may hold any value of its type, and the interpreter agrees.
#[test]
fn contents_of_fresh_objects_are_arbitrary_over_integers() {
    let options = LowerOptions { integers: Integers::Mathematical, ..LowerOptions::default() };
    let has = |body: &str, expected: &Verdict| {
        let text = whole("#include <stdlib.h>\n#include <alloca.h>\n", body);
        for arch in [Arch::Ilp32, Arch::Lp64] {
            assert_eq!(&verdict_with(&text, arch, options), expected, "{:?}\n{}", arch, text);
        }
    };
    for body in [
        "int *p = malloc(4); if (*p > 5) reach_error();",
        "int *p = malloc(8); if (p[0] == 3 && p[1] == -7) reach_error();",
        "unsigned char *p = alloca(2); if (p[0] == 200 && p[1] == 0) reach_error();",
        "int **p = malloc(sizeof *p); if (*p) reach_error();",
        "int *p = calloc(1, 4); p = realloc(p, 8); if (p[0] == 0 && p[1] == 9) reach_error();",
    ] {
        has(body, &Verdict::Unsafe);
    }
    for body in [
        "int *p = calloc(1, 4); if (*p) reach_error();",
        "int *p = malloc(4); *p = 7; if (*p != 7) reach_error();",
        "unsigned char *p = malloc(1); if (*p > 255) reach_error();",
        "int *p = malloc(4); if (*p > 2147483647) reach_error();",
    ] {
        has(body, &Verdict::Safe);
    }
}

#[test]
fn short_lists_and_trees_work() {
    let list = "struct n *l = 0; for (int i = 0; i < 3; i++) { struct n *n = malloc(sizeof *n); n->v = i; n->next = l; \
        l = n; } RARELY { int s = 0; for (; l; l = l->next) s += l->v;";
    is_unsafe(DECLARATIONS, &format!("{} if (s == 3) reach_error(); }}", list));
    is_safe(DECLARATIONS, &format!("{} if (s != 3) reach_error(); }}", list));
    is_unsafe(
        "#include <stdlib.h>
        struct t { int v; struct t *l, *r; };
        struct t *make(int v) { struct t *t = calloc(1, sizeof *t); t->v = v; return t; }",
        "struct t *t = make(2); t->l = make(1); t->r = make(3); \
            RARELY if (t->l->v == 1 && t->r->v == 3 && !t->l->l) reach_error();",
    );
}

#[test]
fn the_type_of_an_object_is_seen_behind_a_wrapper() {
    is_safe(
        "#include <stdlib.h>
        struct n { int v; struct n *next; };
        void *wrapped(unsigned long n) { return malloc(n); }",
        "struct n *a = wrapped(sizeof *a); a->v = 3; a->next = a; RARELY if (a->next->next->v != 3) reach_error();",
    );
}

#[test]
fn the_size_that_two_calls_of_a_wrapper_pass_on_is_not_that_of_a_third() {
    is_safe(
        "#include <stdlib.h>
        void *wrapped(unsigned long n) { return malloc(n); }",
        "char *a = wrapped(4), *b = wrapped(4), *c = wrapped(8); c[7] = 5; if (a != b && c[7] != 5) reach_error();",
    );
}

#[test]
fn freed_slots_are_used_again() {
    is_safe(
        DECLARATIONS,
        "for (int i = 0; i < 20; i++) { int *p = malloc(4); *p = i; if (*p != i) reach_error(); free(p); }",
    );
    is_safe(
        "#include <alloca.h>\nint f(int n) { int *p = alloca(8); p[0] = n; p[1] = 2; return p[0] + p[1]; }",
        "int s = 0; for (int i = 0; i < 9; i++) s += f(i); if (s != 54) reach_error();",
    );
}

#[test]
fn more_objects_than_slots_are_an_unsupported_point() {
    let body = "struct n *l = 0; for (int i = 0; i < 6; i++) { struct n *n = malloc(sizeof *n); n->v = i; n->next = l; \
        l = n; } RARELY if (l->v != 5) reach_error();";
    is_unknown(
        DECLARATIONS,
        body,
        "objects of the heap that this call makes are alive; raise --heap-objects",
    );
    let options = LowerOptions { heap_objects: 6, ..LowerOptions::default() };
    assert_eq!(verdict_with(&whole(DECLARATIONS, body), Arch::Ilp32, options), Verdict::Safe);
}

#[test]
fn the_size_may_be_computed() {
    is_unsafe(
        DECLARATIONS,
        "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 5) return 0; int *p = malloc(n * sizeof(int)); \
            for (int i = 0; i < n; i++) p[i] = i; RARELY if (p[n - 1] == 4) reach_error();",
    );
}

#[test]
fn realloc_keeps_the_first_bytes() {
    is_safe(
        DECLARATIONS,
        "int *p = malloc(8); p[0] = 1; p[1] = 2; p = realloc(p, 16); p[3] = 4; \
            RARELY if (p[0] != 1 || p[1] != 2 || p[3] != 4) reach_error();",
    );
    is_unsafe(
        DECLARATIONS,
        "int *p = malloc(8); p[0] = 1; p[1] = 2; p = realloc(p, 16); RARELY if (p[2] == 7) reach_error();",
    );
    is_unsafe(
        DECLARATIONS,
        "int *p = realloc(0, 8); p[1] = 3; p = realloc(p, 4); p = realloc(p, 12); RARELY if (p[1] == 4) reach_error();",
    );
    is_safe(
        DECLARATIONS,
        "char *p = malloc(2); p[0] = 1; p[1] = 2; p = realloc(p, 5); RARELY if (p[0] + p[1] != 3) reach_error();",
    );
    is_safe(
        DECLARATIONS,
        "long *p = reallocarray(0, 2, sizeof *p); p[1] = 5; p = reallocarray(p, 3, sizeof *p); \
            RARELY if (p[1] != 5) reach_error();",
    );
}

#[test]
fn realloc_to_computed_sizes_grows_arrays() {
    is_safe(
        DECLARATIONS,
        "int n = __VERIFIER_nondet_int(); if (n < 1 || n > 2) return 0; int *p = malloc(n * sizeof(int)); p[0] = 7; \
            p = realloc(p, (n + 1) * sizeof(int)); p[n] = 8; RARELY if (p[0] != 7 || p[n] != 8) reach_error();",
    );
    is_unsafe(
        "#include <stdlib.h>
        struct v { int *at; int size, room; };
        void push(struct v *v, int x) {
          if (v->size == v->room) { v->room = 2 * v->room; v->at = realloc(v->at, v->room * sizeof *v->at); }
          v->at[v->size++] = x;
        }",
        "struct v v = {malloc(4), 0, 1}; push(&v, 4); push(&v, 5); \
            RARELY if (v.at[0] == 4 && v.at[1] == 5) reach_error();",
    );
}

#[test]
fn realloc_copies_pointers() {
    is_safe(
        DECLARATIONS,
        "struct n *p = malloc(sizeof *p); p->v = 3; p->next = p; struct n *q = realloc(p, 2 * sizeof *p); \
            q[1].next = q; RARELY if (q->v != 3 || q[1].next->v != 3) reach_error();",
    );
    is_safe(
        "#include <stdlib.h>
        struct n { int v; };
        void *grown(void *p, size_t n) { void *q = realloc(p, n); if (!q) abort(); return q; }",
        "struct n **p = malloc(sizeof *p), a, b; *p = &a; p = grown(p, 2 * sizeof *p); p[1] = &b; a.v = 1; b.v = 2; \
            p = grown(p, 3 * sizeof *p); RARELY if (p[0]->v != 1 || p[1]->v != 2) reach_error();",
    );
}

#[test]
fn what_realloc_does_not_say_is_not_followed() {
    is_unknown(
        DECLARATIONS,
        "int *p = malloc(4); RARELY p = realloc(p, 0);",
        "an object of the heap gets the size 0",
    );
    is_unknown(
        DECLARATIONS,
        "char *p = malloc(6); *p = 1; RARELY { int *q = realloc(p, 8); return q[1]; }",
        "a scalar of the new object of which the old one has a part",
    );
}

#[test]
fn posix_memalign_makes_an_object() {
    is_safe(
        DECLARATIONS,
        "int *p, *q; if (posix_memalign((void **)&p, 16, 8)) reach_error(); posix_memalign((void **)&q, 16, 8); \
            p[1] = 5; q[1] = 6; RARELY if (p[1] != 5 || q[1] != 6) reach_error();",
    );
}

#[test]
fn an_allocator_aligns_for_no_type() {
    let types = "extern void *malloc(__SIZE_TYPE__); struct s { _Alignas(64) int x; };";
    is_unknown(
        types,
        "struct s *p = malloc(sizeof *p); if ((unsigned long)p & 63) reach_error();",
        "the bits of an address are not known",
    );
    is_safe(types, "struct s *p = malloc(sizeof *p); RARELY if ((unsigned long)p & 7) reach_error();");
}
