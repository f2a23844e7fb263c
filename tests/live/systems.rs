//! Justice properties of systems over words.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{fails, random_live};
use crate::random::options;
use crate::random_circuit::Shape;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::system::{
    check, check_proof, check_trace, lasso_start, write_btor2_witness, write_certificate, Evidence,
};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::btor2;
use indubit::model::encode::booleans::to_system;
use indubit::model::encode::live::system_lasso_form;
use indubit::model::system::{Certificate, Invariant, Layer, Proof, Step, System, Trace};
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, SystemVerifier};
use indubit::solver::term::{Sort, Value};
use indubit::theories::bv::Bits;

const SMALL: Shape = Shape { latches: 4, inputs: 2, ands: 12, constraints: 1, bads: 1, functions: 2 };

/// A counter of 4 bits that an input lets go on; it is full infinitely often only if it is let.
const COUNTER: &str =
    "1 sort bitvec 1\n2 sort bitvec 4\n3 input 1 go\n4 zero 2\n5 state 2 count\n6 init 2 5 4
7 one 2\n8 add 2 5 7\n9 ite 2 3 8 5\n10 next 2 5 9\n11 ones 2\n12 eq 1 5 11\n13 justice 1 12 full\n14 fair 3
15 justice 2 12 -12 comes_and_goes\n16 ugt 1 5 11\n17 justice 1 16 never\n18 bad 16\n19 justice 0 any\n";

fn counter() -> btor2::Btor2File {
    btor2::read(COUNTER.as_bytes(), &Budget::unlimited()).expect("a system")
}

#[test]
fn a_btor2_file_has_justice_and_fairness() {
    let file = counter();
    let names: Vec<&str> = file.system.justice().iter().map(|j| j.name.as_str()).collect();
    assert_eq!(names, ["full", "comes_and_goes", "never", "any"]);
    assert_eq!((file.system.properties().len(), file.system.fairness().len()), (1, 1));
    let written = btor2::write(&file.system).expect("a BTOR2 file");
    let again = btor2::read(written.as_bytes(), &Budget::unlimited()).expect("the file").system;
    assert_eq!((again.justice().len(), again.fairness().len()), (4, 1));
    assert!(again.justice().iter().map(|j| j.signals.len()).eq([1, 2, 1, 0]));
    for (line, message) in [
        ("20 justice 2 12", "expected the number of a node"),
        ("20 justice 1 5", "expected 1 bit, found 4 bits"),
        ("20 justice 4294967295 12 12", "expected the number of a node"),
        ("20 fair 5", "expected 1 bit, found 4 bits"),
    ] {
        let text = format!("{}{}\n", COUNTER, line);
        let found = btor2::read(text.as_bytes(), &Budget::unlimited()).expect_err("an error").to_string();
        assert!(found.contains(message), "{}", found);
    }
}

#[test]
fn words_are_verified_as_circuits() {
    let file = counter();
    for engine in [Engine::Portfolio, Engine::L2s, Engine::KLive, Engine::RLive, Engine::Ic3] {
        let verifier =
            SystemVerifier::new(file.system.clone(), options(engine, Engine::Ic3), Budget::unlimited());
        let mut verifier = verifier.expect("an engine for justice");
        for property in file.system.property_ids() {
            let verified = verifier.verify(property, &mut ());
            assert_eq!(verified.refused, None, "{} {}", engine.name(), property);
            let fails = property.is_justice() && property.index() != 2;
            match &verified.outcome {
                Outcome::Safe(certificate) => {
                    assert!(!fails, "{} {}", engine.name(), property);
                    let text = write_certificate(&file.system, property, certificate).expect("a text");
                    let read =
                        Evidence::read(text.as_bytes(), &file.system, Some(&file), &Budget::unlimited());
                    let read = read.expect("evidence").remove(0);
                    assert_eq!(read.property(), property);
                    let options = CheckOptions { proofs: true };
                    assert_eq!(
                        check(&file.system, &read, &options, &Budget::unlimited()),
                        Ok(()),
                        "{}",
                        text
                    );
                }
                Outcome::Unsafe(trace) => {
                    assert!(fails, "{} {}", engine.name(), property);
                    let text = write_btor2_witness(&file, trace).expect("a witness");
                    assert!(text.starts_with(&format!("sat\n{}\n#0\n", property)), "{}", text);
                    let read =
                        Evidence::read(text.as_bytes(), &file.system, Some(&file), &Budget::unlimited());
                    let read = read.expect("evidence").remove(0);
                    let options = CheckOptions::default();
                    assert_eq!(
                        check(&file.system, &read, &options, &Budget::unlimited()),
                        Ok(()),
                        "{}",
                        text
                    );
                }
                Outcome::Unknown(_) => assert!(engine == Engine::KLive && fails, "{}", property),
            }
        }
    }
}

/// Random circuits as systems, by way of BTOR2.
#[test]
fn systems_agree_with_a_search_for_loops() {
    let mut rng = Rng::new(6);
    let unlimited = Budget::unlimited();
    let mut counts = [0u64; 3];
    for _ in 0..scaled(60) {
        let circuit = random_live(&mut rng, &SMALL);
        let text = btor2::write(&to_system(&circuit, &unlimited).expect("a system")).expect("a BTOR2 file");
        let file = btor2::read(text.as_bytes(), &unlimited).expect("the file");
        let property = PropertyId::justice(0);
        let fails = fails(&circuit, property);
        for engine in [Engine::L2s, Engine::KLive, Engine::RLive, Engine::Portfolio] {
            let verifier =
                SystemVerifier::new(file.system.clone(), options(engine, Engine::Ic3), unlimited.clone());
            let verified = verifier.expect("an engine for justice").verify(property, &mut ());
            let told = || format!("{}\n{}", engine.name(), text);
            assert_eq!((&verified.refused, verified.defects.len()), (&None, 0), "{}", told());
            match &verified.outcome {
                Outcome::Safe(found) => {
                    assert!(!fails, "{}", told());
                    let written = write_certificate(&file.system, property, found).expect("a text");
                    let read = Evidence::read(written.as_bytes(), &file.system, Some(&file), &unlimited);
                    let read = read.expect("evidence").remove(0);
                    let checked = check(&file.system, &read, &CheckOptions::default(), &unlimited);
                    assert_eq!(checked, Ok(()), "{}\n{}", told(), written);
                    counts[0] += 1;
                }
                Outcome::Unsafe(_) => {
                    assert!(fails, "{}", told());
                    counts[1] += 1;
                }
                Outcome::Unknown(reason) => {
                    assert!(engine == Engine::KLive, "{}: {}", reason, told());
                    counts[2] += 1;
                }
            }
        }
    }
    assert!(enough(counts[0], 20) && enough(counts[1], 20), "{:?}", counts);
}

/// A step of the counter: its value, and whether it goes on.
fn step(count: u64, go: bool) -> Step {
    Step { states: vec![Value::Bits(Bits::new(count, 4))], inputs: vec![Value::Bool(go)] }
}

#[test]
fn forged_lassos_of_systems_are_refused() {
    let system = counter().system;
    let lasso = |steps: Vec<Step>| check_trace(&system, &Trace { property: PropertyId::justice(1), steps });
    assert_eq!(lasso((0..16).map(|count| step(count, true)).collect()), Ok(()));
    let condition = |steps: Vec<Step>| match lasso(steps) {
        Err(CheckError::DoesNotHold(condition)) => condition,
        other => panic!("{:?}", other),
    };
    assert_eq!(condition(vec![step(0, false)]), Condition::Recurs { signal: 0 });
    assert_eq!(condition(vec![step(0, true), step(1, true)]), Condition::LoopCloses);
    assert_eq!(condition(vec![step(0, true), step(2, true)]), Condition::Transition { step: 0 });
    assert_eq!(condition(vec![step(1, false)]), Condition::InitialState);
    assert_eq!(lasso(vec![]), Err(Malformed::NoSteps.into()));
}

#[test]
fn forged_proofs_of_systems_are_refused() {
    let file = counter();
    let judge = |property: usize, proof: &Proof| {
        let options = CheckOptions::default();
        check_proof(&file.system, PropertyId::justice(property), proof, &options, &Budget::unlimited())
    };
    let all = Invariant { terms: file.system.terms().clone(), formulas: vec![], bound: Vec::new() };
    let layer = |waits_for| Layer { waits_for, states: all.clone() };
    assert_eq!(judge(2, &Proof::Ranked(vec![layer(0)])), Ok(()));
    let stays = Err(Condition::RankStays { layer: 0 }.into());
    assert_eq!(judge(0, &Proof::Ranked(vec![layer(0)])), stays);
    assert_eq!(judge(2, &Proof::Ranked(vec![layer(1)])), stays);
    assert_eq!(judge(2, &Proof::Ranked(vec![])), Err(Condition::RankedInitially.into()));
    let beyond = Err(Malformed::WaitsFor { layer: 0, signals: 2 }.into());
    assert_eq!(judge(2, &Proof::Ranked(vec![layer(2)])), beyond);
    let count = file.system.properties().len();
    let missing = Err(Malformed::NoSuchProperty { property: PropertyId::justice(2), count }.into());
    assert_eq!(judge(2, &Certificate::Inductive(all.clone()).into()), missing);
    let lassos = system_lasso_form(&file.system, PropertyId::justice(0)).expect("the property");
    let all = Invariant { terms: lassos.terms().clone(), formulas: vec![], bound: Vec::new() };
    let proof = Proof::LassoFree(Certificate::Inductive(all));
    assert_eq!(judge(0, &proof), Err(Condition::Property.into()));
}

/// The counter beside the lamp is back after four billion steps only.
#[test]
fn a_lasso_of_a_system_closes_in_what_counts() {
    let text =
        "1 sort bitvec 1\n2 sort bitvec 32\n3 zero 2\n4 state 2 beside\n5 init 2 4 3\n6 one 2\n7 add 2 4 6
8 next 2 4 7\n9 zero 1\n10 state 1 lamp\n11 init 1 10 9\n12 input 1 toggle\n13 xor 1 10 12\n14 next 1 10 13
15 justice 2 10 -10\n";
    let unlimited = Budget::unlimited();
    let file = btor2::read(text.as_bytes(), &unlimited).expect("a system");
    let property = PropertyId::justice(0);
    for engine in [Engine::L2s, Engine::RLive] {
        let verifier =
            SystemVerifier::new(file.system.clone(), options(engine, Engine::Ic3), unlimited.clone());
        let verified = verifier.expect("an engine for justice").verify(property, &mut ());
        assert_eq!(verified.refused, None);
        let trace = match verified.outcome {
            Outcome::Unsafe(trace) => trace,
            other => panic!("{:?}", other),
        };
        assert!(lasso_start(&file.system, &trace).is_ok());
        let witness = write_btor2_witness(&file, &trace).expect("a witness");
        let read =
            Evidence::read(witness.as_bytes(), &file.system, Some(&file), &unlimited).expect("evidence");
        assert_eq!(check(&file.system, &read[0], &CheckOptions::default(), &unlimited), Ok(()));
    }
    // Where the counter counts, it has to come back.
    let mut file = file;
    let step = |beside: u64, lamp: bool| Step {
        states: vec![Value::Bits(Bits::new(beside, 32)), Value::Bool(lamp)],
        inputs: vec![Value::Bool(true)],
    };
    let lasso = Trace { property, steps: vec![step(0, false), step(1, true)] };
    assert_eq!(lasso_start(&file.system, &lasso), Ok(0));
    let one = file.system.terms_mut().bit_vector(Bits::new(1, 32));
    let beside = file.system.states()[0].current;
    let small = file.system.terms_mut().bv_ule(beside, one);
    file.system.add_constraint(small);
    assert_eq!(check_trace(&file.system, &lasso), Err(Condition::LoopCloses.into()));
}

/// Over numbers a run may never come back, so that freedom from lassos proves nothing.
#[test]
fn numbers_are_refused_by_name() {
    let mut system = System::default();
    let x = system.declare_state("x", Sort::Int);
    let one = system.terms_mut().int(1);
    let sum = system.terms_mut().add(&[x.current, one]);
    let next = system.terms_mut().eq(x.next, sum);
    system.set_trans(next);
    let property = system.add_justice("", &[]);
    let refused = SystemVerifier::new(system.clone(), options(Engine::L2s, Engine::Ic3), Budget::unlimited());
    let refused = refused.map(drop).expect_err("a refusal").to_string();
    assert!(refused.contains("the engine l2s works on circuits: `x` is of sort Int"), "{}", refused);
    // The clause says that a saved state has not come back, which is true of a number that grows.
    let lassos = system_lasso_form(&system, property).expect("the property");
    let mut terms = lassos.terms().clone();
    let (saved, copy) = (lassos.states()[1].current, lassos.states()[2].current);
    let grown = terms.lt(copy, lassos.states()[0].current);
    let not_saved = terms.not(saved);
    let formulas = vec![terms.or(&[not_saved, grown])];
    let proof = Proof::LassoFree(Certificate::Inductive(Invariant { terms, formulas, bound: Vec::new() }));
    let checked = check_proof(&system, property, &proof, &CheckOptions::default(), &Budget::unlimited());
    assert_eq!(checked, Err(Malformed::OtherKind.into()));
}
