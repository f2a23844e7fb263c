//! Engines on circuits: on those that are verified, and on those that systems of bits are.
//!
//! The members of a portfolio work on one circuit, made and reduced once
//! ([`Images::bits`](super::images::Images::bits)), and leave lemmas about it for each other.

use super::adapter::Way;
use super::images::{reduced_circuit, Bits, Made};
use super::step::{forward, given, step, Step, REDUCTION};
use crate::model::circuit::Circuit;
use crate::model::reduce::Reduction;
use crate::model::system::System;
use std::sync::Arc;

/// The way back from a reduced circuit.
pub(super) fn of_reduced() -> Way<Circuit, Circuit, Reduction> {
    Way::new(
        |of| &of.circuit,
        |of, found, _| Ok(of.lift_certificate(found)),
        |of, found, _| Ok(of.lift_trace(found)),
    )
}

/// From a circuit to a smaller one.
pub(super) fn reducing() -> Step {
    forward(REDUCTION, of_reduced(), |circuit: &Circuit, here| {
        Made::by(&here.budget, |budget| Ok(Some(reduced_circuit(circuit, &here.options, budget))))
    })
}

/// From a circuit to one that was made for several engines.
pub(crate) fn reduced(made: &Arc<Made<Reduction>>) -> Step {
    given(REDUCTION, of_reduced(), made)
}

/// The way back from the circuit that a system is, reduced.
fn of_bits() -> Way<System, Circuit, Bits> {
    let way = Way::<System, Circuit, Bits>::new(
        |of| &of.reduction.circuit,
        |of, found, _| Ok(of.blasted.certificate(&of.system, &of.reduction.lift_certificate(found))),
        |of, found, _| Ok(of.blasted.trace(&of.system, &of.reduction.lift_trace(found))),
    );
    way.counting(|of| {
        let (made, reduced) = (&of.blasted.circuit, &of.reduction.circuit);
        vec![
            ("inputs of the circuit", made.inputs().len() as u64),
            ("latches of the circuit", made.latches().len() as u64),
            ("gates of the circuit", made.and_count() as u64),
            ("reduced inputs", reduced.inputs().len() as u64),
            ("reduced latches", reduced.latches().len() as u64),
            ("reduced gates", reduced.and_count() as u64),
        ]
    })
}

/// The step from a system to the circuit that it is, reduced. `if_of_bits` passes over a system with numbers, which is
/// no circuit. The engines that share the circuit of a system leave lemmas for each other.
pub(super) fn bits(if_of_bits: bool) -> Step {
    let way = Arc::new(of_bits());
    step(move |system: &System, rest| {
        if if_of_bits && !is_of_bits(system) {
            return Ok(None);
        }
        let made = match rest.images.bits(system, &rest.options)? {
            Some(made) => made,
            None => return Ok(None),
        };
        let mut engine = rest.engine_with(&made.reduction.circuit, &made.images)?;
        if let Some(lemmas) = &made.lemmas {
            engine.share(lemmas);
        }
        let cost = ("work of the circuit", made.cost);
        Ok(Some(Box::new(way.over(made, engine, &rest.budget).after(cost))))
    })
}

/// Whether there are only Booleans and words.
pub(crate) fn is_of_bits(system: &System) -> bool {
    system.first_beyond_bits().is_none()
}
