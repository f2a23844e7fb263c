//! Candidate lemmas of a user about a C program, for the commands that test and improve them.
//!
//! A lemma is an expression of C at a line. [`SourceLemmas`](crate::c::witness::SourceLemmas) reads them; this module
//! is the door by which the rest of the library uses them.

use super::lines::number;
use crate::base::Budget;
use crate::c::witness::SourceLemmas;
use crate::c::{CFile, Source};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::lemmas::any::{as_text, AnyLemmas, Piece};
use crate::evidence::lemmas::known::Known;
use crate::evidence::lemmas::software::{known, piece};
use crate::evidence::program::{try_lemmas, Lemmas};
use crate::evidence::workbench::Workbench;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::ParseError;
use crate::model::cfa::LocId;
use crate::model::PropertyId;
use crate::solver::term::Value;

/// Lemmas about a C program, each an expression at a line.
#[derive(Debug)]
pub(super) struct CLemmas<'m> {
    source: &'m Source,
    found: SourceLemmas<'m>,
    lemmas: Lemmas,
}

impl<'m> CLemmas<'m> {
    pub fn read(file: &'m CFile<Source>, bytes: &[u8], budget: &Budget) -> Result<CLemmas<'m>, ParseError> {
        let found = SourceLemmas::read(file, bytes, budget)?;
        let lemmas = found.lemmas();
        Ok(CLemmas { source: &file.source, found, lemmas })
    }
}

impl AnyLemmas for CLemmas<'_> {
    fn texts(&self) -> Vec<String> {
        self.found.texts()
    }

    fn examine(&self, budget: &Budget) -> Result<Workbench<Piece>, CheckError> {
        let (program, lowered) = (&self.source.program, &self.source.lowered);
        let (cfa, map) = (&lowered.cfa, &lowered.map);
        let tried = try_lemmas(cfa, &self.lemmas, budget)?;
        let line = |location: LocId| self.found.line(location).map(|line| line.to_string());
        let value = |i: usize, value: &Value| number(program, cfa, map, (cfa.variables()[i], value));
        Ok(tried.map(|found| piece(cfa, "line", &found, line, value)))
    }

    fn prove(
        &self,
        chosen: &[usize],
        _: PropertyId,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<bool, CheckError> {
        self.found.suffice(chosen, options, budget)
    }

    fn needed(&self, _: PropertyId, _: &Budget) -> Result<Option<Vec<usize>>, CheckError> {
        Ok(None)
    }

    fn write(&self, chosen: &[usize], _: PropertyId, form: Form<'_>) -> Result<String, WriteError> {
        if let Form::Witness { time } = form {
            return Ok(self.found.write_witness(chosen, time));
        }
        as_text(form, "lemmas about a C program are written as lines or as a witness (.yml)")?;
        Ok(self.found.write(chosen, ""))
    }

    fn known(&self, chosen: &[usize]) -> Result<Known, &'static str> {
        Ok(known(&self.lemmas, chosen))
    }
}
