//! From bytes to tokens: the lexer, and the preprocessor on top of it.

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

pub(super) use known::is_harmless_attribute;
pub(super) use preprocess::{preprocess, preprocess_expression};
