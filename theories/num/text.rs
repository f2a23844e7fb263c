//! Numbers as text.
//!
//! Accepted are integers (`-12`), decimals (`12.50`) and fractions (`-3/4`), all with an optional sign in front and
//! ASCII digits. A number is written as an integer or as a fraction in lowest terms, so that it can be read again.
//!
//! Reading takes 19 digits a step. A long number is first cut in halves and put together by multiplication, so that a
//! file with a number of a million digits is read in subquadratic time; writing divides by 10^19 again and again, which
//! is quadratic, but takes only milliseconds for ten thousand digits.

use super::integer::Integer;
use super::rational::Rational;
use super::{divide, limbs, multiply};
use std::fmt;
use std::str::FromStr;

/// Decimal digits of the largest power of ten in a limb.
const CHUNK: usize = 19;
const CHUNK_POWER: u64 = 10_000_000_000_000_000_000;
/// Up to this many digits a number is read step by step.
const STEPWISE: usize = 64 * CHUNK;

/// The reason why a text is no number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseNumberError {
    /// Place of the first byte that does not fit, from 0; the length of the text if it ends too early.
    pub position: usize,
    /// The text that should be there.
    pub expected: &'static str,
}

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at byte {} of the number", self.expected, self.position)
    }
}

impl std::error::Error for ParseNumberError {}

/// A cursor over the text of a number.
struct Scanner<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Scanner<'a> {
        Scanner { bytes: text.as_bytes(), position: 0 }
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.bytes.get(self.position) == Some(&byte);
        self.position += found as usize;
        found
    }

    /// Whether there is a minus sign; a plus sign is skipped.
    fn sign(&mut self) -> bool {
        !self.accept(b'+') && self.accept(b'-')
    }

    fn digits(&mut self) -> Result<&'a [u8], ParseNumberError> {
        let rest = &self.bytes[self.position..];
        let length = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if length == 0 {
            return Err(self.expected("a digit"));
        }
        self.position += length;
        Ok(&rest[..length])
    }

    fn end(&self, expected: &'static str) -> Result<(), ParseNumberError> {
        if self.position == self.bytes.len() {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    fn expected(&self, expected: &'static str) -> ParseNumberError {
        ParseNumberError { position: self.position, expected }
    }
}

/// The magnitude that the digits denote.
fn read_digits(digits: &[u8]) -> Vec<u64> {
    if digits.len() > STEPWISE {
        // A multiple of the chunk as the lower part, so that halves of the same length share their form.
        let low = digits.len() / 2 / CHUNK * CHUNK;
        let (high_digits, low_digits) = digits.split_at(digits.len() - low);
        let power = Integer::from(10i64).pow(low as u32);
        let shifted = multiply::multiply(&read_digits(high_digits), power.view(&mut [0]).limbs);
        return limbs::add(&shifted, &read_digits(low_digits));
    }
    let mut magnitude = Vec::new();
    for chunk in digits.chunks(CHUNK) {
        let value = chunk.iter().fold(0, |n, &d| n * 10 + (d - b'0') as u64);
        multiply::multiply_add_limb(&mut magnitude, 10u64.pow(chunk.len() as u32), value);
    }
    magnitude
}

impl FromStr for Integer {
    type Err = ParseNumberError;

    /// Reads a decimal integer with an optional sign.
    fn from_str(text: &str) -> Result<Integer, ParseNumberError> {
        let mut scanner = Scanner::new(text);
        let negative = scanner.sign();
        let digits = scanner.digits()?;
        scanner.end("a digit")?;
        Ok(Integer::from_magnitude(negative, read_digits(digits)))
    }
}

impl FromStr for Rational {
    type Err = ParseNumberError;

    /// Reads an integer, a decimal or a fraction with an optional sign. A denominator of zero is an error.
    fn from_str(text: &str) -> Result<Rational, ParseNumberError> {
        let mut scanner = Scanner::new(text);
        let negative = scanner.sign();
        let whole = scanner.digits()?;
        let (numerator, denominator) = if scanner.accept(b'.') {
            let places = scanner.digits()?;
            let exponent = u32::try_from(places.len()).map_err(|_| scanner.expected("fewer digits"))?;
            (read_digits(&[whole, places].concat()), Integer::from(10i64).pow(exponent))
        } else if scanner.accept(b'/') {
            let start = scanner.position;
            let denominator = Integer::from_magnitude(false, read_digits(scanner.digits()?));
            if denominator.is_zero() {
                return Err(ParseNumberError { position: start, expected: "a denominator that is not zero" });
            }
            (read_digits(whole), denominator)
        } else {
            (read_digits(whole), Integer::ONE)
        };
        scanner.end("a digit, or the end")?;
        Ok(Rational::new(Integer::from_magnitude(negative, numerator), denominator))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(small) = self.to_i64() {
            return fmt::Display::fmt(&small, f);
        }
        let mut room = [0];
        let view = self.view(&mut room);
        let mut rest = view.limbs.to_vec();
        let mut chunks = Vec::with_capacity(rest.len() + rest.len() / 64 + 1);
        while !rest.is_empty() {
            chunks.push(divide::divide_by_limb(&mut rest, CHUNK_POWER));
            limbs::trim(&mut rest);
        }
        let mut text = String::with_capacity(chunks.len() * CHUNK);
        for (i, chunk) in chunks.iter().rev().enumerate() {
            let digits = if i == 0 { chunk.to_string() } else { format!("{:019}", chunk) };
            text.push_str(&digits);
        }
        f.pad_integral(!view.negative, "", &text)
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            fmt::Display::fmt(&self.numerator(), f)
        } else {
            write!(f, "{}/{}", self.numerator(), self.denominator())
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
