//! Functions by structural recursion over a datatype, over which models of clauses may speak.
//!
//! A catamorphism folds a value: for each constructor there is a term over its fields and the results of its recursive
//! fields. The length of a list is one, and so are the sum of its elements and the height of a tree. Here a
//! catamorphism is a declared function with a body over its one parameter, as `define-fun-rec` of SMT-LIB has it:
//!
//! ```text
//! (define-fun-rec size ((x List)) Int (ite ((_ is nil) x) 0 (+ 1 (size (tail x)))))
//! ```
//!
//! # Invariants
//!
//! - None of a body by itself: whoever relies on it has to look at its cases. A case is the body where a constructor
//!   made the parameter. If each call in each case is about a field, there is exactly one such function.

use crate::solver::term::{ConstructorId, FunctionId, Sort, Substitution, TermId, Terms};

/// A function from a datatype. Several may call each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Catamorphism {
    /// The function, of one argument.
    pub function: FunctionId,
    /// A declared constant of its own.
    pub parameter: TermId,
    /// A term over the parameter.
    pub body: TermId,
}

/// A fact about catamorphisms of one sort that may hold for all values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CatamorphismFact {
    /// The result is at least this number.
    AtLeast(FunctionId, i64),
    /// The result of the first is at least that of the second.
    NotBelow(FunctionId, FunctionId),
}

impl Catamorphism {
    /// The body for a value that a constructor makes of these fields.
    pub fn case(&self, terms: &mut Terms, constructor: ConstructorId, fields: &[TermId]) -> TermId {
        let value = terms.construct(constructor, fields);
        let mut made = Substitution::new();
        made.insert(self.parameter, value);
        made.apply(terms, self.body)
    }

    /// The datatype of its argument.
    pub fn sort(&self, terms: &Terms) -> Sort {
        terms.sort(self.parameter)
    }

    /// The functions that it calls.
    pub fn calls(&self, terms: &Terms) -> Vec<FunctionId> {
        terms.functions_in(&[self.body])
    }
}

impl CatamorphismFact {
    /// Facts about these catamorphisms that are worth a proof.
    pub fn candidates(terms: &Terms, all: &[Catamorphism]) -> Vec<CatamorphismFact> {
        let integers = || all.iter().filter(|c| terms.sort(c.body) == Sort::Int);
        let mut list = Vec::new();
        for own in integers() {
            list.extend([0, 1].map(|bound| CatamorphismFact::AtLeast(own.function, bound)));
            let others =
                integers().filter(|c| c.function != own.function && c.sort(terms) == own.sort(terms));
            list.extend(others.map(|c| CatamorphismFact::NotBelow(own.function, c.function)));
        }
        list
    }

    /// The function that it is about first; a second one has the same argument.
    pub fn function(self) -> FunctionId {
        match self {
            CatamorphismFact::AtLeast(first, _) | CatamorphismFact::NotBelow(first, _) => first,
        }
    }

    /// The fact as a formula, given the results for some value.
    pub fn formula(
        self,
        terms: &mut Terms,
        mut result: impl FnMut(&mut Terms, FunctionId) -> TermId,
    ) -> TermId {
        let (larger, smaller) = match self {
            CatamorphismFact::AtLeast(first, bound) => (result(terms, first), terms.int(bound)),
            CatamorphismFact::NotBelow(first, second) => (result(terms, first), result(terms, second)),
        };
        terms.le(smaller, larger)
    }
}
