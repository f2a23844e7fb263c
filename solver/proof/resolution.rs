//! A proof kept in memory as resolution steps, for interpolation.
//!
//! A chain of antecedents as the solver reports it is a sequence of unit propagations that ends in a conflict. Read
//! backwards it is a linear resolution derivation: begin with the last clause, and resolve with each earlier one on
//! the literal it propagated. A clause that shares no such literal was not needed (Beame, Kautz, Sabharwal, JAIR
//! 2004).
//!
//! Axioms carry a label that says their origin. The solver's user sets it before adding clauses.

use super::{ClauseId, ProofSink};
use crate::base::Lit;
use std::sync::{Arc, Mutex, MutexGuard};

/// The origin of an axiom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// One of the formulas that are interpolated between, by number.
    Partition(u32),
    /// Valid in the theory, or in any partition.
    Valid,
}

/// A clause of the proof, by its place in the [`ResolutionLog`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct StepId(u32);

impl StepId {
    fn new(index: usize) -> StepId {
        StepId(u32::try_from(index).expect("a log has at most 2^32 steps"))
    }

    /// Position in arrays that are indexed by step.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The origin of a clause: given or derived.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// The clause was given.
    Axiom(Origin),
    /// The clause follows by the chain of these clauses, in the order of propagation.
    Chain(&'a [StepId]),
}

/// All clauses given and derived so far.
#[derive(Default, Debug)]
pub struct ResolutionLog {
    lits: Vec<Lit>,
    chains: Vec<StepId>,
    /// For each clause: the ends of its literals and of its chain; its origin if it is an axiom.
    ends: Vec<(usize, usize, Option<Origin>)>,
    origin: Option<Origin>,
    conclusion: Option<StepId>,
}

impl ResolutionLog {
    /// Labels all axioms that follow.
    pub fn set_origin(&mut self, origin: Origin) {
        self.origin = Some(origin);
    }

    /// All clauses, in the order of their making.
    pub fn steps(&self) -> impl Iterator<Item = StepId> {
        (0..self.ends.len()).map(StepId::new)
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clause that the last solve call proved.
    pub fn conclusion(&self) -> Option<StepId> {
        self.conclusion
    }

    fn starts(&self, step: StepId) -> (usize, usize) {
        match step.index() {
            0 => (0, 0),
            i => (self.ends[i - 1].0, self.ends[i - 1].1),
        }
    }

    /// The literals of a clause.
    pub fn clause(&self, step: StepId) -> &[Lit] {
        &self.lits[self.starts(step).0..self.ends[step.index()].0]
    }

    /// The origin of a clause. Members of chains are steps too.
    pub fn step(&self, step: StepId) -> Step<'_> {
        let (_, end, origin) = self.ends[step.index()];
        match origin {
            Some(origin) => Step::Axiom(origin),
            None => Step::Chain(&self.chains[self.starts(step).1..end]),
        }
    }

    /// The clauses that the last one rests on, itself included, in the order of their making.
    pub fn needed(&self, last: StepId) -> Vec<StepId> {
        let mut needed = vec![false; last.index() + 1];
        needed[last.index()] = true;
        for i in (0..needed.len()).rev() {
            if needed[i] {
                if let Step::Chain(chain) = self.step(StepId::new(i)) {
                    chain.iter().for_each(|c| needed[c.index()] = true);
                }
            }
        }
        (0..needed.len()).filter(|&i| needed[i]).map(StepId::new).collect()
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], origin: Option<Origin>) {
        debug_assert_eq!(id.number(), self.ends.len() as u64 + 1, "a log begins with the solver");
        self.lits.extend_from_slice(clause);
        self.ends.push((self.lits.len(), self.chains.len(), origin));
    }
}

/// The step of a clause: a solver numbers its clauses from 1, without gaps.
fn step_of(id: ClauseId) -> StepId {
    StepId::new((id.number() - 1) as usize)
}

/// A log that the solver writes and its user reads.
#[derive(Clone, Default, Debug)]
pub struct SharedLog(Arc<Mutex<ResolutionLog>>);

impl SharedLog {
    /// The log, for as long as the guard lives.
    pub fn log(&self) -> MutexGuard<'_, ResolutionLog> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl ProofSink for SharedLog {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        let mut log = self.log();
        let origin = log.origin.unwrap_or(Origin::Valid);
        log.add(id, clause, Some(origin));
    }

    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        let mut log = self.log();
        log.chains.extend(chain.iter().map(|&c| step_of(c)));
        log.add(id, clause, None);
    }

    fn deleted(&mut self, _: ClauseId, _: &[Lit]) {}

    fn concluded(&mut self, id: ClauseId, _: &[Lit]) {
        self.log().conclusion = Some(step_of(id));
    }
}
