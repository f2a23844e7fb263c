//! The input of a harness: a run that reaches an error, beside the text of the program in which it does.

use crate::c::check::replay::RecordedAnswer;
use crate::c::run::options::RunOptions;
use crate::c::{Failure, Pos, Program};

/// The run that a harness repeats.
#[derive(Clone, Copy, Debug)]
pub struct Counterexample<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text, as it was read.
    pub text: &'a [u8],
    /// The name of its file, for messages.
    pub file: &'a str,
    /// The rules of the run.
    pub options: &'a RunOptions,
    /// The answers, in the order of the questions.
    pub answers: &'a [RecordedAnswer],
    /// The error to which they lead, and its place.
    pub error: (Failure, Pos),
}

impl Counterexample<'_> {
    /// Whether the text spells this name at a place. It does not if, for example, a macro made the name.
    pub(super) fn is_spelt(&self, pos: Pos, name: &str) -> bool {
        let rest = self.text.get(pos.offset()..).unwrap_or(&[]);
        let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$';
        rest.starts_with(name.as_bytes()) && !rest.get(name.len()).copied().map_or(false, is_word)
    }
}
