//! Tasks of the machine for expressions: `exprs` takes them apart, and `operators`, `assign` and `convert` combine the
//! values of their operands.

mod assign;
mod convert;
mod exprs;
mod operators;
