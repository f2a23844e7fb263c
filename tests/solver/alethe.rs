//! Proofs in the format Alethe: their text for small scripts, and that each step rests on steps before it.

use indubit::session::{Interpreter, ProofText, ScriptFlags, ScriptOptions};
use std::collections::{BTreeMap, BTreeSet};

/// The answer to `get-proof` behind a script that is unsatisfiable.
fn proof(script: &str) -> String {
    let flags =
        ScriptFlags { produce_proofs: true, proof_format: ProofText::Alethe, ..ScriptFlags::default() };
    let mut interpreter = Interpreter::new(ScriptOptions { flags, ..ScriptOptions::default() });
    let answers = interpreter.execute(&format!("{}(check-sat)(get-proof)", script));
    let text = answers.strip_prefix("unsat\n").unwrap_or_else(|| panic!("{}", answers));
    text.to_string()
}

/// The holes by reason; each premise must be the name of a step before, and the last clause must be empty.
fn holes(text: &str) -> BTreeMap<String, usize> {
    let (mut known, mut last) = (BTreeSet::new(), "");
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with(';')) {
        if let Some((_, rest)) = line.split_once(":premises (") {
            for premise in rest.split(')').next().unwrap_or("").split(' ') {
                assert!(known.contains(premise), "{} in\n{}", premise, text);
            }
        }
        for word in line.split([' ', ')', '(']).filter(|word| word.starts_with('@')) {
            // A name is given where it occurs first, behind what it names.
            let given = format!(":named {})", word);
            assert!(names.contains(word) || line.contains(&given), "{} in\n{}", word, text);
        }
        names.extend(line.split(":named ").skip(1).filter_map(|rest| rest.split(')').next()));
        let mut words = line.split(' ');
        assert!(matches!(words.next(), Some("(assume" | "(step")), "{}", line);
        assert!(known.insert(words.next().expect("a name")), "{}", line);
        if let Some((_, reason)) = line.split_once(":rule hole :args (\"") {
            *found.entry(reason.trim_end_matches("\"))").to_string()).or_default() += 1;
        } else if line.contains(":rule lia_generic") {
            *found.entry("integer".to_string()).or_default() += 1;
        }
        last = line;
    }
    assert!(last.contains("(cl) "), "{}", text);
    let told = text.lines().last().expect("a line");
    let parts: Vec<String> = found.iter().map(|(reason, count)| format!("{} {}", reason, count)).collect();
    match found.values().sum::<usize>() {
        0 => assert_eq!(told, "; no holes"),
        1 => assert_eq!(told, format!("; 1 hole: {}", parts.join(", "))),
        total => assert_eq!(told, format!("; {} holes: {}", total, parts.join(", "))),
    }
    found
}

/// The proof has these holes: a reason and a number, one behind the other.
fn has_holes(script: &str, expected: &[(&str, usize)]) {
    let text = proof(script);
    let expected = expected.iter().map(|(reason, count)| (reason.to_string(), *count)).collect();
    assert_eq!(holes(&text), expected, "{}", text);
}

#[test]
fn a_formula_and_its_negation() {
    let expected = "\
        (assume h1 p)\n\
        (assume h2 (not p))\n\
        (step t1 (cl) :rule resolution :premises (h1 h2))\n\
        ; no holes\n";
    assert_eq!(proof("(declare-const p Bool)(assert p)(assert (not p))"), expected);
}

#[test]
fn equal_arguments_have_equal_values() {
    let script = "(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(declare-const b U)
        (assert (= a b))(assert (not (= (f a) (f b))))";
    let expected = "\
        (assume h1 (! (= a b) :named @1))\n\
        (assume h2 (not (! (= (f a) (f b)) :named @2)))\n\
        (step t1 (cl (not @1) @2) :rule eq_congruent)\n\
        (step t2 (cl) :rule resolution :premises (t1 h1 h2))\n\
        ; no holes\n";
    assert_eq!(proof(script), expected);
}

#[test]
fn bounds_add_up_to_a_contradiction() {
    let script = "(declare-const x Int)(declare-const y Int)
        (assert (<= x y))(assert (<= y 2))(assert (<= 3 x))";
    let text = proof(script);
    assert_eq!(holes(&text), BTreeMap::new(), "{}", text);
    assert!(text.starts_with("(assume h1 ") && text.contains(":rule la_generic :args (1 1 1)"), "{}", text);
    assert!(text.contains("(<= 3 x)"), "an assertion is repeated as it was written: {}", text);
}

#[test]
fn connectives_as_they_were_written() {
    let declared = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(declare-const x Int)";
    for script in [
        "(assert (=> p q))(assert p)(assert (not q))",
        "(assert (xor p q))(assert (= p q))",
        "(assert (ite p q r))(assert (not q))(assert (or p (not r)))(assert (and (or (not p) q)))",
        "(assert (let ((s (or p q))) (and s (not s))))",
        "(assert (not (=> (and p q) (or p r))))",
        "(assert (! (distinct p q) :named a))(assert (= p q true))",
        "(assert (distinct x 1 2))(assert (< 0 x 3))",
        "(assert (= p (< x 3)))(assert (= q (>= x 3)))(assert (= p q))",
        "(assert false)",
    ] {
        let text = proof(&format!("{}{}", declared, script));
        let found = holes(&text);
        // A chain of comparisons is no formula of the rules.
        assert!(found.keys().all(|reason| reason == "rewriting"), "{}\n{}", script, text);
        assert!(found.is_empty() || script.contains("(< 0 x 3)"), "{}\n{}", script, text);
    }
}

#[test]
fn functions_of_numbers() {
    let declared =
        "(declare-fun f (Int) Int)(declare-fun p (Int) Bool)(declare-const x Int)(declare-const y Int)";
    for script in [
        "(assert (= x y))(assert (< (f x) (f y)))",
        "(assert (= (+ x 1) (- y 2)))(assert (p (- x 0 (- 1))))(assert (not (p (- y 2))))",
        "(assert (p x))(assert (not (p y)))(assert (and (<= x y) (>= x y)))",
        "(assert (= (f x) 1))(assert (= (f y) 2))(assert (= x y))",
        "(assert (= y (ite (< x 0) (- x) x)))(assert (< y 0))",
    ] {
        has_holes(&format!("{}{}", declared, script), &[]);
    }
}

#[test]
fn theories_without_rules_are_holes() {
    let arrays = "(declare-const a (Array Int Int))(declare-const i Int)(declare-const j Int)
        (assert (not (= (select (store a i 1) j) (select a j))))(assert (not (= i j)))";
    has_holes(arrays, &[("array", 1)]);
    let even = "(declare-const x Int)(declare-const y Int)(assert (= (* 2 x) (+ 1 (* 2 y))))";
    let text = proof(even);
    assert!(holes(&text).keys().all(|reason| reason == "rewriting" || reason == "integer"), "{}", text);
    let words = "(declare-const x (_ BitVec 4))(assert (bvult x #x3))(assert (bvult #x4 x))";
    assert!(holes(&proof(words)).contains_key("circuit"));
    let lists = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)
        (assert (= l (cons 1 l)))";
    assert!(holes(&proof(lists)).keys().all(|reason| reason == "datatype" || reason == "rewriting"));
}

#[test]
fn scopes_assumptions_and_cores() {
    let script = "(set-option :produce-unsat-cores true)(declare-const p Bool)(declare-const q Bool)
        (push)(assert (! (not (or p q)) :named first))(pop)
        (assert (! (or q p) :named second))(assert (! (not q) :named third))";
    let flags =
        ScriptFlags { produce_proofs: true, proof_format: ProofText::Alethe, ..ScriptFlags::default() };
    let mut interpreter = Interpreter::new(ScriptOptions { flags, ..ScriptOptions::default() });
    let answers = interpreter.execute(&format!("{}(check-sat-assuming ((not p)))(get-proof)", script));
    let text = answers.strip_prefix("unsat\n").unwrap_or_else(|| panic!("{}", answers));
    assert_eq!(holes(text), BTreeMap::new());
    assert!(text.contains("(or q p)") && text.contains("(assume h3 (not p))"), "{}", text);
}

#[test]
fn the_format_is_an_option_of_the_script() {
    let mut interpreter = Interpreter::new(ScriptOptions::default());
    let answers = interpreter.execute(
        "(get-option :proof-format)(set-option :proof-format alethe)(get-option :proof-format)
         (set-option :proof-format latin)(declare-const p Bool)(assert p)(set-option :proof-format indubit)",
    );
    let expected = "indubit\nalethe\n(error \"2:36: expected `indubit` or `alethe`, found `latin`\")\n\
        (error \"2:74: `:proof-format` must be set before the first assertion and push\")\n";
    assert_eq!(answers, expected);
}
