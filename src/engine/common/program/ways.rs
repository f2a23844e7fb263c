//! Edges with choices as several, one for each way through them (Lange 2018, Definition 4.8).

use crate::base::{Budget, Limit};
use crate::model::cfa::{Cfa, EdgeId};

/// An edge with more ways than this stays one.
const MOST_WAYS: usize = 16;

/// An automaton with one edge for each way, where ways are few. Locations and terms stay the same ones.
pub(in crate::engine) struct ByWays {
    pub cfa: Cfa,
    /// By way: the edge.
    pub edges: Vec<EdgeId>,
}

impl ByWays {
    /// Of this automaton. When the budget ends, the edges that are left stay one each.
    pub fn of(cfa: &Cfa, budget: &Budget) -> ByWays {
        let mut split = cfa.emptied();
        cfa.locations().skip(2).for_each(|location| {
            split.add_location(cfa.location_name(location));
        });
        let (mut edges, mut is_over) = (Vec::new(), false);
        for id in cfa.edge_ids() {
            let edge = cfa.edge(id);
            let (commands, terms) = split.parts_mut();
            // A pause is no end: the work goes on with all edges.
            is_over = is_over || matches!(budget.poll(), Err(limit) if limit != Limit::Paused);
            let ways = if is_over { None } else { commands.split(terms, edge.command, MOST_WAYS) };
            for way in ways.unwrap_or_else(|| vec![edge.command]) {
                split.add_edge(edge.source, edge.target, way);
                edges.push(id);
            }
        }
        ByWays { cfa: split, edges }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::cfa;
    use std::sync::atomic::Ordering::Relaxed;

    /// The ways through a program with 800,000 edges were made long after the time limit.
    #[test]
    fn after_the_end_of_the_budget_edges_stay_one_each() {
        let text = "(declare-const x Int) (location start :initial) (location wrong :error) (location met)
            (edge start met (choice (assign (x 1)) (assign (x 2))))
            (edge met wrong (assume (= x 3)))";
        let budget = Budget::unlimited();
        let cfa = cfa::read(text.as_bytes(), &budget).expect("a program");
        assert_eq!(ByWays::of(&cfa, &budget).edges.len(), 3);
        budget.canceller().store(true, Relaxed);
        assert_eq!(ByWays::of(&cfa, &budget).edges.len(), 2);
    }
}
