//! The values that an edge of the automaton asks for, and the answers that the values of a path give.
//!
//! An arbitrary value is an input of an edge, and a question of the interpreter. As a rule, one input is one answer. An
//! object of several types, such as a union, may need the bits of several inputs for an answer. The bytes of an object
//! of the heap, and of a large object, are asked for in a form that depends on the size of the object
//! ([`LARGE_OBJECT`]), and this size may be a value of the path.

use crate::base::HashMap;
use crate::c::read::floats::number as of_bits;
use crate::c::read::property::{Ask, AskKind, LARGE_OBJECT, LONGEST_PATTERN};
use crate::c::read::types::TypeId;
use crate::solver::term::{TermId, Value};
use crate::theories::bv::Bits;
use crate::theories::num::Integer;
use std::collections::BTreeMap;

/// An answer to an ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnsweredAsk {
    /// The ask.
    pub ask: Ask,
    /// The value of an integer, or the number that a pointer is.
    pub value: i128,
}

/// A range of bits of an input that are bits of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub input: TermId,
    /// If the input is an array: the index of the element that has the bits.
    pub element: Option<u64>,
    /// The lowest bit in the input, or in its element.
    pub from: u32,
    pub width: u32,
    /// The lowest bit in the answer.
    pub to: u32,
    /// Whether the input is the code of an address. Then only the question whether it is 0 counts.
    pub is_code: bool,
}

/// A scalar of an object, as an input gives it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// The first bit in the object.
    pub offset: u64,
    pub width: u32,
    pub input: TermId,
    /// As in [`Part`].
    pub is_code: bool,
}

/// The inputs that are the bits of an object.
#[derive(Clone, Debug)]
pub(super) enum Contents {
    /// The scalars of the object in ascending order; all other bits are 0.
    Scalars(Vec<Given>),
    /// An array of elements with `unit` bits each.
    Elements { input: TermId, unit: u64 },
}

/// The size of an object in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    Fixed(u64),
    /// The value of a variable before the edge, and the bits of a size. An integer without bounds may have more.
    Variable(TermId, u32),
}

/// A value that an edge asks for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub ask: Ask,
    pub wanted: Wanted,
}

/// The form of the answers.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// One answer of `width` bits, put together of parts; there is one part if an input is the whole answer.
    Scalar { parts: Vec<Part>, width: u32, signed: bool },
    /// The bytes of an object: each byte of an object of the heap that is not large, else a filling. `position` is the
    /// type of positions in the object; the type of the ask is that of a byte.
    Bytes { contents: Contents, size: Size, position: TypeId },
}

impl Asked {
    /// Whether an input is an answer, or a part of one.
    pub fn depends_on(&self, input: TermId) -> bool {
        match &self.wanted {
            Wanted::Scalar { parts, .. } => parts.iter().any(|part| part.input == input),
            Wanted::Bytes { contents: Contents::Scalars(list), .. } => {
                list.iter().any(|given| given.input == input)
            }
            Wanted::Bytes { contents: Contents::Elements { input: array, .. }, .. } => *array == input,
        }
    }

    /// The inputs that are answers, or parts of them.
    pub fn inputs(&self) -> Vec<TermId> {
        match &self.wanted {
            Wanted::Scalar { parts, .. } => parts.iter().map(|part| part.input).collect(),
            Wanted::Bytes { contents: Contents::Scalars(list), .. } => {
                list.iter().map(|given| given.input).collect()
            }
            Wanted::Bytes { contents: Contents::Elements { input, .. }, .. } => vec![*input],
        }
    }

    /// The number of parts or scalars in lists of this ask.
    pub fn parts(&self) -> usize {
        match &self.wanted {
            Wanted::Scalar { parts, .. } => parts.capacity(),
            Wanted::Bytes { contents: Contents::Scalars(list), .. } => list.capacity(),
            Wanted::Bytes { contents: Contents::Elements { .. }, .. } => 0,
        }
    }

    /// The answers, by the values of inputs and of variables before the edge; `None` if one is missing or no integer.
    pub fn answers(&self, values: &HashMap<TermId, &Value>) -> Option<Vec<AnsweredAsk>> {
        let ask = self.ask;
        match &self.wanted {
            Wanted::Scalar { parts, width, signed } => {
                let value = scalar(parts, *width, *signed, values)?;
                Some(vec![AnsweredAsk { ask, value }])
            }
            Wanted::Bytes { contents, size, position } => {
                let size = match size {
                    Size::Fixed(size) => *size,
                    Size::Variable(variable, width) => {
                        let size = number(values.get(variable)?, false)?;
                        u64::try_from(size & ((1 << width) - 1)).ok()?
                    }
                };
                let filling = Filling::of(contents, size, values)?;
                let is_listed = ask.kind == AskKind::Heap && size <= LARGE_OBJECT;
                let list = if is_listed { filling.bytes(ask, size) } else { filling.told(ask, *position) };
                Some(list)
            }
        }
    }
}

/// The bytes of an object: a pattern that repeats, and the bytes that differ from it.
struct Filling {
    pattern: Vec<u8>,
    others: BTreeMap<u64, u8>,
}

impl Filling {
    fn of(contents: &Contents, size: u64, values: &HashMap<TermId, &Value>) -> Option<Filling> {
        let mut filling = Filling { pattern: vec![0], others: BTreeMap::new() };
        match contents {
            Contents::Scalars(list) => {
                for given in list {
                    let part = Part {
                        input: given.input,
                        element: None,
                        from: 0,
                        width: given.width,
                        to: 0,
                        is_code: given.is_code,
                    };
                    let value = bits(&part, values)?;
                    for bit in 0..given.width {
                        let at = given.offset + u64::from(bit);
                        if at / 8 < size && value >> bit & 1 == 1 {
                            *filling.others.entry(at / 8).or_insert(0) |= 1 << (at % 8);
                        }
                    }
                }
            }
            Contents::Elements { input, unit } => {
                let array = match values.get(input)? {
                    Value::Array(array) => array,
                    Value::Bool(_)
                    | Value::Number(_)
                    | Value::Bits(_)
                    | Value::Element(_)
                    | Value::Data(_) => {
                        return None;
                    }
                };
                filling.pattern = bytes_of(array.others(), *unit)?;
                for (index, element) in array.entries() {
                    // Integers below 0 are indices of nothing.
                    let index = u64::try_from(number(index, false)?).ok();
                    let first = match index.and_then(|index| index.checked_mul(unit / 8)) {
                        Some(first) if first < size => first,
                        Some(_) | None => continue,
                    };
                    let bytes = bytes_of(element, *unit)?;
                    let inside = (first..size).zip(bytes);
                    filling.others.extend(inside);
                }
            }
        }
        Some(filling)
    }

    /// Each byte as an answer.
    fn bytes(&self, ask: Ask, size: u64) -> Vec<AnsweredAsk> {
        let plain = |at: u64| self.pattern[(at % self.pattern.len() as u64) as usize];
        let byte = |at: u64| self.others.get(&at).copied().unwrap_or_else(|| plain(at));
        (0..size).map(|at| AnsweredAsk { ask, value: i128::from(byte(at)) }).collect()
    }

    /// The answers that tell the filling.
    fn told(&self, ask: Ask, position: TypeId) -> Vec<AnsweredAsk> {
        let number = |value: u64| AnsweredAsk { ask: Ask { ty: position, ..ask }, value: i128::from(value) };
        let byte = |value: u8| AnsweredAsk { ask, value: i128::from(value) };
        let length = self.pattern.len() as u64;
        let mut list = vec![number(if length == 1 { 0 } else { length })];
        list.extend(self.pattern.iter().map(|&value| byte(value)));
        for (&at, &value) in &self.others {
            list.extend([number(at + 1), byte(value)]);
        }
        list.push(number(0));
        list
    }
}

/// The bytes of an element of `unit` bits, the lowest first; `None` if it is longer than a pattern may be. Of a number
/// that the bits cannot hold, they are the lowest ones; such an element may be one that no run reads.
fn bytes_of(value: &Value, unit: u64) -> Option<Vec<u8>> {
    let bits = match value {
        Value::Bits(bits) if u64::from(bits.width()) <= 8 * LONGEST_PATTERN => bits,
        Value::Number(_) if unit <= 64 => {
            return Some(number(value, true)?.to_le_bytes()[..unit as usize / 8].to_vec());
        }
        _ => return None,
    };
    let byte = |at: u32| bits.extract(8 * at + 7, 8 * at).to_u64().map(|byte| byte as u8);
    (0..bits.width() / 8).map(byte).collect()
}

fn scalar(parts: &[Part], width: u32, signed: bool, values: &HashMap<TermId, &Value>) -> Option<i128> {
    if let [Part { input, element: None, from: 0, to: 0, width: of_part, is_code }] = *parts {
        let is_all = match values.get(&input)? {
            Value::Bits(bits) => bits.width() == of_part,
            _ => true,
        };
        if of_part == width && (is_all || is_code) {
            let value = number(values.get(&input)?, signed)?;
            return Some(if is_code { i128::from(value != 0) } else { value });
        }
    }
    let mut pattern: u128 = 0;
    for part in parts {
        // No scalar has more than 128 bits.
        pattern |= bits(part, values)? << part.to;
    }
    let pattern = pattern as i128;
    let is_negative = signed && pattern >> (width - 1) & 1 == 1;
    Some(if is_negative { pattern - (1 << width) } else { pattern })
}

/// The bits of a part.
fn bits(part: &Part, values: &HashMap<TermId, &Value>) -> Option<u128> {
    let mut value = *values.get(&part.input)?;
    if let (Some(element), Value::Array(array)) = (part.element, value) {
        let is_it = |&(index, _): &&(Value, Value)| number(index, false) == Some(i128::from(element));
        value = array.entries().iter().find(is_it).map_or_else(|| array.others(), |(_, value)| value);
    }
    let bits = match value {
        code if part.is_code => u128::from(part.from == 0 && number(code, false)? != 0),
        Value::Bits(bits) => of_bits(&bits.extract(part.from + part.width - 1, part.from)),
        other => number(other, false)? as u128 >> part.from,
    };
    Some(bits & (u128::MAX >> (128 - part.width.min(128))))
}

fn number(value: &Value, signed: bool) -> Option<i128> {
    let wide = |n: Integer| n.to_i64().map(i128::from).or_else(|| n.to_u64().map(i128::from));
    let of_word = |bits: &Bits| if signed { bits.to_signed_integer() } else { bits.to_integer() };
    match value {
        Value::Bool(b) => Some(i128::from(*b)),
        Value::Number(n) => wide(n.to_integer()?),
        Value::Bits(bits) if bits.width() > 64 => Some(of_bits(bits) as i128),
        Value::Bits(bits) => wide(of_word(bits)),
        Value::Element(_) | Value::Array(_) | Value::Data(_) => None,
    }
}
