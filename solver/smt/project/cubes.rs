//! The projection of a formula as a set of cubes.

use super::{project_formula, Manner};
use crate::base::Budget;
use crate::solver::smt::answer::{Answer, UnknownReason};
use crate::solver::smt::options::SmtOptions;
use crate::solver::smt::solver::Solver;
use crate::solver::smt::tidy::tidy;
use crate::solver::term::{SymbolId, TermId, Terms};

/// Cubes of a projection of functions, arrays or datatypes.
const MOST_CUBES: usize = 512;

/// The cubes of a projection, one after the other: each is a projection of a model that none of those before covers
/// (Monniaux, LPAR 2008). The exact preimage of a set of states, for example, is made of such cubes, and often the
/// first few are all that is needed.
///
/// ```
/// use indubit::base::Budget;
/// use indubit::solver::{smt::Projections, term::{Sort, Terms}};
///
/// # fn main() -> Result<(), indubit::solver::smt::UnknownReason> {
/// let mut terms = Terms::new();
/// let (x, y) = (terms.declare("x", Sort::Real), terms.declare("y", Sort::Real));
/// let formula = terms.lt(x, y);
/// let gone = terms.symbols_in(&[y]);
/// let mut cubes = Projections::new(&mut terms, formula, &gone, Budget::unlimited());
/// // For all x, some y is larger.
/// assert_eq!(cubes.next_cube(&mut terms)?, Some(vec![]));
/// assert_eq!(cubes.next_cube(&mut terms)?, None);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Projections {
    solver: Solver,
    formula: TermId,
    constants: Vec<SymbolId>,
    budget: Budget,
}

impl Projections {
    /// The cubes of the formula with these constants quantified existentially.
    ///
    /// # Panics
    ///
    /// If the term is no formula.
    pub fn new(terms: &mut Terms, formula: TermId, constants: &[SymbolId], budget: Budget) -> Projections {
        let mut solver = Solver::new(SmtOptions::default());
        solver.set_budget(budget.clone());
        solver.assert(terms, formula);
        Projections { solver, formula, constants: constants.to_vec(), budget }
    }

    /// The next cube, a list of literals without the constants that implies the projection; `None` if the cubes so
    /// far are all of it.
    ///
    /// # Errors
    ///
    /// If the budget does not suffice. A later call goes on. [`UnknownReason::Incomplete`] if an element of a declared
    /// sort has to stay.
    ///
    /// # Panics
    ///
    /// If the store is not the one of the calls before.
    pub fn next_cube(&mut self, terms: &mut Terms) -> Result<Option<Vec<TermId>>, UnknownReason> {
        match self.solver.check(terms, &[]) {
            Answer::Unsat => Ok(None),
            Answer::Unknown(reason) => Err(reason),
            Answer::Sat => {
                let model = self.solver.model(terms);
                // Else there would be a cube for each index.
                let manner = Manner { differences: true, ..Manner::default() };
                let cube = project_formula(terms, self.formula, &self.constants, model, manner, &self.budget)
                    .map_err(UnknownReason::from)?;
                self.exclude(terms, &cube);
                Ok(Some(cube))
            }
        }
    }

    /// Leaves out models of this cube from now on, for example of a larger one than [`Projections::next_cube`] gave.
    ///
    /// # Panics
    ///
    /// If one of the terms is no formula, or the store is not the one of the calls before.
    pub fn exclude(&mut self, terms: &mut Terms, cube: &[TermId]) {
        let inside = terms.and(cube);
        let outside = terms.not(inside);
        self.solver.assert(terms, outside);
    }
}

/// The projection itself, a disjunction of conjunctions: the formula with these constants quantified existentially.
///
/// Where functions, arrays or datatypes depend on the constants there may be no projection without quantifiers, for
/// example of `f(x) = y` without `x`. So there are at most 512 disjuncts then.
///
/// # Errors
///
/// If the budget does not suffice; [`UnknownReason::Incomplete`] if an element of a declared sort has to stay, or there
/// are too many disjuncts.
///
/// # Panics
///
/// If the term is no formula.
pub fn eliminate(
    terms: &mut Terms,
    formula: TermId,
    constants: &[SymbolId],
    budget: &Budget,
) -> Result<TermId, UnknownReason> {
    let mut projections = Projections::new(terms, formula, constants, budget.clone());
    let mut cubes = Vec::new();
    let may_have_none = !terms.are_plain(&[formula]);
    while let Some(literals) = projections.next_cube(terms)? {
        if may_have_none && cubes.len() == MOST_CUBES {
            return Err(UnknownReason::Incomplete);
        }
        cubes.push(terms.and(&literals));
    }
    let projection = terms.or(&cubes);
    Ok(tidy(terms, projection))
}
