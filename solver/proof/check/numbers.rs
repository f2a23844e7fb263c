//! A map for numbers that come from a file.
//!
//! Variables and clause ids are mostly used without gaps, so an array is the right map, but a proof may name the
//! variable 1,000,000,000 in its first line. The array therefore grows only in proportion to the entries made so far.
//! Numbers beyond go into a search tree, which, unlike a hash table, no choice of keys makes slow.

use std::collections::BTreeMap;

const NONE: u32 = u32::MAX;

/// A map from `u64` to `u32` (below `u32::MAX`) whose size is linear in the insertions for all keys.
#[derive(Debug, Default)]
pub(super) struct NumberMap {
    dense: Vec<u32>,
    sparse: BTreeMap<u64, u32>,
    insertions: u64,
}

impl NumberMap {
    #[inline]
    pub fn get(&self, key: u64) -> Option<u32> {
        match index(key).and_then(|at| self.dense.get(at)) {
            Some(&value) if value != NONE => Some(value),
            _ if self.sparse.is_empty() => None,
            _ => self.sparse.get(&key).copied(),
        }
    }

    /// The key must be absent.
    pub fn insert(&mut self, key: u64, value: u32) {
        debug_assert!(value != NONE && self.get(key).is_none());
        self.insertions += 1;
        if let Some(index) = index(key).filter(|_| key < 4 * self.insertions + 1024) {
            if index >= self.dense.len() {
                self.dense.resize(index + 1, NONE);
            }
            self.dense[index] = value;
        } else {
            self.sparse.insert(key, value);
        }
    }

    pub fn remove(&mut self, key: u64) -> Option<u32> {
        match index(key).and_then(|at| self.dense.get_mut(at)) {
            Some(value) if *value != NONE => Some(std::mem::replace(value, NONE)),
            _ => self.sparse.remove(&key),
        }
    }

    /// Replaces every value.
    pub fn update(&mut self, mut replace: impl FnMut(u32) -> u32) {
        for value in self.dense.iter_mut().filter(|v| **v != NONE).chain(self.sparse.values_mut()) {
            *value = replace(*value);
        }
    }
}

/// A key as a place in an array; a number that no place can have must not become that of another key.
#[inline]
fn index(key: u64) -> Option<usize> {
    usize::try_from(key).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_keys_cost_no_array_and_survive_its_growth() {
        let mut map = NumberMap::default();
        map.insert(1_000_000_000_000, 1);
        map.insert(3000, 2);
        assert!(map.dense.is_empty());
        for key in 1..3000 {
            map.insert(key, 7);
        }
        assert!(map.dense.len() <= 3000 * 4 + 1024 + 8);
        map.insert(9000, 3);
        assert_eq!((map.get(3000), map.get(9000), map.get(5000)), (Some(2), Some(3), None));
        map.update(|value| value + 1);
        assert_eq!((map.remove(3000), map.remove(3000), map.get(2999)), (Some(3), None, Some(8)));
        assert_eq!(map.get(1_000_000_000_000), Some(2));
    }
}
