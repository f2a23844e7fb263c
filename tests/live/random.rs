//! Random circuits with justice properties: each engine against the search through all states, all evidence checked
//! once more by the oracle, and carried through files.

use crate::cases::{scaled, try_random};
use crate::counts::enough;
use crate::oracle::{fails, is_lasso, is_ranking, random_live};
use crate::random_circuit::Shape;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::circuit::{check, write_clauses, write_witness, Evidence};
use indubit::evidence::CheckOptions;
use indubit::input::aiger;
use indubit::model::circuit::Circuit;
use indubit::model::invariant::Proof;
use indubit::model::{CircuitFile, Depth, PropertyId};
use indubit::portfolio::{Engine, Verifier, VerifyOptions};

const SMALL: Shape = Shape { latches: 4, inputs: 2, ands: 16, constraints: 2, bads: 1, functions: 2 };

/// The engines that are asked, each with the one below it.
const ENGINES: [(Engine, Engine); 11] = [
    (Engine::Portfolio, Engine::Ic3),
    (Engine::L2s, Engine::Ic3),
    (Engine::KLive, Engine::Ic3),
    (Engine::RLive, Engine::Ic3),
    (Engine::Ic3, Engine::Ic3),
    (Engine::Bmc, Engine::Ic3),
    (Engine::KInduction, Engine::Ic3),
    (Engine::L2s, Engine::LazyIc3),
    (Engine::KLive, Engine::LazyIc3),
    (Engine::RLive, Engine::Itp),
    (Engine::RLive, Engine::LazyIc3),
];

pub fn options(engine: Engine, below: Engine) -> VerifyOptions {
    let mut options = VerifyOptions { engine, ..VerifyOptions::default() };
    options.engines.live.below = below;
    options.engines.live.k_live.most = 20;
    options.engines.bmc.max_depth = Some(Depth::new(24));
    options.engines.kinduction.max_k = Some(24);
    options
}

/// Whether an engine may have no verdict here: one that only proves or refutes, or has a bound.
fn may_be_open(engine: Engine, fails: bool) -> bool {
    match engine {
        Engine::KLive => true,
        Engine::Bmc => !fails,
        Engine::KInduction => true,
        _ => false,
    }
}

/// The evidence of an outcome, written and read again.
fn through_a_file(file: &CircuitFile, outcome: &Outcome<Proof, indubit::model::trace::Trace>) -> Evidence {
    let property = PropertyId::justice(0);
    let text = match outcome {
        Outcome::Safe(certificate) => write_clauses(file, property, certificate),
        Outcome::Unsafe(trace) => write_witness(trace),
        Outcome::Unknown(_) => unreachable!("there is a verdict"),
    };
    Evidence::read(text.as_bytes(), file).expect("evidence").remove(0)
}

fn verify(circuit: &Circuit, property: PropertyId, engine: Engine, below: Engine, counts: &mut [u64; 3]) {
    verify_with(circuit, property, options(engine, below), counts);
}

fn verify_with(circuit: &Circuit, property: PropertyId, options: VerifyOptions, counts: &mut [u64; 3]) {
    let (engine, below) = (options.engine, options.engines.live.below);
    let has_gates = options.engines.ic3.internal_signals > 0;
    let fails = fails(circuit, property);
    let mut alone = circuit.clone();
    alone.clear_justice();
    alone.add_justice(&circuit.justice()[property.index()]);
    circuit.fairness().iter().for_each(|&signal| alone.add_fairness(signal));
    let file = CircuitFile::new(alone);
    let property = PropertyId::justice(0);

    let verifier = Verifier::new(file.circuit.clone(), options, Budget::unlimited());
    let verified = verifier.expect("an engine for justice").verify(property, &mut ());
    let told = || format!("{} over {}\n{}", engine.name(), below.name(), aiger::write_ascii(&file.circuit));
    assert_eq!(verified.refused, None, "{}", told());
    assert_eq!(verified.defects, [], "{}", told());
    match &verified.outcome {
        Outcome::Safe(certificate) => {
            assert!(!fails, "{}", told());
            counts[0] += 1;
            if let Proof::Ranked(layers) = certificate {
                assert!(is_ranking(&file.circuit, property, layers), "{}", told());
            }
        }
        Outcome::Unsafe(lasso) => {
            assert!(fails, "{}", told());
            counts[1] += 1;
            // The loops of small circuits are found whole.
            assert!(is_lasso(&file.circuit, lasso), "{:?}\n{}", lasso, told());
        }
        Outcome::Unknown(reason) => {
            assert!(may_be_open(engine, fails), "{}: {}", reason, told());
            counts[2] += 1;
            return;
        }
    }
    let read = through_a_file(&file, &verified.outcome);
    assert_eq!(read.property(), property);
    match (&read, &verified.outcome) {
        (Evidence::Certificate { certificate: read, .. }, Outcome::Safe(written)) => {
            // The same gates may get other numbers.
            assert!(has_gates || read == written, "{:?}\n{:?}\n{}", read, written, told())
        }
        (Evidence::Trace(read), Outcome::Unsafe(written)) => assert_eq!(read, written, "{}", told()),
        _ => panic!("{:?} is other evidence than {:?}", read, verified.outcome),
    }
    let checked = check(&file.circuit, &read, &CheckOptions { proofs: true }, &Budget::unlimited());
    assert_eq!(checked, Ok(()), "{}", told());
}

#[test]
fn engines_agree_with_a_search_for_loops() {
    let mut rng = Rng::new(1);
    let mut counts = [[0; 3]; ENGINES.len()];
    for case in 0..scaled(200) {
        let circuit = random_live(&mut rng, &SMALL);
        // Through a file, so that these are read as they were meant.
        let read = match case % 2 {
            0 => aiger::read(aiger::write_ascii(&circuit).as_bytes()),
            _ => aiger::read(&aiger::write_binary(&circuit)),
        };
        assert_eq!(read.expect("a circuit").circuit, circuit);
        for property in circuit.properties().filter(|property| property.is_justice()) {
            for (&(engine, below), counts) in ENGINES.iter().zip(&mut counts) {
                verify(&circuit, property, engine, below, counts);
            }
        }
    }
    println!("safe, unsafe, open by engine: {:?}", counts);
    assert!(enough(counts[0][0], 30) && enough(counts[0][1], 30), "{:?}", counts);
    assert!(enough(counts[2][0], 30), "{:?}", counts);
}

/// Proofs may name gates: those of the circuit, and those of forms, which the checker does not have.
#[test]
fn proofs_may_name_gates() {
    let mut rng = Rng::new(7);
    let shape = Shape { latches: 5, inputs: 2, ands: 24, constraints: 1, bads: 1, functions: 1 };
    let (mut counts, mut gates) = ([0; 3], 0);
    for _ in 0..scaled(100) {
        let circuit = random_live(&mut rng, &shape);
        for engine in [Engine::L2s, Engine::KLive, Engine::RLive] {
            let mut options = options(engine, Engine::Ic3);
            options.engines.ic3.internal_signals = 8;
            options.reduce.on = rng.one_in(2);
            let property = PropertyId::justice(0);
            verify_with(&circuit, property, options.clone(), &mut counts);
            let verifier = Verifier::new(circuit.clone(), options, Budget::unlimited());
            let verified = verifier.expect("an engine for justice").verify(property, &mut ());
            if let Outcome::Safe(certificate) = verified.outcome {
                gates += certificate.sets().iter().filter(|part| !part.gates.is_empty()).count() as u64;
            }
        }
    }
    assert!(enough(counts[0], 50) && enough(gates, 3), "{:?} {}", counts, gates);
}

/// Larger circuits, so that members of a portfolio may need several turns.
#[test]
fn a_race_comes_back_to_its_members() {
    try_random(20, |seed: u64| {
        let shape = Shape { latches: 6, inputs: 3, ands: 40, constraints: 1, bads: 1, functions: 1 };
        let circuit = random_live(&mut Rng::new(seed), &shape);
        let mut counts = [0; 3];
        verify(&circuit, PropertyId::justice(0), Engine::Portfolio, Engine::Ic3, &mut counts);
        counts[2] == 0
    });
}
