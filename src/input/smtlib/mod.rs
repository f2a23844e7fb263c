//! SMT-LIB 2.6 scripts: formulas over Booleans, integers, reals and bit-vectors, and commands about them.
//!
//! The language is that of "The SMT-LIB Standard: Version 2.6" (Barrett, Fontaine, Tinelli, 2021), with the
//! predicates for overflow that version 2.7 adds. A script passes through five stages: words (`lexer`), one command
//! as a tree in a flat array (`sexpr`), names and their scopes (`names`), terms (`terms`, with `sorts`, `literals`
//! and `operators`), and the commands (`script`, with `declare`, `answers` and `options`). No stage recurses, so a
//! term may be nested as deeply as there is memory for.
//!
//! The reader is as lenient as most solvers where the standard is strict: models and values can be asked for without
//! an option, assumptions may be any formulas, `push` and `pop` may lack their numeral, and integers stand for reals
//! where reals are expected.
//!
//! ```
//! use indubit::input::smtlib::{Interpreter, ScriptOptions};
//!
//! let mut interpreter = Interpreter::new(ScriptOptions::default());
//! let answers = interpreter.execute(
//!     "(declare-const x (_ BitVec 8))
//!      (assert (= (bvmul x #x03) #x2d))
//!      (check-sat)
//!      (get-value (x (bvadd x #x01)))
//!      (assert (bvult x #x0f))
//!      (check-sat)",
//! );
//! assert_eq!(answers, "sat\n((x #x0f) ((bvadd x #x01) #x10))\nunsat\n");
//! assert_eq!(interpreter.execute("(assert (and x true))"), "(error \"1:14: argument 1 of `and`: \
//!     expected a term of sort Bool, found one of sort (_ BitVec 8)\")\n");
//! ```
//!
//! [`read`] gives the declarations and assertions of a script as terms, and carries out no queries.

mod annotated;
mod answers;
mod arguments;
mod attributes;
mod clauses;
mod declare;
mod definitions;
mod elimination;
mod error;
mod interpolants;
mod lexer;
mod literals;
mod names;
mod occurrences;
mod operators;
mod options;
mod program;
mod proofs;
mod quantifiers;
mod read;
mod script;
mod settings;
mod sexpr;
mod sorts;
mod spelling;
mod terms;

pub(in crate::input) use annotated::{read_annotated, Annotated};
pub(in crate::input) use attributes::{Argument, Attribute};
pub(in crate::input) use clauses::{is_horn, read_horn, Given, HornCommands, Question};
pub(crate) use definitions::{read_definitions, Definition};
pub(in crate::input) use error::Position;
pub(in crate::input) use occurrences::{Occurrence, Occurrences, Product};
pub(in crate::input) use program::read_program;
pub use read::{read, Script};
pub use script::{Interpreter, ScriptOptions, Summary};
pub use settings::ScriptFlags;
pub(crate) use spelling::{distinct_names, rename};
