//! One valid formula about a product, quotient or remainder, as the data from which it can be made again.

use super::build::Build;
use super::facts::{Kind, Row, ROWS};
use crate::solver::term::{TermId, Terms};

/// A valid formula. The solver asserts it, and a checker of proofs makes it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver::smt) enum Fact {
    /// A row of the table, with the operands exchanged or not, at these places.
    Row { t: TermId, row: usize, is_turned: bool, places: [u32; 2] },
    /// If the operands have these values, constants, the result is the operator's value.
    Value { t: TermId, values: [TermId; 2] },
    /// Equal operands, exchanged or not, have equal results.
    Same { t: TermId, other: TermId, is_turned: bool },
    /// If the dividend is a product, and the divisor the factor beside that of this number, the division gives the
    /// latter back.
    Undone { t: TermId, product: TermId, factor: usize, when: When },
}

/// The condition under which a product is undone by a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver::smt) enum When {
    /// The other factor has at most this number of bits, and the divisor no more than the rest.
    Short(u32),
    /// The product does not overflow.
    Fits,
    /// The other way round: if the quotient is the factor, the product did not overflow.
    Converse,
}

impl Fact {
    /// The operator that the fact is about.
    pub fn operator(&self) -> TermId {
        match *self {
            Fact::Row { t, .. } | Fact::Value { t, .. } | Fact::Same { t, .. } | Fact::Undone { t, .. } => t,
        }
    }

    /// The formula; `None` if there is none about this term.
    pub fn formula(&self, terms: &mut Terms) -> Option<TermId> {
        match *self {
            Fact::Row { t, row, is_turned, places } => {
                let (row, kind) = (ROWS.get(row)?, Kind::of(terms, t)?);
                let is_right = row.kind == kind && (!is_turned || kind == Kind::Product);
                if !is_right || places.iter().any(|&k| k >= terms.width(t)) {
                    return None;
                }
                let [x, y] = operands(terms, t, is_turned);
                Some(row.formula(terms, [x, y, t], places))
            }
            Fact::Value { t, values } => {
                let kind = Kind::of(terms, t)?;
                let width = terms.width(t);
                let value = {
                    let bits = |v: TermId| terms.bits_of(v).filter(|bits| bits.width() == width);
                    kind.value(bits(values[0])?, bits(values[1])?)
                };
                let value = terms.bit_vector(value);
                let [x, y] = operands(terms, t, false);
                let (is_x, is_y) = (terms.eq(x, values[0]), terms.eq(y, values[1]));
                let both = terms.and(&[is_x, is_y]);
                let same = terms.eq(t, value);
                Some(terms.implies(both, same))
            }
            Fact::Same { t, other, is_turned } => {
                let kind = Kind::of(terms, t).filter(|_| terms.sort(t) == terms.sort(other));
                if kind.is_none()
                    || kind != Kind::of(terms, other)
                    || is_turned && kind != Some(Kind::Product)
                {
                    return None;
                }
                let ([x, y], [u, v]) = (operands(terms, t, false), operands(terms, other, is_turned));
                let (left, right) = (terms.eq(x, u), terms.eq(y, v));
                let both = terms.and(&[left, right]);
                let same = terms.eq(t, other);
                Some(terms.implies(both, same))
            }
            Fact::Undone { t, product, factor, when } => undone(terms, t, product, factor, when),
        }
    }
}

impl Row {
    /// The formula about operands and a result.
    pub fn formula(&self, terms: &mut Terms, [x, y, r]: [TermId; 3], [k, j]: [u32; 2]) -> TermId {
        let width = terms.width(x);
        (self.build)(&mut Build { terms, x, y, r, k, j, width })
    }
}

pub(super) fn operands(terms: &Terms, t: TermId, is_turned: bool) -> [TermId; 2] {
    let (x, y) = (terms.arg(t, 0), terms.arg(t, 1));
    if is_turned {
        [y, x]
    } else {
        [x, y]
    }
}

fn undone(terms: &mut Terms, t: TermId, product: TermId, factor: usize, when: When) -> Option<TermId> {
    let kind = Kind::of(terms, t).filter(|&kind| kind != Kind::Product)?;
    let is_product = Kind::of(terms, product) == Some(Kind::Product) && terms.sort(product) == terms.sort(t);
    if !is_product || factor > 1 {
        return None;
    }
    let [a, other] = operands(terms, product, factor == 1);
    let ([x, y], width) = (operands(terms, t, false), terms.width(t));
    let mut build = Build { terms, x: a, y, r: t, k: 0, j: 0, width };
    let is_left = match kind {
        Kind::Quotient => build.terms.eq(t, a),
        Kind::Remainder | Kind::Product => build.is_zero(t),
    };
    let implied = match when {
        When::Short(bits) => {
            let rest = width.checked_sub(bits)?;
            let (first, second) = (build.below(a, bits), build.below(y, rest));
            build.if_both(first, second, is_left)
        }
        When::Fits => {
            let overflow = build.terms.bv_umul_overflow(a, other);
            build.terms.or(&[overflow, is_left])
        }
        When::Converse if kind == Kind::Quotient => {
            let overflow = build.terms.bv_umul_overflow(a, other);
            let fits = build.terms.not(overflow);
            build.terms.implies(is_left, fits)
        }
        When::Converse => return None,
    };
    let (is_dividend, is_divisor) = (build.terms.eq(x, product), build.terms.eq(y, other));
    let divided = build.if_divided(implied);
    Some(build.if_both(is_dividend, is_divisor, divided))
}
