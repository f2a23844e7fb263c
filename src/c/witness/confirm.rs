//! Checks a violation witness by a search for a run that follows its waypoints into the error.
//!
//! Runs are tried one after the other. Each question of a run is a choice between a few values: those that the witness
//! names come first, and then 0, 1 and others. If a run reaches a waypoint whose constraint is false, the choices that
//! the constraint is about get the values that it needs. If a run fails in another way, the last choice that has a
//! further value takes it.

use super::choices::{repair, Choice, Lack};
use super::error::WitnessError;
use super::follow::Follower;
use super::format::{Content, WaypointKind, Witness};
use super::plan::Plan;
use super::targets::Targets;
use crate::base::Budget;
use crate::c::check::replay::{check_run, replay, RecordedAnswer};
use crate::c::run::number::{Integer, Numbers, Rules};
use crate::c::run::open::run;
use crate::c::run::options::{End, RunError, RunOptions};
use crate::c::run::watch::{Observer, Stored, View};
use crate::c::{Ask, AskKind, ExprId, ExprKind, Failure, FloatingKind, ObjectId, Pos, Program};
use std::cell::RefCell;

/// The values that are tried if the witness names none.
const USUAL: [i128; 4] = [0, 1, -1, 2];
/// The most values that are tried for one question.
const MOST_VALUES: usize = 16;
/// The number of next segments in which values for a question are searched.
const AHEAD: usize = 16;
/// The number of runs that may be long.
const LONG_RUNS: u64 = 4;

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConfirmOptions {
    /// The options of each run; the property decides which ends are errors.
    pub run: RunOptions,
    /// The most runs. Default 1000.
    pub runs: u64,
    /// The most steps of the few long runs that are tried at the end, if runs were given up for their length and none
    /// was found. Default 2^30.
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
    /// The answers that lead to it; [`check_run`](crate::c::check_run) accepts them.
    pub answers: Vec<RecordedAnswer>,
    /// The number of runs that were tried.
    pub runs: u64,
}

impl Witness {
    /// Searches for a run that follows a violation witness into the error at its target.
    ///
    /// A run passes the waypoints in their order. In a first search, a run that reaches a waypoint whose constraint is
    /// false has left the witness. In a second search, such a run may pass the waypoint at a later visit, unless it is
    /// a branching. The run that is found is replayed by [`check_run`](crate::c::check_run). Whether the witness is
    /// about this program is not checked here; see [`Metadata::check_task`](super::Metadata::check_task).
    ///
    /// # Errors
    ///
    /// If it is no witness of a violation, if it does not fit the program, or if no run is found within the limits.
    pub fn confirm(
        &self,
        program: &Program,
        options: &ConfirmOptions,
        budget: &Budget,
    ) -> Result<Confirmed, WitnessError> {
        let plan = self.plan(program, budget)?;
        let mut search = Search {
            program,
            plan: &plan,
            targets: Targets::new(program),
            constants: constants(program),
            rules: options.run,
            is_cut_off: false,
            is_free: false,
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
                    segments: plan.parts.len() + 1,
                    is_open: search.is_open(),
                    error: search.error,
                })
            }
        };
        let (failure, pos) =
            check_run(program, &search.rules, &answers, budget).map_err(WitnessError::Replay)?;
        Ok(Confirmed { failure, pos, answers, runs: search.runs })
    }

    /// Whether the run with these answers follows a violation witness into the error at its target. A waypoint other
    /// than a branching may be passed at a later visit of its place.
    ///
    /// # Errors
    ///
    /// As [`Witness::confirm`]; and if the run does not end in an error.
    pub fn is_followed_by(
        &self,
        program: &Program,
        options: &RunOptions,
        answers: &[RecordedAnswer],
        budget: &Budget,
    ) -> Result<bool, WitnessError> {
        let plan = self.plan(program, budget)?;
        let mut follower = Follower::new(&plan, false, Default::default());
        let (failure, pos) =
            replay(program, options, answers, &mut follower, budget).map_err(WitnessError::Replay)?;
        Ok(follower.is_at_target(End::Error(failure, pos)))
    }

    fn plan(&self, program: &Program, budget: &Budget) -> Result<Plan, WitnessError> {
        match &self.content {
            Content::Violation(segments) => Plan::new(program, segments, budget),
            Content::Correctness(_) => Err(WitnessError::OtherKind),
        }
    }
}

struct Search<'p> {
    program: &'p Program,
    plan: &'p Plan,
    targets: Targets,
    /// The options of the present runs.
    rules: RunOptions,
    /// The integer constants in the program's text.
    constants: Vec<i128>,
    /// Whether a run was given up for its length.
    is_cut_off: bool,
    /// Whether a run asked for a value that the witness does not tell.
    is_free: bool,
    runs: u64,
    passed: usize,
    error: Option<RunError>,
}

impl Search<'_> {
    /// Tries runs until one follows the witness, until `most` runs were made in all, or until no choice has a further
    /// value.
    fn all_runs(
        &mut self,
        is_strict: bool,
        most: u64,
        budget: &Budget,
    ) -> Result<Option<Vec<RecordedAnswer>>, WitnessError> {
        let mut choices: Vec<Choice> = Vec::new();
        while self.runs < most {
            budget.check().map_err(WitnessError::Limit)?;
            self.runs += 1;
            let mut attempt = Attempt { choices, answers: Vec::new() };
            let (is_found, lack) = self.one_run(is_strict, &mut attempt, budget);
            choices = attempt.choices;
            if is_found {
                return Ok(Some(attempt.answers));
            }
            if repair(&mut choices, &lack, &self.targets) {
                continue;
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

    /// Whether some run that was not tried may follow the witness.
    fn is_open(&self) -> bool {
        self.is_cut_off || self.is_free || self.error.is_some()
    }

    /// Makes a run with the choices of an attempt, to which each further question adds one. Returns whether the run
    /// follows the witness into the error, and which values it lacked otherwise.
    fn one_run(&mut self, is_strict: bool, attempt: &mut Attempt, budget: &Budget) -> (bool, Lack) {
        let budget = budget.child();
        let follower = RefCell::new(Follower::new(self.plan, is_strict, budget.canceller()));
        let shared = RefCell::new(attempt);
        let mut oracle = |ask: &Ask| {
            let at = follower.try_borrow().ok().filter(|follower| !follower.is_dead)?.at;
            let mut attempt = shared.try_borrow_mut().ok()?;
            let number = attempt.answers.len();
            if attempt.choices.get(number).map_or(false, |choice| choice.ask != *ask) {
                // An earlier choice was changed, so the run asks other questions, and the later choices are void.
                attempt.choices.truncate(number);
            }
            if attempt.choices.len() == number {
                attempt.choices.push(self.choice(ask, at));
            }
            let value = attempt.choices.get(number)?.value()?;
            attempt.answers.push(RecordedAnswer { pos: ask.pos, kind: ask.kind, value });
            Some(value)
        };
        let mut observer = Shared { follower: &follower, attempt: &shared };
        let done = run(self.program, &self.rules, &mut oracle, &mut observer, &budget);
        let attempt = shared.into_inner();
        // The run did not get as far as the later choices.
        attempt.choices.truncate(attempt.answers.len());
        self.is_free |= attempt.choices.iter().any(|choice| !choice.is_told);
        let follower = follower.into_inner();
        self.passed = self.passed.max(follower.at);
        let is_found = match done {
            Ok(done) => {
                self.is_cut_off |= matches!(done.end, End::OutOfSteps(_));
                follower.is_at_target(done.end)
            }
            Err(error) => {
                if !follower.is_dead {
                    self.error = Some(error);
                }
                false
            }
        };
        (is_found, follower.into_lack())
    }

    fn choice(&self, ask: &Ask, at: usize) -> Choice {
        let (values, is_told) = self.values(ask, at);
        Choice { ask: *ask, values, taken: 0, is_told, stored: None }
    }

    /// The values to try for a question, the likely ones first, and whether the witness tells the first one.
    fn values(&self, ask: &Ask, at: usize) -> (Vec<i128>, bool) {
        let program = self.plan.expressions.program();
        let ahead = self.plan.parts.get(at..).unwrap_or(&[]);
        let mut list: Vec<i128> = Vec::new();
        let mut constants: Vec<i128> = Vec::new();
        let object: Option<ObjectId> = self.targets.object(ask);
        let near = |c: i128| [Some(c), c.checked_add(1), c.checked_sub(1)].into_iter().flatten();
        for part in ahead.iter().take(AHEAD) {
            let condition = match &part.follow.condition {
                Some(condition) => condition,
                None => continue,
            };
            if part.follow.kind == WaypointKind::FunctionReturn {
                // The library computes its result from the value, or from its negation less one.
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
                let likely = condition.constants.iter().flat_map(|&c| near(c)).chain(USUAL);
                list.extend(likely.filter(|&value| condition.holds_for(program, value)));
                // A further return of the same call belongs to a later question.
                break;
            }
            let known = condition.equalities.iter().filter(|(known, _)| Some(*known) == object);
            list.extend(known.map(|&(_, value)| value));
            constants.extend(&condition.constants);
        }
        let is_told = !list.is_empty();
        list.extend(USUAL.iter().take(2));
        list.extend(constants.into_iter().flat_map(near));
        list.extend(USUAL);
        list.extend(&self.constants);
        let size = 8 * program.types.options().pointer_size() as u32;
        let size = program.types.floating_kind(ask.ty).map_or(size, FloatingKind::stored_bits);
        let rules = Rules::plain(Numbers::Words);
        let wrapped = |value: i128| match Integer::of(&program.types, ask.ty) {
            Some(ty) => rules.convert(value, ty),
            None if size >= 127 => value,
            None => value & ((1 << size) - 1),
        };
        let mut values: Vec<i128> = Vec::new();
        for value in list.into_iter().map(wrapped) {
            if !values.contains(&value) && values.len() < MOST_VALUES {
                values.push(value);
            }
        }
        (values, is_told)
    }
}

/// The integer constants in the text of a program.
fn constants(program: &Program) -> Vec<i128> {
    let mut found = Vec::new();
    for id in program.exprs() {
        let expr = program.expr(id);
        if let (ExprKind::Constant(pattern), Some(kind)) = (expr.kind, program.types.integer_kind(expr.ty)) {
            let value = program.types.options().value(kind, pattern);
            let is_new = !USUAL.contains(&value) && !found.contains(&value);
            if is_new && program.lines.library_function(expr.pos).is_none() {
                found.push(value);
            }
        }
        if found.len() >= MOST_VALUES {
            break;
        }
    }
    found
}

/// The choices of a run, and the answers that it has got so far.
struct Attempt {
    choices: Vec<Choice>,
    answers: Vec<RecordedAnswer>,
}

/// The observer of a run. It shares the follower and the choices with the oracle.
struct Shared<'s, 'a, 'p> {
    follower: &'s RefCell<Follower<'p>>,
    attempt: &'s RefCell<&'a mut Attempt>,
}

impl Observer for Shared<'_, '_, '_> {
    fn stored(&mut self, stored: &Stored) {
        let mut attempt = self.attempt.borrow_mut();
        let last = attempt.answers.len().checked_sub(1);
        if let Some(choice) = last.and_then(|last| attempt.choices.get_mut(last)) {
            choice.stored = Some(*stored);
        }
    }

    fn statement(&mut self, view: &View<'_>) {
        self.follower.borrow_mut().statement(view);
    }

    fn branch(&mut self, pos: Pos, value: i128) {
        self.follower.borrow_mut().branch(pos, value);
    }

    fn call(&mut self, call: ExprId) {
        self.follower.borrow_mut().call(call);
    }

    fn returned(&mut self, call: ExprId, value: Option<i128>) {
        self.follower.borrow_mut().returned(call, value);
    }
}
