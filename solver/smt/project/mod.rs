//! Projection: formulas without some of their constants.
//!
//! [`project`] takes a formula and a model of it and returns a conjunction of literals over the other constants that
//! the model satisfies and that implies the projection, the existentially quantified formula; over all models it
//! returns finitely many (model-based projection; Komuravelli, Gurfinkel, Chaki, CAV 2014). [`Projections`] gives them
//! one after the other, until no model is left outside of them; their disjunction is the projection itself (Monniaux,
//! LPAR 2008).
//!
//! Truth values are replaced by the model's. `structures.rs` takes functions, arrays and datatypes apart until the
//! constants occur below arithmetic and operators on words only. Then `vectors.rs` finds terms that may take the places
//! of bit-vectors, and `numbers.rs` eliminates integers and reals. An argument of a division by zero, and one of a
//! function that stays, is replaced by a term or its value; only there may the results be infinitely many.
//!
//! An element of a declared sort has no term for its value. Where one is needed the answer is [`Limit::Incomplete`].

mod arrays;
mod cubes;
mod data;
mod numbers;
mod reads;
mod solved;
mod stand_in;
mod structures;
mod vectors;

pub use cubes::{eliminate, Projections};

use super::dual_rail::reduce_by_rails;
use super::implicant::implicant;
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::solver::term::{FunctionId, Model, Op, Sort, Substitution, SymbolId, TermId, Terms};

/// The way in which constants are eliminated.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Manner {
    /// Whether reals are eliminated without a look at the model, unless that makes too many bounds.
    pub(super) exact: bool,
    /// Whether the result may be weaker than the projection where there is no other.
    pub(super) cover: bool,
    /// Whether indices may be named by [`Op::Difference`].
    pub(super) differences: bool,
}

/// Literals without the constants; the model satisfies them, and together they imply the projection of the formula.
///
/// # Errors
///
/// The limit of the budget that was reached; [`Limit::Incomplete`] if an element of a declared sort has to stay.
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
    project_formula(terms, formula, constants, model, Manner::default(), budget)
}

/// Projects a formula in some manner.
fn project_formula(
    terms: &mut Terms,
    formula: TermId,
    constants: &[SymbolId],
    model: &Model,
    manner: Manner,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
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
    project_in_manner(terms, literals, (constants, &[]), model, manner, budget)
}

/// Projects a conjunction of literals without conditionals that the model satisfies, such as
/// [`Solver::implicant`](super::Solver::implicant) finds.
///
/// # Errors
///
/// The limit of the budget that was reached; [`Limit::Incomplete`] if an element of a declared sort has to stay.
pub fn project_literals(
    terms: &mut Terms,
    literals: Vec<TermId>,
    constants: &[SymbolId],
    model: &Model,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let gone = Gone::new(terms, constants, &[]);
    without(terms, literals, gone, model, Manner::default(), budget)
}

/// Projects a conjunction of literals like [`project_literals`], but reals are eliminated exactly (Fourier and
/// Motzkin), unless that makes too many bounds. If all constants are Booleans and reals, and there are no
/// disequalities, the result then is the projection of the conjunction itself, under any of its models.
///
/// # Errors
///
/// The limit of the budget that was reached; [`Limit::Incomplete`] if an element of a declared sort has to stay.
pub fn project_cube(
    terms: &mut Terms,
    literals: Vec<TermId>,
    constants: &[SymbolId],
    model: &Model,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let gone = Gone::new(terms, constants, &[]);
    let manner = Manner { exact: true, ..Manner::default() };
    without(terms, literals, gone, model, manner, budget)
}

/// Projects a conjunction of literals without these functions, too, in some manner.
pub(super) fn project_in_manner(
    terms: &mut Terms,
    literals: Vec<TermId>,
    (constants, functions): (&[SymbolId], &[FunctionId]),
    model: &Model,
    manner: Manner,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let gone = Gone::new(terms, constants, functions);
    without(terms, literals, gone, model, manner, budget)
}

fn without(
    terms: &mut Terms,
    literals: Vec<TermId>,
    mut gone: Gone,
    model: &Model,
    manner: Manner,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let literals = gone.without_truth_values(terms, literals);
    if terms.are_plain(&literals) {
        return without_scalars(terms, literals, &mut gone, model, manner, budget);
    }
    let (literals, model) =
        structures::without_structures(terms, literals, &mut gone, model, manner, budget)?;
    let literals = gone.without_truth_values(terms, literals);
    without_scalars(terms, literals, &mut gone, &model, manner, budget)
}

fn without_scalars(
    terms: &mut Terms,
    literals: Vec<TermId>,
    gone: &mut Gone,
    model: &Model,
    manner: Manner,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let literals = vectors::without_words(terms, literals, gone, model, budget)?;
    let literals = numbers::without_numbers(terms, literals, gone, model, manner.exact, budget)?;
    debug_assert!(literals.iter().all(|&l| !gone.touches(terms, l) && model.evaluate(terms, l).is_true()));
    Ok(literals)
}

/// The constants and functions that are to go, and the terms that mention them.
#[derive(Default)]
struct Gone {
    constants: HashSet<TermId>,
    functions: HashSet<FunctionId>,
    /// The terms looked at so far: whether they mention one.
    touched: HashMap<TermId, bool>,
}

impl Gone {
    fn new(terms: &Terms, constants: &[SymbolId], functions: &[FunctionId]) -> Gone {
        Gone {
            constants: constants.iter().map(|&s| terms.symbol_term(s)).collect(),
            functions: functions.iter().copied().collect(),
            touched: HashMap::default(),
        }
    }

    /// The literals that are no truth values to go.
    fn without_truth_values(&self, terms: &Terms, mut literals: Vec<TermId>) -> Vec<TermId> {
        literals.retain(|&l| !self.constants.contains(&terms.split_not(l).0));
        literals
    }

    /// Whether one of the constants or functions occurs below a term. Every term is looked at once.
    fn touches(&mut self, terms: &Terms, t: TermId) -> bool {
        for s in terms.subterms_until(&[t], |s| self.touched.contains_key(&s)) {
            if !self.touched.contains_key(&s) {
                let is_gone = match terms.op(s) {
                    Op::Call(function) => self.functions.contains(&function),
                    _ => self.constants.contains(&s),
                };
                let found = is_gone || terms.args(s).iter().any(|a| self.touched[a]);
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
