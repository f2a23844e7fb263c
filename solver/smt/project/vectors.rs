//! Bit-vectors are eliminated by terms that may take their places.
//!
//! A literal that holds with a term in the place of a constant shows that there is a value for the constant. So every
//! term will do that makes all literals true in the model, and the more general it is, the better. An equality that
//! can be solved for the constant gives the best one. If only some bits can be solved for, these are replaced and the
//! others wait for the next equality. Where only comparisons are left, their other sides are tried, as bounds that the
//! constant meets or just passes, and the ends of the range. The last resort is the model's value.

use super::{equality, mentions, substitute, Gone};
use crate::base::{Budget, Limit};
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;

/// Terms tried in the place of one constant.
const MOST_WITNESSES: usize = 24;

/// The literals without the words that are to go.
pub(super) fn without_words(
    terms: &mut Terms,
    literals: Vec<TermId>,
    gone: &mut Gone,
    model: &Model,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let mut literals = literals;
    let bits: u32 = gone.constants.iter().map(|&t| terms.width(t)).sum();
    // Each solution takes some of the bits away.
    let mut left = bits;
    loop {
        budget.poll()?;
        if left > 0 {
            if let Some((word, value, extra)) = some_solution(terms, &literals, gone) {
                left -= 1;
                literals.extend(extra);
                literals = substitute(terms, &literals, word, value);
                continue;
            }
        }
        let word = literals.iter().find_map(|&l| gone.of_kind(terms, l, is_word).pop());
        let word = match word {
            Some(word) => word,
            None => return Ok(literals),
        };
        let concerned: Vec<TermId> = literals.iter().copied().filter(|&l| mentions(terms, l, word)).collect();
        let witness = witness(terms, &concerned, word, model);
        literals = substitute(terms, &literals, word, witness);
    }
}

fn is_word(sort: Sort) -> bool {
    matches!(sort, Sort::BitVec(_))
}

/// A constant with a term that has its value because of an equality, and literals that the equality says beside that.
/// The term may mention the constant: those of its bits that the equality leaves open.
fn some_solution(
    terms: &mut Terms,
    literals: &[TermId],
    gone: &mut Gone,
) -> Option<(TermId, TermId, Vec<TermId>)> {
    for &l in literals {
        let (a, b) = match equality(terms, l) {
            Some((a, b, false)) if terms.width(a) > 0 => (a, b),
            Some((a, b, true)) if terms.width(a) == 1 => (a, terms.bv_not(b)),
            _ => continue,
        };
        for word in gone.of_kind(terms, l, is_word) {
            for (left, right) in [(a, b), (b, a)] {
                let mut extra = Vec::new();
                if let Some(value) = solved(terms, left, right, word, &mut extra) {
                    return Some((word, value, extra));
                }
            }
        }
    }
    None
}

/// The value of the word if `left = right`, with the word's own bits where the equality leaves them open. The word must
/// occur only on the left and only below operators that can be undone.
pub(super) fn solved(
    terms: &mut Terms,
    left: TermId,
    right: TermId,
    word: TermId,
    extra: &mut Vec<TermId>,
) -> Option<TermId> {
    if terms.width(left) == 0 || mentions(terms, right, word) || !mentions(terms, left, word) {
        return None;
    }
    let (mut left, mut right) = (left, right);
    while left != word {
        let args = terms.args(left).to_vec();
        let at = args.iter().position(|&a| mentions(terms, a, word))?;
        if args.iter().enumerate().any(|(i, &a)| i != at && mentions(terms, a, word)) {
            return None;
        }
        let other = args.iter().copied().enumerate().find(|&(i, _)| i != at).map(|(_, a)| a);
        right = match (terms.op(left), other) {
            (Op::BvNot, _) => terms.bv_not(right),
            (Op::BvNeg, _) => terms.bv_neg(right),
            (Op::BvAdd, Some(summand)) if args.len() == 2 => terms.bv_sub(right, summand),
            (Op::BvSub, Some(other)) if at == 0 => terms.bv_add(right, other),
            (Op::BvSub, Some(other)) => terms.bv_sub(other, right),
            (Op::BvXor, Some(mask)) if args.len() == 2 => terms.bv_xor(right, mask),
            (Op::BvMul, Some(factor)) if args.len() == 2 => {
                let inverse = inverse(terms.bits_of(factor)?)?;
                let inverse = terms.bit_vector(inverse);
                terms.bv_mul(right, inverse)
            }
            (Op::Concat, Some(other)) => {
                // The other part is no constant to be solved for here.
                let low = terms.width(args[1]);
                let high_part = terms.extract(right, terms.width(left) - 1, low);
                let low_part = terms.extract(right, low - 1, 0);
                let (own, rest) = if at == 0 { (high_part, low_part) } else { (low_part, high_part) };
                extra.push(terms.eq(other, rest));
                own
            }
            (Op::SignExtend, _) => {
                let (width, by) = (terms.width(args[0]), terms.width(left) - terms.width(args[0]));
                let own = terms.extract(right, width - 1, 0);
                let whole = terms.sign_extend(own, by);
                extra.push(terms.eq(whole, right));
                own
            }
            (Op::Extract(low), _) if args[0] == word => {
                let (width, end) = (terms.width(word), low + terms.width(left));
                let mut parts = Vec::new();
                if end < width {
                    parts.push(terms.extract(word, width - 1, end));
                }
                parts.push(right);
                if low > 0 {
                    parts.push(terms.extract(word, low - 1, 0));
                }
                terms.concat_all(&parts)
            }
            _ => return None,
        };
        left = args[at];
    }
    Some(right)
}

/// The inverse of an odd number modulo the number of words: Newton's iteration doubles the right bits each time.
fn inverse(odd: &Bits) -> Option<Bits> {
    if !odd.bit(0) {
        return None;
    }
    let width = odd.width();
    let two = Bits::new(2, width);
    let mut inverse = odd.clone();
    let mut right = 1;
    while right < width {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        right *= 2;
    }
    Some(inverse)
}

/// A term that may take the place of the word in these literals.
fn witness(terms: &mut Terms, literals: &[TermId], word: TermId, model: &Model) -> TermId {
    let own = model.evaluate(terms, word).term(terms, terms.sort(word));
    let symbol = match terms.op(word) {
        Op::Symbol(symbol) => symbol,
        op => unreachable!("{:?} is no constant", op),
    };
    let mut other = model.clone();
    for candidate in candidates(terms, literals, word) {
        other.set(symbol, model.evaluate(terms, candidate));
        if other.evaluate_all(terms, literals).iter().all(Value::is_true) {
            return candidate;
        }
    }
    own
}

/// Terms to try: an end of the range on which there are no bounds, then constants that meet or just pass a bound, then
/// such terms, then the other ends.
fn candidates(terms: &mut Terms, literals: &[TermId], word: TermId) -> Vec<TermId> {
    let width = terms.width(word);
    let least = Bits::least_signed(width);
    let ends = [Bits::zero(width), Bits::ones(width), least.clone(), least.not()];
    let ends = ends.map(|end| terms.bit_vector(end));
    let mut bounded = [false; 4];
    let mut bounds = Vec::new();
    for &l in literals {
        if bounds.len() < MOST_WITNESSES {
            add_bounds(terms, l, word, &mut bounds, &mut bounded);
        }
    }
    let open = (0..4).filter(|&i| !bounded[i] && bounded[i ^ 1]).map(|i| ends[i]);
    let mut list: Vec<TermId> = open.collect();
    let (constant, others): (Vec<TermId>, Vec<TermId>) =
        bounds.into_iter().partition(|&t| terms.bits_of(t).is_some());
    list.extend(constant);
    list.extend(others);
    list.extend(ends);
    list
}

/// Adds the terms for which the word meets or just passes the bound that a comparison sets. Marks the side on which
/// the bound is, in the order of the ends of the ranges.
fn add_bounds(
    terms: &mut Terms,
    literal: TermId,
    word: TermId,
    bounds: &mut Vec<TermId>,
    bounded: &mut [bool; 4],
) {
    let (atom, negated) = terms.split_not(literal);
    let first = match terms.op(atom) {
        Op::BvUlt => Some(0),
        Op::BvSlt => Some(2),
        Op::Eq if terms.width(terms.arg(atom, 0)) > 0 => None,
        _ => return,
    };
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    for (is_upper, left, right) in [(!negated, a, b), (negated, b, a)] {
        if let (Some(first), true) = (first, left == word) {
            bounded[first + is_upper as usize] = true;
        }
        let one = terms.bv(1, terms.width(right));
        let (above, below) = (terms.bv_add(right, one), terms.bv_sub(right, one));
        for bound in [right, above, below] {
            let mut extra = Vec::new();
            if let Some(value) = solved(terms, left, bound, word, &mut extra) {
                // A witness is a term without the word.
                if extra.is_empty() && !mentions(terms, value, word) {
                    bounds.push(value);
                }
            }
        }
    }
}
