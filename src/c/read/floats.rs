//! Floating-point constants: their exact bits, and their text.
//!
//! A number of a type is a word in the format of IEEE 754 that [`FloatingKind::format`] tells. In memory it has the
//! same bits, but for `long double`: x87 stores the leading one of the significand, so its 79 bits become 80
//! ([`FloatingKind::stored`]). A constant is rounded once, from its digits to the format of its type.

use super::arch::FloatingKind;
use crate::solver::term::{float_of_rational, rational_of_float, Format, Rounding};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

/// The digits of constants that are computed exactly; `float` and `double` may have more in base 10.
const MOST_DIGITS: usize = 20_000;
/// No format has an exponent beyond this, in base 2 or 10.
const LARGEST_EXPONENT: i64 = 100_000;

/// The ends of constants of the types, and of the names of gcc's builtins for their infinities.
pub(super) const SUFFIXES: [(&str, FloatingKind); 9] = [
    ("f16", FloatingKind::Half),
    ("f128", FloatingKind::Quad),
    ("f64x", FloatingKind::LongDouble),
    ("f32x", FloatingKind::Double),
    ("f64", FloatingKind::Double),
    ("f32", FloatingKind::Float),
    ("f", FloatingKind::Float),
    ("l", FloatingKind::LongDouble),
    ("q", FloatingKind::Quad),
];

/// The bit of a `long double` that x87 stores and the format does not: the leading one of the significand.
const LEADING: u32 = 63;

impl FloatingKind {
    /// The format of the numbers.
    pub(in crate::c) fn format(self) -> Format {
        let (exponent, significand) = match self {
            FloatingKind::Half => (5, 11),
            FloatingKind::Float => (8, 24),
            FloatingKind::Double => (11, 53),
            FloatingKind::LongDouble => (15, 64),
            FloatingKind::Quad => (15, 113),
        };
        Format::new(exponent, significand).expect("a format within the limits")
    }

    /// The number of bits in memory that belong to the number.
    pub(in crate::c) fn stored_bits(self) -> u32 {
        match self {
            FloatingKind::LongDouble => 80,
            FloatingKind::Half | FloatingKind::Float | FloatingKind::Double | FloatingKind::Quad => {
                self.format().width()
            }
        }
    }

    /// The bits in memory of a word of the format.
    pub(in crate::c) fn stored(self, word: u128) -> u128 {
        if self != FloatingKind::LongDouble {
            return word;
        }
        let (upper, fraction) = (word >> LEADING, word & ((1 << LEADING) - 1));
        let leading = u128::from(upper & 0x7fff != 0);
        upper << (LEADING + 1) | leading << LEADING | fraction
    }

    /// The word of the format for bits in memory; `None` if they are no number of x87.
    pub(in crate::c) fn word(self, stored: u128) -> Option<u128> {
        if self != FloatingKind::LongDouble {
            return Some(stored);
        }
        let word = without_leading(stored);
        (self.stored(word) == stored).then_some(word)
    }

    /// The bits in memory with the leading one that a `long double` has.
    pub(in crate::c) fn with_leading(self, stored: u128) -> u128 {
        match self {
            FloatingKind::LongDouble => self.stored(without_leading(stored)),
            FloatingKind::Half | FloatingKind::Float | FloatingKind::Double | FloatingKind::Quad => stored,
        }
    }

    /// The number that bits in memory mean, if it is finite.
    pub(in crate::c) fn rational(self, stored: u128) -> Option<Rational> {
        rational_of_float(self.format(), &bits(self.word(stored)?, self.format().width()))
    }

    /// The bits in memory of a number, rounded to the nearest.
    pub(in crate::c) fn of_rational(self, value: &Rational) -> u128 {
        self.stored(number(&float_of_rational(self.format(), Rounding::NearestEven, value)))
    }

    /// The integer to which compilers convert a constant: the nearest of a range to the number without its fraction,
    /// and 0 for NaN.
    pub(in crate::c) fn saturated(self, stored: u128, (low, high): (i128, i128)) -> i128 {
        let is_negative = stored >> (self.stored_bits() - 1) & 1 == 1;
        match self.rational(stored) {
            None if is_nan(self, stored) => 0,
            Some(value) => {
                let cut = if value.is_negative() { value.ceil() } else { value.floor() };
                match (cut < Integer::from(low), Integer::from(high) < cut) {
                    (true, _) => low,
                    (_, true) => high,
                    _ => cut.to_i64().map(i128::from).or_else(|| cut.to_u64().map(i128::from)).unwrap_or(0),
                }
            }
            None if is_negative => low,
            None => high,
        }
    }

    /// The integer before the point of a finite number, if it has 64 bits at most.
    pub(in crate::c) fn whole(self, stored: u128) -> Option<i128> {
        let value = self.rational(stored)?;
        let cut = if value.is_negative() { value.ceil() } else { value.floor() };
        cut.to_i64().map(i128::from).or_else(|| cut.to_u64().map(i128::from))
    }

    /// Whether a number is not 0, by its bits in memory.
    pub(in crate::c) fn is_true(self, stored: u128) -> bool {
        stored & !(1 << (self.stored_bits() - 1)) != 0
    }

    /// The bits in memory of infinity.
    pub(in crate::c) fn infinity(self) -> u128 {
        let fraction = self.format().significand() - 1;
        self.stored(((1 << self.format().exponent()) - 1) << fraction)
    }

    /// The bits in memory of the NaN that a program names.
    pub(in crate::c) fn nan(self) -> u128 {
        self.infinity() | 1 << (self.format().significand() - 2)
    }

    /// The number as an `f64`, if that is exact. NaN is any NaN.
    pub(in crate::c) fn as_f64(self, stored: u128) -> Option<f64> {
        match self {
            FloatingKind::Float => Some(f64::from(f32::from_bits(stored as u32))),
            FloatingKind::Double => Some(f64::from_bits(stored as u64)),
            FloatingKind::Half | FloatingKind::LongDouble | FloatingKind::Quad => {
                let value = self.rational(stored)?;
                let double = FloatingKind::Double;
                let near = double.of_rational(&value);
                let is_exact = double.rational(near).as_ref() == Some(&value) && !value.is_zero();
                is_exact.then(|| f64::from_bits(near as u64))
            }
        }
    }

    /// The number as a constant of C, the shortest that means it where that is known: `0.1f`. Infinities and NaN are
    /// builtins of gcc.
    pub(in crate::c) fn constant_text(self, stored: u128) -> String {
        let suffix = match self {
            FloatingKind::Half => "f16",
            FloatingKind::Float => "f",
            FloatingKind::Double => "",
            FloatingKind::LongDouble => "l",
            FloatingKind::Quad => "f128",
        };
        let sign = if stored >> (self.stored_bits() - 1) & 1 == 1 { "-" } else { "" };
        match (self, self.as_f64(stored), self.rational(stored)) {
            (FloatingKind::Float, Some(value), Some(_)) => format!("{:?}{}", value as f32, suffix),
            (_, Some(value), Some(_)) => format!("{:?}{}", value, suffix.to_uppercase()),
            (_, None, Some(value)) if value.is_zero() => format!("{}0.0{}", sign, suffix.to_uppercase()),
            (_, None, Some(value)) => format!("{}{}", hexadecimal_text(&value), suffix.to_uppercase()),
            (_, _, None) if stored << 1 == self.infinity() << 1 || stored == self.infinity() => {
                format!("{}__builtin_inf{}()", sign, suffix)
            }
            (_, _, None) => format!("{}__builtin_nan{}(\"\")", sign, suffix),
        }
    }
}

/// Whether bits in memory are those of NaN.
pub(in crate::c) fn is_nan(kind: FloatingKind, stored: u128) -> bool {
    stored & !(1 << (kind.stored_bits() - 1)) > kind.infinity()
}

/// The bits of a `long double` but the leading one.
fn without_leading(stored: u128) -> u128 {
    stored >> (LEADING + 1) << LEADING | stored & ((1 << LEADING) - 1)
}

/// The bits of a number.
pub(in crate::c) fn bits(value: u128, width: u32) -> Bits {
    Bits::from_integer(&Integer::from(value), width)
}

/// The number of some bits, at most 128.
pub(in crate::c) fn number(bits: &Bits) -> u128 {
    (0..bits.width().min(128)).fold(0, |value, place| value | u128::from(bits.bit(place)) << place)
}

/// `0x3p-2`
fn hexadecimal_text(value: &Rational) -> String {
    let (above, below) = (value.numerator(), value.denominator());
    let sign = if value.is_negative() { "-" } else { "" };
    let places = below.bit_length() - 1;
    let digits: Vec<bool> = above.abs().bits();
    let hex = digits.chunks(4).map(|four| {
        four.iter().enumerate().fold(0u32, |digit, (place, &bit)| digit | u32::from(bit) << place)
    });
    let mut text: Vec<char> = hex.filter_map(|digit| char::from_digit(digit, 16)).collect();
    text.reverse();
    format!("{}0x{}p-{}", sign, text.into_iter().collect::<String>(), places)
}

/// The bits in memory of a constant without suffix, in lower case; `None` if the text is none.
///
/// # Errors
///
/// The reason why the constant is not computed.
pub(super) fn constant(kind: FloatingKind, text: &str, is_hexadecimal: bool) -> Option<Result<u128, String>> {
    if text.len() > MOST_DIGITS {
        return Some(Err(format!("a floating constant has at most {} characters", MOST_DIGITS)));
    }
    Some(Ok(match (kind, is_hexadecimal) {
        (FloatingKind::Float, false) => u128::from(text.parse::<f32>().ok()?.to_bits()),
        (FloatingKind::Double, false) => u128::from(text.parse::<f64>().ok()?.to_bits()),
        (FloatingKind::Half | FloatingKind::LongDouble | FloatingKind::Quad, false) => {
            let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
            scaled(kind, digits, 10, exponent, 1)?
        }
        (_, true) => {
            let (digits, exponent) = text.strip_prefix("0x")?.split_once('p')?;
            scaled(kind, digits, 16, exponent, 4)?
        }
    }))
}

/// Digits around a point, times a power: of 10 for digits of base 10, and else of 2, of which a digit has `places`.
fn scaled(kind: FloatingKind, digits: &str, base: u32, exponent: &str, places: i64) -> Option<u128> {
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let mut value = Integer::from(0i64);
    let of_base = Integer::from(i64::from(base));
    for c in whole.chars().chain(part.chars()) {
        value = &(&value * &of_base) + &Integer::from(i64::from(c.to_digit(base)?));
    }
    let places_of_exponent = exponent.trim_start_matches(&['+', '-'][..]);
    let is_number = !places_of_exponent.is_empty() && places_of_exponent.chars().all(|c| c.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !is_number {
        return None;
    }
    let limit = if exponent.starts_with('-') { -LARGEST_EXPONENT } else { LARGEST_EXPONENT };
    let exponent = exponent.parse::<i64>().unwrap_or(limit).clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT);
    let exponent = exponent - places * part.len() as i64;
    let power = if base == 10 { Integer::from(10i64) } else { Integer::from(2i64) };
    let power = power.pow(exponent.unsigned_abs() as u32);
    let value = match exponent < 0 {
        true => Rational::new(value, power),
        false => Rational::from(&value * &power),
    };
    Some(kind.of_rational(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_rounded_once() {
        let value =
            |kind, text: &str, is_hexadecimal| constant(kind, text, is_hexadecimal).expect(text).expect(text);
        // By way of `double` this would be a tie, and round to the even neighbour.
        assert_eq!(value(FloatingKind::Float, "1.00000005960464488641292746455082", false), 0x3f80_0001);
        assert_eq!(value(FloatingKind::Float, "0x1.0000010000000001p0", true), 0x3f80_0001);
        assert_eq!(value(FloatingKind::Double, "0x1.fp-1074", true), 2);
        assert_eq!(value(FloatingKind::LongDouble, "1.0", false), 0x3fff_8000_0000_0000_0000);
        assert_eq!(value(FloatingKind::LongDouble, "0.1", false), 0x3ffb_cccc_cccc_cccc_cccd);
        assert_eq!(value(FloatingKind::LongDouble, "1e99999", false), FloatingKind::LongDouble.infinity());
        assert_eq!(value(FloatingKind::LongDouble, "0x1p-16445", true), 1);
        assert_eq!(value(FloatingKind::Quad, "2", false), 0x4000 << 112);
        assert!(constant(FloatingKind::Double, "0x1.8", true).is_none());
        assert!(constant(FloatingKind::LongDouble, "1e+", false).is_none());
    }

    #[test]
    fn constants_are_printed_as_short_as_they_are_read() {
        let text = |kind: FloatingKind, given: &str| {
            kind.constant_text(constant(kind, given, given.starts_with("0x")).expect(given).expect(given))
        };
        assert_eq!(text(FloatingKind::Float, "0.1"), "0.1f");
        assert_eq!(text(FloatingKind::Double, "1e300"), "1e300");
        assert_eq!(text(FloatingKind::LongDouble, "1.5"), "1.5L");
        assert_eq!(text(FloatingKind::LongDouble, "0.1"), "0xcccccccccccccccdp-67L");
        assert_eq!(FloatingKind::Double.constant_text(FloatingKind::Double.infinity()), "__builtin_inf()");
        assert_eq!(FloatingKind::Float.constant_text(0xffc0_0000), "-__builtin_nanf(\"\")");
        assert_eq!(FloatingKind::Double.constant_text(1 << 63), "-0.0");
    }
}
