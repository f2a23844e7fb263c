//! Operators on floating-point numbers and their arguments.
//!
//! `to_fp` has four meanings by the sorts of its arguments; a rational number has to be a constant, and so has the
//! argument of `fp.to_real`.

use super::error::Misuse;
use super::operands::{chain, expect};
use crate::solver::term::{Family, FloatOp, Format, Rounding, Sort, TermId, Terms};
use crate::theories::bv::Bits;

/// An operator on floating-point numbers, its numerals included.
#[derive(Clone, Copy)]
pub(crate) enum FloatOperator {
    /// A constant.
    Rounding(Rounding),
    /// Sign, exponent and fraction.
    OfFields,
    /// An operator on numbers, behind a rounding mode or not, with a result of their format.
    Plain(FloatOp),
    /// A truth value of one number.
    Class(FloatOp),
    /// A chain of comparisons of numbers of one format.
    Compare(FloatOp),
    /// The same with the numbers in the other order.
    CompareTurned(FloatOp),
    ToBits,
    ToReal,
    /// From a word, or from a mode and a number, a rational constant, or a word with a sign.
    OfAny(Format),
    /// From a mode and a word without a sign.
    OfUnsigned(Format),
    /// A mode and a number as a word of this many bits, with a sign or without.
    ToWord(FloatOp, u32),
}

use FloatOperator as O;

/// All operators without numerals.
pub(super) const TABLE: &[(&str, FloatOperator)] = &[
    ("RNE", O::Rounding(Rounding::NearestEven)),
    ("RNA", O::Rounding(Rounding::NearestAway)),
    ("RTP", O::Rounding(Rounding::Up)),
    ("RTN", O::Rounding(Rounding::Down)),
    ("RTZ", O::Rounding(Rounding::Zero)),
    ("roundNearestTiesToEven", O::Rounding(Rounding::NearestEven)),
    ("roundNearestTiesToAway", O::Rounding(Rounding::NearestAway)),
    ("roundTowardPositive", O::Rounding(Rounding::Up)),
    ("roundTowardNegative", O::Rounding(Rounding::Down)),
    ("roundTowardZero", O::Rounding(Rounding::Zero)),
    ("fp", O::OfFields),
    ("fp.abs", O::Plain(FloatOp::Abs)),
    ("fp.neg", O::Plain(FloatOp::Neg)),
    ("fp.add", O::Plain(FloatOp::Add)),
    ("fp.sub", O::Plain(FloatOp::Sub)),
    ("fp.mul", O::Plain(FloatOp::Mul)),
    ("fp.div", O::Plain(FloatOp::Div)),
    ("fp.fma", O::Plain(FloatOp::Fma)),
    ("fp.sqrt", O::Plain(FloatOp::Sqrt)),
    ("fp.rem", O::Plain(FloatOp::Rem)),
    ("fp.roundToIntegral", O::Plain(FloatOp::RoundToIntegral)),
    ("fp.min", O::Plain(FloatOp::Min)),
    ("fp.max", O::Plain(FloatOp::Max)),
    ("fp.leq", O::Compare(FloatOp::Leq)),
    ("fp.lt", O::Compare(FloatOp::Lt)),
    ("fp.geq", O::CompareTurned(FloatOp::Leq)),
    ("fp.gt", O::CompareTurned(FloatOp::Lt)),
    ("fp.eq", O::Compare(FloatOp::Equal)),
    ("fp.isNormal", O::Class(FloatOp::IsNormal)),
    ("fp.isSubnormal", O::Class(FloatOp::IsSubnormal)),
    ("fp.isZero", O::Class(FloatOp::IsZero)),
    ("fp.isInfinite", O::Class(FloatOp::IsInfinite)),
    ("fp.isNaN", O::Class(FloatOp::IsNan)),
    ("fp.isNegative", O::Class(FloatOp::IsNegative)),
    ("fp.isPositive", O::Class(FloatOp::IsPositive)),
    ("fp.to_ieee_bv", O::ToBits),
    ("fp.to_real", O::ToReal),
];

impl FloatOperator {
    /// The smallest and the largest number of arguments.
    pub fn arity(self) -> (usize, usize) {
        const ANY: usize = usize::MAX;
        match self {
            O::Rounding(_) => (0, 0),
            O::OfFields => (3, 3),
            O::Plain(op) => {
                let count = op.numbers() + usize::from(op.rounds());
                (count, count)
            }
            O::Compare(_) | O::CompareTurned(_) => (2, ANY),
            O::Class(_) | O::ToBits | O::ToReal => (1, 1),
            O::OfAny(_) => (1, 2),
            O::OfUnsigned(_) | O::ToWord(..) => (2, 2),
        }
    }
}

/// The term of an operator and as many arguments as it takes.
pub(super) fn apply(terms: &mut Terms, operator: FloatOperator, args: &[TermId]) -> Result<TermId, Misuse> {
    match (operator, args) {
        (O::Rounding(mode), _) => Ok(terms.rounding(mode)),
        (O::OfFields, &[sign, exponent, fraction]) => of_fields(terms, [sign, exponent, fraction]),
        (O::Plain(op), _) => {
            let sort = numbers(terms, args, op.rounds())?;
            Ok(terms.float_op(op, sort, args))
        }
        (O::Class(op), _) => {
            numbers(terms, args, false)?;
            Ok(terms.float_op(op, Sort::Bool, args))
        }
        (O::Compare(op) | O::CompareTurned(op), _) => {
            numbers(terms, args, false)?;
            let is_turned = matches!(operator, O::CompareTurned(_));
            Ok(chain(terms, args, |terms, a, b| {
                let pair = if is_turned { [b, a] } else { [a, b] };
                terms.float_op(op, Sort::Bool, &pair)
            }))
        }
        (O::ToBits, _) => {
            let width = match numbers(terms, args, false)? {
                Sort::Float(format) => format.width(),
                _ => 1,
            };
            Ok(terms.float_op(FloatOp::ToBits, Sort::BitVec(width), args))
        }
        (O::ToReal, &[t]) => {
            numbers(terms, args, false)?;
            match terms.rational_of_float(t) {
                Some(value) => Ok(terms.numeral(value, Sort::Real)),
                None => {
                    Err(Misuse::beyond("`fp.to_real` of a term that is no finite constant is not supported"))
                }
            }
        }
        (O::OfAny(format), _) => to_float(terms, format, args),
        (O::OfUnsigned(format), &[mode, word]) => {
            expect(terms, &[mode], "RoundingMode", |sort| sort == Sort::Rounding)?;
            expect(terms, &[word], "(_ BitVec n)", |sort| sort.width().is_some())
                .map_err(|e| behind(e, 1))?;
            Ok(terms.float_op(FloatOp::OfUnsigned, Sort::Float(format), args))
        }
        (O::ToWord(op, width), _) => {
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
    match (terms.sort(given), terms.sort(given).family()) {
        (Sort::Float(_), _) => Ok(terms.float_op(FloatOp::OfFloat, sort, args)),
        (_, Family::Word(_)) => Ok(terms.float_op(FloatOp::OfSigned, sort, args)),
        (_, Family::Real | Family::Int) => match terms.number_of(given).cloned() {
            Some(value) => Ok(terms.float_of_rational(format, mode, &value)),
            None => Err(Misuse {
                argument: Some(1),
                ..Misuse::beyond("`to_fp` of a real term that is no constant is not supported")
            }),
        },
        (other, Family::Bool | Family::Opaque) => {
            let found = terms.sort_text(other);
            Err(Misuse::of_argument(
                1,
                format!("expected a number or a word, found a term of sort {}", found),
            ))
        }
    }
}
