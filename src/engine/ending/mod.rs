//! Whether runs end: measures that fall on each turn of a loop, or sets that a run never leaves.
//!
//! A run without end passes the head of some loop again and again. So each strongly connected part of an automaton is
//! looked at alone, as relations between the states at two visits to heads (`relations`). Relations are formulas; a
//! solver hands out one conjunction of inequalities after the other, as far as the present measure does not fall on it
//! (`search`). A measure for some conjunctions is found by Farkas' lemma: the multipliers and the coefficients of a
//! linear measure satisfy linear constraints (`measure`, after Podelski and Rybalchenko, "A complete method for the
//! synthesis of linear ranking functions", VMCAI 2004). Measures are lists of linear functions (Ben-Amram and Genaim,
//! "Ranking functions for linear-constraint loops", JACM 2014), with a list of its own for each head, and for each part
//! into which a comparison of the loop divides its states; conjunctions on which no list falls may have phases (Leike
//! and Heizmann, "Ranking templates for linear loops", LMCS 2015, nested template).
//!
//! If no linear measure of words is found, `words` tries a list of candidates. If no measure is found, `recurrence`
//! looks for states from which a loop is never left. For what is left, engines for safety are asked: `visits` whether
//! from each visit to a head to each later one some measure of a list falls, and `counters` whether a counter of turns
//! stays at 0 or more.
//!
//! The engine gets formulas that hold where runs are. It proves nothing itself: the checker of the evidence
//! ([`check_ranking`](crate::evidence::program::check_ranking)) looks at the automaton's own commands, with formulas
//! and measures alone.
//!
//! Left out: measures of numbers that are no sums (products, lengths of lists), and linear measures of words that rest
//! on wrap, which is followed only in the check of candidates.

mod counters;
mod elements;
mod facts;
mod linear;
mod measure;
mod polyhedron;
mod ranked;
mod recurrence;
mod relations;
mod search;
mod states;
mod visits;
mod words;

pub use counters::{rebuilt, Open};
pub use elements::Elements;
pub use facts::{facts, Facts};
pub use visits::Visits;

use crate::base::{Budget, Limit};
use crate::engine::common::outcome::settle;
use crate::engine::Outcome;
use crate::model::cfa::{Cfa, Endless, InvariantMap, Ranking};
use crate::solver::term::TermId;
use polyhedron::Polyhedron;
use ranked::ranked;
use relations::{components, Component};

/// The verdict on the ends of runs.
pub type EndingOutcome = Outcome<Ranking, Endless>;

/// Looks for a proof that all runs end, or for one that does not. The second part of an unknown verdict is
/// [`Limit::Incomplete`] if all that is tried was tried; then the loops without a measure are told. Runs without end
/// are looked for if `both` is set.
pub fn prove(
    cfa: &Cfa,
    facts: &Facts,
    both: bool,
    seed: u64,
    budget: &Budget,
) -> (EndingOutcome, Option<Open>) {
    let mut open = None;
    let outcome = settle(decide(cfa, facts, (both, &mut open), seed, budget), None);
    (outcome, open)
}

fn decide(
    cfa: &Cfa,
    facts: &Facts,
    (both, left): (bool, &mut Option<Open>),
    seed: u64,
    budget: &Budget,
) -> Result<EndingOutcome, Limit> {
    let mut own = cfa.clone();
    *own.terms_mut() = facts.invariant.terms.clone();
    let parts = components(&own);
    let mut ground = facts.ground.clone();
    let mut measures: Vec<Vec<TermId>> = vec![Vec::new(); cfa.location_count()];
    let mut failed: Vec<(Component, Vec<Polyhedron>)> = Vec::new();
    let mut limit = None;
    for part in parts {
        match ranked(&mut own, &part, &mut ground, seed, budget) {
            Ok(Ok(found)) => {
                for (location, list) in found {
                    measures[location.index()] = list;
                }
            }
            Ok(Err(open)) => failed.push((part, open)),
            Err(Limit::Incomplete) => failed.push((part, Vec::new())),
            Err(reached) => {
                limit = Some(reached);
                failed.push((part, Vec::new()));
            }
        }
    }
    if failed.is_empty() {
        let InvariantMap { mut formulas, bound, .. } = facts.invariant.clone();
        if bound.is_empty() {
            formulas = facts.with_error(cfa, ground);
        }
        let invariant = InvariantMap { terms: own.terms().clone(), formulas, bound };
        return Ok(Outcome::Safe(Ranking::new(invariant, measures)));
    }
    for (part, open) in failed.iter().filter(|_| both) {
        if let Some(found) = recurrence::find(&mut own, part, open, seed, budget)? {
            return Ok(Outcome::Unsafe(found));
        }
    }
    match limit {
        Some(limit) => Err(limit),
        None => {
            let parts = failed.into_iter().map(|(part, _)| part).collect();
            *left = Open::new(own, facts, ground, measures, parts, seed, budget)?;
            Err(Limit::Incomplete)
        }
    }
}
