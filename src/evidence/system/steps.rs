//! The steps of a run as formulas: each step has constants of its own for state variables and inputs.

use crate::model::system::System;
use crate::solver::term::{Op, Substitution, TermId, Terms};

/// The variables of a system in the steps of a run. In step 0 they are the system's own, and the next values are the
/// states of step 1; further copies are new constants.
pub(super) struct Copies<'a> {
    system: &'a System,
    /// By step.
    states: Vec<Vec<TermId>>,
    inputs: Vec<Vec<TermId>>,
    substitutions: Vec<Substitution>,
}

impl<'a> Copies<'a> {
    pub fn new(system: &'a System) -> Copies<'a> {
        let current = system.states().iter().map(|s| s.current).collect();
        let next = system.states().iter().map(|s| s.next).collect();
        let inputs = vec![system.inputs().to_vec()];
        Copies { system, states: vec![current, next], inputs, substitutions: vec![Substitution::new()] }
    }

    /// The formula about this step: state variables and inputs are those of the step, next values the states of the
    /// step after it.
    pub fn at(&mut self, terms: &mut Terms, step: usize, formula: TermId) -> TermId {
        while self.substitutions.len() <= step {
            self.extend(terms);
        }
        self.substitutions[step].apply(terms, formula)
    }

    /// The state variables of a step that a formula has been about, or of the step after it.
    pub fn states(&self, step: usize) -> &[TermId] {
        &self.states[step]
    }

    /// The inputs of a step that a formula has been about; `None` for later steps.
    pub fn inputs(&self, step: usize) -> Option<&[TermId]> {
        self.inputs.get(step).map(Vec::as_slice)
    }

    fn extend(&mut self, terms: &mut Terms) {
        let step = self.substitutions.len();
        let mut substitution = Substitution::new();
        let inputs: Vec<TermId> = self.system.inputs().iter().map(|&input| copy(terms, input)).collect();
        for (&input, &copy) in self.system.inputs().iter().zip(&inputs) {
            substitution.insert(input, copy);
        }
        self.inputs.push(inputs);
        let after: Vec<TermId> = self.system.states().iter().map(|s| copy(terms, s.current)).collect();
        for ((state, &now), &next) in self.system.states().iter().zip(&self.states[step]).zip(&after) {
            substitution.insert(state.current, now);
            substitution.insert(state.next, next);
        }
        self.states.push(after);
        self.substitutions.push(substitution);
    }
}

/// A new constant of the same name and sort.
fn copy(terms: &mut Terms, constant: TermId) -> TermId {
    let sort = terms.sort(constant);
    match terms.op(constant) {
        Op::Symbol(symbol) => {
            let name = terms.name(symbol).to_string();
            terms.declare(&name, sort)
        }
        op => unreachable!("{:?} is no declared constant", op),
    }
}
