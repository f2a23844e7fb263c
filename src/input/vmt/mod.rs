//! VMT-LIB: transition systems as SMT-LIB scripts with annotated terms.
//!
//! The format is that of <https://vmt-lib.fbk.eu>, in its current form and as MathSAT prints it. A script declares
//! constants and defines terms; annotations say what they are for:
//!
//! * `(! x :next y)`: `x` is a state variable, and `y` its next value. If `y` is not declared, it has the sort of `x`.
//! * `(! f :init true)`, `(! f :trans true)`: Init and Trans; several of a kind are conjoined.
//! * `(! f :invar-property i)`: the formula holds in each reachable state. Properties are in the order of their
//!   numbers; if the numbers are not 0, 1, 2 and so on, they are the names of the properties.
//! * `(! f :live-property i)`: on each infinite run the formula is always true from some step on. It is a justice
//!   property whose one formula is the negation. Both kinds of properties share their numbers.
//! * `(! f :predicate true)`: a hint for predicate abstraction.
//!
//! Floating-point numbers, arrays, and datatypes without parameters may be used, but no arrays of such numbers. A
//! declared function with arguments has one meaning in all steps; it is a state variable that is an array and never
//! changes ([`read`]).
//!
//! All other constants are inputs. Only annotated terms count; other annotations, and formulas without one, mean
//! nothing. `:ltl-property` is refused.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::input::vmt;
//!
//! # fn main() -> Result<(), indubit::input::ParseError> {
//! let text = b"(declare-fun x () Int)
//!              (define-fun state () Int (! x :next y))
//!              (define-fun init () Bool (! (= x 0) :init true))
//!              (define-fun trans () Bool (! (= y (+ x 1)) :trans true))
//!              (define-fun prop () Bool (! (>= x 0) :invar-property 0))";
//! let system = vmt::read(text, &Budget::unlimited())?;
//! assert_eq!((system.states().len(), system.inputs().len(), system.properties().len()), (1, 0, 1));
//! assert_eq!(system.terms().text(system.init()), "(= x 0)");
//!
//! let wrong = b"(declare-fun x () Int) (define-fun i () Bool (! (= x 0) :init true))";
//! let error = vmt::read(wrong, &Budget::unlimited()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 1, column 57: `:init` cannot mention `x`, an input; make it a state variable by `:next`"
//! );
//! # Ok(())
//! # }
//! ```

mod functions;
mod read;
mod write;

pub use read::read;
pub use write::write;
