//! Checks of verdicts on a program without recursion by runs of the interpreter, which do not believe the lowering.
//!
//! A counterexample is a path of the automaton, from which the answers of a run are read; the interpreter replays the
//! run. A proof is an invariant of the automaton, which is tested with random runs ([`held`](super::held)). The
//! automaton itself is compared with the interpreter on paths to its edges ([`lockstep`](super::lockstep)).

use super::held::Held;
use super::lockstep::Compared;
use super::random::random_answers;
use super::replay::{check_run, ErrorRun, RecordedAnswer, ReplayError};
use crate::base::Budget;
use crate::c::lower::AnsweredAsk;
use crate::c::run::floats::libm;
use crate::c::run::open::run;
use crate::c::run::options::{End, RunError, RunOptions};
use crate::c::{Failure, Pos, Program, Source, SourceMap, Target};
use crate::evidence::program::{check_path_within, cover, CoverOptions, Coverage};
use crate::evidence::{CheckError, Condition};
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, Path};

/// The reason why a run of the automaton is none of a function alone.
const WEAKER: &str =
    "contracts are used for some indices and turns of loops, and the run breaks them elsewhere (--loop-contracts off)";

/// The reason why a counterexample is none on this machine.
const OF_LIBM: &str =
    "the counterexample rests on a result of `math.h` that is open, and with that of this machine there is no error";
/// The number of random runs with which a proof is tested.
const RUNS: u64 = 20;
/// The number of steps of each random run.
const STEPS: u64 = 10_000;

impl<L: Target> Source<L> {
    /// The options of its runs; `None` over reals, which the interpreter does not know.
    pub fn run_options(&self) -> Option<RunOptions> {
        RunOptions::of(self.options())
    }

    /// Checks that the program violates its property if the interpreter carries it out with the answers of a run. The
    /// result is the failure and its place.
    ///
    /// # Errors
    ///
    /// The condition that does not hold.
    pub fn check_error_run(&self, run: &ErrorRun, budget: &Budget) -> Result<(Failure, Pos), CheckError> {
        let mut options = self.run_options().unwrap_or_default();
        options.steps = run.steps;
        check_for_machine(&self.program, &options, &run.answers, budget)
    }
}

/// Answers as a replay takes them.
pub(super) fn recorded(answers: Vec<AnsweredAsk>) -> Vec<RecordedAnswer> {
    let record = |a: AnsweredAsk| RecordedAnswer { pos: a.ask.pos, kind: a.ask.kind, value: a.value };
    answers.into_iter().map(record).collect()
}

impl Source {
    /// The answers that the program gets on a path of the automaton.
    ///
    /// # Errors
    ///
    /// If the path is no run of the automaton.
    pub fn answers(&self, path: &Path) -> Result<Vec<RecordedAnswer>, CheckError> {
        Ok(recorded(self.lowered.answers(path).map_err(Condition::Path)?))
    }

    /// The automaton without the edges to unsupported points; `None` if it has no such edges. A counterexample of it is
    /// one of the program, but a proof of it proves nothing about the program.
    pub fn closed(&self) -> Option<Cfa> {
        let map = &self.lowered.map;
        map.has_unsupported().then(|| self.lowered.cfa.closed(|edge| map.unsupported(edge).is_some()))
    }

    /// Checks that a path does not end at an unsupported point.
    fn is_supported(&self, path: &Path) -> Result<(), CheckError> {
        let last = path.steps.last().map(|step| step.edge);
        last.map_or(Ok(()), |edge| is_supported(&self.program, &self.lowered.map, edge))
    }

    /// Checks that a path is a run of the automaton to its error location, and that the program violates its property
    /// if the interpreter carries it out with the values of the path. The result is the failure and its place. Over
    /// reals, where nothing can be carried out, the automaton is believed and there is no result.
    ///
    /// # Errors
    ///
    /// The condition that does not hold.
    pub fn check_path(&self, path: &Path, budget: &Budget) -> Result<Option<(Failure, Pos)>, CheckError> {
        check_path_within(&self.lowered.cfa, path, budget)?;
        self.is_supported(path)?;
        let mut options = match self.run_options() {
            Some(options) => options,
            None => return Ok(None),
        };
        // A run that differs from that of the path may not end, so its steps are bounded.
        options.steps += 10 * path.steps.len() as u64;
        let found = check_for_machine(&self.program, &options, &self.answers(path)?, budget);
        let is_weaker = self.program.has_chosen_indices || self.program.has_loop_contracts;
        match (found, path.steps.last()) {
            (Err(CheckError::Replay(_)), Some(last)) if is_weaker => {
                let (line, column) = self.program.lines.line_and_column(self.lowered.map.place(last.edge));
                Err(CheckError::Unsupported { line, column, reason: WEAKER.to_string() })
            }
            (found, _) => found.map(Some),
        }
    }

    /// Tests a proof with random runs of the program: no run may violate the property, or leave the invariant.
    ///
    /// # Errors
    ///
    /// The violation that was found, or the limit of the budget that was reached. A run that is given up is no error.
    pub fn check_runs(&self, invariant: &InvariantMap, budget: &Budget) -> Result<(), CheckError> {
        let options = match self.run_options() {
            Some(options) => options,
            None => return Ok(()),
        };
        let (cfa, map) = (&self.lowered.cfa, &self.lowered.map);
        check_runs(&self.program, options, (cfa, map), invariant, budget)
    }

    /// Compares the automaton with the interpreter, state by state, on a path to each edge that a bounded search
    /// reaches ([`cover`](crate::evidence::program::cover)). The result says how many edges were reached; over reals
    /// there is none.
    ///
    /// # Errors
    ///
    /// The first difference, or the limit of the budget that was reached.
    pub fn check_paths(
        &self,
        options: &CoverOptions,
        budget: &Budget,
    ) -> Result<Option<Coverage>, CheckError> {
        let rules = match self.run_options() {
            Some(rules) => rules,
            None => return Ok(None),
        };
        let (cfa, map) = (&self.lowered.cfa, &self.lowered.map);
        let compared = Compared::new(&self.program, cfa, map);
        let mut show = |path: &Path, end| {
            let answers = self.answers(path)?;
            compared.check((path, end), &answers, &rules, budget)
        };
        cover(cfa, options, budget, &mut show).map(Some)
    }
}

/// Checks that an edge does not lead to an unsupported point.
pub(in crate::c) fn is_supported(program: &Program, map: &SourceMap, edge: EdgeId) -> Result<(), CheckError> {
    match map.unsupported(edge) {
        None => Ok(()),
        Some(reason) => {
            let (line, column) = program.lines.line_and_column(map.place(edge));
            Err(CheckError::Unsupported { line, column, reason: reason.to_string() })
        }
    }
}

/// Checks that answers lead the program to an error, and that they do so, too, if this machine's libm gives the results
/// of `math.h` that are open. The result is the error and its place.
pub(in crate::c) fn check_for_machine(
    program: &Program,
    options: &RunOptions,
    answers: &[RecordedAnswer],
    budget: &Budget,
) -> Result<(Failure, Pos), CheckError> {
    let found = check_run(program, options, answers, budget).map_err(of_replay)?;
    if program.function_named(libm::ANY).is_none() {
        return Ok(found);
    }
    let of_machine = RunOptions { platform: true, ..*options };
    match check_run(program, &of_machine, answers, budget) {
        Ok(again) if again == found => Ok(found),
        Err(ReplayError::Run(RunError::Limit(limit))) => Err(CheckError::Limit(limit)),
        Ok(_) | Err(_) => {
            let (line, column) = program.lines.line_and_column(found.1);
            Err(CheckError::Unsupported { line, column, reason: OF_LIBM.to_string() })
        }
    }
}

/// Turns the failure of a replay into the reason why evidence is not believed.
pub(in crate::c) fn of_replay(error: ReplayError) -> CheckError {
    match error {
        ReplayError::Run(RunError::Limit(limit)) => CheckError::Limit(limit),
        ReplayError::Run(RunError::Unsupported { line, column, reason, .. }) => {
            CheckError::Unsupported { line, column, reason }
        }
        error => CheckError::Replay(error.to_string()),
    }
}

/// Tests a proof about an automaton with random runs of the program that the automaton was made from.
pub(in crate::c) fn check_runs(
    program: &Program,
    options: RunOptions,
    automaton: (&Cfa, &SourceMap),
    invariant: &InvariantMap,
    budget: &Budget,
) -> Result<(), CheckError> {
    let run_budget = budget.child();
    let held = Held::new(program, automaton, invariant, run_budget.canceller(), budget);
    let mut held = held.map_err(CheckError::Limit)?;
    let options = RunOptions { steps: STEPS, ..options };
    for seed in 0..RUNS {
        let mut oracle = random_answers(program, seed);
        let run = run(program, &options, &mut oracle, &mut held, &run_budget);
        if let Some(pos) = held.broken {
            let (line, column) = program.lines.line_and_column(pos);
            return Err(CheckError::Left { line, column });
        }
        match run {
            Ok(run) if matches!(run.end, End::Error(..)) => {
                return Err(CheckError::Reached(run.end.text(&program.lines)));
            }
            Err(RunError::Limit(limit)) => return Err(CheckError::Limit(limit)),
            _ => {}
        }
    }
    Ok(())
}
