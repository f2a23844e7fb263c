//! The shapes of facts about elements of arrays: `low <= k < high => a[k] = 2*k + n`.
//!
//! A fact has a range of indices and a relation between the element at an index and something else. The index `k` is a
//! constant of its own, for all values of which the fact is meant. Facts are tried on samples as they are here, over
//! machine words, and become terms when they have passed.

use super::seen::{extended, Contents};
use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::num::Rational;

/// A number of a sort: a word of these bits, or an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    pub sort: Sort,
}

impl Kind {
    pub fn bits(self) -> u32 {
        self.sort.width().unwrap_or(64)
    }

    /// The value as a register holds it.
    pub fn cut(self, value: i64) -> u64 {
        value as u64 & (u64::MAX >> (64 - self.bits().clamp(1, 64)))
    }

    pub fn signed(self, value: u64) -> i64 {
        extended(value, self.bits())
    }

    pub fn number(self, terms: &mut Terms, value: u64) -> TermId {
        match self.sort {
            Sort::Int => terms.int(value as i64),
            _ => terms.bv(value, self.bits()),
        }
    }

    pub fn sum(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        match self.sort {
            Sort::Int => terms.add(&[a, b]),
            _ => terms.bv_add(a, b),
        }
    }

    fn difference(self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        match self.sort {
            Sort::Int => terms.sub(a, b),
            _ => terms.bv_sub(a, b),
        }
    }

    fn at_most(self, terms: &mut Terms, a: TermId, b: TermId, is_signed: bool) -> TermId {
        match self.sort {
            Sort::Int => terms.le(a, b),
            _ if is_signed => terms.bv_sle(a, b),
            _ => terms.bv_ule(a, b),
        }
    }

    fn is_at_most(self, a: u64, b: u64, is_signed: bool) -> bool {
        if is_signed {
            self.signed(a) <= self.signed(b)
        } else {
            a <= b
        }
    }
}

/// A variable that is used as an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counter {
    /// Its place among the variables.
    pub place: usize,
    pub bits: u32,
    /// The bits above its own, if it is narrower than an index, are its sign.
    pub by_sign: bool,
    /// The program compares it with a sign, or as a narrower word that has become an index.
    pub is_signed: bool,
    /// The variable as an index.
    pub term: TermId,
}

/// An end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Number(u64),
    Counter(Counter),
    /// A sum of two counters with factors, of which the second may be 0.
    Sum([(u64, Counter); 2]),
}

impl Side {
    pub fn is_signed(self) -> bool {
        match self {
            Side::Number(_) => false,
            Side::Counter(counter) => counter.is_signed,
            Side::Sum(parts) => parts.iter().any(|(_, counter)| counter.is_signed),
        }
    }

    pub fn value(self, kind: Kind, state: &[u64]) -> u64 {
        match self {
            Side::Number(number) => number,
            Side::Counter(c) if c.by_sign => kind.cut(extended(state[c.place], c.bits)),
            Side::Counter(c) => state[c.place],
            Side::Sum(parts) => {
                let part =
                    |&(factor, c): &(u64, Counter)| factor.wrapping_mul(Side::Counter(c).value(kind, state));
                kind.cut(parts.iter().map(part).fold(0, u64::wrapping_add) as i64)
            }
        }
    }

    fn term(self, kind: Kind, terms: &mut Terms) -> TermId {
        match self {
            Side::Number(number) => kind.number(terms, number),
            Side::Counter(counter) => counter.term,
            Side::Sum(parts) => {
                let part = |terms: &mut Terms, (factor, counter): (u64, Counter)| {
                    let factor = kind.number(terms, kind.cut(factor as i64));
                    terms.bv_mul(factor, counter.term)
                };
                let [a, b] = [part(terms, parts[0]), part(terms, parts[1])];
                terms.bv_add(a, b)
            }
        }
    }
}

/// A range of indices.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Range {
    pub kind: Kind,
    pub is_signed: bool,
    /// The lower end, and whether it belongs to the range.
    pub low: Option<(Side, bool)>,
    /// The upper end, and whether it belongs to the range.
    pub high: Option<(Side, bool)>,
    /// The lowest bit of all indices.
    pub parity: Option<u64>,
}

impl Range {
    /// Whether the other range is plainly a part of this one.
    pub fn covers(&self, other: &Range) -> bool {
        let (zero, one) = (Some((Side::Number(0), true)), Some((Side::Number(1), true)));
        let is_wider = |low| matches!(low, Some((side, false)) if self.low == Some((side, true)));
        let is_below = self.low == other.low || self.low == zero && other.low == one || is_wider(other.low);
        let is_whole = self.low.is_none() && self.high.is_none();
        let is_wider = is_below && self.high == other.high && self.is_signed == other.is_signed;
        (is_whole || is_wider) && (self.parity.is_none() || self.parity == other.parity)
    }

    /// Whether it is all below a counter, or one element at a counter.
    pub fn is_simple(&self) -> bool {
        let is_below = self.low == Some((Side::Number(0), true)) && matches!(self.high, Some((_, false)));
        let is_one = self.low == self.high && self.low.is_some();
        self.parity.is_none() && (is_below || is_one)
    }

    pub fn contains(&self, index: u64, state: &[u64]) -> bool {
        let at_most = |a, b| self.kind.is_at_most(a, b, self.is_signed);
        let above = |(side, is_in): (Side, bool)| match side.value(self.kind, state) {
            low if is_in => at_most(low, index),
            low => !at_most(index, low),
        };
        let below = |(side, is_in): (Side, bool)| match side.value(self.kind, state) {
            high if is_in => at_most(index, high),
            high => !at_most(high, index),
        };
        self.low.map_or(true, above)
            && self.high.map_or(true, below)
            && self.parity.map_or(true, |parity| index & 1 == parity)
    }

    fn term(&self, terms: &mut Terms, index: TermId) -> TermId {
        let mut parts = Vec::new();
        if let Some((side, is_in)) = self.low {
            let side = side.term(self.kind, terms);
            let (a, b) = if is_in { (side, index) } else { (index, side) };
            let part = self.kind.at_most(terms, a, b, self.is_signed);
            parts.push(if is_in { part } else { terms.not(part) });
        }
        if let Some((side, is_in)) = self.high {
            let side = side.term(self.kind, terms);
            let (a, b) = if is_in { (index, side) } else { (side, index) };
            let part = self.kind.at_most(terms, a, b, self.is_signed);
            parts.push(if is_in { part } else { terms.not(part) });
        }
        if let (Some(parity), Sort::BitVec(_)) = (self.parity, self.kind.sort) {
            let (bit, parity) = (terms.extract(index, 0, 0), terms.bv(parity, 1));
            parts.push(terms.eq(bit, parity));
        }
        terms.and(&parts)
    }
}

/// The index of a second element.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Place {
    Same,
    /// The one before.
    Previous,
    /// As far from this end, which does not belong to the array, as the first index is from 0.
    Mirrored(Side),
}

/// An array among the variables.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Row {
    /// Its place among the arrays.
    pub at: usize,
    pub term: TermId,
    pub index: Kind,
    pub element: Kind,
}

impl Row {
    fn read(&self, place: Place, index: u64, state: &[u64], contents: &[Contents]) -> Option<u64> {
        let at = match place {
            Place::Same => index,
            Place::Previous => self.index.cut((index as i64).wrapping_sub(1)),
            Place::Mirrored(side) => {
                let end = side.value(self.index, state) as i64;
                self.index.cut(end.wrapping_sub(1).wrapping_sub(index as i64))
            }
        };
        contents.get(self.at)?.at(at)
    }

    fn term(&self, place: Place, terms: &mut Terms, index: TermId) -> TermId {
        let kind = self.index;
        let back = kind.cut(-1);
        let at = match place {
            Place::Same => index,
            Place::Previous => {
                let back = kind.number(terms, back);
                kind.sum(terms, index, back)
            }
            Place::Mirrored(side) => {
                let (side, back) = (side.term(kind, terms), kind.number(terms, back));
                let last = kind.sum(terms, side, back);
                kind.difference(terms, last, index)
            }
        };
        terms.select(self.term, at)
    }
}

/// How much a relation says, the most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Class {
    /// The element is one number.
    Number,
    /// The element is a sum.
    Sum,
    /// A bound of the element.
    Order,
    /// A value that it has not.
    Difference,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Equal,
    Differs,
    AtMost,
    AtLeast,
}

/// The right side of a relation: a multiple of the index, a variable, another element and a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sum {
    pub slope: u64,
    /// The place of a variable with the sort of the elements, and the variable.
    pub variable: Option<(usize, TermId)>,
    pub element: Option<(Row, Place)>,
    pub number: u64,
}

impl Sum {
    /// A number.
    pub fn of(number: u64) -> Sum {
        Sum { slope: 0, variable: None, element: None, number }
    }
}

/// A relation between an element and something else.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Body {
    pub row: Row,
    pub relation: Relation,
    pub is_signed: bool,
    pub sum: Sum,
}

impl Body {
    pub fn class(&self) -> Class {
        match self.relation {
            Relation::Equal if self.sum == Sum::of(self.sum.number) => Class::Number,
            Relation::Equal => Class::Sum,
            Relation::AtMost | Relation::AtLeast => Class::Order,
            Relation::Differs => Class::Difference,
        }
    }

    /// Whether it says little more if the element is known to be one number.
    pub fn follows_from_a_number(&self) -> bool {
        let is_of_variable = self.sum.variable.is_some() && self.class() == Class::Order;
        !is_of_variable && self.sum.element.map_or(true, |(row, _)| row == self.row)
    }

    /// Whether it holds for an index; `None` if an element is not known.
    pub fn holds(&self, index: u64, state: &[u64], contents: &[Contents]) -> Option<bool> {
        let (row, kind) = (&self.row, self.row.element);
        let left = row.read(Place::Same, index, state, contents)?;
        let mut right = (self.sum.slope as i64).wrapping_mul(row.index.signed(index));
        right = right.wrapping_add(self.sum.number as i64);
        right = right.wrapping_add(self.sum.variable.map_or(0, |(place, _)| state[place] as i64));
        if let Some((other, place)) = self.sum.element {
            right = right.wrapping_add(other.read(place, index, state, contents)? as i64);
        }
        let right = kind.cut(right);
        Some(match self.relation {
            Relation::Equal => left == right,
            Relation::Differs => left != right,
            Relation::AtMost => kind.is_at_most(left, right, self.is_signed),
            Relation::AtLeast => kind.is_at_most(right, left, self.is_signed),
        })
    }

    fn term(&self, terms: &mut Terms, index: TermId) -> TermId {
        let (row, kind) = (&self.row, self.row.element);
        let left = row.term(Place::Same, terms, index);
        let mut right = kind.number(terms, self.sum.number);
        if self.sum.slope != 0 {
            let factor = kind.number(terms, self.sum.slope);
            let part = match kind.sort {
                Sort::Int => terms.scale(&Rational::from(self.sum.slope as i64), index),
                _ if kind.bits() <= row.index.bits() => {
                    let low = terms.extract(index, kind.bits() - 1, 0);
                    terms.bv_mul(factor, low)
                }
                _ => {
                    let wide = terms.sign_extend(index, kind.bits() - row.index.bits());
                    terms.bv_mul(factor, wide)
                }
            };
            right = kind.sum(terms, right, part);
        }
        if let Some((_, variable)) = self.sum.variable {
            right = kind.sum(terms, right, variable);
        }
        if let Some((other, place)) = self.sum.element {
            let part = other.term(place, terms, index);
            right = kind.sum(terms, right, part);
        }
        match self.relation {
            Relation::Equal => terms.eq(left, right),
            Relation::Differs => {
                let same = terms.eq(left, right);
                terms.not(same)
            }
            Relation::AtMost => kind.at_most(terms, left, right, self.is_signed),
            Relation::AtLeast => kind.at_most(terms, right, left, self.is_signed),
        }
    }
}

/// A fact as a formula about this index.
pub(super) fn formula(terms: &mut Terms, range: &Range, body: &Body, index: TermId) -> TermId {
    let (within, holds) = (range.term(terms, index), body.term(terms, index));
    terms.implies(within, holds)
}
