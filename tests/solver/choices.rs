//! Comparisons of conditionals with numerals: which formulas they become, and that these say the same.

use crate::cases::try_random;
use indubit::base::Rng;
use indubit::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use indubit::theories::num::Rational;

/// The state of an automaton after a step: where it goes from each state that it knows, else it stays.
fn step(t: &mut Terms, state: TermId, moves: &[(i64, TermId)]) -> TermId {
    moves.iter().rev().fold(state, |rest, &(from, to)| {
        let from = t.int(from);
        let is_there = t.eq(state, from);
        t.ite(is_there, to, rest)
    })
}

/// The integer constants and the conditionals between numbers that occur in a formula.
fn numbers(t: &Terms, formula: TermId) -> usize {
    let is_number = |&s: &TermId| t.sort(s) == Sort::Int && t.number_of(s).is_none();
    t.subterms(&[formula]).iter().filter(|s| is_number(s)).count()
}

#[test]
fn states_of_an_automaton_are_formulas_over_its_inputs() {
    let mut t = Terms::new();
    let inputs: Vec<TermId> = (0..30).map(|i| t.declare(&format!("p{}", i), Sort::Bool)).collect();
    let numerals: Vec<TermId> = (0..9).map(|n| t.int(n)).collect();
    let mut state = numerals[0];
    for p in inputs {
        let either = t.ite(p, numerals[1], numerals[2]);
        let moves: Vec<(i64, TermId)> =
            vec![(0, either), (1, numerals[3]), (2, numerals[3]), (3, numerals[0]), (7, numerals[8])];
        state = step(&mut t, state, &moves);
    }
    // The automaton goes round 0, 1 or 2, 3, and cannot reach 8.
    let verdicts: Vec<TermId> = numerals.iter().map(|&n| t.eq(state, n)).collect();
    assert_eq!(verdicts[0], Terms::TRUE);
    assert!(verdicts[1..].iter().all(|&v| v == Terms::FALSE));
}

#[test]
fn tests_of_other_values_leave_no_trace() {
    let mut t = Terms::new();
    let s = t.declare("s", Sort::Int);
    let numerals: Vec<TermId> = (0..20).map(|n| t.int(n)).collect();
    let first = numerals[1];
    // The tests of `s` for something, so that these are conditions on a conditional below.
    let p = t.declare("p", Sort::Bool);
    let start = t.ite(p, first, s);
    let moves: Vec<(i64, TermId)> = (0..19).map(|n| (n, numerals[n as usize + 1])).collect();
    let next = step(&mut t, start, &moves);
    let (seen, expected) = (t.eq(next, numerals[6]), t.eq(start, numerals[5]));
    assert_eq!(t.text(seen), t.text(expected));
    assert_eq!(numbers(&t, seen), 1);
}

#[test]
fn multiples_and_sums_of_conditionals_are_taken_apart() {
    let mut t = Terms::new();
    let (p, q) = (t.declare("p", Sort::Bool), t.declare("q", Sort::Bool));
    let (one, two, five) = (t.int(1), t.int(2), t.int(5));
    let inner = t.ite(q, one, two);
    let turned = t.scale(&Rational::from(-3), inner);
    let turned = t.add(&[turned, five]);
    let outer = t.ite(p, turned, five);
    // 5 - 3 * 1 = 2 and 5 - 3 * 2 = -1.
    let (small, is_two) = (t.lt(outer, one), t.eq(outer, two));
    let not_q = t.not(q);
    assert_eq!(small, t.and(&[p, not_q]));
    assert_eq!(is_two, t.and(&[p, q]));
    assert_eq!(t.eq(outer, one), Terms::FALSE);
}

#[test]
fn a_deep_conditional_needs_no_stack() {
    let mut t = Terms::new();
    let mut chain = t.declare("x", Sort::Int);
    for i in 0..200_000 {
        let p = t.declare("p", Sort::Bool);
        let n = t.int(i % 7);
        chain = t.ite(p, n, chain);
    }
    let seven = t.int(7);
    let above = t.ge(chain, seven);
    assert!(numbers(&t, above) == 1, "only x may be seven or more");
}

/// Random numbers made of conditionals, each with its value in one model; their comparisons must evaluate to the
/// comparisons of the values.
fn comparisons_are_those_of_values(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut t = Terms::new();
    let mut model = Model::new();
    let sort = if rng.one_in(3) { Sort::Real } else { Sort::Int };
    let mut set = |t: &mut Terms, name: &str, sort: Sort, value: Value| {
        let constant = t.declare(name, sort);
        if let Op::Symbol(symbol) = t.op(constant) {
            model.set(symbol, value);
        }
        constant
    };
    let mut numbers: Vec<(TermId, i64)> = Vec::new();
    let mut formulas: Vec<(TermId, bool)> = Vec::new();
    for i in 0..3 {
        let (truth, value) = (rng.one_in(2), rng.below(5) as i64);
        formulas.push((set(&mut t, &format!("p{}", i), Sort::Bool, Value::Bool(truth)), truth));
        let number = Value::Number(Rational::from(value));
        numbers.push((set(&mut t, &format!("x{}", i), sort, number), value));
    }
    for value in 0..5 {
        numbers.push((t.numeral(Rational::from(value), sort), value));
    }
    for _ in 0..60 {
        // Young numbers are deep.
        let from = if rng.one_in(2) { numbers.len() / 2 } else { 0 };
        let (a, x) = numbers[from + rng.below(numbers.len() - from)];
        match rng.below(4) {
            0 => {
                let (factor, summand) = (rng.below(5) as i64 - 2, rng.below(5) as i64);
                let scaled = t.scale(&Rational::from(factor), a);
                let summand_term = t.numeral(Rational::from(summand), sort);
                numbers.push((t.add(&[scaled, summand_term]), factor * x + summand));
            }
            1 => {
                let y = rng.below(9) as i64 - 2;
                let b = t.numeral(Rational::from(y), sort);
                let made = match rng.below(4) {
                    0 => (t.le(a, b), x <= y),
                    1 => (t.lt(b, a), y < x),
                    _ => (t.eq(a, b), x == y),
                };
                formulas.push(made);
            }
            _ => {
                let (c, truth) = formulas[rng.below(formulas.len())];
                let (b, y) = numbers[rng.below(numbers.len())];
                numbers.push((t.ite(c, a, b), if truth { x } else { y }));
            }
        }
    }
    for (formula, truth) in formulas {
        assert_eq!(model.evaluate(&t, formula), Value::Bool(truth), "{}", t.text(formula));
    }
}

#[test]
fn comparisons_of_conditionals_are_those_of_their_values() {
    try_random(4000, comparisons_are_those_of_values);
}
