//! The state of the solver, in groups. The passes in the other files work on these groups.

use super::answer::Answer;
use super::arena::ClauseRef;
use super::decide::{Queue, Scores};
use super::options::SatStatistics;
use super::theory::TheoryOutput;
use crate::base::{Booking, Lit, Var};

/// Level and reason of an assigned variable.
#[derive(Clone, Copy)]
pub(super) struct VarData {
    pub level: u32,
    pub reason: ClauseRef,
}

/// The assignment, in the order in which it was made.
#[derive(Clone, Default)]
pub(super) struct Trail {
    /// By literal: 1 true, -1 false, 0 open.
    pub values: Vec<i8>,
    /// By variable.
    pub data: Vec<VarData>,
    /// The true literals, from the oldest to the latest.
    pub lits: Vec<Lit>,
    /// Length of the trail when each decision level was opened.
    pub levels: Vec<usize>,
    /// The number of literals that have been propagated.
    pub head: usize,
}

/// Whether a variable takes part in the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Active,
    /// Resolved away; its clauses wait on the reconstruction stack.
    Eliminated,
    /// Given back by [`Solver::release`](super::Solver::release); may be handed out again.
    Released,
}

/// Facts about variables that outlive a solve call, by variable.
#[derive(Clone, Default)]
pub(super) struct Variables {
    pub status: Vec<Status>,
    /// The number of calls of freeze that have not been undone.
    pub frozen: Vec<u32>,
    /// Whether a scope has ended, so that a variable may have a number that was another's. Proofs keep units.
    pub renumbered: bool,
    /// The variables that the solver has added for itself, ascending.
    pub added: Vec<Var>,
    /// Released variables whose clauses are gone, to be handed out again from the end.
    pub released: Vec<Var>,
}

impl Variables {
    #[inline]
    pub fn len(&self) -> usize {
        self.status.len()
    }
}

/// The value to try first, by variable.
#[derive(Clone, Default)]
pub(super) struct Phases {
    /// The last value.
    pub saved: Vec<bool>,
    /// The value in the longest assignment without conflict since the last rephasing or change to stable mode: 1 true,
    /// -1 false, 0 none.
    pub target: Vec<i8>,
    /// Likewise, in the longest assignment since the last rephasing.
    pub best: Vec<i8>,
    /// The value that the caller prefers; 0 none. Empty until there is one.
    pub preferred: Vec<i8>,
}

/// The order in which variables are decided.
#[derive(Clone)]
pub(super) struct Order {
    pub scores: Scores,
    pub queue: Queue,
    /// Whether the heap holds the variables of the present query. A domain query fills it at its first decision.
    pub heap_filled: bool,
    /// Variables below this index are not open.
    pub cursor: usize,
}

impl Default for Order {
    fn default() -> Order {
        Order { scores: Scores::default(), queue: Queue::default(), heap_filled: true, cursor: 0 }
    }
}

/// Marks of conflict analysis, by variable. All zero between uses.
pub(super) mod mark {
    pub const SEEN: u8 = 1;
    pub const IN_CLAUSE: u8 = 2;
    pub const REMOVABLE: u8 = 4;
    pub const POISON: u8 = 8;
    pub const CHAIN: u8 = 16;
}

/// Scratch of conflict analysis, which other passes borrow.
#[derive(Clone, Default)]
pub(super) struct Analysis {
    /// By variable, see [`mark`]. Passes over clauses put signs of literals there.
    pub marks: Vec<u8>,
    /// The variables with marks, in the order in which they got them.
    pub marked: Vec<Var>,
    /// The variables that are marked only for the reasons of a learnt clause's literals.
    pub sides: Vec<Var>,
    /// The learnt clause, asserting literal first.
    pub learnt: Vec<Lit>,
    /// The walk over reasons: a variable and the position in its reason.
    pub stack: Vec<(Var, u32)>,
    /// By level: the last `stamp` under which it was counted.
    pub level_stamp: Vec<u32>,
    pub stamp: u32,
    /// The clause that is being added.
    pub scratch: Vec<Lit>,
}

/// A scope that was opened and not closed.
#[derive(Clone, Copy)]
pub(super) struct Scope {
    /// The number of variables before it.
    pub vars: usize,
    pub selector: Lit,
}

/// The present or last solve call: its question and its answer.
#[derive(Clone, Default)]
pub(super) struct Query {
    /// Selectors of the scopes, the switch of the temporary clause, then the assumptions of the user.
    pub assumptions: Vec<Lit>,
    /// The failed assumptions. Vivification collects its decisions here.
    pub core: Vec<Lit>,
    pub scopes: Vec<Scope>,
    /// The last answer, until something changes.
    pub answer: Option<Answer>,
    /// By variable: the model, if elimination has made one beside the trail.
    pub model: Vec<bool>,
}

/// The clause that holds for one solve call only, and the clauses learnt from it.
#[derive(Clone, Default)]
pub(super) struct Temporary {
    /// The literal that switches the clause on, made at first use.
    pub switch: Option<Lit>,
    pub clauses: Vec<ClauseRef>,
    /// A temporary clause waits for the next call or was used by the last one.
    pub on: bool,
    /// The temporary clause was used by the last call and has to go.
    pub over: bool,
}

/// The messages between the solver and its theory.
#[derive(Clone, Default)]
pub(super) struct Exchange {
    pub out: TheoryOutput,
    /// The number of literals of the trail that the theory has been told.
    pub head: usize,
    /// The number of final checks made.
    pub checks: u64,
}

/// The budget, and the work that has been reported to it.
#[derive(Clone, Default)]
pub(super) struct Account {
    pub booking: Booking,
    /// Conflicts and propagations already reported.
    spent: (u64, u64),
}

impl Account {
    /// Reports the work done since the last time.
    pub fn report(&mut self, stats: &SatStatistics) {
        let (conflicts, propagations) = (stats.conflicts, stats.propagations);
        self.booking.budget().spend(conflicts - self.spent.0, propagations - self.spent.1);
        self.spent = (conflicts, propagations);
    }
}
