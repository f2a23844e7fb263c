//! The trait [`Theory`], through which alone the SAT core knows theories.
//!
//! A theory sees its atoms become true or false in the order of the trail, may imply further atoms, names conflicts as
//! sets of true literals, and explains an implied literal only when conflict analysis asks for it. It is a type
//! parameter of the solver, so circuits, which use [`NoTheory`], pay nothing for it.

use super::decide::{Queue, Scores};
use crate::base::{Lit, Var};

/// The judgement of a theory on the literals assigned to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// The theory has found no conflict; it may have put implied literals and lemmas into the [`TheoryOutput`].
    Consistent,
    /// [`TheoryOutput::conflict`] holds literals that are all true and together impossible.
    Conflict,
    /// Only as the outcome of a final check: the theory cannot decide. The answer becomes unknown.
    Unknown,
}

/// The findings of a theory: implied literals, a conflict, lemmas.
#[derive(Clone, Debug, Default)]
pub struct TheoryOutput {
    /// Literals that follow from true ones; the reason is asked for by [`Theory::explain`] if it is needed.
    pub implied: Vec<Lit>,
    /// After [`Check::Conflict`]: true literals that cannot hold together.
    pub conflict: Vec<Lit>,
    pub(super) lemmas: Vec<Lit>,
    pub(super) lemma_ends: Vec<usize>,
    pub(super) next_var: usize,
}

impl TheoryOutput {
    /// A new variable, which the theory may use in lemmas and treat as an atom from now on.
    pub fn new_var(&mut self) -> Var {
        let v = Var::new(self.next_var);
        self.next_var += 1;
        v
    }

    /// Adds a clause that is valid in the theory, over old and new variables. It stays until a pop removes its
    /// variables.
    pub fn lemma(&mut self, clause: &[Lit]) {
        self.lemmas.extend_from_slice(clause);
        self.lemma_ends.push(self.lemmas.len());
    }

    /// Whether there is a lemma.
    pub fn has_lemmas(&self) -> bool {
        !self.lemma_ends.is_empty()
    }

    pub(super) fn start(&mut self, vars: usize) {
        self.implied.clear();
        self.conflict.clear();
        self.lemmas.clear();
        self.lemma_ends.clear();
        self.next_var = vars;
    }
}

/// A decision of the SAT core, if the theory has a say in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Any variable that is open.
    Any,
    /// This literal, which is open, is to be true.
    Literal(Lit),
    /// This variable, which is open, with the value that the core prefers.
    Variable(Var),
    /// None: for all values of the open variables, the clauses are satisfied as far as they matter.
    Enough,
}

/// The assignment and the order of decisions, for [`Theory::choose`].
#[derive(Clone, Copy)]
pub struct Open<'a> {
    pub(super) values: &'a [i8],
    pub(super) scores: &'a Scores,
    pub(super) queue: &'a Queue,
    pub(super) stable: bool,
}

impl std::fmt::Debug for Open<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Open").field("stable", &self.stable).finish_non_exhaustive()
    }
}

impl Open<'_> {
    /// 1: the literal is true, -1: it is false, 0: it is open.
    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    /// Whether the core would decide the first of two variables earlier.
    #[inline]
    pub fn is_before(&self, a: Var, b: Var) -> bool {
        if self.stable {
            self.scores.is_above(a, b)
        } else {
            self.queue.stamp(a) > self.queue.stamp(b)
        }
    }
}

/// A decision procedure for a conjunction of literals, driven by the SAT core.
///
/// Contract: literals are given by [`assign`](Theory::assign) in trail order, each once until it is backtracked over.
/// [`new_level`](Theory::new_level) opens a decision level; [`backtrack`](Theory::backtrack) undoes all assignments
/// above a level. An explanation names only literals that were assigned *before* the explained one. Variables that are
/// atoms must be frozen by their creator ([`Solver::freeze`](super::Solver::freeze)), so that preprocessing
/// leaves them alone; variables made by [`TheoryOutput::new_var`] are frozen by the core.
pub trait Theory {
    /// False only for [`NoTheory`], so that all calls vanish.
    const ACTIVE: bool = true;

    /// Whether literals of this variable are passed to [`Theory::assign`].
    fn is_atom(&self, var: Var) -> bool;

    /// The literal of an atom became true.
    fn assign(&mut self, lit: Lit);

    /// Called when Boolean propagation is at its end: cheap consequences and conflicts.
    fn propagate(&mut self, out: &mut TheoryOutput) -> Check;

    /// Puts true literals into `reason` whose conjunction implies `lit`, which the theory itself had implied.
    fn explain(&mut self, lit: Lit, reason: &mut Vec<Lit>);

    /// Called when all variables have values, or enough of them ([`Theory::choose`]): decides. `Consistent` without
    /// implied literals or lemmas means satisfiable.
    fn final_check(&mut self, out: &mut TheoryOutput) -> Check;

    /// The next decision. A theory that answers [`Choice::Enough`] vouches for the formula: the core then takes the
    /// assignment for a model, once the final check has passed.
    fn choose(&mut self, open: &Open<'_>) -> Choice {
        let _ = open;
        Choice::Any
    }

    /// Whether a model need not give this variable a value. The core decides it only if the theory chooses it.
    fn is_optional(&self, var: Var) -> bool {
        let _ = var;
        false
    }

    /// Opens a decision level.
    fn new_level(&mut self);

    /// Undoes all assignments above this level; 0 keeps the literals that are fixed for good.
    fn backtrack(&mut self, level: usize);

    /// The solver opened a scope: remember the present atoms.
    fn push(&mut self);

    /// The solver left the innermost scope: forget atoms and everything else made since it was opened. Called at
    /// level 0, after all assignments have been undone; those that remain true are then assigned again.
    fn pop(&mut self);
}

/// No theory: plain SAT.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTheory;

impl Theory for NoTheory {
    const ACTIVE: bool = false;

    fn is_atom(&self, _: Var) -> bool {
        false
    }

    fn assign(&mut self, _: Lit) {}

    fn propagate(&mut self, _: &mut TheoryOutput) -> Check {
        Check::Consistent
    }

    fn explain(&mut self, _: Lit, _: &mut Vec<Lit>) {}

    fn final_check(&mut self, _: &mut TheoryOutput) -> Check {
        Check::Consistent
    }

    fn new_level(&mut self) {}

    fn backtrack(&mut self, _: usize) {}

    fn push(&mut self) {}

    fn pop(&mut self) {}
}
