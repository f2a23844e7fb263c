//! Follows values that a program does not give, from the answer of the oracle to the decision that depends on one.
//!
//! A run whose decisions depend on no such value goes the same way with any other ones. Decisions are branches, calls
//! by pointer, sizes of objects and places of stores; the error at the end is one, too. What depends on a value is told
//! too generously, and never too narrowly: all that a statement computes behind a read of the value depends on it, and
//! each decision counts, whether or not both ways lead to the error.

use super::pointer::{Pointer, Target};
use crate::base::HashMap;
use crate::c::{Ask, AskKind, Pos};
use std::collections::BTreeSet;

/// The values of a run that depend on answers which the program does not give.
#[derive(Debug, Default)]
pub struct Trail {
    /// The places of calls of functions whose results are not the program's.
    unknown: BTreeSet<Pos>,
    /// By serial number of the object and offset: a byte that depends on an answer.
    bytes: HashMap<(u64, i64), Ask>,
    /// By call: the answer on which the present statement depends so far.
    calls: Vec<Depends>,
    decision: Option<Ask>,
}

/// What a statement depends on.
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
        match ask.kind {
            AskKind::Call => self.unknown.contains(&ask.pos),
            AskKind::Declaration | AskKind::Skipped | AskKind::Result | AskKind::Read | AskKind::Effect => {
                true
            }
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
        if let (Pointer::Object(Target { serial, offset, .. }), false) = (pointer, self.bytes.is_empty()) {
            let found =
                (0..size as i64).find_map(|at| self.bytes.get(&(serial, offset.wrapping_add(at))).copied());
            let now = self.now();
            now.value = now.value.or(found);
        }
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
            for at in (0..size as i64).map(|at| offset.wrapping_add(at)) {
                match value {
                    Some(ask) => drop(self.bytes.insert((serial, at), ask)),
                    None if self.bytes.is_empty() => return,
                    None => drop(self.bytes.remove(&(serial, at))),
                }
            }
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
            let of_old = self.bytes.iter().filter(|((serial, _), _)| *serial == from.serial);
            let copies: Vec<_> = of_old.map(|(&(_, offset), &ask)| ((to.serial, offset), ask)).collect();
            self.bytes.extend(copies);
        }
    }
}
