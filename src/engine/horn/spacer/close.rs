//! *Close*: `φ ∧ F(U, …, U)` is not empty, so there is a new fact.
//!
//! The fact is the projection of one model of the transformer to the arguments of the head. Each of its states is
//! derived by the clause of the model from the facts that the model has in the body.

use super::fact::{Fact, FactId};
use super::heads::{Head, OccursIn};
use super::options::ModelCube;
use super::search::Spacer;
use super::transformer::OccurrenceId;
use crate::base::Limit;
use crate::engine::horn::rules::{ByPredicate, RuleId};
use crate::engine::ic3::Cube;
use crate::model::horn::PredicateId;
use crate::solver::smt::project_literals;
use crate::solver::term::{Model, TermId, Terms, Value};

impl Spacer {
    /// After a query that had facts in the whole body of the rule: adds the fact.
    pub(super) fn close(&mut self, predicate: PredicateId, rule: RuleId) -> Result<(), Limit> {
        let Spacer { heads, horn, budget, options, .. } = self;
        let terms = horn.terms_mut();
        let model = heads[predicate].transformer.model(terms).clone();
        let premises = premises(heads, terms, predicate, rule, 0, &model);
        let (premises, mut formulas): (Vec<FactId>, Vec<TermId>) = premises.into_iter().unzip();
        let Head { transformer, arguments, .. } = &mut heads[predicate];
        formulas.push(transformer.rule(rule).formula);
        let point = model.evaluate_all(terms, arguments);
        let literals = match options.facts {
            ModelCube::Projection => {
                let literals = transformer.implicant(terms, &formulas);
                let gone = terms.symbols_in(&transformer.rule(rule).variables);
                project_literals(terms, literals, &gone, &model, budget)?
            }
            ModelCube::Point => arguments
                .iter()
                .zip(&point)
                .map(|(&argument, value)| value.equation(terms, argument))
                .collect(),
        };
        let formula = terms.and(&literals);
        let clause = transformer.rule(rule).clause;
        heads[predicate].facts.push(Fact { formula, clause, premises, point });
        for OccursIn { head, at } in heads[predicate].occurrences.clone() {
            heads[head].transformer.add_fact(terms, at, formula);
        }
        self.statistics.facts += 1;
        self.note_fact(predicate, &literals);
        self.book();
        Ok(())
    }

    /// Forgets all facts.
    pub(super) fn forget_facts(&mut self) {
        for head in self.heads.iter_mut() {
            head.facts.clear();
            head.transformer.forget_facts(self.horn.terms_mut());
        }
    }

    /// Whether a point of a known fact is in the cube.
    pub(super) fn meets_point(&self, predicate: PredicateId, cube: &Cube) -> bool {
        let Head { facts, atoms, arguments, .. } = &self.heads[predicate];
        let formulas: Vec<TermId> = atoms.formulas(cube).collect();
        facts.iter().any(|fact| {
            let mut model = Model::new();
            model.set_all(self.horn.terms(), arguments.iter().copied(), &fact.point);
            model.evaluate_all(self.horn.terms(), &formulas).iter().all(Value::is_true)
        })
    }
}

/// For each atom of a body from the first one on: a fact that the model has there, and its formula over the constants
/// of the rule.
pub(super) fn premises(
    heads: &mut ByPredicate<Head>,
    terms: &mut Terms,
    predicate: PredicateId,
    rule: RuleId,
    first: usize,
    model: &Model,
) -> Vec<(FactId, TermId)> {
    let count = heads[predicate].transformer.rule(rule).body.len();
    let mut premises = Vec::with_capacity(count - first);
    for atom in first..count {
        let below = heads[predicate].transformer.rule(rule).body[atom].predicate;
        let facts: Vec<TermId> = heads[below].facts.iter().map(|fact| fact.formula).collect();
        let occurrence = heads[predicate].transformer.occurrence_mut(OccurrenceId { rule, atom });
        let instances: Vec<TermId> = facts.iter().map(|&fact| occurrence.instance(terms, fact)).collect();
        let values = model.evaluate_all(terms, &instances);
        let at = values.iter().position(Value::is_true);
        let at = at.unwrap_or_else(|| unreachable!("the query had facts for this atom"));
        premises.push((FactId::new(at), instances[at]));
    }
    premises
}
