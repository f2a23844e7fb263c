//! Floating-point numbers: formats, rounding modes and operators (IEEE 754-2019, chapters 3 to 6, as the SMT-LIB theory
//! FloatingPoint has them).
//!
//! A number of the format `(_ FloatingPoint eb sb)` is a word of `eb + sb` bits: sign, exponent, fraction. There is one
//! NaN: all its words mean the same, and the one with the highest bit of the fraction stands for them. So equality of
//! terms is equality of these words, for arrays and functions, too.
//!
//! Two files say what the operators mean, and share no line. `value.rs` computes values, exactly: by rational numbers
//! and one rounding. `expand.rs` writes a formula as one over words, which is what the solver decides; `words.rs` has
//! the parts of numbers, `arith.rs` and `convert.rs` an operation each as a circuit, and `relations.rs` a second form
//! of quotients and roots. So a mistake in one of the two is a model that its check refuses, and not a wrong answer
//! (STP's issue 1091 tells of a solver in which both were one). `definitions.rs` says which words stand for which
//! numbers, for proofs, whose checker expands their assertions again.
//!
//! # Open results
//!
//! The standard leaves the minimum of zeros of both signs open, and conversions to words that do not hold the number.
//! These are functions of their operands, declared under names that scripts cannot have ([`open_name`]).
//!
//! # Left out
//!
//! Real numbers: `to_fp` takes constants, and `fp.to_real` is a term only of a constant.

mod arith;
mod build;
mod convert;
mod definitions;
mod expand;
mod relations;
#[cfg(test)]
mod tests;
mod value;
mod words;

pub(crate) use definitions::WordDefinitions;
pub(crate) use expand::Expansion;

use crate::solver::term::{Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::Rational;
use std::fmt;

/// A word in binary digits.
fn binary(word: &Bits) -> String {
    let digits = (0..word.width()).rev().map(|place| if word.bit(place) { '1' } else { '0' });
    format!("#b{}", digits.collect::<String>())
}

/// The numbers of bits of a format: those of the exponent, and those of the significand with the leading one, which is
/// not stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Format {
    exponent: u16,
    significand: u16,
}

impl Format {
    /// The most bits of an exponent: values are computed exactly, and have as many bits as the exponent has values.
    pub const MOST_EXPONENT: u32 = 16;
    /// The most bits of a significand.
    pub const MOST_SIGNIFICAND: u32 = 4096;

    /// The format with these numbers of bits, each from 2 on; `None` outside of the limits.
    pub fn new(exponent: u32, significand: u32) -> Option<Format> {
        let fits = (2..=Format::MOST_EXPONENT).contains(&exponent)
            && (2..=Format::MOST_SIGNIFICAND).contains(&significand);
        fits.then_some(Format { exponent: exponent as u16, significand: significand as u16 })
    }

    /// The bits of the exponent.
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// The bits of the significand, with the leading one.
    pub fn significand(self) -> u32 {
        u32::from(self.significand)
    }

    /// All bits.
    pub fn width(self) -> u32 {
        self.exponent() + self.significand()
    }

    /// A word of the format as SMT-LIB text.
    pub(super) fn text(self, word: &Bits) -> String {
        let is_negative = word.bit(self.width() - 1);
        let sign = if is_negative { '-' } else { '+' };
        let (exponent, rest) = self.parts(word);
        let special = match (exponent.is_ones(), exponent.is_zero(), rest.is_zero()) {
            (true, _, true) => format!("{}oo", sign),
            (true, _, false) => "NaN".to_string(),
            (_, true, true) => format!("{}zero", sign),
            _ => {
                return format!(
                    "(fp {} {} {})",
                    Bits::new(u64::from(is_negative), 1),
                    binary(&exponent),
                    binary(&rest)
                )
            }
        };
        format!("(_ {} {} {})", special, self.exponent, self.significand)
    }

    /// The exponent and the fraction of a word.
    pub(super) fn parts(self, word: &Bits) -> (Bits, Bits) {
        (word.extract(self.width() - 2, self.fraction()), word.extract(self.fraction() - 1, 0))
    }

    /// Whether a word stands for all words of the same number.
    pub(super) fn is_canonical(self, word: &Bits) -> bool {
        value::canonical(self, word) == *word
    }

    /// How many numbers there are, with one NaN; `u64::MAX` if they are more.
    pub(super) fn value_count(self) -> u64 {
        if self.width() >= 64 {
            return u64::MAX;
        }
        (1 << self.width()) - (2 << self.fraction()) + 3
    }

    /// The bits of the fraction.
    pub(super) fn fraction(self) -> u32 {
        self.significand() - 1
    }

    /// The largest exponent of a number, which is the bias, too.
    pub(super) fn greatest(self) -> i64 {
        (1 << (self.exponent() - 1)) - 1
    }

    /// The exponent of the least normal number.
    pub(super) fn least(self) -> i64 {
        1 - self.greatest()
    }
}

/// As SMT-LIB writes the sort.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(_ FloatingPoint {} {})", self.exponent, self.significand)
    }
}

/// The direction in which a result is rounded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rounding {
    /// To the nearest number, of two to the one with an even fraction.
    NearestEven,
    /// To the nearest number, of two to the one that is farther from zero.
    NearestAway,
    /// To the next greater number.
    Up,
    /// To the next smaller number.
    Down,
    /// To the next number towards zero.
    Zero,
}

impl Rounding {
    /// All of them, in the order of their numbers.
    pub const ALL: [Rounding; 5] =
        [Rounding::NearestEven, Rounding::NearestAway, Rounding::Up, Rounding::Down, Rounding::Zero];
    /// The bits of the word that stands for a mode.
    pub(super) const WIDTH: u32 = 3;

    /// The short name in SMT-LIB.
    pub fn name(self) -> &'static str {
        ["RNE", "RNA", "RTP", "RTN", "RTZ"][self as usize]
    }

    /// The long name in SMT-LIB.
    pub fn long_name(self) -> &'static str {
        [
            "roundNearestTiesToEven",
            "roundNearestTiesToAway",
            "roundTowardPositive",
            "roundTowardNegative",
            "roundTowardZero",
        ][self as usize]
    }

    /// The word that stands for the mode.
    pub fn word(self, terms: &mut Terms) -> TermId {
        terms.bv(self as u64, Rounding::WIDTH)
    }

    /// The value that stands for the mode.
    pub(super) fn value(self) -> Value {
        Value::Bits(Bits::new(self as u64, Rounding::WIDTH))
    }

    /// The mode of a number; the words without a mode mean the first.
    pub(super) fn of(number: u64) -> Rounding {
        Rounding::ALL.get(number as usize).copied().unwrap_or(Rounding::NearestEven)
    }
}

/// The value of an operator on words of numbers of the format `from`, or on a word that means an integer, computed
/// exactly and rounded once. `sort` is that of the result; a number is the word of its format.
///
/// # Panics
///
/// If there is no format among `from` and `sort`, or if the number of arguments is another one.
pub fn float_value(op: FloatOp, mode: Rounding, from: Option<Format>, sort: Sort, words: &[&Bits]) -> Value {
    let known = from.or_else(|| sort.format()).expect("an operator on numbers has a number");
    let arguments = value::Arguments {
        op,
        mode,
        words: words.to_vec(),
        from: from.unwrap_or(known),
        to: sort.format().unwrap_or(known),
        width: sort.width().unwrap_or(1),
    };
    match value::evaluate(&arguments) {
        value::Outcome::Truth(truth) => Value::Bool(truth),
        value::Outcome::Word(word) => Value::Bits(word),
    }
}

/// A rational number, rounded to the word of a format.
pub fn float_of_rational(format: Format, mode: Rounding, value: &Rational) -> Bits {
    value::of_rational(format, mode, value)
}

/// The rational number that a word means; `None` for NaN and infinities.
pub fn rational_of_float(format: Format, word: &Bits) -> Option<Rational> {
    value::to_rational(format, word)
}

/// Operators that take and give the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// As many numbers, and one of the same format.
    Number(usize),
    /// Two numbers of a format, and a truth value.
    Comparison(Comparison),
    /// A number, and a truth value.
    Class(Class),
    /// A number, and one of any format.
    OfFloat,
    /// A word, and a number.
    OfWord,
    /// A number, and a word.
    ToWord,
    /// A number, and a truth value.
    Fits,
}

/// Comparisons of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparison {
    Leq,
    Lt,
    Equal,
}

/// Classes of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Normal,
    Subnormal,
    Zero,
    Infinite,
    Nan,
    Negative,
    Positive,
}

/// An operator on floating-point numbers. Those that round take the mode as their first argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOp {
    /// The number that a word means.
    OfBits,
    /// The word of a number, for NaN always the same.
    ToBits,
    /// The sign is positive.
    Abs,
    /// The other sign.
    Neg,
    /// Rounds the sum.
    Add,
    /// Rounds the difference.
    Sub,
    /// Rounds the product.
    Mul,
    /// Rounds the quotient.
    Div,
    /// Rounds `a * b + c` once.
    Fma,
    /// Rounds the root.
    Sqrt,
    /// The first minus the second times the integer that is nearest to their quotient.
    Rem,
    /// Rounds to an integer.
    RoundToIntegral,
    /// The smaller one; of zeros the second.
    Min,
    /// The greater one; of zeros the second.
    Max,
    /// At most.
    Leq,
    /// Less than.
    Lt,
    /// Equal as numbers: zeros are equal, and NaN equals nothing.
    Equal,
    /// Has a leading one.
    IsNormal,
    /// Is nearer to zero than any normal number, and not zero.
    IsSubnormal,
    /// Is zero.
    IsZero,
    /// Is an infinity.
    IsInfinite,
    /// Is no number.
    IsNan,
    /// Has a sign, and is no NaN.
    IsNegative,
    /// Has no sign, and is no NaN.
    IsPositive,
    /// Rounds a number of another format.
    OfFloat,
    /// Rounds a word with a sign.
    OfSigned,
    /// Rounds a word without a sign.
    OfUnsigned,
    /// The integer to which a number is rounded, as a word of the sort; 0 if it does not fit.
    ToSigned,
    /// As [`FloatOp::ToSigned`], without a sign.
    ToUnsigned,
    /// Whether the integer to which a number is rounded fits a word with a sign of this many bits.
    FitsSigned(u32),
    /// As [`FloatOp::FitsSigned`], without a sign.
    FitsUnsigned(u32),
}

impl FloatOp {
    /// The name in SMT-LIB, without numerals. Names that begin with `@` are not of the standard.
    pub(super) fn name(self) -> &'static str {
        match self {
            FloatOp::OfBits | FloatOp::OfFloat | FloatOp::OfSigned => "to_fp",
            FloatOp::OfUnsigned => "to_fp_unsigned",
            FloatOp::ToBits => "fp.to_ieee_bv",
            FloatOp::Abs => "fp.abs",
            FloatOp::Neg => "fp.neg",
            FloatOp::Add => "fp.add",
            FloatOp::Sub => "fp.sub",
            FloatOp::Mul => "fp.mul",
            FloatOp::Div => "fp.div",
            FloatOp::Fma => "fp.fma",
            FloatOp::Sqrt => "fp.sqrt",
            FloatOp::Rem => "fp.rem",
            FloatOp::RoundToIntegral => "fp.roundToIntegral",
            FloatOp::Min => "fp.min",
            FloatOp::Max => "fp.max",
            FloatOp::Leq => "fp.leq",
            FloatOp::Lt => "fp.lt",
            FloatOp::Equal => "fp.eq",
            FloatOp::IsNormal => "fp.isNormal",
            FloatOp::IsSubnormal => "fp.isSubnormal",
            FloatOp::IsZero => "fp.isZero",
            FloatOp::IsInfinite => "fp.isInfinite",
            FloatOp::IsNan => "fp.isNaN",
            FloatOp::IsNegative => "fp.isNegative",
            FloatOp::IsPositive => "fp.isPositive",
            FloatOp::ToSigned => "fp.to_sbv",
            FloatOp::ToUnsigned => "fp.to_ubv",
            FloatOp::FitsSigned(_) => "@fp.fits_sbv",
            FloatOp::FitsUnsigned(_) => "@fp.fits_ubv",
        }
    }

    /// The sorts of arguments and result, and comparisons and classes as types of their own.
    pub(super) fn kind(self) -> Kind {
        match self {
            FloatOp::Abs | FloatOp::Neg | FloatOp::Sqrt | FloatOp::RoundToIntegral => Kind::Number(1),
            FloatOp::Add
            | FloatOp::Sub
            | FloatOp::Mul
            | FloatOp::Div
            | FloatOp::Rem
            | FloatOp::Min
            | FloatOp::Max => Kind::Number(2),
            FloatOp::Fma => Kind::Number(3),
            FloatOp::Leq => Kind::Comparison(Comparison::Leq),
            FloatOp::Lt => Kind::Comparison(Comparison::Lt),
            FloatOp::Equal => Kind::Comparison(Comparison::Equal),
            FloatOp::IsNormal => Kind::Class(Class::Normal),
            FloatOp::IsSubnormal => Kind::Class(Class::Subnormal),
            FloatOp::IsZero => Kind::Class(Class::Zero),
            FloatOp::IsInfinite => Kind::Class(Class::Infinite),
            FloatOp::IsNan => Kind::Class(Class::Nan),
            FloatOp::IsNegative => Kind::Class(Class::Negative),
            FloatOp::IsPositive => Kind::Class(Class::Positive),
            FloatOp::OfFloat => Kind::OfFloat,
            FloatOp::OfBits | FloatOp::OfSigned | FloatOp::OfUnsigned => Kind::OfWord,
            FloatOp::ToBits | FloatOp::ToSigned | FloatOp::ToUnsigned => Kind::ToWord,
            FloatOp::FitsSigned(_) | FloatOp::FitsUnsigned(_) => Kind::Fits,
        }
    }

    /// Whether the operator is one of the seven classes of numbers.
    pub(crate) fn is_class(self) -> bool {
        matches!(self.kind(), Kind::Class(_))
    }

    /// The number of arguments without the rounding mode.
    pub(crate) fn numbers(self) -> usize {
        match self.kind() {
            Kind::Number(numbers) => numbers,
            Kind::Comparison(_) => 2,
            Kind::Class(_) | Kind::OfFloat | Kind::OfWord | Kind::ToWord | Kind::Fits => 1,
        }
    }

    /// Whether the first argument is a rounding mode.
    pub(crate) fn rounds(self) -> bool {
        match self {
            FloatOp::Add
            | FloatOp::Sub
            | FloatOp::Mul
            | FloatOp::Div
            | FloatOp::Fma
            | FloatOp::Sqrt
            | FloatOp::RoundToIntegral
            | FloatOp::OfFloat
            | FloatOp::OfSigned
            | FloatOp::OfUnsigned
            | FloatOp::ToSigned
            | FloatOp::ToUnsigned
            | FloatOp::FitsSigned(_)
            | FloatOp::FitsUnsigned(_) => true,
            FloatOp::OfBits
            | FloatOp::ToBits
            | FloatOp::Abs
            | FloatOp::Neg
            | FloatOp::Rem
            | FloatOp::Min
            | FloatOp::Max
            | FloatOp::Leq
            | FloatOp::Lt
            | FloatOp::Equal
            | FloatOp::IsNormal
            | FloatOp::IsSubnormal
            | FloatOp::IsZero
            | FloatOp::IsInfinite
            | FloatOp::IsNan
            | FloatOp::IsNegative
            | FloatOp::IsPositive => false,
        }
    }
}
