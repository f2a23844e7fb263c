//! Outcomes about the large blocks of a reduced program as outcomes about the program.

use crate::base::{Budget, Limit};
use crate::engine::{Outcome, ProgramOutcome, StopCause};
use crate::model::cfa::Cfa;
use crate::model::reduce::program::{Blocks, ProgramReduction};

/// The same outcome about the original program. Unknown if a limit was reached on the way back. An invariant without a
/// way back is incomplete, and a path without one is evidence that failed.
pub(super) fn lift(
    original: &Cfa,
    reduction: &ProgramReduction,
    blocks: &Blocks,
    outcome: ProgramOutcome,
    budget: &Budget,
) -> ProgramOutcome {
    let stopped = |otherwise| {
        let limit = budget.check().err().map(StopCause::Limit);
        Outcome::unknown(limit.unwrap_or(otherwise), None)
    };
    match outcome {
        Outcome::Safe(invariant) => {
            let reduced = blocks.lift_invariant(&reduction.cfa, &invariant, budget);
            let lifted = reduced.and_then(|found| reduction.lift_invariant(original, &found, budget));
            lifted.map_or_else(|| stopped(StopCause::Limit(Limit::Incomplete)), Outcome::Safe)
        }
        Outcome::Unsafe(path) => {
            let reduced = blocks.lift_path(&reduction.cfa, &path, budget);
            let lifted = reduced.and_then(|path| reduction.lift_path(original, &path, budget));
            lifted.map_or_else(|| stopped(StopCause::EvidenceFailed), Outcome::Unsafe)
        }
        unknown => unknown,
    }
}
