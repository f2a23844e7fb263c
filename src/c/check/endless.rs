//! The check of a run without end by the interpreter: it goes on where the automaton does.
//!
//! The evidence is a set of states of the automaton that a run never leaves. The interpreter gets the answers of the
//! stem and of some steps behind it. It may not come to an end with them. So a program whose lowering is wrong does not
//! pass for one without an end, unless its real end comes later than that.

use super::replay::{carry_out, depends_on_address, RecordedAnswer, ReplayError};
use super::source::{of_replay, recorded};
use crate::base::Budget;
use crate::c::run::number::Numbers;
use crate::c::run::options::{End, RunOptions};
use crate::c::{Program, RecursiveSource, Source};
use crate::evidence::program::endless_prefix;
use crate::evidence::{CheckError, Condition};
use crate::model::cfa::{Endless, Path};
use crate::model::encode::calls::{calls_as_edges, CallEdges};

/// Steps of the automaton behind the stem.
const STEPS: usize = 400;
/// Statements that the interpreter carries out beside those of the path.
const MORE_STATEMENTS: u64 = 10_000;

impl Source {
    /// Checks that the interpreter does not come to an end with the answers of the stem and of steps behind it.
    ///
    /// # Errors
    ///
    /// The end that it reaches, or the limit that was reached.
    pub fn check_endless(&self, found: &Endless, budget: &Budget) -> Result<(), CheckError> {
        let path = endless_prefix(&self.lowered.cfa, found, STEPS, budget)?;
        goes_on(&self.program, self.run_options(), &path, self.answers(&path)?, budget)
    }
}

impl RecursiveSource {
    /// The program as an automaton, for the question whether runs end.
    pub fn calls_as_edges(&self) -> CallEdges {
        calls_as_edges(&self.lowered.automata.procedures)
    }

    /// As [`Source::check_endless`], for a recursion without end.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn check_endless(&self, found: &Endless, budget: &Budget) -> Result<(), CheckError> {
        let cfa = self.calls_as_edges().without_returns();
        let path = endless_prefix(&cfa, found, STEPS, budget)?;
        let answers = self.lowered.automata.answers_along(&cfa, &path).map_err(Condition::Path)?;
        goes_on(&self.program, self.run_options(), &path, recorded(answers), budget)
    }
}

/// Checks that a run with the answers of a path does not come to an end.
fn goes_on(
    program: &Program,
    options: Option<RunOptions>,
    path: &Path,
    answers: Vec<RecordedAnswer>,
    budget: &Budget,
) -> Result<(), CheckError> {
    let mut options = match options {
        Some(options) => options,
        None => return Ok(()),
    };
    options.steps = MORE_STATEMENTS + path.steps.len() as u64;
    if let Some(error) = depends_on_address(program, &options, &answers, budget) {
        return Err(of_replay(ReplayError::Run(error)));
    }
    let done = carry_out(program, &options, &answers, &mut (), budget);
    match done.problem {
        // The run asks for more answers than there are: it has gone on as far as the path.
        Some(ReplayError::Mismatch { found: None, .. }) => return Ok(()),
        // The numbers of this run have no bounds, as those of its type have.
        Some(ReplayError::Range { .. }) if options.numbers == Numbers::Integers => return Ok(()),
        Some(problem) => return Err(of_replay(problem)),
        None => {}
    }
    match done.run.map_err(|error| of_replay(ReplayError::Run(error)))?.end {
        End::OutOfAnswers(_) | End::OutOfSteps(_) => Ok(()),
        // In the interpreter, the first value of an object of the heap is in the range of its type.
        end @ (End::Error(..) | End::Quiet(..)) if options.numbers == Numbers::Integers => {
            let (line, column) = program.lines.line_and_column(end.pos());
            let reason = "the run without end rests on values of the heap that the interpreter does not have";
            Err(CheckError::Unsupported { line, column, reason: reason.to_string() })
        }
        end @ (End::Error(..) | End::Quiet(..)) => {
            Err(CheckError::Replay(format!("it comes to an end: {}", end.text(&program.lines))))
        }
    }
}
