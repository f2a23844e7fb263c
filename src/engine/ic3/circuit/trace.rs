//! Counterexamples: from a chain of cubes to one run of the circuit.
//!
//! Every state of an obligation's cube has a step into its successor's cube, and one with the constraints satisfied. So
//! any state of the first cube that is initial (or known to be reachable) begins a run to the bad state; each step is
//! found by one query with the whole state given, and the next state by simulation.

use super::run::Run;
use super::steps::CircuitSteps;
use crate::base::{Limit, Lit};
use crate::engine::ic3::{Chain, Cube, End};
use crate::model::circuit::{InputId, LatchId};
use crate::model::simulate::Simulator;

impl CircuitSteps {
    /// A run through the cubes of a chain, which goes on where `start` ends, if that is given. A chain that is broken
    /// is called spurious: that is a defect, since the steps here are exact.
    pub(super) fn follow(
        &mut self,
        start: Option<&Run>,
        chain: &[&Cube],
        end: End,
    ) -> Result<Chain<Run>, Limit> {
        let mut run = match start {
            Some(known) => known.clone(),
            None => self.start_in(chain[0])?,
        };
        let mut simulator = Simulator::new(&self.circuit);
        let next = |cube: &&Cube| cube.iter().map(|&l| self.relation.next(l)).collect::<Vec<Lit>>();
        let mut targets: Vec<Vec<Lit>> = chain[1..].iter().map(next).collect();
        if end == End::Goal {
            targets.push(vec![self.goal]);
        }
        for target in targets {
            let latches = self.relation.latches().zip(&run.state);
            let state: Vec<Lit> = latches.map(|(v, &value)| v.lit(value)).collect();
            let inputs = match self.solvers.exact_step(&self.relation, &state, &target)? {
                Ok(inputs) => inputs,
                Err(core) => return Ok(self.localise(&core)),
            };
            simulator.set_state(|l: LatchId| run.state[l.index()] as u64);
            simulator.evaluate(|i: InputId| inputs[i.index()] as u64);
            for (l, value) in self.circuit.latches().iter().zip(&mut run.state) {
                *value = simulator.value(l.next) & 1 != 0;
            }
            run.inputs.push(inputs);
        }
        Ok(Chain::Concrete(run))
    }

    /// Activates the constraints in the core of a question for a step. A state of a cube has a step into the next cube
    /// that satisfies the active ones, so one of them was not active.
    fn localise(&mut self, core: &[Lit]) -> Chain<Run> {
        if self.localisation.take_stale() {
            return Chain::Refined;
        }
        let new = self.localisation.activate_all(&self.circuit, &self.relation, core);
        if new.is_empty() {
            debug_assert!(false, "a state of a cube has no step into the next one");
            return Chain::Spurious;
        }
        self.solvers.add_constraints(&new);
        Chain::Refined
    }

    /// An initial state in the cube, as a run without steps.
    fn start_in(&mut self, cube: &Cube) -> Result<Run, Limit> {
        let state = self.initial.state_in(&self.relation, cube)?;
        Ok(Run { initial: state.clone(), state, inputs: Vec::new() })
    }
}
