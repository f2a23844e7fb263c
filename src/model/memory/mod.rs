//! Transition systems with memories that are too wide to be split into words.
//!
//! A *memory* is an array: a cell for each index, such as 2^32 bytes. It is read and written in parts, so its cells are
//! no state variables. A [`MemorySystem`] keeps the words and the memories apart:
//!
//! * The words are a [`System`] without arrays. A value that is read from a memory is an input there.
//! * A [`Read`] says which memory and index such an input is read from. The index is a term over words, and over
//!   values that are read before it.
//! * An [`Array`] is the contents of a memory, or such contents with writes and choices. Each [`Memory`] says by an
//!   array what it contains first and next.
//!
//! The system without its memories has all runs of the system with them and more, as a read may give any value there.
//! So it is of no use alone; [`encode::watched`](super::encode::watched) makes a system of it in which some cells are
//! looked at, and [`evidence::memory`](crate::evidence::memory) checks evidence against the memories themselves.
//!
//! A read from an array with writes is taken apart when it is made ([`Arrays::select`], the axioms of read over write):
//! reads are of memories only.
//!
//! A memory without `first` begins with any contents, and one without `next` has any contents in each step, as words
//! without `init` and `next` have in BTOR2.
//!
//! It leaves out equality between arrays and liveness.

mod run;

pub use run::{Contents, MemoryRun};

use super::system::{Invariant, System};
use crate::base::HashMap;
use crate::solver::term::{Sort, TermId, Terms};

/// Position of a memory in its system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MemoryId(u32);

/// Position of an array in its list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayId(u32);

/// Position of a read in its system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReadId(u32);

macro_rules! position {
    ($name:ident) => {
        impl $name {
            /// The item at this position, which is below 2^32.
            pub(crate) fn new(index: usize) -> $name {
                debug_assert!(u32::try_from(index).is_ok());
                $name(index as u32)
            }

            /// The position.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
position!(MemoryId);
position!(ArrayId);
position!(ReadId);

/// The contents of a memory, or what writes and choices make of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Array {
    /// The present contents of a memory.
    Memory(MemoryId),
    /// This value in all cells.
    All(TermId),
    /// An array with one cell replaced.
    Write {
        /// The array.
        array: ArrayId,
        /// The index of the cell.
        index: TermId,
        /// Its new value.
        value: TermId,
    },
    /// One of two arrays.
    Choice {
        /// The condition for the first one.
        condition: TermId,
        /// The first one.
        yes: ArrayId,
        /// The second one.
        no: ArrayId,
    },
}

/// A list of arrays, each behind those that it is made of.
#[derive(Clone, Default, Debug)]
pub struct Arrays {
    list: Vec<Array>,
    known: HashMap<Array, ArrayId>,
}

impl Arrays {
    /// The position of an array made of arrays of this list; a new one if it is not there yet.
    pub(crate) fn add(&mut self, array: Array) -> ArrayId {
        let next = ArrayId::new(self.list.len());
        let id = *self.known.entry(array).or_insert(next);
        if id == next {
            self.list.push(array);
        }
        id
    }

    /// The array at a position.
    ///
    /// # Panics
    ///
    /// If the position is of another list and this one is shorter.
    pub fn get(&self, id: ArrayId) -> Array {
        self.list[id.index()]
    }

    /// The number of arrays.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// An array with all that it is made of, in the order of the list.
    pub fn below(&self, root: ArrayId) -> Vec<ArrayId> {
        let mut seen = vec![false; root.index() + 1];
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            match self.get(id) {
                Array::Memory(_) | Array::All(_) => {}
                Array::Write { array, .. } => stack.push(array),
                Array::Choice { yes, no, .. } => stack.extend([yes, no]),
            }
        }
        (0..seen.len()).filter(|&i| seen[i]).map(ArrayId::new).collect()
    }

    /// The value that an array has at an index, by the axioms of reads over writes. `term` gives the meaning of a term
    /// in the array, and `memory` the value of a memory at the index.
    pub fn select(
        &self,
        terms: &mut Terms,
        root: ArrayId,
        index: TermId,
        term: &mut dyn FnMut(&mut Terms, TermId) -> TermId,
        memory: &mut dyn FnMut(&mut Terms, MemoryId) -> TermId,
    ) -> TermId {
        let mut values: HashMap<ArrayId, TermId> = HashMap::default();
        for id in self.below(root) {
            let value = match self.get(id) {
                Array::Memory(of) => memory(terms, of),
                Array::All(value) => term(terms, value),
                Array::Write { array, index: place, value } => {
                    let (place, value) = (term(terms, place), term(terms, value));
                    let is_here = terms.eq(index, place);
                    terms.ite(is_here, value, values[&array])
                }
                Array::Choice { condition, yes, no } => {
                    let condition = term(terms, condition);
                    terms.ite(condition, values[&yes], values[&no])
                }
            };
            values.insert(id, value);
        }
        values[&root]
    }
}

/// A memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The name that the file gives it.
    pub name: String,
    /// The number of bits of an index.
    pub index: u32,
    /// The sort of a cell.
    pub cell: Sort,
    /// The contents in the first step, over state variables and memories before this one.
    pub first: Option<ArrayId>,
    /// The contents in the next step.
    pub next: Option<ArrayId>,
}

/// A value read from a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// The memory.
    pub memory: MemoryId,
    /// The index, over words and values that are read before.
    pub index: TermId,
    /// The value: an input of the system of words.
    pub value: TermId,
}

/// A transition system with memories. See the [module](self).
#[derive(Clone, Debug)]
pub struct MemorySystem {
    pub(crate) words: System,
    pub(crate) memories: Vec<Memory>,
    pub(crate) arrays: Arrays,
    pub(crate) reads: Vec<Read>,
}

impl MemorySystem {
    /// The words. The values that are read are the last inputs, in the order of the reads.
    pub fn words(&self) -> &System {
        &self.words
    }

    /// The memories.
    pub fn memories(&self) -> &[Memory] {
        &self.memories
    }

    /// The arrays that say what memories contain.
    pub fn arrays(&self) -> &Arrays {
        &self.arrays
    }

    /// The reads, each behind those that its index depends on.
    pub fn reads(&self) -> &[Read] {
        &self.reads
    }

    /// The positions of the reads.
    pub fn read_ids(&self) -> impl Iterator<Item = ReadId> {
        (0..self.reads.len()).map(ReadId::new)
    }

    /// The number of bits of the index of a read.
    ///
    /// # Panics
    ///
    /// If there is no such read.
    pub fn width_of(&self, read: ReadId) -> u32 {
        self.memories[self.reads[read.index()].memory.index()].index
    }

    /// The number of inputs of the system of words that are no values read from memories.
    pub fn plain_inputs(&self) -> usize {
        self.words.inputs().len() - self.reads.len()
    }
}

/// A cell that is looked at in a proof: that at the index of a read, some steps before the bad one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Watch {
    /// The read.
    pub read: ReadId,
    /// The state of words that holds the value, by place: the index is that of the read from which the value came
    /// that the state has.
    pub kept: Option<usize>,
    /// The number of steps to the bad step: from the read, or from the step in which the state has the value.
    pub delay: usize,
}

/// A proof that a property of a system with memories holds: an invariant over the words and over cells at any indices.
///
/// It is about the variables of the system that watches cells ([`encode::watched`](super::encode::watched)). The states
/// that it stands for are those that satisfy it for all values of the watched indices, if the watched cells are the
/// memories' cells at these indices.
#[derive(Clone, Debug)]
pub struct MemoryCertificate {
    /// The cells that are looked at.
    pub watches: Vec<Watch>,
    /// The invariant.
    pub invariant: Invariant,
}
