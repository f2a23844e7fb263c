//! Operators on floating-point numbers and their arguments.
//!
//! `to_fp` has four meanings by the sorts of its arguments; a rational number has to be a constant, and so has the
//! argument of `fp.to_real`.

use super::error::Misuse;
use super::operators::{chain, expect, Operator};
use crate::solver::term::{FloatOp, Format, Sort, TermId, Terms};
use crate::theories::bv::Bits;

use Operator as O;

/// The term of an operator and as many arguments as it takes.
pub(super) fn apply(terms: &mut Terms, operator: Operator, args: &[TermId]) -> Result<TermId, Misuse> {
    match (operator, args) {
        (O::Rounding(mode), _) => Ok(terms.rounding(mode)),
        (O::FloatOfFields, &[sign, exponent, fraction]) => of_fields(terms, [sign, exponent, fraction]),
        (O::Float(op), _) => {
            let sort = numbers(terms, args, op.rounds())?;
            Ok(terms.float_op(op, sort, args))
        }
        (O::FloatClass(op), _) => {
            numbers(terms, args, false)?;
            Ok(terms.float_op(op, Sort::Bool, args))
        }
        (O::FloatCompare(op) | O::FloatCompareTurned(op), _) => {
            numbers(terms, args, false)?;
            let is_turned = matches!(operator, O::FloatCompareTurned(_));
            Ok(chain(terms, args, |terms, a, b| {
                let pair = if is_turned { [b, a] } else { [a, b] };
                terms.float_op(op, Sort::Bool, &pair)
            }))
        }
        (O::FloatToBits, _) => {
            let width = match numbers(terms, args, false)? {
                Sort::Float(format) => format.width(),
                _ => 1,
            };
            Ok(terms.float_op(FloatOp::ToBits, Sort::BitVec(width), args))
        }
        (O::FloatToReal, &[t]) => {
            numbers(terms, args, false)?;
            match terms.rational_of_float(t) {
                Some(value) => Ok(terms.numeral(value, Sort::Real)),
                None => {
                    Err(Misuse::beyond("`fp.to_real` of a term that is no finite constant is not supported"))
                }
            }
        }
        (O::ToFloat(format), _) => to_float(terms, format, args),
        (O::UnsignedToFloat(format), &[mode, word]) => {
            expect(terms, &[mode], "RoundingMode", |sort| sort == Sort::Rounding)?;
            expect(terms, &[word], "(_ BitVec n)", |sort| sort.width().is_some())
                .map_err(|e| behind(e, 1))?;
            Ok(terms.float_op(FloatOp::OfUnsigned, Sort::Float(format), args))
        }
        (O::FloatToWord(op, width), _) => {
            numbers(terms, args, true)?;
            Ok(terms.float_op(op, Sort::BitVec(width), args))
        }
        _ => Err(Misuse::new("not an operator of floating-point numbers")),
    }
}

/// A misuse of an argument behind others.
fn behind(misuse: Misuse, by: usize) -> Misuse {
    Misuse { argument: misuse.argument.map(|at| at + by), ..misuse }
}

/// The sort of the arguments, which are numbers of one format, perhaps behind a rounding mode.
fn numbers(terms: &Terms, args: &[TermId], has_mode: bool) -> Result<Sort, Misuse> {
    let (modes, rest) = args.split_at(usize::from(has_mode).min(args.len()));
    expect(terms, modes, "RoundingMode", |sort| sort == Sort::Rounding)?;
    let is_number = |sort: Sort| matches!(sort, Sort::Float(_));
    expect(terms, rest, "(_ FloatingPoint eb sb)", is_number).map_err(|e| behind(e, modes.len()))?;
    let common = rest.first().map_or(Sort::Bool, |&t| terms.sort(t));
    expect(terms, rest, &terms.sort_text(common), |sort| sort == common)
        .map_err(|e| behind(e, modes.len()))?;
    Ok(common)
}

/// A format, or the reason why there is none.
pub(super) fn format(exponent: u32, significand: u32) -> Result<Format, Misuse> {
    Format::new(exponent, significand).ok_or_else(|| match exponent >= 2 && significand >= 2 {
        true => Misuse::beyond(format!(
            "formats with more than {} bits of exponent or {} of significand are not supported",
            Format::MOST_EXPONENT,
            Format::MOST_SIGNIFICAND
        )),
        false => Misuse::new("a format has at least 2 bits of exponent and 2 of significand"),
    })
}

/// The five kinds of special constants.
pub(super) fn special(terms: &mut Terms, name: &str, format: Format) -> TermId {
    let (width, fraction) = (format.width(), format.significand() - 1);
    let is_negative = name.starts_with('-');
    let word = Bits::from_fn(width, |place| match place {
        _ if place == width - 1 => is_negative,
        _ if name.ends_with("zero") => false,
        _ if place >= fraction => true,
        _ => name == "NaN",
    });
    terms.float(format, &word)
}

fn of_fields(terms: &mut Terms, fields: [TermId; 3]) -> Result<TermId, Misuse> {
    expect(terms, &fields, "(_ BitVec n)", |sort| sort.width().is_some())?;
    if terms.width(fields[0]) != 1 {
        return Err(Misuse::of_argument(0, "expected a sign of one bit"));
    }
    let format = format(terms.width(fields[1]), terms.width(fields[2]) + 1)?;
    let word = terms.concat_all(&fields);
    Ok(terms.float_op(FloatOp::OfBits, Sort::Float(format), &[word]))
}

fn to_float(terms: &mut Terms, format: Format, args: &[TermId]) -> Result<TermId, Misuse> {
    let sort = Sort::Float(format);
    if let &[word] = args {
        let expected = format!("(_ BitVec {})", format.width());
        expect(terms, args, &expected, |sort| sort.width() == Some(format.width()))?;
        return Ok(terms.float_op(FloatOp::OfBits, sort, &[word]));
    }
    let (mode, given) = (args[0], args[1]);
    expect(terms, &[mode], "RoundingMode", |sort| sort == Sort::Rounding)?;
    match terms.sort(given) {
        Sort::Float(_) => Ok(terms.float_op(FloatOp::OfFloat, sort, args)),
        Sort::BitVec(_) => Ok(terms.float_op(FloatOp::OfSigned, sort, args)),
        Sort::Real | Sort::Int => match terms.number_of(given).cloned() {
            Some(value) => Ok(terms.float_of_rational(format, mode, &value)),
            None => Err(Misuse {
                argument: Some(1),
                ..Misuse::beyond("`to_fp` of a real term that is no constant is not supported")
            }),
        },
        Sort::Bool | Sort::Rounding | Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_) => {
            let found = terms.sort_text(terms.sort(given));
            Err(Misuse::of_argument(
                1,
                format!("expected a number or a word, found a term of sort {}", found),
            ))
        }
    }
}
