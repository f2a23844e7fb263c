//! Sorts that are more than a word: declared ones, sorts of arrays, and datatypes.

use super::datatypes::{ConstructorEntry, ConstructorId, SelectorEntry, SelectorId};
use super::store::{Sort, SortId, Terms};
use crate::base::HashMap;

/// What the store knows about a sort.
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

impl Terms {
    /// The sorts of indices and elements of a sort of arrays; `None` for other sorts.
    pub fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match sort {
            Sort::Array(id) => match *self.sorts.entry(id) {
                SortEntry::Array(index, element) => Some((index, element)),
                SortEntry::Declared(..) | SortEntry::Datatype(_) => None,
            },
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Declared(_) | Sort::Datatype(_) => {
                None
            }
        }
    }

    /// The name that a sort or a datatype was declared with; empty for sorts of arrays.
    pub fn sort_name(&self, sort: SortId) -> &str {
        match self.sorts.entry(sort) {
            SortEntry::Declared(name, _) => name,
            SortEntry::Datatype(entry) => &entry.name,
            SortEntry::Array(..) => "",
        }
    }

    /// A sort as SMT-LIB text.
    pub fn sort_text(&self, sort: Sort) -> String {
        let id = match sort {
            Sort::Declared(id) | Sort::Array(id) | Sort::Datatype(id) => id,
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) => return sort.to_string(),
        };
        match self.sorts.entry(id) {
            SortEntry::Array(index, element) => {
                format!("(Array {} {})", self.sort_text(*index), self.sort_text(*element))
            }
            SortEntry::Declared(name, parameters) => self.applied(name, parameters),
            SortEntry::Datatype(entry) => self.applied(&entry.name, &entry.parameters),
        }
    }

    /// A name with its parameters, between parentheses if there are any.
    fn applied(&self, name: &str, parameters: &[Sort]) -> String {
        if parameters.is_empty() {
            return super::quoted(name);
        }
        let parameters: Vec<String> = parameters.iter().map(|&p| self.sort_text(p)).collect();
        format!("({} {})", super::quoted(name), parameters.join(" "))
    }

    /// The name of an element of a declared sort, which begins with that of the sort.
    pub fn element_name(&self, sort: SortId, number: u32) -> String {
        let text = match self.sorts.entry(sort) {
            SortEntry::Declared(_, parameters) if !parameters.is_empty() => {
                self.sort_text(Sort::Declared(sort)).replace('|', "")
            }
            SortEntry::Declared(..) | SortEntry::Datatype(_) | SortEntry::Array(..) => {
                self.sort_name(sort).to_string()
            }
        };
        format!("{}!val!{}", text, number)
    }

    /// How many values a sort has, at most `u64::MAX`, which stands for more, for infinitely many, and for declared
    /// sorts, of which it is open.
    pub fn value_count(&self, sort: Sort) -> u64 {
        match sort {
            Sort::Bool => 2,
            Sort::BitVec(width) if width < 64 => 1 << width,
            Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Declared(_) => u64::MAX,
            Sort::Datatype(id) => self.sorts.datatype(id).count,
            Sort::Array(_) => {
                match self.array_parts(sort).map(|(i, e)| (self.value_count(i), self.value_count(e))) {
                    Some((_, 1)) => 1,
                    Some((indices, elements)) => {
                        let power = u32::try_from(indices).ok().and_then(|n| elements.checked_pow(n));
                        power.unwrap_or(u64::MAX)
                    }
                    None => u64::MAX,
                }
            }
        }
    }
}
