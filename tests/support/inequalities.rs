//! Linear inequalities over problem variables, and two ways to judge them that share nothing with the simplex:
//! Fourier-Motzkin elimination, and adding inequalities up.

use indubit::theories::lra::{Side, Tag};
use indubit::theories::num::{DeltaRational, Rational};
use std::collections::HashSet;

/// A sum of problem variables, a coefficient for each.
pub type Sum = Vec<Rational>;

/// `sum <= limit`, where a negative infinitesimal part of the limit makes it strict.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Inequality {
    pub sum: Sum,
    pub limit: DeltaRational,
}

impl Inequality {
    pub fn of_bound(sum: &[Rational], side: Side, value: &DeltaRational) -> Inequality {
        let sign = if side == Side::Upper { Rational::ONE } else { Rational::MINUS_ONE };
        Inequality { sum: sum.iter().map(|c| c * &sign).collect(), limit: value * &sign }
    }

    pub fn holds(&self, values: &[Rational]) -> bool {
        let sum: Rational = self.sum.iter().zip(values).map(|(c, x)| c * x).sum();
        if self.limit.delta.is_negative() {
            sum < self.limit.real
        } else {
            sum <= self.limit.real
        }
    }
}

/// The sum of the inequalities behind the tags, each times its weight.
pub fn weighted_sum<'a>(
    vars: usize,
    terms: impl IntoIterator<Item = (Tag, &'a Rational)>,
    of_tag: impl Fn(Tag) -> Inequality,
) -> Inequality {
    let mut total = Inequality { sum: vec![Rational::ZERO; vars], limit: DeltaRational::ZERO };
    for (tag, weight) in terms {
        assert!(weight.is_positive(), "a coefficient is not positive");
        let inequality = of_tag(tag);
        for (t, c) in total.sum.iter_mut().zip(&inequality.sum) {
            t.add_product(weight, c);
        }
        total.limit.add_product(weight, &inequality.limit);
    }
    total
}

/// Fourier-Motzkin elimination: whether there are numbers that satisfy all.
pub fn satisfiable(inequalities: &[Inequality], vars: usize) -> bool {
    let mut system: HashSet<Inequality> = inequalities.iter().cloned().collect();
    for var in 0..vars {
        let sign = |i: &Inequality| i.sum[var].sign();
        let mut next: HashSet<Inequality> = system.iter().filter(|i| sign(i) == 0).cloned().collect();
        for upper in system.iter().filter(|i| sign(i) > 0) {
            for lower in system.iter().filter(|i| sign(i) < 0) {
                next.insert(eliminate(upper, lower, var));
            }
        }
        system = next;
    }
    system.iter().all(|i| i.limit.sign() >= 0)
}

fn eliminate(upper: &Inequality, lower: &Inequality, var: usize) -> Inequality {
    let (a, b) = (lower.sum[var].abs(), upper.sum[var].abs());
    let sum: Sum = upper.sum.iter().zip(&lower.sum).map(|(x, y)| x * &a + y * &b).collect();
    let limit = &upper.limit * &a + &lower.limit * &b;
    let scale = sum.iter().find(|c| !c.is_zero()).map_or(Rational::ONE, |c| c.abs().recip());
    let mut limit = limit * &scale;
    // Only whether it is strict matters.
    limit.delta = Rational::from(limit.delta.sign() as i64);
    Inequality { sum: sum.iter().map(|c| c * &scale).collect(), limit }
}
