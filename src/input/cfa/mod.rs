//! A textual form of control-flow automata, and drawings of them.
//!
//! It is an SMT-LIB script of declarations, with two further commands. `location` declares a location, one of them
//! `:initial` and one the `:error`; `edge` has a source, a target, and commands that are done one after the other:
//! `assume` with a formula, `assign` with pairs of variables and terms that are assigned at once, `havoc` with
//! variables that get any values, `sequence`, and `choice`. Every declared constant is a variable.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::input::cfa;
//!
//! let text = "(declare-fun x () Int)
//! (location start :initial)
//! (location wrong :error)
//! (location loop)
//! (edge start loop (assign (x 0)))
//! (edge loop loop (assume (not (<= 10 x))) (assign (x (+ x 1))))
//! (edge loop wrong (assume (<= 11 x)))
//! ";
//! let program = cfa::read(text.as_bytes(), &Budget::unlimited())?;
//! assert_eq!((program.location_count(), program.edges().len()), (3, 3));
//! # Ok::<(), indubit::input::ParseError>(())
//! ```

mod dot;
mod write;

pub use dot::write_dot;
pub use write::write;

use crate::base::Budget;
use crate::input::smtlib::read_program;
use crate::input::ParseError;
use crate::model::cfa::Cfa;

/// Reads an automaton. Variables and locations are in the order of their declarations, but for the initial and the
/// error location, which come first.
///
/// # Errors
///
/// The first part of the text that is wrong or not supported, with line and column, or that a limit of the budget
/// ended.
pub fn read(bytes: &[u8], budget: &Budget) -> Result<Cfa, ParseError> {
    read_program(bytes, budget)
}
