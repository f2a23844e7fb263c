//! Choices out of bytes: each question takes some of the input, and when nothing is left the answer is 0.

use arbitrary::Unstructured;

/// The bytes that are not used yet.
#[derive(Debug)]
pub struct Source<'a>(Unstructured<'a>);

impl<'a> Source<'a> {
    /// All choices come from these bytes.
    pub fn new(data: &'a [u8]) -> Source<'a> {
        Source(Unstructured::new(data))
    }

    /// Whether nothing is left. Loops end then.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A number.
    pub fn byte(&mut self) -> u8 {
        self.0.arbitrary().unwrap_or(0)
    }

    /// A number.
    pub fn long(&mut self) -> u64 {
        self.0.arbitrary().unwrap_or(0)
    }

    /// A number below a bound, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.int_in_range(0..=bound - 1).unwrap_or(0)
    }

    /// Yes or no.
    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Yes, about once in so many times, and never at the end of the bytes.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1 && !self.is_empty()
    }

    /// One of the items.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// The bytes that are left.
    pub fn rest(self) -> &'a [u8] {
        self.0.take_rest()
    }
}
