//! Arrays as lists of their cells, and the sorts of arrays that are left as they are.

use super::vectors::{sort_of, vector};
use crate::solver::term::{Sort, TermId, Terms};

/// Most bits of an index: 2^10 cells.
pub(super) const WIDEST_INDEX: u32 = 10;

/// Whether arrays with this many bits an index are left as they are.
pub(super) fn is_wide(index: u32) -> bool {
    index > WIDEST_INDEX
}

/// The sort of an array that is left as it is.
pub(super) fn sort(terms: &mut Terms, index: u32, cell: u32) -> Sort {
    terms.array_sort(Sort::BitVec(index), sort_of(cell))
}

/// The cell at an index: halves are chosen from by the bits of the index, the highest first.
pub(super) fn read(terms: &mut Terms, cells: &[TermId], index: TermId) -> TermId {
    let index = vector(terms, index);
    let mut cells = cells.to_vec();
    for bit in (0..terms.width(index)).rev() {
        let bit = terms.extract(index, bit, bit);
        let one = terms.bv(1, 1);
        let is_high = terms.eq(bit, one);
        let (low, high) = cells.split_at(cells.len() / 2);
        cells = low.iter().zip(high).map(|(&low, &high)| terms.ite(is_high, high, low)).collect();
    }
    cells.first().copied().unwrap_or(index)
}

/// The array with one cell replaced.
pub(super) fn write(terms: &mut Terms, cells: &[TermId], index: TermId, value: TermId) -> Vec<TermId> {
    let index = vector(terms, index);
    let width = terms.width(index);
    let replace = |(i, &cell): (usize, &TermId)| {
        let place = terms.bv(i as u64, width);
        let is_here = terms.eq(index, place);
        terms.ite(is_here, value, cell)
    };
    cells.iter().enumerate().map(replace).collect()
}

/// Whether all cells are equal.
pub(super) fn equal(terms: &mut Terms, a: &[TermId], b: &[TermId]) -> TermId {
    let same: Vec<TermId> = a.iter().zip(b).map(|(&a, &b)| terms.eq(a, b)).collect();
    terms.and(&same)
}

/// The first array if the condition holds, else the second.
pub(super) fn choose(terms: &mut Terms, condition: TermId, a: &[TermId], b: &[TermId]) -> Vec<TermId> {
    a.iter().zip(b).map(|(&a, &b)| terms.ite(condition, a, b)).collect()
}
