//! Makes a violation witness from a run into an error, by a replay with a [`Recorder`](super::recorder::Recorder).

use super::format::{Content, Metadata, Witness};
use super::recorder::{Recorder, ValueStyle};
use crate::base::Budget;
use crate::c::check::replay::{replay, RecordedAnswer, ReplayError};
use crate::c::run::options::RunOptions;
use crate::c::{Program, Property};

impl Witness {
    /// The witness of the run with these answers, which must end in an error.
    ///
    /// It has a waypoint for each answer that a constraint can express, and the target. An answer that is stored in
    /// memory is told before the next statement at which an expression names its place, if it is still there. An answer
    /// inside of an expression is told if a variable has the value afterwards. A call of a function of the C library is
    /// one step with its result; an error in it counts as an error of the statement with the call.
    ///
    /// If the metadata name the default property, the witness names the property of the error that the run has.
    ///
    /// # Errors
    ///
    /// If the answers do not lead to an error.
    pub fn of_run(
        mut metadata: Metadata,
        program: &Program,
        options: &RunOptions,
        answers: &[RecordedAnswer],
        style: ValueStyle,
        budget: &Budget,
    ) -> Result<Witness, ReplayError> {
        let file = metadata.input_files.first().map_or(String::new(), |(file, _)| file.clone());
        let mut recorder = Recorder::new(program, file, style);
        let (failure, pos) = replay(program, options, answers, &mut recorder, budget)?;
        if let Some(property) = Property::of_specification(&metadata.specification) {
            metadata.specification = property.narrowed(failure).specification().to_string();
        }
        Ok(Witness { metadata, content: Content::Violation(recorder.end(pos)) })
    }
}
