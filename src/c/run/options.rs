//! The options of a run, the ways in which it may end, and the reasons why it is given up.
//!
//! A run that ends is either an error or *quiet*: no error can follow. A run that is given up has no verdict, because
//! it reached something that the interpreter does not understand, or a limit.

use super::number::Numbers;
use crate::base::Limit;
use crate::c::{Checks, Externs, Failure, Integers, Lines, LowerOptions, Pos, Property};
use std::fmt;

/// The rules of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// The failures that end the run as errors.
    pub property: Property,
    /// The meaning of integer types. Default: words that wrap around.
    pub numbers: Numbers,
    /// Further errors. Default none.
    pub checks: Checks,
    /// Whether the results of `math.h` that are open, such as those of `sin`, are those of this machine's libm, and not
    /// the answers. Default no.
    pub platform: bool,
    /// The effect of unknown functions.
    pub externs: Externs,
    /// Whether the run is given up where it asks for a value. Then an object without initialiser, a byte of the heap
    /// and a parameter of `main` have no value, and reading them gives the run up. Default no.
    pub determined: bool,
    /// The number of statements, evaluations of loop conditions and calls after which the run is given up. Default
    /// 10^6.
    pub steps: u64,
    /// The number of bytes that the run may hold. Default 2^30.
    pub memory: u64,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            property: Property::Default,
            numbers: Numbers::Words,
            checks: Checks::default(),
            platform: false,
            externs: Externs::ByProperty,
            determined: false,
            steps: 1_000_000,
            memory: 1 << 30,
        }
    }
}

impl RunOptions {
    /// Whether a failure is an error, by the property or by an option.
    pub(in crate::c) fn checks(&self, failure: Failure) -> bool {
        self.checks.find(failure) || failure.violates(self.property)
    }

    /// The options under which a run agrees with a lowering; `None` over reals, which the interpreter does not know.
    pub fn of(options: &LowerOptions) -> Option<RunOptions> {
        let numbers = match options.integers {
            Integers::Words => Numbers::Words,
            Integers::Mathematical => Numbers::Integers,
            Integers::Reals => return None,
        };
        Some(RunOptions {
            property: options.property,
            numbers,
            checks: options.checks,
            externs: options.externs,
            ..RunOptions::default()
        })
    }
}

/// The reason for an end without error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Quiet {
    /// `main` has returned.
    Returned,
    /// The program called a function that does not return: `abort`, `exit`, or an error that the property does not ask
    /// about.
    Stopped,
    /// An assumption was false.
    Assumption,
    /// The program divided by zero, or the least number by -1.
    Undefined,
    /// The program made a call through a pointer that does not point to a function.
    NoFunction,
    /// The program accessed null, or a member through null.
    NoObject,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum End {
    /// The run ended with an error at this place.
    Error(Failure, Pos),
    /// The run ended at this place without an error, and no error can follow.
    Quiet(Quiet, Pos),
    /// The oracle had no answer to the question at this place.
    OutOfAnswers(Pos),
    /// The run has done [`RunOptions::steps`] steps, the last one at this place.
    OutOfSteps(Pos),
}

/// A run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its end.
    pub end: End,
    /// The number of statements, evaluations of loop conditions, and calls.
    pub steps: u64,
    /// The number of answers that the oracle gave.
    pub answers: u64,
}

impl End {
    /// The place of the end.
    pub fn pos(self) -> Pos {
        match self {
            End::Error(_, pos) | End::Quiet(_, pos) | End::OutOfAnswers(pos) | End::OutOfSteps(pos) => pos,
        }
    }

    /// The end in words, with its place: `error: signed overflow at line 3, column 9`.
    pub fn text(self, lines: &Lines) -> String {
        let place = lines.place_text(self.pos());
        match self {
            End::Error(failure, _) => format!("error: {} {}", failure, place),
            End::Quiet(Quiet::Returned, _) => format!("no error: main returns {}", place),
            End::Quiet(Quiet::Stopped, _) => format!("no error: the program stops {}", place),
            End::Quiet(Quiet::Assumption, _) => format!("no error: an assumption is false {}", place),
            End::Quiet(Quiet::Undefined, _) => format!("no error: a division without quotient {}", place),
            End::Quiet(Quiet::NoFunction, _) => format!("no error: a call of no function {}", place),
            End::Quiet(Quiet::NoObject, _) => {
                format!("no error: an access through null, or a member of it, {}", place)
            }
            End::OutOfAnswers(_) => format!("no error: no answer to the question {}", place),
            End::OutOfSteps(_) => format!("no error: the limit of steps is reached {}", place),
        }
    }
}

/// The reason why there is no run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RunError {
    /// The program does something that has no meaning here.
    Unsupported {
        /// The place.
        pos: Pos,
        /// The line of the place, counted from 1.
        line: usize,
        /// The byte in the line, counted from 1.
        column: usize,
        /// A description of the construct.
        reason: String,
    },
    /// There is no function `main` with a body.
    NoMain,
    /// A limit of the budget is reached.
    Limit(Limit),
    /// The run would hold more than [`RunOptions::memory`].
    Memory,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Unsupported { line, column, reason, .. } => {
                write!(f, "line {}, column {}: not supported: {}", line, column, reason)
            }
            RunError::NoMain => f.write_str("there is no function main with a body"),
            RunError::Limit(limit) => limit.fmt(f),
            RunError::Memory => f.write_str("the objects of the run need more memory than it may have"),
        }
    }
}

impl std::error::Error for RunError {}
