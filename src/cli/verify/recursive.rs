//! Recursive C programs under verification: as Horn clauses, with evidence in the words of the program.

use super::evidence::{form, unfit};
use super::model::{Judged, Model, Size};
use super::table::Table;
use super::tree::Tree;
use crate::cli::files;
use crate::cli::options::Settings;
use crate::cli::programs::{self, RecursiveFile};
use crate::cli::progress::Progress;
use crate::cli::values::Form;
use crate::cli::{witnesses, Failure};
use indubit::base::Budget;
use indubit::engine::ic3::circuit::Sequence;
use indubit::evidence::horn::{script, write_dot, write_interpretation, write_refutation};
use indubit::model::horn::{Interpretation, Refutation};
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Engine, HornVerifier};
use indubit::solver::term::Terms;

impl Model for RecursiveFile {
    type Certificate = Interpretation;
    type Trace = Refutation;
    type Verifier = HornVerifier;

    const WITNESSES_SHARE_A_FILE: bool = false;
    const PARTS: &'static str = "locations";
    const NO_PROPERTY: &'static str = "nothing to verify: no error location";

    fn property_count(&self) -> usize {
        1
    }

    fn property_name(&self, _: PropertyId) -> &str {
        let cfa = self.source.lowered.procedures.cfa();
        cfa.location_name(cfa.error())
    }

    fn accept(&self, settings: &Settings) -> Result<(), Failure> {
        if settings.competition {
            let shown = files::shown(settings.file(0));
            return Err(Failure::input(shown, "expected an AIGER file, found a program"));
        }
        if settings.vcd.is_some() {
            return Err(Failure::usage("programs have no waves; try --show-trace or --witness"));
        }
        if let Some(engine) = settings.engine.0 {
            if engine != Engine::Portfolio && !engine.is_of_clauses() {
                let message = format!(
                    "the program is recursive, and the engine {} does not know calls; choose spacer, gpdr, unwind \
                    or portfolio",
                    engine.name()
                );
                return Err(Failure::usage(message));
            }
        }
        let is_witness = settings.certificate.as_ref().map_or(false, |name| witnesses::is_witness(name));
        match form(settings) {
            _ if is_witness => Err(Failure::usage(
                "proofs of recursive programs have no witness of correctness; write text or a script",
            )),
            Some(Form::Aiger | Form::Vmt) => Err(Failure::usage(
                "the certificate of a recursive program is text or a script (--certificate-format text)",
            )),
            _ => Ok(()),
        }
    }

    fn verifier(&self, settings: &Settings, budget: &Budget) -> Result<HornVerifier, Failure> {
        let mut options = settings.verify.clone();
        options.engine = settings.engine.0.unwrap_or(Engine::Portfolio);
        let verifier = HornVerifier::of_source(self.source.clone(), options, budget.clone());
        verifier.map_err(|error| Failure::usage(error.to_string()))
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
        for (which, horn) in [("original", &self.source.horn.horn), ("reduced", verifier.reduced())] {
            let places: usize = horn.predicates().iter().map(|p| p.places.len()).sum();
            list.push((format!("{} clauses", which), horn.clauses().len() as u64));
            list.push((format!("{} places of predicates", which), places as u64));
        }
        list.extend(verifier.statistics());
        list
    }

    fn sequence(_: &HornVerifier) -> Option<Sequence> {
        None
    }

    fn depth(refutation: &Refutation) -> Depth {
        Depth::new(refutation.steps.len())
    }

    fn size(found: &Interpretation) -> Size {
        let parts = found.formulas.iter().filter(|&&f| f != Terms::FALSE && f != Terms::TRUE).count();
        Size { k: None, simple_path: false, parts }
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
        let parts = procedures.cfa().locations().zip(&invariant.formulas);
        let shown = parts.filter(|&(_, &f)| f != Terms::FALSE && f != Terms::TRUE);
        shown
            .map(|(l, &f)| format!("{}: {}", procedures.cfa().location_name(l), invariant.terms.text(f)))
            .collect()
    }

    fn waves(&self, _: &Refutation) -> Result<Vec<u8>, Failure> {
        Err(Failure::usage("programs have no waves"))
    }

    fn witness(&self, settings: &Settings, refutation: &Refutation) -> Result<Vec<u8>, Failure> {
        let horn = &self.source.horn.horn;
        let written = match &settings.witness {
            Some(name) if witnesses::is_witness(name) => {
                return witnesses::recursive_violation(settings, self, refutation);
            }
            Some(name) if matches!(files::suffix(name), "dot" | "gv") => write_dot(horn, refutation),
            _ => write_refutation(horn, refutation),
        };
        written.map(String::into_bytes).map_err(unfit)
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
        let horn = &self.source.horn.horn;
        let written = match form(settings) {
            Some(Form::Script) => script(horn, found),
            _ => write_interpretation(horn, found),
        };
        written.map(String::into_bytes).map_err(unfit)
    }
}
