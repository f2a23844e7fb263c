//! Polynomials with rational coefficients in numbered variables, and their values at points and over boxes.

use crate::theories::num::Rational;

/// A closed interval.
pub type Interval = [Rational; 2];

/// A sum of monomials: a coefficient times variables, which are sorted and occur as often as their power says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Polynomial {
    /// Sorted by the variables; no coefficient is 0.
    parts: Vec<(Vec<usize>, Rational)>,
}

impl Polynomial {
    /// The sum of these monomials.
    pub fn new(mut parts: Vec<(Vec<usize>, Rational)>) -> Polynomial {
        parts.iter_mut().for_each(|(variables, _)| variables.sort_unstable());
        parts.sort_by(|a, b| a.0.cmp(&b.0));
        let mut sum: Vec<(Vec<usize>, Rational)> = Vec::with_capacity(parts.len());
        for (variables, c) in parts {
            match sum.last_mut() {
                Some((last, total)) if *last == variables => *total += &c,
                _ => sum.push((variables, c)),
            }
        }
        sum.retain(|(_, c)| !c.is_zero());
        Polynomial { parts: sum }
    }

    /// A number.
    pub fn constant(number: Rational) -> Polynomial {
        Polynomial::new(vec![(Vec::new(), number)])
    }

    /// A variable.
    pub fn variable(v: usize) -> Polynomial {
        Polynomial::new(vec![(vec![v], Rational::ONE)])
    }

    /// The monomials.
    pub fn parts(&self) -> &[(Vec<usize>, Rational)] {
        &self.parts
    }

    /// This polynomial plus a multiple of another one.
    pub fn plus(&self, c: &Rational, other: &Polynomial) -> Polynomial {
        let scaled = other.parts.iter().map(|(variables, d)| (variables.clone(), c * d));
        Polynomial::new(self.parts.iter().cloned().chain(scaled).collect())
    }

    /// The product.
    pub fn times(&self, other: &Polynomial) -> Polynomial {
        let mut parts = Vec::with_capacity(self.parts.len() * other.parts.len());
        for (a, c) in &self.parts {
            parts.extend(other.parts.iter().map(|(b, d)| ([&a[..], &b[..]].concat(), c * d)));
        }
        Polynomial::new(parts)
    }

    /// The coefficients of the powers of a variable, from that of its power 0 on.
    pub fn by_powers(&self, v: usize) -> Vec<Polynomial> {
        let mut powers: Vec<Vec<(Vec<usize>, Rational)>> = vec![Vec::new()];
        for (variables, c) in &self.parts {
            let rest: Vec<usize> = variables.iter().copied().filter(|&u| u != v).collect();
            let power = variables.len() - rest.len();
            powers.resize(powers.len().max(power + 1), Vec::new());
            powers[power].push((rest, c.clone()));
        }
        powers.into_iter().map(Polynomial::new).collect()
    }

    /// This polynomial with another one in place of a variable.
    pub fn with(&self, v: usize, by: &Polynomial) -> Polynomial {
        let powers = self.by_powers(v).into_iter().rev();
        powers.fold(Polynomial::default(), |sum, c| sum.times(by).plus(&Rational::ONE, &c))
    }

    /// The derivative by a variable.
    pub fn derivative(&self, v: usize) -> Polynomial {
        let mut parts = Vec::new();
        for (variables, c) in &self.parts {
            if let Some(at) = variables.iter().position(|&u| u == v) {
                let power = variables.iter().filter(|&&u| u == v).count() as i64;
                let mut rest = variables.clone();
                rest.remove(at);
                parts.push((rest, c * &Rational::from(power)));
            }
        }
        Polynomial::new(parts)
    }

    /// The value at a point.
    pub fn value(&self, point: &[Rational]) -> Rational {
        let mut sum = Rational::ZERO;
        for (variables, c) in &self.parts {
            let product = variables.iter().fold(Rational::ONE, |product, &v| &product * &point[v]);
            sum.add_product(c, &product);
        }
        sum
    }

    /// An interval that has all values over a box.
    pub fn enclosure(&self, bounds: &[Interval]) -> Interval {
        let mut sum = [Rational::ZERO, Rational::ZERO];
        for (variables, c) in &self.parts {
            let start = [c.clone(), c.clone()];
            let part = variables.iter().fold(start, |product, &v| times(&product, &bounds[v]));
            (0..2).for_each(|i| sum[i] += &part[i]);
        }
        sum
    }
}

/// The products of the numbers of two intervals.
pub fn times(a: &Interval, b: &Interval) -> Interval {
    if a[0] == a[1] && b[0] == b[1] {
        let product = &a[0] * &b[0];
        return [product.clone(), product];
    }
    let ends = [&a[0] * &b[0], &a[0] * &b[1], &a[1] * &b[0], &a[1] * &b[1]];
    let least = ends.iter().min().cloned().unwrap_or_default();
    [least, ends.into_iter().max().unwrap_or_default()]
}
