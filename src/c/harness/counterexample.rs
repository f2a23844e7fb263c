//! The input of a harness: a run, beside the text of the program whose run it is.

use crate::c::check::replay::RecordedAnswer;
use crate::c::run::options::RunOptions;
use crate::c::{Failure, Pos, Program};

/// The end of the run that a harness repeats.
#[derive(Clone, Copy, Debug)]
pub enum Aim<'a> {
    /// An error, and its place.
    Error(Failure, Pos),
    /// The run has none. It goes round the loops at these places, in states of which the expressions hold.
    NoEnd(&'a [(Pos, String)]),
}

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
    /// The end to which they lead.
    pub aim: Aim<'a>,
}

impl Counterexample<'_> {
    /// The error to which the run leads.
    pub(super) fn failure(&self) -> Option<Failure> {
        match self.aim {
            Aim::Error(failure, _) => Some(failure),
            Aim::NoEnd(_) => None,
        }
    }

    /// Whether the text spells this name at a place. It does not if, for example, a macro made the name.
    pub(super) fn is_spelt(&self, pos: Pos, name: &str) -> bool {
        let rest = self.text.get(pos.offset()..).unwrap_or(&[]);
        let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$';
        rest.starts_with(name.as_bytes()) && !rest.get(name.len()).copied().map_or(false, is_word)
    }
}
