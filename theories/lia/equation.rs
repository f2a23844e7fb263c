//! Equations with integer coefficients that know where they come from.

use crate::theories::num::{Integer, Rational};

/// A variable of the system: one of the simplex, or one made here.
pub(super) type Unknown = u32;

/// `Σ terms = constant`, the sum of these multiples of the given equations.
#[derive(Clone, Debug, Default)]
pub(super) struct Equation {
    /// By variable, without zeros.
    pub terms: Vec<(Unknown, Integer)>,
    pub constant: Integer,
    /// By given equation, without zeros.
    pub proof: Vec<(u32, Rational)>,
}

impl Equation {
    /// The coefficient of a variable.
    pub fn coefficient(&self, x: Unknown) -> &Integer {
        const ZERO: &Integer = &Integer::ZERO;
        self.terms.binary_search_by_key(&x, |(y, _)| *y).map_or(ZERO, |place| &self.terms[place].1)
    }

    /// The common divisor of the coefficients; 0 if there are none.
    pub fn divisor(&self) -> Integer {
        let mut divisor = Integer::ZERO;
        for (_, c) in &self.terms {
            divisor = divisor.gcd(c);
            if divisor.is_one() {
                break;
            }
        }
        divisor
    }

    pub fn divide(&mut self, divisor: &Integer) {
        if !divisor.is_one() {
            self.terms.iter_mut().for_each(|(_, c)| *c = c.div_exact(divisor));
            self.constant = self.constant.div_exact(divisor);
            let factor = Rational::from(divisor).recip();
            self.proof.iter_mut().for_each(|(_, c)| *c = &*c * &factor);
        }
    }

    pub fn scale(&mut self, factor: &Integer) {
        if !factor.is_one() {
            self.terms.iter_mut().for_each(|(_, c)| *c = &*c * factor);
            self.constant = &self.constant * factor;
            let factor = Rational::from(factor);
            self.proof.iter_mut().for_each(|(_, c)| *c = &*c * &factor);
        }
    }

    pub fn add(&mut self, factor: &Integer, other: &Equation) {
        self.terms = merged(&self.terms, &other.terms, |sum, c| sum.add_product(factor, c), Integer::is_zero);
        self.constant.add_product(factor, &other.constant);
        let factor = Rational::from(factor);
        self.proof =
            merged(&self.proof, &other.proof, |sum, c| sum.add_product(&factor, c), Rational::is_zero);
    }
}

/// The sum of two sparse vectors, of which the second is multiplied on the way.
fn merged<N: Clone + Default>(
    a: &[(u32, N)],
    b: &[(u32, N)],
    add: impl Fn(&mut N, &N),
    is_zero: impl Fn(&N) -> bool,
) -> Vec<(u32, N)> {
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let left = a.get(i).map_or(u32::MAX, |t| t.0);
        let right = b.get(j).map_or(u32::MAX, |t| t.0);
        let mut value = if left <= right { a[i].1.clone() } else { N::default() };
        i += (left <= right) as usize;
        if right <= left {
            add(&mut value, &b[j].1);
            j += 1;
        }
        if !is_zero(&value) {
            sum.push((left.min(right), value));
        }
    }
    sum
}
