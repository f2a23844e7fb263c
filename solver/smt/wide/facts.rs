//! The table of facts about products, quotients and remainders.
//!
//! A row makes a formula of two operands `x` and `y`, the result `r` of the operator, and up to two places, which are
//! numbers of bits. The formula is valid whenever `r` is the operator's value. Most rows are the lemmas of the paper or
//! sums of them; the bounds by powers of two are the paper's idea that an operand between two powers of two bounds the
//! result by shifts, with the exponents taken from the model.
//!
//! The table is shared by the solver, which asserts formulas, and the checker of proofs, which makes each of them again
//! and compares it. It takes nothing from either; the test below evaluates every row for all values of small widths.

use super::build::Build;
use crate::solver::term::{Op, TermId, Terms};
use crate::theories::bv::Bits;

/// The kind of an operator that facts are about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::solver::smt) enum Kind {
    Product,
    Quotient,
    Remainder,
}

impl Kind {
    /// The kind of a term's operator.
    pub fn of(terms: &Terms, t: TermId) -> Option<Kind> {
        match terms.op(t) {
            Op::BvMul => Some(Kind::Product),
            Op::BvUdiv => Some(Kind::Quotient),
            Op::BvUrem => Some(Kind::Remainder),
            _ => None,
        }
    }

    /// The operator's value.
    pub fn value(self, x: &Bits, y: &Bits) -> Bits {
        match self {
            Kind::Product => x.mul(y),
            Kind::Quotient => x.udiv(y),
            Kind::Remainder => x.urem(y),
        }
    }
}

/// The places that a model gives to a row; `None` if the row says nothing about these operands.
type Places = fn(&Bits, &Bits, &Bits) -> Option<[u32; 2]>;

/// One fact about an operator.
pub(super) struct Row {
    pub kind: Kind,
    pub places: Places,
    /// Whether the formula has products or quotients of its own, which are abstracted again.
    pub is_costly: bool,
    pub build: fn(&mut Build<'_>) -> TermId,
}

fn highest(t: &Bits) -> Option<u32> {
    (0..t.width()).rev().find(|&i| t.bit(i))
}

fn lowest(t: &Bits) -> Option<u32> {
    (0..t.width()).find(|&i| t.bit(i))
}

fn nowhere(_: &Bits, _: &Bits, _: &Bits) -> Option<[u32; 2]> {
    Some([0, 0])
}

fn top_of_x(x: &Bits, _: &Bits, _: &Bits) -> Option<[u32; 2]> {
    Some([highest(x)?, 0])
}

fn top_of_y(_: &Bits, y: &Bits, _: &Bits) -> Option<[u32; 2]> {
    Some([highest(y)?, 0])
}

fn top_of_r(_: &Bits, _: &Bits, r: &Bits) -> Option<[u32; 2]> {
    Some([highest(r)?, 0])
}

fn bottom_of_x(x: &Bits, _: &Bits, _: &Bits) -> Option<[u32; 2]> {
    Some([lowest(x)?, 0])
}

fn both_bottoms(x: &Bits, y: &Bits, _: &Bits) -> Option<[u32; 2]> {
    Some([lowest(x)?, lowest(y)?]).filter(|[k, j]| k + j < x.width())
}

/// The highest one of `x`, and a number of bits of `x` such that the rest is enough for `y`.
fn top_and_split(x: &Bits, y: &Bits, _: &Bits) -> Option<[u32; 2]> {
    let (k, other, width) = (highest(x)?, highest(y)?, x.width());
    let half = width / 2;
    let split = if k < half && other < width - half { half } else { width - 1 - other };
    (k < split).then_some([k, split])
}

fn split(x: &Bits, y: &Bits, r: &Bits) -> Option<[u32; 2]> {
    top_and_split(x, y, r).map(|[_, split]| [0, split])
}

/// The number of the lowest bits that are multiplied at once.
fn some_low_bits(x: &Bits, _: &Bits, _: &Bits) -> Option<[u32; 2]> {
    const LOW: u32 = 16;
    Some([LOW.min(x.width() / 2), 0]).filter(|&[k, _]| k > 0)
}

/// `r >= 2^k * y` if `2^k <= x < 2^j`, and the product cannot overflow.
fn at_least(b: &mut Build<'_>) -> TermId {
    let (small, fits) = (b.below(b.x, b.j), b.below(b.y, b.width - b.j));
    let small_x = b.below(b.x, b.k);
    let large = b.terms.not(small_x);
    let least = b.left(b.y, b.k);
    let bounded = b.terms.bv_ule(least, b.r);
    let implied = b.terms.implies(large, bounded);
    b.if_both(small, fits, implied)
}

/// A row: the operator, the places that it needs, the fact. The oldest compiler has no constant functions for this.
macro_rules! row {
    ($kind:expr, $places:expr, $build:expr) => {
        Row { kind: $kind, places: $places, is_costly: false, build: $build }
    };
}

/// A row with a product or quotient of its own.
macro_rules! costly {
    ($kind:expr, $build:expr) => {
        Row { kind: $kind, places: nowhere, is_costly: true, build: $build }
    };
}

use Kind::{Product, Quotient, Remainder};

/// All rows. A row about products is used with the operands in both orders.
pub(super) const ROWS: &[Row] = &[
    // r has the trailing zeros of x.
    row!(Product, nowhere, |b| {
        let minus = b.terms.bv_neg(b.x);
        let mask = b.terms.bv_or(minus, b.x);
        let kept = b.terms.bv_and(mask, b.r);
        b.terms.eq(kept, b.r)
    }),
    // x = 2^k: r is y shifted.
    row!(Product, bottom_of_x, |b| {
        let (is_power, shifted) = (b.is_power(b.x, b.k), b.left(b.y, b.k));
        let same = b.terms.eq(b.r, shifted);
        b.terms.implies(is_power, same)
    }),
    // x = -2^k: r is y shifted, negated.
    row!(Product, bottom_of_x, |b| {
        let minus = b.terms.bv_neg(b.x);
        let (is_power, shifted) = (b.is_power(minus, b.k), b.left(b.y, b.k));
        let negated = b.terms.bv_neg(shifted);
        let same = b.terms.eq(b.r, negated);
        b.terms.implies(is_power, same)
    }),
    // x odd: r and y have their lowest one at the same place.
    row!(Product, nowhere, |b| {
        let odd = b.bit(b.x, 0);
        let (of_r, of_y) = (b.lowest_one(b.r), b.lowest_one(b.y));
        let same = b.terms.eq(of_r, of_y);
        b.terms.implies(odd, same)
    }),
    // Lowest ones at k and j: that of r at k + j.
    row!(Product, both_bottoms, |b| {
        let (in_x, in_y) = (b.has_lowest_one(b.x, b.k), b.has_lowest_one(b.y, b.j));
        let in_r = b.has_lowest_one(b.r, b.k + b.j);
        b.if_both(in_x, in_y, in_r)
    }),
    // x < 2^(k+1), no overflow: r <= 2^(k+1) * y - y.
    row!(Product, top_of_x, |b| {
        let end = b.k + 1;
        let (small, fits) = (b.below(b.x, end), b.below(b.y, b.width - end));
        let shifted = b.left(b.y, end);
        let most = b.terms.bv_sub(shifted, b.y);
        let bounded = b.terms.bv_ule(b.r, most);
        b.if_both(small, fits, bounded)
    }),
    // x < 2^j, no overflow, x > 0: r >= y.
    row!(Product, split, at_least),
    // 2^k <= x < 2^j, no overflow: r >= 2^k * y.
    row!(Product, top_and_split, at_least),
    // The lowest bits are the product of the lowest bits.
    row!(Product, some_low_bits, |b| {
        let top = match b.k.checked_sub(1) {
            Some(top) => top,
            None => return Terms::TRUE,
        };
        let [x, y, r] = [b.x, b.y, b.r].map(|t| b.terms.extract(t, top, 0));
        let product = b.terms.bv_mul(x, y);
        b.terms.eq(r, product)
    }),
    // y = 0: r is all ones.
    row!(Quotient, nowhere, |b| {
        let (is_zero, ones) = (b.is_zero(b.y), b.terms.bit_vector(Bits::ones(b.width)));
        let same = b.terms.eq(b.r, ones);
        b.terms.implies(is_zero, same)
    }),
    // y = 2^k: r is x shifted.
    row!(Quotient, top_of_y, |b| {
        let (is_power, shifted) = (b.is_power(b.y, b.k), b.right(b.x, b.k));
        let same = b.terms.eq(b.r, shifted);
        b.terms.implies(is_power, same)
    }),
    // r = 0 exactly if x < y.
    row!(Quotient, nowhere, |b| {
        let (none, less) = (b.is_zero(b.r), b.terms.bv_ult(b.x, b.y));
        let same = b.terms.iff(none, less);
        b.if_divided(same)
    }),
    // r = 1 exactly if y <= x < 2y.
    row!(Quotient, nowhere, |b| {
        let one = b.terms.bv(1, b.width);
        let once = b.terms.eq(b.r, one);
        let rest = b.terms.bv_sub(b.x, b.y);
        let (fits, no_more) = (b.terms.bv_ule(b.y, b.x), b.terms.bv_ult(rest, b.y));
        let both = b.terms.and(&[fits, no_more]);
        let same = b.terms.iff(once, both);
        b.if_divided(same)
    }),
    // r <= x.
    row!(Quotient, nowhere, |b| {
        let bounded = b.terms.bv_ule(b.r, b.x);
        b.if_divided(bounded)
    }),
    // y >= 2^k: r <= x / 2^k.
    row!(Quotient, top_of_y, |b| {
        let (small, most) = (b.below(b.y, b.k), b.right(b.x, b.k));
        let bounded = b.terms.bv_ule(b.r, most);
        b.terms.or(&[small, bounded])
    }),
    // y < 2^(k+1): r >= x / 2^(k+1).
    row!(Quotient, top_of_y, |b| {
        let (small, least) = (b.below(b.y, b.k + 1), b.right(b.x, b.k + 1));
        let bounded = b.terms.bv_ule(least, b.r);
        // By zero the quotient is the largest word.
        b.terms.implies(small, bounded)
    }),
    // r >= 2^k: y <= x / 2^k.
    row!(Quotient, top_of_r, |b| {
        let (small, most) = (b.below(b.r, b.k), b.right(b.x, b.k));
        let bounded = b.terms.bv_ule(b.y, most);
        let either = b.terms.or(&[small, bounded]);
        b.if_divided(either)
    }),
    // r < 2^(k+1): y > x / 2^(k+1).
    row!(Quotient, top_of_r, |b| {
        let (small, least) = (b.below(b.r, b.k + 1), b.right(b.x, b.k + 1));
        let bounded = b.terms.bv_ult(least, b.y);
        let implied = b.terms.implies(small, bounded);
        b.if_divided(implied)
    }),
    // r * y <= x.
    costly!(Quotient, |b| {
        let product = b.terms.bv_mul(b.r, b.y);
        let bounded = b.terms.bv_ule(product, b.x);
        b.if_divided(bounded)
    }),
    // x - r * y < y.
    costly!(Quotient, |b| {
        let product = b.terms.bv_mul(b.r, b.y);
        let rest = b.terms.bv_sub(b.x, product);
        let bounded = b.terms.bv_ult(rest, b.y);
        b.if_divided(bounded)
    }),
    // r > 0: r * y >= y.
    costly!(Quotient, |b| {
        let product = b.terms.bv_mul(b.r, b.y);
        let (none, bounded) = (b.is_zero(b.r), b.terms.bv_ule(b.y, product));
        b.terms.or(&[none, bounded])
    }),
    // y > 0: r * y >= r.
    costly!(Quotient, |b| {
        let product = b.terms.bv_mul(b.r, b.y);
        let bounded = b.terms.bv_ule(b.r, product);
        b.if_divided(bounded)
    }),
    // y = 0 or x < y: r = x.
    row!(Remainder, nowhere, |b| {
        let (is_zero, less) = (b.is_zero(b.y), b.terms.bv_ult(b.x, b.y));
        let (same, either) = (b.terms.eq(b.r, b.x), b.terms.or(&[is_zero, less]));
        b.terms.implies(either, same)
    }),
    // y = 2^k: r is the lowest bits of x.
    row!(Remainder, top_of_y, |b| {
        let is_power = b.is_power(b.y, b.k);
        let low = b.low_bits(b.x, b.k);
        let same = b.terms.eq(b.r, low);
        b.terms.implies(is_power, same)
    }),
    // x = y: r = 0.
    row!(Remainder, nowhere, |b| {
        let (equal, none) = (b.terms.eq(b.x, b.y), b.is_zero(b.r));
        b.terms.implies(equal, none)
    }),
    // r < y.
    row!(Remainder, nowhere, |b| {
        let bounded = b.terms.bv_ult(b.r, b.y);
        b.if_divided(bounded)
    }),
    // r <= x.
    row!(Remainder, nowhere, |b| b.terms.bv_ule(b.r, b.x)),
    // y <= x: r <= x - y.
    row!(Remainder, nowhere, |b| {
        let rest = b.terms.bv_sub(b.x, b.y);
        let (fits, bounded) = (b.terms.bv_ule(b.y, b.x), b.terms.bv_ule(b.r, rest));
        b.terms.implies(fits, bounded)
    }),
    // y <= x < 2y: r = x - y.
    row!(Remainder, nowhere, |b| {
        let rest = b.terms.bv_sub(b.x, b.y);
        let (fits, no_more) = (b.terms.bv_ule(b.y, b.x), b.terms.bv_ult(rest, b.y));
        let same = b.terms.eq(b.r, rest);
        b.if_both(fits, no_more, same)
    }),
    // r = x - x / y * y.
    costly!(Remainder, |b| {
        let quotient = b.terms.bv_udiv(b.x, b.y);
        let product = b.terms.bv_mul(quotient, b.y);
        let rest = b.terms.bv_sub(b.x, product);
        b.terms.eq(b.r, rest)
    }),
];
