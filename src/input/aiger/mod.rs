//! AIGER 1.9, both formats: `aag` in text and `aig` with delta-coded gates (Biere, Heljanko, Wieringa: "AIGER 1.9 and
//! beyond", 2011).
//!
//! A file is a header `M I L O A [B [C [J [F]]]]`, then the inputs, latches, outputs, bad states, constraints, justice
//! properties, fairness constraints and and-gates that it counts, then names and a comment. Of the justice properties
//! all sizes come first, then all their literals. A *literal* of the file is twice a variable plus a sign. The
//! circuit keeps the file's inputs and latches in the file's order; gates are shared and folded as they are added, so
//! there may be fewer of them than in the file.
//!
//! Without bad states and justice properties the outputs are the signals that must never be true, as in files from
//! before version 1.9 and as the format's own simulator has it. In other files the outputs are signals for people
//! to look at ([`CircuitFile::outputs`]).
//!
//! Some deviations from the format are accepted, since they cannot change the meaning: line ends of either kind,
//! several blanks between numbers, no line end at the very end, empty lines among the names, the same position named
//! twice (the last name stays), names that are not UTF-8.
//!
//! The reset of a latch is 0 (also if it is left out), 1, the latch itself (it may start as either), or any other
//! literal: then it starts with the value that this literal has in the first step, with the inputs of that step and
//! the first values of the other latches, none of which may depend on it.
//!
//! Invariant: an accepted file's circuit has at most as many nodes as the file's header says, and a header is believed
//! only as far as bytes follow that bear it out.

mod ascii;
mod binary;
mod header;
mod map;
mod scanner;
mod symbols;
mod write;

pub use map::rename;
pub use write::{write_ascii, write_ascii_with, write_binary, write_binary_with, WriteOptions};

use super::ParseError;
use crate::model::circuit::{Circuit, Reset, Signal};
use crate::model::{CircuitFile, Output};
use header::Header;
use scanner::Scanner;

/// Reads a file of either format.
///
/// Takes time linear in the size of a binary file, and O(n log n) for text, whose gates may come in any order.
///
/// # Errors
///
/// The first thing that is wrong: with line and column in text files and in headers, else with the byte offset.
pub fn read(bytes: &[u8]) -> Result<CircuitFile, ParseError> {
    let mut scanner = Scanner::new(bytes);
    let header = Header::parse(&mut scanner)?;
    let body = if header.binary {
        binary::parse(&mut scanner, &header)?
    } else {
        ascii::parse(&mut scanner, &header)?
    };
    let mut names = symbols::parse(&mut scanner, &header)?;

    let mut circuit = body.circuit;
    let bads_are_outputs = header.bads == 0 && header.justice == 0;
    let mut outputs = Vec::new();
    if bads_are_outputs {
        names.symbols.bads = names.outputs;
        for output in body.outputs {
            circuit.add_bad(output);
        }
    } else {
        let mut names = names.outputs.into_iter();
        let named = |signal| Output { name: names.next().unwrap_or_default(), signal };
        outputs = body.outputs.into_iter().map(named).collect();
        for bad in body.bads {
            circuit.add_bad(bad);
        }
    }
    for constraint in body.constraints {
        circuit.add_constraint(constraint);
    }
    for signals in body.justice {
        circuit.add_justice(&signals);
    }
    for signal in body.fairness {
        circuit.add_fairness(signal);
    }
    circuit.symbols = names.symbols;
    Ok(CircuitFile {
        circuit,
        input_literals: body.input_literals,
        latch_literals: body.latch_literals,
        bads_are_outputs,
        outputs,
    })
}

/// Everything between the header and the names. The circuit has gates and latches, but no properties and constraints
/// yet.
struct Body {
    circuit: Circuit,
    input_literals: Vec<u32>,
    latch_literals: Vec<u32>,
    outputs: Vec<Signal>,
    bads: Vec<Signal>,
    constraints: Vec<Signal>,
    justice: Vec<Vec<Signal>>,
    fairness: Vec<Signal>,
}

/// A literal as it stands in the file.
#[derive(Clone, Copy)]
struct Reference {
    literal: u32,
    /// The place of the literal, for the error if it turns out to be undefined.
    offset: usize,
}

/// Reads `count` lines of one literal each.
fn references(
    s: &mut Scanner,
    header: &Header,
    count: u32,
    what: &str,
) -> Result<Vec<Reference>, ParseError> {
    let mut list = Vec::with_capacity(s.plausible(count));
    for _ in 0..count {
        list.push(reference(s, header, what)?);
        s.end_of_line()?;
    }
    Ok(list)
}

/// Reads the justice properties: the number of literals of each, then the literals of all.
fn justice(s: &mut Scanner, header: &Header) -> Result<Vec<Vec<Reference>>, ParseError> {
    let mut sizes = Vec::with_capacity(s.plausible(header.justice));
    for _ in 0..header.justice {
        sizes.push(s.number("the number of literals of a justice property")?);
        s.end_of_line()?;
    }
    sizes.into_iter().map(|size| references(s, header, size, "a literal of a justice property")).collect()
}

/// Reads one literal.
fn reference(s: &mut Scanner, header: &Header, what: &str) -> Result<Reference, ParseError> {
    let offset = s.position();
    let literal = s.number(what)?;
    if literal > header.largest_literal() {
        let limit =
            format!("expected {} up to {} (M = {})", what, header.largest_literal(), header.variables);
        return Err(s.unexpected(offset, &limit));
    }
    Ok(Reference { literal, offset })
}

/// Reads the rest of a latch's line after the literal of the next state: nothing, or the reset.
fn reset(s: &mut Scanner, header: &Header) -> Result<Option<Reference>, ParseError> {
    if s.at_end_of_line() {
        s.end_of_line()?;
        return Ok(None);
    }
    s.blank()?;
    let reset = reference(s, header, "the literal of a reset")?;
    s.end_of_line()?;
    Ok(Some(reset))
}

/// Sets the resets of all latches. `literals` are theirs, `resets` are as the lines say, and `signal` finds the
/// circuit's signal of a literal.
fn set_resets(
    s: &Scanner,
    circuit: &mut Circuit,
    literals: &[u32],
    resets: &[Option<Reference>],
    signal: impl Fn(&Reference) -> Result<Signal, ParseError>,
) -> Result<(), ParseError> {
    let mut all = Vec::new();
    for (latch, reset) in circuit.latches().iter().zip(resets) {
        if let Some(reset) = reset {
            all.push((latch.node.signal(), Reset::Function(signal(reset)?)));
        }
    }
    circuit.set_resets(&all).map_err(|cycle| {
        let at = cycle.latch.index();
        let literal = literals.get(at).copied().unwrap_or_default();
        let offset = resets.get(at).copied().flatten().map_or(0, |reset| reset.offset);
        let message = format!(
            "the reset of latch {} depends on the first value of that latch; a latch that may start as either has its \
             own literal, {}, as its reset",
            literal, literal
        );
        s.error(offset, message)
    })
}
