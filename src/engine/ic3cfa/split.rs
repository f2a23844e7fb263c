//! Literals that generalisation can drop one by one: equations of words in parts, and bounds beside sums.
//!
//! An equation is one literal, which a lemma has or lacks. Two bounds in its place are two literals, of which one may
//! be enough: to block `x = 9` in a loop that counts up from 10, `x <= 9` will do. Equations of numbers are always
//! written as bounds. For words there are several ways, since bounds are signed or unsigned, and words have bits.
//!
//! A bound of a sum says nothing about a summand alone. In a loop that adds `y <= 0` to `x <= 0`, the preconditions of
//! `x + y > 5` are `x + 2y > 5`, `x + 3y > 5` and so on, and none of them is inductive. Bounds of the summands can
//! stand beside the sum in the cube of an obligation: `x >= 6` and `y >= 0`, by the values of a model. They imply the
//! bound of the sum, so the cube is about fewer states, and generalisation keeps the one or the other.

use crate::solver::term::{Linear, Model, Op, Sort, TermId, Terms, Value};
use crate::theories::num::Rational;

/// The parts in which an equation of words is written in a cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WordSplit {
    /// None: it stays whole.
    Off,
    /// Two unsigned bounds.
    Unsigned,
    /// Two signed bounds.
    Signed,
    /// Unsigned and signed bounds.
    Bounds,
    /// Equations of single bits, if one side is a constant.
    Bits,
}

/// The literals with equations of words in parts. Their conjunction stays the same.
pub(super) fn split_words(terms: &mut Terms, literals: &[TermId], how: WordSplit) -> Vec<TermId> {
    let mut parts = Vec::with_capacity(literals.len());
    for &literal in literals {
        let width = match terms.op(literal) {
            Op::Eq => match terms.sort(terms.arg(literal, 0)) {
                Sort::BitVec(width) => width,
                _ => 0,
            },
            _ => 0,
        };
        if width < 2 {
            parts.push(literal);
            continue;
        }
        let (a, b) = (terms.arg(literal, 0), terms.arg(literal, 1));
        let has_constant = terms.bits_of(a).is_some() || terms.bits_of(b).is_some();
        match how {
            WordSplit::Bits if has_constant => {
                for bit in 0..width {
                    let (a, b) = (terms.extract(a, bit, bit), terms.extract(b, bit, bit));
                    parts.push(terms.eq(a, b));
                }
            }
            WordSplit::Off | WordSplit::Bits => parts.push(literal),
            WordSplit::Unsigned => parts.extend([terms.bv_ule(a, b), terms.bv_ule(b, a)]),
            WordSplit::Signed => parts.extend([terms.bv_sle(a, b), terms.bv_sle(b, a)]),
            WordSplit::Bounds => {
                parts.extend([terms.bv_ule(a, b), terms.bv_ule(b, a)]);
                parts.extend([terms.bv_sle(a, b), terms.bv_sle(b, a)]);
            }
        }
    }
    parts.retain(|&l| l != Terms::TRUE);
    parts
}

/// Bounds of summands, which hold in a model and together imply those of the literals that bound a sum. The literals
/// hold in the model.
pub(super) fn bounds_of_summands(terms: &mut Terms, literals: &[TermId], model: &Model) -> Vec<TermId> {
    let mut bounds = Vec::new();
    for &literal in literals {
        let (atom, is_strict) = terms.split_not(literal);
        let is_upper = match terms.op(atom) {
            Op::Le => !is_strict,
            Op::Ge => is_strict,
            _ => continue,
        };
        let (left, right) = (terms.arg(atom, 0), terms.arg(atom, 1));
        let sum = terms.linear(left);
        let limit = match terms.number_of(right) {
            Some(limit) if sum.monomials.len() > 1 => limit - &sum.constant,
            _ => continue,
        };
        let summands = summands(terms, &sum);
        let values = model.evaluate_all(terms, &summands);
        let values = values.iter().map(|value| match value {
            Value::Number(value) => value.clone(),
            value => unreachable!("{:?} in the place of a number", value),
        });
        let values: Vec<Rational> = values.collect();
        for (i, &summand) in summands.iter().enumerate() {
            // The first one has the room that the others leave.
            let others = values[1..].iter().fold(Rational::from(0), |sum, value| sum + value);
            let value = if i == 0 { &limit - &others } else { values[i].clone() };
            let value = terms.numeral(value, terms.sort(summand));
            bounds.push(match (is_upper, is_strict && i == 0) {
                (true, false) => terms.le(summand, value),
                (true, true) => terms.lt(summand, value),
                (false, false) => terms.ge(summand, value),
                (false, true) => terms.gt(summand, value),
            });
        }
    }
    bounds
}

/// The summands of a sum with their factors, without the constant.
fn summands(terms: &mut Terms, sum: &Linear) -> Vec<TermId> {
    sum.monomials.iter().map(|monomial| terms.combination(std::slice::from_ref(monomial))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::theories::bv::Bits;

    /// The conjunction of the parts is the equation, in each form, for all values.
    #[test]
    fn the_parts_of_an_equation_are_the_equation() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::BitVec(3)));
        let mut rng = Rng::new(1);
        for how in
            [WordSplit::Off, WordSplit::Unsigned, WordSplit::Signed, WordSplit::Bounds, WordSplit::Bits]
        {
            for constant in [1, 2, 5, 6] {
                let value = terms.bv(constant, 3);
                let other = if rng.one_in(2) { y } else { value };
                let equation = terms.eq(x, other);
                let parts = split_words(&mut terms, &[equation], how);
                assert_eq!(parts.len() > 1, how != WordSplit::Off && (other != y || how != WordSplit::Bits));
                let whole = terms.and(&parts);
                for (a, b) in (0..64).map(|n| (n % 8, n / 8)) {
                    let mut model = Model::new();
                    let values = [a, b].map(|n| Value::Bits(Bits::new(n, 3)));
                    model.set_all(&terms, [x, y], &values);
                    let truths = model.evaluate_all(&terms, &[equation, whole]);
                    assert_eq!(truths[0], truths[1], "{} {} {:?}", a, b, how);
                }
            }
        }
    }

    /// The bounds of the summands hold in the model, and all values that satisfy them satisfy the bound of the sum.
    #[test]
    fn the_bounds_of_summands_imply_the_bound_of_the_sum() {
        let mut rng = Rng::new(2);
        for sort in [Sort::Int, Sort::Real] {
            let mut terms = Terms::new();
            let variables = ["x", "y", "z"].map(|name| terms.declare(name, sort));
            let number = |rng: &mut Rng| Rational::from(rng.below(9) as i64 - 4);
            let with = |terms: &Terms, of: &mut Rng| {
                let mut model = Model::new();
                let values = variables.map(|_| Value::Number(number(of)));
                model.set_all(terms, variables, &values);
                model
            };
            let mut found = 0;
            for _ in 0..150 {
                let sum = variables.map(|v| (number(&mut rng), v));
                let (sum, limit) = (terms.combination(&sum), terms.numeral(number(&mut rng), sort));
                let bound = match rng.below(4) {
                    0 => terms.le(sum, limit),
                    1 => terms.lt(sum, limit),
                    2 => terms.ge(sum, limit),
                    _ => terms.gt(sum, limit),
                };
                let model = with(&terms, &mut rng);
                if model.evaluate(&terms, bound) != Value::Bool(true) {
                    continue;
                }
                let parts = bounds_of_summands(&mut terms, &[bound], &model);
                found += parts.len();
                let whole = terms.and(&parts);
                assert_eq!(model.evaluate(&terms, whole), Value::Bool(true));
                for _ in 0..if parts.is_empty() { 0 } else { 50 } {
                    let other = with(&terms, &mut rng);
                    let truths = other.evaluate_all(&terms, &[whole, bound]);
                    assert!(truths != [Value::Bool(true), Value::Bool(false)], "{}", terms.text(bound));
                }
            }
            assert!(found > 50);
        }
    }
}
