//! The operators on words.
//!
//! Division by 0 and the signs of remainders are as in SMT-LIB, a shift by the width or more leaves zeros or signs, and
//! rotations are modulo the width.

use super::vectors::{complement, concatenated, vector, width_of, word};
use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::bv::Bits;

type Unary = fn(&mut Terms, TermId) -> TermId;
type Binary = fn(&mut Terms, TermId, TermId) -> TermId;

/// The sort that an operator gives to its result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// As wide as the arguments, which are of one width.
    Same,
    /// One bit, of arguments that are of one width.
    Bit,
    /// One bit, of arguments of one bit.
    Bits,
    /// As wide as the arguments together.
    Sum,
}

/// An operator of one argument.
pub(super) fn unary(name: &str) -> Option<(Shape, Unary)> {
    Some(match name {
        "not" => (Shape::Same, complement),
        "inc" => (Shape::Same, |t, a| plus(t, a, |w| Bits::new(1, w))),
        "dec" => (Shape::Same, |t, a| plus(t, a, Bits::ones)),
        "neg" => (Shape::Same, |t, a| on_vectors(t, &[a], |t, v| t.bv_neg(v[0]))),
        "redand" => (Shape::Bit, |t, a| is_constant(t, a, Bits::ones)),
        "redor" => (Shape::Bit, |t, a| {
            let none = is_constant(t, a, Bits::zero);
            t.not(none)
        }),
        "redxor" => (Shape::Bit, parity),
        _ => return None,
    })
}

/// An operator of two arguments that are words.
pub(super) fn binary(name: &str) -> Option<(Shape, Binary)> {
    Some(match name {
        "iff" => (Shape::Bits, Terms::iff),
        "implies" => (Shape::Bits, Terms::implies),
        "eq" => (Shape::Bit, Terms::eq),
        "neq" => (Shape::Bit, |t, a, b| {
            let same = t.eq(a, b);
            t.not(same)
        }),
        "ugt" => (Shape::Bit, |t, a, b| below(t, b, a)),
        "ult" => (Shape::Bit, below),
        "ugte" => (Shape::Bit, |t, a, b| {
            let below = below(t, a, b);
            t.not(below)
        }),
        "ulte" => (Shape::Bit, |t, a, b| {
            let below = below(t, b, a);
            t.not(below)
        }),
        "sgt" => (Shape::Bit, |t, a, b| signed_below(t, b, a)),
        "slt" => (Shape::Bit, signed_below),
        "sgte" => (Shape::Bit, |t, a, b| {
            let below = signed_below(t, a, b);
            t.not(below)
        }),
        "slte" => (Shape::Bit, |t, a, b| {
            let below = signed_below(t, b, a);
            t.not(below)
        }),
        "and" => (Shape::Same, and),
        "nand" => (Shape::Same, |t, a, b| {
            let both = and(t, a, b);
            complement(t, both)
        }),
        "or" => (Shape::Same, or),
        "nor" => (Shape::Same, |t, a, b| {
            let either = or(t, a, b);
            complement(t, either)
        }),
        "xor" => (Shape::Same, xor),
        "xnor" => (Shape::Same, |t, a, b| {
            let differs = xor(t, a, b);
            complement(t, differs)
        }),
        "rol" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| rotate(t, v[0], v[1], true))),
        "ror" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| rotate(t, v[0], v[1], false))),
        "sll" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_shl(v[0], v[1]))),
        "srl" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_lshr(v[0], v[1]))),
        "sra" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_ashr(v[0], v[1]))),
        "add" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_add(v[0], v[1]))),
        "sub" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_sub(v[0], v[1]))),
        "mul" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_mul(v[0], v[1]))),
        "udiv" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_udiv(v[0], v[1]))),
        "urem" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_urem(v[0], v[1]))),
        "sdiv" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_sdiv(v[0], v[1]))),
        "srem" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_srem(v[0], v[1]))),
        "smod" => (Shape::Same, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_smod(v[0], v[1]))),
        "uaddo" => (Shape::Bit, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_uadd_overflow(v[0], v[1]))),
        "saddo" => (Shape::Bit, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_sadd_overflow(v[0], v[1]))),
        "usubo" => (Shape::Bit, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_usub_overflow(v[0], v[1]))),
        "ssubo" => (Shape::Bit, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_ssub_overflow(v[0], v[1]))),
        "umulo" => (Shape::Bit, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_umul_overflow(v[0], v[1]))),
        "smulo" => (Shape::Bit, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_smul_overflow(v[0], v[1]))),
        "sdivo" => (Shape::Bit, |t, a, b| on_vectors(t, &[a, b], |t, v| t.bv_sdiv_overflow(v[0], v[1]))),
        "concat" => (Shape::Sum, |t, a, b| on_vectors(t, &[a, b], |t, v| concatenated(t, v[0], v[1]))),
        _ => return None,
    })
}

/// The word that this function of bit-vectors gives, which may be a formula by itself.
fn on_vectors(terms: &mut Terms, args: &[TermId], f: fn(&mut Terms, &[TermId]) -> TermId) -> TermId {
    let args: Vec<TermId> = args.iter().map(|&a| vector(terms, a)).collect();
    let result = f(terms, &args);
    word(terms, result)
}

fn plus(terms: &mut Terms, a: TermId, summand: fn(u32) -> Bits) -> TermId {
    if terms.sort(a) == Sort::Bool {
        return terms.not(a);
    }
    let summand = terms.bit_vector(summand(terms.width(a)));
    terms.bv_add(a, summand)
}

fn is_constant(terms: &mut Terms, a: TermId, value: fn(u32) -> Bits) -> TermId {
    let value = super::vectors::constant(terms, value(width_of(terms, a)));
    terms.eq(a, value)
}

fn and(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match terms.sort(a) {
        Sort::Bool => terms.and(&[a, b]),
        _ => terms.bv_and(a, b),
    }
}

fn or(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match terms.sort(a) {
        Sort::Bool => terms.or(&[a, b]),
        _ => terms.bv_or(a, b),
    }
}

fn xor(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match terms.sort(a) {
        Sort::Bool => terms.xor(a, b),
        _ => terms.bv_xor(a, b),
    }
}

fn below(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    if terms.sort(a) != Sort::Bool {
        return terms.bv_ult(a, b);
    }
    let not_a = terms.not(a);
    terms.and(&[not_a, b])
}

/// A single bit is its own sign, so 1 is below 0.
fn signed_below(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    if terms.sort(a) != Sort::Bool {
        return terms.bv_slt(a, b);
    }
    let not_b = terms.not(b);
    terms.and(&[a, not_b])
}

/// Whether the number of ones is odd. The halves are folded on each other until one bit is left.
fn parity(terms: &mut Terms, a: TermId) -> TermId {
    let mut folded = vector(terms, a);
    while terms.width(folded) > 1 {
        let width = terms.width(folded);
        let half = (width + 1) / 2;
        let (high, low) = (terms.extract(folded, width - 1, half), terms.extract(folded, half - 1, 0));
        let high = terms.zero_extend(high, half - (width - half));
        folded = terms.bv_xor(high, low);
    }
    word(terms, folded)
}

/// Rotation by the value of the second, modulo the width. The width is below 2^width, so it is a constant of the width.
fn rotate(terms: &mut Terms, a: TermId, by: TermId, left: bool) -> TermId {
    let width = terms.width(a);
    let modulus = terms.bv(u64::from(width), width);
    let by = if u64::from(width).is_power_of_two() && terms.bits_of(by).is_none() {
        // The remainder by a power of two is a mask.
        let mask = terms.bv(u64::from(width) - 1, width);
        terms.bv_and(by, mask)
    } else {
        terms.bv_urem(by, modulus)
    };
    let rest = terms.bv_sub(modulus, by);
    let (up, down) = if left { (by, rest) } else { (rest, by) };
    let (up, down) = (terms.bv_shl(a, up), terms.bv_lshr(a, down));
    terms.bv_or(up, down)
}
