//! Proof obligations: cubes at locations, and their queue.

use super::options::Order;
use crate::base::Rng;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::cfa::{EdgeId, LocId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An obligation, by age.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ObligationId(u32);

impl ObligationId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// States that must be shown unreachable within a number of edges.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    /// From each of its states the edge of `parent` leads into the parent's cube.
    pub cube: Cube,
    pub location: LocId,
    pub frame: FrameId,
    /// Edges to the error.
    pub depth: usize,
    /// The obligation that it was made for, and the edge into that one's location; `None` at the error.
    pub parent: Option<(ObligationId, EdgeId)>,
    /// The number of times that it was blocked.
    pub activity: usize,
}

/// Lowest frame first; in a frame by the order of the options, then the oldest.
type Key = (Reverse<FrameId>, u64, Reverse<u32>);

/// All obligations of a search.
pub(super) struct Obligations {
    all: Vec<Obligation>,
    queue: BinaryHeap<Key>,
    /// Those that are blocked in the last frame and come back with the next one.
    masked: Vec<ObligationId>,
    order: Order,
    rng: Rng,
}

impl Obligations {
    pub fn new(order: Order, seed: u64) -> Obligations {
        Obligations {
            all: Vec::new(),
            queue: BinaryHeap::new(),
            masked: Vec::new(),
            order,
            rng: Rng::new(seed),
        }
    }

    pub fn get(&self, id: ObligationId) -> &Obligation {
        &self.all[id.index()]
    }

    pub fn get_mut(&mut self, id: ObligationId) -> &mut Obligation {
        &mut self.all[id.index()]
    }

    /// Adds an obligation to the queue.
    pub fn add(&mut self, obligation: Obligation) -> ObligationId {
        let id = ObligationId(u32::try_from(self.all.len()).expect("the number of obligations fits 32 bits"));
        self.all.push(obligation);
        self.enqueue(id);
        id
    }

    /// Puts an obligation back.
    pub fn enqueue(&mut self, id: ObligationId) {
        let o = self.get(id);
        let (frame, size, depth) = (o.frame, o.cube.len() as u64, o.depth as u64);
        let rank = match self.order {
            Order::Nearest => !depth,
            Order::Smallest => !size,
            Order::Largest => size,
            Order::Random => self.rng.next_u64(),
        };
        self.queue.push((Reverse(frame), rank, Reverse(id.0)));
    }

    /// Takes the next one.
    pub fn pop(&mut self) -> Option<ObligationId> {
        self.queue.pop().map(|(.., Reverse(id))| ObligationId(id))
    }

    /// Sets an obligation aside until the next frame is opened.
    pub fn mask(&mut self, id: ObligationId) {
        self.masked.push(id);
    }

    /// The obligations that were set aside are due.
    pub fn unmask(&mut self) -> usize {
        let due = std::mem::take(&mut self.masked);
        due.iter().for_each(|&id| self.enqueue(id));
        due.len()
    }
}
