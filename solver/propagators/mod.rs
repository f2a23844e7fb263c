//! A hand in the search: propagators of the caller's own beside the clauses.
//!
//! A [`Propagator`] sees the variables that it observes become true or false, and may say which literals follow, choose
//! decisions, refuse models and add clauses, in the calls of IPASIR-UP (Fazekas, Niemetz, Preiner, Kirchweger,
//! Szeider, Biere, "IPASIR-UP: user propagators for CDCL", SAT 2023). It stands for clauses that are too many to write
//! down: that exactly one of a row is true, that a graph has no cycle. [`Observed`] makes a [`Theory`] of it, so that
//! `Solver<Observed<P>>` is a solver as any other.
//!
//! The solver believes a propagator. Its reasons and clauses enter a proof as axioms, at the moment at which they are
//! first needed; [`Observed::axioms`] has them in that order, so that a checker of the proof can tell them from the
//! clauses of the formula, and the author of the propagator can check each.
//!
//! ```
//! use indubit::base::{Lit, Var};
//! use indubit::solver::{propagators::{Observed, Propagator}, sat::{Answer, SatOptions, Solver}};
//!
//! /// No two neighbours are true.
//! #[derive(Default)]
//! struct Apart { said: Vec<Lit>, trail: Vec<Lit>, levels: Vec<usize> }
//!
//! impl Propagator for Apart {
//!     fn assigned(&mut self, lits: &[Lit]) {
//!         self.said.clear();
//!         self.trail.extend_from_slice(lits);
//!     }
//!     fn new_level(&mut self) { self.levels.push(self.trail.len()); }
//!     fn backtracked(&mut self, level: usize) {
//!         self.trail.truncate(self.levels[level]);
//!         self.levels.truncate(level);
//!         self.said.clear();
//!     }
//!     fn propagate(&mut self) -> Option<Lit> {
//!         let true_ones = self.trail.iter().filter(|lit| !lit.is_negative() && lit.var().index() < 3);
//!         let mut next = true_ones.map(|lit| Var::new(lit.var().index() + 1).negative());
//!         let lit = next.find(|lit| !self.said.contains(lit) && !self.trail.contains(lit))?;
//!         self.said.push(lit);
//!         Some(lit)
//!     }
//!     fn reason(&mut self, lit: Lit) -> Vec<Lit> { vec![lit, Var::new(lit.var().index() - 1).negative()] }
//!     fn accepts(&mut self, model: &[Lit]) -> bool {
//!         model.windows(2).all(|pair| pair[0].is_negative() || pair[1].is_negative())
//!     }
//! }
//!
//! let mut solver = Solver::with_theory(SatOptions::default(), Observed::new(Apart::default()));
//! let lits: Vec<Lit> = (0..4).map(|_| solver.new_var().positive()).collect();
//! for lit in &lits {
//!     solver.freeze(lit.var());
//!     solver.theory_mut().observe(lit.var());
//! }
//! assert_eq!(solver.solve(&[lits[0], lits[2]]), Answer::Sat);
//! assert_eq!(solver.solve(&[lits[1], lits[2]]), Answer::Unsat);
//! assert!(solver.theory().axioms().contains(&vec![!lits[2], !lits[1]]));
//! ```

use super::sat::{Check, Choice, Open, Theory, TheoryOutput};
use crate::base::{HashSet, Lit, Var};

/// A procedure of the caller that takes part in the search.
///
/// Contract: a clause of [`Propagator::reason`] has the literal, and otherwise literals that were false before it was
/// propagated. Everything that a propagator says holds in all models that the caller wants.
pub trait Propagator {
    /// These observed literals became true, in this order.
    fn assigned(&mut self, lits: &[Lit]);

    /// A decision level was opened.
    fn new_level(&mut self);

    /// All literals that were assigned above this level are open again. The level 0 has those that stay.
    fn backtracked(&mut self, level: usize);

    /// A literal that follows from those assigned, and was not named since the last change. Asked until there is none.
    /// Of several literals some may be lost in a conflict, so they have to be named again after a change.
    fn propagate(&mut self) -> Option<Lit> {
        None
    }

    /// The clause by which a propagated literal follows. Asked for only if it is needed, perhaps much later.
    fn reason(&mut self, lit: Lit) -> Vec<Lit>;

    /// The next decision, if the propagator has a wish. It counts if the literal is open.
    fn decide(&mut self) -> Option<Lit> {
        None
    }

    /// Whether an assignment to all observed variables, in the order of variables, may be a model. One that is refused
    /// has to be excluded by [`Propagator::clause`]; else the answer is unknown.
    fn accepts(&mut self, model: &[Lit]) -> bool;

    /// A further clause. Asked for after each propagation and after each model that was refused, until there is none.
    fn clause(&mut self) -> Option<Vec<Lit>> {
        None
    }
}

/// A propagator as a theory of the solver.
#[derive(Clone, Debug)]
pub struct Observed<P> {
    propagator: P,
    /// By variable: whether the propagator sees it.
    observed: Vec<bool>,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    /// The literals of the trail that the propagator has been told of.
    told: usize,
    axioms: Vec<Vec<Lit>>,
    /// The observed variables when each scope was opened.
    scopes: Vec<Vec<bool>>,
    /// Literals that the solver assigns again after a scope, and of which the propagator knows.
    again: HashSet<Lit>,
}

impl<P: Propagator> Observed<P> {
    /// A propagator that observes nothing yet.
    pub fn new(propagator: P) -> Observed<P> {
        Observed {
            propagator,
            observed: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            told: 0,
            axioms: Vec::new(),
            scopes: Vec::new(),
            again: HashSet::default(),
        }
    }

    /// Has the propagator observe a variable, which must be frozen ([`Solver::freeze`](super::sat::Solver::freeze)) and
    /// open. All variables of clauses and of propagated literals have to be observed.
    pub fn observe(&mut self, var: Var) {
        if self.observed.len() <= var.index() {
            self.observed.resize(var.index() + 1, false);
        }
        self.observed[var.index()] = true;
    }

    /// The propagator.
    pub fn propagator(&self) -> &P {
        &self.propagator
    }

    /// The propagator, for changes between solve calls.
    pub fn propagator_mut(&mut self) -> &mut P {
        &mut self.propagator
    }

    /// The clauses that the search has believed the propagator, in the order in which a proof has them.
    pub fn axioms(&self) -> &[Vec<Lit>] {
        &self.axioms
    }

    fn tell(&mut self) {
        if self.told < self.trail.len() {
            self.propagator.assigned(&self.trail[self.told..]);
            self.told = self.trail.len();
        }
    }

    fn take_clauses(&mut self, out: &mut TheoryOutput) -> bool {
        let before = self.axioms.len();
        while let Some(clause) = self.propagator.clause() {
            out.lemma(&clause);
            self.axioms.push(clause);
        }
        self.axioms.len() > before
    }
}

impl<P: Propagator> Theory for Observed<P> {
    fn is_atom(&self, var: Var) -> bool {
        self.observed.get(var.index()).copied().unwrap_or(false)
    }

    fn assign(&mut self, lit: Lit) {
        if self.again.is_empty() || !self.again.remove(&lit) {
            self.trail.push(lit);
        }
    }

    fn propagate(&mut self, out: &mut TheoryOutput) -> Check {
        self.tell();
        while let Some(lit) = self.propagator.propagate() {
            out.implied.push(lit);
        }
        self.take_clauses(out);
        Check::Consistent
    }

    fn explain(&mut self, lit: Lit, reason: &mut Vec<Lit>) {
        let clause = self.propagator.reason(lit);
        debug_assert!(clause.contains(&lit), "a reason without the literal");
        let mut axiom = vec![lit];
        axiom.extend(clause.into_iter().filter(|&other| other != lit));
        reason.extend(axiom.iter().skip(1).map(|&other| !other));
        self.axioms.push(axiom);
    }

    fn final_check(&mut self, out: &mut TheoryOutput) -> Check {
        self.tell();
        let mut model = self.trail.clone();
        model.sort_unstable_by_key(|lit| lit.var());
        let is_accepted = self.propagator.accepts(&model);
        let has_clauses = self.take_clauses(out);
        if is_accepted || has_clauses {
            Check::Consistent
        } else {
            Check::Unknown
        }
    }

    fn choose(&mut self, open: &Open<'_>) -> Choice {
        self.tell();
        match self.propagator.decide() {
            Some(lit) if self.is_atom(lit.var()) && open.value(lit) == 0 => Choice::Literal(lit),
            Some(_) | None => Choice::Any,
        }
    }

    fn new_level(&mut self) {
        self.tell();
        self.levels.push(self.trail.len());
        self.propagator.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        if level < self.levels.len() {
            self.trail.truncate(self.levels[level]);
            self.levels.truncate(level);
            self.told = self.told.min(self.trail.len());
            self.propagator.backtracked(level);
        }
    }

    fn push(&mut self) {
        self.scopes.push(self.observed.clone());
    }

    fn pop(&mut self) {
        if let Some(observed) = self.scopes.pop() {
            self.observed = observed;
            let seen = |lit: &Lit| self.observed.get(lit.var().index()).copied().unwrap_or(false);
            self.trail.retain(seen);
            self.told = self.trail.len();
            self.again = self.trail.iter().copied().collect();
        }
    }
}
