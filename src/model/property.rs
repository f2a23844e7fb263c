//! The words in which verdicts are told: a property, and a distance from the initial states.

use std::fmt;

/// The kind of a property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PropertyKind {
    /// Safety: no run has a bad step.
    Bad,
    /// Liveness: in no infinite run each of some signals is true infinitely often.
    Justice,
}

impl PropertyKind {
    /// The letter before the index.
    pub fn letter(self) -> char {
        match self {
            PropertyKind::Bad => 'b',
            PropertyKind::Justice => 'j',
        }
    }
}

/// A property of a model, by its kind and its index among those of its kind: in a circuit, the bad signal or the
/// justice property of that index. Displays as `b0` or `j0`. Properties of safety come before those of liveness.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropertyId {
    kind: PropertyKind,
    index: u32,
}

impl PropertyId {
    /// The property of safety of this index.
    ///
    /// # Panics
    ///
    /// If the index does not fit 32 bits.
    pub fn new(index: usize) -> PropertyId {
        PropertyId::of_kind(PropertyKind::Bad, index)
    }

    /// The justice property of this index.
    ///
    /// # Panics
    ///
    /// If the index does not fit 32 bits.
    pub fn justice(index: usize) -> PropertyId {
        PropertyId::of_kind(PropertyKind::Justice, index)
    }

    /// The property of this kind and index.
    ///
    /// # Panics
    ///
    /// If the index does not fit 32 bits.
    pub fn of_kind(kind: PropertyKind, index: usize) -> PropertyId {
        PropertyId { kind, index: u32::try_from(index).expect("the index of a property fits 32 bits") }
    }

    /// All properties of a model with this many of each kind, in order.
    pub fn all(bads: usize, justice: usize) -> impl DoubleEndedIterator<Item = PropertyId> {
        (0..bads).map(PropertyId::new).chain((0..justice).map(PropertyId::justice))
    }

    /// The kind.
    pub fn kind(self) -> PropertyKind {
        self.kind
    }

    /// Whether it is one of liveness.
    pub fn is_justice(self) -> bool {
        self.kind == PropertyKind::Justice
    }

    /// The index among the properties of its kind.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The index, if it is a property of safety.
    pub fn bad_index(self) -> Option<usize> {
        (self.kind == PropertyKind::Bad).then(|| self.index())
    }

    /// The index, if it is a justice property.
    pub fn justice_index(self) -> Option<usize> {
        (self.kind == PropertyKind::Justice).then(|| self.index())
    }
}

impl fmt::Display for PropertyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.index)
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
