//! Random systems over all sorts, whose numbers stay among the few that the oracle of `random_system` tries.

use crate::random_system::NUMBERS;
use crate::random_term::{random_term, value};
use indubit::base::Rng;
use indubit::model::system::System;
use indubit::solver::term::{Sort, TermId, Terms};
use indubit::theories::num::Rational;

/// A random term over these constants, numbers included.
pub fn random_mixed_term(
    rng: &mut Rng,
    terms: &mut Terms,
    pool: &[TermId],
    sort: Sort,
    depth: usize,
) -> TermId {
    match sort {
        Sort::Bool => random_formula(rng, terms, pool, depth),
        Sort::Int | Sort::Real => random_number(rng, terms, pool, sort, depth),
        _ => random_term(rng, terms, pool, sort, depth),
    }
}

fn random_formula(rng: &mut Rng, terms: &mut Terms, pool: &[TermId], depth: usize) -> TermId {
    let numbers: Vec<Sort> = pool.iter().map(|&t| terms.sort(t)).filter(|s| s.is_numeric()).collect();
    if depth == 0 || numbers.is_empty() || rng.one_in(4) {
        return random_term(rng, terms, pool, Sort::Bool, depth);
    }
    let sort = if rng.one_in(3) { Sort::Bool } else { numbers[rng.below(numbers.len())] };
    let a = random_mixed_term(rng, terms, pool, sort, depth - 1);
    let b = random_mixed_term(rng, terms, pool, sort, depth - 1);
    if sort == Sort::Bool {
        return match rng.below(5) {
            0 => terms.and(&[a, b]),
            1 => terms.or(&[a, b]),
            2 => terms.iff(a, b),
            3 => terms.not(a),
            _ => terms.implies(a, b),
        };
    }
    match rng.below(6) {
        0 => terms.lt(a, b),
        1 => terms.le(a, b),
        2 => terms.distinct(&[a, b]),
        3 if sort == Sort::Real => terms.is_int(a),
        4 if sort == Sort::Int => terms.divisible(a, 2i64.into()),
        _ => terms.eq(a, b),
    }
}

fn random_number(rng: &mut Rng, terms: &mut Terms, pool: &[TermId], sort: Sort, depth: usize) -> TermId {
    let of_sort: Vec<TermId> = pool.iter().copied().filter(|&t| terms.sort(t) == sort).collect();
    if depth == 0 || rng.one_in(6) {
        if !of_sort.is_empty() && !rng.one_in(4) {
            return of_sort[rng.below(of_sort.len())];
        }
        return value(sort, rng.below(NUMBERS as usize) as u64).term(terms, sort);
    }
    let a = random_mixed_term(rng, terms, pool, sort, depth - 1);
    let b = random_mixed_term(rng, terms, pool, sort, depth - 1);
    match rng.below(9) {
        0 | 1 => terms.add(&[a, b]),
        2 | 3 => terms.sub(a, b),
        4 => terms.neg(a),
        5 => terms.scale(&Rational::from(2), a),
        6 if sort == Sort::Real => {
            let half = Rational::new(1i64.into(), 2i64.into());
            terms.scale(&half, a)
        }
        6 => {
            let two = terms.int(2);
            terms.int_mod(a, two).expect("2 is a number")
        }
        7 if pool.iter().any(|&t| terms.sort(t) == Sort::Int) && sort == Sort::Real => {
            let integer = random_mixed_term(rng, terms, pool, Sort::Int, depth - 1);
            terms.to_real(integer)
        }
        _ => {
            let condition = random_mixed_term(rng, terms, pool, Sort::Bool, depth - 1);
            terms.ite(condition, a, b)
        }
    }
}

/// The variable has one of the values that the oracle tries. True for Booleans and words.
fn in_range(terms: &mut Terms, variable: TermId) -> TermId {
    let sort = terms.sort(variable);
    if !sort.is_numeric() {
        return Terms::TRUE;
    }
    let values: Vec<TermId> = (0..NUMBERS).map(|n| value(sort, n).term(terms, sort)).collect();
    if sort == Sort::Int {
        let (least, most) = (terms.ge(variable, values[0]), terms.le(variable, values[values.len() - 1]));
        return terms.and(&[least, most]);
    }
    let equal: Vec<TermId> = values.into_iter().map(|value| terms.eq(variable, value)).collect();
    terms.or(&equal)
}

/// A system of one or two state variables and up to one input of these sorts.
///
/// Numbers are kept in their range by Init and Trans or by the constraint. Variables may have no first value, Trans
/// may be a relation and need not be total, the constraint and the bad states may be about inputs.
pub fn random_mixed_system(rng: &mut Rng, sorts: &[Sort]) -> System {
    let mut system = System::default();
    for i in 0..1 + rng.below(2) {
        system.declare_state(&format!("s{}", i), sorts[rng.below(sorts.len())]);
    }
    if rng.one_in(2) {
        system.declare_input("i", sorts[rng.below(sorts.len())]);
    }
    let states = system.states().to_vec();
    let currents: Vec<TermId> = states.iter().map(|s| s.current).collect();
    let with_inputs: Vec<TermId> = currents.iter().chain(system.inputs()).copied().collect();
    let all: Vec<TermId> = with_inputs.iter().copied().chain(states.iter().map(|s| s.next)).collect();
    let by_constraint = rng.one_in(2);
    let (mut init, mut trans) = (Vec::new(), Vec::new());
    for state in &states {
        let terms = system.terms_mut();
        let sort = terms.sort(state.current);
        if rng.below(4) > 0 {
            let first = value(sort, rng.below(2) as u64).term(terms, sort);
            init.push(terms.eq(state.current, first));
        }
        if rng.below(4) > 0 {
            let next = random_mixed_term(rng, terms, &with_inputs, sort, 2);
            trans.push(terms.eq(state.next, next));
        }
        if !by_constraint {
            init.push(in_range(terms, state.current));
            trans.push(in_range(terms, state.next));
        }
    }
    let terms = system.terms_mut();
    if rng.one_in(3) {
        init.push(random_mixed_term(rng, terms, &currents, Sort::Bool, 2));
    }
    if rng.one_in(3) {
        trans.push(random_mixed_term(rng, terms, &all, Sort::Bool, 3));
    }
    let (init, trans) = (terms.and(&init), terms.and(&trans));
    system.set_init(init);
    system.set_trans(trans);
    let bounded = if by_constraint { with_inputs.clone() } else { system.inputs().to_vec() };
    for variable in bounded {
        let constraint = in_range(system.terms_mut(), variable);
        system.add_constraint(constraint);
    }
    if rng.one_in(3) {
        let constraint = random_mixed_term(rng, system.terms_mut(), &with_inputs, Sort::Bool, 2);
        system.add_constraint(constraint);
    }
    for _ in 0..1 + rng.below(3) {
        let last = states[rng.below(states.len())].current;
        let terms = system.terms_mut();
        let sort = terms.sort(last);
        let highest = if sort.is_numeric() { NUMBERS } else { 1 << sort.width().unwrap_or(1) };
        let high = value(sort, highest - 1 - rng.below(2) as u64).term(terms, sort);
        let mut bad = terms.eq(last, high);
        if rng.one_in(2) {
            let more = random_mixed_term(rng, terms, &with_inputs, Sort::Bool, 2);
            bad = terms.and(&[bad, more]);
        }
        system.add_property("", bad);
    }
    system
}
