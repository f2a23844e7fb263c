//! The constants and functions of words that stand for those of numbers.
//!
//! They are the definitions of an expansion: a constant `x` that is a number is the number of the word `@x`, which
//! may be any word. So a formula and its expansion are satisfiable together, if the constants and functions of words
//! are different ones, of the right sorts, and new to the formula.

use crate::base::HashSet;
use crate::solver::term::{FunctionId, Op, SymbolId, TermId, Terms};

/// The definitions of an expansion. See the [module](self).
#[derive(Clone, Debug, Default)]
pub(crate) struct WordDefinitions {
    /// The constants with numbers inside, and those that take their places, by age.
    pub constants: Vec<(SymbolId, TermId)>,
    /// The functions with numbers among their arguments or results, and those of words.
    pub functions: Vec<(FunctionId, FunctionId)>,
}

impl WordDefinitions {
    /// The reason why these are no definitions for an expansion of formulas, if there is one.
    pub fn flaw(&self, terms: &mut Terms, formulas: &[TermId]) -> Option<&'static str> {
        let (mut used, mut called) = (HashSet::default(), HashSet::default());
        for t in terms.subterms(formulas) {
            match terms.op(t) {
                Op::Symbol(_) => drop(used.insert(t)),
                Op::Call(function) => drop(called.insert(function)),
                _ => {}
            }
        }
        for &(symbol, word) in &self.constants {
            if !matches!(terms.op(word), Op::Symbol(_)) || !used.insert(word) {
                return Some("a word of a number is not a constant of its own");
            }
            let sort = terms.sort(terms.symbol_term(symbol));
            let of_words = terms.without_floats(sort);
            if terms.sort(word) != of_words || sort == of_words {
                return Some("a word of a number has another sort");
            }
        }
        for &(function, new) in &self.functions {
            if !called.insert(new) {
                return Some("a function of words is not one of its own");
            }
            let (args, result) = terms.function_sorts(function);
            let before: Vec<_> = args.iter().copied().chain([result]).collect();
            let of_words: Vec<_> = before.iter().map(|&sort| terms.without_floats(sort)).collect();
            let (args, result) = terms.function_sorts(new);
            if args.iter().copied().chain([result]).ne(of_words.iter().copied()) || before == of_words {
                return Some("a function of words has other sorts");
            }
        }
        None
    }
}
