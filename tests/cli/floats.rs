//! Systems and Horn clauses over floating-point numbers, as users of the program see them.

use super::{refused, run, scratch, text};

/// A number that becomes half of itself, rounded in any mode.
const SYSTEM: &str = "(define-fun one () Float32 ((_ to_fp 8 24) RNE 1.0))
(declare-const x Float32)
(declare-const x.next Float32)
(declare-const mode RoundingMode)
(define-fun .x () Float32 (! x :next x.next))
(define-fun .init () Bool (! (= x one) :init true))
(define-fun .trans () Bool (! (= x.next (fp.mul mode x ((_ to_fp 8 24) RNE 0.5))) :trans true))
";

fn file(name: &str, parts: &[&str]) -> String {
    let file = scratch(name);
    std::fs::write(&file, parts.concat()).expect("a file");
    text(&file)
}

/// A verdict, and that its evidence holds for the file itself. Returns the evidence.
fn evidence(model: &str, engine: &str, verdict: &str) -> String {
    let found = format!("{}.{}.evidence", model, engine);
    let option = if verdict == "safe" { "--certificate" } else { "--witness" };
    let (_, out, told) = run(&[model, "--engine", engine, option, &found]);
    assert_eq!(out.lines().next(), Some(verdict), "{} of {}: {}", engine, model, told);
    let (_, out, told) = run(&["check", model, &found]);
    assert_eq!(out, format!("{}\nb0 {}\n", verdict, verdict), "{}", told);
    std::fs::read_to_string(found).expect("evidence")
}

#[test]
fn systems_over_numbers_have_checked_evidence() {
    let safe = "(define-fun .bad () Bool (! (fp.leq x one) :invar-property 0))\n";
    let safe = file("float-safe.vmt", &[SYSTEM, safe]);
    for engine in ["auto", "kind"] {
        evidence(&safe, engine, "safe");
    }
    for engine in ["ic3", "ic3-smt"] {
        let proof = evidence(&safe, engine, "safe");
        assert!(proof.contains("(fp.to_ieee_bv x)") || proof.contains("(fp "), "{}", proof);
    }
    let failing = "(define-fun .bad () Bool (! (fp.lt ((_ to_fp 8 24) RNE 0.2) x) :invar-property 0))\n";
    let failing = file("float-unsafe.vmt", &[SYSTEM, failing]);
    for engine in ["auto", "ic3", "bmc"] {
        let trace = evidence(&failing, engine, "unsafe");
        assert!(trace.contains("(= x (fp #b0 #b01111111 #b00000000000000000000000))"), "{}", trace);
        assert!(trace.contains("(= x (fp #b0 #b01111100 #b00000000000000000000000))"), "{}", trace);
    }
    let verdict = evidence(&failing, "bmc", "unsafe");
    let forged = file("float-forged.trace", &[&verdict.replace("#b01111100", "#b01111101")]);
    assert_eq!(run(&["check", &failing, &forged]).0, 3);
    assert_eq!(run(&["check", &safe, &format!("{}.bmc.evidence", failing)]).0, 3);
}

/// There is one NaN, so that a number that is none stays equal to itself as a value.
#[test]
fn the_one_nan_is_a_state() {
    let system = "(declare-const x Float16)\n(declare-const x.next Float16)\n(declare-const in Float16)
(define-fun .x () Float16 (! x :next x.next))
(define-fun .init () Bool (! (fp.isNaN x) :init true))
(define-fun .trans () Bool (! (= x.next (fp.add RNE x in)) :trans true))
(define-fun .same () Bool (! (= x (_ NaN 5 11)) :invar-property 0))\n";
    let system = file("float-nan.vmt", &[system]);
    evidence(&system, "auto", "safe");
}

const CLAUSES: &str = "(set-logic HORN)
(define-fun half () Float16 ((_ to_fp 5 11) RNE 0.5))
(declare-fun p (Float16 Int) Bool)
(assert (forall ((x Float16)) (=> (fp.isZero x) (p x 0))))
(assert (forall ((x Float16) (y Float16) (n Int))
    (=> (and (p x n) (< n 4) (= y (fp.add RTZ x half))) (p y (+ n 1)))))
";

#[test]
fn clauses_over_numbers_have_checked_evidence() {
    let safe = "(assert (forall ((x Float16) (n Int)) (=> (p x n) (fp.geq x (_ -zero 5 11)))))\n";
    let safe = file("float-safe.smt2", &[CLAUSES, safe]);
    evidence(&safe, "auto", "safe");
    let failing = "(assert (forall ((x Float16) (n Int)) (=> (p x n) (fp.lt x ((_ to_fp 5 11) RNE 1.5)))))\n";
    let failing = file("float-unsafe.smt2", &[CLAUSES, failing]);
    let refutation = evidence(&failing, "auto", "unsafe");
    assert!(refutation.contains("(fp #b0 #b01111 #b1000000000)"), "{}", refutation);
    let told = refused(&["convert", &failing, &text(&scratch("float.cfa"))], 2);
    assert!(told.contains("is a floating-point number, which automata do not have"), "{}", told);
}

#[test]
fn parts_of_the_theory_that_only_scripts_have_are_refused_by_name() {
    for (declaration, formula, told) in [
        (
            "(declare-const in Float32)\n",
            "(= x (fp.min x in))",
            "`fp.min` is not supported in models: the standard leaves some of its results open",
        ),
        ("", "(= #x00 ((_ fp.to_ubv 8) RNE x))", "`fp.to_ubv` is not supported in models"),
        (
            "(declare-const a (Array Float32 Int))\n",
            "(= 0 (select a x))",
            "arrays of floating-point numbers are not supported in models",
        ),
        (
            "(declare-fun f (Float32) Int)\n",
            "(= 0 (f x))",
            "functions of floating-point numbers are not supported in models",
        ),
    ] {
        let property =
            format!("{}(define-fun .bad () Bool (! {} :invar-property 0))\n", declaration, formula);
        let told_of = refused(&[&file("float-refused.vmt", &[SYSTEM, &property])], 2);
        assert!(told_of.contains(told), "{}: {}", formula, told_of);
    }
}
