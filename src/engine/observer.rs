//! Events, and their receivers.

use super::detail::Detail;
use super::frame::FrameId;
use crate::model::Depth;

/// Something an engine did.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A new frame, unrolling step or induction length.
    Depth {
        /// The number of transitions now considered.
        depth: Depth,
        /// The number of lemmas in each frame from 1 on, and of those that hold for ever at the end; empty where the
        /// engine has no frames.
        frames: &'a [usize],
    },
    /// A cube is to be blocked.
    Obligation {
        /// The frame.
        frame: FrameId,
        /// Transitions from the cube to the bad step.
        depth: Depth,
        /// The number of literals.
        size: usize,
    },
    /// A cube was blocked.
    Lemma {
        /// The highest frame in which it now is blocked.
        frame: FrameId,
        /// The number of literals.
        size: usize,
    },
    /// Lemmas were pushed.
    Propagated {
        /// The highest frame reached.
        frame: FrameId,
    },
    /// A step of a search, for observers that want details.
    Detail(Detail<'a>),
}

/// Receives events: progress, statistics and reports are observers.
pub trait Observer {
    /// Something happened.
    fn event(&mut self, event: Event<'_>);

    /// Whether each step of a search is to be told, as an [`Event::Detail`]. Asked at the beginning of a search; by
    /// default no.
    fn wants_details(&self) -> bool {
        false
    }
}

/// Ignores everything.
impl Observer for () {
    fn event(&mut self, _: Event<'_>) {}
}
