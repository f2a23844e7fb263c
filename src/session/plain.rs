//! Formulas over truth values, numbers and words alone, which interpolants and elimination are about.

use super::script::Interpreter;
use crate::input::smtlib::{Arguments, Failure};
use crate::solver::term::{Op, Sort, TermId, Terms};

/// The answer to a question beyond.
const BEYOND: &str = "declared sorts, functions with arguments, arrays and datatypes are not supported here";

/// Whether these are formulas over truth values, numbers and words alone.
fn are_plain(terms: &Terms, roots: &[TermId]) -> bool {
    terms.subterms(roots).into_iter().all(|t| {
        let has_plain_sort = match terms.sort(t) {
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) => true,
            Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_) => false,
        };
        // Other operators of the theories have an argument of one of their sorts.
        has_plain_sort && !matches!(terms.op(t), Op::Call(_))
    })
}

impl Interpreter {
    /// Refuses a command about formulas that are not plain.
    pub(super) fn require_plain(
        &self,
        arguments: &Arguments<'_>,
        what: &str,
        formulas: &[TermId],
    ) -> Result<(), Failure> {
        if are_plain(&self.declared.terms, formulas) {
            return Ok(());
        }
        Err(arguments.failure(format!("{}: {}", what, BEYOND)))
    }
}
