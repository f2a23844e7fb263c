//! A run of a C program as a table with a row for each line that it reaches.

use crate::c::{Program, Source, SourceMap, VariableOrigin};
use crate::evidence::table::Table;
use crate::model::cfa::{Cfa, Path};
use crate::solver::term::{TermId, Value};

/// The table of a path through a C program. Each row has a line that the path reaches, and the values of the program's
/// variables when the path leaves the line.
pub fn table_of_lines(source: &Source, path: &Path) -> Table {
    let (cfa, map) = (&source.lowered.cfa, &source.lowered.map);
    let is_shown = |v: &TermId| matches!(map.origin(*v), Some(VariableOrigin::Object { .. }));
    let shown: Vec<usize> = (0..cfa.variables().len()).filter(|&i| is_shown(&cfa.variables()[i])).collect();
    let names = columns(source, shown.iter().map(|&i| cfa.variables()[i]));
    let states = path.states(cfa).unwrap_or_default();
    let mut steps: Vec<Vec<String>> = Vec::new();
    for (step, state) in path.steps.iter().zip(states.iter().skip(1)) {
        let place = map.place(step.edge);
        // A step in the C library belongs to the line that calls it.
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

/// A value as a number. A word is signed, unless the type of its object is unsigned.
pub(super) fn number(
    program: &Program,
    cfa: &Cfa,
    map: &SourceMap,
    (variable, value): (TermId, &Value),
) -> String {
    let is_signed = match map.origin(variable) {
        Some(VariableOrigin::Object { object, .. }) => {
            let kind = program.types.integer_kind(program.object(object).ty);
            kind.map_or(true, |kind| program.types.options().is_signed(kind))
        }
        Some(
            VariableOrigin::Row { .. }
            | VariableOrigin::Heap
            | VariableOrigin::Result { .. }
            | VariableOrigin::Temporary,
        )
        | None => true,
    };
    match value {
        Value::Bits(bits) if is_signed => bits.to_signed_integer().to_string(),
        Value::Bits(bits) => bits.to_integer().to_string(),
        value => cfa.terms().value_text(value, cfa.terms().sort(variable)),
    }
}
