//! Hashing that is the same in every run.

use std::hash::{BuildHasherDefault, Hasher};

/// A multiplicative hasher with a fixed seed: fast on the small integer keys used here, and deterministic.
///
/// It does not resist inputs made to collide, so it is for keys the program numbers itself.
#[derive(Clone, Debug, Default)]
pub struct FixedHasher(u64);

impl FixedHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for FixedHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.mix(b as u64);
        }
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(n as u64);
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }
}

/// The standard map with [`FixedHasher`]. Its iteration order is fixed but arbitrary: look up, never enumerate.
pub type HashMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<FixedHasher>>;

/// The standard set with [`FixedHasher`]. Its iteration order is fixed but arbitrary, too.
pub type HashSet<K> = std::collections::HashSet<K, BuildHasherDefault<FixedHasher>>;
