//! Circuits under verification.

use super::evidence::{form, unfit};
use super::model::{misfit, Judged, Model, Size};
use super::table::Table;
use crate::cli::files;
use crate::cli::options::Settings;
use crate::cli::progress::Progress;
use crate::cli::values::Form;
use crate::cli::Failure;
use indubit::base::Budget;
use indubit::engine::ic3::circuit::Sequence;
use indubit::evidence::circuit::{waves, write_clauses, write_witness, WitnessCircuit};
use indubit::model::circuit::{Circuit, Signal};
use indubit::model::invariant::Certificate;
use indubit::model::trace::Trace;
use indubit::model::{CircuitFile, Depth, PropertyId};
use indubit::portfolio::{Engine, Verifier};
use indubit::theories::bv::Bits;

impl Model for CircuitFile {
    type Certificate = Certificate;
    type Trace = Trace;
    type Verifier = Verifier;

    const WITNESSES_SHARE_A_FILE: bool = true;
    const PARTS: &'static str = "clauses";
    const NO_PROPERTY: &'static str = "nothing to verify: no bad states and no outputs";
    const OTHER_THAN_CIRCUIT: Option<&'static str> = None;

    fn property_count(&self) -> usize {
        self.circuit.bads().len()
    }

    fn property_name(&self, property: PropertyId) -> &str {
        self.circuit.symbols.bads.get(property.index()).map_or("", String::as_str)
    }

    fn accept(&self, settings: &Settings) -> Result<(), Failure> {
        let engine = settings.verify.engine;
        if settings.competition && settings.property.index.is_none() && self.property_count() > 1 {
            let message = "properties, and the competition asks about one; choose it by --property N";
            return Err(Failure::usage(format!("there are {} {}", self.property_count(), message)));
        }
        match form(settings) {
            Some(Form::Script | Form::Vmt) => {
                let message = "the certificate of a circuit is a witness circuit (.aig, .aag) or text";
                Err(Failure::usage(message))
            }
            Some(Form::Aiger) if engine == Engine::KInduction => {
                let message =
                    "a proof by k-induction has no witness circuit; write text (--certificate-format text)";
                Err(Failure::usage(message))
            }
            _ => Ok(()),
        }
    }

    fn verifier(&self, settings: &Settings, budget: &Budget) -> Result<Verifier, Failure> {
        let mut options = settings.verify.clone();
        options.inductive_only = form(settings) == Some(Form::Aiger);
        Verifier::new(self.circuit.clone(), options, budget.clone()).map_err(|error| misfit(&error))
    }

    fn verify(verifier: &mut Verifier, property: PropertyId, progress: &mut Progress) -> Judged<Self> {
        verifier.verify(property, progress)
    }

    fn counters(&self, verifier: &Verifier) -> Vec<(String, u64)> {
        let mut list = Vec::new();
        for (which, circuit) in [("original", &self.circuit), ("reduced", verifier.reduced())] {
            list.push((format!("{} inputs", which), circuit.inputs().len() as u64));
            list.push((format!("{} latches", which), circuit.latches().len() as u64));
            list.push((format!("{} gates", which), circuit.and_count() as u64));
        }
        list.extend(verifier.statistics());
        list
    }

    fn sequence(verifier: &Verifier) -> Option<Sequence> {
        verifier.sequence()
    }

    fn depth(trace: &Trace) -> Depth {
        trace.depth()
    }

    fn size(certificate: &Certificate) -> Size {
        match certificate {
            Certificate::Inductive(invariant) => {
                Size { k: None, simple_path: false, parts: invariant.clauses.len() }
            }
            Certificate::KInductive { k, lemmas, simple_path } => {
                Size { k: Some(*k), simple_path: *simple_path, parts: lemmas.clauses.len() }
            }
        }
    }

    fn table(&self, trace: &Trace) -> Table {
        let waves = waves(&self.circuit, trace).unwrap_or_default();
        let digit = |bit: &Bits| if bit.is_one() { "1" } else { "0" }.to_string();
        let steps = waves.steps.iter().map(|step| step.iter().map(digit).collect());
        Table { names: waves.signals.iter().map(|(name, _)| name.clone()).collect(), steps: steps.collect() }
    }

    fn parts(&self, certificate: &Certificate) -> Vec<String> {
        let (Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. }) =
            certificate;
        invariant.clauses.iter().map(|clause| clause_text(&self.circuit, clause)).collect()
    }

    fn waves(&self, trace: &Trace) -> Result<Vec<u8>, Failure> {
        waves(&self.circuit, trace).map(|waves| waves.vcd().into_bytes()).map_err(unfit)
    }

    fn witness(&self, _: &Settings, trace: &Trace) -> Result<Vec<u8>, Failure> {
        Ok(write_witness(trace).into_bytes())
    }

    fn certificate(
        &self,
        settings: &Settings,
        property: PropertyId,
        certificate: &Certificate,
    ) -> Result<Vec<u8>, Failure> {
        Ok(match (form(settings), certificate) {
            (Some(Form::Aiger), Certificate::Inductive(invariant)) => {
                let witness = WitnessCircuit::new(&self.circuit, property, invariant);
                witness.map(|witness| witness.write(self, is_binary(settings))).unwrap_or_default()
            }
            _ => write_clauses(self, property, certificate).into_bytes(),
        })
    }
}

/// Whether a witness circuit is written in the binary format: unless the suffix says otherwise, and in a competition
/// the model's suffix if its own says nothing.
fn is_binary(settings: &Settings) -> bool {
    match settings.certificate.as_deref().map_or("", files::suffix) {
        "aag" => false,
        "aig" => true,
        _ => !(settings.competition && files::suffix(settings.file(0)) == "aag"),
    }
}

/// A clause over the names of latches and inputs; those without a name are called by their order, `l0`, `i0` and so on.
fn clause_text(circuit: &Circuit, clause: &[Signal]) -> String {
    let literal = |&signal: &Signal| {
        let sign = if signal.is_negated() { "!" } else { "" };
        let (names, mark, index) = match (circuit.latch_of(signal), circuit.input_of(signal)) {
            (Some(latch), _) => (&circuit.symbols.latches, 'l', latch.index()),
            (None, Some(input)) => (&circuit.symbols.inputs, 'i', input.index()),
            (None, None) => return format!("{}{:?}", sign, signal.negate_if(signal.is_negated())),
        };
        match names.get(index).map_or("", String::as_str) {
            "" => format!("{}{}{}", sign, mark, index),
            name => format!("{}{}", sign, name),
        }
    };
    match clause {
        [] => "false".to_string(),
        _ => clause.iter().map(literal).collect::<Vec<_>>().join(" | "),
    }
}
