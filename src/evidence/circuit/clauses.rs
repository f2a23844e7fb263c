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
//! A literal is the model's own: the even number that stands for the latch in the AIGER file, plus one if it is
//! negated. Inputs that resets read may occur as well. The empty clause is written as `0`, the literal of the constant
//! false.

use super::lines::{number, property, Line, Lines};
use crate::base::HashMap;
use crate::input::ParseError;
use crate::model::circuit::{Node, Signal};
use crate::model::invariant::{Certificate, Invariant};
use crate::model::CircuitFile;
use crate::model::PropertyId;
use std::fmt::Write;

/// The certificate of a property as text. Signals that are no latches and no inputs of the model are left out.
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
    for clause in &invariant.clauses {
        let literals: Vec<String> =
            clause.iter().filter_map(|&s| literal(model, s)).map(|l| l.to_string()).collect();
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
    for input in circuit.reset_inputs() {
        if let Some(&literal) = model.input_literals.get(input.index()) {
            known.insert(literal, circuit.inputs()[input.index()].signal());
        }
    }
    let mut invariant = Invariant::default();
    while let Some(line) = lines.next_filled() {
        if invariant.clauses.len() == count {
            return Err(line.unexpected(line.offset, &format!("no more than {} clauses", count)));
        }
        let mut clause = Vec::new();
        for (offset, word) in line.words() {
            let literal = number(word).and_then(|n| u32::try_from(n).ok());
            let literal = literal.ok_or_else(|| line.unexpected(offset, "the literal of a latch"))?;
            match known.get(&(literal & !1)) {
                Some(signal) => clause.push(signal.negate_if(literal & 1 == 1)),
                None if literal == 0 => {}
                None => return Err(line.unexpected(offset, "the literal of a latch")),
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
