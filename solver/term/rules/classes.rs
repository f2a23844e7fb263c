//! Classes of terms that patterns name.

use crate::solver::term::float::Format;
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

fn float_is(t: &Terms, x: TermId, test: impl Fn(Format, &Bits) -> bool) -> bool {
    match (t.sort(x).format(), t.float_of(x)) {
        (Some(format), Some(word)) => test(format, word),
        _ => false,
    }
}

/// A constant number.
pub(super) fn float_constant(t: &Terms, x: TermId) -> bool {
    t.float_of(x).is_some()
}

/// A constant that is equal to nothing but itself.
pub(super) fn nonzero_constant(t: &Terms, x: TermId) -> bool {
    float_constant(t, x) && !float_zero(t, x) && !float_nan(t, x)
}

/// NaN.
pub(super) fn float_nan(t: &Terms, x: TermId) -> bool {
    float_is(t, x, |format, word| {
        let (exponent, fraction) = format.parts(word);
        exponent.is_ones() && !fraction.is_zero()
    })
}

/// A zero of any sign.
pub(super) fn float_zero(t: &Terms, x: TermId) -> bool {
    float_is(t, x, |format, word| {
        let (exponent, fraction) = format.parts(word);
        exponent.is_zero() && fraction.is_zero()
    })
}

/// The zero without a sign.
pub(super) fn positive_zero(t: &Terms, x: TermId) -> bool {
    float_is(t, x, |_, word| word.is_zero())
}

/// The number 1.
pub(super) fn float_one(t: &Terms, x: TermId) -> bool {
    is_one(t, x, false)
}

/// 1 with a sign or without.
pub(super) fn is_one(t: &Terms, x: TermId, is_negative: bool) -> bool {
    float_is(t, x, |format, word| {
        let (exponent, fraction) = format.parts(word);
        let is_whole = exponent.to_u64() == Some(format.greatest() as u64) && fraction.is_zero();
        is_whole && word.bit(format.width() - 1) == is_negative
    })
}

/// An infinity with a sign or without.
fn infinity(t: &Terms, x: TermId, is_negative: bool) -> bool {
    float_is(t, x, |format, word| {
        let (exponent, fraction) = format.parts(word);
        exponent.is_ones() && fraction.is_zero() && word.bit(format.width() - 1) == is_negative
    })
}

/// The greatest of all.
pub(super) fn positive_infinity(t: &Terms, x: TermId) -> bool {
    infinity(t, x, false)
}

/// The least of all.
pub(super) fn negative_infinity(t: &Terms, x: TermId) -> bool {
    infinity(t, x, true)
}
