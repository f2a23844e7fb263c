//! A limit on the work of builders: on long numbers, and on replacing in large terms.
//!
//! Builders cannot fail for a limit, and most of them have no error at all. So a store can be put under an effort for
//! a while. Once the effort is over, builders return at once with some term of the right sort. The caller asks in the
//! end whether it is over, and then throws away all terms made since. Without an effort nothing is counted.

use crate::base::{Budget, Limit};
use crate::theories::num::Rational;
use std::fmt;

/// Bits of the longest number. One operation with numbers of this length takes about a second.
pub(crate) const MOST_BITS: u64 = 1 << 20;

/// Bits up to which operations are too short to be counted; reading the script takes longer.
const SHORT: u64 = 1024;

/// Work between two looks at the budget, in steps of a few nanoseconds.
const PERIOD: u64 = 1 << 22;

/// The reason why an effort is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overrun {
    /// The budget has ended.
    Limit(Limit),
    /// A number has more than [`MOST_BITS`] bits.
    Length,
}

impl Overrun {
    /// The limit of the budget that was reached, if it was one.
    pub fn limit(self) -> Option<Limit> {
        match self {
            Overrun::Limit(limit) => Some(limit),
            Overrun::Length => None,
        }
    }
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overrun::Limit(limit) => write!(f, "{} while reading this term", limit),
            Overrun::Length => write!(f, "a number is too long; the limit is {} bits", MOST_BITS),
        }
    }
}

/// Work since the last look at the budget.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    pub budget: Option<Budget>,
    pub work: u64,
    /// Bytes of the store when the effort began; they are booked already.
    pub start: u64,
    pub over: Option<Overrun>,
}

impl Effort {
    /// Whether builders are to return at once.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over.is_some()
    }

    /// Notes a number that was computed, by an operation that may have been quadratic in its length. False if the
    /// effort is over.
    #[inline]
    pub fn note(&mut self, number: &Rational) -> bool {
        if self.budget.is_some() && !number.is_short() {
            self.note_bits(number.bit_length());
        }
        !self.is_over()
    }

    /// Notes a number of this length.
    #[inline]
    pub fn note_bits(&mut self, bits: u64) {
        if bits > SHORT && self.budget.is_some() {
            self.note_long(bits);
        }
    }

    #[cold]
    fn note_long(&mut self, bits: u64) {
        if bits > MOST_BITS {
            self.over = self.over.or(Some(Overrun::Length));
        }
        let limbs = bits / 64 + 1;
        self.spend(limbs * limbs);
    }

    /// Notes steps done; looks at the clock and at the flag from time to time.
    #[inline]
    pub fn spend(&mut self, steps: u64) {
        self.work += steps;
        if self.work > PERIOD {
            self.work = 0;
            let check = self.budget.as_ref().map_or(Ok(()), Budget::check);
            self.over = self.over.or(check.err().map(Overrun::Limit));
        }
    }
}
