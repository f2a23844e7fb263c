//! Tasks of the machine for statements (`stmts`) and for initialisers (`initial`).

mod initial;
mod stmts;
