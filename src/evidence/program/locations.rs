//! Invariants by location, which programs with and without recursion share.

use crate::evidence::any::Size;
use crate::evidence::formulas::for_all_in_words;
use crate::evidence::view::{effort, line};
use crate::model::cfa::{Cfa, InvariantMap, LocId};
use crate::solver::term::{TermId, Terms};

/// The number of formulas that say something.
pub(crate) fn size(formulas: &[TermId]) -> Size {
    Size {
        k: None,
        simple_path: false,
        parts: formulas.iter().filter(says_something).count(),
        unit: "locations",
    }
}

/// The formulas that say something, each with its location.
pub(crate) fn parts(cfa: &Cfa, invariant: &InvariantMap) -> Vec<String> {
    let (mut terms, budget) = (invariant.terms.clone(), effort());
    let shown = cfa.locations().zip(&invariant.formulas).filter(|(_, f)| says_something(f));
    let text = |(l, &f): (LocId, &TermId)| {
        let all = for_all_in_words(&terms, &invariant.bound, f);
        format!("{}: {}{}", cfa.location_name(l), all, line(&mut terms, f, &budget))
    };
    shown.map(text).collect()
}

fn says_something(formula: &&TermId) -> bool {
    **formula != Terms::FALSE && **formula != Terms::TRUE
}
