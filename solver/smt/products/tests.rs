//! Lemmas hold for all values; proofs with forged lemmas are refused.

use super::Lemma;
use crate::base::Budget;
use crate::solver::smt::proof::{check, refutation};
use crate::solver::smt::{Answer, SmtOptions, Solver};
use crate::solver::term::{Model, Sort, TermId, Terms, Value};
use crate::theories::num::Rational;

/// Lemmas of each kind about two numbers.
fn lemmas(terms: &mut Terms, [x, y]: [TermId; 2]) -> Vec<Lemma> {
    let sort = terms.sort(x);
    let mut lemmas = Vec::new();
    for (u, v) in (0..25).map(|n| (n % 5 - 2, n / 5 - 2)) {
        let [u, v] = [u, v].map(|n| terms.numeral(Rational::from(n), sort));
        let (a, b) = (terms.sub(x, u), terms.sub(y, v));
        lemmas.push(Lemma::Zero { zero: a, other: y });
        lemmas.push(Lemma::NoZero { factors: [a, b] });
        lemmas.push(Lemma::Square { root: a, has_gap: false });
        if sort == Sort::Int {
            lemmas.push(Lemma::Square { root: a, has_gap: true });
        }
        for (first, second, is_strict) in (0..8).map(|n| (n & 1 > 0, n & 2 > 0, n & 4 > 0)) {
            lemmas.push(Lemma::Signs { factors: [a, b], negative: [first, second], is_strict });
            let negative = [[first, second], [second, first]];
            lemmas.push(Lemma::Compared { low: [x, y], high: [a, b], negative, is_strict });
        }
    }
    let division = match sort {
        Sort::Int => terms.quotient_or_zero(x, y),
        _ => terms.quotient(x, y),
    };
    let inner = terms.subterms(&[division]);
    let kept = inner.into_iter().map(Lemma::Division).filter(|lemma| lemma.formula(terms).is_some());
    lemmas.extend(kept.collect::<Vec<_>>());
    lemmas
}

#[test]
fn lemmas_hold_for_all_small_values() {
    for sort in [Sort::Int, Sort::Real] {
        let mut terms = Terms::new();
        let constants = ["x", "y"].map(|name| terms.declare(name, sort));
        let lemmas = lemmas(&mut terms, constants);
        assert!(lemmas.iter().any(|lemma| matches!(lemma, Lemma::Division(_))));
        for lemma in lemmas {
            let formula = lemma.formula(&mut terms).expect("a formula");
            for (a, b) in (0..81).map(|n| (n % 9 - 4, n / 9 - 4)) {
                let of = |n: i64| match sort {
                    Sort::Int => Rational::from(n),
                    _ => Rational::fraction(n, 2),
                };
                let mut model = Model::new();
                let values = [a, b].map(|n| Value::Number(of(n)));
                model.set_all(&terms, constants, &values);
                assert!(model.evaluate(&terms, formula).is_true(), "{:?} at {:?}", lemma, values);
            }
        }
    }
}

#[test]
fn lemmas_about_terms_of_other_sorts_are_none() {
    let mut terms = Terms::new();
    let (x, y, c) =
        (terms.declare("x", Sort::Int), terms.declare("y", Sort::Real), terms.declare("c", Sort::Bool));
    let none = [
        Lemma::Zero { zero: x, other: y },
        Lemma::NoZero { factors: [c, c] },
        Lemma::Square { root: y, has_gap: true },
        Lemma::Square { root: c, has_gap: false },
        Lemma::Division(x),
    ];
    assert!(none.iter().all(|lemma| lemma.formula(&mut terms).is_none()));
}

/// Contradictions about products.
fn contradictions(terms: &mut Terms, [x, y, z]: [TermId; 3]) -> Vec<Vec<TermId>> {
    let [zero, two, three, seven] = [0, 2, 3, 7].map(|n| terms.int(n));
    let (square, product, other) = (terms.times(x, x), terms.times(x, y), terms.times(x, z));
    let quotient = terms.quotient_or_zero(x, y);
    let less = terms.lt(y, z);
    vec![
        vec![terms.lt(square, zero)],
        vec![terms.eq(square, two)],
        vec![terms.ge(x, three), terms.ge(y, three), terms.le(product, seven)],
        vec![terms.gt(x, zero), less, terms.ge(product, other)],
        vec![terms.gt(y, x), terms.ge(x, zero), terms.gt(quotient, zero)],
    ]
}

#[test]
fn a_forged_lemma_is_refused() {
    let mut terms = Terms::new();
    let mut forged = 0;
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.declare(name, Sort::Int));
    // Other polynomials, coefficients and signs.
    let others = [lemmas(&mut terms, [x, y]), lemmas(&mut terms, [z, x])].concat();
    for formulas in contradictions(&mut terms, [x, y, z]) {
        let proof = refutation(&mut terms, &formulas, &SmtOptions::default(), &Budget::unlimited());
        let proof = proof.expect("a proof");
        assert_eq!(check(&terms, &proof, &formulas), Ok(Default::default()), "{}", terms.text(formulas[0]));
        for (at, lemma) in proof.lemmas() {
            for mutant in mutants(&mut terms, lemma).into_iter().chain(others.iter().copied()) {
                let same = mutant.formula(&mut terms) == lemma.formula(&mut terms);
                let refused = check(&terms, &proof.with_lemma(at, mutant), &formulas).is_err();
                assert!(same || refused, "{:?} in place of {:?}", mutant, lemma);
                forged += usize::from(refused);
            }
        }
    }
    assert!(forged > 3_000, "{}", forged);
}

/// Other lemmas.
fn mutants(terms: &mut Terms, lemma: Lemma) -> Vec<Lemma> {
    let mut next = |t: TermId| {
        let one = terms.numeral(Rational::ONE, terms.sort(t));
        terms.add(&[t, one])
    };
    match lemma {
        Lemma::Signs { factors: [a, b], negative: [m, n], is_strict } => vec![
            Lemma::Signs { factors: [next(a), b], negative: [m, n], is_strict },
            Lemma::Signs { factors: [a, b], negative: [!m, n], is_strict },
            Lemma::Signs { factors: [a, b], negative: [m, n], is_strict: !is_strict },
            Lemma::NoZero { factors: [a, b] },
        ],
        Lemma::Zero { zero, other } => {
            vec![Lemma::Zero { zero: next(zero), other }, Lemma::Zero { zero, other: next(other) }]
        }
        Lemma::NoZero { factors: [a, b] } => vec![Lemma::NoZero { factors: [next(a), b] }],
        Lemma::Square { root, has_gap } => {
            vec![Lemma::Square { root: next(root), has_gap }, Lemma::Square { root, has_gap: !has_gap }]
        }
        Lemma::Compared { low, high, negative: [m, n], is_strict } => vec![
            Lemma::Compared { low: high, high: low, negative: [m, n], is_strict },
            Lemma::Compared { low, high, negative: [n, m], is_strict: !is_strict },
        ],
        Lemma::Division(t) => vec![Lemma::Square { root: t, has_gap: false }],
    }
}

#[test]
fn scopes_take_products_back() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::Int));
    let (product, six, four) = (terms.times(x, y), terms.int(6), terms.int(4));
    let (is_six, large) = (terms.eq(product, six), terms.ge(x, four));
    let (low, high) = (terms.ge(y, four), terms.le(y, six));
    let mut solver = Solver::default();
    solver.assert(&mut terms, is_six);
    for _ in 0..2 {
        assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
        solver.push();
        solver.assert(&mut terms, large);
        assert_eq!(solver.check(&mut terms, &[high]), Answer::Sat);
        assert_eq!(solver.check(&mut terms, &[low, high]), Answer::Unsat);
        assert_eq!(solver.core(), [low]);
        solver.pop();
    }
}

#[test]
fn irrational_models_are_certain() {
    let mut terms = Terms::new();
    let x = terms.declare("x", Sort::Real);
    let [two, four] = [2, 4].map(|n| terms.real(Rational::from(n)));
    let (square, zero) = (terms.times(x, x), terms.real(Rational::ZERO));
    let (is_root, is_positive) = (terms.eq(square, two), terms.gt(x, zero));
    let options = SmtOptions { irrational: true, ..SmtOptions::default() };
    let mut solver = Solver::new(options);
    solver.assert(&mut terms, is_root);
    assert!(matches!(solver.check(&mut terms, &[is_positive]), Answer::Unknown(_)));
    let model = solver.irrational_model().expect("a model").clone();
    let root = model.root(&terms, x).expect("a root");
    assert_eq!((root.coefficients, root.index), (vec![(-2i64).into(), 0i64.into(), 1i64.into()], 2));
    assert_eq!(model.truth(&terms, is_root), Some(true));
    assert_eq!(model.truth(&terms, is_positive), Some(true));
    // That x⁴ is 4 is no equation of the model, and no box shows it.
    let power = terms.times(square, square);
    let is_four = terms.eq(power, four);
    assert_eq!(model.truth(&terms, is_four), None);
    // A model of an earlier question is none of this one.
    solver.assert(&mut terms, is_positive);
    assert!(solver.irrational_model().is_none());
}

/// An equation is used before products are compared, whether it is asserted or holds under a condition.
#[test]
fn equations_make_products_one() {
    let mut terms = Terms::new();
    let [x, y, a, b] = ["x", "y", "a", "b"].map(|name| terms.declare(name, Sort::Int));
    let c = terms.declare("c", Sort::Bool);
    let one = terms.int(1);
    let next = terms.add(&[a, one]);
    let equations = [terms.eq(x, next), terms.eq(y, b)];
    let (left, right) = (terms.times(x, y), terms.times(next, b));
    let same = terms.eq(left, right);
    let differ = terms.not(same);
    let mut solver = Solver::default();
    for equation in equations {
        let conditional = terms.implies(c, equation);
        solver.assert(&mut terms, conditional);
    }
    assert_eq!(solver.check(&mut terms, &[differ]), Answer::Sat);
    assert_eq!(solver.check(&mut terms, &[c, differ]), Answer::Unsat);
    solver.push();
    equations.iter().for_each(|&equation| solver.assert(&mut terms, equation));
    assert_eq!(solver.check(&mut terms, &[differ]), Answer::Unsat);
    solver.pop();
    assert_eq!(solver.check(&mut terms, &[differ]), Answer::Sat);
}

/// Random equations of degree one beside products, in scopes, against all values from -2 to 2.
#[test]
fn equations_and_products_have_the_answer_of_all_values() {
    let mut rng = crate::base::Rng::new(11);
    let mut answers = [0; 2];
    for _ in 0..150 {
        let mut terms = Terms::new();
        let names = ["x", "y", "z"].map(|name| terms.declare(name, Sort::Int));
        let mut solver = Solver::default();
        let (low, high) = (terms.int(-2), terms.int(2));
        let mut all: Vec<TermId> = Vec::new();
        for name in names {
            all.extend([terms.ge(name, low), terms.le(name, high)]);
        }
        all.iter().for_each(|&bound| solver.assert(&mut terms, bound));
        solver.push();
        let mut number = |below: usize| rng.below(below) as i64 - below as i64 / 2;
        let mut parts: Vec<(Rational, TermId)> = names.iter().map(|&t| (number(4).into(), t)).collect();
        let one = terms.int(1);
        parts.push((number(4).into(), one));
        let (sum, zero) = (terms.combination(&parts), terms.int(0));
        let equation = terms.eq(sum, zero);
        solver.assert(&mut terms, equation);
        let square = terms.times(names[0], names[0]);
        let products = [terms.times(names[0], names[1]), terms.times(square, names[2])];
        let weights = [number(5), number(5), 1].map(Rational::from);
        let linear = terms.combination(&[
            (weights[0].clone(), products[0]),
            (weights[1].clone(), products[1]),
            (weights[2].clone(), names[1]),
        ]);
        let bound = terms.int(number(9));
        let asked = if number(2) == 0 { terms.eq(linear, bound) } else { terms.gt(linear, bound) };
        all.extend([equation, asked]);
        let holds = |n: i64| {
            let mut model = Model::new();
            let values = [n % 5, n / 5 % 5, n / 25].map(|n| Value::Number(Rational::from(n - 2)));
            model.set_all(&terms, names, &values);
            all.iter().all(|&t| model.evaluate(&terms, t).is_true())
        };
        let is_sat = (0..125).any(holds);
        let answer = solver.check(&mut terms, &[asked]);
        assert_eq!(answer, if is_sat { Answer::Sat } else { Answer::Unsat });
        if is_sat {
            let model = solver.model(&terms);
            assert!(all.iter().all(|&t| model.evaluate(&terms, t).is_true()));
        }
        answers[usize::from(is_sat)] += 1;
    }
    assert!(answers.iter().all(|&count| count > 10), "{:?}", answers);
}
