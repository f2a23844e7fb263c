//! Tasks of the machine for expressions: `exprs` takes them apart, and `operators`, `assign` and `convert` combine the
//! values of their operands.
//!
//! The value of an expression without side effects is a term over the variables. A side effect is an edge. An
//! expression whose evaluation needs edges leaves its value in variables, so that edges behind it can use it.

mod assign;
mod blank;
mod checks;
mod convert;
mod exprs;
mod floats;
mod operators;
