//! The three justifications of a derived clause: RUP, RAT and hints.
//!
//! All begin alike: the negation of the clause is assumed. RUP then propagates over all clauses and demands a
//! conflict. RAT (Järvisalo, Heule, Biere, "Inprocessing Rules", IJCAR 2012), on the pivot p, demands a conflict for
//! each clause D with the literal ¬p, after the negation of the other literals of D is assumed too. Then adding the
//! clause keeps the formula satisfiable. With hints only the named clauses are looked at, in order.
//!
//! Tautologies need no justification, and as antecedents and RAT candidates they do not count: without them the formula
//! has the same models.

use super::checked::{Failure, Reason};
use super::database::{Clause, Database};
use super::propagate::Propagated;
use super::store::ClauseRef;
use crate::base::Lit;
use crate::solver::proof::{ClauseId, Hint};

/// The strength of a justification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    /// Every model of the present clauses satisfies it.
    Implied,
    /// If the present clauses are satisfiable, they stay so with it.
    Satisfiable,
}

impl Database {
    /// Justifies a clause by propagation: RUP, or else RAT where that is admitted.
    pub fn by_propagation(&mut self, clause: &Clause, admit_rat: bool) -> Result<Strength, Failure> {
        if self.refuted || clause.tautology {
            return Ok(Strength::Implied);
        }
        let mark = self.assignment.mark();
        let answer = self.search(clause, admit_rat);
        self.watches.undo(&mut self.assignment, mark);
        answer
    }

    fn search(&mut self, clause: &Clause, admit_rat: bool) -> Result<Strength, Failure> {
        let negated = self.assume_negation(clause.lits.iter().copied());
        if negated == Propagated::Conflict || self.propagate(false)? == Propagated::Conflict {
            return Ok(Strength::Implied);
        }
        match clause.pivot {
            Some(pivot) if admit_rat => self.rat(pivot),
            _ => Err(Reason::NotImplied.into()),
        }
    }

    /// Makes all these literals false; a conflict if one is true.
    fn assume_negation(&mut self, lits: impl Iterator<Item = Lit>) -> Propagated {
        for lit in lits {
            if self.assignment.is_true(lit) {
                return Propagated::Conflict;
            }
            if !self.assignment.is_false(lit) {
                self.assignment.assign(!lit);
            }
        }
        Propagated::Quiet
    }

    /// Makes all literals of a present clause false but one; a conflict if one of the others is true.
    fn assume_rest_negated(&mut self, clause: ClauseRef, but: Lit) -> Propagated {
        for lit in self.store.lits(clause).filter(|&lit| lit != but) {
            if self.assignment.is_true(lit) {
                return Propagated::Conflict;
            }
            if !self.assignment.is_false(lit) {
                self.assignment.assign(!lit);
            }
        }
        Propagated::Quiet
    }

    /// After an unsuccessful RUP check, whose assignment still stands.
    fn rat(&mut self, pivot: Lit) -> Result<Strength, Failure> {
        let mark = self.assignment.mark();
        for candidate in self.candidates(pivot)? {
            self.meter.count(self.store.len(candidate))?;
            if self.assume_rest_negated(candidate, !pivot) == Propagated::Quiet
                && self.propagate(false)? == Propagated::Quiet
            {
                return Err(Reason::NotImplied.into());
            }
            self.watches.undo(&mut self.assignment, mark);
        }
        Ok(Strength::Satisfiable)
    }

    /// The clauses with the negation of the pivot, oldest first, without tautologies.
    fn candidates(&mut self, pivot: Lit) -> Result<Vec<ClauseRef>, Failure> {
        self.index_occurrences()?;
        let mut found = match self.occurrences.as_mut().and_then(|lists| lists.get_mut((!pivot).code())) {
            Some(list) => {
                list.retain(|&clause| !self.store.is_deleted(clause));
                list.clone()
            }
            None => Vec::new(),
        };
        self.meter.count(found.len())?;
        found.retain(|&clause| !self.store.is_tautology(clause));
        Ok(found)
    }

    /// Justifies a clause by its hints. If `exact`, they must be a chain as solvers report it: every clause is unit in
    /// its turn, the last one is false, no RAT. Otherwise, as other checkers do, a hint whose unit is true already is
    /// passed over, and so is everything after the conflict.
    pub fn by_hints(&mut self, clause: &Clause, hints: &[Hint], exact: bool) -> Result<Strength, Failure> {
        if clause.tautology {
            return Ok(Strength::Implied);
        }
        let mark = self.assignment.mark();
        let answer = self.follow(clause, hints, exact);
        self.assignment.undo(mark);
        answer
    }

    fn follow(&mut self, clause: &Clause, hints: &[Hint], exact: bool) -> Result<Strength, Failure> {
        self.assume_negation(clause.lits.iter().copied());
        let (units, groups) = split_at_candidate(hints);
        if self.chain(units, exact)? == Propagated::Conflict {
            return Ok(Strength::Implied);
        }
        match clause.pivot {
            Some(pivot) if !exact => self.hinted_rat(pivot, groups),
            _ => Err(Reason::HintsExhausted.into()),
        }
    }

    /// Propagates through the named clauses in this order.
    fn chain(&mut self, hints: &[Hint], exact: bool) -> Result<Propagated, Failure> {
        for (position, hint) in hints.iter().enumerate() {
            let id = match *hint {
                Hint::Unit(id) | Hint::Candidate(id) => id,
            };
            let clause = self.find(id).ok_or(Reason::HintUnknown(id))?;
            self.meter.count(self.store.len(clause))?;
            let mut open = self.store.lits(clause).filter(|&lit| !self.assignment.is_false(lit));
            match (open.next(), open.next()) {
                (None, _) if exact && position + 1 < hints.len() => {
                    return Err(Reason::HintAfterConflict(id).into());
                }
                (None, _) => return Ok(Propagated::Conflict),
                (Some(unit), None) if !self.assignment.is_true(unit) => {
                    drop(open);
                    self.assignment.assign(unit);
                }
                (Some(_), None) if !exact => {}
                _ => return Err(Reason::HintNotUnit(id).into()),
            }
        }
        Ok(Propagated::Quiet)
    }

    /// After the unit hints, whose assignment still stands: one group of hints for each clause with the negated pivot.
    fn hinted_rat(&mut self, pivot: Lit, mut groups: &[Hint]) -> Result<Strength, Failure> {
        let mark = self.assignment.mark();
        let mut covered = Vec::new();
        while let Some((&(Hint::Candidate(id) | Hint::Unit(id)), rest)) = groups.split_first() {
            let (group, others) = split_at_candidate(rest);
            covered.push(self.refute_resolvent(id, pivot, group)?);
            self.assignment.undo(mark);
            groups = others;
        }
        covered.sort_unstable();
        for candidate in self.candidates(pivot)? {
            // A true literal besides ¬p: unit propagation from the negated resolvent conflicts without further hints.
            let mut others = self.store.lits(candidate).filter(|&lit| lit != !pivot);
            if covered.binary_search(&candidate).is_err() && !others.any(|lit| self.assignment.is_true(lit)) {
                let reason =
                    if covered.is_empty() { Reason::HintsExhausted } else { Reason::CandidateMissing };
                return Err(reason.into());
            }
        }
        Ok(Strength::Satisfiable)
    }

    fn refute_resolvent(&mut self, id: ClauseId, pivot: Lit, group: &[Hint]) -> Result<ClauseRef, Failure> {
        let candidate = self.find(id).ok_or(Reason::HintUnknown(id))?;
        self.meter.count(self.store.len(candidate))?;
        if !self.store.lits(candidate).any(|lit| lit == !pivot) {
            return Err(Reason::HintNotCandidate(id).into());
        }
        let done = self.store.is_tautology(candidate)
            || self.assume_rest_negated(candidate, !pivot) == Propagated::Conflict
            || self.chain(group, false)? == Propagated::Conflict;
        if done {
            Ok(candidate)
        } else {
            Err(Reason::HintsExhausted.into())
        }
    }
}

/// The hints before the first [`Hint::Candidate`], and the rest.
fn split_at_candidate(hints: &[Hint]) -> (&[Hint], &[Hint]) {
    let candidate = |hint: &Hint| matches!(hint, Hint::Candidate(_));
    hints.split_at(hints.iter().position(candidate).unwrap_or(hints.len()))
}
