//! Clauses about sums, by the rule `la_generic`: the negated literals, multiplied by weights, add up to a
//! contradiction. The sum is made here as the rule makes it, so a clause that the rule would refuse becomes no step.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind, Literal, Pool};
use crate::theories::num::{Integer, Rational};
use std::collections::BTreeMap;

/// A sum: coefficients by summand, and a constant.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Sum {
    pub parts: BTreeMap<Expr, Rational>,
    pub constant: Rational,
}

impl Sum {
    fn add(&mut self, factor: &Rational, other: &Sum) {
        for (&e, coefficient) in &other.parts {
            self.insert(e, coefficient * factor);
        }
        self.constant += &(&other.constant * factor);
    }

    fn insert(&mut self, e: Expr, coefficient: Rational) {
        let sum = self.parts.entry(e).or_insert(Rational::ZERO);
        *sum += &coefficient;
        if sum.is_zero() {
            self.parts.remove(&e);
        }
    }

    fn scaled(&self, factor: &Rational) -> Sum {
        let mut scaled = Sum::default();
        scaled.add(factor, self);
        scaled
    }

    /// Makes `sum > constant` or `sum >= constant` as strong as `la_generic` makes it, and not strict.
    fn strengthen(&mut self, is_strict: bool, weight: &Rational) {
        let is_integer = (&self.constant * weight).is_integer();
        if is_integer && !is_strict {
            return;
        }
        self.constant = self.constant.floor().into();
        let step = if is_integer { self.common_divisor() } else { Integer::from(1i64) };
        self.constant += &step.into();
    }

    /// The greatest number that divides all coefficients, if they and the constant are integers; else 1.
    fn common_divisor(&self) -> Integer {
        let one = Integer::from(1i64);
        if self.parts.is_empty() || self.parts.values().chain([&self.constant]).any(|c| !c.is_integer()) {
            return one;
        }
        let numerators = self.parts.values().map(Rational::numerator);
        numerators.fold(Integer::from(0i64), |divisor, numerator| divisor.gcd(&numerator))
    }
}

impl Pool {
    /// A number as a sum.
    pub fn sum(&self, e: Expr) -> Sum {
        let mut sum = Sum::default();
        let mut open = vec![(e, Rational::from(1))];
        while let Some((e, factor)) = open.pop() {
            if let Some(value) = self.value(e) {
                sum.constant += &(&value * &factor);
                continue;
            }
            match (self.head(e), self.args(e)) {
                ("+", args) => open.extend(args.iter().map(|&a| (a, factor.clone()))),
                ("-", &[a]) => open.push((a, -factor)),
                ("-", args) => {
                    let minus = -factor.clone();
                    let factors = std::iter::once(factor).chain(std::iter::repeat(minus));
                    open.extend(args.iter().copied().zip(factors));
                }
                ("*", &[a, b]) => match (self.value(a), self.value(b)) {
                    (None, Some(value)) => open.push((a, &value * &factor)),
                    (Some(value), None) => open.push((b, &value * &factor)),
                    (Some(_), Some(_)) | (None, None) => sum.insert(e, factor),
                },
                _ => sum.insert(e, factor),
            }
        }
        sum
    }

    /// Whether a formula compares two numbers.
    pub fn is_comparison(&self, e: Expr) -> bool {
        match self.formula(e) {
            ("<" | "<=" | ">" | ">=" | "=", &[a, _]) => self.kind(a) == Kind::Number,
            _ => false,
        }
    }

    /// The left side without the right one.
    pub fn difference(&self, comparison: Expr) -> Sum {
        let (a, b) = (self.args(comparison)[0], self.args(comparison)[1]);
        let mut sum = self.sum(a);
        sum.add(&Rational::from(-1), &self.sum(b));
        sum
    }

    /// The negation of a literal as `sum = constant` or `sum >= constant`, times a weight, and whether it is the
    /// equation; the constant is negated. `None` if it is neither.
    fn weighted(&self, l: Literal, weight: &Rational) -> Option<(Sum, bool)> {
        if !self.is_comparison(l.atom) {
            return None;
        }
        let mut sum = self.difference(l.atom);
        sum.constant = -sum.constant;
        let (is_less, is_strict) = match (self.head(l.atom), l.positive) {
            ("<", true) | (">=", false) => (false, false),
            ("<=", true) | (">", false) => (false, true),
            (">", true) | ("<=", false) => (true, false),
            (">=", true) | ("<", false) => (true, true),
            ("=", false) => return Some((sum.scaled(weight), true)),
            _ => return None,
        };
        if is_less {
            sum = sum.scaled(&Rational::from(-1));
        }
        sum.strengthen(is_strict, weight);
        Some((sum.scaled(&weight.abs()), false))
    }

    /// Whether the negated literals with these weights contradict each other.
    fn contradict(&self, clause: &[Literal], weights: &[Rational]) -> bool {
        let (mut total, mut is_equation) = (Sum::default(), true);
        for (&l, weight) in clause.iter().zip(weights) {
            match self.weighted(l, weight) {
                Some((sum, is_one)) => {
                    total.add(&Rational::ONE, &sum);
                    is_equation &= is_one;
                }
                None => return false,
            }
        }
        let is_wrong = if is_equation { !total.constant.is_zero() } else { total.constant.is_positive() };
        total.parts.is_empty() && is_wrong
    }
}

impl Derivation {
    /// A step by `la_generic` of the literals whose weights are not 0, if the rule takes these weights.
    pub fn linear(&mut self, clause: &[Literal], weights: &[Rational]) -> Option<StepId> {
        let used =
            clause.iter().copied().zip(weights.iter().cloned()).filter(|(_, weight)| !weight.is_zero());
        let (clause, weights): (Vec<Literal>, Vec<Rational>) = used.unzip();
        if !self.pool.contradict(&clause, &weights) {
            return None;
        }
        let clause = self.expressions(&clause);
        Some(self.step(clause, "la_generic", &[], weights.iter().map(written).collect()))
    }

    /// A clause about sums, or a part of it, that holds by the sum of at most two literals.
    pub fn comparison(&mut self, clause: &[Literal]) -> Option<StepId> {
        if !clause.iter().all(|l| self.pool.is_comparison(l.atom)) {
            return None;
        }
        let goal = match clause.iter().position(|&l| l.positive && self.pool.head(l.atom) == "=") {
            Some(goal) => goal,
            None => return self.inequality(clause),
        };
        // An equation to be shown is its two bounds.
        let equation = clause[goal].atom;
        let (a, b) = (self.pool.args(equation)[0], self.pool.args(equation)[1]);
        let bounds = [(a, b), (b, a)].map(|(a, b)| self.pool.make("<=", &[a, b], Kind::Truth));
        let [below, above] = bounds.map(|bound| self.pool.not(bound));
        let whole = self.pool.make("or", &[equation, below, above], Kind::Truth);
        let axiom = self.step(vec![whole], "la_disequality", &[], Vec::new());
        let mut steps = vec![self.step(vec![equation, below, above], "or", &[axiom], Vec::new())];
        for bound in bounds {
            let mut part = clause.to_vec();
            part[goal] = Literal { atom: bound, positive: true };
            steps.push(self.inequality(&part)?);
        }
        self.resolve(clause, &steps)
    }

    /// The same for comparisons without an equation to be shown.
    fn inequality(&mut self, clause: &[Literal]) -> Option<StepId> {
        let sums: Vec<Sum> = clause.iter().map(|l| self.pool.difference(l.atom)).collect();
        for (i, &first) in clause.iter().enumerate() {
            if let Some(step) = self.linear(&[first], &[Rational::ONE]) {
                return Some(step);
            }
            for (j, &second) in clause.iter().enumerate().skip(i + 1) {
                let both = |(e, a): (&Expr, &Rational)| Some((a.abs(), sums[j].parts.get(e)?.abs()));
                if let Some((a, b)) = sums[i].parts.iter().find_map(both) {
                    // The weight of an equation may be negative.
                    for weights in [[b.clone(), a.clone()], [-b.clone(), a.clone()], [b, -a]] {
                        if let Some(step) = self.linear(&[first, second], &weights) {
                            return Some(step);
                        }
                    }
                }
            }
        }
        None
    }
}

/// A weight as text.
fn written(weight: &Rational) -> String {
    let absolute = weight.abs();
    let text = if absolute.is_integer() {
        absolute.to_string()
    } else {
        format!("(/ {}.0 {}.0)", absolute.numerator(), absolute.denominator())
    };
    if weight.is_negative() {
        format!("(- {})", text)
    } else {
        text
    }
}
