//! The checks of evidence about the ends of runs, which share no code with the engine that finds it.
//!
//! A [`Ranking`] is checked on the ways between the locations that have measures, as preconditions of the automaton's
//! own commands. An [`Endless`] run is checked by carrying its stem out, and by a question for each location of its
//! set: no state of the set is without a successor in it.

use super::counters::with_counters;
use super::cuts::{has_shared_inputs, measured_cuts, ways_to, Cuts};
use super::visits::{check_visits, falls};
use crate::base::{Budget, HashMap, Limit};
use crate::evidence::formulas::{import, import_terms, Bound, Prover, Universal};
use crate::evidence::{CheckError, CheckOptions, Condition, Malformed};
use crate::model::cfa::{Broken, Cfa, Endless, LocId, Path, PathStep, Ranking};
use crate::solver::term::{Model, Substitution, TermId, Terms};

/// Checks that all runs end. With `excludes_error` no run may reach the error location; without it, such a run ends
/// there.
///
/// # Errors
///
/// The condition that does not hold, or the limit that ended the check.
pub fn check_ranking(
    cfa: &Cfa,
    ranking: &Ranking,
    excludes_error: bool,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let invariant = &ranking.invariant;
    let expected = cfa.location_count();
    for found in [ranking.measures.len(), invariant.formulas.len()] {
        if expected != found {
            return Err(Malformed::LocationCount { expected, found }.into());
        }
    }
    if !invariant.bound.is_empty() {
        super::check::check_inductive(cfa, invariant, excludes_error, options, budget)?;
    }
    if has_shared_inputs(cfa) {
        return Err(Limit::Incomplete.into());
    }
    let uncounted = cfa.variables().len();
    let (counted, known) = with_counters(cfa, ranking, budget)?;
    let cfa = &counted;
    let mut terms = cfa.terms().clone();
    let own = || cfa.variables().iter().copied();
    let formulas = import(&mut terms, own(), &known, &invariant.terms, &invariant.formulas, budget)?;
    let none = Bound::default();
    let (bound, renamed) = if ranking.has_ghosts() { (&none, &known) } else { (&known, &none) };
    let mut measures = Vec::with_capacity(expected);
    for list in &ranking.measures {
        measures.push(import_terms(&mut terms, own(), renamed, &invariant.terms, list, budget)?);
    }
    let mut is_visited = vec![true; expected];
    for transition in &ranking.transitions {
        is_visited[transition.head.index()] = false;
        if !measures[transition.head.index()].is_empty() {
            return Err(Malformed::NotAMeasure(transition.head).into());
        }
    }
    let has_measure = |l: LocId| !measures[l.index()].is_empty() || !is_visited[l.index()];
    let cuts = measured_cuts(cfa, has_measure).map_err(Condition::Unmeasured)?;
    let mut prover = Prover::new(options, budget);
    if invariant.bound.is_empty() {
        check_ways(cfa, &mut terms, (&cuts, &formulas), excludes_error, &mut prover, budget)?;
    }
    let variables = &cfa.variables()[..uncounted];
    check_visits(ranking, &mut terms, (variables, &known), &formulas, &mut prover, budget)?;
    let claim = Claim {
        cuts: &cuts,
        formulas: &formulas,
        measures: &measures,
        is_visited: &is_visited,
        bound: &bound.constants,
    };
    check_falls(cfa, &mut terms, claim, &mut prover, budget)
}

/// The parts of a ranking in the checker's store.
struct Claim<'a> {
    cuts: &'a Cuts,
    formulas: &'a [TermId],
    measures: &'a [Vec<TermId>],
    /// By location: whether a run may visit it without end, as far as transition invariants tell.
    is_visited: &'a [bool],
    bound: &'a [TermId],
}

/// Checks that the measures fall on all ways that some loop may go.
fn check_falls(
    cfa: &Cfa,
    terms: &mut Terms,
    claim: Claim<'_>,
    prover: &mut Prover,
    budget: &Budget,
) -> Result<(), CheckError> {
    let Claim { cuts, formulas, measures, is_visited, bound } = claim;
    for end in cfa.locations().filter(|l| !measures[l.index()].is_empty()) {
        let after = &measures[end.index()];
        let reachable = reachable(cfa, end, is_visited);
        let before: Vec<TermId> = after.iter().map(|&t| terms.declare("before", terms.sort(t))).collect();
        let falls = falls(terms, &before, after).ok_or(Malformed::NotAMeasure(end))?;
        let stays = terms.not(falls);
        for (start, way) in ways_to(cfa, terms, cuts, (end, stays), budget)?.from {
            // A way that no loop goes need not fall.
            if !reachable[start.index()] {
                continue;
            }
            let measure = &measures[start.index()];
            let are_alike = measure.len() == before.len()
                && measure.iter().zip(&before).all(|(&a, &b)| terms.sort(a) == terms.sort(b));
            if !are_alike {
                return Err(Malformed::NotAMeasure(start).into());
            }
            let mut asked = vec![way];
            for (&now, &kept) in measure.iter().zip(&before) {
                asked.push(terms.eq(kept, now));
            }
            let at = Universal { bound, formulas: vec![formulas[start.index()]] };
            if !at.refute(prover, terms, &asked, budget)? {
                return Err(Condition::Falls { from: start, to: end }.into());
            }
        }
    }
    Ok(())
}

/// Checks that the formulas at cuts hold where runs are: no way from a cut to the next one leaves them. The formulas of
/// other locations are no part of the claim.
fn check_ways(
    cfa: &Cfa,
    terms: &mut Terms,
    (cuts, formulas): (&Cuts, &[TermId]),
    excludes_error: bool,
    prover: &mut Prover,
    budget: &Budget,
) -> Result<(), CheckError> {
    let not_first = terms.not(formulas[cfa.initial().index()]);
    if !prover.refute(terms, &[not_first])? {
        return Err(Condition::InitialLocation.into());
    }
    for end in cfa.locations().filter(|l| cuts.is_cut[l.index()]) {
        let outside = match end == cfa.error() {
            true if excludes_error => Terms::TRUE,
            true => continue,
            false => terms.not(formulas[end.index()]),
        };
        for (start, way) in ways_to(cfa, terms, cuts, (end, outside), budget)?.from {
            if !prover.refute(terms, &[formulas[start.index()], way])? {
                return Err(if end == cfa.error() {
                    Condition::ErrorLocation.into()
                } else {
                    Condition::Leaves { from: start, to: end }.into()
                });
            }
        }
    }
    Ok(())
}

/// By location: whether a way leads there that visits no other locations than these.
fn reachable(cfa: &Cfa, from: LocId, is_visited: &[bool]) -> Vec<bool> {
    let mut reached = vec![false; cfa.location_count()];
    let mut open = vec![from];
    reached[from.index()] = true;
    while let Some(location) = open.pop() {
        for &edge in cfa.leaving(location) {
            let target = cfa.edge(edge).target;
            if is_visited[target.index()] && !std::mem::replace(&mut reached[target.index()], true) {
                open.push(target);
            }
        }
    }
    reached
}

/// Checks that a run goes on without end.
///
/// # Errors
///
/// The condition that does not hold, or the limit that ended the check.
pub fn check_endless(
    cfa: &Cfa,
    found: &Endless,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let (expected, count) = (cfa.location_count(), found.set.len());
    if expected != count {
        return Err(Malformed::LocationCount { expected, found: count }.into());
    }
    let mut terms = cfa.terms().clone();
    let own = || cfa.variables().iter().copied();
    let none = Bound::default();
    let set = import(&mut terms, own(), &none, &found.terms, &found.set, budget)?;
    let chosen: Vec<TermId> = found.inputs.iter().map(|&(_, value)| value).collect();
    let chosen = import_terms(&mut terms, own(), &none, &found.terms, &chosen, budget)?;
    let mut inputs: HashMap<TermId, TermId> = HashMap::default();
    for (at, (&(input, _), &value)) in found.inputs.iter().zip(&chosen).enumerate() {
        let is_input = input.index() < cfa.terms().len() && !cfa.is_variable(input);
        if !is_input || terms.sort(input) != terms.sort(value) {
            return Err(Malformed::NotAConstant { place: at }.into());
        }
        inputs.insert(input, value);
    }
    check_stem(cfa, found, &terms, &set, budget)?;
    let mut prover = Prover::new(options, budget);
    for location in cfa.locations().filter(|l| set[l.index()] != Terms::FALSE) {
        let mut ways = Vec::new();
        for &edge in cfa.leaving(location) {
            let edge = cfa.edge(edge);
            if set[edge.target.index()] == Terms::FALSE {
                continue;
            }
            let way = cfa.commands().wep(&mut terms, edge.command, set[edge.target.index()]);
            let mut values = Substitution::new();
            for input in cfa.commands().inputs(edge.command) {
                if let Some(&value) = inputs.get(&input) {
                    values.insert(input, value);
                }
            }
            // An input without a value is any: the step is there for each value that it may have.
            ways.push(values.apply(&mut terms, way));
        }
        let goes_on = terms.or(&ways);
        let stuck = terms.not(goes_on);
        if !prover.refute(&mut terms, &[set[location.index()], stuck])? {
            return Err(Condition::GoesOn(location).into());
        }
    }
    Ok(())
}

/// Checks that the stem is a run into the set.
fn check_stem(
    cfa: &Cfa,
    found: &Endless,
    terms: &Terms,
    set: &[TermId],
    budget: &Budget,
) -> Result<(), CheckError> {
    let stem = &found.stem;
    let mut end: Option<Model> = None;
    let last = stem.steps.len();
    let mut at = 0;
    let keep = |state: &Model| {
        at += 1;
        if at == last {
            end = Some(state.clone());
        }
    };
    stem.run(cfa, budget, keep).map_err(CheckError::Limit)?.map_err(Condition::Path)?;
    let location = stem.steps.last().map_or(cfa.initial(), |step| cfa.edge(step.edge).target);
    let end = end.unwrap_or_else(|| {
        let mut start = Model::new();
        start.set_all(cfa.terms(), cfa.variables().iter().copied(), &stem.start);
        start
    });
    if !end.evaluate(terms, set[location.index()]).is_true() {
        return Err(Condition::StemEndsInSet.into());
    }
    Ok(())
}

/// Ways through a command that are tried.
const MOST_WAYS: usize = 1_000;

/// The stem of a run without end, and as many steps behind it that stay in its set.
///
/// # Errors
///
/// If the stem is no run, a step is not found, or a limit was reached.
pub fn endless_prefix(cfa: &Cfa, found: &Endless, steps: usize, budget: &Budget) -> Result<Path, CheckError> {
    let terms = &found.terms;
    let mut path = found.stem.clone();
    let mut state = Model::new();
    state.set_all(cfa.terms(), cfa.variables().iter().copied(), &path.start);
    path.run(cfa, budget, |now| state = now.clone()).map_err(CheckError::Limit)?.map_err(Condition::Path)?;
    let mut location = path.steps.last().map_or(cfa.initial(), |step| cfa.edge(step.edge).target);
    for _ in 0..steps {
        budget.poll()?;
        let mut next = None;
        for &id in cfa.leaving(location) {
            let edge = cfa.edge(id);
            let inside = found.set[edge.target.index()];
            let mut before = state.clone();
            let mut inputs = Vec::new();
            for input in cfa.commands().inputs(edge.command) {
                let chosen = found.inputs.iter().find(|pair| pair.0 == input).map_or(input, |pair| pair.1);
                let value = state.evaluate(terms, chosen);
                before.set_all(terms, [input], std::slice::from_ref(&value));
                inputs.push(value);
            }
            let stays = |end: &Model| end.evaluate(terms, inside).is_true();
            let step = cfa.commands().find_run(terms, edge.command, &before, MOST_WAYS, stays);
            if let Some((choices, end)) = step {
                next = Some((PathStep { edge: id, inputs, choices }, edge.target, end));
                break;
            }
        }
        let (step, target, end) = next.ok_or(Condition::Path(Broken::Blocked { step: path.steps.len() }))?;
        path.steps.push(step);
        location = target;
        state = end;
    }
    Ok(path)
}
