//! Recursive C programs under verification: as Horn clauses, with evidence in the words of the program.

use super::clauses;
use super::evidence::form;
use super::locations::{self, is_about_words};
use super::model::{misfit, Judged, Model, Size};
use super::table::Table;
use super::tree::Tree;
use crate::cli::options::Settings;
use crate::cli::programs::{self, RecursiveFile};
use crate::cli::progress::Progress;
use crate::cli::values::Form;
use crate::cli::{witnesses, Failure};
use indubit::base::Budget;
use indubit::evidence::c::witness::readable_invariants;
use indubit::model::horn::{Interpretation, Refutation};
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{HornVerifier, Kind};

impl Model for RecursiveFile {
    type Certificate = Interpretation;
    type Trace = Refutation;
    type Verifier = HornVerifier;

    const WITNESSES_SHARE_A_FILE: bool = false;
    const PARTS: &'static str = "locations";
    const NO_PROPERTY: &'static str = locations::NO_ERROR;
    const OTHER_THAN_CIRCUIT: Option<&'static str> = Some("a program");

    fn property_count(&self) -> usize {
        1
    }

    fn property_name(&self, _: PropertyId) -> &str {
        let cfa = self.source.lowered.procedures.cfa();
        cfa.location_name(cfa.error())
    }

    fn accept(&self, settings: &Settings) -> Result<(), Failure> {
        locations::refuse_waves(settings)?;
        let engine = settings.engine;
        if engine.sees(Kind::Clauses) != Some(Kind::Clauses) {
            let message = format!(
                "the program is recursive, and the engine {} does not know calls; choose spacer, gpdr, unwind \
                or portfolio",
                engine.name()
            );
            return Err(Failure::usage(message));
        }
        match form(settings) {
            Some(Form::Aiger | Form::Vmt) => Err(Failure::usage(
                "the certificate of a recursive program is text or a script (--certificate-format text)",
            )),
            _ => Ok(()),
        }
    }

    fn verifier(&self, settings: &Settings, budget: &Budget) -> Result<HornVerifier, Failure> {
        let verifier = HornVerifier::of_source(self.source.clone(), settings.verify.clone(), budget.clone());
        verifier.map_err(|error| misfit(&error))
    }

    fn verify(verifier: &mut HornVerifier, _: PropertyId, progress: &mut Progress) -> Judged<Self> {
        verifier.verify(progress)
    }

    fn counters(&self, verifier: &HornVerifier) -> Vec<(String, u64)> {
        let procedures = &self.source.lowered.procedures;
        let mut list = vec![
            ("recursive functions".to_string(), procedures.procedures().len() as u64),
            ("calls of them".to_string(), procedures.calls().len() as u64),
            ("locations".to_string(), procedures.cfa().location_count() as u64),
        ];
        list.extend(clauses::sizes(&self.source.horn.horn, verifier));
        list.extend(verifier.statistics());
        list
    }

    fn depth(refutation: &Refutation) -> Depth {
        Depth::new(refutation.steps.len())
    }

    fn size(found: &Interpretation) -> Size {
        locations::size(&found.formulas)
    }

    fn table(&self, refutation: &Refutation) -> Table {
        Tree::of(&self.source, refutation).table()
    }

    fn trace_text(&self, refutation: &Refutation) -> String {
        Tree::of(&self.source, refutation).text()
    }

    fn parts(&self, found: &Interpretation) -> Vec<String> {
        let procedures = &self.source.lowered.procedures;
        let invariant = self.source.horn.invariant(procedures, found);
        if !is_about_words(self.source.run_options()) {
            return locations::parts(procedures.cfa(), &invariant);
        }
        let automata = (procedures.cfa(), &self.source.lowered.map);
        readable_invariants(&self.source.program, automata, &invariant)
    }

    fn witness(&self, settings: &Settings, refutation: &Refutation) -> Result<Vec<u8>, Failure> {
        match &settings.witness {
            Some(name) if witnesses::is_witness(name) => {
                witnesses::recursive_violation(settings, self, refutation)
            }
            _ => clauses::witness(settings, &self.source.horn.horn, refutation),
        }
    }

    fn harness(&self, settings: &Settings, refutation: &Refutation) -> Result<Option<Vec<u8>>, Failure> {
        programs::recursive_harness(settings, self, refutation).map(Some)
    }

    fn certificate(
        &self,
        settings: &Settings,
        _: PropertyId,
        found: &Interpretation,
    ) -> Result<Vec<u8>, Failure> {
        match &settings.certificate {
            Some(name) if witnesses::is_witness(name) => {
                witnesses::recursive_correctness(settings, self, found)
            }
            _ => clauses::certificate(settings, &self.source.horn.horn, found),
        }
    }
}
