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
        let mut search = Search::new(cfa, part, ground, reading, seed, budget)?;
        match search.run() {
            Ok(Ok(found)) => return Ok(Ok(found)),
            Ok(Err(failed)) => {
                splits.extend(search.splits(&failed).into_iter().take(MOST_DIVIDED));
                open = if open.is_empty() { failed } else { open };
            }
            Err(Limit::Incomplete) => {}
            Err(limit) => return Err(limit),
        }
    }
    if has_words {
        if let Some(found) = words::ranked(cfa, part, ground, seed, budget)? {
            return Ok(Ok(found));
        }
    }
    // Facts by cases are stronger.
    for split in splits {
        let better = facts::divided(cfa, ground, split, seed, budget)?;
        if better == *ground {
            continue;
        }
        for &reading in readings {
            match Search::new(cfa, part, &better, reading, seed, budget)?.divided_by(split) {
                Ok(Some(found)) => {
                    *ground = better;
                    return Ok(Ok(found));
                }
                Ok(None) | Err(Limit::Incomplete) => {}
                Err(limit) => return Err(limit),
            }
        }
    }
    Ok(Err(open))
}
