//! The map file that Yosys writes beside an AIGER file, by `write_aiger -map` or `-vmap`: which bit of which signal of
//! the design each input, latch and output is.
//!
//! A line is a kind, a position, a bit and the rest, a signal's name: `latch 4 2 core.level` says that latch 4 is
//! `core.level[2]`. An `invlatch` holds the opposite, here `~core.level[2]`, and an `init` is an input with the first
//! value of a signal. The `wire`s of a verbose file are gates, which have no names here. Several signals may be the
//! same bit. The first one counts, but a name that Yosys made up, which begins with `$`, only if there is no other.

use crate::base::HashSet;
use crate::input::ParseError;
use crate::model::CircuitFile;

/// A list of the circuit's parts.
#[derive(Clone, Copy)]
enum Part {
    Input,
    Latch,
    Output,
}

/// The kinds of lines with the part that each one names, and the letters before the name.
const KINDS: [(&str, Part, &str); 5] = [
    ("input", Part::Input, ""),
    ("init", Part::Input, "init "),
    ("latch", Part::Latch, ""),
    ("invlatch", Part::Latch, "~"),
    ("output", Part::Output, ""),
];

/// A line that names a part.
struct Entry<'t> {
    part: Part,
    position: usize,
    before: &'static str,
    bit: i32,
    signal: &'t str,
}

/// Gives the parts of a circuit the names of a map file: `level[2]`, or `full` of a signal that has no bit but 0. A
/// part that the map does not mention keeps its name. Outputs are the properties in a file without bad states,
/// and in one that has no outputs: `write_aiger -miter` writes all of them as bad states.
///
/// # Errors
///
/// A line is not understood, or the circuit has no such part.
pub fn rename(file: &mut CircuitFile, map: &[u8]) -> Result<(), ParseError> {
    let text = String::from_utf8_lossy(map);
    let outputs = if file.outputs.is_empty() { file.circuit.bads().len() } else { file.outputs.len() };
    let counts = [file.circuit.inputs().len(), file.circuit.latches().len(), outputs];
    let mut entries = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let mistake = |message: String| ParseError::at_line(line + 1, 1, message);
        let (kind, rest) = content.trim().split_once(' ').unwrap_or((content.trim(), ""));
        if matches!(kind, "" | "wire") {
            continue;
        }
        let found = KINDS.iter().find(|(word, ..)| *word == kind).zip(values(rest));
        let (&(_, part, before), (position, bit, signal)) = found.ok_or_else(|| {
            mistake(
                "expected input, init, latch, invlatch, output or wire, a position, a bit and a name".into(),
            )
        })?;
        let count = counts[part as usize];
        if position >= count {
            let message = format!("{} {} is named, but the circuit has {} of them", kind, position, count);
            return Err(mistake(message));
        }
        entries.push(Entry { part, position, before, bit, signal });
    }
    let words: HashSet<&str> =
        entries.iter().filter(|entry| entry.bit != 0).map(|entry| entry.signal).collect();
    let mut chosen = counts.map(|count| vec![None::<&Entry>; count]);
    for entry in &entries {
        let place = &mut chosen[entry.part as usize][entry.position];
        let is_better = |old: &Entry| old.signal.starts_with('$') && !entry.signal.starts_with('$');
        if place.map_or(true, is_better) {
            *place = Some(entry);
        }
    }
    let name = |entry: &Entry| match words.contains(entry.signal) {
        true => format!("{}{}[{}]", entry.before, entry.signal, entry.bit),
        false => format!("{}{}", entry.before, entry.signal),
    };
    let symbols = &mut file.circuit.symbols;
    let bads = if file.outputs.is_empty() { Some(&mut symbols.bads) } else { None };
    let lists = [Some(&mut symbols.inputs), Some(&mut symbols.latches), bads];
    for (list, parts) in lists.into_iter().zip(&chosen) {
        if let (Some(list), true) = (list, parts.iter().any(Option::is_some)) {
            list.resize(parts.len(), String::new());
            for (old, entry) in list.iter_mut().zip(parts) {
                *old = entry.map_or_else(|| std::mem::take(old), name);
            }
        }
    }
    for (output, entry) in file.outputs.iter_mut().zip(&chosen[Part::Output as usize]) {
        output.name = entry.map_or_else(|| std::mem::take(&mut output.name), name);
    }
    Ok(())
}

/// The position, the bit and the name of a line.
fn values(rest: &str) -> Option<(usize, i32, &str)> {
    let (position, rest) = rest.split_once(' ')?;
    let (bit, signal) = rest.split_once(' ')?;
    let signal = Some(signal.trim()).filter(|signal| !signal.is_empty())?;
    Some((position.parse().ok()?, bit.parse().ok()?, signal))
}
