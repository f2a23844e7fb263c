//! The run of a counterexample as a story for a programmer: what failed, and which statements led to it.
//!
//! The interpreter replays the run with the recorded answers, and an observer writes down calls with their arguments
//! and results, and each statement with its line and the values that it changed, in the words and types of the program.
//! Changes are found by comparing memory before and after a statement, so a change by a call of the library or by a
//! copy of a structure is not missed.
//!
//! - A call of the C library is one step, because the text of its functions is not the program's.
//! - The turns in the middle of a loop are left out; the first one and the last two are told.
//! - Only the end of a long run is told. The error is always told.
//! - An object of the heap has a number by its age, the place where it was made, and the type of the first pointer to
//!   it.

mod assertions;
mod code;
mod families;
mod fault;
mod fold;
mod lvalue;
mod snapshot;
mod values;
mod weakness;

use crate::base::Budget;
use crate::c::check::replay::{replay, RecordedAnswer};
use crate::c::run::options::RunOptions;
use crate::c::run::watch::{Fault, Moment, Observer, View};
use crate::c::{Assertion, ExprId, ExprKind, FunctionId, Lines, Pos, Program, StmtId, StmtKind};
use crate::evidence::any::{Failed, Step};
pub(in crate::c) use assertions::asserted;
use code::code;
pub(in crate::c) use families::{about_each, is_of_family};
pub(in crate::c) use fault::Places;
use fault::{describe, WhatFailed};
use snapshot::{lists, value_of, Change, Snapshot};
use values::{number_text, OnHeap};

/// The text for the value of a variable that no event has told.
const NOT_KNOWN: &str = "-";

/// A piece of the story.
#[derive(Clone, Debug)]
struct Event {
    /// The number of calls around it; 0 in `main`.
    depth: usize,
    kind: EventKind,
}

#[derive(Clone, Debug)]
enum EventKind {
    /// A function of the program begins: its name, and its parameters with their values.
    Enter(String, Vec<(String, String)>),
    /// A function of the program returns: its name, and the result if it is a number.
    Leave(String, Option<String>),
    /// A line of the program.
    Step {
        /// The line of the whole text, from 1.
        line: usize,
        /// The results of functions with arbitrary results: `nondet_int() is 42`.
        results: Vec<String>,
        /// The parts of objects that the line changes.
        changes: Vec<Change>,
        /// The loop, if the step is the evaluation of a loop's condition, at which a turn begins or the loop ends.
        head: Option<StmtId>,
    },
    /// Turns of a loop that are left out.
    Turns {
        /// The first and the last line of a turn.
        lines: (usize, usize),
        /// The number of turns.
        times: usize,
    },
}

/// The story of a run into an error.
#[derive(Clone, Debug)]
pub struct Story {
    failed: WhatFailed,
    events: Vec<Event>,
    /// The number of statements before the first event, which are not told.
    left_out: u64,
    /// Linked lists on the heap at the end, each drawn in one line.
    lists: Vec<String>,
    lines: Lines,
}

/// Makes the story of the run with these answers, with at most `most` statements at its end. `None` if the run does not
/// end in an error.
pub fn tell(program: &Program, options: &RunOptions, answers: &[RecordedAnswer], most: u64) -> Option<Story> {
    let mut from = 0;
    if most > 0 {
        let mut count = 0;
        let mut counter = |view: &View<'_>| count += u64::from(is_program(program, view.pos()));
        replay(program, options, answers, &mut counter, &Budget::unlimited()).ok()?;
        from = u64::saturating_sub(count, most);
    }
    let from = if most == 0 { u64::MAX } else { from };
    let mut recorder = Recorder::new(program, from);
    replay(program, options, answers, &mut recorder, &Budget::unlimited()).ok()?;
    let Recorder { events, failed, lists, .. } = recorder;
    let left_out = if most == 0 { 0 } else { from };
    let lines = program.lines.clone();
    Some(Story { failed: failed?, events: fold::folded(events), left_out, lists, lines })
}

fn is_program(program: &Program, pos: Pos) -> bool {
    program.lines.library_function(pos).is_none()
}

/// A call of a function of the program that has not returned.
#[derive(Clone, Copy, Debug)]
struct Call {
    call: Option<ExprId>,
    function: FunctionId,
}

struct Recorder<'a> {
    program: &'a Program,
    /// The number of the first statement that is told.
    from: u64,
    seen: u64,
    snapshot: Snapshot,
    heap: Vec<OnHeap>,
    /// The place of the last statement that is in the program's own text.
    pos: Pos,
    calls: Vec<Call>,
    events: Vec<Event>,
    failed: Option<WhatFailed>,
    lists: Vec<String>,
}

impl<'a> Recorder<'a> {
    fn new(program: &'a Program, from: u64) -> Recorder<'a> {
        Recorder {
            program,
            from,
            seen: 0,
            snapshot: Snapshot::default(),
            heap: Vec::new(),
            pos: Pos::START,
            calls: Vec::new(),
            events: Vec::new(),
            failed: None,
            lists: Vec::new(),
        }
    }

    fn is_telling(&self) -> bool {
        self.seen > self.from
    }

    /// The active calls of functions of the program, without those of the C library.
    fn calls_of(&self, view: &View<'_>) -> Vec<Call> {
        let program = self.program;
        let is_own = |function: FunctionId| is_program(program, program.function(function).pos);
        let calls = view.frames.iter().map(|frame| Call { call: frame.call, function: frame.function });
        calls.filter(|call| is_own(call.function)).collect()
    }

    fn name(&self, function: FunctionId) -> String {
        self.program.function_text(function)
    }

    fn push(&mut self, depth: usize, kind: EventKind) {
        self.events.push(Event { depth, kind });
    }

    /// Notes the objects of the heap that were made since the last statement.
    fn count_heap(&mut self, view: &View<'_>) {
        while self.heap.len() < view.memory.heap_count() {
            self.heap.push(OnHeap { pos: self.pos, ty: None });
        }
    }

    /// Adds the changes since the last statement to the story.
    fn settle(&mut self, view: &View<'_>) {
        let changes = self.snapshot.update(view, &mut self.heap, true);
        self.add(Vec::new(), changes);
    }

    /// Adds results and changes to the present line of the innermost call.
    fn add(&mut self, new_results: Vec<String>, new_changes: Vec<Change>) {
        if new_results.is_empty() && new_changes.is_empty() {
            return;
        }
        let depth = self.calls.len().saturating_sub(1);
        let is_last = matches!(
            self.events.last(),
            Some(Event { depth: found, kind: EventKind::Step { .. } }) if *found == depth
        );
        if !is_last {
            // A call in the line has returned, so the line is repeated behind it.
            let of_depth = self.events.iter().rev().find_map(|event| match event.kind {
                EventKind::Step { line, .. } if event.depth == depth => Some(line),
                _ => None,
            });
            let line = of_depth.unwrap_or_else(|| self.program.lines.physical(self.pos));
            let step = EventKind::Step { line, results: Vec::new(), changes: Vec::new(), head: None };
            self.push(depth, step);
        }
        if let Some(Event { kind: EventKind::Step { results, changes, .. }, .. }) = self.events.last_mut() {
            results.extend(new_results);
            for change in new_changes {
                changes.retain(|known| known.name != change.name);
                changes.push(change);
            }
        }
    }

    /// Adds the functions that have begun to the story.
    fn enter(&mut self, view: &View<'_>) {
        let now = self.calls_of(view);
        let is_same = |(a, b): &(&Call, &Call)| a.call == b.call && a.function == b.function;
        let common = self.calls.iter().zip(&now).take_while(is_same).count();
        self.calls.truncate(common);
        for call in now.into_iter().skip(common) {
            let parameters = &self.program.function(call.function).parameters;
            let named = |&parameter: &crate::c::ObjectId| {
                let name = self.program.object(parameter).name?;
                let value = value_of(view, &self.heap, parameter)?;
                Some((self.program.names.text(name).to_string(), value))
            };
            let values = parameters.iter().filter_map(named).collect();
            let (depth, name) = (self.calls.len(), self.name(call.function));
            self.push(depth, EventKind::Enter(name, values));
            self.calls.push(call);
        }
    }

    fn step(&mut self, view: &View<'_>) {
        let stmt = self.program.stmt(view.stmt());
        let is_shown = match stmt.kind {
            StmtKind::Empty | StmtKind::Block(..) | StmtKind::Case(_) | StmtKind::DoWhile(..) => {
                view.moment() == Moment::Condition
            }
            _ => true,
        };
        if !is_shown {
            return;
        }
        let (line, depth) = (self.program.lines.physical(view.pos()), self.calls.len() - 1);
        let head = Some(view.stmt()).filter(|_| view.moment() == Moment::Condition);
        if let Some(Event { depth: found, kind: EventKind::Step { line: known, head: begun, .. } }) =
            self.events.last_mut()
        {
            if (*found, *known) == (depth, line) {
                *begun = begun.or(head);
                return;
            }
        }
        self.push(depth, EventKind::Step { line, results: Vec::new(), changes: Vec::new(), head });
    }
}

impl Observer for Recorder<'_> {
    fn statement(&mut self, view: &View<'_>) {
        self.count_heap(view);
        let pos = view.pos();
        if !is_program(self.program, pos) {
            return;
        }
        self.seen += 1;
        self.pos = pos;
        if !self.is_telling() {
            return;
        }
        if self.seen == self.from + 1 {
            self.snapshot.update(view, &mut self.heap, false);
            self.calls = if self.from == 0 { Vec::new() } else { self.calls_of(view) };
        } else {
            self.settle(view);
        }
        self.enter(view);
        self.step(view);
    }

    fn leaving(&mut self, view: &View<'_>) {
        let function = view.function().map(|function| self.program.function(function).pos);
        if self.is_telling() && function.map_or(false, |pos| is_program(self.program, pos)) {
            self.count_heap(view);
            self.settle(view);
        }
    }

    fn returned(&mut self, call: ExprId, value: Option<i128>) {
        let expr = self.program.expr(call);
        if !self.is_telling() || !is_program(self.program, expr.pos) {
            return;
        }
        let text = value.map(|value| number_text(self.program, expr.ty, value));
        match self.calls.last() {
            Some(open) if open.call == Some(call) => {
                let name = self.name(open.function);
                self.calls.pop();
                let depth = self.calls.len();
                self.push(depth, EventKind::Leave(name, text));
            }
            _ => {
                let has_body = match expr.kind {
                    ExprKind::Call { callee, .. } => match self.program.expr(callee).kind {
                        ExprKind::Function(function) => self.program.function(function).body.is_some(),
                        _ => false,
                    },
                    _ => false,
                };
                if let (Some(text), false) = (text, has_body) {
                    self.add(vec![format!("{} is {}", code(self.program, call), text)], Vec::new());
                }
            }
        }
    }

    fn failed(&mut self, view: &View<'_>, fault: &Fault) {
        self.count_heap(view);
        if self.is_telling() {
            self.settle(view);
            if is_program(self.program, view.pos()) {
                self.enter(view);
            }
        } else {
            self.snapshot.update(view, &mut self.heap, false);
        }
        self.failed = Some(describe(view, &self.heap, fault));
        self.lists = lists(view, &self.heap);
    }
}

impl Story {
    /// The error with which the run ends, for a program in this file.
    pub fn failed(&self, file: &str) -> Failed {
        self.failed.told(file)
    }

    /// The assertion that is false at the end.
    pub fn assertion(&self) -> Assertion {
        self.failed.assertion
    }

    /// The story as a table: the names of the columns, and a row for each line that is reached with the values that are
    /// known behind it. The first column is `line`.
    pub fn table(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let mut names = vec!["line".to_string()];
        let mut row: Vec<String> = vec![NOT_KNOWN.to_string()];
        let mut rows: Vec<Vec<String>> = Vec::new();
        for event in &self.events {
            let mut set = |name: &str, value: &str| {
                let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
                    names.push(name.to_string());
                    row.push(NOT_KNOWN.to_string());
                    names.len() - 1
                });
                row[at] = value.to_string();
            };
            match &event.kind {
                EventKind::Enter(function, values) => {
                    values.iter().for_each(|(name, value)| set(&format!("{}::{}", function, name), value));
                    continue;
                }
                EventKind::Leave(..) => continue,
                EventKind::Step { line, changes, .. } => {
                    set("line", &self.lines.in_file(*line).to_string());
                    changes.iter().for_each(|change| set(&change.name, &change.value));
                }
                EventKind::Turns { lines: (first, last), times } => {
                    let (first, last) = (self.lines.in_file(*first), self.lines.in_file(*last));
                    set("line", &format!("{} to {}, {} times", first, last, times));
                }
            }
            rows.push(row.clone());
        }
        rows.iter_mut().for_each(|row| row.resize(names.len(), NOT_KNOWN.to_string()));
        (names, rows)
    }

    /// The story as steps, each at a line. A call that begins has the line of its first step.
    pub fn steps(&self) -> Vec<Step> {
        let line_of = |event: &Event| match event.kind {
            EventKind::Step { line, .. } => Some(line),
            EventKind::Turns { lines: (first, _), .. } => Some(first),
            EventKind::Enter(..) | EventKind::Leave(..) => None,
        };
        let mut last = self.events.iter().find_map(line_of).unwrap_or(1);
        let mut steps = Vec::with_capacity(self.events.len());
        for (at, event) in self.events.iter().enumerate() {
            let (line, text) = match &event.kind {
                EventKind::Enter(name, values) => {
                    let next = self.events[at..].iter().find_map(line_of);
                    (next.unwrap_or(last), format!("{}({}) begins", name, pairs(values)))
                }
                EventKind::Leave(name, None) => (last, format!("{} returns", name)),
                EventKind::Leave(name, Some(value)) => (last, format!("{} returns {}", name, value)),
                EventKind::Step { line, results, changes, .. } => (*line, told(results, changes)),
                EventKind::Turns { lines: (first, _), times } => {
                    (*first, format!("{} turns of the loop", times))
                }
            };
            last = line;
            let file = self.lines.file_of_line(line).map(str::to_string);
            steps.push(Step { file, line: self.lines.in_file(line), depth: event.depth, text });
        }
        steps
    }

    /// The story as text: the last `most` events, or all of them. The source gives each line its text.
    pub fn text(&self, source: &[u8], most: Option<usize>) -> String {
        let lines: Vec<&[u8]> = source.split(|&byte| byte == b'\n').collect();
        let skipped = most.map_or(0, |most| self.events.len().saturating_sub(most));
        let mut text = String::new();
        if skipped > 0 || self.left_out > 0 {
            text.push_str("      … (--show-trace full tells more)\n");
        }
        for event in &self.events[skipped..] {
            let indent = "  ".repeat(event.depth.min(20));
            match &event.kind {
                EventKind::Enter(name, values) => {
                    text.push_str(&format!("      {}{}({}) begins\n", indent, name, pairs(values)));
                }
                EventKind::Leave(name, value) => {
                    let value = value.as_ref().map_or(String::new(), |value| format!(" {}", value));
                    text.push_str(&format!("      {}{} returns{}\n", indent, name, value));
                }
                EventKind::Step { line, results, changes, .. } => {
                    let source = lines.get(line - 1).map_or(String::new(), |line| shortened(line));
                    text.push_str(&format!("{:>5} {}{}\n", self.lines.in_file(*line), indent, source));
                    let all = told(results, changes);
                    if !all.is_empty() {
                        text.push_str(&format!("      {}    {}\n", indent, all));
                    }
                }
                EventKind::Turns { lines: (first, last), times } => {
                    let (first, last) = (self.lines.in_file(*first), self.lines.in_file(*last));
                    text.push_str(&format!(
                        "      {}… lines {} to {}, {} times\n",
                        indent, first, last, times
                    ));
                }
            }
        }
        if !self.lists.is_empty() {
            text.push_str("lists at the end:\n");
            self.lists.iter().for_each(|line| text.push_str(&format!("      {}\n", line)));
        }
        text
    }
}

impl Change {
    /// The change as text: `x = 3`.
    pub fn text(&self) -> String {
        match self.value.as_str() {
            "" => self.name.clone(),
            value => format!("{} = {}", self.name, value),
        }
    }
}

/// Results and changes in a list.
fn told(results: &[String], changes: &[Change]) -> String {
    let all: Vec<String> = results.iter().cloned().chain(changes.iter().map(Change::text)).collect();
    all.join(", ")
}

fn pairs(values: &[(String, String)]) -> String {
    let values: Vec<String> = values.iter().map(|(name, value)| format!("{} = {}", name, value)).collect();
    values.join(", ")
}

/// A line of the source without the space around it, cut if it is long.
fn shortened(line: &[u8]) -> String {
    const LONGEST: usize = 100;
    let text = String::from_utf8_lossy(line).trim().replace(|c: char| c.is_control(), " ");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
