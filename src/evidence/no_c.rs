//! In place of the interpreter of C and of its witnesses, where a build leaves them out: see `input::c`.
//!
//! No function here is ever called, for each needs a program, and there is none.

use super::program::{CoverOptions, Coverage};
use super::CheckError;
use crate::base::{Budget, Limit};
use crate::input::c::{
    Ask, AskKind, Failure, Never, Pos, Program, RecursiveSource, SomeSource, Source, SourceMap,
};
use crate::input::ParseError;
use crate::model::cfa::{Cfa, Invariant, Path};
use crate::model::horn::{Interpretation, Refutation};
use crate::solver::term::TermId;
use std::fmt;

/// The meaning of integer types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Words.
    Words,
}

/// The rules of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// The meaning of integer types.
    pub numbers: Numbers,
    /// Steps after which a run is given up.
    pub steps: u64,
    /// Bytes that a run may hold.
    pub memory: u64,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions { numbers: Numbers::Words, steps: 0, memory: 0 }
    }
}

/// The claim that a program has one run, which ends without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneRun {
    /// Its steps.
    pub steps: u64,
}

impl OneRun {
    /// Whether a file has such a claim.
    pub fn is_here(_: &[u8]) -> bool {
        false
    }

    /// The text of the file.
    pub fn to_text(self) -> String {
        String::new()
    }

    /// Reads a claim.
    ///
    /// # Errors
    ///
    /// None.
    pub fn read(_: &[u8]) -> Result<OneRun, ParseError> {
        Ok(OneRun { steps: 0 })
    }
}

/// A recorded answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The place of the question.
    pub pos: Pos,
    /// Its reason.
    pub kind: AskKind,
    /// The value.
    pub value: i128,
}

/// A run into an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorRun {
    /// The answers that it gets.
    pub answers: Vec<Answer>,
    /// Its steps.
    pub steps: u64,
}

/// The reason why answers do not lead to an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError(Never);

impl fmt::Display for ReplayError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl std::error::Error for ReplayError {}

/// The end of a run.
#[derive(Clone, Debug)]
pub enum End {
    /// An error.
    Error(Failure, Pos),
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its end.
    pub end: End,
    /// Its steps.
    pub steps: u64,
}

/// The reason why a run has no end.
#[derive(Clone, Debug)]
pub enum RunError {
    /// A limit.
    Limit(Limit),
}

/// A run on its way.
#[derive(Clone, Debug)]
pub struct OpenRun(Never);

impl OpenRun {
    /// The run of a program.
    ///
    /// # Errors
    ///
    /// None.
    pub fn new(program: &Program) -> Result<OpenRun, RunError> {
        match program.never {}
    }

    /// Goes on.
    ///
    /// # Errors
    ///
    /// None.
    pub fn go_on(
        &mut self,
        _: &Program,
        _: &RunOptions,
        _: u64,
        _: &mut dyn FnMut(&Ask) -> Option<i128>,
        _: &mut (),
        _: &Budget,
    ) -> Result<Option<Run>, RunError> {
        match self.0 {}
    }

    /// The same from its begin.
    pub fn another(&self) -> OpenRun {
        match self.0 {}
    }

    /// Steps so far.
    pub fn steps(&self) -> u64 {
        match self.0 {}
    }

    /// Answers so far.
    pub fn answers(&self) -> u64 {
        match self.0 {}
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        match self.0 {}
    }

    /// Whether it can go on.
    pub fn is_interrupted(&self) -> bool {
        match self.0 {}
    }
}

/// Random answers.
#[derive(Clone, Debug)]
pub struct RandomAnswers(());

impl RandomAnswers {
    /// The answers of a seed.
    pub fn new(_: u64) -> RandomAnswers {
        RandomAnswers(())
    }

    /// An answer.
    pub fn answer(&mut self, program: &Program, _: &Ask) -> i128 {
        match program.never {}
    }
}

/// The state of a run.
#[derive(Debug)]
pub struct View<'a>(Never, &'a ());

impl View<'_> {
    /// The place of the statement that comes next.
    pub fn pos(&self) -> Pos {
        match self.0 {}
    }
}

/// The variables of a program that hold numbers.
#[derive(Debug)]
pub struct Scalars(Never);

impl Scalars {
    /// The scalars of a program.
    pub fn new(program: &Program, _: &Cfa, _: &SourceMap) -> Scalars {
        match program.never {}
    }

    /// The variables.
    pub fn variables(&self) -> std::iter::Empty<TermId> {
        match self.0 {}
    }

    /// Takes their values from a state.
    pub fn update(&self, _: &View<'_>, _: &mut [Option<i128>]) {
        match self.0 {}
    }
}

/// Runs a program with these answers.
///
/// # Errors
///
/// None.
pub fn replay(
    program: &Program,
    _: &RunOptions,
    _: &[Answer],
    _: &mut dyn FnMut(&View<'_>),
    _: &Budget,
) -> Result<(), ReplayError> {
    match program.never {}
}

/// A value that the program does not give and that the run rests on.
pub fn made_up(program: &Program, _: &RunOptions, _: &[Answer], _: &Budget) -> Option<String> {
    match program.never {}
}

/// A counterexample for a harness.
#[derive(Debug)]
pub struct Counterexample<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text.
    pub text: &'a [u8],
    /// The name of its file.
    pub file: &'a str,
    /// The rules of the run.
    pub options: &'a RunOptions,
    /// The answers.
    pub answers: &'a [Answer],
    /// The error.
    pub error: (Failure, Pos),
}

/// The harness of a counterexample.
pub fn write_harness(run: &Counterexample<'_>) -> Vec<u8> {
    match run.program.never {}
}

/// Remarks on a harness.
pub fn harness_remarks(run: &Counterexample<'_>) -> Vec<String> {
    match run.program.never {}
}

impl SomeSource {
    /// The one run of the program.
    ///
    /// # Errors
    ///
    /// None.
    pub fn one_run(&self, _: &Budget) -> Result<OneRun, CheckError> {
        match self.program().never {}
    }

    /// Checks that the program has one run.
    ///
    /// # Errors
    ///
    /// None.
    pub fn check_one_run(&self, _: OneRun, _: &Budget) -> Result<(), CheckError> {
        match self.program().never {}
    }

    /// The rules of its runs.
    pub fn run_options(&self) -> Option<RunOptions> {
        match self {
            SomeSource::Plain(source) => source.run_options(),
            SomeSource::Recursive(source) => source.run_options(),
        }
    }
}

impl Source {
    /// The rules of its runs.
    pub fn run_options(&self) -> Option<RunOptions> {
        match self.program.never {}
    }

    /// The answers on a path.
    ///
    /// # Errors
    ///
    /// None.
    pub fn answers(&self, _: &Path) -> Result<Vec<Answer>, CheckError> {
        match self.program.never {}
    }

    /// The automaton without places that are not understood.
    pub fn closed(&self) -> Option<Cfa> {
        match self.program.never {}
    }

    /// Checks a path.
    ///
    /// # Errors
    ///
    /// None.
    pub fn check_path(&self, _: &Path, _: &Budget) -> Result<Option<(Failure, Pos)>, CheckError> {
        match self.program.never {}
    }

    /// Checks a run.
    ///
    /// # Errors
    ///
    /// None.
    pub fn check_error_run(&self, _: &ErrorRun, _: &Budget) -> Result<(Failure, Pos), CheckError> {
        match self.program.never {}
    }

    /// Holds an invariant against runs.
    ///
    /// # Errors
    ///
    /// None.
    pub fn check_runs(&self, _: &Invariant, _: &Budget) -> Result<(), CheckError> {
        match self.program.never {}
    }

    /// Holds the automaton against the program.
    ///
    /// # Errors
    ///
    /// None.
    pub fn check_paths(&self, _: &CoverOptions, _: &Budget) -> Result<Option<Coverage>, CheckError> {
        match self.program.never {}
    }
}

impl RecursiveSource {
    /// The rules of its runs.
    pub fn run_options(&self) -> Option<RunOptions> {
        match self.program.never {}
    }

    /// The program without places that are not understood.
    pub fn closed(&self) -> Option<RecursiveSource> {
        match self.program.never {}
    }

    /// The answers on a tree of calls.
    ///
    /// # Errors
    ///
    /// None.
    pub fn answers(&self, _: &Refutation, _: &Budget) -> Result<Vec<Answer>, CheckError> {
        match self.program.never {}
    }

    /// Checks a tree of calls.
    ///
    /// # Errors
    ///
    /// None.
    pub fn check_refutation(
        &self,
        _: &Refutation,
        _: &Budget,
    ) -> Result<Option<(Failure, Pos)>, CheckError> {
        match self.program.never {}
    }

    /// Holds summaries against runs.
    ///
    /// # Errors
    ///
    /// None.
    pub fn check_runs(&self, _: &Interpretation, _: &Budget) -> Result<(), CheckError> {
        match self.program.never {}
    }
}

/// Witnesses of the competition's format.
pub mod witness {
    use super::{Answer, RunError, RunOptions};
    use crate::base::Budget;
    use crate::evidence::program::Lemmas;
    use crate::evidence::{CheckError, CheckOptions};
    use crate::input::c::{Arch, Integers, Program, Source, SourceMap};
    use crate::input::{CFile, ParseError};
    use crate::model::cfa::{Cfa, Invariant, LocId};

    /// The head of a witness.
    #[derive(Clone, Debug)]
    pub struct Metadata(());

    impl Metadata {
        /// The head of a witness.
        pub fn new(_: &str, _: &[u8], _: &str, _: Arch, _: &str) -> Metadata {
            Metadata(())
        }
    }

    /// The form of the values of a run.
    #[derive(Clone, Copy, Debug)]
    pub enum ValueStyle {
        /// The default.
        Returns,
    }

    /// A witness.
    #[derive(Clone, Debug)]
    pub struct Witness(super::Never);

    impl Witness {
        /// The witness of a run.
        ///
        /// # Errors
        ///
        /// None.
        pub fn of_run(
            _: Metadata,
            program: &Program,
            _: &RunOptions,
            _: &[Answer],
            _: ValueStyle,
            _: &Budget,
        ) -> Result<Witness, super::ReplayError> {
            match program.never {}
        }

        /// The witness with some invariants, of which there are none.
        pub fn of_invariants(_: Metadata, program: &Program, _: &[super::Never]) -> Witness {
            match program.never {}
        }

        /// The witness of a proof.
        pub fn of_proof(
            _: Metadata,
            program: &Program,
            _: (&Cfa, &SourceMap),
            _: Integers,
            _: &Invariant,
        ) -> Witness {
            match program.never {}
        }

        /// The text.
        pub fn to_text(&self) -> String {
            match self.0 {}
        }
    }

    /// Lemmas at lines.
    #[derive(Clone, Debug)]
    pub struct SourceLemmas<'m>(super::Never, &'m ());

    impl<'m> SourceLemmas<'m> {
        /// Reads them.
        ///
        /// # Errors
        ///
        /// None.
        pub fn read(
            _: &'m CFile,
            source: &'m Source,
            _: &[u8],
            _: &Budget,
        ) -> Result<SourceLemmas<'m>, ParseError> {
            match source.program.never {}
        }

        /// The lemmas by location.
        pub fn lemmas(&self) -> Lemmas {
            match self.0 {}
        }

        /// The lemmas with their lines.
        pub fn texts(&self) -> Vec<String> {
            match self.0 {}
        }

        /// The line of a location.
        pub fn line(&self, _: LocId) -> Option<usize> {
            match self.0 {}
        }

        /// Whether some of them are a proof.
        ///
        /// # Errors
        ///
        /// None.
        pub fn suffice(&self, _: &[usize], _: &CheckOptions, _: &Budget) -> Result<bool, CheckError> {
            match self.0 {}
        }

        /// Some of them as lines.
        pub fn write(&self, _: &[usize], _: &str) -> String {
            match self.0 {}
        }

        /// Some of them as a witness.
        pub fn write_witness(&self, _: &[usize], _: &str) -> String {
            match self.0 {}
        }
    }
}

/// An invariant in the words of the program.
pub fn readable_invariants(program: &Program, _: (&Cfa, &SourceMap), _: &Invariant, _: bool) -> Vec<String> {
    match program.never {}
}

/// The runs of counterexamples for people.
pub mod story {
    use super::*;

    /// The error at the end of a run.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Failed {
        /// A word for programs.
        pub kind: &'static str,
        /// The sentence.
        pub text: String,
        /// The line, from 1.
        pub line: usize,
        /// The byte in the line, from 1.
        pub column: usize,
        /// The function.
        pub function: String,
    }

    /// The story of a run into an error.
    #[derive(Clone, Debug)]
    pub struct Story(Never);

    impl Story {
        /// The error with which the run ends.
        pub fn failed(&self, _: &str) -> Failed {
            match self.0 {}
        }

        /// The names of what changes, and the values.
        pub fn table(&self) -> (Vec<String>, Vec<Vec<String>>) {
            match self.0 {}
        }

        /// The story as text.
        pub fn text(&self, _: &[u8], _: Option<usize>) -> String {
            match self.0 {}
        }
    }

    /// Tells the run that gets these answers.
    pub fn tell(program: &Program, _: &RunOptions, _: &[Answer], _: u64) -> Option<Story> {
        match program.never {}
    }
}
