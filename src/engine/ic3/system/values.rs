//! States of models as values, and back.

use super::base::Base;
use crate::engine::ic3::Cube;
use crate::model::system::{StateVar, System};
use crate::solver::term::{Model, TermId, Value};

/// The values that a model gives these constants.
pub(in crate::engine) fn values(system: &System, constants: &[TermId], model: &Model) -> Vec<Value> {
    constants.iter().map(|&t| model.evaluate(system.terms(), t)).collect()
}

impl Base {
    /// The state of a model, before its step.
    pub fn state_of(&self, model: &Model) -> Vec<Value> {
        let constants: Vec<TermId> = self.system.states().iter().map(|s: &StateVar| s.current).collect();
        values(&self.system, &constants, model)
    }

    /// The state of a model after its step.
    pub fn next_state_of(&self, model: &Model) -> Vec<Value> {
        let constants: Vec<TermId> = self.system.states().iter().map(|s| s.next).collect();
        values(&self.system, &constants, model)
    }

    /// The inputs of a model.
    pub fn inputs_of(&self, model: &Model) -> Vec<Value> {
        values(&self.system, self.system.inputs(), model)
    }

    /// The formulas that say that the state variables have these values.
    pub fn fix(&mut self, state: &[Value]) -> Vec<TermId> {
        let vars = self.system.states().to_vec();
        let terms = self.system.terms_mut();
        let equal = |(var, value): (StateVar, &Value)| {
            let value = value.term(terms, terms.sort(var.current));
            terms.eq(var.current, value)
        };
        vars.into_iter().zip(state).map(equal).collect()
    }

    /// Whether a state is in the cube.
    pub fn is_in(&self, state: &[Value], cube: &Cube) -> bool {
        let mut model = Model::new();
        model.set_all(self.system.terms(), self.system.states().iter().map(|s| s.current), state);
        let formulas: Vec<TermId> = self.atoms.formulas(cube).collect();
        model.evaluate_all(self.system.terms(), &formulas).iter().all(Value::is_true)
    }
}
