//! The parser: from tokens to the typed tree, in one pass.
//!
//! The parser knows the grammar of C and the extensions of GNU C. When it has read the operands of a construct, it
//! calls the checker, which knows types and adds the node. `declarations`, `statements` and `expressions` are the three
//! large parts; `parser` has the state and the steps that all share.

mod annotations;
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
mod misplaced;
mod parser;
mod primaries;
mod quantifiers;
mod records;
mod selections;
mod specifiers;
mod statements;
mod switches;
mod variable;

pub(super) use parser::Parser;
