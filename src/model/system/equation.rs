//! Equations `variable = term`.

use crate::base::HashMap;
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::Rational;

/// The variable and the value that a formula equates, if it does: a Boolean variable or its negation, an equation with
/// a variable as one side, or an equation between sums that can be solved for a variable. The value is a term of the
/// wanted kind, or a sum of such terms.
pub(in crate::model) fn equation(
    terms: &mut Terms,
    formula: TermId,
    places: &HashMap<TermId, usize>,
    is_wanted: impl Fn(TermId) -> bool,
) -> Option<(TermId, TermId)> {
    let (inner, negated) = terms.split_not(formula);
    if places.contains_key(&inner) {
        return Some((inner, terms.bool(!negated)));
    }
    if terms.op(inner) != Op::Eq {
        return None;
    }
    let (a, b) = (terms.arg(inner, 0), terms.arg(inner, 1));
    let (variable, value) = match (places.contains_key(&a), places.contains_key(&b)) {
        (true, _) if is_wanted(b) => (a, b),
        (_, true) if is_wanted(a) => (b, a),
        _ if !negated && terms.sort(a).is_numeric() => return solved(terms, [a, b], places, is_wanted),
        _ => return None,
    };
    match (negated, terms.sort(variable)) {
        (false, _) => Some((variable, value)),
        // Two truth values that differ.
        (true, Sort::Bool) => Some((variable, terms.not(value))),
        (true, _) => None,
    }
}

/// The equation between two sums, solved for a variable: a real, or an integer whose factor is 1 or -1, as all other
/// factors are integers then, too.
fn solved(
    terms: &mut Terms,
    sides: [TermId; 2],
    places: &HashMap<TermId, usize>,
    is_wanted: impl Fn(TermId) -> bool,
) -> Option<(TermId, TermId)> {
    let difference = terms.sub(sides[0], sides[1]);
    let mut sum = terms.linear(difference);
    let at = sum.monomials.iter().position(|(factor, t)| {
        places.contains_key(t) && (terms.sort(*t) == Sort::Real || factor.abs().is_one())
    })?;
    let (factor, variable) = sum.monomials.swap_remove(at);
    if !sum.monomials.iter().all(|m| is_wanted(m.1)) {
        return None;
    }
    let one = terms.numeral(Rational::ONE, terms.sort(sides[0]));
    sum.monomials.push((sum.constant, one));
    sum.monomials.iter_mut().for_each(|(c, _)| *c = -(&*c / &factor));
    Some((variable, terms.combination(&sum.monomials)))
}
