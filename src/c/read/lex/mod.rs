//! From bytes to tokens: the lexer, and the preprocessor on top of it.
//!
//! `lexer` cuts the text into tokens, with the values of `numbers` and `escapes`. `preprocess` makes the stream of
//! tokens that the parser reads: it obeys directives (`directives`, `groups`, `conditions`, `includes`, `pragmas`), and
//! replaces macros (`macros`, `expand`, `paste`, `choices`). `predefined`, `builtins`, `headers` and `known` are tables
//! of what gcc has without a declaration.

mod annotations;
mod builtins;
mod choices;
mod conditions;
mod directives;
mod escapes;
mod expand;
mod groups;
mod headers;
mod includes;
mod known;
mod lexer;
mod macros;
mod numbers;
mod paste;
mod pragmas;
mod predefined;
mod preprocess;
mod state;

pub(in crate::c) use headers::declaring;
pub(super) use known::is_harmless_attribute;
pub(super) use lexer::Tables;
pub(super) use preprocess::{preprocess, preprocess_expression};
