//! Formulas of a certificate in the checker's own store.
//!
//! A certificate brings a store of its own, which claims to be the system's with terms added. That is not believed.
//! Each formula is built anew, operator by operator, in a store that the checker has copied from the system; only state
//! variables may occur, and a constant counts as one if both stores have the same name, sort and term under its number.
//! So a forged store can at most change the formula, and it is the formula built here that is checked.

use crate::base::{Budget, HashMap};
use crate::evidence::{CheckError, Malformed};
use crate::model::system::{Invariant, System};
use crate::solver::term::{Rebuild, Sort, SymbolId, TermId, Terms};

/// Terms between two looks at the budget.
const PERIOD: usize = 1024;

/// The formulas of an invariant, built anew in a store that began as the system's.
pub(super) fn import(
    system: &System,
    invariant: &Invariant,
    terms: &mut Terms,
    budget: &Budget,
) -> Result<Vec<TermId>, CheckError> {
    let from = &invariant.terms;
    for (clause, &formula) in invariant.formulas.iter().enumerate() {
        if formula.index() >= from.len() || from.sort(formula) != Sort::Bool {
            return Err(Malformed::NotAFormula { clause }.into());
        }
    }
    let states: HashMap<TermId, ()> = system.states().iter().map(|s| (s.current, ())).collect();
    let mut rebuild = Rebuild::new();
    let mut formulas = Vec::with_capacity(invariant.formulas.len());
    let mut count = 0;
    for (clause, &formula) in invariant.formulas.iter().enumerate() {
        let constant = |symbol| {
            let state = same_constant(system.terms(), from, symbol);
            let state = state.filter(|state| states.contains_key(state));
            state.ok_or_else(|| Malformed::NotAState { clause, name: from.name(symbol).to_string() }.into())
        };
        let visit = || -> Result<(), CheckError> {
            count += 1;
            if count % PERIOD == 1 {
                budget.check()?;
            }
            Ok(())
        };
        formulas.push(rebuild.term(from, terms, formula, constant, visit)?);
    }
    Ok(formulas)
}

/// The constant that has this number in both stores, if it is the same in both.
fn same_constant(own: &Terms, other: &Terms, symbol: SymbolId) -> Option<TermId> {
    if symbol.index() >= own.symbol_count() {
        return None;
    }
    let (mine, theirs) = (own.symbol_term(symbol), other.symbol_term(symbol));
    let same =
        mine == theirs && own.sort(mine) == other.sort(theirs) && own.name(symbol) == other.name(symbol);
    same.then_some(mine)
}
