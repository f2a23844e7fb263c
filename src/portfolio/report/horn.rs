//! Evidence about Horn clauses.

use super::super::horn::HornVerifier;
use super::{AnyCounterexample, AnyProof, Form, Size, Table, WriteError, Written};
use crate::evidence::horn::forms;
use crate::evidence::horn::{fact_texts, interpretation_lines};
use crate::model::horn::{Derivation, Horn, Interpretation, Refutation};
use crate::model::Depth;

/// A model of clauses.
#[derive(Debug)]
pub(super) struct HornProof<'m> {
    pub horn: &'m Horn,
    pub found: Interpretation,
}

impl AnyProof for HornProof<'_> {
    fn size(&self) -> Size {
        Size { k: None, simple_path: false, parts: self.found.formulas.len(), unit: "predicates" }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        interpretation_lines(self.horn, &self.found)
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        forms::proof(self.horn, &self.found, form)
    }
}

/// A refutation of clauses.
#[derive(Debug)]
pub(super) struct HornTrace<'m> {
    pub horn: &'m Horn,
    pub found: Refutation,
}

impl AnyCounterexample for HornTrace<'_> {
    fn depth(&self) -> Depth {
        Depth::new(self.found.steps.len().saturating_sub(1))
    }

    fn table(&self) -> Table {
        let (horn, refutation) = (self.horn, &self.found);
        let names = ["derives", "clause", "from"].map(str::to_string).to_vec();
        let facts = fact_texts(horn, refutation).unwrap_or_default();
        let row = |(step, fact): (&Derivation, String)| {
            let from: Vec<String> = step.premises.iter().map(|premise| premise.to_string()).collect();
            vec![fact, step.clause.index().to_string(), from.join(" ")]
        };
        Table { names, steps: refutation.steps.iter().zip(facts).map(row).collect() }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        forms::counterexample(self.horn, &self.found, form)
    }
}

/// The sizes of the clauses before and after preprocessing.
pub(super) fn sizes(original: &Horn, verifier: &HornVerifier) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    for (which, horn) in [("original", original), ("reduced", verifier.reduced())] {
        let places: usize = horn.predicates().iter().map(|p| p.places.len()).sum();
        let variables: usize = horn.clauses().iter().map(|c| c.variables.len()).sum();
        list.push((format!("{} clauses", which), horn.clauses().len() as u64));
        list.push((format!("{} places of predicates", which), places as u64));
        list.push((format!("{} variables of clauses", which), variables as u64));
    }
    list
}
