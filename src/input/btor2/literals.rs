//! Constants as they are written.

use super::line::Line;
use crate::input::ParseError;
use crate::theories::bv::Bits;
use crate::theories::num::Integer;

/// The digits of a `const`, `constd` or `consth` of this width.
pub(super) fn constant(line: &mut Line<'_>, operator: &str, width: u32) -> Result<Bits, ParseError> {
    let offset = line.offset();
    let digits = line.word("the digits of a constant")?;
    let read = match operator {
        "const" => binary(digits, width),
        "constd" => decimal(digits, width),
        _ => hexadecimal(digits, width),
    };
    read.map_err(|message| line.error(offset, message))
}

fn binary(digits: &[u8], width: u32) -> Result<Bits, String> {
    if !digits.iter().all(|b| matches!(b, b'0' | b'1')) {
        return Err("expected binary digits".to_string());
    }
    if digits.len() != width as usize {
        return Err(format!("expected {} binary digits, found {}", width, digits.len()));
    }
    // The highest bit comes first.
    Ok(Bits::from_fn(width, |i| digits.get(width as usize - 1 - i as usize) == Some(&b'1')))
}

/// A number from -2^(width - 1) to 2^width - 1.
fn decimal(digits: &[u8], width: u32) -> Result<Bits, String> {
    // Three digits are almost ten bits: longer numbers are out of range, and slow to read.
    let longest = width as usize / 3 + 3;
    let plain = digits.strip_prefix(b"-").unwrap_or(digits);
    if plain.is_empty() || !plain.iter().all(u8::is_ascii_digit) {
        return Err("expected a decimal number".to_string());
    }
    let out_of_range = || format!("this number does not fit {} bits", width);
    if plain.len() > longest {
        return Err(out_of_range());
    }
    let text = std::str::from_utf8(digits).map_err(|_| out_of_range())?;
    let value: Integer = text.parse().map_err(|_| out_of_range())?;
    let bits = Bits::from_integer(&value, width);
    let fits =
        if value.is_negative() { bits.to_signed_integer() == value } else { bits.to_integer() == value };
    if fits {
        Ok(bits)
    } else {
        Err(out_of_range())
    }
}

fn hexadecimal(digits: &[u8], width: u32) -> Result<Bits, String> {
    let values: Option<Vec<u32>> = digits.iter().map(|&b| char::from(b).to_digit(16)).collect();
    let values = values.ok_or_else(|| "expected hexadecimal digits".to_string())?;
    let bit =
        |i: usize| values.len().checked_sub(1 + i / 4).map_or(false, |at| values[at] >> (i % 4) & 1 == 1);
    if (width as usize..4 * values.len()).any(bit) {
        return Err(format!("this number does not fit {} bits", width));
    }
    Ok(Bits::from_fn(width, |i| bit(i as usize)))
}
