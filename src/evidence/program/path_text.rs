//! The reader of a path as text.

use super::text::variable_names;
use crate::base::Budget;
use crate::evidence::formulas::value;
use crate::input::ParseError;
use crate::model::cfa::{Cfa, EdgeId, Path, PathStep};
use crate::solver::term::{quoted, TermId, Value};

/// The lines of a path that are not yet read.
struct Lines<'a> {
    text: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    /// The line behind the last one.
    end: usize,
    cfa: &'a Cfa,
    budget: &'a Budget,
}

impl Lines<'_> {
    /// The next line, if it is indented and has this word first; what stands behind the word.
    fn indented(&mut self, word: &str) -> Option<(usize, String)> {
        let (at, line) = self.text.peek()?;
        let rest = line.strip_prefix("  ")?.strip_prefix(word)?;
        let found = (at + 1, rest.trim().to_string());
        self.text.next();
        Some(found)
    }

    /// The values of these constants, a line each, with its name.
    fn values(&mut self, constants: &[TermId], names: &[String]) -> Result<Vec<Value>, ParseError> {
        let mut values = Vec::with_capacity(constants.len());
        for (&constant, name) in constants.iter().zip(names) {
            let at = self.text.peek().map_or(self.end, |(at, _)| at + 1);
            let cfa = self.cfa;
            let wrong = || {
                let sort = cfa.terms().sort_text(cfa.terms().sort(constant));
                ParseError::at_line(at, 1, format!("expected a value of sort {} for `{}`", sort, name))
            };
            let (_, line) = self.text.next().ok_or_else(wrong)?;
            // A quoted name may contain the sign of equality, a value may not.
            let (told, text) = line.rsplit_once(" = ").ok_or_else(wrong)?;
            if told.trim() != quoted(name) {
                return Err(wrong());
            }
            let terms = cfa.terms();
            let value = value(terms, terms.sort(constant), text, self.budget).ok_or_else(wrong)?;
            values.push(value);
        }
        Ok(values)
    }
}

pub(super) fn read_path(bytes: &[u8], cfa: &Cfa, budget: &Budget) -> Result<Path, ParseError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| ParseError::in_text(bytes, error.valid_up_to(), "this is not valid UTF-8"))?;
    let end = text.lines().count() + 1;
    let mut lines = Lines { text: text.lines().enumerate().peekable(), end, cfa, budget };
    lines.text.next();
    match lines.text.next() {
        Some((_, "start")) => {}
        _ => return Err(ParseError::at_line(2, 1, "expected `start`")),
    }
    let start = lines.values(cfa.variables(), &variable_names(cfa))?;
    let mut steps = Vec::new();
    while let Some((at, line)) = lines.text.next() {
        let index = line.strip_prefix("edge ").and_then(|rest| rest.split(':').next()?.parse::<u32>().ok());
        let index = index.map(|index| index as usize).filter(|&index| index < cfa.edges().len());
        let edge = index.map(EdgeId::new).ok_or_else(|| {
            let message = format!("expected `edge` and a number below {}", cfa.edges().len());
            ParseError::at_line(at + 1, 1, message)
        })?;
        let inputs = cfa.commands().inputs(cfa.edge(edge).command);
        let names: Vec<String> = inputs.iter().map(|&input| cfa.name(input).to_string()).collect();
        let inputs = lines.values(&inputs, &names)?;
        let mut choices = Vec::new();
        while let Some((at, part)) = lines.indented("choice ") {
            let part = part.parse::<u32>();
            let part =
                part.map_err(|_| ParseError::at_line(at, 10, "expected the number of a choice's part"))?;
            choices.push(part as usize);
        }
        steps.push(PathStep { edge, inputs, choices });
    }
    Ok(Path { start, steps })
}
