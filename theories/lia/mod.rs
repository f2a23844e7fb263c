//! Linear integer arithmetic on top of simplex.
//!
//! The simplex finds rational numbers within the bounds. [`Integers::step`] makes integers of them: it moves
//! variables, finds that there are none, says what they satisfy and the rational numbers do not (a *cut*), or divides
//! the problem in two (a *branch*). What it says is explained by the tags of bounds, so that the caller may learn from
//! it; the caller adds the cut as a row with a bound, checks it by simplex and comes back.
//!
//! Branching alone does not end on unbounded problems: `2x - 2y = 1` has a rational solution wherever it is looked
//! for. So equations are solved over the integers first, and what they leave is cut. On what is left after that a
//! caller must still count branches and give up at some point; a bound on the size of solutions exists (Papadimitriou
//! 1981), but it is of no practical use.
//!
//! | file | what | after |
//! | --- | --- | --- |
//! | `integers.rs` | one step, and when to try what | |
//! | `patch.rs` | integers by moving nonbasic variables | Dutertre and de Moura 2006 |
//! | `cube.rs` | integers by rounding the centre of a cube | Bromberger and Weidenbach 2016 |
//! | `gcd.rs` | rows without integer solutions | Pugh 1991 |
//! | `equalities.rs` | systems of equations, and bounds that follow | Griggio 2012 |
//! | `hermite.rs` | rows for cuts from the constraints met with equality | Christ and Hoenicke 2015 |
//! | `gomory.rs` | the cut of a row | Chvátal 1973, Gomory 1960 |
//! | `branch.rs` | the variable to branch on | |
//! | `project.rs` | elimination of variables with the help of a model | Cooper 1972 |

mod branch;
mod cube;
mod equalities;
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
