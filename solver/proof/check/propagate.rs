//! Unit propagation of the checker: two watched literals with blockers, after "Chaff" (Moskewicz et al., DAC 2001).
//!
//! Assignments come in two layers: those that follow from the clauses alone are permanent, those that follow from the
//! negation of the clause being checked are taken back. No reasons are kept: a check asks only whether there is a
//! conflict. Only clauses that force a literal of the lasting layer are marked, so that they outlive their deletion.

use super::store::{ClauseRef, Moved, Store};
use crate::base::{Budget, Limit, Lit};

/// Polls the budget once in this many units of work (visited watches or literals).
const POLL: u64 = 1 << 18;

/// Counts work, and polls the budget from time to time.
#[derive(Debug, Default)]
pub(super) struct Meter {
    budget: Budget,
    work: u64,
}

impl Meter {
    pub fn new(budget: Budget) -> Meter {
        Meter { budget, work: 0 }
    }

    #[inline]
    pub fn count(&mut self, work: usize) -> Result<(), Limit> {
        self.work += work as u64 + 1;
        if self.work < POLL {
            return Ok(());
        }
        self.work = 0;
        self.budget.poll()
    }
}

/// The true literals, in the order in which they became true.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    trail: Vec<Lit>,
}

impl Assignment {
    /// Makes room for one more variable.
    pub fn grow(&mut self) {
        self.values.extend_from_slice(&[0, 0]);
    }

    #[inline]
    pub fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.code()] > 0
    }

    #[inline]
    pub fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.code()] < 0
    }

    #[inline]
    pub fn assign(&mut self, lit: Lit) {
        debug_assert!(self.values[lit.code()] == 0);
        self.values[lit.code()] = 1;
        self.values[(!lit).code()] = -1;
        self.trail.push(lit);
    }

    /// Assigned literals, a mark to which [`Assignment::undo`] goes back.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    pub fn undo(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: ClauseRef,
    /// Some other literal of the clause: while it is true, the clause need not be looked at.
    blocker: Lit,
}

/// Whether propagation met a false clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Propagated {
    Conflict,
    Quiet,
}

#[derive(Debug, Default)]
pub(super) struct Watches {
    lists: Vec<Vec<Watch>>,
    /// Literals of the trail that have been propagated.
    head: usize,
}

impl Watches {
    /// Makes room for one more variable.
    pub fn grow(&mut self) {
        self.lists.push(Vec::new());
        self.lists.push(Vec::new());
    }

    /// Watches the first two literals of a clause, neither of which is false.
    pub fn attach(&mut self, clause: ClauseRef, first: Lit, second: Lit) {
        self.lists[first.code()].push(Watch { clause, blocker: second });
        self.lists[second.code()].push(Watch { clause, blocker: first });
    }

    /// Takes back all assignments after the mark, up to which everything was propagated.
    pub fn undo(&mut self, assignment: &mut Assignment, mark: usize) {
        assignment.undo(mark);
        self.head = self.head.min(mark);
    }

    /// Propagates to the end or to the first conflict. If the assignments are to stay, `lasting` says so: the clauses
    /// that force them are marked as reasons.
    pub fn propagate(
        &mut self,
        store: &mut Store,
        assignment: &mut Assignment,
        lasting: bool,
        meter: &mut Meter,
    ) -> Result<Propagated, Limit> {
        while let Some(&lit) = assignment.trail.get(self.head) {
            self.head += 1;
            meter.count(self.lists[(!lit).code()].len())?;
            if self.visit(!lit, store, assignment, lasting) == Propagated::Conflict {
                return Ok(Propagated::Conflict);
            }
        }
        Ok(Propagated::Quiet)
    }

    /// Goes through the clauses that watch a literal which has become false.
    fn visit(
        &mut self,
        falsified: Lit,
        store: &mut Store,
        assignment: &mut Assignment,
        lasting: bool,
    ) -> Propagated {
        let mut list = std::mem::take(&mut self.lists[falsified.code()]);
        let mut answer = Propagated::Quiet;
        let (mut kept, mut at) = (0, 0);
        while at < list.len() && answer == Propagated::Quiet {
            let watch = list[at];
            at += 1;
            if assignment.is_true(watch.blocker) {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            if store.is_deleted(watch.clause) {
                continue;
            }
            let codes = store.codes_mut(watch.clause);
            let other_code = codes[0] ^ codes[1] ^ falsified.code() as u32;
            let other = Lit::from_code(other_code as usize);
            let replacement = if assignment.is_true(other) {
                None
            } else {
                codes[2..].iter().position(|&code| !assignment.is_false(Lit::from_code(code as usize)))
            };
            if let Some(position) = replacement {
                let new = codes[position + 2];
                codes[position + 2] = falsified.code() as u32;
                codes[0] = other_code;
                codes[1] = new;
                self.lists[new as usize].push(Watch { clause: watch.clause, blocker: other });
                continue;
            }
            list[kept] = Watch { clause: watch.clause, blocker: other };
            kept += 1;
            if assignment.is_false(other) {
                answer = Propagated::Conflict;
            } else if !assignment.is_true(other) {
                assignment.assign(other);
                if lasting {
                    store.set_reason(watch.clause);
                }
            }
        }
        list.drain(kept..at);
        self.lists[falsified.code()] = list;
        answer
    }

    /// Follows a compaction of the store and drops the watches of deleted clauses.
    pub fn update(&mut self, moved: &Moved) {
        for list in &mut self.lists {
            list.retain_mut(|watch| match moved.get(watch.clause) {
                Some(clause) => {
                    watch.clause = clause;
                    true
                }
                None => false,
            });
        }
    }
}
