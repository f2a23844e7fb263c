//! Programs under verification.

use super::evidence::{form, unfit};
use super::lines::{table_of_lines, table_of_run};
use super::locations::{self, is_about_words};
use super::model::{misfit, Judged, Model, Size};
use super::table::Table;
use crate::cli::options::Settings;
use crate::cli::programs::{self, ProgramFile};
use crate::cli::progress::Progress;
use crate::cli::values::Form;
use crate::cli::witnesses;
use crate::cli::Failure;
use indubit::base::Budget;
use indubit::evidence::c::witness::readable_invariants;
use indubit::evidence::program::{write_invariant, write_path};
use indubit::model::cfa::Invariant;
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Engine, ProgramTrace, ProgramVerifier};

impl Model for ProgramFile {
    type Certificate = Invariant;
    type Trace = ProgramTrace;
    type Verifier = ProgramVerifier;

    const WITNESSES_SHARE_A_FILE: bool = false;
    const PARTS: &'static str = "locations";
    const NO_PROPERTY: &'static str = locations::NO_ERROR;
    const OTHER_THAN_CIRCUIT: Option<&'static str> = Some("a program");

    fn property_count(&self) -> usize {
        1
    }

    fn property_name(&self, _: PropertyId) -> &str {
        self.cfa().location_name(self.cfa().error())
    }

    fn accept(&self, settings: &Settings) -> Result<(), Failure> {
        locations::refuse_waves(settings)?;
        if settings.engine == Engine::KInduction {
            return Err(Failure::usage(
                "proofs of the engine kind are no invariants by location; choose another",
            ));
        }
        match form(settings) {
            Some(Form::Aiger | Form::Vmt | Form::Script) => {
                Err(Failure::usage("the certificate of a program is text (--certificate-format text)"))
            }
            _ => Ok(()),
        }
    }

    fn verifier(&self, settings: &Settings, budget: &Budget) -> Result<ProgramVerifier, Failure> {
        let mut options = settings.verify.clone();
        // A run is no path that could be written down.
        options.random_runs &= settings.witness.as_ref().map_or(true, |name| witnesses::is_witness(name));
        let verifier = match self {
            ProgramFile::Cfa(cfa) => ProgramVerifier::new((**cfa).clone(), options, budget.clone()),
            ProgramFile::C(file) => ProgramVerifier::of_source(file.source.clone(), options, budget.clone()),
        };
        verifier.map_err(|error| misfit(&error))
    }

    fn verify(verifier: &mut ProgramVerifier, _: PropertyId, progress: &mut Progress) -> Judged<Self> {
        verifier.verify(progress)
    }

    fn counters(&self, verifier: &ProgramVerifier) -> Vec<(String, u64)> {
        let mut list = Vec::new();
        for (which, cfa) in [("original", self.cfa()), ("reduced", verifier.reduced())] {
            list.push((format!("{} variables", which), cfa.variables().len() as u64));
            list.push((format!("{} locations", which), cfa.location_count() as u64));
            list.push((format!("{} edges", which), cfa.edges().len() as u64));
        }
        list.extend(verifier.statistics());
        list
    }

    fn depth(trace: &ProgramTrace) -> Depth {
        Depth::new(match trace {
            ProgramTrace::Path(path) => path.steps.len(),
            ProgramTrace::Run(run) => run.steps as usize,
        })
    }

    fn size(invariant: &Invariant) -> Size {
        locations::size(&invariant.formulas)
    }

    fn table(&self, trace: &ProgramTrace) -> Table {
        let cfa = self.cfa();
        let path = match (self, trace) {
            (ProgramFile::C(file), ProgramTrace::Path(path)) => return table_of_lines(&file.source, path),
            (ProgramFile::C(file), ProgramTrace::Run(run)) => return table_of_run(&file.source, run),
            (ProgramFile::Cfa(_), ProgramTrace::Path(path)) => path,
            (ProgramFile::Cfa(_), ProgramTrace::Run(_)) => unreachable!("an automaton is not run as C"),
        };
        let mut names = vec!["location".to_string()];
        names.extend(cfa.variables().iter().map(|&v| cfa.name(v).to_string()));
        let mut location = cfa.initial();
        let mut steps = Vec::new();
        for (at, state) in path.states(cfa).unwrap_or_default().iter().enumerate() {
            let mut row = vec![cfa.location_name(location).to_string()];
            row.extend(state.iter().zip(cfa.variables()).map(|(value, &v)| value.text(cfa.terms().sort(v))));
            steps.push(row);
            if let Some(step) = path.steps.get(at) {
                location = cfa.edge(step.edge).target;
            }
        }
        Table { names, steps }
    }

    fn parts(&self, invariant: &Invariant) -> Vec<String> {
        match self {
            ProgramFile::Cfa(cfa) => locations::parts(cfa, invariant),
            ProgramFile::C(file) if !is_about_words(file.source.run_options()) => {
                locations::parts(self.cfa(), invariant)
            }
            ProgramFile::C(file) => {
                let (program, lowered) = (&file.source.program, &file.source.lowered);
                readable_invariants(program, (&lowered.cfa, &lowered.map), invariant)
            }
        }
    }

    fn witness(&self, settings: &Settings, trace: &ProgramTrace) -> Result<Vec<u8>, Failure> {
        match (self, &settings.witness) {
            (ProgramFile::C(file), Some(name)) if witnesses::is_witness(name) => {
                return witnesses::violation(settings, file, trace);
            }
            _ => {}
        }
        match trace {
            ProgramTrace::Path(path) => write_path(self.cfa(), path).map(String::into_bytes).map_err(unfit),
            ProgramTrace::Run(_) => {
                Err(Failure::usage("the counterexample is a run and no path; write FILE.yml or a harness"))
            }
        }
    }

    fn harness(&self, settings: &Settings, trace: &ProgramTrace) -> Result<Option<Vec<u8>>, Failure> {
        match self {
            ProgramFile::Cfa(_) => Err(Failure::usage("only C programs have a harness; try --witness")),
            ProgramFile::C(file) => programs::harness(settings, file, trace).map(Some),
        }
    }

    fn certificate(
        &self,
        settings: &Settings,
        _: PropertyId,
        invariant: &Invariant,
    ) -> Result<Vec<u8>, Failure> {
        match (self, &settings.certificate) {
            (ProgramFile::C(file), Some(name)) if witnesses::is_witness(name) => {
                return witnesses::correctness(settings, file, invariant);
            }
            _ => {}
        }
        write_invariant(self.cfa(), invariant).map(String::into_bytes).map_err(unfit)
    }
}
