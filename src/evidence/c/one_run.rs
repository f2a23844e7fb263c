//! Programs that have one run, which ends without an error: that run is the proof.
//!
//! A program that asks for nothing does the same each time. Its proof needs no invariant: the interpreter carries the
//! program out and sees the end. The evidence is the number of steps, and the check carries the program out again.
//!
//! The run is *determined* ([`RunOptions::determined`]): a question ends it without a verdict. An object without
//! initialiser, a byte of the heap and a parameter of `main` have no value, and the run goes on as long as nothing
//! reads them. A function without definition and a volatile object that is arbitrary are questions, too.
//!
//! A verdict must not rest on what C leaves undefined, but for overflow. So divisors, bounds, shifts and the heap are
//! always checked, and of the quiet ends those count in which the program returns, stops, or assumes
//! something false.
//! The interpreter and the automaton both evaluate operands from left to right, so a program has no second run by
//! another order.

use super::machine::run;
use super::number::Numbers;
use super::options::{End, Quiet, RunError, RunOptions};
use crate::base::Budget;
use crate::evidence::pieces::{has_head, read_number};
use crate::evidence::CheckError;
use crate::input::c::SomeSource;
use crate::input::ParseError;

/// The first line of the file.
const HEAD: &str = "one run";

/// Steps after which the run is given up.
const MOST_STEPS: u64 = 10_000_000;

/// Bytes that the run may hold.
const MEMORY: u64 = 1 << 26;

/// The claim that a program has one run, which ends without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneRun {
    /// Statements, evaluations of loop conditions, and calls.
    pub steps: u64,
}

impl OneRun {
    /// Whether a file has such a claim, told by its first line.
    pub fn is_here(bytes: &[u8]) -> bool {
        has_head(bytes, HEAD)
    }

    /// The text of the file.
    pub fn to_text(self) -> String {
        format!("{}\nsteps {}\n", HEAD, self.steps)
    }

    /// Reads the text of [`OneRun::to_text`].
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place.
    pub fn read(bytes: &[u8]) -> Result<OneRun, ParseError> {
        read_number(bytes, HEAD, "steps").map(|steps| OneRun { steps })
    }
}

impl SomeSource {
    /// The one run of the program, if it has no other and the end comes soon.
    ///
    /// # Errors
    ///
    /// The reason why there is none, or the limit of the budget that was reached.
    pub fn one_run(&self, budget: &Budget) -> Result<OneRun, CheckError> {
        determined(self, MOST_STEPS, budget)
    }

    /// Checks that the program has one run, which ends after the steps of the claim without an error. No claim of more
    /// steps than a search makes is followed.
    ///
    /// # Errors
    ///
    /// The reason why that is not so, or the limit of the budget that was reached.
    pub fn check_one_run(&self, claim: OneRun, budget: &Budget) -> Result<(), CheckError> {
        match determined(self, claim.steps.min(MOST_STEPS), budget)? {
            found if found == claim => Ok(()),
            found => {
                let reason = format!("it has {} steps and not {}", found.steps, claim.steps);
                Err(CheckError::OneRun(reason))
            }
        }
    }
}

/// Carries out a program that is to ask for nothing, with at most this many steps.
fn determined(source: &SomeSource, steps: u64, budget: &Budget) -> Result<OneRun, CheckError> {
    let other = |reason: String| Err(CheckError::OneRun(reason));
    let rules = match source.run_options().filter(|rules| rules.numbers == Numbers::Words) {
        Some(rules) => rules,
        None => return other("it is a run over words, and the integers of this program are not".to_string()),
    };
    let options = RunOptions {
        determined: true,
        check_division: true,
        check_bounds: true,
        check_memory: true,
        check_shifts: true,
        steps,
        memory: MEMORY,
        ..rules
    };
    let program = source.program();
    match run(program, &options, &mut |_| None, &mut (), budget) {
        Ok(done) => match done.end {
            End::Quiet(Quiet::Returned | Quiet::Stopped | Quiet::Assumption, _) => {
                Ok(OneRun { steps: done.steps })
            }
            End::Quiet(Quiet::Undefined | Quiet::NoFunction | Quiet::NoObject, _)
            | End::Error(..)
            | End::OutOfAnswers(_)
            | End::OutOfSteps(_) => other(done.end.text(&program.lines)),
        },
        Err(RunError::Limit(limit)) => Err(CheckError::Limit(limit)),
        Err(error @ (RunError::Unsupported { .. } | RunError::NoMain | RunError::Memory)) => {
            other(error.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_read_again() {
        let claim = OneRun { steps: 17 };
        assert_eq!(OneRun::read(claim.to_text().as_bytes()), Ok(claim));
        assert_eq!(OneRun::read(b"one run\r\nsteps 17\r\n\n"), Ok(claim));
        for text in ["", "one", "one run", "one run\nsteps", "one run\nsteps x", "one run\nsteps -1\n"] {
            assert!(OneRun::read(text.as_bytes()).is_err(), "{}", text);
        }
        for text in
            ["one run\nsteps \n", "one run\nsteps 99999999999999999999\n", "one run\nsteps 1\nsteps 2\n"]
        {
            assert!(OneRun::read(text.as_bytes()).is_err(), "{}", text);
        }
    }
}
