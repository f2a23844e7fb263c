//! Horn clauses as users of the program see them.

use super::{command, feed, judged, refused, run, scratch, text};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

const RULES: &str = "(set-logic HORN)
(declare-fun inv (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (< x 10)) (inv (+ x 1) (+ y 2)))))
";

/// A file with these clauses about a counter, and some more.
fn clauses(name: &str, more: &str) -> String {
    let file = scratch(name);
    std::fs::write(&file, format!("{}{}", RULES, more)).expect("a file");
    text(&file)
}

const HOLDS: &str =
    "(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (>= x 10)) (= y 20))))\n(check-sat)\n";
const FAILS: &str = "(assert (forall ((x Int) (y Int)) (=> (inv x y) (< y 6))))\n(check-sat)\n";

#[test]
fn verdicts_and_evidence() {
    let (safe, hasty) = (clauses("safe.smt2", HOLDS), clauses("unsafe.smt2", FAILS));
    let (model, script) = (text(&scratch("clauses_model.txt")), text(&scratch("clauses_script.smt2")));
    for engine in ["auto", "ic3-ia", "tree-ic3-itp"] {
        assert_eq!(run(&[&safe, "--engine", engine, "--certificate", &model]).1, "safe\n");
        assert_eq!(run(&["check", &safe, &model]), (20, "safe\nb0 safe\n".into(), String::new()));
        let (code, verdict, message) = run(&["check", &hasty, &model]);
        assert_eq!((code, verdict.as_str()), (3, "unknown\nb0 unknown\n"));
        assert!(message.contains("property b0: the model makes clause "), "{}", message);
    }
    assert_eq!(run(&[&safe, "--certificate", &script]).0, 20);
    assert_eq!(run(&["smt", &script]).1, "unsat\nunsat\nunsat\n");

    let witness = text(&scratch("refutation.txt"));
    assert_eq!(judged(&[&hasty, "--witness", &witness]), (10, "unsafe\n".into(), String::new()));
    assert_eq!(run(&["check", &hasty, &witness]).1, "unsafe\nb0 unsafe\n");
    assert_eq!(run(&["check", &safe, &witness]).0, 3);
    let drawn = text(&scratch("refutation.dot"));
    assert_eq!(run(&[&hasty, "--witness", &drawn]).0, 10);
    assert!(std::fs::read_to_string(&drawn).expect("a file").starts_with("digraph refutation {\n"));
    let shown = run(&[&hasty, "--engine", "spacer", "--show-trace"]).1;
    assert!(shown.contains("derives   (inv 3 6)") && shown.ends_with("from      3\n"), "{}", shown);
}

#[test]
fn scripts_are_answered() {
    let more = format!("{}(get-model)\n(get-proof)\n{}(get-proof)\n(get-model)\n", HOLDS, FAILS);
    let (code, answers, _) = run(&["smt", &clauses("script-of-clauses.smt2", &more)]);
    assert_eq!(code, 2);
    assert!(answers.starts_with("sat\n(\n(define-fun inv ((x Int) (y Int)) Bool "), "{}", answers);
    assert!(
        answers.contains(")\n(error \"there is no refutation to print\")\nunsat\n(refutation\n"),
        "{}",
        answers
    );
    assert!(answers.ends_with(":derives false))\n(error \"there is no model to print\")\n"), "{}", answers);
}

/// The clauses have quoted names, names of predicates and selectors for variables, and values in heads. Which invariant
/// is found depends on the member that is first; that it speaks in these names is what `check` reads.
#[test]
fn models_have_the_names_of_the_clauses() {
    let counter = "(set-logic HORN)(declare-datatypes ((Pair 0)) (((mk (fst Int) (snd Int)))))
        (declare-fun inv (Int Int Int Int Pair) Bool)(declare-fun q () Bool)
        (assert (forall ((|a b| Int) (fst Int) (q Int) (p Pair))
            (=> (and (= |a b| 0) (= fst 0) (= p (mk 1 2))) (inv |a b| fst 7 q p))))
        (assert (forall ((x Int) (y Int) (z Int) (v Int) (p Pair))
            (=> (and (inv x y z v p) (< x 10)) (inv (+ x 1) (+ y 2) z v p))))
        (assert (forall ((x Int) (y Int) (z Int) (v Int) (p Pair))
            (=> (inv x y z v p) (and (< (fst p) 5) (or (< x 10) (= y 20))))))(check-sat)(get-model)\n";
    let mc91 = "(set-logic HORN)(declare-fun mc (Int Int) Bool)
        (assert (forall ((x Int)) (=> (> x 100) (mc x (- x 10)))))
        (assert (forall ((x Int) (y Int) (r Int)) (=> (and (<= x 100) (mc (+ x 11) y) (mc y r)) (mc x r))))
        (assert (forall ((x Int) (r Int)) (=> (and (mc x r) (<= x 101)) (= r 91))))(check-sat)(get-model)\n";
    let named = "(define-fun inv ((|a b| Int) (x!1 Int) (x!2 Int) (x!3 Int) (p Pair)) Bool (";
    for (name, clauses, head) in
        [("named.smt2", counter, named), ("mc91.smt2", mc91, "(define-fun mc ((x Int) (r Int)) Bool (")]
    {
        let (file, model) = (text(&scratch(name)), text(&scratch(&format!("{}.model", name))));
        std::fs::write(&file, clauses).expect("a file");
        let (code, answers, _) = run(&["--as", "z3", &file]);
        assert!(code == 0 && answers.starts_with(&format!("sat\n(\n{}", head)), "{}", answers);
        std::fs::write(&model, &answers).expect("a file");
        assert_eq!(run(&["check", &file, &model]), (20, "safe\nb0 safe\n".into(), String::new()));
    }
}

/// Clauses of a scope hold until it ends; a script that begins with definitions was taken for another kind.
#[test]
fn scripts_of_clauses_have_scopes_and_definitions() {
    let text_of_it = "(define-sort Number () Int)(define-fun low ((x Number)) Bool (< x 3))(set-logic HORN)
        (declare-fun p (Number) Bool)(assert (forall ((x Int)) (=> (low x) (p x))))(check-sat)
        (push 1)(assert (forall ((x Int)) (=> (p x) (> x 5))))(check-sat)(pop 1)(check-sat)
        (push 2)(assert (forall ((x Int)) (not (and (p x) (> x 5)))))(check-sat)
        (push)(assert (p 6))(check-sat)(pop)(check-sat)(pop 2)(assert (p 7))(check-sat)\n";
    let file = text(&scratch("scopes.smt2"));
    std::fs::write(&file, text_of_it).expect("a file");
    let (code, answers, err) = run(&["smt", &file]);
    assert_eq!((code, answers.as_str()), (0, "sat\nunsat\nsat\nsat\nunsat\nsat\nsat\n"), "{}", err);
    // The file is no one set of clauses.
    assert!(refused(&["verify", &file], 2).contains("a script with `pop` asks about several"));
    let fixedpoint = "(define-sort Number () Int)(declare-rel p (Number))(declare-var x Int)
        (rule (=> (= x 0) (p x)))(query (p 1))\n";
    std::fs::write(&file, fixedpoint).expect("a file");
    assert_eq!(run(&["smt", &file]).1, "unsat\n");
}

#[test]
fn queries_ask_whether_something_is_derivable() {
    let file = scratch("rules.smt2");
    let rules = "(declare-rel p (Int))(declare-rel far ())(declare-rel never ())(declare-var x Int)
        (rule (p 0))(rule (=> (and (p x) (< x 5)) (p (+ x 1))))
        (rule (=> (and (p x) (> x 4)) far))(rule (=> (and (p x) (> x 5)) never))(query far)(query never)";
    std::fs::write(&file, rules).expect("a file");
    assert_eq!(run(&["smt", &text(&file)]), (0, "sat\nunsat\n".into(), String::new()));
    assert_eq!(judged(&[&text(&file)]), (10, "unsafe\n".into(), String::new()));
}

#[test]
fn clauses_are_converted_if_they_are_a_program() {
    let safe = clauses("convert.smt2", HOLDS);
    for (name, verdict) in [("clauses.cfa", "safe\n"), ("clauses.vmt", "safe\n"), ("again.smt2", "safe\n")] {
        let to = text(&scratch(name));
        assert_eq!(run(&["convert", &safe, &to]), (0, String::new(), String::new()), "{}", name);
        assert!(run(&[&to]).1.starts_with(verdict), "{}", name);
    }
    let two = "(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (inv y x)) (= x y))))\n";
    let message = refused(&["convert", &clauses("two.smt2", two), "two.cfa"], 2);
    assert!(message.contains("a clause has several predicates in its body"), "{}", message);
}

#[test]
fn scripts_that_are_no_clauses_are_refused() {
    let message =
        refused(&[&clauses("odd.smt2", "(assert (forall ((x Int)) (or (inv x 0) (inv 0 x))))\n")], 2);
    assert!(
        message.contains("line 5, column 41: this is no Horn clause: `inv` is a second head"),
        "{}",
        message
    );
    assert!(refused(&[&clauses("vcd.smt2", HOLDS), "--vcd", "x.vcd"], 1).contains("no waves"));
}

#[test]
fn scripts_of_clauses_from_standard_input_are_answered() {
    let given = |args: &[&str], text: &str| {
        let child = command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let output = feed(child.expect("the program runs"), text.as_bytes());
        output.1
    };
    let script =
        format!("; clauses\n(set-info :source |(set-logic QF_LIA)|)\n{}{}(get-proof)\n", RULES, FAILS);
    let answers = given(&["smt", "-"], &script);
    assert!(answers.starts_with("unsat\n(refutation\n"), "{}", answers);
    // The beginning that was looked at is not lost for other scripts.
    let other =
        "(set-logic QF_LIA)(declare-fun x () Int)(assert (> x 3))(assert (< x 5))(check-sat)(get-value (x))";
    assert_eq!(given(&["smt", "-"], other), "sat\n((x 4))\n");
}

#[test]
fn a_dialogue_through_a_pipe_is_not_kept_waiting_for_its_logic() {
    let mut child =
        command(&["smt", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a run");
    let (mut to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut answers = BufReader::new(from).lines();
    for line in ["(set-option :print-success true)", "(set-logic QF_LIA)", "(check-sat)"] {
        writeln!(to, "{}", line).expect("the program reads");
        let expected = if line == "(check-sat)" { "sat" } else { "success" };
        assert_eq!(answers.next().expect("an answer").expect("text"), expected);
    }
    drop(to);
    assert!(child.wait().expect("an end").success());
}
