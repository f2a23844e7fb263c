//! Sets of small numbers, one per row.

/// As many sets as there are rows, each of numbers below the number of columns.
#[derive(Debug)]
pub(super) struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    /// Empty sets.
    pub fn new(rows: usize, columns: usize) -> Rows {
        let words = (columns + 63) / 64;
        Rows { words, bits: vec![0; rows * words] }
    }

    pub fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }

    pub fn contains(&self, row: usize, column: u32) -> bool {
        self.row(row)[column as usize / 64] >> (column % 64) & 1 == 1
    }

    pub fn insert(&mut self, row: usize, column: u32) {
        self.bits[row * self.words + column as usize / 64] |= 1 << (column % 64);
    }

    /// Adds the members of one set to another.
    pub fn add(&mut self, to: usize, from: usize) {
        for w in 0..self.words {
            self.bits[to * self.words + w] |= self.bits[from * self.words + w];
        }
    }

    /// Adds to a set what `of` gives for each of its words.
    pub fn add_words(&mut self, to: usize, of: impl Fn(usize) -> u64) {
        for w in 0..self.words {
            self.bits[to * self.words + w] |= of(w);
        }
    }
}
