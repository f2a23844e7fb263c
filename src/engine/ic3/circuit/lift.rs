//! Lifting: from one predecessor to a cube of predecessors.
//!
//! The solver's model is a state `s` and inputs `i` with which the step leads into the target. The parts of the state
//! that the step does not need are dropped. By cores: `s ∧ i ∧ T ∧ ¬(target ∧ constraints)` is unsatisfiable, and the
//! literals of `s` in its core suffice. The constraints belong to the target, since every state of the cube must be
//! able to make the step *admissibly*. Inputs stay as they are, so one choice of inputs serves the whole cube. By
//! ternary simulation: a latch is dropped if the target and the constraints keep their values when it becomes
//! unknown.

use super::options::Lifting;
use super::steps::CircuitSteps;
use super::ternary::roots;
use crate::base::{Limit, Lit, Var};
use crate::engine::ic3::{Activity, Cube};
use crate::engine::FrameId;

impl CircuitSteps {
    /// A cube of states with a step into `target` (literals over the present step), from the model that the solver of
    /// `frame` has just found.
    pub(super) fn lift(
        &mut self,
        frame: FrameId,
        target: &[Lit],
        activity: &Activity,
    ) -> Result<Cube, Limit> {
        let (latches, inputs) = self.model(frame);
        self.lifted += 1;
        let latches = match self.options.lifting {
            Lifting::Off => latches,
            Lifting::Justification => {
                let justified = self.justified(frame, target);
                self.lift_by_core(justified, &inputs, target, activity)?
            }
            Lifting::Core => self.lift_by_core(latches, &inputs, target, activity)?,
            Lifting::Ternary => {
                let roots = roots(&self.circuit, &self.relation, &self.localisation.signals, target);
                self.ternary.lift(&self.circuit, &self.relation, latches, &inputs, &roots)
            }
        };
        Ok(Cube::new(latches))
    }

    /// A cube like that of `lift`, for a counterexample to generalisation. A literal that only a core would drop stays:
    /// the core costs a query, and a larger cube is harder to block.
    pub(super) fn lift_ctg(
        &mut self,
        frame: FrameId,
        target: &[Lit],
        activity: &Activity,
    ) -> Result<Cube, Limit> {
        if self.options.lifting != Lifting::Justification {
            return self.lift(frame, target, activity);
        }
        self.lifted += 1;
        Ok(Cube::new(self.justified(frame, target)))
    }

    /// The latches that justify the target in the last model.
    fn justified(&mut self, frame: FrameId, target: &[Lit]) -> Vec<Lit> {
        let roots = roots(&self.circuit, &self.relation, &self.localisation.signals, target).into_iter();
        let solver = self.solvers.frame(frame);
        self.justifier.lift(&self.circuit, &self.relation, solver, roots)
    }

    /// The latches and the inputs that have values in the last model.
    pub(super) fn model(&self, frame: FrameId) -> (Vec<Lit>, Vec<Lit>) {
        let solver = self.solvers.frame(frame);
        let (latches, inputs) = (self.relation.latch_count(), self.relation.input_count());
        let (mut state, mut input) = (Vec::new(), Vec::new());
        let mut add = |v: Var| {
            if v.index() == 0 || v.index() > latches + inputs {
                return;
            }
            if let Some(value) = solver.value(v.positive()) {
                if v.index() <= latches {
                    state.push(v.lit(value));
                } else {
                    input.push(v.lit(value));
                }
            }
        };
        if self.options.domain {
            solver.domain_vars().iter().copied().for_each(&mut add);
        } else {
            (0..=latches + inputs).map(Var::new).for_each(&mut add);
        }
        (state, input)
    }

    fn lift_by_core(
        &mut self,
        mut latches: Vec<Lit>,
        inputs: &[Lit],
        target: &[Lit],
        activity: &Activity,
    ) -> Result<Vec<Lit>, Limit> {
        let mut admissible = target.to_vec();
        admissible.extend_from_slice(&self.localisation.lits);
        admissible.sort_unstable();
        admissible.dedup();
        if admissible.is_empty() {
            return Ok(Vec::new());
        }
        activity.sort_descending(&mut latches);
        for round in 0..self.options.lifting_rounds {
            let mut assumptions = inputs.to_vec();
            assumptions.extend_from_slice(&latches);
            let core = self.solvers.lift(&assumptions, &admissible)?;
            let latch_count = self.relation.latch_count();
            let mut kept: Vec<Lit> = core.into_iter().filter(|l| l.var().index() <= latch_count).collect();
            let stable = kept.len() == latches.len();
            // The next round prefers what this one assumed last.
            kept.sort_unstable();
            latches.retain(|l| kept.binary_search(l).is_ok());
            latches.reverse();
            if stable && round > 0 {
                break;
            }
        }
        Ok(latches)
    }
}
