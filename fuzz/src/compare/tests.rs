//! The readers, the changes and the questions of comparisons.

use super::question::{Form, Question};
use super::tool::{Answer, Tool};
use super::*;
use crate::models::circuits;
use crate::models::judge::Truth;
use crate::models::systems as models;
use indubit::input::{self, InputOptions, Model};
use indubit::portfolio::Engine;
use indubit::session::{Interpreter, ScriptOptions};

fn verdict(truth: &[Truth]) -> &'static str {
    if truth.iter().any(|truth| matches!(truth, Truth::Fails(_))) {
        "sat"
    } else {
        "unsat"
    }
}

fn random(seed: u64, count: usize) -> Vec<u8> {
    bytes(&mut Rng::new(seed), count)
}

#[test]
fn changed_systems_have_the_verdict_that_is_said() {
    let mut changes = std::collections::BTreeSet::new();
    for seed in 0..150 {
        let system = models::system(&mut Source::new(&random(seed, 120)), &[]);
        let mutant = mutants::system(&mut Rng::new(seed), &system, verdict(&models::explore(&system)));
        // Wide words are for engines.
        let sorts = mutant.model.states().iter().map(|state| mutant.model.terms().sort(state.current));
        if sorts.map(|sort| sort.width().unwrap_or(1)).sum::<u32>() < 8 {
            changes.insert(mutant.change);
            assert_eq!(
                verdict(&models::explore(&mutant.model)),
                mutant.verdict,
                "seed {}: {}",
                seed,
                mutant.change
            );
        }
    }
    assert_eq!(changes.len(), 6, "{:?}", changes);
}

#[test]
fn changed_circuits_have_the_verdict_that_is_said() {
    let mut changes = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let circuit = circuits::circuit(&mut Source::new(&random(seed, 120)), 5, 15);
        let mutant = mutants::circuit(&mut Rng::new(seed), &circuit, verdict(&circuits::explore(&circuit)));
        changes.insert(mutant.change);
        assert_eq!(
            verdict(&circuits::explore(&mutant.model)),
            mutant.verdict,
            "seed {}: {}",
            seed,
            mutant.change
        );
    }
    assert_eq!(changes.len(), 6, "{:?}", changes);
}

/// Each kind of random problem is read by the crate, and random systems by the readers of this package.
#[test]
fn random_problems_are_read() {
    for kind in KINDS.iter().filter(|kind| !kind.name.starts_with("qf_") && kind.name != "cnf") {
        for seed in 0..40 {
            let text = (kind.make)(&mut Rng::new(seed), 10);
            let name = format!("problem.{}", kind.suffix);
            let read = input::read(&name, text.as_bytes(), &InputOptions::default(), &Budget::unlimited());
            assert!(read.is_ok(), "{} seed {}: {}\n{}", kind.name, seed, read.unwrap_err(), text);
            match kind.name {
                "vmt" => assert!(vmt::transition(&text).is_some(), "{}", text),
                "btor2" => assert!(btor2::transition(&text).is_some(), "{}", text),
                _ => {}
            }
        }
    }
}

/// Scripts of each logic are carried out without an error, and few of their answers are unknown.
#[test]
fn random_scripts_are_carried_out() {
    for kind in KINDS.iter().filter(|kind| kind.name.starts_with("qf_")) {
        let mut said: BTreeMap<String, usize> = BTreeMap::new();
        for seed in 0..30 {
            let text = (kind.make)(&mut Rng::new(seed), 6);
            let options = ScriptOptions::default();
            let mut interpreter = Interpreter::new(options);
            let printed = interpreter.execute(&text);
            assert!(!printed.contains("(error"), "{} seed {}: {}\n{}", kind.name, seed, printed, text);
            printed.lines().for_each(|line| *said.entry(line.to_string()).or_default() += 1);
        }
        println!("{}: {:?}", kind.name, said);
        let of = |answer: &str| said.get(answer).copied().unwrap_or(0);
        assert!(of("sat") >= 10 && of("unsat") >= 3 && of("unknown") <= 2, "{}: {:?}", kind.name, said);
    }
}

/// The Horn clauses of this package's reader have the verdict that the crate's reader leads to.
#[test]
fn clauses_of_a_system_have_its_verdict() {
    for (suffix, make) in [("btor2", btor2::make as fn(&mut Rng, usize) -> String), ("vmt", vmt::make)] {
        for seed in 0..12 {
            let text = make(&mut Rng::new(seed), 4);
            let transition = if suffix == "vmt" { vmt::transition(&text) } else { btor2::transition(&text) };
            let horn = transition.expect("a system").horn();
            let mut verdicts = Vec::new();
            for (name, text) in [(format!("a.{}", suffix), text.clone()), ("a.smt2".to_string(), horn)] {
                // Arrays in clauses are refused.
                let read =
                    input::read(&name, text.as_bytes(), &InputOptions::default(), &Budget::unlimited());
                let Ok(model) = read else { continue };
                let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
                let budget = Budget::unlimited().with_timeout(Duration::from_secs(10));
                let mut verifier =
                    indubit::portfolio::ModelVerifier::new(&model, &options, &budget).expect("it fits");
                let found = verifier.verify(indubit::model::PropertyId::new(0), &mut ());
                verdicts.push(verdict_of(&found.outcome));
                let properties = match &model {
                    Model::System(file) => file.system().properties().len(),
                    _ => 1,
                };
                if properties != 1 {
                    verdicts.clear();
                    break;
                }
            }
            let known: Vec<&&str> = verdicts.iter().filter(|verdict| **verdict != "unknown").collect();
            assert!(
                known.windows(2).all(|pair| pair[0] == pair[1]),
                "seed {}: {:?}\n{}",
                seed,
                verdicts,
                text
            );
        }
    }
}

/// A tool that says the same on every file.
fn constant(words: &str) -> Tool {
    Tool::new(&format!("sh -c 'echo {}' {{file}}", words), Duration::from_secs(5))
}

#[test]
fn a_wrong_answer_is_a_disagreement() {
    let folder = std::env::temp_dir().join(format!("indubit-compare-test-{}", std::process::id()));
    let kind = &KINDS[0];
    let formula = "p cnf 1 2\n1 0\n-1 0\n";
    let asked =
        |own: &str, other: &str| compare(kind, &[constant(own), constant(other)], formula, 0, &folder);
    assert!(asked("s UNSATISFIABLE", "UNSAT").is_ok_and(|agreed| !agreed.is_sure));
    assert!(asked("s UNSATISFIABLE", "s UNSATISFIABLE").is_ok_and(|agreed| agreed.is_sure));
    assert!(asked("s UNSATISFIABLE", "s SATISFIABLE").is_err());
    // A model that is none.
    assert!(asked("\"s SATISFIABLE\nv 1 0\"", "s UNKNOWN").is_err());
    let _ = fs::remove_dir_all(folder);
}

/// Once a reduction went on for two minutes behind the end of `--seconds`.
#[test]
fn a_reduction_ends_with_the_time_of_all_problems() {
    let folder = std::env::temp_dir().join(format!("indubit-compare-time-{}", std::process::id()));
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let tools = vec![constant("s UNSATISFIABLE"), constant("s SATISFIABLE")];
    let settings = Settings { tools, seconds: 1, count: 1, seed: 0, size: 10, files: None };
    let formula = "p cnf 3 3\n1 0\n2 3 0\n-1 0\n";
    let (over, open) = (Budget::unlimited().with_timeout(Duration::ZERO), Budget::unlimited());
    for (budget, is_reduced, seed) in [(&over, false, 900_000_001), (&open, true, 900_000_002)] {
        let reason = "answer 0: indubit says unsat, sh says sat";
        file(&KINDS[0], &settings, (formula, seed), reason, &folder, budget);
        let name = |suffix: &str| found.join(format!("cnf_{}.{}", seed, suffix));
        let small = fs::read_to_string(name("cnf")).expect("a file");
        assert_eq!(small.len() < formula.len(), is_reduced, "{}", small);
        ["cnf", "full.cnf", "txt"].iter().for_each(|suffix| fs::remove_file(name(suffix)).expect("a file"));
    }
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn an_interpolant_that_does_not_follow_is_asked_about() {
    let script =
        "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 3))\n(assert (< x 2))\n(check-sat)\n";
    let own = Tool::new("sh -c 'echo unsat; echo \"((> x 7))\"' {file}", Duration::from_secs(5));
    let answer = Answer { verdicts: vec!["unsat"], ..Answer::default() };
    let ask = Ask { own: &own, name: "problem.smt2", text: script, answer: &answer, seed: 0 };
    let folder = std::env::temp_dir().join(format!("indubit-compare-itp-{}", std::process::id()));
    let questions = answers::interpolants(&ask, &folder).expect("nothing is wrong yet");
    let first = String::from_utf8_lossy(&questions[0].text).into_owned();
    assert!(first.contains("(assert true)\n(assert (> x 3))\n(assert (not (> x 7)))"), "{}", first);
    assert!(questions
        .iter()
        .all(|q: &Question| q.form == Form::Own && q.is_denied(&["sat"]) && !q.is_denied(&["unsat"])));
    let _ = fs::remove_dir_all(folder);
}

/// A proof with a step that is no propagation, and one that takes too much from an assertion.
#[test]
fn wrong_proofs_are_noticed() {
    let script =
        "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 3))\n(assert (< x 2))\n(check-sat)\n";
    let folder = std::env::temp_dir().join(format!("indubit-compare-proof-{}", std::process::id()));
    let ask_with = |proof: &str| {
        let own = Tool::new(
            &format!("sh -c 'echo unsat; echo \"(proof {})\"' {{file}}", proof),
            Duration::from_secs(5),
        );
        let answer = Answer { verdicts: vec!["unsat"], ..Answer::default() };
        answers::proof(
            &Ask { own: &own, name: "problem.smt2", text: script, answer: &answer, seed: 0 },
            &folder,
        )
    };
    let definitions = "(define-fun @1 () Bool (<= x 3)) (define-fun @2 () Bool (<= x 1))";
    let steps = "(assertion 0 (not @1)) (assertion 1 @2) (step 0 ((not @1)) (hypothesis 0)) \
        (step 1 (@2) (hypothesis 1)) (step 2 ((not @2) @1) (farkas 1 1))";
    assert!(
        ask_with(&format!("{} {} (step 3 () (chain 1 2 0))", definitions, steps)).is_ok_and(|q| q.len() == 1)
    );
    assert!(ask_with(&format!("{} {} (step 3 () (chain 1 0))", definitions, steps)).is_err());
    assert!(ask_with(&format!("{} {}", definitions, steps)).is_err());
    let _ = fs::remove_dir_all(folder);
}
