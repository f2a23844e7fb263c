//! Evidence for systems as files: written, read again, and refused with the place where it is wrong.

use crate::cases::scaled;
use crate::counts::enough;
use crate::evidence::{answers, at_least, counter, property};
use crate::paths::in_package;
use crate::random_system::{explore, random_system};
use indubit::base::{Budget, Rng};
use indubit::evidence::system::{
    check, check_proof, check_trace, complete, read_btor2_witness, read_certificate, read_trace,
    write_btor2_witness, write_certificate, write_obligations, write_run, write_trace, Evidence, PartialStep,
};
use indubit::evidence::{CheckOptions, Condition, Malformed};
use indubit::input::btor2;
use indubit::model::system::{Certificate, Invariant};
use indubit::model::PropertyId;

#[test]
fn evidence_that_was_written_is_read_again() {
    let mut rng = Rng::new(1);
    let (mut safe, mut violated) = (0, 0);
    for round in 0..scaled(150) {
        let system = random_system(&mut rng);
        let explored = explore(&system);
        let invariant = Invariant {
            terms: explored.terms.clone(),
            formulas: vec![explored.reachable],
            bound: Vec::new(),
        };
        for (property, trace) in system.property_ids().zip(&explored.traces) {
            let unlimited = Budget::unlimited();
            match trace {
                None => {
                    safe += 1;
                    let certificate = match round % 3 {
                        0 => Certificate::KInductive { k: 2, lemmas: invariant.clone(), simple_path: true },
                        1 => Certificate::KInductive { k: 1, lemmas: invariant.clone(), simple_path: false },
                        _ => Certificate::Inductive(invariant.clone()),
                    };
                    let text = write_certificate(&system, property, &certificate.into()).expect("a text");
                    let (found, again) =
                        read_certificate(text.as_bytes(), &system, &unlimited).expect("a certificate");
                    assert_eq!(found, property);
                    let options = CheckOptions::default();
                    assert_eq!(check_proof(&system, property, &again, &options, &unlimited), Ok(()));
                    let script = write_obligations(&system, property, &again).expect("a script");
                    assert!(answers(&script).iter().all(|answer| answer == "unsat"), "{}", script);
                }
                Some(trace) => {
                    violated += 1;
                    let text = write_trace(&system, trace).expect("a text");
                    let (found, steps) = read_trace(text.as_bytes(), &system, &unlimited).expect("a trace");
                    assert_eq!(found, property);
                    assert_eq!(complete(&system, property, &steps, &unlimited).as_ref(), Ok(trace));
                    assert_eq!(answers(&write_run(&system, trace).expect("a script")), ["sat"]);
                }
            }
        }
    }
    assert!(enough(safe, 30) && enough(violated, 30), "{} {}", safe, violated);
}

#[test]
fn open_values_of_a_trace_are_found() {
    let mut counter = counter();
    let x = counter.states()[0].current;
    let two = at_least(counter.terms_mut(), x, 2);
    counter.add_property("", two);
    let unlimited = Budget::unlimited();
    let found = |text: &str| {
        let (_, steps) = read_trace(text.as_bytes(), &counter, &unlimited).expect("a trace");
        complete(&counter, property(1), &steps, &unlimited)
    };
    let trace =
        found("counterexample\n;; step 0\ntrue\n\n;; step 1\ntrue\n;; step 2\n(= x 2)").expect("a run");
    assert_eq!(check_trace(&counter, &trace), Ok(()));
    assert_eq!(trace.steps.len(), 3);
    // Two steps are too few, and from -1 they are not enough either.
    assert_eq!(found("counterexample\ntrue\n\ntrue\n"), Err(Condition::Run.into()));
    assert_eq!(found("counterexample\ntrue\n\n(= x (- 1))\n\ntrue\n"), Err(Condition::Run.into()));
    assert_eq!(found("counterexample\n"), Err(Malformed::NoSteps.into()));
    assert!(complete(&counter, property(1), &[PartialStep::new(&counter)], &unlimited).is_err());
}

#[test]
fn wrong_evidence_files_are_refused_with_their_place() {
    let counter = counter();
    let unlimited = Budget::unlimited();
    for (text, message) in [
        ("", "line 1, column 1: expected `; invariant b0`"),
        ("; invariant b1\n", "expected `; invariant b0`"),
        ("; k-induction b0 0 any-path\n", "expected `; invariant b0`"),
        ("; k-induction b0 1 path\n", "expected `; invariant b0`"),
        ("; invariant b0\n(assert (<= x 5))", "line 2, column 13: `x` is not declared"),
        (
            "; invariant b0\n(declare-fun x () Real)(assert (<= x 5))",
            "the system has no state variable `x` of sort Real",
        ),
        (
            "; invariant b0\n(declare-fun by () Int)(assert (<= by 5))",
            "the system has no state variable `by` of sort Int",
        ),
    ] {
        let found = read_certificate(text.as_bytes(), &counter, &unlimited).expect_err(text).to_string();
        assert!(found.contains(message), "{}", found);
    }
    for (text, message) in [
        ("", "line 1, column 1: expected `counterexample`"),
        ("counterexample\n;; step 0\n(and (= x 0)\n     (= z 0))\n", "line 4, column 9: `z` is not declared"),
        // A step is one term: it was pasted into an assertion.
        ("counterexample\n(= x 5)) (assert (= x 99)\n", "line 2, column 1: expected one term in this step"),
        ("counterexample\n(= x 0)\n;; step 1\n(= x 1)) (exit\n", "line 4, column 1: expected one term"),
        ("counterexample\n(= x 0) (= y 0)\n", "line 2, column 1: expected one term in this step"),
        ("counterexample\n(and (= x 0) |)|\n", "line 2, column 1: expected one term in this step"),
        ("counterexample\n\n(or (= x 0) (= by 0))\n", "line 3, column 1: expected a conjunction of literals"),
        ("counterexample\n(and (= x 0) (= (+ x 0) 1))\n", "line 2, column 1: `x` has two values"),
        ("counterexample\n(= x by)\n", "expected a conjunction of literals"),
        ("counterexample\n;; property b1\n(= x 0)\n", "line 2, column 1: expected a property of the system"),
        ("counterexample\n(= x 0\n\n(= x 0)\n", "line 2, column 1: expected one term in this step"),
    ] {
        let found = read_trace(text.as_bytes(), &counter, &unlimited).expect_err(text).to_string();
        assert!(found.contains(message), "{}", found);
    }
}

#[test]
fn btor2_witnesses_are_read_again() {
    let mut rng = Rng::new(2);
    let mut violated = 0;
    for _ in 0..scaled(150) {
        let system = random_system(&mut rng);
        let text = btor2::write(&system).expect("a system of words");
        let file = btor2::read(text.as_bytes(), &Budget::unlimited()).expect("a file");
        // Systems that are watched are too large for the oracle.
        if file.system.states().len() + file.system.inputs().len()
            > system.states().len() + system.inputs().len()
        {
            continue;
        }
        for (property, trace) in system.property_ids().zip(explore(&file.system).traces) {
            let trace = match trace {
                Some(trace) => trace,
                None => continue,
            };
            violated += 1;
            let text = write_btor2_witness(&file, &trace).expect("a witness");
            let witness =
                read_btor2_witness(text.as_bytes(), &file).unwrap_or_else(|e| panic!("{}\n{}", e, text));
            assert_eq!(witness.properties, [property]);
            let again = complete(&file.system, property, &witness.steps, &Budget::unlimited());
            assert_eq!(again.as_ref(), Ok(&trace), "{}", text);
        }
    }
    assert!(enough(violated, 20), "{}", violated);
}

#[test]
fn btor2_witnesses_of_other_tools_are_read() {
    let bytes = std::fs::read(in_package("tests/systems/memory.btor2")).expect("a readable file");
    let memory = btor2::read(&bytes, &Budget::unlimited()).expect("a file");
    // All cells at once, values left out, and several properties.
    let text = "; a comment\nsat\nb0 b2\n#0\n0 [*] 11 memory#0\n@0\n#1\n1 10\n@1\n0 01 place@1\n.\n";
    let witness = read_btor2_witness(text.as_bytes(), &memory).expect("a witness");
    assert_eq!(witness.properties, [property(0), property(2)]);
    let trace = complete(&memory.system, property(0), &witness.steps, &Budget::unlimited()).expect("a run");
    assert_eq!(check_trace(&memory.system, &trace), Ok(()));
    for (text, message) in [
        ("", "line 1, column 1: expected `sat`, found end of file"),
        ("unsat\n", "expected `sat`, found `unsat`"),
        ("sat\nj0\n", "line 2, column 1: expected a property below b3, found `j0`"),
        ("sat\nb3\n", "expected a property below b3"),
        ("sat\nb0\n@0\n", "line 3, column 1: expected `#0`, found `@0`"),
        ("sat\nb0\n0 1\n", "expected `#0`, found `0`"),
        ("sat\nb0\n#0\n#1\n", "expected `@0`, found `#1`"),
        ("sat\nb0\n#0\n@0\n@2\n", "expected `#1` or `@1`, found `@2`"),
        ("sat\nb0\n#0\n1 0\n", "line 4, column 3: expected 2 binary digits, found `0`"),
        ("sat\nb0\n#0\n0 00\n", "expected an index of 2 binary digits in brackets, found `00`"),
        ("sat\nb0\n#0\n0 [0] 00\n", "expected an index of 2 binary digits in brackets"),
        ("sat\nb0\n#0\n3 00\n", "expected an assignment to one of 3 variables, found `3`"),
        ("sat\nb0\n#0\n@0\n", "line 5, column 1: expected `.` behind the last frame, found end of file"),
    ] {
        let found = read_btor2_witness(text.as_bytes(), &memory).expect_err(text).to_string();
        assert!(found.contains(message), "{}", found);
    }
}

#[test]
fn evidence_files_are_told_apart_by_their_first_word() {
    let bytes = std::fs::read(in_package("tests/systems/counter.btor2")).expect("a readable file");
    let counter = btor2::read(&bytes, &Budget::unlimited()).expect("a file");
    let (system, unlimited, options) = (&counter.system, Budget::unlimited(), CheckOptions::default());
    let verdicts = |text: &str| -> Vec<(bool, PropertyId, bool)> {
        let list = Evidence::read(text.as_bytes(), system, Some(&counter), &unlimited).expect("evidence");
        let judged =
            |e: &Evidence| (e.claims_safe(), e.property(), check(system, e, &options, &unlimited).is_ok());
        list.iter().map(judged).collect()
    };
    let invariant = "(declare-fun count () (_ BitVec 3))\n(assert (bvult count #b101))\n";
    assert_eq!(verdicts(&format!("; invariant b1\n{}", invariant)), [(true, property(1), true)]);
    assert_eq!(verdicts(&format!("; invariant b0\n{}", invariant)), [(true, property(0), false)]);
    assert_eq!(verdicts("; k-induction b1 1 any-path\n"), [(true, property(1), true)]);
    let steps = "(= count #b000)\n\ngo\n\ngo\n\ngo\n\n";
    assert_eq!(verdicts(&format!("counterexample\n{}true\nunsafe\n", steps)), [(false, property(0), true)]);
    assert_eq!(verdicts(&format!("counterexample\n{}unsafe\n", steps)), [(false, property(0), false)]);
    let witness = "sat\nb0 b1\n#0\n@0\n0 1\n@1\n0 1\n@2\n0 1\n@3\n0 1\n@4\n.\n";
    assert_eq!(verdicts(witness), [(false, property(0), true), (false, property(1), false)]);
    let unknown = Evidence::read(b"unsat\n", system, None, &unlimited).expect_err("no evidence").to_string();
    assert_eq!(
        unknown,
        "line 1, column 1: expected `; invariant`, `; k-induction`, `; ranking`, `; lasso-free`, `; rounds`, \
         `counterexample`, found `unsat`"
    );
}
