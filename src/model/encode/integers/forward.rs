//! Terms over words as terms over integers.

use super::image::{Image, NotLinear, Wraps};
use super::number::{Home, Number, Range};
use crate::base::{Budget, HashMap};
use crate::solver::term::{Family, Op, Sort, SymbolId, TermId, Terms};
use crate::theories::bv::Bits;
use crate::theories::num::Integer;

/// Terms between two looks at the budget.
const PERIOD: usize = 1 << 10;

/// The images of terms.
pub(super) struct Forward<'a> {
    from: &'a Terms,
    constants: HashMap<SymbolId, Image>,
    wraps: Wraps,
    formulas: HashMap<TermId, TermId>,
    numbers: HashMap<TermId, Number>,
    budget: &'a Budget,
}

impl<'a> Forward<'a> {
    pub fn new(
        from: &'a Terms,
        constants: HashMap<SymbolId, Image>,
        wraps: Wraps,
        budget: &'a Budget,
    ) -> Forward<'a> {
        let (formulas, numbers) = (HashMap::default(), HashMap::default());
        Forward { from, constants, wraps, formulas, numbers, budget }
    }

    /// The image of a formula in the store `to`.
    pub fn formula(&mut self, to: &mut Terms, root: TermId) -> Result<TermId, NotLinear> {
        self.visit(to, root)?;
        Ok(self.formulas[&root])
    }

    /// The image of a word that is read in this way.
    pub fn word(&mut self, to: &mut Terms, root: TermId, range: Range) -> Result<TermId, NotLinear> {
        self.visit(to, root)?;
        Ok(self.numbers[&root].bring(to, range).term)
    }

    /// Makes the images of a term and of all its parts.
    fn visit(&mut self, to: &mut Terms, root: TermId) -> Result<(), NotLinear> {
        let is_known = |t: TermId| self.formulas.contains_key(&t) || self.numbers.contains_key(&t);
        let all = self.from.subterms_until(&[root], is_known);
        for (i, t) in all.into_iter().enumerate() {
            if i % PERIOD == 0 {
                self.budget.poll().map_err(NotLinear::Limit)?;
            }
            if self.formulas.contains_key(&t) || self.numbers.contains_key(&t) {
                continue;
            }
            match self.from.sort(t).family() {
                Family::Word(width) => {
                    let number = self.number(to, t, width).ok_or(NotLinear::Term(t))?;
                    let number = match self.wraps {
                        Wraps::Kept => number,
                        Wraps::Ignored => number.without_wrap(),
                    };
                    self.numbers.insert(t, number);
                }
                Family::Bool => {
                    let formula = self.connective(to, t);
                    self.formulas.insert(t, formula);
                }
                // No variable has such a sort, but a value of words may be put into one and be compared there.
                Family::Int | Family::Real | Family::Opaque => {
                    return Err(NotLinear::Term(t));
                }
            }
        }
        Ok(())
    }

    fn connective(&mut self, to: &mut Terms, t: TermId) -> TermId {
        let (op, args) = (self.from.op(t), self.from.args(t));
        match op {
            Op::Symbol(symbol) => self.constants[&symbol].image,
            Op::BvUlt => self.less(to, args, false),
            Op::BvSlt => self.less(to, args, true),
            Op::Eq if self.from.sort(args[0]) != Sort::Bool => self.equal(to, args[0], args[1]),
            _ => {
                let args: Vec<TermId> = args.iter().map(|a| self.formulas[a]).collect();
                to.apply(op, Sort::Bool, &args)
            }
        }
    }

    fn less(&self, to: &mut Terms, args: &[TermId], signed: bool) -> TermId {
        let (a, b) = (self.read(to, args[0], signed), self.read(to, args[1], signed));
        to.lt(a.term, b.term)
    }

    fn equal(&self, to: &mut Terms, a: TermId, b: TermId) -> TermId {
        let (x, y) = (&self.numbers[&a], &self.numbers[&b]);
        let signed = Range { width: self.from.width(a), signed: true };
        let unsigned = Range { signed: false, ..signed };
        let is_in_either = x.is_within(unsigned) || y.is_within(unsigned);
        let range =
            if x.is_within(signed) || y.is_within(signed) || !is_in_either { signed } else { unsigned };
        let (x, y) = (x.bring(to, range), y.bring(to, range));
        to.eq(x.term, y.term)
    }

    /// The number that a word is read as.
    fn read(&self, to: &mut Terms, t: TermId, signed: bool) -> Number {
        self.numbers[&t].bring(to, Range { width: self.from.width(t), signed })
    }

    /// A number that is congruent to the word; none if the operator is not linear.
    fn number(&mut self, to: &mut Terms, t: TermId, width: u32) -> Option<Number> {
        let from = self.from;
        if let Some(bits) = from.bits_of(t) {
            return Some(Number::constant(to, bits.to_signed_integer()));
        }
        let args = from.args(t);
        let at = |i: usize| &self.numbers[&args[i]];
        Some(match from.op(t) {
            Op::Symbol(symbol) => {
                let image = self.constants[&symbol];
                let range = image.range?;
                Number { term: image.image, low: range.low(), high: range.high(), home: Home::In(range) }
            }
            Op::Ite => Number::choose(to, self.formulas[&args[0]], at(1), at(2)),
            Op::BvAdd => Number::add(to, at(0), at(1)),
            Op::BvSub => {
                let minus = at(1).scale(to, &-Integer::ONE);
                Number::add(to, at(0), &minus)
            }
            Op::BvNeg => at(0).scale(to, &-Integer::ONE),
            Op::BvNot => at(0).scale(to, &-Integer::ONE).plus(to, &-Integer::ONE),
            Op::BvMul => match (at(0).value(), at(1).value()) {
                (Some(factor), _) => at(1).scale(to, factor),
                (_, Some(factor)) => at(0).scale(to, factor),
                _ => return None,
            },
            Op::BvUdiv => {
                let divisor = self.divisor(args[1])?;
                self.read(to, args[0], false).quotient(to, &divisor)
            }
            Op::BvUrem => {
                let divisor = self.divisor(args[1])?;
                self.read(to, args[0], false).remainder(to, &divisor)
            }
            Op::Concat => {
                let shifted = at(0).scale(to, &power(from.width(args[1])));
                let low = self.read(to, args[1], false);
                Number::add(to, &shifted, &low)
            }
            Op::Extract(0) => at(0).clone(),
            Op::Extract(low) if low + 1 == from.width(args[0]) => {
                let (word, zero) = (self.read(to, args[0], true), to.int(0));
                let is_negative = to.lt(word.term, zero);
                self.bit(to, is_negative)
            }
            // Numbers that are congruent to a word have congruent quotients.
            Op::Extract(low) => at(0).quotient(to, &power(low)),
            Op::SignExtend => self.read(to, args[0], true),
            Op::BvAnd | Op::BvOr | Op::BvXor if width == 1 => {
                let (a, b) = (self.is_set(to, args[0]), self.is_set(to, args[1]));
                let result = match from.op(t) {
                    Op::BvAnd => to.and(&[a, b]),
                    Op::BvOr => to.or(&[a, b]),
                    _ => to.xor(a, b),
                };
                self.bit(to, result)
            }
            Op::BvAnd => {
                let (mask, word) = match (from.bits_of(args[0]), from.bits_of(args[1])) {
                    (Some(mask), _) => (mask, args[1]),
                    (_, Some(mask)) => (mask, args[0]),
                    _ => return None,
                };
                let (first, end) = row_of_ones(mask)?;
                // The bits below `end` without those below `first`.
                let low = self.numbers[&word].remainder(to, &power(end));
                let below = low.remainder(to, &power(first)).scale(to, &-Integer::ONE);
                let rest = Number::add(to, &low, &below);
                Number { low: Integer::ZERO, high: power(end) - power(first), ..rest }
            }
            _ => return None,
        })
    }

    /// A constant divisor other than 0.
    fn divisor(&self, t: TermId) -> Option<Integer> {
        let divisor = self.from.bits_of(t)?.to_integer();
        (!divisor.is_zero()).then_some(divisor)
    }

    /// The word of one bit for a formula.
    fn bit(&self, to: &mut Terms, formula: TermId) -> Number {
        let (set, unset) = (Number::constant(to, -Integer::ONE), Number::constant(to, Integer::ZERO));
        Number::choose(to, formula, &set, &unset)
    }

    /// Whether the only bit of a word is set.
    fn is_set(&self, to: &mut Terms, t: TermId) -> TermId {
        let (word, zero) = (self.read(to, t, true), to.int(0));
        to.lt(word.term, zero)
    }
}

fn power(exponent: u32) -> Integer {
    Integer::ONE.shift_left(u64::from(exponent))
}

/// The first of the ones of a mask and the end of their row, if they are in one.
fn row_of_ones(mask: &Bits) -> Option<(u32, u32)> {
    let first = (0..mask.width()).find(|&i| mask.bit(i))?;
    let end = (first..mask.width()).find(|&i| !mask.bit(i)).unwrap_or(mask.width());
    (end..mask.width()).all(|i| !mask.bit(i)).then_some((first, end))
}
