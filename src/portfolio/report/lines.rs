//! Runs of C programs, line by line.

use super::table::Table;
use crate::base::Budget;
use crate::evidence::c::{replay, ErrorRun, Scalars, View};
use crate::input::c::{Origin, Program, Source, SourceMap};
use crate::model::cfa::{Cfa, Path};
use crate::solver::term::{TermId, Value};
use std::collections::VecDeque;

/// A path through a C program: for each line that it comes to, the variables of the program when it leaves the line.
pub fn table_of_lines(source: &Source, path: &Path) -> Table {
    let (cfa, map) = (&source.lowered.cfa, &source.lowered.map);
    let is_shown = |v: &TermId| matches!(map.origin(*v), Some(Origin::Object { .. }));
    let shown: Vec<usize> = (0..cfa.variables().len()).filter(|&i| is_shown(&cfa.variables()[i])).collect();
    let names = columns(source, shown.iter().map(|&i| cfa.variables()[i]));
    let states = path.states(cfa).unwrap_or_default();
    let mut steps: Vec<Vec<String>> = Vec::new();
    for (step, state) in path.steps.iter().zip(states.iter().skip(1)) {
        let place = map.place(step.edge);
        // The C library belongs to the line that calls it.
        let line = match (source.program.lines.library_function(place), steps.last()) {
            (Some(_), Some(last)) => last[0].clone(),
            (Some(_), None) => continue,
            (None, _) => source.program.lines.line_and_column(place).0.to_string(),
        };
        let mut row = vec![line];
        row.extend(shown.iter().map(|&i| number(&source.program, cfa, map, (cfa.variables()[i], &state[i]))));
        if steps.last().map_or(false, |last| last[0] == row[0]) {
            steps.pop();
        }
        steps.push(row);
    }
    Table { names, steps }
}

fn columns(source: &Source, variables: impl Iterator<Item = TermId>) -> Vec<String> {
    let name = |v| source.lowered.cfa.name(v).to_string();
    std::iter::once("line".to_string()).chain(variables.map(name)).collect()
}

/// Lines of a long run that are shown at its begin, and at its end.
const MOST_LINES: usize = 100;

/// The table of a run of the interpreter that was checked. Of a long run the middle is left out.
pub fn table_of_run(source: &Source, run: &ErrorRun) -> Table {
    let scalars = Scalars::new(&source.program, &source.lowered.cfa, &source.lowered.map);
    let names = columns(source, scalars.variables());
    let mut lines = Lines { now: vec![None; names.len() - 1], ..Lines::default() };
    let mut observer = |view: &View<'_>| {
        if source.program.lines.library_function(view.pos()).is_some() {
            return;
        }
        // The state before a statement is the one in which the line before it is left.
        scalars.update(view, &mut lines.now);
        lines.come_to(source.program.lines.line_and_column(view.pos()).0);
    };
    let mut options = source.run_options().unwrap_or_default();
    options.steps = run.steps;
    let end = replay(&source.program, &options, &run.answers, &mut observer, &Budget::unlimited());
    debug_assert!(end.is_ok());
    lines.leave();
    Table { names, steps: lines.steps() }
}

/// The lines of a run as they are met.
#[derive(Default)]
struct Lines {
    /// The present line, and the values that are known.
    line: Option<usize>,
    now: Vec<Option<i128>>,
    first: Vec<(usize, Vec<Option<i128>>)>,
    last: VecDeque<(usize, Vec<Option<i128>>)>,
    left_out: u64,
}

impl Lines {
    /// Another statement comes, perhaps in the same line.
    fn come_to(&mut self, line: usize) {
        if self.line != Some(line) {
            self.leave();
            self.line = Some(line);
        }
    }

    fn leave(&mut self) {
        let line = match self.line {
            Some(line) => line,
            None => return,
        };
        if self.first.len() < MOST_LINES {
            self.first.push((line, self.now.clone()));
            return;
        }
        let is_full = self.last.len() == MOST_LINES;
        let mut row = if is_full { self.last.pop_front().unwrap_or_default() } else { Default::default() };
        self.left_out += u64::from(is_full);
        row.0 = line;
        row.1.clone_from(&self.now);
        self.last.push_back(row);
    }

    fn steps(self) -> Vec<Vec<String>> {
        let text = |line: String, values: &[Option<i128>]| {
            let value = |value: &Option<i128>| value.map_or("-".to_string(), |value| value.to_string());
            std::iter::once(line).chain(values.iter().map(value)).collect::<Vec<String>>()
        };
        let mut steps: Vec<Vec<String>> = Vec::new();
        steps.extend(self.first.iter().map(|(line, values)| text(line.to_string(), values)));
        if let (Some((_, values)), 1..) = (self.first.last(), self.left_out) {
            steps.push(text(format!("... {} lines", self.left_out), values));
        }
        steps.extend(self.last.iter().map(|(line, values)| text(line.to_string(), values)));
        steps
    }
}

/// A value as a number. A word is signed unless its object's type says otherwise.
pub(in crate::portfolio) fn number(
    program: &Program,
    cfa: &Cfa,
    map: &SourceMap,
    (variable, value): (TermId, &Value),
) -> String {
    let is_signed = match map.origin(variable) {
        Some(Origin::Object { object, .. }) => {
            let kind = program.types.integer_kind(program.object(object).ty);
            kind.map_or(true, |kind| program.types.options().is_signed(kind))
        }
        Some(Origin::Heap | Origin::Result { .. } | Origin::Temporary) | None => true,
    };
    match value {
        Value::Bits(bits) if is_signed => bits.to_signed_integer().to_string(),
        Value::Bits(bits) => bits.to_integer().to_string(),
        value => value.text(cfa.terms().sort(variable)),
    }
}
