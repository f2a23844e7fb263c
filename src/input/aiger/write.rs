//! Circuits as AIGER files.
//!
//! Inputs become variables 1 to I, latches follow, then gates in their order in the circuit: the numbering that the
//! binary format asks for, used for both. Reading the file back gives the same circuit if its inputs stand first, its
//! latches next and its gates last, and one in that order otherwise. Line ends in names become blanks, since a name
//! cannot contain them.

use crate::model::circuit::{Circuit, Node, Reset, Signal};
use std::fmt::Write;

/// The choice where AIGER offers two ways of writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriteOptions {
    /// Bads as outputs, for tools from before AIGER 1.9; default: as bad states. A circuit with justice properties has
    /// bad states all the same, since its outputs would mean nothing.
    pub bads_as_outputs: bool,
}

/// The circuit as an `aag` file with default options.
pub fn write_ascii(circuit: &Circuit) -> String {
    write_ascii_with(circuit, &WriteOptions::default())
}

/// The circuit as an `aig` file with default options.
pub fn write_binary(circuit: &Circuit) -> Vec<u8> {
    write_binary_with(circuit, &WriteOptions::default())
}

/// The circuit as an `aag` file.
pub fn write_ascii_with(circuit: &Circuit, options: &WriteOptions) -> String {
    let file = Numbering::new(circuit);
    let mut out = file.header("aag", options);
    for &input in circuit.inputs() {
        line(&mut out, &[file.literal(input.signal())]);
    }
    for latch in circuit.latches() {
        let _ = write!(out, "{} ", file.literal(latch.node.signal()));
        file.latch(&mut out, latch.next, latch.reset, file.literal(latch.node.signal()));
    }
    file.properties(&mut out);
    for (lhs, rhs0, rhs1) in file.gates() {
        line(&mut out, &[lhs, rhs0, rhs1]);
    }
    file.names(&mut out, options);
    out
}

/// The circuit as an `aig` file.
pub fn write_binary_with(circuit: &Circuit, options: &WriteOptions) -> Vec<u8> {
    let file = Numbering::new(circuit);
    let mut text = file.header("aig", options);
    for latch in circuit.latches() {
        file.latch(&mut text, latch.next, latch.reset, file.literal(latch.node.signal()));
    }
    file.properties(&mut text);
    let mut out = text.into_bytes();
    for (lhs, rhs0, rhs1) in file.gates() {
        difference(&mut out, lhs - rhs0);
        difference(&mut out, rhs0 - rhs1);
    }
    let mut names = String::new();
    file.names(&mut names, options);
    out.extend_from_slice(names.as_bytes());
    out
}

/// Seven bits a byte, the lowest first; a set top bit says that more follow.
fn difference(out: &mut Vec<u8>, mut delta: u32) {
    while delta >= 0x80 {
        out.push(delta as u8 | 0x80);
        delta >>= 7;
    }
    out.push(delta as u8);
}

fn line(out: &mut String, numbers: &[u32]) {
    for (i, number) in numbers.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}{}", if i == 0 { "" } else { " " }, number);
    }
    out.push('\n');
}

/// The variable of each node in the file.
struct Numbering<'a> {
    circuit: &'a Circuit,
    variables: Vec<u32>,
}

impl<'a> Numbering<'a> {
    fn new(circuit: &'a Circuit) -> Numbering<'a> {
        let mut variables = vec![0; circuit.nodes().len()];
        let mut gate = (circuit.inputs().len() + circuit.latches().len()) as u32;
        for (i, node) in circuit.nodes().iter().enumerate() {
            variables[i] = match node {
                Node::False => 0,
                Node::Input(input) => 1 + input.index() as u32,
                Node::Latch(latch) => 1 + (circuit.inputs().len() + latch.index()) as u32,
                Node::And(..) => {
                    gate += 1;
                    gate
                }
            };
        }
        Numbering { circuit, variables }
    }

    fn literal(&self, signal: Signal) -> u32 {
        2 * self.variables[signal.node().index()] + signal.is_negated() as u32
    }

    fn header(&self, magic: &str, options: &WriteOptions) -> String {
        let c = self.circuit;
        let count = c.bads().len();
        let (outputs, bads) = if self.has_outputs(options) { (count, 0) } else { (0, count) };
        let mut header = format!(
            "{} {} {} {} {} {}",
            magic,
            c.nodes().len() - 1,
            c.inputs().len(),
            c.latches().len(),
            outputs,
            c.and_count()
        );
        // Zeros at the end may be left out.
        let mut counts = vec![bads, c.constraints().len(), c.justice().len(), c.fairness().len()];
        while counts.last() == Some(&0) {
            counts.pop();
        }
        for count in counts {
            let _ = write!(header, " {}", count);
        }
        header.push('\n');
        header
    }

    fn has_outputs(&self, options: &WriteOptions) -> bool {
        options.bads_as_outputs && self.circuit.justice().is_empty()
    }

    fn latch(&self, out: &mut String, next: Signal, reset: Reset, literal: u32) {
        let next = self.literal(next);
        match reset {
            Reset::Zero => line(out, &[next]),
            Reset::One => line(out, &[next, 1]),
            Reset::Free => line(out, &[next, literal]),
            Reset::Function(signal) => line(out, &[next, self.literal(signal)]),
        }
    }

    fn properties(&self, out: &mut String) {
        for &signal in self.circuit.bads().iter().chain(self.circuit.constraints()) {
            line(out, &[self.literal(signal)]);
        }
        for signals in self.circuit.justice() {
            let _ = writeln!(out, "{}", signals.len());
        }
        for &signal in self.circuit.justice().iter().flatten().chain(self.circuit.fairness()) {
            line(out, &[self.literal(signal)]);
        }
    }

    /// Left side and fanins of each gate, the larger fanin first.
    fn gates(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        self.circuit.nodes().iter().zip(&self.variables).filter_map(move |(node, &variable)| match node {
            Node::And(a, b) => {
                let (a, b) = (self.literal(*a), self.literal(*b));
                Some((2 * variable, a.max(b), a.min(b)))
            }
            _ => None,
        })
    }

    fn names(&self, out: &mut String, options: &WriteOptions) {
        let symbols = &self.circuit.symbols;
        let bads = if self.has_outputs(options) { 'o' } else { 'b' };
        let lists = [
            ('i', &symbols.inputs, self.circuit.inputs().len()),
            ('l', &symbols.latches, self.circuit.latches().len()),
            (bads, &symbols.bads, self.circuit.bads().len()),
            ('c', &symbols.constraints, self.circuit.constraints().len()),
            ('j', &symbols.justice, self.circuit.justice().len()),
            ('f', &symbols.fairness, self.circuit.fairness().len()),
        ];
        for (kind, names, count) in lists {
            for (i, name) in names.iter().take(count).enumerate() {
                if !name.is_empty() {
                    let _ = writeln!(out, "{}{} {}", kind, i, name.replace(&['\n', '\r'][..], " "));
                }
            }
        }
    }
}
