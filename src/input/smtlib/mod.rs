//! SMT-LIB 2.6 scripts: formulas over Booleans, integers, reals, bit-vectors, declared sorts and functions, arrays and
//! datatypes, and commands about them.
//!
//! The language is that of "The SMT-LIB Standard: Version 2.6" (Barrett, Fontaine, Tinelli, 2021), with the
//! predicates for overflow that version 2.7 adds. A script passes through five stages: words (`lexer`), one command
//! as a tree in a flat array (`sexpr`), names and their scopes (`names`), terms (`terms`, with `sorts`, `literals`,
//! `operators`, `constructors` and `matches`), and the commands that every script has (`declarations`, `declare` and
//! `datatypes`). No stage recurses but that of sorts, whose depth is limited, so a term may be nested as deeply as
//! there is memory for.
//!
//! Nothing is solved here. [`read`] gives the declarations and assertions of a script as terms and passes over its
//! queries; [`session::Interpreter`](crate::session::Interpreter) answers them. Readers of transition systems, automata
//! and Horn clauses take the same declarations and add commands or attributes of their own; they refuse declared sorts,
//! functions with arguments, arrays and datatypes.
//!
//! The reader is as lenient as most solvers where the standard is strict: `push` and `pop` may lack their numeral, and
//! integers stand for reals where reals are expected.

mod annotated;
mod arguments;
mod attributes;
mod clauses;
mod collect;
mod constructors;
mod datatypes;
mod declarations;
mod declare;
mod definitions;
mod error;
mod families;
mod floats;
mod lexer;
mod literals;
mod matches;
mod names;
mod occurrences;
mod operands;
mod operators;
mod program;
mod quantifiers;
mod read;
mod recursion;
mod sexpr;
mod single;
mod sorts;
mod spelling;
mod tasks;
mod terms;

pub(in crate::input) use annotated::{read_annotated, Annotated};
pub(crate) use arguments::{truth, Arguments};
pub(in crate::input) use attributes::{Argument, Attribute};
pub(in crate::input) use clauses::{is_horn, read_horn, Given, HornCommands, Question};
pub(crate) use declarations::Declarations;
pub(crate) use definitions::{read_definitions, Definition, Definitions};
pub(crate) use error::Failure;
pub(in crate::input) use error::Position;
pub(crate) use lexer::Kind;
pub(crate) use names::NameId;
pub(in crate::input) use occurrences::{Occurrence, Occurrences, Product};
pub(in crate::input) use program::read_program;
pub use read::{read, Script};
pub(crate) use read::{read_claims, read_ground};
pub(crate) use recursion::Recursive;
pub(crate) use sexpr::{string, Expr, Reader, Tree};
pub use single::TermReader;
pub(crate) use spelling::{distinct_names, rename};
