//! Reads BTOR2 witnesses.

use super::complete::PartialStep;
use crate::base::HashMap;
use crate::input::btor2::{Btor2File, Place, Variable};
use crate::input::ParseError;
use crate::model::system::System;
use crate::model::{PropertyId, PropertyKind};
use crate::solver::term::{Sort, TermId, Value};
use crate::theories::bv::Bits;

/// A BTOR2 witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Btor2Witness {
    /// The properties that are violated, at least one: bad in the last step, or by the lasso.
    pub properties: Vec<PropertyId>,
    /// The values of the steps. States whose value follows from the file are left open.
    pub steps: Vec<PartialStep>,
}

/// The part of a frame that assignments belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    States,
    Inputs,
}

/// Reads a BTOR2 witness, as [`write_btor2_witness`](super::write_btor2_witness) and other tools write it.
///
/// Inputs that a frame does not list are 0, and so are states that it does not list and the file leaves open. The trace
/// is found by [`complete`](super::complete).
///
/// # Errors
///
/// The first thing that is wrong, with line and column.
pub fn read_btor2_witness(bytes: &[u8], file: &Btor2File) -> Result<Btor2Witness, ParseError> {
    let witness = Btor2Witness { properties: vec![], steps: vec![] };
    let (states, inputs) = (&file.states[..], &file.inputs[..]);
    let cells = HashMap::default();
    let mut reader = Reader { bytes, system: &file.system, states, inputs, witness, cells, part: None };
    let mut at = 0;
    let (mut begun, mut ended) = (false, false);
    for line in bytes.split(|&b| b == b'\n') {
        let words = words(line, at);
        at += line.len() + 1;
        let (offset, first) = match words.first() {
            Some(&(offset, first)) if first.first() != Some(&b';') => (offset, first),
            _ => continue,
        };
        match first {
            b"sat" if !begun => begun = true,
            _ if !begun => return Err(reader.expected(offset, "`sat`")),
            b"." if !reader.witness.steps.is_empty() => {
                ended = true;
                break;
            }
            _ if reader.witness.properties.is_empty() => reader.properties(&words)?,
            _ if matches!(first.first(), Some(b'#' | b'@')) => reader.frame(offset, first)?,
            _ => reader.assignment(&words)?,
        }
    }
    if !ended {
        let expected = if begun { "`.` behind the last frame" } else { "`sat`" };
        return Err(reader.expected(bytes.len(), expected));
    }
    Ok(reader.finish())
}

/// The words of a line and their offsets in the file.
fn words(line: &[u8], start: usize) -> Vec<(usize, &[u8])> {
    let mut at = start;
    let mut words = Vec::new();
    for word in line.split(|b| b.is_ascii_whitespace()) {
        if !word.is_empty() {
            words.push((at, word));
        }
        at += word.len() + 1;
    }
    words
}

fn number(word: &[u8]) -> Option<usize> {
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}

struct Reader<'a> {
    bytes: &'a [u8],
    system: &'a System,
    states: &'a [Variable],
    inputs: &'a [Variable],
    witness: Btor2Witness,
    /// By frame and place of an array that is not split: its cells that are listed.
    cells: HashMap<(usize, Place), Cells>,
    part: Option<Part>,
}

/// The cells of an array that a frame lists.
#[derive(Default)]
struct Cells {
    /// The value of all that are not listed, if it is not 0.
    others: Option<Value>,
    /// Later ones count.
    entries: Vec<(Value, Value)>,
}

impl Reader<'_> {
    /// The witness, with the arrays that are not split.
    fn finish(mut self) -> Btor2Witness {
        let terms = self.system.terms();
        for ((frame, place), Cells { others, entries }) in std::mem::take(&mut self.cells) {
            let sort = self.sort(place);
            let zero = || terms.array_parts(sort).map(|(_, cell)| Value::default_of(cell));
            if let (Some(others), Some(step)) = (others.or_else(zero), self.witness.steps.get_mut(frame)) {
                *slot(step, place) = Some(terms.array_value(sort, others, entries));
            }
        }
        self.witness
    }

    fn expected(&self, offset: usize, expected: &str) -> ParseError {
        let found = crate::input::describe(self.bytes, offset);
        ParseError::in_text(self.bytes, offset, format!("expected {}, found {}", expected, found))
    }

    fn properties(&mut self, words: &[(usize, &[u8])]) -> Result<(), ParseError> {
        for &(offset, word) in words {
            let system = self.system;
            let kinds = [PropertyKind::Bad, PropertyKind::Justice];
            let kind = kinds.into_iter().find(|kind| word.first() == Some(&(kind.letter() as u8)));
            let index = word.get(1..).and_then(number).filter(|&index| u32::try_from(index).is_ok());
            let property = kind.zip(index).map(|(kind, index)| PropertyId::of_kind(kind, index));
            let property = property.filter(|&property| system.has(property));
            let (bads, justice) = (system.properties().len(), system.justice().len());
            let expected = || match justice {
                0 => format!("a property below b{}", bads),
                _ => format!("a property below b{} or j{}", bads, justice),
            };
            self.witness.properties.push(property.ok_or_else(|| self.expected(offset, &expected()))?);
        }
        Ok(())
    }

    /// `#k` or `@k`
    fn frame(&mut self, offset: usize, word: &[u8]) -> Result<(), ParseError> {
        let frame = word.get(1..).and_then(number);
        let frames = self.witness.steps.len();
        let is_state = word.first() == Some(&b'#');
        // The states of a frame come before its inputs, and may be left out in all but the first.
        let last_has_inputs = self.part != Some(Part::States);
        let is_next = match (is_state, frames) {
            (true, _) => frame == Some(frames) && last_has_inputs,
            (false, 0) => false,
            (false, _) if last_has_inputs => frame == Some(frames),
            (false, _) => frame == Some(frames - 1),
        };
        if !is_next {
            let expected = match (last_has_inputs, frames) {
                (_, 0) => "`#0`".to_string(),
                (true, _) => format!("`#{0}` or `@{0}`", frames),
                (false, _) => format!("`@{}`", frames - 1),
            };
            return Err(self.expected(offset, &expected));
        }
        if frame == Some(frames) {
            let step = self.unlisted(frames);
            self.witness.steps.push(step);
        }
        self.part = Some(if is_state { Part::States } else { Part::Inputs });
        Ok(())
    }

    /// The step of a frame that lists nothing.
    fn unlisted(&self, frame: usize) -> PartialStep {
        let mut step = PartialStep::new(self.system);
        let is_open = |state: &&Variable| (if frame == 0 { state.init } else { state.next }).is_none();
        let open = self.states.iter().filter(is_open).chain(self.inputs);
        for &place in open.flat_map(|variable| &variable.places) {
            let value = self.system.terms().default_value(self.sort(place));
            *slot(&mut step, place) = Some(value);
        }
        step
    }

    /// The sort of the cells, if an array is there.
    fn cell_sort(&self, place: Place) -> Option<Sort> {
        self.system.terms().array_parts(self.sort(place)).map(|(_, cell)| cell)
    }

    fn sort(&self, place: Place) -> Sort {
        let system = self.system;
        let variable: Option<TermId> = match place {
            Place::State(index) => system.states().get(index).map(|s| s.current),
            Place::Input(index) => system.inputs().get(index).copied(),
        };
        variable.map_or(Sort::Bool, |t| system.terms().sort(t))
    }

    /// `0 0101 name`, or `0 [01] 0101 name` for a cell of an array.
    fn assignment(&mut self, words: &[(usize, &[u8])]) -> Result<(), ParseError> {
        let end = words.last().map_or(0, |(offset, word)| offset + word.len());
        let offset = |at: usize| words.get(at).map_or(end, |w| w.0);
        let word = |at: usize| words.get(at).map_or(&b""[..], |w| w.1);
        let list = match self.part {
            Some(Part::States) => self.states,
            Some(Part::Inputs) => self.inputs,
            None => return Err(self.expected(offset(0), "`#0`")),
        };
        let variable = number(word(0)).and_then(|ordinal| list.get(ordinal));
        let expected = || format!("an assignment to one of {} variables", list.len());
        let variable = variable.ok_or_else(|| self.expected(offset(0), &expected()))?;
        let array = variable.places.first().and_then(|&place| Some((place, self.cell_sort(place)?)));
        if let (Some((place, cell)), Some(width)) = (array, variable.index_width) {
            let digits = word(1).strip_prefix(b"[").and_then(|w| w.strip_suffix(b"]")).unwrap_or(b"");
            let index = bits(digits).filter(|index| index.width() == width);
            if index.is_none() && digits != b"*" {
                let expected = format!("an index of {} binary digits in brackets", width);
                return Err(self.expected(offset(1), &expected));
            }
            let value = self.value(cell, offset(2), word(2))?;
            let frame = self.witness.steps.len().saturating_sub(1);
            let follows = (if frame == 0 { variable.init } else { variable.next }).is_some();
            // A cell of an array that follows from the file has to be as the witness says; but that is not asked.
            if !follows {
                let cells = self.cells.entry((frame, place)).or_default();
                match index {
                    Some(index) => cells.entries.push((Value::Bits(index), value)),
                    None => cells.others = Some(value),
                }
            }
            return Ok(());
        }
        let (places, value) = match variable.index_width {
            None => (variable.places.clone(), 1),
            Some(width) => {
                let digits = word(1).strip_prefix(b"[").and_then(|w| w.strip_suffix(b"]")).unwrap_or(b"");
                let places = match digits {
                    b"*" => Some(variable.places.clone()),
                    digits if digits.len() == width as usize => {
                        let index = bits(digits).and_then(|bits| bits.to_u64());
                        index.and_then(|i| variable.places.get(i as usize)).map(|&place| vec![place])
                    }
                    _ => None,
                };
                let expected = || format!("an index of {} binary digits in brackets", width);
                (places.ok_or_else(|| self.expected(offset(1), &expected()))?, 2)
            }
        };
        for place in places {
            let found = self.value(self.sort(place), offset(value), word(value))?;
            if let Some(step) = self.witness.steps.last_mut() {
                *slot(step, place) = Some(found);
            }
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// The value of this sort that a word gives.
    fn value(&self, sort: Sort, offset: usize, word: &[u8]) -> Result<Value, ParseError> {
        let width = sort.width();
        let digits = Some(word).filter(|digits| digits.len() == width.unwrap_or(1) as usize);
        let found = digits.and_then(bits).map(|bits| match width {
            None => Value::Bool(bits.is_one()),
            Some(_) => Value::Bits(bits),
        });
        found.ok_or_else(|| self.expected(offset, &format!("{} binary digits", width.unwrap_or(1))))
    }
}

fn slot(step: &mut PartialStep, place: Place) -> &mut Option<Value> {
    match place {
        Place::State(index) => &mut step.states[index],
        Place::Input(index) => &mut step.inputs[index],
    }
}

/// Binary digits, the highest first; `None` if there are none or others.
fn bits(digits: &[u8]) -> Option<Bits> {
    if digits.is_empty() || !digits.iter().all(|b| matches!(b, b'0' | b'1')) {
        return None;
    }
    let width = digits.len() as u32;
    Some(Bits::from_fn(width, |i| digits[(width - 1 - i) as usize] == b'1'))
}
