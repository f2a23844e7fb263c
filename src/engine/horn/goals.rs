//! Goals and their queue.

use super::options::GoalOrder;
use crate::base::HashMap;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::horn::PredicateId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Index of a goal; never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct GoalId(u32);

/// States of a predicate that are to be excluded from a frame, or found derivable.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    /// One beyond the last is falsity.
    pub predicate: PredicateId,
    pub cube: Cube,
    pub frame: FrameId,
    /// Uses of clauses from here to the query.
    pub depth: usize,
    /// The number of times that it has come back.
    pub returns: usize,
    pub done: bool,
}

/// Lowest frame first, then by the order, then the shortest, then the oldest.
type Key = (Reverse<FrameId>, i64, Reverse<usize>, Reverse<u32>);

pub(super) struct Goals {
    all: Vec<Goal>,
    /// The goals so far, if they are cached.
    known: Option<HashMap<(PredicateId, Cube), GoalId>>,
    queue: BinaryHeap<Key>,
    order: GoalOrder,
}

impl Goals {
    pub fn new(order: GoalOrder, caches: bool) -> Goals {
        let known = caches.then(HashMap::default);
        Goals { all: Vec::new(), known, queue: BinaryHeap::new(), order }
    }

    pub fn get(&self, id: GoalId) -> &Goal {
        &self.all[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: GoalId) -> &mut Goal {
        &mut self.all[id.0 as usize]
    }

    /// Asks for a goal in a frame, whether or not it is cached.
    pub fn add(&mut self, predicate: PredicateId, cube: Cube, frame: FrameId, depth: usize) {
        let new = GoalId(self.all.len() as u32);
        let id = match &mut self.known {
            Some(known) => *known.entry((predicate, cube.clone())).or_insert(new),
            None => new,
        };
        if id == new {
            self.all.push(Goal { predicate, cube, frame, depth, returns: 0, done: true });
        }
        let goal = self.get_mut(id);
        if goal.done || frame < goal.frame {
            goal.done = false;
            goal.frame = frame;
            goal.depth = depth;
            self.enqueue(id);
        }
    }

    /// Puts a goal back.
    pub fn enqueue(&mut self, id: GoalId) {
        let goal = self.get(id);
        let depth = goal.depth as i64;
        let rank = match self.order {
            GoalOrder::Shallow => -depth,
            GoalOrder::Deep => depth,
        };
        self.queue.push((Reverse(goal.frame), rank, Reverse(goal.cube.len()), Reverse(id.0)));
    }

    /// The next one at this frame or below.
    pub fn pop(&mut self, limit: FrameId) -> Option<GoalId> {
        while let Some(&(Reverse(frame), .., Reverse(id))) = self.queue.peek() {
            if frame > limit {
                return None;
            }
            self.queue.pop();
            let goal = &self.all[id as usize];
            if !goal.done && goal.frame == frame {
                return Some(GoalId(id));
            }
        }
        None
    }
}
