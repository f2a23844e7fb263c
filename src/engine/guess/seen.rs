//! The arrays of a state as far as they were looked at.
//!
//! A small array is known as a whole. Of a large one some elements are known: those at the first indices, those near
//! the values of variables, and a few that are taken at random.

use crate::base::Rng;
use crate::engine::common::program::Arrays;
use crate::solver::term::{Family, Sort, TermId};

/// Elements up to which an array is known as a whole.
const MOST_WHOLE: usize = 64;

/// Variables whose values are indices that are looked at, at most.
const MOST_NEAR: usize = 12;

/// Elements of a large array that are taken at random.
const AT_RANDOM: usize = 12;

/// Elements of an array.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    /// All other elements, if that is known.
    others: Option<u64>,
    /// By index.
    known: Vec<(u64, u64)>,
}

impl Contents {
    /// The element at an index, if it is known.
    pub fn at(&self, index: u64) -> Option<u64> {
        match self.known.binary_search_by_key(&index, |&(index, _)| index) {
            Ok(place) => Some(self.known[place].1),
            Err(_) => self.others,
        }
    }

    /// The indices whose elements are listed.
    pub fn indices(&self) -> impl Iterator<Item = u64> + '_ {
        self.known.iter().map(|&(index, _)| index)
    }

    /// The numbers that are kept.
    pub fn len(&self) -> usize {
        2 * self.known.len() + 2
    }
}

/// A number as one of this many bits, with its sign.
pub(super) fn extended(value: u64, width: u32) -> i64 {
    let gap = 64 - width.clamp(1, 64);
    ((value << gap) as i64) >> gap
}

/// The arrays at these places of a state, each with the number of bits of its indices.
pub(super) fn look(
    variables: &[(TermId, Sort)],
    (rows, index_bits): (&[usize], &[u32]),
    state: &[u64],
    arrays: &mut Arrays,
) -> Vec<Contents> {
    let words = variables.iter().zip(state).filter_map(|(&(_, sort), &value)| match sort.family() {
        Family::Word(width) => Some(extended(value, width) as u64),
        Family::Int => Some(value),
        Family::Bool | Family::Real | Family::Opaque => None,
    });
    let mut near: Vec<u64> = (0..4).collect();
    for word in words.take(MOST_NEAR) {
        near.extend((0..5).map(|step| word.wrapping_add(step).wrapping_sub(2)));
    }
    let of = |(&row, &bits): (&usize, &u32)| {
        let count = arrays.count(state[row]);
        if count <= MOST_WHOLE {
            let (others, known) = arrays.contents(state[row]).unwrap_or_default();
            return Contents { others: Some(others), known };
        }
        let mut rng = Rng::new(count as u64);
        let random = (0..AT_RANDOM).map(|_| rng.below(count) as u64);
        let cut = |index: u64| index & (u64::MAX >> (64 - bits.clamp(1, 64)));
        let mut indices: Vec<u64> = near.iter().copied().chain(random).map(cut).collect();
        indices.sort_unstable();
        indices.dedup();
        let known = indices.into_iter().filter_map(|index| Some((index, arrays.read(state[row], index)?)));
        Contents { others: None, known: known.collect() }
    };
    rows.iter().zip(index_bits).map(of).collect()
}
