//! The largest inductive subset of some formulas (Flanagan and Leino, *Houdini, an annotation assistant for ESC/Java*,
//! FME 2001).
//!
//! Each predicate begins as the conjunction of its candidates. An *implication* leads from states that satisfy those of
//! its body to states of its head: a clause, or a step of a system, whose states are one predicate. The solver is asked
//! whether such a state violates a candidate of the head. Each answer drops all candidates that its model falsifies,
//! and implications that rest on the predicate are asked again. In the end all candidates that are left are implied.
//!
//! The solver is asked about one candidate at a time. Candidates that were too hard to decide are asked about again
//! with more conflicts when nothing else is left to ask, and dropped in the end: the subset is then not the largest,
//! but the search ends.

use super::outcome::decided;
use crate::base::{Budget, HashSet, Limit};
use crate::model::horn::PredicateId;
use crate::model::system::{Invariant, System};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Substitution, TermId, Terms};

/// From candidates of some predicates to those of one.
pub(in crate::engine) struct Implication {
    /// Knows how the arguments of the predicates are connected.
    pub solver: Solver,
    /// The predicates, each with the terms that the solver has for its arguments.
    pub body: Vec<(PredicateId, Substitution)>,
    pub head: (PredicateId, Substitution),
}

/// An implication, by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ImplicationId(usize);

/// A search that lives on when a limit has ended it.
pub(in crate::engine) struct Implications {
    pub terms: Terms,
    list: Vec<Implication>,
    /// By predicate: the candidates that are left.
    pub left: Vec<Vec<TermId>>,
    /// The implications that are to be asked; the last one is next.
    open: Vec<ImplicationId>,
    /// The candidates that the last one need not be asked about again, and where it looks for another one first.
    kept: HashSet<TermId>,
    next: usize,
    /// The implications with candidates that are too hard so far.
    hard: Vec<ImplicationId>,
    /// The conflicts that a question may take, and those it may take once only hard ones are left.
    efforts: &'static [u64],
    effort: usize,
    budget: Budget,
}

impl Implications {
    /// A search among candidates, by predicate, that begins with the last implication.
    pub fn new(
        terms: Terms,
        list: Vec<Implication>,
        left: Vec<Vec<TermId>>,
        efforts: &'static [u64],
        budget: &Budget,
    ) -> Implications {
        let open = (0..list.len()).map(ImplicationId).collect();
        let (kept, hard, budget) = (HashSet::default(), Vec::new(), budget.clone());
        Implications { terms, list, left, open, kept, next: 0, hard, efforts, effort: 0, budget }
    }

    /// Drops candidates until all implications hold. Asked again after a limit it goes on where it was.
    pub fn weaken(&mut self) -> Result<(), Limit> {
        loop {
            while let Some(&id) = self.open.last() {
                let left = &self.left[self.list[id.0].head.0.index()];
                let first = self.next.min(left.len());
                let mut order = (first..left.len()).chain(0..first);
                if let Some(at) = order.find(|&at| !self.kept.contains(&left[at])) {
                    self.next = at;
                    self.ask(id, left[at])?;
                } else {
                    self.open.pop();
                    self.kept.clear();
                    self.next = 0;
                }
            }
            if self.hard.is_empty() {
                return Ok(());
            }
            self.open.append(&mut self.hard);
            self.effort += 1;
        }
    }

    /// Asks an implication about one candidate of its head.
    fn ask(&mut self, id: ImplicationId, candidate: TermId) -> Result<(), Limit> {
        let Implications { terms, list, left, .. } = self;
        let Implication { solver, body, head: (head, seen_as) } = &mut list[id.0];
        let asked = seen_as.apply(terms, candidate);
        let mut assumed = vec![terms.not(asked)];
        for (predicate, seen_as) in body {
            assumed.extend(left[predicate.index()].iter().map(|&other| seen_as.apply(terms, other)));
        }
        solver.set_budget(self.budget.clone().and_conflicts(self.efforts[self.effort]));
        let (head, left) = (*head, &mut left[head.index()]);
        match decided(solver.check(terms, &assumed)) {
            Ok(false) => {
                self.kept.insert(candidate);
                return Ok(());
            }
            Ok(true) => {
                let asked: Vec<TermId> = left.iter().map(|&other| seen_as.apply(terms, other)).collect();
                let truths = solver.model(terms).evaluate_all(terms, &asked);
                let mut truths = truths.iter();
                // A model that falsifies none would be asked for without end.
                left.retain(|&other| truths.next().map_or(false, |t| t.is_true()) && other != candidate);
            }
            Err(Limit::Conflicts | Limit::Incomplete) => {
                self.budget.poll()?;
                if self.effort + 1 < self.efforts.len() {
                    self.kept.insert(candidate);
                    self.hard.retain(|&other| other != id);
                    self.hard.push(id);
                    return Ok(());
                }
                left.retain(|&other| other != candidate);
                self.effort = 0;
            }
            Err(limit) => return Err(limit),
        }
        for other in (0..self.list.len()).map(ImplicationId) {
            if !self.list[other.0].body.iter().any(|(predicate, _)| *predicate == head) {
                continue;
            }
            if other == id {
                self.kept.clear();
            } else if !self.open.contains(&other) {
                // The one that is asked stays on top.
                self.open.insert(0, other);
            }
        }
        Ok(())
    }
}

/// Conflicts that a question about a system may take.
const MOST_CONFLICTS: [u64; 3] = [500, 2_000, 10_000];

/// The search among formulas about the states of a system. It lives on when a limit has ended it.
pub struct Houdini(Implications);

impl std::fmt::Debug for Houdini {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Houdini").field("left", &self.0.left[0].len()).finish_non_exhaustive()
    }
}

impl Houdini {
    /// A search among these formulas about the states of a system.
    pub fn new(system: &System, candidates: &Invariant, seed: u64, budget: &Budget) -> Houdini {
        let mut terms = candidates.terms.clone();
        let states = PredicateId::new(0);
        let mut rule = |formula: TermId, body: Vec<(PredicateId, Substitution)>, head: Substitution| {
            let mut options = SmtOptions::incremental();
            options.sat.seed = seed;
            let mut solver = Solver::new(options);
            solver.assert(&mut terms, formula);
            solver.assert(&mut terms, system.constraint());
            Implication { solver, body, head: (states, head) }
        };
        let step = rule(system.trans(), vec![(states, Substitution::new())], system.primes());
        let start = rule(system.init(), Vec::new(), Substitution::new());
        let candidates = vec![candidates.formulas.clone()];
        Houdini(Implications::new(terms, vec![step, start], candidates, &MOST_CONFLICTS, budget))
    }

    /// The formulas of the largest inductive subset. Asked again after a limit it goes on where it was.
    ///
    /// # Errors
    ///
    /// The limit that ended the search.
    pub fn subset(&mut self) -> Result<Invariant, Limit> {
        self.0.weaken()?;
        Ok(Invariant { terms: self.0.terms.clone(), formulas: self.0.left[0].clone(), bound: Vec::new() })
    }
}
