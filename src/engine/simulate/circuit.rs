//! Runs of circuits.

use super::{simulate, Chance, Machine, SimulateOptions, Simulated, Taken};
use crate::base::{Budget, Limit};
use crate::model::circuit::{Circuit, LatchId};
use crate::model::simulate::Simulator;
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// Runs a circuit with random inputs, and random first values of latches without reset.
///
/// # Errors
///
/// The limit that was reached.
pub fn simulate_circuit(
    circuit: &Circuit,
    options: &SimulateOptions,
    budget: &Budget,
) -> Result<Simulated<Trace>, Limit> {
    let mut runs = CircuitRuns { circuit, simulator: Simulator::new(circuit) };
    let Simulated { run, end, steps, runs } = simulate(&mut runs, &[], options, budget)?;
    let property = end.property();
    let trace = |steps: Vec<(Vec<bool>, Vec<bool>)>| {
        let initial = steps.first().map_or_else(Vec::new, |(state, _)| state.clone());
        Trace { property, initial, inputs: steps.into_iter().map(|(_, inputs)| inputs).collect() }
    };
    Ok(Simulated { run: run.map(trace), end, steps, runs })
}

struct CircuitRuns<'a> {
    circuit: &'a Circuit,
    simulator: Simulator<'a>,
}

impl CircuitRuns<'_> {
    /// The latches, after a reset or an advance.
    fn state(&self) -> Vec<bool> {
        let latches = self.circuit.latches().iter();
        latches.map(|latch| self.simulator.value(latch.node.signal()) & 1 != 0).collect()
    }
}

impl Machine for CircuitRuns<'_> {
    type State = Vec<bool>;
    type Inputs = Vec<bool>;

    fn first(&mut self, chance: &mut Chance) -> Option<(Vec<bool>, Vec<bool>)> {
        let inputs = self.inputs(chance);
        let count = inputs.len();
        let free = |latch: LatchId| chance.bit(count + latch.index()) as u64;
        self.simulator.reset(free, |input| inputs[input.index()] as u64);
        Some((self.state(), inputs))
    }

    fn inputs(&mut self, chance: &mut Chance) -> Vec<bool> {
        (0..self.circuit.inputs().len()).map(|input| chance.bit(input)).collect()
    }

    fn step(&mut self, state: &Vec<bool>, inputs: &Vec<bool>, _: &mut Chance) -> Option<Taken<Vec<bool>>> {
        self.simulator.set_state(|latch| state[latch.index()] as u64);
        self.simulator.evaluate(|input| inputs[input.index()] as u64);
        if self.simulator.admitted() & 1 == 0 {
            return None;
        }
        let bad = self.circuit.bads().iter().position(|&bad| self.simulator.value(bad) & 1 != 0);
        self.simulator.advance();
        Some(Taken { bad: bad.map(PropertyId::new), next: Some(self.state()) })
    }

    fn bytes(&self, state: &Vec<bool>) -> usize {
        state.len() + self.circuit.inputs().len()
    }

    fn work(&self) -> u64 {
        self.circuit.nodes().len() as u64 / 64 + 1
    }
}
