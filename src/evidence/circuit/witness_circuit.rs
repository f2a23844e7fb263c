//! Witness circuits: the hardware competition's certificates for safe properties (Yu, Biere, Heljanko: "Progress in
//! Certifying Hardware Model Checking Results", CAV 2021; Yu, Froleyks, Biere, Heljanko, FMCAD 2022).
//!
//! A witness circuit is a circuit that simulates the model and whose own property is inductive. From an invariant one
//! is made by copying the model and exchanging its bad signal for `¬(Inv ∧ ¬bad)`. In the file the symbol of an input
//! or latch begins with `=`, followed by the model's literal for it:
//!
//! ```text
//! i0 = 2
//! l0 = 4
//! c
//! WITNESS b0
//! ```
//!
//! The comment says which property of the model it is about (the first one if there is no such comment). A file
//! without any `=` maps inputs and latches in their order. Justice properties have witness circuits, too, see
//! [`ranking`](super::ranking). The other features of the format are refused or without effect: mapped gates, and
//! mappings in comments.

use super::lines::{number, property};
use crate::base::HashMap;
use crate::input::aiger::{self, WriteOptions};
use crate::input::ParseError;
use crate::model::circuit::{Circuit, NodeId, Signal};
use crate::model::invariant::ClausalInvariant;
use crate::model::CircuitFile;
use crate::model::PropertyId;

/// A witness circuit and what it has in common with its model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessCircuit {
    /// Index of the model's bad signal that it is about.
    pub property: PropertyId,
    /// The circuit; its only bad signal is false in all reachable steps, by induction.
    pub circuit: Circuit,
    /// By input of the circuit: the model's signal that it is, if any.
    pub inputs: Vec<Option<Signal>>,
    /// By latch of the circuit: the model's signal that it is, if any.
    pub latches: Vec<Option<Signal>>,
    /// Of a justice property: inputs and latches of the circuit, and the signals that stand for their values in the
    /// second of the two states that its justice signals are about.
    pub later: Vec<(Signal, Signal)>,
}

impl WitnessCircuit {
    /// The witness circuit of an inductive invariant; `None` if the circuit has no such property, or
    /// the invariant speaks of signals that are not there.
    pub fn new(
        model: &Circuit,
        property: PropertyId,
        invariant: &ClausalInvariant,
    ) -> Option<WitnessCircuit> {
        let bad = model.bad(property)?;
        let mut circuit = model.clone();
        circuit.clear_bads();
        circuit.clear_justice();
        let clauses: Vec<Signal> = invariant
            .attach(&mut circuit)
            .ok()?
            .iter()
            .map(|clause| {
                let negated: Vec<Signal> = clause.iter().map(|&s| !s).collect();
                !circuit.and_all(&negated)
            })
            .collect();
        let holds = circuit.and_all(&clauses);
        let good = circuit.and(holds, !bad);
        circuit.add_bad(!good);
        Some(WitnessCircuit {
            property,
            inputs: model.inputs().iter().map(|node| Some(node.signal())).collect(),
            latches: model.latches().iter().map(|latch| Some(latch.node.signal())).collect(),
            later: Vec::new(),
            circuit,
        })
    }

    /// The AIGER file, binary or in text. The property stands where the model's stand, as output or as bad state.
    pub fn write(&self, model: &CircuitFile, binary: bool) -> Vec<u8> {
        let mut literals: HashMap<Signal, u32> = HashMap::default();
        let inputs = model.circuit.inputs().iter().map(|node| node.signal()).zip(&model.input_literals);
        let latches = model.circuit.latches().iter().map(|l| l.node.signal()).zip(&model.latch_literals);
        for (signal, &literal) in inputs.chain(latches) {
            literals.insert(signal, literal);
        }
        let symbol = |signal: &Option<Signal>| -> String {
            let positive = |s: &Signal| s.negate_if(s.is_negated());
            match signal.as_ref().and_then(|s| Some((s, literals.get(&positive(s))?))) {
                Some((signal, literal)) => format!("= {}", literal | signal.is_negated() as u32),
                None => String::new(),
            }
        };
        let mut circuit = self.circuit.clone();
        circuit.symbols.inputs = self.inputs.iter().map(symbol).collect();
        circuit.symbols.latches = self.latches.iter().map(symbol).collect();
        let nodes = |list: &mut dyn Iterator<Item = NodeId>| -> HashMap<NodeId, usize> {
            list.enumerate().map(|(place, node)| (node, place)).collect()
        };
        let inputs = nodes(&mut circuit.inputs().iter().copied());
        let latches = nodes(&mut circuit.latches().iter().map(|latch| latch.node));
        for (signal, place) in &self.later {
            let place =
                inputs.get(&place.node()).map_or(String::new(), |place| format!(" < {}", 2 * (place + 1)));
            match (latches.get(&signal.node()), inputs.get(&signal.node())) {
                (Some(&latch), _) => circuit.symbols.latches[latch].push_str(&place),
                (None, Some(&input)) => circuit.symbols.inputs[input].push_str(&place),
                (None, None) => {}
            }
        }
        circuit.symbols.bads = Vec::new();
        circuit.symbols.constraints = Vec::new();
        circuit.symbols.justice = Vec::new();
        circuit.symbols.fairness = Vec::new();
        let options = WriteOptions { bads_as_outputs: model.bads_are_outputs };
        let mut bytes = if binary {
            aiger::write_binary_with(&circuit, &options)
        } else {
            aiger::write_ascii_with(&circuit, &options).into_bytes()
        };
        bytes.extend_from_slice(format!("c\nWITNESS {}\n", self.property).as_bytes());
        bytes
    }

    /// Reads a witness circuit for a model.
    ///
    /// # Errors
    ///
    /// Everything that [`aiger::read`] finds wrong, and at line 1 of the file: a symbol `= LIT` whose literal is no
    /// input and no latch of the model, a circuit with no bad signal or with several, a property that the model has
    /// not.
    pub fn read(bytes: &[u8], model: &CircuitFile) -> Result<WitnessCircuit, ParseError> {
        let wrong = |message: String| ParseError::at_line(1, 1, message);
        let witness = aiger::read(bytes)?;
        let (bads, live) = (witness.circuit.bads().len(), witness.circuit.justice().len());
        if live > 1 {
            return Err(wrong(format!(
                "a witness circuit has one justice property at most, this one has {}",
                live
            )));
        }
        if bads + live == 0 || bads > 1 {
            return Err(wrong(format!(
                "a witness circuit has one bad state or output, this one has {}",
                bads
            )));
        }
        let first = if live == 0 { PropertyId::new(0) } else { PropertyId::justice(0) };
        let property = claimed_property(bytes).unwrap_or(first);
        let count = model.circuit.properties().count();
        if !model.circuit.has(property) {
            return Err(wrong(format!("there is no property {}; the model has {}", property, count)));
        }
        if property.is_justice() != (live == 1) {
            return Err(wrong(format!(
                "a circuit with {} justice properties is no witness of {}",
                live, property
            )));
        }
        let (inputs, latches) = mapping(&witness.circuit, model).map_err(wrong)?;
        let later = if live == 0 { Vec::new() } else { later(&witness).map_err(wrong)? };
        Ok(WitnessCircuit { property, circuit: witness.circuit, inputs, latches, later })
    }
}

/// The property in the comment `WITNESS b0`. Text before the comment cannot be taken for it, since a line of
/// AIGER text never begins with that word; in the binary part of a file it would have to be made on purpose, and then
/// another property is checked, no false one accepted.
fn claimed_property(bytes: &[u8]) -> Option<PropertyId> {
    let line = bytes.split(|&b| b == b'\n').rev().find_map(|line| line.strip_prefix(b"WITNESS "))?;
    property(line.split(|b| b.is_ascii_whitespace()).next()?)
}

/// The signals that stand for values in a second state, by the symbols `< LIT`; without any the next values of latches.
fn later(witness: &CircuitFile) -> Result<Vec<(Signal, Signal)>, String> {
    let circuit = &witness.circuit;
    let inputs: Vec<Signal> = circuit.inputs().iter().map(|node| node.signal()).collect();
    let latches: Vec<Signal> = circuit.latches().iter().map(|latch| latch.node.signal()).collect();
    let symbols =
        circuit.symbols.inputs.iter().zip(&inputs).chain(circuit.symbols.latches.iter().zip(&latches));
    let literals: HashMap<u32, Signal> = (witness.input_literals.iter().zip(&inputs))
        .chain(witness.latch_literals.iter().zip(&latches))
        .map(|(&literal, &signal)| (literal, signal))
        .collect();
    let mut found = Vec::new();
    for (name, &signal) in symbols {
        let text = match name.split_once('<') {
            Some((_, text)) => text.trim(),
            None => continue,
        };
        let literal = number(text.as_bytes()).and_then(|n| u32::try_from(n).ok());
        match literal.and_then(|l| Some(literals.get(&(l & !1))?.negate_if(l & 1 == 1))) {
            Some(place) => found.push((signal, place)),
            None => {
                return Err(format!("expected a literal of an input or latch of the witness in `< {}`", text))
            }
        }
    }
    if found.is_empty() {
        let next = circuit.latches().iter().map(|latch| (latch.node.signal(), latch.next));
        found.extend(next.filter(|(_, next)| next.node() != Signal::FALSE.node()));
    }
    Ok(found)
}

type Mapping = Vec<Option<Signal>>;

fn mapping(witness: &Circuit, model: &CircuitFile) -> Result<(Mapping, Mapping), String> {
    let model_inputs: Vec<Signal> = model.circuit.inputs().iter().map(|node| node.signal()).collect();
    let model_latches: Vec<Signal> = model.circuit.latches().iter().map(|l| l.node.signal()).collect();
    let symbols = &witness.symbols;
    let mapped = |names: &[String]| names.iter().any(|name| name.starts_with('='));
    if !mapped(&symbols.inputs) && !mapped(&symbols.latches) {
        let in_order = |signals: &[Signal], count: usize| {
            (0..count).map(|i| signals.get(i).copied()).collect::<Mapping>()
        };
        return Ok((
            in_order(&model_inputs, witness.inputs().len()),
            in_order(&model_latches, witness.latches().len()),
        ));
    }
    let literals = model.input_literals.iter().zip(&model_inputs);
    let literals: HashMap<u32, Signal> = literals
        .chain(model.latch_literals.iter().zip(&model_latches))
        .map(|(&literal, &signal)| (literal, signal))
        .collect();
    let signal = |name: Option<&String>| -> Result<Option<Signal>, String> {
        let text = match name.and_then(|name| name.strip_prefix('=')) {
            Some(text) => text.split('<').next().unwrap_or("").trim(),
            None => return Ok(None),
        };
        let literal = number(text.as_bytes()).and_then(|n| u32::try_from(n).ok());
        match literal.and_then(|l| Some(literals.get(&(l & !1))?.negate_if(l & 1 == 1))) {
            Some(signal) => Ok(Some(signal)),
            None => Err(format!("expected a literal of an input or latch of the model in `= {}`", text)),
        }
    };
    let inputs = (0..witness.inputs().len()).map(|i| signal(symbols.inputs.get(i)));
    let latches = (0..witness.latches().len()).map(|i| signal(symbols.latches.get(i)));
    Ok((inputs.collect::<Result<_, _>>()?, latches.collect::<Result<_, _>>()?))
}
