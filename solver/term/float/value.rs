//! The values of operators, by exact numbers and one rounding.
//!
//! A word means NaN, an infinity, a zero with its sign, or a rational number. An operator computes the exact result,
//! which [`rounded`] brings into the format. The root is not rational: it is cut off far behind the last place, and a
//! half there stands for the rest, which no rounding can tell from the root itself.

use super::{FloatOp, Format, Rounding};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};
use std::cmp::Ordering;

/// The meaning of a word.
#[derive(Clone, PartialEq, Debug)]
enum Number {
    Nan,
    /// With a sign or without.
    Infinite(bool),
    Zero(bool),
    /// Not zero.
    Finite(Rational),
}

use Number::{Finite, Infinite, Nan, Zero};

/// 2 to this power.
fn power(exponent: i64) -> Rational {
    let shifted = Integer::from(1i64).shift_left(exponent.unsigned_abs());
    match exponent < 0 {
        true => Rational::new(Integer::from(1i64), shifted),
        false => Rational::from(shifted),
    }
}

/// The greatest exponent whose power of 2 is at most this number, which is positive.
fn exponent_of(number: &Rational) -> i64 {
    let (above, below) = (number.numerator().bit_length() as i64, number.denominator().bit_length() as i64);
    let guess = above - below;
    // The quotient lies between 2^(guess - 1) and 2^(guess + 1).
    if power(guess) <= *number {
        guess
    } else {
        guess - 1
    }
}

/// The integer to which a number is rounded, ties by the mode.
fn integer(number: &Rational, mode: Rounding) -> Integer {
    let floor = number.floor();
    let rest = number - &Rational::from(&floor);
    let half = Rational::fraction(1, 2);
    let is_up = match mode {
        _ if rest.is_zero() => false,
        Rounding::NearestEven => match rest.cmp(&half) {
            Ordering::Less => false,
            Ordering::Equal => floor.bit(0),
            Ordering::Greater => true,
        },
        Rounding::NearestAway if number.is_negative() => rest > half,
        Rounding::NearestAway => rest >= half,
        Rounding::Up => true,
        Rounding::Down => false,
        Rounding::Zero => number.is_negative(),
    };
    match is_up {
        true => &floor + &Integer::from(1i64),
        false => floor,
    }
}

/// A number other than zero in a format.
fn rounded(format: Format, mode: Rounding, exact: &Rational) -> Number {
    let is_negative = exact.is_negative();
    let exponent = exponent_of(&exact.abs()).max(format.least());
    // The weight of the last place.
    let place = power(exponent - i64::from(format.fraction()));
    let steps = integer(&(exact / &place), mode);
    if steps.is_zero() {
        return Zero(is_negative);
    }
    let result = &Rational::from(steps) * &place;
    let beyond = power(format.greatest() + 1);
    if result.abs() < beyond {
        return Finite(result);
    }
    let to_infinity = match mode {
        Rounding::NearestEven | Rounding::NearestAway => true,
        Rounding::Up => !is_negative,
        Rounding::Down => is_negative,
        Rounding::Zero => false,
    };
    if to_infinity {
        return Infinite(is_negative);
    }
    let greatest = &beyond - &power(format.greatest() - i64::from(format.fraction()));
    Finite(if is_negative { -greatest } else { greatest })
}

fn number(format: Format, word: &Bits) -> Number {
    let fraction_bits = format.fraction();
    let is_negative = word.bit(format.width() - 1);
    let exponent = word.extract(format.width() - 2, fraction_bits);
    let fraction = word.extract(fraction_bits - 1, 0);
    if exponent.is_ones() {
        return if fraction.is_zero() { Infinite(is_negative) } else { Nan };
    }
    if exponent.is_zero() && fraction.is_zero() {
        return Zero(is_negative);
    }
    let biased = exponent.to_u64().unwrap_or(0) as i64;
    let leading = if biased == 0 {
        Integer::from(0i64)
    } else {
        Integer::from(1i64).shift_left(u64::from(fraction_bits))
    };
    let steps = &leading + &fraction.to_integer();
    let place = biased.max(1) - format.greatest() - i64::from(fraction_bits);
    let value = &Rational::from(steps) * &power(place);
    Finite(if is_negative { -value } else { value })
}

/// The word of a number that the format has.
fn word(format: Format, number: &Number) -> Bits {
    let sign = |is_negative: bool| Bits::new(u64::from(is_negative), 1);
    let (eb, fraction_bits) = (format.exponent(), format.fraction());
    let join = |sign: Bits, exponent: Bits, fraction: Bits| sign.concat(&exponent).concat(&fraction);
    match number {
        Nan => {
            let highest = Bits::from_fn(fraction_bits, |i| i + 1 == fraction_bits);
            join(sign(false), Bits::ones(eb), highest)
        }
        Infinite(is_negative) => join(sign(*is_negative), Bits::ones(eb), Bits::zero(fraction_bits)),
        Zero(is_negative) => join(sign(*is_negative), Bits::zero(eb), Bits::zero(fraction_bits)),
        Finite(value) => {
            let absolute = value.abs();
            let exponent = exponent_of(&absolute);
            let place = exponent.max(format.least()) - i64::from(fraction_bits);
            let steps = (&absolute / &power(place)).floor();
            let biased = if exponent < format.least() { 0 } else { exponent + format.greatest() };
            let fraction = Bits::from_integer(&steps, fraction_bits);
            join(sign(value.is_negative()), Bits::new(biased as u64, eb), fraction)
        }
    }
}

/// The word that stands for all words of the same number.
pub(super) fn canonical(format: Format, given: &Bits) -> Bits {
    match number(format, given) {
        Nan => word(format, &Nan),
        Infinite(_) | Zero(_) | Finite(_) => given.clone(),
    }
}

/// A rational number in a format.
pub(super) fn of_rational(format: Format, mode: Rounding, value: &Rational) -> Bits {
    match value.is_zero() {
        true => word(format, &Zero(false)),
        false => word(format, &rounded(format, mode, value)),
    }
}

/// The rational number that a word means; `None` for NaN and infinities.
pub(super) fn to_rational(format: Format, word: &Bits) -> Option<Rational> {
    match number(format, word) {
        Zero(_) => Some(Rational::default()),
        Finite(value) => Some(value),
        Nan | Infinite(_) => None,
    }
}

/// The arguments of an operator: the words, and the format of those that are numbers.
pub(super) struct Arguments<'a> {
    pub op: FloatOp,
    /// The mode, if the operator rounds.
    pub mode: Rounding,
    /// Without the mode.
    pub words: Vec<&'a Bits>,
    /// The format of the arguments, or that of the result if they are words.
    pub from: Format,
    /// The format of the result, or that of the arguments.
    pub to: Format,
    /// The bits of the result, if it is a word.
    pub width: u32,
}

/// The result of an operator: a truth value, or a word.
pub(super) enum Outcome {
    Truth(bool),
    Word(Bits),
}

/// Computes an operator.
pub(super) fn evaluate(arguments: &Arguments<'_>) -> Outcome {
    let Arguments { op, mode, ref words, from, to, width } = *arguments;
    let at = |place: usize| number(from, words[place]);
    let sign = |place: usize| words[place].bit(from.width() - 1);
    let truth = Outcome::Truth;
    let is_nan = |place: usize| at(place) == Nan;
    let result = |number: Number| Outcome::Word(word(to, &number));
    let integral = || match at(0) {
        Nan | Infinite(_) => None,
        Zero(_) => Some(Integer::from(0i64)),
        Finite(value) => Some(integer(&value, mode)),
    };
    match op {
        FloatOp::OfBits | FloatOp::ToBits => Outcome::Word(canonical(from, words[0])),
        FloatOp::Abs => result(with_sign(at(0), false)),
        FloatOp::Neg => result(with_sign(at(0), !sign(0))),
        FloatOp::Add => result(sum(to, mode, at(0), at(1))),
        FloatOp::Sub => result(sum(to, mode, at(0), with_sign(at(1), !sign(1)))),
        FloatOp::Mul => result(product(to, mode, at(0), at(1))),
        FloatOp::Div => result(quotient(to, mode, at(0), at(1))),
        FloatOp::Fma => result(fused(to, mode, at(0), at(1), at(2))),
        FloatOp::Sqrt => result(root(to, mode, at(0))),
        FloatOp::Rem => result(remainder(at(0), at(1))),
        FloatOp::RoundToIntegral => result(integral_number(to, mode, at(0))),
        FloatOp::Min => result(least_or_greatest(Ordering::Less, at(0), at(1))),
        FloatOp::Max => result(least_or_greatest(Ordering::Greater, at(0), at(1))),
        FloatOp::Leq => truth(matches!(compare(&at(0), &at(1)), Some(Ordering::Less | Ordering::Equal))),
        FloatOp::Lt => truth(compare(&at(0), &at(1)) == Some(Ordering::Less)),
        FloatOp::Equal => truth(compare(&at(0), &at(1)) == Some(Ordering::Equal)),
        FloatOp::IsNormal => truth(matches!(at(0), Finite(value) if value.abs() >= power(from.least()))),
        FloatOp::IsSubnormal => truth(matches!(at(0), Finite(value) if value.abs() < power(from.least()))),
        FloatOp::IsZero => truth(matches!(at(0), Zero(_))),
        FloatOp::IsInfinite => truth(matches!(at(0), Infinite(_))),
        FloatOp::IsNan => truth(is_nan(0)),
        FloatOp::IsNegative => truth(!is_nan(0) && sign(0)),
        FloatOp::IsPositive => truth(!is_nan(0) && !sign(0)),
        FloatOp::OfFloat => result(match at(0) {
            Finite(value) => rounded(to, mode, &value),
            other => other,
        }),
        FloatOp::OfSigned => {
            Outcome::Word(of_rational(to, mode, &Rational::from(words[0].to_signed_integer())))
        }
        FloatOp::OfUnsigned => Outcome::Word(of_rational(to, mode, &Rational::from(words[0].to_integer()))),
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            let fits = |n: &Integer| fits(n, width, op == FloatOp::ToSigned);
            let value = integral().filter(fits).unwrap_or_else(|| Integer::from(0i64));
            Outcome::Word(Bits::from_integer(&value, width))
        }
        FloatOp::FitsSigned(width) => truth(integral().map_or(false, |n| fits(&n, width, true))),
        FloatOp::FitsUnsigned(width) => truth(integral().map_or(false, |n| fits(&n, width, false))),
    }
}

/// A number rounded to an integer, which keeps its sign.
fn integral_number(format: Format, mode: Rounding, number: Number) -> Number {
    match number {
        Finite(value) => match integer(&value, mode) {
            integral if integral.is_zero() => Zero(value.is_negative()),
            integral => rounded(format, mode, &Rational::from(integral)),
        },
        other => other,
    }
}

/// The first number if it has this order to the second one or that is NaN, else the second.
fn least_or_greatest(order: Ordering, a: Number, b: Number) -> Number {
    match compare(&a, &b) {
        Some(found) if found == order => a,
        None if b == Nan => a,
        Some(_) | None => b,
    }
}

/// Whether an integer fits a word.
fn fits(value: &Integer, width: u32, is_signed: bool) -> bool {
    let half = Integer::from(1i64).shift_left(u64::from(width - 1));
    match is_signed {
        true => -&half <= *value && *value < half,
        false => !value.is_negative() && *value < &half + &half,
    }
}

fn is_negative(number: &Number) -> bool {
    match number {
        Nan => false,
        Infinite(sign) | Zero(sign) => *sign,
        Finite(value) => value.is_negative(),
    }
}

fn with_sign(number: Number, sign: bool) -> Number {
    match number {
        Nan => Nan,
        Infinite(_) => Infinite(sign),
        Zero(_) => Zero(sign),
        Finite(value) => Finite(if sign { -value.abs() } else { value.abs() }),
    }
}

/// The order of two numbers; `None` beside NaN.
fn compare(a: &Number, b: &Number) -> Option<Ordering> {
    /// Infinities lie beyond all others.
    fn rank(number: &Number) -> i32 {
        match number {
            Infinite(true) => -1,
            Infinite(false) => 1,
            Nan | Zero(_) | Finite(_) => 0,
        }
    }
    let exact = |number: &Number| match number {
        Finite(value) => value.clone(),
        Nan | Infinite(_) | Zero(_) => Rational::default(),
    };
    match (a, b) {
        (Nan, _) | (_, Nan) => None,
        (a, b) => Some(rank(a).cmp(&rank(b)).then_with(|| exact(a).cmp(&exact(b)))),
    }
}

/// A zero that is the exact sum of numbers other than zero.
fn cancelled(mode: Rounding) -> Number {
    Zero(mode == Rounding::Down)
}

fn sum(format: Format, mode: Rounding, a: Number, b: Number) -> Number {
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(a), Infinite(b)) if a != b => Nan,
        (Infinite(sign), _) | (_, Infinite(sign)) => Infinite(sign),
        (Zero(a), Zero(b)) if a == b => Zero(a),
        (Zero(_), Zero(_)) => cancelled(mode),
        (Zero(_), Finite(value)) | (Finite(value), Zero(_)) => rounded(format, mode, &value),
        (Finite(a), Finite(b)) => match &a + &b {
            exact if exact.is_zero() => cancelled(mode),
            exact => rounded(format, mode, &exact),
        },
    }
}

fn product(format: Format, mode: Rounding, a: Number, b: Number) -> Number {
    let sign = is_negative(&a) != is_negative(&b);
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Zero(_)) | (Zero(_), Infinite(_)) => Nan,
        (Infinite(_), _) | (_, Infinite(_)) => Infinite(sign),
        (Zero(_), _) | (_, Zero(_)) => Zero(sign),
        (Finite(a), Finite(b)) => rounded(format, mode, &(&a * &b)),
    }
}

fn quotient(format: Format, mode: Rounding, a: Number, b: Number) -> Number {
    let sign = is_negative(&a) != is_negative(&b);
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) | (Zero(_), Zero(_)) => Nan,
        (Infinite(_), _) | (Finite(_), Zero(_)) => Infinite(sign),
        (_, Infinite(_)) | (Zero(_), Finite(_)) => Zero(sign),
        (Finite(a), Finite(b)) => rounded(format, mode, &(&a / &b)),
    }
}

fn fused(format: Format, mode: Rounding, a: Number, b: Number, c: Number) -> Number {
    let sign = is_negative(&a) != is_negative(&b);
    let product = match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Zero(_)) | (Zero(_), Infinite(_)) => Nan,
        (Infinite(_), _) | (_, Infinite(_)) => Infinite(sign),
        (Zero(_), _) | (_, Zero(_)) => Zero(sign),
        (Finite(a), Finite(b)) => Finite(&a * &b),
    };
    sum(format, mode, product, c)
}

fn root(format: Format, mode: Rounding, a: Number) -> Number {
    let value = match a {
        Zero(sign) => return Zero(sign),
        Infinite(false) => return Infinite(false),
        Finite(value) if !value.is_negative() => value,
        Nan | Infinite(true) | Finite(_) => return Nan,
    };
    // The integer below has more than twice as many bits as the significand, and its root more than as many.
    let half = exponent_of(&value).div_euclid(2) - i64::from(format.significand()) - 2;
    let scaled = (&value / &power(2 * half)).floor();
    let is_whole = Rational::from(&scaled) == &value / &power(2 * half);
    let steps = square_root(&scaled);
    let is_exact = is_whole && &steps * &steps == scaled;
    let rest = if is_exact { Rational::default() } else { Rational::fraction(1, 2) };
    rounded(format, mode, &(&(&Rational::from(steps) + &rest) * &power(half)))
}

/// The greatest integer whose square is at most this one, by Newton's iteration from above.
fn square_root(value: &Integer) -> Integer {
    let mut guess = Integer::from(1i64).shift_left((value.bit_length() + 1) / 2);
    loop {
        let next = (&guess + &value.div_floor(&guess)).div_floor(&Integer::from(2i64));
        if next >= guess {
            return guess;
        }
        guess = next;
    }
}

fn remainder(a: Number, b: Number) -> Number {
    let sign = is_negative(&a);
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), _) | (_, Zero(_)) => Nan,
        (a, Infinite(_)) => a,
        (Zero(_), Finite(_)) => Zero(sign),
        (Finite(a), Finite(b)) => {
            let times = Rational::from(integer(&(&a / &b), Rounding::NearestEven));
            match &a - &(&b * &times) {
                rest if rest.is_zero() => Zero(sign),
                rest => Finite(rest),
            }
        }
    }
}
