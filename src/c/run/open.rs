//! Runs that may be interrupted and continued: what lasts from one call of the machine to the next.

use super::machine::{Machine, State, Stop, Task};
use super::number::Rules;
use super::options::{End, Run, RunError, RunOptions};
use super::shape::Shape;
use super::watch::Observer;
use crate::base::Budget;
use crate::c::{Ask, Failure, FunctionId, Program};
use std::sync::Arc;

/// A run that may be interrupted and continued.
#[derive(Debug)]
pub struct OpenRun {
    shape: Arc<Shape>,
    /// The state in which the run was interrupted; `None` before the first step, and after the end.
    state: Option<Box<State>>,
    main: FunctionId,
    /// Steps so far.
    steps: u64,
    /// Answers so far.
    answers: u64,
    bytes: u64,
}

/// Runs a program.
///
/// The oracle is asked for each arbitrary value, in the order of evaluation. Its answer is converted to the type of the
/// question; if there is no answer, the run ends. The observer sees each statement before it is carried out.
///
/// # Errors
///
/// If the program does something that is not supported, if it has no `main`, and if a limit of the budget or the limit
/// of memory is reached.
pub fn run(
    program: &Program,
    options: &RunOptions,
    oracle: &mut dyn FnMut(&Ask) -> Option<i128>,
    observer: &mut dyn Observer,
    budget: &Budget,
) -> Result<Run, RunError> {
    let done = OpenRun::new(program)?.go_on(program, options, u64::MAX, oracle, observer, budget)?;
    Ok(done.expect("the run is not interrupted"))
}

impl OpenRun {
    /// A run of this program that has not begun.
    ///
    /// # Errors
    ///
    /// If the program has no `main`.
    pub fn new(program: &Program) -> Result<OpenRun, RunError> {
        let main = program.function_named("main").filter(|&main| program.function(main).body.is_some());
        let main = main.ok_or(RunError::NoMain)?;
        let shape = Arc::new(Shape::new(program, main));
        Ok(OpenRun { shape, state: None, main, steps: 0, answers: 0, bytes: 0 })
    }

    /// Another run of the same program that has not begun.
    pub fn another(&self) -> OpenRun {
        OpenRun { shape: self.shape.clone(), state: None, main: self.main, steps: 0, answers: 0, bytes: 0 }
    }

    /// Whether the run was interrupted, so that it will continue from there.
    pub fn is_interrupted(&self) -> bool {
        self.state.is_some()
    }

    /// The number of statements, evaluations of loop conditions, and calls so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of answers that the oracle has given so far.
    pub fn answers(&self) -> u64 {
        self.answers
    }

    /// The approximate bytes of memory that the run holds.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Continues the run, as [`run`] does. The program and the options must be the same as before. The result is `None`
    /// if the run is interrupted, which happens soon after it has done `until` steps in all. A run that has ended
    /// begins anew.
    ///
    /// # Errors
    ///
    /// As [`run`]. After a limit of the budget, the next call continues the run if it was interrupted between two
    /// tasks; otherwise, and after any other error, it begins anew.
    pub fn go_on(
        &mut self,
        program: &Program,
        options: &RunOptions,
        until: u64,
        oracle: &mut dyn FnMut(&Ask) -> Option<i128>,
        observer: &mut dyn Observer,
        budget: &Budget,
    ) -> Result<Option<Run>, RunError> {
        let has_begun = self.state.is_some();
        let state = self.state.take().map_or_else(|| State::new(program, options, self.main), |state| *state);
        let is_running = has_begun && !matches!(state.tasks.first(), Some(Task::Main));
        let mut machine = Machine {
            program,
            options,
            rules: Rules {
                numbers: options.numbers,
                // First values of objects are constants, which the compiler computes, so they do not overflow in a run.
                checks_overflow: is_running && options.checks(Failure::Overflow),
                checks_shifts: options.checks(Failure::ShiftWidth),
                checks_unsigned: is_running && options.checks(Failure::UnsignedOverflow),
                checks_kept: is_running && options.checks(Failure::Truncation),
                has_begun: is_running,
            },
            shape: self.shape.clone(),
            state,
            error_label: program.names.find("ERROR"),
            oracle,
            is_trailed: observer.trail().is_some(),
            observer,
            budget,
            is_due: false,
            keeps_blank: options.checks(Failure::Uninitialised),
            blank: 0,
            main: self.main,
            through: None,
        };
        let begun = if has_begun { Ok(()) } else { machine.start() };
        let stop = begun.map_or_else(|stop| stop, |()| machine.work(until));
        (self.steps, self.answers, self.bytes) =
            (machine.state.steps, machine.state.answers, machine.bytes());
        match stop {
            Stop::End(end) => {
                if let End::Error(failure, pos) = end {
                    machine.tell_fault(failure, pos);
                }
                Ok(Some(Run { end, steps: self.steps, answers: self.answers }))
            }
            Stop::Error(error) => Err(error),
            Stop::Interrupted(limit) => {
                self.state = Some(Box::new(machine.state));
                limit.map_or(Ok(None), |limit| Err(RunError::Limit(limit)))
            }
        }
    }
}
