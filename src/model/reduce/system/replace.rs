//! Variables replaced by terms that they equal in all runs.

use super::values::{set, symbol};
use crate::base::{HashMap, HashSet};
use crate::model::system::{Role, Step, System, Trace};
use crate::solver::term::{Model, Substitution, SymbolId, TermId};

/// Variables, and the terms that they equal.
#[derive(Debug)]
pub(super) struct Replacement {
    /// Init, Trans and the constraint without the parts that these equations make superfluous. The variables still
    /// occur.
    pub init: TermId,
    pub trans: TermId,
    pub constraint: TermId,
    /// Current values of state variables with terms over the state variables that are kept, or inputs with terms over
    /// all that is kept. Properties and the constraint are not about the inputs.
    pub values: Vec<(TermId, TermId)>,
    /// Formulas over state variables that imply the equations of states, and are inductive together.
    pub facts: Vec<TermId>,
}

/// The way back over one replacement.
#[derive(Debug)]
pub(super) struct Replaced {
    values: Vec<(TermId, TermId)>,
    pub facts: Vec<TermId>,
}

/// The system with the replacements made. `None` if it would be much larger.
pub(super) fn apply(original: &mut System, replacement: Replacement) -> Option<(System, Replaced)> {
    let Replacement { init, trans, constraint, values, facts } = replacement;
    let mut formulas = vec![init, trans, constraint];
    formulas.extend(original.property_formulas());
    let size = original.terms().subterms(&formulas).len();

    let lost: HashMap<TermId, TermId> = values.iter().copied().collect();
    let mut substitution = Substitution::new();
    let mut primes = original.primes();
    let states = original.states().to_vec();
    let terms = original.terms_mut();
    for state in &states {
        if let Some(&value) = lost.get(&state.current) {
            substitution.insert(state.next, primes.apply(terms, value));
        }
    }
    values.iter().for_each(|&(variable, value)| substitution.insert(variable, value));
    for formula in &mut formulas {
        *formula = substitution.apply(terms, *formula);
    }
    if terms.subterms(&formulas).len() > 2 * size + 64 {
        return None;
    }
    let hints: Vec<TermId> = original.hints().to_vec();
    let hints: Vec<TermId> =
        hints.into_iter().map(|hint| substitution.apply(original.terms_mut(), hint)).collect();

    let mut smaller = System::new(original.terms().clone());
    for state in states.iter().filter(|s| !lost.contains_key(&s.current)) {
        smaller.add_state(state.current, state.next);
    }
    let about: HashSet<SymbolId> = original.terms().symbols_in(&formulas).into_iter().collect();
    for &input in original.inputs() {
        if symbol(original.terms(), input).map_or(false, |s| about.contains(&s)) {
            smaller.add_input(input);
        }
    }
    smaller.set_init(formulas[0]);
    smaller.set_trans(formulas[1]);
    smaller.add_constraint(formulas[2]);
    smaller.add_properties_like(original, &formulas[3..]);
    for hint in hints {
        let is_constant = original.terms().symbols_in(&[hint]).is_empty();
        if !is_constant && smaller.foreign_symbol(hint, Role::Init).is_none() {
            smaller.add_hint(hint);
        }
    }
    Some((smaller, Replaced { values, facts }))
}

impl Replaced {
    /// A trace of the original from one of the smaller system.
    pub fn lift_trace(&self, system: &System, smaller: &System, trace: &Trace) -> Trace {
        let terms = system.terms();
        let replacements: Vec<TermId> = self.values.iter().map(|v| v.1).collect();
        let mut steps = Vec::with_capacity(trace.steps.len());
        for (i, step) in trace.steps.iter().enumerate() {
            let mut model = Model::new();
            model.set_all(terms, smaller.states().iter().map(|s| s.current), &step.states);
            model.set_all(terms, smaller.inputs().iter().copied(), &step.inputs);
            if let Some(next) = trace.steps.get(i + 1) {
                model.set_all(terms, smaller.states().iter().map(|s| s.next), &next.states);
            }
            let values = model.evaluate_all(terms, &replacements);
            for (&(variable, _), value) in self.values.iter().zip(values) {
                set(&mut model, terms, variable, value);
            }
            let currents: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
            steps.push(Step {
                states: model.evaluate_all(terms, &currents),
                inputs: model.evaluate_all(terms, system.inputs()),
            });
        }
        Trace { property: trace.property, steps }
    }
}
