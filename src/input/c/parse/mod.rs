//! The parser: from tokens to the typed tree, in one pass.

mod attributes;
mod body;
mod declarations;
mod declarators;
mod definitions;
mod expressions;
mod initialisers;
mod operators;
mod parser;
mod primaries;
mod records;
mod specifiers;
mod statements;
mod switches;

pub(super) use parser::Parser;
