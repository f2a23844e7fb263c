//! Interpolants from proofs.
//!
//! If formulas `A_1 … A_n` are unsatisfiable together, a *sequence interpolant* is a list `I_1 … I_{n-1}` such that
//! `A_1` implies `I_1`, each `I_k ∧ A_{k+1}` implies `I_{k+1}`, `I_{n-1} ∧ A_n` is unsatisfiable, and `I_k` mentions
//! only symbols that occur on both sides of the cut (McMillan, CAV 2006). All of them come from one proof: it is
//! walked once, and each of its clauses gets a partial interpolant for each cut.
//!
//! *Boolean part*: labelled interpolation systems (D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010) with
//! McMillan's, Pudlák's and the inverse of McMillan's as the choices. A variable of the clauses that only one side of
//! the cut mentions is local to it. Other variables stand for subterms that both sides contain, and the term takes
//! their place in the interpolant, so no variable of the encoding is left; gates of blasted words are written as
//! formulas over bits. *Arithmetic*: the leaf for a conflict of bounds is the sum of those that are local to the
//! left, weighted with the conflict's Farkas coefficients (McMillan, TCS 2005); the dual leaf negates the sum of the
//! right ones. Integer splits are on single variables, whose bounds are atoms of the side they belong to. Bounds of
//! integers are rounded only when the atom is made, within its side; bounds that a row implies are not rounded.
//!
//! If integers need more than splits, or a proof mixes both sides, or formulas are about functions, declared sorts,
//! arrays or datatypes, interpolants are made of models instead (`by_models.rs`).
//!
//! The axioms of a proof are of three kinds. A *fact* is a formula of some part. A *definition* of the encoding gives
//! a name to a term; it may count to any part that has the term (`leaves.rs`). A *lemma* is a conflict of bounds.
//! Only facts change from question to question, so one solver keeps its clauses and its proof for many of them
//! (`interpolator.rs`): facts of scopes are assumed, and the refutation that it finds ends in a clause of negated
//! facts.
//!
//! `refutation.rs` has the proof and makes further ones, `read.rs` takes the smallest interpolants of several,
//! `labelled.rs` walks through one; `places.rs` and `sides.rs` find the side of each term, and `check.rs` proves the
//! result. Interpolants are tidied, and a solver looks for what is superfluous in them (`entailed.rs`); both give
//! equivalent formulas without new symbols.
//!
//! Before an interpolant is handed out its symbols are looked at, and under an option (in debug builds always) the
//! implications are checked by a fresh solver.

mod by_models;
mod check;
mod interpolator;
mod labelled;
mod leaves;
pub(super) mod options;
mod places;
mod read;
mod refutation;
mod sides;

pub use check::{check, check_tree};
pub use interpolator::Interpolator;
pub use options::{InterpolationOptions, NoInterpolant, Strength};

use crate::base::Budget;
use crate::solver::term::{TermId, Terms};

/// Interpolants between the formulas, one for each cut between neighbours.
///
/// # Errors
///
/// If the formulas are satisfiable, or the budget does not suffice, or no interpolant is found.
///
/// # Panics
///
/// If one of the terms is no formula, or a factor of [`FarkasChoice`](super::FarkasChoice) is out of range.
pub fn interpolants(
    terms: &mut Terms,
    formulas: &[TermId],
    options: &InterpolationOptions,
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    tree_interpolants(terms, formulas, &vec![0; formulas.len()], options, budget)
}

/// Interpolants for a tree of formulas (Blanc, Gupta, Kovács, Kragl, LPAR 2013), one for each node but the root.
///
/// Formulas come in post-order, so that a node's subtree is a row of neighbours that ends with the node; `starts`
/// says where it begins. The root is the last. A node's interpolant is implied by its formula and the interpolants of
/// its children.
///
/// For several questions with formulas in common see [`Interpolator`].
///
/// # Errors
///
/// As [`interpolants`].
///
/// # Panics
///
/// As [`interpolants`], and if `starts` does not give each node a start that is no later than the node.
pub fn tree_interpolants(
    terms: &mut Terms,
    formulas: &[TermId],
    starts: &[usize],
    options: &InterpolationOptions,
    budget: &Budget,
) -> Result<Vec<TermId>, NoInterpolant> {
    check::demand_tree(formulas.len(), starts);
    options.farkas.demand();
    let mut once = Interpolator::for_one_question(options.seed);
    once.set_budget(budget.clone());
    for (part, &formula) in formulas.iter().enumerate() {
        once.assert(terms, part, formula);
    }
    // The answer decides what comes of the next call.
    let _ = once.check(terms, &[]);
    once.tree_interpolants(terms, starts, options)
}
