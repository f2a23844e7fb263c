//! Liveness of a circuit as safety of another circuit.
//!
//! A justice property fails if there is an infinite run in which each of some signals is true infinitely often
//! ([`Circuit::recurring`](crate::model::circuit::Circuit::recurring)). A circuit has finitely many states, so there is
//! then such a run that is a *lasso*: a stem, and a loop that is repeated without end, in which each of the signals is
//! true at least once. Three forms turn this into a question about the bad signal of a larger circuit:
//!
//! - [`lasso_form`]: it is bad when a lasso has been run through. Safe exactly if the property holds (Biere, Artho,
//!   Schuppan: "Liveness Checking as Safety Checking", FMICS 2002, and Schuppan, Biere, STTT 2004).
//! - [`stages_form`]: it counts how often the signals came, and is bad at some count. If it is safe, then the property
//!   holds; the converse is true for a count that is large enough (Claessen, Sörensson: "A Liveness Checking Algorithm
//!   that Counts", FMCAD 2012).
//! - [`rounds_form`]: it tells when all signals have come once more, for searches from one such moment to the next
//!   (Xia, Wang, Li, Ge, Vardi: "rlive", CAV 2024).
//!
//! Each is the original with latches and gates added behind its nodes, so that the original's signals are signals of
//! the form. Each has its way back: a trace of the first becomes a lasso ([`LassoForm::lasso`]), invariants of the
//! others become the layers of a ranking ([`Proof::Ranked`](crate::model::invariant::Proof::Ranked)).
//!
//! Constraints count in every step of an infinite run, and in every step of the forms up to the bad one. The bad step
//! of [`lasso_form`] has the state in which the loop began, so its constraints hold with the inputs of that step.
//!
//! Resets need no care: only the first state of a run depends on them, and the forms keep them as they are. The copy of
//! a state that a lasso comes back to is taken from latches that are running.
//!
//! Left out: the detection of stabilising constraints of k-liveness.

mod lasso;
mod rounds;
mod stages;
mod system;

pub use lasso::{closes_at, complete, lasso_form, lasso_leaves, LassoForm};
pub use rounds::{rounds_form, RoundsForm};
pub use stages::{stages_form, StagesForm};
pub use system::system_lasso_form;

use crate::model::circuit::{Circuit, Signal};
use crate::model::PropertyId;

/// The circuit with one of its justice properties only, which is `j0` there; `None` if it does not have the property.
pub fn only(original: &Circuit, property: PropertyId) -> Option<Circuit> {
    let signals = original.justice().get(property.justice_index()?)?.clone();
    let named = original.symbols.justice.get(property.index()).cloned();
    let mut circuit = original.clone();
    circuit.clear_bads();
    circuit.clear_justice();
    circuit.add_justice(&signals);
    original.fairness().iter().for_each(|&signal| circuit.add_fairness(signal));
    circuit.symbols.bads.clear();
    circuit.symbols.justice = named.into_iter().collect();
    Some(circuit)
}

/// The circuit without properties, and the signals of a justice property: constantly true, if it has none.
fn bare(original: &Circuit, property: PropertyId) -> Option<(Circuit, Vec<Signal>)> {
    let mut signals = original.recurring(property)?;
    if signals.is_empty() {
        signals.push(Signal::TRUE);
    }
    let mut circuit = original.clone();
    circuit.clear_bads();
    circuit.clear_justice();
    let symbols = &mut circuit.symbols;
    symbols.bads.clear();
    symbols.justice.clear();
    symbols.fairness.clear();
    Some((circuit, signals))
}

/// Gives the last input or latch a name, if there are names.
fn name(names: &mut Vec<String>, count: usize, name: String) {
    names.resize(count - 1, String::new());
    names.push(name);
}
