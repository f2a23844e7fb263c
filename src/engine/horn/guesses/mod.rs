//! Guesses about cells: what might hold for all elements of arrays, from samples, weakened until it holds (Houdini).
//!
//! Spacer over [cells](crate::model::encode::cells) has to find what holds for all indices between some others, as do
//! most facts about arrays and heaps. They have few forms: *an element with an index from 0 on and below `i` is 7*, *a
//! pointer in an allocated cell leads to one*. So they are guessed, of the form `guard → claim` ([`atoms`]), where no
//! sample ([`samples`]) says otherwise. Where no samples are known, as behind a long loop, guesses are made all the
//! same. Those that are left once all clauses hold are a model, or are assumed by the search for one.
//!
//! # Left out
//!
//! Guesses are conjunctions of formulas with one guard and one comparison. Sums of features are not compared. A guess
//! that is dropped is not followed by a weaker one.

mod atoms;
mod samples;

use super::houdini::Houdini;
use crate::base::{Budget, HashMap, Limit};
use crate::model::encode::cells::{CellHorn, Role};
use crate::model::horn::{Horn, Interpretation, PredicateId};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Model, Sort, TermId, Terms, Value};
use atoms::{Atoms, Constants};
use samples::samples;

/// Guesses about one predicate.
const MOST_GUESSES: usize = 300;
/// Guesses about one of which no facts are known.
const MOST_UNSEEN: usize = 1_500;
/// Tuples of indices at which a sample is looked at.
const MOST_TUPLES: usize = 8;
/// Guards of one claim.
const MOST_GUARDS: usize = 4;

/// What is known of the image of clauses over cells.
#[derive(Debug)]
pub struct Guessed {
    /// Formulas by predicate of the image that satisfy all clauses with a head.
    pub known: Interpretation,
    /// Whether they satisfy the queries, too.
    pub is_model: bool,
}

/// Guesses about the image of these clauses, all of which hold.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub fn guess(original: &Horn, cells: &CellHorn, seed: u64, budget: &Budget) -> Result<Guessed, Limit> {
    let mut image = cells.horn.clone();
    let facts = samples(original, seed, budget)?;
    let constants = Constants::of(&mut image);
    let mut candidates = Vec::with_capacity(facts.len());
    for predicate in image.predicate_ids() {
        budget.poll()?;
        let places = image.predicate(predicate).places.clone();
        let roles: Vec<Role> = (0..places.len()).map(|place| cells.role(predicate, place)).collect();
        let atoms = Atoms::of(image.terms_mut(), &places, &roles, &constants);
        let seen = states(original, cells, predicate, &facts[predicate.index()]);
        candidates.push(chosen(image.terms_mut(), &places, &seen, &atoms));
    }
    let mut houdini = Houdini::new(&image, image.terms(), candidates, budget);
    if let Some(known) = houdini.model()? {
        return Ok(Guessed { known, is_model: true });
    }
    let mut known = houdini.interpretation()?;
    for formula in &mut known.formulas {
        *formula = without_implied(&mut known.terms, *formula, budget)?;
    }
    Ok(Guessed { known, is_model: false })
}

/// Samples as arguments of the image, at some indices each.
fn states(original: &Horn, cells: &CellHorn, predicate: PredicateId, facts: &[Vec<Value>]) -> Vec<Vec<Value>> {
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

/// The guesses that all samples satisfy. Of the guards of a claim those stay that most samples satisfy.
fn chosen(terms: &mut Terms, places: &[TermId], seen: &[Vec<Value>], atoms: &Atoms) -> Vec<TermId> {
    let formulas: Vec<TermId> =
        atoms.guards.iter().copied().chain(atoms.claims.iter().map(|&(claim, _)| claim)).collect();
    let mut holds = vec![0u128; formulas.len()];
    for (at, state) in seen.iter().enumerate() {
        let mut model = Model::new();
        model.set_all(terms, places.iter().copied(), state);
        for (mask, value) in holds.iter_mut().zip(model.evaluate_all(terms, &formulas)) {
            *mask |= u128::from(value.is_true()) << at;
        }
    }
    let (guards, claims) = holds.split_at(atoms.guards.len());
    let mut ranked: Vec<(u32, usize, usize)> = Vec::new();
    for (claim, &(_, of_cells)) in atoms.claims.iter().enumerate() {
        let most = if of_cells { guards.len() } else { 1 };
        let fits = |&guard: &usize| guards[guard] & !claims[claim] == 0 && (guards[guard] != 0 || seen.is_empty());
        let mut fitting: Vec<usize> = (0..most).filter(fits).collect();
        let all = fitting.clone();
        // A guard that says more says it of fewer samples.
        fitting.retain(|&guard| {
            !all.iter().any(|&other| guards[guard] != guards[other] && guards[guard] & !guards[other] == 0)
        });
        if !seen.is_empty() {
            fitting.truncate(MOST_GUARDS);
        }
        ranked.extend(fitting.into_iter().map(|guard| (128 - guards[guard].count_ones(), guard, claim)));
    }
    ranked.sort_unstable();
    ranked.truncate(if seen.is_empty() { MOST_UNSEEN } else { MOST_GUESSES });
    let list = ranked.into_iter().map(|(_, guard, claim)| {
        let (guard, claim) = (atoms.guards[guard], atoms.claims[claim].0);
        terms.implies(guard, claim)
    });
    list.collect()
}

/// A conjunction without members that the others imply.
fn without_implied(terms: &mut Terms, formula: TermId, budget: &Budget) -> Result<TermId, Limit> {
    if terms.op(formula) != crate::solver::term::Op::And {
        return Ok(formula);
    }
    let mut solver = Solver::new(SmtOptions::incremental());
    let mut kept = terms.args(formula).to_vec();
    let mut at = kept.len();
    while at > 0 {
        at -= 1;
        budget.poll()?;
        let mut assumed: Vec<TermId> = kept.clone();
        assumed[at] = terms.not(kept[at]);
        solver.set_budget(budget.clone().and_conflicts(100));
        if solver.check(terms, &assumed) == crate::solver::smt::Answer::Unsat {
            kept.remove(at);
        }
    }
    Ok(terms.and(&kept))
}
