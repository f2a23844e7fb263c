//! Finds the places of a witness's waypoints in the program, and reads their constraints.
//!
//! A witness names a place by line and column, but a run knows the places of statements, operators and calls. The plan
//! is made once, before the search for a run, so that each event of a run is compared with a place only.

use super::condition::Condition;
use super::error::WitnessError;
use super::format::{Location, Segment, Waypoint, WaypointKind};
use crate::base::Budget;
use crate::c::{ExprKind, Expressions, Pos, Program, StmtKind, TypeId, Types};

/// A waypoint at its place.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub kind: WaypointKind,
    /// The first byte of the statement, the place of the operator, or the closing parenthesis of the call.
    pub pos: Pos,
    pub condition: Option<Condition>,
    pub branch: Option<Branch>,
}

/// The outcome of a branching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    Truth(bool),
    Number(i128),
    /// The `default` of a `switch`: the value is in none of these ranges.
    Default(Vec<(i128, i128)>),
}

impl Branch {
    pub fn is(&self, value: i128) -> bool {
        match self {
            Branch::Truth(truth) => *truth == (value != 0),
            Branch::Number(number) => *number == value,
            Branch::Default(others) => !others.iter().any(|&(low, high)| low <= value && value <= high),
        }
    }
}

/// A part of a run: the waypoints that it avoids, and the waypoint at which it ends.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub avoid: Vec<Step>,
    pub follow: Step,
}

/// The parts of a run, without the last one, which ends at the target.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub parts: Vec<Part>,
    /// The waypoints that the last part avoids.
    pub last_avoid: Vec<Step>,
    pub target: Location,
    /// The program with the expressions of the witness.
    pub expressions: Expressions,
}

impl Plan {
    /// Finds the places of all waypoints.
    ///
    /// # Errors
    ///
    /// If there is nothing of the right kind at a location, or a constraint cannot be read.
    pub fn new(program: &Program, segments: &[Segment], budget: &Budget) -> Result<Plan, WitnessError> {
        let mut expressions = Expressions::new(program);
        let mut parts = Vec::new();
        let (last, others) = match segments.split_last() {
            Some(split) => split,
            None => return Err(WitnessError::NoTarget),
        };
        let steps = |expressions: &mut Expressions, list: &[Waypoint]| {
            list.iter()
                .map(|waypoint| step(program, expressions, waypoint, budget))
                .collect::<Result<Vec<_>, _>>()
        };
        for segment in others {
            let avoid = steps(&mut expressions, &segment.avoid)?;
            let follow = step(program, &mut expressions, &segment.follow, budget)?;
            parts.push(Part { avoid, follow });
        }
        let last_avoid = steps(&mut expressions, &last.avoid)?;
        if last.follow.kind != WaypointKind::Target {
            return Err(WitnessError::NoTarget);
        }
        Ok(Plan { parts, last_avoid, target: last.follow.location.clone(), expressions })
    }

    /// The waypoints that a part avoids.
    pub fn avoided(&self, part: usize) -> &[Step] {
        self.parts.get(part).map_or(&self.last_avoid, |part| &part.avoid)
    }
}

/// The first of these places that a location means.
pub(super) fn find(program: &Program, location: &Location, places: impl Iterator<Item = Pos>) -> Option<Pos> {
    places.filter(|&pos| location.is_at(&program.lines, pos)).min()
}

fn step(
    program: &Program,
    expressions: &mut Expressions,
    waypoint: &Waypoint,
    budget: &Budget,
) -> Result<Step, WitnessError> {
    let location = &waypoint.location;
    let kind = waypoint.kind;
    let (mut condition, mut branch) = (None, None);
    let calls = || {
        program.exprs().filter_map(|id| match program.expr(id).kind {
            ExprKind::Call { close, .. } => Some((close, program.expr(id).ty)),
            _ => None,
        })
    };
    let found = match kind {
        WaypointKind::Assumption => find(program, location, program.stmts().map(|id| program.stmt(id).pos)),
        WaypointKind::Branching => find(program, location, branchings(program)),
        WaypointKind::FunctionEnter | WaypointKind::FunctionReturn => {
            find(program, location, calls().map(|(close, _)| close))
        }
        WaypointKind::Target => return Err(WitnessError::NoTarget),
    };
    let pos = found.ok_or_else(|| WitnessError::no_place(kind.name(), location))?;
    match &waypoint.constraint {
        Some(text) if kind == WaypointKind::Branching => {
            branch =
                Some(read_branch(program, pos, text).ok_or_else(|| WitnessError::bad(location, text, None))?);
        }
        Some(text) => {
            let result: Option<TypeId> = match kind {
                WaypointKind::FunctionReturn => {
                    calls().find(|&(close, _)| close == pos).map(|(_, ty)| ty).filter(|&ty| ty != Types::VOID)
                }
                _ => None,
            };
            condition = Some(read_condition(expressions, text, pos, result, location, budget)?);
        }
        None => {}
    }
    Ok(Step { kind, pos, condition, branch })
}

/// Reads a condition in the scope of a place.
pub(super) fn read_condition(
    expressions: &mut Expressions,
    text: &str,
    pos: Pos,
    result: Option<TypeId>,
    location: &Location,
    budget: &Budget,
) -> Result<Condition, WitnessError> {
    let first = expressions.program().expr_count();
    let root = expressions
        .read(text, pos, result, budget)
        .map_err(|errors| WitnessError::bad(location, text, errors.first()))?;
    Ok(Condition::new(expressions, first, root))
}

/// The places of all keywords and question marks at which a run branches.
fn branchings(program: &Program) -> impl Iterator<Item = Pos> + '_ {
    let statements = program.stmts().map(move |id| program.stmt(id)).filter(|stmt| {
        let kind = stmt.kind;
        matches!(kind, StmtKind::If(..) | StmtKind::While(..) | StmtKind::DoWhile(..))
            || matches!(kind, StmtKind::For { .. } | StmtKind::Switch { .. })
    });
    let operators = program.exprs().map(move |id| program.expr(id));
    let operators = operators.filter(|expr| matches!(expr.kind, ExprKind::Conditional(..)));
    statements.map(|stmt| stmt.pos).chain(operators.map(|expr| expr.pos))
}

fn read_branch(program: &Program, pos: Pos, text: &str) -> Option<Branch> {
    match text {
        "true" => return Some(Branch::Truth(true)),
        "false" => return Some(Branch::Truth(false)),
        "default" => {}
        number => return number.parse().ok().map(Branch::Number),
    }
    let mut statements = program.stmts().map(|id| program.stmt(id));
    statements.find_map(|stmt| match stmt.kind {
        StmtKind::Switch { cases, .. } if stmt.pos == pos => {
            let values = program.cases[cases as usize].iter().filter_map(|case| case.values);
            Some(Branch::Default(values.map(|range| (range.low, range.high)).collect()))
        }
        _ => None,
    })
}
