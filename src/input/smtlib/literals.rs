//! Constants and indexed identifiers: words, and lists that begin with `_`, with a meaning of their own.

use super::error::Failure;
use super::floats::{format, special, FloatOperator};
use super::lexer::Kind;
use super::operators::{Operator, WIDEST};
use super::sexpr::{Expr, Tree};
use super::sorts::{at, numeral, width};
use crate::solver::term::{FloatOp, Format, Overrun, Sort, TermId, Terms, MOST_BITS};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

/// Digits that a number may have: more would be beyond the limit on bits anyway.
const MOST_DIGITS: usize = MOST_BITS as usize / 3;

/// Fails for a number that is too long to be read at once.
fn check_length(tree: &Tree, e: Expr) -> Result<(), Failure> {
    if tree.text(e).len() > MOST_DIGITS {
        return Err(Failure::beyond(tree.position(e), Overrun::Length.to_string()));
    }
    Ok(())
}

/// The term of a constant; `None` if the word is none.
pub(super) fn constant(
    tree: &Tree,
    terms: &mut Terms,
    e: Expr,
    numerals: Sort,
) -> Result<Option<TermId>, Failure> {
    let text = tree.text(e);
    let unread = |_| tree.expected("a number", e);
    if matches!(tree.kind(e), Kind::Numeral | Kind::Decimal) {
        check_length(tree, e)?;
    }
    Ok(Some(match tree.kind(e) {
        Kind::Numeral => terms.numeral(text.parse::<Rational>().map_err(unread)?, numerals),
        Kind::Decimal => {
            let text = text.strip_suffix('.').unwrap_or(text);
            terms.numeral(text.parse::<Rational>().map_err(unread)?, Sort::Real)
        }
        Kind::Hexadecimal => digits(tree, terms, e, 4)?,
        Kind::Binary => digits(tree, terms, e, 1)?,
        Kind::Text => return Err(Failure::unsupported(tree.position(e), "strings")),
        _ => return Ok(None),
    }))
}

/// The number for which an undeclared symbol like `-1` or `-0.5` stands. The standard has no such numbers, but
/// scripts and the solvers they were written for do.
pub(super) fn negative(terms: &mut Terms, text: &str, numerals: Sort) -> Option<TermId> {
    let digits = text.strip_prefix('-')?;
    if digits.len() > MOST_DIGITS || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let value: Rational = digits.parse().ok()?;
    Some(terms.numeral(-value, if digits.contains('.') { Sort::Real } else { numerals }))
}

/// A bit-vector whose digits stand for this many bits each.
fn digits(tree: &Tree, terms: &mut Terms, e: Expr, step: u32) -> Result<TermId, Failure> {
    let text = tree.text(e).as_bytes();
    let width = (text.len() as u64) * u64::from(step);
    if width > u64::from(WIDEST) {
        let message = format!("{} bits are too many; the limit is {}", width, WIDEST);
        return Err(Failure::beyond(tree.position(e), message));
    }
    let bit = |i: u32| {
        let digit = text
            .iter()
            .rev()
            .nth((i / step) as usize)
            .map_or(0, |&b| char::from(b).to_digit(16).unwrap_or(0));
        digit >> (i % step) & 1 == 1
    };
    Ok(terms.bit_vector(Bits::from_fn(width as u32, bit)))
}

/// The meaning of a list that begins with `_`.
pub(super) enum Indexed {
    /// A constant.
    Constant(TermId),
    /// An operator with numerals.
    Operator(Operator),
    /// `(_ is constructor)`.
    Is(Expr),
    /// `(_ divisible n)`.
    Divisible(Integer),
}

/// The format of two numerals.
fn format_of(
    tree: &Tree,
    e: Expr,
    exponent: Option<Expr>,
    significand: Option<Expr>,
    more: Option<Expr>,
) -> Result<Format, Failure> {
    match (exponent, significand, more) {
        (Some(exponent), Some(significand), None) => {
            let format = format(numeral(tree, exponent)?, numeral(tree, significand)?);
            format.map_err(|misuse| at(tree, e, misuse))
        }
        _ => Err(tree.failure(e, "expected the two numerals of a format")),
    }
}

/// Reads `(_ name numerals)`.
pub(super) fn indexed(tree: &Tree, terms: &mut Terms, e: Expr, floats: bool) -> Result<Indexed, Failure> {
    let mut parts = tree.children(e).skip(1);
    let name = match parts.next() {
        Some(name) => name,
        None => return Err(tree.failure(e, "expected a name behind `_`")),
    };
    let text = tree.symbol(name).ok_or_else(|| tree.expected("a name", name))?;
    let (first, second, more) = (parts.next(), parts.next(), parts.next());
    let one = match (first, second) {
        (Some(first), None) => Ok(first),
        _ => Err(tree.failure(e, format!("`{}` expects one numeral", text))),
    };
    let operator = match text {
        "extract" => match (first, second, more) {
            (Some(high), Some(low), None) => Operator::Extract(numeral(tree, high)?, numeral(tree, low)?),
            _ => return Err(tree.failure(e, "`extract` expects two numerals")),
        },
        "repeat" => {
            let times = one?;
            match numeral(tree, times)? {
                0 => return Err(tree.expected("a positive numeral", times)),
                times => Operator::Repeat(times),
            }
        }
        "zero_extend" => Operator::ZeroExtend(numeral(tree, one?)?),
        "sign_extend" => Operator::SignExtend(numeral(tree, one?)?),
        "rotate_left" => Operator::RotateLeft(numeral(tree, one?)?),
        "rotate_right" => Operator::RotateRight(numeral(tree, one?)?),
        "divisible" => {
            let by = one?;
            let value = integer(tree, by, tree.text(by))?;
            if tree.kind(by) != Kind::Numeral || !value.is_positive() {
                return Err(tree.expected("a positive numeral", by));
            }
            return Ok(Indexed::Divisible(value));
        }
        "int2bv" | "int_to_bv" | "nat2bv" => Operator::IntToBits(width(tree, one?)?),
        "NaN" | "+oo" | "-oo" | "+zero" | "-zero" if floats => {
            let format = format_of(tree, e, first, second, more)?;
            return Ok(Indexed::Constant(special(terms, text, format)));
        }
        "to_fp" if floats => Operator::Float(FloatOperator::OfAny(format_of(tree, e, first, second, more)?)),
        "to_fp_unsigned" if floats => {
            Operator::Float(FloatOperator::OfUnsigned(format_of(tree, e, first, second, more)?))
        }
        "fp.to_ubv" if floats => {
            Operator::Float(FloatOperator::ToWord(FloatOp::ToUnsigned, width(tree, one?)?))
        }
        "fp.to_sbv" if floats => {
            Operator::Float(FloatOperator::ToWord(FloatOp::ToSigned, width(tree, one?)?))
        }
        "to_fp" | "to_fp_unsigned" | "fp.to_ubv" | "fp.to_sbv" | "NaN" | "+oo" | "-oo" | "+zero"
        | "-zero" => {
            return Err(Failure::unsupported(tree.position(e), "floating-point numbers"));
        }
        "is" => match (first, second) {
            (Some(constructor), None) => return Ok(Indexed::Is(constructor)),
            _ => return Err(tree.failure(e, "`is` expects one constructor")),
        },
        _ => {
            let value = match text.strip_prefix("bv") {
                Some(value) if value.bytes().all(|b| b.is_ascii_digit()) && !value.is_empty() => value,
                _ => return Err(tree.failure(name, format!("there is no operator `(_ {} ...)`", text))),
            };
            let width_place = one?;
            let width = width(tree, width_place)?;
            let bits = Bits::from_integer(&integer(tree, name, value)?, width);
            return Ok(Indexed::Constant(terms.bit_vector(bits)));
        }
    };
    Ok(Indexed::Operator(operator))
}

fn integer(tree: &Tree, e: Expr, text: &str) -> Result<Integer, Failure> {
    check_length(tree, e)?;
    text.parse().map_err(|_| tree.expected("a numeral", e))
}
