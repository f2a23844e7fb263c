//! Horn clauses under verification.

use super::clauses;
use super::evidence::form;
use super::model::{misfit, Judged, Model, Size};
use super::table::Table;
use crate::cli::files::HornFile;
use crate::cli::options::Settings;
use crate::cli::progress::Progress;
use crate::cli::values::Form;
use crate::cli::Failure;
use indubit::base::Budget;
use indubit::evidence::horn::{fact_texts, write_interpretation};
use indubit::model::horn::{Interpretation, Refutation};
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Engine, HornVerifier};

impl Model for HornFile {
    type Certificate = Interpretation;
    type Trace = Refutation;
    type Verifier = HornVerifier;

    const WITNESSES_SHARE_A_FILE: bool = false;
    const PARTS: &'static str = "predicates";
    const NO_PROPERTY: &'static str = "nothing to verify";
    const OTHER_THAN_CIRCUIT: Option<&'static str> = Some("Horn clauses");

    fn property_count(&self) -> usize {
        1
    }

    fn property_name(&self, _: PropertyId) -> &str {
        ""
    }

    fn accept(&self, settings: &Settings) -> Result<(), Failure> {
        if settings.vcd.is_some() || settings.harness.is_some() {
            return Err(Failure::usage(
                "Horn clauses have no waves and no harness; try --show-trace or --witness",
            ));
        }
        if settings.engine == Engine::KInduction {
            return Err(Failure::usage("proofs of the engine kind are no models of clauses; choose another"));
        }
        match form(settings) {
            Some(Form::Aiger | Form::Vmt) => {
                Err(Failure::usage("a model of Horn clauses is text or a script (--certificate-format text)"))
            }
            _ => Ok(()),
        }
    }

    fn verifier(&self, settings: &Settings, budget: &Budget) -> Result<HornVerifier, Failure> {
        let verifier = HornVerifier::new(self.0.horn.clone(), settings.verify.clone(), budget.clone());
        verifier.map_err(|error| misfit(&error))
    }

    fn verify(verifier: &mut HornVerifier, _: PropertyId, progress: &mut Progress) -> Judged<Self> {
        verifier.verify(progress)
    }

    fn counters(&self, verifier: &HornVerifier) -> Vec<(String, u64)> {
        let mut list = clauses::sizes(&self.0.horn, verifier);
        list.extend(verifier.statistics());
        list
    }

    fn depth(refutation: &Refutation) -> Depth {
        Depth::new(refutation.steps.len().saturating_sub(1))
    }

    fn size(found: &Interpretation) -> Size {
        Size { k: None, simple_path: false, parts: found.formulas.len() }
    }

    fn table(&self, refutation: &Refutation) -> Table {
        let horn = &self.0.horn;
        let names = ["derives", "clause", "from"].map(str::to_string).to_vec();
        let facts = fact_texts(horn, refutation).unwrap_or_default();
        let row = |(step, fact): (&indubit::model::horn::Derivation, String)| {
            let from: Vec<String> = step.premises.iter().map(|premise| premise.to_string()).collect();
            vec![fact, step.clause.index().to_string(), from.join(" ")]
        };
        Table { names, steps: refutation.steps.iter().zip(facts).map(row).collect() }
    }

    fn parts(&self, found: &Interpretation) -> Vec<String> {
        let text = write_interpretation(&self.0.horn, found).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }

    fn witness(&self, settings: &Settings, refutation: &Refutation) -> Result<Vec<u8>, Failure> {
        clauses::witness(settings, &self.0.horn, refutation)
    }

    fn certificate(
        &self,
        settings: &Settings,
        _: PropertyId,
        found: &Interpretation,
    ) -> Result<Vec<u8>, Failure> {
        clauses::certificate(settings, &self.0.horn, found)
    }
}
