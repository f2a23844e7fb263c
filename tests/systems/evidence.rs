//! The checker of evidence for systems: what it accepts, and every way in which evidence can be wrong.

use crate::paths::in_package;
use indubit::base::{Budget, Limit};
use indubit::evidence::system::{
    check_certificate, check_certificate_with, check_proof, check_trace, read_certificate, write_certificate,
    write_obligations, write_run, write_trace, write_vmt,
};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::vmt;
use indubit::model::system::{Certificate, Invariant, Proof, Step, System, Trace};
use indubit::model::PropertyId;
use indubit::session::{Interpreter, ScriptOptions};
use indubit::solver::term::{Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;

pub fn fixture(name: &str) -> System {
    let bytes = std::fs::read(in_package("tests/systems").join(name)).expect("a readable file");
    vmt::read(&bytes, &Budget::unlimited()).expect("a system")
}

pub fn system(text: &str) -> System {
    vmt::read(text.as_bytes(), &Budget::unlimited()).unwrap_or_else(|error| panic!("{}", error))
}

/// A formula over the state variables.
pub type Formula = fn(&mut Terms, &[TermId]) -> TermId;

/// An invariant of these formulas.
pub fn invariant(system: &System, formulas: &[Formula]) -> Invariant {
    let mut terms = system.terms().clone();
    let states: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
    let formulas = formulas.iter().map(|formula| formula(&mut terms, &states)).collect();
    Invariant::new(terms, formulas)
}

pub fn property(index: usize) -> PropertyId {
    PropertyId::new(index)
}

pub fn judge(system: &System, proof: impl Into<Proof>) -> Result<(), CheckError> {
    let (proof, plain) = (proof.into(), CheckOptions::default());
    let plain = check_proof(system, property(0), &proof, &plain, &Budget::unlimited());
    // With proofs the verdict is the same.
    let options = CheckOptions { proofs: true };
    let proved = check_proof(system, property(0), &proof, &options, &Budget::unlimited());
    assert_eq!(plain, proved);
    plain
}

pub fn inductive(system: &System, formulas: &[Formula]) -> Result<(), CheckError> {
    judge(system, Certificate::Inductive(invariant(system, formulas)))
}

pub fn k_inductive(system: &System, k: usize, simple_path: bool) -> Result<(), CheckError> {
    judge(system, Certificate::KInductive { k, lemmas: invariant(system, &[]), simple_path })
}

pub fn at_most(terms: &mut Terms, t: TermId, most: i64) -> TermId {
    let most = terms.int(most);
    terms.le(t, most)
}

pub fn at_least(terms: &mut Terms, t: TermId, least: i64) -> TermId {
    let least = terms.int(least);
    terms.ge(t, least)
}

/// Counts from 0 to 5 by an input that says by how much; the constraint is that it is at most 1.
pub fn counter() -> System {
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

pub fn numbers(steps: &[(i64, i64)]) -> Trace {
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
        judge(
            &counter,
            Certificate::Inductive(Invariant { terms, formulas: vec![formula], bound: Vec::new() }),
        )
    };
    let not_a_state = |name: &str| Err(Malformed::NotAVariable { clause: 0, name: name.to_string() }.into());
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
    let certificate = Certificate::Inductive(Invariant {
        terms: relation.terms().clone(),
        formulas: vec![even],
        bound: Vec::new(),
    });
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
pub fn answers(script: &str) -> Vec<String> {
    let answers = Interpreter::new(ScriptOptions::default()).execute(script);
    answers.lines().map(str::to_string).collect()
}

#[test]
fn a_script_asks_the_questions_of_the_check() {
    let counter = counter();
    let small: Formula = |t, x| at_most(t, x[0], 5);
    let positive: Formula = |t, x| at_least(t, x[0], 0);
    let obligations = |formulas: &[Formula]| {
        let certificate = Certificate::Inductive(invariant(&counter, formulas)).into();
        answers(&write_obligations(&counter, property(0), &certificate).expect("a script"))
    };
    // Both hold initially, both exclude the bad states, the second one is not kept.
    assert_eq!(obligations(&[small]), ["unsat"; 3]);
    assert_eq!(obligations(&[small, positive]), ["unsat", "unsat", "unsat", "unsat", "sat"]);
    assert_eq!(obligations(&[positive]), ["unsat", "sat", "sat"]);
    let by_induction = |k, simple_path, lemmas: &[Formula]| {
        let lemmas = invariant(&counter, lemmas);
        let certificate = Certificate::KInductive { k, lemmas, simple_path }.into();
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

/// The names that a script declares or defines, without bars.
fn own_names(script: &str) -> Vec<&str> {
    let commands = ["(declare-fun ", "(define-fun "];
    let behind = script.lines().filter_map(|line| commands.iter().find_map(|c| line.strip_prefix(c)));
    behind.filter_map(|rest| rest.split(" (").next()).map(|name| name.trim_matches('|')).collect()
}

#[test]
fn scripts_make_no_name_that_smt_lib_reserves() {
    let mut system = System::default();
    let names = [".x", "@x", "x", ".", "..@", "_", "shared.0", ".1"];
    for name in names {
        system.declare_state(name, Sort::Int);
    }
    let states = system.states().to_vec();
    let t = system.terms_mut();
    // A formula with a part that occurs twice; it holds for ever, as nothing changes.
    let sum: Vec<TermId> = states.iter().map(|s| s.current).collect();
    let sum = t.add(&sum);
    let (low, zero) = (at_least(t, sum, 0), t.int(0));
    let first = t.eq(states[0].current, zero);
    let either = t.eq(low, first);
    let same: Vec<TermId> = states.iter().map(|s| t.eq(s.current, s.next)).collect();
    let trans = t.and(&same);
    let both = t.and(&[low, either]);
    let bad = t.not(low);
    system.set_init(both);
    system.set_trans(trans);
    system.add_property("", bad);
    system.add_property("", low);

    let holds = Invariant { terms: system.terms().clone(), formulas: vec![low, either], bound: Vec::new() };
    let certificate = Certificate::Inductive(holds).into();
    let proof = write_obligations(&system, property(0), &certificate).expect("a script");
    let zeros = Step { states: vec![Value::Number(0.into()); names.len()], inputs: Vec::new() };
    let run = write_run(&system, &Trace { property: property(1), steps: vec![zeros] }).expect("a script");
    for script in [&proof, &run] {
        let mut names = own_names(script);
        assert!(names.iter().all(|name| !name.starts_with(&['.', '@'][..])), "{}", script);
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{}", script);
    }
    assert!(proof.contains("(define-fun shared.0 () "), "{}", proof);
    assert_eq!(answers(&proof), ["unsat"; 5]);
    assert_eq!(answers(&run), ["sat"]);

    // The texts that are read back speak of the system's own names, and of no shared term by one of them.
    let text = write_certificate(&system, property(0), &certificate).expect("a certificate");
    assert!(
        text.contains("(declare-fun .x () Int)") && text.contains("(define-fun shared.0 () "),
        "{}",
        text
    );
    let (_, again) = read_certificate(text.as_bytes(), &system, &Budget::unlimited()).expect("a certificate");
    assert_eq!(judge(&system, again), Ok(()));
    let again = self::system(&vmt::write(&system));
    assert_eq!(again.states().len(), names.len());
}

#[test]
fn evidence_is_written_for_people() {
    let counter = counter();
    let certificate = Certificate::Inductive(invariant(&counter, &[|t, x| at_most(t, x[0], 5)])).into();
    assert_eq!(
        write_certificate(&counter, property(0), &certificate).as_deref(),
        Ok("; invariant b0\n(declare-fun x () Int)\n(assert (<= x 5))\n")
    );
    let lemmas = invariant(&counter, &[]);
    let certificate = Certificate::KInductive { k: 3, lemmas, simple_path: true }.into();
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
    let strange = Invariant {
        terms: counter.terms().clone(),
        formulas: vec![Terms::FALSE, counter.trans()],
        bound: Vec::new(),
    };
    assert!(write_vmt(&counter, &strange).is_err());
}
