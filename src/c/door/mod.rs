//! The door of the wing: how the rest of the library uses C programs without knowing C.
//!
//! Engines and the portfolio see a model. Its [`Origin`] says what the model was made from, and makes evidence in the
//! words of that. Here, a [`CFile`] becomes the origin of an automaton, or of clauses if the program is recursive. Code
//! that does know C, such as the command line, finds the program of a model by [`CProgram::of`].

mod ending;
mod files;
mod lemmas;
mod lines;
mod program;
mod random_runs;
mod recursive;
mod run;
mod story;
mod tree;
mod words;

pub use lines::table_of_lines;

use super::story::{asserted, Places};
use super::UNKNOWN_OBJECT;
use super::{
    Assertion, CFile, ErrorRun, Integers, LowerOptions, Program, Property, RecursiveSource, RunOptions,
    Source, Target,
};
use crate::base::Budget;
use crate::evidence::any::{AnyCounterexample, Asserted};
use crate::evidence::form::WriteError;
use crate::evidence::{CheckError, OneRun};
use crate::input::{Diagnostic, Model};
use crate::origin::{Hints, Origin, Recorded};
use files::bare;
use random_runs::RandomRuns;
use run::CRun;
use std::any::Any;
use std::sync::Arc;

/// The C program that a model was made from.
#[derive(Clone, Copy, Debug)]
pub enum CProgram<'m> {
    /// No called function is recursive.
    Plain(&'m CFile<Source>),
    /// A called function is recursive.
    Recursive(&'m CFile<RecursiveSource>),
}

impl<'m> CProgram<'m> {
    /// The C program that a model was made from; `None` if it was made from something else.
    pub fn of(model: &'m Model) -> Option<CProgram<'m>> {
        let any = model.origin()?.as_any();
        let plain = any.downcast_ref().map(CProgram::Plain);
        plain.or_else(|| any.downcast_ref().map(CProgram::Recursive))
    }

    fn parts(self) -> Parts<'m> {
        match self {
            CProgram::Plain(file) => Parts::of(file),
            CProgram::Recursive(file) => Parts::of(file),
        }
    }

    /// The typed tree.
    pub fn program(self) -> &'m Program {
        self.parts().program
    }

    /// The text.
    pub fn text(self) -> &'m [u8] {
        self.parts().text
    }

    /// The options under which the program was lowered.
    pub fn options(self) -> &'m LowerOptions {
        self.parts().options
    }

    /// The remarks of the reader and of the lowering.
    pub fn warnings(self) -> Vec<&'m Diagnostic> {
        let Parts { program, warnings, .. } = self.parts();
        program.warnings.iter().chain(warnings).collect()
    }

    /// The options of its runs; `None` over reals, which the interpreter does not know.
    pub fn run_options(self) -> Option<RunOptions> {
        RunOptions::of(self.options())
    }
}

/// The parts of a program that do not depend on its model.
struct Parts<'m> {
    program: &'m Program,
    text: &'m [u8],
    options: &'m LowerOptions,
    warnings: &'m [Diagnostic],
}

impl<'m> Parts<'m> {
    fn of<L: Target>(file: &'m CFile<Source<L>>) -> Parts<'m> {
        let CFile { text, source, .. } = file;
        let (options, warnings) = (source.options(), source.lowered.warnings());
        Parts { program: &source.program, text, options, warnings }
    }
}

impl<L: Target> CFile<Source<L>> {
    /// The assertions of these numbers.
    fn numbered(&self, numbers: &[usize]) -> Vec<Assertion> {
        let all: Vec<Assertion> = self.source.lowered.map().assertions().collect();
        numbers.iter().filter_map(|&at| all.get(at).copied()).collect()
    }
}

impl<L: Target> Origin for CFile<Source<L>> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn warnings(&self) -> Vec<String> {
        let Parts { program, warnings, .. } = Parts::of(self);
        program.warnings.iter().chain(warnings).map(ToString::to_string).collect()
    }

    /// Notes on the kinds of undefined behaviour that were not checked. There are none if the user has named a
    /// property, which says what is checked.
    fn scope(&self) -> Vec<String> {
        let (cfa, options) = (self.source.lowered.cfa(), self.source.options());
        let mut notes = Vec::new();
        if !self.source.program.rests_on.is_empty() {
            notes.push(format!("rests on the contract of {}", self.source.program.rests_on.join(", ")));
        }
        let program = &self.source.program;
        if self.hints() == Hints::Written {
            notes.push("the contracts of loops hold in each turn".to_string());
        }
        for (pos, invariant) in &program.guessed_loops {
            notes.push(format!(
                "the loop of line {} has {}",
                program.lines.line_and_column(*pos).0,
                invariant
            ));
        }
        let asks_for_calls =
            matches!(options.property, Property::Default | Property::UnreachCall | Property::ErrorLabel);
        if asks_for_calls && cfa.edges().iter().all(|edge| edge.target != cfa.error()) {
            let nothing =
                "nothing was asked: no assertion, no call of reach_error, no label ERROR can be reached";
            notes.push(nothing.to_string());
        }
        if options.property != Property::Default {
            return notes;
        }
        let program = &self.source.program;
        let unchecked = options.unchecked(|check| program.concerns(check));
        if !unchecked.is_empty() {
            notes.push(format!("not looked for: {} (--check all)", unchecked.join(", ")));
        }
        notes
    }

    fn hints(&self) -> Hints {
        let program = &self.source.program;
        match (program.has_loop_contracts, program.guessed_loops.is_empty()) {
            (true, true) => Hints::Written,
            (true, false) => Hints::Guessed,
            // Conditions on elements at other indices are missing.
            (false, _) if program.has_chosen_indices => Hints::Guessed,
            (false, _) => Hints::None,
        }
    }

    fn asks_about_ends(&self) -> bool {
        self.source.options().property == Property::Termination
    }

    fn assertions(&self) -> Vec<Asserted> {
        let (program, places) = (&self.source.program, Places::of(&self.source.program));
        let told = |assertion| asserted(program, &places, assertion);
        self.source.lowered.map().assertions().map(told).collect()
    }

    fn assertion_count(&self) -> usize {
        self.source.lowered.map().assertions().len()
    }

    fn are_behind(&self, others: &[usize]) -> Vec<bool> {
        match self.source.lowered.is_one_automaton() {
            true => self.source.lowered.map().are_behind(self.source.lowered.cfa(), others),
            false => vec![!others.is_empty(); self.assertion_count()],
        }
    }

    fn one_run(&self, budget: &Budget) -> Result<OneRun, CheckError> {
        self.source.one_run(budget)
    }

    fn check_one_run(&self, claim: OneRun, budget: &Budget) -> Result<(), CheckError> {
        self.source.check_one_run(claim, budget)
    }

    fn error_run(&self, seed: u64, budget: &Budget) -> Option<Arc<dyn Recorded>> {
        let options = self.source.run_options()?;
        let mut runs = RandomRuns::new(&self.source.program, options, seed, budget.clone());
        Some(Arc::new(runs.go_on(&self.source.program).ok()?))
    }

    fn check_run(&self, run: &dyn Recorded, budget: &Budget) -> Result<(), CheckError> {
        match ErrorRun::of(run) {
            Some(run) => self.source.check_error_run(run, budget).map(drop),
            None => Err(CheckError::Replay("another program recorded the run".to_string())),
        }
    }

    fn told<'m>(&'m self, found: &dyn Recorded) -> Option<Box<dyn AnyCounterexample + 'm>> {
        Some(Box::new(CRun { file: self, found: ErrorRun::of(found)?.clone() }))
    }

    fn remedy(&self, reason: Option<&str>) -> Option<&'static str> {
        match reason {
            Some(UNKNOWN_OBJECT) => {
                Some("--check memory, if the object was freed; --check bounds, if the number is no address")
            }
            Some(reason) if reason.contains("--") => None,
            Some(_) => Some("no option makes this place understood (indubit help c)"),
            None if self.source.options().integers == Integers::Words => {
                Some("mathematical integers, if nothing wraps (--integers math)")
            }
            None => None,
        }
    }

    fn bare_witness(&self, time: &str) -> Result<String, WriteError> {
        bare(self, time)
    }
}
