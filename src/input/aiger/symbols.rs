//! The names at the end of an AIGER file, and the comment after them.

use super::header::Header;
use super::scanner::Scanner;
use crate::input::ParseError;
use crate::model::circuit::Symbols;

/// The names of a circuit's parts, and of outputs, which are no part of it.
#[derive(Default)]
pub(super) struct Names {
    pub(super) symbols: Symbols,
    pub(super) outputs: Vec<String>,
}

/// Reads up to the end of the file; all text after a line `c` is a comment.
pub(super) fn parse(s: &mut Scanner, header: &Header) -> Result<Names, ParseError> {
    let mut names = Names::default();
    while let Some(kind) = s.peek() {
        let start = s.position();
        if s.at_end_of_line() {
            s.end_of_line()?;
            continue;
        }
        s.next_byte();
        // `c0 name` names a constraint.
        if kind == b'c' && !s.peek().map_or(false, |b| b.is_ascii_digit()) {
            break;
        }
        let (count, what) = match kind {
            b'i' => (header.inputs, "inputs"),
            b'l' => (header.latches, "latches"),
            b'o' => (header.outputs, "outputs"),
            b'b' => (header.bads, "bad states"),
            b'c' => (header.constraints, "constraints"),
            b'j' => (header.justice, "justice properties"),
            b'f' => (header.fairness, "fairness constraints"),
            _ => {
                let expected = "expected a name (i, l, o, b, c, j, f and a position) or a comment";
                return Err(s.unexpected(start, expected));
            }
        };
        let position = s.number("the position that is named")?;
        if position >= count {
            let message =
                format!("{}{} is named, but the file has {} {}", kind as char, position, count, what);
            return Err(s.error(start, message));
        }
        if !s.skip(b" ") {
            return Err(s.unexpected(s.position(), "expected a blank and a name"));
        }
        let name = String::from_utf8_lossy(s.rest_of_line()).into_owned();
        if name.is_empty() {
            continue;
        }
        let list = match kind {
            b'i' => &mut names.symbols.inputs,
            b'l' => &mut names.symbols.latches,
            b'o' => &mut names.outputs,
            b'b' => &mut names.symbols.bads,
            b'j' => &mut names.symbols.justice,
            b'f' => &mut names.symbols.fairness,
            _ => &mut names.symbols.constraints,
        };
        list.resize(count as usize, String::new());
        if let Some(entry) = list.get_mut(position as usize) {
            *entry = name;
        }
    }
    Ok(names)
}
