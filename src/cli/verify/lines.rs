//! Runs of C programs, line by line.

use super::table::Table;
use indubit::evidence::c::Source;
use indubit::input::c::{Origin, Program, SourceMap};
use indubit::model::cfa::{Cfa, Path};
use indubit::solver::term::{TermId, Value};

/// A path through a C program: for each line that it comes to, the variables of the program when it leaves the line.
pub fn table_of_lines(source: &Source, path: &Path) -> Table {
    let (cfa, map) = (&source.lowered.cfa, &source.lowered.map);
    let is_shown = |v: &TermId| matches!(map.origin(*v), Some(Origin::Object { .. }));
    let shown: Vec<usize> = (0..cfa.variables().len()).filter(|&i| is_shown(&cfa.variables()[i])).collect();
    let mut names = vec!["line".to_string()];
    names.extend(shown.iter().map(|&i| cfa.name(cfa.variables()[i]).to_string()));
    let states = path.states(cfa).unwrap_or_default();
    let mut steps: Vec<Vec<String>> = Vec::new();
    for (step, state) in path.steps.iter().zip(states.iter().skip(1)) {
        let (line, _) = source.program.lines.line_and_column(map.place(step.edge));
        let mut row = vec![line.to_string()];
        row.extend(shown.iter().map(|&i| number(&source.program, cfa, map, (cfa.variables()[i], &state[i]))));
        if steps.last().map_or(false, |last| last[0] == row[0]) {
            steps.pop();
        }
        steps.push(row);
    }
    Table { names, steps }
}

/// A value as a number. A word is signed unless its object's type says otherwise.
pub(super) fn number(
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
        _ => true,
    };
    match value {
        Value::Bits(bits) if is_signed => bits.to_signed_integer().to_string(),
        Value::Bits(bits) => bits.to_integer().to_string(),
        value => value.text(cfa.terms().sort(variable)),
    }
}
