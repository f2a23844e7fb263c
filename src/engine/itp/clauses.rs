//! An invariant that is a formula, as clauses over latches.
//!
//! The union of images is no set of clauses, and its normal form may be very large. But certificates of circuits only
//! need *some* clauses that the invariant implies, and that are an invariant themselves. So we begin with no clause at
//! all. As long as the clauses admit a state that is bad or has a successor outside of them, the given invariant
//! excludes this state: a state inside is not bad, and its successors are inside, too, and so satisfy all clauses. The
//! core of the contradiction between the state and the invariant is one more clause.

use crate::base::{Budget, HashMap, Limit};
use crate::engine::common::outcome::decided;
use crate::engine::common::unroll::Copies;
use crate::model::system::System;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::TermId;

/// A clause over the state variables of a system of Booleans, by their indices; true: the variable itself.
pub(super) type Clause = Vec<(usize, bool)>;

/// The search for clauses.
struct Weakening<'a> {
    system: &'a mut System,
    /// The state variables, by term.
    places: HashMap<TermId, usize>,
    /// Knows the invariant.
    inside: Solver,
    /// Knows the constraint, the clauses, and which states and inputs are bad.
    good: Solver,
    /// Knows a step, the constraint before it and after it, and the clauses before it.
    step: Solver,
    copies: Copies,
    clauses: Vec<Clause>,
}

/// Clauses that are an invariant of a system of Booleans and that exclude the bad states, as this invariant does.
/// `None` if the formulas are no such invariant.
pub(super) fn clauses_of(
    system: &mut System,
    invariant: &[TermId],
    bad: TermId,
    budget: &Budget,
) -> Result<Option<Vec<Clause>>, Limit> {
    let mut search = Weakening::new(system, invariant, bad, budget);
    while let Some(state) = search.bad_state()? {
        if !search.exclude(&state)? {
            return Ok(None);
        }
    }
    let mut next = 0;
    while next < search.clauses.len() {
        budget.poll()?;
        match search.state_before(next)? {
            Some(state) => {
                if !search.exclude(&state)? {
                    return Ok(None);
                }
            }
            None => next += 1,
        }
    }
    Ok(Some(search.clauses))
}

impl<'a> Weakening<'a> {
    fn new(system: &'a mut System, invariant: &[TermId], bad: TermId, budget: &Budget) -> Weakening<'a> {
        let solver = || {
            let mut solver = Solver::new(SmtOptions::incremental());
            solver.set_budget(budget.clone());
            solver
        };
        let (mut inside, mut good, mut step) = (solver(), solver(), solver());
        let mut copies = Copies::default();
        let (trans, constraint) = (system.trans(), system.constraint());
        for &formula in invariant {
            inside.assert(system.terms_mut(), formula);
        }
        for formula in [constraint, bad] {
            good.assert(system.terms_mut(), formula);
        }
        for (at, formula) in [(0, constraint), (0, trans), (1, constraint)] {
            let copy = copies.at(system, at, formula);
            step.assert(system.terms_mut(), copy);
        }
        let places = system.states().iter().enumerate().map(|(i, s)| (s.current, i)).collect();
        Weakening { system, places, inside, good, step, copies, clauses: Vec::new() }
    }

    /// A bad state that satisfies all clauses.
    fn bad_state(&mut self) -> Result<Option<Vec<bool>>, Limit> {
        let states: Vec<TermId> = self.system.states().iter().map(|s| s.current).collect();
        found(&mut self.good, self.system, &[], &states)
    }

    /// A state that satisfies all clauses, with a successor that violates this one.
    fn state_before(&mut self, clause: usize) -> Result<Option<Vec<bool>>, Limit> {
        let (before, after) = (self.copies.states(0).to_vec(), self.copies.states(1).to_vec());
        let violated = |&(i, sign): &(usize, bool)| literal(self.system, after[i], !sign);
        let violated: Vec<TermId> = self.clauses[clause].iter().map(violated).collect();
        found(&mut self.step, self.system, &violated, &before)
    }

    /// Adds a clause that the invariant implies and the state violates. False if there is none: the state is inside.
    fn exclude(&mut self, state: &[bool]) -> Result<bool, Limit> {
        let current: Vec<TermId> = self.system.states().iter().map(|s| s.current).collect();
        let mut cube: Vec<TermId> =
            current.iter().zip(state).map(|(&t, &value)| literal(self.system, t, value)).collect();
        // A second look, from the other end, often shortens the core.
        for _ in 0..2 {
            if decided(self.inside.check(self.system.terms_mut(), &cube))? {
                return Ok(false);
            }
            cube = self.inside.core().iter().rev().copied().collect();
        }
        let terms = self.system.terms();
        let mut clause: Clause = Vec::new();
        for &t in &cube {
            let (variable, negated) = terms.split_not(t);
            clause.push((self.places[&variable], negated));
        }
        clause.sort_unstable();
        for (solver, variables) in
            [(&mut self.good, &current), (&mut self.step, &self.copies.states(0).to_vec())]
        {
            let literals: Vec<TermId> =
                clause.iter().map(|&(i, sign)| literal(self.system, variables[i], sign)).collect();
            let formula = self.system.terms_mut().or(&literals);
            solver.assert(self.system.terms_mut(), formula);
        }
        self.clauses.push(clause);
        Ok(true)
    }
}

fn literal(system: &mut System, variable: TermId, sign: bool) -> TermId {
    if sign {
        variable
    } else {
        system.terms_mut().not(variable)
    }
}

/// The values of some constants in a model of the assumptions.
fn found(
    solver: &mut Solver,
    system: &mut System,
    assumptions: &[TermId],
    constants: &[TermId],
) -> Result<Option<Vec<bool>>, Limit> {
    if !decided(solver.check(system.terms_mut(), assumptions))? {
        return Ok(None);
    }
    let model = solver.model(system.terms());
    let values = model.evaluate_all(system.terms(), constants);
    Ok(Some(values.iter().map(|value| value.is_true()).collect()))
}
