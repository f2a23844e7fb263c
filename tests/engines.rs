//! Every engine over circuits against the explicit-state oracle: the right verdict, with evidence that is accepted.

mod support;

use indubit::base::{Budget, Limit, Rng};
use indubit::engine::bmc::{Bmc, BmcOptions};
use indubit::engine::fsis::{Fsis, FsisOptions, Implicate};
use indubit::engine::ic3::{Generalisation, Ic3, Ic3Options, Lifting, Propagation};
use indubit::engine::kinduction::{KInduction, KInductionOptions};
use indubit::engine::{CircuitOutcome, Outcome, StopCause, StopReason};
use indubit::evidence::{check_certificate, check_trace};
use indubit::input::aiger::parse;
use indubit::model::circuit::{Circuit, Signal};
use indubit::model::invariant::Certificate;
use quickcheck::quickcheck;
use support::{explicit_verdicts, fixtures, random_circuit, Shape};

/// The depth of the counterexample, or `None` if the property was proved; the evidence is checked.
fn believed(circuit: &Circuit, property: usize, outcome: &CircuitOutcome) -> Option<usize> {
    match outcome {
        Outcome::Safe(certificate) => {
            let answer = check_certificate(circuit, property, certificate, &Budget::unlimited());
            assert_eq!(answer, Ok(()), "{:?}", certificate);
            None
        }
        Outcome::Unsafe(trace) => {
            assert_eq!(check_trace(circuit, trace), Ok(()));
            assert_eq!(trace.property, property);
            Some(trace.depth())
        }
        Outcome::Unknown(reason) => panic!("no verdict: {}", reason),
    }
}

fn bmc_agrees(circuit: &Circuit, expected: &[Option<usize>], rng: &mut Rng) {
    let options = BmcOptions { step: 1 + rng.below(3), max_depth: Some(20), seed: rng.next_u64() };
    let mut engine = Bmc::new(circuit, options.clone(), Budget::unlimited());
    for (property, &depth) in expected.iter().enumerate() {
        let outcome = engine.prove(property, &mut ());
        match depth {
            Some(depth) if depth <= 20 => {
                let found = believed(circuit, property, &outcome).expect("a counterexample");
                assert!(found >= depth && found < depth + options.step);
            }
            _ => {
                let reason = StopReason { cause: StopCause::Bound, safe_depth: Some(20) };
                assert_eq!(outcome, Outcome::Unknown(reason));
            }
        }
    }
}

fn k_induction_agrees(circuit: &Circuit, expected: &[Option<usize>]) {
    let mut engine = KInduction::new(circuit, KInductionOptions::default(), Budget::unlimited());
    for (property, &depth) in expected.iter().enumerate() {
        assert_eq!(believed(circuit, property, &engine.prove(property, &mut ())), depth);
    }
}

fn fsis_agrees(circuit: &Circuit, expected: &[Option<usize>], implicate: Implicate) {
    let options = FsisOptions { implicate, ..FsisOptions::default() };
    let mut engine = Fsis::new(circuit, options, Budget::unlimited());
    for (property, depth) in expected.iter().enumerate() {
        let found = believed(circuit, property, &engine.prove(property, &mut ()));
        assert_eq!(found.is_some(), depth.is_some());
        assert!(found >= *depth);
    }
}

fn ic3_agrees(circuit: &Circuit, expected: &[Option<usize>], options: &Ic3Options) {
    let mut engine = Ic3::new(circuit, options.clone(), Budget::unlimited());
    for (property, depth) in expected.iter().enumerate() {
        let found = believed(circuit, property, &engine.prove(property, &mut ()));
        assert_eq!(found.is_some(), depth.is_some(), "{:?}", options);
        assert!(found >= *depth);
    }
}

const LIFTINGS: [Lifting; 3] = [Lifting::Off, Lifting::Core, Lifting::Ternary];
const GENERALISATIONS: [Generalisation; 5] = [
    Generalisation::Core,
    Generalisation::Linear,
    Generalisation::Binary,
    Generalisation::Ctg,
    Generalisation::Dynamic,
];
const PROPAGATIONS: [Propagation; 3] = [Propagation::Plain, Propagation::Eager, Propagation::Triggered];

/// The default options, and those that differ from them in one field.
fn each_alone() -> Vec<Ic3Options> {
    let mut list = vec![Ic3Options::default()];
    let mut with = |change: &dyn Fn(&mut Ic3Options)| {
        let mut options = Ic3Options::default();
        change(&mut options);
        list.push(options);
    };
    for lifting in LIFTINGS {
        with(&|o| o.lifting = lifting);
    }
    for generalisation in GENERALISATIONS {
        with(&|o| o.generalisation = generalisation);
    }
    for propagation in PROPAGATIONS {
        with(&|o| o.propagation = propagation);
    }
    with(&|o| o.seed = 1);
    with(&|o| o.lifting_rounds = 1);
    with(&|o| o.ctg_depth = 3);
    with(&|o| o.ctg_limit = 1);
    with(&|o| o.parent_lemma = false);
    with(&|o| o.requeue = false);
    with(&|o| o.may_obligations = true);
    with(&|o| o.inductive_subset = true);
    with(&|o| o.containment_check = true);
    with(&|o| o.obligation_limit = 2);
    with(&|o| o.domain = false);
    list
}

fn any_options(rng: &mut Rng) -> Ic3Options {
    Ic3Options {
        seed: rng.next_u64(),
        lifting: LIFTINGS[rng.below(3)],
        lifting_rounds: rng.below(5),
        generalisation: GENERALISATIONS[rng.below(5)],
        ctg_depth: rng.below(4),
        ctg_limit: rng.below(5),
        parent_lemma: rng.one_in(2),
        propagation: PROPAGATIONS[rng.below(3)],
        requeue: rng.one_in(2),
        may_obligations: rng.one_in(2),
        inductive_subset: rng.one_in(2),
        containment_check: rng.one_in(2),
        obligation_limit: rng.below(6),
        domain: rng.one_in(2),
        max_frames: 0,
    }
}

quickcheck! {
    fn ic3_is_right_with_any_options(seed: u64) -> bool {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(&mut rng, &Shape::default());
        let expected = explicit_verdicts(&circuit);
        ic3_agrees(&circuit, &expected, &Ic3Options::default());
        ic3_agrees(&circuit, &expected, &any_options(&mut rng));
        true
    }

    fn random_circuits_get_their_verdicts(seed: u64) -> bool {
        let mut rng = Rng::new(seed);
        let circuit = random_circuit(&mut rng, &Shape::default());
        let expected = explicit_verdicts(&circuit);
        bmc_agrees(&circuit, &expected, &mut rng);
        k_induction_agrees(&circuit, &expected);
        fsis_agrees(&circuit, &expected, [Implicate::Linear, Implicate::Binary][rng.below(2)]);
        true
    }
}

#[test]
fn fixtures_get_their_verdicts() {
    for fixture in fixtures() {
        let circuit = parse(&fixture.bytes).expect("a good fixture").circuit;
        bmc_agrees(&circuit, &fixture.expected, &mut Rng::new(1));
        k_induction_agrees(&circuit, &fixture.expected);
        fsis_agrees(&circuit, &fixture.expected, Implicate::Linear);
        fsis_agrees(&circuit, &fixture.expected, Implicate::Binary);
    }
}

#[test]
fn ic3_gives_fixtures_their_verdicts_with_each_option() {
    for fixture in fixtures() {
        let circuit = parse(&fixture.bytes).expect("a good fixture").circuit;
        for options in each_alone() {
            ic3_agrees(&circuit, &fixture.expected, &options);
        }
        for seed in 0..20 {
            ic3_agrees(&circuit, &fixture.expected, &any_options(&mut Rng::new(seed)));
        }
    }
}

#[test]
fn a_limit_says_how_far() {
    let fixture = fixtures().into_iter().find(|f| f.name == "deep_counter").expect("a fixture");
    let circuit = parse(&fixture.bytes).expect("a good fixture").circuit;
    let mut bmc =
        Bmc::new(&circuit, BmcOptions { max_depth: Some(7), ..BmcOptions::default() }, Budget::unlimited());
    let reason = StopReason { cause: StopCause::Bound, safe_depth: Some(7) };
    assert_eq!(bmc.prove(0, &mut ()), Outcome::Unknown(reason));
    assert_eq!(reason.to_string(), "depth bound reached; no counterexample up to depth 7");
    let cancelled = Budget::unlimited();
    cancelled.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    let stopped =
        Outcome::Unknown(StopReason { cause: StopCause::Limit(Limit::Cancelled), safe_depth: None });
    let mut induction = KInduction::new(&circuit, KInductionOptions::default(), cancelled.clone());
    assert_eq!(induction.prove(0, &mut ()), stopped);
    let mut fsis = Fsis::new(&circuit, FsisOptions::default(), cancelled);
    assert_eq!(fsis.prove(0, &mut ()), stopped);
}

#[test]
fn paths_are_only_called_simple_where_that_was_used() {
    let mut circuit = Circuit::new();
    circuit.add_bad(Signal::FALSE);
    let mut engine = KInduction::new(&circuit, KInductionOptions::default(), Budget::unlimited());
    match engine.prove(0, &mut ()) {
        Outcome::Safe(Certificate::KInductive { k: 1, simple_path: false, .. }) => {}
        other => panic!("{:?}", other),
    }
}
