//! From bytes to tokens: the lexer, and the preprocessor on top of it.

mod conditions;
mod directives;
mod escapes;
mod expand;
mod headers;
mod lexer;
mod macros;
mod numbers;
mod preprocess;
mod state;

pub(super) use preprocess::preprocess;
