//! The SAT core with the theory that this solver attaches to it.

use super::arith::Arithmetic;

/// Clauses, and bounds on numbers.
pub(super) type Sat = crate::solver::sat::Solver<Arithmetic>;
