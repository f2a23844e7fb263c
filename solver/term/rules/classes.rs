//! Classes of terms that patterns name.

use crate::solver::term::store::{Op, TermId, Terms};
use crate::theories::bv::Bits;

fn bits_are(t: &Terms, x: TermId, test: fn(&Bits) -> bool) -> bool {
    t.bits_of(x).map_or(false, test)
}

/// A constant vector.
pub(super) fn constant(t: &Terms, x: TermId) -> bool {
    t.bits_of(x).is_some()
}

/// The vector of zeros.
pub(super) fn zero(t: &Terms, x: TermId) -> bool {
    bits_are(t, x, Bits::is_zero)
}

/// The vector of ones.
pub(super) fn ones(t: &Terms, x: TermId) -> bool {
    bits_are(t, x, Bits::is_ones)
}

/// The number 1.
pub(super) fn one(t: &Terms, x: TermId) -> bool {
    bits_are(t, x, Bits::is_one)
}

/// A concatenation.
pub(super) fn joined(t: &Terms, x: TermId) -> bool {
    t.op(x) == Op::Concat
}

/// The formula true.
pub(super) fn truth(_: &Terms, x: TermId) -> bool {
    x == Terms::TRUE
}

/// The formula false.
pub(super) fn falsity(_: &Terms, x: TermId) -> bool {
    x == Terms::FALSE
}
