//! Models of Horn clauses.

use super::{Atom, Catamorphism, Horn};
use crate::solver::term::{PartialOp, Substitution, TermId, Terms, Value};
use std::fmt;

/// A formula for each predicate: the arguments for which it is true.
#[derive(Clone)]
pub struct Interpretation {
    /// A store that was made from the system's by adding terms.
    pub terms: Terms,
    /// By predicate: a formula over its arguments.
    pub formulas: Vec<TermId>,
    /// Declared constants beside the arguments, each formula is meant for all values of them: with `i` among them and a
    /// formula `a[i] = 0`, the claim is `forall i. a[i] = 0`. Mostly none.
    pub bound: Vec<TermId>,
    /// Functions that the formulas may call, defined by recursion over datatypes. Mostly none.
    pub catamorphisms: Vec<Catamorphism>,
    /// The results of partial operations where SMT-LIB leaves them open, the same for all arguments; the clauses are
    /// true for any other results of operations that are not here. Mostly none.
    pub choices: Vec<(PartialOp, Value)>,
}

impl fmt::Debug for Interpretation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.formulas.iter().map(|&t| self.terms.text(t))).finish()
    }
}

impl Interpretation {
    /// Formulas without bound constants, catamorphisms and choices.
    pub fn new(terms: Terms, formulas: Vec<TermId>) -> Interpretation {
        Interpretation { terms, formulas, bound: Vec::new(), catamorphisms: Vec::new(), choices: Vec::new() }
    }

    /// Puts terms in the place of all arguments: by predicate of the system of which this is an interpretation, a term
    /// for each argument.
    pub(in crate::model) fn replace_arguments(&mut self, horn: &Horn, by: &[Vec<TermId>]) {
        for ((formula, by), predicate) in self.formulas.iter_mut().zip(by).zip(horn.predicates()) {
            let mut arguments = Substitution::new();
            predicate.places.iter().zip(by).for_each(|(&place, &t)| arguments.insert(place, t));
            *formula = arguments.apply(&mut self.terms, *formula);
        }
    }

    /// An atom of a clause as a formula over the variables of the clause.
    ///
    /// # Panics
    ///
    /// If there is no formula for its predicate.
    pub fn apply(&mut self, horn: &Horn, atom: &Atom) -> TermId {
        let mut arguments = Substitution::new();
        for (&place, &argument) in horn.predicate(atom.predicate).places.iter().zip(&atom.arguments) {
            arguments.insert(place, argument);
        }
        arguments.apply(&mut self.terms, self.formulas[atom.predicate.index()])
    }
}
