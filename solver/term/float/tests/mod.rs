//! Tests of floating-point numbers, on circuits of gates.

mod gates;
mod values;

use super::{FloatOp, Format, Rounding};
use crate::solver::term::{Expansion, Sort, TermId, Terms};

fn format(exponent: u32, significand: u32) -> Format {
    Format::new(exponent, significand).expect("a format")
}

/// An operator on constants, as a term over words.
struct Case {
    terms: Terms,
    op: FloatOp,
    /// The sorts of the arguments and of the result.
    sorts: Vec<Sort>,
    result: Sort,
    /// The constants of words that take the arguments' places.
    words: Vec<TermId>,
    of_words: TermId,
}

impl Case {
    fn new(op: FloatOp, sorts: Vec<Sort>, result: Sort) -> Case {
        let mut terms = Terms::new();
        let args: Vec<TermId> = sorts.iter().map(|&sort| terms.declare("x", sort)).collect();
        let term = terms.plain_float_op(op, result, &args);
        let mut expansion = Expansion::default();
        let of_words = expansion.apply(&mut terms, term);
        let mut word = |(&arg, &sort): (&TermId, &Sort)| match (expansion.constant(&terms, arg), sort) {
            (Some(word), _) => word,
            // An argument that the term does not need.
            (None, Sort::Rounding) => terms.declare("m", Sort::BitVec(Rounding::WIDTH)),
            (None, Sort::Float(format)) => terms.declare("x", Sort::BitVec(format.width())),
            (None, _) => arg,
        };
        let words = args.iter().zip(&sorts).map(&mut word).collect();
        Case { terms, op, sorts, result, words, of_words }
    }
}
