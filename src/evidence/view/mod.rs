//! Evidence for people: invariants made small and telling, and formulas as people write them.
//!
//! An engine's invariant is what its search has left: clauses that came one after the other, each excluding some states.
//! [`telling`] writes the same set of states anew. It looks for short facts that follow from the invariant, such as
//! bounds, equations and remainders, drops those that others imply, and keeps of the old parts what the facts do not
//! imply. Each fact is proved from the invariant and the invariant from all that is printed, by a fresh solver. So what is
//! printed is equivalent to what was checked, and is evidence as well. Where the effort ends, the old parts stay.
//!
//! [`infix`] prints a term with the operators of C. It is for reading only: words are numbers with or without sign, as
//! their variables are, and nothing reads the text back.

mod facts;
mod infix;
mod telling;

pub use infix::{infix, Names};
pub use telling::telling;

use crate::base::Budget;
use crate::solver::term::{Op, TermId, Terms};

/// Propagated literals that may be spent on what is printed of one proof.
const MOST_WORK: u64 = 5_000_000;

/// The effort for what is printed of one proof.
pub(crate) fn effort() -> Budget {
    Budget::unlimited().with_propagations(MOST_WORK)
}

/// The telling parts of a formula as lines, with the names of its constants in the store. Words have no sign.
pub fn lines(terms: &mut Terms, formula: TermId, budget: &Budget) -> Vec<String> {
    let parts = telling(terms, formula, &|_| false, budget);
    let name = |t: TermId| match terms.op(t) {
        Op::Symbol(symbol) => terms.name(symbol).to_string(),
        _ => String::new(),
    };
    let names = Names { name: &name, is_signed: &|_| false };
    parts.iter().map(|&part| infix(terms, &names, part)).collect()
}

/// The telling parts of a formula in one line.
pub fn line(terms: &mut Terms, formula: TermId, budget: &Budget) -> String {
    joined(&lines(terms, formula, budget))
}

/// A conjunction of texts.
pub(crate) fn joined(parts: &[String]) -> String {
    let grouped = |text: &String| match text.contains(" || ") && parts.len() > 1 {
        true => format!("({})", text),
        false => text.clone(),
    };
    match parts {
        [] => "true".to_string(),
        _ => parts.iter().map(grouped).collect::<Vec<_>>().join(" && "),
    }
}
