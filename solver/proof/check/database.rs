//! The clauses that are present at a point of the proof, and the ways to find them.

use std::collections::hash_map::DefaultHasher;
use std::collections::BTreeMap;
use std::hash::Hasher;

use super::checked::{Failure, Method, Reason};
use super::numbers::NumberMap;
use super::propagate::{Assignment, Meter, Propagated, Watches};
use super::store::{ClauseRef, Store};
use crate::base::{Budget, Limit, Lit, Var};
use crate::solver::proof::ClauseId;

/// A clause in the checker's own variables: literals sorted, each once.
#[derive(Debug, Default)]
pub(super) struct Clause {
    pub lits: Vec<Lit>,
    /// The first literal as written.
    pub pivot: Option<Lit>,
    pub tautology: bool,
}

/// The present clauses with the indices over them.
///
/// Architecture invariant: under [`Method::Propagation`], between two steps, every clause that is no tautology either
/// contains a literal of the lasting assignment, or watches two open literals, or `refuted` is set. Under
/// [`Method::Chains`] nothing is assigned between two steps.
#[derive(Debug)]
pub(super) struct Database {
    pub method: Method,
    pub store: Store,
    pub assignment: Assignment,
    pub watches: Watches,
    pub meter: Meter,
    /// Whether the empty clause follows by unit propagation alone, or is present.
    pub refuted: bool,
    /// By literal: clauses that contain it, some of them deleted. Built when the first RAT step asks for it.
    pub occurrences: Option<Vec<Vec<ClauseRef>>>,
    /// The variable of a file as one of the checker's.
    variables: NumberMap,
    variable_count: u32,
    /// The present clauses that have a number.
    ids: NumberMap,
    /// The present clauses that have no number, by the hash of their literals: the first of a list.
    by_hash: BTreeMap<u64, ClauseRef>,
    budget: Budget,
    booked: u64,
}

impl Database {
    pub fn new(method: Method, budget: Budget) -> Database {
        Database {
            method,
            store: Store::default(),
            assignment: Assignment::default(),
            watches: Watches::default(),
            meter: Meter::new(budget.clone()),
            refuted: false,
            occurrences: None,
            variables: NumberMap::default(),
            variable_count: 0,
            ids: NumberMap::default(),
            by_hash: BTreeMap::new(),
            budget,
            booked: 0,
        }
    }

    /// Brings a clause into the checker's form, in place of an old one.
    pub fn normalise(&mut self, written: &[Lit], clause: &mut Clause) {
        clause.lits.clear();
        for &lit in written {
            let own = self.own_literal(lit);
            clause.lits.push(own);
        }
        clause.pivot = clause.lits.first().copied();
        clause.lits.sort_unstable();
        clause.lits.dedup();
        clause.tautology = clause.lits.windows(2).any(|pair| pair[0] == !pair[1]);
    }

    fn own_literal(&mut self, lit: Lit) -> Lit {
        let key = lit.var().index() as u64;
        let number = match self.variables.get(key) {
            Some(number) => number,
            None => {
                let number = self.variable_count;
                self.variable_count += 1;
                self.variables.insert(key, number);
                self.assignment.grow();
                self.watches.grow();
                if let Some(lists) = &mut self.occurrences {
                    lists.push(Vec::new());
                    lists.push(Vec::new());
                }
                number
            }
        };
        Var::new(number as usize).lit(!lit.is_negative())
    }

    /// The present clause of this number.
    pub fn find(&self, id: ClauseId) -> Option<ClauseRef> {
        self.ids.get(id.number()).map(ClauseRef)
    }

    /// Whether the present clause has exactly the literals of the other.
    pub fn equals(&self, present: ClauseRef, clause: &Clause) -> bool {
        self.store.len(present) == clause.lits.len()
            && self.store.lits(present).all(|lit| clause.lits.binary_search(&lit).is_ok())
    }

    /// Adds a clause and, under [`Method::Propagation`], propagates its consequences. Leaves the literals in another
    /// order.
    pub fn insert(&mut self, id: Option<ClauseId>, clause: &mut Clause) -> Result<(), Failure> {
        if let Some(id) = id.filter(|&id| self.find(id).is_some()) {
            return Err(Reason::IdInUse(id).into());
        }
        self.budget.allows_memory(self.store.growth(clause.lits.len()))?;
        let hash = hash(&clause.lits);
        let open = self.open_to_front(&mut clause.lits);
        let new = self.store.add(&clause.lits, clause.tautology).ok_or(Limit::Memory)?;
        match id {
            Some(id) => self.ids.insert(id.number(), new.0),
            None => {
                if let Some(next) = self.by_hash.insert(hash, new) {
                    self.store.set_next(new, next);
                }
            }
        }
        if let Some(lists) = &mut self.occurrences {
            clause.lits.iter().for_each(|lit| lists[lit.code()].push(new));
        }
        self.book();
        match self.method {
            Method::Chains => {
                self.refuted |= clause.lits.is_empty();
                Ok(())
            }
            Method::Propagation if self.refuted || clause.tautology => Ok(()),
            Method::Propagation => self.connect(new, &clause.lits, open),
        }
    }

    /// Moves up to two literals that are not false to the front and returns their number.
    fn open_to_front(&self, lits: &mut [Lit]) -> usize {
        let mut open = 0;
        for at in 0..lits.len() {
            if open < 2 && !self.assignment.is_false(lits[at]) {
                lits.swap(open, at);
                open += 1;
            }
        }
        open
    }

    /// Makes a new clause take part in propagation.
    fn connect(&mut self, new: ClauseRef, lits: &[Lit], open: usize) -> Result<(), Failure> {
        if lits.iter().any(|&lit| self.assignment.is_true(lit)) {
            return Ok(());
        }
        match (open, lits) {
            (0, _) => self.refuted = true,
            (2, &[first, second, ..]) => self.watches.attach(new, first, second),
            (_, lits) => {
                self.store.set_reason(new);
                lits.iter().take(1).for_each(|&unit| self.assignment.assign(unit));
                self.refuted = self.propagate(true)? == Propagated::Conflict;
            }
        }
        Ok(())
    }

    pub fn propagate(&mut self, lasting: bool) -> Result<Propagated, Limit> {
        self.watches.propagate(&mut self.store, &mut self.assignment, lasting, &mut self.meter)
    }

    /// Deletes a clause that has no number; false if it is kept as the reason of a literal.
    pub fn delete_clause(&mut self, clause: &Clause) -> Result<bool, Failure> {
        let hash = hash(&clause.lits);
        let mut before = None;
        let mut at = self.by_hash.get(&hash).copied().unwrap_or(ClauseRef::NONE);
        let mut reason = false;
        while at != ClauseRef::NONE {
            self.meter.count(clause.lits.len())?;
            if self.equals(at, clause) {
                if !self.store.is_reason(at) {
                    break;
                }
                reason = true;
            }
            before = Some(at);
            at = self.store.next(at);
        }
        if at == ClauseRef::NONE {
            return if reason { Ok(false) } else { Err(Reason::DeletedUnknown.into()) };
        }
        let next = self.store.next(at);
        match before {
            Some(before) => self.store.set_next(before, next),
            None if next == ClauseRef::NONE => drop(self.by_hash.remove(&hash)),
            None => drop(self.by_hash.insert(hash, next)),
        }
        self.remove(at);
        Ok(true)
    }

    /// Deletes the clause of this number, which must have the given literals if any are given; false if it is kept as
    /// the reason of a literal.
    pub fn delete_id(&mut self, id: ClauseId, literals: Option<&Clause>) -> Result<bool, Failure> {
        let clause = self.find(id).ok_or(Reason::DeletedUnknown)?;
        if literals.map_or(false, |literals| !self.equals(clause, literals)) {
            return Err(Reason::DeletedDiffers(id).into());
        }
        self.ids.remove(id.number());
        if self.store.is_reason(clause) {
            return Ok(false);
        }
        self.remove(clause);
        Ok(true)
    }

    fn remove(&mut self, clause: ClauseRef) {
        self.store.delete(clause);
        if self.store.wants_compaction() {
            let moved = self.store.compact();
            let place = |old: u32| moved.get(ClauseRef(old)).map_or(old, |new| new.0);
            self.ids.update(place);
            self.by_hash.values_mut().for_each(|clause| clause.0 = place(clause.0));
            self.watches.update(&moved);
            self.occurrences = None;
            self.book();
        }
    }

    /// Builds the index from literals to clauses, unless it is there.
    pub fn index_occurrences(&mut self) -> Result<(), Limit> {
        if self.occurrences.is_none() {
            self.budget.allows_memory(self.store.bytes())?;
            let mut lists = vec![Vec::new(); 2 * self.variable_count as usize];
            for clause in self.store.live() {
                self.store.lits(clause).for_each(|lit| lists[lit.code()].push(clause));
            }
            self.occurrences = Some(lists);
            self.book();
        }
        Ok(())
    }

    /// Brings the bytes booked in the budget up to date.
    fn book(&mut self) {
        let arrays = if self.occurrences.is_some() { 2 } else { 1 };
        let held = arrays * self.store.bytes() + 64 * u64::from(self.variable_count);
        if held != self.booked {
            self.budget.book_memory(held as i64 - self.booked as i64);
            self.booked = held;
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.budget.book_memory(-(self.booked as i64));
    }
}

/// A hash of sorted literals. Proofs are untrusted, so this is the standard library's hash and not the fast one.
fn hash(lits: &[Lit]) -> u64 {
    let mut hasher = DefaultHasher::new();
    lits.iter().for_each(|lit| hasher.write_u32(lit.code() as u32));
    hasher.finish()
}
