//! Reporting to the proof: numbers for clauses, chains of antecedents for what is derived.
//!
//! Every derived clause has the RUP property, and its chain lists the clauses that unit propagation uses, in order.
//! Chains are not collected during conflict analysis: once a clause is known, [`Solver::collect_chain`] walks the
//! trail backwards from the falsified clause and stops at the clause's own literals. A literal that becomes fixed at
//! level 0 is at once derived as a unit clause, so that no later chain has to look behind it, and clauses may be
//! deleted without regard to level 0. Clauses of eliminated variables are never deleted from the proof, since they may
//! come back.

use super::arena::ClauseRef;
use super::solver::{mark, Solver};
use super::theory::Theory;
use crate::base::Lit;
use crate::solver::proof::{ClauseId, ProofSink};

/// The sink and the numbers given so far. A clone reports to nobody.
#[derive(Default)]
pub(super) struct Tracer {
    sink: Option<Box<dyn ProofSink + Send>>,
    last: u32,
    /// By variable: the number of the unit clause that fixed it; 0 if none.
    units: Vec<u32>,
    /// Antecedents of the next derived clause.
    pub chain: Vec<u32>,
    ids: Vec<ClauseId>,
    /// The clause proved by the last solve call, kept until the next.
    concluded: Option<(u32, Vec<Lit>)>,
    /// The number of the empty clause, once it is derived.
    empty: u32,
}

impl Clone for Tracer {
    fn clone(&self) -> Tracer {
        Tracer { units: self.units.clone(), ..Tracer::default() }
    }
}

impl Tracer {
    #[inline]
    pub fn on(&self) -> bool {
        self.sink.is_some()
    }

    pub fn start(&mut self, sink: Box<dyn ProofSink + Send>) {
        self.sink = Some(sink);
    }

    pub fn stop(&mut self) -> Option<Box<dyn ProofSink + Send>> {
        self.sink.take()
    }

    pub fn grow(&mut self, vars: usize) {
        self.units.resize(vars, 0);
    }

    pub fn shrink(&mut self, vars: usize) {
        self.units.truncate(vars);
    }

    /// Whether so many numbers are used up that the proof cannot go on much longer.
    pub fn exhausted(&self) -> bool {
        self.last > u32::MAX - (1 << 24)
    }

    fn number(&mut self) -> u32 {
        self.last = self.last.checked_add(1).expect("a proof has at most 2^32 - 1 steps");
        self.last
    }

    /// A clause from outside; 0 if nobody listens.
    pub fn axiom(&mut self, lits: &[Lit]) -> u32 {
        if self.sink.is_none() {
            return 0;
        }
        let id = self.number();
        if let Some(sink) = &mut self.sink {
            sink.axiom(ClauseId::new(id as u64), lits);
        }
        if lits.is_empty() {
            self.empty = id;
        }
        id
    }

    /// A clause derived from the antecedents in `chain`, which is emptied.
    pub fn derive(&mut self, lits: &[Lit]) -> u32 {
        if self.sink.is_none() {
            return 0;
        }
        let id = self.number();
        self.ids.clear();
        self.ids.extend(self.chain.drain(..).map(|n| ClauseId::new(n as u64)));
        if let Some(sink) = &mut self.sink {
            sink.derived(ClauseId::new(id as u64), lits, &self.ids);
        }
        if lits.is_empty() {
            self.empty = id;
        }
        id
    }

    pub fn delete(&mut self, id: u32, lits: &[Lit]) {
        // Units stay: level 0 rests on them, and so do the checkers'.
        if lits.len() > 1 {
            if let Some(sink) = &mut self.sink {
                sink.deleted(ClauseId::new(id as u64), lits);
            }
        }
    }

    pub fn set_unit(&mut self, lit: Lit, id: u32) {
        self.units[lit.var().index()] = id;
    }

    pub fn unit(&self, lit: Lit) -> u32 {
        self.units[lit.var().index()]
    }

    /// Ends a solve call with the clause it proved.
    pub fn conclude(&mut self, id: u32, lits: &[Lit]) {
        if let Some(sink) = &mut self.sink {
            sink.concluded(ClauseId::new(id as u64), lits);
            self.concluded = Some((id, lits.to_vec()));
        }
    }

    /// Ends a solve call that found the clauses themselves contradictory.
    pub fn conclude_empty(&mut self) {
        if let Some(sink) = &mut self.sink {
            debug_assert!(self.empty != 0);
            sink.concluded(ClauseId::new(self.empty as u64), &[]);
        }
    }

    /// Forgets the conclusion of the call before.
    pub fn forget_conclusion(&mut self) {
        if let Some((id, lits)) = self.concluded.take() {
            self.delete(id, &lits);
        }
    }
}

impl<T: Theory> Solver<T> {
    /// Derives the first `kept` literals of a clause whose other literals are false at level 0 or repeated.
    pub(super) fn trace_shortened(&mut self, lits: &[Lit], kept: usize, id: u32) -> u32 {
        if !self.tracer.on() {
            return 0;
        }
        for &l in lits {
            if self.fixed_value(l) == Some(false) {
                let unit = self.tracer.unit(l);
                self.tracer.chain.push(unit);
            }
        }
        // A literal that is given twice needs its unit once.
        self.tracer.chain.sort_unstable();
        self.tracer.chain.dedup();
        self.tracer.chain.push(id);
        let new = self.tracer.derive(&lits[..kept]);
        self.tracer.delete(id, lits);
        new
    }

    /// Reports that `lit` is fixed at level 0 by a clause whose other literals are false there.
    pub(super) fn trace_unit(&mut self, lit: Lit, reason: ClauseRef) {
        let lits = self.arena.lits(reason);
        for &l in lits.iter().filter(|&&l| l != lit) {
            let unit = self.tracer.unit(l);
            self.tracer.chain.push(unit);
        }
        self.tracer.chain.push(self.arena.id(reason));
        let id = self.tracer.derive(&[lit]);
        self.tracer.set_unit(lit, id);
    }

    /// Puts the antecedents that falsify `conflict` into the chain, down to level 0 and to the variables marked
    /// `IN_CLAUSE`, whose values the derived clause's negation (or an earlier antecedent, already in the chain) gives.
    pub(super) fn collect_chain(&mut self, conflict: ClauseRef) {
        let first = self.tracer.chain.len();
        let mut units = Vec::new();
        let mut touched = Vec::new();
        let mut pending = 0;
        let mut at = self.trail.len();
        let mut clause = conflict;
        loop {
            self.tracer.chain.push(self.arena.id(clause));
            for &l in self.arena.lits(clause) {
                let m = &mut self.marks[l.var().index()];
                if *m & mark::CHAIN != 0 {
                    continue;
                }
                *m |= mark::CHAIN;
                touched.push(l.var());
                if self.vars[l.var().index()].level == 0 {
                    units.push(self.tracer.unit(l));
                } else if *m & mark::IN_CLAUSE == 0 {
                    pending += 1;
                }
            }
            if pending == 0 {
                break;
            }
            loop {
                at -= 1;
                let m = self.marks[self.trail[at].var().index()];
                if m & mark::CHAIN != 0 && m & mark::IN_CLAUSE == 0 {
                    break;
                }
            }
            pending -= 1;
            clause = self.vars[self.trail[at].var().index()].reason;
            debug_assert!(clause.is_clause(), "a decision that the derived clause does not mention");
        }
        for v in touched {
            self.marks[v.index()] &= !mark::CHAIN;
        }
        self.tracer.chain[first..].reverse();
        self.tracer.chain.splice(first..first, units);
    }
}
