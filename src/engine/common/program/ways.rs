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
