//! The witness of a run into an error.

use super::format::{Content, Metadata, Witness};
use super::recorder::{Recorder, ValueStyle};
use crate::base::Budget;
use crate::c::check::replay::{replay, Answer, ReplayError};
use crate::c::run::options::RunOptions;
use crate::c::Program;

impl Witness {
    /// The witness of the run with these answers, which must end in an error: a waypoint for each answer that a
    /// constraint can tell, and the target. The answer for a part of memory is told before the next statement at which
    /// the part has a name, or can be reached by a pointer that has one, if it is the part's value still. A value in
    /// the middle of an expression is told if a variable has it afterwards. A function of the C library is one step,
    /// with its result; an error in it is one of the statement that calls it.
    ///
    /// # Errors
    ///
    /// If the answers do not lead to an error.
    pub fn of_run(
        metadata: Metadata,
        program: &Program,
        options: &RunOptions,
        answers: &[Answer],
        style: ValueStyle,
        budget: &Budget,
    ) -> Result<Witness, ReplayError> {
        let file = metadata.input_files.first().map_or(String::new(), |(file, _)| file.clone());
        let mut recorder = Recorder::new(program, file, style);
        let (_, pos) = replay(program, options, answers, &mut recorder, budget)?;
        Ok(Witness { metadata, content: Content::Violation(recorder.end(pos)) })
    }
}
