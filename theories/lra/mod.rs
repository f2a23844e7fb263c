//! Linear real arithmetic: the simplex of Dutertre and de Moura.
//!
//! After *A fast linear-arithmetic solver for DPLL(T)* (CAV 2006). All linear constraints are brought into the form
//! `s = Σ c·x` for a *slack* variable `s`, once and for all, so that only bounds on single variables change during
//! the search. The equations are kept as a tableau: some variables are *basic*, each with a row that expresses it by
//! the others; the others, the *nonbasic* ones, have columns. [`Simplex::check`] moves variables between the two
//! kinds until every variable is within its bounds, or until a row shows that this is impossible. Strict bounds are
//! weak bounds on numbers with an infinitesimal part ([`DeltaRational`](crate::theories::num::DeltaRational)).
//!
//! A conflict is a list of bounds, each with a positive coefficient, whose weighted sum is contradictory (Farkas'
//! lemma). A bound implied by a row and the bounds of its other variables is explained in the same way. Bounds carry
//! opaque tags, by which the caller recognises them; only the caller knows their meaning in terms or literals.
//!
//! Invariants, asserted in debug builds: the assignment satisfies every equation; nonbasic variables are within their
//! bounds; a basic variable that is out of bounds is in the queue of violated variables; every certificate sums up to
//! its claim. Undoing bounds needs no change of the assignment, since removing a bound cannot break an invariant.
//!
//! A variable leaves the basis in the order of indices, in long checks in the order of the lengths of the rows. It is
//! replaced by the one with the shortest column, which keeps the tableau sparse; after as many such pivots as there are
//! variables the lowest index replaces the lowest index (Bland's rule), which guarantees an end.
//!
//! | file | content |
//! | --- | --- |
//! | `var.rs` | numbers of variables |
//! | `tableau.rs` | sparse rows and columns, pivoting |
//! | `bounds.rs` | bounds, their tags, and their undoing |
//! | `simplex.rs` | variables, rows, levels, asserting a bound |
//! | `check.rs` | the search for an assignment within the bounds |
//! | `reasons.rs`, `propagate.rs` | implied bounds and their explanations |
//! | `model.rs` | rational numbers in the place of infinitesimals |
//! | `audit.rs` | the invariants, for debug builds |
//!
//! Left out: objective functions, going back to an earlier assignment after a conflict, and looking again for implied
//! bounds in rows that only a pivot has changed.

mod audit;
mod bounds;
mod check;
mod model;
mod project;
mod propagate;
mod reasons;
mod simplex;
mod tableau;
mod var;

pub use bounds::{Bound, Side, Tag};
pub use check::{Pivot, Stop};
pub use project::{project, project_by_pairs, Constraint, Relation, Sum};
pub use reasons::{Implied, ReasonId};
pub use simplex::{Conflict, RowMark, Simplex};
pub use var::LraVar;
