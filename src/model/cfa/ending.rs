//! Evidence about the ends of runs: that each run ends, or that some run does not.
//!
//! Evidence of liveness has types of its own, so that no proof about the error location can be taken for one about the
//! ends of runs.

use super::{EdgeId, InvariantMap, LocId, Path};
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
    /// Locations that no run visits without end, of which formulas may speak, too. The measures need to fall only where
    /// a run does not visit them. With one of these, the invariant has no bound constants.
    pub transitions: Vec<Transition>,
}

impl Ranking {
    /// A proof by measures alone.
    pub fn new(invariant: InvariantMap, measures: Vec<Vec<TermId>>) -> Ranking {
        Ranking { invariant, measures, counters: Vec::new(), transitions: Vec::new() }
    }

    /// Whether formulas speak of more than the variables of the program.
    pub fn has_ghosts(&self) -> bool {
        !self.counters.is_empty() || !self.transitions.is_empty()
    }

    /// The invariant; `true` stands for a formula that speaks of counters or of states that were kept.
    pub fn without_counters(&self) -> InvariantMap {
        let mut invariant = self.invariant.clone();
        let is_of =
            |transition: &Transition, t: TermId| transition.is_kept == t || transition.kept.contains(&t);
        let is_counter = |t: TermId| {
            self.counters.iter().any(|counter| counter.constant == t)
                || self.transitions.iter().any(|transition| is_of(transition, t))
        };
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

/// A proof that no run visits a location without end, by a *transition invariant* (Podelski and Rybalchenko, LICS
/// 2004): from each visit to each later one, some measure of a list falls. It may be another one from pair to pair.
///
/// The two visits are one state of the program in which a state is kept (Cook, Podelski, Rybalchenko, "Termination
/// proofs for systems code", PLDI 2006): a run that leaves the location may keep its state there, and
/// forgets it where it enters the loop.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The location.
    pub head: LocId,
    /// A declared constant in the store of the invariant: whether a state is kept. Its first value is any.
    pub is_kept: TermId,
    /// The values that are kept of all variables of the program, in their order: declared constants.
    pub kept: Vec<TermId>,
    /// Measures, each a list as in [`Ranking::measures`], over the variables of the program.
    pub measures: Vec<Vec<TermId>>,
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
