//! Facts about the sorts of a store: parts, names, numbers of values.

use super::float::Rounding;
use super::sort_table::SortEntry;
use super::store::{Sort, SortId, Terms};
use crate::base::HashSet;

impl Terms {
    /// Whether there are any sorts but those of truth values, numbers and words.
    pub(crate) fn has_declared_sorts(&self) -> bool {
        self.sorts.len() > 0
    }

    /// The sorts of indices and elements of a sort of arrays; `None` for other sorts.
    pub fn array_parts(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match *self.sorts.entry(sort.entry()?) {
            SortEntry::Array(index, element) => Some((index, element)),
            SortEntry::Declared(..) | SortEntry::Datatype(_) => None,
        }
    }

    /// These sorts and all that values of them are made of: indices, elements and fields, each once.
    pub(crate) fn sorts_inside(&self, sorts: impl IntoIterator<Item = Sort>) -> HashSet<Sort> {
        let mut open: Vec<Sort> = sorts.into_iter().collect();
        let mut seen: HashSet<Sort> = HashSet::default();
        while let Some(sort) = open.pop() {
            if seen.insert(sort) {
                open.extend(self.array_parts(sort).into_iter().flat_map(|(index, element)| [index, element]));
                let fields = self.constructors(sort).iter().flat_map(|&c| self.selectors(c));
                open.extend(fields.map(|s| self.selector_sort(s)));
            }
        }
        seen
    }

    /// Whether values of the sort have elements of a declared sort inside, so that it is open how many they are.
    pub(crate) fn has_open_size(&self, sort: Sort) -> bool {
        self.sorts_inside([sort]).iter().any(|inside| matches!(inside, Sort::Declared(_)))
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
        let id = match sort.entry() {
            Some(id) => id,
            None => return sort.to_string(),
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

    /// Whether a sort has finitely many values, if that is known: a datatype has less than `u64::MAX`.
    pub fn is_finite(&self, sort: Sort) -> bool {
        let mut open = vec![sort];
        while let Some(sort) = open.pop() {
            match sort {
                Sort::Bool | Sort::BitVec(_) | Sort::Float(_) | Sort::Rounding => {}
                Sort::Array(_) => open.extend(self.array_parts(sort).into_iter().flat_map(|(i, e)| [i, e])),
                Sort::Datatype(_) if self.value_count(sort) < u64::MAX => {}
                Sort::Int | Sort::Real | Sort::Declared(_) | Sort::Datatype(_) => return false,
            }
        }
        true
    }

    /// How many values a sort has, at most `u64::MAX`, which stands for more, for infinitely many, and for declared
    /// sorts, of which it is open.
    pub fn value_count(&self, sort: Sort) -> u64 {
        match sort {
            Sort::Bool => 2,
            Sort::BitVec(width) if width < 64 => 1 << width,
            Sort::Float(format) => format.value_count(),
            Sort::Rounding => Rounding::ALL.len() as u64,
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
