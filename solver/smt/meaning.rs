//! Operators on numbers beyond linear sums, as formulas about their values.

use super::products::Lemma;
use crate::solver::term::{Op, TermId, Terms};
use crate::theories::num::Rational;

/// The meaning of an operator on numbers that is no linear sum, as a formula about its value.
pub(super) fn meaning(terms: &mut Terms, t: TermId) -> TermId {
    let first = terms.arg(t, 0);
    match terms.op(t) {
        Op::Ite => {
            let (yes, no) = (terms.arg(t, 1), terms.arg(t, 2));
            let (is_yes, is_no) = (terms.plain_number_eq(t, yes), terms.plain_number_eq(t, no));
            let not_condition = terms.not(first);
            let (then, otherwise) = (terms.implies(first, is_yes), terms.implies(not_condition, is_no));
            terms.and(&[then, otherwise])
        }
        // 0 <= first - divisor * t < divisor.
        Op::IntDiv => {
            let divisor = terms.number_of(terms.arg(t, 1)).cloned().unwrap_or_default();
            remainder_bounds(terms, first, &divisor, t)
        }
        Op::IntMod => {
            let divisor = terms.arg(t, 1);
            let quotient = terms.int_div(first, divisor).unwrap_or(t);
            let divisor = terms.number_of(divisor).cloned().unwrap_or_default();
            let whole = terms.scale(&divisor, quotient);
            let rest = terms.sub(first, whole);
            let is_rest = terms.eq(t, rest);
            let bounds = remainder_bounds(terms, first, &divisor, quotient);
            terms.and(&[is_rest, bounds])
        }
        // 0 <= first - t < 1.
        Op::ToInt => {
            let whole = terms.to_real(t);
            remainder_bounds(terms, first, &Rational::from(1), whole)
        }
        Op::Inverse | Op::IntQuotient => Lemma::Division(t).formula(terms).unwrap_or(Terms::TRUE),
        op => unreachable!("{:?} is linear", op),
    }
}

/// The formula that two divisions by zero have the same result if they have the same dividend; `None` if they are of
/// different kinds.
pub(super) fn by_zero_meaning(terms: &mut Terms, first: TermId, second: TermId) -> Option<TermId> {
    if terms.op(first) != terms.op(second) {
        return None;
    }
    let same_dividend = terms.eq(terms.arg(first, 0), terms.arg(second, 0));
    let same = terms.eq(first, second);
    Some(terms.implies(same_dividend, same))
}

fn remainder_bounds(terms: &mut Terms, dividend: TermId, divisor: &Rational, quotient: TermId) -> TermId {
    let whole = terms.scale(divisor, quotient);
    let rest = terms.sub(dividend, whole);
    let sort = terms.sort(rest);
    let (zero, end) = (terms.numeral(Rational::from(0), sort), terms.numeral(divisor.clone(), sort));
    let (low, high) = (terms.ge(rest, zero), terms.lt(rest, end));
    terms.and(&[low, high])
}
