//! Counterexamples: from a chain of cubes to one run of the circuit.
//!
//! Every state of an obligation's cube has a step into its successor's cube, and one with the constraints satisfied. So
//! any state of the first cube that is initial (or known to be reachable) begins a run to the bad state; each step is
//! found by one query with the whole state given, and the next state by simulation.

use super::obligation::ObligationId;
use super::quip::Reachable;
use super::Ic3;
use crate::base::{Limit, Lit};
use crate::model::circuit::{InputId, LatchId};
use crate::model::simulate::Simulator;

impl Ic3 {
    /// A run through the cubes of a chain of obligations, then one step more in which `last` holds, if it is not empty.
    /// The run's inputs end before that step's unless `last` asks for them. `None` means that the chain is broken.
    pub(super) fn concretise(
        &mut self,
        first: ObligationId,
        last: &[Lit],
    ) -> Result<Option<Reachable>, Limit> {
        let mut run = self.start_of(first);
        let mut next = self.obligations.get(first).successor;
        let circuit = std::mem::take(&mut self.circuit);
        let mut simulator = Simulator::new(&circuit);
        let mut result = Ok(true);
        loop {
            let target = match next {
                Some(id) => self.obligations.get(id).cube.iter().map(|&l| self.step.next(l)).collect(),
                None if last.is_empty() => break,
                None => last.to_vec(),
            };
            let state = self.state_lits(&run.state);
            result = match self.solvers.exact_step(&self.step, &state, &target) {
                Ok(Some(inputs)) => {
                    simulator.set_state(|l: LatchId| run.state[l.index()] as u64);
                    simulator.evaluate(|i: InputId| inputs[i.index()] as u64);
                    for (l, value) in circuit.latches().iter().zip(&mut run.state) {
                        *value = simulator.value(l.next) & 1 != 0;
                    }
                    run.inputs.push(inputs);
                    Ok(true)
                }
                Ok(None) => Ok(false),
                Err(limit) => Err(limit),
            };
            match (next, &result) {
                (Some(id), Ok(true)) => next = self.obligations.get(id).successor,
                _ => break,
            }
        }
        drop(simulator);
        self.circuit = circuit;
        let complete = result?;
        debug_assert!(complete, "a state of a cube has no step into the next one");
        Ok(if complete { Some(run) } else { None })
    }

    /// A state in the cube of an obligation that is initial or known to be reachable.
    fn start_of(&self, id: ObligationId) -> Reachable {
        let cube = &self.obligations.get(id).cube;
        if !self.step.meets_init(cube) {
            if let Some(known) = self.known_reachable(cube) {
                return known.clone();
            }
        }
        let reset = |i| self.step.reset(self.step.latch(LatchId::new(i))).unwrap_or(false);
        let mut state: Vec<bool> = (0..self.step.latch_count()).map(reset).collect();
        for &l in cube {
            state[l.var().index() - 1] = !l.is_negative();
        }
        Reachable { initial: state.clone(), state, inputs: Vec::new() }
    }

    fn state_lits(&self, state: &[bool]) -> Vec<Lit> {
        state.iter().enumerate().map(|(i, &value)| self.step.latch(LatchId::new(i)).lit(value)).collect()
    }
}
