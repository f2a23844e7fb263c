//! Guesses about cells: what might hold for all elements of arrays, from samples, weakened until it holds (Houdini).
//!
//! Spacer over [cells](crate::model::encode::cells) has to find what holds for all indices between some others, as do
//! most facts about arrays and heaps. They have few forms: *an element with an index from 0 on and below `i` is 7*, *a
//! pointer in an allocated cell leads to one*. So they are guessed, of the form `guard → claim` ([`atoms`]), where no
//! sample ([`samples`]) says otherwise. Where no samples are known, as behind a long loop, some guesses are made all
//! the same. Those that are left once all clauses hold are a model, or are assumed by the search for one.
//!
//! # Left out
//!
//! Guesses are conjunctions of formulas with one guard and one comparison. Sums of features are not compared. A guess
//! that is dropped is followed by ones with other guards only. Few guesses are made without samples, so facts that
//! hold behind a long loop are mostly missed.

mod atoms;
mod samples;

use super::houdini::Houdini;
use crate::base::{Budget, HashMap, Limit};
use crate::model::encode::cells::{CellHorn, Role};
use crate::model::horn::{Horn, Interpretation, PredicateId};
use crate::solver::smt::{Answer, SmtOptions, Solver};
use crate::solver::term::{Model, Sort, TermId, Terms, Value};
use atoms::{Atoms, Claim, Constants};
use samples::samples;

/// Guesses about one predicate.
const MOST_GUESSES: usize = 600;
/// Guesses about one of which no facts are known.
const MOST_UNSEEN: usize = 1_000;
/// Tuples of indices at which a sample is looked at.
const MOST_TUPLES: usize = 8;
/// Guards of one claim.
const MOST_GUARDS: usize = 4;

/// Guesses about the image of these clauses, all of which hold. If a claim with a guard does not hold, other guards are
/// tried, in as many rounds.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub fn guess(
    original: &Horn,
    cells: &CellHorn,
    rounds: usize,
    seed: u64,
    budget: &Budget,
) -> Result<Interpretation, Limit> {
    let mut image = cells.horn.clone();
    let facts = samples(original, seed, budget)?;
    let constants = Constants::of(&mut image);
    let mut choices = Vec::with_capacity(facts.len());
    for predicate in image.predicate_ids() {
        budget.poll()?;
        let places = image.predicate(predicate).places.clone();
        let roles: Vec<Role> = (0..places.len()).map(|place| cells.role(predicate, place)).collect();
        let atoms = Atoms::of(image.terms_mut(), &places, &roles, &constants);
        let seen = states(original, cells, predicate, &facts[predicate.index()]);
        choices.push(Choice::new(image.terms_mut(), &places, &seen, atoms));
    }
    let mut left: Vec<Vec<TermId>> = vec![Vec::new(); choices.len()];
    for _ in 0..rounds {
        let mut is_new = false;
        for (choice, left) in choices.iter_mut().zip(&mut left) {
            let more = choice.next(image.terms_mut(), left);
            is_new |= !more.is_empty();
            left.extend(more);
        }
        if !is_new {
            break;
        }
        let mut houdini = Houdini::new(&image, image.terms(), left.clone(), budget);
        if let Some(model) = houdini.model()? {
            return Ok(model);
        }
        left = houdini.left()?.to_vec();
    }
    let mut terms = image.terms().clone();
    let mut formulas = Vec::with_capacity(left.len());
    for list in left {
        formulas.push(without_implied(&mut terms, list, budget)?);
    }
    Ok(Interpretation::new(terms, formulas))
}

/// Samples as arguments of the image, at some indices each.
fn states(
    original: &Horn,
    cells: &CellHorn,
    predicate: PredicateId,
    facts: &[Vec<Value>],
) -> Vec<Vec<Value>> {
    let terms = original.terms();
    let places = &original.predicate(predicate).places;
    let image = cells.horn.terms();
    let mut list = Vec::new();
    for fact in facts {
        let mut model = Model::new();
        model.set_all(terms, places.iter().copied(), fact);
        let mut found: HashMap<Sort, Vec<Value>> = HashMap::default();
        for &index in cells.bound() {
            let sort = image.sort(index);
            found.entry(sort).or_insert_with(|| interesting(terms, sort, places, fact));
        }
        for tuple in 0..MOST_TUPLES {
            for (at, &index) in cells.bound().iter().enumerate() {
                let values = &found[&image.sort(index)];
                // Two indices are equal now and then.
                let value = values[(tuple + at * (tuple / 2)) % values.len()].clone();
                model.set_all(image, [index], &[value]);
            }
            let state = model.evaluate_all(image, cells.arguments(predicate));
            if !list.contains(&state) {
                list.push(state);
            }
            if list.len() == 128 {
                return list;
            }
        }
    }
    list
}

/// Indices at which an array of a fact may differ from others.
fn interesting(terms: &Terms, sort: Sort, places: &[TermId], fact: &[Value]) -> Vec<Value> {
    let mut list = Vec::new();
    for (value, &place) in fact.iter().zip(places) {
        let of = terms.sort(place);
        if of == sort {
            list.push(value.clone());
        }
        if let (Some((index, _)), Value::Array(array)) = (terms.array_parts(of), value) {
            if index == sort {
                list.extend(array.entries().iter().take(4).map(|(index, _)| index.clone()));
            }
        }
    }
    list.extend(terms.some_values(sort, 3));
    let mut kept: Vec<Value> = Vec::new();
    for value in list {
        if !kept.contains(&value) && kept.len() < MOST_TUPLES {
            kept.push(value);
        }
    }
    kept
}

/// The guesses about one predicate that all samples satisfy. A set of samples is a mask.
struct Choice {
    atoms: Atoms,
    guards: Vec<u128>,
    /// The samples in which the features of a claim have values.
    under: Vec<u128>,
    /// By claim: the guards under which no sample contradicts it, and that have not been tried.
    fitting: Vec<Vec<usize>>,
    /// Guards that were tried, with their claims.
    tried: HashMap<TermId, (usize, usize)>,
    has_samples: bool,
}

impl Choice {
    fn new(terms: &Terms, places: &[TermId], seen: &[Vec<Value>], atoms: Atoms) -> Choice {
        let holds = |formulas: Vec<TermId>| {
            let mut holds = vec![0u128; formulas.len()];
            for (at, state) in seen.iter().enumerate() {
                let mut model = Model::new();
                model.set_all(terms, places.iter().copied(), state);
                for (mask, value) in holds.iter_mut().zip(model.evaluate_all(terms, &formulas)) {
                    *mask |= u128::from(value.is_true()) << at;
                }
            }
            holds
        };
        let guards = holds(atoms.guards.clone());
        let under = holds(atoms.claims.iter().map(|claim| claim.under).collect());
        let claims = holds(atoms.claims.iter().map(|claim| claim.formula).collect());
        let fitting = |(at, claim): (usize, &Claim)| {
            let most = if claim.of_cells { guards.len() } else { 1 };
            let fits = |&guard: &usize| guards[guard] & !claims[at] == 0;
            let says = |&guard: &usize| seen.is_empty() || guards[guard] & under[at] != 0;
            (0..most).filter(fits).filter(says).collect()
        };
        let fitting = atoms.claims.iter().enumerate().map(fitting).collect();
        let has_samples = !seen.is_empty();
        Choice { atoms, guards, under, fitting, tried: HashMap::default(), has_samples }
    }

    /// Guesses that have not been tried, beside those that are left. Of the guards of a claim those come first that
    /// most samples satisfy. All are tried at once where there are no samples.
    fn next(&mut self, terms: &mut Terms, left: &[TermId]) -> Vec<TermId> {
        let mut kept: Vec<Vec<usize>> = vec![Vec::new(); self.fitting.len()];
        for (guard, claim) in left.iter().filter_map(|t| self.tried.get(t)) {
            kept[*claim].push(*guard);
        }
        let mut ranked: Vec<(u32, usize, usize)> = Vec::new();
        for (claim, fitting) in self.fitting.iter_mut().enumerate() {
            let told = |guard: usize| self.guards[guard] & self.under[claim];
            let within = |guard: usize, other: usize| told(guard) & !told(other) == 0;
            let mut next = fitting.clone();
            if self.has_samples {
                next.retain(|&guard| !kept[claim].iter().any(|&other| within(guard, other)));
                let all = next.clone();
                let has_more = |guard: usize, other: usize| within(guard, other) && !within(other, guard);
                next.retain(|&guard| !all.iter().any(|&other| has_more(guard, other)));
                next.truncate(MOST_GUARDS);
            }
            fitting.retain(|guard| !next.contains(guard));
            ranked.extend(next.into_iter().map(|guard| (128 - told(guard).count_ones(), guard, claim)));
        }
        ranked.sort_unstable();
        ranked.truncate(if self.has_samples { MOST_GUESSES } else { MOST_UNSEEN });
        let mut list = Vec::with_capacity(ranked.len());
        for (_, guard, claim) in ranked {
            let guess = terms.implies(self.atoms.guards[guard], self.atoms.claims[claim].formula);
            if self.tried.insert(guess, (guard, claim)).is_none() {
                list.push(guess);
            }
        }
        list
    }
}

/// The conjunction without members that the others imply.
pub(super) fn without_implied(
    terms: &mut Terms,
    mut kept: Vec<TermId>,
    budget: &Budget,
) -> Result<TermId, Limit> {
    let mut solver = Solver::new(SmtOptions::incremental());
    let mut at = kept.len();
    while at > 0 {
        at -= 1;
        budget.poll()?;
        let mut assumed: Vec<TermId> = kept.clone();
        assumed[at] = terms.not(kept[at]);
        solver.set_budget(budget.clone().and_conflicts(100));
        if solver.check(terms, &assumed) == Answer::Unsat {
            kept.remove(at);
        }
    }
    Ok(terms.and(&kept))
}
