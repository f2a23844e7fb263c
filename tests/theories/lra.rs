//! The simplex under random sequences of operations.
//!
//! Small systems are judged by Fourier-Motzkin elimination; in systems of any size, every conflict and every
//! explanation is added up, and every model is evaluated, over the problem variables alone.

use crate::cases::try_random;
use crate::inequalities::{satisfiable, weighted_sum, Inequality, Sum};
use indubit::base::{Budget, Limit, Rng};
use indubit::theories::lra::{self, LraVar, ReasonId, RowMark, Side, Simplex, Stop, Tag};
use indubit::theories::num::{DeltaRational, Rational};
use std::sync::atomic::Ordering;

fn r(n: i64) -> Rational {
    Rational::from(n)
}

/// An asserted bound; its tag is its place.
struct Asserted {
    var: LraVar,
    side: Side,
    value: DeltaRational,
}

struct Kept {
    reason: ReasonId,
    /// The inequality that it must give.
    implied: Inequality,
    /// How many bounds had been asserted.
    asserted: usize,
}

struct Level {
    asserted: usize,
    kept: usize,
    mark: RowMark,
}

/// A simplex beside a plain record of the rows and bounds it was given.
struct World {
    rng: Rng,
    simplex: Simplex,
    problem_vars: usize,
    /// By variable of the simplex: its definition over the problem variables.
    sums: Vec<Sum>,
    asserted: Vec<Asserted>,
    kept: Vec<Kept>,
    levels: Vec<Level>,
    judge: bool,
}

impl World {
    fn new(seed: u64, problem_vars: usize, judge: bool) -> World {
        let mut simplex = Simplex::new();
        let mut sums = Vec::new();
        for i in 0..problem_vars {
            assert_eq!(simplex.new_var(), LraVar::new(i));
            sums.push((0..problem_vars).map(|j| r((i == j) as i64)).collect());
        }
        let (asserted, kept, levels) = Default::default();
        World { rng: Rng::new(seed), simplex, problem_vars, sums, asserted, kept, levels, judge }
    }

    fn number(&mut self) -> Rational {
        let denominator = if self.rng.one_in(4) { 1 + self.rng.below(3) as i64 } else { 1 };
        Rational::fraction(self.rng.below(9) as i64 - 4, denominator)
    }

    fn any_var(&mut self) -> LraVar {
        LraVar::new(self.rng.below(self.sums.len()))
    }

    fn new_row(&mut self) {
        let length = self.rng.below(4);
        let terms: Vec<(Rational, LraVar)> = (0..length).map(|_| (self.number(), self.any_var())).collect();
        let mut sum = vec![r(0); self.problem_vars];
        for (coefficient, var) in &terms {
            for (s, c) in sum.iter_mut().zip(&self.sums[var.index()]) {
                s.add_product(coefficient, c);
            }
        }
        let var = self.simplex.new_row(&terms);
        assert_eq!(var.index(), self.sums.len());
        assert_eq!(self.simplex.definition(var), Some(&terms[..]));
        self.sums.push(sum);
    }

    fn inequality(&self, tag: Tag) -> Inequality {
        let bound = &self.asserted[tag.0 as usize];
        Inequality::of_bound(&self.sums[bound.var.index()], bound.side, &bound.value)
    }

    fn check_conflict(&self, terms: &[(Tag, Rational)]) {
        let total =
            weighted_sum(self.problem_vars, terms.iter().map(|(t, c)| (*t, c)), |t| self.inequality(t));
        assert!(total.sum.iter().all(|c| c.is_zero()) && total.limit.sign() < 0, "no conflict: {:?}", total);
    }

    /// Whether the bound was consistent with the one on the other side.
    fn assert_bound(&mut self) -> bool {
        let var = self.any_var();
        let side = if self.rng.one_in(2) { Side::Lower } else { Side::Upper };
        let number = self.number() * r(2);
        let value = match (self.rng.one_in(3), side) {
            (false, _) => number.into(),
            (true, Side::Lower) => DeltaRational::above(number),
            (true, Side::Upper) => DeltaRational::below(number),
        };
        let tag = Tag(self.asserted.len() as u32);
        self.asserted.push(Asserted { var, side, value: value.clone() });
        let result = match side {
            Side::Lower => self.simplex.assert_lower(var, value, tag),
            Side::Upper => self.simplex.assert_upper(var, value, tag),
        };
        if let Err(conflict) = &result {
            self.check_conflict(&conflict.0);
            self.asserted.pop();
        }
        result.is_ok()
    }

    fn push(&mut self) {
        let mark = self.simplex.row_mark();
        self.levels.push(Level { asserted: self.asserted.len(), kept: self.kept.len(), mark });
        self.simplex.push();
    }

    fn pop(&mut self) {
        let n = 1 + self.rng.below(2.min(self.levels.len()));
        self.simplex.pop(n);
        for _ in 0..n {
            let level = self.levels.pop().unwrap();
            self.asserted.truncate(level.asserted);
            self.kept.truncate(level.kept);
            if self.rng.one_in(2) {
                self.simplex.pop_rows_to(level.mark);
                self.sums.truncate(self.simplex.var_count());
            }
        }
        assert_eq!(self.simplex.level(), self.levels.len());
    }

    fn check_model(&mut self) {
        let distinct: Vec<(LraVar, Rational)> = (0..5).map(|_| (self.any_var(), self.number())).collect();
        let separated = self.simplex.separate(&distinct);
        assert_eq!(self.simplex.check(&Budget::unlimited()), Ok(()));
        match (separated, self.simplex.model(&distinct)) {
            (Ok(()), Ok(values)) => assert!(distinct.iter().all(|(v, n)| values[v.index()] != *n)),
            (Ok(()), Err(i)) => panic!("{:?} was not separated", distinct[i]),
            (Err(i), _) => assert_eq!(*self.simplex.value(distinct[i].0), distinct[i].1.clone().into()),
        }
        let (var, forbidden) = (self.any_var(), self.number());
        let values = match self.simplex.model(&[(var, forbidden.clone())]) {
            Ok(values) => {
                assert_ne!(values[var.index()], forbidden);
                values
            }
            Err(place) => {
                assert_eq!(place, 0);
                assert_eq!(*self.simplex.value(var), forbidden.into());
                self.simplex.model(&[]).unwrap()
            }
        };
        for tag in 0..self.asserted.len() {
            assert!(self.inequality(Tag(tag as u32)).holds(&values[..self.problem_vars]));
        }
        for (sum, value) in self.sums.iter().zip(&values) {
            let expected: Rational = sum.iter().zip(&values).map(|(c, x)| c * x).sum();
            assert_eq!(*value, expected);
        }
    }

    fn propagate(&mut self) {
        let mut found = Vec::new();
        self.simplex.propagate(|implied| {
            found.push((implied.var, implied.side, implied.value.clone(), implied.reason));
            found.len() % 3 != 0
        });
        let asserted = self.asserted.len();
        for (i, (var, side, value, reason)) in found.into_iter().enumerate() {
            if (i + 1) % 3 != 0 {
                let implied = Inequality::of_bound(&self.sums[var.index()], side, &value);
                self.kept.push(Kept { reason, implied, asserted });
            }
        }
    }

    fn check_explanations(&self) {
        for kept in &self.kept {
            let terms: Vec<(Tag, &Rational)> = self.simplex.explain(kept.reason).collect();
            assert!(terms.iter().all(|(tag, _)| (tag.0 as usize) < kept.asserted), "a later bound explains");
            let total = weighted_sum(self.problem_vars, terms, |t| self.inequality(t));
            assert_eq!(total, kept.implied);
        }
    }

    /// Rows must follow from the definitions, without fractions too.
    fn check_rows(&self) {
        for var in (0..self.sums.len()).map(LraVar::new).filter(|&v| self.simplex.is_basic(v)) {
            let denominator = self.simplex.denominator(var);
            let mut sum = vec![r(0); self.problem_vars];
            let mut common = denominator.clone();
            for ((coefficient, x), (integer, y)) in self.simplex.row(var).zip(self.simplex.integer_row(var)) {
                assert!(x == y && !self.simplex.is_basic(x));
                assert_eq!(Rational::new(integer.clone(), denominator.clone()), coefficient);
                common = common.gcd(integer);
                for (s, c) in sum.iter_mut().zip(&self.sums[x.index()]) {
                    s.add_product(&coefficient, c);
                }
            }
            assert_eq!(sum, self.sums[var.index()]);
            assert!(denominator.is_positive() && common.is_one());
        }
    }

    /// Makes a few pivots one by one.
    fn watch(&mut self, most: usize) {
        for _ in 0..most {
            match self.simplex.pivot() {
                Ok(Some(lra::Pivot { leaving, violated, entering })) => {
                    assert!(self.simplex.is_basic(entering) && !self.simplex.is_basic(leaving));
                    let bound = self.simplex.bound(leaving, violated).expect("only a bound is violated");
                    assert_eq!(*self.simplex.value(leaving), bound.value);
                    self.check_rows();
                }
                Ok(None) => return assert_eq!(self.simplex.check(&Budget::unlimited()), Ok(())),
                Err(conflict) => return self.check_conflict(&conflict.0),
            }
        }
    }

    /// Whether the bounds are consistent.
    fn check(&mut self) -> bool {
        if self.rng.one_in(3) {
            self.watch(3);
        }
        let result = self.simplex.check(&Budget::unlimited());
        self.check_rows();
        match &result {
            Ok(()) => {
                self.check_model();
                self.check_explanations();
                self.propagate();
            }
            Err(Stop::Conflict(conflict)) => self.check_conflict(&conflict.0),
            Err(Stop::Limit(limit)) => panic!("{}", limit),
        }
        self.check_explanations();
        if self.judge {
            let all: Vec<Inequality> =
                (0..self.asserted.len()).map(|tag| self.inequality(Tag(tag as u32))).collect();
            assert_eq!(result.is_ok(), satisfiable(&all, self.problem_vars));
        }
        result.is_ok()
    }

    /// Random operations inside a level that is opened anew when a conflict or chance undoes it.
    fn run(&mut self, steps: usize, most_bounds: usize) {
        for _ in 0..steps {
            if self.levels.is_empty() {
                self.push();
            }
            let consistent = match self.rng.below(10) {
                0 | 1 if self.sums.len() < 4 * self.problem_vars => {
                    self.new_row();
                    true
                }
                0..=5 if self.asserted.len() < most_bounds => self.assert_bound(),
                6 => {
                    self.push();
                    true
                }
                7 => {
                    self.pop();
                    true
                }
                _ => self.check(),
            };
            if !consistent {
                self.pop();
            }
        }
        self.check();
    }
}

#[test]
fn small_systems() {
    try_random(100, |seed: u64| {
        for vars in 1..5 {
            World::new(seed, vars, true).run(100, if vars == 4 { 8 } else { 11 });
        }
    });
}

#[test]
fn larger_systems() {
    try_random(100, |seed: u64| {
        World::new(seed, 12, false).run(300, 60);
    });
}

#[test]
fn strict_bounds_of_a_triangle() {
    // x > 0, y > 0, x + y < 1 has solutions; with x + y >= 1 instead of the last it has none below x, y <= 1/2.
    let mut simplex = Simplex::new();
    let (x, y) = (simplex.new_var(), simplex.new_var());
    let sum = simplex.new_row(&[(r(1), x), (r(1), y)]);
    let budget = Budget::unlimited();
    simplex.assert_lower(x, DeltaRational::above(r(0)), Tag(0)).unwrap();
    simplex.assert_lower(y, DeltaRational::above(r(0)), Tag(1)).unwrap();
    simplex.push();
    simplex.assert_upper(sum, DeltaRational::below(r(1)), Tag(2)).unwrap();
    simplex.check(&budget).unwrap();
    let model = simplex.model(&[(x, Rational::fraction(1, 2))]).unwrap();
    assert!(
        model[0].is_positive() && model[1].is_positive() && model[2] < r(1) && model[0] != model[1].recip()
    );
    simplex.pop(1);
    simplex.assert_upper(x, DeltaRational::below(Rational::fraction(1, 2)), Tag(3)).unwrap();
    simplex.assert_upper(y, Rational::fraction(1, 2).into(), Tag(4)).unwrap();
    simplex.assert_lower(sum, r(1).into(), Tag(5)).unwrap();
    match simplex.check(&budget) {
        Err(Stop::Conflict(conflict)) => {
            let mut terms = conflict.0;
            terms.sort_by_key(|t| t.0);
            assert_eq!(terms, [(Tag(3), r(1)), (Tag(4), r(1)), (Tag(5), r(1))]);
        }
        other => panic!("{:?}", other),
    }
}

#[test]
fn values_are_left_where_there_is_room() {
    let mut simplex = Simplex::new();
    let (x, y) = (simplex.new_var(), simplex.new_var());
    let sum = simplex.new_row(&[(r(1), x), (r(1), y)]);
    for (tag, &var) in [x, y].iter().enumerate() {
        simplex.assert_lower(var, r(0).into(), Tag(tag as u32)).unwrap();
    }
    simplex.assert_upper(sum, DeltaRational::below(r(1)), Tag(2)).unwrap();
    simplex.check(&Budget::unlimited()).unwrap();
    let distinct =
        [(x, r(0)), (y, r(0)), (sum, r(0)), (sum, Rational::fraction(1, 2)), (y, Rational::fraction(1, 3))];
    assert_eq!(simplex.model(&distinct), Err(0));
    assert_eq!(simplex.separate(&distinct), Ok(()));
    let values = simplex.model(&distinct).unwrap();
    assert!(values[0].is_positive() && values[1].is_positive() && values[2] < r(1));
    // x + y <= 0 leaves the corner alone.
    simplex.push();
    simplex.assert_upper(sum, r(0).into(), Tag(3)).unwrap();
    simplex.check(&Budget::unlimited()).unwrap();
    assert_eq!(simplex.separate(&distinct), Err(0));
}

#[test]
fn implied_bounds_and_their_old_reasons() {
    let mut simplex = Simplex::new();
    let vars: Vec<LraVar> = (0..3).map(|_| simplex.new_var()).collect();
    let sum = simplex.new_row(&[(r(1), vars[0]), (r(2), vars[1]), (r(-1), vars[2])]);
    simplex.push();
    simplex.assert_upper(vars[0], r(3).into(), Tag(0)).unwrap();
    simplex.assert_upper(vars[1], DeltaRational::below(r(4)), Tag(1)).unwrap();
    simplex.assert_lower(vars[2], r(5).into(), Tag(2)).unwrap();
    simplex.check(&Budget::unlimited()).unwrap();
    let mut kept = Vec::new();
    simplex.propagate(|implied| {
        kept.push((implied.var, implied.side, implied.value.clone(), implied.reason));
        true
    });
    assert_eq!(kept.len(), 1);
    let (var, side, value, reason) = kept.remove(0);
    assert_eq!((var, side, value), (sum, Side::Upper, DeltaRational::new(r(6), r(-2))));
    // Stronger bounds and another basis do not change the explanation.
    simplex.push();
    simplex.assert_upper(vars[0], r(1).into(), Tag(3)).unwrap();
    simplex.assert_lower(sum, r(1).into(), Tag(4)).unwrap();
    simplex.check(&Budget::unlimited()).unwrap();
    assert!(!simplex.is_basic(sum));
    let mut terms: Vec<(Tag, Rational)> = simplex.explain(reason).map(|(t, c)| (t, c.clone())).collect();
    terms.sort_by_key(|t| t.0);
    assert_eq!(terms, [(Tag(0), r(1)), (Tag(1), r(2)), (Tag(2), r(1))]);
    // Nothing is reported twice, and nothing of variables that are not observed.
    simplex.propagate(|_| true);
    simplex.propagate(|_| panic!("nothing has changed"));
    simplex.pop(1);
    for &v in &vars {
        simplex.observe(v, false);
    }
    simplex.push();
    simplex.assert_lower(sum, r(0).into(), Tag(5)).unwrap();
    simplex.check(&Budget::unlimited()).unwrap();
    simplex.propagate(|implied| implied.var != sum && panic!("not observed"));
}

#[test]
fn rows_go_and_their_names_return() {
    let mut simplex = Simplex::new();
    let x = simplex.new_var();
    let y = simplex.new_var();
    let first = simplex.new_row(&[(r(1), x), (r(1), y)]);
    for round in 0..10 {
        let mark = simplex.row_mark();
        simplex.push();
        let z = simplex.new_var();
        let second = simplex.new_row(&[(r(1), first), (r(-3), z), (r(1), x), (r(-1), x)]);
        let third = simplex.new_row(&[(r(1), second), (r(1), y)]);
        simplex.assert_lower(third, r(round).into(), Tag(0)).unwrap();
        simplex.assert_upper(second, r(-round).into(), Tag(1)).unwrap();
        simplex.assert_lower(first, r(7).into(), Tag(2)).unwrap();
        simplex.check(&Budget::unlimited()).unwrap();
        simplex.pop(1);
        simplex.pop_rows_to(mark);
        assert_eq!(simplex.var_count(), 3);
        let row: Vec<(Rational, LraVar)> = (0..3)
            .map(LraVar::new)
            .filter(|&v| simplex.is_basic(v))
            .flat_map(|v| simplex.row(v).collect::<Vec<_>>())
            .collect();
        assert_eq!(row.len(), 2, "{:?}", row);
    }
}

#[test]
fn a_limit_interrupts_and_the_work_goes_on() {
    let vars = 60;
    let mut rng = Rng::new(5);
    let mut simplex = Simplex::new();
    let x: Vec<LraVar> = (0..vars).map(|_| simplex.new_var()).collect();
    // All sums are at least 1 at the solution (1, ..., 1), which makes the system satisfiable.
    for tag in 0..vars as u32 {
        let sum: Vec<(Rational, LraVar)> = x.iter().map(|&v| (r(rng.below(7) as i64 - 3), v)).collect();
        let at_ones: Rational = sum.iter().map(|(c, _)| c.clone()).sum();
        let row = simplex.new_row(&sum);
        simplex.assert_lower(row, at_ones.into(), Tag(tag)).unwrap();
    }
    let budget = Budget::unlimited();
    budget.canceller().store(true, Ordering::Relaxed);
    assert_eq!(simplex.check(&budget), Err(Stop::Limit(Limit::Cancelled)));
    let budget = Budget::unlimited().with_memory(10_000);
    assert_eq!(simplex.check(&budget), Err(Stop::Limit(Limit::Memory)));
    assert_eq!(simplex.check(&Budget::unlimited()), Ok(()));
    assert!(simplex.pivots() > 0);
}

/// Their work was not booked, so on one thread an engine that asks many short questions had all of the time.
#[test]
fn short_checks_book_their_work() {
    let budget = Budget::unlimited();
    let mut simplex = network(40, 20, 1);
    let mut booked = Vec::new();
    for capacity in (1..100).cycle().take(2_000) {
        simplex.push();
        for v in 0..40 {
            simplex.assert_upper(LraVar::new(v), r(capacity).into(), Tag(1)).unwrap();
        }
        let _ = simplex.check(&budget);
        simplex.pop(1);
        booked.push(budget.work_used());
    }
    assert!(booked[999] > 0 && booked[1_999] > booked[999], "{} {}", booked[999], booked[1_999]);
}

/// Flows through a network: each variable is between 0 and 1000 and in two or three balances, all of which some point
/// satisfies.
fn network(vars: usize, balances: usize, seed: u64) -> Simplex {
    let mut rng = Rng::new(seed);
    let mut simplex = Simplex::new();
    let x: Vec<LraVar> = (0..vars).map(|_| simplex.new_var()).collect();
    let mut sums = vec![(Vec::new(), r(0)); balances];
    for &v in &x {
        simplex.assert_lower(v, r(0).into(), Tag(0)).unwrap();
        simplex.assert_upper(v, r(1000).into(), Tag(0)).unwrap();
        let flow = if rng.one_in(3) { rng.below(10) as i64 } else { 0 };
        for k in 0..2 + rng.below(2) {
            let amount = 1 + rng.one_in(8) as i64;
            let coefficient = if k % 2 == 0 { amount } else { -amount };
            // Some balances are long.
            let candidates = if rng.one_in(10) { 8 } else { balances };
            let (sum, at_point) = &mut sums[rng.below(candidates)];
            sum.push((r(coefficient), v));
            *at_point += r(coefficient * flow);
        }
    }
    for (sum, at_point) in sums {
        let row = simplex.new_row(&sum);
        simplex.assert_lower(row, at_point.clone().into(), Tag(0)).unwrap();
        simplex.assert_upper(row, at_point.into(), Tag(0)).unwrap();
    }
    simplex
}

#[test]
fn long_checks_take_no_more_pivots_than_there_are_variables() {
    let mut simplex = network(300, 150, 1);
    for capacity in [1000, 100, 20, 5, 1].iter().cycle().take(20) {
        simplex.push();
        for v in 0..300 {
            simplex.assert_upper(LraVar::new(v), r(*capacity).into(), Tag(1)).unwrap();
        }
        match simplex.check(&Budget::unlimited()) {
            Ok(()) => assert!(*capacity > 1),
            Err(Stop::Conflict(_)) => assert!(*capacity < 10),
            Err(Stop::Limit(limit)) => panic!("{}", limit),
        }
        simplex.pop(1);
        assert_eq!(simplex.check(&Budget::unlimited()), Ok(()));
    }
    // On average over 40 checks.
    assert!(simplex.pivots() < 40 * simplex.var_count() as u64, "{} pivots", simplex.pivots());
}

#[test]
#[should_panic(expected = "variable 4294967296 is beyond the limit")]
fn a_variable_has_a_number_that_fits() {
    LraVar::new(1 << 32);
}

#[test]
#[should_panic(expected = "the model does not satisfy the constraints")]
fn a_projection_wants_a_model_of_its_constraints() {
    let one = lra::Sum { products: Vec::new(), constant: r(1) };
    lra::project(vec![lra::Constraint { sum: one, relation: lra::Relation::AtMost }], &[], &|_| r(0));
}

#[test]
fn a_projection_is_strict_where_one_bound_of_a_pair_is() {
    let (x, y, z) = (0, 1, 2);
    let constraint = |products: &[(i64, u32)], relation| lra::Constraint {
        sum: lra::Sum { products: products.iter().map(|&(c, v)| (r(c), v)).collect(), constant: r(0) },
        relation,
    };
    let (weak, strict) = (lra::Relation::AtMost, lra::Relation::Less);
    for (lower, upper, expected) in
        [(weak, weak, weak), (weak, strict, strict), (strict, weak, strict), (strict, strict, strict)]
    {
        // y below x, and x below z.
        let pair = vec![constraint(&[(-1, x), (1, y)], lower), constraint(&[(1, x), (-1, z)], upper)];
        let left = lra::project(pair, &[x], &|var| r([2, 1, 3][var as usize]));
        assert_eq!(left, [constraint(&[(1, y), (-1, z)], expected)]);
    }
}
