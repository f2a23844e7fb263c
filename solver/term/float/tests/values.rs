//! Each operator for all operands: the circuit, evaluated on words, against the value, computed exactly.

use super::{format, Case};
use crate::solver::term::circuit::blasted;
use crate::solver::term::float::words::Builder;
use crate::solver::term::float::{FloatOp, Format, Kind};
use crate::solver::term::rules::proof::Table;
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use std::collections::HashMap;

/// The order of words, said of numbers, for all numbers and words.
#[test]
fn words_are_compared_as_numbers() {
    let own = format(3, 3);
    let mut terms = Terms::new();
    let x = terms.declare("x", Sort::Float(own));
    for word in (0..1 << own.width()).map(|word| Bits::new(word, own.width())) {
        let (equal, below) = (terms.number_is(x, &word), terms.number_is_below(x, &word).expect("a number"));
        for number in (0..1 << own.width()).map(|number| Bits::new(number, own.width())) {
            if own.is_canonical(&number) {
                let mut model = Model::new();
                match terms.op(x) {
                    Op::Symbol(symbol) => model.set(symbol, Value::Bits(number.clone())),
                    other => panic!("{:?} is no constant", other),
                }
                assert_eq!(model.evaluate(&terms, equal), Value::Bool(number == word));
                assert_eq!(model.evaluate(&terms, below), Value::Bool(number.ult(&word)));
            }
        }
    }
}

/// Each remainder by squaring, which only long exponents get, for all operands of short formats.
#[test]
fn remainders_by_squaring_have_the_exact_values() {
    for own in [format(2, 2), format(3, 2), format(3, 3), format(4, 2), format(3, 4)] {
        let (sorts, result) = signature(FloatOp::Rem, own, own, 1);
        let mut case = Case::new(FloatOp::Rem, sorts, result);
        let [a, b] = [0, 1].map(|place| case.words[place]);
        let mut builder = Builder { terms: &mut case.terms, format: own };
        let [a, b] = [a, b].map(|word| builder.canonical(word));
        case.of_words = builder.rem_by(a, b, Builder::rest_by_squaring);
        case.compare();
    }
}

impl Case {
    /// Compares the circuit with the exact value for all operands.
    fn compare(&self) {
        let Case { terms, op, sorts, result, words, of_words } = self;
        let widths: Vec<u32> = words.iter().map(|&word| terms.width(word)).collect();
        let (mut table, columns) = Table::of_all_values(&widths);
        let mut bits: HashMap<TermId, Vec<usize>> = words.iter().copied().zip(columns.clone()).collect();
        blasted(&mut table, &mut bits, terms, &[*of_words]);
        for row in 0..1 << widths.iter().sum::<u32>() {
            let values: Vec<Value> = (columns.iter().zip(sorts))
                .map(|(columns, &sort)| {
                    let word = Bits::new(table.row(columns, row), columns.len() as u32);
                    terms.canonical_of(sort, &Value::Bits(word))
                })
                .collect();
            let exact = terms.float_result(*op, *result, sorts, &values.iter().collect::<Vec<_>>());
            let exact = match &exact {
                Value::Bool(truth) => u64::from(*truth),
                other => other.bits().to_u64().expect("a short word"),
            };
            let circuit = table.row(&bits[of_words], row);
            let told = || values.iter().zip(sorts).map(|(v, &sort)| terms.value_text(v, sort));
            assert!(
                exact == circuit,
                "{:?} of {:?} as {:?}: {:b} exactly, {:b} by the circuit",
                op,
                told().collect::<Vec<_>>(),
                result,
                exact,
                circuit
            );
        }
    }
}

/// The sorts of the arguments of an operator on a format, and of its result.
fn signature(op: FloatOp, own: Format, other: Format, width: u32) -> (Vec<Sort>, Sort) {
    let (float, truth) = (Sort::Float(own), Sort::Bool);
    let mut sorts = if op.rounds() { vec![Sort::Rounding] } else { Vec::new() };
    let (arg, result) = match (op, op.kind()) {
        (FloatOp::OfBits, _) => (Sort::BitVec(own.width()), float),
        (FloatOp::ToBits, _) => (float, Sort::BitVec(own.width())),
        (_, Kind::OfFloat) => (Sort::Float(other), float),
        (_, Kind::OfWord) => (Sort::BitVec(width), float),
        (_, Kind::ToWord) => (float, Sort::BitVec(width)),
        (_, Kind::Comparison(_) | Kind::Class(_) | Kind::Fits) => (float, truth),
        (_, Kind::Number(_)) => (float, float),
    };
    sorts.extend(vec![arg; op.numbers()]);
    (sorts, result)
}

const OPERATORS: [FloatOp; 28] = [
    FloatOp::OfBits,
    FloatOp::ToBits,
    FloatOp::Abs,
    FloatOp::Neg,
    FloatOp::Add,
    FloatOp::Sub,
    FloatOp::Mul,
    FloatOp::Div,
    FloatOp::Sqrt,
    FloatOp::Rem,
    FloatOp::RoundToIntegral,
    FloatOp::Min,
    FloatOp::Max,
    FloatOp::Leq,
    FloatOp::Lt,
    FloatOp::Equal,
    FloatOp::IsNormal,
    FloatOp::IsSubnormal,
    FloatOp::IsZero,
    FloatOp::IsInfinite,
    FloatOp::IsNan,
    FloatOp::IsNegative,
    FloatOp::IsPositive,
    FloatOp::OfFloat,
    FloatOp::OfSigned,
    FloatOp::OfUnsigned,
    FloatOp::ToSigned,
    FloatOp::ToUnsigned,
];

/// Formats whose numbers are few, and longer ones for operators of which no argument is a mode.
const SHORT: [(u32, u32); 4] = [(2, 2), (2, 3), (3, 3), (3, 4)];
const LONG: [(u32, u32); 2] = [(3, 5), (2, 6)];

#[test]
fn circuits_have_the_exact_values_for_all_operands() {
    for op in OPERATORS {
        let long = if op.rounds() { &[][..] } else { &LONG };
        for own in SHORT.iter().chain(long).map(|&(exponent, significand)| format(exponent, significand)) {
            for (other, width) in [(format(2, 3), 1), (format(4, 2), 3), (format(2, 5), 6)] {
                let (sorts, result) = signature(op, own, other, width);
                let is_alone = sorts.len() == 3
                    || sorts
                        .iter()
                        .chain([&result])
                        .all(|&sort| sort == Sort::Float(own) || sort == Sort::Bool);
                Case::new(op, sorts, result).compare();
                if is_alone {
                    break;
                }
            }
        }
    }
    for own in [format(2, 2), format(2, 3)] {
        let (sorts, result) = signature(FloatOp::Fma, own, own, 1);
        Case::new(FloatOp::Fma, sorts, result).compare();
    }
    for width in [1, 2, 4, 7] {
        for op in [FloatOp::FitsSigned(width), FloatOp::FitsUnsigned(width)] {
            let (sorts, result) = signature(op, format(3, 3), format(2, 2), width);
            Case::new(op, sorts, result).compare();
        }
    }
}
