//! Terms with operators are those of the methods, and models are shown with the names of their constants.

use indubit::solver::smt::{Answer, SmtOptions, Solver};
use indubit::solver::term::{Notation, Op, Sort, TermId, Terms};
use indubit::theories::num::Rational;

#[test]
fn operators_make_the_terms_of_the_methods() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::Int));
    let [a, b] = ["a", "b"].map(|name| terms.declare(name, Sort::Bool));
    let [v, w] = ["v", "w"].map(|name| terms.declare(name, Sort::BitVec(8)));
    let (three, minus_one) = (terms.int(3), terms.bv(0xff, 8));
    let triple = terms.mul(three, y).expect("a numeral");
    let sum = terms.sub(x, triple);
    let not_a = terms.not(a);
    let expected: Vec<TermId> = vec![
        terms.ge(sum, three),
        terms.or(&[not_a, b]),
        terms.xor(a, b),
        terms.bv_mul(v, w),
        terms.bv_xor(v, minus_one),
        terms.bv_not(v),
        terms.neg(x),
        terms.bv_slt(v, w),
        terms.ite(a, x, three),
    ];
    let n = Notation::new(&mut terms);
    let [x, y, a, b, v, w] = [x, y, a, b, v, w].map(|t| n.of(t));
    let made =
        [(x - 3 * y).ge(3), !a | b, a ^ b, v * w, v ^ -1, !v, -x, v.with(w, Terms::bv_slt), a.ite(x, 3)];
    assert_eq!(made.map(|t| t.id()).to_vec(), expected);
    assert_eq!(format!("{:?}", (x + 1).ne(y)), "(not (= (+ x (* (- 1) y)) (- 1)))");
}

#[test]
#[should_panic(expected = "products of two terms")]
fn a_product_of_constants_is_refused() {
    let mut terms = Terms::new();
    let n = Notation::new(&mut terms);
    let _ = n.declare("x", Sort::Int) * n.declare("y", Sort::Int);
}

#[test]
fn models_are_shown_with_names() {
    let mut terms = Terms::new();
    let function = terms.declare_function("f", &[Sort::Int, Sort::Bool], Sort::BitVec(4));
    let row = terms.array_sort(Sort::Int, Sort::Int);
    let x = terms.declare("the x", Sort::Int);
    let array = terms.declare("row", row);
    let (two, zero) = (terms.int(2), terms.real(Rational::ZERO));
    let (call, cell) = (terms.call(function, &[two, Terms::TRUE]), terms.select(array, two));
    let quotient = terms.div(two, zero).expect("a numeral");
    let n = Notation::new(&mut terms);
    let rules = [n.of(x).eq(-7), n.of(call).eq(5), n.of(cell).eq(9), n.of(quotient).eq(4)].map(|t| t.id());
    let mut solver = Solver::new(SmtOptions::default());
    rules.iter().for_each(|&rule| solver.assert(&mut terms, rule));
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    let shown = solver.model(&terms).display(&terms).to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines.contains(&"|the x| = (- 7)"), "{}", shown);
    assert!(lines.contains(&"(f 2 true) = #x5"), "{}", shown);
    assert!(lines.contains(&"(/ 2.0 0) = 4.0"), "{}", shown);
    assert!(lines.iter().any(|line| line.starts_with("row = ") && line.contains("9")), "{}", shown);
    let constants = solver.model(&terms).constants();
    assert!(constants
        .iter()
        .all(|&(symbol, _)| matches!(terms.op(terms.symbol_term(symbol)), Op::Symbol(_))));
}
