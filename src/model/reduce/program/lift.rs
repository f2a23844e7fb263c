//! The way back from large blocks.
//!
//! A path is run again, and each choice between ways is taken as the path says, so that every original edge gets its
//! own inputs and choices.
//!
//! An invariant gets formulas for the removed locations; `inner.rs` finds them.

use super::blocks::{Blocks, Way};
use super::inner::inner_formulas;
use crate::base::Budget;
use crate::model::cfa::{Cfa, InvariantMap, Path, PathStep};
use crate::solver::term::{Model, Terms};

/// Steps between two looks at the budget.
const PERIOD: usize = 1024;

impl Blocks {
    /// A path of the original program from one of the large blocks. `None` if a limit of the budget was reached, or if
    /// it is no run, which is a defect.
    pub fn lift_path(&self, original: &Cfa, path: &Path, budget: &Budget) -> Option<Path> {
        path.run(&self.cfa, budget, |_| ()).ok()?.ok()?;
        let mut steps = Vec::new();
        let mut model = Model::new();
        let terms = self.cfa.terms();
        model.set_all(terms, self.cfa.variables().iter().copied(), &path.start);
        for (at, step) in path.steps.iter().enumerate() {
            if at % PERIOD == 0 {
                budget.poll().ok()?;
            }
            let command = self.cfa.edge(step.edge).command;
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
        invariant: &InvariantMap,
        budget: &Budget,
    ) -> Option<InvariantMap> {
        let mut formulas = vec![Terms::TRUE; original.location_count()];
        for (location, &formula) in self.locations.iter().zip(&invariant.formulas) {
            formulas[location.index()] = formula;
        }
        let bound = invariant.bound.clone();
        inner_formulas(
            self,
            original,
            InvariantMap { terms: invariant.terms.clone(), formulas, bound },
            budget,
        )
    }
}
