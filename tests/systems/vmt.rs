//! VMT-LIB scripts: both dialects, the writer, and messages with their places.

use crate::cases::try_random;
use crate::paths::in_package;
use crate::random_system::{depths, random_system};
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::Outcome;
use indubit::input::vmt::{read, write};
use indubit::model::system::System;
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, SystemVerifier, VerifyOptions};
use indubit::solver::term::{Sort, TermId};

fn system(text: &str) -> System {
    read(text.as_bytes(), &Budget::unlimited()).unwrap_or_else(|error| panic!("{}\n{}", error, text))
}

fn refused(text: &str) -> String {
    match read(text.as_bytes(), &Budget::unlimited()) {
        Ok(_) => panic!("accepted: {}", text),
        Err(error) => error.to_string(),
    }
}

fn fixture(name: &str) -> System {
    let path = in_package("tests/systems").join(name);
    system(&std::fs::read_to_string(path).expect("a readable file"))
}

fn names(system: &System, list: impl Iterator<Item = TermId>) -> Vec<String> {
    list.map(|t| system.name(t).to_string()).collect()
}

/// State variables, inputs, Init, Trans, and the bad states of all properties.
fn parts(system: &System) -> (Vec<String>, Vec<String>, Vec<String>) {
    let formulas = [system.init(), system.trans(), system.constraint()];
    let bads = system.properties().iter().map(|p| p.bad);
    let texts = formulas.into_iter().chain(bads).map(|t| system.terms().text(t)).collect();
    let states = system.states().iter().flat_map(|s| [s.current, s.next]);
    (names(system, states), names(system, system.inputs().iter().copied()), texts)
}

const STATE: &str = "(declare-fun x () Int) (declare-fun y () Int) (define-fun .x () Int (! x :next y)) ";

#[test]
fn the_current_form_is_read() {
    let counter = fixture("counter.vmt");
    let (states, inputs, formulas) = parts(&counter);
    assert_eq!((states, inputs), (vec!["count".to_string(), "count.next".into()], vec!["go".to_string()]));
    assert_eq!(formulas[0], "(= count 0)");
    assert_eq!(formulas[3..], ["(> count 5)", "(> count 2)"]);
    assert_eq!(counter.hints().len(), 1);
}

#[test]
fn the_form_that_mathsat_prints_is_read() {
    let printed = fixture("printed.vmt");
    let (states, inputs, formulas) = parts(&printed);
    assert_eq!(states, [".PC.0", ".PC.0.next", "x", "x.next"]);
    assert!(inputs.is_empty());
    assert_eq!(formulas[0], "(and .PC.0 (= x 0.0))");
    assert_eq!(formulas[3], "(< x 0.0)");
}

#[test]
fn a_next_value_need_not_be_declared() {
    // Before its first use, in the same term, and never used at all.
    let text = "(declare-fun a () Int) (declare-fun b () Bool) (declare-fun c () (_ BitVec 3))
        (define-fun .a () Int (! a :next a!))
        (define-fun .t () Bool (! (and (= a! a) (= (! b :next b!) b!)) :trans true))
        (define-fun .c () (_ BitVec 3) (! c :next c!))";
    let undeclared = system(text);
    assert_eq!(parts(&undeclared).0, ["a", "a!", "b", "b!", "c", "c!"]);
    assert!(undeclared.inputs().is_empty());
    for state in undeclared.states() {
        assert_eq!(undeclared.terms().sort(state.current), undeclared.terms().sort(state.next));
    }
    // The declaration may follow.
    let late = system(
        "(declare-fun a () Int) (define-fun .a () Int (! a :next a!)) (declare-fun a! () Int)
        (define-fun .t () Bool (! (= a! a) :trans true))",
    );
    assert_eq!(parts(&late).0, ["a", "a!"]);
    assert!(
        refused("(declare-fun a () Int) (define-fun .t () Bool (! (= a! a) :trans true))").contains("`a!`")
    );
}

#[test]
fn several_annotations_of_a_kind_are_conjoined_and_one_term_may_have_several() {
    let text = [
        STATE,
        "(define-fun a () Bool (! (>= x 0) :init true :invar-property 0 :predicate true :unheard-of (1 2)))
         (define-fun b () Bool (! (! (<= x 3) :init true) :invar-property 1))
         (assert (! (= y x) :trans))",
    ];
    let system = system(&text.concat());
    assert_eq!(
        parts(&system).2,
        ["(and (> x (- 1)) (<= x 3))", "(= (+ x (* (- 1) y)) 0)", "true", "(<= x (- 1))", "(> x 3)"]
    );
    assert_eq!(system.hints().len(), 1);
}

#[test]
fn properties_are_in_the_order_of_their_indices() {
    let text = [
        STATE,
        "(define-fun a () Bool (! (> x 2) :invar-property 2)) (define-fun b () Bool (! (> x 0) :invar-property 0))",
    ];
    // With gaps between the indices, a property without a name is named by its index.
    let nameless = text.concat().replace("fun a", "fun .a").replace("fun b", "fun .b");
    for (script, names) in [(text.concat(), ["b", "a"]), (nameless, ["0", "2"])] {
        let gaps = system(&script);
        let properties: Vec<(&str, String)> =
            gaps.properties().iter().map(|p| (p.name.as_str(), gaps.terms().text(p.bad))).collect();
        assert_eq!(properties, [(names[0], "(<= x 0)".to_string()), (names[1], "(<= x 2)".to_string())]);
    }
    let twice = text.concat().replace("property 2", "property 0");
    assert!(refused(&twice).contains("another property with the index 0"));
    // Said twice of one term it is one property.
    assert_eq!(system(&twice.replace("(> x 2)", "(> x 0)")).properties().len(), 1);
}

#[test]
fn hints_about_inputs_and_next_values_are_passed_over() {
    let text = [
        STATE,
        "(declare-fun i () Int)
         (define-fun a () Bool (! (> x i) :predicate true)) (define-fun b () Bool (! (> y 0) :predicate true))
         (define-fun c () Bool (! (> x 0) :predicate true))",
    ];
    let system = system(&text.concat());
    assert_eq!(system.hints().len(), 1);
    assert_eq!(system.terms().text(system.hints()[0]), "(> x 0)");
}

#[test]
fn errors_tell_the_place_and_the_remedy() {
    let input = "(declare-fun i () Int)\n";
    for (text, message) in [
        ("", "line 1, column 1: expected annotated terms such as `(! x :next y)`, found none"),
        ("(declare-fun x () Int)\n(assert true)\n", "line 3, column 1: expected annotated terms"),
        ("(assert (! (= i 0) :init true))", "`:init` cannot mention `i`, an input; make it a state variable"),
        ("(assert (! (= y 0) :init true))", "`:init` cannot mention `y`, a next value"),
        (
            "(assert (! (= y 0) :invar-property 0))",
            "line 2, column 20: `:invar-property` cannot mention `y`, a next",
        ),
        (
            "(assert (! (= x 0) :invar-property))",
            "expected an index below 2^32 behind `:invar-property`, found nothing",
        ),
        ("(assert (! (= x 0) :invar-property a))", "found `a`"),
        ("(assert (! (= x 0) :invar-property (0)))", "found a list that begins with `0`"),
        ("(assert (! (= x 0) :invar-property 4294967296))", "found `4294967296`"),
        ("(assert (! (= y 0) :live-property 1))", "`:live-property` cannot mention `y`, a next value"),
        (
            "(assert (! (= x 0) :live-property x))",
            "expected an index below 2^32 behind `:live-property`, found `x`",
        ),
        (
            "(assert (! (= x 0) :live-property 0)) (assert (! (= x 1) :invar-property 0))",
            "another property with the",
        ),
        ("(assert (! true :ltl-property 1))", "`:ltl-property` is not supported"),
        ("(assert (! (= x 0) :init false))", "expected `true` behind `:init`, found `false`"),
        ("(define-fun a () Int (! x :trans true))", "`:trans` expects a term of sort Bool, found Int"),
        ("(define-fun a () Int (! x :next i))", "`x` has two next values, `y` and `i`"),
        ("(define-fun a () Int (! i :next y))", "`y` is the next value of both `x` and `i`"),
        ("(define-fun a () Int (! y :next z))", "`y` is the next value of `x` and a state variable too"),
        ("(define-fun a () Int (! i :next i))", "`i` cannot be its own next value"),
        ("(define-fun a () Int (! (+ i 1) :next z))", "`:next` expects a declared constant in front"),
        (
            "(define-fun a () Int (! i :next))",
            "expected the name of a constant behind `:next`, found nothing",
        ),
        ("(define-fun a () Int (! i :next 1))", "expected the name of a constant behind `:next`, found `1`"),
        (
            "(define-fun a () Int (! i :next true))",
            "expected the name of a constant behind `:next`, found `true`",
        ),
        ("(declare-fun b () Bool) (assert (! b :next i))", "of sort Bool, and `i` is of sort Int"),
        ("(define-fun f ((p Int)) Bool (! (= p 0) :init true))", "in a definition with parameters"),
        ("(assert (= x 0))", "line 2, column 9: an assertion without annotation has no meaning here"),
        ("(check-sat)", "found `check-sat`; take this command out"),
        ("(push 1)", "found `push`; take this command out"),
        ("(assert (! (= y (^ x x)) :trans true))", "line 2, column 17"),
        ("(declare-sort S 0)", "declared sorts are not supported"),
        (
            "(declare-datatypes ((T 1)) ((par (X) ((c (d X))))))",
            "datatypes with parameters are not supported",
        ),
        ("(assert (! (forall ((a Int)) (= a x)) :trans true))", "quantifiers are not supported"),
        ("(assert (! true :trans true)", "the script ends before the list of 2:1 is closed"),
    ] {
        let text = match text.contains("declare-fun x") || text.is_empty() {
            true => text.to_string(),
            false => [STATE, input, text].concat(),
        };
        let found = refused(&text);
        assert!(found.contains(message), "{}\n{}", found, text);
    }
}

#[test]
fn depth_costs_no_stack_and_the_budget_is_kept() {
    let depth = 200_000;
    let deep = [
        "(declare-fun x () Bool) (assert (! ",
        &"(= true ".repeat(depth),
        "x",
        &")".repeat(depth),
        " :init true))",
    ];
    let system = read(deep.concat().as_bytes(), &Budget::unlimited());
    assert!(system.err().map_or(false, |e| e.message().contains("`x`, an input")));

    let mut long = STATE.to_string();
    for i in 0..3000 {
        long.push_str(&format!("(define-fun a{} () Bool (! (> x {}) :predicate true))\n", i, i));
    }
    assert!(read(long.as_bytes(), &Budget::unlimited()).is_ok());
    let cancelled = Budget::unlimited();
    cancelled.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    let error = read(long.as_bytes(), &cancelled).expect_err("a cancelled budget");
    assert!(error.message().contains(&Limit::Cancelled.to_string()), "{}", error);
    let budget = Budget::unlimited();
    drop(read(long.as_bytes(), &budget));
    assert_eq!(budget.memory_used(), 0);
}

#[test]
fn a_written_system_is_read_again() {
    for name in ["counter.vmt", "printed.vmt", "relation.vmt"] {
        let first = fixture(name);
        let second = system(&write(&first));
        assert_eq!(parts(&first), parts(&second), "{}", name);
        assert_eq!(first.hints().len(), second.hints().len());
    }
}

#[test]
fn constraints_become_parts_of_the_other_formulas() {
    let mut system = System::default();
    let x = system.declare_state("x", Sort::Bool);
    let i = system.declare_input("i", Sort::Bool);
    let j = system.declare_input("j", Sort::Bool);
    system.add_constraint(x.current);
    system.add_constraint(i);
    system.add_property("", j);
    let again = self::system(&write(&system));
    assert_eq!(parts(&again).2, ["x", "(and x x.next i)", "true", "(and i j)"]);
    assert_eq!(
        again.bad(PropertyId::new(0)).map(|bad| again.terms().text(bad)).as_deref(),
        Some("(and i j)")
    );
}

#[test]
fn names_that_no_script_can_declare_are_replaced() {
    let mut system = System::default();
    for name in
        ["", "and", "let", "x", "x", "x_2", ".0", "a|b", "a\\b", "extract", "bvadd", "a b", ".init", "y.next"]
    {
        system.declare_state(name, Sort::Int);
    }
    let states = system.states().to_vec();
    let all: Vec<TermId> = states.iter().map(|s| system.terms_mut().eq(s.current, s.next)).collect();
    let trans = system.terms_mut().and(&all);
    system.set_trans(trans);
    let again = self::system(&write(&system));
    let kept = names(&again, again.states().iter().map(|s| s.current));
    assert_eq!(kept[3], "x");
    assert_eq!(kept[5], "x_2");
    assert_eq!(kept[11..], ["a b", ".init", "y.next"].map(String::from));
    assert_eq!(again.terms().args(again.trans()).len(), states.len());
    let mut different = names(&again, again.states().iter().flat_map(|s| [s.current, s.next]));
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 2 * states.len());
}

#[test]
fn random_systems_are_the_same_after_writing_and_reading() {
    fn property(seed: u64) -> bool {
        let first = random_system(&mut Rng::new(seed));
        let second = system(&write(&first));
        let sizes = |s: &System| (s.states().len(), s.inputs().len(), s.properties().len());
        sizes(&first) == sizes(&second) && depths(&first) == depths(&second)
    }
    try_random(300, property as fn(u64) -> bool);
}

#[test]
fn logics_infos_and_options_of_all_kinds_are_passed_over() {
    let text = [
        "(set-option :produce-models true) (set-option :some-tool.option (1 2)) (set-info :status unknown)
         (set-logic QF_LRA) (define-sort Time () Real) (declare-const t Time) ",
        "(define-fun .t () Time (! t :next u)) (define-fun .i () Bool (! (= t 1) :init true)) (exit) (nonsense)",
    ];
    let clock = system(&text.concat());
    // In a logic of reals alone, numerals are reals.
    assert_eq!(parts(&clock).2[0], "(= t 1.0)");
}

#[test]
fn properties_keep_their_names() {
    let annotated = [
        ("p", "(< x 3)", "p"),
        ("|two words|", "(< x 4)", "two words"),
        (".made.up", "(< x 5)", ""),
        ("z", "(< x 6)", "z"),
    ];
    let definitions = annotated.iter().enumerate().map(|(i, (name, body, _))| {
        format!("(define-fun {} () Bool (! {} :invar-property {})) ", name, body, i)
    });
    let inner = "(define-fun outer () Bool (not (! (< x 7) :invar-property 4)))";
    let first = system(&format!("{}{}{}", STATE, definitions.collect::<String>(), inner));
    let names = |system: &System| system.properties().iter().map(|p| p.name.clone()).collect::<Vec<_>>();
    let expected: Vec<&str> = annotated.iter().map(|a| a.2).chain([""]).collect();
    assert_eq!(names(&first), expected);
    assert_eq!(names(&system(&write(&first))), expected);
    // Names of variables and operators are taken.
    let mut taken = System::default();
    let x = taken.declare_state("x", Sort::Bool);
    for name in ["x", "and", "p", "p"] {
        taken.add_property(name, x.current);
    }
    assert_eq!(names(&system(&write(&taken))), ["x_2", "and_2", "p", "p_2"]);
}

/// Regression: it was refused.
#[test]
fn a_division_by_zero_is_an_element_of_an_array_that_never_changes() {
    let text = "(declare-fun x () Int) (declare-fun y () Int)
        (define-fun .x () Int (! x :next y))
        (define-fun .init () Bool (! (= x (div 3 0)) :init true))
        (define-fun .trans () Bool (! (= y (div 3 0)) :trans true))
        (define-fun .p () Bool (! (= x (div 3 0)) :invar-property 0))
        (define-fun .q () Bool (! (= x 0) :invar-property 1))";
    let system = system(text);
    let names: Vec<&str> = system.states().iter().map(|state| system.name(state.current)).collect();
    assert_eq!(names, ["x", "div.else"]);
    let options = VerifyOptions { engine: Engine::Ic3Ia, ..VerifyOptions::default() };
    let mut verifier = SystemVerifier::new(system, options, Budget::unlimited()).expect("a system");
    let mut verdict = |number| verifier.verify(PropertyId::new(number), &mut ()).outcome;
    assert!(matches!(verdict(0), Outcome::Safe(_)), "all steps have the same value");
    assert!(matches!(verdict(1), Outcome::Unsafe(_)), "it may be another one than 0");
}

#[test]
fn live_properties_are_justice_properties_of_the_negation() {
    let text = b"(declare-fun x () Int) (define-fun .x () Int (! x :next y))
        (define-fun calm () Bool (! (<= x 3) :live-property 0)) (assert (! (>= x 0) :invar-property 1))";
    let system = read(text, &Budget::unlimited()).expect("a system");
    let counts = |system: &System| (system.properties().len(), system.justice().len());
    assert_eq!(counts(&system), (1, 1));
    let formula = |system: &System| system.terms().text(system.justice()[0].signals[0]);
    assert_eq!((system.justice()[0].name.as_str(), formula(&system).as_str()), ("calm", "(> x 3)"));
    let written = write(&system);
    assert!(written.contains("(define-fun calm () Bool (! (<= x 3) :live-property 1))"), "{}", written);
    let again = read(written.as_bytes(), &Budget::unlimited()).expect("a system");
    assert_eq!((counts(&again), formula(&again)), ((1, 1), "(> x 3)".to_string()));
    // Fairness counts as a signal, and two signals have no word in the format.
    let mut fair = system.clone();
    fair.add_fairness(system.init());
    assert!(!write(&fair).contains(":live-property"));
}
