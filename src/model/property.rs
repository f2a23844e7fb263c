//! The words in which verdicts are told: a property, and a distance from the initial states.

use std::fmt;

/// A property of a model, by its index: the bad signal of that index, in a circuit. Displays as `b0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropertyId(u32);

impl PropertyId {
    /// The property of this index.
    ///
    /// # Panics
    ///
    /// If the index does not fit 32 bits.
    pub fn new(index: usize) -> PropertyId {
        PropertyId(u32::try_from(index).expect("the index of a property fits 32 bits"))
    }

    /// The index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for PropertyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl fmt::Debug for PropertyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A number of transitions from an initial state: an initial state that is bad is bad at depth 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Depth(usize);

impl Depth {
    /// This many transitions.
    pub const fn new(transitions: usize) -> Depth {
        Depth(transitions)
    }

    /// The number of transitions.
    pub const fn transitions(self) -> usize {
        self.0
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
