//! The arguments of operators: their sorts, and operators that take any number of them.

use super::error::Misuse;
use crate::solver::term::{Sort, TermId, Terms};

/// Fails for an argument whose sort is not of this kind, which is told by its name.
pub(super) fn expect(
    terms: &Terms,
    args: &[TermId],
    what: &str,
    is: impl Fn(Sort) -> bool,
) -> Result<(), Misuse> {
    match args.iter().position(|&t| !is(terms.sort(t))) {
        Some(i) => {
            let found = args.get(i).map_or(Sort::Bool, |&t| terms.sort(t));
            let found = terms.sort_text(found);
            Err(Misuse::of_argument(
                i,
                format!("expected a term of sort {}, found one of sort {}", what, found),
            ))
        }
        None => Ok(()),
    }
}

/// The first argument, or true.
pub(super) fn first(args: &[TermId]) -> TermId {
    args.first().copied().unwrap_or(Terms::TRUE)
}

/// The first argument combined with the second, that with the third, and so on.
pub(super) fn fold(
    terms: &mut Terms,
    args: &[TermId],
    combine: impl Fn(&mut Terms, TermId, TermId) -> TermId,
) -> TermId {
    args.iter()
        .skip(1)
        .fold(first(args), |sum, &t| if terms.is_over() { sum } else { combine(terms, sum, t) })
}

/// The conjunction over neighbours.
pub(super) fn chain(
    terms: &mut Terms,
    args: &[TermId],
    relation: impl Fn(&mut Terms, TermId, TermId) -> TermId,
) -> TermId {
    let neighbours = args.iter().zip(args.iter().skip(1));
    let mut link = |(&a, &b)| if terms.is_over() { Terms::TRUE } else { relation(terms, a, b) };
    let links: Vec<TermId> = neighbours.map(&mut link).collect();
    terms.and(&links)
}
