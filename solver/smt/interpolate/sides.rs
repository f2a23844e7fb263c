//! Cuts between formulas, sets of formulas, and the sides of a cut that a set is on.

use crate::base::HashMap;

/// The side of a cut that a term or variable belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Right,
    Both,
}

/// The formulas that one interpolant separates from the others: those of a subtree, from the first to the last.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    pub first: usize,
    pub last: usize,
}

impl Cut {
    pub fn is_left(self, part: usize) -> bool {
        self.first <= part && part <= self.last
    }
}

/// A set of parts, by its number in [`PartSets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct PartSet(u32);

/// The sets of parts in which terms and variables occur. There are many variables and few such sets.
pub(super) struct PartSets {
    lists: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, PartSet>,
    meets: HashMap<(PartSet, PartSet), PartSet>,
    additions: HashMap<(PartSet, u32), PartSet>,
    cuts: Vec<Cut>,
}

impl PartSets {
    /// The set without parts.
    pub const NONE: PartSet = PartSet(0);
    /// The set of all parts.
    pub const ALL: PartSet = PartSet(1);

    pub fn new(parts: usize, cuts: &[Cut]) -> PartSets {
        let mut sets = PartSets {
            lists: Vec::new(),
            numbers: HashMap::default(),
            meets: HashMap::default(),
            additions: HashMap::default(),
            cuts: cuts.to_vec(),
        };
        sets.number(Vec::new());
        sets.push((0..parts as u32).collect());
        sets
    }

    fn push(&mut self, list: Vec<u32>) -> PartSet {
        let number = PartSet(self.lists.len() as u32);
        self.numbers.insert(list.clone(), number);
        self.lists.push(list);
        number
    }

    fn number(&mut self, list: Vec<u32>) -> PartSet {
        match self.numbers.get(&list) {
            Some(&number) => number,
            None => self.push(list),
        }
    }

    /// The parts in both sets.
    pub fn meet(&mut self, a: PartSet, b: PartSet) -> PartSet {
        let key = (a.min(b), a.max(b));
        if a == b || key.0 == PartSets::NONE {
            return key.0;
        }
        if let Some(&known) = self.meets.get(&key) {
            return known;
        }
        let other = &self.lists[b.0 as usize];
        let both =
            self.lists[a.0 as usize].iter().copied().filter(|p| other.binary_search(p).is_ok()).collect();
        let met = self.number(both);
        self.meets.insert(key, met);
        met
    }

    /// The set with one more part.
    pub fn with(&mut self, set: PartSet, part: u32) -> PartSet {
        if let Some(&known) = self.additions.get(&(set, part)) {
            return known;
        }
        let mut list = self.lists[set.0 as usize].clone();
        if let Err(place) = list.binary_search(&part) {
            list.insert(place, part);
        }
        let larger = self.number(list);
        self.additions.insert((set, part), larger);
        larger
    }

    pub fn first(&self, set: PartSet) -> Option<u32> {
        self.lists[set.0 as usize].first().copied()
    }

    pub fn is_left(&self, part: u32, cut: usize) -> bool {
        self.cuts[cut].is_left(part as usize)
    }

    /// The side of a cut, by the cut's number, on which the parts are.
    pub fn side(&self, set: PartSet, cut: usize) -> Side {
        let (list, cut) = (&self.lists[set.0 as usize], self.cuts[cut]);
        // Parts on the left are neighbours, and the list is sorted.
        let before = list.partition_point(|&part| (part as usize) < cut.first);
        let left = list[before..].partition_point(|&part| part as usize <= cut.last);
        match left {
            0 => Side::Right,
            n if n == list.len() => Side::Left,
            _ => Side::Both,
        }
    }
}
