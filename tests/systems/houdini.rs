//! The largest inductive subset of some formulas, against a search through all pairs of states.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_mixed::{random_mixed_system, random_mixed_term};
use indubit::base::{Budget, Rng};
use indubit::engine::houdini::Houdini;
use indubit::input::vmt;
use indubit::model::system::{Invariant, System};
use indubit::solver::term::{Model, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;

const SORTS: [Sort; 2] = [Sort::Bool, Sort::BitVec(2)];

/// All models of some constants of these sorts.
fn models(terms: &Terms, constants: &[TermId]) -> Vec<Model> {
    let mut models = vec![Model::new()];
    for &constant in constants {
        let values: Vec<Value> = match terms.sort(constant) {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            _ => (0..4).map(|n| Value::Bits(Bits::new(n, 2))).collect(),
        };
        let with = |model: &Model| {
            let set = |value: &Value| {
                let mut model = model.clone();
                model.set_all(terms, [constant], std::slice::from_ref(value));
                model
            };
            values.iter().map(set).collect::<Vec<_>>()
        };
        models = models.iter().flat_map(with).collect();
    }
    models
}

/// Drops formulas until initial states satisfy those that are left and steps preserve them.
fn largest(system: &System, terms: &mut Terms, candidates: &[TermId]) -> Vec<TermId> {
    let mut primes = system.primes();
    let nexts: Vec<TermId> = candidates.iter().map(|&t| primes.apply(terms, t)).collect();
    let states = system.states().iter().flat_map(|s| [s.current, s.next]);
    let constants: Vec<TermId> = states.chain(system.inputs().iter().copied()).collect();
    let mut left = vec![true; candidates.len()];
    let all = models(terms, &constants);
    let admitted = all.iter().filter(|m| m.evaluate(terms, system.constraint()).is_true());
    let admitted: Vec<&Model> = admitted.collect();
    for model in admitted.iter().filter(|m| m.evaluate(terms, system.init()).is_true()) {
        let truths = model.evaluate_all(terms, candidates);
        left.iter_mut().zip(truths).for_each(|(left, truth)| *left &= truth.is_true());
    }
    let steps = admitted.iter().filter(|m| m.evaluate(terms, system.trans()).is_true());
    let steps: Vec<(Vec<Value>, Vec<Value>)> =
        steps.map(|m| (m.evaluate_all(terms, candidates), m.evaluate_all(terms, &nexts))).collect();
    loop {
        let before = left.clone();
        for (now, then) in &steps {
            if left.iter().zip(now).all(|(&left, truth)| !left || truth.is_true()) {
                left.iter_mut().zip(then).for_each(|(left, truth)| *left &= truth.is_true());
            }
        }
        if left == before {
            break;
        }
    }
    candidates.iter().zip(left).filter(|(_, left)| *left).map(|(&t, _)| t).collect()
}

#[test]
fn the_subset_is_the_largest() {
    let (mut kept, mut dropped) = (0, 0);
    for seed in 0..scaled(100) as u64 {
        let mut rng = Rng::new(seed);
        let system = random_mixed_system(&mut rng, &SORTS);
        let mut terms = system.terms().clone();
        let currents: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
        let mut formulas: Vec<TermId> =
            (0..12).map(|_| random_mixed_term(&mut rng, &mut terms, &currents, Sort::Bool, 2)).collect();
        formulas.sort_unstable();
        formulas.dedup();
        let expected = largest(&system, &mut terms, &formulas);
        let candidates = Invariant::new(terms, formulas);
        let mut houdini = Houdini::new(&system, &candidates, seed, &Budget::unlimited());
        let mut found = houdini.subset().expect("no limit").formulas;
        found.sort_unstable();
        assert_eq!(found, expected, "{:?}\n{}", candidates, vmt::write(&system));
        kept += found.len() as u64;
        dropped += (candidates.formulas.len() - found.len()) as u64;
    }
    assert!(enough(kept.min(dropped), 100), "{} kept, {} dropped", kept, dropped);
}
