//! Formulas of a certificate in the checker's own store.
//!
//! A certificate brings a store of its own, which claims to be the model's with terms added. That is not believed. Each
//! formula is built anew, operator by operator, in a store that the checker has copied from the model; only variables
//! of the model may occur, and a constant counts as one if both stores have the same name, sort and term under its
//! number. So a forged store can at most change the formula, and it is the formula built here that is checked.
//!
//! Constants over which a certificate quantifies become new constants of the checker's store, which stand for any
//! values ([`Bound`]).

use crate::base::{Budget, HashMap, HashSet};
use crate::evidence::{CheckError, Malformed};
use crate::solver::term::{Foreign, Op, Rebuild, Sort, SymbolId, TermId, Terms};

/// Terms between two looks at the budget.
const PERIOD: usize = 1024;

/// The constants over which a certificate quantifies: by their number in its store, a new constant each.
#[derive(Default, Debug)]
pub(in crate::evidence) struct Bound {
    known: HashMap<SymbolId, TermId>,
    /// The new constants, in the order of the certificate.
    pub constants: Vec<TermId>,
}

impl Bound {
    /// Declares a constant for each of these of the store `from`.
    pub fn declare(terms: &mut Terms, from: &Terms, bound: &[TermId]) -> Result<Bound, CheckError> {
        let (mut made, mut rebuild) = (Bound::default(), Rebuild::new());
        for (place, &constant) in bound.iter().enumerate() {
            let symbol = match (constant.index() < from.len()).then(|| from.op(constant)) {
                Some(Op::Symbol(symbol)) => Some(symbol),
                _ => None,
            };
            let sort = symbol.and_then(|_| rebuild.sort(from, terms, from.sort(constant)));
            let (symbol, sort) = symbol.zip(sort).ok_or(Malformed::NotAConstant { place })?;
            let own = terms.declare(from.name(symbol), sort);
            if made.known.insert(symbol, own).is_some() {
                return Err(Malformed::NotAConstant { place }.into());
            }
            made.constants.push(own);
        }
        Ok(made)
    }

    /// The new constant for one of the certificate's store.
    pub fn of(&self, symbol: SymbolId) -> Option<TermId> {
        self.known.get(&symbol).copied()
    }
}

/// The formulas of the store `from`, about these variables, built anew in a store that began as the model's.
pub(in crate::evidence) fn import(
    terms: &mut Terms,
    variables: impl Iterator<Item = TermId>,
    bound: &Bound,
    from: &Terms,
    formulas: &[TermId],
    budget: &Budget,
) -> Result<Vec<TermId>, CheckError> {
    for (clause, &formula) in formulas.iter().enumerate() {
        if formula.index() >= from.len() || from.sort(formula) != Sort::Bool {
            return Err(Malformed::NotAFormula { clause }.into());
        }
    }
    import_terms(terms, variables, bound, from, formulas, budget)
}

/// As [`import`], of terms of any sort.
pub(in crate::evidence) fn import_terms(
    terms: &mut Terms,
    variables: impl Iterator<Item = TermId>,
    bound: &Bound,
    from: &Terms,
    formulas: &[TermId],
    budget: &Budget,
) -> Result<Vec<TermId>, CheckError> {
    if let Some(clause) = formulas.iter().position(|formula| formula.index() >= from.len()) {
        return Err(Malformed::NotAFormula { clause }.into());
    }
    let variables: HashSet<TermId> = variables.collect();
    let mut known: HashMap<SymbolId, TermId> = HashMap::default();
    for symbol in from.symbols_in(formulas) {
        let variable = same_constant(terms, from, symbol).filter(|v| variables.contains(v));
        if let Some(constant) = bound.of(symbol).or(variable) {
            known.insert(symbol, constant);
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
