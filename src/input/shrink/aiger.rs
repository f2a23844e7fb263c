//! Circuits: properties, constraints, gates, latches, inputs.
//!
//! The text that edits are about has a line for each part, in the literals of AIGER: `i 2`, `l 4 6 0` with the next
//! value and the reset, `a 8 2 5`, `b 8` for a bad state, `c 8` for a constraint, `j 1 8 10` for a justice property and
//! `f 8` for fairness. The 1 of a justice property is the constant true, which counts for nothing. Edits also write `=
//! 8 2`: every line that reads 8 is to read 2. [`tidy`](Shape::tidy) carries that out, and leaves out what nothing
//! depends on.

use super::lines::lines;
use super::search::deletions;
use super::{Edit, Shape};
use crate::base::HashMap;
use crate::input::{aiger, ParseError};
use crate::model::circuit::{Circuit, Node, Reset, Signal};
use std::fmt::Write;

/// A circuit, and the format of its file.
pub(super) struct Gates {
    pub is_binary: bool,
}

impl Shape for Gates {
    fn text(&self, bytes: &[u8]) -> Result<Vec<u8>, ParseError> {
        let file = aiger::read(bytes)?;
        Ok(text_of(&file.circuit).into_bytes())
    }

    fn passes(&self) -> usize {
        5
    }

    fn edits(&self, text: &[u8], pass: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for range in lines(text) {
            let line = String::from_utf8_lossy(&text[range.clone()]).trim_end().to_string();
            let words: Vec<&str> = line.split(' ').collect();
            let mut by = |line: String| edits.push(Edit::replace(range.clone(), line + "\n"));
            match (pass, words.as_slice()) {
                (0, ["b" | "c" | "f", _]) => edits.extend(deletions([range])),
                (0, ["j", ..]) => edits.extend(deletions([range])),
                (1, ["i" | "l" | "a", own, ..]) => {
                    by(format!("= {} 0", own));
                    by(format!("= {} 1", own));
                }
                (2, ["a", own, left, right]) => {
                    by(format!("= {} {}", own, left));
                    by(format!("= {} {}", own, right));
                }
                (3, ["l", own, next, reset]) => {
                    by(format!("i {}", own));
                    for value in ["0", "1", own].iter().filter(|value| *value != next) {
                        by(format!("l {} {} {}", own, value, reset));
                    }
                    if *reset != "0" {
                        by(format!("l {} {} 0", own, next));
                    }
                }
                (4, ["j", signals @ ..]) => {
                    for place in 1..signals.len() {
                        let mut rest = signals.to_vec();
                        rest.remove(place);
                        by(format!("j {}", rest.join(" ")));
                    }
                }
                (4, ["b" | "c" | "f", signal]) => {
                    // The operands of a gate take its place in a property or constraint.
                    for operand in operands(text, signal) {
                        by(format!("{} {}", words[0], operand));
                    }
                }
                _ => {}
            }
        }
        edits
    }

    fn tidy(&self, text: Vec<u8>) -> Option<Vec<u8>> {
        circuit_of(std::str::from_utf8(&text).ok()?).map(|circuit| text_of(&circuit).into_bytes())
    }

    fn weight(&self, text: &[u8]) -> usize {
        lines(text).into_iter().map(|line| text[line].iter().filter(|&&b| b == b' ').count()).sum()
    }

    fn bytes(&self, text: &[u8]) -> Vec<u8> {
        let circuit = std::str::from_utf8(text).ok().and_then(circuit_of).unwrap_or_default();
        if self.is_binary {
            aiger::write_binary(&circuit)
        } else {
            aiger::write_ascii(&circuit).into_bytes()
        }
    }
}

/// The operands of a gate, by the texts of their literals; of a negated one the negated operands.
fn operands(text: &[u8], signal: &str) -> Vec<u64> {
    let signal: u64 = signal.parse().unwrap_or(0);
    let begin = format!("a {} ", signal & !1);
    let line =
        lines(text).into_iter().map(|line| &text[line]).find(|line| line.starts_with(begin.as_bytes()));
    let line = String::from_utf8_lossy(line.unwrap_or(b"")).into_owned();
    line.split_whitespace()
        .skip(2)
        .filter_map(|word| Some(word.parse::<u64>().ok()? ^ (signal & 1)))
        .collect()
}

fn text_of(circuit: &Circuit) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    for (at, node) in circuit.nodes().iter().enumerate() {
        let own = 2 * at;
        let _ = match *node {
            Node::False => Ok(()),
            Node::Input(_) => writeln!(out, "i {}", own),
            Node::Latch(latch) => {
                let latch = &circuit.latches()[latch.index()];
                let reset = match latch.reset {
                    Reset::Zero => 0,
                    Reset::One => 1,
                    Reset::Free => own,
                    Reset::Function(signal) => signal.code(),
                };
                writeln!(out, "l {} {} {}", own, latch.next.code(), reset)
            }
            Node::And(left, right) => writeln!(out, "a {} {} {}", own, left.code(), right.code()),
        };
    }
    for bad in circuit.bads() {
        let _ = writeln!(out, "b {}", bad.code());
    }
    for constraint in circuit.constraints() {
        let _ = writeln!(out, "c {}", constraint.code());
    }
    for signals in circuit.justice() {
        let signals: String = signals.iter().map(|signal| format!(" {}", signal.code())).collect();
        let _ = writeln!(out, "j 1{}", signals);
    }
    for signal in circuit.fairness() {
        let _ = writeln!(out, "f {}", signal.code());
    }
    out
}

/// A part of a text: its kind and its numbers.
struct Part<'a> {
    kind: &'a str,
    numbers: Vec<u64>,
}

/// The circuit of a text: what its properties and constraints depend on. `None` if a gate depends on itself.
fn circuit_of(text: &str) -> Option<Circuit> {
    let mut parts: Vec<Part<'_>> = Vec::new();
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ')?;
        let numbers: Option<Vec<u64>> = rest.split(' ').map(|word| word.parse().ok()).collect();
        parts.push(Part { kind, numbers: numbers? });
    }
    let is_definition = |part: &&Part<'_>| !matches!(part.kind, "b" | "c" | "j" | "f");
    let by_literal: HashMap<u64, &Part<'_>> =
        parts.iter().filter(is_definition).map(|part| (part.numbers[0], part)).collect();
    let mut builder =
        Builder { by_literal, made: HashMap::default(), circuit: Circuit::new(), latches: Vec::new() };
    let roots: Vec<&Part<'_>> = parts.iter().filter(|part| !is_definition(part)).collect();
    let mut signals = Vec::new();
    for root in &roots {
        let of_root: Option<Vec<Signal>> =
            root.numbers.iter().map(|&number| builder.signal(number)).collect();
        signals.push(of_root?);
    }
    // Latches that are found on the way are added to the list.
    let mut next = 0;
    while let Some(&(own, latch)) = builder.latches.get(next) {
        let part = builder.by_literal.get(&own)?;
        let (next_value, reset) = (*part.numbers.get(1)?, *part.numbers.get(2)?);
        let value = builder.signal(next_value)?;
        builder.circuit.set_next(latch, value);
        match reset {
            0 => {}
            reset => {
                let reset = if reset == own { Reset::Free } else { Reset::Function(builder.signal(reset)?) };
                builder.circuit.set_resets(&[(latch, reset)]).ok()?;
            }
        }
        next += 1;
    }
    for (root, signals) in roots.iter().zip(signals) {
        match (root.kind, signals.as_slice()) {
            ("j", [_, signals @ ..]) => drop(builder.circuit.add_justice(signals)),
            ("b", &[signal]) => drop(builder.circuit.add_bad(signal)),
            ("f", &[signal]) => builder.circuit.add_fairness(signal),
            ("c", &[signal]) => builder.circuit.add_constraint(signal),
            _ => return None,
        }
    }
    Some(builder.circuit)
}

struct Builder<'a> {
    by_literal: HashMap<u64, &'a Part<'a>>,
    /// By literal without sign: its signal, or `None` while it is made.
    made: HashMap<u64, Option<Signal>>,
    circuit: Circuit,
    /// Latches, with their literals.
    latches: Vec<(u64, Signal)>,
}

impl Builder<'_> {
    /// The signal of a literal, with all that it depends on up to latches.
    fn signal(&mut self, literal: u64) -> Option<Signal> {
        let mut open = vec![literal & !1];
        while let Some(&own) = open.last() {
            if own == 0 || matches!(self.made.get(&own), Some(Some(_))) {
                open.pop();
                continue;
            }
            let part = *self.by_literal.get(&own)?;
            let needs: Vec<u64> = match part.kind {
                "a" | "=" => part.numbers[1..].iter().map(|&other| other & !1).collect(),
                _ => Vec::new(),
            };
            let is_open = |other: &&u64| **other != 0 && !matches!(self.made.get(*other), Some(Some(_)));
            let waiting: Vec<u64> = needs.iter().filter(is_open).copied().collect();
            if !waiting.is_empty() {
                if self.made.insert(own, None).is_some() {
                    return None;
                }
                open.extend(waiting);
                continue;
            }
            let signal = match (part.kind, &part.numbers[..]) {
                ("i", _) => self.circuit.add_input(),
                ("l", _) => {
                    let latch = self.circuit.add_latch(Reset::Zero);
                    self.latches.push((own, latch));
                    latch
                }
                ("=", &[_, other]) => self.of(other)?,
                ("a", &[_, left, right]) => {
                    let (left, right) = (self.of(left)?, self.of(right)?);
                    self.circuit.and(left, right)
                }
                _ => return None,
            };
            self.made.insert(own, Some(signal));
            open.pop();
        }
        self.of(literal)
    }

    /// The signal of a literal that was made.
    fn of(&self, literal: u64) -> Option<Signal> {
        let base = match literal & !1 {
            0 => Signal::FALSE,
            own => self.made.get(&own).copied().flatten()?,
        };
        Some(base.negate_if(literal & 1 == 1))
    }
}
