//! Makes a violation witness from a run, which a [`Recorder`](super::recorder::Recorder) watches.
//!
//! A run without end becomes the waypoints of its stem, and those of a turn of its loop, which are a *cycle* in version
//! 2.1 of the format. The set that the run does not leave has no place in the format.

use super::correctness::is_loop;
use super::format::{Content, Metadata, Segment, WaypointKind, Witness, WITH_ENDS};
use super::recorder::{Recorder, ValueStyle};
use crate::base::Budget;
use crate::c::check::replay::{carry_out, replay, RecordedAnswer, ReplayError};
use crate::c::run::options::RunOptions;
use crate::c::{Pos, Program, Property, StmtKind};

/// Statements behind the last answer of a run without end.
const MORE_STATEMENTS: u64 = 10_000;

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

    /// A witness of a run without end, which goes round the loop at a place: the answers of its stem, and those of the
    /// stem and a turn of the loop. `None` if the loop has no condition that the format could name.
    pub fn of_endless(
        mut metadata: Metadata,
        program: &Program,
        options: &RunOptions,
        (head, stem, turn): (Pos, &[RecordedAnswer], &[RecordedAnswer]),
        budget: &Budget,
    ) -> Option<Witness> {
        metadata.format_version = WITH_ENDS.to_string();
        let file = metadata.input_files.first().map_or(String::new(), |(file, _)| file.clone());
        let has_condition = |kind: StmtKind| match kind {
            StmtKind::For { condition, .. } => condition.is_some(),
            kind => is_loop(kind),
        };
        let mut loops = program.stmts().map(|id| program.stmt(id)).filter(|stmt| stmt.pos == head);
        loops.find(|stmt| has_condition(stmt.kind))?;
        let recorded = |answers: &[RecordedAnswer]| {
            let mut options = *options;
            options.steps = MORE_STATEMENTS + 100 * answers.len() as u64;
            let mut recorder = Recorder::new(program, file.clone(), ValueStyle::Returns);
            carry_out(program, &options, answers, &mut recorder, budget);
            recorder.segments()
        };
        let mut segments = recorded(stem);
        let in_cycle = |segment: Segment| Segment { is_cycle: true, ..segment };
        let mut again = Recorder::new(program, file.clone(), ValueStyle::Returns);
        again.push(WaypointKind::Branching, head, Some("true".to_string()));
        let more = recorded(turn).into_iter().skip(segments.len());
        segments.extend(again.segments().into_iter().chain(more).map(in_cycle));
        Some(Witness { metadata, content: Content::Violation(segments) })
    }
}
