//! Circuits under verification.

use super::evidence::form;
use super::model::{Judged, Model, Size};
use crate::cli::files;
use crate::cli::options::Settings;
use crate::cli::progress::Progress;
use crate::cli::values::Form;
use crate::cli::Failure;
use indubit::base::Budget;
use indubit::engine::ic3::circuit::Sequence;
use indubit::evidence::circuit::{write_clauses, write_witness, WitnessCircuit};
use indubit::model::invariant::Certificate;
use indubit::model::trace::Trace;
use indubit::model::{CircuitFile, Depth, PropertyId};
use indubit::portfolio::{Engine, Verifier};

impl Model for CircuitFile {
    type Certificate = Certificate;
    type Trace = Trace;
    type Verifier = Verifier;

    const WITNESSES_SHARE_A_FILE: bool = true;
    const PARTS: &'static str = "clauses";
    const NO_PROPERTY: &'static str = "nothing to verify: no bad states and no outputs";

    fn property_count(&self) -> usize {
        self.circuit.bads().len()
    }

    fn property_name(&self, property: PropertyId) -> &str {
        self.circuit.symbols.bads.get(property.index()).map_or("", String::as_str)
    }

    fn accept(&self, settings: &Settings) -> Result<(), Failure> {
        let engine = settings.verify.engine;
        if matches!(engine, Engine::Ic3Smt | Engine::Ic3Ia) {
            let message = "works on transition systems (VMT-LIB, BTOR2), and this file is a circuit";
            return Err(Failure::usage(format!("the engine {} {}", engine.name(), message)));
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
        Ok(Verifier::new(self.circuit.clone(), options, budget.clone()))
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
            Certificate::Inductive(invariant) => Size { k: None, parts: invariant.clauses.len() },
            Certificate::KInductive { k, lemmas, .. } => Size { k: Some(*k), parts: lemmas.clauses.len() },
        }
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
                let text = settings.certificate.as_ref().map_or(false, |file| files::suffix(file) == "aag");
                let witness = WitnessCircuit::new(&self.circuit, property, invariant);
                witness.map(|witness| witness.write(self, !text)).unwrap_or_default()
            }
            _ => write_clauses(self, property, certificate).into_bytes(),
        })
    }
}
