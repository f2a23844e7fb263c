//! Evidence about recursive C programs: of their Horn clauses, in the words of the program.

use super::super::horn::HornVerifier;
use super::clauses;
use super::locations::{self, is_about_words};
use super::source::{harness, of_proof, of_run};
use super::tree::Tree;
use super::{story, AnyCounterexample, AnyProof, Failed, Form, Size, Table, WriteError, Written};
use crate::base::Budget;
use crate::evidence::c::story::{tell, Story};
use crate::evidence::c::{made_up, readable_invariants};
use crate::input::c::RecursiveSource;
use crate::input::CFile;
use crate::model::horn::{Interpretation, Refutation};
use crate::model::Depth;

/// A proof about a recursive program.
#[derive(Debug)]
pub(super) struct RecursiveProof<'m> {
    pub file: &'m CFile,
    pub source: &'m RecursiveSource,
    pub found: Interpretation,
}

impl AnyProof for RecursiveProof<'_> {
    fn size(&self) -> Size {
        locations::size(&self.found.formulas)
    }

    fn parts(&self, is_full: bool) -> Vec<String> {
        let lowered = &self.source.lowered;
        let invariant = self.source.horn.invariant(&lowered.procedures, &self.found);
        if !is_about_words(self.source.run_options()) {
            return locations::parts(lowered.procedures.cfa(), &invariant);
        }
        readable_invariants(
            &self.source.program,
            (lowered.procedures.cfa(), &lowered.map),
            &invariant,
            is_full,
        )
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text | Form::Script => clauses::proof(&self.source.horn.horn, &self.found, form),
            Form::Witness { time } => {
                let (program, lowered) = (&self.source.program, &self.source.lowered);
                let invariant = self.source.horn.invariant(&lowered.procedures, &self.found);
                let automata = (lowered.procedures.cfa(), &lowered.map);
                let mut written = of_proof(self.file, program, automata, &invariant, time)?;
                let remark =
                    "warning: the witness of a recursive program has no summaries of its functions; a \
                    certificate as text (FILE.txt) has all of the proof";
                written.remarks.push(remark.to_string());
                Ok(written)
            }
            Form::WitnessCircuit { .. } | Form::Vmt | Form::Dot | Form::Waves | Form::Harness => {
                Err(WriteError::Unfit(
                    "the certificate of a recursive program is text or a script (--certificate-format text)",
                ))
            }
        }
    }
}

/// A counterexample to a recursive program.
#[derive(Debug)]
pub(super) struct RecursiveTrace<'m> {
    pub file: &'m CFile,
    pub source: &'m RecursiveSource,
    pub found: Refutation,
}

impl RecursiveTrace<'_> {
    /// The run with at most `most` statements at its end; `None` over reals, over which nothing is carried out.
    fn story(&self, most: u64) -> Option<Story> {
        let options = self.source.run_options()?;
        let answers = self.source.answers(&self.found, &Budget::unlimited()).ok()?;
        tell(&self.source.program, &options, &answers, most)
    }
}

impl AnyCounterexample for RecursiveTrace<'_> {
    fn depth(&self) -> Depth {
        Depth::new(self.found.steps.len())
    }

    fn made_up(&self) -> Option<String> {
        let budget = Budget::unlimited();
        let answers = self.source.answers(&self.found, &budget).ok()?;
        made_up(&self.source.program, &self.source.run_options()?, &answers, &budget)
    }

    fn failed(&self) -> Option<Failed> {
        self.story(0).map(|story| story::failed(self.file, &story))
    }

    fn table(&self) -> Table {
        match self.story(story::MOST_OF_TABLE) {
            Some(story) => story::table(&story),
            None => Tree::of(self.source, &self.found).table(),
        }
    }

    fn text(&self, is_full: bool) -> String {
        match self.story(story::most(is_full)) {
            Some(story) => story::text(self.file, &story, is_full),
            None => Tree::of(self.source, &self.found).text(),
        }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let RecursiveTrace { file, source, found } = self;
        let budget = Budget::unlimited();
        match form {
            Form::Text | Form::Dot => clauses::counterexample(&source.horn.horn, found, form),
            Form::Witness { time } => {
                let answers = source.answers(found, &budget)?;
                of_run(file, &source.program, source.run_options(), &answers, time)
            }
            Form::Harness => {
                let reached = source.check_refutation(found, &budget)?;
                let answers = source.answers(found, &budget)?;
                harness(file, &source.program, source.run_options(), &answers, reached)
            }
            Form::WitnessCircuit { .. } | Form::Script | Form::Vmt | Form::Waves => Err(WriteError::Unfit(
                "the witness of a recursive program is text, a drawing (.dot), a file .yml or a harness; programs \
                have no waves",
            )),
        }
    }
}

/// The sizes of a recursive program and its clauses.
pub(super) fn sizes(source: &RecursiveSource, verifier: &HornVerifier) -> Vec<(String, u64)> {
    let procedures = &source.lowered.procedures;
    let mut list = vec![
        ("recursive functions".to_string(), procedures.procedures().len() as u64),
        ("calls of them".to_string(), procedures.calls().len() as u64),
        ("locations".to_string(), procedures.cfa().location_count() as u64),
    ];
    list.extend(clauses::sizes(&source.horn.horn, verifier));
    list
}
