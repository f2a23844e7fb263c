//! The body of an `aig` file.
//!
//! Inputs are variables 1 to I, latches follow, then the gates, each above its fanins: one pass builds the circuit.

use super::header::Header;
use super::scanner::Scanner;
use super::{justice, reference, references, reset, set_resets, Body, Reference};
use crate::input::ParseError;
use crate::model::circuit::{Circuit, Reset, Signal};

/// Reads inputs, latches, outputs, properties, constraints and gates.
pub(super) fn parse(s: &mut Scanner, header: &Header) -> Result<Body, ParseError> {
    let mut circuit = Circuit::new();
    let mut signals = vec![Signal::FALSE];
    let mut input_literals = Vec::new();
    for _ in 0..header.inputs {
        input_literals.push(2 * signals.len() as u32);
        signals.push(circuit.add_input());
    }
    let mut nexts = Vec::with_capacity(s.plausible(header.latches));
    let mut resets = Vec::with_capacity(s.plausible(header.latches));
    let mut latch_literals = Vec::with_capacity(s.plausible(header.latches));
    for _ in 0..header.latches {
        let literal = 2 * signals.len() as u32;
        nexts.push(reference(s, header, "the literal of a next state")?);
        resets.push(reset(s, header)?);
        signals.push(circuit.add_latch(Reset::Zero));
        latch_literals.push(literal);
    }
    let outputs = references(s, header, header.outputs, "the literal of an output")?;
    let bads = references(s, header, header.bads, "the literal of a bad state")?;
    let constraints = references(s, header, header.constraints, "the literal of a constraint")?;
    let justice = justice(s, header)?;
    let fairness = references(s, header, header.fairness, "the literal of a fairness constraint")?;
    gates(s, header, &mut circuit, &mut signals)?;

    // With M = I + L + A every literal up to the largest is defined now.
    let signal = |r: &Reference| lookup(&signals, r.literal).ok_or_else(|| undefined(s, r));
    let latches: Vec<Signal> = circuit.latches().iter().map(|latch| latch.node.signal()).collect();
    for (latch, next) in latches.into_iter().zip(&nexts) {
        circuit.set_next(latch, signal(next)?);
    }
    set_resets(s, &mut circuit, &latch_literals, &resets, signal)?;
    Ok(Body {
        input_literals,
        latch_literals,
        outputs: outputs.iter().map(signal).collect::<Result<_, _>>()?,
        bads: bads.iter().map(signal).collect::<Result<_, _>>()?,
        constraints: constraints.iter().map(signal).collect::<Result<_, _>>()?,
        justice: justice.iter().map(|list| list.iter().map(signal).collect()).collect::<Result<_, _>>()?,
        fairness: fairness.iter().map(signal).collect::<Result<_, _>>()?,
        circuit,
    })
}

fn lookup(signals: &[Signal], literal: u32) -> Option<Signal> {
    signals.get(literal as usize / 2).map(|s| s.negate_if(literal & 1 != 0))
}

fn undefined(s: &Scanner, r: &Reference) -> ParseError {
    s.error(r.offset, format!("literal {} is not defined", r.literal))
}

fn gates(
    s: &mut Scanner,
    header: &Header,
    c: &mut Circuit,
    signals: &mut Vec<Signal>,
) -> Result<(), ParseError> {
    signals.reserve(s.plausible(header.ands));
    for _ in 0..header.ands {
        let lhs = 2 * signals.len() as u32;
        let rhs0 = below(s, lhs, 1)?;
        let rhs1 = below(s, rhs0, 0)?;
        let fanins = (lookup(signals, rhs0), lookup(signals, rhs1));
        match fanins {
            (Some(a), Some(b)) => signals.push(c.and(a, b)),
            _ => return Err(s.error(s.position(), format!("gate {} reads an undefined literal", lhs))),
        }
    }
    Ok(())
}

/// Reads a difference and takes it from `from`: seven bits a byte, the lowest first, a set top bit says that more
/// follow.
fn below(s: &mut Scanner, from: u32, least: u32) -> Result<u32, ParseError> {
    let offset = s.position();
    let mut delta = 0u64;
    for shift in (0..5).map(|i| 7 * i) {
        let byte = match s.next_byte() {
            Some(byte) => byte,
            None => return Err(s.unexpected(s.position(), "expected a byte of an and-gate")),
        };
        delta |= ((byte & 0x7f) as u64) << shift;
        if byte & 0x80 == 0 {
            if delta < least as u64 || delta > from as u64 {
                let message = format!("expected a difference from {} to {}, found {}", least, from, delta);
                return Err(s.error(offset, message));
            }
            return Ok(from - delta as u32);
        }
    }
    Err(s.error(offset, "expected a difference of at most five bytes"))
}
