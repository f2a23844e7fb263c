//! Locations that are one in the reduced program.
//!
//! A location whose only edge does nothing is one with the target of the edge. And locations are one if they are
//! *bisimilar*: for each edge from one of them an edge with the same command leads from the other one to the same
//! class. The coarsest such partition is found by refinement (Kanellakis, Smolka, 1983, the naive algorithm).
//!
//! Members of a class have the same runs to the error. So the same variables are live in them, and each run of the
//! original program is one of the reduced program, in which each location is replaced by its class. That is why an
//! invariant of the class holds in each member. A path of the reduced program is followed in the original from member
//! to member.

use crate::base::{Budget, HashMap, Limit};
use crate::model::cfa::{Cfa, EdgeId, LocId};
use crate::model::gcl::{Command, CommandId, Commands};
use crate::solver::term::TermId;
use std::collections::VecDeque;

/// Rounds of refinement; the partition begins with the distance to the error, and most programs need few.
const MOST_ROUNDS: usize = 64;

/// An edge of the original program, with its simplified command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub edge: EdgeId,
    pub command: CommandId,
    /// A number that commands share if they differ in the names of inputs only.
    pub shape: usize,
}

/// Locations by their classes.
pub(super) struct Classes {
    /// By location: the member that stands for its class.
    pub standing: Vec<LocId>,
    /// By location: its only edge, if that does nothing.
    pub skips: Vec<Option<EdgeId>>,
}

/// Each location by itself.
pub(super) fn no_classes(cfa: &Cfa) -> Classes {
    Classes { standing: cfa.locations().collect(), skips: vec![None; cfa.location_count()] }
}

/// The classes of the locations. The initial and the error location stand for themselves, and so do locations without
/// edges.
pub(super) fn classes(
    cfa: &Cfa,
    commands: &Commands,
    made: &[Made],
    budget: &Budget,
) -> Result<Classes, Limit> {
    let mut leaving: Vec<Vec<Made>> = vec![Vec::new(); cfa.location_count()];
    made.iter().for_each(|m| leaving[cfa.edge(m.edge).source.index()].push(*m));
    let skips: Vec<Option<EdgeId>> = cfa.locations().map(|l| skip(cfa, commands, l, &leaving)).collect();
    let ends = ends(cfa, &skips);
    let mut edges: Vec<Vec<(usize, LocId)>> = vec![Vec::new(); cfa.location_count()];
    for location in cfa.locations().filter(|l| ends[l.index()] == *l) {
        let list = leaving[location.index()].iter();
        edges[location.index()] = list.map(|m| (m.shape, ends[cfa.edge(m.edge).target.index()])).collect();
    }
    let standing = match partition(cfa, &edges, budget)? {
        None => ends,
        Some(class) => {
            let mut first: HashMap<usize, LocId> = HashMap::default();
            for location in cfa.locations().filter(|l| ends[l.index()] == *l) {
                first.entry(class[location.index()]).or_insert(location);
            }
            ends.iter().map(|end| first[&class[end.index()]]).collect()
        }
    };
    Ok(Classes { standing, skips })
}

/// By location: the number of its class under bisimilarity, if each edge is a shape and a target. `None` if the
/// partition is not found in some rounds.
fn partition(cfa: &Cfa, edges: &[Vec<(usize, LocId)>], budget: &Budget) -> Result<Option<Vec<usize>>, Limit> {
    let alone = cfa.location_count();
    let mut class = distances(cfa, edges);
    for location in cfa.locations() {
        let class = &mut class[location.index()];
        if location == cfa.initial() {
            *class = alone;
        } else if edges[location.index()].is_empty() && location != cfa.error() {
            *class = alone + 1 + location.index();
        }
    }
    let mut count = 0;
    for _ in 0..MOST_ROUNDS {
        let mut signatures: HashMap<(usize, Vec<(usize, usize)>), usize> = HashMap::default();
        let mut refined = Vec::with_capacity(class.len());
        for (list, &own) in edges.iter().zip(&class) {
            budget.poll()?;
            let mut list: Vec<(usize, usize)> =
                list.iter().map(|&(shape, target)| (shape, class[target.index()])).collect();
            list.sort_unstable();
            list.dedup();
            let next = signatures.len();
            refined.push(*signatures.entry((own, list)).or_insert(next));
        }
        class = refined;
        if signatures.len() == count {
            return Ok(Some(class));
        }
        count = signatures.len();
    }
    Ok(None)
}

/// By location: the number of edges to the error; one less than the number of locations if none lead there.
fn distances(cfa: &Cfa, edges: &[Vec<(usize, LocId)>]) -> Vec<usize> {
    let mut entering: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    for (source, list) in edges.iter().enumerate() {
        list.iter().for_each(|&(_, target)| entering[target.index()].push(source));
    }
    let mut distances = vec![edges.len() - 1; edges.len()];
    let error = cfa.error().index();
    distances[error] = 0;
    let mut seen = vec![false; edges.len()];
    seen[error] = true;
    let mut queue = VecDeque::from(vec![error]);
    while let Some(at) = queue.pop_front() {
        for &source in &entering[at] {
            if !std::mem::replace(&mut seen[source], true) {
                distances[source] = distances[at] + 1;
                queue.push_back(source);
            }
        }
    }
    distances
}

/// The only edge of a location, if it does nothing.
fn skip(cfa: &Cfa, commands: &Commands, location: LocId, leaving: &[Vec<Made>]) -> Option<EdgeId> {
    match leaving[location.index()][..] {
        [only] if location != cfa.initial() && location != cfa.error() => {
            let does_nothing =
                matches!(commands.get(only.command), Command::Sequence(parts) if parts.is_empty());
            does_nothing.then_some(only.edge)
        }
        _ => None,
    }
}

/// By location: where the edges lead that do nothing. A circle of these ends at one of its locations.
fn ends(cfa: &Cfa, skips: &[Option<EdgeId>]) -> Vec<LocId> {
    let mut ends: Vec<Option<LocId>> = vec![None; skips.len()];
    for location in cfa.locations() {
        let mut way = Vec::new();
        let mut at = location;
        while let (None, Some(edge)) = (ends[at.index()], skips[at.index()]) {
            ends[at.index()] = Some(at);
            way.push(at);
            at = cfa.edge(edge).target;
        }
        let end = ends[at.index()].unwrap_or(at);
        way.into_iter().for_each(|l| ends[l.index()] = Some(end));
    }
    cfa.locations().map(|l| ends[l.index()].unwrap_or(l)).collect()
}

/// A command as numbers, the same for commands that differ in the names of inputs only.
pub(super) fn shape(commands: &Commands, command: CommandId) -> Vec<usize> {
    let mut shape = Vec::new();
    let mut inputs: HashMap<TermId, usize> = HashMap::default();
    let mut stack = vec![command];
    while let Some(id) = stack.pop() {
        match commands.get(id) {
            Command::Assign(list) => {
                shape.extend([0, list.len()]);
                list.iter().for_each(|a| shape.extend([a.variable.index(), a.value.index()]));
            }
            Command::Assume(formula) => shape.extend([1, formula.index()]),
            Command::Havoc(list) => {
                shape.extend([2, list.len()]);
                for a in list {
                    let next = inputs.len();
                    shape.extend([a.variable.index(), *inputs.entry(a.value).or_insert(next)]);
                }
            }
            Command::Sequence(parts) => {
                shape.extend([3, parts.len()]);
                stack.extend(parts.iter().rev());
            }
            Command::Choice(parts) => {
                shape.extend([4, parts.len()]);
                stack.extend(parts.iter().rev());
            }
        }
    }
    shape
}
