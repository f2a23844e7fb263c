//! A proof kept in memory as resolution steps, for interpolation.
//!
//! A chain of antecedents as the solver reports it is a sequence of unit propagations that ends in a conflict. Read
//! backwards it is a linear resolution derivation: begin with the last clause, and resolve with each earlier one on
//! the literal it propagated. A clause that shares no such literal was not needed (Beame, Kautz, Sabharwal, JAIR
//! 2004).
//!
//! Axioms carry a label that says their origin. The solver's user sets it before adding clauses.
//!
//! A solver that answers many questions learns and forgets clauses all the time. Whenever the log has doubled, it is
//! *compacted*: only clauses that the solver may still use stay, and those that they were derived from. `annotate.rs`
//! walks through what the last conclusion rests on.

use super::{ClauseId, ProofSink};
use crate::base::Lit;
use std::sync::{Arc, Mutex, MutexGuard};

/// A log with fewer bytes is not compacted by itself.
const SMALL: usize = 1 << 24;
/// A log is compacted when it is this many times as large as it was after the last time.
const GROWTH: usize = 2;

/// The origin of an axiom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// One of the formulas that are interpolated between, by number.
    Partition(u32),
    /// Valid in the theory, or in any partition.
    Valid,
}

/// A clause of the proof, by its place in the [`ResolutionLog`] up to the next solve call.
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

/// The clauses given and derived so far, but for those that were dropped when the log was compacted.
#[derive(Default, Debug)]
pub struct ResolutionLog {
    lits: Vec<Lit>,
    chains: Vec<StepId>,
    steps: Vec<Entry>,
    /// The solver's numbers of the first clauses, in ascending order. The others have the numbers from `next` on.
    numbers: Vec<u64>,
    /// One less than the number of the clause after those in `numbers`.
    before: u64,
    origin: Option<Origin>,
    conclusion: Option<StepId>,
    /// The size after the log was compacted.
    compacted: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The ends of the clause's literals and of its chain.
    lits: usize,
    chain: usize,
    /// The origin of an axiom.
    origin: Option<Origin>,
    /// Whether the solver has forgotten the clause.
    forgotten: bool,
}

impl ResolutionLog {
    /// Labels all axioms that follow.
    pub fn set_origin(&mut self, origin: Origin) {
        self.origin = Some(origin);
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The memory of the log in bytes.
    pub fn bytes(&self) -> usize {
        let entries = self.steps.capacity() * std::mem::size_of::<Entry>();
        entries + 4 * (self.lits.capacity() + self.chains.capacity()) + 8 * self.numbers.capacity()
    }

    /// The clause that the last solve call proved. A call proves none if two assumptions contradict each other.
    pub fn conclusion(&self) -> Option<StepId> {
        self.conclusion
    }

    fn starts(&self, step: StepId) -> (usize, usize) {
        match step.index() {
            0 => (0, 0),
            i => (self.steps[i - 1].lits, self.steps[i - 1].chain),
        }
    }

    /// The literals of a clause.
    pub fn clause(&self, step: StepId) -> &[Lit] {
        &self.lits[self.starts(step).0..self.steps[step.index()].lits]
    }

    /// The origin of a clause. Members of chains are steps too.
    pub fn step(&self, step: StepId) -> Step<'_> {
        let entry = &self.steps[step.index()];
        match entry.origin {
            Some(origin) => Step::Axiom(origin),
            None => Step::Chain(&self.chains[self.starts(step).1..entry.chain]),
        }
    }

    /// The clauses that the last one rests on, itself included, in the order of their making.
    pub fn needed(&self, last: StepId) -> Vec<StepId> {
        let mut needed = vec![false; last.index() + 1];
        needed[last.index()] = true;
        self.mark_needed(&mut needed);
        (0..needed.len()).filter(|&i| needed[i]).map(StepId::new).collect()
    }

    /// Marks the clauses that marked ones were derived from.
    fn mark_needed(&self, needed: &mut [bool]) {
        for i in (0..needed.len()).rev() {
            if needed[i] {
                if let Step::Chain(chain) = self.step(StepId::new(i)) {
                    chain.iter().for_each(|c| needed[c.index()] = true);
                }
            }
        }
    }

    /// Drops the clauses that the solver has forgotten, unless one was derived from them that it has not. Takes time
    /// linear in the size of the log; the log does this by itself when it has doubled.
    pub fn compact(&mut self) {
        let mut needed: Vec<bool> = self.steps.iter().map(|entry| !entry.forgotten).collect();
        self.mark_needed(&mut needed);
        let mut places: Vec<Option<StepId>> = vec![None; needed.len()];
        let mut kept = ResolutionLog { origin: self.origin, before: self.last_number(), ..Self::default() };
        for i in (0..needed.len()).filter(|&i| needed[i]) {
            let step = StepId::new(i);
            places[i] = Some(StepId::new(kept.steps.len()));
            kept.lits.extend_from_slice(self.clause(step));
            if let Step::Chain(chain) = self.step(step) {
                // Clauses that needed ones were derived from are needed.
                kept.chains.extend(chain.iter().filter_map(|c| places[c.index()]));
            }
            let (lits, chain) = (kept.lits.len(), kept.chains.len());
            kept.steps.push(Entry { lits, chain, ..self.steps[i] });
            kept.numbers.push(self.number_of(step));
        }
        kept.conclusion = self.conclusion.and_then(|c| places[c.index()]);
        kept.compacted = kept.bytes();
        *self = kept;
    }

    /// The number that the solver gave the youngest clause.
    fn last_number(&self) -> u64 {
        self.before + (self.steps.len() - self.numbers.len()) as u64
    }

    fn number_of(&self, step: StepId) -> u64 {
        let later = || self.before + 1 + (step.index() - self.numbers.len()) as u64;
        self.numbers.get(step.index()).copied().unwrap_or_else(later)
    }

    /// The step of a clause: a solver numbers its clauses from 1, without gaps.
    fn step_of(&self, id: ClauseId) -> Option<StepId> {
        let place = match id.number().checked_sub(self.before + 1) {
            Some(later) => self.numbers.len() + later as usize,
            None => self.numbers.binary_search(&id.number()).ok()?,
        };
        Some(StepId::new(place))
    }

    fn add(&mut self, id: ClauseId, clause: &[Lit], origin: Option<Origin>) {
        debug_assert_eq!(id.number(), self.last_number() + 1, "a log begins with the solver");
        self.lits.extend_from_slice(clause);
        let (lits, chain) = (self.lits.len(), self.chains.len());
        self.steps.push(Entry { lits, chain, origin, forgotten: false });
        if self.bytes() > SMALL.max(GROWTH * self.compacted) {
            self.compact();
        }
    }
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
        for &c in chain {
            let step = log.step_of(c).expect("a solver derives clauses from those that it has not forgotten");
            log.chains.push(step);
        }
        log.add(id, clause, None);
    }

    fn deleted(&mut self, id: ClauseId, _: &[Lit]) {
        let mut log = self.log();
        if let Some(step) = log.step_of(id) {
            log.steps[step.index()].forgotten = true;
        }
    }

    fn concluded(&mut self, id: ClauseId, _: &[Lit]) {
        let mut log = self.log();
        log.conclusion = log.step_of(id);
    }
}
