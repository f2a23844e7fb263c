//! Transition systems out of bytes, and a search through all states of those over Booleans and short words.

use super::judge::{judge, Truth};
use super::terms::{rows, small_sort, term};
use crate::source::Source;
use indubit::input::Model;
use indubit::model::system::System;
use indubit::solver::term::{self, Sort, TermId, Value};
use std::collections::{BTreeMap, VecDeque};

/// Engines on a system of Booleans and words.
pub fn words(data: &[u8]) {
    let mut s = Source::new(data);
    let system = system(&mut s, &[]);
    let truth = explore(&system);
    judge(&mut s, &Model::from(system), &truth);
}

/// Engines on a system with numbers.
pub fn numbers(data: &[u8]) {
    let mut s = Source::new(data);
    let system = system(&mut s, &[Sort::Int, Sort::Real, Sort::Int, Sort::Bool, Sort::BitVec(2)]);
    let truth = vec![Truth::Unknown; system.properties().len()];
    judge(&mut s, &Model::from(system), &truth);
}

/// One to three state variables and an input, of these sorts or of small ones.
pub fn system(s: &mut Source<'_>, sorts: &[Sort]) -> System {
    let mut system = System::default();
    let sort = |s: &mut Source<'_>| if sorts.is_empty() { small_sort(s) } else { s.pick(sorts) };
    for i in 0..1 + s.below(3) {
        let sort = sort(s);
        system.declare_state(&format!("s{}", i), sort);
    }
    if s.flag() {
        let sort = sort(s);
        system.declare_input("i", sort);
    }
    let states = system.states().to_vec();
    let currents: Vec<TermId> = states.iter().map(|v| v.current).collect();
    let visible: Vec<TermId> = currents.iter().chain(system.inputs()).copied().collect();
    let all: Vec<TermId> = visible.iter().copied().chain(states.iter().map(|v| v.next)).collect();
    let (mut init, mut trans) = (Vec::new(), Vec::new());
    for state in &states {
        let terms = system.terms_mut();
        let sort = terms.sort(state.current);
        if !s.one_in(5) {
            let first = term(s, terms, &[], sort, 0);
            init.push(terms.eq(state.current, first));
        }
        if !s.one_in(6) {
            let next = term(s, terms, &visible, sort, 3);
            trans.push(terms.eq(state.next, next));
        }
    }
    let terms = system.terms_mut();
    if s.one_in(4) {
        init.push(term(s, terms, &currents, Sort::Bool, 2));
    }
    if s.one_in(4) {
        trans.push(term(s, terms, &all, Sort::Bool, 3));
    }
    let (init, trans) = (terms.and(&init), terms.and(&trans));
    system.set_init(init);
    system.set_trans(trans);
    if s.one_in(3) {
        let constraint = term(s, system.terms_mut(), &visible, Sort::Bool, 2);
        system.add_constraint(constraint);
    }
    for _ in 0..1 + s.below(2) {
        let last = s.pick(&currents);
        let terms = system.terms_mut();
        let value = term(s, terms, &[], terms.sort(last), 0);
        let mut bad = terms.eq(last, value);
        if s.flag() {
            let more = term(s, terms, &visible, Sort::Bool, 2);
            bad = terms.and(&[bad, more]);
        }
        system.add_property("", bad);
    }
    system
}

fn set(model: &mut term::Model, system: &System, constants: &[TermId], row: &[Value]) {
    model.set_all(system.terms(), constants.iter().copied(), row);
}

/// Breadth-first search through the states, by evaluation of the formulas.
pub fn explore(system: &System) -> Vec<Truth> {
    let terms = system.terms();
    let currents: Vec<TermId> = system.states().iter().map(|v| v.current).collect();
    let nexts: Vec<TermId> = system.states().iter().map(|v| v.next).collect();
    let states = rows(terms, &currents);
    let inputs = rows(terms, system.inputs());
    let mut truth = vec![Truth::Holds; system.properties().len()];
    let mut depths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut queue = VecDeque::new();
    let mut model = term::Model::new();
    for (number, state) in states.iter().enumerate() {
        set(&mut model, system, &currents, state);
        if model.evaluate(terms, system.init()).is_true() {
            depths.insert(number, 0);
            queue.push_back(number);
        }
    }
    while let Some(number) = queue.pop_front() {
        let depth = depths[&number];
        set(&mut model, system, &currents, &states[number]);
        for input in &inputs {
            set(&mut model, system, system.inputs(), input);
            if !model.evaluate(terms, system.constraint()).is_true() {
                continue;
            }
            for (known, property) in truth.iter_mut().zip(system.properties()) {
                if *known == Truth::Holds && model.evaluate(terms, property.bad).is_true() {
                    *known = Truth::Fails(Some(depth));
                }
            }
            for (next, values) in states.iter().enumerate() {
                if depths.contains_key(&next) {
                    continue;
                }
                set(&mut model, system, &nexts, values);
                if model.evaluate(terms, system.trans()).is_true() {
                    depths.insert(next, depth + 1);
                    queue.push_back(next);
                }
            }
        }
    }
    truth
}
