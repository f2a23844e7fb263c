//! The table that finds an application by its signature.
//!
//! Open addressing with linear probing. A removal moves later entries back, so there are no marks of removed entries,
//! and merging and undoing leave no trace. The caller computes hashes and compares signatures.

/// A node, plus one; 0 is free. And its hash, from which its place follows.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    node: u32,
    hash: u32,
}

/// The applications that are in the table, at most one for each signature.
#[derive(Clone, Debug)]
pub(super) struct Signatures {
    /// As many as a power of two, at most half of them taken.
    slots: Vec<Slot>,
    count: usize,
}

impl Default for Signatures {
    fn default() -> Signatures {
        Signatures { slots: vec![Slot::default(); 16], count: 0 }
    }
}

impl Signatures {
    /// The entry of this hash that is the same.
    pub fn find(&self, hash: u32, is_same: impl Fn(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.node == 0 {
                return None;
            }
            if slot.hash == hash && is_same(slot.node as usize - 1) {
                return Some(slot.node as usize - 1);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds an entry.
    pub fn insert(&mut self, hash: u32, node: usize) {
        if 2 * (self.count + 1) > self.slots.len() {
            let size = 2 * self.slots.len();
            let old = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
            old.into_iter().filter(|slot| slot.node != 0).for_each(|slot| self.put(slot));
        }
        self.put(Slot { node: node as u32 + 1, hash });
        self.count += 1;
    }

    fn put(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut at = slot.hash as usize & mask;
        while self.slots[at].node != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    /// Removes the entry of a node, which is there under this hash.
    pub fn remove(&mut self, hash: u32, node: usize) {
        let mask = self.slots.len() - 1;
        let mut hole = hash as usize & mask;
        while self.slots[hole].node != node as u32 + 1 {
            debug_assert!(self.slots[hole].node != 0, "an entry that is in the table");
            hole = (hole + 1) & mask;
        }
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            let slot = self.slots[at];
            if slot.node == 0 {
                break;
            }
            // It may move to the hole unless it would come to stand before its own place.
            let home = slot.hash as usize & mask;
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                self.slots[hole] = slot;
                hole = at;
            }
        }
        self.slots[hole] = Slot::default();
        self.count -= 1;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * std::mem::size_of::<Slot>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_until_they_are_removed() {
        let mut table = Signatures::default();
        // Few hashes, so that entries stand far from their places.
        let hash = |node: usize| (node % 5) as u32 * 7;
        for node in 0..40 {
            table.insert(hash(node), node);
        }
        for gone in (0..40).step_by(3) {
            table.remove(hash(gone), gone);
        }
        for node in 0..40 {
            let found = table.find(hash(node), |entry| entry == node);
            assert_eq!(found.is_some(), node % 3 != 0, "{}", node);
        }
    }
}
