//! Proof obligations and their queue, for all engines that have one.
//!
//! An obligation is a cube that is to be excluded from a frame of a *place*. A circuit or system has one place. A
//! program has a place for each location, and Horn clauses one for each predicate.

use super::cube::Cube;
use super::frames::LemmaId;
use crate::base::{index, HashMap, Rng};
use crate::engine::FrameId;
use crate::model::cfa::{EdgeId, LocId};
use crate::model::horn::PredicateId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Debug;
use std::hash::Hash;

/// A part of a model that has frames of its own.
pub(in crate::engine) trait Place: Copy + Eq + Hash + Debug {
    /// The way from the place of an obligation to that of its successor.
    type Way: Copy + Debug;
}

/// The one place of a circuit or system.
impl Place for () {
    type Way = ();
}

impl Place for LocId {
    type Way = EdgeId;
}

/// An obligation of a predicate has no successor: its derivation ends in a fact, and several others may wait for it.
impl Place for PredicateId {
    type Way = ();
}

/// Orders of the obligations of one frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ObligationOrder {
    /// Nearest to the goal first, then the one with fewest literals.
    Nearest,
    /// Farthest from the goal first, then the one with fewest literals.
    Farthest,
    /// Fewest literals first.
    Smallest,
    /// Most literals first.
    Largest,
    /// At random.
    Random,
}

/// Index of an obligation; never reused within one property.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::engine) struct ObligationId(u32);

index!(ObligationId);

/// States that must (or may) be shown unreachable within a number of steps.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Obligation<P: Place> {
    pub place: P,
    /// Every state in it steps into the successor's cube. At depth 0 it is in the goal, or in the lemma's cube.
    pub cube: Cube,
    pub frame: FrameId,
    /// Steps to the goal, or to the lemma's cube.
    pub depth: usize,
    pub successor: Option<(ObligationId, P::Way)>,
    /// For an obligation that only tries to push a lemma, and for its predecessors: that lemma.
    pub may: Option<LemmaId>,
    /// The number of times that it has come back.
    pub returns: usize,
    pub done: bool,
}

impl<P: Place> Obligation<P> {
    /// A cube to be blocked in this frame that does not wait for another one.
    pub fn new(place: P, cube: Cube, frame: FrameId) -> Obligation<P> {
        Obligation { place, cube, frame, depth: 0, successor: None, may: None, returns: 0, done: false }
    }
}

/// The future of an obligation whose cube is excluded below a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Return {
    /// It waits in the queue.
    Queued,
    /// It is set aside until [`Obligations::unmask`].
    Masked,
    Never,
}

/// Lowest frame first; in a frame may-obligations first, then by the order, then the shortest, then the oldest.
type Key = (Reverse<FrameId>, bool, u64, Reverse<usize>, Reverse<ObligationId>);

/// All obligations of a search, and the queue of those that are to be handled.
pub(in crate::engine) struct Obligations<P: Place> {
    all: Vec<Obligation<P>>,
    queue: BinaryHeap<Key>,
    /// The obligations that come back with the next frame.
    masked: Vec<ObligationId>,
    /// The obligations so far, if they are cached.
    known: Option<HashMap<(P, Cube), ObligationId>>,
    order: ObligationOrder,
    rng: Rng,
    /// An obligation that has come back more often is dropped; 0: never.
    most_returns: usize,
}

impl<P: Place> Obligations<P> {
    /// None yet. The seed is that of the random order.
    pub fn new(order: ObligationOrder, most_returns: usize, seed: u64) -> Obligations<P> {
        let (all, queue, masked) = (Vec::new(), BinaryHeap::new(), Vec::new());
        Obligations { all, queue, masked, known: None, order, rng: Rng::new(seed), most_returns }
    }

    /// From now on the same cube at the same place is the same obligation.
    pub fn cached(self) -> Obligations<P> {
        Obligations { known: Some(HashMap::default()), ..self }
    }

    pub fn clear(&mut self) {
        self.all.clear();
        self.queue.clear();
        self.masked.clear();
        self.known.iter_mut().for_each(HashMap::clear);
    }

    pub fn get(&self, id: ObligationId) -> &Obligation<P> {
        &self.all[id.index()]
    }

    pub fn get_mut(&mut self, id: ObligationId) -> &mut Obligation<P> {
        &mut self.all[id.index()]
    }

    /// Adds an obligation to the queue. If it is cached, that one is due in this frame, unless it waits in a lower one.
    pub fn add(&mut self, new: Obligation<P>) -> ObligationId {
        let next = ObligationId::new(self.all.len());
        let id = match &mut self.known {
            Some(known) => *known.entry((new.place, new.cube.clone())).or_insert(next),
            None => next,
        };
        if id == next {
            self.all.push(new);
        } else {
            let old = &mut self.all[id.index()];
            if !old.done && old.frame <= new.frame {
                return id;
            }
            *old = Obligation { returns: old.returns, ..new };
        }
        self.enqueue(id);
        id
    }

    /// Puts an obligation back.
    pub fn enqueue(&mut self, id: ObligationId) {
        let Obligation { ref cube, frame, depth, may, .. } = self.all[id.index()];
        let (size, depth) = (cube.len(), depth as u64);
        let rank = match self.order {
            ObligationOrder::Nearest => !depth,
            ObligationOrder::Farthest => depth,
            ObligationOrder::Smallest => !(size as u64),
            ObligationOrder::Largest => size as u64,
            ObligationOrder::Random => self.rng.next_u64(),
        };
        self.queue.push((Reverse(frame), may.is_some(), rank, Reverse(size), Reverse(id)));
    }

    /// The next one, and its frame. Forgets those that are done, or due in another frame by now.
    fn peek(&mut self) -> Option<(FrameId, ObligationId)> {
        while let Some(&(Reverse(frame), .., Reverse(id))) = self.queue.peek() {
            let obligation = self.get(id);
            if !obligation.done && obligation.frame == frame {
                return Some((frame, id));
            }
            self.queue.pop();
        }
        None
    }

    /// Takes the next one at this frame or below.
    pub fn pop(&mut self, limit: FrameId) -> Option<ObligationId> {
        let (_, id) = self.peek().filter(|&(frame, _)| frame <= limit)?;
        self.queue.pop();
        Some(id)
    }

    /// The frame of the one that would be next.
    pub fn lowest(&mut self) -> Option<FrameId> {
        self.peek().map(|(frame, _)| frame)
    }

    /// The cube of an obligation that was taken is excluded below this frame: it comes back there, unless it is not
    /// worth it.
    pub fn come_back(&mut self, id: ObligationId, frame: FrameId, how: Return) {
        let most = self.most_returns;
        let o = self.get_mut(id);
        o.returns += 1;
        o.frame = frame;
        // A cube that a may-obligation wanted to exclude from one frame is excluded now.
        let is_finished = o.may.is_some() && o.depth == 0;
        let is_tired = most > 0 && o.returns > most && o.depth > 0;
        o.done = how == Return::Never || frame.is_infinite() || is_finished || is_tired;
        match how {
            Return::Queued if !o.done => self.enqueue(id),
            Return::Masked if !o.done => self.masked.push(id),
            Return::Queued | Return::Masked | Return::Never => {}
        }
    }

    /// The obligations that were set aside are due.
    pub fn unmask(&mut self) {
        for id in std::mem::take(&mut self.masked) {
            self.enqueue(id);
        }
    }

    /// Drops every waiting obligation that exists only for the sake of this lemma.
    pub fn drop_may(&mut self, lemma: LemmaId) {
        for o in self.all.iter_mut().filter(|o| o.may == Some(lemma)) {
            o.done = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Var;

    fn obligation(size: usize, frame: usize, depth: usize) -> Obligation<()> {
        let cube = (0..size).map(|i| Var::new(i).positive()).collect();
        Obligation { depth, ..Obligation::new((), cube, FrameId::new(frame)) }
    }

    #[test]
    fn the_lowest_frame_is_first_and_then_the_order_counts() {
        let orders = [ObligationOrder::Nearest, ObligationOrder::Farthest, ObligationOrder::Largest];
        for (order, expected) in orders.into_iter().zip([[3, 1, 2], [3, 2, 1], [3, 1, 2]]) {
            let mut queue = Obligations::new(order, 0, 0);
            let made = [obligation(4, 2, 1), obligation(3, 2, 2), obligation(2, 1, 7), obligation(1, 3, 0)];
            let ids = made.map(|obligation| queue.add(obligation));
            let taken = [(); 3].map(|()| queue.pop(FrameId::new(2)));
            assert_eq!(taken, expected.map(|at: usize| Some(ids[at - 1])), "{:?}", order);
            assert_eq!((queue.pop(FrameId::new(2)), queue.lowest()), (None, Some(FrameId::new(3))));
        }
    }

    #[test]
    fn a_cached_obligation_is_due_in_the_lowest_frame_that_it_was_asked_for() {
        let mut queue = Obligations::new(ObligationOrder::Nearest, 1, 0).cached();
        let first = queue.add(obligation(1, 3, 1));
        assert_eq!([2, 4].map(|frame| queue.add(obligation(1, frame, 1))), [first; 2]);
        assert_eq!(queue.pop(FrameId::new(9)), Some(first));
        // The entry of frame 3 is void.
        assert_eq!(queue.pop(FrameId::new(9)), None);
        queue.come_back(first, FrameId::new(3), Return::Masked);
        assert_eq!(queue.lowest(), None);
        queue.unmask();
        assert_eq!(queue.pop(FrameId::new(9)), Some(first));
        queue.come_back(first, FrameId::new(4), Return::Queued);
        assert!(queue.get(first).done, "it has come back too often");
    }
}
