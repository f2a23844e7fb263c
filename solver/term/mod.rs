//! Terms: formulas and expressions, each stored once.
//!
//! A term is a node of a directed acyclic graph, named by a [`TermId`]. [`Terms`] holds the graph: equal terms get
//! equal ids (hash-consing, after Ershov, 1958), arguments have smaller ids than the terms made of them, and no term
//! ever changes or goes away. A formula of a million nodes is thus a few flat arrays, its copy is one number, and
//! walks through it are loops over ids or an explicit stack, never recursion. [`Terms::retain`] copies what is still
//! needed into a new store.
//!
//! Terms are made by the methods of [`Terms`], one for each operator of the SMT-LIB theories Core, Ints, Reals,
//! Reals_Ints, FixedSizeBitVectors and ArraysEx, and for functions and datatypes. They simplify while they build, by
//! the rules of `rules/`, which are tables, and so guarantee a few normal forms on which the rest of the solver relies:
//!
//! * *Core*: of the connectives only `not`, `and`, `=` (between Booleans: if and only if) and `ite` are left; `or`,
//!   `=>`, `xor` and `distinct` are written with them. Arguments of `and` are sorted and free of repetitions.
//! * *Numbers*: a sum has one entry a monomial, sorted, each a coefficient times a term that is no sum, and the
//!   constant at last; but long sums may be summands of others. Comparisons are `p <= c` and `p >= c` (and their
//!   negations, for the strict ones) where the coefficients of `p` are integers without common divisor, the first of
//!   them positive, and `p` has no constant; over integers `c` is an integer and only `<=` is left. Equalities are
//!   `p = c`. A comparison of a conditional with numerals in its branches is a formula over its conditions.
//! * *Bit-vectors*: the derived connectives, `uge`, signed division, rotation and repetition are written with the
//!   operators of [`Op`]; constants are folded; extractions are pushed towards the variables. Sums, products and
//!   chains of `bvand`, `bvor` or `bvxor` that are not too long are in one normal form for all orders of writing, and
//!   the sides of an equality of sums have no summands in common.
//!
//! ```
//! use indubit::solver::term::{Model, Sort, Terms, Value};
//!
//! let mut terms = Terms::new();
//! let x = terms.declare("x", Sort::Int);
//! let (two, seven) = (terms.int(2), terms.int(7));
//! let double = terms.mul(two, x)?;
//! let small = terms.lt(double, seven);
//! // Strict bounds on integers are written with whole numbers, and built twice they are one term.
//! assert_eq!(terms.text(small), "(<= x 3)");
//! let sum = terms.add(&[x, x]);
//! assert_eq!(terms.lt(sum, seven), small);
//!
//! // A constant without a value is 0.
//! assert_eq!(Model::new().evaluate(&terms, small), Value::Bool(true));
//! # Ok::<(), indubit::solver::term::NonLinear>(())
//! ```
//!
//! [`Notation`] writes the same with operators, `(2 * x).lt(7)`.
//!
//! Scopes of names belong to the reader of a script, not here, and terms are simplified without search.

mod arith;
mod arrays;
mod bits;
mod bits_chain;
mod bits_compare;
mod bits_derived;
mod bits_narrow;
mod bits_product;
mod bits_sum;
mod choice_table;
mod choices;
mod circuit;
mod conversions;
mod core;
mod datatypes;
mod effort;
mod enumerate;
mod eval;
mod float;
mod functions;
mod id;
mod limits;
mod notation;
mod partial;
mod print;
mod products;
mod rebuild;
mod retain;
mod rules;
mod shown;
mod sort;
mod sort_declarations;
mod sort_facts;
mod sort_match;
mod sort_table;
mod sorts;
mod store;
mod substitute;
mod value;
mod walk;

pub use arith::{Linear, NonLinear};
pub(crate) use circuit::circuit_of;
pub use datatypes::{Constructor, Uninhabited};
pub(crate) use effort::{Overrun, MOST_BITS};
pub use eval::Model;
pub use float::{float_of_rational, float_value, rational_of_float, FloatOp, Format, Rounding};
pub(crate) use float::{Expansion, WordDefinitions};
pub use notation::{Expr, Notation, Operand};
pub(crate) use partial::OpenResults;
pub use partial::PartialOp;
pub use print::{is_reserved, quoted};
pub(crate) use print::{SCRIPT_PREFIX, SOLVER_PREFIX};
pub(crate) use rebuild::{Foreign, Rebuild};
pub use retain::{Renaming, Roots};
pub use shown::DisplayModel;
pub use sort::{ConstructorId, Family, FunctionId, SelectorId, Sort, SortId};
pub use store::{Op, SymbolId, TermId, Terms};
pub use substitute::Substitution;
pub use value::{ArrayValue, Value};
