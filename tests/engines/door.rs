//! Models of every kind through one door: read, verified, and their evidence written and checked again.

use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::evidence;
use indubit::input::{read, Format, InputError, InputOptions, Model};
use indubit::portfolio::{verify, Engine, Form, Kind, VerifyOptions, Words, WriteError};

/// A name, a safe model and an unsafe one, its kind, and the depth of its counterexample.
const CASES: [(&str, &str, &str, Kind, usize); 7] = [
    ("latch.aag", "aag 1 0 1 1 0\n2 2\n2\n", "aag 1 0 1 1 0\n2 3\n2\n", Kind::Circuit, 1),
    (
        "count.btor2",
        "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1\n5 init 1 4 3\n6 constd 1 2\n7 add 1 4 6\n8 next 1 4 7
9 constd 1 7\n10 eq 2 4 9\n11 bad 10\n",
        "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1\n5 init 1 4 3\n6 constd 1 2\n7 add 1 4 6\n8 next 1 4 7
9 constd 1 6\n10 eq 2 4 9\n11 bad 10\n",
        Kind::System,
        3,
    ),
    (
        "even.vmt",
        "(declare-fun x () Int) (declare-fun y () Int) (define-fun .x () Int (! x :next y))
        (define-fun .i () Bool (! (= x 0) :init true)) (define-fun .t () Bool (! (= y (+ x 2)) :trans true))
        (define-fun .p () Bool (! (not (= x 7)) :invar-property 0))",
        "(declare-fun x () Int) (declare-fun y () Int) (define-fun .x () Int (! x :next y))
        (define-fun .i () Bool (! (= x 0) :init true)) (define-fun .t () Bool (! (= y (+ x 2)) :trans true))
        (define-fun .p () Bool (! (not (= x 6)) :invar-property 0))",
        Kind::System,
        3,
    ),
    (
        "loop.cfa",
        "(declare-const x Int) (location start :initial) (location wrong :error) (location loop)
        (edge start loop (assign (x 0))) (edge loop loop (assign (x (+ x 2)))) (edge loop wrong (assume (= x 3)))",
        "(declare-const x Int) (location start :initial) (location wrong :error) (location loop)
        (edge start loop (assign (x 0))) (edge loop loop (assign (x (+ x 2)))) (edge loop wrong (assume (= x 4)))",
        Kind::Program,
        4,
    ),
    (
        "small.c",
        "int f(void); int main() { int x = f(); if (x > 5 && x < 5) reach_error(); }",
        "int f(void); int main() { int x = f(); if (x > 5 && x < 7) reach_error(); }",
        Kind::Program,
        0,
    ),
    (
        "recursive.c",
        "int f(int n) { if (n <= 0) return 0; return f(n - 1); } int main() { if (f(2)) reach_error(); }",
        "int f(int n) { if (n <= 0) return 1; return f(n - 1); } int main() { if (f(2)) reach_error(); }",
        Kind::Clauses,
        0,
    ),
    (
        "odd.smt2",
        "(set-logic HORN) (declare-fun p (Int) Bool) (assert (forall ((x Int)) (=> (= x 1) (p x))))
        (assert (forall ((x Int)) (=> (p x) (p (+ x 2))))) (assert (forall ((x Int)) (=> (and (p x) (= x 4)) false)))",
        "(set-logic HORN) (declare-fun p (Int) Bool) (assert (forall ((x Int)) (=> (= x 1) (p x))))
        (assert (forall ((x Int)) (=> (p x) (p (+ x 2))))) (assert (forall ((x Int)) (=> (and (p x) (= x 5)) false)))",
        Kind::Clauses,
        3,
    ),
];

fn model(name: &str, text: &str) -> Model {
    let read = read(name, text.as_bytes(), &InputOptions::default(), &Budget::unlimited());
    read.unwrap_or_else(|error| panic!("{}: {}", name, error))
}

#[test]
fn evidence_of_every_kind_is_written_and_checked_again() {
    let budget = Budget::unlimited();
    // A run of a C program is no path that could be checked as text.
    let mut options = VerifyOptions::default();
    options.portfolio.random_runs = false;
    for (name, safe, wrong, kind, depth) in CASES {
        for (text, is_safe) in [(safe, true), (wrong, false)] {
            let model = model(name, text);
            assert_eq!((model.kind(), model.property_count()), (kind, 1), "{}", name);
            let report = verify(&model, &options, &budget, &mut ()).expect("an engine for every kind");
            assert_eq!((report.is_safe(), report.is_unsafe()), (is_safe, !is_safe), "{}", name);
            let mut bytes = Vec::new();
            let (written, refused) = match &report.verdicts[0].outcome {
                Outcome::Safe(proof) => {
                    assert_eq!(proof.size().k, None, "{}", name);
                    (proof.write(Form::Text, &mut bytes), proof.write(Form::Waves, &mut Vec::new()))
                }
                Outcome::Unsafe(found) => {
                    assert!(
                        depth == 0 || found.depth().transitions() == depth,
                        "{}: {}",
                        name,
                        found.depth()
                    );
                    assert!(!found.text().is_empty() && !found.table().names.is_empty(), "{}", name);
                    (found.write(Form::Text, &mut bytes), found.write(Form::Vmt, &mut Vec::new()))
                }
                Outcome::Unknown(reason) => panic!("{}: {}", name, reason),
            };
            assert!(written.is_ok() && matches!(refused, Err(WriteError::Unfit(_))), "{}", name);
            let checked = evidence::check(&model, &bytes, &Default::default(), &budget).expect("evidence");
            assert_eq!((checked.len(), checked[0].is_safe), (1, is_safe), "{}", name);
            assert!(checked[0].result.is_ok(), "{}: {:?}", name, checked[0].result);
            assert!(report.statistics.len() > 2, "{}", name);
        }
    }
}

/// The evidence of one model does not prove the other.
#[test]
fn evidence_of_another_model_is_refused() {
    let budget = Budget::unlimited();
    for (name, safe, wrong, ..) in CASES {
        let (safe, wrong) = (model(name, safe), model(name, wrong));
        let report = verify(&safe, &Default::default(), &budget, &mut ()).expect("an engine for every kind");
        let mut bytes = Vec::new();
        if let Outcome::Safe(proof) = &report.verdicts[0].outcome {
            proof.write(Form::Text, &mut bytes).expect("a proof");
        }
        let believed = match evidence::check(&wrong, &bytes, &Default::default(), &budget) {
            Ok(checked) => checked.iter().any(|claim| claim.result.is_ok()),
            Err(_) => false,
        };
        assert!(!believed, "{}", name);
    }
}

#[test]
fn the_format_is_told_by_the_content_and_the_place_of_an_error_is_told() {
    let unnamed = |bytes: &[u8]| Format::of("-", bytes);
    assert_eq!(unnamed(b"aig 0 0 0 0 0\n"), Format::Aiger);
    assert_eq!(unnamed(b"; a comment\n1 sort bitvec 1\n"), Format::Btor2);
    assert_eq!(unnamed(b"(set-logic HORN)"), Format::Horn);
    assert_eq!(unnamed(b"(declare-const x Int)\n(location a :initial)"), Format::Cfa);
    assert_eq!(unnamed(b"(declare-fun x () Int)"), Format::Vmt);
    assert_eq!(Format::of("x.c", b"int main() {}"), Format::C);
    let wrong =
        read("x.btor2", b"1 sort bitvec 4\n2 nothing 1\n", &InputOptions::default(), &Budget::unlimited());
    match wrong {
        Err(InputError::Parse(error)) => {
            assert!(error.to_string().starts_with("line 2, column 3"), "{}", error)
        }
        other => panic!("{:?}", other),
    }
    let wrong = read("x.c", b"int main() { y = 1; }", &InputOptions::default(), &Budget::unlimited());
    assert!(matches!(wrong, Err(InputError::Program(_))));
    // The caller may know the format.
    let options = InputOptions { format: Some(Format::Cfa), ..InputOptions::default() };
    assert!(read("x.c", CASES[3].1.as_bytes(), &options, &Budget::unlimited()).is_ok());
}

#[test]
fn an_engine_over_programs_works_on_a_system_that_has_no_image_over_integers() {
    let budget = Budget::unlimited();
    // There are no words that integers could stand for: an even number, and a program that counts.
    for name in ["even.vmt", "loop.cfa"] {
        let (_, safe, wrong, _, _) = CASES.iter().find(|case| case.0 == name).expect("a case");
        for engine in [Engine::TreeIc3, Engine::Ic3Cfa, Engine::Spacer] {
            for words in [Words::Integers, Words::WithoutWraps] {
                let mut options = VerifyOptions { engine, ..VerifyOptions::default() };
                options.images.words = words;
                let report = |text: &str| {
                    let model = model(name, text);
                    let report = verify(&model, &options, &budget, &mut ()).expect("an engine for it");
                    (report.is_safe(), report.is_unsafe())
                };
                assert_eq!(report(safe), (true, false), "{} by {:?} with {:?}", name, engine, words);
                assert_eq!(report(wrong), (false, true), "{} by {:?} with {:?}", name, engine, words);
            }
        }
    }
}

#[test]
fn a_path_that_ends_too_early_is_refused_at_the_line_behind_it() {
    let (name, _, wrong, _, _) = CASES.iter().find(|case| case.0 == "loop.cfa").expect("a case");
    let model = model(name, wrong);
    let error = evidence::check(&model, b"path\nstart\n", &Default::default(), &Budget::unlimited());
    let error = error.expect_err("a value is missing").to_string();
    assert!(error.starts_with("line 3, column 1: expected a value of sort Int for `x`"), "{}", error);
}

#[test]
fn an_engine_over_clauses_counts_the_transitions_of_a_system_and_not_the_edges_of_its_automaton() {
    let (name, _, wrong, _, depth) = CASES.iter().find(|case| case.0 == "even.vmt").expect("a case");
    let model = model(name, wrong);
    for engine in [Engine::Spacer, Engine::Gpdr] {
        for frames in 1..8 {
            let mut options = VerifyOptions { engine, ..VerifyOptions::default() };
            options.engines.spacer.max_frames = frames;
            let report = verify(&model, &options, &Budget::unlimited(), &mut ()).expect("an engine for it");
            if let Outcome::Unknown(reason) = &report.verdicts[0].outcome {
                let safe = reason.safe_depth.map(|safe| safe.transitions());
                assert!(
                    safe.map_or(true, |safe| safe < *depth),
                    "{:?}, {} frames: {}",
                    engine,
                    frames,
                    reason
                );
            }
        }
    }
}
