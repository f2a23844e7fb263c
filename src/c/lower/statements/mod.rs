//! Tasks of the machine for statements (`stmts`) and for initialisers (`initial`).
//!
//! A statement becomes edges from the present location to the location behind it.

mod initial;
mod stmts;
