//! Programs that have one run, which ends without an error: that run is the proof.
//!
//! A program that asks for nothing does the same each time. Its proof needs no invariant: the interpreter carries out
//! the program and sees the end. The evidence is the number of steps, and the check carries out the program again.
//!
//! The run is *determined* ([`RunOptions::determined`]): a question ends it without a verdict. An object without
//! initialiser, a byte of the heap and a parameter of `main` have no value, and the run continues as long as nothing
//! reads them. A call of an undefined function and a read of an arbitrary volatile object are questions, too.
//!
//! A verdict must not rest on what C leaves undefined, but for overflow. So divisors, bounds, shifts and the heap are
//! always checked. A run counts as a proof only if the program returns, stops itself, or reaches an assumption that is
//! false.
//!
//! The interpreter and the automaton both evaluate operands from left to right, so no other order of evaluation makes a
//! second run.

use crate::base::Budget;
use crate::c::run::number::Numbers;
use crate::c::run::open::run;
use crate::c::run::options::{End, Quiet, RunError, RunOptions};
use crate::c::{Check, Checks, Program, Source, Target};
use crate::evidence::{CheckError, OneRun};

/// The number of steps after which the run is given up.
const MOST_STEPS: u64 = 10_000_000;

/// The number of bytes that the run may hold.
const MEMORY: u64 = 1 << 26;

impl<L: Target> Source<L> {
    /// Finds the one run of the program, if it has no other run and ends within the limits.
    ///
    /// # Errors
    ///
    /// The reason why there is no such run, or the limit of the budget that was reached.
    pub fn one_run(&self, budget: &Budget) -> Result<OneRun, CheckError> {
        self.has_all_runs()?;
        determined(&self.program, self.run_options(), MOST_STEPS, budget)
    }

    /// Checks that the program has one run, which ends without an error after the number of steps that the claim says.
    /// A claim of more steps than [`Source::one_run`] makes is not believed.
    ///
    /// # Errors
    ///
    /// The reason why the claim is false, or the limit of the budget that was reached.
    pub fn check_one_run(&self, claim: OneRun, budget: &Budget) -> Result<(), CheckError> {
        self.has_all_runs()?;
        match determined(&self.program, self.run_options(), claim.steps.min(MOST_STEPS), budget)? {
            found if found == claim => Ok(()),
            found => Err(CheckError::OneRun(format!("it has {} steps and not {}", found.steps, claim.steps))),
        }
    }

    /// A loop that is one turn has more turns than the first one, which a run has.
    fn has_all_runs(&self) -> Result<(), CheckError> {
        match self.program.has_loop_contracts || self.program.has_chosen_indices {
            false => Ok(()),
            true => Err(CheckError::OneRun("contracts of loops stand for further runs".to_string())),
        }
    }
}

/// Carries out a program for at most `steps` steps. A question of the program is an error.
fn determined(
    program: &Program,
    rules: Option<RunOptions>,
    steps: u64,
    budget: &Budget,
) -> Result<OneRun, CheckError> {
    let other = |reason: String| Err(CheckError::OneRun(reason));
    let rules = match rules.filter(|rules| rules.numbers == Numbers::Words) {
        Some(rules) => rules,
        None => return other("it is a run over words, and the integers of this program are not".to_string()),
    };
    let mut checks = rules.checks;
    checks.add(Checks::of(&[
        Check::Division,
        Check::Bounds,
        Check::Memory,
        Check::Shifts,
        Check::Conversions,
    ]));
    let options = RunOptions { determined: true, checks, steps, memory: MEMORY, ..rules };
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
