//! Every engine over circuits against the explicit-state oracle: the right verdict, with evidence that is accepted.

mod support;

use indubit::base::{Budget, Limit, Rng};
use indubit::engine::bmc::{Bmc, BmcOptions};
use indubit::engine::fsis::{Fsis, FsisOptions, Implicate};
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

quickcheck! {
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
