//! Lists of clauses by literal, in one vector: watch lists, and occurrence lists of passes.
//!
//! A list of its own for each literal costs three words of memory before its first entry, and lists that grow are
//! scattered over the memory. Here a list is a range of one vector, and lists of neighbouring literals lie next to
//! each other after each [`Lists::rebuild`], as in Kissat. A list that is full moves to the end of the vector and
//! gets twice the room; the gap it leaves is closed by the next rebuild. As each list at least doubles when it moves,
//! the gaps are never larger than the lists.

use crate::base::Lit;

/// One list: its begin in the vector, its entries, and the entries it has room for.
#[derive(Clone, Copy, Default)]
struct Range {
    start: u32,
    len: u32,
    room: u32,
}

/// By literal: a list of entries.
#[derive(Clone)]
pub(super) struct Lists<E> {
    ranges: Vec<Range>,
    entries: Vec<E>,
}

impl<E> Default for Lists<E> {
    fn default() -> Lists<E> {
        Lists { ranges: Vec::new(), entries: Vec::new() }
    }
}

/// Room of a list at its first entry.
const FIRST_ROOM: u32 = 4;

impl<E: Copy> Lists<E> {
    /// Empty lists.
    pub fn new(lists: usize) -> Lists<E> {
        Lists { ranges: vec![Range::default(); lists], entries: Vec::new() }
    }

    /// Makes or removes lists at the end; new ones are empty.
    pub fn resize(&mut self, lists: usize) {
        self.ranges.resize(lists, Range::default());
    }

    /// Bytes held, but for the entries.
    pub fn range_bytes(&self) -> usize {
        self.ranges.capacity() * std::mem::size_of::<Range>()
    }

    /// Bytes held for entries and room.
    pub fn entry_bytes(&self) -> usize {
        self.entries.capacity() * std::mem::size_of::<E>()
    }

    /// The entries that can be added before the vector has to grow.
    pub fn spare(&self) -> usize {
        self.entries.capacity() - self.entries.len()
    }

    /// The begin and the end of a list, for [`Lists::at`].
    #[inline]
    pub fn bounds(&self, lit: Lit) -> (usize, usize) {
        let range = self.ranges[lit.code()];
        (range.start as usize, (range.start + range.len) as usize)
    }

    #[inline]
    pub fn list(&self, lit: Lit) -> &[E] {
        let (from, to) = self.bounds(lit);
        &self.entries[from..to]
    }

    #[inline]
    pub fn at(&self, place: usize) -> E {
        self.entries[place]
    }

    #[inline]
    pub fn set(&mut self, place: usize, entry: E) {
        self.entries[place] = entry;
    }

    /// Ends a walk over a list that wrote the entries to keep, up to place `to`, and did not look at those from place
    /// `from` on, which are kept, too.
    #[inline]
    pub fn close_gap(&mut self, lit: Lit, to: usize, from: usize) {
        if to < from {
            let range = &mut self.ranges[lit.code()];
            let end = (range.start + range.len) as usize;
            range.len -= (from - to) as u32;
            if from < end {
                self.entries.copy_within(from..end, to);
            }
        }
    }

    #[inline]
    pub fn push(&mut self, lit: Lit, entry: E) {
        let range = self.ranges[lit.code()];
        if range.len == range.room {
            self.widen(lit, entry);
        }
        let range = &mut self.ranges[lit.code()];
        self.entries[(range.start + range.len) as usize] = entry;
        range.len += 1;
    }

    /// Gives a list twice the room. The other lists stay where they are.
    #[cold]
    fn widen(&mut self, lit: Lit, filler: E) {
        let range = self.ranges[lit.code()];
        let (from, to) = self.bounds(lit);
        let start = self.entries.len();
        let room = (2 * range.room).max(FIRST_ROOM);
        assert!(start + room as usize <= u32::MAX as usize, "the lists of clauses are full");
        // Not twice the memory for one list more.
        if self.entries.capacity() < start + room as usize {
            self.entries.reserve_exact((room as usize).max(start / 8));
        }
        self.entries.extend_from_within(from..to);
        self.entries.resize(start + room as usize, filler);
        self.ranges[lit.code()] = Range { start: start as u32, len: range.len, room };
    }

    /// Removes the entries of a list for which `keep` is false.
    pub fn retain(&mut self, lit: Lit, mut keep: impl FnMut(E) -> bool) {
        let (from, end) = self.bounds(lit);
        let mut to = from;
        for place in from..end {
            let entry = self.entries[place];
            if keep(entry) {
                self.entries[to] = entry;
                to += 1;
            }
        }
        self.ranges[lit.code()].len = (to - from) as u32;
    }

    #[inline]
    pub fn len(&self, lit: Lit) -> usize {
        self.ranges[lit.code()].len as usize
    }

    /// Replaces each entry by what `map` makes of it, or removes it, and puts the lists next to each other.
    pub fn rebuild(&mut self, map: impl Fn(E) -> Option<E>) {
        // Some room for the clauses to come.
        let room_of = |len: u32| if len == 0 { 0 } else { len + len / 8 + 1 };
        let total: usize = self.ranges.iter().map(|r| room_of(r.len) as usize).sum();
        let mut entries = Vec::with_capacity(total);
        for range in &mut self.ranges {
            let old = range.start as usize..(range.start + range.len) as usize;
            let start = entries.len();
            entries.extend(self.entries[old].iter().filter_map(|&w| map(w)));
            let len = (entries.len() - start) as u32;
            let room = room_of(len);
            if let Some(&filler) = entries.last() {
                entries.resize(start + room as usize, filler);
            }
            *range = Range { start: start as u32, len, room };
        }
        self.entries = entries;
    }
}
