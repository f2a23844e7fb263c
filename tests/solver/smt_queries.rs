//! Many small queries to one solver: temporary clauses, values on demand, cores by choice, switches.

use indubit::base::Budget;
use indubit::solver::smt::{Answer, SmtOptions, Solver};
use indubit::solver::term::{Sort, TermId, Terms, Value};
use indubit::theories::num::Rational;
use std::sync::atomic::Ordering::Relaxed;

/// An integer between 0 and 9, in a solver for queries.
fn digit() -> (Terms, Solver, TermId) {
    let mut terms = Terms::new();
    let mut solver = Solver::new(SmtOptions::incremental());
    let x = terms.declare("x", Sort::Int);
    let (zero, nine) = (terms.int(0), terms.int(9));
    let bounds = [terms.ge(x, zero), terms.le(x, nine)];
    bounds.iter().for_each(|&b| solver.assert(&mut terms, b));
    (terms, solver, x)
}

fn at_least(terms: &mut Terms, x: TermId, n: i64) -> TermId {
    let n = terms.int(n);
    terms.ge(x, n)
}

fn at_most(terms: &mut Terms, x: TermId, n: i64) -> TermId {
    let n = terms.int(n);
    terms.le(x, n)
}

#[test]
fn a_temporary_clause_counts_once() {
    let (mut terms, mut solver, x) = digit();
    let (low, high, middle) =
        (at_most(&mut terms, x, 2), at_least(&mut terms, x, 7), at_least(&mut terms, x, 4));
    let below_seven = terms.not(high);
    solver.add_temporary_clause(&mut terms, &[low, high]);
    assert_eq!(solver.check(&mut terms, &[middle, below_seven]), Answer::Unsat);
    assert_eq!(solver.core(), [middle, below_seven]);
    assert_eq!(solver.check(&mut terms, &[middle, below_seven]), Answer::Sat);
}

#[test]
fn an_empty_temporary_clause_is_false_once() {
    let (mut terms, mut solver, _) = digit();
    solver.add_temporary_clause(&mut terms, &[]);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Unsat);
    assert!(solver.core().is_empty());
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
}

#[test]
fn several_temporary_clauses_count_together_through_scopes() {
    let (mut terms, mut solver, x) = digit();
    let (low, high) = (at_most(&mut terms, x, 2), at_least(&mut terms, x, 7));
    solver.push();
    solver.add_temporary_clause(&mut terms, &[low]);
    solver.pop();
    solver.push();
    solver.add_temporary_clause(&mut terms, &[high]);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Unsat);
    solver.pop();
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
}

#[test]
fn a_check_that_ends_unknown_uses_the_temporary_clause_up() {
    let (mut terms, mut solver, _) = digit();
    let cancelled = Budget::unlimited();
    cancelled.canceller().store(true, Relaxed);
    solver.set_budget(cancelled);
    solver.add_temporary_clause(&mut terms, &[Terms::FALSE]);
    assert!(matches!(solver.check(&mut terms, &[]), Answer::Unknown(_)));
    solver.set_budget(Budget::unlimited());
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
}

#[test]
fn a_clone_has_the_temporary_clause_too() {
    let (mut terms, mut solver, _) = digit();
    solver.add_temporary_clause(&mut terms, &[Terms::FALSE]);
    let mut copy = solver.clone();
    for solver in [&mut solver, &mut copy] {
        assert_eq!(solver.check(&mut terms, &[]), Answer::Unsat);
        assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    }
}

#[test]
fn minimising_a_core_keeps_the_temporary_clause() {
    let (mut terms, mut solver, x) = digit();
    let (low, high, five) = (at_most(&mut terms, x, 2), at_least(&mut terms, x, 7), terms.int(5));
    let is_five = terms.eq(x, five);
    let odd = terms.declare("odd", Sort::Bool);
    solver.add_temporary_clause(&mut terms, &[low, high]);
    assert_eq!(solver.check(&mut terms, &[odd, is_five]), Answer::Unsat);
    solver.minimise_core(&mut terms);
    assert_eq!(solver.core(), [is_five]);
}

#[test]
fn values_are_read_on_demand() {
    let (mut terms, mut solver, x) = digit();
    let (y, p) = (terms.declare("y", Sort::Real), terms.declare("p", Sort::Bool));
    let (three, six) = (at_least(&mut terms, x, 3), at_most(&mut terms, x, 3));
    let whole = terms.to_real(x);
    let (above, four) = (terms.gt(y, whole), terms.real(Rational::from(4)));
    let below = terms.lt(y, four);
    assert_eq!(solver.check(&mut terms, &[three, six, above, below, p]), Answer::Sat);
    assert_eq!(solver.value(&terms, x), Value::Number(Rational::from(3)));
    assert_eq!(solver.value(&terms, p), Value::Bool(true));
    match solver.value(&terms, y) {
        Value::Number(y) => assert!(Rational::from(3) < y && y < Rational::from(4)),
        other => panic!("{:?}", other),
    }
    assert_eq!(solver.truth(&terms, above), Some(true));
    let not_below = terms.not(below);
    assert_eq!(solver.truth(&terms, not_below), Some(false));
    let unseen = terms.declare("unseen", Sort::Bool);
    assert_eq!(solver.truth(&terms, unseen), None);
    assert_eq!(solver.value(&terms, unseen), Value::Bool(false));
    assert_eq!(solver.model(&terms).evaluate(&terms, x), Value::Number(Rational::from(3)));
    assert_eq!(solver.model(&terms).evaluate(&terms, p), Value::Bool(true));
}

/// Once there was none until it was read by another call.
#[test]
fn a_solver_that_checks_no_models_has_one_after_each_sat() {
    let (mut terms, mut solver, x) = digit();
    let (low, high) = (at_most(&mut terms, x, 2), at_least(&mut terms, x, 7));
    for assumed in [low, high, low] {
        assert_eq!(solver.check(&mut terms, &[assumed]), Answer::Sat);
        let formulas = [solver.assertions(), &[assumed]].concat();
        for _ in 0..2 {
            let values = solver.model(&terms).evaluate_all(&terms, &formulas);
            assert!(values.iter().all(Value::is_true));
        }
        assert_eq!(solver.model(&terms).evaluate(&terms, x), solver.value(&terms, x));
    }
    assert_eq!(solver.check(&mut terms, &[low, high]), Answer::Unsat);
}

#[test]
#[should_panic(expected = "there is no model")]
fn there_is_no_value_after_a_temporary_clause() {
    let (mut terms, mut solver, x) = digit();
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    solver.add_temporary_clause(&mut terms, &[]);
    solver.value(&terms, x);
}

#[test]
#[should_panic(expected = "(+ x 1) is no constant")]
fn only_constants_have_values() {
    let (mut terms, mut solver, x) = digit();
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    let one = terms.int(1);
    let next = terms.add(&[x, one]);
    solver.value(&terms, next);
}

#[test]
fn a_core_has_the_earlier_ones_of_assumptions_that_do() {
    let (mut terms, mut solver, x) = digit();
    let bounds: Vec<TermId> = (3..7).map(|n| at_least(&mut terms, x, n)).collect();
    let low = at_most(&mut terms, x, 2);
    solver.assert(&mut terms, low);
    for first in &bounds {
        let mut order = vec![*first];
        order.extend(bounds.iter().filter(|&b| b != first));
        assert_eq!(solver.check(&mut terms, &order), Answer::Unsat);
        assert_eq!(solver.core(), [*first]);
    }
}

#[test]
fn an_assumption_given_twice_is_in_the_core_once() {
    let (mut terms, mut solver, x) = digit();
    let high = at_least(&mut terms, x, 10);
    assert_eq!(solver.check(&mut terms, &[high, high]), Answer::Unsat);
    assert_eq!(solver.core(), [high]);
}

/// Asserts that these literals are impossible together, in a way that unit propagation does not see.
fn exclude(terms: &mut Terms, solver: &mut Solver, lits: &[TermId], name: &str) {
    let pair = [0, 1].map(|i| terms.declare(&format!("{}{}", name, i), Sort::Bool));
    for signs in 0..4 {
        let mut clause: Vec<TermId> = lits.iter().map(|&l| terms.not(l)).collect();
        clause.extend((0..2).map(|i| if signs >> i & 1 == 1 { pair[i] } else { terms.not(pair[i]) }));
        let clause = terms.or(&clause);
        solver.assert(terms, clause);
    }
}

/// A solver with the core a, b, d, which propagation finds. But a and d alone are impossible, and so are b and d.
fn reducible() -> (Terms, Solver, [TermId; 3]) {
    let mut terms = Terms::new();
    let mut solver = Solver::new(SmtOptions::incremental());
    let [a, b, d] = ["a", "b", "d"].map(|name| terms.declare(name, Sort::Bool));
    let all = terms.and(&[a, b, d]);
    let not_all = terms.not(all);
    solver.assert(&mut terms, not_all);
    exclude(&mut terms, &mut solver, &[a, d], "u");
    exclude(&mut terms, &mut solver, &[b, d], "v");
    assert_eq!(solver.check(&mut terms, &[a, b, d]), Answer::Unsat);
    assert_eq!(solver.core(), [a, b, d]);
    (terms, solver, [a, b, d])
}

#[test]
fn the_order_says_which_assumptions_leave_a_core_first() {
    let (mut terms, mut solver, [a, b, d]) = reducible();
    let mut other = solver.clone();
    solver.minimise_core_by(&mut terms, &[a, b, d], usize::MAX, |_| true);
    assert_eq!(solver.core(), [b, d]);
    other.minimise_core_by(&mut terms, &[b, a, d], usize::MAX, |_| true);
    assert_eq!(other.core(), [a, d]);
}

#[test]
fn assumptions_outside_the_order_stay_in_the_core() {
    let (mut terms, mut solver, [a, b, d]) = reducible();
    solver.minimise_core_by(&mut terms, &[d], usize::MAX, |_| true);
    assert_eq!(solver.core(), [a, b, d]);
}

#[test]
fn trials_are_limited() {
    let (mut terms, mut solver, [a, b, d]) = reducible();
    solver.minimise_core_by(&mut terms, &[a, b, d], 0, |_| true);
    assert_eq!(solver.core(), [a, b, d]);
    // The first trial fails.
    solver.minimise_core_by(&mut terms, &[d, a], 1, |_| true);
    assert_eq!(solver.core(), [a, b, d]);
    solver.minimise_core_by(&mut terms, &[d, a], 2, |_| true);
    assert_eq!(solver.core(), [b, d]);
}

#[test]
fn only_accepted_cores_are_tried() {
    let (mut terms, mut solver, [a, b, d]) = reducible();
    solver.minimise_core_by(&mut terms, &[a, b, d], 1, |core| core.contains(&a));
    assert_eq!(solver.core(), [a, d]);
}

#[test]
fn a_core_that_a_trial_has_made_smaller_still_needs_consent() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(SmtOptions::incremental());
    let [a, b, d] = ["a", "b", "d"].map(|name| terms.declare(name, Sort::Bool));
    let all = terms.and(&[a, b, d]);
    let not_all = terms.not(all);
    solver.assert(&mut terms, not_all);
    exclude(&mut terms, &mut solver, &[b], "u");
    assert_eq!(solver.check(&mut terms, &[a, b, d]), Answer::Unsat);
    assert_eq!(solver.core(), [a, b, d]);
    let mut careful = solver.clone();
    careful.minimise_core_by(&mut terms, &[a], 1, |core| core.contains(&d));
    assert_eq!(careful.core(), [b, d]);
    solver.minimise_core_by(&mut terms, &[a], 1, |_| true);
    assert_eq!(solver.core(), [b]);
}

#[test]
fn a_released_switch_never_comes_back() {
    let (mut terms, mut solver, x) = digit();
    let high = at_least(&mut terms, x, 10);
    for i in 0..50 {
        let switch = terms.declare(&format!("switch{}", i), Sort::Bool);
        let off = terms.not(switch);
        let guarded = terms.or(&[off, high]);
        solver.assert(&mut terms, guarded);
        assert_eq!(solver.check(&mut terms, &[switch]), Answer::Unsat);
        assert_eq!(solver.core(), [switch]);
        solver.release(&mut terms, off);
        assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
        assert_eq!(solver.value(&terms, switch), Value::Bool(false));
        assert_eq!(solver.truth(&terms, off), Some(true));
        assert_eq!(solver.check(&mut terms, &[switch]), Answer::Unsat);
        assert_eq!(solver.core(), [switch]);
    }
}

#[test]
fn the_variables_of_released_switches_are_used_again() {
    let (mut terms, mut solver, x) = digit();
    let high = at_least(&mut terms, x, 5);
    let mut sizes = Vec::new();
    for i in 0..1000 {
        let switch = terms.declare(&format!("switch{}", i), Sort::Bool);
        let off = terms.not(switch);
        let guarded = terms.or(&[off, high]);
        solver.assert(&mut terms, guarded);
        assert_eq!(solver.check(&mut terms, &[switch]), Answer::Sat);
        solver.release(&mut terms, off);
        sizes.push(format!("{:?}", solver));
    }
    let vars =
        |text: &str| text.split("vars: ").nth(1).and_then(|t| t.split(',').next()?.parse::<usize>().ok());
    assert!(vars(&sizes[999]) < Some(300), "{}", sizes[999]);
}

#[test]
fn a_switch_released_in_a_scope_is_as_asserted_there() {
    let (mut terms, mut solver, x) = digit();
    let (switch, high) = (terms.declare("switch", Sort::Bool), at_least(&mut terms, x, 5));
    let off = terms.not(switch);
    let guarded = terms.or(&[off, high]);
    solver.assert(&mut terms, guarded);
    solver.push();
    solver.release(&mut terms, off);
    assert_eq!(solver.check(&mut terms, &[switch]), Answer::Unsat);
    solver.pop();
    assert_eq!(solver.check(&mut terms, &[switch]), Answer::Sat);
    assert_eq!(solver.truth(&terms, high), Some(true));
}

#[test]
fn a_switch_that_words_depend_on_keeps_its_variable() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(SmtOptions::incremental());
    let (switch, w) = (terms.declare("switch", Sort::Bool), terms.declare("w", Sort::BitVec(4)));
    let (one, two) = (terms.bv(1, 4), terms.bv(2, 4));
    let chosen = terms.ite(switch, one, two);
    let is_chosen = terms.eq(w, chosen);
    solver.assert(&mut terms, is_chosen);
    assert_eq!(solver.check(&mut terms, &[switch]), Answer::Sat);
    let off = terms.not(switch);
    solver.release(&mut terms, off);
    for i in 0..300 {
        let p = terms.declare(&format!("p{}", i), Sort::Bool);
        assert_eq!(solver.check(&mut terms, &[p]), Answer::Sat);
        let is_one = terms.eq(w, one);
        assert_eq!(solver.check(&mut terms, &[p, is_one]), Answer::Unsat);
    }
    let is_two = terms.eq(w, two);
    assert_eq!(solver.check(&mut terms, &[is_two]), Answer::Sat);
}

#[test]
#[should_panic(expected = "(> x 9) is no literal of a constant")]
fn only_constants_are_released() {
    let (mut terms, mut solver, x) = digit();
    let high = at_least(&mut terms, x, 10);
    solver.release(&mut terms, high);
}
