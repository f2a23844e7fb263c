//! Files about Horn clauses, which scripts of clauses and recursive programs share.

use super::super::horn::HornVerifier;
use super::{Form, WriteError, Written};
use crate::evidence::horn::{script, write_dot, write_interpretation, write_refutation};
use crate::model::horn::{Horn, Interpretation, Refutation};

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

/// A model of the clauses.
pub(super) fn proof(horn: &Horn, found: &Interpretation, form: Form<'_>) -> Result<Written, WriteError> {
    match form {
        Form::Text => Ok(write_interpretation(horn, found)?.into()),
        Form::Script => Ok(script(horn, found)?.into()),
        Form::WitnessCircuit { .. }
        | Form::Vmt
        | Form::Dot
        | Form::Waves
        | Form::Witness { .. }
        | Form::Harness => {
            Err(WriteError::Unfit("a model of Horn clauses is text or a script (--certificate-format text)"))
        }
    }
}

/// A refutation of the clauses.
pub(super) fn counterexample(horn: &Horn, found: &Refutation, form: Form<'_>) -> Result<Written, WriteError> {
    match form {
        Form::Text => Ok(write_refutation(horn, found)?.into()),
        Form::Dot => Ok(write_dot(horn, found)?.into()),
        Form::WitnessCircuit { .. }
        | Form::Script
        | Form::Vmt
        | Form::Waves
        | Form::Witness { .. }
        | Form::Harness => {
            Err(WriteError::Unfit("Horn clauses have no waves and no harness; try --show-trace or --witness"))
        }
    }
}
