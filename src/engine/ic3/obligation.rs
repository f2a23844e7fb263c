//! Proof obligations and their queue.

use super::cube::Cube;
use super::frames::LemmaId;
use crate::engine::FrameId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Index of an obligation; never reused within one property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::engine) struct ObligationId(u32);

impl ObligationId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// States that must (or may) be shown unreachable within a number of steps.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    /// Every state in it steps into the successor's cube, or is in the goal if there is none.
    pub cube: Cube,
    pub frame: FrameId,
    /// Steps to the goal, or to the lemma's cube.
    pub depth: usize,
    pub successor: Option<ObligationId>,
    /// For an obligation that only tries to push a lemma, and for its predecessors: that lemma.
    pub may: Option<LemmaId>,
    /// The number of times that it has come back.
    pub activity: usize,
    pub done: bool,
}

/// Lowest frame first; in a frame may-obligations first, then the nearest to the goal, then the shortest, then the
/// oldest.
type Key = (Reverse<FrameId>, bool, Reverse<usize>, Reverse<usize>, Reverse<u32>);

#[derive(Default)]
pub(super) struct Obligations {
    all: Vec<Obligation>,
    queue: BinaryHeap<Key>,
}

impl Obligation {
    /// A cube to be blocked in this frame that does not wait for another one.
    pub fn new(cube: Cube, frame: FrameId, may: Option<LemmaId>) -> Obligation {
        Obligation { cube, frame, depth: 0, successor: None, may, activity: 0, done: false }
    }
}

impl Obligations {
    pub fn clear(&mut self) {
        self.all.clear();
        self.queue.clear();
    }

    pub fn get(&self, id: ObligationId) -> &Obligation {
        &self.all[id.index()]
    }

    pub fn get_mut(&mut self, id: ObligationId) -> &mut Obligation {
        &mut self.all[id.index()]
    }

    pub fn add(&mut self, obligation: Obligation) -> ObligationId {
        let id = ObligationId(self.all.len() as u32);
        self.all.push(obligation);
        self.enqueue(id);
        id
    }

    pub fn enqueue(&mut self, id: ObligationId) {
        let o = self.get(id);
        let key = (Reverse(o.frame), o.may.is_some(), Reverse(o.depth), Reverse(o.cube.len()), Reverse(id.0));
        self.queue.push(key);
    }

    /// The next one at this frame or below.
    pub fn pop(&mut self, limit: FrameId) -> Option<ObligationId> {
        while let Some(&(Reverse(frame), .., Reverse(id))) = self.queue.peek() {
            if frame > limit {
                return None;
            }
            self.queue.pop();
            if !self.all[id as usize].done {
                return Some(ObligationId(id));
            }
        }
        None
    }

    /// The frame of the one that would be next.
    pub fn lowest(&mut self) -> Option<FrameId> {
        while let Some(&(Reverse(frame), .., Reverse(id))) = self.queue.peek() {
            if !self.all[id as usize].done {
                return Some(frame);
            }
            self.queue.pop();
        }
        None
    }

    /// Drops every waiting obligation that exists only for the sake of this lemma.
    pub fn drop_may(&mut self, lemma: LemmaId) {
        for o in self.all.iter_mut().filter(|o| o.may == Some(lemma)) {
            o.done = true;
        }
    }
}
