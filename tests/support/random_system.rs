//! Random systems over Booleans and short words, and an oracle that searches through all their states.

use crate::random_term::{random_term, value};
use indubit::base::Rng;
use indubit::model::system::{Step, System, Trace};
use indubit::model::PropertyId;
use indubit::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use std::collections::{BTreeMap, VecDeque};

/// A system of up to 6 bits of state and 3 bits of input. Init and Trans are functions, relations, or something of
/// each.
pub fn random_system(rng: &mut Rng) -> System {
    let mut system = System::default();
    let sort = |rng: &mut Rng| match rng.below(4) {
        0 => Sort::Bool,
        width => Sort::BitVec(width as u32),
    };
    for i in 0..1 + rng.below(2) {
        let sort = sort(rng);
        system.declare_state(&format!("s{}", i), sort);
    }
    if rng.one_in(2) {
        let sort = sort(rng);
        system.declare_input("i", sort);
    }
    let states = system.states().to_vec();
    let currents: Vec<TermId> = states.iter().map(|s| s.current).collect();
    let with_inputs: Vec<TermId> = currents.iter().chain(system.inputs()).copied().collect();
    let all: Vec<TermId> = with_inputs.iter().copied().chain(states.iter().map(|s| s.next)).collect();
    let (mut init, mut trans) = (Vec::new(), Vec::new());
    for state in &states {
        let terms = system.terms_mut();
        let sort = terms.sort(state.current);
        if rng.below(4) > 0 {
            let depth = rng.below(2);
            let pool = if rng.one_in(4) { &currents[..] } else { &[] };
            let first = random_term(rng, terms, pool, sort, depth);
            init.push(terms.eq(state.current, first));
        }
        if rng.below(4) > 0 {
            let mut next = random_term(rng, terms, &with_inputs, sort, 2);
            // Counting takes time.
            if let (Sort::BitVec(width), true) = (sort, rng.one_in(2)) {
                let (by, one) = (random_term(rng, terms, &with_inputs, Sort::BitVec(1), 1), terms.bv(1, 1));
                let by = if rng.one_in(3) { by } else { one };
                let by = terms.zero_extend(by, width - 1);
                next = terms.bv_add(state.current, by);
            }
            trans.push(terms.eq(state.next, next));
        }
    }
    let terms = system.terms_mut();
    if rng.one_in(3) {
        init.push(random_term(rng, terms, &currents, Sort::Bool, 2));
    }
    if rng.one_in(3) {
        trans.push(random_term(rng, terms, &all, Sort::Bool, 3));
    }
    let (init, trans) = (terms.and(&init), terms.and(&trans));
    system.set_init(init);
    system.set_trans(trans);
    for _ in 0..rng.below(2) {
        let constraint = random_term(rng, system.terms_mut(), &with_inputs, Sort::Bool, 2);
        system.add_constraint(constraint);
    }
    for _ in 0..1 + rng.below(3) {
        // A single state is seldom bad at once.
        let last = states[rng.below(states.len())].current;
        let terms = system.terms_mut();
        let value = random_term(rng, terms, &[], terms.sort(last), 0);
        let mut bad = terms.eq(last, value);
        if rng.one_in(2) {
            let more = random_term(rng, terms, &with_inputs, Sort::Bool, 2);
            bad = terms.and(&[bad, more]);
        }
        system.add_property("", bad);
    }
    system
}

/// All values of the constants, as numbers.
fn all_values(terms: &Terms, constants: &[TermId]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for &t in constants {
        let sort = terms.sort(t);
        let count = if sort.is_numeric() { NUMBERS } else { terms.value_count(sort) };
        let longer = |values: &Vec<u64>| {
            let values = values.clone();
            (0..count).map(move |v| values.iter().copied().chain([v]).collect::<Vec<u64>>())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The number of integers, and of reals, that the oracle tries for a variable: -1, 0, 1, 2 and half of each.
pub const NUMBERS: u64 = 4;

fn set(model: &mut Model, terms: &Terms, constants: &[TermId], values: &[u64]) {
    for (&t, &number) in constants.iter().zip(values) {
        if let Op::Symbol(symbol) = terms.op(t) {
            model.set(symbol, value_of(terms, terms.sort(t), number));
        }
    }
}

/// The value of this number among those that the oracle tries; for arrays and datatypes among all.
fn value_of(terms: &Terms, sort: Sort, number: u64) -> Value {
    match sort {
        Sort::Array(_) | Sort::Datatype(_) => {
            terms.some_values(sort, terms.value_count(sort) as usize).swap_remove(number as usize)
        }
        _ => value(sort, number),
    }
}

/// How each state was reached first: from which state, by which inputs.
type Origins = BTreeMap<Vec<u64>, Option<(Vec<u64>, Vec<u64>)>>;

/// A search through all states.
pub struct Exploration {
    /// For each property a shortest counterexample.
    pub traces: Vec<Option<Trace>>,
    /// The formula that is true in just the reachable states some input of which satisfies the constraint.
    pub reachable: TermId,
    /// The store of that formula.
    pub terms: Terms,
}

/// Breadth-first search over all states. Nothing here is fast.
///
/// A variable that is a number has one of [`NUMBERS`] values; the system has to forbid all others.
pub fn explore(system: &System) -> Exploration {
    let terms = system.terms();
    let currents: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
    let nexts: Vec<TermId> = system.states().iter().map(|s| s.next).collect();
    let states = all_values(terms, &currents);
    let inputs = all_values(terms, system.inputs());
    let mut origins: Origins = BTreeMap::new();
    let mut queue = VecDeque::new();
    let mut model = Model::new();
    for state in &states {
        set(&mut model, terms, &currents, state);
        if model.evaluate(terms, system.init()).is_true() {
            origins.insert(state.clone(), None);
            queue.push_back(state.clone());
        }
    }
    let mut traces: Vec<Option<Trace>> = vec![None; system.properties().len()];
    let mut admitted: Vec<Vec<u64>> = Vec::new();
    while let Some(state) = queue.pop_front() {
        set(&mut model, terms, &currents, &state);
        for input in &inputs {
            set(&mut model, terms, system.inputs(), input);
            if !model.evaluate(terms, system.constraint()).is_true() {
                continue;
            }
            if admitted.last() != Some(&state) {
                admitted.push(state.clone());
            }
            for (p, property) in system.properties().iter().enumerate() {
                if traces[p].is_none() && model.evaluate(terms, property.bad).is_true() {
                    traces[p] = Some(trace(system, &origins, p, &state, input));
                }
            }
            for next in &states {
                if origins.contains_key(next) {
                    continue;
                }
                set(&mut model, terms, &nexts, next);
                if model.evaluate(terms, system.trans()).is_true() {
                    origins.insert(next.clone(), Some((state.clone(), input.clone())));
                    queue.push_back(next.clone());
                }
            }
        }
    }
    let mut terms = terms.clone();
    let cubes: Vec<TermId> = admitted.iter().map(|state| cube(&mut terms, &currents, state)).collect();
    let reachable = terms.or(&cubes);
    Exploration { traces, reachable, terms }
}

fn cube(terms: &mut Terms, constants: &[TermId], values: &[u64]) -> TermId {
    let mut parts = Vec::new();
    for (&t, &number) in constants.iter().zip(values) {
        let sort = terms.sort(t);
        let value = value_of(terms, sort, number).term(terms, sort);
        parts.push(terms.eq(t, value));
    }
    terms.and(&parts)
}

fn trace(system: &System, origins: &Origins, property: usize, state: &[u64], input: &[u64]) -> Trace {
    let terms = system.terms();
    let values = |constants: &[TermId], numbers: &[u64]| -> Vec<Value> {
        constants.iter().zip(numbers).map(|(&t, &number)| value_of(terms, terms.sort(t), number)).collect()
    };
    let currents: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
    let step = |state: &[u64], input: &[u64]| Step {
        states: values(&currents, state),
        inputs: values(system.inputs(), input),
    };
    let mut steps = vec![step(state, input)];
    let mut at = state.to_vec();
    while let Some((before, by)) = origins[&at].clone() {
        steps.push(step(&before, &by));
        at = before;
    }
    steps.reverse();
    Trace { property: PropertyId::new(property), steps }
}

/// The number of transitions to the nearest bad step of each property; `None` if there is none.
pub fn depths(system: &System) -> Vec<Option<usize>> {
    explore(system).traces.iter().map(|trace| trace.as_ref().map(|t| t.depth().transitions())).collect()
}
