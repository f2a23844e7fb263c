//! Runs with values of arrays and datatypes in which something is wrong: a cell, the sort of an element, a field too
//! few. Traces of systems, paths of programs and refutations of clauses are refused, as text and as values; damaged
//! texts are refused, or tell the truth.

use crate::cases::scaled;
use crate::counts::enough;
use crate::damage::damage;
use crate::evidence::{property, system};
use crate::random_system::{depths, explore};
use crate::structures::random_structured_system;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::system::{
    check_trace, complete, read_trace, write_certificate, write_run, write_trace, Evidence,
};
use indubit::evidence::{horn, program, CheckError, CheckOptions, Malformed};
use indubit::input::{cfa, horn as clauses, ParseError};
use indubit::model::encode::{automaton, horn::of_system};
use indubit::model::system::{Certificate, Invariant, Step, System, Trace};
use indubit::portfolio::{Engine, HornVerifier, ProgramVerifier, VerifyOptions};
use indubit::solver::term::{Constructor, Sort, Terms, Value};
use indubit::theories::bv::Bits;

const DATATYPES: &str = "(declare-datatypes ((Pair 0) (Option 0)) \
    (((pair (first (_ BitVec 1)) (second (_ BitVec 1)))) ((none) (some (value (_ BitVec 1))))))\n";

/// `Cells` stands for the sort of arrays of two cells.
fn text(text: &str) -> String {
    text.replace("Cells", "(Array (_ BitVec 1) (_ BitVec 1))")
}

/// Cells begin with zeros, and `p` goes from two zeros to two ones. In step 2 cell 1 gets a one if the input is
/// `(some #b1)`, which property 0 forbids. Property 1 is that cells are zeros in the beginning, in other words than
/// Init says so.
fn cells() -> System {
    let declared = "(declare-fun p () Pair)(declare-fun p! () Pair)(declare-fun a () Cells)
        (declare-fun a! () Cells)(declare-fun o () Option)
        (define-fun .p () Pair (! p :next p!))(define-fun .a () Cells (! a :next a!))
        (define-fun .i () Bool (! (and (= p (pair #b0 #b0)) (= (select a #b0) #b0) (= (select a #b1) #b0))
            :init true))
        (define-fun .t () Bool (! (and (= p! (pair (second p) #b1))
            (= a! (store a (first p) (ite (= o (some #b1)) #b1 #b0)))) :trans true))
        (define-fun .b () Bool (! (= (select a #b1) #b0) :invar-property 0))
        (define-fun .c () Bool (! (or (distinct p (pair #b0 #b0)) (= a ((as const Cells) #b0)))
            :invar-property 1))";
    system(&text(&format!("{}{}", DATATYPES, declared)))
}

const TRACE: &str = "counterexample
;; step 0
(and (= p (pair #b0 #b0)) (= a ((as const Cells) #b0)) (= o none))

;; step 1
(and (= p (pair #b0 #b1)) (= a ((as const Cells) #b0)) (= o (some #b0)))

;; step 2
(and (= p (pair #b1 #b1)) (= a ((as const Cells) #b0)) (= o (some #b1)))

;; step 3
(and (= p (pair #b1 #b1)) (= a (store ((as const Cells) #b0) #b1 #b1)) (= o none))

unsafe
";

/// The text with one piece replaced by another is refused.
fn refuse(good: &str, changes: &[(&str, &str)], check: &dyn Fn(&str) -> Result<(), String>) {
    let good = text(good);
    assert_eq!(check(&good), Ok(()), "{}", good);
    for (from, to) in changes {
        let forged = good.replacen(&text(from), &text(to), 1);
        assert_ne!(forged, good, "{} occurs", from);
        assert!(check(&forged).is_err(), "accepted: {}", forged);
    }
}

/// Changes of the value `(pair #b1 #b1)` that leave none of its sort.
const NO_PAIRS: [(&str, &str); 9] = [
    ("(pair #b1 #b1)", "(pair #b1)"),
    ("(pair #b1 #b1)", "(pair #b1 #b1 #b1)"),
    ("(pair #b1 #b1)", "pair"),
    ("(pair #b1 #b1)", "(pair #b1 true)"),
    ("(pair #b1 #b1)", "(pair #b01 #b1)"),
    ("(pair #b1 #b1)", "(some #b1)"),
    ("(pair #b1 #b1)", "(pair (pair #b1 #b1) #b1)"),
    ("(pair #b1 #b1)", "(first #b1)"),
    ("(pair #b1 #b1)", "((_ is pair) #b1)"),
];

/// Changes of the array of zeros.
const NO_ZEROS: [(&str, &str); 9] = [
    ("((as const Cells) #b0)", "((as const Cells) #b1)"),
    ("((as const Cells) #b0)", "(store ((as const Cells) #b0) #b1 #b1)"),
    ("((as const Cells) #b0)", "((as const Cells) #b00)"),
    ("((as const Cells) #b0)", "((as const Cells) true)"),
    ("((as const Cells) #b0)", "((as const (Array (_ BitVec 1) Bool)) false)"),
    ("((as const Cells) #b0)", "((as const (Array (_ BitVec 2) (_ BitVec 1))) #b0)"),
    ("((as const Cells) #b0)", "(store ((as const Cells) #b0) #b10 #b0)"),
    ("((as const Cells) #b0)", "(store ((as const Cells) #b0) #b1 none)"),
    ("((as const Cells) #b0)", "(store #b0 #b1 #b0)"),
];

#[test]
fn traces_with_another_value_are_refused() {
    let system = cells();
    let unlimited = Budget::unlimited();
    let check = |text: &str| {
        let (found, steps) = read_trace(text.as_bytes(), &system, &unlimited).map_err(|e| e.to_string())?;
        let trace = complete(&system, found, &steps, &unlimited).map_err(|error| error.to_string())?;
        assert_eq!(check_trace(&system, &trace), Ok(()));
        Ok(())
    };
    let written = text(TRACE);
    let (found, steps) = read_trace(written.as_bytes(), &system, &unlimited).expect("a trace");
    let trace = complete(&system, found, &steps, &unlimited).expect("a run");
    assert_eq!(write_trace(&system, &trace).expect("a text"), written);
    // Writes may be many, and in any order.
    let same = "(store (store ((as const Cells) #b1) #b1 #b1) #b0 #b0)";
    let other_words = text(&TRACE.replacen("(store ((as const Cells) #b0) #b1 #b1)", same, 1));
    assert_eq!(check(&other_words), Ok(()), "{}", other_words);
    refuse(TRACE, &NO_PAIRS, &check);
    refuse(TRACE, &NO_ZEROS, &check);
    let others = [
        ("(pair #b0 #b1)", "(pair #b1 #b0)"),
        ("(some #b1)", "(some #b0)"),
        ("(some #b1)", "none"),
        ("(some #b1)", "(none #b1)"),
        ("(some #b1)", "(some none)"),
        ("(some #b1)", "some"),
        ("(= o (some #b1))", "((_ is some) o)"),
        ("(= o (some #b1))", "(= (value o) #b1)"),
        ("#b1 #b1)) (= o none))", "#b0 #b1)) (= o none))"),
        ("(store ((as const Cells) #b0) #b1 #b1)", "(store a #b1 #b1)"),
        ("(store ((as const Cells) #b0) #b1 #b1)", "(select a #b1)"),
        ("counterexample", "counterexample\n;; property b1"),
    ];
    refuse(TRACE, &others, &check);
}

fn bit(value: u64) -> Value {
    Value::Bits(Bits::new(value, 1))
}

/// A run of one step in the sense of property 1 would be a counterexample, and none is.
#[test]
fn values_that_are_none_of_their_sort_are_refused() {
    let system = cells();
    let terms = system.terms();
    let [pair, cells] = [0, 1].map(|i| terms.sort(system.states()[i].current));
    let option = terms.sort(system.inputs()[0]);
    let (make, some) = (terms.constructors(pair)[0], terms.constructors(option)[1]);
    let none = Value::data(terms.constructors(option)[0], Vec::new());
    let zeros = terms.array_value(cells, bit(0), Vec::new());
    let origin = Value::data(make, vec![bit(0), bit(0)]);
    let judge = |p: &Value, a: &Value, o: &Value| {
        let step = Step { states: vec![p.clone(), a.clone()], inputs: vec![o.clone()] };
        let trace = Trace { property: property(1), steps: vec![step] };
        let (written, run) = (write_trace(&system, &trace), write_run(&system, &trace));
        let found = check_trace(&system, &trace).expect_err("a safe property");
        let is_malformed = matches!(found, CheckError::Malformed(Malformed::Value { .. }));
        assert_eq!(written.is_err(), is_malformed, "{:?}", found);
        assert!(!is_malformed || run.is_err(), "{:?}", found);
        is_malformed
    };
    assert!(!judge(&origin, &zeros, &none));
    // Another store has other constructors and other sorts, of which some have the same numbers.
    let mut other = Terms::new();
    let large = other.declare_datatype("Large", &[]);
    let names: Vec<String> = (0..9).map(|i| format!("c{}", i)).collect();
    let constructors = names.iter().map(|name| Constructor { name, fields: Vec::new() }).collect();
    other.define_datatypes(&[(large, constructors)]).expect("values");
    let far = Value::data(*other.constructors(large).last().expect("a constructor"), Vec::new());
    let wide = other.array_sort(Sort::Int, Sort::Int);
    let array = |others: Value, entries: &[(Value, Value)]| other.array_value(wide, others, entries.to_vec());
    let word = Value::Bits(Bits::new(0, 2));
    for p in [
        Value::data(make, vec![bit(0)]),
        Value::data(make, vec![bit(0), bit(0), bit(0)]),
        Value::data(make, Vec::new()),
        Value::data(make, vec![bit(0), Value::Bool(false)]),
        Value::data(make, vec![bit(0), word.clone()]),
        Value::data(make, vec![bit(0), origin.clone()]),
        Value::data(some, vec![bit(0)]),
        none.clone(),
        far.clone(),
        zeros.clone(),
        bit(0),
    ] {
        assert!(judge(&p, &zeros, &none), "{:?}", p);
    }
    for a in [
        array(Value::Bool(false), &[]),
        array(word.clone(), &[]),
        array(bit(0), &[(bit(1), Value::Bool(true))]),
        array(bit(0), &[(bit(1), word.clone())]),
        array(bit(0), &[(word, bit(1))]),
        array(bit(0), &[(bit(1), far.clone())]),
        array(far.clone(), &[]),
        array(zeros.clone(), &[]),
        // Zeros, but not in the form that all arrays of zeros share.
        array(bit(1), &[(bit(0), bit(0)), (bit(1), bit(0))]),
        origin.clone(),
        bit(0),
    ] {
        assert!(judge(&origin, &a, &none), "{:?}", a);
    }
    for o in [Value::data(some, Vec::new()), Value::data(some, vec![zeros.clone()]), far, origin.clone()] {
        assert!(judge(&origin, &zeros, &o), "{:?}", o);
    }
}

#[test]
fn paths_with_another_value_are_refused() {
    let program = "(declare-fun p () Pair)(declare-fun a () Cells)
        (location start :initial)(location wrong :error)(location loop)
        (edge start loop (assign (a ((as const Cells) #b0))))
        (edge loop loop (sequence (havoc p) (assume (= (first p) #b1)) (assign (a (store a #b1 (second p))))))
        (edge loop wrong (assume (= (select a #b1) #b1)))";
    let program = cfa::read(text(&format!("{}{}", DATATYPES, program)).as_bytes(), &Budget::unlimited());
    let program = program.expect("a program");
    let check = |text: &str| {
        let evidence = program::Evidence::read(text.as_bytes(), &program, &Budget::unlimited())
            .map_err(|error| error.to_string())?;
        let checked = program::check(&program, &evidence, &CheckOptions::default(), &Budget::unlimited());
        checked.map_err(|error| error.to_string())
    };
    let path = "path\nstart\n  p = (pair #b0 #b0)\n  a = ((as const Cells) #b0)\nedge 0: start -> loop\n\
        edge 1: loop -> loop\n  p? = (pair #b1 #b1)\nedge 2: loop -> wrong\n";
    refuse(path, &NO_PAIRS, &check);
    // What the array is at first does not matter, but it is one.
    refuse(path, &NO_ZEROS[2..], &check);
    let others = [
        ("(pair #b1 #b1)", "(pair #b1 #b0)"),
        ("(pair #b1 #b1)", "(pair #b0 #b1)"),
        ("(pair #b0 #b0)", "none"),
        ("(pair #b0 #b0)", "p"),
        ("(pair #b0 #b0)", "(pair #b0 #b0)) (assert (= v (pair #b0 #b0)"),
        ("  p = (pair #b0 #b0)\n", ""),
    ];
    refuse(path, &others, &check);
}

#[test]
fn refutations_with_another_value_are_refused() {
    let script = "(set-logic HORN)(declare-fun r (Pair Cells) Bool)
        (assert (forall ((p Pair) (a Cells)) (=> (= (select a #b1) (first p)) (r p a))))
        (assert (forall ((p Pair) (q Pair) (a Cells)) (=> (and (r p a) (= (first q) #b1))
            (r q (store a #b1 (second q))))))
        (assert (forall ((p Pair) (a Cells)) (=> (and (r p a) (= (select a #b1) #b1) (= (second p) #b1)
            (= (select a #b0) #b0)) false)))";
    let script = text(&format!("{}{}", DATATYPES, script));
    let script = clauses::read(script.as_bytes(), &Budget::unlimited()).expect("clauses").horn;
    let check = |text: &str| {
        let evidence = horn::Evidence::read(text.as_bytes(), &script, &Budget::unlimited())
            .map_err(|error| error.to_string())?;
        let checked = horn::check(&script, &evidence, &CheckOptions::default(), &Budget::unlimited());
        checked.map_err(|error| error.to_string())
    };
    let refutation = "refutation\nstep 0: clause 0\n  p = (pair #b0 #b0)\n  a = ((as const Cells) #b0)\n\
        step 1: clause 1 from 0\n  p = (pair #b0 #b0)\n  q = (pair #b1 #b1)\n  a = ((as const Cells) #b0)\n\
        step 2: clause 2 from 1\n  p = (pair #b1 #b1)\n  a = (store ((as const Cells) #b0) #b1 #b1)\n";
    refuse(refutation, &NO_PAIRS, &check);
    refuse(refutation, &NO_ZEROS, &check);
    let others = [
        ("(store ((as const Cells) #b0) #b1 #b1)", "(store ((as const Cells) #b0) #b0 #b1)"),
        ("(store ((as const Cells) #b0) #b1 #b1)", "((as const Cells) #b1)"),
        ("(pair #b0 #b0)", "(pair #b0 #b1)"),
        ("(pair #b0 #b0)", "(some #b0)"),
        ("  q = (pair #b1 #b1)\n", ""),
    ];
    refuse(refutation, &others, &check);
}

/// The answers of a checker to damaged texts.
#[derive(Default, Debug)]
struct Counts {
    accepted: u64,
    refused: u64,
}

impl Counts {
    /// Damages a text; one that is accepted has to claim what is true. `check` tells of an accepted one what it claims.
    fn damaged(
        &mut self,
        rng: &mut Rng,
        text: &str,
        is_safe: bool,
        check: &dyn Fn(&[u8]) -> Result<bool, ParseError>,
    ) {
        for _ in 0..15 {
            let mut bytes = text.as_bytes().to_vec();
            damage(rng, &mut bytes, b"01 ()#b=;psa\n");
            match check(&bytes) {
                Ok(claim) => {
                    assert_eq!(claim, is_safe, "{}", String::from_utf8_lossy(&bytes));
                    self.accepted += 1;
                }
                Err(error) => {
                    assert!(!error.message().is_empty());
                    self.refused += 1;
                }
            }
        }
    }

    fn are_enough(&self) -> bool {
        enough(self.accepted, 30) && enough(self.refused, 500)
    }
}

/// The result of a check, as an error without a place if it fails.
fn claim(claims_safe: bool, checked: Result<(), CheckError>) -> Result<bool, ParseError> {
    checked.map(|()| claims_safe).map_err(|error| ParseError::at_line(1, 1, error.to_string()))
}

fn limited() -> Budget {
    Budget::unlimited().with_conflicts(1_000).with_memory(1 << 26)
}

#[test]
fn damaged_evidence_about_systems_is_refused_or_true() {
    let mut counts = Counts::default();
    for seed in 0..scaled(60) as u64 {
        let mut rng = Rng::new(seed);
        let system = random_structured_system(&mut rng);
        let explored = explore(&system);
        let check = |bytes: &[u8]| -> Result<bool, ParseError> {
            let list = Evidence::read(bytes, &system, None, &limited())?;
            let mut claims = Vec::new();
            for evidence in &list {
                let options = CheckOptions::default();
                let checked = indubit::evidence::system::check(&system, evidence, &options, &limited());
                let safe = claim(evidence.claims_safe(), checked)?;
                assert_eq!(safe, explored.traces[evidence.property().index()].is_none());
                claims.push(safe);
            }
            claims.last().copied().ok_or_else(|| ParseError::at_line(1, 1, "no evidence"))
        };
        let index = rng.below(explored.traces.len());
        let trace = &explored.traces[index];
        let text = match trace {
            None => {
                let formulas = vec![explored.reachable];
                let invariant = Invariant { terms: explored.terms.clone(), formulas, bound: Vec::new() };
                write_certificate(&system, property(index), &Certificate::Inductive(invariant).into())
            }
            Some(trace) => write_trace(&system, trace),
        };
        let text = text.expect("a text");
        for _ in 0..15 {
            let mut bytes = text.as_bytes().to_vec();
            damage(&mut rng, &mut bytes, b"01 ()#b=;psa\n");
            // Damage to the number of the property may make it evidence for another one.
            match check(&bytes) {
                Ok(_) => counts.accepted += 1,
                Err(_) => counts.refused += 1,
            }
        }
    }
    assert!(counts.are_enough(), "{:?}", counts);
}

fn options() -> VerifyOptions {
    VerifyOptions { engine: Engine::Ic3Smt, ..VerifyOptions::default() }
}

#[test]
fn damaged_evidence_about_programs_and_clauses_is_refused_or_true() {
    let (mut paths, mut refutations) = (Counts::default(), Counts::default());
    for seed in 0..scaled(60) as u64 {
        let mut rng = Rng::new(seed);
        let system = random_structured_system(&mut rng);
        let unlimited = Budget::unlimited();
        let encoded = automaton::to_cfa(&system, property(0), &unlimited).expect("no limit").cfa;
        let is_safe = depths(&system)[0].is_none();
        let mut verifier = ProgramVerifier::new(encoded.clone(), options(), limited()).expect("an engine");
        let text = match verifier.verify(&mut ()).outcome {
            Outcome::Safe(proof) => proof.invariant().map(|proof| program::write_invariant(&encoded, proof)),
            Outcome::Unsafe(trace) => trace.path().map(|path| program::write_path(&encoded, path)),
            Outcome::Unknown(_) => None,
        };
        if let Some(text) = text {
            let check = |bytes: &[u8]| {
                let evidence = program::Evidence::read(bytes, &encoded, &limited())?;
                let checked = program::check(&encoded, &evidence, &CheckOptions::default(), &limited());
                claim(evidence.claims_safe(), checked)
            };
            let text = text.expect("a text");
            assert_eq!(check(text.as_bytes()).ok(), Some(is_safe), "{}", text);
            paths.damaged(&mut rng, &text, is_safe, &check);
        }
        let encoded = of_system(&system).horn;
        let is_safe = depths(&system).iter().all(Option::is_none);
        let mut verifier = HornVerifier::new(encoded.clone(), options(), limited()).expect("an engine");
        let text = match verifier.verify(&mut ()).outcome {
            Outcome::Safe(found) => Some(horn::write_interpretation(&encoded, &found)),
            Outcome::Unsafe(found) => Some(horn::write_refutation(&encoded, &found)),
            Outcome::Unknown(_) => None,
        };
        if let Some(text) = text {
            let check = |bytes: &[u8]| {
                let evidence = horn::Evidence::read(bytes, &encoded, &limited())?;
                let checked = horn::check(&encoded, &evidence, &CheckOptions::default(), &limited());
                claim(evidence.claims_safe(), checked)
            };
            let text = text.expect("a text");
            assert_eq!(check(text.as_bytes()).ok(), Some(is_safe), "{}", text);
            refutations.damaged(&mut rng, &text, is_safe, &check);
        }
    }
    assert!(paths.are_enough() && refutations.are_enough(), "{:?} {:?}", paths, refutations);
}
