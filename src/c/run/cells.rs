//! The contents of objects: bytes, or cells that hold mathematical integers.
//!
//! Over words an object is a row of bytes, and a union or a pointer may look at a part of it with another type. A
//! pointer to an object has no number; it is stored as an entry of a table, and a tag beside each of its bytes tells a
//! number from a part of a pointer. Over mathematical integers a value has no bytes. It stands whole at the offset at
//! which it was written, tagged with its type, and only that type can read it.

use super::number::{wrap, Integer, Numbers};
use super::pointer::{Pointer, Scalar};
use crate::base::HashMap;

// Tags of bytes. Over words, a byte of a pointer of the table has its position in the pointer, counted from 1, as tag.

/// Over words: a byte of a number. Over integers: a byte that was not written since its object began. Such bytes are
/// those of a number of any type.
const PLAIN: u8 = 0;
/// A byte without value.
const UNSET: u8 = 128;
/// Over integers: the first byte of a pointer of the table.
const ENTRY: u8 = 32;
/// Over integers: the first byte of a pointer that is a number.
const ADDRESS: u8 = 33;
/// Over integers: a byte that belongs to the same cell as the byte before it.
const REST: u8 = 255;
/// Over integers: a byte of a cell of which another part was overwritten.
const BROKEN: u8 = 254;

/// The number of bytes of which the row knows together whether a pointer may stand there.
const GROUP: usize = 256;

/// The reason why bytes have no value of a type.
pub(in crate::c) type Reason = &'static str;

const PART: Reason = "a read of some bytes of a pointer, or of a pointer's bytes as a number";
const NO_VALUE: Reason = "a read of an object that has no value yet";
const RETYPED: Reason =
    "over mathematical integers, a read of an object with another type than it was written with";

/// The pointers to objects and functions that were stored. Memory holds the position of a pointer in this table.
#[derive(Debug, Default)]
pub(in crate::c) struct Table {
    list: Vec<Pointer>,
    numbers: HashMap<Pointer, u32>,
}

impl Table {
    fn number(&mut self, pointer: Pointer) -> u32 {
        if let Some(&number) = self.numbers.get(&pointer) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(pointer);
        self.numbers.insert(pointer, number);
        number
    }

    /// The approximate size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.list.len() * 120
    }
}

/// A row of bytes with their tags.
#[derive(Clone, Debug)]
pub(in crate::c) struct Cells {
    numbers: Numbers,
    bytes: Vec<u8>,
    tags: Vec<u8>,
    /// Over integers: the values, each at the position of its first byte, and first values of bytes.
    values: Vec<i128>,
    /// By byte: the bits that were never stored, which are then *blank*. Empty if that is of no interest.
    blank: Vec<u8>,
    keeps_blank: bool,
    /// By group of bytes: whether a pointer of the table may stand there. Rows of numbers are passed over.
    has_entries: Vec<bool>,
}

impl Cells {
    /// An empty row, which perhaps knows the bits that were never stored.
    pub fn new(numbers: Numbers, keeps_blank: bool) -> Cells {
        Cells {
            numbers,
            bytes: Vec::new(),
            tags: Vec::new(),
            values: Vec::new(),
            blank: Vec::new(),
            keeps_blank,
            has_entries: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.tags.len()
    }

    /// The bytes of memory that the interpreter needs for one byte of an object.
    pub fn unit(numbers: Numbers) -> u64 {
        match numbers {
            Numbers::Words => 2,
            Numbers::Integers => 17,
        }
    }

    /// Makes the row `length` bytes long. New bytes are 0.
    pub fn resize(&mut self, length: usize) {
        self.tags.resize(length, PLAIN);
        self.has_entries.resize(length / GROUP + 1, false);
        if self.keeps_blank {
            self.blank.resize(length, 0);
        }
        match self.numbers {
            Numbers::Words => self.bytes.resize(length, 0),
            Numbers::Integers => self.values.resize(length, 0),
        }
    }

    /// Sets bytes to 0.
    pub fn clear(&mut self, at: usize, size: usize) {
        self.claim(at, size);
        self.fill_blank(at, size, 0);
        self.tags[at..at + size].fill(PLAIN);
        match self.numbers {
            Numbers::Words => self.bytes[at..at + size].fill(0),
            Numbers::Integers => self.values[at..at + size].fill(0),
        }
    }

    /// Sets bytes to those of a pattern that repeats, of which the first one is at the position `from` of the pattern.
    pub fn repeat(&mut self, at: usize, size: usize, pattern: &[u8], from: u64) {
        self.clear(at, size);
        let bytes = pattern.iter().cycle().skip((from % pattern.len() as u64) as usize);
        match self.numbers {
            Numbers::Words => {
                self.bytes[at..at + size].iter_mut().zip(bytes).for_each(|(to, &byte)| *to = byte);
            }
            Numbers::Integers => {
                self.values[at..at + size].iter_mut().zip(bytes).for_each(|(to, &byte)| *to = byte.into());
            }
        }
    }

    /// Marks bytes as ones without value, until they are written.
    pub fn make_unset(&mut self, at: usize, size: usize) {
        self.tags[at..at + size].fill(UNSET);
    }

    /// A copy of some bytes.
    pub fn part(&self, at: usize, size: usize) -> Cells {
        let empty = Cells::new(self.numbers, self.keeps_blank);
        let mut part = Cells { tags: self.tags[at..at + size].to_vec(), ..empty };
        if self.keeps_blank {
            part.blank = self.blank[at..at + size].to_vec();
        }
        part.has_entries = vec![true; size / GROUP + 1];
        match self.numbers {
            Numbers::Words => part.bytes = self.bytes[at..at + size].to_vec(),
            Numbers::Integers => part.values = self.values[at..at + size].to_vec(),
        }
        part
    }

    /// Whether the bytes from `at` on are those of another row.
    pub fn has(&self, at: usize, part: &Cells) -> bool {
        let range = at..at + part.len();
        let is_same = self.tags.get(range.clone()) == Some(&part.tags[..])
            && (!self.keeps_blank || self.blank.get(range.clone()) == Some(&part.blank[..]));
        is_same
            && match self.numbers {
                Numbers::Words => self.bytes.get(range) == Some(&part.bytes[..]),
                Numbers::Integers => self.values.get(range) == Some(&part.values[..]),
            }
    }

    /// The first position, from `from` on, at which the bytes differ from those of another row.
    pub fn difference(&self, other: &Cells, from: usize) -> Option<usize> {
        let differs = |&at: &usize| {
            self.tags[at] != other.tags[at]
                || match self.numbers {
                    Numbers::Words => self.bytes[at] != other.bytes[at],
                    Numbers::Integers => self.values[at] != other.values[at],
                }
        };
        (from..self.len().min(other.len())).find(differs)
    }

    /// Writes all bytes of another row from `at` on.
    pub fn paste(&mut self, at: usize, part: &Cells) {
        let size = part.len();
        self.claim(at, size);
        if part.tags.contains(&self.mark()) {
            self.note_entries(at, size);
        }
        self.tags[at..at + size].copy_from_slice(&part.tags);
        if self.keeps_blank {
            self.blank[at..at + size].copy_from_slice(&part.blank);
        }
        match self.numbers {
            Numbers::Words => self.bytes[at..at + size].copy_from_slice(&part.bytes),
            Numbers::Integers => self.values[at..at + size].copy_from_slice(&part.values),
        }
    }

    /// Over integers: prepares a write. The bytes that are left of a cell which is overwritten in part become broken.
    fn claim(&mut self, at: usize, size: usize) {
        if self.numbers == Numbers::Words || size == 0 {
            return;
        }
        let end = at + size;
        if self.tags[at] == REST {
            let head = self.tags[..at].iter().rposition(|&tag| tag != REST).unwrap_or(0);
            self.tags[head..at].fill(BROKEN);
        }
        let rest = self.tags[end..].iter().take_while(|&&tag| tag == REST).count();
        self.tags[end..end + rest].fill(BROKEN);
    }

    /// Makes all bits of bytes blank, or none, by a mask of eight bits.
    pub fn fill_blank(&mut self, at: usize, size: usize, mask: u8) {
        if self.keeps_blank {
            self.blank[at..at + size].fill(mask);
        }
    }

    /// Which of at most 128 bits, counted from the byte `at`, are blank.
    pub fn blank(&self, at: usize, first: u64, width: u32) -> u128 {
        if !self.keeps_blank {
            return 0;
        }
        let (at, shift) = (at + (first / 8) as usize, (first % 8) as u32);
        let bytes = &self.blank[at..at + ((shift + width + 7) / 8) as usize];
        let word = bytes.iter().rev().fold(0u128, |word, &byte| word << 8 | u128::from(byte));
        (word >> shift) & low_bits(width)
    }

    /// Makes those of at most 128 bits blank that a mask has, and the others not.
    pub fn set_blank(&mut self, at: usize, first: u64, width: u32, mask: u128) {
        if !self.keeps_blank {
            return;
        }
        let (at, shift) = (at + (first / 8) as usize, (first % 8) as u32);
        let (all, mask) = (low_bits(width) << shift, (mask & low_bits(width)) << shift);
        let bytes = self.blank[at..at + ((shift + width + 7) / 8) as usize].iter_mut();
        for (i, byte) in bytes.enumerate() {
            *byte = *byte & !(all >> (8 * i)) as u8 | (mask >> (8 * i)) as u8;
        }
    }

    fn put(&mut self, at: usize, size: usize, tag: u8, value: i128) {
        self.claim(at, size);
        self.fill_blank(at, size, 0);
        self.tags[at] = tag;
        self.tags[at + 1..at + size].fill(REST);
        self.values[at] = value;
    }

    /// Over integers: the tag of the cell at a position, which must have this size.
    fn cell(&self, at: usize, size: usize) -> Result<u8, Reason> {
        let tag = self.tags[at];
        let rest = if tag == PLAIN { PLAIN } else { REST };
        let is_whole = self.tags[at + 1..at + size].iter().all(|&tag| tag == rest)
            && (tag == PLAIN || self.tags.get(at + size) != Some(&REST));
        match tag {
            UNSET => Err(NO_VALUE),
            REST | BROKEN => Err(RETYPED),
            _ if !is_whole => Err(RETYPED),
            _ => Ok(tag),
        }
    }

    /// Over integers: the number whose bytes are the first values from a position on.
    fn first(&self, at: usize, size: usize) -> u64 {
        self.values[at..at + size].iter().rev().fold(0, |word, &byte| word << 8 | byte as u64)
    }

    pub fn read_integer(&self, at: usize, ty: Integer, table: &Table) -> Result<Scalar, Reason> {
        let size = ty.size as usize;
        match self.numbers {
            Numbers::Integers => match self.cell(at, size)? {
                PLAIN => Ok(Scalar::Number(ty.wrap(i128::from(self.first(at, size))))),
                tag if tag == tag_of(ty) => Ok(Scalar::Number(self.values[at])),
                _ => Err(RETYPED),
            },
            Numbers::Words if self.is_plain(at, size) => {
                Ok(Scalar::Number(ty.wrap(i128::from(self.word(at, size)))))
            }
            Numbers::Words => self.entry(at, size, table).map(Scalar::Pointer),
        }
    }

    pub fn write_integer(&mut self, at: usize, ty: Integer, value: i128) {
        let size = ty.size as usize;
        match self.numbers {
            Numbers::Integers => self.put(at, size, tag_of(ty), value),
            Numbers::Words => self.set_word(at, size, value as u64),
        }
    }

    /// Reads a pointer, or an integer that was made from a pointer.
    pub fn read_pointer(&self, at: usize, size: usize, table: &Table) -> Result<Pointer, Reason> {
        match self.numbers {
            Numbers::Integers => match self.cell(at, size)? {
                PLAIN => Ok(Pointer::Number(self.first(at, size))),
                ADDRESS => Ok(Pointer::Number(self.values[at] as u64)),
                ENTRY => Ok(table.list[self.values[at] as usize]),
                _ => Err(RETYPED),
            },
            Numbers::Words if self.is_plain(at, size) => Ok(Pointer::Number(self.word(at, size))),
            Numbers::Words => self.entry(at, size, table),
        }
    }

    pub fn write_pointer(&mut self, at: usize, size: usize, pointer: Pointer, table: &mut Table) {
        if !matches!(pointer, Pointer::Number(_)) {
            self.note_entries(at, size);
        }
        match (self.numbers, pointer) {
            (Numbers::Words, Pointer::Number(number)) => self.set_word(at, size, number),
            (Numbers::Integers, Pointer::Number(number)) => self.put(at, size, ADDRESS, i128::from(number)),
            (Numbers::Integers, pointer) => self.put(at, size, ENTRY, i128::from(table.number(pointer))),
            (Numbers::Words, pointer) => {
                self.set_word(at, size, u64::from(table.number(pointer)));
                let tags = self.tags[at..at + size].iter_mut();
                tags.zip(1..).for_each(|(tag, number)| *tag = number);
            }
        }
    }

    /// Over words: the pointer of the table, if exactly its bytes are at a position.
    fn entry(&self, at: usize, size: usize, table: &Table) -> Result<Pointer, Reason> {
        let is_whole = self.tags[at..at + size].iter().zip(1..).all(|(&tag, number)| tag == number)
            && self.tags.get(at + size) != Some(&(size as u8 + 1));
        if is_whole {
            Ok(table.list[self.word(at, size) as usize])
        } else {
            Err(self.broken(at, size))
        }
    }

    /// The pointers of the table that begin in some cells.
    pub fn pointers(&self, at: usize, size: usize, table: &Table) -> Vec<Pointer> {
        let mark = self.mark();
        let begins = |&at: &usize| self.tags[at] == mark;
        let entry = |at: usize| match self.numbers {
            // The position of a pointer in the table fits into four bytes.
            Numbers::Words => self.word(at, 4.min(self.len() - at)) as usize,
            Numbers::Integers => self.values[at] as usize,
        };
        let groups = (at / GROUP..(at + size + GROUP - 1) / GROUP).filter(|&group| self.has_entries[group]);
        let bytes = groups.flat_map(|group| at.max(group * GROUP)..(at + size).min((group + 1) * GROUP));
        let found = bytes.filter(begins).map(entry);
        found.filter_map(|number| table.list.get(number).copied()).collect()
    }

    /// The tag of the first byte of a pointer of the table.
    fn mark(&self) -> u8 {
        match self.numbers {
            Numbers::Words => 1,
            Numbers::Integers => ENTRY,
        }
    }

    /// Notes that a pointer of the table may stand in some bytes.
    fn note_entries(&mut self, at: usize, size: usize) {
        self.has_entries[at / GROUP..(at + size + GROUP - 1) / GROUP].fill(true);
    }

    /// Reads a bit-field of `width` bits, whose first bit is counted from the byte `at`.
    pub fn read_bits(&self, at: usize, first: u64, width: u32, ty: Integer) -> Result<Scalar, Reason> {
        let (at, size, shift) = self.bits(at, first, width)?;
        let word =
            self.bytes[at..at + size].iter().rev().fold(0u128, |word, &byte| word << 8 | u128::from(byte));
        Ok(Scalar::Number(wrap((word >> shift) as i128, width, ty.is_signed)))
    }

    pub fn write_bits(&mut self, at: usize, first: u64, width: u32, value: i128) -> Result<(), Reason> {
        let (at, size, shift) = self.bits(at, first, width)?;
        if self.keeps_blank {
            self.set_blank(at, u64::from(shift), width, 0);
        }
        let mask = ((1u128 << width) - 1) << shift;
        let bits = ((value as u128) << shift) & mask;
        for (i, byte) in self.bytes[at..at + size].iter_mut().enumerate() {
            *byte = *byte & !(mask >> (8 * i)) as u8 | (bits >> (8 * i)) as u8;
        }
        Ok(())
    }

    /// The first byte and the number of bytes that a bit-field touches, and its first bit in the first of them.
    fn bits(&self, at: usize, first: u64, width: u32) -> Result<(usize, usize, u32), Reason> {
        if self.numbers == Numbers::Integers {
            return Err("over mathematical integers, a bit-field");
        }
        let (at, shift) = (at + (first / 8) as usize, (first % 8) as u32);
        let size = (shift + width + 7) as usize / 8;
        match self.tags[at..at + size].iter().all(|&tag| tag == PLAIN) {
            true => Ok((at, size, shift)),
            false => Err(self.broken(at, size)),
        }
    }

    /// Over words: the reason why bytes have no value.
    fn broken(&self, at: usize, size: usize) -> Reason {
        if self.tags[at..at + size].contains(&UNSET) {
            NO_VALUE
        } else {
            PART
        }
    }

    /// Over words: whether these bytes are those of a number.
    fn is_plain(&self, at: usize, size: usize) -> bool {
        match self.tags[at..at + size] {
            [a, b, c, d] => a | b | c | d == PLAIN,
            ref tags => tags.iter().all(|&tag| tag == PLAIN),
        }
    }

    fn word(&self, at: usize, size: usize) -> u64 {
        // A copy of constant length compiles to a load, and not to a call. Most accesses have four bytes.
        if let [a, b, c, d] = self.bytes[at..at + size] {
            return u64::from(u32::from_le_bytes([a, b, c, d]));
        }
        let mut bytes = [0; 8];
        bytes[..size].copy_from_slice(&self.bytes[at..at + size]);
        u64::from_le_bytes(bytes)
    }

    fn set_word(&mut self, at: usize, size: usize, word: u64) {
        self.fill_blank(at, size, 0);
        if let ([a, b, c, d], tags @ [_, _, _, _]) =
            (&mut self.bytes[at..at + size], &mut self.tags[at..at + size])
        {
            [*a, *b, *c, *d] = (word as u32).to_le_bytes();
            tags.fill(PLAIN);
            return;
        }
        self.bytes[at..at + size].copy_from_slice(&word.to_le_bytes()[..size]);
        self.tags[at..at + size].fill(PLAIN);
    }
}

/// The mask of the lowest bits of a word.
pub(in crate::c) fn low_bits(width: u32) -> u128 {
    1u128.checked_shl(width).map_or(u128::MAX, |above| above - 1)
}

fn tag_of(ty: Integer) -> u8 {
    ty.kind as u8 + 1
}
