//! Reads numbers: integer constants with their types (C11, 6.4.4.1), and floating constants. The type is the first one
//! that has the value, so `2147483648` is a `long` where `long` has 64 bits, and a `long long` otherwise.

use super::super::arch::{COptions, FloatingKind, IntegerKind};
use super::super::floats::{constant, SUFFIXES};
use super::super::token::{FloatingLiteral, IntegerLiteral};

/// A number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Integer(IntegerLiteral),
    Floating(FloatingLiteral),
}

/// Reads a preprocessing number as a constant.
///
/// # Errors
///
/// The reason why it is none.
pub(super) fn number(text: &str, options: COptions) -> Result<Number, String> {
    let lower = text.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', ..] => (8, &lower[..]),
        _ => (10, &lower[..]),
    };
    let is_floating = match base {
        16 => digits.contains(&['.', 'p'][..]),
        2 => false,
        _ => digits.contains(&['.', 'e'][..]),
    };
    match is_floating {
        true => floating(text, &lower, base == 16, options).map(Number::Floating),
        false => integer(text, digits, base, options).map(Number::Integer),
    }
}

fn integer(text: &str, digits: &str, base: u32, options: COptions) -> Result<IntegerLiteral, String> {
    let end = digits.find(|c: char| !c.is_digit(base)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let (is_unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        _ if suffix.starts_with(|c: char| c.is_ascii_digit()) => {
            return Err(format!("expected digits of base {}, found `{}`", base, text));
        }
        _ => {
            let message = "expected a number, found `{}`: an integer may end in u, l, ul, ll or ull";
            return Err(message.replace("{}", text));
        }
    };
    if digits.is_empty() {
        return Err(format!("expected digits behind `{}`", &text[..2.min(text.len())]));
    }
    let mut value: u64 = 0;
    for c in digits.chars() {
        let digit = u64::from(c.to_digit(base).unwrap_or(0));
        let next = value.checked_mul(u64::from(base)).and_then(|v| v.checked_add(digit));
        value = next.ok_or_else(|| format!("`{}` does not fit 64 bits; write a smaller number", text))?;
    }
    use IntegerKind::{Int, Long, LongLong, UnsignedInt, UnsignedLong, UnsignedLongLong};
    let ranks = [(Int, UnsignedInt), (Long, UnsignedLong), (LongLong, UnsignedLongLong)];
    // Constants in base 10 have an unsigned type only with a suffix.
    let fits = |kind| options.fits(kind, i128::from(value));
    for (signed, unsigned) in ranks.into_iter().skip(longs) {
        if !is_unsigned && fits(signed) {
            return Ok(IntegerLiteral { value, kind: signed });
        }
        if (is_unsigned || base != 10) && fits(unsigned) {
            return Ok(IntegerLiteral { value, kind: unsigned });
        }
    }
    // gcc warns that the constant is so large that it is unsigned.
    Ok(IntegerLiteral { value, kind: UnsignedLongLong })
}

/// A constant has the format in which operators on its type compute.
fn floating(
    text: &str,
    lower: &str,
    is_hexadecimal: bool,
    options: COptions,
) -> Result<FloatingLiteral, String> {
    // In base 16 the digits of the exponent are decimal, so a letter at the end is a suffix.
    let found = SUFFIXES.iter().find_map(|&(suffix, kind)| Some((lower.strip_suffix(suffix)?, kind)));
    let (number, declared) = found.unwrap_or((lower, FloatingKind::Double));
    let kind = options.evaluated(declared);
    match constant(kind, number, is_hexadecimal) {
        Some(bits) => Ok(FloatingLiteral { bits: bits?, kind, declared }),
        None => Err(format!("expected a floating constant such as 1.5 or 1e-3, found `{}`", text)),
    }
}
