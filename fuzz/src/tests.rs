//! On a stable compiler, in about two minutes: the corpus of each target, mutations of it, and random bytes.

use crate::corpus;
use crate::targets::{target, TARGETS};
use indubit::base::{sha256, Rng};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::{Duration, Instant};

/// The inputs besides the corpus: as many as fit in the time, but no more than this.
const MOST: usize = 3_000;
const TIME: Duration = Duration::from_secs(5);

/// The same with other numbers, for longer runs: `FUZZ_SECONDS`, `FUZZ_SEED`; with `FUZZ_KEEP` each input is written
/// to a file before it is run.
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn try_out(name: &str) {
    let run = target(name).expect("a target");
    let inputs = corpus::inputs(name).unwrap_or_else(|error| panic!("the corpus of {}: {}", name, error));
    assert!(!inputs.is_empty(), "the corpus of {} is empty", name);
    for (file, input) in &inputs {
        one(name, run, input, file);
    }
    let inputs: Vec<Vec<u8>> = inputs.into_iter().map(|(_, input)| input).collect();
    let seconds = setting("FUZZ_SECONDS");
    let (time, most) = seconds.map_or((TIME, MOST), |seconds| (Duration::from_secs(seconds), usize::MAX));
    let mut rng = Rng::new(setting("FUZZ_SEED").unwrap_or(1));
    let start = Instant::now();
    let mut count = 0;
    while count < most && start.elapsed() < time {
        let input = if rng.one_in(8) {
            (0..rng.below(300)).map(|_| rng.next_u64() as u8).collect()
        } else {
            corpus::mutated(&mut rng, &inputs, 4096)
        };
        one(name, run, &input, "a mutation");
        count += 1;
    }
    println!("{}: {} files, {} other inputs in {:?}", name, inputs.len(), count, start.elapsed());
}

/// Runs an input; one that fails is kept as a file.
fn one(name: &str, run: fn(&[u8]), input: &[u8], origin: &str) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("found").join("failed");
    std::fs::create_dir_all(&folder).expect("a folder for what fails");
    if setting("FUZZ_KEEP").is_some() {
        // An overflow of the stack ends the process.
        std::fs::write(folder.join(format!("{}-last", name)), input).expect("a file for the last input");
    }
    let start = Instant::now();
    let is_right = catch_unwind(AssertUnwindSafe(|| run(input))).is_ok();
    let is_fast = start.elapsed() < Duration::from_secs(30);
    if is_right && is_fast {
        return;
    }
    let hash: String = sha256(input)[..12].to_string();
    let file = folder.join(format!("{}-{}", name, hash));
    std::fs::write(&file, input).expect("a file for what fails");
    let problem = if is_right { "takes too long" } else { "fails" };
    panic!("{} {} on {}; `fuzz replay {} {}`", name, problem, origin, name, file.display());
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(#[test] fn $name() { try_out(stringify!($name)); })*

        #[test]
        fn each_target_has_a_test_and_a_file() {
            let names: Vec<&str> = TARGETS.iter().map(|&(name, _)| name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
            let manifest = include_str!("../Cargo.toml");
            for name in names {
                assert!(manifest.contains(&format!("path = \"fuzz_targets/{}.rs\"", name)), "{}", name);
            }
        }
    };
}

tests! {
    read_dimacs
    read_aiger
    read_btor2
    read_vmt
    read_cfa
    read_horn
    read_c
    run_smtlib
    evidence_circuit
    evidence_system
    evidence_program
    evidence_horn
    evidence_c
    evidence_yaml
    lemmas
    proof_drat
    proof_lrat
    verify_circuit
    verify_words
    verify_numbers
    verify_program
    verify_program_numbers
    verify_horn
    verify_horn_numbers
    verify_c
    float_values
    api_sat
    api_smt
    api_verifier
}
