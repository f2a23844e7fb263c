//! Goals and optima, and their meaning as formulas.
//!
//! An optimum says two things about the assertions: some model has the value, and none has a better one. Both are
//! written from the goals and the optima alone, and from nothing that the search has done, so that a check of these
//! formulas finds an optimum that the search had wrong. An infinitesimal and an absent optimum are not told completely:
//! a model is near to the bound, or far away.

use super::terms::cost_term;
use crate::solver::term::{Family, Sort, TermId, Terms, Value};
use crate::theories::num::Rational;

/// A goal of the search for a best model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The least value of a number, or of a word without sign.
    Minimize(TermId),
    /// The greatest value.
    Maximize(TermId),
    /// The least sum of weights of formulas that are false. A negative weight is a reward for being false.
    Soft(Vec<(TermId, Rational)>),
}

/// The relation between several goals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Each among the models that are best for those before. One without a value that is reached does not count for
    /// those behind it.
    #[default]
    Lexicographic,
    /// Each for itself: no one model has all values.
    Box,
}

/// The best value for a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// A value that a model has.
    Value(Value),
    /// The infimum, without being reached.
    Above(Rational),
    /// The supremum, without being reached.
    Below(Rational),
    /// There are values beyond any number.
    Unbounded,
}

/// The formulas of one optimum.
pub(crate) struct Claim {
    /// Formulas that the assertions have a model with.
    pub reached: Vec<TermId>,
    /// Formulas that contradict the assertions together: something better exists.
    pub better: Option<Vec<TermId>>,
}

/// The claims of optima, one for each goal. `None` if they do not fit the goals.
pub(crate) fn claims(
    terms: &mut Terms,
    goals: &[Goal],
    optima: &[Optimum],
    order: Order,
) -> Option<Vec<Claim>> {
    let (mut before, mut claims): (Vec<TermId>, Vec<Claim>) = (Vec::new(), Vec::new());
    for (goal, optimum) in goals.iter().zip(optima) {
        let (reached, better) = one(terms, goal, optimum)?;
        let with = |formula: TermId| before.iter().copied().chain([formula]).collect();
        claims.push(Claim { reached: with(reached), better: better.map(with) });
        if order == Order::Lexicographic && matches!(optimum, Optimum::Value(_)) {
            before.push(reached);
        }
    }
    Some(claims).filter(|_| goals.len() == optima.len())
}

fn one(terms: &mut Terms, goal: &Goal, optimum: &Optimum) -> Option<(TermId, Option<TermId>)> {
    let (term, least) = objective(terms, goal);
    let sort = terms.sort(term);
    let away = |distance: Rational| if least { distance } else { -distance };
    match (optimum, least) {
        (Optimum::Value(value), _) => {
            let better = better(terms, goal, value)?;
            let value = value.term(terms, sort);
            Some((terms.eq(term, value), Some(better)))
        }
        (Optimum::Above(bound), true) | (Optimum::Below(bound), false) if sort == Sort::Real => {
            let near = bound.clone() + &away(Rational::fraction(1, 1 << 30));
            let near = better(terms, goal, &Value::Number(near))?;
            let bound = terms.numeral(bound.clone(), sort);
            let reaches = if least { terms.le(term, bound) } else { terms.le(bound, term) };
            Some((near, Some(reaches)))
        }
        (Optimum::Unbounded, _) => {
            let far = away(-Rational::from(1i64 << 40) * Rational::from(1i64 << 40));
            Some((better(terms, goal, &Value::Number(far))?, None))
        }
        (Optimum::Above(_) | Optimum::Below(_), _) => None,
    }
}

/// The term of a goal, and whether it is to be small.
fn objective(terms: &mut Terms, goal: &Goal) -> (TermId, bool) {
    match goal {
        Goal::Minimize(t) => (*t, true),
        Goal::Maximize(t) => (*t, false),
        Goal::Soft(soft) => (cost_term(terms, soft), true),
    }
}

/// That the goal has a better value than this one; `None` if it cannot have it.
pub(crate) fn better(terms: &mut Terms, goal: &Goal, value: &Value) -> Option<TermId> {
    let (term, least) = objective(terms, goal);
    let sort = terms.sort(term);
    let is_word = match (sort.family(), value) {
        (Family::Word(width), Value::Bits(bits)) if bits.width() == width => true,
        (Family::Int, Value::Number(number)) if number.is_integer() => false,
        (Family::Real, Value::Number(_)) => false,
        (Family::Word(_) | Family::Int | Family::Real | Family::Bool | Family::Opaque, _) => return None,
    };
    let value = value.term(terms, sort);
    let (low, high) = if least { (term, value) } else { (value, term) };
    Some(if is_word { terms.bv_ult(low, high) } else { terms.lt(low, high) })
}
