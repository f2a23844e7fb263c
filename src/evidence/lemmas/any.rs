//! Lemmas about one kind of model behind one interface.

use super::known::Known;
use crate::base::Budget;
use crate::evidence::form::{Form, WriteError};
use crate::evidence::table::Table;
use crate::evidence::workbench::Workbench;
use crate::evidence::{CheckError, CheckOptions, Waves};
use crate::model::PropertyId;
use std::fmt::Debug;

/// A counterexample about lemmas: a state, a step or a piece of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its values.
    pub table: Table,
    /// Its bits and words; `None` for programs and clauses, which have no waves.
    pub waves: Option<Waves>,
}

/// Lemmas about one kind of model.
pub trait AnyLemmas: Debug {
    /// The lemmas as texts.
    fn texts(&self) -> Vec<String>;

    /// By lemma: the texts of its conjuncts.
    fn parts(&self) -> Vec<Vec<String>> {
        self.texts().into_iter().map(|text| vec![text]).collect()
    }

    /// Tries the lemmas.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    fn examine(&self, budget: &Budget) -> Result<Workbench<Piece>, CheckError>;

    /// Whether the checker takes some of the lemmas as a proof of a property.
    ///
    /// # Errors
    ///
    /// The reason why it does not, or the limit that was reached.
    fn prove(
        &self,
        chosen: &[usize],
        property: PropertyId,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<bool, CheckError>;

    /// The lemmas that a property needs, if they are a proof; `None` if that is not told one by one.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    fn needed(&self, property: PropertyId, budget: &Budget) -> Result<Option<Vec<usize>>, CheckError>;

    /// Some of the lemmas as a certificate.
    ///
    /// # Errors
    ///
    /// If the form does not fit.
    fn write(&self, chosen: &[usize], property: PropertyId, form: Form<'_>) -> Result<String, WriteError>;

    /// Some of the lemmas for engines to assume.
    ///
    /// # Errors
    ///
    /// The reason why engines cannot assume them.
    fn known(&self, chosen: &[usize]) -> Result<Known, &'static str>;
}

/// Refuses all forms but the text; `fits` says what fits.
pub(crate) fn as_text(form: Form<'_>, fits: &'static str) -> Result<(), WriteError> {
    match form {
        Form::Text => Ok(()),
        Form::WitnessCircuit { .. }
        | Form::Script
        | Form::Vmt
        | Form::Assertions
        | Form::Dot
        | Form::Waves
        | Form::Witness { .. }
        | Form::Harness => Err(WriteError::Unfit(fits)),
    }
}
