//! Subsumption and strengthening.
//!
//! A clause that contains another is superfluous; one that contains another but for the sign of one literal loses that
//! literal (self-subsuming resolution; Eén and Biere, SAT 2005). Clauses are gone through from short to long, and
//! each is compared with the shorter ones. A shorter clause is listed under one literal only, its rarest (one-watch
//! forward subsumption, Zhang, SAT 2005; Biere and Kiefl for the treatment of learnt clauses). A 64-bit signature of
//! the variables sorts out most pairs without a look at the clause.
//!
//! Considered are the irredundant clauses and the learnt ones that are likely to stay. If a learnt clause subsumes an
//! irredundant one, it becomes irredundant.

use super::effort::Effort;
use crate::base::{Limit, Lit};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::lists::Lists;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::Status;
use crate::solver::sat::theory::Theory;

/// Clauses longer than this are not looked at.
const SIZE_LIMIT: usize = 200;
/// A literal's list is not walked if it is longer.
const LIST_LIMIT: usize = 2000;

const POSITIVE: u8 = 1;
const NEGATIVE: u8 = 2;

/// A short clause in the list of its rarest literal.
#[derive(Clone, Copy)]
struct Link {
    clause: ClauseRef,
    signature: u64,
}

/// The relation of a shorter clause to the one looked at.
enum Relation {
    None,
    Subsumes,
    /// All literals occur, this one of the longer clause with the other sign.
    Strengthens(Lit),
}

fn signature(lits: &[Lit]) -> u64 {
    let bit = |l: &Lit| 1u64 << ((l.var().index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
    lits.iter().fold(0, |s, l| s | bit(l))
}

fn sign(l: Lit) -> u8 {
    if l.is_negative() {
        NEGATIVE
    } else {
        POSITIVE
    }
}

impl<T: Theory> Solver<T> {
    /// One pass. Leaves level 0 to be propagated.
    pub(in crate::solver::sat) fn subsume(&mut self, effort: &mut Effort) -> Result<(), Limit> {
        let mut clauses: Vec<(usize, ClauseRef)> = self
            .db
            .arena
            .iter()
            .filter(|&c| self.db.arena.size(c) <= SIZE_LIMIT && self.is_lasting(c))
            .map(|c| (self.db.arena.size(c), c))
            .collect();
        clauses.retain(|&(_, c)| !self.is_temporary(self.db.arena.lits(c)));
        clauses.sort_unstable();
        let mut lists: Lists<Link> = Lists::new(2 * self.vars.len());
        let mut result = Ok(());
        for (_, c) in clauses {
            let seen = self.find_shorter(c, &lists);
            let c = match seen.0 {
                None => Some(c),
                Some((by, Relation::Strengthens(l))) => self.strengthen(c, l, by),
                Some((by, _)) => {
                    self.subsumed(c, by);
                    None
                }
            };
            if let Some(c) = c {
                let lits = self.db.arena.lits(c);
                let rarest = lits.iter().min_by_key(|&&l| lists.len(l));
                if let Some(&l) = rarest {
                    lists.push(l, Link { clause: c, signature: signature(lits) });
                }
            }
            if !self.consistent {
                break;
            }
            match self.work(effort, seen.1) {
                Ok(true) => {}
                Ok(false) => break,
                Err(limit) => {
                    result = Err(limit);
                    break;
                }
            }
        }
        self.compact();
        result
    }

    /// Whether the clause will survive the next reduction.
    fn is_lasting(&self, c: ClauseRef) -> bool {
        !self.db.arena.is_redundant(c) || self.db.arena.glue(c) <= self.pace.tier_limits().1
    }

    /// A listed clause that subsumes or strengthens this one, and the work of finding it.
    fn find_shorter(&mut self, c: ClauseRef, lists: &Lists<Link>) -> (Option<(ClauseRef, Relation)>, usize) {
        let lits = self.db.arena.lits(c);
        for &l in lits {
            self.analysis.marks[l.var().index()] = sign(l);
        }
        let own = signature(lits);
        let mut work = 1;
        let mut found = None;
        'search: for &l in lits {
            for list in [lists.list(l), lists.list(!l)] {
                if list.len() > LIST_LIMIT {
                    continue;
                }
                work += 1 + list.len() / 4;
                for link in list.iter().filter(|k| k.signature & !own == 0) {
                    work += 2;
                    if link.clause == c || self.db.arena.is_garbage(link.clause) {
                        continue;
                    }
                    match self.relation(link.clause) {
                        Relation::None => {}
                        relation => {
                            found = Some((link.clause, relation));
                            break 'search;
                        }
                    }
                }
            }
        }
        for &l in self.db.arena.lits(c) {
            self.analysis.marks[l.var().index()] = 0;
        }
        (found, work)
    }

    /// The relation of a clause to the marked one.
    fn relation(&self, shorter: ClauseRef) -> Relation {
        let mut relation = Relation::Subsumes;
        for &l in self.db.arena.lits(shorter) {
            let mark = self.analysis.marks[l.var().index()];
            if mark == sign(l) {
                continue;
            }
            if mark == 0 || matches!(relation, Relation::Strengthens(_)) {
                return Relation::None;
            }
            relation = Relation::Strengthens(!l);
        }
        relation
    }

    /// Removes a clause that another one makes superfluous.
    pub(super) fn subsumed(&mut self, c: ClauseRef, by: ClauseRef) {
        if !self.db.arena.is_redundant(c) {
            self.promote(by);
        }
        self.stats.subsumed += 1;
        self.discard(c);
    }

    /// A learnt clause takes the place of one that is needed.
    pub(super) fn promote(&mut self, c: ClauseRef) {
        if self.db.arena.is_redundant(c) {
            self.db.arena.make_irredundant(c);
            self.db.redundant -= 1;
            self.db.irredundant += 1;
            for &l in self.db.arena.lits(c) {
                self.memory.note(l.var());
            }
        }
    }

    /// Removes a literal that resolution with another clause removes; returns the new clause, if it is not a unit.
    fn strengthen(&mut self, c: ClauseRef, lit: Lit, by: ClauseRef) -> Option<ClauseRef> {
        self.stats.strengthened += 1;
        let lits: Vec<Lit> = self.db.arena.lits(c).iter().copied().filter(|&l| l != lit).collect();
        debug_assert!(lits.iter().all(|l| self.vars.status[l.var().index()] != Status::Eliminated));
        let (antecedent, id) = (self.db.arena.id(by), self.db.arena.id(c));
        self.tracer.chain.extend([antecedent, id]);
        let id = self.tracer.derive(&lits);
        if lits.len() == 1 {
            self.assign_unit(lits[0], id);
            self.discard(c);
            return None;
        }
        let (redundant, glue, used) =
            (self.db.arena.is_redundant(c), self.db.arena.glue(c), self.db.arena.used(c));
        let new = self.new_clause(&lits, redundant, glue.min(lits.len() - 1), id);
        self.db.arena.set_used(new, used);
        self.discard(c);
        Some(new)
    }

    /// Takes a clause out of the database and the proof, but leaves it in the watch lists: only for passes that do not
    /// propagate and end with a compaction.
    pub(super) fn discard(&mut self, c: ClauseRef) {
        if self.tracer.on() {
            self.tracer.delete(self.db.arena.id(c), self.db.arena.lits(c));
        }
        self.discard_unproved(c);
    }

    /// Like [`Solver::discard`], but the proof keeps the clause.
    pub(super) fn discard_unproved(&mut self, c: ClauseRef) {
        if self.db.arena.is_redundant(c) {
            self.db.redundant -= 1;
        } else {
            self.db.irredundant -= 1;
            for &l in self.db.arena.lits(c) {
                self.memory.note(l.var());
            }
        }
        self.db.arena.mark_garbage(c);
    }
}
