//! Each operator for all operands: the circuit, evaluated on words, against the value, computed exactly.

use super::*;
use crate::solver::term::{Expansion, Model, Op, Sort, TermId, Terms, Value};

/// The constants of a term with the words that take their places, and the term as words.
struct Case {
    terms: Terms,
    term: TermId,
    of_words: TermId,
    constants: Vec<(TermId, TermId)>,
}

fn format(exponent: u32, significand: u32) -> Format {
    Format::new(exponent, significand).expect("a format")
}

impl Case {
    fn new(op: FloatOp, sorts: &[Sort], result: Sort) -> Case {
        let mut terms = Terms::new();
        let args: Vec<TermId> = sorts.iter().map(|&sort| terms.declare("x", sort)).collect();
        let term = terms.plain_float_op(op, result, &args);
        let mut expansion = Expansion::default();
        let of_words = expansion.apply(&mut terms, term);
        let constants = args.iter().filter_map(|&arg| {
            // A constant that the term does not need has no word.
            let word = if terms.width(arg) > 0 { Some(arg) } else { expansion.constant(&terms, arg) };
            word.map(|word| (arg, word))
        });
        let constants = constants.collect();
        Case { terms, term, of_words, constants }
    }

    /// Compares both for operands that are drawn by numbers below these counts.
    fn compare(&self, numbers: &[u64]) {
        let mut model = Model::new();
        for (&(arg, word), &number) in self.constants.iter().zip(numbers) {
            let value = Bits::new(number, self.terms.width(word));
            let given = self.terms.canonical_value(arg, &Value::Bits(value.clone()));
            for (constant, value) in [(arg, given), (word, Value::Bits(value))] {
                match self.terms.op(constant) {
                    Op::Symbol(symbol) => model.set(symbol, value),
                    other => panic!("{:?} is no constant", other),
                }
            }
        }
        let (exact, circuit) =
            (model.evaluate(&self.terms, self.term), model.evaluate(&self.terms, self.of_words));
        assert!(
            exact == circuit,
            "{} of {:?}: {} exactly, {} by the circuit",
            self.terms.text(self.term),
            self.constants
                .iter()
                .map(|&(arg, _)| {
                    let value = model.evaluate(&self.terms, arg);
                    self.terms.value_text(&value, self.terms.sort(arg))
                })
                .collect::<Vec<_>>(),
            self.terms.value_text(&exact, self.terms.sort(self.term)),
            self.terms.value_text(&circuit, self.terms.sort(self.term)),
        );
    }

    fn for_all(&self) {
        let mut numbers = vec![0; self.constants.len()];
        loop {
            self.compare(&numbers);
            let mut place = 0;
            loop {
                match numbers.get_mut(place) {
                    None => return,
                    Some(number) => {
                        let (arg, word) = self.constants[place];
                        let is_mode = self.terms.sort(arg) == Sort::Rounding;
                        let count = if is_mode { 5 } else { 1 << self.terms.width(word) };
                        *number += 1;
                        if *number < count {
                            break;
                        }
                        *number = 0;
                        place += 1;
                    }
                }
            }
        }
    }
}

/// The sorts of the arguments of an operator on a format, and of its result.
fn signature(op: FloatOp, own: Format, other: Format, width: u32) -> (Vec<Sort>, Sort) {
    let (float, truth) = (Sort::Float(own), Sort::Bool);
    let mut sorts = if op.rounds() { vec![Sort::Rounding] } else { Vec::new() };
    let (arg, result) = match op {
        FloatOp::OfBits => (Sort::BitVec(own.width()), float),
        FloatOp::ToBits => (float, Sort::BitVec(own.width())),
        FloatOp::OfFloat => (Sort::Float(other), float),
        FloatOp::OfSigned | FloatOp::OfUnsigned => (Sort::BitVec(width), float),
        FloatOp::ToSigned | FloatOp::ToUnsigned => (float, Sort::BitVec(width)),
        FloatOp::Leq
        | FloatOp::Lt
        | FloatOp::Equal
        | FloatOp::IsNormal
        | FloatOp::IsSubnormal
        | FloatOp::IsZero
        | FloatOp::IsInfinite
        | FloatOp::IsNan
        | FloatOp::IsNegative
        | FloatOp::IsPositive
        | FloatOp::FitsSigned(_)
        | FloatOp::FitsUnsigned(_) => (float, truth),
        _ => (float, float),
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

#[test]
fn circuits_have_the_exact_values_for_all_operands() {
    for own in [format(2, 2), format(2, 3), format(3, 3)] {
        for op in OPERATORS {
            for (other, width) in [(format(2, 3), 1), (format(4, 2), 3), (format(2, 5), 6)] {
                let (sorts, result) = signature(op, own, other, width);
                Case::new(op, &sorts, result).for_all();
                let depends_on_more =
                    sorts.iter().chain([&result]).any(|&sort| sort != Sort::Float(own) && sort != Sort::Bool);
                if !depends_on_more {
                    break;
                }
            }
        }
    }
    let (sorts, result) = signature(FloatOp::Fma, format(2, 2), format(2, 2), 1);
    Case::new(FloatOp::Fma, &sorts, result).for_all();
    for width in [1, 2, 4, 7] {
        for op in [FloatOp::FitsSigned(width), FloatOp::FitsUnsigned(width)] {
            let (sorts, result) = signature(op, format(3, 3), format(2, 2), width);
            Case::new(op, &sorts, result).for_all();
        }
    }
}
