//! The clauses of a solver, and for each literal the list of clauses that watch it.

use super::arena::{Arena, ClauseRef};
use super::lists::Lists;
use super::shared::SharedClauses;
use crate::base::Lit;
use std::sync::Arc;

/// One entry of a watch list. Its blocker is some other literal of the clause: a true blocker saves the visit to the
/// clause.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub blocker: Lit,
    tagged: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    #[inline]
    pub fn new(blocker: Lit, clause: ClauseRef, binary: bool) -> Watch {
        Watch { blocker, tagged: clause.word() | if binary { BINARY } else { 0 } }
    }

    /// A binary clause: the blocker is its other literal.
    #[inline]
    pub fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }

    #[inline]
    pub fn clause(self) -> ClauseRef {
        ClauseRef::from_word(self.tagged & !BINARY)
    }
}

#[derive(Clone)]
pub(super) struct Database {
    pub arena: Arena,
    /// Clauses held in common with other solvers.
    pub shared: Option<Arc<SharedClauses>>,
    /// By literal: the clauses that watch it. They are visited when it becomes false.
    pub watches: Lists<Watch>,
    /// Literals in whose lists binary clauses stand that are gone. Empty whenever watches are read.
    pub stale: Vec<Lit>,
    /// The number of learnt clauses.
    pub redundant: usize,
    /// The number of clauses that are needed: the user's, and those that took their place.
    pub irredundant: usize,
    /// The clause that vivification examines, which must not take part in propagation.
    pub ignored: ClauseRef,
}

impl Default for Database {
    fn default() -> Database {
        Database {
            arena: Arena::default(),
            shared: None,
            watches: Lists::default(),
            stale: Vec::new(),
            redundant: 0,
            irredundant: 0,
            ignored: ClauseRef::NONE,
        }
    }
}

impl Database {
    pub fn is_empty(&self) -> bool {
        self.arena.len() == 0 && self.shared.is_none()
    }

    /// The literals of a clause in the arena or among the shared ones.
    #[inline]
    pub fn lits(&self, c: ClauseRef) -> &[Lit] {
        match &self.shared {
            Some(shared) if c.is_shared() => shared.clause(c),
            _ => self.arena.lits(c),
        }
    }

    pub fn bytes(&self) -> usize {
        // Watch lists are counted by their content, twice per clause, and a quarter for room.
        let watched = 2 * (self.redundant + self.irredundant) * std::mem::size_of::<Watch>();
        self.arena.bytes() + self.watches.range_bytes() + watched + watched / 4
    }
}
