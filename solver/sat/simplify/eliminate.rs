//! Bounded variable elimination.
//!
//! A variable is resolved away if the non-tautological resolvents of its clauses are not many more than the clauses
//! (Davis and Putnam 1960; Eén and Biere, "Effective preprocessing in SAT through variable and clause elimination",
//! SAT 2005). The bound on additional clauses begins at 0 and grows when no variable is left to try, as in CaDiCaL.
//! If the variable is the output of an and-gate (an equivalence is one with a single input), only resolvents of a
//! gate clause with another clause are needed. The clauses removed wait on the stack of `extend.rs`, in the proof
//! too.
//!
//! Invariants: level 0, no propagation within the pass. Fixed literals that are not propagated yet may stand in
//! clauses, so each clause is looked at with the values of the moment. Occurrence lists hold irredundant clauses only,
//! and garbage is skipped. Learnt clauses with eliminated variables are dropped at the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::effort::Effort;
use crate::base::{Limit, Lit, Var};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::lists::Lists;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::Status;
use crate::solver::sat::theory::Theory;

/// A literal that occurs more often than this is not tried.
const OCCURRENCE_LIMIT: usize = 100;
/// Clauses and resolvents longer than this are not touched.
const SIZE_LIMIT: usize = 100;
/// The last of the bounds 0, 1, 2, 4, 8, 16.
pub(super) const LAST_BOUND: usize = 16;

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;

fn sign(l: Lit) -> u8 {
    if l.is_negative() {
        NEGATIVE
    } else {
        POSITIVE
    }
}

/// Occurrence lists of the irredundant clauses, and the variables to try, cheapest first.
struct Candidates {
    occurrences: Lists<ClauseRef>,
    kept: Vec<bool>,
    queue: BinaryHeap<Reverse<(usize, u32)>>,
}

impl Candidates {
    fn cost(&self, v: Var) -> usize {
        let pos = self.occurrences.len(v.positive());
        let neg = self.occurrences.len(v.negative());
        pos * neg + pos + neg
    }

    fn schedule(&mut self, v: Var) {
        if !self.kept[v.index()] {
            self.queue.push(Reverse((self.cost(v), v.index() as u32)));
        }
    }

    fn add(&mut self, c: ClauseRef, lits: &[Lit]) {
        for &l in lits {
            self.occurrences.push(l, c);
        }
    }
}

/// The clauses of a variable, those of its gate in front.
struct Sides {
    pos: Vec<ClauseRef>,
    neg: Vec<ClauseRef>,
    /// The number of clauses of either side that belong to the gate; (0, 0): no gate.
    gate: (usize, usize),
}

impl Sides {
    /// Whether the resolvent of these two is needed.
    fn needed(&self, i: usize, j: usize) -> bool {
        self.gate == (0, 0) || ((i < self.gate.0) != (j < self.gate.1))
    }
}

impl<T: Theory> Solver<T> {
    /// Makes one pass; the result is whether any variable was eliminated.
    pub(super) fn eliminate(&mut self, effort: &mut Effort) -> Result<bool, Limit> {
        let mut candidates = self.candidates();
        let before = self.stats.eliminated;
        let mut result = Ok(());
        while let Some(Reverse((cost, v))) = candidates.queue.pop() {
            let v = Var::new(v as usize);
            let stale = !self.memory.changed[v.index()] || candidates.kept[v.index()];
            if stale || cost > candidates.cost(v) {
                continue;
            }
            self.memory.changed[v.index()] = false;
            let work = self.try_elimination(v, &mut candidates);
            if !self.consistent {
                break;
            }
            match self.work(effort, work) {
                Ok(true) => {}
                Ok(false) => break,
                Err(limit) => {
                    result = Err(limit);
                    break;
                }
            }
        }
        let gone = self.stats.eliminated > before;
        if gone {
            self.drop_learnt_of_eliminated();
        }
        self.compact();
        result?;
        if !effort.is_spent() && !gone && self.memory.bound < LAST_BOUND {
            // No variable is left to try with this bound.
            self.memory.bound = (2 * self.memory.bound).max(1);
            self.memory.changed.iter_mut().for_each(|c| *c = true);
        }
        Ok(gone)
    }

    fn candidates(&self) -> Candidates {
        let mut candidates = Candidates {
            occurrences: Lists::new(2 * self.vars.len()),
            kept: self.kept_variables(),
            queue: BinaryHeap::new(),
        };
        for c in self.db.arena.iter().filter(|&c| !self.db.arena.is_redundant(c)) {
            candidates.add(c, self.db.arena.lits(c));
        }
        for v in (0..self.vars.len()).map(Var::new) {
            if self.memory.changed[v.index()] {
                candidates.schedule(v);
            }
        }
        candidates
    }

    /// Eliminates the variable if that pays, and returns the work it took.
    fn try_elimination(&mut self, v: Var, candidates: &mut Candidates) -> usize {
        if self.val(v.positive()) != 0 {
            return 1;
        }
        let mut work = 1;
        for l in [v.positive(), v.negative()] {
            work += candidates.occurrences.len(l);
            candidates.occurrences.retain(l, |c| !self.db.arena.is_garbage(c) && !self.drop_satisfied(c));
        }
        let (pos, neg) =
            (candidates.occurrences.list(v.positive()), candidates.occurrences.list(v.negative()));
        let too_long = |c: &ClauseRef| self.db.arena.size(*c) > SIZE_LIMIT;
        if pos.len() > OCCURRENCE_LIMIT
            || neg.len() > OCCURRENCE_LIMIT
            || pos.iter().chain(neg).any(too_long)
            || (pos.is_empty() && neg.is_empty())
        {
            return work;
        }
        let mut sides = Sides { pos: pos.to_vec(), neg: neg.to_vec(), gate: (0, 0) };
        work += self.find_gate(v, &mut sides);
        if !self.is_bounded(v, &sides, &mut work) {
            return work;
        }
        self.resolve_away(v, &sides, candidates);
        work
    }

    fn drop_satisfied(&mut self, c: ClauseRef) -> bool {
        let satisfied = self.db.arena.lits(c).iter().any(|&l| self.val(l) > 0);
        if satisfied && !self.is_temporary(self.db.arena.lits(c)) {
            self.discard(c);
        }
        satisfied
    }

    /// Looks for `p = l1 & ... & ln` with p the variable or its negation, as clauses `!p | li` and `p | !l1 | ... |
    /// !ln`.
    fn find_gate(&mut self, v: Var, sides: &mut Sides) -> usize {
        let mut work = sides.pos.len() + sides.neg.len();
        for output in [v.positive(), v.negative()] {
            let (wide, narrow) = if output.is_negative() {
                (&mut sides.neg, &mut sides.pos)
            } else {
                (&mut sides.pos, &mut sides.neg)
            };
            let other = |lits: &[Lit]| if lits[0].var() == v { lits[1] } else { lits[0] };
            for &c in narrow.iter().filter(|&&c| self.db.arena.size(c) == 2) {
                let input = other(self.db.arena.lits(c));
                self.analysis.marks[input.var().index()] |= sign(input);
            }
            let mut base = None;
            for (i, &c) in wide.iter().enumerate() {
                work += 1;
                let implied = |l: &Lit| *l == output || self.analysis.marks[l.var().index()] & sign(!*l) != 0;
                if self.db.arena.lits(c).iter().all(implied) {
                    base = Some(i);
                    break;
                }
            }
            for &c in narrow.iter().filter(|&&c| self.db.arena.size(c) == 2) {
                let input = other(self.db.arena.lits(c));
                self.analysis.marks[input.var().index()] = 0;
            }
            if let Some(i) = base {
                wide.swap(0, i);
                let inputs: Vec<Lit> =
                    self.db.arena.lits(wide[0]).iter().filter(|&&l| l != output).map(|&l| !l).collect();
                let mut count = 0;
                for input in inputs {
                    let lits = |c: ClauseRef| self.db.arena.lits(c);
                    let binary = (count..narrow.len())
                        .find(|&k| lits(narrow[k]).len() == 2 && lits(narrow[k]).contains(&input));
                    if let Some(k) = binary {
                        narrow.swap(count, k);
                        count += 1;
                    }
                }
                sides.gate = if output.is_negative() { (count, 1) } else { (1, count) };
                break;
            }
        }
        work
    }

    /// Whether the resolvents are few and short enough.
    fn is_bounded(&mut self, v: Var, sides: &Sides, work: &mut usize) -> bool {
        let most = sides.pos.len() + sides.neg.len() + self.memory.bound;
        if sides.pos.is_empty() || sides.neg.is_empty() {
            return true;
        }
        let mut count = 0;
        let mut resolvent = Vec::new();
        for (i, &c) in sides.pos.iter().enumerate() {
            self.mark_clause(c);
            for (j, &d) in sides.neg.iter().enumerate() {
                if !sides.needed(i, j) {
                    continue;
                }
                *work += 1 + self.db.arena.size(d) / 2;
                if self.resolve(v, c, d, &mut resolvent) {
                    count += 1;
                    if count > most || resolvent.len() > SIZE_LIMIT {
                        self.unmark_clause(c);
                        return false;
                    }
                }
            }
            self.unmark_clause(c);
        }
        true
    }

    fn mark_clause(&mut self, c: ClauseRef) {
        for &l in self.db.arena.lits(c) {
            self.analysis.marks[l.var().index()] = sign(l);
        }
    }

    fn unmark_clause(&mut self, c: ClauseRef) {
        for &l in self.db.arena.lits(c) {
            self.analysis.marks[l.var().index()] = 0;
        }
    }

    /// The resolvent of a marked clause and another, without false literals; false if it is always true.
    fn resolve(&self, v: Var, marked: ClauseRef, other: ClauseRef, resolvent: &mut Vec<Lit>) -> bool {
        resolvent.clear();
        for &l in self.db.arena.lits(other) {
            if l.var() == v || self.val(l) < 0 {
                continue;
            }
            let mark = self.analysis.marks[l.var().index()];
            if self.val(l) > 0 || (mark != 0 && mark != sign(l)) {
                return false;
            }
            if mark == 0 {
                resolvent.push(l);
            }
        }
        for &l in self.db.arena.lits(marked) {
            if l.var() == v || self.val(l) < 0 {
                continue;
            }
            if self.val(l) > 0 {
                return false;
            }
            resolvent.push(l);
        }
        true
    }

    /// Replaces the clauses of the variable by their resolvents.
    fn resolve_away(&mut self, v: Var, sides: &Sides, candidates: &mut Candidates) {
        let mut resolvent = Vec::new();
        for (i, &c) in sides.pos.iter().enumerate() {
            for (j, &d) in sides.neg.iter().enumerate() {
                if !sides.needed(i, j) {
                    continue;
                }
                self.mark_clause(c);
                let real = self.resolve(v, c, d, &mut resolvent);
                self.unmark_clause(c);
                if real {
                    self.add_resolvent(c, d, &resolvent, candidates);
                    if !self.consistent {
                        return;
                    }
                }
            }
        }
        self.eliminated.start(v);
        for &c in sides.pos.iter().chain(&sides.neg) {
            self.eliminated.push(self.db.arena.id(c), self.db.arena.lits(c));
            self.discard_unproved(c);
            for &l in self.db.arena.lits(c) {
                candidates.schedule(l.var());
            }
        }
        self.vars.status[v.index()] = Status::Eliminated;
        candidates.kept[v.index()] = true;
        self.stats.eliminated += 1;
    }

    fn add_resolvent(&mut self, c: ClauseRef, d: ClauseRef, lits: &[Lit], candidates: &mut Candidates) {
        if self.tracer.on() {
            let mut units: Vec<u32> = Vec::new();
            for &l in self.db.arena.lits(c).iter().chain(self.db.arena.lits(d)) {
                if self.val(l) < 0 {
                    units.push(self.tracer.unit(l));
                }
            }
            units.sort_unstable();
            units.dedup();
            units.extend([self.db.arena.id(c), self.db.arena.id(d)]);
            self.tracer.chain.extend(units);
        }
        let id = self.tracer.derive(lits);
        match lits.len() {
            0 => self.consistent = false,
            1 => self.assign_unit(lits[0], id),
            _ => {
                let new = self.new_clause(lits, false, 0, id);
                candidates.add(new, lits);
                for l in lits {
                    self.memory.note(l.var());
                }
            }
        }
    }

    fn drop_learnt_of_eliminated(&mut self) {
        let gone = |l: &Lit| self.vars.status[l.var().index()] == Status::Eliminated;
        let doomed: Vec<ClauseRef> = self
            .db
            .arena
            .iter()
            .filter(|&c| self.db.arena.is_redundant(c) && self.db.arena.lits(c).iter().any(gone))
            .collect();
        let mut temporary = false;
        for c in doomed {
            temporary |= self.is_temporary(self.db.arena.lits(c));
            self.discard(c);
        }
        if temporary {
            self.temporary.clauses.retain(|&c| !self.db.arena.is_garbage(c));
        }
    }
}
