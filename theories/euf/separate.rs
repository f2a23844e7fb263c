//! Disequalities, values, and watched pairs.
//!
//! A class knows the disequalities and the watched pairs that have a side in it. When two classes merge, a pair between
//! them becomes equal, and a disequality between them is a conflict. A pair becomes different if there is a disequality
//! between the classes of its sides, or a value in each. A merge looks for these among the pairs of one side whenever
//! the other side brings disequalities or a value.

use super::id::{NodeId, PairId, Tag};
use super::lists::List;
use super::state::{Apart, Conflict, EGraph, Implied, Pair, Undo, Why};

impl EGraph {
    /// Makes two nodes different.
    ///
    /// # Errors
    ///
    /// The conflict, which lasts until the level is left.
    pub fn separate(&mut self, a: NodeId, b: NodeId, tag: Tag) -> Result<(), Conflict> {
        self.propagate()?;
        if self.root(a) == self.root(b) {
            let mut tags = vec![tag];
            self.explain_equal(a, b, &mut tags);
            return self.fail(Conflict(tags));
        }
        let number = self.apart.len() as u32;
        self.apart.push(Apart { sides: (a, b), tag });
        for side in [a, b] {
            let root = self.root(side);
            self.lists.push(&mut self.nodes[root.index()].class.apart, number);
        }
        self.trail.push(Undo::Apart);
        let (a, b) = (self.root(a), self.root(b));
        self.tell_apart(a, b, number);
        Ok(())
    }

    pub(super) fn undo_apart(&mut self) {
        if let Some(Apart { sides: (a, b), .. }) = self.apart.pop() {
            for side in [b, a] {
                let root = self.root(side);
                self.lists.pop(&mut self.nodes[root.index()].class.apart);
            }
        }
    }

    /// Watches a pair of nodes. If it is known already it is reported at once.
    pub fn watch(&mut self, a: NodeId, b: NodeId) -> PairId {
        let pair = PairId::new(self.pairs.len());
        self.pairs.push(Pair { sides: (a, b), known: None });
        self.add_pair(pair);
        pair
    }

    pub(super) fn link_pair(&mut self, pair: PairId) {
        let (a, b) = self.pairs[pair.index()].sides;
        for side in [a, b] {
            let root = self.root(side);
            self.lists.push(&mut self.nodes[root.index()].class.pairs, pair.index() as u32);
        }
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            self.know(pair, Why::Equal);
        } else if let Some(why) = self.why_apart(a, b) {
            self.know(pair, why);
        }
    }

    pub(super) fn unlink_pair(&mut self, pair: PairId) {
        let (a, b) = self.pairs[pair.index()].sides;
        for side in [b, a] {
            let root = self.root(side);
            self.lists.pop(&mut self.nodes[root.index()].class.pairs);
        }
    }

    /// Takes the pairs that became known since the last call, or since a level was left.
    pub fn take_implied(&mut self, into: &mut Vec<Implied>) {
        into.append(&mut self.implied);
    }

    /// Adds the tags from which a known pair follows: only those that held when it became known.
    ///
    /// # Panics
    ///
    /// If the pair is not known.
    pub fn explain(&mut self, pair: PairId, tags: &mut Vec<Tag>) {
        let Pair { sides: (a, b), known } = self.pairs[pair.index()];
        self.begin_explanation();
        match known {
            Some(Why::Equal) => self.explain_further(a, b, tags),
            Some(Why::Apart { number, swapped }) => {
                let Apart { sides: (x, y), tag } = self.apart[number as usize];
                let (x, y) = if swapped { (y, x) } else { (x, y) };
                tags.push(tag);
                self.explain_further(a, x, tags);
                self.explain_further(b, y, tags);
            }
            Some(Why::Values(x, y)) => {
                self.explain_further(a, x, tags);
                self.explain_further(b, y, tags);
            }
            None => panic!("pair {} is not known", pair.index()),
        }
    }

    /// Whether two nodes are known to be different.
    pub fn are_apart(&self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        a != b && self.why_apart(a, b).is_some()
    }

    /// Why two classes are different, in the order of the classes.
    fn why_apart(&self, a: NodeId, b: NodeId) -> Option<Why> {
        let (of_a, of_b) = (self.nodes[a.index()].class, self.nodes[b.index()].class);
        if let (Some(x), Some(y)) = (of_a.value, of_b.value) {
            return Some(Why::Values(x, y));
        }
        self.lists.iter(self.lists.shorter(of_a.apart, of_b.apart)).find_map(|number| {
            let (x, y) = self.apart[number as usize].sides;
            let roots = (self.root(x), self.root(y));
            let is_between = roots == (a, b) || roots == (b, a);
            is_between.then_some(Why::Apart { number, swapped: roots.0 == b })
        })
    }

    /// Tells what a merge means for pairs and disequalities. The nodes of both classes have the second root already,
    /// their lists are still apart.
    ///
    /// # Errors
    ///
    /// The conflict, if there is one.
    pub(super) fn tell(&mut self, small: NodeId, large: NodeId) -> Result<(), Conflict> {
        let (lesser, class) = (self.nodes[small.index()].class, self.nodes[large.index()].class);
        if let (Some(x), Some(y)) = (lesser.value, class.value) {
            let mut tags = Vec::new();
            self.explain_equal(x, y, &mut tags);
            return Err(Conflict(tags));
        }
        let mut walk = lesser.apart.walk();
        while let Some(number) = self.lists.step(&mut walk) {
            let Apart { sides: (x, y), tag } = self.apart[number as usize];
            if self.root(x) == self.root(y) {
                let mut tags = vec![tag];
                self.explain_equal(x, y, &mut tags);
                return Err(Conflict(tags));
            }
        }
        let mut walk = lesser.pairs.walk();
        while let Some(number) = self.lists.step(&mut walk) {
            let (x, y) = self.pairs[number as usize].sides;
            if self.root(x) == self.root(y) {
                self.know(PairId::new(number as usize), Why::Equal);
            }
        }
        self.tell_new(lesser.apart, lesser.value, class.pairs, large);
        self.tell_new(class.apart, class.value, lesser.pairs, large);
        Ok(())
    }

    /// The pairs of one part of a merged class that are different by disequalities, or by the value, of the other part.
    fn tell_new(&mut self, apart: List, value: Option<NodeId>, pairs: List, root: NodeId) {
        if apart == List::EMPTY && value.is_none() {
            return;
        }
        let mut walk = pairs.walk();
        while let Some(number) = self.lists.step(&mut walk) {
            let pair = PairId::new(number as usize);
            let Pair { sides: (a, b), known } = self.pairs[pair.index()];
            if known.is_some() {
                continue;
            }
            let is_first = self.root(a) == root;
            let other = self.root(if is_first { b } else { a });
            let values = value.and_then(|x| Some((x, self.nodes[other.index()].class.value?)));
            let why = match values {
                Some((x, y)) if is_first => Some(Why::Values(x, y)),
                Some((x, y)) => Some(Why::Values(y, x)),
                None => self.lists.iter(apart).find_map(|number| {
                    let (x, y) = self.apart[number as usize].sides;
                    let is_other = self.root(x) == other || self.root(y) == other;
                    is_other.then(|| Why::Apart { number, swapped: (self.root(x) == root) != is_first })
                }),
            };
            why.into_iter().for_each(|why| self.know(pair, why));
        }
    }

    /// Tells the pairs between two classes that became different.
    fn tell_apart(&mut self, a: NodeId, b: NodeId, number: u32) {
        let [of_a, of_b] = [a, b].map(|root| self.nodes[root.index()].class.pairs);
        let mut walk = self.lists.shorter(of_a, of_b).walk();
        while let Some(pair) = self.lists.step(&mut walk) {
            let pair = PairId::new(pair as usize);
            let (x, y) = self.pairs[pair.index()].sides;
            let roots = (self.root(x), self.root(y));
            if roots == (a, b) || roots == (b, a) {
                self.know(pair, Why::Apart { number, swapped: roots.0 == b });
            }
        }
    }

    fn know(&mut self, pair: PairId, why: Why) {
        let known = &mut self.pairs[pair.index()].known;
        if known.is_none() {
            *known = Some(why);
            self.trail.push(Undo::Known(pair));
            self.implied.push(Implied { pair, equal: why == Why::Equal });
        }
    }
}
