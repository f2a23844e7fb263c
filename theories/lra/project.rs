//! Model-based projection for linear real arithmetic.
//!
//! From a conjunction of constraints and a model of it: a conjunction without some of the variables. The model still
//! satisfies it, and it implies the projection, the existentially quantified conjunction. Over all models there are
//! finitely many results (Komuravelli, Gurfinkel, Chaki, CAV 2014, section 4; Loos and Weispfenning, 1993).
//!
//! A variable is eliminated by an equality if there is one. Otherwise its bounds are compared under the model: the
//! greatest lower bound (or the least upper one, if there are fewer of those) is put in its place, or a value
//! infinitesimally beyond if the bound is strict. If one side has few bounds, all pairs of lower and upper ones are
//! kept instead (Fourier and Motzkin), which is the projection itself.

use crate::theories::num::Rational;
use std::cmp::Ordering;

/// A sum of products with variables, and a constant. Variables are the caller's numbers; each occurs once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// Coefficients, none of them 0, and variables, ascending.
    pub products: Vec<(Rational, u32)>,
    /// The constant summand.
    pub constant: Rational,
}

impl Sum {
    /// The coefficient of a variable, 0 if it does not occur.
    pub fn coefficient(&self, var: u32) -> Rational {
        match self.products.binary_search_by_key(&var, |p| p.1) {
            Ok(i) => self.products[i].0.clone(),
            Err(_) => Rational::ZERO,
        }
    }

    /// Whether the variable occurs.
    pub fn mentions(&self, var: u32) -> bool {
        self.products.binary_search_by_key(&var, |p| p.1).is_ok()
    }

    /// Adds a multiple of another sum.
    pub fn add_multiple(&mut self, factor: &Rational, other: &Sum) {
        let mut merged = Vec::with_capacity(self.products.len() + other.products.len());
        let (mut a, mut b) =
            (std::mem::take(&mut self.products).into_iter().peekable(), other.products.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => x.1.cmp(&y.1),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let mut product = (Rational::ZERO, 0);
            if order != Ordering::Greater {
                product = a.next().unwrap_or(product);
            }
            if order != Ordering::Less {
                if let Some((c, v)) = b.next() {
                    product.0.add_product(factor, c);
                    product.1 = *v;
                }
            }
            if !product.0.is_zero() {
                merged.push(product);
            }
        }
        self.products = merged;
        self.constant.add_product(factor, &other.constant);
    }

    /// The sum times a factor, which is not 0.
    pub fn scaled(&self, factor: &Rational) -> Sum {
        let mut sum = Sum::default();
        sum.add_multiple(factor, self);
        sum
    }

    /// The sum without the product with a variable.
    pub fn without(&self, var: u32) -> Sum {
        let mut rest = self.clone();
        rest.products.retain(|p| p.1 != var);
        rest
    }

    /// The value under a model.
    pub fn value(&self, model: &dyn Fn(u32) -> Rational) -> Rational {
        let mut value = self.constant.clone();
        for (c, v) in &self.products {
            value.add_product(c, &model(*v));
        }
        value
    }
}

/// The relation of a sum to 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The sum is 0.
    Zero,
    /// The sum is at most 0.
    AtMost,
    /// The sum is less than 0.
    Less,
}

/// A constraint on a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The sum.
    pub sum: Sum,
    /// The relation of the sum to 0.
    pub relation: Relation,
}

impl Constraint {
    /// Whether it holds under a model.
    pub fn holds(&self, model: &dyn Fn(u32) -> Rational) -> bool {
        let value = self.sum.value(model);
        match self.relation {
            Relation::Zero => value.is_zero(),
            Relation::AtMost => !value.is_positive(),
            Relation::Less => value.is_negative(),
        }
    }
}

/// If one side has at most this many bounds, all pairs are kept.
const FEW: usize = 2;

/// A bound on the variable that is being eliminated: the variable's distance from it, as a sum without the variable.
struct Bound {
    /// The bound itself.
    at: Sum,
    strict: bool,
    value: Rational,
}

/// A conjunction without the variables; the model satisfies it, and it implies the projection.
///
/// Time quadratic in the number of constraints for each variable.
///
/// # Panics
///
/// If a constraint does not hold under the model.
pub fn project(
    constraints: Vec<Constraint>,
    variables: &[u32],
    model: &dyn Fn(u32) -> Rational,
) -> Vec<Constraint> {
    without(constraints, variables, model, |lower, upper| lower.min(upper) <= FEW)
}

/// A conjunction without the variables, like that of [`project`], but all pairs of bounds are kept as long as there are
/// at most `most` of them for a variable. If there never are more, the result is the projection itself.
///
/// # Panics
///
/// As [`project`].
pub fn project_by_pairs(
    constraints: Vec<Constraint>,
    variables: &[u32],
    model: &dyn Fn(u32) -> Rational,
    most: usize,
) -> Vec<Constraint> {
    without(constraints, variables, model, |lower, upper| lower.min(upper) <= FEW || lower * upper <= most)
}

fn without(
    constraints: Vec<Constraint>,
    variables: &[u32],
    model: &dyn Fn(u32) -> Rational,
    keeps_pairs: impl Fn(usize, usize) -> bool,
) -> Vec<Constraint> {
    assert!(constraints.iter().all(|c| c.holds(model)), "the model does not satisfy the constraints");
    let result = variables.iter().fold(constraints, |rest, &x| eliminate(rest, x, model, &keeps_pairs));
    debug_assert!(result.iter().all(|c| c.holds(model)));
    result
}

fn eliminate(
    constraints: Vec<Constraint>,
    x: u32,
    model: &dyn Fn(u32) -> Rational,
    keeps_pairs: &dyn Fn(usize, usize) -> bool,
) -> Vec<Constraint> {
    let (mut with, mut rest): (Vec<_>, Vec<_>) = constraints.into_iter().partition(|c| c.sum.mentions(x));
    if let Some(i) = with.iter().position(|c| c.relation == Relation::Zero) {
        let equality = with.swap_remove(i).sum;
        let own = equality.coefficient(x).recip();
        for mut c in with {
            let factor = -(c.sum.coefficient(x) * &own);
            c.sum.add_multiple(&factor, &equality);
            rest.push(c);
        }
        return trimmed(rest);
    }
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for c in with {
        let coefficient = c.sum.coefficient(x);
        let at = c.sum.without(x).scaled(&-coefficient.recip());
        let bound = Bound { value: at.value(model), at, strict: c.relation == Relation::Less };
        if coefficient.is_negative() {
            lower.push(bound);
        } else {
            upper.push(bound);
        }
    }
    if lower.is_empty() || upper.is_empty() {
        return rest;
    }
    if keeps_pairs(lower.len(), upper.len()) {
        for l in &lower {
            rest.extend(upper.iter().map(|u| ordered(&l.at, &u.at, l.strict || u.strict)));
        }
    } else if lower.len() <= upper.len() {
        // The greatest; of equal ones a strict one.
        let best = extreme(&lower, |a, b| a.value.cmp(&b.value));
        for (_, l) in lower.iter().enumerate().filter(|&(i, _)| i != best) {
            rest.push(ordered(&l.at, &lower[best].at, l.strict && !lower[best].strict));
        }
        rest.extend(upper.iter().map(|u| ordered(&lower[best].at, &u.at, lower[best].strict || u.strict)));
    } else {
        let best = extreme(&upper, |a, b| b.value.cmp(&a.value));
        for (_, u) in upper.iter().enumerate().filter(|&(i, _)| i != best) {
            rest.push(ordered(&upper[best].at, &u.at, u.strict && !upper[best].strict));
        }
        rest.extend(lower.iter().map(|l| ordered(&l.at, &upper[best].at, upper[best].strict || l.strict)));
    }
    trimmed(rest)
}

/// The place of the greatest bound in this order, a strict one if it can be.
fn extreme(bounds: &[Bound], order: impl Fn(&Bound, &Bound) -> Ordering) -> usize {
    let better = |&a: &usize, &b: &usize| {
        order(&bounds[a], &bounds[b]).then(bounds[a].strict.cmp(&bounds[b].strict)).then(b.cmp(&a))
    };
    (0..bounds.len()).max_by(better).unwrap_or(0)
}

/// `low <= high`, or `low < high`.
fn ordered(low: &Sum, high: &Sum, strict: bool) -> Constraint {
    let mut sum = low.clone();
    sum.add_multiple(&Rational::from(-1), high);
    Constraint { sum, relation: if strict { Relation::Less } else { Relation::AtMost } }
}

/// The constraints without those that always hold, and without repetitions.
fn trimmed(constraints: Vec<Constraint>) -> Vec<Constraint> {
    let mut kept: Vec<Constraint> = Vec::with_capacity(constraints.len());
    for c in constraints {
        if !c.sum.products.is_empty() && !kept.contains(&c) {
            kept.push(c);
        }
    }
    kept
}
