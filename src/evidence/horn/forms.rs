//! Files about Horn clauses, which scripts of clauses and recursive programs share.

use super::{script, write_dot, write_interpretation, write_refutation};
use crate::evidence::any::Written;
use crate::evidence::form::{Form, WriteError};
use crate::model::horn::{Horn, Interpretation, Refutation};

/// A model of the clauses.
pub(crate) fn proof(horn: &Horn, found: &Interpretation, form: Form<'_>) -> Result<Written, WriteError> {
    match form {
        Form::Text => Ok(write_interpretation(horn, found)?.into()),
        Form::Script => Ok(script(horn, found)?.into()),
        Form::WitnessCircuit { .. }
        | Form::Vmt
        | Form::Assertions
        | Form::Dot
        | Form::Waves
        | Form::Witness { .. }
        | Form::Harness => {
            Err(WriteError::Unfit("a model of Horn clauses is text or a script (--certificate-format text)"))
        }
    }
}

/// A refutation of the clauses.
pub(crate) fn counterexample(horn: &Horn, found: &Refutation, form: Form<'_>) -> Result<Written, WriteError> {
    match form {
        Form::Text => Ok(write_refutation(horn, found)?.into()),
        Form::Dot => Ok(write_dot(horn, found)?.into()),
        Form::WitnessCircuit { .. }
        | Form::Script
        | Form::Vmt
        | Form::Assertions
        | Form::Waves
        | Form::Witness { .. }
        | Form::Harness => {
            Err(WriteError::Unfit("Horn clauses have no waves and no harness; try --show-trace or --witness"))
        }
    }
}
