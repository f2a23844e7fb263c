//! Transition systems under verification.

use super::evidence::{form, unfit};
use super::model::{misfit, Judged, Model, Size};
use super::table::Table;
use crate::cli::files::{self, SystemFile};
use crate::cli::options::Settings;
use crate::cli::progress::Progress;
use crate::cli::values::Form;
use crate::cli::Failure;
use indubit::base::Budget;
use indubit::evidence::system::{
    waves, write_btor2_witness, write_certificate, write_obligations, write_run, write_trace, write_vmt,
};
use indubit::model::system::{Certificate, Step, Trace};
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Engine, SystemVerifier};
use indubit::solver::term::{Sort, TermId};

impl Model for SystemFile {
    type Certificate = Certificate;
    type Trace = Trace;
    type Verifier = SystemVerifier;

    const WITNESSES_SHARE_A_FILE: bool = false;
    const PARTS: &'static str = "formulas";
    const NO_PROPERTY: &'static str = "nothing to verify: no property";
    const OTHER_THAN_CIRCUIT: Option<&'static str> = Some("a transition system");

    fn property_count(&self) -> usize {
        self.system().properties().len()
    }

    fn property_name(&self, property: PropertyId) -> &str {
        self.system().properties().get(property.index()).map_or("", |p| p.name.as_str())
    }

    fn accept(&self, settings: &Settings) -> Result<(), Failure> {
        let system = self.system();
        let variables = system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied());
        let number =
            variables.filter(|_| settings.vcd.is_some()).find(|&t| system.terms().sort(t).is_numeric());
        if let Some(number) = number {
            let (name, sort) = (system.name(number), system.terms().sort(number));
            let message = "and waves show bits and words only; try --show-trace";
            return Err(Failure::usage(format!("`{}` is of sort {}, {}", name, sort, message)));
        }
        match form(settings) {
            Some(Form::Aiger) => {
                let message = "only circuits have witness circuits; choose script, vmt or text for a system";
                Err(Failure::usage(message))
            }
            Some(Form::Vmt) if settings.engine == Engine::KInduction => {
                let message = "a proof by k-induction is no invariant; choose script or text";
                Err(Failure::usage(format!("{} (--certificate-format text)", message)))
            }
            _ => Ok(()),
        }
    }

    fn verifier(&self, settings: &Settings, budget: &Budget) -> Result<SystemVerifier, Failure> {
        let mut options = settings.verify.clone();
        options.inductive_only = form(settings) == Some(Form::Vmt);
        let verifier = SystemVerifier::new(self.system().clone(), options, budget.clone());
        verifier.map_err(|error| misfit(&error))
    }

    fn verify(verifier: &mut SystemVerifier, property: PropertyId, progress: &mut Progress) -> Judged<Self> {
        verifier.verify(property, progress)
    }

    fn counters(&self, verifier: &SystemVerifier) -> Vec<(String, u64)> {
        let system = self.system();
        let (states, inputs) = (system.states().len(), system.inputs().len());
        let mut list = vec![("state variables".to_string(), states as u64), ("inputs".into(), inputs as u64)];
        // By sort, in the order of first occurrence.
        let mut sorts: Vec<(Sort, u64)> = Vec::new();
        let variables = system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied());
        for sort in variables.map(|t| system.terms().sort(t)) {
            match sorts.iter_mut().find(|(known, _)| *known == sort) {
                Some((_, count)) => *count += 1,
                None => sorts.push((sort, 1)),
            }
        }
        list.extend(sorts.into_iter().map(|(sort, count)| (format!("variables of sort {}", sort), count)));
        list.extend(verifier.statistics());
        list
    }

    fn depth(trace: &Trace) -> Depth {
        trace.depth()
    }

    fn size(certificate: &Certificate) -> Size {
        match certificate {
            Certificate::Inductive(invariant) => {
                Size { k: None, simple_path: false, parts: invariant.formulas.len() }
            }
            Certificate::KInductive { k, lemmas, simple_path } => {
                Size { k: Some(*k), simple_path: *simple_path, parts: lemmas.formulas.len() }
            }
        }
    }

    fn table(&self, trace: &Trace) -> Table {
        let system = self.system();
        let variables: Vec<TermId> =
            system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied()).collect();
        let row = |step: &Step| {
            let values = step.states.iter().chain(&step.inputs).zip(&variables);
            values.map(|(value, &t)| value.text(system.terms().sort(t))).collect()
        };
        let names = variables.iter().map(|&t| system.name(t).to_string()).collect();
        Table { names, steps: trace.steps.iter().map(row).collect() }
    }

    fn parts(&self, certificate: &Certificate) -> Vec<String> {
        let (Certificate::Inductive(invariant) | Certificate::KInductive { lemmas: invariant, .. }) =
            certificate;
        invariant.formulas.iter().map(|&formula| invariant.terms.text(formula)).collect()
    }

    fn waves(&self, trace: &Trace) -> Result<Vec<u8>, Failure> {
        waves(self.system(), trace).map(|waves| waves.vcd().into_bytes()).map_err(unfit)
    }

    fn witness(&self, settings: &Settings, trace: &Trace) -> Result<Vec<u8>, Failure> {
        let as_script = settings.witness.as_ref().map_or(false, |file| files::suffix(file) == "smt2");
        let text = match self {
            _ if as_script => write_run(self.system(), trace),
            SystemFile::Btor2(file) => write_btor2_witness(file, trace),
            SystemFile::Vmt(system) => write_trace(system, trace),
        };
        text.map(String::into_bytes).map_err(unfit)
    }

    fn certificate(
        &self,
        settings: &Settings,
        property: PropertyId,
        certificate: &Certificate,
    ) -> Result<Vec<u8>, Failure> {
        let system = self.system();
        let text = match (form(settings), certificate) {
            (Some(Form::Script), _) => write_obligations(system, property, certificate),
            (Some(Form::Vmt), Certificate::Inductive(invariant)) => write_vmt(system, invariant),
            _ => write_certificate(system, property, certificate),
        };
        text.map(String::into_bytes).map_err(unfit)
    }
}
