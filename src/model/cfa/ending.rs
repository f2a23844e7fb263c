//! Evidence about the ends of runs: that each run ends, or that some run does not.
//!
//! Evidence of liveness has types of its own, so that no proof about the error location can be taken for one about the
//! ends of runs.

use super::{EdgeId, InvariantMap, Path};
use crate::solver::term::{TermId, Terms};
use std::fmt;

/// A proof that all runs end, by measures that fall.
///
/// Each loop passes a location that has a measure: a list of terms over the variables, all lists of one length. On each
/// way from one such location to the next that some loop may go, the list falls: a term is at least 0 and falls by 1 or
/// more, and no term before it grows. A term that is a bit-vector need not be at least 0, and is compared without sign.
///
/// On any run the first term falls finitely often, since it never grows and only falls from a number that is at least
/// 0; behind the last time so does the second, and so on. So no run goes on without end (Ben-Amram and Genaim, JACM
/// 2014, definition of lexicographic ranking functions for a disjunction). The term that falls may be another one from
/// state to state, so the list stands for a measure of several phases, too.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// Formulas that hold where runs are. Without bound constants only those of the initial location and of locations
    /// with measures count, and ways between these keep them. A run that reaches the error location ends there, unless
    /// such runs are to be excluded.
    pub invariant: InvariantMap,
    /// By location: the measure, of terms in the store of the invariant. Empty where there is none.
    pub measures: Vec<Vec<TermId>>,
    /// Counters of which formulas and measures may speak. An invariant with counters has no bound constants.
    pub counters: Vec<Counter>,
}

impl Ranking {
    /// The invariant; `true` stands for a formula that speaks of counters.
    pub fn without_counters(&self) -> InvariantMap {
        let mut invariant = self.invariant.clone();
        let is_counter = |t: TermId| self.counters.iter().any(|counter| counter.constant == t);
        for formula in &mut invariant.formulas {
            let terms = &invariant.terms;
            let symbols = terms.symbols_in(&[*formula]);
            if symbols.into_iter().any(|symbol| is_counter(terms.symbol_term(symbol))) {
                *formula = Terms::TRUE;
            }
        }
        invariant
    }
}

/// An integer beside the variables of a program, which edges set and on which no edge depends (a *ghost variable*). Its
/// first value is any. A run of the program is one of the program with counters, so what ends with them ends without.
#[derive(Clone, Debug)]
pub struct Counter {
    /// A declared constant in the store of the invariant, which is no variable.
    pub constant: TermId,
    /// The values that it gets at the ends of edges: terms over variables and counters, with their values there.
    pub updates: Vec<(EdgeId, TermId)>,
}

/// A proof that some run goes on without end: a run into a set of states each of which has a successor in the set
/// (a *recurrence set*: Gupta, Henzinger, Majumdar, Rybalchenko, Xu, "Proving non-termination", POPL 2008, made closed
/// by a choice of the inputs).
#[derive(Clone)]
pub struct Endless {
    /// A run from the initial location into the set.
    pub stem: Path,
    /// A store that was made from the automaton's by adding terms.
    pub terms: Terms,
    /// By location: the states of the set there, as a formula over the variables.
    pub set: Vec<TermId>,
    /// Inputs of havocs and the values that they get there: terms over the variables, with their values at the begin
    /// of the edge.
    pub inputs: Vec<(TermId, TermId)>,
}

impl fmt::Debug for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set: Vec<String> = self.set.iter().map(|&t| self.terms.text(t)).collect();
        f.debug_struct("Endless").field("steps", &self.stem.steps.len()).field("set", &set).finish()
    }
}
