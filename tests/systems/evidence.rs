//! The checker of evidence for systems: what it accepts, and every way in which evidence can be wrong.

use crate::cases::scaled;
use crate::counts::enough;
use crate::paths::in_package;
use crate::random_system::{explore, random_system};
use indubit::base::{Budget, Limit, Rng};
use indubit::evidence::system::{
    check, check_certificate, check_certificate_with, check_trace, complete, read_btor2_witness,
    read_certificate, read_trace, write_btor2_witness, write_certificate, write_obligations, write_run,
    write_trace, write_vmt, Evidence, PartialStep,
};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::smtlib::{Interpreter, ScriptOptions};
use indubit::input::{btor2, vmt};
use indubit::model::system::{Certificate, Invariant, Step, System, Trace};
use indubit::model::PropertyId;
use indubit::solver::term::{Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;

fn fixture(name: &str) -> System {
    let bytes = std::fs::read(in_package("tests/systems").join(name)).expect("a readable file");
    vmt::read(&bytes, &Budget::unlimited()).expect("a system")
}

fn system(text: &str) -> System {
    vmt::read(text.as_bytes(), &Budget::unlimited()).unwrap_or_else(|error| panic!("{}", error))
}

/// A formula over the state variables.
type Formula = fn(&mut Terms, &[TermId]) -> TermId;

/// An invariant of these formulas.
fn invariant(system: &System, formulas: &[Formula]) -> Invariant {
    let mut terms = system.terms().clone();
    let states: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
    let formulas = formulas.iter().map(|formula| formula(&mut terms, &states)).collect();
    Invariant { terms, formulas }
}

fn property(index: usize) -> PropertyId {
    PropertyId::new(index)
}

fn judge(system: &System, certificate: Certificate) -> Result<(), CheckError> {
    let plain = check_certificate(system, property(0), &certificate, &Budget::unlimited());
    // With proofs the verdict is the same.
    let options = CheckOptions { proofs: true };
    let proved = check_certificate_with(system, property(0), &certificate, &options, &Budget::unlimited());
    assert_eq!(plain, proved);
    plain
}

fn inductive(system: &System, formulas: &[Formula]) -> Result<(), CheckError> {
    judge(system, Certificate::Inductive(invariant(system, formulas)))
}

fn k_inductive(system: &System, k: usize, simple_path: bool) -> Result<(), CheckError> {
    judge(system, Certificate::KInductive { k, lemmas: invariant(system, &[]), simple_path })
}

fn at_most(terms: &mut Terms, t: TermId, most: i64) -> TermId {
    let most = terms.int(most);
    terms.le(t, most)
}

fn at_least(terms: &mut Terms, t: TermId, least: i64) -> TermId {
    let least = terms.int(least);
    terms.ge(t, least)
}

/// Counts from 0 to 5 by an input that says by how much; the constraint is that it is at most 1.
fn counter() -> System {
    let mut system = System::default();
    let x = system.declare_state("x", Sort::Int);
    let by = system.declare_input("by", Sort::Int);
    let terms = system.terms_mut();
    let (zero, one, five) = (terms.int(0), terms.int(1), terms.int(5));
    let init = terms.eq(x.current, zero);
    let sum = terms.add(&[x.current, by]);
    let (steps, stays) = (terms.eq(x.next, sum), terms.eq(x.next, x.current));
    let below = terms.lt(x.current, five);
    let trans = terms.ite(below, steps, stays);
    let small = terms.le(by, one);
    let bad = terms.gt(x.current, five);
    system.set_init(init);
    system.set_trans(trans);
    system.add_constraint(small);
    system.add_property("", bad);
    system
}

fn numbers(steps: &[(i64, i64)]) -> Trace {
    let step = |&(x, by): &(i64, i64)| Step {
        states: vec![Value::Number(x.into())],
        inputs: vec![Value::Number(by.into())],
    };
    Trace { property: property(0), steps: steps.iter().map(step).collect() }
}

#[test]
fn each_condition_of_an_invariant_is_asked() {
    let counter = counter();
    assert_eq!(inductive(&counter, &[|t, x| at_most(t, x[0], 5)]), Ok(()));
    assert_eq!(
        inductive(&counter, &[|t, x| at_most(t, x[0], 5), |t, x| at_least(t, x[0], 1)]),
        Err(Condition::Initiation { clause: 1 }.into())
    );
    assert_eq!(
        inductive(&counter, &[|t, x| at_most(t, x[0], 5), |t, x| at_least(t, x[0], 0)]),
        Err(Condition::Consecution { clause: 1 }.into())
    );
    assert_eq!(inductive(&counter, &[|t, x| at_most(t, x[0], 6)]), Err(Condition::Property.into()));
    assert_eq!(inductive(&counter, &[]), Err(Condition::Property.into()));
    assert_eq!(inductive(&counter, &[|_, _| Terms::FALSE]), Err(Condition::Initiation { clause: 0 }.into()));
}

#[test]
fn constraints_count_before_and_after_a_step_with_inputs_of_their_own() {
    // The constraint is about the state and an input: the next step has another input.
    let constrained = |constraint: fn(&mut Terms, TermId, TermId) -> TermId| {
        let mut system = System::default();
        let x = system.declare_state("x", Sort::Bool);
        let i = system.declare_input("i", Sort::Bool);
        let keeps = system.terms_mut().or(&[x.next, i]);
        let constraint = constraint(system.terms_mut(), x.current, i);
        system.set_init(x.current);
        system.set_trans(keeps);
        system.add_constraint(constraint);
        let bad = system.terms_mut().not(x.current);
        system.add_property("", bad);
        system
    };
    let invariant: &[Formula] = &[|_, x| x[0]];
    // The next state need not satisfy the invariant if the input is true.
    assert_eq!(
        inductive(&constrained(|_, _, _| Terms::TRUE), invariant),
        Err(Condition::Consecution { clause: 0 }.into())
    );
    // The constraint on the input of this step.
    assert_eq!(inductive(&constrained(|t, _, i| t.not(i)), invariant), Ok(()));
    // The constraint on the next state and the next input. With the input of this step, which is true, it
    // would exclude the step.
    assert_eq!(
        inductive(
            &constrained(|t, x, i| {
                let j = t.not(i);
                t.or(&[x, j])
            }),
            invariant
        ),
        Err(Condition::Consecution { clause: 0 }.into())
    );
    assert_eq!(inductive(&constrained(|_, x, _| x), invariant), Ok(()));
    // In the first step and in the bad one.
    let everything: &[Formula] = &[];
    assert_eq!(inductive(&constrained(|_, x, _| x), everything), Ok(()));
    let mut never = constrained(|_, _, _| Terms::TRUE);
    let x = never.states()[0].current;
    let not_x = never.terms_mut().not(x);
    never.add_constraint(not_x);
    assert_eq!(inductive(&never, &[|_, _| Terms::FALSE]), Ok(()));
}

#[test]
fn bad_states_without_a_successor_are_bad() {
    // From 0 to 1, and no step from 1.
    let text = "(declare-fun x () Bool) (define-fun .x () Bool (! x :next x.next))
        (define-fun .i () Bool (! (not x) :init true))
        (define-fun .t () Bool (! (and (not x) x.next) :trans true))
        (define-fun .p () Bool (! (not x) :invar-property 0))";
    let dead_end = system(text);
    assert_eq!(inductive(&dead_end, &[|t, x| t.not(x[0])]), Err(Condition::Consecution { clause: 0 }.into()));
    assert_eq!(inductive(&dead_end, &[|_, _| Terms::TRUE]), Err(Condition::Property.into()));
    assert_eq!(k_inductive(&dead_end, 1, false), Err(Condition::Step.into()));
    assert_eq!(k_inductive(&dead_end, 2, false), Err(Condition::Base { step: 1 }.into()));
    let step = |x| Step { states: vec![Value::Bool(x)], inputs: vec![] };
    let trace =
        |steps: &[bool]| Trace { property: property(0), steps: steps.iter().map(|&x| step(x)).collect() };
    assert_eq!(check_trace(&dead_end, &trace(&[false, true])), Ok(()));
    assert_eq!(
        check_trace(&dead_end, &trace(&[false, true, true])),
        Err(Condition::Transition { step: 1 }.into())
    );
}

#[test]
fn k_induction_needs_its_base_its_step_and_its_simple_path() {
    // x goes 0, 1, 2, 0, ...; 7 is bad and follows 6, which follows 5 only; 5 follows itself.
    let text = "(declare-fun x () Int) (define-fun .x () Int (! x :next y))
        (define-fun .i () Bool (! (= x 0) :init true))
        (define-fun .t () Bool (! (or (and (< x 2) (>= x 0) (= y (+ x 1))) (and (= x 2) (= y 0))
            (and (= x 5) (or (= y 5) (= y 6))) (and (= x 6) (= y 7))) :trans true))
        (define-fun .p () Bool (! (distinct x 7) :invar-property 0))
        (define-fun .q () Bool (! (distinct x 2) :invar-property 1))";
    let cycle = system(text);
    for k in 1..5 {
        assert_eq!(k_inductive(&cycle, k, false), Err(Condition::Step.into()), "{}", k);
    }
    assert_eq!(k_inductive(&cycle, 2, true), Err(Condition::Step.into()));
    assert_eq!(k_inductive(&cycle, 3, true), Ok(()));
    // A lemma does instead, if it is one.
    let with = |lemma: Formula| {
        judge(
            &cycle,
            Certificate::KInductive { k: 1, lemmas: invariant(&cycle, &[lemma]), simple_path: false },
        )
    };
    assert_eq!(with(|t, x| at_most(t, x[0], 2)), Ok(()));
    assert_eq!(with(|t, x| at_most(t, x[0], 6)), Err(Condition::Consecution { clause: 0 }.into()));
    assert_eq!(with(|t, x| at_most(t, x[0], -1)), Err(Condition::Initiation { clause: 0 }.into()));
    assert_eq!(k_inductive(&cycle, 0, true), Err(Malformed::NoLength.into()));
    let second = Certificate::KInductive { k: 3, lemmas: invariant(&cycle, &[]), simple_path: true };
    let result = check_certificate(&cycle, property(1), &second, &Budget::unlimited());
    assert_eq!(result, Err(Condition::Base { step: 2 }.into()));
}

#[test]
fn the_store_of_a_certificate_is_not_believed() {
    let counter = counter();
    let x = counter.states()[0].current;
    let refused = |terms: Terms, formula| {
        judge(&counter, Certificate::Inductive(Invariant { terms, formulas: vec![formula] }))
    };
    let not_a_state = |name: &str| Err(Malformed::NotAState { clause: 0, name: name.to_string() }.into());
    let mut own = counter.terms().clone();
    // Next values, inputs, and constants that the system does not have.
    let next = at_most(&mut own, counter.states()[0].next, 5);
    assert_eq!(refused(own.clone(), next), not_a_state("x.next"));
    let input = at_most(&mut own, counter.inputs()[0], 5);
    assert_eq!(refused(own.clone(), input), not_a_state("by"));
    let stranger = own.declare("x", Sort::Int);
    let stranger = at_most(&mut own, stranger, 5);
    assert_eq!(refused(own.clone(), stranger), not_a_state("x"));
    // A store in which the number of the variable is another constant's, or another sort's.
    let mut forged = Terms::new();
    let y = forged.declare("y", Sort::Int);
    let small = at_most(&mut forged, y, 5);
    assert_eq!(refused(forged, small), not_a_state("y"));
    let mut forged = Terms::new();
    let real = forged.declare("x", Sort::Real);
    let five = forged.int(5);
    let small = forged.le(real, five);
    assert_eq!(refused(forged, small), not_a_state("x"));
    // A store made by itself in which all numbers agree says the same of the same variable.
    let mut rebuilt = Terms::new();
    assert_eq!(rebuilt.declare("x", Sort::Int), x);
    let _padding = rebuilt.int(77);
    let small = at_most(&mut rebuilt, x, 5);
    assert_eq!(refused(rebuilt.clone(), small), Ok(()));
    let smaller = at_most(&mut rebuilt, x, 4);
    assert_eq!(refused(rebuilt, smaller), Err(Condition::Consecution { clause: 0 }.into()));
    // No formula, and no term of the store at all.
    let no_formula = Err(Malformed::NotAFormula { clause: 0 }.into());
    assert_eq!(refused(counter.terms().clone(), x), no_formula);
    let mut larger = counter.terms().clone();
    let beyond = at_most(&mut larger, x, 99);
    assert_eq!(refused(counter.terms().clone(), beyond), no_formula);
}

#[test]
fn properties_that_a_system_lacks_are_refused() {
    let counter = counter();
    let none = Malformed::NoSuchProperty { property: property(1), count: 1 };
    let certificate = Certificate::Inductive(invariant(&counter, &[]));
    let result = check_certificate(&counter, property(1), &certificate, &Budget::unlimited());
    assert_eq!(result, Err(none.clone().into()));
    let trace = Trace { property: property(1), ..numbers(&[(0, 0)]) };
    assert_eq!(check_trace(&counter, &trace), Err(none.into()));
}

#[test]
fn each_condition_of_a_trace_is_evaluated() {
    let mut counter = counter();
    let x = counter.states()[0].current;
    let bad = at_least(counter.terms_mut(), x, 2);
    counter.add_property("", bad);
    let replay =
        |steps: &[(i64, i64)]| check_trace(&counter, &Trace { property: property(1), ..numbers(steps) });
    assert_eq!(replay(&[(0, 1), (1, 1), (2, 0)]), Ok(()));
    assert_eq!(replay(&[(0, -3), (-3, 1), (-2, 1), (-1, 1), (0, 1), (1, 1), (2, -9)]), Ok(()));
    assert_eq!(replay(&[(1, 1), (2, 0)]), Err(Condition::InitialState.into()));
    assert_eq!(replay(&[(0, 2), (2, 0)]), Err(Condition::Constraint { step: 0 }.into()));
    // The constraint holds in the last step, too.
    assert_eq!(replay(&[(0, 1), (1, 1), (2, 2)]), Err(Condition::Constraint { step: 2 }.into()));
    assert_eq!(replay(&[(0, 1), (2, 0)]), Err(Condition::Transition { step: 0 }.into()));
    assert_eq!(replay(&[(0, 1), (1, 1)]), Err(Condition::LastStepBad.into()));
    assert_eq!(replay(&[(0, 1), (1, 1), (2, -1), (1, 1)]), Err(Condition::LastStepBad.into()));
}

#[test]
fn traces_that_do_not_fit_are_refused() {
    let counter = counter();
    let number = |n: i64| Value::Number(n.into());
    let replay = |states: Vec<Value>, inputs: Vec<Value>| {
        check_trace(&counter, &Trace { property: property(0), steps: vec![Step { states, inputs }] })
    };
    assert_eq!(check_trace(&counter, &numbers(&[])), Err(Malformed::NoSteps.into()));
    let short = Malformed::StateLength { step: 0, expected: 1, found: 0 };
    assert_eq!(replay(vec![], vec![number(0)]), Err(short.into()));
    let long = Malformed::InputLength { step: 0, expected: 1, found: 2 };
    assert_eq!(replay(vec![number(0)], vec![number(0), number(0)]), Err(long.into()));
    let half = Value::Number("1/2".parse().expect("a number"));
    for wrong in [Value::Bool(true), Value::Bits(Bits::new(0, 1)), half] {
        let of = |name: &str| Malformed::Value { step: 0, name: name.to_string() };
        assert_eq!(replay(vec![wrong.clone()], vec![number(0)]), Err(of("x").into()));
        assert_eq!(replay(vec![number(0)], vec![wrong]), Err(of("by").into()));
    }
    let relation = fixture("relation.vmt");
    let bits = |value, width| Value::Bits(Bits::new(value, width));
    let step = |x, width| Step { states: vec![bits(x, width)], inputs: vec![bits(3, 4)] };
    let trace = |steps| Trace { property: property(0), steps };
    assert_eq!(check_trace(&relation, &trace(vec![step(0, 4), step(14, 4)])), Ok(()));
    let wrong = Malformed::Value { step: 1, name: "x".to_string() };
    assert_eq!(check_trace(&relation, &trace(vec![step(0, 4), step(14, 5)])), Err(wrong.into()));
}

#[test]
fn a_budget_that_is_over_leaves_the_question_open() {
    let counter = counter();
    let budget = Budget::unlimited();
    budget.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    let certificate = Certificate::Inductive(invariant(&counter, &[|t, x| at_most(t, x[0], 5)]));
    let result = check_certificate(&counter, property(0), &certificate, &budget);
    assert_eq!(result, Err(CheckError::Limit(Limit::Cancelled)));
}

#[test]
fn words_and_reals_are_checked_like_numbers() {
    let printed = fixture("printed.vmt");
    let not_negative: Formula = |t, x| {
        let zero = t.int(0);
        t.ge(x[1], zero)
    };
    assert_eq!(inductive(&printed, &[not_negative]), Ok(()));
    let mut relation = fixture("relation.vmt");
    let x = relation.states()[0].current;
    // Only even numbers are reached; property 1 of the file says so.
    let bit = relation.terms_mut().extract(x, 0, 0);
    let zero = relation.terms_mut().bv(0, 1);
    let even = relation.terms_mut().eq(bit, zero);
    let certificate =
        Certificate::Inductive(Invariant { terms: relation.terms().clone(), formulas: vec![even] });
    let proofs = CheckOptions { proofs: true };
    for options in [CheckOptions::default(), proofs] {
        let result =
            check_certificate_with(&relation, property(1), &certificate, &options, &Budget::unlimited());
        assert_eq!(result, Ok(()));
        let result =
            check_certificate_with(&relation, property(0), &certificate, &options, &Budget::unlimited());
        assert_eq!(result, Err(Condition::Property.into()));
    }
}

/// The answers to a script.
fn answers(script: &str) -> Vec<String> {
    let answers = Interpreter::new(ScriptOptions::default()).execute(script);
    answers.lines().map(str::to_string).collect()
}

#[test]
fn a_script_asks_the_questions_of_the_check() {
    let counter = counter();
    let small: Formula = |t, x| at_most(t, x[0], 5);
    let positive: Formula = |t, x| at_least(t, x[0], 0);
    let obligations = |formulas: &[Formula]| {
        let certificate = Certificate::Inductive(invariant(&counter, formulas));
        answers(&write_obligations(&counter, property(0), &certificate).expect("a script"))
    };
    // Both hold initially, both exclude the bad states, the second one is not kept.
    assert_eq!(obligations(&[small]), ["unsat"; 3]);
    assert_eq!(obligations(&[small, positive]), ["unsat", "unsat", "unsat", "unsat", "sat"]);
    assert_eq!(obligations(&[positive]), ["unsat", "sat", "sat"]);
    let by_induction = |k, simple_path, lemmas: &[Formula]| {
        let lemmas = invariant(&counter, lemmas);
        let certificate = Certificate::KInductive { k, lemmas, simple_path };
        answers(&write_obligations(&counter, property(0), &certificate).expect("a script"))
    };
    assert_eq!(by_induction(2, true, &[]), ["unsat"; 3]);
    assert_eq!(by_induction(1, false, &[small]), ["unsat"; 4]);
    assert_eq!(by_induction(1, false, &[positive]), ["unsat", "sat", "unsat", "unsat"]);
}

#[test]
fn a_trace_is_a_script_that_is_satisfiable() {
    let relation = fixture("relation.vmt");
    let bits = |value| Value::Bits(Bits::new(value, 4));
    let step = |x, i| Step { states: vec![bits(x)], inputs: vec![bits(i)] };
    let run = |steps: &[(u64, u64)], p| {
        let trace = Trace { property: property(p), steps: steps.iter().map(|&(x, i)| step(x, i)).collect() };
        let script = write_run(&relation, &trace).expect("a script");
        (check_trace(&relation, &trace).is_ok(), answers(&script))
    };
    let sat = (true, vec!["sat".to_string()]);
    let unsat = (false, vec!["unsat".to_string()]);
    assert_eq!(run(&[(0, 3), (14, 3)], 0), sat);
    assert_eq!(run(&[(0, 3), (2, 2)], 2), sat);
    assert_eq!(run(&[(0, 3), (2, 3)], 2), unsat);
    assert_eq!(run(&[(0, 3), (14, 3), (14, 3)], 0), unsat);
    assert_eq!(run(&[(1, 3), (14, 3)], 0), unsat);
    assert!(write_run(&relation, &numbers(&[])).is_err());
}

#[test]
fn evidence_is_written_for_people() {
    let counter = counter();
    let certificate = Certificate::Inductive(invariant(&counter, &[|t, x| at_most(t, x[0], 5)]));
    assert_eq!(
        write_certificate(&counter, property(0), &certificate).as_deref(),
        Ok("; invariant b0\n(declare-fun x () Int)\n(assert (<= x 5))\n")
    );
    let lemmas = invariant(&counter, &[]);
    let certificate = Certificate::KInductive { k: 3, lemmas, simple_path: true };
    assert_eq!(
        write_certificate(&counter, property(0), &certificate).as_deref(),
        Ok("; k-induction b0 3 simple-path\n(declare-fun x () Int)\n")
    );
    assert_eq!(
        write_trace(&counter, &numbers(&[(0, -1), (-1, 1)])).as_deref(),
        Ok("counterexample\n;; step 0\n(and (= x 0) (= by (- 1)))\n\n;; step 1\n(and (= x (- 1)) (= by 1))\n\nunsafe\n")
    );
}

#[test]
fn an_invariant_is_one_more_property_of_a_script() {
    let counter = counter();
    let text = write_vmt(&counter, &invariant(&counter, &[|t, x| at_most(t, x[0], 5)])).expect("a script");
    let again = system(&text);
    assert_eq!(again.properties().len(), 2);
    // A property need not hold where the constraint admits no input.
    assert_eq!(again.terms().text(again.properties()[1].bad), "(and (<= by 1) (> x 5))");
    let strange = Invariant { terms: counter.terms().clone(), formulas: vec![Terms::FALSE, counter.trans()] };
    assert!(write_vmt(&counter, &strange).is_err());
}

#[test]
fn evidence_that_was_written_is_read_again() {
    let mut rng = Rng::new(1);
    let (mut safe, mut violated) = (0, 0);
    for round in 0..scaled(150) {
        let system = random_system(&mut rng);
        let explored = explore(&system);
        let invariant = Invariant { terms: explored.terms.clone(), formulas: vec![explored.reachable] };
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
                    let text = write_certificate(&system, property, &certificate).expect("a text");
                    let (found, again) =
                        read_certificate(text.as_bytes(), &system, &unlimited).expect("a certificate");
                    assert_eq!(found, property);
                    assert_eq!(check_certificate(&system, property, &again, &unlimited), Ok(()));
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
        ("counterexample\n\n(or (= x 0) (= by 0))\n", "line 3, column 1: expected a conjunction of literals"),
        ("counterexample\n(and (= x 0) (= (+ x 0) 1))\n", "line 2, column 1: `x` has two values"),
        ("counterexample\n(= x by)\n", "expected a conjunction of literals"),
        ("counterexample\n;; property b1\n(= x 0)\n", "line 2, column 1: expected a property of the system"),
        ("counterexample\n(= x 0\n\n(= x 0)\n", "line 4, column 8: the script ends before"),
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
        "line 1, column 1: expected `; invariant`, `; k-induction`, `counterexample`, found `unsat`"
    );
}
