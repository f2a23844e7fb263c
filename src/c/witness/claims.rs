//! Checks a witness of correctness: its invariants are claims about the program, which are proved or refuted.
//!
//! A claim is an invariant at a location of the automaton: the expression has a value there, and the value is not 0.
//! The check has two steps.
//!
//! [`Claims::suffice`] asks whether the claims alone prove themselves and the property. The heads of loops cut the
//! automaton: a fresh solver refutes that a path from a head, in a state that satisfies its claims, reaches a false
//! claim or an error. Nothing is assumed at the head of a loop without claims.
//!
//! Claims may be true but too weak for that. [`Claims::annotated`] is an automaton that has an error where the program
//! has one, and where a claim is false. So behind a claim the claim holds, and an engine may use it. A proof of this
//! automaton proves all claims and the program. A counterexample goes to [`Claims::judge`], where the interpreter
//! decides whether the program or a claim is wrong.

use super::correctness::PlacedInvariants;
use super::error::WitnessError;
use super::format::Witness;
use super::observe::{Found, Watch};
use crate::base::Budget;
use crate::c::check::random::random_answers;
use crate::c::check::replay::ReplayError;
use crate::c::run::number::Numbers;
use crate::c::run::open::run;
use crate::c::run::options::{RunError, RunOptions};
use crate::c::{Ask, Failure, Source};
use crate::evidence::program::{check_path, no_way_out, Annotation};
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::model::cfa::{Cfa, LocId, Path};
use crate::model::reduce::program::annotate;
use crate::solver::term::TermId;
use std::fmt;

/// The number of random runs with which proved claims are tested.
const RUNS: u64 = 20;
/// The number of steps of each random run.
const STEPS: u64 = 10_000;

/// The claims of a witness about a program.
#[derive(Clone, Debug)]
pub struct Claims<'s> {
    source: &'s Source,
    placed: PlacedInvariants,
    /// The formulas of all claims. An invariant has one at each location of its place.
    list: Vec<(LocId, TermId)>,
    /// The program's automaton, in whose store the formulas are.
    cfa: Cfa,
    annotated: Cfa,
}

/// The reason why a witness of correctness is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refutation {
    /// The program violates its property.
    Program {
        /// The violation.
        failure: Failure,
        /// The line of the violation, counted from 1.
        line: usize,
        /// The column of the violation, counted from 1.
        column: usize,
        /// The run.
        path: Path,
    },
    /// A run reaches an invariant, and the expression is 0 or has no value there.
    Invariant {
        /// The invariant in words.
        invariant: String,
        /// Whether the expression has no value: an operator overflows, divides by zero or shifts by too much.
        has_no_value: bool,
        /// The run; `None` if a random run has found it.
        path: Option<Path>,
    },
}

impl Refutation {
    /// The run, as a path of the program's automaton.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Refutation::Program { path, .. } => Some(path),
            Refutation::Invariant { path, .. } => path.as_ref(),
        }
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refutation::Program { failure, line, column, .. } => {
                write!(
                    f,
                    "the program violates the property: {} at line {}, column {}",
                    failure, line, column
                )
            }
            Refutation::Invariant { invariant, has_no_value: false, .. } => {
                write!(f, "{} is false on a run", invariant)
            }
            Refutation::Invariant { invariant, .. } => write!(
                f,
                "{} has no value on a run: an operator overflows, divides by zero or shifts by too much",
                invariant
            ),
        }
    }
}

impl Witness {
    /// The claims of a witness of correctness about a program. They are not checked yet.
    ///
    /// # Errors
    ///
    /// As [`Witness::invariants`]; and if the program was not lowered over words, or if the automaton has no number for
    /// a part of an expression.
    pub fn claims<'s>(&self, source: &'s Source, budget: &Budget) -> Result<Claims<'s>, WitnessError> {
        is_of_words(source)?;
        let placed = self.invariants(&source.program, budget)?;
        let mut cfa = source.lowered.cfa.clone();
        let list = placed.formulas(&mut cfa, &source.lowered)?.concat();
        let annotated = annotate(&cfa, &list).cfa;
        Ok(Claims { source, placed, list, cfa, annotated })
    }
}

/// Refuses a program that was not lowered over words.
pub(super) fn is_of_words(source: &Source) -> Result<(), WitnessError> {
    let is_of_words = source.run_options().map_or(false, |options| options.numbers == Numbers::Words);
    if is_of_words {
        Ok(())
    } else {
        Err(WitnessError::Numbers)
    }
}

impl Claims<'_> {
    /// Whether the claims alone prove themselves and the property. If not, they may still be true.
    ///
    /// # Errors
    ///
    /// The limit that ended the check, or a failure of the solver.
    pub fn suffice(&self, options: &CheckOptions, budget: &Budget) -> Result<bool, CheckError> {
        let mut terms = self.cfa.terms().clone();
        let annotation = Annotation::new(&self.cfa, &mut terms, &self.list);
        no_way_out(&self.cfa, &mut terms, &annotation, options, budget)
    }

    /// The automaton whose error location is reached if the property is violated or a claim is false.
    pub fn annotated(&self) -> &Cfa {
        &self.annotated
    }

    /// Finds out why the witness is wrong, from a path of the annotated automaton into its error. The interpreter
    /// carries out the run.
    ///
    /// # Errors
    ///
    /// If it is no path into the error, or if the interpreter finds neither an error of the program nor a false claim.
    pub fn judge(&self, path: &Path, budget: &Budget) -> Result<Refutation, CheckError> {
        check_path(&self.annotated, path)?;
        let program = &self.source.program;
        let last = match path.steps.split_last() {
            Some((last, _)) => last.edge.index(),
            None => return Err(Condition::EndsAtError.into()),
        };
        if last < self.cfa.edges().len() {
            let (failure, pos) = match self.source.check_path(path, budget)? {
                Some(found) => found,
                None => return Err(Condition::EndsAtError.into()),
            };
            let (line, column) = program.lines.line_and_column(pos);
            return Ok(Refutation::Program { failure, line, column, path: path.clone() });
        }
        let mut before = path.clone();
        before.steps.pop();
        let answers = self.source.answers(&before)?;
        let mut answers = answers.iter().map(|answer| answer.value);
        let mut oracle = |_: &Ask| answers.next();
        let steps = 10 * path.steps.len() as u64;
        match self.watched(&mut oracle, steps + RunOptions::default().steps, budget)? {
            Ok(found) => Ok(self.refutation(found, Some(before))),
            Err(end) => Err(CheckError::Replay(ReplayError::NoError(end).to_string())),
        }
    }

    /// Tests the claims with random runs of the program, which the interpreter carries out.
    ///
    /// # Errors
    ///
    /// The limit of the budget that was reached. A run that is given up is no error.
    pub fn check_runs(&self, budget: &Budget) -> Result<Option<Refutation>, CheckError> {
        for seed in 0..RUNS {
            let mut oracle = random_answers(&self.source.program, seed);
            match self.watched(&mut oracle, STEPS, budget) {
                Ok(Ok(found)) => return Ok(Some(self.refutation(found, None))),
                Err(CheckError::Limit(limit)) => return Err(CheckError::Limit(limit)),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Runs the program until a claim is false. If none is, the result is the end of the run in words.
    fn watched(
        &self,
        oracle: &mut dyn FnMut(&Ask) -> Option<i128>,
        steps: u64,
        budget: &Budget,
    ) -> Result<Result<Found, String>, CheckError> {
        let program = &self.source.program;
        let options = self.source.run_options().unwrap_or_default();
        let budget_of_run = budget.child();
        let mut watch = Watch::new(&self.placed, budget_of_run.canceller());
        let options = RunOptions { steps, ..options };
        let mut answer = |ask: &Ask| oracle(ask);
        let done = run(program, &options, &mut answer, &mut watch, &budget_of_run);
        match (watch.found, done) {
            (Some(found), _) => Ok(Ok(found)),
            (None, Ok(done)) => Ok(Err(done.end.text(&program.lines))),
            (None, Err(RunError::Limit(limit))) => Err(CheckError::Limit(limit)),
            (None, Err(error)) => Err(CheckError::Replay(ReplayError::Run(error).to_string())),
        }
    }

    fn refutation(&self, found: Found, path: Option<Path>) -> Refutation {
        let invariant = self.placed.list.get(found.invariant).map_or(String::new(), |known| known.text());
        Refutation::Invariant { invariant, has_no_value: found.has_no_value, path }
    }
}
