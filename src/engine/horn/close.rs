//! *Close*: `φ ∧ F(U, …, U)` is not empty, so there is a new fact.
//!
//! The fact is the projection of one model of the transformer to the places of the head. Each of its states is derived
//! by the clause of the model from the facts that the model has in the body.

use super::fact::Fact;
use super::options::ModelCube;
use super::search::{Head, Spacer};
use crate::base::Limit;
use crate::engine::ic3::Cube;
use crate::solver::smt::project_literals;
use crate::solver::term::{Model, TermId, Terms, Value};

impl Spacer {
    /// After a query that had facts in the whole body of the rule: adds the fact.
    pub(super) fn close(&mut self, predicate: usize, rule: usize) -> Result<(), Limit> {
        let Spacer { heads, horn, budget, options, .. } = self;
        let terms = horn.terms_mut();
        let model = heads[predicate].transformer.model(terms).clone();
        let premises = premises(heads, terms, predicate, rule, 0, &model);
        let (premises, mut formulas): (Vec<usize>, Vec<TermId>) = premises.into_iter().unzip();
        let Head { transformer, places, .. } = &mut heads[predicate];
        formulas.push(transformer.rules[rule].formula);
        let point = model.evaluate_all(terms, places);
        let literals = match options.facts {
            ModelCube::Projection => {
                let literals = transformer.implicant(terms, &formulas);
                let gone = terms.symbols_in(&transformer.rules[rule].variables);
                project_literals(terms, literals, &gone, &model, budget)?
            }
            ModelCube::Point => {
                places.iter().zip(&point).map(|(&place, value)| value.equation(terms, place)).collect()
            }
        };
        let formula = terms.and(&literals);
        let clause = transformer.rules[rule].clause;
        heads[predicate].facts.push(Fact { formula, clause, premises, point });
        for (head, rule, position) in heads[predicate].occurrences.clone() {
            heads[head].transformer.add_fact(terms, (rule, position), formula);
        }
        self.statistics.facts += 1;
        self.book();
        Ok(())
    }

    /// Forgets all facts.
    pub(super) fn forget_facts(&mut self) {
        for head in &mut self.heads {
            head.facts.clear();
            head.transformer.forget_facts(self.horn.terms_mut());
        }
    }

    /// Whether a point of a known fact is in the cube.
    pub(super) fn meets_point(&self, predicate: usize, cube: &Cube) -> bool {
        let Head { facts, atoms, places, .. } = &self.heads[predicate];
        let formulas: Vec<TermId> = atoms.formulas(cube).collect();
        facts.iter().any(|fact| {
            let mut model = Model::new();
            model.set_all(self.horn.terms(), places.iter().copied(), &fact.point);
            model.evaluate_all(self.horn.terms(), &formulas).iter().all(Value::is_true)
        })
    }
}

/// For each occurrence of a rule from a position on: a fact that the model has there, by number, and its formula over
/// the constants of the rule.
pub(super) fn premises(
    heads: &mut [Head],
    terms: &mut Terms,
    predicate: usize,
    rule: usize,
    first: usize,
    model: &Model,
) -> Vec<(usize, TermId)> {
    let count = heads[predicate].transformer.rules[rule].body.len();
    let mut premises = Vec::with_capacity(count - first);
    for position in first..count {
        let below = heads[predicate].transformer.rules[rule].body[position].predicate.index();
        let facts: Vec<TermId> = heads[below].facts.iter().map(|fact| fact.formula).collect();
        let occurrence = &mut heads[predicate].transformer.rules[rule].body[position];
        let instances: Vec<TermId> = facts.iter().map(|&fact| occurrence.instance(terms, fact)).collect();
        let values = model.evaluate_all(terms, &instances);
        let at = values.iter().position(Value::is_true);
        let at = at.unwrap_or_else(|| unreachable!("the query had facts in this place"));
        premises.push((at, instances[at]));
    }
    premises
}
