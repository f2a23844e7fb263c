//! Clauses in one flat vector.
//!
//! A clause is a run of three header words followed by its literals, all in one `Vec`, addressed by the position of
//! its first word. Header words are numbers kept in the code of a literal, so that the literals of a clause can be
//! handed out as a plain slice. Deleting a clause marks it as garbage; [`Arena::compact`] closes the gaps and leaves a
//! forwarding address in each moved clause for the holders of references.

use crate::base::Lit;

/// Address of a clause in the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ClauseRef(u32);

impl ClauseRef {
    /// No clause: a decision, or a literal fixed for good.
    pub const NONE: ClauseRef = ClauseRef(u32::MAX >> 1);
    /// Not a clause yet: the theory explains the literal when asked.
    pub const THEORY: ClauseRef = ClauseRef((u32::MAX >> 1) - 1);

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub fn word(self) -> u32 {
        self.0
    }

    #[inline]
    pub fn from_word(word: u32) -> ClauseRef {
        ClauseRef(word)
    }

    /// The clause behind an entry of the shared lists.
    #[inline]
    pub fn shared(entry: u32) -> ClauseRef {
        debug_assert!(entry < SHARED - 2);
        ClauseRef(entry | SHARED)
    }

    #[inline]
    pub fn is_shared(self) -> bool {
        self.0 & SHARED != 0
    }

    #[inline]
    pub fn shared_index(self) -> usize {
        debug_assert!(self.is_shared());
        (self.0 & !SHARED) as usize
    }

    /// Whether this is the address of a clause.
    #[inline]
    pub fn is_clause(self) -> bool {
        self.0 < ClauseRef::THEORY.0
    }
}

/// Set in the address of a clause that solvers share.
const SHARED: u32 = 1 << 30;

/// Words before the literals: size, marks and glue, number in the proof.
pub(super) const HEADER: usize = 3;

const REDUNDANT: usize = 1;
const GARBAGE: usize = 2;
const VIVIFIED: usize = 4;
const MOVED: usize = 8;
const USED_SHIFT: usize = 4;
const USED_MASK: usize = 3 << USED_SHIFT;
const GLUE_SHIFT: usize = 6;

#[derive(Clone, Default)]
pub(super) struct Arena {
    words: Vec<Lit>,
    wasted: usize,
}

impl Arena {
    /// The most words an arena can hold: references must leave two bits free.
    pub const LIMIT: usize = SHARED as usize;

    pub fn bytes(&self) -> usize {
        self.words.capacity() * std::mem::size_of::<Lit>()
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn spare(&self) -> usize {
        self.words.capacity() - self.words.len()
    }

    /// Whether the arena will soon have as many words as references can address.
    pub fn is_nearly_full(&self) -> bool {
        self.words.len() > Arena::LIMIT - (1 << 24)
    }

    pub fn wasted(&self) -> usize {
        self.wasted
    }

    pub fn alloc(&mut self, lits: &[Lit], redundant: bool, glue: usize, id: u32) -> ClauseRef {
        assert!(self.words.len() + HEADER + lits.len() < Arena::LIMIT, "clause arena is full");
        let at = ClauseRef(self.words.len() as u32);
        self.words.push(Lit::from_word(lits.len() as u32));
        self.words.push(Lit::from_word(redundant as u32 | (glue.min(1 << 20) << GLUE_SHIFT) as u32));
        self.words.push(Lit::from_word(id));
        self.words.extend_from_slice(lits);
        at
    }

    #[inline]
    pub fn size(&self, c: ClauseRef) -> usize {
        self.words[c.index()].code()
    }

    #[inline]
    pub fn lits(&self, c: ClauseRef) -> &[Lit] {
        let tail = &self.words[c.index()..];
        let size = tail[0].code();
        &tail[HEADER..HEADER + size]
    }

    /// The literals and whether the clause is garbage, in one look.
    #[inline]
    pub fn visit(&mut self, c: ClauseRef) -> (&mut [Lit], bool) {
        let tail = &mut self.words[c.index()..];
        let size = tail[0].code();
        let garbage = tail[1].code() & GARBAGE != 0;
        (&mut tail[HEADER..HEADER + size], garbage)
    }

    #[inline]
    fn meta(&self, c: ClauseRef) -> usize {
        self.words[c.index() + 1].code()
    }

    #[inline]
    fn set_meta(&mut self, c: ClauseRef, meta: usize) {
        self.words[c.index() + 1] = Lit::from_word(meta as u32);
    }

    #[inline]
    pub fn id(&self, c: ClauseRef) -> u32 {
        self.words[c.index() + 2].code() as u32
    }

    pub fn is_redundant(&self, c: ClauseRef) -> bool {
        self.meta(c) & REDUNDANT != 0
    }

    pub fn make_irredundant(&mut self, c: ClauseRef) {
        self.set_meta(c, self.meta(c) & !REDUNDANT);
    }

    pub fn is_garbage(&self, c: ClauseRef) -> bool {
        self.meta(c) & GARBAGE != 0
    }

    pub fn mark_garbage(&mut self, c: ClauseRef) {
        debug_assert!(!self.is_garbage(c));
        self.set_meta(c, self.meta(c) | GARBAGE);
        self.wasted += HEADER + self.size(c);
    }

    pub fn is_vivified(&self, c: ClauseRef) -> bool {
        self.meta(c) & VIVIFIED != 0
    }

    pub fn set_vivified(&mut self, c: ClauseRef, on: bool) {
        let meta = self.meta(c) & !VIVIFIED;
        self.set_meta(c, if on { meta | VIVIFIED } else { meta });
    }

    /// The number of reductions from which the clause is safe, by its last use in a conflict: 2 for medium glue, 1
    /// for large.
    pub fn used(&self, c: ClauseRef) -> usize {
        (self.meta(c) & USED_MASK) >> USED_SHIFT
    }

    pub fn set_used(&mut self, c: ClauseRef, used: usize) {
        self.set_meta(c, self.meta(c) & !USED_MASK | used << USED_SHIFT);
    }

    /// The number of decision levels in the clause when it was learnt or last improved (literal block distance).
    pub fn glue(&self, c: ClauseRef) -> usize {
        self.meta(c) >> GLUE_SHIFT
    }

    pub fn set_glue(&mut self, c: ClauseRef, glue: usize) {
        self.set_meta(c, self.meta(c) & ((1 << GLUE_SHIFT) - 1) | glue.min(1 << 20) << GLUE_SHIFT);
    }

    /// Every clause that is not garbage, in the order of allocation.
    pub fn iter(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < self.words.len() {
                let c = ClauseRef(at as u32);
                at += HEADER + self.size(c);
                if !self.is_garbage(c) {
                    return Some(c);
                }
            }
            None
        })
    }

    /// Closes the gaps. The order of clauses stays; `forward` then maps old addresses to new ones.
    pub fn compact(&mut self) -> Forward {
        let mut old = std::mem::take(&mut self.words);
        let mut new = Vec::with_capacity(old.len() - self.wasted);
        let mut at = 0;
        while at < old.len() {
            let size = old[at].code();
            let end = at + HEADER + size;
            if old[at + 1].code() & GARBAGE == 0 {
                let to = new.len();
                new.extend_from_slice(&old[at..end]);
                old[at + 1] = Lit::from_word(MOVED as u32);
                old[at + 2] = Lit::from_word(to as u32);
            }
            at = end;
        }
        self.words = new;
        self.wasted = 0;
        Forward { words: old }
    }
}

/// The old arena after [`Arena::compact`].
pub(super) struct Forward {
    words: Vec<Lit>,
}

impl Forward {
    /// The new address of a clause; `None` if it was garbage.
    #[inline]
    pub fn get(&self, c: ClauseRef) -> Option<ClauseRef> {
        if self.words[c.index() + 1].code() == MOVED {
            Some(ClauseRef(self.words[c.index() + 2].code() as u32))
        } else {
            None
        }
    }
}
