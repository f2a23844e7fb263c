//! The origin of Horn clauses that were made from a recursive C program, and its evidence.
//!
//! Evidence about the clauses is told in the words of the program: a model of the clauses becomes a witness, and a
//! refutation becomes a witness, a harness, the story of a run, or a tree of calls.

use super::files::{harness, in_program, of_proof, of_run, parts};
use super::story;
use super::tree::Tree;
use crate::base::Budget;
use crate::c::story::{asserted, tell, Places, Story};
use crate::c::{made_up, CFile, RecursiveSource, Target};
use crate::evidence::any::{AnyCounterexample, AnyProof, Asserted, Failed, Size, Step, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::horn::forms;
use crate::evidence::program::locations;
use crate::evidence::table::Table;
use crate::evidence::CheckError;
use crate::model::cfa::Endless;
use crate::model::encode::calls::CallEdges;
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::Depth;
use crate::origin::{ClausesOrigin, Origin};
use std::sync::Arc;

impl ClausesOrigin for CFile<RecursiveSource> {
    fn origin(&self) -> &dyn Origin {
        self
    }

    fn horn(&self) -> &Horn {
        &self.source.lowered.horn.horn
    }

    fn calls_as_edges(&self) -> CallEdges {
        self.source.calls_as_edges()
    }

    fn check_endless(&self, found: &Endless, budget: &Budget) -> Result<(), CheckError> {
        self.source.check_endless(found, budget)
    }

    fn property_name(&self) -> &str {
        let cfa = self.source.lowered.cfa();
        cfa.location_name(cfa.error())
    }

    fn sizes(&self) -> Vec<(String, u64)> {
        let procedures = &self.source.lowered.automata.procedures;
        vec![
            ("recursive functions".to_string(), procedures.procedures().len() as u64),
            ("calls of them".to_string(), procedures.calls().len() as u64),
            ("locations".to_string(), procedures.cfa().location_count() as u64),
        ]
    }

    fn closed(&self) -> Option<Arc<dyn ClausesOrigin>> {
        let (name, text) = (self.name.clone(), self.text.clone());
        Some(Arc::new(CFile { name, text, source: self.source.closed()? }))
    }

    fn wider(&self, budget: &Budget) -> Option<Arc<dyn ClausesOrigin>> {
        let (name, text) = (self.name.clone(), self.text.clone());
        Some(Arc::new(CFile { name, text, source: self.source.unbounded(budget)? }))
    }

    fn excusing(&self, assertions: &[usize], budget: &Budget) -> Option<Arc<dyn ClausesOrigin>> {
        let (name, text) = (self.name.clone(), self.text.clone());
        let source = self.source.excusing(self.numbered(assertions), budget)?;
        Some(Arc::new(CFile { name, text, source }))
    }

    fn check_refutation(&self, refutation: &Refutation, budget: &Budget) -> Result<(), CheckError> {
        self.source.check_refutation(refutation, budget).map(drop)
    }

    fn check_interpretation(&self, found: &Interpretation, budget: &Budget) -> Result<(), CheckError> {
        self.source.check_runs(found, budget)
    }

    fn proof(self: Arc<Self>, found: Interpretation) -> Box<dyn AnyProof> {
        Box::new(RecursiveProof { file: self, found })
    }

    fn refutation(self: Arc<Self>, found: Refutation) -> Box<dyn AnyCounterexample> {
        Box::new(RecursiveTrace { file: self, found })
    }
}

/// A proof about a recursive program.
#[derive(Debug)]
struct RecursiveProof {
    file: Arc<CFile<RecursiveSource>>,
    found: Interpretation,
}

impl AnyProof for RecursiveProof {
    fn size(&self) -> Size {
        locations::size(&self.found.formulas)
    }

    fn parts(&self, is_full: bool) -> Vec<String> {
        parts(&self.file, &self.file.source.lowered.invariant(&self.found), is_full)
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text | Form::Script => forms::proof(&self.file.source.lowered.horn.horn, &self.found, form),
            Form::Witness { time } => {
                let invariant = self.file.source.lowered.invariant(&self.found);
                let mut written = of_proof(&self.file, &invariant, time)?;
                let remark =
                    "warning: the witness of a recursive program has no summaries of its functions; a \
                    certificate as text (FILE.txt) has all of the proof";
                written.remarks.push(remark.to_string());
                Ok(written)
            }
            Form::Assertions => in_program(&self.file, &self.file.source.lowered.invariant(&self.found)),
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
struct RecursiveTrace {
    file: Arc<CFile<RecursiveSource>>,
    found: Refutation,
}

impl RecursiveTrace {
    /// The story of the run, with at most `most` statements at its end; `None` over reals, where nothing can be carried
    /// out.
    fn story(&self, most: u64) -> Option<Story> {
        let options = self.file.source.run_options()?;
        let answers = self.file.source.answers(&self.found, &Budget::unlimited()).ok()?;
        tell(&self.file.source.program, &options, &answers, most)
    }
}

impl AnyCounterexample for RecursiveTrace {
    fn depth(&self) -> Depth {
        Depth::new(self.found.steps.len())
    }

    fn made_up(&self) -> Option<String> {
        let budget = Budget::unlimited();
        let answers = self.file.source.answers(&self.found, &budget).ok()?;
        made_up(&self.file.source.program, &self.file.source.run_options()?, &answers, &budget)
    }

    fn failed(&self) -> Option<Failed> {
        self.story(0).map(|story| story.failed(&self.file.name))
    }

    fn steps(&self) -> Vec<Step> {
        self.story(story::MOST_OF_TABLE).map_or_else(Vec::new, |story| story.steps())
    }

    fn asserted(&self) -> Option<Asserted> {
        let program = &self.file.source.program;
        Some(asserted(program, &Places::of(program), self.story(0)?.assertion()))
    }

    fn table(&self) -> Table {
        match self.story(story::MOST_OF_TABLE) {
            Some(story) => story::table(&story),
            None => Tree::of(&self.file.source, &self.found).table(),
        }
    }

    fn text(&self, is_full: bool) -> String {
        match self.story(story::most(is_full)) {
            Some(story) => story::text(&self.file.text, &story, is_full),
            None => Tree::of(&self.file.source, &self.found).text(),
        }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let RecursiveTrace { file, found } = self;
        let source = &file.source;
        let budget = Budget::unlimited();
        match form {
            Form::Text | Form::Dot => forms::counterexample(&source.lowered.horn.horn, found, form),
            Form::Witness { time } => {
                let answers = source.answers(found, &budget)?;
                of_run(file, source.run_options(), &answers, time)
            }
            Form::Harness => {
                let reached = source.check_refutation(found, &budget)?;
                let answers = source.answers(found, &budget)?;
                harness(file, &answers, reached)
            }
            Form::WitnessCircuit { .. } | Form::Script | Form::Vmt | Form::Assertions | Form::Waves => {
                Err(WriteError::Unfit(
                    "the witness of a recursive program is text, a drawing (.dot), a file .yml or a harness; programs \
                     have no waves",
                ))
            }
        }
    }
}
