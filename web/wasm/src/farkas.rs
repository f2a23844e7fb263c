//! A refutation over the reals, checked as it is and with a wrong sign in a certificate of Farkas.
//!
//! A certificate is a weight for each inequality. The weighted sum of inequalities that contradict each other is
//! `0 <= c` with a negative `c`; no weight of an inequality is negative.

use crate::failure::Failure;
use crate::solver_steps::{inequalities, Inequality};
use indubit::base::{Budget, Json};
use indubit::solver::smt::proof::{check, refutation, Proof, Rule};
use indubit::solver::smt::SmtOptions;
use indubit::solver::term::{Sort, TermId, Terms};
use indubit::theories::lra::Side;

/// Conflicts until the solver gives up.
const MOST_CONFLICTS: u64 = 10_000;

/// The proof that the constraints contradict each other, and the judgement of the checker; if `is_wrong`, the first
/// weight of the first certificate gets the wrong sign before.
pub fn run(text: &str, is_wrong: bool) -> Result<String, Failure> {
    let (constraints, names) = inequalities(text)?;
    let mut terms = Terms::new();
    let vars: Vec<TermId> = names.iter().map(|name| terms.declare(name, Sort::Real)).collect();
    let assertions: Vec<TermId> = constraints.iter().map(|c| formula(&mut terms, c, &vars)).collect();
    let budget = Budget::unlimited().and_conflicts(MOST_CONFLICTS);
    let found = refutation(&mut terms, &assertions, &SmtOptions::default(), &budget);
    let mut proof = found.map_err(|error| Failure::usage(format!("there is no refutation: {}", error)))?;
    let changed = if is_wrong { change(&mut proof) } else { None };
    let mut json = Json::default();
    json.open('{').key("proof").string(&proof.text(&terms, |_| None));
    json.key("changed");
    match changed {
        Some(step) => json.raw(step),
        None => json.raw("null"),
    };
    let judged = check(&terms, &proof, &assertions);
    json.key("accepted").raw(judged.is_ok());
    if let Err(flaw) = judged {
        json.key("reason").string(&flaw.to_string()).key("step").raw(flaw.step);
    }
    json.close('}');
    Ok(json.finish())
}

fn formula(terms: &mut Terms, constraint: &Inequality, vars: &[TermId]) -> TermId {
    let parts: Vec<_> = constraint.sum.iter().map(|(c, place)| (c.clone(), vars[*place])).collect();
    let sum = terms.combination(&parts);
    let limit = terms.real(constraint.bound.real.clone());
    match (constraint.side, constraint.bound.is_rational()) {
        (Side::Upper, true) => terms.le(sum, limit),
        (Side::Upper, false) => terms.lt(sum, limit),
        (Side::Lower, true) => terms.ge(sum, limit),
        (Side::Lower, false) => terms.gt(sum, limit),
    }
}

/// Turns the sign of the first weight of the first certificate; the number of its step.
fn change(proof: &mut Proof) -> Option<usize> {
    for (number, step) in proof.steps.iter_mut().enumerate() {
        if let Rule::Farkas(weights) = &mut step.rule {
            if let Some(first) = weights.first_mut() {
                *first = -first.clone();
                return Some(number);
            }
        }
    }
    None
}
