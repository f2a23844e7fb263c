//! Words as integers, and integers as words.
//!
//! The number of a word is the sum of its bits, each a choice between 0 and 1, times powers of two. The word of a
//! number modulo a power of two is pushed through sums, products and choices, which words have as well; other numbers
//! are halved as many times as the word has bits.

use super::store::{Op, Sort, TermId, Terms};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

fn power_of_two(exponent: u32) -> Rational {
    Rational::from(Integer::ONE.shift_left(u64::from(exponent)))
}

impl Terms {
    /// The number that a word stands for, as a sum of its bits; in two's complement if `signed`.
    pub fn word_to_int(&mut self, word: TermId, signed: bool) -> TermId {
        self.demand(self.width(word) > 0, "ubv_to_int", &[word]);
        let width = self.width(word);
        let (zero, one) = (self.int(0), self.int(1));
        let mut parts = vec![(Rational::ONE, zero)];
        for i in 0..width {
            if self.is_over() {
                break;
            }
            let is_set = self.has_bit(word, i);
            let bit = self.ite(is_set, one, zero);
            let weight = power_of_two(i);
            parts.push((if signed && i == width - 1 { -weight } else { weight }, bit));
        }
        self.combination(&parts)
    }

    fn has_bit(&mut self, word: TermId, i: u32) -> TermId {
        let (bit, set) = (self.extract(word, i, i), self.bv(1, 1));
        self.eq(bit, set)
    }

    /// The word of this width that stands for a number modulo a power of two.
    pub fn int_to_word(&mut self, number: TermId, width: u32) -> TermId {
        self.demand(self.sort(number) == Sort::Int && width > 0, "int_to_bv", &[number]);
        if let Some(value) = self.number_of(number).cloned() {
            return self.constant_word(&value, width);
        }
        let sum = self.linear_noted(number);
        if let Some(word) = self.word_of_bits(&sum.monomials, &sum.constant, width) {
            return word;
        }
        let mut word = self.constant_word(&sum.constant, width);
        for (c, part) in &sum.monomials {
            if self.is_over() {
                break;
            }
            let factor = self.constant_word(c, width);
            let part = self.part_to_word(*part, width);
            let product = self.bv_mul(factor, part);
            word = self.bv_add(word, product);
        }
        word
    }

    /// The word of a number that is no sum.
    fn part_to_word(&mut self, t: TermId, width: u32) -> TermId {
        let args = self.args(t).to_vec();
        match (self.op(t), &args[..]) {
            (Op::Product, &[first, ref rest @ ..]) => {
                let mut product = self.int_to_word(first, width);
                for &factor in rest {
                    let word = self.int_to_word(factor, width);
                    product = self.bv_mul(product, word);
                }
                product
            }
            (Op::Ite, &[condition, yes, no]) => {
                let (yes, no) = (self.int_to_word(yes, width), self.int_to_word(no, width));
                self.ite(condition, yes, no)
            }
            (Op::IntMod, &[inner, divisor]) if self.number_of(divisor) == Some(&power_of_two(width)) => {
                self.int_to_word(inner, width)
            }
            _ => self.halved_to_word(t, width),
        }
    }

    /// The bits of a number as the remainders of halving it.
    fn halved_to_word(&mut self, t: TermId, width: u32) -> TermId {
        let (two, one) = (self.int(2), self.int(1));
        let (set, clear) = (self.bv(1, 1), self.bv(0, 1));
        let mut bits = Vec::with_capacity(width as usize);
        let mut rest = t;
        for _ in 0..width {
            let half = self.quotient_or_zero(rest, two);
            let whole = self.scale(&Rational::from(2), half);
            let bit = self.sub(rest, whole);
            let is_set = self.eq(bit, one);
            bits.push(self.ite(is_set, set, clear));
            rest = half;
        }
        bits.reverse();
        self.concat_all(&bits)
    }

    fn constant_word(&mut self, value: &Rational, width: u32) -> TermId {
        let modulus = power_of_two(width);
        let quotient = Rational::from((value / &modulus).floor());
        let bits = (value - &(&quotient * &modulus)).numerator().bits();
        let bit = |i: u32| bits.get(i as usize).copied().unwrap_or(false);
        self.bit_vector(Bits::from_fn(width, bit))
    }

    /// The word of a sum of different powers of two, each times a choice between 1 and 0.
    fn word_of_bits(
        &mut self,
        monomials: &[(Rational, TermId)],
        constant: &Rational,
        width: u32,
    ) -> Option<TermId> {
        if !constant.is_zero() {
            return None;
        }
        let mut bits: Vec<Option<TermId>> = vec![None; width as usize];
        for (c, t) in monomials {
            let is = |i: usize, n: i64| self.number_of(self.arg(*t, i)) == Some(&Rational::from(n));
            if self.op(*t) != Op::Ite || !is(1, 1) || !is(2, 0) || !c.is_positive() {
                return None;
            }
            let place = c.numerator().bit_length() as u32 - 1;
            if *c != power_of_two(place) {
                return None;
            }
            if let Some(slot) = bits.get_mut(place as usize) {
                if slot.replace(self.arg(*t, 0)).is_some() {
                    return None;
                }
            }
        }
        let (set, clear) = (self.bv(1, 1), self.bv(0, 1));
        let mut words: Vec<TermId> =
            bits.into_iter().map(|bit| bit.map_or(clear, |bit| self.ite(bit, set, clear))).collect();
        words.reverse();
        Some(self.concat_all(&words))
    }
}

/// All words of four bits, and all numbers around them.
#[test]
fn words_and_numbers_are_one() {
    use super::{Model, Value};
    let mut terms = Terms::new();
    let (word, number) = (terms.declare("w", Sort::BitVec(4)), terms.declare("n", Sort::Int));
    let (plain, signed) = (terms.word_to_int(word, false), terms.word_to_int(word, true));
    let again = terms.int_to_word(plain, 4);
    let back = terms.int_to_word(number, 4);
    let square = terms.times(number, number);
    let of_square = terms.int_to_word(square, 4);
    for n in -20..36i64 {
        let bits = Bits::from_fn(4, |i| n >> i & 1 == 1);
        let mut model = Model::new();
        let values = [Value::Bits(bits.clone()), Value::Number(Rational::from(n))];
        model.set_all(&terms, [word, number], &values);
        let words = model.evaluate_all(&terms, &[back, again, of_square]);
        assert_eq!(words, [bits.clone(), bits.clone(), bits.mul(&bits)].map(Value::Bits));
        let unsigned = n.rem_euclid(16);
        let of_sign = if unsigned > 7 { unsigned - 16 } else { unsigned };
        let numbers = [unsigned, of_sign].map(|n| Value::Number(Rational::from(n)));
        assert_eq!(model.evaluate_all(&terms, &[plain, signed]), numbers);
    }
}
