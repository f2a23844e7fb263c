//! Normal forms against enumeration of small models.

use crate::cases::try_random;
use crate::world::World;
use indubit::base::Rng;
use indubit::solver::smt::{cnf, dnf, split_equalities};
use indubit::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use indubit::theories::num::Rational;

fn is_literal(terms: &Terms, t: TermId) -> bool {
    let atom = if terms.op(t) == Op::Not { terms.arg(t, 0) } else { t };
    match terms.op(atom) {
        Op::True | Op::Not | Op::And | Op::Ite => false,
        Op::Eq => terms.sort(terms.arg(atom, 0)) != Sort::Bool,
        _ => true,
    }
}

fn equivalent(world: &mut World, a: TermId, b: TermId) -> bool {
    let differ = world.terms.xor(a, b);
    !world.satisfiable(&[differ])
}

fn forms_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut world = World::new(&mut rng);
    let formula = world.formula(&mut rng, 4);
    let limit = rng.below(60);
    let within = |form: &Vec<Vec<TermId>>| form.iter().map(Vec::len).sum::<usize>() <= limit;
    if let Some(clauses) = cnf(&mut world.terms, formula, limit) {
        assert!(within(&clauses) && clauses.iter().flatten().all(|&l| is_literal(&world.terms, l)));
        for (i, a) in clauses.iter().enumerate() {
            let subsumes = |(j, b): (usize, &Vec<TermId>)| i != j && a.iter().all(|l| b.contains(l));
            assert!(!clauses.iter().enumerate().any(subsumes));
        }
        let members: Vec<TermId> = clauses.iter().map(|c| world.terms.or(c)).collect();
        let all = world.terms.and(&members);
        assert!(equivalent(&mut world, formula, all), "{}", world.terms.text(formula));
    }
    if let Some(cubes) = dnf(&mut world.terms, formula, limit) {
        assert!(within(&cubes) && cubes.iter().flatten().all(|&l| is_literal(&world.terms, l)));
        let members: Vec<TermId> = cubes.iter().map(|c| world.terms.and(c)).collect();
        let any = world.terms.or(&members);
        assert!(equivalent(&mut world, formula, any), "{}", world.terms.text(formula));
    }
}

#[test]
fn normal_forms_are_equivalent_to_their_formulas() {
    try_random(1000, forms_agree);
}

fn booleans(terms: &mut Terms, count: usize) -> Vec<TermId> {
    (0..count).map(|i| terms.declare(&format!("p{}", i), Sort::Bool)).collect()
}

#[test]
fn true_and_false_have_normal_forms() {
    let mut terms = Terms::new();
    assert_eq!(cnf(&mut terms, Terms::TRUE, 0), Some(vec![]));
    assert_eq!(cnf(&mut terms, Terms::FALSE, 1), Some(vec![vec![]]));
    assert_eq!(dnf(&mut terms, Terms::FALSE, 0), Some(vec![]));
    assert_eq!(dnf(&mut terms, Terms::TRUE, 1), Some(vec![vec![]]));
}

#[test]
fn subsumed_clauses_are_dropped() {
    let mut terms = Terms::new();
    let p = booleans(&mut terms, 3);
    // p or (q and (p or r)) has the clauses (p or q) and, superfluous in part, (p or r).
    let inner = terms.or(&[p[0], p[2]]);
    let both = terms.and(&[p[1], inner]);
    let formula = terms.or(&[p[0], both]);
    assert_eq!(cnf(&mut terms, formula, 10), Some(vec![vec![p[0], p[1]], vec![p[0], p[2]]]));
    let absorbed = terms.and(&[p[0], inner]);
    let not_absorbed = terms.not(absorbed);
    let formula = terms.not(not_absorbed);
    assert_eq!(cnf(&mut terms, formula, 10), Some(vec![vec![p[0]]]));
}

#[test]
fn the_limit_ends_the_distribution() {
    let mut terms = Terms::new();
    let p = booleans(&mut terms, 60);
    let pairs: Vec<TermId> = p.chunks(2).map(|pair| terms.and(pair)).collect();
    let formula = terms.or(&pairs);
    assert_eq!(cnf(&mut terms, formula, 5 * 91), None);
    assert_eq!(dnf(&mut terms, formula, 60).map(|cubes| cubes.len()), Some(30));
    assert_eq!(dnf(&mut terms, formula, 59), None);
    let three = terms.or(&pairs[..3]);
    assert_eq!(cnf(&mut terms, three, 24).map(|clauses| clauses.len()), Some(8));
}

#[test]
fn depth_costs_no_stack() {
    let mut terms = Terms::new();
    let p = booleans(&mut terms, 20_000);
    let mut formula = p[0];
    for (i, &q) in p.iter().enumerate().skip(1) {
        formula = if i % 2 == 0 { terms.and(&[q, formula]) } else { terms.or(&[q, formula]) };
    }
    assert_eq!(cnf(&mut terms, formula, 1000), None);
}

#[test]
fn conditional_numbers_are_lifted_within_the_limit() {
    let mut terms = Terms::new();
    let (p, x) = (terms.declare("p", Sort::Bool), terms.declare("x", Sort::Int));
    let (one, two) = (terms.int(1), terms.int(2));
    let choice = terms.ite(p, one, two);
    let atom = terms.le(x, choice);
    let (low, high, not_p) = (terms.le(x, one), terms.le(x, two), terms.not(p));
    let sorted = |mut clause: Vec<TermId>| {
        clause.sort_unstable();
        clause
    };
    let mut clauses = cnf(&mut terms, atom, 10).expect("within the limit");
    clauses.sort_unstable();
    let mut expected = vec![sorted(vec![not_p, low]), sorted(vec![p, high])];
    expected.sort_unstable();
    assert_eq!(clauses, expected);
    assert_eq!(cnf(&mut terms, atom, 3), Some(vec![vec![atom]]));
}

#[test]
fn equalities_are_split_into_the_bounds_that_the_model_satisfies() {
    let mut terms = Terms::new();
    let (x, y) = (terms.declare("x", Sort::Int), terms.declare("y", Sort::Real));
    let w = terms.declare("w", Sort::BitVec(4));
    let (five, three, zero) = (terms.int(5), terms.real(Rational::from(3)), terms.bv_zero(4));
    let (is_five, is_three, is_zero) = (terms.eq(x, five), terms.eq(y, three), terms.eq(w, zero));
    let (not_five, not_three) = (terms.not(is_five), terms.not(is_three));
    let mut model = Model::new();
    for (t, n) in [(x, 7), (y, 2)] {
        if let Op::Symbol(symbol) = terms.op(t) {
            model.set(symbol, Value::Number(Rational::from(n)));
        }
    }
    let split = split_equalities(&mut terms, &[not_five, not_three, is_zero], &model);
    assert_eq!(split, [terms.gt(x, five), terms.lt(y, three), is_zero]);
    let split = split_equalities(&mut terms, &[is_five], &model);
    assert_eq!(split, [terms.le(x, five), terms.ge(x, five)]);
}

#[test]
#[should_panic(expected = "the model does not satisfy (not (= x 0))")]
fn a_negated_equality_must_hold_in_the_model() {
    let mut terms = Terms::new();
    let (x, zero) = (terms.declare("x", Sort::Int), terms.int(0));
    let is_zero = terms.eq(x, zero);
    let not_zero = terms.not(is_zero);
    split_equalities(&mut terms, &[not_zero], &Model::new());
}
