//! Removes locations that no path reaches, such as a label that no `goto` names and the code behind it.
//!
//! The lowering makes a location for a label before it knows whether a `goto` leads there. When the automaton is
//! complete, this module copies the reachable part of it, and the part of the source map that speaks of it.

use super::source_map::SourceMap;
use crate::base::HashMap;
use crate::model::cfa::{Cfa, LocId};

/// By old location: the new one.
pub(super) struct Kept(Vec<Option<LocId>>);

impl Kept {
    /// The new location; `None` if the old one was removed.
    pub fn location(&self, before: LocId) -> Option<LocId> {
        self.0[before.index()]
    }
}

/// The automaton and its map without the locations that no path from the initial one reaches. The error location stays.
///
/// Each of the `links` counts as an edge from its first to its second location. Calls of procedures need this, because
/// no edge of the automaton stands for them.
pub(super) fn prune(cfa: Cfa, map: SourceMap, links: &[(LocId, LocId)]) -> (Cfa, SourceMap, Kept) {
    let mut linked: HashMap<LocId, Vec<LocId>> = HashMap::default();
    for &(from, to) in links {
        linked.entry(from).or_default().push(to);
    }
    let mut is_reached = vec![false; cfa.location_count()];
    let mut stack = vec![cfa.initial()];
    while let Some(location) = stack.pop() {
        if !std::mem::replace(&mut is_reached[location.index()], true) {
            stack.extend(cfa.leaving(location).iter().map(|&edge| cfa.edge(edge).target));
            stack.extend(linked.get(&location).into_iter().flatten());
        }
    }
    is_reached[cfa.error().index()] = true;
    if is_reached.iter().all(|&reached| reached) {
        let all = cfa.locations().map(Some).collect();
        return (cfa, map, Kept(all));
    }
    let mut pruned = cfa.emptied();
    let mut new_map = SourceMap {
        instances: map.instances.clone(),
        variables: map.variables.clone(),
        shadowed: map.shadowed.clone(),
        pointees: map.pointees.clone(),
        assertions: map.assertions.clone(),
        booking: map.booking.clone(),
        ..SourceMap::default()
    };
    let mut new: Vec<Option<LocId>> = vec![None; cfa.location_count()];
    for location in cfa.locations().filter(|location| is_reached[location.index()]) {
        let id = match location {
            _ if location == cfa.initial() => pruned.initial(),
            _ if location == cfa.error() => pruned.error(),
            _ => pruned.add_location(cfa.location_name(location)),
        };
        new[location.index()] = Some(id);
        new_map.instances_at.push(map.instances_at[location.index()]);
        if let Some(&place) = map.statements.get(&location) {
            new_map.statements.insert(id, place);
        }
        if let Some(places) = map.places.get(&location) {
            new_map.places.insert(id, places.clone());
        }
    }
    for id in cfa.edge_ids() {
        let edge = cfa.edge(id);
        if let (Some(source), Some(target)) = (new[edge.source.index()], new[edge.target.index()]) {
            let kept = pruned.add_edge(source, target, edge.command);
            new_map.edges.push(map.edges[id.index()]);
            new_map.failures.extend(map.failures.get(&id).map(|&failure| (kept, failure)));
            let reason = map.unsupported.get(&id);
            new_map.unsupported.extend(reason.map(|reason| (kept, reason.clone())));
            new_map.asks.extend(map.asks.get(&id).map(|asks| (kept, asks.clone())));
        }
    }
    (pruned, new_map, Kept(new))
}
