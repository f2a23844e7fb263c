//! The meanings of operators on numbers beyond linear sums, compared with formulas that claim to state them.
//!
//! A meaning is a list of cases, in each of which some sums are 0 and some inequalities hold. A formula follows from it
//! if it is true in all cases. For example `ite(c, a, b) = t` has two cases: `c` is true and `t - a` is 0, or `c` is
//! false and `t - b` is 0.

use super::bounds::{products, Bound};
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::{DeltaRational, Rational};

/// Formulas that state meanings nest less deeply than this.
const DEEPEST: u32 = 16;

/// The knowledge about a case.
#[derive(Default)]
struct Case {
    /// The truth of a formula.
    condition: Option<(TermId, bool)>,
    /// Sums that are 0, their constants as bounds.
    zeros: Vec<Bound>,
    /// Inequalities that hold.
    bounds: Vec<Bound>,
}

/// Whether a formula follows from the meaning of an operator.
pub(super) fn is_meaning(terms: &Terms, t: TermId, formula: TermId) -> bool {
    let cases = cases(terms, t, formula);
    !cases.is_empty() && cases.iter().all(|case| case.truth(terms, formula, DEEPEST) == Some(true))
}

/// The cases of an operator; none if its meaning is not known here.
fn cases(terms: &Terms, t: TermId, formula: TermId) -> Vec<Case> {
    match terms.op(t) {
        Op::Ite if terms.sort(t).is_numeric() => {
            let case = |branch: usize, truth: bool| Case {
                condition: Some((terms.arg(t, 0), truth)),
                zeros: vec![difference(terms, t, terms.arg(t, branch))],
                bounds: Vec::new(),
            };
            vec![case(1, true), case(2, false)]
        }
        Op::IntDiv => {
            let bounds = divisor(terms, t).map(|divisor| remainder(terms, t, &divisor, t));
            bounds.into_iter().map(|bounds| Case { bounds, ..Case::default() }).collect()
        }
        Op::IntMod => {
            let is_quotient = |q: &TermId| terms.op(*q) == Op::IntDiv && terms.args(*q) == terms.args(t);
            let quotient = terms.subterms(&[formula]).into_iter().find(is_quotient);
            match (divisor(terms, t), quotient) {
                (Some(divisor), Some(quotient)) => {
                    // The remainder is the dividend without the quotient's multiple.
                    let mut rest = difference(terms, t, terms.arg(t, 0));
                    rest.add(&divisor, &products(terms, quotient));
                    let bounds = remainder(terms, t, &divisor, quotient);
                    vec![Case { zeros: vec![rest], bounds, condition: None }]
                }
                _ => Vec::new(),
            }
        }
        Op::ToInt => {
            vec![Case { bounds: remainder(terms, t, &Rational::from(1), t), ..Case::default() }]
        }
        _ => Vec::new(),
    }
}

/// Whether a formula says no more than that two divisions by zero have one result if they have one dividend.
pub(super) fn is_by_zero(terms: &Terms, [first, second]: [TermId; 2], formula: TermId) -> bool {
    let is_division = matches!(terms.op(first), Op::DivByZero | Op::IntDivByZero | Op::IntModByZero);
    if !is_division || terms.op(first) != terms.op(second) {
        return false;
    }
    // The formula is `not (one dividend and not one result)`, perhaps with more in the conjunction.
    let (inner, negated) = terms.split_not(formula);
    let parts = if terms.op(inner) == Op::And { terms.args(inner) } else { &[] };
    let dividend = difference(terms, terms.arg(first, 0), terms.arg(second, 0));
    let result = difference(terms, first, second);
    let says = |part: TermId, truth: bool, sum: &Bound| {
        let (equality, is_negated) = terms.split_not(part);
        is_negated != truth
            && zero_sum(terms, equality).map_or(false, |found| sum.constant_of(&found) == Some(0))
    };
    formula == Terms::TRUE
        || negated
            && parts.iter().any(|&part| says(part, true, &dividend))
            && parts.iter().any(|&part| says(part, false, &result))
}

/// The divisor of a division, if it is greater than 0.
fn divisor(terms: &Terms, t: TermId) -> Option<Rational> {
    let divisor = terms.number_of(terms.arg(t, 1))?;
    (divisor.is_integer() && !divisor.is_zero() && !divisor.is_negative()).then(|| divisor.clone())
}

/// `a - b`
fn difference(terms: &Terms, a: TermId, b: TermId) -> Bound {
    let mut sum = products(terms, a);
    sum.add(&Rational::from(-1), &products(terms, b));
    sum
}

/// `0 <= dividend - divisor * quotient < divisor` for the dividend of an operator.
fn remainder(terms: &Terms, t: TermId, divisor: &Rational, quotient: TermId) -> Vec<Bound> {
    let dividend = terms.arg(t, 0);
    let mut rest = products(terms, dividend);
    rest.add(&-divisor.clone(), &products(terms, quotient));
    let most: DeltaRational = match terms.sort(dividend) {
        // The rest is an integer.
        Sort::Int => (divisor - &Rational::ONE).into(),
        _ => DeltaRational::below(divisor.clone()),
    };
    // The constant of the rest goes to the other side.
    let upper = Bound { products: rest.products.clone(), bound: &most - &rest.bound };
    let mut lower = Bound { products: rest.products, bound: -rest.bound };
    lower.scale(&Rational::from(-1));
    vec![upper, lower]
}

/// The sum that an equality of numbers says to be 0, its constant as bound.
pub(super) fn zero_sum(terms: &Terms, equality: TermId) -> Option<Bound> {
    let is_number = terms.op(equality) == Op::Eq && terms.sort(terms.arg(equality, 0)).is_numeric();
    is_number.then(|| difference(terms, terms.arg(equality, 0), terms.arg(equality, 1)))
}

impl Bound {
    /// The factor by which the products have to be multiplied to be those of another one.
    fn factor(&self, other: &Bound) -> Option<Rational> {
        let (mine, theirs) = (self.products.first()?, other.products.first()?);
        let factor = &theirs.0 / &mine.0;
        let is_multiple =
            |(a, b): (&(Rational, TermId), &(Rational, TermId))| &a.0 * &factor == b.0 && a.1 == b.1;
        let are_multiples = self.products.iter().zip(&other.products).all(is_multiple);
        (self.products.len() == other.products.len() && are_multiples).then_some(factor)
    }

    /// The sign of the difference between another sum and its multiple of this one, if that is a constant.
    fn constant_of(&self, other: &Bound) -> Option<i32> {
        let mut rest = other.clone();
        if !other.products.is_empty() {
            rest.add(&-self.factor(other)?, self);
        }
        Some(rest.bound.sign())
    }
}

impl Case {
    /// The truth of a formula in this case, if it is known.
    fn truth(&self, terms: &Terms, formula: TermId, depth: u32) -> Option<bool> {
        let (inner, negated) = terms.split_not(formula);
        let depth = depth.checked_sub(1)?;
        if let Some((condition, truth)) = self.condition {
            let (condition, is_negated) = terms.split_not(condition);
            if condition == inner {
                return Some((truth != is_negated) != negated);
            }
        }
        let truth = match terms.op(inner) {
            Op::True => true,
            Op::And => {
                let parts = terms.args(inner).iter().map(|&part| self.truth(terms, part, depth));
                let parts: Vec<Option<bool>> = parts.collect();
                if !parts.contains(&Some(false)) && parts.contains(&None) {
                    return None;
                }
                !parts.contains(&Some(false))
            }
            Op::Eq => {
                let sum = zero_sum(terms, inner)?;
                self.zeros.iter().find_map(|zero| zero.constant_of(&sum))? == 0
            }
            Op::Le | Op::Ge => {
                let holds = |truth: bool| Some(self.implies(&Bound::of(terms, inner, truth)?));
                match (holds(true)?, holds(false)?) {
                    (true, _) => true,
                    (_, true) => false,
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(truth != negated)
    }

    /// Whether an inequality is a multiple of one that holds, or weaker.
    fn implies(&self, bound: &Bound) -> bool {
        self.bounds.iter().any(|known| match known.factor(bound) {
            Some(factor) if !factor.is_negative() => &known.bound * &factor <= bound.bound,
            _ => false,
        })
    }
}
