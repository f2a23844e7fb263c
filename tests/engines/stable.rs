//! The same version gives the same answers: verdicts, models, cores, invariants and counterexamples, on every platform.
//!
//! `stable.txt` has a hash of the answers for each group of inputs. A change that alters answers on purpose is told in
//! CHANGELOG.md; then `INDUBIT_NEW_ANSWERS=1 cargo test --test engines stable` writes the file anew.

use crate::paths::in_package;
use crate::random_circuit::{random_circuit, Shape};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::input::{read, Model};
use indubit::portfolio::{verify, Form, VerifyOptions};
use indubit::session::Interpreter;
use std::fmt::Write;

/// Inputs of a group.
const GROUP: u64 = 20;

/// FNV-1a with 64 bits.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Verdicts and evidence of a model on one thread.
fn answers(model: &Model) -> String {
    let report = verify(model, &VerifyOptions::default(), &Budget::unlimited(), &mut ()).expect("a verdict");
    let mut text = String::new();
    for verdict in &report.verdicts {
        let mut evidence = Vec::new();
        let word = match &verdict.outcome {
            Outcome::Safe(proof) => proof.write(Form::Text, &mut evidence).map(|_| "safe"),
            // The run of a C program has no text, but a depth.
            Outcome::Unsafe(found) => {
                Ok(found.write(Form::Text, &mut evidence).map_or("a run", |_| "unsafe"))
            }
            Outcome::Unknown(_) => Ok("unknown"),
        };
        let word = word.expect("evidence as text");
        let _ = writeln!(text, "{} {}", word, String::from_utf8_lossy(&evidence));
    }
    text
}

/// A script with scopes, models and cores, over one of the theories.
fn script(rng: &mut Rng) -> String {
    let (sort, logic) = [("Int", "QF_LIA"), ("Real", "QF_LRA"), ("(_ BitVec 6)", "QF_BV")][rng.below(3)];
    let is_word = logic == "QF_BV";
    let number = |rng: &mut Rng| match is_word {
        true => format!("(_ bv{} 6)", rng.below(64)),
        false => format!("(- {})", rng.below(20)),
    };
    let formula = |rng: &mut Rng| {
        let (a, b, c) = (rng.below(4), rng.below(4), number(rng));
        let (plus, less) = if is_word { ("bvadd", "bvult") } else { ("+", "<") };
        match rng.below(3) {
            0 => format!("({} x{} ({} x{} {}))", less, a, plus, b, c),
            1 => format!("(or p (= x{} ({} x{} {})))", a, plus, b, c),
            _ => format!("(not ({} ({} x{} x{}) {}))", less, plus, a, b, c),
        }
    };
    let mut text =
        format!("(set-option :produce-unsat-cores true)(set-logic {})(declare-const p Bool)", logic);
    (0..4).for_each(|i| text.push_str(&format!("(declare-const x{} {})", i, sort)));
    for round in 0..4 {
        text.push_str("(push 1)");
        for n in 0..4 + 2 * round {
            text.push_str(&format!("(assert (! {} :named a{}_{}))", formula(rng), round, n));
        }
        text.push_str("(check-sat)(get-model)(get-unsat-core)");
        if rng.one_in(2) {
            text.push_str("(pop 1)");
        }
    }
    text
}

/// The groups with their answers.
fn groups() -> Vec<(String, String)> {
    let mut groups = Vec::new();
    for group in 0..10 {
        let mut text = String::new();
        for seed in group * GROUP..(group + 1) * GROUP {
            let circuit =
                random_circuit(&mut Rng::new(seed), &Shape { latches: 10, ands: 60, ..Shape::default() });
            text.push_str(&answers(&Model::from(circuit)));
        }
        groups.push((format!("circuits {}", group), text));
    }
    for group in 0..10 {
        let mut text = String::new();
        for seed in group * GROUP..(group + 1) * GROUP {
            text.push_str(&Interpreter::default().execute(&script(&mut Rng::new(seed))));
        }
        groups.push((format!("scripts {}", group), text));
    }
    for folder in
        ["examples/circuits", "examples/programs", "examples/clauses", "tests/circuits", "tests/systems"]
    {
        let files = std::fs::read_dir(in_package(folder)).expect("a folder");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        files.sort();
        let mut text = String::new();
        for file in files {
            let name = file.to_string_lossy().into_owned();
            let is_model = ["aag", "btor2", "vmt", "c", "cfa", "smt2"]
                .iter()
                .any(|s| name.ends_with(&format!(".{}", s)));
            let bytes = std::fs::read(&file).expect("a file");
            let model = is_model.then(|| read(&name, &bytes, &Default::default(), &Budget::unlimited()));
            if let Some(Ok(model)) =
                model.filter(|model| model.as_ref().map_or(false, |m| m.property_count() > 0))
            {
                text.push_str(&answers(&model));
            }
        }
        groups.push((folder.to_string(), text));
    }
    groups
}

#[test]
fn answers_are_stable() {
    let found: String =
        groups().iter().map(|(name, text)| format!("{:016x} {}\n", hash(text), name)).collect();
    let file = in_package("tests/engines/stable.txt");
    if std::env::var_os("INDUBIT_NEW_ANSWERS").is_some() {
        std::fs::write(&file, &found).expect("the file is written");
    }
    let known = std::fs::read_to_string(&file).expect("the hashes");
    let differ: Vec<&str> = found.lines().filter(|line| known.lines().all(|k| k != *line)).collect();
    assert!(
        found == known,
        "answers have changed: {:?}; if that is meant, tell it in CHANGELOG.md and write the hashes anew",
        differ
    );
}
