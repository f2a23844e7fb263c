//! Smaller circuits with the same verdicts, and the way back.
//!
//! The passes, repeated while they help: the cone of influence of all properties and constraints, constant latches,
//! gates of equal functions (Mishchenko et al. 2005), equivalent latches (van Eijk 2000), and local rewriting of gates
//! (Brummayer and Biere 2006). Each keeps the number and the order of the properties, and the depth of the shortest
//! counterexamples to bads. Runs of the reduced circuit are those of the original without the latches and inputs that
//! are gone, infinite ones too, so that verdicts on justice properties stay.
//!
//! The way back is a [`Reduction`]. It remembers of each latch and input of the reduced circuit which one of the
//! original it is. It also remembers the *facts* by which latches were removed. A fact says that a latch is constant or
//! equals another one; all facts of a pass together are inductive, so adding them to an invariant of the reduced
//! circuit makes one of the original. Latches outside the cone have no facts: nothing depends on their values.
//!
//! Transition systems over terms (`system/`), programs ([`program`]) and Horn clauses ([`horn`]) have passes of their
//! own.
//!
//! Left out: equivalences of inner gates that hold in reachable states only, and everything that moves a counterexample
//! in time ([`later`](crate::model::encode::later) does). Rewriting of cuts of four signals made a twelfth fewer gates,
//! and engines were not faster for it.

mod classes;
mod coi;
pub(super) mod constants;
mod equivalence;
mod functional;
pub mod horn;
mod options;
pub mod program;
mod prove;
mod reduction;
mod system;

pub use options::ReduceOptions;
pub use reduction::Reduction;
pub use system::{reduce_system, reduce_system_with, SystemReduction};

use super::circuit::Circuit;
use crate::base::Budget;
use coi::{rebuild, Replacement};

/// Circuits that a pass holds at a time: the one before, its own, and a swept or merged one.
const COPIES: usize = 3;

/// Reduces a circuit. The budget's limits end the effort, not the result, which is a valid reduction at any time.
pub fn reduce(circuit: &Circuit, options: &ReduceOptions, budget: &Budget) -> Reduction {
    if budget.allows_memory(circuit.bytes() as u64).is_err() {
        return Reduction::identity(circuit).booked(budget);
    }
    let mut best = rebuild(circuit, &[], false);
    for round in 0..options.rounds {
        let needed = COPIES * best.circuit.bytes();
        if budget.poll().and_then(|()| budget.allows_memory(needed as u64)).is_err() {
            break;
        }
        let constants =
            if options.constants { constants::constant_latches(&best.circuit) } else { Replacement::new() };
        let mut next = replace(&best.circuit, &constants, options);
        // The induction is its own fixed point: a second one would find next to nothing for the same price.
        if options.functional && round == 0 {
            let merged = functional::merge_equal_gates(&next.circuit, options, budget);
            let swept = rebuild(&merged.circuit, &[], false);
            next = next.then(merged.then(swept));
        }
        if options.equivalences && round == 0 {
            let equivalent = equivalence::equivalent_latches(&next.circuit, options, budget);
            let merged = replace(&next.circuit, &equivalent, options);
            next = next.then(merged);
        }
        if size(&next.circuit) >= size(&best.circuit) {
            break;
        }
        best = best.then(next);
    }
    best.booked(budget)
}

/// Makes the replacements, rewrites, and removes what rewriting has bypassed.
fn replace(circuit: &Circuit, replacement: &Replacement, options: &ReduceOptions) -> Reduction {
    let rewritten = rebuild(circuit, replacement, options.rewriting);
    let swept = rebuild(&rewritten.circuit, &[], false);
    rewritten.then(swept)
}

/// The measure of size: fewer latches count first.
fn size(circuit: &Circuit) -> (usize, usize, usize) {
    (circuit.latches().len(), circuit.and_count(), circuit.inputs().len())
}
