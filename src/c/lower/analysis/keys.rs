//! Targets of pointers, and sets of targets, as the analysis of the whole program uses them.
//!
//! A target is null, a number, a function, or a place in an object. A place is a fixed offset, or a pattern `base + k ·
//! stride` for any whole `k`. For example, `&a[i]` for an array of `int` has the pattern `0 + k · 32`, in bits.
//!
//! Sets stay small. If a set has more than [`MOST_OFFSETS`] offsets of one object, one pattern that covers them all
//! takes their place. So a set can grow only finitely often, and the analysis ends.

use crate::c::lower::source_map::Pointee;
use crate::c::read::syntax::{ExprId, FunctionId, ObjectId, TextId};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The most offsets of one object in a set.
const MOST_OFFSETS: usize = 6;

/// An object to which pointers may point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::c::lower) enum Root {
    Object(ObjectId),
    /// A string literal.
    Text(TextId),
    /// An object of the heap: the call that makes it, and its slot. The analysis uses slot 0 for all slots of a call.
    Heap(ExprId, u8),
}

impl Root {
    /// The object of the analysis that stands for all slots of a call: the same one in slot 0.
    pub fn in_all_slots(self) -> Root {
        match self {
            Root::Heap(call, _) => Root::Heap(call, 0),
            Root::Object(_) | Root::Text(_) => self,
        }
    }
}

/// A target of pointers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::c::lower) enum TargetKey {
    /// The number 0.
    Zero,
    /// A number that is no address of an object or function. It may be 0 only if numbers are told apart
    /// ([`Targets::is_exact`](super::targets::Targets::is_exact)).
    Number,
    Function(FunctionId),
    /// A place in an object: the bits `base + k · stride` for a whole number `k`. The stride of a fixed place is 0.
    Part {
        root: Root,
        base: i64,
        stride: u64,
    },
}

impl TargetKey {
    /// The beginning of an object.
    pub fn start(root: Root) -> TargetKey {
        TargetKey::Part { root, base: 0, stride: 0 }
    }

    fn part(root: Root, base: i64, stride: u64) -> TargetKey {
        let base = if stride == 0 { base } else { base.rem_euclid(stride as i64) };
        TargetKey::Part { root, base, stride }
    }

    /// The declared object into which the target leads.
    pub fn object(self) -> Option<ObjectId> {
        match self {
            TargetKey::Part { root: Root::Object(object), .. } => Some(object),
            TargetKey::Part { root: Root::Text(_) | Root::Heap(..), .. }
            | TargetKey::Zero
            | TargetKey::Number
            | TargetKey::Function(_) => None,
        }
    }

    /// The object into which the target leads, which may be a string literal or on the heap.
    pub fn root(self) -> Option<Root> {
        match self {
            TargetKey::Part { root, .. } => Some(root),
            TargetKey::Zero | TargetKey::Number | TargetKey::Function(_) => None,
        }
    }

    /// The target in the form in which the source map tells it.
    pub fn pointee(self) -> Pointee {
        match self {
            TargetKey::Zero => Pointee::Null,
            TargetKey::Number => Pointee::Number,
            TargetKey::Function(function) => Pointee::Function(function),
            TargetKey::Part { base, stride, .. } => Pointee::Object { object: self.object(), base, stride },
        }
    }

    /// The targets that this one stands for, if each slot of the heap is a target of its own.
    fn in_slots(self, slots: &impl Fn(ExprId) -> u8) -> Vec<TargetKey> {
        match self {
            TargetKey::Part { root: Root::Heap(call, _), base, stride } => {
                let at = |slot| TargetKey::Part { root: Root::Heap(call, slot), base, stride };
                (0..slots(call)).map(at).collect()
            }
            other => vec![other],
        }
    }

    /// The target moved by `bits` bits.
    fn shifted(self, bits: i64) -> TargetKey {
        match self {
            TargetKey::Part { root, base, stride } => TargetKey::part(root, base.wrapping_add(bits), stride),
            other => other,
        }
    }

    /// The target moved by any number of steps of `step` bits.
    fn stepped(self, step: u64) -> TargetKey {
        match self {
            TargetKey::Part { root, base, stride } => TargetKey::part(root, base, gcd(stride, step)),
            other => other,
        }
    }

    /// The target of the analysis that stands for all slots: the same one in slot 0.
    fn in_all_slots(self) -> TargetKey {
        match self {
            TargetKey::Part { root, base, stride } => {
                TargetKey::Part { root: root.in_all_slots(), base, stride }
            }
            other => other,
        }
    }

    /// The range, in the order of targets, of those that this one may cover or be covered by: the target itself, or all
    /// places in the same object.
    fn alike(self) -> RangeInclusive<TargetKey> {
        match self {
            TargetKey::Zero | TargetKey::Number | TargetKey::Function(_) => self..=self,
            TargetKey::Part { root, .. } => {
                let part = |base, stride| TargetKey::Part { root, base, stride };
                part(i64::MIN, u64::MIN)..=part(i64::MAX, u64::MAX)
            }
        }
    }

    /// Whether this target includes every place of another one.
    fn covers(self, other: TargetKey) -> bool {
        match (self, other) {
            (
                TargetKey::Part { root, base, stride },
                TargetKey::Part { root: other_root, base: other_base, stride: other_stride },
            ) if root == other_root && stride != 0 => {
                other_stride % stride == 0 && (other_base.wrapping_sub(base)) % stride as i64 == 0
            }
            _ => self == other,
        }
    }
}

/// The positions at which targets in an object may stand in a list of [`Keys::listed`].
pub(in crate::c::lower) fn positions_in(root: Root, targets: &[TargetKey]) -> impl Iterator<Item = usize> {
    let (first, last) = TargetKey::start(root).in_all_slots().alike().into_inner();
    let rest = targets.get(1..).unwrap_or(&[]);
    let begin = rest.partition_point(|key| key.in_all_slots() < first);
    let end = rest.partition_point(|key| key.in_all_slots() <= last);
    targets.first().map(|_| 0).into_iter().chain(1 + begin..1 + end)
}

/// The greatest common divisor; that of 0 and a number is the number.
pub(in crate::c::lower) fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

/// A set of targets in which none covers another.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Keys(BTreeSet<TargetKey>);

impl Keys {
    /// The set of one target.
    pub fn one(key: TargetKey) -> Keys {
        Keys(Some(key).into_iter().collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The targets, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = TargetKey> + '_ {
        self.0.iter().copied()
    }

    /// Adds a target, and returns whether the set has grown.
    pub fn add(&mut self, key: TargetKey) -> bool {
        if self.0.range(key.alike()).any(|known| known.covers(key)) {
            return false;
        }
        let covered: Vec<TargetKey> =
            self.0.range(key.alike()).copied().filter(|&known| key.covers(known)).collect();
        for known in covered {
            self.0.remove(&known);
        }
        self.0.insert(key);
        if let TargetKey::Part { root, .. } = key {
            self.widen(root, key);
        }
        true
    }

    /// Adds all targets of another set, and returns whether this one has grown.
    pub fn add_all(&mut self, other: &Keys) -> bool {
        other.iter().fold(false, |grown, key| self.add(key) | grown)
    }

    /// Replaces the targets in an object, of which `key` is one, by a pattern that covers them, if they are too many.
    fn widen(&mut self, of: Root, key: TargetKey) {
        let offset = |key: &TargetKey| match *key {
            TargetKey::Part { base, stride, .. } => Some((base, stride)),
            TargetKey::Zero | TargetKey::Number | TargetKey::Function(_) => None,
        };
        let offsets: Vec<(i64, u64)> = self.0.range(key.alike()).filter_map(offset).collect();
        if offsets.len() <= MOST_OFFSETS {
            return;
        }
        let first = offsets[0].0;
        let distance = offsets
            .iter()
            .fold(0, |all, &(base, stride)| gcd(gcd(all, stride), base.wrapping_sub(first).unsigned_abs()));
        self.0.retain(|key| !matches!(key, TargetKey::Part { root, .. } if *root == of));
        self.0.insert(TargetKey::part(of, first, distance));
    }

    /// The targets moved by `bits` bits.
    pub fn shifted(&self, bits: i64) -> Keys {
        self.mapped(|key| key.shifted(bits))
    }

    /// The targets moved by any number of steps of `step` bits.
    pub fn stepped(&self, step: u64) -> Keys {
        self.mapped(|key| key.stepped(step))
    }

    fn mapped(&self, map: impl Fn(TargetKey) -> TargetKey) -> Keys {
        let mut mapped = Keys::default();
        self.iter().for_each(|key| {
            mapped.add(map(key));
        });
        mapped
    }

    /// The targets that are places in objects, or functions.
    pub fn without_numbers(&self) -> Keys {
        Keys(self.iter().filter(|key| !matches!(key, TargetKey::Zero | TargetKey::Number)).collect())
    }

    /// The list of targets whose positions are the values of a pointer's variable. The list begins with `first`, the
    /// target of a pointer whose bytes are 0; the others follow in their order. A target on the heap becomes one target
    /// for each slot of the call that makes it.
    pub fn listed(&self, first: TargetKey, slots: &impl Fn(ExprId) -> u8) -> Vec<TargetKey> {
        let others = self.iter().filter(|&key| key != first && key != TargetKey::Zero);
        Some(first).into_iter().chain(others.flat_map(|key| key.in_slots(slots))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: u32, base: i64, stride: u64) -> TargetKey {
        TargetKey::Part { root: Root::Text(TextId(text)), base, stride }
    }

    /// Lists of 40,000 strings were searched from the beginning for each of them.
    #[test]
    fn targets_in_an_object_are_found_where_they_are_listed() {
        let heap = |call, base| TargetKey::part(Root::Heap(ExprId(call), 0), base, 0);
        let mut keys = Keys::one(TargetKey::Function(FunctionId(1)));
        for key in [at(1, 0, 0), at(1, 8, 0), at(2, 0, 8), heap(1, 0), heap(1, 64), heap(2, 0)] {
            keys.add(key);
        }
        for first in [TargetKey::Zero, at(3, 0, 0)] {
            let list = keys.listed(first, &|_| 3);
            for (position, key) in list.iter().enumerate() {
                if let Some(root) = key.root() {
                    assert!(positions_in(root, &list).any(|found| found == position), "{:?}", key);
                }
            }
            assert!(positions_in(Root::Text(TextId(2)), &list).count() <= 2);
        }
    }

    /// A new target is compared with those in its object, however many other objects there are.
    #[test]
    fn only_targets_in_one_object_are_alike() {
        let mut keys = Keys::one(TargetKey::Number);
        keys.add(TargetKey::Function(FunctionId(0)));
        for text in 0..100 {
            assert!(keys.add(at(text, 0, 0)) && keys.add(at(text, -32, 0)));
        }
        let alike: Vec<TargetKey> = keys.0.range(at(7, 8, 8).alike()).copied().collect();
        assert_eq!(alike, [at(7, -32, 0), at(7, 0, 0)]);
        assert_eq!(keys.0.range(TargetKey::Number.alike()).count(), 1);
        assert!(!keys.add(TargetKey::Number) && !keys.add(at(7, 0, 0)));
    }

    /// A pattern takes the place of what it covers, also by being made of too many offsets.
    #[test]
    fn a_pattern_stands_for_targets_of_its_object() {
        let mut keys = Keys::default();
        for text in 0..2 {
            assert!(keys.add(at(text, 0, 0)) && keys.add(at(text, 8, 0)));
        }
        assert!(keys.add(at(0, 16, 16)) && !keys.add(at(0, 64, 32)));
        assert_eq!(keys.iter().collect::<Vec<_>>(), [at(0, 8, 0), at(0, 16, 16), at(1, 0, 0), at(1, 8, 0)]);
        for base in 2..=MOST_OFFSETS as i64 {
            assert!(keys.add(at(1, 8 * base, 0)));
        }
        assert_eq!(keys.iter().collect::<Vec<_>>(), [at(0, 8, 0), at(0, 16, 16), at(1, 0, 8)]);
    }
}
