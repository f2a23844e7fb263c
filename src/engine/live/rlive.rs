//! rlive: from one moment in which the signals have come to the next (Xia, Wang, Li, Ge, Vardi: "rlive", CAV 2024).
//!
//! The signals are waited for in turns, and a *round* ends when the last one has come
//! ([`rounds_form`]). The property fails exactly if rounds end infinitely often. The search goes in depth: the engine
//! below is asked whether the end of a round can be reached from a state, beginning with the initial ones. If so, the
//! state after that round is the next one from which it is asked. If that state has been on the way before, there is a
//! lasso, and the end of a round lies in its loop.
//!
//! If no end of a round is reached from a state, then the engine's invariant has all states that are reached from it.
//! These are a *shoal*: a run that comes into it ends no round any more. States in shoals are none to go on from, so
//! the next questions are whether the end of a round can be reached whose state is in no shoal. If that is answered by
//! "no", then the invariant is a shoal once more: in it a round ends at most by leading into an earlier one. When the
//! initial states have such an invariant the property is proved. The shoals in the order in which they were found are a
//! ranking: no step leads to a later one, and the end of a round leads to an earlier one.
//!
//! The end of a round is told in the step after it, when the latch *over* is true. So the constraints hold in the state
//! from which the search goes on, with some inputs, and the same state is never come to twice in vain.
//!
//! Limits, most important first: each question is put to a new engine, since its initial state is another, and lemmas
//! are not reused from one to the next; a state is not generalised before it is asked about.

use super::{Below, Safety, Task};
use crate::base::Budget;
use crate::engine::common::observer::Observer;
use crate::engine::common::outcome::{Outcome, StopCause, StopReason};
use crate::model::circuit::{Circuit, Reset, Signal};
use crate::model::encode::live::{rounds_form, RoundsForm};
use crate::model::invariant::{Certificate, ClausalInvariant, Layer};
use crate::model::simulate::Simulator;
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// A state from which the search looks for the end of a round.
#[derive(Debug)]
struct Place {
    /// The values of the form's latches, in a state between rounds; `None` for the initial states.
    state: Option<Vec<bool>>,
    /// The circuit of the question, with the bad signal for the shoals there were when it was asked, and the engine.
    engine: Option<(Circuit, Box<dyn Safety>)>,
    /// The first values of the run that was found from here, its inputs up to the end of the round, and its states, the
    /// one after it included.
    run: Option<Found>,
}

/// A run to the end of a round.
#[derive(Debug)]
struct Found {
    initial: Vec<bool>,
    inputs: Vec<Vec<bool>>,
    /// The states before each step, without *over*.
    states: Vec<Vec<bool>>,
    /// The state after the last one, without *over*.
    end: Vec<bool>,
}

/// The engine for one justice property.
#[derive(Debug)]
pub struct RLive {
    property: PropertyId,
    latches: usize,
    form: RoundsForm,
    below: Below,
    budget: Budget,
    path: Vec<Place>,
    /// Conditions on states between rounds, in the order in which they were found.
    shoals: Vec<ClausalInvariant>,
    /// Engines that were set up.
    asked: u64,
}

impl RLive {
    /// Builds the circuit of the rounds. `None` if the circuit does not have the justice property.
    pub fn new(circuit: &Circuit, property: PropertyId, below: &Below, budget: Budget) -> Option<RLive> {
        let form = rounds_form(circuit, property)?;
        let path = vec![Place { state: None, engine: None, run: None }];
        let (latches, below) = (circuit.latches().len(), below.clone());
        Some(RLive { property, latches, form, below, budget, path, shoals: Vec::new(), asked: 0 })
    }

    /// Proves or refutes the property. A proof is the layers of a ranking.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> Outcome<Vec<Layer>, Trace> {
        loop {
            if let Err(limit) = self.budget.poll() {
                return Outcome::unknown(StopCause::Limit(limit), None);
            }
            let last = match self.path.len().checked_sub(1) {
                Some(last) => last,
                None => {
                    let layers = self.shoals.iter().flat_map(|shoal| self.form.layers(shoal));
                    return Outcome::Safe(layers.collect());
                }
            };
            if self.path[last].engine.is_none() {
                let circuit = self.question(self.path[last].state.as_deref());
                self.asked += 1;
                let engine = self.below.set_up(&circuit, Task::Part);
                self.path[last].engine = Some((circuit, engine));
            }
            let (circuit, outcome) = match &mut self.path[last].engine {
                Some((circuit, engine)) => (circuit, engine.prove(PropertyId::new(0), observer)),
                None => continue,
            };
            match outcome {
                Outcome::Safe(Certificate::Inductive(invariant)) => {
                    self.shoals.push(self.form.between(circuit, &invariant));
                    self.path.pop();
                    if let Some(place) = self.path.last_mut() {
                        // The states that were found from there are in a shoal now.
                        place.engine = None;
                        place.run = None;
                    }
                }
                Outcome::Safe(Certificate::KInductive { .. }) => {
                    return Outcome::unknown(StopCause::Bound, None)
                }
                Outcome::Unsafe(trace) => {
                    let found = self.follow(&trace);
                    let end = found.end.clone();
                    self.path[last].run = Some(found);
                    // The engine's work is done in any case, and it may be large.
                    self.path[last].engine = None;
                    if let Some(lasso) = self.lasso(&end) {
                        return Outcome::Unsafe(lasso);
                    }
                    self.path.push(Place { state: Some(end), engine: None, run: None });
                }
                Outcome::Unknown(reason) => {
                    return Outcome::Unknown(StopReason { safe_depth: None, ..reason })
                }
            }
        }
    }

    /// The circuit that begins in a state, and is bad after the end of a round whose state is in no shoal.
    fn question(&self, state: Option<&[bool]>) -> Circuit {
        let mut circuit = self.form.circuit.clone();
        if let Some(state) = state {
            let latches = circuit.latches().iter().map(|latch| latch.node.signal()).zip(state);
            let resets: Vec<(Signal, Reset)> = latches
                .map(|(latch, &value)| (latch, if value { Reset::One } else { Reset::Zero }))
                .collect();
            // Constants depend on nothing.
            let set = circuit.set_resets(&resets);
            debug_assert_eq!(set, Ok(()));
        }
        let mut bad = self.form.over;
        let nodes = circuit.nodes().len();
        for shoal in &self.shoals {
            let mut gates: Vec<Signal> = Vec::with_capacity(shoal.gates.len());
            let of = |gates: &[Signal], signal: Signal| match signal.node().index().checked_sub(nodes) {
                Some(gate) => gates[gate].negate_if(signal.is_negated()),
                None => signal,
            };
            for &[a, b] in &shoal.gates {
                let gate = circuit.and(of(&gates, a), of(&gates, b));
                gates.push(gate);
            }
            let violated: Vec<Signal> = shoal
                .clauses
                .iter()
                .map(|clause| {
                    let negated: Vec<Signal> = clause.iter().map(|&signal| !of(&gates, signal)).collect();
                    circuit.and_all(&negated)
                })
                .collect();
            let holds: Vec<Signal> = violated.into_iter().map(|signal| !signal).collect();
            let inside = circuit.and_all(&holds);
            bad = circuit.and(bad, !inside);
        }
        circuit.add_bad(bad);
        circuit
    }

    /// Runs through a trace of a question, up to the step in which it is bad.
    fn follow(&self, trace: &Trace) -> Found {
        let circuit = &self.form.circuit;
        let mut inputs = trace.inputs.clone();
        inputs.pop();
        let mut simulator = Simulator::new(circuit);
        simulator.set_state(|latch| trace.initial[latch.index()] as u64);
        let state = |simulator: &Simulator<'_>| -> Vec<bool> {
            let value = |signal: Signal| signal != self.form.over && simulator.value(signal) & 1 == 1;
            circuit.latches().iter().map(|latch| value(latch.node.signal())).collect()
        };
        let mut states = Vec::with_capacity(inputs.len());
        for step in &inputs {
            states.push(state(&simulator));
            simulator.evaluate(|input| step[input.index()] as u64);
            simulator.advance();
        }
        Found { initial: trace.initial.clone(), inputs, states, end: state(&simulator) }
    }

    /// The lasso that the path is, if the state at its end has been on the way.
    fn lasso(&self, end: &[bool]) -> Option<Trace> {
        let runs = || self.path.iter().filter_map(|place| place.run.as_ref());
        runs().flat_map(|run| &run.states).find(|state| state.as_slice() == end)?;
        let mut initial = runs().next()?.initial.clone();
        initial.truncate(self.latches);
        let inputs = runs().flat_map(|run| run.inputs.iter().cloned()).collect();
        Some(Trace { property: self.property, initial, inputs })
    }

    /// The states gone on from, the shoals, and the counters of the engine that is at work.
    pub fn counters(&self) -> Vec<(&'static str, u64)> {
        let mut list = vec![("questions from a state", self.asked), ("shoals", self.shoals.len() as u64)];
        if let Some(engine) =
            self.path.last().and_then(|place| place.engine.as_ref().map(|(_, engine)| engine))
        {
            list.extend(engine.counters());
        }
        list
    }
}
