//! The rules of a run, its end, and the reasons why there is none.

use super::number::Numbers;
use crate::base::Limit;
use crate::c::{Externs, Failure, Integers, Lines, LowerOptions, Pos, Property};
use std::fmt;

/// The rules of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// The failures that end the run as errors.
    pub property: Property,
    /// The meaning of integer types. Default: words that wrap around.
    pub numbers: Numbers,
    /// Whether a division by zero is an error; otherwise it ends the run. Default no.
    pub check_division: bool,
    /// Whether an access out of bounds or through a pointer without target is an error; otherwise a read has any value,
    /// and a write no effect. Default no.
    pub check_bounds: bool,
    /// Whether an access of an object of the heap after its end is an error, and a free of what is neither null nor the
    /// beginning of one that is alive; otherwise the former is an access out of bounds, and the latter has no effect.
    /// Default no.
    pub check_memory: bool,
    /// Whether a shift by a negative number, or by the width of the type or more, is an error; otherwise the number
    /// counts modulo the width. Default no.
    pub check_shifts: bool,
    /// Whether signed overflow is an error beside those of the property. Default no.
    pub check_overflow: bool,
    /// The effect of unknown functions.
    pub externs: Externs,
    /// Whether the run is given up where it asks for a value. Then an object without initialiser, a byte of the heap
    /// and a parameter of `main` have no value, and their read gives the run up. Default no.
    pub determined: bool,
    /// Statements, evaluations of loop conditions and calls after which the run is given up. Default 10^6.
    pub steps: u64,
    /// Bytes that the run may hold. Default 2^30.
    pub memory: u64,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions {
            property: Property::Default,
            numbers: Numbers::Words,
            check_division: false,
            check_bounds: false,
            check_memory: false,
            check_shifts: false,
            check_overflow: false,
            externs: Externs::ByProperty,
            determined: false,
            steps: 1_000_000,
            memory: 1 << 30,
        }
    }
}

impl RunOptions {
    /// Whether signed overflow is an error.
    pub(in crate::c) fn checks_overflow(&self) -> bool {
        self.check_overflow || self.property == Property::NoOverflow
    }

    /// The rules that agree with a lowering; `None` over reals, over which the interpreter does not compute.
    pub fn of(options: &LowerOptions) -> Option<RunOptions> {
        let numbers = match options.integers {
            Integers::Words => Numbers::Words,
            Integers::Mathematical => Numbers::Integers,
            Integers::Reals => return None,
        };
        Some(RunOptions {
            property: options.property,
            numbers,
            check_division: options.check_division,
            check_bounds: options.check_bounds,
            check_memory: options.check_memory,
            check_shifts: options.check_shift,
            check_overflow: options.check_overflow,
            externs: options.externs,
            ..RunOptions::default()
        })
    }
}

/// The end of a run without error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Quiet {
    /// `main` returns.
    Returned,
    /// A call that does not return: `abort`, `exit`, or an error that the property does not ask about.
    Stopped,
    /// The argument of an assumption is 0.
    Assumption,
    /// A division by zero, or of the least number by -1.
    Undefined,
    /// A call through a pointer that is none to a function.
    NoFunction,
    /// An access through null or one of its members.
    NoObject,
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum End {
    /// An error, and its place.
    Error(Failure, Pos),
    /// No error can follow; the place at which the run ended.
    Quiet(Quiet, Pos),
    /// The oracle had no answer to the question at this place.
    OutOfAnswers(Pos),
    /// [`RunOptions::steps`] were done, the last one at this place.
    OutOfSteps(Pos),
}

/// A run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Its end.
    pub end: End,
    /// Statements, evaluations of loop conditions, and calls.
    pub steps: u64,
    /// Answers that the oracle gave.
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
        /// A description of it.
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
