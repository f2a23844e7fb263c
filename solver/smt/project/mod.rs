//! Projection: formulas without some of their constants.
//!
//! [`project`] takes a formula and a model of it and returns a conjunction of literals over the other constants that
//! the model satisfies and that implies the projection, the existentially quantified formula; over all models it
//! returns finitely many (model-based projection; Komuravelli, Gurfinkel, Chaki, CAV 2014). [`Projections`] gives them
//! one after the other, until no model is left outside of them; their disjunction is the projection itself (Monniaux,
//! LPAR 2008).
//!
//! Truth values are replaced by the model's. `vectors.rs` finds terms that may take the places of bit-vectors,
//! `numbers.rs` eliminates integers and reals. An argument of a division by zero is replaced by its value; only there
//! may the results be infinitely many.
//!
//! Constants are eliminated from formulas about truth values, numbers and words only. Where one occurs together with a
//! function, an array or a datatype the answer is [`Limit::Incomplete`].

mod cubes;
mod numbers;
mod vectors;

pub use cubes::{eliminate, Projections};

use super::dual_rail::reduce_by_rails;
use super::implicant::implicant;
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::solver::term::{Model, Op, Sort, Substitution, SymbolId, TermId, Terms};

/// Literals without the constants; the model satisfies them, and together they imply the projection of the formula.
///
/// # Errors
///
/// The limit of the budget that was reached; [`Limit::Incomplete`] if functions, declared sorts, arrays or datatypes
/// occur in the formula.
///
/// # Panics
///
/// If the model does not satisfy the formula.
pub fn project(
    terms: &mut Terms,
    formula: TermId,
    constants: &[SymbolId],
    model: &Model,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    if !terms.are_plain(&[formula]) {
        return Err(Limit::Incomplete);
    }
    let mut values = Substitution::new();
    for &s in constants {
        let t = terms.symbol_term(s);
        if terms.sort(t) == Sort::Bool {
            let value = model.evaluate(terms, t).term(terms, Sort::Bool);
            values.insert(t, value);
        }
    }
    let formula = values.apply(terms, formula);
    budget.poll()?;
    let literals = implicant(terms, formula, model);
    budget.poll()?;
    let literals = reduce_by_rails(terms, &literals, formula);
    project_literals(terms, literals, constants, model, budget)
}

/// Projects a conjunction of literals without conditionals that the model satisfies, such as
/// [`Solver::implicant`](super::Solver::implicant) finds.
///
/// # Errors
///
/// The limit of the budget that was reached; [`Limit::Incomplete`] if functions, declared sorts, arrays or datatypes
/// occur in a literal with one of the constants.
pub fn project_literals(
    terms: &mut Terms,
    literals: Vec<TermId>,
    constants: &[SymbolId],
    model: &Model,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    without(terms, literals, constants, model, false, budget)
}

/// Projects a conjunction of literals like [`project_literals`], but reals are eliminated exactly (Fourier and
/// Motzkin), unless that makes too many bounds. If all constants are Booleans and reals, and there are no
/// disequalities, the result then is the projection of the conjunction itself, under any of its models.
///
/// # Errors
///
/// The limit of the budget that was reached; [`Limit::Incomplete`] if functions, declared sorts, arrays or datatypes
/// occur in a literal with one of the constants.
pub fn project_cube(
    terms: &mut Terms,
    literals: Vec<TermId>,
    constants: &[SymbolId],
    model: &Model,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    without(terms, literals, constants, model, true, budget)
}

fn without(
    terms: &mut Terms,
    literals: Vec<TermId>,
    constants: &[SymbolId],
    model: &Model,
    exact: bool,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let mut gone = Gone::default();
    for &s in constants {
        gone.constants.insert(terms.symbol_term(s));
    }
    let mut literals = literals;
    literals.retain(|&l| !gone.constants.contains(&terms.split_not(l).0));
    if literals.iter().any(|&l| !terms.are_plain(&[l]) && gone.touches(terms, l)) {
        return Err(Limit::Incomplete);
    }
    let literals = vectors::without_words(terms, literals, &mut gone, model, budget)?;
    let literals = numbers::without_numbers(terms, literals, &mut gone, model, exact, budget)?;
    debug_assert!(literals.iter().all(|&l| !gone.touches(terms, l) && model.evaluate(terms, l).is_true()));
    Ok(literals)
}

/// The constants that are to go, and the terms that mention them.
#[derive(Default)]
struct Gone {
    constants: HashSet<TermId>,
    /// The terms looked at so far: whether they mention one.
    touched: HashMap<TermId, bool>,
}

impl Gone {
    /// Whether one of the constants occurs below a term. Every term is looked at once.
    fn touches(&mut self, terms: &Terms, t: TermId) -> bool {
        for s in terms.subterms_until(&[t], |s| self.touched.contains_key(&s)) {
            if !self.touched.contains_key(&s) {
                let found = self.constants.contains(&s) || terms.args(s).iter().any(|a| self.touched[a]);
                self.touched.insert(s, found);
            }
        }
        self.touched[&t]
    }

    /// The constants that occur below a term and are of a kind.
    fn of_kind(&mut self, terms: &Terms, t: TermId, kind: impl Fn(Sort) -> bool) -> Vec<TermId> {
        if !self.touches(terms, t) {
            return Vec::new();
        }
        let below = terms.subterms_until(&[t], |s| self.touched.get(&s) == Some(&false));
        let wanted = |s: &TermId| self.constants.contains(s) && kind(terms.sort(*s));
        below.into_iter().filter(wanted).collect()
    }
}

/// Whether a term occurs below another.
fn mentions(terms: &Terms, t: TermId, part: TermId) -> bool {
    terms.subterms_until(&[t], |s| s < part).binary_search(&part).is_ok()
}

/// The literals with a term in the place of another, without those that are true of themselves.
fn substitute(terms: &mut Terms, literals: &[TermId], from: TermId, to: TermId) -> Vec<TermId> {
    let mut substitution = Substitution::new();
    substitution.insert(from, to);
    let new: Vec<TermId> = literals.iter().map(|&l| substitution.apply(terms, l)).collect();
    new.into_iter().filter(|&l| l != Terms::TRUE).collect()
}

/// The arguments of an equality and whether it is negated.
fn equality(terms: &Terms, literal: TermId) -> Option<(TermId, TermId, bool)> {
    let (atom, negated) = terms.split_not(literal);
    (terms.op(atom) == Op::Eq).then(|| (terms.arg(atom, 0), terms.arg(atom, 1), negated))
}
