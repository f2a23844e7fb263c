//! Variables of a clause that its constraint defines.
//!
//! Under `y = x + 1 ∧ φ` the variable `y` is not needed: the clause says the same with `x + 1` in its place. Equations
//! are taken out of the constraint in rounds. A round takes as many as depend on none of each other, and puts the
//! values in place everywhere.

use crate::base::{HashMap, HashSet};
use crate::model::system::equation::equation;
use crate::model::system::functional::{conjuncts, NextValues};
use crate::solver::term::{Substitution, TermId, Terms};

/// Rounds of equations.
const MOST_ROUNDS: usize = 64;
/// Terms that these rounds may look at.
const MOST_TERMS: usize = 1 << 20;

/// A constraint taken apart: it holds just if the equations and the rest do.
#[derive(Clone, Debug)]
pub(crate) struct Definitions {
    /// Variables with terms over variables that have none.
    pub values: Vec<(TermId, TermId)>,
    /// A formula over variables without definition.
    pub rest: TermId,
}

impl Definitions {
    /// Takes a constraint apart. Only `candidates` are defined, and the `preferred` ones among them first.
    pub fn of(
        terms: &mut Terms,
        constraint: TermId,
        preferred: &[TermId],
        candidates: &[TermId],
    ) -> Definitions {
        let mut found = Definitions { values: Vec::new(), rest: constraint };
        let functions = NextValues::of_constants(preferred, terms, constraint);
        let values = preferred.iter().zip(&functions.functions);
        let values: Vec<(TermId, TermId)> = values.filter_map(|(&v, &value)| Some((v, value?))).collect();
        let rest = terms.and(&functions.rest);
        found.take(terms, values, rest);
        found.extend(terms, candidates);
        found
    }

    /// Looks for definitions of these variables, too.
    pub fn extend(&mut self, terms: &mut Terms, candidates: &[TermId]) {
        let mut effort = MOST_TERMS;
        for _ in 0..MOST_ROUNDS {
            let defined: HashSet<TermId> = self.values.iter().map(|&(v, _)| v).collect();
            let open = candidates.iter().filter(|c| !defined.contains(c));
            let places: HashMap<TermId, usize> = open.enumerate().map(|(i, &c)| (c, i)).collect();
            let (values, rest) = round(terms, self.rest, places, &mut effort);
            if values.is_empty() {
                break;
            }
            self.take(terms, values, rest);
            effort = effort.saturating_sub(terms.subterms(&[self.rest]).len());
            if effort == 0 {
                break;
            }
        }
    }

    /// Takes over definitions, none of which depends on another.
    fn take(&mut self, terms: &mut Terms, values: Vec<(TermId, TermId)>, rest: TermId) {
        let mut substitution = Substitution::new();
        values.iter().for_each(|&(variable, value)| substitution.insert(variable, value));
        for (_, value) in &mut self.values {
            *value = substitution.apply(terms, *value);
        }
        self.rest = substitution.apply(terms, rest);
        self.values.extend(values);
    }
}

/// Definitions of some of these variables, none of which depends on another, and the other conjuncts.
fn round(
    terms: &mut Terms,
    formula: TermId,
    mut open: HashMap<TermId, usize>,
    effort: &mut usize,
) -> (Vec<(TermId, TermId)>, TermId) {
    let mut values: Vec<(TermId, TermId)> = Vec::new();
    let mut rest = Vec::new();
    let mut defined: HashSet<TermId> = HashSet::default();
    for conjunct in conjuncts(terms, formula) {
        let found = match *effort {
            0 => None,
            _ => equation(terms, conjunct, &open, |_| true),
        };
        let (variable, value) = match found {
            Some(found) => found,
            None => {
                rest.push(conjunct);
                continue;
            }
        };
        let symbols = terms.symbols_in(&[value]);
        *effort = effort.saturating_sub(symbols.len() + 1);
        let mentioned: Vec<TermId> = symbols.into_iter().map(|s| terms.symbol_term(s)).collect();
        if mentioned.iter().any(|t| *t == variable || defined.contains(t)) {
            rest.push(conjunct);
            continue;
        }
        // Variables of the value must keep their own names in this round.
        for t in mentioned.iter().chain(&[variable]) {
            open.remove(t);
        }
        defined.insert(variable);
        values.push((variable, value));
    }
    let rest = terms.and(&rest);
    (values, rest)
}
