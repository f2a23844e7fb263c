//! Indices of frames.

use crate::model::Depth;
use std::fmt;

/// The index of a frame: 0 for the initial states, then one for each step away from them, and
/// [`FrameId::INFINITY`] for lemmas that hold in every reachable state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FrameId(u32);

impl FrameId {
    /// The frame of the initial states.
    pub const INIT: FrameId = FrameId(0);
    /// Above all others: the frame of lemmas that hold in every reachable state.
    pub const INFINITY: FrameId = FrameId(u32::MAX);

    /// The frame with this index.
    ///
    /// # Panics
    ///
    /// If the index is `u32::MAX` or more.
    pub fn new(index: usize) -> FrameId {
        assert!(index < u32::MAX as usize, "there is no frame {}", index);
        FrameId(index as u32)
    }

    /// Position in arrays that are indexed by frame; these arrays have no entry for [`FrameId::INFINITY`].
    #[inline]
    pub fn index(self) -> usize {
        debug_assert!(!self.is_infinite());
        self.0 as usize
    }

    /// The number of transitions after which this frame's states may be reached.
    #[inline]
    pub fn depth(self) -> Depth {
        Depth::new(self.index())
    }

    /// Whether this is [`FrameId::INFINITY`].
    #[inline]
    pub fn is_infinite(self) -> bool {
        self == FrameId::INFINITY
    }

    /// The frame one step further from the initial states; [`FrameId::INFINITY`] follows itself.
    #[inline]
    pub fn next(self) -> FrameId {
        FrameId(self.0.saturating_add(1))
    }

    /// The frame one step nearer to the initial states; [`FrameId::INFINITY`] precedes itself.
    ///
    /// # Panics
    ///
    /// If this is [`FrameId::INIT`].
    #[inline]
    pub fn previous(self) -> FrameId {
        assert!(self != FrameId::INIT, "no frame comes before the initial states");
        FrameId(if self.is_infinite() { self.0 } else { self.0 - 1 })
    }

    /// The frames from this one on, up to and including `last`, which must not be infinite.
    pub fn to(self, last: FrameId) -> impl DoubleEndedIterator<Item = FrameId> + Clone {
        debug_assert!(!last.is_infinite());
        (self.0..=last.0).map(FrameId)
    }
}

impl fmt::Debug for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() {
            f.write_str("infinity")
        } else {
            write!(f, "{}", self.0)
        }
    }
}
