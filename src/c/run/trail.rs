//! Follows values that a program does not give, from the answer of the oracle to the decision that depends on one.
//!
//! A run whose decisions depend on no such value goes the same way with any other ones. Decisions are branches, calls
//! by pointer, sizes of objects and places of stores; the error at the end is one, too. Dependence is told too
//! generously, and never too narrowly: all that a statement computes behind a read of the value depends on it, and
//! each decision counts, whether or not both ways lead to the error.

use super::pointer::{Pointer, Target};
use crate::c::{Ask, AskKind, Pos};
use std::collections::{BTreeMap, BTreeSet};

/// The values of a run that depend on answers which the program does not give.
#[derive(Debug, Default)]
pub struct Trail {
    /// The places of calls of functions whose results are not the program's.
    unknown: BTreeSet<Pos>,
    /// Whether the trail is that of the bits of addresses alone.
    of_addresses: bool,
    /// Bytes that depend on an answer, as ranges without common bytes: by serial number of the object and first offset,
    /// the offset behind the last one.
    bytes: BTreeMap<(u64, i64), (i64, Ask)>,
    /// By call: the answer on which the present statement depends so far.
    calls: Vec<Depends>,
    decision: Option<Ask>,
}

/// The answers on which a statement depends.
#[derive(Clone, Copy, Debug, Default)]
struct Depends {
    value: Option<Ask>,
    /// The same for the places that it has found.
    place: Option<Ask>,
}

impl Trail {
    pub(in crate::c) fn new(unknown: BTreeSet<Pos>) -> Trail {
        Trail { unknown, calls: vec![Depends::default()], ..Trail::default() }
    }

    /// The trail of the low bits of addresses.
    pub(in crate::c) fn of_addresses() -> Trail {
        Trail { of_addresses: true, ..Trail::new(BTreeSet::new()) }
    }

    /// The first answer on which a decision of the run depends.
    pub(in crate::c) fn decision(&self) -> Option<Ask> {
        self.decision
    }

    fn now(&mut self) -> &mut Depends {
        if self.calls.is_empty() {
            self.calls.push(Depends::default());
        }
        let last = self.calls.len() - 1;
        &mut self.calls[last]
    }

    fn is_made_up(&self, ask: &Ask) -> bool {
        if self.of_addresses {
            return ask.kind == AskKind::Address;
        }
        match ask.kind {
            AskKind::Call => self.unknown.contains(&ask.pos),
            AskKind::Declaration | AskKind::Skipped | AskKind::Result | AskKind::Read | AskKind::Effect => {
                true
            }
            // An error that depends on one is not told.
            AskKind::Address => false,
            AskKind::Parameter | AskKind::Volatile | AskKind::Heap | AskKind::Extern => false,
        }
    }

    /// A statement begins, outside of an expression.
    pub(super) fn begin(&mut self) {
        *self.now() = Depends::default();
    }

    /// A call begins, whose arguments were stored.
    pub(super) fn enter(&mut self) {
        self.calls.push(Depends::default());
    }

    /// A call ends. Its result depends on what the statement that returns depends on.
    pub(super) fn leave(&mut self, has_result: bool) {
        let left = self.calls.pop().unwrap_or_default().value.filter(|_| has_result);
        let now = self.now();
        now.value = now.value.or(left);
    }

    pub(super) fn answered(&mut self, ask: &Ask) {
        if self.is_made_up(ask) {
            let now = self.now();
            now.value = now.value.or(Some(*ask));
        }
    }

    /// Answers to a question were stored in an object.
    pub(super) fn asked(&mut self, ask: &Ask, pointer: Pointer, size: u64) {
        let ask = Some(*ask).filter(|ask| self.is_made_up(ask));
        self.store(pointer, size, ask);
    }

    pub(super) fn read(&mut self, pointer: Pointer, size: u64) {
        if let Pointer::Object(Target { serial, offset, .. }) = pointer {
            let found = self.last_below(serial, end(offset, size)).filter(|&(_, to, _)| to > offset);
            let now = self.now();
            now.value = now.value.or(found.map(|(_, _, ask)| ask));
        }
    }

    /// The last range of an object that begins below an offset: where it begins, and where it ends.
    fn last_below(&self, serial: u64, offset: i64) -> Option<(i64, i64, Ask)> {
        let last = self.bytes.range((serial, i64::MIN)..(serial, offset)).next_back();
        last.map(|(&(_, from), &(to, ask))| (from, to, ask))
    }

    /// A write through a place that was found before, or directly to a variable. A bit-field keeps other bits.
    pub(super) fn write(&mut self, pointer: Pointer, size: u64, is_part: bool, is_direct: bool) {
        let now = *self.now();
        if !is_direct {
            self.decision = self.decision.or(now.place);
        }
        if now.value.is_some() || !is_part {
            self.store(pointer, size, now.value);
        }
    }

    fn store(&mut self, pointer: Pointer, size: u64, value: Option<Ask>) {
        if let Pointer::Object(Target { serial, offset, .. }) = pointer {
            let end = end(offset, size);
            while let Some((from, to, ask)) = self.last_below(serial, end).filter(|&(_, to, _)| to > offset) {
                self.bytes.remove(&(serial, from));
                self.fill(serial, (from, offset), ask);
                self.fill(serial, (end, to), ask);
            }
            value.into_iter().for_each(|ask| self.fill(serial, (offset, end), ask));
        }
    }

    fn fill(&mut self, serial: u64, (from, to): (i64, i64), ask: Ask) {
        if from < to {
            self.bytes.insert((serial, from), (to, ask));
        }
    }

    /// A pointer on the way to a place was followed.
    pub(super) fn found_place(&mut self) {
        let now = self.now();
        now.place = now.place.or(now.value);
    }

    pub(super) fn decide(&mut self) {
        let value = self.now().value;
        self.decision = self.decision.or(value);
    }

    /// The bytes of an object are copied to another one that replaces it.
    pub(super) fn copied(&mut self, from: Pointer, to: Pointer) {
        if let (Pointer::Object(from), Pointer::Object(to)) = (from, to) {
            let of_old = self.bytes.range((from.serial, i64::MIN)..=(from.serial, i64::MAX));
            let copies: Vec<_> = of_old.map(|(&(_, first), &range)| ((to.serial, first), range)).collect();
            self.bytes.extend(copies);
        }
    }
}

/// The offset behind a place.
fn end(offset: i64, size: u64) -> i64 {
    offset.saturating_add(i64::try_from(size).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c::Types;

    /// Ranges are held against a map of single bytes.
    #[test]
    fn ranges_of_bytes_are_cut_and_replaced() {
        let mut rng = crate::base::Rng::new(5);
        let (mut trail, mut bytes) = (Trail::new(BTreeSet::new()), [None; 40]);
        let asks =
            [AskKind::Read, AskKind::Effect].map(|kind| Ask { pos: Pos::START, kind, ty: Types::CHAR });
        for _ in 0..2_000 {
            let (from, size) = (rng.below(30), rng.below(10));
            let value = [None, Some(asks[0]), Some(asks[1])][rng.below(3)];
            let target = Pointer::Object(Target { slot: 0, serial: 3, offset: from as i64 });
            trail.store(target, size as u64, value);
            bytes[from..from + size].fill(value);
            for (at, &byte) in bytes.iter().enumerate() {
                let found = trail.last_below(3, at as i64 + 1).filter(|&(_, to, _)| to > at as i64);
                assert_eq!(found.map(|(_, _, ask)| ask.kind), byte.map(|ask| ask.kind), "{}", at);
            }
        }
    }
}
