//! Equations of variables that hold whenever a run reaches a point, by dataflow along the steps (Kildall, POPL 1973).
//!
//! An analysis tells which equations hold behind a step; where ways meet, only those of both remain. Terms are
//! simplified under the equations. An equation that helped is a fact, and so is each equation from which it followed.
//! Invariants of the original program have to state the facts; all other equations are forgotten.

use super::graph::{Action, Graph, Step};
use super::live_variables::Live;
use crate::base::{Budget, Limit};
use crate::model::gcl::Assignment;
use crate::solver::term::{Substitution, TermId, Terms};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Equations of variables, by index, with other terms, in the order of the variables.
pub(super) type Facts = Vec<(usize, TermId)>;

/// How often the budget is asked.
const PERIOD: usize = 1 << 6;

/// Simplifies all steps under the equations at their points, and states those that helped. Whether a step has changed.
pub(super) fn rewrite(graph: &mut Graph, known: &[Option<Facts>], budget: &Budget) -> Result<bool, Limit> {
    let mut used: Vec<(usize, usize)> = Vec::new();
    let mut changed = false;
    for i in 0..graph.steps.len() {
        if i % PERIOD == 0 {
            budget.poll()?;
        }
        let Step { from, action, .. } = graph.steps[i].clone();
        if action == Action::Blocked {
            continue;
        }
        let new = match &known[from] {
            None => Action::Blocked,
            Some(facts) => simplified(graph, facts, &action),
        };
        if new != action {
            used.extend(mentioned(graph, &action).into_iter().map(|variable| (from, variable)));
            graph.steps[i].action = new;
            changed = true;
        }
    }
    state(graph, known, used, budget)?;
    Ok(changed)
}

/// By point: the equations that hold when a run is there; `None` if no run comes there. `behind` tells which hold
/// behind a step, by its number, if these do before it, and `None` if no run gets through. Equations of variables that
/// are dead are not kept.
pub(super) fn flow(
    graph: &mut Graph,
    live: &Live,
    budget: &Budget,
    behind: impl Fn(&mut Graph, &[(usize, TermId)], usize) -> Option<Facts>,
) -> Result<Vec<Option<Facts>>, Limit> {
    let order = order(graph);
    let mut known: Vec<Option<Facts>> = vec![None; graph.point_count];
    let start = graph.original.initial().index();
    known[start] = Some(Facts::new());
    let mut is_waiting = vec![false; graph.point_count];
    let mut waiting = BinaryHeap::from(vec![Reverse((order[start], start))]);
    let mut count = 0;
    while let Some(Reverse((_, point))) = waiting.pop() {
        is_waiting[point] = false;
        for i in 0..graph.leaving(point).len() {
            count += 1;
            if count % PERIOD == 0 {
                budget.poll()?;
            }
            let step = graph.leaving(point)[i];
            let to = graph.steps[step].to;
            let facts = known[point].as_deref().unwrap_or(&[]);
            let mut after = match behind(graph, facts, step) {
                Some(after) => after,
                None => continue,
            };
            let changed = match &mut known[to] {
                None => {
                    after.retain(|&(variable, _)| live.has(to, variable));
                    known[to] = Some(after);
                    true
                }
                Some(present) => {
                    let before = present.len();
                    present.retain(|fact| after.binary_search(fact).is_ok());
                    present.len() < before
                }
            };
            if changed && !std::mem::replace(&mut is_waiting[to], true) {
                waiting.push(Reverse((order[to], to)));
            }
        }
    }
    Ok(known)
}

/// By point: its place in an order in which most steps lead forwards.
fn order(graph: &Graph) -> Vec<usize> {
    let start = graph.original.initial().index();
    let mut place = vec![0; graph.point_count];
    let mut seen = vec![false; graph.point_count];
    seen[start] = true;
    let mut stack = vec![(start, 0)];
    let mut next = graph.point_count;
    while let Some((point, at)) = stack.pop() {
        match graph.leaving(point).get(at) {
            None => {
                next -= 1;
                place[point] = next;
            }
            Some(&step) => {
                stack.push((point, at + 1));
                let Step { to, action, .. } = &graph.steps[step];
                if *action != Action::Blocked && !std::mem::replace(&mut seen[*to], true) {
                    stack.push((*to, 0));
                }
            }
        }
    }
    place
}

/// The action, simplified for states in which these equations hold.
pub(super) fn simplified(graph: &mut Graph, facts: &[(usize, TermId)], action: &Action) -> Action {
    match action {
        Action::Assume(formula) => match under(graph, facts, *formula) {
            Terms::TRUE => Action::Skip,
            Terms::FALSE => Action::Blocked,
            formula => Action::Assume(formula),
        },
        Action::Assign(list) => {
            let value = |a: &Assignment| Assignment { value: under(graph, facts, a.value), ..*a };
            let mut list: Vec<Assignment> = list.iter().map(value).collect();
            list.retain(|a| a.value != a.variable);
            if list.is_empty() {
                Action::Skip
            } else {
                Action::Assign(list)
            }
        }
        other => other.clone(),
    }
}

/// A term with the other sides of equations in the places of variables.
fn under(graph: &mut Graph, facts: &[(usize, TermId)], term: TermId) -> TermId {
    let range = graph.mention(term);
    let mut substitution = Substitution::new();
    let mut is_empty = true;
    for &variable in graph.mentioned(range) {
        if let Some(value) = value(facts, variable) {
            substitution.insert(graph.original.variables()[variable], value);
            is_empty = false;
        }
    }
    if is_empty {
        return term;
    }
    substitution.apply(&mut graph.terms, term)
}

/// The other side of a variable's equation.
pub(super) fn value(facts: &[(usize, TermId)], variable: usize) -> Option<TermId> {
    facts.binary_search_by_key(&variable, |&(v, _)| v).ok().map(|i| facts[i].1)
}

/// The variables whose values an action needs.
fn mentioned(graph: &mut Graph, action: &Action) -> Vec<usize> {
    let terms = match action {
        Action::Assume(formula) => vec![*formula],
        Action::Assign(list) => list.iter().map(|a| a.value).collect(),
        Action::Havoc(_) | Action::Skip | Action::Blocked => Vec::new(),
    };
    terms.into_iter().flat_map(|term| mentioned_in(graph, term)).collect()
}

fn mentioned_in(graph: &mut Graph, term: TermId) -> Vec<usize> {
    let range = graph.mention(term);
    graph.mentioned(range).to_vec()
}

/// States the equations at locations that were used, or from which such an equation follows. `used` are variables at
/// points; those of them that have no equation there are of no interest.
fn state(
    graph: &mut Graph,
    known: &[Option<Facts>],
    mut used: Vec<(usize, usize)>,
    budget: &Budget,
) -> Result<(), Limit> {
    let mut is_stated: Vec<Vec<bool>> =
        known.iter().map(|facts| vec![false; facts.as_ref().map_or(0, Vec::len)]).collect();
    let mut count = 0;
    while let Some((point, variable)) = used.pop() {
        count += 1;
        if count % PERIOD == 0 {
            budget.poll()?;
        }
        let facts = known[point].as_deref().unwrap_or(&[]);
        let place = match facts.binary_search_by_key(&variable, |&(v, _)| v) {
            Ok(place) if !std::mem::replace(&mut is_stated[point][place], true) => place,
            _ => continue,
        };
        if let Some(stated) = graph.facts.get_mut(point) {
            if !stated.contains(&facts[place]) {
                stated.push(facts[place]);
            }
        }
        for i in 0..graph.entering(point).len() {
            let Step { from, action, .. } = graph.steps[graph.entering(point)[i]].clone();
            let before = known[from].as_deref().unwrap_or(&[]);
            let sources = match &action {
                Action::Blocked => continue,
                Action::Assign(list) | Action::Havoc(list) => {
                    match list.iter().find(|a| graph.place(a.variable) == variable) {
                        Some(a) => mentioned_in(graph, a.value),
                        None => vec![variable],
                    }
                }
                Action::Assume(_) if value(before, variable).is_some() => vec![variable],
                Action::Assume(formula) => mentioned_in(graph, *formula),
                Action::Skip => vec![variable],
            };
            used.extend(sources.into_iter().map(|source| (from, source)));
        }
    }
    Ok(())
}
