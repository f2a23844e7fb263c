//! The way back from large blocks.
//!
//! A path is run again, and each choice between ways is taken as the path says, so that every original edge gets its
//! own inputs and choices.
//!
//! A removed location gets a formula that its edges let through: the weakest precondition of the edges out, if they
//! have no inputs. Otherwise inputs would have to be quantified, and an interpolant between the states that come in and
//! those from which an edge leads out of the invariant takes its place.

use super::blocks::{Blocks, Joint, Removed, Way};
use crate::base::Budget;
use crate::model::cfa::{Cfa, Invariant, LocId, Path, PathStep};
use crate::solver::smt::{interpolants, InterpolationOptions};
use crate::solver::term::{Model, Substitution, TermId, Terms};

impl Blocks {
    /// A path of the original program from one of the large blocks. `None` if it is no run, which is a defect.
    pub fn lift_path(&self, original: &Cfa, path: &Path) -> Option<Path> {
        let states = path.states(&self.cfa).ok()?;
        let mut steps = Vec::new();
        for (step, state) in path.steps.iter().zip(&states) {
            let command = self.cfa.edge(step.edge).command;
            let mut model = Model::new();
            let terms = self.cfa.terms();
            model.set_all(terms, self.cfa.variables().iter().copied(), state);
            model.set_all(terms, self.cfa.commands().inputs(command), &step.inputs);
            let mut choices = step.choices.iter().copied();
            let mut open = vec![self.roots[step.edge.index()]];
            while let Some(way) = open.pop() {
                match &self.ways[way] {
                    Way::Both(first, second) => open.extend([*second, *first]),
                    Way::Either(ways) => open.push(*ways.get(choices.next()?)?),
                    Way::Edge(edge) => {
                        let command = original.edge(*edge).command;
                        let inputs = original.commands().inputs(command);
                        let inputs = model.evaluate_all(original.terms(), &inputs);
                        let mut taken = Vec::new();
                        let choose = |count: usize| {
                            let part = choices.next().unwrap_or(count);
                            taken.push(part);
                            part
                        };
                        if !original.commands().run(original.terms(), command, &mut model, choose) {
                            return None;
                        }
                        steps.push(PathStep { edge: *edge, inputs, choices: taken });
                    }
                }
            }
        }
        Some(Path { start: path.start.clone(), steps })
    }

    /// An invariant of the original program from one of the large blocks. `None` if an interpolant is not found.
    pub fn lift_invariant(
        &self,
        original: &Cfa,
        invariant: &Invariant,
        budget: &Budget,
    ) -> Option<Invariant> {
        let mut terms = invariant.terms.clone();
        let mut formulas = vec![Terms::TRUE; original.location_count()];
        for (location, &formula) in self.locations.iter().zip(&invariant.formulas) {
            formulas[location.index()] = formula;
        }
        for (location, removed) in self.removed.iter().rev() {
            formulas[location.index()] = match removed {
                Removed::Unreachable => Terms::FALSE,
                Removed::Irrelevant => Terms::TRUE,
                Removed::Joined { entering, leaving } => {
                    self.between(&mut terms, &formulas, entering, leaving, budget)?
                }
            };
        }
        Some(Invariant { terms, formulas })
    }

    /// A formula for a location that was between these edges.
    fn between(
        &self,
        terms: &mut Terms,
        formulas: &[TermId],
        entering: &Joint,
        leaving: &[Joint],
        budget: &Budget,
    ) -> Option<TermId> {
        let commands = self.cfa.commands();
        let formula = |location: LocId| formulas[location.index()];
        let mut escapes = Vec::new();
        let mut has_inputs = false;
        for out in leaving {
            let outside = terms.not(formula(out.target));
            let effect = commands.effect(terms, out.command);
            let has_own = !commands.inputs(out.command).is_empty();
            has_inputs |= has_own;
            // A precondition by functions is no larger than the command; one by ways may be exponential.
            escapes.push(if has_own || effect.choices.is_empty() {
                effect.precondition(terms, outside)
            } else {
                commands.wep(terms, out.command, outside)
            });
        }
        let escapes = terms.or(&escapes);
        if !has_inputs {
            return Some(terms.not(escapes));
        }
        let image = commands.sp(terms, entering.command, formula(entering.source));
        // Inputs of the edge in are those of this run only.
        let mut own = Substitution::new();
        for &hidden in &image.hidden {
            let constant = terms.declare("hidden", terms.sort(hidden));
            own.insert(hidden, constant);
        }
        let image = own.apply(terms, image.formula);
        let options = InterpolationOptions::default();
        let found = interpolants(terms, &[image, escapes], &options, budget).ok()?;
        found.first().copied()
    }
}
