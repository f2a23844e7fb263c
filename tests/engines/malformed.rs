//! Damaged AIGER files: refused with their place, or else circuits like any other. Never a panic, a hang or more memory
//! than the limit.

use crate::cases::scaled;
use crate::counts::enough;
use crate::damage::damage;
use crate::fixtures::fixtures;
use crate::options::{any_ic3_options, any_reduce_options};
use crate::oracle::{explicit_verdicts, replay};
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::bmc::BmcOptions;
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::CheckError;
use indubit::input::aiger::{self, write_ascii, write_binary};
use indubit::input::Place;
use indubit::model::circuit::Circuit;
use indubit::model::CircuitFile;
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Engine, EngineOptions, Reductions, Verifier, VerifyOptions};

/// Files that are good: all fixtures and some random circuits, each as text and as binary.
fn files() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for fixture in fixtures() {
        files.push(write_binary(&fixture.circuit()));
        files.push(fixture.bytes);
    }
    for seed in 0..scaled(30) as u64 {
        let circuit = random_circuit(&mut Rng::new(seed), &Shape::default());
        files.push(write_ascii(&circuit).into_bytes());
        files.push(write_binary(&circuit));
    }
    files
}

fn refused(bytes: impl AsRef<[u8]>) -> String {
    read(bytes.as_ref())
        .err()
        .unwrap_or_else(|| panic!("accepted: {}", String::from_utf8_lossy(bytes.as_ref())))
}

/// Reads a file that may be bad: a model that can be written and read again, or a message whose place is in the file.
fn read(bytes: &[u8]) -> Result<CircuitFile, String> {
    match aiger::read(bytes) {
        Ok(model) => {
            let circuit = &model.circuit;
            assert_eq!(model.input_literals.len(), circuit.inputs().len());
            assert_eq!(model.latch_literals.len(), circuit.latches().len());
            assert_eq!(aiger::read(&write_binary(circuit)).map(|m| m.circuit).as_ref(), Ok(circuit));
            Ok(model)
        }
        Err(error) => {
            let lines = bytes.iter().filter(|&&b| b == b'\n').count() + 1;
            match error.place() {
                Place::Line { line, column } => {
                    assert!(
                        (1..=lines).contains(&line) && (1..=bytes.len() + 1).contains(&column),
                        "{}",
                        error
                    )
                }
                Place::Byte(offset) => assert!(offset <= bytes.len(), "{}", error),
            }
            assert!(!error.message().is_empty());
            Err(error.to_string())
        }
    }
}

/// Verifies a damaged circuit with any engine and options, a little work and a little memory.
fn verify(rng: &mut Rng, circuit: &Circuit) {
    let options = VerifyOptions {
        engine: [Engine::Ic3, Engine::LazyIc3, Engine::Bmc, Engine::KInduction, Engine::Car, Engine::Fsis]
            [rng.below(6)],
        engines: EngineOptions {
            ic3: any_ic3_options(rng),
            bmc: BmcOptions { max_depth: Some(Depth::new(20)), ..BmcOptions::default() },
            ..EngineOptions::default()
        },
        reduce: Reductions { circuit: any_reduce_options(rng), ..Reductions::default() },
        ..VerifyOptions::default()
    };
    let (engine, memory) = (options.engine, 1 << (12 + rng.below(13)));
    let internal = options.engines.ic3.internal_signals;
    let budget = Budget::unlimited()
        .with_conflicts(rng.below(300) as u64)
        .with_propagations(1_000_000)
        .with_memory(memory);
    let expected = explicit_verdicts(circuit);
    let mut verifier = match Verifier::new(circuit.clone(), options, budget.clone()) {
        Ok(verifier) => verifier,
        // The circuit alone may be more than the memory.
        Err(unfit) if unfit.is_limit() => return,
        Err(unfit) => panic!("no engine over circuits: {}", unfit),
    };
    for (property, depth) in expected.iter().enumerate() {
        let verified = verifier.verify(PropertyId::new(property), &mut ());
        match verified.outcome {
            Outcome::Safe(_) => assert_eq!(*depth, None),
            Outcome::Unsafe(trace) => {
                assert!(depth.is_some());
                replay(circuit, &trace);
            }
            Outcome::Unknown(reason) => {
                assert_ne!(reason.cause, StopCause::EvidenceFailed);
                let safe = reason.safe_depth;
                assert!(
                    depth.map_or(true, |depth| safe.map_or(true, |safe| safe < Depth::new(depth))),
                    "{}",
                    reason
                );
            }
        }
        // Any other refusal is an engine's or a reduction's mistake.
        assert!(matches!(verified.refused, None | Some(CheckError::Limit(_))), "{:?}", verified.refused);
        // Clauses that define a step are added at once, then the limit is looked at.
        let step = 16 << 10;
        let used = budget.memory_used();
        assert!(used <= memory + step, "{:?} {}: {} of {} bytes", engine, internal, used, memory);
    }
    drop(verifier);
    assert_eq!(budget.memory_used(), 0, "all that was booked is given back");
}

/// Few enough states and inputs for the oracle.
fn is_small(circuit: &Circuit) -> bool {
    circuit.latches().len() <= 10 && circuit.latches().len() + circuit.inputs().len() <= 12
}

#[test]
fn files_may_end_anywhere() {
    for file in files() {
        for length in 0..=file.len() {
            let _ = read(&file[..length]);
        }
    }
}

#[test]
fn files_without_their_last_definition_are_refused() {
    for file in files().iter().filter(|file| file.starts_with(b"aag")) {
        let text = String::from_utf8_lossy(file);
        let counts: Vec<usize> = text
            .lines()
            .next()
            .unwrap_or("")
            .split(' ')
            .skip(2)
            .map(|n| n.parse().expect("a count"))
            .collect();
        let definitions: usize = counts.iter().sum();
        for kept in 0..definitions {
            let cut: String = text.split_inclusive('\n').take(1 + kept).collect();
            refused(cut);
        }
    }
}

#[test]
fn wrong_counts_are_refused_or_mean_something_else() {
    let mut rng = Rng::new(2);
    for file in files() {
        let end = file.iter().position(|&b| b == b'\n').expect("a header");
        let header = String::from_utf8_lossy(&file[..end]).into_owned();
        let words: Vec<&str> = header.split(' ').collect();
        for at in 1..words.len() {
            let count: u64 = words[at].parse().expect("a count");
            for wrong in [count + 1, count.saturating_sub(1), count * 1000 + 999, u32::MAX.into(), u64::MAX] {
                let mut words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
                words[at] = wrong.to_string();
                let bytes = [words.join(" ").as_bytes(), &file[end..]].concat();
                if let Ok(model) = read(&bytes) {
                    if is_small(&model.circuit) {
                        verify(&mut rng, &model.circuit);
                    }
                }
            }
        }
    }
}

#[test]
fn numbers_without_bytes_behind_them_cost_nothing() {
    for header in [
        "aag 1000000000 1000000000 0 0 0\n",
        "aag 1000000000 0 1000000000 0 0\n",
        "aag 1000000000 0 0 4294967295 1000000000\n",
        "aag 0 0 0 0 0 4294967295 4294967295\n",
        "aag 4294967295 4294967295 0 0 0\n",
        "aag 4294967295 4294967295 4294967295 4294967295 4294967295\n",
        "aag 99999999999999999999999999 0 0 0 0\n",
        "aig 1000000000 1000000000 0 0 0\n",
        "aig 1000000000 0 1000000000 0 0\n",
        "aig 1000000000 0 0 0 1000000000\n",
        "aig 0 0 0 4294967295 0 4294967295 4294967295\n",
        "aig 18446744073709551616 18446744073709551616 0 0 0\n",
    ] {
        refused(header);
    }
}

/// Gate `i` reads gate `i + 1`, the last one reads the first: no order of gates will do, and no recursion is needed to
/// see it.
#[test]
fn cycles_of_any_length_are_refused() {
    for length in [1, 2, 3, 100, 100_000] {
        for bads in [0, 1] {
            let mut text = format!("aag {0} 1 0 0 {1} {bads}\n2\n", length + 1, length, bads = bads);
            // The cycle counts even where nothing depends on it.
            text.push_str(&"2\n".repeat(bads));
            for i in 0..length {
                text.push_str(&format!("{} {} 2\n", 2 * (i + 2), 2 * ((i + 1) % length + 2) + i % 2));
            }
            let message = refused(text);
            assert!(message.contains("depends on itself through and-gates only"), "{}", message);
        }
    }
}

#[test]
fn ten_thousand_mutations_are_read_and_verified() {
    let files = files();
    let mut rng = Rng::new(1);
    let (mut refused, mut verified) = (0, 0);
    for round in 0..scaled(10_000) {
        let mut bytes = files[round % files.len()].clone();
        damage(&mut rng, &mut bytes, b"0123456789 \n-cilob\xff");
        if let Ok(model) = read(&bytes) {
            if is_small(&model.circuit) {
                verified += 1;
                verify(&mut rng, &model.circuit);
            }
        } else {
            refused += 1;
        }
    }
    // Damage that nothing survives tests only the first lines of the reader.
    assert!(enough(refused, 2_000) && enough(verified, 1_000), "{} refused, {} verified", refused, verified);
}
