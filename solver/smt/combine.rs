//! Theories that share terms agree on them.
//!
//! Arithmetic, bits and equality are satisfied each for itself. Numbers and words that are arguments or results of
//! calls belong to two of them, which may differ: two arguments may have one value in the model and nodes that are not
//! equal, so that the calls have different results. Then the values are no model of the function. The pairs of terms
//! on which the theories disagree are tied by *interface equalities*, literals on which the search decides, and the
//! search goes on (model-based theory combination; de Moura and Bjorner, 2007). Only pairs that a model shows are tied,
//! and there are finitely many.

use super::solver::Solver;
use crate::base::{HashMap, Limit};
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};

impl Solver {
    /// Ties pairs on which the theories disagree in the SAT core's assignment. Returns whether there were any.
    pub(super) fn combine(&mut self, terms: &mut Terms) -> Result<bool, Limit> {
        if !self.encoder.has_calls() {
            return Ok(false);
        }
        let pairs = self.disagreements(terms);
        let mut found = false;
        for (a, b) in pairs {
            found |= self.encoder.tie(terms, &mut self.sat, a, b)?;
        }
        Ok(found)
    }

    /// Pairs of numbers or words of which one theory says more than the other.
    fn disagreements(&self, terms: &Terms) -> Vec<(TermId, TermId)> {
        let mut pairs = Vec::new();
        let mut model = self.constants_model(terms);
        let mut known: HashMap<(Op, Vec<Value>), (TermId, Value)> = HashMap::default();
        let is_shared = |t: TermId| !matches!(terms.sort(t), Sort::Bool | Sort::Declared(_));
        let equality = &self.sat.theory().equality;
        let class = |t: TermId| self.encoder.known_node(t).map(|node| equality.class(node));
        for call in self.encoder.calls() {
            let (value, args) = self.add_call(terms, &mut model, call);
            let first = known.entry((terms.op(call), args)).or_insert_with(|| (call, value.clone()));
            if first.1 == value {
                continue;
            }
            let sides = terms.args(call).iter().zip(terms.args(first.0)).map(|(&a, &b)| (a, b));
            let before = pairs.len();
            pairs.extend(sides.filter(|&(a, b)| is_shared(a) && class(a) != class(b)));
            if pairs.len() == before && is_shared(call) {
                pairs.push((call, first.0));
            }
        }
        pairs
    }

    /// Adds a call to the model. Returns its result and its arguments.
    pub(super) fn add_call(&self, terms: &Terms, model: &mut Model, call: TermId) -> (Value, Vec<Value>) {
        let args = model.evaluate_all(terms, terms.args(call));
        let value = self.known_value(terms, call).unwrap_or_else(|| Value::default_of(terms.sort(call)));
        if let Op::Call(function) = terms.op(call) {
            model.set_call(function, args.clone(), value.clone());
        }
        (value, args)
    }
}
