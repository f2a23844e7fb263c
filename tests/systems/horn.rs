//! Systems as Horn clauses.

use indubit::base::Budget;
use indubit::input::{btor2, horn, vmt};
use indubit::model::encode::horn::of_system;
use indubit::model::system::System;
use indubit::solver::term::Sort;

/// The lines between the logic and the question.
fn clauses(system: &System) -> Vec<String> {
    let text = horn::write(&of_system(system).horn);
    let inner = text.strip_prefix("(set-logic HORN)\n").and_then(|t| t.strip_suffix("(check-sat)\n(exit)\n"));
    inner.expect("a script for Horn solvers").lines().map(str::to_string).collect()
}

#[test]
fn a_counter_of_words() {
    let text =
        "1 sort bitvec 3\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n6 input 2 enable\n\
                7 uext 1 6 2\n8 add 1 4 7\n9 next 1 4 8\n10 ones 1\n11 eq 2 4 10\n12 bad 11\n";
    let file = btor2::read(text.as_bytes(), &Budget::unlimited()).expect("a system");
    let word = "(_ BitVec 3)";
    let expected = [
        format!("(declare-fun reachable ({}) Bool)", word),
        format!("(assert (forall ((count {})) (=> (= #b000 count) (reachable count))))", word),
        format!(
            "(assert (forall ((count {}) (count.next {}) (enable Bool)) (=> (and (reachable count) \
             (= (bvadd count (concat #b00 (ite enable #b1 #b0))) count.next)) (reachable count.next))))",
            word, word
        ),
        format!(
            "(assert (forall ((count {}) (enable Bool)) (=> (and (reachable count) (= #b111 count)) false)))",
            word
        ),
    ];
    assert_eq!(clauses(&file.system), expected);
}

#[test]
fn names_are_quoted_and_distinct() {
    let mut system = System::default();
    let odd = system.declare_state("two words", Sort::Bool);
    let predicate = system.declare_state("reachable", Sort::Real);
    let shared = system.declare_input("shared.0", Sort::Bool);
    let terms = system.terms_mut();
    let bad = terms.iff(odd.current, shared);
    let (half, keeps) =
        (terms.real("1/2".parse().expect("a number")), terms.eq(predicate.next, predicate.current));
    let init = terms.eq(predicate.current, half);
    system.set_init(init);
    system.set_trans(keeps);
    system.add_property("", bad);
    // The predicate keeps its name; the variable of the same name gets another one.
    let variables = "(|two words| Bool) (reachable_2 Real)";
    assert_eq!(
        clauses(&system),
        [
            "(declare-fun reachable (Bool Real) Bool)".to_string(),
            format!("(assert (forall ({}) (=> (= reachable_2 (/ 1.0 2.0)) \
                 (reachable |two words| reachable_2))))", variables),
            format!(
                "(assert (forall ({} (|two words.next| Bool) (reachable.next Real) (shared.0_2 Bool)) (=> (and \
                 (reachable |two words| reachable_2) (= (+ reachable.next (* (- 1.0) reachable_2)) 0.0)) \
                 (reachable |two words.next| reachable.next))))",
                variables
            ),
            format!(
                "(assert (forall ({} (shared.0_2 Bool)) (=> (and (reachable |two words| reachable_2) \
                 (= |two words| shared.0_2)) false)))",
                variables
            ),
        ]
    );
}

#[test]
fn terms_that_occur_twice_are_written_once() {
    let mut system = System::default();
    let mut term = system.declare_state("x", Sort::BitVec(4)).current;
    let terms = system.terms_mut();
    for _ in 0..100 {
        term = terms.bv_udiv(term, term);
    }
    let zero = terms.bv(0, 4);
    let bad = terms.eq(term, zero);
    system.add_property("", bad);
    let text = horn::write(&of_system(&system).horn);
    assert!(text.contains("(let ((shared.0 (bvudiv x x)))") && text.len() < 10_000, "{}", text);
}

#[test]
fn all_properties_are_one_query() {
    let text = "(declare-fun b () Bool)(declare-fun b! () Bool)(define-fun .b () Bool (! b :next b!))
        (define-fun .init () Bool (! b :init true))(define-fun .trans () Bool (! b! :trans true))
        (define-fun .p () Bool (! b :invar-property 0))(define-fun .q () Bool (! (not b) :invar-property 1))";
    let system = vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system");
    assert_eq!(
        clauses(&system),
        [
            "(declare-fun reachable (Bool) Bool)",
            "(assert (forall ((b Bool)) (=> b (reachable b))))",
            "(assert (forall ((b Bool) (b! Bool)) (=> (and (reachable b) b!) (reachable b!))))",
            "(assert (forall ((b Bool)) (=> (reachable b) false)))",
        ]
    );
}

#[test]
fn a_system_without_variables_has_no_quantifiers() {
    let mut system = System::default();
    system.add_property("", indubit::solver::term::Terms::TRUE);
    assert_eq!(
        clauses(&system),
        [
            "(declare-fun reachable () Bool)",
            "(assert (=> true reachable))",
            "(assert (=> reachable reachable))",
            "(assert (=> reachable false))",
        ]
    );
}
