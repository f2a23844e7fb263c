//! Evaluates the invariants of a witness during a run, and stops the run at the first one that is false.

use super::correctness::PlacedInvariants;
use super::format::InvariantKind;
use crate::c::run::watch::{Moment, Observer, View};
use crate::c::Pos;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;

/// An invariant that is not true in a state of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// The index of the invariant.
    pub invariant: usize,
    /// Whether the expression has no value there.
    pub has_no_value: bool,
}

/// The observer that evaluates the invariants at their places until one is not true.
pub(super) struct Watch<'p> {
    placed: &'p PlacedInvariants,
    /// By place: the indices of its invariants.
    at: HashMap<Pos, Vec<usize>>,
    pub found: Option<Found>,
    /// Set when an invariant is not true, to stop the run.
    flag: Arc<AtomicBool>,
}

impl<'p> Watch<'p> {
    pub fn new(placed: &'p PlacedInvariants, flag: Arc<AtomicBool>) -> Watch<'p> {
        let mut at: HashMap<Pos, Vec<usize>> = HashMap::new();
        for (index, invariant) in placed.list.iter().enumerate() {
            at.entry(invariant.pos).or_default().push(index);
        }
        Watch { placed, at, found: None, flag }
    }
}

impl Observer for Watch<'_> {
    fn statement(&mut self, view: &View<'_>) {
        if self.found.is_some() {
            return;
        }
        for &index in self.at.get(&view.pos()).into_iter().flatten() {
            let invariant = &self.placed.list[index];
            if invariant.kind == InvariantKind::Loop && view.moment() == Moment::Begin {
                continue;
            }
            let value = self.placed.value(invariant, view);
            if value.map_or(true, |value| value == 0) {
                self.found = Some(Found { invariant: index, has_no_value: value.is_none() });
                self.flag.store(true, Relaxed);
                return;
            }
        }
    }
}
