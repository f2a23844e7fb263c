//! Engines on a model: their verdicts against the truth, if it is known, and against each other.

use super::options;
use crate::source::Source;
use indubit::base::{Budget, Limit};
use indubit::engine::Outcome;
use indubit::evidence::{self, CheckError, CheckOptions};
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::{Failure, Form, Kind, ModelVerifier, Verdict};
use std::time::Duration;

/// The answer of an explicit search about a property: the transitions of a shortest counterexample, or that there is
/// none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It was not found out.
    Unknown,
    /// It holds.
    Holds,
    /// It fails; the number of transitions is known for circuits, systems and
    /// automata.
    Fails(Option<usize>),
}

/// The most work of a run, in units of budgets.
const WORK: u64 = 60_000;
/// The most engines on a model.
const ENGINES: usize = 3;

/// Asks several engines about all properties, with small budgets first that grow.
///
/// # Panics
///
/// If a verdict is wrong, if evidence is refused, or if two engines disagree.
pub fn judge(s: &mut Source<'_>, model: &Model, truth: &[Truth]) {
    let mut truth = truth.to_vec();
    for _ in 0..ENGINES {
        let options = options::verify(s);
        let budget = Budget::unlimited().with_memory(128 << 20).with_timeout(Duration::from_secs(4));
        let mut mark = if s.flag() { WORK / 8 } else { u64::from(s.byte()) };
        budget.pause_at(mark);
        let mut verifier = match ModelVerifier::new(model, &options, &budget) {
            Ok(verifier) => verifier,
            Err(_) => continue,
        };
        for (number, known) in truth.iter_mut().enumerate() {
            let property = PropertyId::new(number);
            loop {
                let verdict = verifier.verify(property, &mut ());
                let about = format!("{:?}: {}", options.engine, property);
                *known = one(model, &verdict, *known, &about);
                let is_open = matches!(verdict.outcome, Outcome::Unknown(_));
                if !is_open || mark >= WORK || budget.check() != Err(Limit::Paused) {
                    break;
                }
                // The same verifier goes on where it was.
                mark = (budget.work_used() + 1).saturating_mul(4).min(WORK);
                budget.pause_at(mark);
            }
        }
        if s.is_empty() {
            return;
        }
    }
}

/// Judges a verdict; what is known now.
fn one(model: &Model, verdict: &Verdict<'_>, known: Truth, about: &str) -> Truth {
    let is_limit = |error: &CheckError| matches!(error, CheckError::Limit(_));
    assert!(
        verdict.refused.as_ref().is_none_or(is_limit),
        "{} by {} is refused: {:?}",
        about,
        verdict.by,
        verdict.refused
    );
    let is_late = |failure: &Failure| matches!(failure, Failure::NotBelieved(error) if is_limit(error));
    assert!(verdict.defects.iter().all(|d| is_late(&d.failure)), "{}: {:?}", about, verdict.defects);
    match &verdict.outcome {
        Outcome::Safe(proof) => {
            assert!(!matches!(known, Truth::Fails(_)), "{} fails, and {} proves it", about, verdict.by);
            let mut text = Vec::new();
            proof.write(Form::Text, &mut text).expect("a proof has a text");
            check_again(model, &text, true, about);
            Truth::Holds
        }
        Outcome::Unsafe(found) => {
            assert!(known != Truth::Holds, "{} holds, and {} refutes it", about, verdict.by);
            let mut text = Vec::new();
            let depth = found.depth().transitions();
            if let Truth::Fails(Some(shortest)) = known {
                assert!(
                    depth >= shortest,
                    "{}: depth {} by {}, and the shortest is {}",
                    about,
                    depth,
                    verdict.by,
                    shortest
                );
            }
            // A run of a C program is no path of its automaton.
            if found.write(Form::Text, &mut text).is_ok() && model.origin().is_none() {
                check_again(model, &text, false, about);
            }
            match known {
                Truth::Fails(_) => known,
                _ => Truth::Fails(None),
            }
        }
        Outcome::Unknown(reason) => {
            let has_depths = matches!(model.kind(), Kind::Circuit | Kind::System | Kind::Program);
            if let (Truth::Fails(Some(shortest)), Some(depth), true) = (known, reason.safe_depth, has_depths)
            {
                let depth = depth.transitions();
                assert!(
                    depth < shortest,
                    "{}: `{}` by {}, but there is one at {}",
                    about,
                    reason,
                    verdict.by,
                    shortest
                );
            }
            known
        }
    }
}

/// The evidence as text is believed, too.
fn check_again(model: &Model, text: &[u8], safe: bool, about: &str) {
    let budget = Budget::unlimited().with_memory(128 << 20).with_timeout(Duration::from_secs(4));
    let shown = String::from_utf8_lossy(text);
    let checked = evidence::check(model, text, &CheckOptions { proofs: false }, &budget)
        .unwrap_or_else(|error| panic!("{}: evidence does not read: {}\n{}", about, error, shown));
    for claim in checked {
        assert_eq!(claim.is_safe, safe, "{}: evidence claims the opposite:\n{}", about, shown);
        let is_right = matches!(claim.result, Ok(()) | Err(CheckError::Limit(_)));
        assert!(is_right, "{}: evidence is refused when it is read: {:?}\n{}", about, claim.result, shown);
    }
}
