//! Constrained Horn clauses in the form of SMT-LIB's logic HORN.
//!
//! The competition CHC-COMP restricts the form: one implication an assertion, universal quantifiers in front, heads
//! whose arguments are distinct variables, and one query. The [reader](read) takes much more: any formula that is
//! equivalent to clauses by taking its connectives apart. It also takes the commands `declare-rel`, `declare-var`,
//! `rule` and `query` of z3. The [writer](write()) keeps to the form of the competition.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::input::horn;
//!
//! let text = b"(set-logic HORN)
//!     (declare-fun p (Int) Bool)
//!     (assert (forall ((x Int)) (=> (or (= x 0) (exists ((y Int)) (and (p y) (= x (+ y 2))))) (p x))))
//!     (assert (not (exists ((x Int)) (and (p x) (= x 5)))))
//!     (check-sat)";
//! let script = horn::read(text, &Budget::unlimited()).expect("Horn clauses");
//! // One fact, one step, one query.
//! assert_eq!((script.horn.clauses().len(), script.horn.is_linear()), (3, true));
//! ```

mod clausify;
mod products;
mod read;
mod write;

pub use read::{begins_as_horn, is_horn, read, Command, Script};
pub(crate) use write::application;
pub use write::write;
