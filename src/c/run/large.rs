//! Large objects: pieces of cells that are made when they are written.
//!
//! A program may declare an array of a million elements, or allocate one of 2^40, and touch only a few of them. The
//! memory of a run holds the pieces of such an object that were written, and one *blank* piece that stands for all
//! others.

use super::cells::Cells;
use super::machine::{Machine, Stop};
use super::memory::{Large, Memory, Region, LARGE, PIECE};
use super::pointer::{Pointer, Target};
use super::value::Place;
use crate::c::TypeId;

impl Memory {
    /// Makes the pieces of the newest object, whose bytes are 0.
    pub(super) fn make_large(&mut self) {
        let blank = self.new_piece();
        self.pieces.clear(blank, PIECE as usize);
        self.large.insert(self.serial, Large { blank, written: Default::default() });
    }

    /// The position of a piece with any contents.
    fn new_piece(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            let at = self.pieces.len();
            self.pieces.resize(at + PIECE as usize);
            at
        })
    }

    /// Gives back the pieces of an object that has ended, if it was large.
    pub(super) fn end_large(&mut self, serial: u64) {
        if let Some(large) = self.large.remove(&serial) {
            self.free.push(large.blank);
            let mut written: Vec<usize> = large.written.into_values().collect();
            written.sort_unstable();
            self.free.extend(written);
        }
    }

    /// Whether a pointer leads into a live large object.
    pub fn is_large(&self, pointer: Pointer) -> bool {
        match pointer {
            Pointer::Object(target) => self.lives(target) && self.large.contains_key(&target.serial),
            Pointer::Number(_) | Pointer::Function(_) => false,
        }
    }

    /// Whether `size` bytes from a pointer on lie over several pieces of a large object.
    pub fn is_over_pieces(&self, pointer: Pointer, size: u64) -> bool {
        let is_inside = self.room(pointer).map_or(false, |room| size <= room);
        match pointer {
            Pointer::Object(Target { offset, .. }) if is_inside && self.is_large(pointer) => {
                offset as u64 % PIECE + size > PIECE
            }
            Pointer::Object(_) | Pointer::Number(_) | Pointer::Function(_) => false,
        }
    }

    /// Makes the piece of a large object to which a pointer leads one that is written. `None` if there is no memory.
    pub fn touch(&mut self, pointer: Pointer) -> Option<()> {
        let target = match pointer {
            Pointer::Object(target) if self.large.contains_key(&target.serial) => target,
            Pointer::Object(_) | Pointer::Number(_) | Pointer::Function(_) => return Some(()),
        };
        let number = match u64::try_from(target.offset) {
            Ok(offset) if self.room(pointer).map_or(false, |room| room > 0) => offset / PIECE,
            _ => return Some(()),
        };
        let large = self.large.get(&target.serial)?;
        if large.written.contains_key(&number) {
            return Some(());
        }
        let blank = self.pieces.part(large.blank, PIECE as usize);
        if self.free.is_empty() && !self.allows(PIECE * Cells::unit(self.numbers)) {
            return None;
        }
        let at = self.new_piece();
        self.pieces.paste(at, &blank);
        self.large.get_mut(&target.serial)?.written.insert(number, at);
        Some(())
    }

    /// Gives all bytes of an object that begins at a pointer the bytes of a pattern, again and again. `None` if there
    /// is no memory.
    pub fn fill(&mut self, pointer: Pointer, pattern: &[u8]) -> Option<()> {
        self.forget_pieces(pointer);
        let size = self.room(pointer)?;
        let is_large = self.is_large(pointer);
        let steps = if is_large { PIECE } else { LARGE.max(size) };
        if is_large && PIECE % pattern.len() as u64 == 0 {
            let (region, at) = self.find(pointer, 1)?;
            self.region_mut(region).0.repeat(at, PIECE as usize, pattern, 0);
            return Some(());
        }
        let mut from = 0;
        while from < size {
            let here = pointer.moved(from as i64);
            let count = steps.min(size - from);
            self.touch(here)?;
            let (region, at) = self.find(here, count)?;
            self.region_mut(region).0.repeat(at, count as usize, pattern, from);
            from += count;
        }
        Some(())
    }

    /// Gives a byte its first value. `None` if there is no memory.
    pub fn set_first(&mut self, pointer: Pointer, byte: u8) -> Option<()> {
        self.touch(pointer)?;
        let (region, at) = self.find(pointer, 1)?;
        self.region_mut(region).0.repeat(at, 1, &[byte], 0);
        Some(())
    }

    /// Sets all bytes of an object that begins at a pointer to 0.
    pub fn clear(&mut self, pointer: Pointer) {
        self.forget_pieces(pointer);
        let size = self.blank_size(pointer);
        if let Some((region, at)) = self.find(pointer, size) {
            self.region_mut(region).0.clear(at, size as usize);
        }
    }

    /// Sets `size` bytes of an object to 0. `None` if there is no memory.
    pub fn clear_part(&mut self, pointer: Pointer, size: u64) -> Option<()> {
        let (mut done, is_large) = (0, self.is_large(pointer));
        while done < size {
            let here = pointer.moved(done as i64);
            let left = match here {
                Pointer::Object(target) if is_large => PIECE - target.offset as u64 % PIECE,
                Pointer::Object(_) | Pointer::Number(_) | Pointer::Function(_) => size,
            };
            let count = left.min(size - done);
            self.touch(here)?;
            if let Some((region, at)) = self.find(here, count) {
                self.region_mut(region).0.clear(at, count as usize);
            }
            done += count;
        }
        Some(())
    }

    /// Makes all bytes of an object that begins at a pointer ones without value.
    pub fn make_unset(&mut self, pointer: Pointer) {
        self.forget_pieces(pointer);
        let size = self.blank_size(pointer);
        if let Some((region, at)) = self.find(pointer, size) {
            self.region_mut(region).0.make_unset(at, size as usize);
        }
    }

    /// Makes all bits blank of an object that begins at a pointer.
    pub fn make_blank(&mut self, pointer: Pointer) {
        let large = match pointer {
            Pointer::Object(target) => self.large.get(&target.serial),
            Pointer::Number(_) | Pointer::Function(_) => None,
        };
        if let Some(large) = large {
            let pieces: Vec<usize> = large.written.values().copied().chain(Some(large.blank)).collect();
            pieces.into_iter().for_each(|at| self.pieces.fill_blank(at, PIECE as usize, u8::MAX));
        } else if let Some((region, at)) = self.find(pointer, self.room(pointer).unwrap_or(0)) {
            let size = self.room(pointer).unwrap_or(0) as usize;
            self.region_mut(region).0.fill_blank(at, size, u8::MAX);
        }
    }

    /// The number of bytes that are set to set all bytes of an object.
    fn blank_size(&self, pointer: Pointer) -> u64 {
        let size = self.room(pointer).unwrap_or(0);
        if self.is_large(pointer) {
            PIECE
        } else {
            size
        }
    }

    /// Gives back the written pieces of an object.
    fn forget_pieces(&mut self, pointer: Pointer) {
        let written = match pointer {
            Pointer::Object(target) => match self.large.get_mut(&target.serial) {
                Some(large) => std::mem::take(&mut large.written),
                None => return,
            },
            Pointer::Number(_) | Pointer::Function(_) => return,
        };
        let mut free: Vec<usize> = written.into_values().collect();
        free.sort_unstable();
        self.free.extend(free);
    }

    /// Copies the first `size` bytes of an object of the heap to another one, where one of both is large. `None` if
    /// there is no memory.
    pub(super) fn copy_pieces(&mut self, from: Pointer, to: Pointer, size: u64) -> Option<()> {
        let mut done = 0;
        while done < size {
            let count = PIECE.min(size - done);
            let (source, target) = (from.moved(done as i64), to.moved(done as i64));
            self.touch(target)?;
            let (region, first) = self.find(source, count)?;
            let part = self.region(region).part(first, count as usize);
            let (region, at) = self.find(target, count)?;
            self.region_mut(region).0.paste(at, &part);
            done += count;
        }
        Some(())
    }

    /// The pointers to objects and functions in an object that begins at a pointer.
    pub fn pointers_from(&self, pointer: Pointer) -> Vec<Pointer> {
        let size = self.room(pointer).unwrap_or(0);
        let large = match pointer {
            Pointer::Object(target) => self.large.get(&target.serial),
            Pointer::Number(_) | Pointer::Function(_) => None,
        };
        match (large, self.find(pointer, size)) {
            (None, Some((Region::Stack | Region::Heap | Region::Pieces, _))) if size == 0 => Vec::new(),
            (None, Some((region, at))) => self.pointers_in(self.region(region), at, size as usize),
            (None, None) => Vec::new(),
            (Some(large), _) => {
                let mut pieces: Vec<usize> = large.written.values().copied().collect();
                pieces.sort_unstable();
                let inside = |at| self.pointers_in(&self.pieces, at, PIECE as usize);
                pieces.into_iter().flat_map(inside).collect()
            }
        }
    }
}

impl Machine<'_> {
    /// Gives the run up if an access is to a value over two pieces of a large object.
    pub(super) fn refuse_pieces(&self, place: Place, ty: TypeId) -> Result<(), Stop> {
        match self.state.memory.is_over_pieces(place.pointer, self.place_size(place, ty)) {
            true => Err(self.unsupported(place.pos, "a value over two pieces of a large object")),
            false => Ok(()),
        }
    }

    /// The number of bytes from the pointer of a place to the end of a value of a type there.
    pub(super) fn place_size(&self, place: Place, ty: TypeId) -> u64 {
        match place.width {
            0 => self.program.types.size(ty).unwrap_or(0),
            width => (place.first + u64::from(width) + 7) / 8,
        }
    }
}
