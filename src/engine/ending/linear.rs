//! Sums of multiples of terms, and a constant.

use crate::solver::term::{TermId, Terms};
use crate::theories::num::{Integer, Rational};
use std::collections::BTreeMap;

/// A sum. The terms are variables, inputs, and all other terms that are no sums.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Affine {
    /// Coefficients, none of them 0.
    pub parts: BTreeMap<TermId, Rational>,
    pub constant: Rational,
}

impl Affine {
    /// A term alone.
    pub fn of_atom(atom: TermId) -> Affine {
        let parts = std::iter::once((atom, Rational::from(1))).collect();
        Affine { parts, constant: Rational::default() }
    }

    /// A number taken apart.
    pub fn of(terms: &Terms, number: TermId) -> Affine {
        let sum = terms.linear(number);
        let mut affine = Affine { parts: BTreeMap::new(), constant: sum.constant };
        for (factor, atom) in sum.monomials {
            affine.add_atom(&factor, atom);
        }
        affine
    }

    fn add_atom(&mut self, factor: &Rational, atom: TermId) {
        let sum = self.parts.entry(atom).or_default();
        *sum += factor;
        if sum.is_zero() {
            self.parts.remove(&atom);
        }
    }

    /// Adds a multiple of another sum.
    pub fn add(&mut self, factor: &Rational, other: &Affine) {
        self.constant += factor * &other.constant;
        for (&atom, coefficient) in &other.parts {
            self.add_atom(&(factor * coefficient), atom);
        }
    }

    /// The sum with another one in the place of a term.
    pub fn replace(&mut self, atom: TermId, by: &Affine) {
        if let Some(factor) = self.parts.remove(&atom) {
            self.add(&factor, by);
        }
    }

    /// The least positive number by which all coefficients become integers.
    pub fn denominator(&self) -> Integer {
        let one = self.constant.denominator();
        self.parts.values().fold(one, |all, factor| all.lcm(&factor.denominator()))
    }

    /// As a term, with other terms in the place of its own.
    pub fn term(&self, terms: &mut Terms, named: impl Fn(TermId) -> TermId) -> TermId {
        let one = terms.int(1);
        let mut parts: Vec<(Rational, TermId)> =
            self.parts.iter().map(|(&atom, factor)| (factor.clone(), named(atom))).collect();
        parts.push((self.constant.clone(), one));
        terms.combination(&parts)
    }
}
