//! Formulas over truth values, numbers and words alone, which interpolants and elimination are about.

use super::script::Interpreter;
use crate::input::smtlib::{Arguments, Failure};
use crate::solver::term::TermId;

/// The answer to a question beyond.
const BEYOND: &str = "declared sorts, functions with arguments, arrays and datatypes are not supported here";

impl Interpreter {
    /// Refuses a command about formulas that are not plain.
    pub(super) fn require_plain(
        &self,
        arguments: &Arguments<'_>,
        what: &str,
        formulas: &[TermId],
    ) -> Result<(), Failure> {
        if self.declared.terms.are_plain(formulas) {
            return Ok(());
        }
        Err(arguments.failure(format!("{}: {}", what, BEYOND)))
    }
}
