//! Circuits as their builders meet them: each misuse is refused at once, in release builds too.

use indubit::base::Budget;
use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
use indubit::engine::FrameId;
use indubit::model::circuit::{Circuit, InputId, LatchId, NodeId, Reset, Signal};
use indubit::model::PropertyId;

/// A circuit with one input and one latch, and a signal that only a larger circuit has.
fn small_and_foreign() -> (Circuit, Signal, Signal) {
    let mut larger = Circuit::new();
    let foreign = (0..9).map(|_| larger.add_input()).last().expect("nine inputs");
    let mut small = Circuit::new();
    small.add_input();
    let latch = small.add_latch(Reset::Zero);
    (small, latch, foreign)
}

#[test]
fn signals_know_their_latches_and_inputs() {
    let (circuit, latch, _) = small_and_foreign();
    assert_eq!(circuit.latch_of(latch), Some(LatchId::new(0)));
    assert_eq!(circuit.latch_of(!latch), Some(LatchId::new(0)));
    let input = circuit.inputs()[0].signal();
    assert_eq!(circuit.input_of(input), Some(InputId::new(0)));
    assert_eq!((circuit.latch_of(input), circuit.input_of(latch)), (None, None));
    assert_eq!(circuit.latch_of(Signal::TRUE), None);
}

#[test]
#[should_panic(expected = "n9 is no signal of this circuit")]
fn a_gate_over_another_circuits_signal_is_refused() {
    let (mut circuit, latch, foreign) = small_and_foreign();
    circuit.and(latch, foreign);
}

#[test]
#[should_panic(expected = "n9 is no signal of this circuit")]
fn a_bad_signal_of_another_circuit_is_refused() {
    let (mut circuit, _, foreign) = small_and_foreign();
    circuit.add_bad(foreign);
}

#[test]
#[should_panic(expected = "n9 is no signal of this circuit")]
fn a_constraint_of_another_circuit_is_refused() {
    let (mut circuit, _, foreign) = small_and_foreign();
    circuit.add_constraint(foreign);
}

#[test]
#[should_panic(expected = "n9 is no signal of this circuit")]
fn a_next_state_of_another_circuit_is_refused() {
    let (mut circuit, latch, foreign) = small_and_foreign();
    circuit.set_next(latch, foreign);
}

#[test]
#[should_panic(expected = "n1 is no latch of this circuit")]
fn the_next_state_of_an_input_is_refused() {
    let (mut circuit, latch, _) = small_and_foreign();
    let input = circuit.inputs()[0].signal();
    circuit.set_next(input, latch);
}

#[test]
#[should_panic(expected = "!n2 is no latch of this circuit")]
fn the_next_state_of_a_negated_latch_is_refused() {
    let (mut circuit, latch, _) = small_and_foreign();
    circuit.set_next(!latch, latch);
}

#[test]
#[should_panic(expected = "there is no property b1; the circuit has 1")]
fn a_property_that_the_circuit_does_not_have_is_refused() {
    let (mut circuit, latch, _) = small_and_foreign();
    circuit.add_bad(latch);
    let mut engine = Ic3::new(&circuit, Ic3Options::default(), Budget::unlimited());
    let _ = engine.prove(PropertyId::new(1), &mut ());
}

#[test]
#[should_panic(expected = "a circuit has at most")]
fn a_node_beyond_the_limit_is_refused() {
    NodeId::new(NodeId::LIMIT);
}

#[test]
#[should_panic(expected = "there is no frame")]
fn a_frame_beyond_the_limit_is_refused() {
    FrameId::new(u32::MAX as usize);
}

#[test]
#[should_panic(expected = "no frame comes before the initial states")]
fn no_frame_comes_before_the_first() {
    FrameId::INIT.previous();
}
