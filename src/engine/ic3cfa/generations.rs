//! A bounded table that forgets the entries that were not asked for lately.
//!
//! The entries are kept in two generations. When the younger one is full, it becomes the older one, and the older one
//! is forgotten but for the entries that were asked for in the meantime.

use crate::base::HashMap;
use std::hash::Hash;

/// The table.
pub(super) struct Generations<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
    /// The number of entries in a generation.
    limit: usize,
}

impl<K: Clone + Eq + Hash, V> Generations<K, V> {
    /// Keeps about as many entries as the limit says.
    pub fn new(limit: usize) -> Generations<K, V> {
        Generations { young: HashMap::default(), old: HashMap::default(), limit: (limit + 1) / 2 }
    }

    /// Whether the table keeps any entry.
    pub fn is_on(&self) -> bool {
        self.limit > 0
    }

    /// An entry, which is young from now on.
    pub fn get(&mut self, key: &K) -> Option<&V> {
        if let Some(value) = self.old.remove(key) {
            self.young.insert(key.clone(), value);
        }
        self.young.get(key)
    }

    /// An entry, which stays as old as it is.
    pub fn peek(&self, key: &K) -> Option<&V> {
        self.young.get(key).or_else(|| self.old.get(key))
    }

    /// Adds an entry or replaces it.
    pub fn insert(&mut self, key: K, value: V) {
        if !self.is_on() {
            return;
        }
        if self.young.len() >= self.limit {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}
