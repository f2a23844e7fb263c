//! All models: the assignments to chosen literals or terms, one after the other.
//!
//! A solver gives one model. The caller of [`Models`] or [`TermModels`] asks for all of them, as far as they differ on
//! the literals or terms that were chosen: after each answer its *cube*, a conjunction of literals, is blocked by a
//! clause, and the solver is asked again, until no model is left (McMillan, "Applying SAT methods in unbounded symbolic
//! model checking", CAV 2002). [`Blocking`] says which cube is taken from a model: all literals, or only those that
//! are needed, so that one cube stands for all assignments that extend it (Jin and Somenzi, "Prime clauses for fast
//! enumeration of satisfying assignments to Boolean circuits", DAC 2005).
//!
//! The clauses that block live in a scope of the solver, which is left when the iterator is dropped. The solver then
//! has the clauses that it had before.
//!
//! - `clauses`: models of clauses. A literal is needed if some clause has no other true literal; a clause that a
//!   variable outside of the choice satisfies needs none, because a projection asks for one value of that variable.
//! - `terms`: models of formulas. A literal is needed if the negated assertions have a model without it.

mod clauses;
mod terms;

pub use clauses::Models;
pub use terms::{TermCube, TermModels};

/// The cube that is taken from a model and blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Blocking {
    /// The values of all chosen literals or terms.
    #[default]
    Exact,
    /// The values that are needed; each of them is. Cubes may overlap.
    Cubes,
    /// The values that are needed for a model that no cube before covers. No two cubes have an assignment in common.
    Disjoint,
}
