//! *Decide*: a goal that lemmas do not exclude and facts do not reach gives a child.

use super::close::premises;
use super::heads::Head;
use super::options::ModelCube;
use super::places::at;
use super::search::Spacer;
use super::transformer::OccurrenceId;
use crate::base::Limit;
use crate::engine::horn::rules::RuleId;
use crate::engine::ic3::{Cube, Obligation, ObligationId};
use crate::engine::{FrameId, Step};
use crate::model::horn::PredicateId;
use crate::solver::smt::{implicant, project_literals, split_equalities};
use crate::solver::term::{Model, Substitution, TermId, Terms};

impl Spacer {
    /// After a query has found that `F(R)` meets a goal: closes the goal and says so, or makes a child for which the
    /// goal waits.
    pub(super) fn close_or_decide(&mut self, id: ObligationId) -> Result<bool, Limit> {
        let goal = self.goals.get(id);
        let (predicate, depth, frame) = (goal.place, goal.depth, goal.frame);
        let below = frame.previous();
        let rule = self.heads[predicate].transformer.used(self.horn.terms());
        let formulas: Vec<TermId> = self.heads[predicate].atoms.formulas(&goal.cube).collect();
        let body = &self.heads[predicate].transformer.rule(rule).body;
        let count = body.len();
        // A query with facts in an occurrence whose predicate has none fails.
        let without = body.iter().rposition(|o| self.heads[o.predicate].facts.is_empty());
        let first = without.map_or(0, |atom| atom + 1);
        let above = self.switches[below.index()..].to_vec();
        for over in first..=count {
            // With lemmas everywhere the answer is known; its model is there if no other query came between.
            let is_known = over == count && first == count;
            let transformer = &mut self.heads[predicate].transformer;
            if !is_known && !transformer.meets_mixed(self.horn.terms_mut(), rule, over, &above, &formulas)? {
                continue;
            }
            if over == 0 {
                self.close(predicate, rule)?;
                return Ok(true);
            }
            let children = if self.options.siblings {
                // The points of one model, in which all occurrences have lemmas.
                let transformer = &mut self.heads[predicate].transformer;
                if over < count
                    && !transformer.meets_mixed(self.horn.terms_mut(), rule, count, &above, &formulas)?
                {
                    break;
                }
                self.points(predicate, rule)
            } else {
                let at = OccurrenceId { rule, atom: over - 1 };
                vec![self.child(predicate, at, below, &formulas)?]
            };
            let Spacer { log, goals, .. } = self;
            for (child, cube) in &children {
                log.note_at(at(*child), || {
                    let cube = cube.to_vec();
                    Step::Predecessor { frame: below, cube, state: Vec::new() }
                });
            }
            log.note_at(at(predicate), || Step::Waits { frame, cube: goals.get(id).cube.to_vec() });
            self.goals.enqueue(id);
            for (child, cube) in children {
                self.goals.add(Obligation { depth: depth + 1, ..Obligation::new(child, cube, below) });
            }
            return Ok(false);
        }
        // The theory found the last query both possible and impossible, which it does not.
        Err(Limit::Incomplete)
    }

    /// The states that the model has in the body of a rule: one for each predicate, unless the state is a fact already.
    fn points(&mut self, predicate: PredicateId, rule: RuleId) -> Vec<(PredicateId, Cube)> {
        let model = self.heads[predicate].transformer.model(self.horn.terms()).clone();
        let body = &self.heads[predicate].transformer.rule(rule).body;
        let wanted: Vec<(PredicateId, Vec<TermId>)> =
            body.iter().map(|o| (o.predicate, o.arguments.clone())).collect();
        let mut points = Vec::with_capacity(wanted.len());
        for (child, applied_to) in wanted {
            let terms = self.horn.terms_mut();
            let values = model.evaluate_all(terms, &applied_to);
            if self.heads[child].facts.iter().any(|fact| fact.point == values) {
                continue;
            }
            let Head { arguments, atoms, .. } = &mut self.heads[child];
            let mut cube = Vec::with_capacity(arguments.len());
            for (&argument, value) in arguments.iter().zip(&values) {
                let literal = value.equation(terms, argument);
                for part in split_parts(terms, literal, self.options.split_equalities) {
                    cube.push(atoms.literal(terms, part));
                }
            }
            points.push((child, Cube::new(cube)));
        }
        points
    }

    /// The child of an atom in the body of a rule: the states that the model has there, with lemmas of the frame before
    /// it and facts after it.
    fn child(
        &mut self,
        predicate: PredicateId,
        at: OccurrenceId,
        frame: FrameId,
        goal: &[TermId],
    ) -> Result<(PredicateId, Cube), Limit> {
        let OccurrenceId { rule, atom } = at;
        let Spacer { heads, horn, budget, options, .. } = self;
        let terms = horn.terms_mut();
        let mut model = heads[predicate].transformer.model(terms).clone();
        let mut formulas = goal.to_vec();
        formulas.push(heads[predicate].transformer.rule(rule).formula);
        for (_, fact) in premises(heads, terms, predicate, rule, atom + 1, &model) {
            formulas.push(fact);
        }
        for before in (0..atom).map(|atom| OccurrenceId { rule, atom }) {
            let of = heads[predicate].transformer.occurrence_mut(before).predicate;
            for clause in heads[of].clauses(terms, frame) {
                formulas.push(heads[predicate].transformer.occurrence_mut(before).instance(terms, clause));
            }
        }
        let occurrence = heads[predicate].transformer.occurrence_mut(at);
        let (child, applied_to) = (occurrence.predicate, occurrence.arguments.clone());
        let below = heads[child].below.clone();
        let values = model.evaluate_all(terms, &applied_to);
        model.set_all(terms, below.iter().copied(), &values);
        let mut literals = match options.goals {
            ModelCube::Projection => {
                let mut literals = heads[predicate].transformer.implicant(terms, &formulas);
                for (&constant, &argument) in below.iter().zip(&applied_to) {
                    let equal = terms.eq(constant, argument);
                    literals.extend(implicant(terms, equal, &model));
                }
                let mut gone = heads[predicate].transformer.rule(rule).variables.clone();
                gone.extend(&heads[predicate].arguments);
                let gone = terms.symbols_in(&gone);
                project_literals(terms, literals, &gone, &model, budget)?
            }
            ModelCube::Point => {
                below.iter().zip(&values).map(|(&constant, value)| value.equation(terms, constant)).collect()
            }
        };
        if options.split_equalities {
            literals = split_equalities(terms, &literals, &model);
        }
        let Head { arguments, atoms, .. } = &mut heads[child];
        let mut back = Substitution::new();
        below.iter().zip(arguments).for_each(|(&below, &mut argument)| back.insert(below, argument));
        let mut cube = Vec::with_capacity(literals.len());
        for literal in literals {
            let literal = back.apply(terms, literal);
            cube.push(atoms.literal(terms, literal));
        }
        self.book();
        Ok((child, Cube::new(cube)))
    }
}

/// An equation, as two bounds if it is of numbers and to be split.
fn split_parts(terms: &mut Terms, equation: TermId, splits: bool) -> Vec<TermId> {
    if splits {
        split_equalities(terms, &[equation], &Model::new())
    } else {
        vec![equation]
    }
}
