//! *Decide*: a goal that lemmas do not exclude and facts do not reach gives a child.

use super::close::premises;
use super::goals::GoalId;
use super::options::ModelCube;
use super::search::{Head, Spacer};
use crate::base::Limit;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::solver::smt::{implicant, project_literals, split_equalities};
use crate::solver::term::{Model, Substitution, TermId, Terms};

impl Spacer {
    /// After a query has found that `F(R)` meets a goal: closes it, and says so, or makes a child, which the goal waits
    /// for.
    pub(super) fn close_or_decide(&mut self, id: GoalId) -> Result<bool, Limit> {
        let goal = self.goals.get(id);
        let (predicate, depth, frame) = (goal.predicate, goal.depth, goal.frame);
        let below = frame.previous();
        let rule = self.heads[predicate].transformer.used(self.horn.terms());
        let formulas: Vec<TermId> = self.heads[predicate].atoms.formulas(&goal.cube).collect();
        let body = &self.heads[predicate].transformer.rules[rule].body;
        let count = body.len();
        // A query with facts in an occurrence whose predicate has none fails.
        let without = body.iter().rposition(|o| self.heads[o.predicate.index()].facts.is_empty());
        let first = without.map_or(0, |position| position + 1);
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
            if self.options.siblings {
                // The points of one model, in which all occurrences have lemmas.
                let transformer = &mut self.heads[predicate].transformer;
                if over < count
                    && !transformer.meets_mixed(self.horn.terms_mut(), rule, count, &above, &formulas)?
                {
                    break;
                }
                let children = self.points(predicate, rule);
                self.goals.enqueue(id);
                children.into_iter().for_each(|(child, cube)| self.goals.add(child, cube, below, depth + 1));
                return Ok(false);
            }
            let (child, cube) = self.child(predicate, rule, over - 1, below, &formulas)?;
            self.goals.enqueue(id);
            self.goals.add(child, cube, below, depth + 1);
            return Ok(false);
        }
        // The theory found the last query both possible and impossible, which it does not.
        Err(Limit::Incomplete)
    }

    /// The states that the model has in the body of a rule, without those that are facts: one a predicate each.
    fn points(&mut self, predicate: usize, rule: usize) -> Vec<(usize, Cube)> {
        let model = self.heads[predicate].transformer.model(self.horn.terms()).clone();
        let body = &self.heads[predicate].transformer.rules[rule].body;
        let wanted: Vec<(usize, Vec<TermId>)> =
            body.iter().map(|o| (o.predicate.index(), o.arguments.clone())).collect();
        let mut points = Vec::with_capacity(wanted.len());
        for (child, arguments) in wanted {
            let terms = self.horn.terms_mut();
            let values = model.evaluate_all(terms, &arguments);
            if self.heads[child].facts.iter().any(|fact| fact.point == values) {
                continue;
            }
            let Head { places, atoms, .. } = &mut self.heads[child];
            let mut cube = Vec::with_capacity(places.len());
            for (&mut place, value) in places.iter_mut().zip(&values) {
                let literal = value.equation(terms, place);
                for part in split_parts(terms, literal, self.options.split_equalities) {
                    cube.push(atoms.literal(terms, part));
                }
            }
            points.push((child, Cube::new(cube)));
        }
        points
    }

    /// The child at a position of a rule: the states that the model has there, with lemmas of the frame before it and
    /// facts after it.
    fn child(
        &mut self,
        predicate: usize,
        rule: usize,
        position: usize,
        frame: FrameId,
        goal: &[TermId],
    ) -> Result<(usize, Cube), Limit> {
        let Spacer { heads, horn, budget, options, .. } = self;
        let terms = horn.terms_mut();
        let mut model = heads[predicate].transformer.model(terms).clone();
        let mut formulas = goal.to_vec();
        formulas.push(heads[predicate].transformer.rules[rule].formula);
        for (_, fact) in premises(heads, terms, predicate, rule, position + 1, &model) {
            formulas.push(fact);
        }
        for before in 0..position {
            let of = heads[predicate].transformer.rules[rule].body[before].predicate.index();
            for clause in heads[of].clauses(terms, frame) {
                formulas.push(heads[predicate].transformer.rules[rule].body[before].instance(terms, clause));
            }
        }
        let arguments = heads[predicate].transformer.rules[rule].body[position].arguments.clone();
        let child = heads[predicate].transformer.rules[rule].body[position].predicate.index();
        let below = heads[child].below.clone();
        let values = model.evaluate_all(terms, &arguments);
        model.set_all(terms, below.iter().copied(), &values);
        let mut literals = match options.goals {
            ModelCube::Projection => {
                let mut literals = heads[predicate].transformer.implicant(terms, &formulas);
                for (&place, &argument) in below.iter().zip(&arguments) {
                    let equal = terms.eq(place, argument);
                    literals.extend(implicant(terms, equal, &model));
                }
                let mut gone = heads[predicate].transformer.rules[rule].variables.clone();
                gone.extend(&heads[predicate].places);
                let gone = terms.symbols_in(&gone);
                project_literals(terms, literals, &gone, &model, budget)?
            }
            ModelCube::Point => {
                below.iter().zip(&values).map(|(&place, value)| value.equation(terms, place)).collect()
            }
        };
        if options.split_equalities {
            literals = split_equalities(terms, &literals, &model);
        }
        let Head { places, atoms, .. } = &mut heads[child];
        let mut back = Substitution::new();
        below.iter().zip(places).for_each(|(&below, &mut place)| back.insert(below, place));
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
    match splits {
        true => split_equalities(terms, &[equation], &Model::new()),
        false => vec![equation],
    }
}
