//! Words: formulas for one bit, bit-vectors for more.

use crate::solver::term::{Op, Sort, TermId, Terms};
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
    if terms.op(t) == Op::Eq && terms.args(t).contains(&one) {
        return terms.args(t).iter().copied().find(|&side| side != one).unwrap_or(one);
    }
    terms.ite(t, one, zero)
}

/// Two bit-vectors one behind the other. Copies of one bit before the vector that has it as its first bit are an
/// extension by the sign, which synthesis writes bit by bit.
pub(super) fn concatenated(terms: &mut Terms, high: TermId, low: TermId) -> TermId {
    let copied = match terms.op(high) {
        Op::SignExtend => terms.arg(high, 0),
        _ => high,
    };
    if terms.width(copied) == 1 {
        let first = match terms.op(low) {
            Op::SignExtend => terms.arg(low, 0),
            _ => low,
        };
        let top = terms.width(first) - 1;
        if terms.extract(first, top, top) == copied {
            return terms.sign_extend(low, terms.width(high));
        }
    }
    terms.concat(high, low)
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
