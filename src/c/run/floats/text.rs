//! Floating-point numbers as `printf` prints them, with all digits exact.
//!
//! A number is a rational, and so are the digits that a conversion asks for: the number times a power of 10, rounded to
//! an integer in the present mode, as glibc does it. `%a` prints bits: a `double` has its leading one before the point,
//! a `long double` its first four bits.

use crate::c::read::floats::is_nan;
use crate::c::FloatingKind;
use crate::solver::term::Rounding;
use crate::theories::num::{Integer, Rational};

/// More digits behind the point are not printed.
const MOST_DIGITS: u32 = 5_000;

/// The flags, width and precision of a conversion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// One of `aefg`.
    pub letter: u8,
    pub is_upper: bool,
    pub precision: Option<u32>,
    pub width: usize,
    /// The mark of a positive number.
    pub plus: Option<char>,
    pub is_left: bool,
    pub has_zeros: bool,
    pub is_other: bool,
    /// The mode in which digits are rounded.
    pub mode: Rounding,
}

impl Form {
    /// The form that numbers stand for: the character of the conversion, the digits behind the point or a negative
    /// number, the sum of 1 for `+`, 2 for a blank, 4 for `-`, 8 for `0` and 16 for `#`, and the width.
    pub fn of([conversion, precision, flags, width]: [i128; 4], mode: Rounding) -> Option<Form> {
        let letter = u8::try_from(conversion).ok()?;
        let has = |flag: i128| flags & flag != 0;
        let precision = if precision < 0 { None } else { Some(u32::try_from(precision).ok()?) };
        let fits = precision.map_or(true, |digits| digits <= MOST_DIGITS) && width <= i128::from(MOST_DIGITS);
        (fits && b"aefg".contains(&letter.to_ascii_lowercase())).then_some(Form {
            letter: letter.to_ascii_lowercase(),
            is_upper: letter.is_ascii_uppercase(),
            precision,
            width: usize::try_from(width).unwrap_or(0),
            plus: if has(1) { Some('+') } else { Some(' ').filter(|_| has(2)) },
            is_left: has(4),
            has_zeros: has(8),
            is_other: has(16),
            mode,
        })
    }

    /// The text of a number in memory.
    pub fn text(self, kind: FloatingKind, stored: u128) -> String {
        let is_negative = stored >> (kind.stored_bits() - 1) & 1 == 1;
        let sign = if is_negative { Some('-') } else { self.plus };
        let form = if is_negative { Form { mode: mirrored(self.mode), ..self } } else { self };
        let (prefix, body, is_finite) = match kind.rational(stored) {
            None if is_nan(kind, stored) => ("", "nan".to_string(), false),
            None => ("", "inf".to_string(), false),
            Some(value) => match self.letter {
                b'a' => ("0x", form.hexadecimal(kind, stored), true),
                b'e' => ("", form.scientific(&value.abs(), self.precision.unwrap_or(6)), true),
                b'f' => ("", form.fixed(&value.abs(), self.precision.unwrap_or(6)), true),
                _ => ("", form.general(&value.abs()), true),
            },
        };
        let sign: String = sign.into_iter().collect();
        let missing = self.width.saturating_sub(sign.len() + prefix.len() + body.len());
        let text = match (self.is_left, self.has_zeros && is_finite) {
            (true, _) => format!("{}{}{}{}", sign, prefix, body, " ".repeat(missing)),
            (false, true) => format!("{}{}{}{}", sign, prefix, "0".repeat(missing), body),
            (false, false) => format!("{}{}{}{}", " ".repeat(missing), sign, prefix, body),
        };
        if self.is_upper {
            text.to_uppercase()
        } else {
            text
        }
    }

    /// Digits with a point before the last ones.
    fn with_point(self, digits: &str, behind: usize) -> String {
        let digits = format!("{}{}", "0".repeat((behind + 1).saturating_sub(digits.len())), digits);
        let (whole, part) = digits.split_at(digits.len() - behind);
        match behind == 0 && !self.is_other {
            true => whole.to_string(),
            false => format!("{}.{}", whole, part),
        }
    }

    /// The integer to which a number is rounded, which is not negative.
    fn rounded(self, value: &Rational) -> Integer {
        let floor = value.floor();
        let rest = value - &Rational::from(&floor);
        let half = Rational::fraction(1, 2);
        let is_up = match self.mode {
            Rounding::NearestEven => rest > half || (rest == half && floor.bit(0)),
            Rounding::NearestAway => rest >= half,
            Rounding::Up => !rest.is_zero(),
            Rounding::Down | Rounding::Zero => false,
        };
        match is_up {
            true => &floor + &Integer::from(1i64),
            false => floor,
        }
    }

    /// The first digit of a number, which is not negative, and the given number of digits behind it, with the exponent
    /// of the first.
    fn digits_of(self, value: &Rational, behind: u32) -> (String, i64) {
        if value.is_zero() {
            return ("0".repeat(behind as usize + 1), 0);
        }
        let bits = value.numerator().bit_length() as i64 - value.denominator().bit_length() as i64;
        let mut exponent = ((bits - 1) * 30_103).div_euclid(100_000) - 1;
        while power_of_ten(exponent + 1) <= *value {
            exponent += 1;
        }
        let digits = self.rounded(&(value * &power_of_ten(i64::from(behind) - exponent))).to_string();
        match digits.len() > behind as usize + 1 {
            true => (digits[..digits.len() - 1].to_string(), exponent + 1),
            false => (digits, exponent),
        }
    }

    fn fixed(self, value: &Rational, precision: u32) -> String {
        let digits = self.rounded(&(value * &power_of_ten(i64::from(precision))));
        self.with_point(&digits.to_string(), precision as usize)
    }

    fn scientific(self, value: &Rational, precision: u32) -> String {
        let (digits, exponent) = self.digits_of(value, precision);
        let mark = if exponent < 0 { '-' } else { '+' };
        format!("{}e{}{:02}", self.with_point(&digits, precision as usize), mark, exponent.abs())
    }

    fn general(self, value: &Rational) -> String {
        let precision = self.precision.unwrap_or(6).max(1);
        let (_, exponent) = self.digits_of(value, precision - 1);
        let is_fixed = -4 <= exponent && exponent < i64::from(precision);
        let text = match is_fixed {
            true => self.fixed(value, (i64::from(precision) - 1 - exponent) as u32),
            false => self.scientific(value, precision - 1),
        };
        if self.is_other || !text.contains('.') {
            return text;
        }
        let (mantissa, exponent) = text.split_at(text.find('e').unwrap_or(text.len()));
        format!("{}{}", mantissa.trim_end_matches('0').trim_end_matches('.'), exponent)
    }

    fn hexadecimal(self, kind: FloatingKind, stored: u128) -> String {
        let format = kind.format();
        let word = kind.word(stored).unwrap_or(0);
        let fraction_bits = format.significand() - 1;
        let fraction = word & ((1 << fraction_bits) - 1);
        let biased = (word >> fraction_bits & ((1 << format.exponent()) - 1)) as i64;
        let bias = (1i64 << (format.exponent() - 1)) - 1;
        let (leading, exponent) = match biased {
            0 => (0, 1 - bias),
            _ => (1, biased - bias),
        };
        let mut significand = leading << fraction_bits | fraction;
        // The bits before the point are a digit: one for most types, the first four of a `long double`.
        let before = if kind == FloatingKind::LongDouble { 4 } else { 1 };
        let mut behind = (format.significand() - before + 3) / 4;
        significand <<= 4 * behind - (format.significand() - before);
        let mut exponent = if significand == 0 { 0 } else { exponent - i64::from(before - 1) };
        match self.precision {
            Some(precision) if precision < behind => {
                let cut = 4 * (behind - precision);
                let (kept, rest) = (significand >> cut, significand & ((1 << cut) - 1));
                let half = 1 << (cut - 1);
                let is_up = match self.mode {
                    Rounding::NearestEven => rest > half || (rest == half && kept & 1 == 1),
                    Rounding::NearestAway => rest >= half,
                    Rounding::Up => rest > 0,
                    Rounding::Down | Rounding::Zero => false,
                };
                significand = kept + u128::from(is_up);
                if before == 4 && significand >> (4 * precision) > 15 {
                    significand >>= 4;
                    exponent += 4;
                }
                behind = precision;
            }
            Some(_) => {}
            None => {
                while behind > 0 && significand & 15 == 0 {
                    significand >>= 4;
                    behind -= 1;
                }
            }
        }
        let mut digits = format!("{:x}", significand);
        if let Some(precision) = self.precision.filter(|&precision| precision > behind) {
            digits.push_str(&"0".repeat((precision - behind) as usize));
            behind = precision;
        }
        let mark = if exponent < 0 { '-' } else { '+' };
        format!("{}p{}{}", self.with_point(&digits, behind as usize), mark, exponent.abs())
    }
}

fn power_of_ten(exponent: i64) -> Rational {
    let power = Integer::from(10i64).pow(exponent.unsigned_abs() as u32);
    match exponent < 0 {
        true => Rational::new(Integer::from(1i64), power),
        false => Rational::from(power),
    }
}

/// The mode for the size of a negative number.
fn mirrored(mode: Rounding) -> Rounding {
    match mode {
        Rounding::Up => Rounding::Down,
        Rounding::Down => Rounding::Up,
        Rounding::NearestEven | Rounding::NearestAway | Rounding::Zero => mode,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(conversion: char, precision: i128, flags: i128, width: i128, value: f64) -> String {
        let form =
            Form::of([conversion as i128, precision, flags, width], Rounding::NearestEven).expect("a form");
        form.text(FloatingKind::Double, u128::from(value.to_bits()))
    }

    /// The texts that glibc prints.
    #[test]
    fn numbers_have_the_text_of_printf() {
        assert_eq!(text('f', -1, 0, 0, 0.1), "0.100000");
        assert_eq!(text('f', 0, 0, 0, 2.5), "2");
        assert_eq!(text('f', 0, 16, 0, 3.5), "4.");
        assert_eq!(text('f', 20, 0, 0, 0.1), "0.10000000000000000555");
        assert_eq!(text('f', 2, 8, 8, -1.005), "-0001.00");
        assert_eq!(text('e', -1, 0, 0, 12345.678), "1.234568e+04");
        assert_eq!(text('E', 2, 1, 0, 9.999e99), "+1.00E+100");
        assert_eq!(text('e', 0, 0, 0, 0.0), "0e+00");
        assert_eq!(text('g', -1, 0, 0, 0.0001), "0.0001");
        assert_eq!(text('g', -1, 0, 0, 0.00001), "1e-05");
        assert_eq!(text('g', -1, 0, 0, 1e6), "1e+06");
        assert_eq!(text('g', -1, 16, 0, 1.0), "1.00000");
        assert_eq!(text('g', 3, 4, 8, 1234.0), "1.23e+03");
        assert_eq!(text('a', -1, 0, 0, 0.1), "0x1.999999999999ap-4");
        assert_eq!(text('a', -1, 0, 0, 5e-324), "0x0.0000000000001p-1022");
        assert_eq!(text('a', 1, 0, 0, 1.96875), "0x1.0p+1".replace("1.0p+1", "2.0p+0"));
        assert_eq!(text('A', -1, 0, 0, -1.0), "-0X1P+0");
        assert_eq!(text('f', -1, 8, 6, f64::INFINITY), "   inf");
        assert_eq!(text('G', -1, 0, 0, f64::NAN), "NAN");
        let wide = Form::of(['a' as i128, -1, 0, 0], Rounding::NearestEven).expect("a form");
        assert_eq!(wide.text(FloatingKind::LongDouble, 0x3ffb_cccc_cccc_cccc_cccd), "0xc.ccccccccccccccdp-7");
    }
}
