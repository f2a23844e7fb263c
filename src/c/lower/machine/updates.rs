//! The changes of variables that one edge will make, while they are collected.
//!
//! A write through a pointer, or an initialiser, changes many variables at once. All of them go on one edge, where each
//! variable may occur once; a second change of a variable takes the place of the first one.

use crate::base::HashMap;
use crate::solver::term::TermId;

/// New values of variables, each variable once, in the order of their first changes. A change is found by its variable
/// in constant time, because an initialiser may change thousands of them.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Updates {
    list: Vec<(TermId, TermId)>,
    positions: HashMap<TermId, usize>,
}

impl Updates {
    /// The new value of a variable, if it has one.
    pub fn get(&self, variable: TermId) -> Option<TermId> {
        self.positions.get(&variable).map(|&at| self.list[at].1)
    }

    pub fn set(&mut self, variable: TermId, value: TermId) {
        let at = *self.positions.entry(variable).or_insert(self.list.len());
        match self.list.get_mut(at) {
            Some(change) => change.1 = value,
            None => self.list.push((variable, value)),
        }
    }

    /// All changes.
    pub fn into_list(self) -> Vec<(TermId, TermId)> {
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::term::Terms;

    #[test]
    fn a_variable_has_its_last_value_at_its_first_place() {
        let mut updates = Updates::default();
        assert_eq!(updates.get(Terms::TRUE), None);
        updates.set(Terms::TRUE, Terms::FALSE);
        updates.set(Terms::FALSE, Terms::FALSE);
        updates.set(Terms::TRUE, Terms::TRUE);
        assert_eq!(updates.get(Terms::TRUE), Some(Terms::TRUE));
        assert_eq!(updates.into_list(), [(Terms::TRUE, Terms::TRUE), (Terms::FALSE, Terms::FALSE)]);
    }
}
