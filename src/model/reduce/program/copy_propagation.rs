//! Copy propagation: variables that have the value of another one whenever a run reaches a point.
//!
//! Behind an assignment `x := y` a run may read `y` instead of `x`, as long as neither of them is written (Aho, Lam,
//! Sethi, Ullman, "Compilers", §9.1.5). Then `x` is perhaps dead, and the assignment is taken out. `facts.rs` has the
//! dataflow.
//!
//! The other variable need not be live where the equation holds, and assignments to dead variables may have been taken
//! out already. So a step counts as one that writes all variables that it wrote in the original program.

use super::facts::{flow, rewrite, simplified, Facts};
use super::graph::{Action, Graph};
use super::live_variables::Live;
use crate::base::{Budget, Limit};
use crate::solver::term::TermId;

/// Reads the older one of two equal variables. Whether a step has changed.
pub(super) fn propagate(graph: &mut Graph, live: &Live, budget: &Budget) -> Result<bool, Limit> {
    let known = flow(graph, live, budget, behind)?;
    rewrite(graph, &known, budget)
}

/// The equations of variables behind a step; `None` if it is blocked.
fn behind(graph: &mut Graph, facts: &[(usize, TermId)], step: usize) -> Option<Facts> {
    let action = graph.steps[step].action.clone();
    let action = simplified(graph, facts, &action);
    if action == Action::Blocked {
        return None;
    }
    let written = graph.written(step);
    let is_written = |variable: usize| written.contains(&variable);
    let mut after = facts.to_vec();
    after
        .retain(|&(variable, copy)| !is_written(variable) && !graph.variable(copy).map_or(false, is_written));
    if let Action::Assign(list) = action {
        for a in list {
            let variable = graph.place(a.variable);
            let is_copy = graph.variable(a.value).map_or(false, |copied| !is_written(copied));
            if let (true, Err(i)) = (is_copy, after.binary_search_by_key(&variable, |&(v, _)| v)) {
                after.insert(i, (variable, a.value));
            }
        }
    }
    Some(after)
}
