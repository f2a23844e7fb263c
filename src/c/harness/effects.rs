//! The changes that calls of undefined functions make to objects in a counterexample.
//!
//! A function that the program does not define may write to the program's objects. The run has an answer for each value
//! that is written, but only the interpreter knows which call wrote it to which object. So the run is replayed here and
//! watched; the stubs of the harness ([`stubs`](super::stubs)) then make the same changes, call by call.

use super::counterexample::Counterexample;
use crate::base::Budget;
use crate::c::check::replay::{replay, RecordedAnswer};
use crate::c::run::watch::{Observer, Stored, View};
use crate::c::{Ask, AskKind, ExprId, ExprKind, FunctionId, ObjectId, Pos, StmtKind, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// The objects that calls of undefined functions change, and the values that they get.
#[derive(Debug, Default)]
pub(super) struct Effects {
    /// By function: the objects that its first call changes, its second call, and so on.
    pub calls: BTreeMap<FunctionId, Vec<Vec<ObjectId>>>,
    /// By object: the values that its parts get, in the order of the changes.
    pub values: BTreeMap<ObjectId, Vec<i128>>,
    /// By word: the facts about pointers of a function alone, in their order.
    pub facts: BTreeMap<String, Vec<i128>>,
    /// The places of local objects whose declarations the run reaches.
    declared: BTreeSet<Pos>,
}

/// The observer that collects the effects while a run is replayed.
struct Watch<'a> {
    run: &'a Counterexample<'a>,
    effects: Effects,
    /// The function of the last call, if the call names it.
    called: Option<FunctionId>,
    /// The last answer, if it is a value that an undefined function writes.
    value: Option<i128>,
}

impl Observer for Watch<'_> {
    fn statement(&mut self, view: &View<'_>) {
        if let StmtKind::Declaration(object, _) = self.run.program.stmt(view.stmt()).kind {
            self.effects.declared.insert(self.run.program.object(object).pos);
        }
    }

    fn call(&mut self, call: ExprId) {
        self.called = match self.run.program.expr(call).kind {
            ExprKind::Call { callee, .. } => match self.run.program.expr(callee).kind {
                ExprKind::Function(function) => Some(function),
                _ => None,
            },
            _ => None,
        };
        if let Some(function) = self.called {
            self.effects.calls.entry(function).or_default().push(Vec::new());
        }
    }

    fn fact(&mut self, pos: Pos, value: i128) {
        let rest = self.run.text.get(pos.offset()..).unwrap_or(&[]).iter();
        let word: Vec<u8> = rest.copied().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').collect();
        let word = String::from_utf8_lossy(&word).into_owned();
        self.effects.facts.entry(word).or_default().push(value);
    }

    fn answered(&mut self, ask: &Ask, value: i128) {
        self.value = Some(value).filter(|_| ask.kind == AskKind::Effect);
    }

    fn stored(&mut self, stored: &Stored) {
        let calls = self.called.and_then(|function| self.effects.calls.get_mut(&function));
        let objects = calls.and_then(|calls| calls.last_mut());
        if let (Some(value), Some(object), Some(objects)) = (self.value, stored.object, objects) {
            if objects.last() != Some(&object) {
                objects.push(object);
            }
            self.effects.values.entry(object).or_default().push(value);
        }
    }
}

impl Effects {
    /// Replays a run and collects its effects. There is no replay if no answer of the run depends on them.
    pub fn of(run: &Counterexample<'_>) -> Effects {
        let is_told = |answer: &RecordedAnswer| match answer.kind {
            AskKind::Effect => true,
            AskKind::Skipped => answer.value != 0,
            _ => false,
        };
        if !run.answers.iter().any(is_told) && !run.program.is_function_alone {
            return Effects::default();
        }
        let mut watch = Watch { run, effects: Effects::default(), called: None, value: None };
        let done = replay(run.program, run.options, run.answers, &mut watch, &Budget::unlimited());
        debug_assert!(done.is_ok());
        let mut effects = watch.effects;
        effects.calls.retain(|_, calls| calls.iter().any(|objects| !objects.is_empty()));
        effects
    }

    /// The number of answers about objects whose declarations the run really skips. A harness cannot give them, because
    /// compiled code has any value there.
    pub fn skipped(&self, answers: &[RecordedAnswer]) -> usize {
        let is_skipped = |answer: &&RecordedAnswer| {
            answer.kind == AskKind::Skipped && answer.value != 0 && !self.declared.contains(&answer.pos)
        };
        answers.iter().filter(is_skipped).count()
    }

    /// The number of answers that the stubs take for these effects.
    pub fn count(&self) -> usize {
        self.values.values().map(Vec::len).sum()
    }

    /// The C expression for the address of an object. The address of a local object, and of one that a file of several
    /// has, is noted in a variable, which [`edits`](super::edits) and [`stubs`](super::stubs) add to the program.
    pub fn address(run: &Counterexample<'_>, object: ObjectId) -> String {
        let found = run.program.object(object);
        match (found.storage, found.function, found.name) {
            (Storage::Global, None, Some(name)) if run.program.lines.units().is_empty() => {
                format!("&{}", run.program.names.text(name))
            }
            _ => format!("harness_address_{}", object.index()),
        }
    }
}
