//! Parts of formulas that are meant for all values of a constant, as people write them.
//!
//! A part such as `0 <= k && k < n => a[k] == 7` has conditions about the constant alone, and a claim. Where the
//! conditions are a first value and one behind the last, they become a range: `for all k in 0 .. n: a[k] == 7`.

use super::infix::{infix, Names};
use crate::solver::term::{Op, TermId, Terms};

/// A part of a formula in words: meant for all values of this constant.
pub fn for_all(terms: &mut Terms, names: &Names<'_>, bound: TermId, part: TermId) -> String {
    // The part says that these are not all true together.
    let (mut open, mut together) = (Vec::new(), Vec::new());
    match terms.split_not(part) {
        (inner, true) => open.push(inner),
        (_, false) => together.push(terms.not(part)),
    }
    while let Some(t) = open.pop() {
        match terms.op(t) {
            Op::And => open.extend(terms.args(t).iter().rev()),
            _ => together.push(t),
        }
    }
    let is_condition = |t: &TermId| {
        let inside = terms.subterms(&[*t]);
        inside.contains(&bound) && !inside.iter().any(|&t| terms.op(t) == Op::Select)
    };
    let (conditions, claims): (Vec<TermId>, Vec<TermId>) = together.into_iter().partition(is_condition);
    let negations: Vec<TermId> = claims.iter().map(|&claim| terms.not(claim)).collect();
    let claims: Vec<String> = negations.iter().map(|&claim| infix(terms, names, claim)).collect();
    let claim = if claims.is_empty() { "false".to_string() } else { claims.join(" || ") };
    let name = (names.name)(bound);
    let (mut low, mut high, mut others) = (None, None, Vec::new());
    for &condition in &conditions {
        match end(terms, bound, condition) {
            Some((end, true)) if low.is_none() => low = Some(end),
            Some((end, false)) if high.is_none() => high = Some(end),
            Some(_) | None => others.push(condition),
        }
    }
    let text = |end: End| match end {
        End::Zero => "0".to_string(),
        End::At(t) => infix(terms, names, t),
        End::Behind(t) => format!("{} + 1", infix(terms, names, t)),
    };
    match (low, high, &others[..]) {
        (None, None, []) => return format!("for all {}: {}", name, claim),
        (Some(low), Some(high), []) => {
            return format!("for all {} in {} .. {}: {}", name, text(low), text(high), claim);
        }
        (Some(low), Some(high), [other]) if parity(terms, bound, *other).is_some() => {
            let word = if parity(terms, bound, *other) == Some(true) { "odd" } else { "even" };
            return format!("for all {} {} in {} .. {}: {}", word, name, text(low), text(high), claim);
        }
        _ => {}
    }
    let conditions: Vec<String> = conditions.iter().map(|&t| infix(terms, names, t)).collect();
    format!("for all {}: {} => {}", name, conditions.join(" && "), claim)
}

/// An end of a range.
#[derive(Clone, Copy)]
enum End {
    Zero,
    At(TermId),
    Behind(TermId),
}

/// The end of a range that a condition is: the first value, if the second part is true, or the one behind the last.
fn end(terms: &Terms, bound: TermId, condition: TermId) -> Option<(End, bool)> {
    let (inner, is_negated) = terms.split_not(condition);
    let args = terms.args(inner);
    match (terms.op(inner), args) {
        (Op::BvSlt | Op::BvUlt, &[a, b]) if a == bound && b != bound => {
            let narrow = End::At(narrower(terms, b));
            Some((narrow, is_negated))
        }
        (Op::BvSlt | Op::BvUlt, &[a, b]) if b == bound && a != bound => {
            let narrow = End::Behind(narrower(terms, a));
            Some((narrow, !is_negated))
        }
        // The highest bit is not set.
        (Op::Eq, &[a, b]) => {
            let is_sign = |t: TermId| match terms.op(t) {
                Op::Extract(low) => terms.arg(t, 0) == bound && terms.sort(bound).width() == Some(low + 1),
                _ => false,
            };
            let (value, _) = [(a, b), (b, a)].iter().copied().find(|&(_, t)| is_sign(t))?;
            let is_set = terms.bits_of(value)?.to_u64()? == 1;
            (is_set == is_negated).then_some((End::Zero, true))
        }
        _ => None,
    }
}

/// A word without the bits that repeat its sign, or zeros, in front.
fn narrower(terms: &Terms, t: TermId) -> TermId {
    match (terms.op(t), terms.args(t)) {
        (Op::SignExtend, &[inner]) => inner,
        (Op::Concat, &[front, inner])
            if terms.bits_of(front).map_or(false, |bits| bits.to_u64() == Some(0)) =>
        {
            inner
        }
        _ => t,
    }
}

/// Whether a condition says that the constant is odd, if it says that it is odd or even.
fn parity(terms: &Terms, bound: TermId, condition: TermId) -> Option<bool> {
    let (inner, is_negated) = terms.split_not(condition);
    let (a, b) = match (terms.op(inner), terms.args(inner)) {
        (Op::Eq, &[a, b]) => (a, b),
        _ => return None,
    };
    let is_lowest = |t: TermId| {
        terms.op(t) == Op::Extract(0) && terms.arg(t, 0) == bound && terms.sort(t).width() == Some(1)
    };
    let (value, _) = [(a, b), (b, a)].iter().copied().find(|&(_, t)| is_lowest(t))?;
    Some((terms.bits_of(value)?.to_u64()? == 1) != is_negated)
}
