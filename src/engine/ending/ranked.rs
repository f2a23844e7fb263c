//! The forms of measures of a component, one after the other.

use super::facts;
use super::polyhedron::{Polyhedron, Reading};
use super::relations::Component;
use super::search::{Measures, Search};
use super::words;
use crate::base::{Budget, Limit};
use crate::model::cfa::Cfa;
use crate::solver::term::{Sort, TermId};

/// Comparisons by which facts are divided.
const MOST_DIVIDED: usize = 6;

/// Work for the search of measures of one form, in units.
const WORK: u64 = 2_000_000;

/// The result of a search that may take a share of the work; `None` if it has none.
fn within<T>(budget: &Budget, search: impl FnOnce(&Budget) -> Result<T, Limit>) -> Result<Option<T>, Limit> {
    let share = budget.child();
    share.pause_at(share.work_used() + WORK);
    let found = search(&share);
    budget.poll()?;
    Ok(found.ok())
}

/// Measures of a component, or conjunctions on which none falls: of numbers, then of words with and without a sign.
pub(super) fn ranked(
    cfa: &mut Cfa,
    part: &Component,
    ground: &mut Vec<TermId>,
    seed: u64,
    budget: &Budget,
) -> Result<Result<Measures, Vec<Polyhedron>>, Limit> {
    let has_words = part.changed.iter().any(|&v| matches!(cfa.terms().sort(v), Sort::BitVec(_)));
    let readings: &[Option<Reading>] = match has_words {
        true => &[Some(Reading::Signed), Some(Reading::Unsigned), None],
        false => &[None],
    };
    let mut open = Vec::new();
    let mut splits: Vec<TermId> = Vec::new();
    for &reading in readings {
        let found = within(budget, |share| {
            let mut search = Search::new(cfa, part, ground, reading, seed, share)?;
            Ok(match search.run()? {
                Ok(found) => Ok(found),
                Err(failed) => Err((search.splits(&failed), failed)),
            })
        })?;
        match found {
            Some(Ok(found)) => return Ok(Ok(found)),
            Some(Err((more, failed))) => {
                splits.extend(more.into_iter().take(MOST_DIVIDED));
                open = if open.is_empty() { failed } else { open };
            }
            None => {}
        }
    }
    if has_words {
        if let Some(found) = words::ranked(cfa, part, ground, seed, budget)? {
            return Ok(Ok(found));
        }
    }
    // Facts by cases are stronger.
    for split in splits {
        let better = match within(budget, |share| facts::divided(cfa, ground, split, seed, share))? {
            Some(better) if better != *ground => better,
            Some(_) | None => continue,
        };
        for &reading in readings {
            let found = within(budget, |share| {
                Search::new(cfa, part, &better, reading, seed, share)?.divided_by(split)
            })?;
            if let Some(found) = found.flatten() {
                *ground = better;
                return Ok(Ok(found));
            }
        }
    }
    Ok(Err(open))
}
