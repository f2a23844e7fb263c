//! Evidence about circuits.

use crate::evidence::any::{AnyCounterexample, AnyProof, Size, Written};
use crate::evidence::circuit::{
    design_waves, lasso_start, waves, write_clauses, write_witness, WitnessCircuit,
};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::table::Table;
use crate::model::circuit::{Circuit, NodeId, Signal};
use crate::model::encode::live::lasso_leaves;
use crate::model::invariant::{Certificate, ClausalInvariant, Layer, Proof};
use crate::model::trace::Trace;
use crate::model::{CircuitFile, Depth, PropertyId};
use crate::theories::bv::Bits;
use std::sync::Arc;

/// A proof about a property of a circuit.
#[derive(Debug)]
pub(crate) struct CircuitProof<'m> {
    pub file: &'m CircuitFile,
    pub property: PropertyId,
    /// Proofs of several properties may be one.
    pub found: Arc<Proof>,
}

impl AnyProof for CircuitProof<'_> {
    fn size(&self) -> Size {
        let (k, simple_path) = match &*self.found {
            Proof::Safety(Certificate::KInductive { k, simple_path, .. }) => (Some(*k), *simple_path),
            Proof::Safety(Certificate::Inductive(_)) | Proof::LassoFree(_) | Proof::Ranked(_) => {
                (None, false)
            }
            Proof::Ends(never) => match *never {},
        };
        let parts = self.found.sets().iter().map(|part| part.clauses.len()).sum();
        Size { k, simple_path, parts, unit: "clauses" }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        let circuit = &self.file.circuit;
        match &*self.found {
            Proof::Safety(certificate) => texts(circuit, certificate.states()),
            Proof::LassoFree(certificate) => {
                let leaves = lasso_leaves(circuit, self.property);
                leaves.map_or_else(Vec::new, |leaves| texts(&leaves, certificate.states()))
            }
            Proof::Ranked(layers) => {
                let of_layer = |(place, layer): (usize, &Layer)| {
                    let states = texts(circuit, &layer.states);
                    let states = if states.is_empty() { "true".to_string() } else { states.join(", ") };
                    format!("layer {}, until signal {} comes: {}", place, layer.waits_for, states)
                };
                layers.iter().enumerate().map(of_layer).collect()
            }
            Proof::Ends(never) => match *never {},
        }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let text = || write_clauses(self.file, self.property, &self.found);
        let binary = match form {
            Form::Text => return Ok(text().into()),
            Form::WitnessCircuit { binary } => binary,
            Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Waves
            | Form::Witness { .. }
            | Form::Harness => {
                return Err(WriteError::Unfit(
                    "the certificate of a circuit is a witness circuit (.aig, .aag) or text",
                ))
            }
        };
        let (circuit, property) = (&self.file.circuit, self.property);
        let (witness, reason) = match &*self.found {
            Proof::Safety(Certificate::Inductive(invariant)) => {
                let witness = WitnessCircuit::new(circuit, property, invariant);
                return Ok(witness.map(|witness| witness.write(self.file, binary)).unwrap_or_default().into());
            }
            Proof::Safety(Certificate::KInductive { .. }) => {
                return Err(WriteError::Unfit(
                    "a proof by k-induction has no witness circuit; write text (--certificate-format text)",
                ))
            }
            Proof::Ranked(layers) => (
                WitnessCircuit::of_ranking(circuit, property, layers),
                "rankings have witness circuits for circuits with one property only",
            ),
            Proof::LassoFree(certificate) => (
                WitnessCircuit::of_lassos(circuit, property, certificate),
                "proofs about lassos have witness circuits for circuits with one property, of at most four signals, if \
                 they are invariants",
            ),
            Proof::Ends(never) => match *never {},
        };
        Ok(match witness {
            Some(witness) => witness.write(self.file, binary).into(),
            None => {
                let remark = format!("{}; the certificate is text", reason);
                Written { bytes: text().into_bytes(), remarks: vec![remark] }
            }
        })
    }
}

/// A counterexample to a property of a circuit.
#[derive(Debug)]
pub(crate) struct CircuitTrace<'m> {
    pub file: &'m CircuitFile,
    pub found: Trace,
}

impl AnyCounterexample for CircuitTrace<'_> {
    fn depth(&self) -> Depth {
        self.found.depth()
    }

    fn loop_start(&self) -> Option<usize> {
        lasso_start(&self.file.circuit, &self.found).ok()
    }

    fn table(&self) -> Table {
        let waves = waves(&self.file.circuit, &self.found).unwrap_or_default();
        let digit = |bit: &Bits| if bit.is_one() { "1" } else { "0" }.to_string();
        let steps = waves.steps.iter().map(|step| step.iter().map(digit).collect());
        Table { names: waves.signals.iter().map(|(name, _)| name.clone()).collect(), steps: steps.collect() }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_witness(&self.found).into()),
            Form::Waves => Ok(design_waves(self.file, &self.found)?.vcd().into()),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Witness { .. }
            | Form::Harness => Err(WriteError::Unfit("the witness of a circuit is text or waves (--vcd)")),
        }
    }
}

/// The clauses of an invariant of a circuit, and then its gates, in words.
fn texts(circuit: &Circuit, invariant: &ClausalInvariant) -> Vec<String> {
    let invariant = invariant.translate(circuit, circuit.nodes().len(), NodeId::signal);
    let text = |clause: &Vec<Signal>| clause_text(circuit, clause, " | ", "false");
    let gate =
        |(i, pair): (usize, &[Signal; 2])| format!("g{} = {}", i, clause_text(circuit, pair, " & ", ""));
    let gates = invariant.gates.iter().enumerate().map(gate);
    invariant.clauses.iter().map(text).chain(gates).collect()
}

/// Signals by the names of latches and inputs; those without a name are called by their order, `l0`, `i0` and so on,
/// and gates of an invariant's own are `g0` and so on.
fn clause_text(circuit: &Circuit, signals: &[Signal], joined: &str, none: &str) -> String {
    let literal = |&signal: &Signal| {
        let sign = if signal.is_negated() { "!" } else { "" };
        let (names, mark, index) = match (circuit.latch_of(signal), circuit.input_of(signal)) {
            (Some(latch), _) => (&circuit.symbols.latches, 'l', latch.index()),
            (None, Some(input)) => (&circuit.symbols.inputs, 'i', input.index()),
            (None, None) => match signal.node().index().checked_sub(circuit.nodes().len()) {
                Some(gate) => return format!("{}g{}", sign, gate),
                None => return format!("{}{:?}", sign, signal.negate_if(signal.is_negated())),
            },
        };
        match names.get(index).map_or("", String::as_str) {
            "" => format!("{}{}{}", sign, mark, index),
            name => format!("{}{}", sign, name),
        }
    };
    match signals {
        [] => none.to_string(),
        _ => signals.iter().map(literal).collect::<Vec<_>>().join(joined),
    }
}
