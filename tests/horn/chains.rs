//! Whether chains of derivations end.

use crate::cases::scaled;
use crate::counts::enough;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::{check, CheckOptions};
use indubit::input::{horn, ClausesFile, Model};
use indubit::portfolio::{verify, Form, VerifyOptions};
use std::fmt::Write;

fn clauses(text: &str) -> Model {
    let script = horn::read(text.as_bytes(), &Budget::unlimited()).expect("clauses");
    Model::Clauses(ClausesFile::Script(Box::new(script)))
}

/// The verdict, `None` for an unknown one, with the evidence, which is checked as a file.
fn verdict(model: &Model, propagations: u64) -> (Option<bool>, Vec<u8>) {
    let options = VerifyOptions { ending: true, ..VerifyOptions::default() };
    let budget = Budget::unlimited().with_propagations(propagations);
    let report = verify(model, &options, &budget, &mut ()).expect("clauses");
    let mut written = Vec::new();
    let all_end = match &report.verdicts[0].outcome {
        Outcome::Safe(proof) => proof.write(Form::Text, &mut written).map(|_| true).expect("a text"),
        Outcome::Unsafe(run) => run.write(Form::Text, &mut written).map(|_| false).expect("a text"),
        Outcome::Unknown(_) => return (None, written),
    };
    let checked = check(model, &written, &CheckOptions::default(), &Budget::unlimited()).expect("evidence");
    assert_eq!((&checked[0].result, checked[0].is_safe), (&Ok(()), all_end));
    (Some(all_end), written)
}

const LOOP: &str = "(set-logic HORN)
    (declare-fun loop (Int Int) Bool)
    (assert (forall ((x Int) (y Int)) (=> (> y LEAST) (loop x y))))
    (assert (forall ((x Int) (y Int)) (=> (and (loop x y) (> x 0)) (loop (- x y) y))))
    (check-sat)";

#[test]
fn a_loop_of_clauses_ends_if_its_step_is_positive() {
    let (ends, goes_on) = (LOOP.replace("LEAST", "0"), LOOP.replace("LEAST", "(- 1)"));
    let (found, proof) = verdict(&clauses(&ends), 3_000_000);
    assert_eq!(found, Some(true));
    let (found, run) = verdict(&clauses(&goes_on), 3_000_000);
    assert_eq!(found, Some(false));
    // Each kind of evidence is none for the other clauses.
    for (text, evidence) in [(&goes_on, &proof), (&ends, &run)] {
        let checked = check(&clauses(text), evidence, &CheckOptions::default(), &Budget::unlimited());
        assert!(checked.expect("evidence")[0].result.is_err());
    }
}

#[test]
fn a_chain_whose_other_atoms_have_no_derivation_shows_nothing() {
    // The second clause goes on without end, but for an atom that nothing derives. An atom that follows from itself
    // leaves no clause, and is no chain that ends.
    let text = "(set-logic HORN)
        (declare-fun p (Int) Bool) (declare-fun q (Int) Bool)
        (assert (p 0))
        (assert (forall ((x Int) (y Int)) (=> (and (p x) (= x (* 2 y)) OTHER) (p y))))
        (check-sat)";
    let itself = text.replace("(= x (* 2 y)) OTHER) (p y)", "true) (p x)");
    assert_eq!(verdict(&clauses(&itself), 3_000_000).0, None);
    let linear = clauses(&text.replace("OTHER", "true"));
    let (found, run) = verdict(&linear, 3_000_000);
    assert_eq!(found, Some(false));
    let guarded = clauses(&text.replace("OTHER", "(q x)"));
    assert_eq!(verdict(&guarded, 300_000).0, None);
    let forged = String::from_utf8(run).expect("a text");
    if let Ok(checked) = check(&guarded, forged.as_bytes(), &CheckOptions::default(), &Budget::unlimited()) {
        assert!(checked[0].result.is_err());
    }
    // Without the other atom, all chains end, and so they do with it.
    let falling = text.replace("(= x (* 2 y)) OTHER) (p y)", "(q x) (> x 0)) (p (- x 1))");
    assert_eq!(verdict(&clauses(&falling), 3_000_000).0, Some(true));
}

#[test]
fn verdicts_on_random_clauses_are_those_of_a_search_through_all_atoms() {
    const VALUES: usize = 4;
    let (mut rng, mut seen) = (Rng::new(7), [0, 0]);
    for _ in 0..scaled(12) {
        let mut text = "(set-logic HORN) (declare-fun p (Int) Bool) (declare-fun q (Int) Bool)".to_string();
        let mut next = vec![Vec::new(); 2 * VALUES];
        let first = rng.below(VALUES);
        let _ = write!(text, "(assert (p {}))", first);
        for _ in 0..3 + rng.below(4) {
            let [from, to] = [0, 1].map(|_| rng.below(2));
            let (least, step) = (rng.below(4) as i64, rng.below(5) as i64 - 2);
            let name = |at: usize| ["p", "q"][at];
            let _ = write!(
                text,
                "(assert (forall ((x Int) (y Int))
                    (=> (and ({} x) (>= x {}) (= y (+ x {})) (>= y 0) (< y {})) ({} y))))",
                name(from),
                least,
                step,
                VALUES,
                name(to)
            );
            for x in 0..VALUES as i64 {
                let y = x + step;
                if x >= least && (0..VALUES as i64).contains(&y) {
                    next[from * VALUES + x as usize].push(to * VALUES + y as usize);
                }
            }
        }
        text.push_str("(check-sat)");
        let mut reached = vec![false; 2 * VALUES];
        let mut work = vec![first];
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                work.extend(&next[at]);
            }
        }
        // An atom without a successor that goes on ends all chains through it.
        let mut goes_on = reached.clone();
        for _ in 0..2 * VALUES {
            let before = goes_on.clone();
            (0..2 * VALUES).for_each(|at| goes_on[at] &= next[at].iter().any(|&to| before[to]));
        }
        let ends = !goes_on.contains(&true);
        if let Some(found) = verdict(&clauses(&text), 1_000_000).0 {
            assert_eq!(found, ends, "{}", text);
            seen[usize::from(found)] += 1;
        }
    }
    assert!(enough(seen[0], 0) && enough(seen[1], 4), "{:?}", seen);
}
