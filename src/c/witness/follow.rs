//! Follows the waypoints of a violation witness during a run.
//!
//! The run passes the parts of the plan in order. Each event of the run, such as a statement or a branch, may pass the
//! waypoint at which the present part ends, or be one that the part has to avoid. Then the run is *dead* and is
//! stopped. When a run does not pass a waypoint, the follower notes which values it lacked, for the next attempt.

use super::choices::Lack;
use super::condition::Wish;
use super::format::WaypointKind;
use super::plan::{Plan, Step};
use crate::c::run::options::End;
use crate::c::run::watch::{Moment, Observer, View};
use crate::c::{ExprId, ExprKind, Failure, Pos, StmtKind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;

/// An event of a run that may pass a waypoint.
#[derive(Clone, Copy)]
enum Event<'a, 'v> {
    /// A statement comes next.
    Statement(&'a View<'v>),
    Branch(i128),
    Enter,
    Return(Option<i128>),
}

/// The state of a run with respect to the plan.
pub(super) struct Follower<'p> {
    plan: &'p Plan,
    /// Whether a waypoint has to be passed at the first visit of its place. A branching always has to.
    is_strict: bool,
    /// The number of parts that the run has passed.
    pub at: usize,
    /// Whether the run cannot follow the witness any more.
    pub is_dead: bool,
    /// Set when the run is dead, to stop it.
    flag: Arc<AtomicBool>,
    /// The places of the present statement, and of the labels before it.
    here: Vec<Pos>,
    is_behind_label: bool,
    /// The values that the run lacked when it last reached a waypoint without passing it.
    lack: Lack,
    /// The values that the run would need for the next assumption, before it has reached it.
    ahead: Lack,
    /// The number of statements before which `ahead` is still computed.
    patience: u32,
}

/// The number of statements behind a waypoint before which the values for the next assumption are computed.
const PATIENCE: u32 = 100;
/// The number of next waypoints among which an assumption is searched.
const AHEAD: usize = 3;

impl<'p> Follower<'p> {
    pub fn new(plan: &'p Plan, is_strict: bool, flag: Arc<AtomicBool>) -> Follower<'p> {
        Follower {
            plan,
            is_strict,
            at: 0,
            is_dead: false,
            flag,
            here: Vec::new(),
            is_behind_label: false,
            lack: Lack::default(),
            ahead: Lack::default(),
            patience: PATIENCE,
        }
    }

    /// Whether the run has passed all waypoints and ends in the error at the target.
    pub fn is_at_target(&self, end: End) -> bool {
        let (failure, pos) = match end {
            End::Error(failure, pos) => (failure, pos),
            _ => return false,
        };
        if self.is_dead || self.at < self.plan.parts.len() {
            return false;
        }
        let lines = &self.plan.expressions.program().lines;
        let mut target = self.plan.target.clone();
        // The target of such an error is the beginning of an expression, whose place the tree does not have, so only
        // the line is compared.
        if !matches!(failure, Failure::ReachError | Failure::AssertFail | Failure::Assertion | Failure::Label)
        {
            target.column = None;
        }
        self.here.iter().copied().chain([pos]).any(|place| target.is_at(lines, place))
    }

    /// Whether an event at a place passes a step; `None` if the step is about something else.
    fn passes(&self, step: &Step, pos: Pos, event: Event<'_, '_>) -> Option<bool> {
        let program = self.plan.expressions.program();
        if step.pos != pos {
            return None;
        }
        let holds = |view: Option<&View<'_>>, result| match &step.condition {
            Some(condition) => condition.value(program, view, result).map_or(false, |value| value != 0),
            None => true,
        };
        match (step.kind, event) {
            (WaypointKind::Assumption, Event::Statement(view)) => Some(holds(Some(view), None)),
            (WaypointKind::Branching, Event::Branch(value)) => {
                Some(step.branch.as_ref().map_or(true, |branch| branch.is(value)))
            }
            (WaypointKind::FunctionEnter, Event::Enter) => Some(true),
            (WaypointKind::FunctionReturn, Event::Return(result)) => Some(holds(None, result)),
            _ => None,
        }
    }

    fn event(&mut self, pos: Pos, event: Event<'_, '_>) {
        if self.is_dead {
            return;
        }
        let avoided = self.plan.avoided(self.at);
        if avoided.iter().any(|step| self.passes(step, pos, event) == Some(true)) {
            return self.die();
        }
        let mut has_passed = false;
        while let Some(part) = self.plan.parts.get(self.at) {
            match self.passes(&part.follow, pos, event) {
                Some(true) => {
                    self.at += 1;
                    self.patience = PATIENCE;
                    self.ahead = Lack::default();
                    has_passed = true;
                    // One state may pass several assumptions, but any other event passes only one waypoint.
                    if !matches!(event, Event::Statement(_)) {
                        return;
                    }
                }
                Some(false) => {
                    // The first visit counts for a branching, and for every waypoint if the follower is strict.
                    let is_first_meant = self.is_strict || part.follow.kind == WaypointKind::Branching;
                    self.lack = self.lack(self.at, pos, event);
                    if is_first_meant && !has_passed {
                        self.die();
                    }
                    return;
                }
                None => return,
            }
            self.lack = Lack::default();
        }
    }

    /// The values that a run lacks to pass the waypoint of part `at` at a place. If several assumptions follow there,
    /// the values for all of them are collected.
    fn lack(&self, at: usize, pos: Pos, event: Event<'_, '_>) -> Lack {
        let program = self.plan.expressions.program();
        let ahead = self.plan.parts.get(at..).unwrap_or(&[]);
        let mut lack = Lack::default();
        for step in ahead.iter().map(|part| &part.follow).take_while(|step| step.pos == pos) {
            match (step.kind, event, &step.condition) {
                (WaypointKind::Assumption, Event::Statement(view), Some(condition)) => {
                    let wishes = condition.wishes(program, view);
                    // A second value for the same scalar belongs to a later state.
                    let overlaps = |a: &Wish, b: &Wish| a.region == b.region && a.start == b.start;
                    if wishes.iter().any(|a| lack.wishes.iter().any(|b| overlaps(a, b))) {
                        return lack;
                    }
                    lack.wishes.extend(wishes);
                }
                (WaypointKind::FunctionReturn, Event::Return(_), Some(condition)) => {
                    let constants = condition.constants.iter().copied();
                    lack.results = constants.filter(|&c| condition.holds_for(program, c)).collect();
                    return lack;
                }
                _ => return lack,
            }
        }
        lack
    }

    /// The values that the run lacked to continue along the witness, as far as they are known.
    pub fn into_lack(self) -> Lack {
        if self.lack.is_empty() {
            self.ahead
        } else {
            self.lack
        }
    }

    /// Notes the values that the run lacks for the next assumption, with the memory at the present statement.
    fn look_ahead(&mut self, view: &View<'_>) {
        if self.is_dead || self.patience == 0 {
            return;
        }
        self.patience -= 1;
        let ahead = self.plan.parts.iter().enumerate().skip(self.at).take(AHEAD);
        let mut assumptions = ahead.filter(|(_, part)| part.follow.kind == WaypointKind::Assumption);
        if let Some((at, part)) = assumptions.next() {
            self.ahead = self.lack(at, part.follow.pos, Event::Statement(view));
        }
    }

    fn die(&mut self) {
        self.is_dead = true;
        self.flag.store(true, Relaxed);
    }

    /// The closing parenthesis of a call.
    fn close(&self, call: ExprId) -> Option<Pos> {
        match self.plan.expressions.program().expr(call).kind {
            ExprKind::Call { close, .. } => Some(close),
            _ => None,
        }
    }
}

impl Observer for Follower<'_> {
    fn statement(&mut self, view: &View<'_>) {
        let program = self.plan.expressions.program();
        let pos = view.pos();
        // A statement of the library is part of the statement that called the library.
        if program.lines.library_function(pos).is_some() {
            return;
        }
        let kind = program.stmt(view.stmt()).kind;
        if !self.is_behind_label {
            self.here.clear();
        }
        self.here.push(pos);
        self.is_behind_label = matches!(kind, StmtKind::Labelled(..) | StmtKind::Case(_));
        // Before the condition of a `for` or `do` is evaluated, the first clause or the body was the present statement.
        let is_loop = matches!(kind, StmtKind::For { .. } | StmtKind::DoWhile(..));
        if view.moment() == Moment::Begin || !is_loop {
            self.event(pos, Event::Statement(view));
            self.look_ahead(view);
        }
    }

    fn branch(&mut self, pos: Pos, value: i128) {
        self.event(pos, Event::Branch(value));
    }

    fn call(&mut self, call: ExprId) {
        self.close(call).into_iter().for_each(|close| self.event(close, Event::Enter));
    }

    fn returned(&mut self, call: ExprId, value: Option<i128>) {
        self.close(call).into_iter().for_each(|close| self.event(close, Event::Return(value)));
    }
}
