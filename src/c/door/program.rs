//! The origin of an automaton that was made from a C program without recursion, and its evidence.
//!
//! Evidence about the automaton is told in the words of the program: a proof becomes a witness with invariants at
//! loops, and a counterexample becomes a witness, a harness, or the story of a run. Each is checked by the interpreter
//! first.

use super::ending;
use super::files::{harness, in_program, of_proof, of_run, parts};
use super::lemmas::CLemmas;
use super::lines::table_of_lines;
use super::random_runs::RandomRuns as Runs;
use super::run::CRun;
use super::story;
use crate::base::{Budget, Limit};
use crate::c::story::{asserted, tell, Places, Story};
use crate::c::{made_up, Assertion, CFile, ErrorRun, RunOptions, Source};
use crate::evidence::any::{AnyCounterexample, AnyProof, Asserted, Failed, Size, Step, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::lemmas::any::AnyLemmas;
use crate::evidence::program::{locations, write_invariant, write_path, CoverOptions, Coverage};
use crate::evidence::table::Table;
use crate::evidence::CheckError;
use crate::input::ParseError;
use crate::model::cfa::{Cfa, Endless, InvariantMap, Path, Ranking};
use crate::model::Depth;
use crate::origin::{Origin, ProgramOrigin, RandomRuns, Recorded};
use std::sync::Arc;

const PROOF_FORMS: WriteError =
    WriteError::Unfit("the certificate of a program is text (--certificate-format text)");

impl ProgramOrigin for CFile<Source> {
    fn origin(&self) -> &dyn Origin {
        self
    }

    fn cfa(&self) -> &Cfa {
        &self.source.lowered.cfa
    }

    fn closed(&self) -> Option<Arc<dyn ProgramOrigin>> {
        let mut file = self.clone();
        file.source.lowered.cfa = self.source.closed()?;
        Some(Arc::new(file))
    }

    fn wider(&self, budget: &Budget) -> Option<Arc<dyn ProgramOrigin>> {
        let (name, text) = (self.name.clone(), self.text.clone());
        Some(Arc::new(CFile { name, text, source: self.source.unbounded(budget)? }))
    }

    fn excusing(&self, assertions: &[usize], budget: &Budget) -> Option<Arc<dyn ProgramOrigin>> {
        let (name, text) = (self.name.clone(), self.text.clone());
        let source = self.source.excusing(self.numbered(assertions), budget)?;
        Some(Arc::new(CFile { name, text, source }))
    }

    fn not_understood(&self) -> Option<String> {
        let Source { program, lowered, .. } = &self.source;
        let map = &lowered.map;
        let (edge, reason) = lowered.cfa.edge_ids().find_map(|edge| Some((edge, map.unsupported(edge)?)))?;
        let (line, column) = program.lines.line_and_column(map.place(edge));
        Some(format!("line {}, column {}: {}", line, column, reason))
    }

    fn check_path(&self, path: &Path, budget: &Budget) -> Result<(), CheckError> {
        self.source.check_path(path, budget).map(drop)
    }

    fn check_endless(&self, found: &Endless, budget: &Budget) -> Result<(), CheckError> {
        self.source.check_endless(found, budget)
    }

    fn ranking_as(&self, found: &Ranking, form: Form<'_>) -> Result<Written, WriteError> {
        ending::ranking(self, found, form)
    }

    fn endless_as(&self, found: &Endless, form: Form<'_>) -> Result<Written, WriteError> {
        ending::endless(self, found, form)
    }

    fn check_invariant(&self, invariant: &InvariantMap, budget: &Budget) -> Result<(), CheckError> {
        self.source.check_runs(invariant, budget)
    }

    fn check_reading(&self, options: &CoverOptions, budget: &Budget) -> Result<Option<Coverage>, CheckError> {
        self.source.check_paths(options, budget)
    }

    fn reaching(&self, assertion: usize, budget: &Budget) -> Option<Cfa> {
        let assertion = self.numbered(&[assertion]).first().copied()?;
        self.source.reaching(assertion, budget)
    }

    fn has_runs(&self) -> bool {
        self.source.run_options().is_some()
    }

    fn random_runs(self: Arc<Self>, seed: u64, budget: Budget) -> Option<Box<dyn RandomRuns>> {
        let options = self.source.run_options()?;
        let runs = Runs::new(&self.source.program, options, seed, budget);
        Some(Box::new(OfFile { file: self, runs }))
    }

    fn proof(self: Arc<Self>, found: InvariantMap) -> Box<dyn AnyProof> {
        Box::new(CProof { file: self, found })
    }

    fn path(self: Arc<Self>, found: Path) -> Box<dyn AnyCounterexample> {
        Box::new(CTrace { file: self, found })
    }

    fn run(self: Arc<Self>, found: Arc<dyn Recorded>) -> Option<Box<dyn AnyCounterexample>> {
        let found = ErrorRun::of(&*found)?.clone();
        Some(Box::new(CRun { file: self, found }))
    }

    fn lemmas(&self, bytes: &[u8], budget: &Budget) -> Result<Box<dyn AnyLemmas + '_>, ParseError> {
        Ok(Box::new(CLemmas::read(self, bytes, budget)?))
    }
}

/// Random runs of a program, as a search that the portfolio can use.
#[derive(Debug)]
struct OfFile {
    file: Arc<CFile<Source>>,
    runs: Runs,
}

impl RandomRuns for OfFile {
    fn go_on(&mut self) -> Result<Arc<dyn Recorded>, Limit> {
        let run = self.runs.go_on(&self.file.source.program)?;
        Ok(Arc::new(run))
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.runs.statistics()
    }
}

/// A proof about a C program.
#[derive(Debug)]
struct CProof {
    file: Arc<CFile<Source>>,
    found: InvariantMap,
}

impl AnyProof for CProof {
    fn size(&self) -> Size {
        locations::size(&self.found.formulas)
    }

    fn parts(&self, is_full: bool) -> Vec<String> {
        parts(&self.file, &self.found, is_full)
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_invariant(&self.file.source.lowered.cfa, &self.found)?.into()),
            Form::Witness { time } => of_proof(&self.file, &self.found, time),
            Form::Assertions => in_program(&self.file, &self.found),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Dot
            | Form::Waves
            | Form::Harness => Err(PROOF_FORMS),
        }
    }
}

/// A path through the automaton of a C program.
#[derive(Debug)]
struct CTrace {
    file: Arc<CFile<Source>>,
    found: Path,
}

impl CTrace {
    /// The options of the replay; `None` over reals, where nothing can be carried out.
    fn options(&self) -> Option<RunOptions> {
        let steps = RunOptions::default().steps + 10 * self.found.steps.len() as u64;
        Some(RunOptions { steps, ..self.file.source.run_options()? })
    }

    /// The story of the run, with at most `most` statements at its end.
    fn story(&self, most: u64) -> Option<Story> {
        let answers = self.file.source.answers(&self.found).ok()?;
        tell(&self.file.source.program, &self.options()?, &answers, most)
    }
}

impl AnyCounterexample for CTrace {
    fn depth(&self) -> Depth {
        Depth::new(self.found.steps.len())
    }

    fn made_up(&self) -> Option<String> {
        let answers = self.file.source.answers(&self.found).ok()?;
        made_up(&self.file.source.program, &self.options()?, &answers, &Budget::unlimited())
    }

    fn failed(&self) -> Option<Failed> {
        self.story(0).map(|story| story.failed(&self.file.name))
    }

    fn steps(&self) -> Vec<Step> {
        self.story(story::MOST_OF_TABLE).map_or_else(Vec::new, |story| story.steps())
    }

    fn asserted(&self) -> Option<Asserted> {
        let Source { program, lowered, .. } = &self.file.source;
        let last = self.found.steps.last().map(|step| step.edge);
        let of_edge =
            |edge| Some(Assertion { pos: lowered.map.place(edge), failure: lowered.map.failure(edge)? });
        let found = last.and_then(of_edge).or_else(|| Some(self.story(0)?.assertion()))?;
        Some(asserted(program, &Places::of(program), found))
    }

    fn table(&self) -> Table {
        match self.story(story::MOST_OF_TABLE) {
            Some(story) => story::table(&story),
            None => table_of_lines(&self.file.source, &self.found),
        }
    }

    fn text(&self, is_full: bool) -> String {
        match self.story(story::most(is_full)) {
            Some(story) => story::text(&self.file.text, &story, is_full),
            None => self.table().text(),
        }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let CTrace { file, found } = self;
        let source = &file.source;
        match form {
            Form::Text => Ok(write_path(&source.lowered.cfa, found)?.into()),
            Form::Witness { time } => of_run(file, self.options(), &source.answers(found)?, time),
            Form::Harness => {
                let reached = source.check_path(found, &Budget::unlimited())?;
                harness(file, &source.answers(found)?, reached)
            }
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Waves => Err(WriteError::Unfit(
                "the witness of a program is text, or of C a file .yml or a harness; programs have no waves",
            )),
        }
    }
}
