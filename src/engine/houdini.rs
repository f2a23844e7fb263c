//! The largest inductive subset of some formulas (Flanagan and Leino, *Houdini, an annotation assistant for ESC/Java*,
//! FME 2001).
//!
//! Formulas that an initial state falsifies are dropped. Then all that are left are assumed in a state, and one that a
//! step leads out of is dropped, until no step leads out of the rest: these hold in all reachable states. Each answer
//! of the solver drops every formula that its model falsifies.
//!
//! The solver is asked about one formula at a time, in rounds. If a round drops nothing, formulas that were too hard to
//! decide are asked about again with more conflicts, and dropped in the end: the subset is then not the largest, but
//! the search comes to an end.

use super::outcome::decided;
use crate::base::{Budget, Limit};
use crate::model::system::{Invariant, System};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{TermId, Terms};

/// Conflicts that a question may take, in the first round and in those after rounds that have dropped nothing.
const MOST_CONFLICTS: [u64; 3] = [500, 2_000, 10_000];

#[derive(Clone, Copy)]
struct Candidate {
    /// About the state, and about the next one.
    about: [TermId; 2],
    /// The last answer was none.
    hard: bool,
}

/// A search that lives on when a limit has ended it.
pub struct Houdini {
    terms: Terms,
    /// In an initial state, and after a step.
    solvers: [Solver; 2],
    left: Vec<Candidate>,
    /// The initial states satisfy what is left.
    begun: bool,
    /// How many answers in a row, the last ones, were no or none. The formulas asked about stand at the end.
    passed: usize,
    /// The index of the limit on conflicts.
    effort: usize,
    budget: Budget,
}

impl std::fmt::Debug for Houdini {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Houdini").field("left", &self.left.len()).finish_non_exhaustive()
    }
}

impl Houdini {
    /// A search among these formulas about the states of a system.
    pub fn new(system: &System, candidates: &Invariant, seed: u64, budget: &Budget) -> Houdini {
        let mut terms = candidates.terms.clone();
        let mut primes = system.primes();
        let candidate = |&t: &TermId| Candidate { about: [t, primes.apply(&mut terms, t)], hard: false };
        let left = candidates.formulas.iter().map(candidate).collect();
        let mut solver = |formula: TermId| {
            let mut options = SmtOptions::incremental();
            options.sat.seed = seed;
            let mut solver = Solver::new(options);
            solver.assert(&mut terms, formula);
            solver.assert(&mut terms, system.constraint());
            solver
        };
        let solvers = [solver(system.init()), solver(system.trans())];
        let budget = budget.clone();
        Houdini { terms, solvers, left, begun: false, passed: 0, effort: 0, budget }
    }

    /// The formulas of the largest inductive subset. Asked again after a limit it goes on where it was.
    ///
    /// # Errors
    ///
    /// The limit that ended the search.
    pub fn subset(&mut self) -> Result<Invariant, Limit> {
        while !self.begun {
            self.begun = self.round(0)?;
        }
        while !self.round(1)? {}
        let formulas = self.left.iter().map(|candidate| candidate.about[0]).collect();
        Ok(Invariant { terms: self.terms.clone(), formulas })
    }

    /// Asks about each formula until there is nothing to drop, or some were too hard. True if there is nothing left to
    /// ask.
    fn round(&mut self, place: usize) -> Result<bool, Limit> {
        while self.passed < self.left.len() {
            self.ask(place)?;
        }
        self.passed = 0;
        if self.left.iter().all(|candidate| !candidate.hard) {
            self.effort = 0;
            return Ok(true);
        }
        self.effort += 1;
        if self.effort == MOST_CONFLICTS.len() {
            self.effort = 0;
            self.left.retain(|candidate| !candidate.hard);
        }
        Ok(false)
    }

    /// Asks about one formula, the next after those that passed in a row.
    fn ask(&mut self, place: usize) -> Result<(), Limit> {
        let Houdini { terms, solvers, left, .. } = self;
        let solver = &mut solvers[place];
        solver.set_budget(self.budget.clone().and_conflicts(MOST_CONFLICTS[self.effort]));
        let mut assumed = vec![terms.not(left[0].about[place])];
        assumed.extend(left.iter().filter(|_| place == 1).map(|candidate| candidate.about[0]));
        let answer = decided(solver.check(terms, &assumed));
        if let Err(Limit::Conflicts) = answer {
            self.budget.check()?;
        }
        left[0].hard = matches!(answer, Err(Limit::Conflicts) | Err(Limit::Incomplete));
        if left[0].hard || !answer? {
            left.rotate_left(1);
            self.passed += 1;
            return Ok(());
        }
        let model = solver.read_model(terms);
        let asked: Vec<TermId> = left.iter().map(|candidate| candidate.about[place]).collect();
        let mut truths = model.evaluate_all(terms, &asked).into_iter();
        let before = left.len();
        left.retain(|_| truths.next().map_or(false, |truth| truth.is_true()));
        // A model that falsifies none would be asked for without end.
        if left.len() == before {
            return Err(Limit::Incomplete);
        }
        self.passed = 0;
        Ok(())
    }
}
