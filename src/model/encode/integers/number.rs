//! Integers with bounds on their values.

use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::num::{Integer, Rational};

/// Nested conditionals that bring a number between the bounds of a word; beyond that it is a remainder.
const MOST_PERIODS: i64 = 3;

/// How the bits of a word are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub width: u32,
    pub signed: bool,
}

impl Range {
    /// The number of words.
    pub fn count(self) -> Integer {
        Integer::ONE.shift_left(u64::from(self.width))
    }

    /// The smallest number that a word is read as.
    pub fn low(self) -> Integer {
        if self.signed {
            -Integer::ONE.shift_left(u64::from(self.width) - 1)
        } else {
            Integer::ZERO
        }
    }

    /// The largest number that a word is read as.
    pub fn high(self) -> Integer {
        self.low() + self.count() - Integer::ONE
    }

    /// The formula that a term is in the range.
    pub fn holds(self, terms: &mut Terms, t: TermId) -> TermId {
        let (low, high) = (numeral(terms, &self.low()), numeral(terms, &self.high()));
        let (from, to) = (terms.le(low, t), terms.le(t, high));
        terms.and(&[from, to])
    }
}

/// An integer term with bounds that all its values have.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub term: TermId,
    pub low: Integer,
    pub high: Integer,
    /// The range of the variables that it is a sum of, if they have the same one.
    pub home: Home,
}

/// The range of the variables in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// There is no variable.
    Anywhere,
    In(Range),
    /// There are several.
    Nowhere,
}

impl Home {
    fn join(self, other: Home) -> Home {
        match (self, other) {
            (Home::Anywhere, home) | (home, Home::Anywhere) => home,
            (a, b) if a == b => a,
            _ => Home::Nowhere,
        }
    }
}

pub(super) fn numeral(terms: &mut Terms, value: &Integer) -> TermId {
    terms.numeral(Rational::from(value), Sort::Int)
}

impl Number {
    pub fn constant(terms: &mut Terms, value: Integer) -> Number {
        Number { term: numeral(terms, &value), low: value.clone(), high: value, home: Home::Anywhere }
    }

    /// The only value, if there is only one.
    pub fn value(&self) -> Option<&Integer> {
        (self.low == self.high).then_some(&self.low)
    }

    pub fn is_within(&self, range: Range) -> bool {
        self.low >= range.low() && self.high <= range.high()
    }

    pub fn add(terms: &mut Terms, a: &Number, b: &Number) -> Number {
        let term = terms.add(&[a.term, b.term]);
        Number { term, low: &a.low + &b.low, high: &a.high + &b.high, home: a.home.join(b.home) }
    }

    pub fn scale(&self, terms: &mut Terms, factor: &Integer) -> Number {
        let (a, b) = (&self.low * factor, &self.high * factor);
        let term = terms.scale(&Rational::from(factor), self.term);
        if factor.is_negative() {
            Number { term, low: b, high: a, home: self.home }
        } else {
            Number { term, low: a, high: b, home: self.home }
        }
    }

    pub fn plus(&self, terms: &mut Terms, constant: &Integer) -> Number {
        let constant = Number::constant(terms, constant.clone());
        Number::add(terms, self, &constant)
    }

    pub fn choose(terms: &mut Terms, condition: TermId, yes: &Number, no: &Number) -> Number {
        Number {
            term: terms.ite(condition, yes.term, no.term),
            low: (&yes.low).min(&no.low).clone(),
            high: (&yes.high).max(&no.high).clone(),
            home: yes.home.join(no.home),
        }
    }

    /// The number with its bounds narrowed to those of its range, as if it did not wrap around.
    pub fn without_wrap(self) -> Number {
        match self.home {
            Home::In(range) if self.low <= range.high() && self.high >= range.low() => {
                Number { low: self.low.max(range.low()), high: self.high.min(range.high()), ..self }
            }
            _ => self,
        }
    }

    /// The quotient by a positive number, rounded downwards.
    pub fn quotient(&self, terms: &mut Terms, divisor: &Integer) -> Number {
        let by = numeral(terms, divisor);
        let term = match terms.int_div(self.term, by) {
            Ok(term) => term,
            Err(_) => unreachable!("an integer by a numeral"),
        };
        let (low, high) = (self.low.div_floor(divisor), self.high.div_floor(divisor));
        Number { term, low, high, home: Home::Nowhere }
    }

    /// The remainder of that division.
    pub fn remainder(&self, terms: &mut Terms, divisor: &Integer) -> Number {
        let whole = self.low.div_floor(divisor);
        if whole == self.high.div_floor(divisor) {
            return self.plus(terms, &-(whole * divisor));
        }
        let by = numeral(terms, divisor);
        let term = match terms.int_mod(self.term, by) {
            Ok(term) => term,
            Err(_) => unreachable!("an integer by a numeral"),
        };
        Number { term, low: Integer::ZERO, high: divisor - &Integer::ONE, home: Home::Nowhere }
    }

    /// The number as which the word is read: congruent to this one, and in the range.
    pub fn bring(&self, terms: &mut Terms, range: Range) -> Number {
        if self.is_within(range) {
            return self.clone();
        }
        let (count, least) = (range.count(), range.low());
        let period = |value: &Integer| (value - &least).div_floor(&count);
        let (first, last) = (period(&self.low), period(&self.high));
        if &last - &first >= Integer::from(MOST_PERIODS) {
            let shifted = self.plus(terms, &-&least);
            return shifted.remainder(terms, &count).plus(terms, &least);
        }
        let shift = |terms: &mut Terms, k: &Integer| self.plus(terms, &-(k * &count)).term;
        let home = self.home;
        let mut term = shift(terms, &first);
        let mut k = first;
        while k < last {
            k += Integer::ONE;
            let begin = numeral(terms, &(&least + &(&k * &count)));
            let (is_behind, shifted) = (terms.ge(self.term, begin), shift(terms, &k));
            term = terms.ite(is_behind, shifted, term);
        }
        if self.low == self.high {
            Number { term, low: &self.low - &(&k * &count), high: &self.high - &(&k * &count), home }
        } else {
            Number { term, low: least, high: range.high(), home }
        }
    }
}
