//! `smt`: limits that end a script while its terms are built.

use super::{refused, run, scratch, text};

/// Carries out a script: exit code and answers.
fn answers(name: &str, script: &str, options: &[&str]) -> (i32, String) {
    let file = scratch(name);
    std::fs::write(&file, script).expect("a file");
    let (code, stdout, _) = run(&[&["smt", &text(&file)], options].concat());
    (code, stdout)
}

/// Each constant is the square of the one before: 2^30 bits in the end.
#[test]
fn numbers_that_double_their_length_end() {
    let mut script = "(define-fun c0 () Int 3)\n".to_string();
    for i in 1..=30 {
        script.push_str(&format!("(define-fun c{} () Int (* c{} c{}))\n", i, i - 1, i - 1));
    }
    script.push_str("(declare-const y Int)\n(assert (< y c30))\n(check-sat)\n");
    let (code, stdout) = answers("squares.smt2", &script, &[]);
    assert_eq!(code, 2);
    assert!(stdout.contains("a number is too long; the limit is 1048576 bits"), "{}", stdout);
    assert!(stdout.ends_with("\nunknown\n"), "{}", stdout);
}

/// A function that applies the one before twice: the factor has 2^30 bits in the end.
#[test]
fn functions_that_double_their_work_end() {
    let mut script = "(define-fun f0 ((x Int)) Int (* 3 x))\n".to_string();
    for i in 1..=30 {
        script.push_str(&format!("(define-fun f{} ((x Int)) Int (f{} (f{} x)))\n", i, i - 1, i - 1));
    }
    script.push_str("(declare-const y Int)\n(assert (< y (f30 1)))\n(check-sat)\n");
    let (code, stdout) = answers("functions.smt2", &script, &[]);
    assert!(code == 2 && stdout.ends_with("\nunknown\n"), "{}", stdout);
}

/// No two of the terms that these functions stand for are the same, so they double their number.
#[test]
fn functions_that_double_their_terms_end_at_the_memory_limit() {
    let mut script = "(define-fun f0 ((x (_ BitVec 64))) (_ BitVec 64) x)\n".to_string();
    for i in 1..=30 {
        let (name, before) = (format!("f{}", i), format!("f{}", i - 1));
        let other = format!("({} (bvudiv x (_ bv{} 64)))", before, 2 * i + 1);
        let body = format!("(bvurem ({} x) {})", before, other);
        script.push_str(&format!("(define-fun {} ((x (_ BitVec 64))) (_ BitVec 64) {})\n", name, body));
    }
    script.push_str("(check-sat)\n");
    let (code, stdout) = answers("terms.smt2", &script, &["--memory", "20M"]);
    assert_eq!(code, 2);
    assert!(stdout.contains("memory limit reached while reading this term"), "{}", stdout);
}

#[test]
fn a_timeout_ends_the_building_of_a_term() {
    let number = "7".repeat(2_000);
    let script = format!("(assert (= 0 (* {})))\n(check-sat)\n", format!("{} ", number).repeat(1_000));
    let (code, stdout) = answers("product.smt2", &script, &["--timeout", "0"]);
    let expected = "(error \"1:9: time limit reached while reading this term\")\nunknown\n";
    assert_eq!((code, stdout.as_str()), (2, expected));
    let (code, stdout) = answers("product.smt2", &script, &[]);
    let expected = "(error \"1:9: a number is too long; the limit is 1048576 bits\")\nunknown\n";
    assert_eq!((code, stdout.as_str()), (2, expected));
}

/// The answer is the same whether a limit was there or not, as long as it is not reached.
#[test]
fn long_numbers_within_the_limit_are_exact() {
    let number = "9".repeat(3_000);
    let script = format!(
        "(declare-const x Int)\n(assert (= x (* {0} {0})))\n(assert (= (mod x {0}) 0))\n\
         (assert (> x {0}))\n(check-sat)\n",
        number
    );
    assert_eq!(answers("long.smt2", &script, &["--timeout", "1000s"]), (0, "sat\n".to_string()));
}

#[test]
fn numerals_of_a_million_digits_are_refused_before_they_are_read() {
    for numeral in ["7".repeat(1_000_000), format!("0.{}", "7".repeat(1_000_000))] {
        let (code, stdout) =
            answers("numeral.smt2", &format!("(assert (> {} 0.0))\n(check-sat)\n", numeral), &[]);
        let expected = "(error \"1:12: a number is too long; the limit is 1048576 bits\")\nunknown\n";
        assert_eq!((code, stdout.as_str()), (2, expected));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_script_of_zeros_has_an_end() {
    let message = refused(&["smt", "/dev/zero", "--memory", "20M"], 2);
    assert!(
        message.contains("/dev/zero: the script is too long; give --memory SIZE to allow more"),
        "{}",
        message
    );
}
