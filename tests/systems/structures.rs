//! Systems whose variables are arrays, records and options: every engine gives the verdicts that a search through all
//! states finds, and its evidence is written, read again and checked.

use crate::cases::scaled;
use crate::counts::enough;
use crate::engines::{options_of, FOR_TERMS};
use crate::evidence::fixture;
use crate::random_structures::Structured;
use crate::random_system::depths;
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::system::{
    check_proof, check_trace, complete, read_certificate, read_trace, write_certificate, write_obligations,
    write_trace,
};
use indubit::evidence::CheckOptions;
use indubit::input::vmt;
use indubit::model::system::{Certificate, Invariant, Proof, System, Trace};
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Engine, SystemVerifier, VerifyOptions};
use indubit::session::{Interpreter, ScriptOptions};
use indubit::solver::term::{Sort, TermId, Terms};

/// The work that a run may do.
const WORK: u64 = 100_000;

/// Evidence is the same after it was written and read, and is accepted.
fn proof_is_read_again(system: &System, property: PropertyId, proof: &Proof) {
    let unlimited = Budget::unlimited();
    let text = write_certificate(system, property, proof).expect("a text");
    let (found, again) = read_certificate(text.as_bytes(), system, &unlimited)
        .unwrap_or_else(|error| panic!("{}\n{}\n{}", error, text, vmt::write(system)));
    assert_eq!(found, property);
    let checked = check_proof(system, property, &again, &CheckOptions::default(), &unlimited);
    assert_eq!(checked, Ok(()), "{}\n{}", text, vmt::write(system));
}

fn run_is_read_again(system: &System, property: PropertyId, trace: &Trace) {
    assert_eq!(check_trace(system, trace), Ok(()), "{}", vmt::write(system));
    let text = write_trace(system, trace).expect("a text");
    let (found, steps) = read_trace(text.as_bytes(), system, &Budget::unlimited()).expect("a trace");
    assert_eq!(found, property);
    let again = complete(system, property, &steps, &Budget::unlimited());
    assert_eq!(again.as_ref(), Ok(trace), "{}\n{}", text, vmt::write(system));
}

/// Verdicts by kind.
#[derive(Default, Debug)]
struct Counts {
    safe: u64,
    not_safe: u64,
    open: u64,
}

/// One engine on all properties, one after the other.
fn conforms(system: &System, options: &VerifyOptions, expected: &[Option<usize>], counts: &mut Counts) {
    let engine = options.engine;
    let budget = Budget::unlimited();
    budget.pause_at(WORK);
    let verifier = SystemVerifier::new(system.clone(), options.clone(), budget);
    let mut verifier = verifier.expect("an engine for this system");
    for (property, &depth) in system.property_ids().zip(expected) {
        let verdict = verifier.verify(property, &mut ());
        let told = || format!("{:?}: {:?}\n{}", engine, verdict, vmt::write(system));
        match &verdict.outcome {
            Outcome::Safe(proof) => {
                assert_eq!(depth, None, "{}", told());
                proof_is_read_again(system, property, proof);
                counts.safe += 1;
            }
            Outcome::Unsafe(trace) => {
                assert!(depth.map_or(false, |depth| Depth::new(depth) <= trace.depth()), "{}", told());
                run_is_read_again(system, property, trace);
                counts.not_safe += 1;
            }
            Outcome::Unknown(reason) => {
                let deeper = |safe: Depth| depth.map_or(true, |depth| safe < Depth::new(depth));
                assert!(reason.safe_depth.map_or(true, deeper), "{}", told());
                match reason.cause {
                    StopCause::Bound => assert!(engine == Engine::Bmc && depth.is_none(), "{}", told()),
                    StopCause::Limit(Limit::Paused) => counts.open += 1,
                    _ => panic!("{}", told()),
                }
            }
        }
    }
}

#[test]
fn every_engine_agrees_with_the_search_through_all_states() {
    const OF_OTHER_MODELS: [Engine; 3] = [Engine::Ic3Cfa, Engine::TreeIc3Itp, Engine::Spacer];
    let mut counts = Counts::default();
    for seed in 0..scaled(150) as u64 {
        let system = random_structured_system(&mut Rng::new(seed));
        let expected = depths(&system);
        for engine in FOR_TERMS.into_iter().chain(OF_OTHER_MODELS) {
            conforms(&system, &options_of(engine), &expected, &mut counts);
        }
    }
    let asked = counts.safe + counts.not_safe;
    assert!(enough(counts.safe.min(counts.not_safe), 60), "{:?}", counts);
    assert!(counts.open * 20 < asked, "{:?}", counts);
}

#[test]
fn systems_are_the_same_after_writing_and_reading() {
    for seed in 0..scaled(100) as u64 {
        let system = random_structured_system(&mut Rng::new(1_000 + seed));
        let text = vmt::write(&system);
        let again = vmt::read(text.as_bytes(), &Budget::unlimited());
        let again = again.unwrap_or_else(|error| panic!("{}\n{}", error, text));
        // A selector beside its condition reads an array, too, which is too large for the search.
        if again.states().len() == system.states().len() {
            assert_eq!(depths(&again), depths(&system), "{}", text);
        }
    }
}

/// A selector that its condition guards needs no further array for other values when the system is read again.
/// Over integers no circuit stands for a cell, and no formula without an index says what the loop has done.
#[test]
fn the_portfolio_proves_what_holds_for_all_elements_of_an_array_of_integers() {
    let text = "
        (declare-fun a () (Array Int Int)) (declare-fun a1 () (Array Int Int))
        (declare-fun i () Int) (declare-fun i1 () Int) (declare-fun n () Int) (declare-fun n1 () Int)
        (define-fun .a () (Array Int Int) (! a :next a1))
        (define-fun .i () Int (! i :next i1)) (define-fun .n () Int (! n :next n1))
        (define-fun .init () Bool (! (= i 0) :init true))
        (define-fun .trans () Bool (! (and (= n1 n) (ite (< i n)
            (and (= a1 (store a i 7)) (= i1 (+ i 1))) (and (= a1 a) (= i1 i)))) :trans true))
        (declare-fun j () Int)
        (define-fun .p () Bool (! (=> (and (<= n i) (<= 0 j) (< j n)) (= (select a j) 7)) :invar-property 0))";
    let system = vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system");
    let mut verifier = SystemVerifier::new(system.clone(), VerifyOptions::default(), Budget::unlimited())
        .expect("engines for this system");
    let property = PropertyId::new(0);
    match verifier.verify(property, &mut ()).outcome {
        Outcome::Safe(proof) => proof_is_read_again(&system, property, &proof),
        other => panic!("{:?}", other),
    }
}

#[test]
fn arrays_of_selectors_do_not_become_more() {
    let again = |system: &System| {
        vmt::read(vmt::write(system).as_bytes(), &Budget::unlimited()).expect("a system that was written")
    };
    let first = fixture("messages.vmt");
    let second = again(&first);
    assert_eq!(second.states().len(), first.states().len());
    // Conjunctions may change once.
    assert_eq!(vmt::write(&again(&second)), vmt::write(&second));
}

/// A system of one or two state variables and up to one input. Init and Trans are functions, relations, or something of
/// each.
pub fn random_structured_system(rng: &mut Rng) -> System {
    let mut system = System::default();
    let sorts = Structured::new(system.terms_mut());
    for i in 0..1 + rng.below(2) {
        system.declare_state(&format!("s{}", i), sorts.any(rng));
    }
    if rng.one_in(2) {
        system.declare_input("i", sorts.any(rng));
    }
    let states = system.states().to_vec();
    let currents: Vec<TermId> = states.iter().map(|s| s.current).collect();
    let with_inputs: Vec<TermId> = currents.iter().chain(system.inputs()).copied().collect();
    let all: Vec<TermId> = with_inputs.iter().copied().chain(states.iter().map(|s| s.next)).collect();
    let (mut init, mut trans) = (Vec::new(), Vec::new());
    let terms = system.terms_mut();
    for state in &states {
        let sort = terms.sort(state.current);
        if rng.below(4) > 0 {
            let pool = if rng.one_in(4) { &currents[..] } else { &[] };
            let first = sorts.term(rng, terms, pool, sort, 1);
            init.push(terms.eq(state.current, first));
        }
        if rng.below(5) > 0 {
            let next = sorts.term(rng, terms, &with_inputs, sort, 3);
            trans.push(terms.eq(state.next, next));
        }
    }
    if rng.one_in(3) {
        init.push(sorts.term(rng, terms, &currents, Sort::Bool, 2));
    }
    if rng.one_in(3) {
        trans.push(sorts.term(rng, terms, &all, Sort::Bool, 3));
    }
    let (init, trans) = (terms.and(&init), terms.and(&trans));
    system.set_init(init);
    system.set_trans(trans);
    for _ in 0..rng.below(2) {
        let constraint = sorts.term(rng, system.terms_mut(), &with_inputs, Sort::Bool, 2);
        system.add_constraint(constraint);
    }
    for _ in 0..1 + rng.below(2) {
        // A single state is seldom bad at once.
        let last = states[rng.below(states.len())].current;
        let terms = system.terms_mut();
        let value = sorts.term(rng, terms, &[], terms.sort(last), 0);
        let mut bad = terms.eq(last, value);
        if rng.one_in(2) {
            let more = sorts.term(rng, terms, &with_inputs, Sort::Bool, 2);
            bad = terms.and(&[bad, more]);
        }
        system.add_property("", bad);
    }
    system
}

/// Interpolants of equations between arrays name an index at which these differ, and invariants are made of them.
#[test]
fn an_invariant_may_name_the_index_at_which_arrays_differ() {
    let text = "
        (declare-fun a () (Array Int Int)) (declare-fun a1 () (Array Int Int))
        (declare-fun b () (Array Int Int)) (declare-fun b1 () (Array Int Int))
        (declare-fun array-diff () Int)
        (define-fun .a () (Array Int Int) (! a :next a1)) (define-fun .b () (Array Int Int) (! b :next b1))
        (define-fun .init () Bool (! (= a b) :init true))
        (define-fun .trans () Bool (! (and (= a1 (store a array-diff 7)) (= b1 (store b array-diff 7))) :trans true))
        (define-fun .p () Bool (! (= a b) :invar-property 0))";
    let system = vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system");
    let property = PropertyId::new(0);
    let mut terms = system.terms().clone();
    let (a, b) = (system.states()[0].current, system.states()[1].current);
    let proof =
        |terms: Terms, formula| Proof::Safety(Certificate::Inductive(Invariant::new(terms, vec![formula])));
    let obligations = |certificate| {
        let script = write_obligations(&system, property, certificate).expect("a script");
        Interpreter::new(ScriptOptions::default()).execute(&script)
    };
    let index = terms.difference(a, b);
    let (read, other) = (terms.select(a, index), terms.select(b, index));
    let same = terms.eq(read, other);
    let good = proof(terms.clone(), same);
    proof_is_read_again(&system, property, &good);
    assert_eq!(obligations(&good), "unsat\n".repeat(3));
    // Equal elements at an index of other arrays say nothing of these.
    let index = terms.difference(a, a);
    let (read, other) = (terms.select(a, index), terms.select(b, index));
    let forged = terms.eq(read, other);
    let forged = proof(terms.clone(), forged);
    let options = CheckOptions::default();
    assert!(check_proof(&system, property, &forged, &options, &Budget::unlimited()).is_err());
    assert!(obligations(&forged).contains("sat\nsat"), "{}", obligations(&forged));
}

/// Regression: arrays and datatypes of words were in a script of the logic QF_BV.
#[test]
fn obligations_name_a_logic_that_has_all_that_they_mention() {
    let logic = |sort: &str, terms: &str| {
        let text = format!(
            "(declare-datatypes ((O 0)) (((no) (so (g (_ BitVec 4))))))
            (declare-fun x () {0}) (declare-fun y () {0})
            (define-fun .x () {0} (! x :next y))
            (define-fun .init () Bool (! {1} :init true))
            (define-fun .trans () Bool (! (= y x) :trans true))
            (define-fun .p () Bool (! {1} :invar-property 0))",
            sort, terms
        );
        let system = vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system");
        let invariant = Invariant::new(system.terms().clone(), vec![system.init()]);
        let script =
            write_obligations(&system, PropertyId::new(0), &Certificate::Inductive(invariant).into());
        let script = script.expect("a script");
        assert_eq!(
            Interpreter::new(ScriptOptions::default()).execute(&script),
            "unsat\n".repeat(3),
            "{}",
            script
        );
        script.lines().find(|line| line.starts_with("(set-logic")).map(str::to_string)
    };
    for (sort, terms, expected) in [
        ("(_ BitVec 4)", "(= x #x3)", "QF_BV"),
        ("Int", "(= x 3)", "QF_LIA"),
        ("Bool", "x", "QF_UF"),
        ("(Array (_ BitVec 4) (_ BitVec 4))", "(= (select x #x0) #x3)", "ALL"),
        ("O", "(= x no)", "ALL"),
    ] {
        assert_eq!(logic(sort, terms), Some(format!("(set-logic {})", expected)), "{}", terms);
    }
}
