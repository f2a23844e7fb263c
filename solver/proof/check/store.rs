//! The clauses of the checker in one array.
//!
//! A clause is a header of two words and its literals. The header holds the length with three flags, and the next
//! clause of equal hash, which makes the lists through which DRAT deletions find clauses by their literals. Deleted
//! clauses keep their place until more than half of the array is dead and [`Store::compact`] moves the rest together.

use crate::base::Lit;

/// Place of a clause in the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ClauseRef(pub u32);

impl ClauseRef {
    /// The end of a list.
    pub const NONE: ClauseRef = ClauseRef(u32::MAX);
}

const HEADER: usize = 2;
const DELETED: u32 = 1;
const REASON: u32 = 2;
const TAUTOLOGY: u32 = 4;
const FLAG_BITS: u32 = 3;

/// Words below which compaction does not pay.
const SMALL: usize = 1 << 16;

/// The new place of each clause after a compaction.
pub(super) struct Moved {
    old: Vec<u32>,
}

impl Moved {
    /// The new place, or `None` if the clause was deleted.
    pub fn get(&self, clause: ClauseRef) -> Option<ClauseRef> {
        let at = clause.0 as usize;
        match self.old[at] & DELETED {
            0 => Some(ClauseRef(self.old[at + 1])),
            _ => None,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Store {
    words: Vec<u32>,
    dead: usize,
}

impl Store {
    /// Adds a clause without duplicate literals; `None` if the store has reached the largest place.
    pub fn add(&mut self, lits: &[Lit], tautology: bool) -> Option<ClauseRef> {
        let place = u32::try_from(self.words.len() + HEADER + lits.len()).ok()?;
        let length = u32::try_from(lits.len()).ok().filter(|&n| n < 1 << (32 - FLAG_BITS))?;
        let flags = if tautology { TAUTOLOGY } else { 0 };
        self.words.push(length << FLAG_BITS | flags);
        self.words.push(ClauseRef::NONE.0);
        self.words.extend(lits.iter().map(|l| l.code() as u32));
        Some(ClauseRef(place - (HEADER + lits.len()) as u32))
    }

    /// Bytes by which the store would grow for a clause of this length, its watches included.
    pub fn growth(&self, length: usize) -> u64 {
        let needed = self.words.len() + HEADER + length;
        if needed <= self.words.capacity() {
            0
        } else {
            8 * needed.max(2 * self.words.capacity()) as u64 - self.bytes()
        }
    }

    /// Bytes held, with as much again for the watches, which are counted nowhere else.
    pub fn bytes(&self) -> u64 {
        8 * self.words.capacity() as u64
    }

    #[inline]
    pub fn len(&self, clause: ClauseRef) -> usize {
        (self.words[clause.0 as usize] >> FLAG_BITS) as usize
    }

    /// The codes of the literals; those at 0 and 1 are watched, if the clause is.
    #[inline]
    pub fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.0 as usize + HEADER;
        let length = self.len(clause);
        &mut self.words[start..start + length]
    }

    #[inline]
    pub fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let start = clause.0 as usize + HEADER;
        self.words[start..start + self.len(clause)].iter().map(|&code| Lit::from_code(code as usize))
    }

    #[inline]
    pub fn is_deleted(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & DELETED != 0
    }

    pub fn is_tautology(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & TAUTOLOGY != 0
    }

    /// Whether the clause is the reason of a literal that is true for good.
    pub fn is_reason(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & REASON != 0
    }

    pub fn set_reason(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize] |= REASON;
    }

    pub fn delete(&mut self, clause: ClauseRef) {
        debug_assert!(!self.is_deleted(clause));
        self.dead += HEADER + self.len(clause);
        self.words[clause.0 as usize] |= DELETED;
    }

    pub fn next(&self, clause: ClauseRef) -> ClauseRef {
        ClauseRef(self.words[clause.0 as usize + 1])
    }

    pub fn set_next(&mut self, clause: ClauseRef, next: ClauseRef) {
        self.words[clause.0 as usize + 1] = next.0;
    }

    /// All clauses that are not deleted, oldest first.
    pub fn live(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < self.words.len() {
                let clause = ClauseRef(at as u32);
                at += HEADER + self.len(clause);
                if !self.is_deleted(clause) {
                    return Some(clause);
                }
            }
            None
        })
    }

    pub fn wants_compaction(&self) -> bool {
        self.words.len() > SMALL && self.dead * 2 > self.words.len()
    }

    /// Drops the deleted clauses. The lists of equal hash must not run through them; every other place where a
    /// [`ClauseRef`] is kept has to be updated by the answer.
    pub fn compact(&mut self) -> Moved {
        let mut words = Vec::with_capacity(self.words.len() - self.dead);
        let mut at = 0;
        let mut next_of = Vec::new();
        while at < self.words.len() {
            let end = at + HEADER + self.len(ClauseRef(at as u32));
            if self.words[at] & DELETED == 0 {
                let place = words.len() as u32;
                words.extend_from_slice(&self.words[at..end]);
                if self.words[at + 1] != ClauseRef::NONE.0 {
                    next_of.push(place);
                }
                self.words[at + 1] = place;
            }
            at = end;
        }
        for place in next_of {
            let old = words[place as usize + 1];
            words[place as usize + 1] = self.words[old as usize + 1];
        }
        self.dead = 0;
        Moved { old: std::mem::replace(&mut self.words, words) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Var;

    #[test]
    fn lists_of_equal_hash_lead_to_the_same_clauses_after_a_compaction() {
        let mut store = Store::default();
        let lits = |i: usize| -> Vec<Lit> { (0..=i).map(|var| Var::new(var).positive()).collect() };
        let clauses: Vec<ClauseRef> =
            (0..6).map(|i| store.add(&lits(i), i == 3).expect("there is room")).collect();
        store.set_next(clauses[5], clauses[3]);
        store.set_next(clauses[3], clauses[1]);
        store.set_reason(clauses[1]);
        for i in [0, 2, 4] {
            store.delete(clauses[i]);
        }
        let moved = store.compact();
        let at = |i: usize| moved.get(clauses[i]);
        assert_eq!((at(0), at(2), at(4)), (None, None, None));
        let (one, three, five) = (at(1).expect("kept"), at(3).expect("kept"), at(5).expect("kept"));
        assert_eq!((store.next(five), store.next(three)), (three, one));
        assert_eq!(store.next(one), ClauseRef::NONE);
        assert!(store.is_reason(one) && store.is_tautology(three) && !store.is_deleted(five));
        for (clause, i) in [(one, 1), (three, 3), (five, 5)] {
            assert_eq!(store.lits(clause).collect::<Vec<Lit>>(), lits(i));
        }
        assert_eq!(store.live().collect::<Vec<ClauseRef>>(), [one, three, five]);
    }
}
