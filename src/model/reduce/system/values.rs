//! Values of constants in models.

use crate::solver::term::{Model, Op, SymbolId, TermId, Terms, Value};

/// The symbol of a declared constant.
pub(super) fn symbol(terms: &Terms, constant: TermId) -> Option<SymbolId> {
    match terms.op(constant) {
        Op::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

pub(super) fn set(model: &mut Model, terms: &Terms, constant: TermId, value: Value) {
    if let Some(symbol) = symbol(terms, constant) {
        model.set(symbol, value);
    }
}
