//! Certificates as text: clauses over the model's latches, for people and for simple programs.
//!
//! ```text
//! c comments and empty lines may stand anywhere
//! invariant b0 2          the property, and the number of clauses
//! 6 9                     a clause: latch 6 is true or latch 8 is false
//! 13
//! ```
//!
//! ```text
//! k-induction b0 4 simple-path 1      the property, k, simple-path or any-path, and the number of lemmas
//! 6 9
//! ```
//!
//! ```text
//! invariant b0 1
//! and 40 6 9              40 stands for "latch 6 is true and latch 8 is false"
//! 41 13
//! ```
//!
//! A literal is the model's own: the even number that stands for the latch in the AIGER file, plus one if it is
//! negated. Inputs that resets read may occur as well. A line `and` names a conjunction of two literals, by an even
//! number that no input and no latch of the model has; the lines after it may use the name. The empty clause is written as `0`, the literal of the constant
//! false.

use super::lines::{number, property, Line, Lines};
use crate::base::HashMap;
use crate::input::ParseError;
use crate::model::circuit::{Node, NodeId, Signal};
use crate::model::invariant::{Certificate, Invariant};
use crate::model::CircuitFile;
use crate::model::PropertyId;
use std::fmt::Write;

/// The certificate of a property as text. Gates of the model become gates of the certificate's own; signals that are
/// not there at all are left out.
pub fn write_clauses(model: &CircuitFile, property: PropertyId, certificate: &Certificate) -> String {
    let (mut text, invariant) = match certificate {
        Certificate::Inductive(invariant) => {
            let head = "c these clauses hold initially, are kept by each step, and exclude the bad states";
            (format!("{}\ninvariant {} {}\n", head, property, invariant.clauses.len()), invariant)
        }
        Certificate::KInductive { k, lemmas, simple_path } => {
            let head = "c no bad step follows after k good ones that satisfy these lemmas";
            let path = if *simple_path { "simple-path" } else { "any-path" };
            let count = lemmas.clauses.len();
            (format!("{}\nk-induction {} {} {} {}\n", head, property, k, path, count), lemmas)
        }
    };
    // Over latches and inputs, and gates of its own.
    let nodes = model.circuit.nodes().len();
    let invariant = invariant.translate(&model.circuit, nodes, NodeId::signal);
    let taken = model.latch_literals.iter().chain(&model.input_literals).copied().max().unwrap_or(0);
    let first = (taken as usize / 2 + 1).max(nodes);
    let name = |signal: Signal| match signal.node().index() {
        n if n < nodes => literal(model, signal).map(|l| l as usize),
        n => Some(2 * (first + n - nodes) + signal.is_negated() as usize),
    };
    for (i, &[a, b]) in invariant.gates.iter().enumerate() {
        if let (Some(a), Some(b)) = (name(a), name(b)) {
            let _ = writeln!(text, "and {} {} {}", 2 * (first + i), a, b);
        }
    }
    for clause in &invariant.clauses {
        let literals: Vec<String> = clause.iter().filter_map(|&s| name(s)).map(|l| l.to_string()).collect();
        let line = if literals.is_empty() { "0".to_string() } else { literals.join(" ") };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line);
    }
    text
}

/// The model's literal of a latch or an input.
fn literal(model: &CircuitFile, signal: Signal) -> Option<u32> {
    let literal = match model.circuit.nodes().get(signal.node().index()) {
        Some(Node::Latch(latch)) => model.latch_literals.get(latch.index()),
        Some(Node::Input(input)) => model.input_literals.get(input.index()),
        _ => None,
    };
    literal.map(|l| l | signal.is_negated() as u32)
}

/// Reads what [`write_clauses`] writes: the property and its certificate.
///
/// # Errors
///
/// The first thing that is wrong, with line and column.
pub fn read_clauses(bytes: &[u8], model: &CircuitFile) -> Result<(PropertyId, Certificate), ParseError> {
    let mut lines = Lines::new(bytes);
    let line = lines.next_filled().ok_or_else(|| lines.ended("`invariant` or `k-induction`"))?;
    let mut head = Words { line, words: line.words().collect(), at: 0 };
    let by_induction = match head.word("`invariant` or `k-induction`", |word| match word {
        b"invariant" => Some(false),
        b"k-induction" => Some(true),
        _ => None,
    })? {
        false => None,
        true => Some(()),
    };
    let count = model.circuit.bads().len();
    let property = head.word(&format!("a property below b{}", count), |word| {
        property(word).filter(|&p| model.circuit.bad(p).is_some())
    })?;
    let length = match by_induction {
        None => None,
        Some(()) => {
            let k = head.word("k, at least 1", |word| number(word).filter(|&k| k > 0))?;
            let simple_path = head.word("`simple-path` or `any-path`", |word| match word {
                b"simple-path" => Some(true),
                b"any-path" => Some(false),
                _ => None,
            })?;
            Some((k, simple_path))
        }
    };
    let clauses = head.word("the number of clauses", number)?;
    head.end()?;
    let invariant = read_invariant(&mut lines, clauses, model)?;
    let certificate = match length {
        None => Certificate::Inductive(invariant),
        Some((k, simple_path)) => Certificate::KInductive { k, lemmas: invariant, simple_path },
    };
    Ok((property, certificate))
}

fn read_invariant(lines: &mut Lines, count: usize, model: &CircuitFile) -> Result<Invariant, ParseError> {
    let circuit = &model.circuit;
    let latches = model.latch_literals.iter().zip(circuit.latches().iter().map(|latch| latch.node.signal()));
    let mut known: HashMap<u32, Signal> = latches.map(|(&literal, signal)| (literal, signal)).collect();
    known.insert(0, Signal::FALSE);
    for input in circuit.reset_inputs() {
        if let Some(&literal) = model.input_literals.get(input.index()) {
            known.insert(literal, circuit.inputs()[input.index()].signal());
        }
    }
    let mut invariant = Invariant::default();
    while let Some(line) = lines.next_filled() {
        let mut words = line.words().peekable();
        if words.next_if(|(_, word)| *word == b"and").is_some() {
            let mut literal = |what| match words.next() {
                Some((offset, word)) => Ok((offset, literal_of(word))),
                None => Err(line.unexpected(line.offset + line.text.len(), what)),
            };
            let (offset, name) = literal("an even number that names the gate")?;
            let name = name.filter(|name| name % 2 == 0 && !known.contains_key(name));
            let expected = "an even number that nothing else has";
            let name = name.ok_or_else(|| line.unexpected(offset, expected))?;
            let mut pair = [Signal::FALSE; 2];
            for operand in &mut pair {
                let (offset, found) = literal(OPERAND)?;
                *operand = found
                    .and_then(|literal| signal_of(&known, literal))
                    .ok_or_else(|| line.unexpected(offset, OPERAND))?;
            }
            if let Some((offset, _)) = words.next() {
                return Err(line.unexpected(offset, "end of line"));
            }
            let gate = NodeId::new(circuit.nodes().len() + invariant.gates.len()).signal();
            invariant.gates.push(pair);
            known.insert(name, gate);
            continue;
        }
        if invariant.clauses.len() == count {
            return Err(line.unexpected(line.offset, &format!("no more than {} clauses", count)));
        }
        let mut clause = Vec::new();
        for (offset, word) in words {
            let signal = literal_of(word).and_then(|literal| signal_of(&known, literal));
            let signal = signal.ok_or_else(|| line.unexpected(offset, OPERAND))?;
            // A literal 0 alone is the empty clause.
            if signal != Signal::FALSE {
                clause.push(signal);
            }
        }
        invariant.clauses.push(clause);
    }
    if invariant.clauses.len() < count {
        let expected =
            format!("{} clauses as announced, of which {} are there", count, invariant.clauses.len());
        return Err(lines.ended(&expected));
    }
    Ok(invariant)
}

const OPERAND: &str = "the literal of a latch";

fn literal_of(word: &[u8]) -> Option<u32> {
    number(word).and_then(|n| u32::try_from(n).ok())
}

fn signal_of(known: &HashMap<u32, Signal>, literal: u32) -> Option<Signal> {
    known.get(&(literal & !1)).map(|signal| signal.negate_if(literal & 1 == 1))
}

/// The words of the first line, one after the other.
struct Words<'a> {
    line: Line<'a>,
    words: Vec<(usize, &'a [u8])>,
    at: usize,
}

impl Words<'_> {
    fn word<T>(&mut self, expected: &str, read: impl FnOnce(&[u8]) -> Option<T>) -> Result<T, ParseError> {
        let found = self.words.get(self.at).copied();
        self.at += 1;
        match found.and_then(|(_, word)| read(word)) {
            Some(value) => Ok(value),
            None => {
                let end = self.line.offset + self.line.text.len();
                Err(self.line.unexpected(found.map_or(end, |(offset, _)| offset), expected))
            }
        }
    }

    fn end(&self) -> Result<(), ParseError> {
        match self.words.get(self.at) {
            None => Ok(()),
            Some(&(offset, _)) => Err(self.line.unexpected(offset, "end of line")),
        }
    }
}
