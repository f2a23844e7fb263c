//! Formulas of a certificate in the checker's own store.
//!
//! A certificate brings a store of its own, which claims to be the model's with terms added. That is not believed. Each
//! formula is built anew, operator by operator, in a store that the checker has copied from the model; only variables
//! of the model may occur, and a constant counts as one if both stores have the same name, sort and term under its
//! number. So a forged store can at most change the formula, and it is the formula built here that is checked.

use crate::base::{Budget, HashMap, HashSet};
use crate::evidence::{CheckError, Malformed};
use crate::solver::term::{Foreign, Rebuild, Sort, SymbolId, TermId, Terms};

/// Terms between two looks at the budget.
const PERIOD: usize = 1024;

/// The formulas of the store `from`, about these variables, built anew in a store that began as the model's.
pub(in crate::evidence) fn import(
    terms: &mut Terms,
    variables: impl Iterator<Item = TermId>,
    from: &Terms,
    formulas: &[TermId],
    budget: &Budget,
) -> Result<Vec<TermId>, CheckError> {
    for (clause, &formula) in formulas.iter().enumerate() {
        if formula.index() >= from.len() || from.sort(formula) != Sort::Bool {
            return Err(Malformed::NotAFormula { clause }.into());
        }
    }
    let variables: HashSet<TermId> = variables.collect();
    let mut known: HashMap<SymbolId, TermId> = HashMap::default();
    for symbol in from.symbols_in(formulas) {
        if let Some(variable) = same_constant(terms, from, symbol).filter(|v| variables.contains(v)) {
            known.insert(symbol, variable);
        }
    }
    let mut rebuild = Rebuild::new();
    let mut built = Vec::with_capacity(formulas.len());
    let mut count = 0;
    for (clause, &formula) in formulas.iter().enumerate() {
        let constant = |part| {
            let (variable, name) = match part {
                Foreign::Constant(symbol) => (known.get(&symbol).copied(), from.name(symbol).to_string()),
                Foreign::Term(t) => (None, from.text(t)),
            };
            variable.ok_or_else(|| Malformed::NotAVariable { clause, name }.into())
        };
        let visit = || -> Result<(), CheckError> {
            count += 1;
            if count % PERIOD == 1 {
                budget.poll()?;
            }
            Ok(())
        };
        built.push(rebuild.term(from, terms, formula, constant, visit)?);
    }
    Ok(built)
}

/// The constant that has this number in both stores, if it is the same in both.
fn same_constant(own: &Terms, other: &Terms, symbol: SymbolId) -> Option<TermId> {
    if symbol.index() >= own.symbol_count() {
        return None;
    }
    let (mine, theirs) = (own.symbol_term(symbol), other.symbol_term(symbol));
    let are_same_sorts = || own.sort_text(own.sort(mine)) == other.sort_text(other.sort(theirs));
    let same = mine == theirs && own.name(symbol) == other.name(symbol) && are_same_sorts();
    same.then_some(mine)
}
