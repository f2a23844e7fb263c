//! Sorts that are more than a word: declared ones, sorts of arrays, and datatypes.

use super::sort::{ConstructorId, SelectorId, Sort, SortId};
use crate::base::HashMap;

/// A line of the table: all that the store knows about a sort.
#[derive(Clone)]
pub(super) enum SortEntry {
    /// Its name, and the sorts that a sort with parameters is made for.
    Declared(Box<str>, Box<[Sort]>),
    /// The sorts of indices and elements.
    Array(Sort, Sort),
    /// A datatype.
    Datatype(DatatypeEntry),
}

#[derive(Clone)]
pub(super) struct DatatypeEntry {
    pub name: Box<str>,
    /// The sorts that a parametric datatype is made for.
    pub parameters: Box<[Sort]>,
    pub constructors: Box<[ConstructorId]>,
    /// The constructor of its default value.
    pub first: Option<ConstructorId>,
    /// How many values it has, at most `u64::MAX`, which also stands for infinitely many.
    pub count: u64,
}

/// A constructor: its fields are those of the selectors from the first one on.
#[derive(Clone)]
pub(super) struct ConstructorEntry {
    pub name: Box<str>,
    pub sort: SortId,
    pub first_selector: u32,
    pub fields: u32,
}

/// A selector, with the sort of its field.
#[derive(Clone)]
pub(super) struct SelectorEntry {
    pub name: Box<str>,
    pub constructor: ConstructorId,
    pub sort: Sort,
}

/// A declared function.
#[derive(Clone)]
pub(super) struct Signature {
    pub name: Box<str>,
    pub args: Box<[Sort]>,
    pub result: Sort,
}

/// The sorts of a store, and the constructors and selectors of its datatypes.
#[derive(Clone, Default)]
pub(super) struct SortTable {
    entries: Vec<SortEntry>,
    arrays: HashMap<(Sort, Sort), SortId>,
    pub constructors: Vec<ConstructorEntry>,
    pub selectors: Vec<SelectorEntry>,
}

impl SortTable {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn add(&mut self, entry: SortEntry) -> SortId {
        let sort = SortId(self.entries.len() as u32);
        self.entries.push(entry);
        sort
    }

    /// The sort of arrays with these indices and elements.
    pub fn array(&mut self, index: Sort, element: Sort) -> SortId {
        match self.arrays.get(&(index, element)) {
            Some(&sort) => sort,
            None => {
                let sort = self.add(SortEntry::Array(index, element));
                self.arrays.insert((index, element), sort);
                sort
            }
        }
    }

    pub fn entry(&self, sort: SortId) -> &SortEntry {
        &self.entries[sort.index()]
    }

    pub fn datatype(&self, sort: SortId) -> &DatatypeEntry {
        match self.entry(sort) {
            SortEntry::Datatype(entry) => entry,
            SortEntry::Declared(..) | SortEntry::Array(..) => unreachable!("a datatype"),
        }
    }

    pub fn datatype_mut(&mut self, sort: SortId) -> &mut DatatypeEntry {
        match &mut self.entries[sort.index()] {
            SortEntry::Datatype(entry) => entry,
            SortEntry::Declared(..) | SortEntry::Array(..) => unreachable!("a datatype"),
        }
    }

    pub fn constructor(&self, id: ConstructorId) -> &ConstructorEntry {
        &self.constructors[id.index()]
    }

    pub fn selector(&self, id: SelectorId) -> &SelectorEntry {
        &self.selectors[id.index()]
    }
}
