//! The options of a run, the ways in which it may end, and the reasons why it is given up.
//!
//! A run that ends is either an error or *quiet*: no error can follow. A run that is given up has no verdict, because
//! it reached something that the interpreter does not understand, or a limit.

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
    /// Whether it is an error to access an object of the heap after its end, and to free a pointer that is neither null
    /// nor the beginning of a live object of the heap. Otherwise such an access is out of bounds, and such a `free` has
    /// no effect. Default no.
    pub check_memory: bool,
    /// Whether a shift by a negative number, or by the width of the type or more, is an error; otherwise the number
    /// counts modulo the width. Default no.
    pub check_shifts: bool,
    /// Whether it is an error to convert a floating-point number to an integer type that does not hold it; otherwise
    /// the result is that of the processor, as far as gcc uses one instruction for it. Default no.
    pub check_conversion: bool,
    /// Whether it is an error, too, that an operator on numbers makes a NaN or an infinity. Default no.
    pub check_floats: bool,
    /// Whether the results of `math.h` that are open, such as those of `sin`, are those of this machine's libm, and not
    /// the answers. Default no.
    pub platform: bool,
    /// Whether signed overflow is an error beside those of the property. Default no.
    pub check_overflow: bool,
    /// Whether [`Failure::Unreachable`] is an error. By default it ends the run.
    pub check_unreachable: bool,
    /// Whether [`Failure::Lost`] is an error. Default no.
    pub check_leaks: bool,
    /// Whether [`Failure::Leak`] is an error. Default no.
    pub check_cleanup: bool,
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
            check_division: false,
            check_bounds: false,
            check_memory: false,
            check_shifts: false,
            check_conversion: false,
            check_floats: false,
            platform: false,
            check_overflow: false,
            check_unreachable: false,
            check_leaks: false,
            check_cleanup: false,
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
        let is_asked = match failure {
            Failure::DivisionByZero => self.check_division,
            Failure::Bounds => self.check_bounds,
            Failure::ShiftWidth => self.check_shifts,
            Failure::Conversion => self.check_conversion || self.check_floats,
            Failure::NotANumber | Failure::Infinity => self.check_floats,
            Failure::UseAfterFree | Failure::InvalidFree => self.check_memory,
            Failure::Overflow => self.check_overflow,
            Failure::Unreachable => self.check_unreachable,
            Failure::Lost => self.check_leaks,
            Failure::Leak => self.check_cleanup,
            Failure::ReachError | Failure::AssertFail | Failure::Assertion | Failure::Label => false,
        };
        is_asked || failure.violates(self.property)
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
            check_division: options.check_division,
            check_bounds: options.check_bounds,
            check_memory: options.check_memory,
            check_shifts: options.check_shift,
            check_conversion: options.check_conversion,
            check_floats: options.check_floats,
            check_overflow: options.check_overflow,
            check_unreachable: options.check_unreachable,
            check_leaks: options.check_leaks,
            check_cleanup: options.check_cleanup,
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
