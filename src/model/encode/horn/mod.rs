//! Other models as Horn clauses, and Horn clauses as other models.
//!
//! [`of_system`] makes one predicate of a system, the reachable states, and [`of_cfa`] one predicate of each location
//! of a program; of a program with procedures [`of_procedures`] makes one of each location and a summary of each
//! procedure. [`to_cfa`] goes the other way: clauses with at most one atom in the body are the edges of a program
//! whose locations are the predicates, so that every engine over programs works on them. An interpretation is then an
//! invariant, and a refutation a run.

mod linear;
mod procedures;
mod program;
mod scopes;
mod system;

pub use linear::{to_cfa, HornProgram};
pub use procedures::{of_procedures, Event, EventKind, ProceduresHorn};
pub use program::{of_cfa, ProgramHorn};
pub use system::{of_system, SystemHorn};

use crate::model::horn::{Derivation, Refutation};

/// The steps of a refutation of linear clauses that lead to its end, the first one first.
fn chain(refutation: &Refutation) -> Vec<&Derivation> {
    let mut steps = Vec::new();
    let mut next = refutation.steps.len().checked_sub(1);
    while let Some(step) = next.and_then(|at| refutation.steps.get(at)) {
        steps.push(step);
        // A premise comes before its conclusion; a text that says otherwise must not be followed in a circle.
        next = step.premises.first().copied().filter(|premise| next.map_or(false, |at| *premise < at));
    }
    steps.reverse();
    steps
}
