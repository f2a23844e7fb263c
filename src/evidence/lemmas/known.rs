//! Lemmas as engines get them.

use crate::model::cfa::LocId;
use crate::model::circuit::Signal;
use crate::model::horn::Interpretation;
use crate::model::system::Invariant;
use crate::solver::term::{TermId, Terms};

/// Lemmas that engines may assume, in the words of one kind of model. The verdicts do not rest on them: the lemmas are
/// a part of each proof, which is checked as a whole.
#[derive(Clone, Debug)]
pub struct Known(pub(crate) Knowledge);

#[derive(Clone, Debug)]
pub(crate) enum Knowledge {
    /// Clauses over the latches of a circuit.
    Circuit(Vec<Vec<Signal>>),
    System(Invariant),
    /// Formulas at locations, and a store that was made from the automaton's.
    Program(Terms, Vec<(LocId, TermId)>),
    Clauses(Interpretation),
}
