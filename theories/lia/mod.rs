//! Linear integer arithmetic on top of simplex.
//!
//! The simplex finds rational numbers within the bounds. [`Integers::step`] makes integers of them: it moves
//! variables, finds that there is no solution, gives an inequality that integer solutions satisfy and the rational
//! numbers do not (a *cut*), or divides the problem in two (a *branch*). Conflicts and cuts are explained by the tags
//! of bounds, so that the caller may learn from them. The caller adds the cut as a row with a bound, checks it by
//! simplex and calls the next step.
//!
//! Branching alone does not end on unbounded problems: `2x - 2y = 1` has rational solutions in every branch. So
//! equations are solved over the integers first, and the remaining problem is cut. That need not end either, so a
//! caller must count branches and give up at some point. A bound on the size of solutions exists (Papadimitriou
//! 1981), but it is of no practical use.
//!
//! | file | content | after |
//! | --- | --- | --- |
//! | `integers.rs` | one step, and the schedule of the methods | |
//! | `patch.rs` | integers by moving nonbasic variables | Dutertre and de Moura 2006 |
//! | `cube.rs` | integers by rounding the centre of a cube | Bromberger and Weidenbach 2016 |
//! | `gcd.rs` | rows without integer solutions | Pugh 1991 |
//! | `equalities.rs` | systems of equations, and bounds that follow | Griggio 2012 |
//! | `equation.rs` | equations and their origin | |
//! | `hermite.rs` | rows for cuts from the constraints met with equality | Christ and Hoenicke 2015 |
//! | `gomory.rs` | the cut of a row | Chvátal 1973, Gomory 1960 |
//! | `branch.rs` | the variable to branch on | |
//! | `project.rs` | elimination of variables with the help of a model | Cooper 1972 |

mod branch;
mod cube;
mod equalities;
mod equation;
mod gcd;
mod gomory;
mod hermite;
mod integers;
mod patch;
mod project;
mod rows;

pub use equalities::{Equalities, Tightened};
pub use gomory::{cut, Cut, Rounding};
pub use integers::{Integers, Step};
pub use project::{project, Divisibility, IntConstraints};
