//! The body of an `aag` file.
//!
//! Definitions may come in any order and leave variables out, so lines are collected first, then sorted by variable
//! (an array of the header's M entries might be huge), and a gate is added after its fanins.

use super::header::Header;
use super::scanner::Scanner;
use super::{justice, reference, references, reset, set_resets, Body, Reference};
use crate::input::ParseError;
use crate::model::circuit::{Circuit, Reset, Signal};

struct Latch {
    literal: u32,
    next: Reference,
    reset: Option<Reference>,
}

struct Gate {
    left: Reference,
    right: Reference,
}

/// The left side of a line.
struct Definition {
    variable: u32,
    offset: usize,
    what: Defined,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Defined {
    Leaf(Signal),
    Gate(u32),
}

/// Reads inputs, latches, outputs, properties, constraints and gates.
pub(super) fn parse(s: &mut Scanner, header: &Header) -> Result<Body, ParseError> {
    let mut circuit = Circuit::new();
    let mut table = Vec::new();
    let input_literals = inputs(s, header, &mut circuit, &mut table)?;
    let latches = latches(s, header, &mut circuit, &mut table)?;
    let outputs = references(s, header, header.outputs, "the literal of an output")?;
    let bads = references(s, header, header.bads, "the literal of a bad state")?;
    let constraints = references(s, header, header.constraints, "the literal of a constraint")?;
    let justice = justice(s, header)?;
    let fairness = references(s, header, header.fairness, "the literal of a fairness constraint")?;
    let gates = gates(s, header, &mut table)?;

    let table = Table::new(s, table)?;
    let values = build(s, &mut circuit, &table, &gates)?;
    let signal = |r: &Reference| {
        let value = match table.find(s, r)? {
            None => Signal::FALSE,
            Some(Defined::Leaf(leaf)) => leaf,
            Some(Defined::Gate(g)) => values[g as usize],
        };
        Ok(value.negate_if(r.literal & 1 != 0))
    };
    let nodes: Vec<Signal> = circuit.latches().iter().map(|latch| latch.node.signal()).collect();
    for (node, latch) in nodes.into_iter().zip(&latches) {
        circuit.set_next(node, signal(&latch.next)?);
    }
    let latch_literals: Vec<u32> = latches.iter().map(|l| l.literal).collect();
    let resets: Vec<Option<Reference>> = latches.iter().map(|l| l.reset).collect();
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

/// Reads the literal that a line defines.
fn defined(s: &mut Scanner, header: &Header, what: &str) -> Result<Reference, ParseError> {
    let lhs = reference(s, header, what)?;
    if lhs.literal < 2 || lhs.literal & 1 != 0 {
        return Err(s.unexpected(lhs.offset, &format!("expected {}, positive and even", what)));
    }
    Ok(lhs)
}

fn inputs(
    s: &mut Scanner,
    header: &Header,
    circuit: &mut Circuit,
    table: &mut Vec<Definition>,
) -> Result<Vec<u32>, ParseError> {
    let mut literals = Vec::with_capacity(s.plausible(header.inputs));
    for _ in 0..header.inputs {
        let lhs = defined(s, header, "the literal of an input")?;
        s.end_of_line()?;
        literals.push(lhs.literal);
        let what = Defined::Leaf(circuit.add_input());
        table.push(Definition { variable: lhs.literal / 2, offset: lhs.offset, what });
    }
    Ok(literals)
}

fn latches(
    s: &mut Scanner,
    header: &Header,
    circuit: &mut Circuit,
    table: &mut Vec<Definition>,
) -> Result<Vec<Latch>, ParseError> {
    let mut latches = Vec::with_capacity(s.plausible(header.latches));
    for _ in 0..header.latches {
        let lhs = defined(s, header, "the literal of a latch")?;
        s.blank()?;
        let next = reference(s, header, "the literal of a next state")?;
        let reset = reset(s, header)?;
        latches.push(Latch { literal: lhs.literal, next, reset });
        let what = Defined::Leaf(circuit.add_latch(Reset::Zero));
        table.push(Definition { variable: lhs.literal / 2, offset: lhs.offset, what });
    }
    Ok(latches)
}

fn gates(s: &mut Scanner, header: &Header, table: &mut Vec<Definition>) -> Result<Vec<Gate>, ParseError> {
    let mut gates = Vec::with_capacity(s.plausible(header.ands));
    for i in 0..header.ands {
        let lhs = defined(s, header, "the literal of an and-gate")?;
        s.blank()?;
        let left = reference(s, header, "the literal of a fanin")?;
        s.blank()?;
        let right = reference(s, header, "the literal of a fanin")?;
        s.end_of_line()?;
        gates.push(Gate { left, right });
        table.push(Definition { variable: lhs.literal / 2, offset: lhs.offset, what: Defined::Gate(i) });
    }
    Ok(gates)
}

/// The definitions by variable: in most files the i-th defines variable i + 1.
struct Table(Vec<Definition>);

impl Table {
    fn new(s: &Scanner, mut definitions: Vec<Definition>) -> Result<Table, ParseError> {
        definitions.sort_by_key(|d| (d.variable, d.offset));
        for pair in definitions.windows(2) {
            if let [first, second] = pair {
                if first.variable == second.variable {
                    let literal = 2 * second.variable;
                    let message =
                        format!("literal {} is already defined in {}", literal, s.place(first.offset));
                    return Err(s.error(second.offset, message));
                }
            }
        }
        Ok(Table(definitions))
    }

    /// The definition of a literal's variable; `None` for the constant.
    fn find(&self, s: &Scanner, r: &Reference) -> Result<Option<Defined>, ParseError> {
        let variable = r.literal / 2;
        if variable == 0 {
            return Ok(None);
        }
        let dense = self.0.get(variable as usize - 1).filter(|d| d.variable == variable);
        let search =
            || self.0.binary_search_by_key(&variable, |d| d.variable).ok().and_then(|i| self.0.get(i));
        match dense.or_else(search) {
            Some(definition) => Ok(Some(definition.what)),
            None => Err(s.error(r.offset, format!("literal {} is not defined", r.literal))),
        }
    }
}

/// A fanin whose definition has been looked up.
#[derive(Clone, Copy)]
struct Fanin {
    what: Defined,
    negated: bool,
    offset: usize,
}

/// Adds the gates in topological order, those of the file's order first, and returns the signal of each.
///
/// A depth-first walk with its own stack: a gate waits there until both fanins are built, so meeting one that waits is
/// a cycle.
fn build(
    s: &Scanner,
    circuit: &mut Circuit,
    table: &Table,
    gates: &[Gate],
) -> Result<Vec<Signal>, ParseError> {
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Progress {
        New,
        Waiting,
        Built,
    }
    let find = |r: &Reference| -> Result<Fanin, ParseError> {
        let what = table.find(s, r)?.unwrap_or(Defined::Leaf(Signal::FALSE));
        Ok(Fanin { what, negated: r.literal & 1 != 0, offset: r.offset })
    };
    let mut fanins = Vec::with_capacity(gates.len());
    for gate in gates {
        fanins.push([find(&gate.left)?, find(&gate.right)?]);
    }
    let mut values = vec![Signal::FALSE; gates.len()];
    let mut progress = vec![Progress::New; gates.len()];
    let mut stack = Vec::new();
    for root in 0..gates.len() {
        if progress[root] == Progress::New {
            stack.push(root);
        }
        while let Some(&top) = stack.last() {
            progress[top] = Progress::Waiting;
            let mut operands = [Signal::FALSE; 2];
            let mut blocked = false;
            for (operand, fanin) in operands.iter_mut().zip(fanins[top]) {
                let signal = match fanin.what {
                    Defined::Leaf(leaf) => leaf,
                    Defined::Gate(g) => match progress[g as usize] {
                        Progress::Built => values[g as usize],
                        Progress::New => {
                            stack.push(g as usize);
                            blocked = true;
                            break;
                        }
                        Progress::Waiting => return Err(cycle(s, &gates[top], fanin)),
                    },
                };
                *operand = signal.negate_if(fanin.negated);
            }
            if !blocked {
                values[top] = circuit.and(operands[0], operands[1]);
                progress[top] = Progress::Built;
                stack.pop();
            }
        }
    }
    Ok(values)
}

fn cycle(s: &Scanner, gate: &Gate, fanin: Fanin) -> ParseError {
    let literal = if gate.left.offset == fanin.offset { gate.left.literal } else { gate.right.literal };
    s.error(fanin.offset, format!("literal {} depends on itself through and-gates only", literal))
}
