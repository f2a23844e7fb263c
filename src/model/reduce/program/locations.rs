//! Dead locations: those to which no run comes, and those from which none goes to the error.

use super::graph::{Action, Fate, Graph};

/// Blocks all steps that are on no way from the initial location to the error. Whether there were any.
pub(super) fn block_dead(graph: &mut Graph) -> bool {
    let forward = reachable(graph, true);
    let backward = reachable(graph, false);
    let mut changed = false;
    for step in &mut graph.steps {
        let is_on_way = |point: usize| forward[point] && backward[point];
        if step.action != Action::Blocked && !(is_on_way(step.from) && is_on_way(step.to)) {
            step.action = Action::Blocked;
            changed = true;
        }
    }
    let cfa = graph.original;
    for location in cfa.locations().filter(|&l| l != cfa.initial() && l != cfa.error()) {
        let fate = match (forward[location.index()], backward[location.index()]) {
            (true, true) => continue,
            (false, _) => Fate::Unreachable,
            (true, false) => Fate::Irrelevant,
        };
        graph.fates[location.index()].get_or_insert(fate);
    }
    changed
}

/// By point: whether steps lead there from the initial location, or from there to the error.
fn reachable(graph: &Graph, forward: bool) -> Vec<bool> {
    let cfa = graph.original;
    let start = if forward { cfa.initial() } else { cfa.error() }.index();
    let mut seen = vec![false; graph.point_count];
    seen[start] = true;
    let mut stack = vec![start];
    while let Some(point) = stack.pop() {
        let steps = if forward { graph.leaving(point) } else { graph.entering(point) };
        for step in steps.iter().map(|&step| &graph.steps[step]) {
            let next = if forward { step.to } else { step.from };
            if step.action != Action::Blocked && !std::mem::replace(&mut seen[next], true) {
                stack.push(next);
            }
        }
    }
    seen
}
