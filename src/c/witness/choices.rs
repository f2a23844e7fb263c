//! The answers of a run that is searched for, as choices between some values, and how a failed run changes them.
//!
//! The search for a run that follows a witness (`confirm`) tries one run after the other. If a run reaches a waypoint
//! whose constraint is false, for example `x == 7` where `x` is 0, the choice whose answer is in `x` takes the value 7
//! next, and all later choices are forgotten.

use super::condition::Wish;
use super::targets::Targets;
use crate::c::run::watch::Stored;
use crate::c::{Ask, AskKind};

/// A question, and the values to try.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub ask: Ask,
    pub values: Vec<i128>,
    pub taken: usize,
    /// Whether the witness tells the value.
    pub is_told: bool,
    /// The part of memory in which the answer was stored.
    pub stored: Option<Stored>,
}

impl Choice {
    pub fn value(&self) -> Option<i128> {
        self.values.get(self.taken).copied()
    }

    /// Makes a value the next one to try. Returns false if it was tried already.
    fn advance(&mut self, value: i128) -> bool {
        self.is_told = true;
        if self.values.iter().take(self.taken + 1).any(|&tried| tried == value) {
            return false;
        }
        self.taken += 1;
        self.values.insert(self.taken, value);
        true
    }
}

/// The values that a run would have needed to pass a waypoint.
#[derive(Clone, Debug, Default)]
pub(super) struct Lack {
    /// The values that places in memory would have needed.
    pub wishes: Vec<Wish>,
    /// The values of which the result of a call would have needed one.
    pub results: Vec<i128>,
}

impl Lack {
    pub fn is_empty(&self) -> bool {
        self.wishes.is_empty() && self.results.is_empty()
    }
}

/// Changes choices so that the next run has the values that this one lacked. Later choices are forgotten. Returns false
/// if each possible change was tried already.
pub(super) fn repair(choices: &mut Vec<Choice>, lack: &Lack, targets: &Targets) -> bool {
    let mut last = None;
    let mut note = |at: Option<usize>| last = last.max(at);
    for wish in &lack.wishes {
        note(grant(choices, wish, targets));
    }
    for &value in &lack.results {
        note(try_unplaced(choices, value));
    }
    match last {
        Some(last) => {
            choices.truncate(last + 1);
            true
        }
        None => false,
    }
}

/// Changes choices so that a wish is met, and returns the last one that has changed.
fn grant(choices: &mut [Choice], wish: &Wish, targets: &Targets) -> Option<usize> {
    if wish.is_met {
        return store(choices, wish, false);
    }
    // The most likely cause is tried first: an answer that was stored there, then one that is assigned to the variable,
    // then one without place that may have reached it.
    store(choices, wish, false)
        .or_else(|| assign(choices, wish, targets))
        .or_else(|| try_unplaced(choices, wish.value))
        .or_else(|| store(choices, wish, true))
}

/// Changes the choices whose answers were stored in the bits of a wish. Later choices come first, because their answers
/// have overwritten earlier ones. Choices that the witness tells are changed only if `is_any` is set.
fn store(choices: &mut [Choice], wish: &Wish, is_any: bool) -> Option<usize> {
    let ones = |width: u64| if width >= 127 { i128::MAX } else { (1 << width) - 1 };
    let mut open = ones(wish.width);
    let mut last = None;
    for (at, choice) in choices.iter_mut().enumerate().rev() {
        let stored = match choice.stored {
            Some(stored) if stored.region == wish.region && !stored.is_temporary => stored,
            _ => continue,
        };
        let (from, to) =
            (wish.start.max(stored.start), (wish.start + wish.width).min(stored.start + stored.width));
        if from >= to {
            continue;
        }
        let overlap = ones(to - from) << (from - wish.start);
        if overlap & open == 0 {
            continue;
        }
        let shift = from - stored.start;
        let wanted = (wish.value >> (from - wish.start) & ones(to - from)) << shift;
        let kept = choice.value().unwrap_or(0) & !(ones(to - from) << shift);
        open &= !overlap;
        let value = if stored.width == wish.width { wish.value } else { kept | wanted };
        if choice.value() == Some(value) {
            choice.is_told = true;
        } else if (is_any || !choice.is_told) && choice.advance(value) {
            last = last.max(Some(at));
        }
    }
    last
}

/// Changes the last choice whose answer is assigned to the variable of a wish.
fn assign(choices: &mut [Choice], wish: &Wish, targets: &Targets) -> Option<usize> {
    let assigned = |choice: &Choice| {
        let is_part = choice.stored.map_or(true, |stored| stored.first % 8 == wish.start % 8);
        wish.object.is_some() && targets.object(&choice.ask) == wish.object && is_part
    };
    let at = choices.iter().rposition(assigned)?;
    let is_open = choices[at].stored.map_or(true, |stored| stored.is_temporary) && !choices[at].is_told;
    (is_open && choices[at].advance(wish.value)).then_some(at)
}

/// Changes the last choice whose answer has no place in memory, and that has not tried this value.
fn try_unplaced(choices: &mut [Choice], value: i128) -> Option<usize> {
    let is_open = |choice: &Choice| {
        let is_kind = match choice.ask.kind {
            AskKind::Call | AskKind::Read | AskKind::Volatile | AskKind::Result => true,
            AskKind::Declaration | AskKind::Skipped | AskKind::Parameter => choice.stored.is_none(),
            AskKind::Extern | AskKind::Effect | AskKind::Heap | AskKind::Address => false,
        };
        is_kind && !choice.is_told
    };
    let mut candidates: Vec<usize> = (0..choices.len()).filter(|&at| is_open(&choices[at])).collect();
    candidates.reverse();
    candidates.into_iter().take(8).find(|&at| choices[at].advance(value))
}
