//! Operators on floating-point numbers out of bytes: exact values against circuits.

use crate::source::Source;
use indubit::solver::term::{float_value, FloatOp, Format, Rounding, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;

/// The operators whose results are numbers of the same format, each with its number of arguments.
const NUMBERS: [(FloatOp, usize); 12] = [
    (FloatOp::Abs, 1),
    (FloatOp::Neg, 1),
    (FloatOp::Add, 2),
    (FloatOp::Sub, 2),
    (FloatOp::Mul, 2),
    (FloatOp::Div, 2),
    (FloatOp::Fma, 3),
    (FloatOp::Sqrt, 1),
    (FloatOp::Rem, 2),
    (FloatOp::RoundToIntegral, 1),
    (FloatOp::Min, 2),
    (FloatOp::Max, 2),
];

/// Comparisons and classes.
const TRUTHS: [(FloatOp, usize); 10] = [
    (FloatOp::Leq, 2),
    (FloatOp::Lt, 2),
    (FloatOp::Equal, 2),
    (FloatOp::IsNormal, 1),
    (FloatOp::IsSubnormal, 1),
    (FloatOp::IsZero, 1),
    (FloatOp::IsInfinite, 1),
    (FloatOp::IsNan, 1),
    (FloatOp::IsNegative, 1),
    (FloatOp::IsPositive, 1),
];

/// Operators with their operands, until the bytes are used.
pub fn target(data: &[u8]) {
    let mut source = Source::new(data);
    while !source.is_empty() {
        operator(&mut source);
    }
}

fn format(source: &mut Source<'_>) -> Format {
    let (exponent, significand) = match source.below(6) {
        0 => (8, 24),
        1 => (11, 53),
        2 => (5, 11),
        _ => (2 + source.below(5) as u32, 2 + source.below(9) as u32),
    };
    Format::new(exponent, significand).expect("a format within the limits")
}

/// A word of which the upper half is often all ones, all zeros, or as that of numbers near 1.
fn word(source: &mut Source<'_>, width: u32) -> Bits {
    let bits = source.long();
    let upper = source.below(4);
    Bits::from_fn(width, |at| match upper {
        0 if at + 1 < width && at >= width / 2 => bits >> 8 & 1 == 1,
        1 if at + 2 < width && at >= width / 2 => true,
        2 if at >= width / 2 && at < width / 2 + 2 => false,
        _ => bits >> (at % 64) & 1 == 1,
    })
}

/// Whether the first argument is a rounding mode.
fn rounds(op: FloatOp) -> bool {
    let exact = [FloatOp::Abs, FloatOp::Neg, FloatOp::Rem, FloatOp::Min, FloatOp::Max];
    !exact.contains(&op) && TRUTHS.iter().all(|&(truth, _)| truth != op)
}

fn operator(source: &mut Source<'_>) {
    let own = format(source);
    let number = Sort::Float(own);
    let width = 1 + source.below(40) as u32;
    let (op, count, from, sort) = match source.below(8) {
        0..=3 => {
            let (op, count) = source.pick(&NUMBERS);
            (op, count, Some(own), number)
        }
        4 => {
            let (op, count) = source.pick(&TRUTHS);
            (op, count, Some(own), Sort::Bool)
        }
        5 => (FloatOp::OfFloat, 1, Some(own), Sort::Float(format(source))),
        6 => (source.pick(&[FloatOp::OfSigned, FloatOp::OfUnsigned]), 1, None, number),
        _ => match source.below(4) {
            0 => (FloatOp::FitsSigned(width), 1, Some(own), Sort::Bool),
            1 => (FloatOp::FitsUnsigned(width), 1, Some(own), Sort::Bool),
            2 => (FloatOp::ToSigned, 1, Some(own), Sort::BitVec(width)),
            _ => (FloatOp::ToUnsigned, 1, Some(own), Sort::BitVec(width)),
        },
    };
    let of_argument = from.map_or(width, Format::width);
    let mut words: Vec<Bits> = (0..count).map(|_| word(source, of_argument)).collect();
    if count > 1 && source.below(4) == 0 {
        words[1] = words[0].clone();
    }
    let mode = Rounding::ALL[source.below(5)];
    let operands: Vec<&Bits> = words.iter().collect();
    let expected = float_value(op, mode, from, sort, &operands);
    let mut terms = Terms::new();
    let mut args: Vec<TermId> =
        words.iter().map(|word| terms.bv(word.to_u64().expect("at most 64 bits"), word.width())).collect();
    if rounds(op) {
        args.insert(0, mode.word(&mut terms));
    }
    let found = terms.float_word(op, from, sort, &args);
    let found = match expected {
        Value::Bool(_) => {
            (found == Terms::TRUE || found == Terms::FALSE).then(|| Value::Bool(found == Terms::TRUE))
        }
        _ => terms.bits_of(found).cloned().map(Value::Bits),
    };
    assert_eq!(
        found,
        Some(expected),
        "{:?} in mode {:?} of {:?}, from {:?} to {:?}",
        op,
        mode,
        words,
        from,
        sort
    );
}
