//! The part of a guess that a proof needs.
//!
//! Most formulas of a guess have nothing to do with the error, and a checker of the proof would have to show each of
//! them again. So the questions that the guess has passed are asked once more, from the error backwards: the formulas
//! of a source that an answer rests on are needed, and so is what keeps these. A formula that is left out changes none
//! of the answers that are used, so the rest is inductive and excludes the error, too.
//!
//! An invariant of another engine that has assumed the guess is made smaller in the same way.

use super::equations::Equations;
use super::inductive::Inductive;
use super::place::Place;
use crate::base::{Budget, Limit};
use crate::engine::common::program::{ByWays, Edges};
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, LocId};
use crate::solver::term::{Op, TermId, Terms};

/// The most that a question about an invariant of another engine takes.
const MOST_CONFLICTS: u64 = 2_000;

/// The needed formulas of an inductive guess that excludes the error, by location. A question may take `conflicts`
/// conflicts; all formulas of a source are needed if that is not enough.
///
/// # Errors
///
/// The limit that was reached.
pub(super) fn needed(
    guess: &mut Inductive,
    edges: &mut Edges,
    conflicts: u64,
) -> Result<Vec<Vec<TermId>>, Limit> {
    let error = edges.cfa.error();
    edges.budget().poll()?;
    let mut needed: Vec<Vec<TermId>> = vec![Vec::new(); edges.cfa.location_count()];
    let mut open: Vec<(LocId, TermId)> = vec![(error, Terms::FALSE)];
    while let Some((location, formula)) = open.pop() {
        for edge in edges.cfa.entering(location).to_vec() {
            let source = edges.cfa.edge(edge).source;
            for used in formulas_used(guess, edges, edge, formula, conflicts)? {
                let place = &mut needed[source.index()];
                if !place.contains(&used) {
                    place.push(used);
                    open.push((source, used));
                }
            }
        }
    }
    Ok(needed)
}

/// The part of an invariant that excludes the error: members of its conjunctions. Questions for one part that are too
/// hard keep all members.
///
/// # Errors
///
/// The limit that was reached.
pub fn needed_part(cfa: &Cfa, invariant: &InvariantMap, budget: &Budget) -> Result<InvariantMap, Limit> {
    let mut cfa = cfa.clone();
    *cfa.terms_mut() = invariant.terms.clone();
    let members = |&formula: &TermId| match invariant.terms.op(formula) {
        Op::And => invariant.terms.args(formula).to_vec(),
        _ if formula == Terms::TRUE => Vec::new(),
        _ => vec![formula],
    };
    let places = invariant.formulas.iter().map(members);
    let places = places.map(|comparisons| Place { comparisons, ..Place::default() }).collect();
    let mut edges = Edges::new(&ByWays::of(&cfa, budget).cfa, 0, budget);
    let mut guess = Inductive::new(&edges, places, Vec::new(), invariant.bound.clone(), MOST_CONFLICTS);
    let parts = needed(&mut guess, &mut edges, MOST_CONFLICTS)?;
    let error = edges.cfa.error();
    let terms = edges.terms_mut();
    let mut formulas: Vec<TermId> = parts.iter().map(|parts| terms.and(parts)).collect();
    formulas[error.index()] = invariant.formulas[error.index()];
    Ok(InvariantMap { terms: terms.clone(), formulas, bound: invariant.bound.clone() })
}

/// Formulas of the source because of which an edge leads to states of this formula only.
fn formulas_used(
    guess: &mut Inductive,
    edges: &mut Edges,
    edge: EdgeId,
    formula: TermId,
    conflicts: u64,
) -> Result<Vec<TermId>, Limit> {
    let place = &guess.places[edges.cfa.edge(edge).source.index()];
    let mut equations = Equations::new(edges.terms_mut(), place, &guess.groups);
    if let Some(relations) = equations.keep(edges, edge, formula) {
        return Ok(relations);
    }
    let formulas = place.formulas();
    let negated = edges.terms_mut().not(formula);
    let few = guess.instances.own(edges, edge, &formulas, formula);
    let mut questions = [guess.instances.of(edges, edge, &formulas, formula), few];
    if guess.instances.index_of(edges.cfa.terms(), formula).is_some() {
        questions.reverse();
    }
    for assumed in questions {
        let source: Vec<TermId> = assumed.iter().map(|&(instance, _)| instance).collect();
        match edges.leads_within(edge, &source, None, &[negated], conflicts) {
            Ok(false) => {
                let core = edges.source_in_core(&source);
                let used = assumed.into_iter().filter(|(instance, _)| core.contains(instance));
                let mut used: Vec<TermId> = used.map(|(_, formula)| formula).collect();
                used.sort_unstable();
                used.dedup();
                return Ok(used);
            }
            Ok(true) | Err(Limit::Incomplete) | Err(Limit::Conflicts) => {}
            Err(limit) => return Err(limit),
        }
    }
    Ok(formulas)
}
