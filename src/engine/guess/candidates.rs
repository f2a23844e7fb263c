//! The guess: formulas that the samples satisfy.

use super::affine::Relations;
use super::elements::{Elements, Fact};
use super::place::{Group, Hull, Place};
use super::polynomial;
use super::runs::{Runs, Samples};
use crate::engine::common::program::{value_of, Edges};
use crate::model::cfa::LocId;
use crate::solver::term::{Model, Sort, TermId, Terms, Value};

/// Words of one group between which relations are looked for, at most.
const MOST_WORDS: usize = 40;

/// Variables of one sort that are compared with each other, at most.
const MOST_COMPARED: usize = 12;

/// Remainders are looked for modulo divisors up to this one.
const MOST_DIVISOR: u64 = 64;

/// A bound on the difference of two variables is guessed up to this number.
const MOST_DIFFERENCE: i64 = 64;

/// The guess about a location. Facts about elements that are known from others are tried first.
pub(super) fn guess(
    edges: &mut Edges,
    runs: &Runs,
    (groups, elements, known): (&[Group], &Elements, &mut Vec<Fact>),
    location: LocId,
) -> Place {
    let variables = edges.cfa.variables().len();
    if location == edges.cfa.initial() || location == edges.cfa.error() {
        return Place::default();
    }
    let samples = &runs.samples[location.index()];
    let mut place = Place::default();
    for (index, group) in groups.iter().enumerate().filter(|(_, group)| group.words.len() <= MOST_WORDS) {
        hulls(edges.terms_mut(), samples, variables, (index, group), &mut place);
    }
    let mut list = samples.splits.clone();
    list.extend(samples.splits.iter().map(|&t| edges.terms_mut().not(t)));
    for group in groups {
        let terms = edges.terms_mut();
        compare(terms, group, &mut list);
        bounds(terms, samples, variables, (group, runs.numbers()), &mut list);
        differences(terms, samples, variables, (group, runs.numbers()), &mut list);
        remainders(terms, samples, variables, (group, runs.numbers()), &mut list);
        if terms.has_products() {
            polynomial::equations(terms, samples, variables, group, &mut list);
        }
    }
    list.sort_unstable();
    list.dedup();
    let places = edges.cfa.variables().iter().enumerate();
    let words = places.map(|(at, &v)| (at, v, edges.cfa.terms().sort(v)));
    let words: Vec<(usize, TermId, Sort)> =
        words.filter(|(_, _, sort)| !matches!(sort, Sort::Array(_))).collect();
    for state in samples.states(variables) {
        let terms = edges.terms_mut();
        let mut model = Model::new();
        let values: Vec<Value> = words.iter().map(|&(at, _, sort)| value_of(state[at], sort)).collect();
        model.set_all(terms, words.iter().map(|&(_, word, _)| word), &values);
        let truths = model.evaluate_all(terms, &list);
        let mut truths = truths.iter();
        list.retain(|_| truths.next().map_or(false, Value::is_true));
    }
    list.extend(elements.facts(edges, (samples, runs.numbers()), known));
    place.comparisons = list;
    place
}

/// The hulls of the samples: of all, and of those in which a comparison holds, or its negation.
fn hulls(
    terms: &mut Terms,
    samples: &Samples,
    variables: usize,
    (index, group): (usize, &Group),
    place: &mut Place,
) {
    let hull = |condition: TermId, holds: &dyn Fn(u64) -> bool| {
        let mut relations = Relations::new(group.words.len(), group.width());
        for (state, &key) in samples.states(variables).zip(&samples.keys) {
            if holds(key) {
                let words: Vec<u64> = group.words.iter().map(|&i| state[i]).collect();
                relations.join(&words);
            }
        }
        Hull { condition, group: index, relations, formulas: Vec::new() }
    };
    let mut whole = hull(Terms::TRUE, &|_| true);
    whole.renew(terms, group, &[]);
    let known = whole.formulas.clone();
    place.hulls.push(whole);
    for (bit, &split) in samples.splits.iter().enumerate() {
        for truth in [true, false] {
            let condition = if truth { split } else { terms.not(split) };
            let mut part = hull(condition, &|key| (key >> bit & 1 == 1) == truth);
            part.renew(terms, group, &known);
            place.hulls.push(part);
        }
    }
}

/// Comparisons between the variables of a group.
fn compare(terms: &mut Terms, group: &Group, list: &mut Vec<TermId>) {
    let words = &group.terms[..group.terms.len().min(MOST_COMPARED)];
    for &a in words {
        for &b in words.iter().filter(|&&b| b != a) {
            if group.sort == Sort::Int {
                list.push(terms.le(a, b));
            } else {
                list.push(terms.bv_ule(a, b));
                list.push(terms.bv_sle(a, b));
            }
        }
    }
}

/// The numbers that fit the words of a group, ascending.
fn fitting(group: &Group, numbers: &[u64]) -> Vec<u64> {
    let gap = 64 - group.width();
    let fits = |&n: &u64| n << gap >> gap == n || group.sort == Sort::Int;
    numbers.iter().copied().filter(fits).collect()
}

/// The numbers that fit the words of a group, and their neighbours, ascending.
fn near(group: &Group, numbers: &[u64]) -> Vec<u64> {
    let gap = 64 - group.width();
    let mut near: Vec<u64> = Vec::new();
    for number in fitting(group, numbers) {
        near.extend([number.wrapping_sub(1), number, number.wrapping_add(1)].iter().map(|n| n << gap >> gap));
    }
    near.sort_unstable();
    near.dedup();
    near
}

/// A word of a group as a signed number.
fn signed(group: &Group, word: u64) -> i64 {
    let gap = 64 - group.width();
    ((word << gap) as i64) >> gap
}

/// Bounds on the variables of a group: the narrowest ones by numbers of the program, or by their neighbours, that the
/// samples allow.
fn bounds(
    terms: &mut Terms,
    samples: &Samples,
    variables: usize,
    (group, numbers): (&Group, &[u64]),
    list: &mut Vec<TermId>,
) {
    let near = near(group, numbers);
    let own = if group.exponent.is_some() { of_floats(group, numbers) } else { fitting(group, numbers) };
    let signed = |n: u64| signed(group, n);
    for (&i, &a) in group.words.iter().zip(&group.terms).take(MOST_COMPARED) {
        let values = || samples.states(variables).map(|state| state[i]);
        let bound = |terms: &mut Terms, number: u64| match group.sort {
            Sort::Int => terms.int(number as i64),
            _ => terms.bv(number, group.width()),
        };
        let powers = group.exponent.map_or(Vec::new(), |exponent| powers_around(exponent, values()));
        // The number itself is a bound, too, if only a neighbour of it is met.
        let lists = [&near, &own, &powers];
        let (least, most) = (values().map(signed).min(), values().map(signed).max());
        let upper = |list: &&Vec<u64>| {
            list.iter().copied().filter(|&n| Some(signed(n)) >= most).min_by_key(|&n| signed(n))
        };
        let lower = |list: &&Vec<u64>| {
            let below = list.iter().copied().filter(|&n| least.map_or(true, |least| signed(n) <= least));
            below.max_by_key(|&n| signed(n))
        };
        let ends = lists.iter().filter_map(upper).map(|n| (n, true));
        let ends: Vec<(u64, bool)> = ends.chain(lists.iter().filter_map(lower).map(|n| (n, false))).collect();
        for (number, is_upper) in ends {
            let b = bound(terms, number);
            let (small, great) = if is_upper { (a, b) } else { (b, a) };
            list.push(match group.sort {
                Sort::Int => terms.le(small, great),
                _ => terms.bv_sle(small, great),
            });
        }
        if group.sort != Sort::Int {
            let (least, most) = (values().min().unwrap_or(u64::MAX), values().max().unwrap_or(0));
            for &number in lists.iter().filter_map(|list| list.iter().find(|&&n| n >= most)) {
                let b = bound(terms, number);
                list.push(terms.bv_ule(a, b));
            }
            for &number in lists.iter().filter_map(|list| list.iter().rev().find(|&&n| n <= least)) {
                let b = bound(terms, number);
                list.push(terms.bv_ule(b, a));
            }
        }
    }
}

/// The numbers that fit the words of a group as floating-point numbers of both signs, ascending.
fn of_floats(group: &Group, numbers: &[u64]) -> Vec<u64> {
    let sign = 1 << (group.width() - 1);
    let mut both: Vec<u64> = fitting(group, numbers).into_iter().flat_map(|n| [n, n ^ sign]).collect();
    both.sort_unstable();
    both.dedup();
    both
}

/// Of the powers of two with both signs, those next to some floating-point numbers, ascending.
fn powers_around(exponent: u32, values: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut powers: Vec<u64> = Vec::new();
    for value in values {
        let below = value >> exponent << exponent;
        let above = if below == value { value } else { below + (1 << exponent) };
        powers.extend([below, above]);
    }
    powers.sort_unstable();
    powers.dedup();
    powers
}

/// Remainders of the variables of a group that are the same in all samples.
fn remainders(
    terms: &mut Terms,
    samples: &Samples,
    variables: usize,
    (group, numbers): (&Group, &[u64]),
    list: &mut Vec<TermId>,
) {
    let divisors = numbers.iter().copied().filter(|n| (3..=MOST_DIVISOR).contains(n) && !n.is_power_of_two());
    for divisor in divisors {
        for (&i, &a) in group.words.iter().zip(&group.terms).take(MOST_COMPARED) {
            let remainder_of = |state: &[u64]| match group.sort {
                Sort::Int => (state[i] as i64).rem_euclid(divisor as i64) as u64,
                _ => state[i] % divisor,
            };
            let mut rests = samples.states(variables).map(remainder_of);
            if let Some(rest) = rests.next().filter(|rest| rests.all(|other| other == *rest)) {
                list.extend(remainder(terms, group, a, divisor, rest));
            }
        }
    }
}

/// Bounds on differences of variables, as narrow as the samples allow, or by numbers of the program or their neighbours
/// if they are large.
fn differences(
    terms: &mut Terms,
    samples: &Samples,
    variables: usize,
    (group, numbers): (&Group, &[u64]),
    list: &mut Vec<TermId>,
) {
    let near = near(group, numbers);
    let least_above = |most: i64| near.iter().map(|&n| signed(group, n)).filter(|&n| n >= most).min();
    let words = || group.words.iter().zip(&group.terms).take(MOST_COMPARED);
    for (&i, &a) in words() {
        for (&j, &b) in words().filter(|&(&j, _)| i != j) {
            let difference = |state: &[u64]| signed(group, state[i].wrapping_sub(state[j]));
            let most = match samples.states(variables).map(difference).max() {
                Some(most) if (1..=MOST_DIFFERENCE).contains(&most) => most,
                Some(most) if most > MOST_DIFFERENCE => match least_above(most) {
                    Some(most) => most,
                    None => continue,
                },
                _ => continue,
            };
            list.push(match group.sort {
                Sort::Int => {
                    let (difference, most) = (terms.sub(a, b), terms.int(most));
                    terms.le(difference, most)
                }
                _ => {
                    let (difference, most) = (terms.bv_sub(a, b), terms.bv(most as u64, group.width()));
                    terms.bv_sle(difference, most)
                }
            });
        }
    }
}

/// The remainder of a word by a divisor is this one.
fn remainder(terms: &mut Terms, group: &Group, word: TermId, divisor: u64, rest: u64) -> Option<TermId> {
    if group.sort == Sort::Int {
        let by = terms.int(divisor as i64);
        let remainder = terms.int_mod(word, by).ok()?;
        let rest = terms.int(rest as i64);
        return Some(terms.eq(remainder, rest));
    }
    if divisor >> group.width().min(63) != 0 {
        return None;
    }
    let by = terms.bv(divisor, group.width());
    let remainder = terms.bv_urem(word, by);
    let rest = terms.bv(rest, group.width());
    Some(terms.eq(remainder, rest))
}
