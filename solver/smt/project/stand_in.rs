//! A term that is equal in the model takes the place of a constant below structures.
//!
//! A number that a bound holds exactly is that bound. Else a term without constants that are to go that has the same
//! value is taken, else a number in the distance of the model from a bound, at last the value itself.

use super::mentions;
use super::structures::{is_structure, Conjunction};
use crate::base::Limit;
use crate::solver::term::{Op, Sort, TermId, Value};
use crate::theories::num::Rational;

impl Conjunction<'_> {
    /// Puts a term in the place of one constant below structures.
    pub fn stand_in(&mut self) -> Result<(), Limit> {
        let inside = self.inside();
        let mut closest: Option<(Rational, TermId, TermId)> = None;
        for &v in &inside {
            if let Some((distance, t)) = self.bound(v) {
                if closest.as_ref().map_or(true, |c| distance < c.0) {
                    closest = Some((distance, v, t));
                }
            }
        }
        if let Some((_, v, t)) = closest.as_ref().filter(|c| c.0.is_zero()) {
            self.replace(*v, *t);
            return Ok(());
        }
        for &v in &inside {
            if let Some(t) = self.equal_term(v) {
                self.replace(v, t);
                return Ok(());
            }
        }
        if let Some((_, v, t)) = closest {
            self.replace(v, t);
            return Ok(());
        }
        for &v in &inside {
            let (sort, value) = (self.terms.sort(v), self.value(v));
            if let Some(t) = self.value_term(sort, &value) {
                self.replace(v, t);
                return Ok(());
            }
        }
        match inside.first() {
            Some(&v) if self.manner.cover => {
                self.leave_out(v);
                Ok(())
            }
            _ => Err(Limit::Incomplete),
        }
    }

    /// A term of the literals that stays and has the same value, best one that is no value itself.
    pub fn equal_term(&mut self, t: TermId) -> Option<TermId> {
        let (sort, value) = (self.terms.sort(t), self.value(t));
        let all = self.terms.subterms(&self.literals);
        let mut found = None;
        for s in all {
            if self.terms.sort(s) == sort && s != t && !self.touches(s) && self.value(s) == value {
                if !self.is_literal_value(s) {
                    return Some(s);
                }
                found = Some(s);
            }
        }
        found.filter(|_| sort != Sort::Bool)
    }

    /// Whether a term is a numeral or a constant word.
    pub fn is_literal_value(&self, t: TermId) -> bool {
        self.terms.number_of(t).is_some() || self.terms.bits_of(t).is_some()
    }

    /// The closest bound on a number by terms that stay: the distance, and the bound moved by it.
    fn bound(&mut self, v: TermId) -> Option<(Rational, TermId)> {
        let sort = self.terms.sort(v);
        if !sort.is_numeric() {
            return None;
        }
        let value = self.number(v);
        let mut closest: Option<(Rational, TermId)> = None;
        for l in self.literals.clone() {
            let atom = self.terms.split_not(l).0;
            if !matches!(self.terms.op(atom), Op::Le | Op::Ge) || !mentions(self.terms, l, v) {
                continue;
            }
            let (sum, limit) = (self.terms.arg(atom, 0), self.terms.arg(atom, 1));
            if let Some(t) = self.bound_of(v, sum, limit) {
                let difference = &value - &self.number(t);
                if closest.as_ref().map_or(true, |c| difference.abs() < c.0) {
                    let distance = self.terms.numeral(difference.clone(), sort);
                    closest = Some((difference.abs(), self.terms.add(&[t, distance])));
                }
            }
        }
        closest
    }

    /// The term that a number is at most or at least, by a bound on a sum in which it occurs.
    fn bound_of(&mut self, v: TermId, sum: TermId, limit: TermId) -> Option<TermId> {
        let sort = self.terms.sort(v);
        let linear = self.terms.linear(sum);
        let (factor, _) = linear.monomials.iter().find(|(_, t)| *t == v)?.clone();
        let mut parts = vec![(Rational::ONE, limit)];
        for (c, t) in linear.monomials.into_iter().filter(|(_, t)| *t != v) {
            if self.touches(t) || self.terms.sort(t) != sort {
                return None;
            }
            parts.push((&Rational::from(-1) * &c, t));
        }
        if self.terms.sort(limit) != sort {
            return None;
        }
        if sort == Sort::Real || factor.abs() == Rational::ONE {
            parts.iter_mut().for_each(|p| p.0 = &p.0 * &factor.recip());
            return Some(self.terms.combination(&parts));
        }
        let rest = self.terms.combination(&parts);
        let divisor = self.terms.numeral(factor, Sort::Int);
        self.terms.int_div(rest, divisor).ok()
    }

    fn number(&self, t: TermId) -> Rational {
        match self.value(t) {
            Value::Number(n) => n,
            other => unreachable!("{:?} in place of a number", other),
        }
    }

    /// Leaves out a constant that no term stands for, for a cover: what is made of it becomes a constant, too, as if
    /// the operator were to go.
    fn leave_out(&mut self, v: TermId) {
        let all = self.terms.subterms(&self.literals);
        let of = all.into_iter().find(|&t| is_structure(self.terms, t) && self.terms.args(t).contains(&v));
        match of.filter(|&t| self.terms.op(t) != Op::Eq) {
            Some(t) => {
                let key = |t: TermId| {
                    let sorts: Vec<Sort> = self.terms.args(t).iter().map(|&a| self.terms.sort(a)).collect();
                    (self.terms.op(t), self.terms.sort(t), sorts)
                };
                let mut made = self.made(|_, args| args.contains(&v));
                made.retain(|&other| key(other) == key(t));
                self.name(&made, 0);
            }
            None => self.literals.retain(|&l| !mentions(self.terms, l, v)),
        }
    }
}
