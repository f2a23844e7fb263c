//! Trans taken apart into next values and a rest, which together say what Trans says.

use crate::cases::try_random;
use crate::counts::enough;
use crate::random_term::{random_term, value};
use indubit::base::{Budget, Rng};
use indubit::input::vmt;
use indubit::model::system::functional::{conjuncts, NextValues};
use indubit::model::system::System;
use indubit::solver::term::{Model, Op, Sort, TermId, Terms};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Booleans `b`, `c` and integers `x`, `y`, of which each is a state variable, with this Trans.
fn with_trans(trans: &str) -> System {
    let mut text = String::new();
    for (name, sort) in [("b", "Bool"), ("c", "Bool"), ("x", "Int"), ("y", "Int")] {
        text += &format!("(declare-fun {} () {})(declare-fun {}! () {})", name, sort, name, sort);
        text += &format!("(define-fun .{} () {} (! {} :next {}!))", name, sort, name, name);
    }
    text +=
        "(define-fun .init () Bool (! true :init true))(define-fun .prop () Bool (! b :invar-property 0))";
    text += &format!("(define-fun .trans () Bool (! {} :trans true))", trans);
    vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system")
}

/// The functions by name, and the rest.
fn apart(trans: &str) -> (Vec<String>, Vec<String>) {
    let system = with_trans(trans);
    let mut terms = system.terms().clone();
    let next = NextValues::of(&system, &mut terms);
    let named = system.states().iter().zip(&next.functions);
    let functions =
        named.filter_map(|(s, f)| f.map(|f| format!("{} {}", system.name(s.current), terms.text(f))));
    let functions = functions.collect();
    (functions, next.rest.iter().map(|&t| terms.text(t)).collect())
}

fn only_functions(trans: &str, expected: &[&str]) {
    let (functions, rest) = apart(trans);
    assert_eq!(functions, expected);
    assert_eq!(rest, [""; 0], "nothing is left");
}

#[test]
fn sums_are_solved_for_the_next_value() {
    only_functions("(= (+ x! 1) (* 2 y))", &["x (+ (* 2 y) (- 1))"]);
    // There may be no such integer.
    assert_eq!(apart("(= (* 2 x!) y)").0, [""; 0]);
}

#[test]
fn functions_of_next_values_with_functions_are_functions() {
    only_functions("(and (= x! (+ y 1)) (= y! (+ x! 1)))", &["x (+ y 1)", "y (+ y 2)"]);
    assert_eq!(apart("(= y! (+ x! 1))").0, [""; 0], "each is free if the other one is chosen");
}

#[test]
fn both_cases_of_a_conditional_give_a_value() {
    only_functions("(ite b (= x! (+ x 1)) (= x! 0))", &["x (ite b (+ x 1) 0)"]);
    let (functions, rest) = apart("(ite b (and (= x! 1) (= y! 2)) (= x! 0))");
    assert_eq!(functions, ["x (ite b 1 0)"]);
    assert_eq!(rest.len(), 1, "y may be anything in the second case: {:?}", rest);
}

#[test]
fn disjunctions_of_exclusive_members_give_values() {
    let (functions, rest) = apart("(or (and b (= x! (+ x 1)) (= y! y)) (and (not b) (= x! 0) (= y! y)))");
    assert_eq!(functions, ["x (ite b (+ x 1) 0)", "y y"]);
    assert_eq!(rest, [""; 0]);
}

#[test]
fn some_member_has_to_hold_when_its_values_are_known() {
    let (functions, rest) = apart("(or (and b c (= x! 1)) (and (not b) (= x! 0)))");
    assert_eq!(functions, ["x (ite (and b c) 1 0)"], "or the other way round");
    let expected = with_trans("(or (and b c) (not b))");
    assert_eq!(rest, [expected.terms().text(expected.trans())]);
}

#[test]
fn members_that_do_not_exclude_each_other_may_agree() {
    let (functions, _) = apart("(or (and b (= x! 1) (= y! 1)) (and c (= x! 1) (= y! 2)))");
    assert_eq!(functions, ["x 1"]);
}

#[test]
fn implications_give_values_if_they_cover_all_cases() {
    only_functions(
        "(and (=> b (= x! 1)) (=> (and (not b) c) (= x! 2)) (=> (and (not b) (not c)) (= x! 3)))",
        &["x (ite b 1 (ite c 2 3))"],
    );
    assert_eq!(apart("(and (=> b (= x! 1)) (=> (and (not b) c) (= x! 2)))").0, [""; 0]);
    assert_eq!(apart("(and (=> b (= x! 1)) (=> c (= x! 2)) (=> (not b) (= x! 3)))").0, [""; 0]);
}

#[test]
fn guards_about_next_values_tell_no_cases_apart() {
    assert_eq!(apart("(ite b! (= x! 1) (= x! 2))").0, [""; 0]);
    assert_eq!(apart("(or (and b! (= x! 1)) (and (not b!) (= x! 2)))").0, [""; 0]);
}

#[test]
fn an_equation_that_stands_in_two_places_is_left_where_it_is_needed() {
    // The first conjunct says what x is next only where c holds.
    let (functions, rest) = apart("(and (or c! (= x! 1)) (ite b (= x! 1) (= x! 2)))");
    assert_eq!(functions, ["x (ite b 1 2)"]);
    let expected = with_trans("(or c! b)");
    assert_eq!(rest, [expected.terms().text(expected.trans())]);
}

struct Cases {
    /// Variables of a step, their next values among them.
    all: Vec<TermId>,
    /// Those without next values.
    free: Vec<TermId>,
    nexts: Vec<TermId>,
}

impl Cases {
    fn guard(&self, rng: &mut Rng, terms: &mut Terms) -> TermId {
        let literals: Vec<TermId> =
            self.free.iter().copied().filter(|&t| terms.sort(t) == Sort::Bool).collect();
        let literal = literals[rng.below(literals.len())];
        match rng.below(8) {
            0 => random_term(rng, terms, &self.all, Sort::Bool, 1),
            1..=4 => literal,
            _ => terms.not(literal),
        }
    }

    fn formula(&self, rng: &mut Rng, terms: &mut Terms, depth: usize) -> TermId {
        if depth == 0 || rng.one_in(6) {
            let next = self.nexts[rng.below(self.nexts.len())];
            let sort = terms.sort(next);
            let pool = if rng.one_in(8) { &self.all } else { &self.free };
            let value = random_term(rng, terms, pool, sort, 0);
            return terms.eq(next, value);
        }
        let guard = self.guard(rng, terms);
        let not_guard = if rng.one_in(8) { self.guard(rng, terms) } else { terms.not(guard) };
        let (a, b) = (self.formula(rng, terms, depth - 1), self.formula(rng, terms, depth - 1));
        match rng.below(6) {
            0 => terms.ite(guard, a, b),
            1 => terms.and(&[a, b]),
            2 => {
                let (a, b) = (terms.implies(guard, a), terms.implies(not_guard, b));
                terms.and(&[a, b])
            }
            3 => terms.implies(guard, a),
            _ => {
                let (a, b) = (terms.and(&[guard, a]), terms.and(&[not_guard, b]));
                terms.or(&[a, b])
            }
        }
    }
}

static BY_CASES: AtomicU64 = AtomicU64::new(0);

fn functions_and_rest_are_trans(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut system = System::default();
    for (name, sort) in [("b", Sort::Bool), ("c", Sort::Bool), ("x", Sort::BitVec(2))] {
        system.declare_state(name, sort);
    }
    let input = system.declare_input("i", Sort::Bool);
    let nexts: Vec<TermId> = system.states().iter().map(|s| s.next).collect();
    let mut free: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
    free.push(input);
    let all: Vec<TermId> = free.iter().chain(&nexts).copied().collect();
    let cases = Cases { all, free, nexts };
    let mut parts = Vec::new();
    for _ in 0..1 + rng.below(3) {
        parts.push(cases.formula(&mut rng, system.terms_mut(), 3));
    }
    let trans = system.terms_mut().and(&parts);
    system.set_trans(trans);
    let mut terms = system.terms().clone();
    let next = NextValues::of(&system, &mut terms);
    let mut taken = next.rest.clone();
    for (state, function) in system.states().iter().zip(&next.functions) {
        if let Some(function) = *function {
            let symbols = terms.symbols_in(&[function]);
            assert!(symbols.iter().all(|&s| cases.free.contains(&terms.symbol_term(s))), "no next values");
            let equation = terms.eq(state.next, function);
            BY_CASES.fetch_add(u64::from(!conjuncts(&terms, trans).contains(&equation)), Relaxed);
            taken.push(equation);
        }
    }
    let taken = terms.and(&taken);
    for number in 0..1 << 9 {
        let mut model = Model::new();
        let mut bits = number;
        for &t in &cases.all {
            let sort = terms.sort(t);
            let width = sort.width().unwrap_or(1);
            if let Op::Symbol(symbol) = terms.op(t) {
                model.set(symbol, value(sort, bits & ((1 << width) - 1)));
            }
            bits >>= width;
        }
        let values = model.evaluate_all(&terms, &[trans, taken]);
        assert_eq!(values[0], values[1], "{} {}", terms.text(trans), terms.text(taken));
    }
}

#[test]
fn functions_and_rest_say_what_trans_says() {
    try_random(1_000, functions_and_rest_are_trans);
    assert!(enough(BY_CASES.load(Relaxed), 100), "functions by cases are found");
}
