//! Equalities that can be solved for a constant, or for another term that is to go.

use super::structures::Conjunction;
use super::{equality, mentions, vectors};
use crate::solver::term::{Family, Sort, Substitution, TermId};
use crate::theories::num::Rational;

impl Conjunction<'_> {
    /// Solves one equality, and puts the solution in its place everywhere. Returns whether there was one.
    pub fn solve(&mut self) -> bool {
        let inside = self.inside();
        for at in 0..self.literals.len() {
            let literal = self.literals[at];
            let (a, b) = match equality(self.terms, literal) {
                Some((a, b, false)) if self.touches(literal) => (a, b),
                _ => continue,
            };
            let solution = match self.terms.sort(a).family() {
                Family::Int | Family::Real => self.solved_number(a, b, &inside),
                Family::Word(_) => self.solved_word(a, b, &inside),
                Family::Bool | Family::Opaque => self.solved_plainly(a, b),
            };
            if let Some((from, to)) = solution {
                self.replace(from, to);
                return true;
            }
            if self.rename(at, a, b) {
                return true;
            }
        }
        false
    }

    /// A constant that is one of both sides, and does not occur in the other.
    fn solved_plainly(&self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        [(a, b), (b, a)].iter().copied().find(|&(v, t)| self.is_gone(v) && !mentions(self.terms, t, v))
    }

    /// A number below structures that is a summand of a sum with a given value.
    fn solved_number(&mut self, a: TermId, b: TermId, inside: &[TermId]) -> Option<(TermId, TermId)> {
        let sum = self.terms.sub(a, b);
        let linear = self.terms.linear(sum);
        let is_real = self.terms.sort(a) == Sort::Real;
        let minus_one = Rational::from(-1);
        for (factor, v) in &linear.monomials {
            let is_unit = *factor == Rational::ONE || *factor == minus_one;
            let others = linear.monomials.iter().filter(|(_, t)| t != v);
            let is_free = others.clone().all(|(_, t)| !mentions(self.terms, *t, *v));
            if inside.binary_search(v).is_err() || !is_free {
                continue;
            }
            let constant = self.terms.numeral(linear.constant.clone(), self.terms.sort(a));
            let mut parts: Vec<(Rational, TermId)> = others.cloned().collect();
            parts.push((Rational::ONE, constant));
            if is_real || is_unit {
                let by = &minus_one * &factor.recip();
                parts.iter_mut().for_each(|p| p.0 = &p.0 * &by);
                return Some((*v, self.terms.combination(&parts)));
            }
            // For k·v = s, v is s divided by k, and s is divisible by k.
            let sign = if factor.is_negative() { Rational::ONE } else { minus_one.clone() };
            parts.iter_mut().for_each(|p| p.0 = &p.0 * &sign);
            let rest = self.terms.combination(&parts);
            let by = factor.abs();
            let divisor = self.terms.numeral(by.clone(), Sort::Int);
            let quotient = self.terms.int_div(rest, divisor).ok()?;
            let is_divisible = self.terms.divisible(rest, by.numerator());
            self.literals.push(is_divisible);
            return Some((*v, quotient));
        }
        None
    }

    /// A word below structures, if the equality gives all its bits.
    fn solved_word(&mut self, a: TermId, b: TermId, inside: &[TermId]) -> Option<(TermId, TermId)> {
        let here = self.terms.subterms(&[a, b]);
        for v in here.into_iter().filter(|t| inside.binary_search(t).is_ok()) {
            for (left, right) in [(a, b), (b, a)] {
                let mut extra = Vec::new();
                if let Some(value) = vectors::solved(self.terms, left, right, v, &mut extra) {
                    if !mentions(self.terms, value, v) {
                        self.literals.extend(extra);
                        return Some((v, value));
                    }
                }
            }
        }
        None
    }

    /// Puts a term that stays in the place of one that is to go and is equal to it, in all other literals.
    fn rename(&mut self, at: usize, a: TermId, b: TermId) -> bool {
        let (from, to) = match (self.touches(a), self.touches(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return false,
        };
        let mut substitution = Substitution::new();
        substitution.insert(from, to);
        let mut is_new = false;
        for (i, l) in self.literals.iter_mut().enumerate() {
            let new = if i == at { *l } else { substitution.apply(self.terms, *l) };
            is_new |= new != *l;
            *l = new;
        }
        is_new
    }
}
