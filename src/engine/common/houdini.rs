//! The largest inductive subset of some formulas (Flanagan and Leino, *Houdini, an annotation assistant for ESC/Java*,
//! FME 2001).
//!
//! Each predicate begins as the conjunction of its candidates. An *implication* leads from states that satisfy those of
//! its body to states of its head: a clause, or a step of a system, whose states are one predicate. The solver is asked
//! whether such a state violates a candidate of the head. Each answer drops all candidates that its model falsifies,
//! and implications that rest on the predicate are asked again. In the end all candidates that are left are implied.
//!
//! The solver is asked about some candidates at a time, and about each of them alone if that was too hard. Candidates
//! that were too hard to decide are asked about again with more conflicts when nothing else is left to ask, and dropped
//! in the end: the subset is then not the largest, but the search ends.
//!
//! A proof needs few of the candidates. So all that is used is asked once more, from the goal backwards, and the
//! candidates that the answers rest on are kept.

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

/// Candidates that are asked about at once.
const AT_ONCE: usize = 16;

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
    /// Candidates that the next question may be about.
    at_once: usize,
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
        Implications {
            terms,
            list,
            left,
            open,
            kept,
            next: 0,
            at_once: AT_ONCE,
            hard,
            efforts,
            effort: 0,
            budget,
        }
    }

    /// Drops candidates until all implications hold. Asked again after a limit it goes on where it was.
    pub fn weaken(&mut self) -> Result<(), Limit> {
        loop {
            while let Some(&id) = self.open.last() {
                let left = &self.left[self.list[id.0].head.0.index()];
                let first = self.next.min(left.len());
                let order = (first..left.len()).chain(0..first);
                let mut open =
                    order.filter(|&at| !self.kept.contains(&left[at])).take(self.at_once).peekable();
                if let Some(&at) = open.peek() {
                    self.next = at;
                    let asked: Vec<TermId> = open.map(|at| left[at]).collect();
                    self.ask(id, &asked)?;
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

    /// Asks an implication whether states of its body violate one of these formulas about its head.
    fn violates(&mut self, id: ImplicationId, formulas: &[TermId]) -> Result<bool, Limit> {
        let Implications { terms, list, left, .. } = self;
        let Implication { solver, body, head: (_, seen_as) } = &mut list[id.0];
        let asked: Vec<TermId> = formulas.iter().map(|&formula| seen_as.apply(terms, formula)).collect();
        let all = terms.and(&asked);
        let mut assumed = vec![terms.not(all)];
        for (predicate, seen_as) in body {
            assumed.extend(left[predicate.index()].iter().map(|&other| seen_as.apply(terms, other)));
        }
        solver.set_budget(self.budget.clone().and_conflicts(self.efforts[self.effort]));
        decided(solver.check(terms, &assumed))
    }

    /// Asks an implication about these candidates of its head.
    fn ask(&mut self, id: ImplicationId, candidates: &[TermId]) -> Result<(), Limit> {
        let answer = self.violates(id, candidates);
        let Implications { terms, list, left, .. } = self;
        let Implication { solver, head: (head, seen_as), .. } = &mut list[id.0];
        let (head, left) = (*head, &mut left[head.index()]);
        match answer {
            Ok(false) => {
                self.kept.extend(candidates);
                self.at_once = AT_ONCE;
                return Ok(());
            }
            Err(Limit::Conflicts | Limit::Incomplete) if candidates.len() > 1 => {
                self.budget.poll()?;
                self.at_once = 1;
                return Ok(());
            }
            Ok(true) => {
                let asked: Vec<TermId> = left.iter().map(|&other| seen_as.apply(terms, other)).collect();
                let truths = solver.model(terms).evaluate_all(terms, &asked);
                let mut truths = truths.iter();
                let before = left.len();
                left.retain(|_| truths.next().map_or(false, |t| t.is_true()));
                if left.len() == before {
                    // A model that falsifies none would be asked for without end.
                    left.retain(|other| !candidates.contains(other));
                }
            }
            Err(Limit::Conflicts | Limit::Incomplete) => {
                self.budget.poll()?;
                if self.effort + 1 < self.efforts.len() {
                    self.kept.extend(candidates);
                    self.hard.retain(|&other| other != id);
                    self.hard.push(id);
                    return Ok(());
                }
                left.retain(|other| !candidates.contains(other));
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

impl Implications {
    /// The candidates that are needed for this formula about a predicate, by predicate. `None` if they do not imply it,
    /// or if that is too hard to decide.
    ///
    /// # Errors
    ///
    /// The limit that ended the search.
    pub fn needed(&mut self, goal: (PredicateId, TermId)) -> Result<Option<Vec<Vec<TermId>>>, Limit> {
        self.effort = self.efforts.len() - 1;
        let mut needed: Vec<Vec<TermId>> = self.left.iter().map(|_| Vec::new()).collect();
        let mut open = vec![goal];
        while let Some((predicate, formula)) = open.pop() {
            for id in (0..self.list.len()).map(ImplicationId) {
                if self.list[id.0].head.0 != predicate {
                    continue;
                }
                match self.violates(id, &[formula]) {
                    Ok(false) => {}
                    Ok(true) | Err(Limit::Conflicts | Limit::Incomplete) => {
                        self.budget.poll()?;
                        return Ok(None);
                    }
                    Err(limit) => return Err(limit),
                }
                let Implications { terms, list, left, .. } = self;
                let Implication { solver, body, .. } = &mut list[id.0];
                let core: HashSet<TermId> = solver.core().iter().copied().collect();
                for (predicate, seen_as) in body {
                    let needed = &mut needed[predicate.index()];
                    for &used in &left[predicate.index()] {
                        if core.contains(&seen_as.apply(terms, used)) && !needed.contains(&used) {
                            needed.push(used);
                            open.push((*predicate, used));
                        }
                    }
                }
            }
        }
        Ok(Some(needed))
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
