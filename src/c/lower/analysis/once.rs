//! Calls of `malloc` and its like that a run makes at most once. Each of them has one slot (`functions/heap`). This
//! need not be right: where a run makes another object, there is an unsupported point, as behind the last of several
//! slots.

use super::reach::Reach;
use super::visit;
use crate::base::HashSet;
use crate::c::read::syntax::{ExprId, ExprKind, Program, StmtId, StmtKind};

/// The calls that a run makes at most once, as the text tells: in functions that are called at one place, and in no
/// loop.
pub(super) fn calls_once(program: &Program, reach: &Reach) -> HashSet<ExprId> {
    let (mut callees, mut mentions) = (HashSet::default(), vec![Vec::new(); program.functions.len()]);
    let mut in_loops: HashSet<ExprId> = HashSet::default();
    for (at, body) in reach.bodies.iter().enumerate().filter_map(|(at, body)| Some((at, body.as_ref()?))) {
        for &id in &body.exprs {
            match program.expr(id).kind {
                ExprKind::Call { callee, .. } => callees.extend(Some(callee)),
                ExprKind::Function(function) => mentions[function.index()].push((at, id)),
                _ => {}
            }
        }
        let is_loop = |&&statement: &&StmtId| {
            let kind = program.stmt(statement).kind;
            matches!(kind, StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For { .. })
        };
        let has_label = |&statement: &StmtId| matches!(program.stmt(statement).kind, StmtKind::Labelled(..));
        if body.statements.iter().any(has_label) {
            in_loops.extend(body.exprs.iter().copied());
        }
        for &statement in body.statements.iter().filter(is_loop) {
            in_loops.extend(visit::below(program, statement).1);
        }
    }
    let is_static = |function: usize| {
        let names =
            |id: ExprId| matches!(program.expr(id).kind, ExprKind::Function(f) if f.index() == function);
        reach.static_exprs.iter().copied().any(names)
    };
    let mut once = vec![false; program.functions.len()];
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for function in 0..once.len() {
            let is_once = match mentions[function][..] {
                [] => true,
                [(from, id)] => once[from] && callees.contains(&id) && !in_loops.contains(&id),
                _ => false,
            };
            if is_once && !once[function] && !is_static(function) {
                once[function] = true;
                is_changed = true;
            }
        }
    }
    let bodies = reach.bodies.iter().zip(once).filter(|(_, is_once)| *is_once);
    let calls = bodies.flat_map(|(body, _)| body.iter().flat_map(|body| body.exprs.iter().copied()));
    calls.filter(|id| !in_loops.contains(id)).collect()
}
