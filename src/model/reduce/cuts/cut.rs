//! Cuts: nodes by which a gate's value is determined.
//!
//! A *cut* of a gate is a set of nodes, the leaves, such that each path from an input or a latch to the gate goes
//! through one of them, together with the gate's function of the leaves. Cuts of a gate are unions of cuts of its two
//! fanins, of which those with at most four leaves are kept, and no cut that contains another one.

use super::library::{swapped, INPUTS};

/// The leaves of a cut at most.
pub(super) const MOST_LEAVES: usize = 4;
/// The cuts of a gate at most, without that of the gate itself.
const MOST_CUTS: usize = 8;

/// A cut with at most four leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// Nodes in increasing order.
    leaves: [u32; MOST_LEAVES],
    count: u8,
    /// The function of the leaves. It depends on all of them, and on no input beyond.
    pub(super) table: u16,
    /// Bit `n` is set if a leaf is `n` modulo 32.
    signature: u32,
}

impl Cut {
    /// The cut of a node that is the node itself.
    pub(super) fn of_node(node: u32) -> Cut {
        Cut { leaves: [node, 0, 0, 0], count: 1, table: INPUTS[0], signature: 1 << (node % 32) }
    }

    pub(super) fn leaves(&self) -> &[u32] {
        &self.leaves[..usize::from(self.count)]
    }

    /// Whether all leaves are leaves of the other cut.
    fn is_within(&self, other: &Cut) -> bool {
        self.count <= other.count
            && self.signature & !other.signature == 0
            && self.leaves().iter().all(|leaf| other.leaves().contains(leaf))
    }

    /// The union, without a function.
    fn union(&self, other: &Cut) -> Option<Cut> {
        let signature = self.signature | other.signature;
        if signature.count_ones() as usize > MOST_LEAVES {
            return None;
        }
        let (left, right) = (self.leaves(), other.leaves());
        let mut union = Cut { leaves: [0; MOST_LEAVES], count: 0, table: 0, signature };
        let (mut i, mut j) = (0, 0);
        while i < left.len() || j < right.len() {
            let next = match (left.get(i), right.get(j)) {
                (Some(&a), Some(&b)) => a.min(b),
                (Some(&a), None) | (None, Some(&a)) => a,
                (None, None) => break,
            };
            i += usize::from(left.get(i) == Some(&next));
            j += usize::from(right.get(j) == Some(&next));
            *union.leaves.get_mut(usize::from(union.count))? = next;
            union.count += 1;
        }
        Some(union)
    }

    /// The function over the leaves of a larger cut.
    fn table_over(&self, larger: &Cut) -> u16 {
        let mut table = self.table;
        let mut to = larger.leaves().len();
        for from in (0..self.leaves().len()).rev() {
            to -= 1;
            while larger.leaves[to] != self.leaves[from] {
                to -= 1;
            }
            table = (from..to).fold(table, swapped);
        }
        table
    }

    /// Removes the leaves on which the function does not depend.
    fn minimize(&mut self) {
        let all = self.count;
        for i in (0..usize::from(all)).rev() {
            let differs = (self.table >> (1 << i) ^ self.table) & !INPUTS[i] != 0;
            if !differs {
                for j in i..usize::from(self.count) - 1 {
                    self.table = swapped(self.table, j);
                    self.leaves.swap(j, j + 1);
                }
                self.count -= 1;
            }
        }
        if self.count != all {
            self.signature = self.leaves().iter().fold(0, |bits, leaf| bits | 1 << (leaf % 32));
        }
    }
}

/// The cuts of all nodes of a circuit.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    all: Vec<Cut>,
    /// By node: where its cuts end.
    ends: Vec<u32>,
}

impl Cuts {
    /// The places of a node's cuts.
    pub(super) fn of(&self, node: usize) -> std::ops::Range<usize> {
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        start as usize..self.ends[node] as usize
    }

    pub(super) fn get(&self, index: usize) -> &Cut {
        &self.all[index]
    }

    /// Takes note of a node without fanins.
    pub(super) fn add_leaf(&mut self) {
        self.ends.push(self.all.len() as u32);
    }

    /// Finds the cuts of the next node, the conjunction of two nodes that may be negated. The worth of a leaf says
    /// which cuts are kept if there are too many. Gives the number of unions that were tried.
    pub(super) fn add_gate(&mut self, fanins: [(u32, bool); 2], worth: impl Fn(u32) -> u32) -> u64 {
        let sets = fanins.map(|(node, _)| self.of(node as usize));
        let mut kept: Vec<(Cut, u32)> = Vec::with_capacity(MOST_CUTS + 1);
        let own = fanins.map(|(node, _)| Cut::of_node(node));
        let mut tried = 0;
        for left in self.all[sets[0].clone()].iter().chain(&own[..1]) {
            for right in self.all[sets[1].clone()].iter().chain(&own[1..]) {
                tried += 1;
                let mut cut = match left.union(right) {
                    Some(cut) if !kept.iter().any(|(known, _)| known.is_within(&cut)) => cut,
                    Some(_) | None => continue,
                };
                let tables = [(left, fanins[0].1), (right, fanins[1].1)]
                    .map(|(part, negated)| part.table_over(&cut) ^ u16::from(negated).wrapping_neg());
                cut.table = tables[0] & tables[1];
                cut.minimize();
                kept.retain(|(known, _)| !cut.is_within(known));
                let worth_of = cut.leaves().iter().map(|&leaf| worth(leaf)).sum();
                kept.push((cut, worth_of));
                if kept.len() > MOST_CUTS {
                    let key = |(cut, worth): &(Cut, u32)| (std::cmp::Reverse(cut.count), *worth);
                    if let Some(worst) = (0..kept.len()).min_by_key(|&i| key(&kept[i])) {
                        kept.remove(worst);
                    }
                }
            }
        }
        self.all.extend(kept.iter().map(|(cut, _)| *cut));
        self.add_leaf();
        tried
    }
}
