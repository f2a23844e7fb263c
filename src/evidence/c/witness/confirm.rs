//! The check of a violation witness: the search for a run that follows it into the error.
//!
//! Runs are tried one after the other. A question of the run is a choice between a few values: those that the witness
//! names come first, and then 0, 1 and others. When a run leaves the way, or ends, the last choice that has another
//! value left is changed.

use super::super::machine::run;
use super::super::number::{Integer, Numbers, Rules};
use super::super::options::{End, RunError, RunOptions};
use super::super::replay::{check_run, Answer};
use super::super::watch::{Observer, View};
use super::error::WitnessError;
use super::follow::Follower;
use super::format::{Content, WaypointKind, Witness};
use super::plan::Plan;
use super::targets::Targets;
use crate::base::Budget;
use crate::input::c::{Ask, AskKind, ExprId, Failure, ObjectId, Pos, Program};
use std::cell::RefCell;

/// Values that are tried where the witness names none.
const USUAL: [i128; 4] = [0, 1, -1, 2];
/// The most values that one question has.
const MOST_VALUES: usize = 12;
/// Segments ahead in which values for a variable are looked for.
const AHEAD: usize = 16;
/// Runs that may be long.
const LONG_RUNS: u64 = 4;

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConfirmOptions {
    /// The rules of each run; the property decides which ends are errors.
    pub run: RunOptions,
    /// The most runs. Default 1000.
    pub runs: u64,
    /// If runs were given up for their length and none was found, a few may be as long as this. Default 2^30 steps.
    pub long: u64,
}

impl Default for ConfirmOptions {
    fn default() -> ConfirmOptions {
        ConfirmOptions { run: RunOptions::default(), runs: 1000, long: 1 << 30 }
    }
}

/// A run that confirms a violation witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmed {
    /// The error.
    pub failure: Failure,
    /// Its place.
    pub pos: Pos,
    /// The answers that lead to it; [`check_run`](super::super::check_run) accepts them.
    pub answers: Vec<Answer>,
    /// The number of runs that were tried.
    pub runs: u64,
}

/// A choice in a run.
#[derive(Clone, Debug)]
struct Choice {
    values: Vec<i128>,
    taken: usize,
}

impl Witness {
    /// Searches for a run that follows a violation witness into the error at its target.
    ///
    /// A run passes the waypoints in their order; the search first takes a waypoint that is reached and not passed as a
    /// departure from the way, and then lets such runs go on, too. The run that is found is replayed by
    /// [`check_run`](super::super::check_run). The witness is not asked whether it is about this program; see
    /// [`Metadata::check_task`](super::Metadata::check_task).
    ///
    /// # Errors
    ///
    /// If the witness is none of a violation, if it does not fit the program, or if no run is found within the limits.
    pub fn confirm(
        &self,
        program: &Program,
        options: &ConfirmOptions,
        budget: &Budget,
    ) -> Result<Confirmed, WitnessError> {
        let segments = match &self.content {
            Content::Violation(segments) => segments,
            Content::Correctness(_) => return Err(WitnessError::OtherKind),
        };
        let plan = Plan::new(program, segments, budget)?;
        let mut search = Search {
            program,
            plan: &plan,
            targets: Targets::new(program),
            rules: options.run,
            is_cut_off: false,
            runs: 0,
            passed: 0,
            error: None,
        };
        let mut found = search.all_runs(true, options.runs / 2, budget)?;
        if found.is_none() {
            found = search.all_runs(false, options.runs, budget)?;
        }
        if found.is_none() && search.is_cut_off {
            search.rules.steps = options.long.max(options.run.steps);
            found = search.all_runs(true, search.runs + LONG_RUNS, budget)?;
        }
        let answers = match found {
            Some(answers) => answers,
            None => {
                return Err(WitnessError::NotConfirmed {
                    runs: search.runs,
                    passed: search.passed,
                    segments: segments.len(),
                    error: search.error,
                })
            }
        };
        let (failure, pos) =
            check_run(program, &search.rules, &answers, budget).map_err(WitnessError::Replay)?;
        Ok(Confirmed { failure, pos, answers, runs: search.runs })
    }
}

struct Search<'p> {
    program: &'p Program,
    plan: &'p Plan,
    targets: Targets,
    /// The rules of the present runs.
    rules: RunOptions,
    /// A run was given up for its length.
    is_cut_off: bool,
    runs: u64,
    passed: usize,
    error: Option<RunError>,
}

impl Search<'_> {
    /// Tries runs until one follows the witness, until this many runs were made in all, or until there are no more.
    fn all_runs(
        &mut self,
        is_strict: bool,
        most: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<Answer>>, WitnessError> {
        let mut choices: Vec<Choice> = Vec::new();
        while self.runs < most {
            budget.check().map_err(WitnessError::Limit)?;
            self.runs += 1;
            if let Some(answers) = self.one_run(is_strict, &mut choices, budget) {
                return Ok(Some(answers));
            }
            while choices.last().map_or(false, |choice| choice.taken + 1 >= choice.values.len()) {
                choices.pop();
            }
            match choices.last_mut() {
                Some(choice) => choice.taken += 1,
                None => break,
            }
        }
        Ok(None)
    }

    /// Makes a run by choices, which are extended as the run asks.
    fn one_run(
        &mut self,
        is_strict: bool,
        choices: &mut Vec<Choice>,
        budget: &Budget,
    ) -> Option<Vec<Answer>> {
        let budget = budget.child();
        let follower = RefCell::new(Follower::new(self.plan, is_strict, budget.canceller()));
        let mut answers: Vec<Answer> = Vec::new();
        let mut oracle = |ask: &Ask| {
            let follower = follower.try_borrow().ok().filter(|follower| !follower.is_dead)?;
            if answers.len() == choices.len() {
                choices.push(Choice { values: self.values(ask, follower.at), taken: 0 });
            }
            let choice = choices.get(answers.len())?;
            let value = choice.values.get(choice.taken).copied()?;
            answers.push(Answer { pos: ask.pos, kind: ask.kind, value });
            Some(value)
        };
        let done = run(self.program, &self.rules, &mut oracle, &mut Shared(&follower), &budget);
        // Choices behind the point at which a run left the way do not matter.
        choices.truncate(answers.len());
        let follower = follower.into_inner();
        self.passed = self.passed.max(follower.at);
        match done {
            Ok(done) => {
                self.is_cut_off |= matches!(done.end, End::OutOfSteps(_));
                follower.is_at_target(done.end).then_some(answers)
            }
            Err(error) => {
                if !follower.is_dead {
                    self.error = Some(error);
                }
                None
            }
        }
    }

    /// The values to try for a question, the likely ones first.
    fn values(&self, ask: &Ask, at: usize) -> Vec<i128> {
        let program = self.plan.expressions.program();
        let ahead = self.plan.parts.get(at..).unwrap_or(&[]);
        let mut list: Vec<i128> = Vec::new();
        let mut constants: Vec<i128> = Vec::new();
        let object: Option<ObjectId> = self.targets.object(ask);
        for part in ahead.iter().take(AHEAD) {
            let condition = match &part.follow.condition {
                Some(condition) => condition,
                None => continue,
            };
            if part.follow.kind == WaypointKind::FunctionReturn {
                // The library makes its result of the value, or of what is as far below 0.
                if program.lines.library_function(ask.pos).is_some() {
                    let values = condition.constants.iter().filter(|&&c| condition.holds_for(program, c));
                    list.extend(values.flat_map(|&c| [c, -1 - c]));
                    break;
                }
                let is_here =
                    ask.kind == AskKind::Call && self.targets.close(ask.pos) == Some(part.follow.pos);
                if !is_here {
                    continue;
                }
                let near =
                    condition.constants.iter().flat_map(|&c| [Some(c), c.checked_add(1), c.checked_sub(1)]);
                let likely = near.flatten().chain(USUAL).filter(|&value| condition.holds_for(program, value));
                list.extend(likely);
                // A later return of the same call is one to a later question.
                break;
            }
            let known = condition.equalities.iter().filter(|(known, _)| Some(*known) == object);
            list.extend(known.map(|&(_, value)| value));
            constants.extend(&condition.constants);
        }
        list.extend(USUAL.iter().take(2));
        for constant in constants {
            list.extend(
                [Some(constant), constant.checked_add(1), constant.checked_sub(1)].into_iter().flatten(),
            );
        }
        list.extend(USUAL);
        let size = 8 * program.types.options().pointer_size();
        let rules = Rules { numbers: Numbers::Words, checks_overflow: false, checks_shifts: false };
        let wrapped = |value: i128| match Integer::of(&program.types, ask.ty) {
            Some(ty) => rules.convert(value, ty),
            None => value & ((1 << size) - 1),
        };
        let mut values: Vec<i128> = Vec::new();
        for value in list.into_iter().map(wrapped) {
            if !values.contains(&value) && values.len() < MOST_VALUES {
                values.push(value);
            }
        }
        values
    }
}

/// A follower to which the oracle looks, too.
struct Shared<'s, 'p>(&'s RefCell<Follower<'p>>);

impl Observer for Shared<'_, '_> {
    fn statement(&mut self, view: &View<'_>) {
        self.0.borrow_mut().statement(view);
    }

    fn branch(&mut self, pos: Pos, value: i128) {
        self.0.borrow_mut().branch(pos, value);
    }

    fn call(&mut self, call: crate::input::c::ExprId) {
        self.0.borrow_mut().call(call);
    }

    fn returned(&mut self, call: ExprId, value: Option<i128>) {
        self.0.borrow_mut().returned(call, value);
    }
}
