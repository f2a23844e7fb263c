//! Formulas over integers as formulas over words: words that are wide enough for all values, or those of the variables.
//!
//! In *narrow* formulas sums wrap around. They say something else, but often the right thing: if a program keeps
//! `x + y = n` it does so whether words wrap around or not.

use super::number::Range;
use crate::base::HashMap;
use crate::solver::term::{Family, Op, Sort, TermId, Terms};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

/// Words get no wider than this.
const MOST_BITS: u64 = 1 << 10;

/// A word, read with sign, that has all the values of an integer term, and bounds on them.
#[derive(Clone, Debug)]
struct Word {
    term: TermId,
    low: Integer,
    high: Integer,
}

/// The words of terms.
pub(super) struct Backward<'a> {
    from: &'a Terms,
    /// By variable over Booleans and integers: the one it was made of.
    variables: HashMap<TermId, (TermId, Option<Range>)>,
    narrow: bool,
    formulas: HashMap<TermId, TermId>,
    words: HashMap<TermId, Word>,
}

impl<'a> Backward<'a> {
    pub fn new(
        from: &'a Terms,
        variables: HashMap<TermId, (TermId, Option<Range>)>,
        narrow: bool,
    ) -> Backward<'a> {
        Backward { from, variables, narrow, formulas: HashMap::default(), words: HashMap::default() }
    }

    /// The image of a formula in the store `to`; `None` if it is not about integers only.
    pub fn formula(&mut self, to: &mut Terms, root: TermId) -> Option<TermId> {
        let is_known = |t: TermId| self.formulas.contains_key(&t) || self.words.contains_key(&t);
        for t in self.from.subterms_until(&[root], is_known) {
            match self.from.sort(t).family() {
                Family::Bool if !self.formulas.contains_key(&t) => {
                    let formula = self.connective(to, t)?;
                    self.formulas.insert(t, formula);
                }
                Family::Int if !self.words.contains_key(&t) => {
                    let word = self.word(to, t)?;
                    self.words.insert(t, word);
                }
                Family::Bool | Family::Int => {}
                Family::Real | Family::Word(_) | Family::Opaque => return None,
            }
        }
        Some(self.formulas[&root])
    }

    fn connective(&self, to: &mut Terms, t: TermId) -> Option<TermId> {
        let (op, args) = (self.from.op(t), self.from.args(t));
        if self.narrow {
            if let Some(atom) = self.narrow_atom(to, t) {
                return Some(atom);
            }
        }
        Some(match op {
            Op::Symbol(_) => self.variables.get(&t)?.0,
            Op::Le => {
                let (a, b) = self.extended(to, args);
                to.bv_sle(a, b)
            }
            Op::Eq if self.from.sort(args[0]) == Sort::Int => {
                let (a, b) = self.extended(to, args);
                to.eq(a, b)
            }
            _ => {
                let args: Vec<TermId> = args.iter().map(|a| self.formulas[a]).collect();
                to.apply(op, Sort::Bool, &args)
            }
        })
    }

    /// A comparison of sums over words of one kind, with positive multiples on both sides.
    fn narrow_atom(&self, to: &mut Terms, t: TermId) -> Option<TermId> {
        let (op, args) = (self.from.op(t), self.from.args(t));
        if !matches!(op, Op::Le | Op::Eq) || self.from.sort(args[0]) != Sort::Int {
            return None;
        }
        let sum = self.from.linear(args[0]);
        let mut kind: Option<Range> = None;
        for (_, variable) in &sum.monomials {
            let range = self.variables.get(variable)?.1?;
            if *kind.get_or_insert(range) != range {
                return None;
            }
        }
        let kind = kind?;
        let constant =
            |to: &mut Terms, value: &Rational| to.bit_vector(Bits::from_integer(&value.floor(), kind.width));
        let bound = self.from.number_of(args[1])? - &sum.constant;
        // Sums of integers below 0 are no words without sign, so a negative bound goes to the other side.
        let is_strict = op == Op::Le && bound == Rational::from(-1);
        let (mut left, mut right) = (to.bv_zero(kind.width), to.bv_zero(kind.width));
        for (factor, variable) in &sum.monomials {
            let side = if factor.is_negative() { &mut right } else { &mut left };
            let factor = constant(to, &factor.abs());
            let product = to.bv_mul(factor, self.variables[variable].0);
            *side = to.bv_add(*side, product);
        }
        if !is_strict {
            let side = if bound.is_negative() && !kind.signed { &mut left } else { &mut right };
            let bound = if bound.is_negative() && !kind.signed { bound.abs() } else { bound };
            let bound = constant(to, &bound);
            *side = to.bv_add(*side, bound);
        }
        Some(match (op, is_strict, kind.signed) {
            (Op::Eq, ..) => to.eq(left, right),
            (_, true, true) => to.bv_slt(left, right),
            (_, true, false) => to.bv_ult(left, right),
            (_, false, true) => to.bv_sle(left, right),
            (_, false, false) => to.bv_ule(left, right),
        })
    }

    /// Two numbers as words of one width.
    fn extended(&self, to: &mut Terms, args: &[TermId]) -> (TermId, TermId) {
        let (a, b) = (&self.words[&args[0]], &self.words[&args[1]]);
        let width = to.width(a.term).max(to.width(b.term));
        (a.extend(to, width), b.extend(to, width))
    }

    fn word(&self, to: &mut Terms, t: TermId) -> Option<Word> {
        let args = self.from.args(t);
        let at = |i: usize| &self.words[&args[i]];
        if let Some(number) = self.from.number_of(t) {
            return Word::constant(to, number.to_integer()?);
        }
        Some(match self.from.op(t) {
            Op::Symbol(_) => {
                let &(original, range) = self.variables.get(&t)?;
                let range = range?;
                let term = if range.signed { original } else { to.zero_extend(original, 1) };
                Word { term, low: range.low(), high: range.high() }
            }
            Op::Add => {
                let words: Vec<&Word> = args.iter().map(|a| &self.words[a]).collect();
                let low = words.iter().fold(Integer::ZERO, |sum, word| sum + &word.low);
                let high = words.iter().fold(Integer::ZERO, |sum, word| sum + &word.high);
                // A sum modulo a power of two may leave the bounds on the way.
                let width =
                    words.iter().map(|word| to.width(word.term)).fold(width_of(&low, &high)?, u32::max);
                let mut sum = to.bv_zero(width);
                for word in words {
                    let summand = word.extend(to, width);
                    sum = to.bv_add(sum, summand);
                }
                Word { term: sum, low, high }
            }
            Op::Mul => {
                let (factor, word) = (at(0), at(1));
                let ends = [&factor.low * &word.low, &factor.low * &word.high];
                let (low, high) =
                    (ends[0].clone().min(ends[1].clone()), ends[0].clone().max(ends[1].clone()));
                let widest = to.width(word.term).max(to.width(factor.term));
                let width = width_of(&low, &high)?.max(widest);
                let (a, b) = (factor.extend(to, width), word.extend(to, width));
                Word { term: to.bv_mul(a, b), low, high }
            }
            Op::Ite => {
                let (yes, no) = (at(1), at(2));
                let width = to.width(yes.term).max(to.width(no.term));
                let (a, b) = (yes.extend(to, width), no.extend(to, width));
                Word {
                    term: to.ite(self.formulas[&args[0]], a, b),
                    low: (&yes.low).min(&no.low).clone(),
                    high: (&yes.high).max(&no.high).clone(),
                }
            }
            Op::IntDiv | Op::IntMod => {
                let divisor = at(1).low.clone();
                if !divisor.is_positive() {
                    return None;
                }
                self.division(to, self.from.op(t), at(0), &divisor)?
            }
            _ => return None,
        })
    }

    /// Quotient and remainder, rounded downwards: a multiple of the divisor makes the dividend positive.
    fn division(&self, to: &mut Terms, op: Op, a: &Word, divisor: &Integer) -> Option<Word> {
        let first = a.low.div_floor(divisor);
        let (shift, whole) = (-(&first * divisor), &a.high.div_floor(divisor) - &first);
        let high = &a.high + &shift;
        let width = width_of(&Integer::ZERO, (&high).max(divisor))?.max(to.width(a.term));
        let extended = a.extend(to, width);
        let constant =
            |to: &mut Terms, value: &Integer, width| to.bit_vector(Bits::from_integer(value, width));
        let (shift, by) = (constant(to, &shift, width), constant(to, divisor, width));
        let dividend = to.bv_add(extended, shift);
        if op == Op::IntMod {
            let (low, high) = (Integer::ZERO, divisor - &Integer::ONE);
            return Some(Word { term: to.bv_urem(dividend, by), low, high });
        }
        let (low, high) = (first.clone(), &first + &whole);
        let wide = width_of(&low, &high)?.max(width);
        let quotient = to.bv_udiv(dividend, by);
        let quotient = to.zero_extend(quotient, wide - width);
        let back = constant(to, &first, wide);
        Some(Word { term: to.bv_add(quotient, back), low, high })
    }
}

impl Word {
    fn constant(to: &mut Terms, value: Integer) -> Option<Word> {
        let term = to.bit_vector(Bits::from_integer(&value, width_of(&value, &value)?));
        Some(Word { term, low: value.clone(), high: value })
    }

    fn extend(&self, to: &mut Terms, width: u32) -> TermId {
        let by = width - to.width(self.term);
        to.sign_extend(self.term, by)
    }
}

/// The bits that numbers between these bounds need, read with sign; `None` if these are too many.
fn width_of(low: &Integer, high: &Integer) -> Option<u32> {
    let of = |value: &Integer| {
        let value = if value.is_negative() { -value - Integer::ONE } else { value.clone() };
        value.bit_length() + 1
    };
    let bits = of(low).max(of(high));
    (bits <= MOST_BITS).then_some(bits as u32)
}
