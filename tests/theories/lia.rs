//! Integers: every step of the procedure held against all points of a small box, systems of equations that are known to
//! have or to lack solutions, and problems without an end.

use crate::cases::try_random;
use indubit::base::{Budget, Rng};
use indubit::solver::smt::{Answer, Solver};
use indubit::solver::term::{Sort, TermId, Terms, Value};
use indubit::theories::lia::{
    cut, project, Cut, Divisibility, Equalities, IntConstraints, Integers, Rounding, Step,
};
use indubit::theories::lra::{Constraint, LraVar, Relation, Side, Simplex, Stop, Sum, Tag};
use indubit::theories::num::Rational;
use quickcheck::TestResult;
use std::time::Duration;

/// The box reaches from minus this to this.
const REACH: i64 = 4;
const VARS: usize = 3;

type Point = [i64; VARS];

fn points() -> Vec<Point> {
    let side = 2 * REACH + 1;
    (0..side.pow(VARS as u32))
        .map(|n| [n % side - REACH, n / side % side - REACH, n / side / side - REACH])
        .collect()
}

fn number(rng: &mut Rng, reach: i64) -> i64 {
    rng.below(2 * reach as usize + 1) as i64 - reach
}

fn dot(sum: &[(Rational, LraVar)], point: &Point) -> Rational {
    sum.iter().map(|(c, x)| c * &Rational::from(point[x.index()])).sum()
}

/// A bound; its tag is its place.
struct Fact {
    sum: Vec<(Rational, LraVar)>,
    side: Side,
    value: Rational,
}

impl Fact {
    fn holds(&self, point: &Point) -> bool {
        self.side.allows(&dot(&self.sum, point).into(), &self.value.clone().into())
    }
}

/// A simplex over integers beside a plain list of the facts it was given.
struct World {
    simplex: Simplex,
    integer: Vec<bool>,
    facts: Vec<Fact>,
    points: Vec<Point>,
}

impl World {
    fn new() -> World {
        let mut simplex = Simplex::new();
        (0..VARS).for_each(|_| {
            simplex.new_var();
        });
        World { simplex, integer: vec![true; VARS], facts: Vec::new(), points: points() }
    }

    fn row(&mut self, sum: &[(Rational, LraVar)]) -> LraVar {
        self.integer.push(sum.iter().all(|(c, _)| c.is_integer()));
        self.simplex.new_row(sum)
    }

    fn sum_of(&self, var: LraVar) -> Vec<(Rational, LraVar)> {
        self.simplex.definition(var).map_or_else(|| vec![(Rational::ONE, var)], <[_]>::to_vec)
    }

    /// False if the bound contradicts another; then the points must agree.
    fn assert(&mut self, var: LraVar, side: Side, value: Rational) -> bool {
        let tag = Tag(self.facts.len() as u32);
        self.facts.push(Fact { sum: self.sum_of(var), side, value: value.clone() });
        match self.simplex.assert_bound(var, side, value.into(), tag) {
            Ok(()) => true,
            Err(conflict) => {
                let tags: Vec<Tag> = conflict.0.iter().map(|(tag, _)| *tag).collect();
                assert!(self.solutions(&tags).is_empty());
                false
            }
        }
    }

    /// The points of the box for which these bounds hold.
    fn solutions(&self, tags: &[Tag]) -> Vec<Point> {
        let holds = |p: &&Point| tags.iter().all(|tag| self.facts[tag.0 as usize].holds(p));
        self.points.iter().filter(holds).copied().collect()
    }

    fn all(&self) -> Vec<Tag> {
        (0..self.facts.len() as u32).map(Tag).collect()
    }

    fn present(&self, sum: &[(Rational, LraVar)]) -> Rational {
        sum.iter().map(|(c, x)| c * &self.simplex.value(*x).real).sum()
    }

    fn judge_cut(&self, cut: &Cut) {
        assert!(self.present(&cut.products) < cut.bound, "a cut that cuts nothing off");
        let solutions = self.solutions(&cut.reason);
        assert!(solutions.iter().all(|p| dot(&cut.products, p) >= cut.bound), "a cut through solutions");
    }
}

/// Whether the problem has a solution by the steps, each of which is judged; `None` after too many.
fn solve(world: &mut World, integers: &mut Integers, cuts: bool, fuel: &mut u32) -> Option<bool> {
    loop {
        match world.simplex.check(&Budget::unlimited()) {
            Ok(()) => {}
            Err(Stop::Conflict(_)) => return Some(false),
            Err(Stop::Limit(_)) => unreachable!("no limit was set"),
        }
        *fuel = fuel.checked_sub(1)?;
        let step = integers.step(&mut world.simplex, &world.integer, cuts, &Budget::unlimited());
        assert!(cuts || matches!(step, Step::Solved | Step::Model(_) | Step::Branch(..)));
        match step {
            Step::Solved => {
                judge_values(world, &world.simplex.model(&[]).unwrap());
                return Some(true);
            }
            Step::Model(values) => {
                judge_values(world, &values);
                return Some(true);
            }
            Step::Conflict(tags) => {
                assert!(world.solutions(&tags).is_empty(), "a conflict with solutions");
                return Some(false);
            }
            Step::Cuts(found) => {
                for cut in found {
                    world.judge_cut(&cut);
                    let slack = world.row(&cut.products);
                    if !world.assert(slack, Side::Lower, cut.bound) {
                        return Some(false);
                    }
                }
            }
            Step::Bounds(found) => {
                let mut facts = Vec::new();
                for bound in &found {
                    let sum = world.sum_of(bound.var);
                    let fact = Fact { sum, side: bound.side, value: bound.value.clone() };
                    assert!(world.solutions(&bound.reason).iter().all(|p| fact.holds(p)));
                    assert!(!fact.side.allows(world.simplex.value(bound.var), &fact.value.clone().into()));
                    facts.push((bound.var, fact));
                }
                for (var, fact) in facts {
                    if !world.assert(var, fact.side, fact.value) {
                        return Some(false);
                    }
                }
            }
            Step::Branch(var, below) => {
                let below = Rational::from(below);
                let above = &below + &Rational::ONE;
                for (side, value) in [(Side::Upper, below), (Side::Lower, above)] {
                    let (mark, facts) = (world.simplex.row_mark(), world.facts.len());
                    world.simplex.push();
                    let found = world.assert(var, side, value).then(|| solve(world, integers, cuts, fuel));
                    world.simplex.pop(1);
                    world.simplex.pop_rows_to(mark);
                    world.integer.truncate(world.simplex.var_count());
                    world.facts.truncate(facts);
                    match found {
                        Some(Some(true)) => return Some(true),
                        Some(None) => return None,
                        _ => {}
                    }
                }
                return Some(false);
            }
            Step::Stopped => unreachable!("no limit was set"),
        }
    }
}

fn judge_values(world: &World, values: &[Rational]) {
    for (v, value) in values.iter().enumerate() {
        let var = LraVar::new(v);
        assert!(value.is_integer() || !world.integer[v], "a fraction for an integer");
        let sum: Rational = world.sum_of(var).iter().map(|(c, x)| c * &values[x.index()]).sum();
        assert_eq!(sum, *value);
        for side in [Side::Lower, Side::Upper] {
            if let Some(bound) = world.simplex.bound(var, side) {
                assert!(side.allows(&value.clone().into(), &bound.value));
            }
        }
    }
}

/// Every step is right, and in a box the steps come to the right end.
fn steps_agree(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let mut world = World::new();
    let boxed = !rng.one_in(4);
    let mut possible = true;
    if boxed {
        for v in (0..VARS).map(LraVar::new) {
            possible &= world.assert(v, Side::Lower, Rational::from(-REACH));
            possible &= world.assert(v, Side::Upper, Rational::from(REACH));
        }
    }
    for _ in 0..1 + rng.below(4) {
        let sum: Vec<_> = (0..VARS).map(|v| (Rational::from(number(&mut rng, 12)), LraVar::new(v))).collect();
        let slack = world.row(&sum);
        let low = number(&mut rng, 20);
        let high = low + rng.below(6) as i64;
        if !rng.one_in(3) {
            possible = possible && world.assert(slack, Side::Lower, Rational::from(low));
        }
        if !rng.one_in(3) {
            possible = possible && world.assert(slack, Side::Upper, Rational::from(high));
        }
    }
    if !possible {
        return TestResult::discard();
    }
    let expected = !world.solutions(&world.all()).is_empty();
    let mut integers = Integers::default();
    let found = solve(&mut world, &mut integers, !rng.one_in(4), &mut 300);
    if boxed {
        assert_eq!(found, Some(expected));
    } else if expected {
        assert_ne!(found, Some(false));
    }
    TestResult::passed()
}

#[test]
fn steps_agree_with_enumeration() {
    try_random(1500, steps_agree);
}

/// All roundings of all rows of the tableau.
fn cuts_are_implied(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let mut world = World::new();
    let mut possible = true;
    for v in (0..VARS).map(LraVar::new) {
        possible &= world.assert(v, Side::Lower, Rational::from(number(&mut rng, 1) - 3));
        possible &= world.assert(v, Side::Upper, Rational::from(number(&mut rng, 1) + 3));
    }
    for _ in 0..3 {
        let sum: Vec<_> = (0..VARS).map(|v| (Rational::from(number(&mut rng, 9)), LraVar::new(v))).collect();
        let slack = world.row(&sum);
        let side = if rng.one_in(2) { Side::Lower } else { Side::Upper };
        possible = possible && world.assert(slack, side, Rational::from(number(&mut rng, 15)));
    }
    if !possible || world.simplex.check(&Budget::unlimited()).is_err() {
        return TestResult::discard();
    }
    for v in (0..VARS).map(LraVar::new) {
        let row: Vec<_> = world.simplex.row(v).collect();
        for rounding in [Rounding::Up, Rounding::Down, Rounding::Mixed] {
            if let Some(cut) = cut(&world.simplex, &world.integer, &row, rounding, 200) {
                world.judge_cut(&cut);
            }
        }
    }
    TestResult::passed()
}

#[test]
fn cuts_are_implied_by_their_reasons() {
    try_random(2000, cuts_are_implied);
}

/// Equations that a known point solves, and the same with a combination that has no solution modulo a number.
fn equations_agree(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let vars = 2 + rng.below(6);
    let solution: Vec<i64> = (0..vars).map(|_| number(&mut rng, 50)).collect();
    let mut rows: Vec<Vec<i64>> =
        (0..1 + rng.below(5)).map(|_| (0..vars).map(|_| number(&mut rng, 30)).collect()).collect();
    let modulus = 2 + rng.below(7) as i64;
    // Together with the others this row is a multiple of the modulus.
    let last: Vec<i64> = (0..vars)
        .map(|v| modulus * number(&mut rng, 5) - rows.iter().map(|row| row[v]).sum::<i64>())
        .collect();
    rows.push(last);
    let solvable = rng.one_in(2);
    let mut simplex = Simplex::new();
    let variables: Vec<LraVar> = (0..vars).map(|_| simplex.new_var()).collect();
    let mut values = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let sum: Vec<_> = row.iter().zip(&variables).map(|(&c, &x)| (Rational::from(c), x)).collect();
        let slack = simplex.new_row(&sum);
        let mut value: i64 = row.iter().zip(&solution).map(|(c, x)| c * x).sum();
        value += (i + 1 == rows.len() && !solvable) as i64;
        values.push(value);
        for side in [Side::Lower, Side::Upper] {
            simplex.assert_bound(slack, side, Rational::from(value).into(), Tag(i as u32)).unwrap();
        }
    }
    if simplex.check(&Budget::unlimited()).is_err() {
        return TestResult::discard();
    }
    let integer = vec![true; simplex.var_count()];
    match Equalities::solve(&simplex, &integer, &Budget::unlimited()) {
        Ok(system) => {
            assert!(solvable, "a contradiction was not seen");
            let rounded = system.round(&simplex.model(&[]).unwrap());
            for (row, value) in rows.iter().zip(values) {
                let sum: Rational = row.iter().zip(&rounded).map(|(&c, x)| x * &Rational::from(c)).sum();
                assert_eq!(sum, Rational::from(value));
            }
            assert!(rounded[..vars].iter().all(Rational::is_integer));
        }
        Err(tags) => assert!(!solvable && !tags.is_empty()),
    }
    TestResult::passed()
}

#[test]
fn equations_are_solved_or_refuted() {
    try_random(2000, equations_agree);
}

/// `Σ c·x` of declared integers.
fn sum(terms: &mut Terms, products: &[(i64, TermId)]) -> TermId {
    let products: Vec<_> = products.iter().map(|&(c, x)| (Rational::from(c), x)).collect();
    terms.combination(&products)
}

fn integers(terms: &mut Terms, names: &[&str]) -> Vec<TermId> {
    names.iter().map(|name| terms.declare(name, Sort::Int)).collect()
}

#[test]
fn unbounded_equations_need_no_budget() {
    let mut terms = Terms::new();
    let v = integers(&mut terms, &["x", "y", "z", "w"]);
    let systems: [&[(&[i64], i64)]; 3] = [
        &[(&[2, -2, 0, 0], 1)],
        &[(&[3, 6, -4, 0], 1), (&[0, 0, 2, 3], 0), (&[0, 0, 1, 3], 3)],
        &[(&[2, -1, 0, 0], 0), (&[0, 1, -2, 0], 1)],
    ];
    for system in systems {
        let mut solver = Solver::default();
        for (row, value) in system {
            let products: Vec<_> = row.iter().copied().zip(v.iter().copied()).collect();
            let (left, right) = (sum(&mut terms, &products), terms.int(*value));
            let equation = terms.eq(left, right);
            solver.assert(&mut terms, equation);
        }
        assert_eq!(solver.check(&mut terms, &[]), Answer::Unsat);
    }
}

#[test]
fn unbounded_problems_come_to_an_end() {
    let mut terms = Terms::new();
    let v = integers(&mut terms, &["x", "y"]);
    for scale in [1_000i64, 1_000_000, 1_000_000_000] {
        let mut solver = Solver::default();
        solver.set_budget(Budget::unlimited().with_timeout(Duration::from_secs(1)));
        // A thin rhombus without integer points.
        for (a, b, low, high) in [
            (283 * scale, 245 * scale + 1, 0, scale / 100 - 1),
            (283 * scale + 1, 245 * scale, 1, scale / 100),
        ] {
            let left = sum(&mut terms, &[(a, v[0]), (-b, v[1])]);
            let (low, high) = (terms.int(low), terms.int(high));
            let (above, below) = (terms.ge(left, low), terms.le(left, high));
            solver.assert(&mut terms, above);
            solver.assert(&mut terms, below);
        }
        assert_ne!(solver.check(&mut terms, &[]), Answer::Sat);
    }
}

/// Conjunctions and disjunctions of comparisons with larger coefficients, in scopes.
fn formulas_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let v = integers(&mut terms, &["x", "y", "z"]);
    let mut solver = Solver::default();
    let (low, high) = (terms.int(-REACH), terms.int(REACH));
    for &x in &v {
        let bounds = [terms.ge(x, low), terms.le(x, high)];
        bounds.iter().for_each(|&b| solver.assert(&mut terms, b));
    }
    let mut clauses: Vec<Vec<(Vec<i64>, i64, bool)>> = Vec::new();
    let mut scopes = Vec::new();
    for _ in 0..8 {
        match rng.below(5) {
            0 => {
                scopes.push(clauses.len());
                solver.push();
            }
            1 if !scopes.is_empty() => {
                clauses.truncate(scopes.pop().unwrap());
                solver.pop();
            }
            _ => {}
        }
        let clause: Vec<_> = (0..1 + rng.below(2))
            .map(|_| {
                let row: Vec<i64> = (0..VARS).map(|_| number(&mut rng, 11)).collect();
                (row, number(&mut rng, 25), rng.one_in(2))
            })
            .collect();
        let mut parts = Vec::new();
        for (row, value, equation) in &clause {
            let products: Vec<_> = row.iter().copied().zip(v.iter().copied()).collect();
            let (left, right) = (sum(&mut terms, &products), terms.int(*value));
            parts.push(if *equation { terms.eq(left, right) } else { terms.le(left, right) });
        }
        let formula = terms.or(&parts);
        solver.assert(&mut terms, formula);
        clauses.push(clause);
        let holds = |p: &Point| {
            clauses.iter().all(|clause| {
                clause.iter().any(|(row, value, equation)| {
                    let sum: i64 = row.iter().zip(p).map(|(c, x)| c * x).sum();
                    sum == *value || (sum < *value && !equation)
                })
            })
        };
        let expected = points().iter().any(holds);
        match solver.check(&mut terms, &[]) {
            Answer::Sat => {
                assert!(expected);
                let assertions = solver.assertions().to_vec();
                let values = solver.model(&terms).evaluate_all(&terms, &assertions);
                assert!(values.iter().all(Value::is_true));
            }
            Answer::Unsat => assert!(!expected),
            Answer::Unknown(reason) => panic!("unknown: {}", reason),
        }
    }
}

#[test]
fn formulas_agree_with_enumeration() {
    try_random(300, formulas_agree);
}

/// Bounds that fix a variable, with the tags `2 * n` and `2 * n + 1`.
fn fix(world: &mut World, var: LraVar, value: i64) {
    assert!(world.assert(var, Side::Lower, value.into()) && world.assert(var, Side::Upper, value.into()));
}

#[test]
fn fixed_variables_with_multiples_of_the_divisor_are_no_reason() {
    // 2x + 4y = 7 has no solution, whatever y is.
    for y_first in [true, false] {
        let mut world = World::new();
        let [x, y] = [LraVar::new(0), LraVar::new(1)];
        let sum = world.row(&[(2.into(), x), (4.into(), y)]);
        let order = if y_first { [(y, 1), (sum, 7)] } else { [(sum, 7), (y, 1)] };
        for (var, value) in order {
            fix(&mut world, var, value);
        }
        let of_sum = if y_first { [Tag(2), Tag(3)] } else { [Tag(0), Tag(1)] };
        assert_eq!(world.simplex.check(&Budget::unlimited()), Ok(()));
        let system = Equalities::solve(&world.simplex, &world.integer, &Budget::unlimited());
        assert_eq!(system.unwrap_err(), of_sum);
        let mut integers = Integers::default();
        let step = integers.step(&mut world.simplex, &world.integer, true, &Budget::unlimited());
        assert_eq!(step, Step::Conflict(of_sum.to_vec()));
    }
}

#[test]
fn tightening_takes_no_reason_from_multiples_of_the_divisor() {
    // With x + 4y + 2z = 1 the number x is odd, whatever y is.
    let mut world = World::new();
    let [x, y, z] = [LraVar::new(0), LraVar::new(1), LraVar::new(2)];
    let sum = world.row(&[(1.into(), x), (4.into(), y), (2.into(), z)]);
    fix(&mut world, sum, 1);
    fix(&mut world, y, 1);
    assert!(world.assert(x, Side::Lower, 4.into()));
    assert_eq!(world.simplex.check(&Budget::unlimited()), Ok(()));
    assert_eq!(world.simplex.value(x), &Rational::from(4).into());
    let system = Equalities::solve(&world.simplex, &world.integer, &Budget::unlimited()).unwrap();
    let mut found = Vec::new();
    system.tighten(&world.simplex, x, &mut found);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].side, &found[0].value), (Side::Lower, &5.into()));
    assert_eq!(found[0].reason, [Tag(0), Tag(1), Tag(4)]);
}

#[test]
fn bounds_of_reals_that_equations_tie_to_integers_are_tightened() {
    // With x + k = 1/2 for a real x, -2x - m is an integer.
    let mut world = World::new();
    let [x, k, m] = [LraVar::new(0), LraVar::new(1), LraVar::new(2)];
    let tie = world.row(&[(1.into(), x), (1.into(), k)]);
    let sum = world.row(&[((-2).into(), x), ((-1).into(), m)]);
    [x, tie, sum].iter().for_each(|real| world.integer[real.index()] = false);
    let half = Rational::fraction(1, 2);
    [Side::Lower, Side::Upper].iter().for_each(|&side| assert!(world.assert(tie, side, half.clone())));
    assert!(world.assert(sum, Side::Lower, half.clone()));
    assert_eq!(world.simplex.check(&Budget::unlimited()), Ok(()));
    assert_eq!(world.simplex.value(sum), &half.into());
    let system = Equalities::solve(&world.simplex, &world.integer, &Budget::unlimited()).unwrap();
    let mut found = Vec::new();
    system.tighten(&world.simplex, sum, &mut found);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].side, &found[0].value), (Side::Lower, &1.into()));
    assert_eq!(found[0].reason, [Tag(0), Tag(1), Tag(2)]);
}

#[test]
fn cuts_take_no_reason_from_integer_multiples_of_fixed_variables() {
    // x / 2 + 3y is no integer at x = 1, whatever y is.
    let mut world = World::new();
    let [x, y] = [LraVar::new(0), LraVar::new(1)];
    fix(&mut world, y, 2);
    assert!(world.assert(x, Side::Lower, 1.into()));
    let row = [(Rational::fraction(1, 2), x), (3.into(), y)];
    let found = cut(&world.simplex, &world.integer, &row, Rounding::Mixed, 8).unwrap();
    assert_eq!((&found.products[..], found.bound), (&[(Rational::ONE, x)][..], 2.into()));
    assert_eq!(found.reason, [Tag(2)]);
}

#[test]
fn a_projection_keeps_the_divisibility_that_a_coefficient_needs() {
    let (x, y) = (0, 1);
    let sum = |products: &[(i64, u32)], constant: i64| Sum {
        products: products.iter().map(|&(c, v)| (c.into(), v)).collect(),
        constant: constant.into(),
    };
    let projected = |linear: Vec<Constraint>, values: [i64; 2]| {
        let constraints = IntConstraints { linear, divisible: Vec::new() };
        project(constraints, &[x], &|v| values[v as usize].into())
    };
    let left = |sum| IntConstraints {
        linear: Vec::new(),
        divisible: vec![Divisibility { modulus: 2i64.into(), sum }],
    };

    // 2x = y: there is an x for even y.
    let equation = Constraint { sum: sum(&[(2, x), (-1, y)], 0), relation: Relation::Zero };
    assert_eq!(projected(vec![equation], [2, 4]), left(sum(&[(1, y)], 0)));

    // 2x is y or y + 1. With x = 2 and y = 3 it is the latter, which is possible for odd y.
    let lower = Constraint { sum: sum(&[(-2, x), (1, y)], 0), relation: Relation::AtMost };
    let upper = Constraint { sum: sum(&[(2, x), (-1, y)], -1), relation: Relation::AtMost };
    assert_eq!(projected(vec![lower, upper], [2, 3]), left(sum(&[(1, y)], 1)));
}
