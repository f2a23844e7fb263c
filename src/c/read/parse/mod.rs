//! The parser: from tokens to the typed tree, in one pass.

mod assembler;
mod attributes;
mod body;
mod brackets;
mod declarations;
mod declarators;
mod definitions;
mod elements;
mod expressions;
mod initialisers;
mod jumps;
mod operators;
mod parser;
mod primaries;
mod records;
mod selections;
mod specifiers;
mod statements;
mod switches;
mod variable;

pub(super) use parser::Parser;
