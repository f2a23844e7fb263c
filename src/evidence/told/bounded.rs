//! Evidence about programs whose loops all end after few turns.

use crate::evidence::any::{AnyProof, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::program::write_bounded;
use crate::model::cfa::Bounded;
use crate::origin::Origin;

/// A proof by unrolling.
#[derive(Debug)]
pub(crate) struct BoundedProof<'m> {
    /// The program that the automaton was made from.
    pub origin: Option<&'m dyn Origin>,
    pub found: Bounded,
}

impl AnyProof for BoundedProof<'_> {
    fn size(&self) -> Size {
        let parts = usize::try_from(self.found.turns).unwrap_or(usize::MAX);
        Size { k: None, simple_path: false, parts, unit: "turns" }
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        vec![match self.found.turns {
            0 => "no run makes a second turn of a loop, and none comes to an error".to_string(),
            turns => format!("each loop ends after at most {} turns, and no run comes to an error", turns),
        }]
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match (form, self.origin) {
            (Form::Text, _) => Ok(write_bounded(self.found).into()),
            (Form::Witness { time }, Some(origin)) => Ok(origin.bare_witness(time)?.into()),
            (
                Form::Witness { .. }
                | Form::WitnessCircuit { .. }
                | Form::Script
                | Form::Vmt
                | Form::Assertions
                | Form::Dot
                | Form::Waves
                | Form::Harness,
                _,
            ) => Err(WriteError::Unfit(
                "the certificate of a bounded program is text (--certificate-format text)",
            )),
        }
    }
}
