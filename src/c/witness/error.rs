//! The reasons why a witness is not believed.

use super::format::Location;
use crate::base::Limit;
use crate::c::check::replay::ReplayError;
use crate::c::run::options::RunError;
use crate::input::Diagnostic;
use std::fmt;

/// The reason why a witness is not believed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WitnessError {
    /// The witness is of the other kind: of correctness instead of violation, or the reverse.
    OtherKind,
    /// The last segment does not end in a target.
    NoTarget,
    /// The program has nothing of the kind that a waypoint or invariant needs at its location.
    NoPlace {
        /// The type of the waypoint or invariant.
        kind: &'static str,
        /// The location.
        location: Box<Location>,
    },
    /// An expression of the witness cannot be read, or has no meaning here.
    Expression {
        /// The location of the waypoint or invariant.
        location: Box<Location>,
        /// The expression.
        text: String,
        /// The reason, with its place in the expression.
        reason: String,
    },
    /// The witness is about words, but the program was lowered over other numbers.
    Numbers,
    /// No run that was tried follows the witness into an error.
    NotConfirmed {
        /// The number of runs.
        runs: u64,
        /// The most segments that one of the runs passed.
        passed: usize,
        /// The number of segments.
        segments: usize,
        /// Whether a run that was not tried may follow the witness. That is so if a run was given up, or asked for
        /// values that the witness does not tell.
        is_open: bool,
        /// The reason why a run was given up, if one was.
        error: Option<RunError>,
    },
    /// The replay of the run that was found ends differently.
    Replay(ReplayError),
    /// A limit of the budget is reached.
    Limit(Limit),
}

impl WitnessError {
    pub(super) fn no_place(kind: &'static str, location: &Location) -> WitnessError {
        WitnessError::NoPlace { kind, location: Box::new(location.clone()) }
    }

    pub(super) fn bad(location: &Location, text: &str, reason: Option<&Diagnostic>) -> WitnessError {
        let reason = match reason {
            Some(reason) => format!("{}: {}", reason.place(), reason.message()),
            None => "it is about something that has no number here".to_string(),
        };
        WitnessError::Expression { location: Box::new(location.clone()), text: text.to_string(), reason }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        self.column.map_or(Ok(()), |column| write!(f, ", column {}", column))
    }
}

impl fmt::Display for WitnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WitnessError::OtherKind => f.write_str("the witness is about another verdict"),
            WitnessError::NoTarget => f.write_str("the witness does not end in a target"),
            WitnessError::NoPlace { kind, location } => {
                write!(f, "{}: the program has no place for this {}", location, kind)
            }
            WitnessError::Expression { location, text, reason } => {
                write!(f, "{}: the expression `{:.200}` is not read: {}", location, text, reason)
            }
            WitnessError::Numbers => f.write_str(
                "witnesses of correctness are about words, and the program is taken over other numbers",
            ),
            WitnessError::NotConfirmed { runs, passed, segments, error, .. } => {
                write!(f, "none of {} runs follows the witness into the error", runs)?;
                write!(f, "; the furthest one passed {} of {} segments", passed, segments)?;
                error.iter().try_for_each(|error| write!(f, "; a run was given up: {}", error))
            }
            WitnessError::Replay(error) => error.fmt(f),
            WitnessError::Limit(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for WitnessError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WitnessError::Replay(error) => Some(error),
            _ => None,
        }
    }
}
