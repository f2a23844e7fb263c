//! Variables that equal others, or constants, in all runs are replaced, and come back in traces and invariants.

use crate::cases::try_random;
use crate::counts::enough;
use crate::options::any_reduce_options;
use crate::random_term::random_term;
use crate::reduce::reduction_agrees;
use indubit::base::{Budget, Rng};
use indubit::input::vmt;
use indubit::model::reduce::{reduce_system, reduce_system_with, ReduceOptions};
use indubit::model::system::{Certificate, Invariant, System};
use indubit::solver::term::{Sort, TermId};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A system with integers `x`, `y`, `z` and Booleans `b`, `c` as state variables, and the input `i`.
fn system(init: &str, trans: &str, property: &str) -> System {
    let mut text = "(declare-fun i () Int)".to_string();
    for (name, sort) in [("x", "Int"), ("y", "Int"), ("z", "Int"), ("b", "Bool"), ("c", "Bool")] {
        text += &format!("(declare-fun {} () {})(declare-fun {}! () {})", name, sort, name, sort);
        text += &format!("(define-fun .{} () {} (! {} :next {}!))", name, sort, name, name);
    }
    text += &format!("(define-fun .init () Bool (! {} :init true))", init);
    text += &format!("(define-fun .trans () Bool (! {} :trans true))", trans);
    text += &format!("(define-fun .prop () Bool (! {} :invar-property 0))", property);
    vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system")
}

/// The names of the state variables and inputs that are left, and what is left of the formulas.
fn left(system: &System) -> (String, String) {
    let reduction = reduce_system(system, &Budget::unlimited());
    let smaller = &reduction.system;
    let constants = smaller.states().iter().map(|s| s.current).chain(smaller.inputs().iter().copied());
    let names: Vec<&str> = constants.map(|t| smaller.name(t)).collect();
    (names.join(" "), smaller.terms().text(smaller.trans()))
}

fn facts(system: &System) -> String {
    let reduction = reduce_system(system, &Budget::unlimited());
    let none = Invariant { terms: reduction.system.terms().clone(), formulas: Vec::new(), bound: Vec::new() };
    match reduction.lift_certificate(&Certificate::Inductive(none)) {
        Certificate::Inductive(invariant) => format!("{:?}", invariant),
        other => panic!("{:?}", other),
    }
}

#[test]
fn a_variable_that_is_a_function_of_others_in_every_state_is_replaced() {
    let system = system(
        "(and (= x 0) (= y (+ x 1)) (= b (< y 5)))",
        "(and (= x! (+ x y)) (= y! (+ x! 1)) (= b! (< y! 5)))",
        "(=> b (< x 3))",
    );
    assert_eq!(left(&system), ("x".to_string(), "(= (+ (* 2 x) (* (- 1) x!)) (- 1))".to_string()));
    assert_eq!(facts(&system), r#"["(= (+ x (* (- 1) y)) (- 1))", "(= b (<= y 4))"]"#);
}

#[test]
fn the_function_may_be_given_by_cases() {
    let text = "(=> b (= y x)) (=> (not b) (= y (* 2 x)))";
    let next = "(=> b! (= y! x!)) (=> (not b!) (= y! (* 2 x!)))";
    let system = system(
        &format!("(and (= x 1) {})", text),
        &format!("(and (= x! y) (= b! (not b)) {})", next),
        "(< x 4)",
    );
    assert_eq!(left(&system).0, "x b");
}

#[test]
fn a_variable_with_a_step_of_its_own_stays() {
    let system =
        system("(and (= x 0) (= y x))", "(and (= x! (+ y i)) (= y! x!) (>= y! x))", "(and (< x 9) (< y 9))");
    assert_eq!(left(&system).0, "y", "x is replaced, and i is what y grows by");
}

#[test]
fn a_function_that_does_not_hold_at_first_is_none() {
    let system = system("(= x 0)", "(and (= x! (+ y 1)) (= y! x!))", "(and (< x 9) (< y 9))");
    assert_eq!(left(&system).0, "x y");
}

#[test]
fn functions_in_a_circle_are_not_replaced_all() {
    let circle = "(= x (+ y 1)) (= y (+ z 1)) (= z (- x 2))";
    let next = "(= x! (+ y! 1)) (= y! (+ z! 1)) (= z! (- x! 2))";
    let system = system(&format!("(and {})", circle), &format!("(and {})", next), "(< x 10)");
    assert_eq!(left(&system).0.split(' ').count(), 1);
}

#[test]
fn variables_that_keep_their_first_value_are_constants() {
    // Each keeps its value because the other one does.
    let system = system(
        "(and (= x 3) b (= y 0))",
        "(and (= x! (ite b x (+ x 1))) (= b! (= x 3)) (= y! (+ y x)))",
        "(distinct y 7)",
    );
    assert_eq!(left(&system).0, "y");
    assert_eq!(facts(&system), r#"["(= x 3)", "b"]"#);
}

#[test]
fn variables_that_keep_their_value_along_all_edges_are_constants() {
    let system = system(
        "(and (= x 3) (= y 0) (not b))",
        "(or (and (= y! (+ y x)) (= x! x) (= b! b)) (and b (= y! 0) (= x! 4) (= b! b)) \
         (and (= y! i) (= x! 3) (= b! b)))",
        "(distinct y 7)",
    );
    assert_eq!(left(&system).0, "y");
}

#[test]
fn equal_variables_become_one() {
    let system = system(
        "(and (= x 0) (= y 0) (= z 0))",
        "(and (= x! (+ y i)) (= y! (+ x i)) (= z! (+ z 1)))",
        "(and (= x y) (< z 5))",
    );
    assert_eq!(left(&system).0, "z");
    assert_eq!(facts(&system), r#"["(= (+ x (* (- 1) y)) 0)"]"#);
}

#[test]
fn variables_that_the_constraint_pins_are_replaced() {
    let mut system = System::default();
    let [x, y] = ["x", "y"].map(|name| system.declare_state(name, Sort::Int));
    let terms = system.terms_mut();
    let (four, sum) = (terms.int(4), terms.add(&[x.current, y.current]));
    let (pinned, next, bad) = (terms.eq(y.current, four), terms.eq(x.next, sum), terms.eq(x.current, four));
    system.set_trans(next);
    system.add_constraint(pinned);
    system.add_property("", bad);
    assert_eq!(left(&system).0, "x");
    assert_eq!(facts(&system), "[]", "the constraint says so itself");
}

#[test]
fn inputs_that_a_step_computes_are_replaced() {
    let text = "(and (= i (+ x y)) (= x! (* 2 i)) (= y! i))";
    let system = system("(and (= x 1) (= y 0))", text, "(and (< x 9) (< y 9))");
    assert_eq!(left(&system).0, "x y");
}

#[test]
fn an_input_that_a_property_is_about_stays() {
    // In the last step it may be anything.
    let text = "(and (= i (+ x y)) (= x! (* 2 i)) (= y! i))";
    let system = system("(and (= x 1) (= y 0))", text, "(and (< x 9) (< y 9) (< i 9))");
    assert_eq!(left(&system).0, "x y i");
}

/// Registers with steps of their own, variables that are functions of others, of which some are given by cases, and
/// inputs that a step computes.
fn random_program(rng: &mut Rng) -> System {
    let mut system = System::default();
    let sorts = [Sort::Bool, Sort::Bool, Sort::BitVec(2)];
    let count = 2 + rng.below(3);
    for i in 0..count {
        let sort = if i < 3 { sorts[rng.below(3)] } else { Sort::Bool };
        system.declare_state(&format!("s{}", i), sort);
    }
    for i in 0..rng.below(3) {
        system.declare_input(&format!("i{}", i), Sort::Bool);
    }
    let states = system.states().to_vec();
    let currents: Vec<TermId> = states.iter().map(|s| s.current).collect();
    let inputs = system.inputs().to_vec();
    let with_inputs: Vec<TermId> = currents.iter().chain(&inputs).copied().collect();
    let mut primes = system.primes();
    let (mut init, mut trans, mut constraint) = (Vec::new(), Vec::new(), Vec::new());
    for state in &states {
        let terms = system.terms_mut();
        let sort = terms.sort(state.current);
        if rng.one_in(2) {
            let depth = rng.below(2);
            let value = random_term(rng, terms, &currents, sort, depth);
            let mut parts = vec![terms.eq(state.current, value)];
            if rng.one_in(3) {
                let guard = random_term(rng, terms, &currents, Sort::Bool, 0);
                let (other, opposite) = (random_term(rng, terms, &currents, sort, 0), terms.not(guard));
                let other = terms.eq(state.current, other);
                parts = vec![terms.implies(guard, parts[0]), terms.implies(opposite, other)];
            }
            for part in parts {
                let next = primes.apply(terms, part);
                match rng.below(8) {
                    0 => constraint.push(part),
                    1 => init.push(part),
                    2 => trans.push(next),
                    _ => {
                        init.push(part);
                        trans.push(next);
                    }
                }
            }
        }
        if rng.one_in(2) {
            let first = random_term(rng, terms, &[], sort, 0);
            init.push(terms.eq(state.current, first));
            let value = random_term(rng, terms, &with_inputs, sort, 1);
            trans.push(terms.eq(state.next, value));
        }
    }
    let nexts: Vec<TermId> = states.iter().map(|s| s.next).collect();
    let all: Vec<TermId> = with_inputs.iter().chain(&nexts).copied().collect();
    let terms = system.terms_mut();
    for &input in inputs.iter().take(1) {
        let value = random_term(rng, terms, &all, Sort::Bool, 1);
        trans.push(terms.eq(input, value));
    }
    let pool = if rng.one_in(2) { &with_inputs } else { &currents };
    let mut bad = random_term(rng, terms, pool, Sort::Bool, 1);
    if rng.one_in(2) {
        let more = random_term(rng, terms, pool, Sort::Bool, 1);
        bad = terms.and(&[bad, more]);
    }
    let (init, trans, constraint) = (terms.and(&init), terms.and(&trans), terms.and(&constraint));
    system.set_init(init);
    system.set_trans(trans);
    system.add_constraint(constraint);
    system.add_property("", bad);
    system
}

static REPLACED: AtomicU64 = AtomicU64::new(0);

fn random_programs_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    let system = random_program(&mut rng);
    let options = if rng.one_in(2) { ReduceOptions::default() } else { any_reduce_options(&mut rng) };
    let smaller = reduction_agrees(&system, &options).system;
    let off = ReduceOptions { definitions: false, constants: false, equivalences: false, ..options };
    let cone = reduce_system_with(&system, &off, &Budget::unlimited()).system;
    let count = |system: &System| system.states().len() + system.inputs().len();
    REPLACED.fetch_add(u64::from(count(&smaller) < count(&cone)), Relaxed);
}

#[test]
fn programs_with_variables_replaced_agree() {
    try_random(1_500, random_programs_agree);
    assert!(enough(REPLACED.load(Relaxed), 200), "variables are replaced: {:?}", REPLACED);
}
