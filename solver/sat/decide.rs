//! The choice of the next decision: a heap of scores (VSIDS) and a move-to-front queue (VMTF).
//!
//! VSIDS (Moskewicz et al., DAC 2001, in the exponential form of MiniSat) adds to the score of every variable met in
//! a conflict and lets the increment grow, so that older increments lose weight. VMTF (Ryan 2004; Biere and Fröhlich,
//! SAT 2015) moves those variables to the front of a list. The heap serves the stable mode and all queries under a
//! domain, the queue serves the focused mode. Both may hold assigned variables; they are skipped when met.

use crate::base::Var;

/// Scores with a binary max-heap over them. Ties go to the smaller index, so runs repeat exactly.
#[derive(Clone, Default)]
pub(super) struct Scores {
    score: Vec<f64>,
    heap: Vec<u32>,
    /// Position in the heap plus 1; 0: not in it.
    place: Vec<u32>,
    increment: f64,
}

impl Scores {
    pub fn grow(&mut self, vars: usize) {
        if self.increment == 0.0 {
            self.increment = 1.0;
        }
        self.score.resize(vars, 0.0);
        self.place.resize(vars, 0);
    }

    pub fn shrink(&mut self, vars: usize) {
        self.clear();
        self.score.truncate(vars);
        self.place.truncate(vars);
    }

    pub fn bytes(&self) -> usize {
        self.score.capacity() * 8 + (self.heap.capacity() + self.place.capacity()) * 4
    }

    /// Whether the variable was bumped lately, within the last hundred conflicts or so.
    #[inline]
    pub fn is_hot(&self, v: Var) -> bool {
        self.score[v.index()] > 1e-3 * self.increment
    }

    #[inline]
    fn above(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.score[a as usize], self.score[b as usize]);
        x > y || (x == y && a < b)
    }

    /// Whether the first variable comes out earlier.
    #[inline]
    pub fn is_above(&self, a: Var, b: Var) -> bool {
        self.above(a.index() as u32, b.index() as u32)
    }

    #[inline]
    fn put(&mut self, at: usize, v: u32) {
        self.heap[at] = v;
        self.place[v as usize] = at as u32 + 1;
    }

    fn up(&mut self, mut at: usize) {
        let v = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            let p = self.heap[parent];
            if !self.above(v, p) {
                break;
            }
            self.put(at, p);
            at = parent;
        }
        self.put(at, v);
    }

    fn down(&mut self, mut at: usize) {
        let v = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.above(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            let c = self.heap[child];
            if !self.above(c, v) {
                break;
            }
            self.put(at, c);
            at = child;
        }
        self.put(at, v);
    }

    #[inline]
    pub fn contains(&self, v: Var) -> bool {
        self.place[v.index()] != 0
    }

    pub fn insert(&mut self, v: Var) {
        if !self.contains(v) {
            self.heap.push(v.index() as u32);
            self.up(self.heap.len() - 1);
        }
    }

    pub fn clear(&mut self) {
        for &v in &self.heap {
            self.place[v as usize] = 0;
        }
        self.heap.clear();
    }

    /// Replaces the heap's content, in linear time.
    pub fn fill(&mut self, vars: impl Iterator<Item = Var>) {
        self.clear();
        for v in vars {
            self.heap.push(v.index() as u32);
            self.place[v.index()] = self.heap.len() as u32;
        }
        for at in (0..self.heap.len() / 2).rev() {
            self.down(at);
        }
    }

    pub fn pop(&mut self) -> Option<Var> {
        let top = *self.heap.first()?;
        self.place[top as usize] = 0;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.put(0, last);
            self.down(0);
        }
        Some(Var::from_number(top))
    }

    pub fn bump(&mut self, v: Var) {
        let s = &mut self.score[v.index()];
        *s += self.increment;
        if *s > 1e150 {
            self.rescale();
        }
        if let Some(at) = (self.place[v.index()] as usize).checked_sub(1) {
            self.up(at);
        }
    }

    /// Lowers the weight of all bumps so far: `factor` is in (0, 1), and a smaller one forgets faster.
    pub fn decay(&mut self, factor: f64) {
        self.increment /= factor;
        if self.increment > 1e150 {
            self.rescale();
        }
    }

    fn rescale(&mut self) {
        for s in &mut self.score {
            *s *= 1e-150;
        }
        self.increment *= 1e-150;
    }
}

const NIL: u32 = u32::MAX;

/// A doubly linked list of all variables in the order of their last bump.
///
/// `search` points at a variable after which every one is assigned, so that finding the next decision is cheap.
#[derive(Clone)]
pub(super) struct Queue {
    prev: Vec<u32>,
    next: Vec<u32>,
    stamp: Vec<u64>,
    first: u32,
    last: u32,
    search: u32,
    /// The largest stamp, and the smallest.
    clock: u64,
    floor: u64,
}

/// The first stamp; smaller ones are of variables that were put back.
const FIRST_STAMP: u64 = 1 << 40;

impl Default for Queue {
    fn default() -> Queue {
        Queue {
            prev: Vec::new(),
            next: Vec::new(),
            stamp: Vec::new(),
            first: NIL,
            last: NIL,
            search: NIL,
            clock: FIRST_STAMP,
            floor: FIRST_STAMP,
        }
    }
}

impl Queue {
    pub fn grow(&mut self, vars: usize) {
        for v in self.prev.len()..vars {
            self.prev.push(NIL);
            self.next.push(NIL);
            self.stamp.push(0);
            self.append(v as u32);
        }
    }

    /// Forgets the variables from `vars` on.
    pub fn shrink(&mut self, vars: usize) {
        for v in vars..self.prev.len() {
            self.unlink(v as u32);
        }
        self.prev.truncate(vars);
        self.next.truncate(vars);
        self.stamp.truncate(vars);
        self.search = self.last;
    }

    pub fn bytes(&self) -> usize {
        (self.prev.capacity() + self.next.capacity()) * 4 + self.stamp.capacity() * 8
    }

    fn append(&mut self, v: u32) {
        self.prev[v as usize] = self.last;
        self.next[v as usize] = NIL;
        if self.last == NIL {
            self.first = v;
        } else {
            self.next[self.last as usize] = v;
        }
        self.last = v;
        self.clock += 1;
        self.stamp[v as usize] = self.clock;
        self.search = v;
    }

    fn unlink(&mut self, v: u32) {
        let (p, n) = (self.prev[v as usize], self.next[v as usize]);
        if p == NIL {
            self.first = n;
        } else {
            self.next[p as usize] = n;
        }
        if n == NIL {
            self.last = p;
        } else {
            self.prev[n as usize] = p;
        }
    }

    /// Moves the variable to the end at which the search arrives last, and starts the search from the front again.
    pub fn put_back(&mut self, v: Var) {
        let i = v.index() as u32;
        if self.first == i {
            return;
        }
        self.unlink(i);
        self.search = self.last;
        self.prev[v.index()] = NIL;
        self.next[v.index()] = self.first;
        self.prev[self.first as usize] = i;
        self.first = i;
        self.floor -= 1;
        self.stamp[v.index()] = self.floor;
    }

    #[inline]
    pub fn stamp(&self, v: Var) -> u64 {
        self.stamp[v.index()]
    }

    /// Moves the variable to the front. If it is assigned, the caller's next search starts where it did before.
    pub fn bump(&mut self, v: Var, assigned: bool) {
        let i = v.index() as u32;
        if self.next[v.index()] == NIL {
            return;
        }
        let search = if self.search == i {
            let p = self.prev[v.index()];
            if p == NIL {
                self.next[v.index()]
            } else {
                p
            }
        } else {
            self.search
        };
        self.unlink(i);
        self.append(i);
        if assigned {
            self.search = search;
        }
    }

    /// Starts the search from the front again.
    pub fn rewind(&mut self) {
        self.search = self.last;
    }

    /// Notes that the variable became free: the search must not start behind it.
    #[inline]
    pub fn unassigned(&mut self, v: Var) {
        if self.search == NIL || self.stamp[v.index()] > self.stamp[self.search as usize] {
            self.search = v.index() as u32;
        }
    }

    /// The most recently bumped variable for which `free` holds.
    #[inline]
    pub fn next(&mut self, free: impl Fn(Var) -> bool) -> Option<Var> {
        let mut at = self.search;
        while at != NIL {
            let v = Var::from_number(at);
            if free(v) {
                self.search = at;
                return Some(v);
            }
            at = self.prev[at as usize];
        }
        // No variable is free until one is unassigned: the next search need not look at all of them again.
        self.search = NIL;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A search for integers asks thousands of times, with all variables assigned, and walked through all each time.
    #[test]
    fn a_search_that_found_none_free_is_not_made_again() {
        let mut queue = Queue::default();
        queue.grow(100);
        let looks = Cell::new(0);
        let none = |_| {
            looks.set(looks.get() + 1);
            false
        };
        assert_eq!((queue.next(none), queue.next(none), looks.get()), (None, None, 100));
        queue.unassigned(Var::new(7));
        assert_eq!(queue.next(|_| true), Some(Var::new(7)));
    }
}
