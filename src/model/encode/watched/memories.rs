//! A system with arrays taken apart into words and memories.
//!
//! A *memory* is a state variable or an input that is an array: a cell for each index, such as 2^32 bytes. Words and
//! memories are kept apart:
//!
//! * The words are a [`System`] without arrays. A value that is read from a memory is an input there.
//! * A [`Read`] says which memory and index such an input is read from. The index is a term over words, and over
//!   values that are read before it.
//! * An [`Array`] is the contents of a memory, or such contents with writes and choices. Each [`Memory`] says by an
//!   array what it contains first and next.
//!
//! The system without its memories has all runs of the system with them and more, as a read may give any value there.
//! A read from an array with writes is taken apart when it is made ([`Arrays::select`], the axioms of read over write):
//! reads are of memories only.
//!
//! A memory without `first` begins with any contents, and one without `next` has any contents in each step: Init or
//! Trans says nothing about it.
//!
//! It leaves out systems in which arrays are compared, but by an equation for first or next contents; in which Init
//! reads a cell; in which Trans reads a cell at a next value; and in which the contents of a memory are only related to
//! those before, or have arrays as indices or cells.

use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::system::functional::{conjuncts, NextValues};
use crate::model::system::System;
use crate::solver::term::{Op, Sort, Substitution, TermId, Terms};

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

/// The variable that a memory is, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// A state variable.
    State(usize),
    /// An input.
    Input(usize),
}

/// A memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The variable.
    pub variable: Variable,
    /// The constant for its present contents.
    pub current: TermId,
    /// The name of the variable.
    pub name: String,
    /// The sort of indices.
    pub index: Sort,
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

/// A system taken apart into words and memories. See the [module](self).
#[derive(Clone, Debug)]
pub struct Memories {
    words: System,
    list: Vec<Memory>,
    arrays: Arrays,
    reads: Vec<Read>,
}

impl Memories {
    /// Takes a system apart; `None` if it has no arrays, or arrays that are no memories.
    ///
    /// # Errors
    ///
    /// A limit of the budget that was reached.
    pub fn of(system: &System, budget: &Budget) -> Result<Option<Memories>, Limit> {
        match Apart::begin(system) {
            Some(apart) => apart.finish(system, budget),
            None => Ok(None),
        }
    }

    /// The words. The values that are read are the last inputs, in the order of the reads.
    pub fn words(&self) -> &System {
        &self.words
    }

    /// The memories.
    pub fn list(&self) -> &[Memory] {
        &self.list
    }

    /// The arrays that say what memories contain.
    pub fn arrays(&self) -> &Arrays {
        &self.arrays
    }

    /// The reads, each behind those that its index depends on.
    pub fn reads(&self) -> &[Read] {
        &self.reads
    }

    /// The sort of the index of a read.
    ///
    /// # Panics
    ///
    /// If there is no such read.
    pub fn index_of(&self, read: ReadId) -> Sort {
        self.list[self.reads[read.index()].memory.index()].index
    }

    /// Whether indices, cells and words are Booleans and bit-vectors.
    pub fn is_of_bits(&self) -> bool {
        let is_of_bits = |sort: Sort| sort == Sort::Bool || sort.width().is_some();
        let mut sorts = self.list.iter().flat_map(|memory| [memory.index, memory.cell]);
        self.words.first_beyond_bits().is_none() && sorts.all(is_of_bits)
    }

    /// The number of inputs of the system of words that are no values read from memories.
    pub fn plain_inputs(&self) -> usize {
        self.words.inputs().len() - self.reads.len()
    }
}

/// The work of taking a system apart.
struct Apart {
    terms: Terms,
    list: Vec<Memory>,
    arrays: Arrays,
    reads: Vec<Read>,
    /// By variable.
    memories: HashMap<TermId, MemoryId>,
    /// The value of each read.
    known: HashMap<(MemoryId, TermId), TermId>,
    /// By term for an array of the system.
    meanings: HashMap<TermId, ArrayId>,
    /// Terms for words, with values in the place of reads.
    words: Substitution,
}

impl Apart {
    /// Finds the memories; `None` if there are none, or other arrays among the variables.
    fn begin(system: &System) -> Option<Apart> {
        let states = system.states().iter().enumerate().map(|(place, s)| (Variable::State(place), s.current));
        let inputs = system.inputs().iter().enumerate().map(|(place, &t)| (Variable::Input(place), t));
        let terms = system.terms();
        let mut list = Vec::new();
        for (variable, current) in states.chain(inputs) {
            if let Some((index, cell)) = terms.array_parts(terms.sort(current)) {
                if ![index, cell].into_iter().all(is_plain) {
                    return None;
                }
                let name = system.name(current).to_string();
                list.push(Memory { variable, current, name, index, cell, first: None, next: None });
            }
        }
        let memories = list.iter().enumerate().map(|(id, memory)| (memory.current, MemoryId::new(id)));
        let memories: HashMap<TermId, MemoryId> = memories.collect();
        (!list.is_empty()).then(|| Apart {
            terms: terms.clone(),
            list,
            arrays: Arrays::default(),
            reads: Vec::new(),
            memories,
            known: HashMap::default(),
            meanings: HashMap::default(),
            words: Substitution::new(),
        })
    }

    fn finish(mut self, system: &System, budget: &Budget) -> Result<Option<Memories>, Limit> {
        let init = match self.first_contents(system, budget)? {
            Some(init) => init,
            None => return Ok(None),
        };
        let NextValues { functions, mut rest } = NextValues::of(system, &mut self.terms);
        let mut roots = vec![system.constraint()];
        roots.extend(system.properties().iter().map(|property| property.bad));
        roots.extend(functions.iter().copied().flatten());
        roots.extend(&rest);
        if !self.take(&roots, budget)? || self.reads_at_next_values(system) {
            return Ok(None);
        }
        for (state, function) in system.states().iter().zip(functions) {
            match (function, self.memories.get(&state.current)) {
                (Some(function), Some(memory)) => {
                    self.list[memory.index()].next = self.meanings.get(&function).copied();
                }
                (Some(function), None) => rest.push(self.terms.eq(state.next, function)),
                (None, _) => {}
            }
        }
        let trans = self.terms.and(&rest);
        let mut of_words = |t: TermId| self.words.apply(&mut self.terms, t);
        let (trans, constraint) = (of_words(trans), of_words(system.constraint()));
        let bads: Vec<TermId> = system.properties().iter().map(|property| of_words(property.bad)).collect();
        let Apart { terms, list, arrays, reads, memories, .. } = self;
        let mut words = System::new(terms);
        let states = system.states().iter().filter(|state| !memories.contains_key(&state.current));
        states.for_each(|state| words.add_state(state.current, state.next));
        let inputs = system.inputs().iter().filter(|input| !memories.contains_key(input));
        inputs.copied().chain(reads.iter().map(|read| read.value)).for_each(|input| words.add_input(input));
        words.set_init(init);
        words.set_trans(trans);
        words.add_constraint(constraint);
        for (property, bad) in system.properties().iter().zip(bads) {
            words.add_property(&property.name, bad);
        }
        Ok(Some(Memories { words, list, arrays, reads }))
    }

    /// Whether the index of a read is about next values, which no input of a step may depend on.
    fn reads_at_next_values(&self, system: &System) -> bool {
        let nexts: HashSet<TermId> = system.states().iter().map(|state| state.next).collect();
        let indices: Vec<TermId> = self.reads.iter().map(|read| read.index).collect();
        self.terms.symbols_in(&indices).into_iter().any(|s| nexts.contains(&self.terms.symbol_term(s)))
    }

    /// Notes the first contents of memories, and gives Init without them; `None` if it says more about memories.
    fn first_contents(&mut self, system: &System, budget: &Budget) -> Result<Option<TermId>, Limit> {
        let mut rest = Vec::new();
        for conjunct in conjuncts(&self.terms, system.init()) {
            let is_equation = self.terms.op(conjunct) == Op::Eq && self.is_array(self.terms.arg(conjunct, 0));
            if !is_equation {
                rest.push(conjunct);
                continue;
            }
            let sides = [self.terms.arg(conjunct, 0), self.terms.arg(conjunct, 1)];
            let found =
                [(sides[0], sides[1]), (sides[1], sides[0])].into_iter().find_map(|(of, contents)| {
                    let memory = *self.memories.get(&of)?;
                    let is_before = |t: &TermId| self.memories.get(t).map_or(true, |&other| other < memory);
                    let is_new = self.list[memory.index()].first.is_none();
                    let mut inside = self.terms.subterms(&[contents]).into_iter();
                    (is_new && inside.all(|t| is_before(&t))).then_some((memory, contents))
                });
            let (memory, contents) = match found {
                Some(found) => found,
                None => return Ok(None),
            };
            if !self.take(&[contents], budget)? {
                return Ok(None);
            }
            self.list[memory.index()].first = self.meanings.get(&contents).copied();
        }
        // Init of the words is over states, and a value that is read would be an input there.
        let says_no_more = self.take(&rest, budget)? && self.reads.is_empty();
        let init = self.terms.and(&rest);
        Ok(says_no_more.then(|| self.words.apply(&mut self.terms, init)))
    }

    fn is_array(&self, t: TermId) -> bool {
        matches!(self.terms.sort(t), Sort::Array(_))
    }

    /// Takes the arrays and reads apart of which these terms are made. False if there are others than memories.
    fn take(&mut self, roots: &[TermId], budget: &Budget) -> Result<bool, Limit> {
        for t in self.terms.subterms(roots) {
            budget.poll()?;
            let is_known = match self.is_array(t) {
                true => self.array(t).map(|array| self.meanings.insert(t, self.arrays.add(array))).is_some(),
                false => self.word(t),
            };
            if !is_known {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The array that a term is.
    fn array(&mut self, t: TermId) -> Option<Array> {
        let args = self.terms.args(t).to_vec();
        match (self.terms.op(t), &args[..]) {
            (Op::Symbol(_), _) => Some(Array::Memory(*self.memories.get(&t)?)),
            (Op::ConstArray, &[value]) => Some(Array::All(self.words.apply(&mut self.terms, value))),
            (Op::Store, &[array, index, value]) => {
                let array = *self.meanings.get(&array)?;
                let index = self.words.apply(&mut self.terms, index);
                Some(Array::Write { array, index, value: self.words.apply(&mut self.terms, value) })
            }
            (Op::Ite, &[condition, yes, no]) => {
                let (yes, no) = (*self.meanings.get(&yes)?, *self.meanings.get(&no)?);
                Some(Array::Choice { condition: self.words.apply(&mut self.terms, condition), yes, no })
            }
            _ => None,
        }
    }

    /// Gives a word that is read its value; false if arrays are compared.
    fn word(&mut self, t: TermId) -> bool {
        if self.terms.op(t) != Op::Select {
            return self.terms.args(t).iter().all(|&arg| !self.is_array(arg));
        }
        let (array, index) = (self.terms.arg(t, 0), self.terms.arg(t, 1));
        let array = match self.meanings.get(&array) {
            Some(array) => *array,
            None => return false,
        };
        let index = self.words.apply(&mut self.terms, index);
        let Apart { terms, list, arrays, reads, known, .. } = self;
        let mut read = |terms: &mut Terms, memory: MemoryId| {
            *known.entry((memory, index)).or_insert_with(|| {
                let of = &list[memory.index()];
                let value = terms.declare(&format!("{}@{}", of.name, reads.len()), of.cell);
                reads.push(Read { memory, index, value });
                value
            })
        };
        let value = arrays.select(terms, array, index, &mut |_, t| t, &mut read);
        self.words.insert(t, value);
        true
    }
}

/// Whether values of the sort are no arrays and have none inside.
fn is_plain(sort: Sort) -> bool {
    !matches!(sort, Sort::Array(_) | Sort::Datatype(_))
}

/// A cell that is looked at: that at the index of a read, some steps before the bad one.
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
