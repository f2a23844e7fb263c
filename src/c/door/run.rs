//! A counterexample that the interpreter found by itself, as evidence in the words of the program.
//!
//! It is the list of the answers that a run got, and needs no model: the run may be too long for a path, and the
//! program may be recursive.

use super::files::{harness, of_run};
use super::story;
use crate::base::Budget;
use crate::c::story::{asserted, tell, Places, Story};
use crate::c::{made_up, CFile, ErrorRun, RunOptions, Source, Target};
use crate::evidence::any::{AnyCounterexample, Asserted, Failed, Step, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::table::Table;
use crate::model::Depth;
use crate::origin::Recorded;
use std::any::Any;
use std::fmt::Debug;
use std::ops::Deref;

impl Recorded for ErrorRun {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn asks(&self) -> bool {
        !self.answers.is_empty()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl ErrorRun {
    /// The recorded run, if it is one of a C program.
    pub fn of(run: &dyn Recorded) -> Option<&ErrorRun> {
        run.as_any().downcast_ref()
    }
}

/// A run of the program that `F` leads to.
#[derive(Debug)]
pub(super) struct CRun<F> {
    pub file: F,
    pub found: ErrorRun,
}

impl<F> CRun<F> {
    /// The options of the replay; `None` over reals, where nothing can be carried out.
    fn options<L: Target>(&self) -> Option<RunOptions>
    where
        F: Deref<Target = CFile<Source<L>>>,
    {
        Some(RunOptions { steps: self.found.steps, ..self.file.source.run_options()? })
    }

    /// The story of the run, with at most `most` statements at its end.
    fn story<L: Target>(&self, most: u64) -> Option<Story>
    where
        F: Deref<Target = CFile<Source<L>>>,
    {
        tell(&self.file.source.program, &self.options()?, &self.found.answers, most)
    }
}

impl<L: Target, F: Deref<Target = CFile<Source<L>>> + Debug + Send + Sync> AnyCounterexample for CRun<F> {
    fn depth(&self) -> Depth {
        Depth::new(usize::try_from(self.found.steps).unwrap_or(usize::MAX))
    }

    fn made_up(&self) -> Option<String> {
        let program = &self.file.source.program;
        made_up(program, &self.options()?, &self.found.answers, &Budget::unlimited())
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
        self.story(story::MOST_OF_TABLE).map_or_else(Table::default, |story| story::table(&story))
    }

    fn text(&self, is_full: bool) -> String {
        match self.story(story::most(is_full)) {
            Some(story) => story::text(&self.file.text, &story, is_full),
            None => String::new(),
        }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let CRun { file, found } = self;
        match form {
            Form::Witness { time } => of_run(file, self.options(), &found.answers, time),
            Form::Harness => {
                let reached = file.source.check_error_run(found, &Budget::unlimited())?;
                harness(file, &found.answers, Some(reached))
            }
            Form::Text
            | Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Assertions
            | Form::Dot
            | Form::Waves => {
                Err(WriteError::Unfit("the counterexample is a run and no path; write FILE.yml or a harness"))
            }
        }
    }
}
