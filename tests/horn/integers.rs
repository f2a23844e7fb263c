//! Clauses over words as clauses over integers, against the derivation of all facts.

use crate::cases::scaled;
use crate::counts::enough;
use crate::engines::is_model;
use crate::random_horn::{least, random_horn};
use indubit::base::{Budget, Rng};
use indubit::engine::horn::{Houdini, Spacer, SpacerOptions};
use indubit::engine::Outcome;
use indubit::evidence::horn::check_refutation;
use indubit::input::horn;
use indubit::model::encode::integers::{to_integer_clauses, IntegerHorn, Wraps};
use indubit::model::horn::{Clause, Horn, Interpretation, Refutation};
use indubit::portfolio::{HornVerifier, VerifyOptions};
use indubit::solver::smt::{Answer, Solver};
use indubit::solver::term::TermId;

fn solved(encoded: &IntegerHorn) -> Outcome<Interpretation, Refutation> {
    let options = SpacerOptions { max_frames: 40, ..SpacerOptions::default() };
    Spacer::new(&encoded.horn, options, Budget::unlimited()).prove(&mut ())
}

#[test]
fn integers_that_wrap_around_have_the_verdict_of_words_and_evidence_comes_back() {
    let (mut safe, mut refuted) = (0, 0);
    for seed in 0..scaled(600) as u64 {
        let horn = random_horn(&mut Rng::new(seed), 2);
        let encoded = match to_integer_clauses(&horn, Wraps::Kept, &Budget::unlimited()) {
            Ok(encoded) => encoded,
            Err(_) => continue,
        };
        let is_derivable = least(&horn).refutation.is_some();
        match solved(&encoded) {
            Outcome::Safe(found) => {
                assert!(!is_derivable, "{}", seed);
                let found = encoded.interpretation(&horn, &found, false).expect("about integers");
                assert!(is_model(&horn, found), "{}", seed);
                safe += 1;
            }
            Outcome::Unsafe(found) => {
                let found = encoded.refutation(found).expect("a refutation");
                assert_eq!(check_refutation(&horn, &found), Ok(()), "{}", seed);
                refuted += 1;
            }
            Outcome::Unknown(reason) => panic!("{} {}", seed, reason),
        }
    }
    assert!(enough(safe, 50) && enough(refuted, 50), "{} {}", safe, refuted);
}

/// Candidates without those that some clause falsifies, one after the other, with a new solver for each question.
fn subset(horn: &Horn, mut found: Interpretation, mut left: Vec<Vec<TermId>>) -> Vec<Vec<TermId>> {
    loop {
        let before: usize = left.iter().map(Vec::len).sum();
        for clause in horn.clauses() {
            let head = match &clause.head {
                Some(head) => head.predicate.index(),
                None => continue,
            };
            for candidate in left[head].clone() {
                found.formulas = left.iter().map(|list| found.terms.and(list)).collect();
                if may_violate(horn, &mut found, clause, candidate) {
                    left[head].retain(|&t| t != candidate);
                }
            }
        }
        if left.iter().map(Vec::len).sum::<usize>() == before {
            return left;
        }
    }
}

fn may_violate(horn: &Horn, found: &mut Interpretation, clause: &Clause, candidate: TermId) -> bool {
    let mut solver = Solver::default();
    let mut formulas = vec![clause.constraint];
    formulas.extend(clause.body.iter().map(|atom| found.apply(horn, atom)));
    if let Some(head) = &clause.head {
        found.formulas[head.predicate.index()] = candidate;
        let head = found.apply(horn, head);
        formulas.push(found.terms.not(head));
    }
    formulas.iter().for_each(|&f| solver.assert(&mut found.terms, f));
    solver.check(&mut found.terms, &[]) == Answer::Sat
}

#[test]
fn houdini_finds_the_largest_subset_of_the_candidates() {
    let (mut some, mut none) = (0, 0);
    for seed in 0..scaled(150) as u64 {
        let horn = random_horn(&mut Rng::new(seed), 2);
        let encoded = match to_integer_clauses(&horn, Wraps::Ignored, &Budget::unlimited()) {
            Ok(encoded) => encoded,
            Err(_) => continue,
        };
        let found = match solved(&encoded) {
            Outcome::Safe(found) => found,
            _ => continue,
        };
        let (terms, candidates) = encoded.candidates(&horn, &found).expect("about integers");
        let formulas = Vec::new();
        let expected = subset(&horn, Interpretation::new(terms.clone(), formulas), candidates.clone());
        let mut found = Houdini::new(&horn, &terms, candidates.clone(), &Budget::unlimited())
            .interpretation()
            .expect("no limit");
        let expected: Vec<TermId> = expected.iter().map(|list| found.terms.and(list)).collect();
        assert_eq!(found.formulas, expected, "{}", seed);
        let all: Vec<TermId> = candidates.iter().map(|list| found.terms.and(list)).collect();
        if all == expected {
            none += 1;
        } else {
            some += 1;
        }
    }
    assert!(enough(some, 10) && enough(none, 5), "{} {}", some, none);
}

/// Regression: words inside of a datatype or an array panicked when no variable was of such a sort.
#[test]
fn words_that_are_compared_inside_of_other_values_have_no_integers() {
    let text = "(set-logic HORN)
        (declare-datatypes ((Pair 0)) (((pair (first (_ BitVec 4)) (second (_ BitVec 4))))))
        (declare-fun p ((_ BitVec 4)) Bool)
        (assert (forall ((x (_ BitVec 4)) (y (_ BitVec 4))) (=> (= (pair x #x0) (pair #x3 y)) (p x))))
        (assert (forall ((x (_ BitVec 4)))
            (=> (and (p x) (= (store ((as const (Array Bool (_ BitVec 4))) x) true #x3)
                              ((as const (Array Bool (_ BitVec 4))) #x3))) false)))";
    let horn = horn::read(text.as_bytes(), &Budget::unlimited()).expect("Horn clauses").horn;
    assert!(to_integer_clauses(&horn, Wraps::Kept, &Budget::unlimited()).is_err());
    let verified = HornVerifier::new(horn, VerifyOptions::default(), Budget::unlimited());
    assert!(matches!(verified.expect("clauses").verify(&mut ()).outcome, Outcome::Unsafe(_)));
}
