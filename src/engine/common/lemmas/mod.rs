//! Lemmas that engines on different threads share.
//!
//! A set of formulas that the initial states satisfy and that steps preserve holds in all reachable states, for every
//! property, so other engines may assume it. IC3 finds such sets among the lemmas of its frames; k-induction and
//! bounded model checking hardly find any, and gain the most. Each engine has a store of terms of its own, so a board
//! with a store between them holds the formulas, and a lock is held only while they are copied. Lemmas about circuits
//! are clauses of signals and need no store ([`CircuitLemmas`]).

mod circuit;

pub(in crate::engine) use circuit::inductive_subset;
pub use circuit::CircuitLemmas;

use crate::base::HashSet;
use crate::model::system::System;
use crate::solver::term::{Foreign, Rebuild, TermId, Terms};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

/// Formulas that a board takes at most.
const MOST_LEMMAS: usize = 4_000;

/// Where the engines at work on one system leave lemmas for each other.
#[derive(Clone)]
pub struct SharedLemmas {
    board: Arc<Mutex<Board>>,
    states: Arc<HashSet<TermId>>,
    /// The number of formulas that have been read here.
    seen: usize,
}

struct Board {
    terms: Terms,
    formulas: Vec<TermId>,
    known: HashSet<TermId>,
    /// Some formulas were turned away, and others that rest on them may follow.
    is_closed: bool,
}

impl fmt::Debug for SharedLemmas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedLemmas").field("count", &self.board().formulas.len()).finish_non_exhaustive()
    }
}

/// A formula is about something else than state variables.
struct NotAboutStates;

impl SharedLemmas {
    /// An empty board for this system. Its clones are views of the same board, for engines of the same system.
    pub fn new(system: &System) -> SharedLemmas {
        let board = Board {
            terms: system.terms().clone(),
            formulas: Vec::new(),
            known: HashSet::default(),
            is_closed: false,
        };
        SharedLemmas {
            board: Arc::new(Mutex::new(board)),
            states: Arc::new(system.states().iter().map(|s| s.current).collect()),
            seen: 0,
        }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Leaves formulas that are inductive together with those published and read here before. A board that would become
    /// too full takes none of them, and no others later.
    pub(in crate::engine) fn publish(&mut self, terms: &Terms, formulas: &[TermId]) {
        let mut guard = self.board();
        let board = &mut *guard;
        if board.is_closed || board.formulas.len() + formulas.len() > MOST_LEMMAS {
            board.is_closed = true;
            return;
        }
        let mut rebuild = Rebuild::new();
        let mut rebuilt = Vec::with_capacity(formulas.len());
        for &formula in formulas {
            match self.copy(&mut rebuild, terms, &mut board.terms, formula) {
                Ok(formula) => rebuilt.push(formula),
                // All or none: they are inductive together.
                Err(NotAboutStates) => {
                    debug_assert!(false, "{} is not about states only", terms.text(formula));
                    board.is_closed = true;
                    return;
                }
            }
        }
        rebuilt.retain(|&formula| board.known.insert(formula));
        board.formulas.extend(rebuilt);
    }

    /// The formulas that are new on the board since the last call, as terms of this store.
    pub(in crate::engine) fn news(&mut self, terms: &mut Terms) -> Vec<TermId> {
        let guard = self.board();
        let mut rebuild = Rebuild::new();
        let copies = guard.formulas[self.seen..].iter();
        let copies = copies.map(|&f| self.copy(&mut rebuild, &guard.terms, terms, f));
        let news: Vec<TermId> = copies.filter_map(Result::ok).collect();
        let seen = guard.formulas.len();
        drop(guard);
        self.seen = seen;
        news
    }

    /// The stores began as the system's, so a state variable is the same term in both.
    fn copy(
        &self,
        rebuild: &mut Rebuild,
        from: &Terms,
        to: &mut Terms,
        formula: TermId,
    ) -> Result<TermId, NotAboutStates> {
        let constant = |part| match part {
            Foreign::Constant(symbol) => {
                let state = from.symbol_term(symbol);
                self.states.get(&state).copied().ok_or(NotAboutStates)
            }
            Foreign::Term(_) => Err(NotAboutStates),
        };
        rebuild.term(from, to, formula, constant, || Ok(()))
    }
}
