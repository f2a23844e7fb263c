//! Objects of the heap without a bound.

use crate::{verdict_with, whole, Verdict};
use indubit::base::Budget;
use indubit::c::{read, Arch, CFile, COptions, Check, Checks, Integers, LowerOptions, Source};
use indubit::engine::Outcome;
use indubit::portfolio::{Engine, ProgramVerifier, VerifyOptions};
use std::sync::Arc;

const DECLARATIONS: &str =
    "#include <stdlib.h>\n#include <string.h>\nstruct n { int v; struct n *next; };\nextern int nd(void);";

/// A list of the numbers from 6 down to 0.
const LIST: &str =
    "struct n *l = 0; for (int i = 0; i < 7; i++) { struct n *p = malloc(sizeof *p); p->v = i; \
    p->next = l; l = p; }";

fn options() -> LowerOptions {
    LowerOptions { heap_objects: 0, ..LowerOptions::default() }
}

fn has(body: &str, options: LowerOptions, expected: Verdict) {
    let text = whole(DECLARATIONS, body);
    for arch in [Arch::Ilp32, Arch::Lp64] {
        assert_eq!(verdict_with(&text, arch, options), expected, "{:?}\n{}", arch, text);
    }
}

fn is_safe(body: &str) {
    has(body, options(), Verdict::Safe);
}

fn is_unsafe(body: &str) {
    has(body, options(), Verdict::Unsafe);
}

fn is_unknown(body: &str, reason: &str) {
    match verdict_with(&whole(DECLARATIONS, body), Arch::Ilp32, options()) {
        Verdict::Unknown(found) => assert!(found.ends_with(reason), "{}\n{}", found, body),
        found => panic!("{:?}\n{}", found, body),
    }
}

fn with_list(rest: &str) -> String {
    format!("{} {}", LIST, rest)
}

#[test]
fn more_objects_than_slots_keep_what_is_stored() {
    is_safe(&with_list("RARELY if (l->next->next->v != 4) reach_error();"));
    is_unsafe(&with_list("RARELY if (l->next->next->next->next->next->v == 1) reach_error();"));
    is_safe(&with_list(
        "struct n c = *l; *l->next = c; RARELY if (l->next->v != 6 || l->next->next != l->next) reach_error();",
    ));
    is_safe(&with_list(
        "int *q = &l->next->v; *q = 44; RARELY if (l->next->v != 44 || l->v != 6) reach_error();",
    ));
    is_safe(&with_list("memset(l, 0, sizeof *l); RARELY if (l->v || l->next) reach_error();"));
    is_safe(
        "int *a = 0, *b = 0; for (int i = 0; i < 6; i++) { b = a; a = calloc(3, sizeof(int)); a[i % 3] = i; }
        RARELY if (a[2] != 5 || a[0] || b[1] != 4) reach_error();",
    );
    is_safe(
        "char *s = 0; for (int i = 0; i < 6; i++) { s = malloc(4); s[0] = i; s[1] = 7; s[2] = s[3] = 0; }
        RARELY if (*(int *)s != 7 * 256 + 5) reach_error();",
    );
}

#[test]
fn new_objects_have_arbitrary_bytes() {
    is_unsafe("struct n *l = malloc(sizeof *l); RARELY if (l->v == 12345) reach_error();");
    is_unsafe("struct n *l = malloc(sizeof *l); RARELY if (l->next == 0) reach_error();");
    is_unsafe("struct n *l = malloc(sizeof *l); RARELY if (l->next != 0) reach_error();");
    is_unknown(
        "struct n *l = malloc(sizeof *l); RARELY if (l->next->v == 3) reach_error();",
        "the object is not known",
    );
}

#[test]
fn ends_of_objects_are_exact() {
    let checked = LowerOptions { checks: Checks::of(&[Check::Memory]), ..options() };
    let verdict = |rest: &str, expected| has(&with_list(rest), checked, expected);
    verdict("RARELY { int *q = &l->next->v; free(l->next); *q = 3; }", Verdict::Unsafe);
    verdict("RARELY free(&l->next);", Verdict::Unsafe);
    verdict("RARELY { struct n *q = l; free(l); free(q); }", Verdict::Unsafe);
    verdict("RARELY { struct n *q = l->next; free(l); q->v = 2; free(q); }", Verdict::Safe);
    verdict("struct n *o = l; l = realloc(l, 2 * sizeof *l); RARELY if (o->v) return 1;", Verdict::Unsafe);
    has(
        &with_list(
            "l = realloc(l, 2 * sizeof *l); RARELY if (l[0].v != 6 || l->next->v != 5) reach_error();",
        ),
        checked,
        Verdict::Safe,
    );
}

#[test]
fn objects_of_one_call_are_told_apart() {
    is_safe(&with_list("RARELY if (l == l->next || l->next->next == l) reach_error();"));
    is_unknown(&with_list("RARELY if (l < l->next) reach_error();"), "objects is not known");
    is_unknown(&with_list("RARELY if (l - l->next == 1) reach_error();"), "addresses of different objects");
    is_unknown(
        "struct n *o = 0; for (int i = 0; i < 6; i++) { struct n *p = malloc(sizeof *p); RARELY if (p == o) \
            reach_error(); o = p; free(p); }",
        "an object that has ended, is not known",
    );
}

/// A list of any length, all of whose nodes have the value 1.
#[test]
fn all_nodes_of_a_list_of_any_length_are_known() {
    let text = whole(
        DECLARATIONS,
        "struct n *l = 0; while (nd()) { struct n *p = malloc(sizeof *p); p->v = 1; p->next = l; l = p; }
        for (; l; l = l->next) if (l->v != 1) reach_error();",
    );
    let budget = Budget::unlimited();
    let program = read(text.as_bytes(), &COptions::default(), &budget).expect("a program");
    let options = LowerOptions { integers: Integers::Mathematical, ..options() };
    let source = Source::new(program, options, &budget).expect("an automaton");
    let mut verify = VerifyOptions { engine: Engine::Spacer, ..VerifyOptions::default() };
    verify.images.cells = 1;
    let verifier = ProgramVerifier::of_source(Arc::new(CFile::without_text(source)), verify, budget);
    let verified = verifier.expect("any engine").verify(&mut ());
    assert!(matches!(verified.outcome, Outcome::Safe(_)), "{:?}", verified.outcome);
}

/// Without options, such a program gets its second model when a run has too many objects.
#[test]
fn objects_lose_their_bound_where_a_run_has_too_many() {
    let list =
        "struct n *l = 0; while (nd()) { struct n *p = malloc(sizeof *p); p->v = 1; p->next = l; l = p; }";
    let verdict = |rest: &str| {
        let text = whole(DECLARATIONS, &format!("{} {}", list, rest));
        let program = read(text.as_bytes(), &COptions::default(), &Budget::unlimited()).expect("a program");
        let source =
            Source::new(program, LowerOptions::default(), &Budget::unlimited()).expect("an automaton");
        let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
        let file = Arc::new(CFile::without_text(source));
        let verifier = ProgramVerifier::of_source(file, options, Budget::unlimited());
        let mut verifier = verifier.expect("any engine");
        let outcome = verifier.verify(&mut ()).outcome;
        let origin = verifier.origin().expect("a program");
        assert!(origin.wider(&Budget::unlimited()).is_none(), "the second model is the last");
        outcome
    };
    assert!(matches!(verdict("if (l && l->v != 1) reach_error();"), Outcome::Safe(_)));
    let sixth = "for (int i = 0; i < 5 && l; i++) l = l->next; RARELY if (l) reach_error();";
    assert!(matches!(verdict(sixth), Outcome::Unsafe(_)));
}
