//! The door of the wing: C programs as the rest of the library sees them.
//!
//! A [`CFile`] is the [`Origin`](crate::evidence::origin::Origin) of an automaton, or of clauses if the program is
//! recursive. Code that knows C, such as the command line, finds the program of a model by [`CProgram::of`].

mod files;
mod lemmas;
mod lines;
mod program;
mod random_runs;
mod recursive;
mod story;
mod tree;
mod words;

pub use lines::table_of_lines;

use super::{CFile, LowerOptions, Program, Property, RecursiveSource, RunOptions, Source};
use crate::input::{Diagnostic, Model};
use crate::model::cfa::Cfa;

/// The C program that a model was made from.
#[derive(Clone, Copy, Debug)]
pub enum CProgram<'m> {
    /// No function that is called is recursive.
    Plain(&'m CFile<Source>),
    /// Some function is.
    Recursive(&'m CFile<RecursiveSource>),
}

impl<'m> CProgram<'m> {
    /// The C program of this model, if it was made from one.
    pub fn of(model: &'m Model) -> Option<CProgram<'m>> {
        let any = model.origin()?.as_any();
        let plain = any.downcast_ref().map(CProgram::Plain);
        plain.or_else(|| any.downcast_ref().map(CProgram::Recursive))
    }

    /// The typed tree.
    pub fn program(self) -> &'m Program {
        match self {
            CProgram::Plain(file) => &file.source.program,
            CProgram::Recursive(file) => &file.source.program,
        }
    }

    /// The text.
    pub fn text(self) -> &'m [u8] {
        match self {
            CProgram::Plain(file) => &file.text,
            CProgram::Recursive(file) => &file.text,
        }
    }

    /// The meaning that it was given.
    pub fn options(self) -> &'m LowerOptions {
        match self {
            CProgram::Plain(file) => file.source.options(),
            CProgram::Recursive(file) => file.source.options(),
        }
    }

    /// The remarks of the reader and of the lowering.
    pub fn warnings(self) -> Vec<&'m Diagnostic> {
        match self {
            CProgram::Plain(file) => {
                file.source.program.warnings.iter().chain(&file.source.lowered.warnings).collect()
            }
            CProgram::Recursive(file) => {
                file.source.program.warnings.iter().chain(&file.source.lowered.warnings).collect()
            }
        }
    }

    /// The rules of its runs; `None` over reals, over which the interpreter does not compute.
    pub fn run_options(self) -> Option<RunOptions> {
        RunOptions::of(self.options())
    }
}

/// Notes on what was not looked for in a program that is safe. A user who names a property knows it.
fn scope(cfa: &Cfa, options: &LowerOptions) -> Vec<String> {
    let mut notes = Vec::new();
    if options.property != Property::Default {
        return notes;
    }
    if cfa.edges().iter().all(|edge| edge.target != cfa.error()) {
        let nothing =
            "nothing was asked: no assertion, no call of reach_error, no label ERROR can be reached";
        notes.push(nothing.to_string());
    }
    let unchecked = options.unchecked();
    if !unchecked.is_empty() {
        notes.push(format!("not looked for: {} (--check all)", unchecked.join(", ")));
    }
    notes
}
