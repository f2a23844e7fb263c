//! Slicing: the variables on which an assumption on a way to the error may depend.
//!
//! The *cone of influence* contains the variables in assumptions, and with a variable those in all values that it is
//! ever assigned. It does not look at the order of steps, as live variables do; it serves where these are not wanted.

use super::graph::{Action, Graph};

/// By variable: whether it is in the cone of influence.
pub(super) fn cone(graph: &mut Graph) -> Vec<bool> {
    let mut sources: Vec<Vec<(usize, usize)>> = vec![Vec::new(); graph.variable_count()];
    let mut waiting = Vec::new();
    for i in 0..graph.steps.len() {
        match graph.steps[i].action.clone() {
            Action::Assume(formula) => waiting.push(graph.mention(formula)),
            Action::Assign(list) => {
                for a in list {
                    let range = graph.mention(a.value);
                    sources[graph.place(a.variable)].push(range);
                }
            }
            Action::Havoc(_) | Action::Skip | Action::Blocked => {}
        }
    }
    let mut is_in = vec![false; graph.variable_count()];
    while let Some(range) = waiting.pop() {
        for &variable in graph.mentioned(range) {
            if !std::mem::replace(&mut is_in[variable], true) {
                waiting.append(&mut sources[variable]);
            }
        }
    }
    is_in
}
