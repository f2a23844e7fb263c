//! The door of the wing: how the rest of the library uses C programs without knowing C.
//!
//! Engines and the portfolio see a model. Its [`Origin`](crate::evidence::origin::Origin) says what the model was made
//! from, and makes evidence in the words of that. Here, a [`CFile`] becomes the origin of an automaton, or of clauses
//! if the program is recursive. Code that does know C, such as the command line, finds the program of a model by
//! [`CProgram::of`].

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

    /// The options under which the program was lowered.
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

    /// The options of its runs; `None` over reals, which the interpreter does not know.
    pub fn run_options(self) -> Option<RunOptions> {
        RunOptions::of(self.options())
    }
}

/// Notes for a safe program on the kinds of undefined behaviour that were not checked. There are none if the user has
/// named a property, which says what is checked.
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
