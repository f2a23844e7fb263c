//! Invariants and certificates: proofs of a property.

use super::circuit::Signal;

/// A set of states given by clauses over latches: those that satisfy each of them.
///
/// If resets read inputs, a clause may speak of these inputs, too. Each clause is then a claim about states together
/// with the inputs of the step that begins there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invariant {
    /// Each clause is a disjunction of latch signals (a latch node or its negation), or of inputs that resets read; no
    /// clauses: all states.
    pub clauses: Vec<Vec<Signal>>,
}

/// A proof that a bad signal is never true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// The initial states satisfy it, steps preserve it, and it excludes the bad states.
    Inductive(Invariant),
    /// The property holds in the first `k` steps, and after `k` steps in a row that satisfy it and the lemmas.
    KInductive {
        /// The length, at least 1.
        k: usize,
        /// Clauses that are inductive by themselves and may be assumed; often none.
        lemmas: Invariant,
        /// Whether the states of the run of `k` + 1 steps may be assumed to be pairwise different, in latches on which
        /// the property or a constraint depends; the first one from the others in these or in inputs that their resets
        /// read.
        simple_path: bool,
    },
}
