//! A partition of the latches into classes that may be equivalent, up to complement.
//!
//! Every latch is seen through its *phase*, chosen such that it starts as false. So all latches with a reset value
//! start in the class of the constant false, class 0, and evidence against them splits classes, never joins them. A
//! latch without a reset value differs from every other one in some initial state and is alone from the start. So is a
//! latch with a reset function: to tell which others start with the same value would take a proof.

use super::coi::Replacement;
use crate::base::HashMap;
use crate::model::circuit::{Circuit, LatchId, Reset, Signal};

/// The class that the constant false is in.
const CONSTANT: u32 = 0;

/// See the module's documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Classes {
    /// By latch.
    class: Vec<u32>,
    /// By latch: whether it is seen negated.
    negated: Vec<bool>,
    /// By latch: its node.
    signals: Vec<Signal>,
    /// All classes are below.
    count: u32,
}

impl Classes {
    /// The coarsest partition that agrees with the resets.
    pub(super) fn new(circuit: &Circuit) -> Classes {
        let latches = circuit.latches();
        let mut classes = Classes {
            class: vec![CONSTANT; latches.len()],
            negated: latches.iter().map(|latch| latch.reset == Reset::One).collect(),
            signals: latches.iter().map(|latch| latch.node.signal()).collect(),
            count: 1,
        };
        for (id, _) in circuit.latch_ids().filter(|(_, latch)| latch.reset.value().is_none()) {
            classes.isolate(id);
        }
        classes
    }

    /// The number of classes there have been; grows with each split.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Whether the latch may still equal this other one, or a constant if that is `None`.
    pub(super) fn together(&self, latch: LatchId, other: Option<LatchId>) -> bool {
        self.class[latch.index()] == other.map_or(CONSTANT, |other| self.class[other.index()])
    }

    /// Moves the latch into a class of its own.
    pub(super) fn isolate(&mut self, latch: LatchId) {
        self.class[latch.index()] = self.count;
        self.count += 1;
    }

    /// Splits all classes by something that tells latches apart. `seen` is given each latch and whether to look at it
    /// negated; what it says of the constant false must be 0. Returns whether any class was split.
    pub(super) fn split(&mut self, mut seen: impl FnMut(LatchId, bool) -> u64) -> bool {
        let before = self.count;
        let mut names: HashMap<(u32, u64), u32> = HashMap::default();
        // The first member of a class keeps its number, and the constant is the first of class 0.
        let mut named = vec![false; self.count as usize];
        named[CONSTANT as usize] = true;
        names.insert((CONSTANT, 0), CONSTANT);
        for i in 0..self.class.len() {
            let old = self.class[i];
            let key = (old, seen(LatchId::new(i), self.negated[i]));
            let first = !std::mem::replace(&mut named[old as usize], true);
            let count = &mut self.count;
            self.class[i] = *names.entry(key).or_insert_with(|| {
                *count += !first as u32;
                if first {
                    old
                } else {
                    *count - 1
                }
            });
        }
        self.count != before
    }

    /// Splits all classes by words of simulation, of which only the bits of `runs` count.
    pub(super) fn split_by_runs(&mut self, runs: u64, value: impl Fn(LatchId) -> u64) -> bool {
        self.split(|latch, negated| (value(latch) ^ (negated as u64).wrapping_neg()) & runs)
    }

    /// By latch: what it is a candidate to equal, the constant or the first latch of its class; `None` if it is the
    /// first.
    pub(super) fn replacement(&self) -> Replacement {
        let mut first: Vec<Option<Signal>> = vec![None; self.count as usize];
        first[CONSTANT as usize] = Some(Signal::FALSE);
        let mut replacement = Vec::with_capacity(self.class.len());
        for (i, &class) in self.class.iter().enumerate() {
            let entry = &mut first[class as usize];
            replacement.push(entry.map(|signal| signal.negate_if(self.negated[i])));
            if entry.is_none() {
                *entry = Some(self.signals[i].negate_if(self.negated[i]));
            }
        }
        replacement
    }
}
