//! Words: formulas for one bit, bit-vectors for more.

use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::bv::Bits;

/// The sort of the terms for words of this width.
pub(super) fn sort_of(width: u32) -> Sort {
    match width {
        1 => Sort::Bool,
        width => Sort::BitVec(width),
    }
}

/// The number of bits of the word that the term stands for.
pub(super) fn width_of(terms: &Terms, t: TermId) -> u32 {
    terms.sort(t).width().unwrap_or(1)
}

/// The constant word of these bits.
pub(super) fn constant(terms: &mut Terms, bits: Bits) -> TermId {
    match bits.width() {
        1 => terms.bool(bits.is_one()),
        _ => terms.bit_vector(bits),
    }
}

/// The word as a bit-vector, also if it has one bit.
pub(super) fn vector(terms: &mut Terms, t: TermId) -> TermId {
    if terms.sort(t) != Sort::Bool {
        return t;
    }
    let (one, zero) = (terms.bv(1, 1), terms.bv(0, 1));
    terms.ite(t, one, zero)
}

/// The word of a bit-vector.
pub(super) fn word(terms: &mut Terms, t: TermId) -> TermId {
    if terms.width(t) != 1 {
        return t;
    }
    let one = terms.bv(1, 1);
    terms.eq(t, one)
}

/// The complement of each bit.
pub(super) fn complement(terms: &mut Terms, t: TermId) -> TermId {
    match terms.sort(t) {
        Sort::Bool => terms.not(t),
        _ => terms.bv_not(t),
    }
}
