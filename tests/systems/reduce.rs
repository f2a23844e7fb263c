//! Smaller systems have the verdicts of the originals, and their runs can be continued to runs of these.

use crate::cases::try_random;
use crate::counts::enough;
use crate::options::any_reduce_options;
use crate::random_system::{explore, random_system};
use crate::random_term::random_term;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::system::{check_certificate, check_trace};
use indubit::input::{btor2, vmt};
use indubit::model::reduce::{reduce_system, reduce_system_with, ReduceOptions, SystemReduction};
use indubit::model::system::functional::NextValues;
use indubit::model::system::{Certificate, Invariant, System};
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, SystemVerifier, VerifyOptions};
use indubit::solver::term::{Sort, TermId};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A system like those of programs: a step is along one of some edges, and an edge says of each variable that it stays,
/// what it becomes, that it is that of another one, or nothing.
fn random_program(rng: &mut Rng) -> System {
    let mut system = System::default();
    let sorts = [Sort::Bool, Sort::Bool, Sort::BitVec(2)];
    for i in 0..2 + rng.below(2) {
        system.declare_state(&format!("s{}", i), sorts[rng.below(3)]);
    }
    for i in 0..rng.below(3) {
        system.declare_input(&format!("i{}", i), Sort::Bool);
    }
    let states = system.states().to_vec();
    let currents: Vec<TermId> = states.iter().map(|s| s.current).collect();
    let with_inputs: Vec<TermId> = currents.iter().chain(system.inputs()).copied().collect();
    let all: Vec<TermId> = with_inputs.iter().copied().chain(states.iter().map(|s| s.next)).collect();
    let terms = system.terms_mut();
    let mut edges = Vec::new();
    for _ in 0..1 + rng.below(3) {
        let mut edge = Vec::new();
        for state in &states {
            let sort = terms.sort(state.current);
            let value = match rng.below(8) {
                0 => continue,
                1..=3 => state.current,
                4 | 5 => random_term(rng, terms, &with_inputs, sort, 1),
                _ => random_term(rng, terms, &all, sort, 0),
            };
            edge.push(terms.eq(state.next, value));
        }
        for _ in 0..rng.below(3) {
            let pool = if rng.one_in(3) { &currents } else { &all };
            edge.push(random_term(rng, terms, pool, Sort::Bool, 1));
        }
        edges.push(terms.and(&edge));
    }
    let trans = match edges[..] {
        [a, b, ..] if rng.one_in(4) => {
            let condition = random_term(rng, terms, &with_inputs, Sort::Bool, 1);
            terms.ite(condition, a, b)
        }
        _ => terms.or(&edges),
    };
    let mut firsts = Vec::new();
    for &x in &currents {
        if rng.one_in(3) {
            continue;
        }
        let value = random_term(rng, terms, &[], terms.sort(x), 0);
        firsts.push(terms.eq(x, value));
    }
    let init = terms.and(&firsts);
    let bad = random_term(rng, terms, &with_inputs, Sort::Bool, 1);
    system.set_init(init);
    system.set_trans(trans);
    if rng.one_in(4) {
        let constraint = random_term(rng, system.terms_mut(), &with_inputs, Sort::Bool, 1);
        system.add_constraint(constraint);
    }
    system.add_property("", bad);
    system
}

/// The smaller system, held against the original by a search through all states of both.
pub fn reduction_agrees(system: &System, options: &ReduceOptions) -> SystemReduction {
    let budget = Budget::unlimited();
    let reduction = reduce_system_with(system, options, &budget);
    let (original, smaller) = (explore(system), explore(&reduction.system));
    // The reachable states are the strongest invariant.
    let reachable =
        Invariant { terms: smaller.terms.clone(), formulas: vec![smaller.reachable], bound: Vec::new() };
    let lifted = reduction.lift_certificate(&Certificate::Inductive(reachable));
    for (property, trace) in system.property_ids().zip(&smaller.traces) {
        if trace.is_none() {
            assert_eq!(check_certificate(system, property, &lifted, &budget), Ok(()));
        }
    }
    for (whole, reduced) in original.traces.iter().zip(&smaller.traces) {
        let depth = |trace: &Option<_>| trace.as_ref().map(indubit::model::system::Trace::depth);
        assert_eq!(depth(whole), depth(reduced), "another verdict or depth");
        if let Some(trace) = reduced {
            let lifted = reduction.lift_trace(trace);
            assert_eq!(check_trace(system, &lifted), Ok(()));
        }
    }
    reduction
}

static LOST: AtomicU64 = AtomicU64::new(0);
static UNSAFE: AtomicU64 = AtomicU64::new(0);

fn random_programs_agree(seed: u64) {
    let system = random_program(&mut Rng::new(seed));
    let reduction = reduction_agrees(&system, &ReduceOptions::default());
    if reduction.system.states().len() < system.states().len() {
        LOST.fetch_add(1, Relaxed);
        let bad = explore(&system).traces.iter().any(Option::is_some);
        UNSAFE.fetch_add(u64::from(bad), Relaxed);
    }
}

#[test]
fn programs_without_what_does_not_matter_agree() {
    try_random(1_000, random_programs_agree);
    assert!(enough(LOST.load(Relaxed), 100), "variables are lost");
    assert!(enough(UNSAFE.load(Relaxed), 20), "of unsafe systems, too");
}

fn random_systems_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    reduction_agrees(&random_system(&mut rng), &any_reduce_options(&mut rng));
}

#[test]
fn systems_of_all_kinds_without_what_does_not_matter_agree() {
    try_random(300, random_systems_agree);
}

fn read(text: &str) -> System {
    vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system")
}

/// The names of the state variables and inputs that are left.
fn left(system: &System) -> (Vec<String>, Vec<String>) {
    let smaller = reduce_system(system, &Budget::unlimited()).system;
    let name = |t: TermId| smaller.name(t).to_string();
    let states = smaller.states().iter().map(|s| name(s.current)).collect();
    (states, smaller.inputs().iter().copied().map(name).collect())
}

/// A loop that counts to 10; `t` is read only in the step that computes it, and `log` never.
const LOOP: &str = "
    (declare-fun x () Int)
    (declare-fun x! () Int)
    (declare-fun t () Int)
    (declare-fun t! () Int)
    (declare-fun log () Int)
    (declare-fun log! () Int)
    (declare-fun any () Int)
    (define-fun .x () Int (! x :next x!))
    (define-fun .t () Int (! t :next t!))
    (define-fun .log () Int (! log :next log!))
    (define-fun .init () Bool (! (and (= x 0) (= log 7)) :init true))
    (define-fun .trans () Bool (! (or
        (and (= t! any) (> t! 0) (< x 10) (= x! (+ x 1)) (= log! (+ log t!)))
        (and (= t! t) (= x! 0) (= log! log))) :trans true))
    (define-fun .prop () Bool (! (not (= x BAD)) :invar-property 0))";

#[test]
fn values_that_are_read_in_their_own_step_only_become_inputs() {
    let system = read(&LOOP.replace("BAD", "11"));
    assert_eq!(left(&system), (vec!["x".to_string()], vec!["t!".to_string()]));
}

#[test]
fn traces_have_the_values_that_were_left_out() {
    let system = read(&LOOP.replace("BAD", "3"));
    let options = VerifyOptions { engine: Engine::Bmc, ..VerifyOptions::default() };
    let verifier = SystemVerifier::new(system.clone(), options, Budget::unlimited());
    let verified = verifier.expect("an engine for numbers").verify(PropertyId::new(0), &mut ());
    match verified.outcome {
        Outcome::Unsafe(trace) => assert_eq!(check_trace(&system, &trace), Ok(())),
        other => panic!("{:?}", other),
    }
}

#[test]
fn a_variable_that_is_compared_with_itself_matters() {
    // Staying the same is a definition, but here the next value is bounded as well.
    let text = LOOP.replace("(= t! t)", "(= t! t) (< t! 5)").replace("BAD", "11");
    assert_eq!(left(&read(&text)).0, ["x", "t"]);
}

#[test]
fn the_first_values_of_variables_that_do_not_matter_may_contradict_each_other() {
    // There is no initial state, which has to remain so.
    let text = LOOP.replace("(= log 7)", "(= log 7) (= log 8)").replace("BAD", "0");
    let system = read(&text);
    assert_eq!(left(&system).0, ["x", "log"]);
    let options = VerifyOptions { engine: Engine::Ic3Smt, ..VerifyOptions::default() };
    let verifier = SystemVerifier::new(system, options, Budget::unlimited());
    let verified = verifier.expect("an engine for numbers").verify(PropertyId::new(0), &mut ());
    assert!(matches!(verified.outcome, Outcome::Safe(_)));
}

/// Without its input, the register would have no function, and the system would not be known for hardware.
#[test]
fn an_input_that_a_register_keeps_stays_an_input() {
    let system = btor2::read(
        b"1 sort bitvec 4\n2 sort bitvec 1\n3 input 1 data\n4 state 1 kept\n5 next 1 4 3\n6 state 2 same\n\
        7 eq 2 4 3\n8 next 2 6 7\n9 one 1\n10 eq 2 4 9\n11 and 2 6 10\n12 bad 11\n",
        &Budget::unlimited(),
    );
    let system = system.expect("a system").system;
    let smaller = reduce_system(&system, &Budget::unlimited()).system;
    assert_eq!(smaller.inputs().len(), 1);
    let values = NextValues::of(&smaller, &mut smaller.terms().clone());
    assert!(values.rest.is_empty() && values.functions.iter().all(Option::is_some), "{:?}", values);
}
