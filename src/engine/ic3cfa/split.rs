//! Literals that generalisation can drop one by one: equations of words in parts.
//!
//! An equation is one literal, which a lemma has or lacks. Two bounds in its place are two literals, of which one may
//! be enough: to block `x = 9` in a loop that counts up from 10, `x <= 9` will do. Equations of numbers are always
//! written as bounds. For words there are several ways, since bounds are signed or unsigned, and words have bits.

use crate::solver::term::{Op, Sort, TermId, Terms};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::solver::term::{Model, Value};
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
}
