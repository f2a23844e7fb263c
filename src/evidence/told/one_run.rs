//! Evidence about programs that have one run, which ends without an error.

use crate::evidence::any::{AnyProof, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::OneRun;
use crate::origin::Origin;

/// A proof by the one run of a program.
#[derive(Debug)]
pub(crate) struct OneRunProof<'m> {
    pub origin: &'m dyn Origin,
    pub found: OneRun,
}

impl AnyProof for OneRunProof<'_> {
    fn size(&self) -> Size {
        let parts = usize::try_from(self.found.steps).unwrap_or(usize::MAX);
        Size { k: None, simple_path: false, parts, unit: "steps" }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        vec!["the program asks for nothing, and its one run ends without an error".to_string()]
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(self.found.to_text().into()),
            Form::Witness { time } => Ok(self.origin.bare_witness(time)?.into()),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Waves
            | Form::Harness => {
                Err(WriteError::Unfit("the certificate of a program with one run is text or a file .yml"))
            }
        }
    }
}
