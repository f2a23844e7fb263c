//! Evidence about Horn clauses.

use crate::evidence::any::{AnyCounterexample, AnyProof, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::horn::forms;
use crate::evidence::horn::{fact_texts, interpretation_lines};
use crate::evidence::table::Table;
use crate::model::horn::{Derivation, Horn, Interpretation, Refutation};
use crate::model::Depth;

/// A model of clauses.
#[derive(Debug)]
pub(crate) struct HornProof<'m> {
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
pub(crate) struct HornTrace<'m> {
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
