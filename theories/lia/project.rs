//! Model-based projection for linear integer arithmetic with divisibility.
//!
//! As for the reals ([`crate::theories::lra`]): given constraints and a model of them, variables are eliminated so
//! that the model satisfies the remaining constraints, and these imply the projection. Over the integers a variable
//! that is bounded by `s <= a·x` need not meet the bound, but it meets `s + z = a·x` for one of finitely many `z`.
//! For it can go down in steps of the moduli of its divisibility constraints until it would pass the greatest lower
//! bound (Cooper, Machine Intelligence 7, 1972; the model picks the disjunct). The price is a new divisibility
//! constraint, `a` divides `s + z`; there is none if the coefficient is 1.

use crate::theories::lra::{Constraint, Relation, Sum};
use crate::theories::num::{Integer, Rational};

/// `modulus` divides the sum, all of whose coefficients are integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divisibility {
    /// At least 2.
    pub modulus: Integer,
    /// The sum that it divides.
    pub sum: Sum,
}

/// A conjunction over integer variables. Coefficients and constants are integers, and no relation is strict.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IntConstraints {
    /// Equalities and inequalities.
    pub linear: Vec<Constraint>,
    /// Divisibility.
    pub divisible: Vec<Divisibility>,
}

impl IntConstraints {
    /// Whether all constraints hold under a model.
    pub fn hold(&self, model: &dyn Fn(u32) -> Rational) -> bool {
        let divides = |d: &Divisibility| (d.sum.value(model) / Rational::from(&d.modulus)).is_integer();
        self.linear.iter().all(|c| c.holds(model)) && self.divisible.iter().all(divides)
    }

    /// Adds a linear constraint, in lowest terms, unless it holds of itself.
    pub fn add_linear(&mut self, mut c: Constraint) {
        let gcd = content(&c.sum);
        if gcd.is_zero() {
            return;
        }
        c.sum.products.iter_mut().for_each(|p| p.0 = &p.0 / &Rational::from(&gcd));
        c.sum.constant = &c.sum.constant / &Rational::from(&gcd);
        if c.relation == Relation::AtMost {
            // p + k <= 0 with an integer p.
            c.sum.constant = Rational::from(c.sum.constant.ceil());
        }
        if !self.linear.contains(&c) {
            self.linear.push(c);
        }
    }

    /// Adds a divisibility constraint with coefficients reduced to the modulus, unless it holds of itself.
    pub fn add_divisible(&mut self, mut d: Divisibility) {
        d.modulus = d.modulus.abs();
        let modulus = Rational::from(&d.modulus);
        let reduce = |c: &Rational| c - &(&modulus * &Rational::from((c / &modulus).floor()));
        let reduce_all = |sum: &mut Sum| {
            sum.products.iter_mut().for_each(|p| p.0 = reduce(&p.0));
            sum.products.retain(|p| !p.0.is_zero());
            sum.constant = reduce(&sum.constant);
        };
        reduce_all(&mut d.sum);
        // A unit modulo the modulus does not matter: the first coefficient becomes 1 if it is one.
        let unit = d.sum.products.first().and_then(|p| inverse(&p.0.numerator(), &d.modulus));
        if let Some(inverse) = unit {
            d.sum = d.sum.scaled(&Rational::from(inverse));
            reduce_all(&mut d.sum);
        }
        if !d.modulus.is_one() && !d.sum.products.is_empty() && !self.divisible.contains(&d) {
            self.divisible.push(d);
        }
    }
}

/// The inverse of a number modulo another, if there is one (Euclid's algorithm).
fn inverse(number: &Integer, modulus: &Integer) -> Option<Integer> {
    let (mut old, mut new) = ((number.clone(), Integer::ONE), (modulus.clone(), Integer::ZERO));
    while !new.0.is_zero() {
        let quotient = old.0.div_floor(&new.0);
        let next = (&old.0 - &(&quotient * &new.0), &old.1 - &(&quotient * &new.1));
        old = std::mem::replace(&mut new, next);
    }
    if old.0.is_one() {
        Some(old.1.mod_floor(modulus))
    } else {
        None
    }
}

/// The greatest common divisor of the coefficients of variables; 0 if there are none.
fn content(sum: &Sum) -> Integer {
    sum.products.iter().fold(Integer::from(0i64), |gcd, (c, _)| gcd.gcd(&c.numerator()))
}

/// A conjunction without the variables; the model satisfies it, and it implies the projection.
///
/// The model gives integers to all variables.
///
/// # Panics
///
/// If a constraint does not hold under the model.
pub fn project(
    constraints: IntConstraints,
    variables: &[u32],
    model: &dyn Fn(u32) -> Rational,
) -> IntConstraints {
    assert!(constraints.hold(model), "the model does not satisfy the constraints");
    let result = variables.iter().fold(constraints, |rest, &x| eliminate(rest, x, model));
    debug_assert!(result.hold(model));
    result
}

fn eliminate(constraints: IntConstraints, x: u32, model: &dyn Fn(u32) -> Rational) -> IntConstraints {
    let own = |c: &&Constraint| c.sum.mentions(x);
    let equality = constraints
        .linear
        .iter()
        .filter(own)
        .filter(|c| c.relation == Relation::Zero)
        .min_by_key(|c| c.sum.coefficient(x).abs());
    if let Some(c) = equality {
        // a·x + t = 0, that is a·x = -t.
        let a = c.sum.coefficient(x);
        let target = c.sum.without(x).scaled(&Rational::from(-1));
        return replace(&constraints, x, &a, &target);
    }
    let period =
        constraints.divisible.iter().filter(|d| d.sum.mentions(x)).fold(Integer::from(1i64), |lcm, d| {
            let c = d.sum.coefficient(x).numerator();
            lcm.lcm(&d.modulus.div_exact(&d.modulus.gcd(&c)))
        });
    let lower = tightest(&constraints, x, true, model);
    let upper = tightest(&constraints, x, false, model);
    let bounds = |is_lower: bool| {
        constraints
            .linear
            .iter()
            .filter(own)
            .filter(|c| c.sum.coefficient(x).is_negative() == is_lower)
            .count()
    };
    let chosen = match (lower, upper) {
        (Some(l), Some(u)) => Some(if bounds(true) <= bounds(false) { l } else { u }),
        // Unbounded on one side: the variable may go there without end, in steps of the period.
        _ => None,
    };
    match chosen {
        None => {
            let mut left = IntConstraints::default();
            let value = model(x);
            constraints.linear.into_iter().filter(|c| !c.sum.mentions(x)).for_each(|c| left.add_linear(c));
            for mut d in constraints.divisible {
                let c = d.sum.coefficient(x);
                d.sum = d.sum.without(x);
                d.sum.constant.add_product(&c, &value);
                left.add_divisible(d);
            }
            left
        }
        // The bound is a·x + t <= 0. Going from the model's value towards it in steps of the period ends at most
        // |a|·period - 1 away: a·x + t + z = 0.
        Some(c) => {
            let a = c.sum.coefficient(x);
            let distance = -c.sum.value(model);
            let step = Rational::from(&period) * a.abs();
            let z = &distance - &(&step * &Rational::from((&distance / &step).floor()));
            let mut target = c.sum.without(x).scaled(&Rational::from(-1));
            target.constant -= &z;
            replace(&constraints, x, &a, &target)
        }
    }
}

/// The bound on a side that is nearest to the variable's value, as its constraint.
fn tightest<'a>(
    constraints: &'a IntConstraints,
    x: u32,
    lower: bool,
    model: &dyn Fn(u32) -> Rational,
) -> Option<&'a Constraint> {
    let on_side = |c: &&Constraint| {
        let a = c.sum.coefficient(x);
        if lower {
            a.is_negative()
        } else {
            a.is_positive()
        }
    };
    // The distance in x; of equal ones that with the smallest coefficient makes the smallest modulus.
    let key = |c: &&Constraint| {
        let a = c.sum.coefficient(x).abs();
        (-(c.sum.value(model) / &a), a)
    };
    constraints.linear.iter().filter(on_side).min_by_key(key)
}

/// Puts `a·x = target` in the place of x everywhere, and says that `a` divides the target.
fn replace(constraints: &IntConstraints, x: u32, a: &Rational, target: &Sum) -> IntConstraints {
    let (scale, sign) = (a.abs(), if a.is_negative() { Rational::from(-1) } else { Rational::ONE });
    // |a|·x = sign·target.
    let put = |sum: &Sum| {
        let c = sum.coefficient(x);
        if c.is_zero() {
            return None;
        }
        let mut new = sum.without(x).scaled(&scale);
        new.add_multiple(&(c * &sign), target);
        Some(new)
    };
    let mut left = IntConstraints::default();
    for c in &constraints.linear {
        let sum = put(&c.sum).unwrap_or_else(|| c.sum.clone());
        left.add_linear(Constraint { sum, relation: c.relation });
    }
    for d in &constraints.divisible {
        left.add_divisible(match put(&d.sum) {
            Some(sum) => Divisibility { modulus: &d.modulus * &scale.numerator(), sum },
            None => d.clone(),
        });
    }
    left.add_divisible(Divisibility { modulus: scale.numerator(), sum: target.clone() });
    left
}
