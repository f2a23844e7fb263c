//! Values of arrays and of datatypes, each after those that it is made of.
//!
//! A class that a constructor makes has a value when its fields have. The arrays of a sort have values when all that is
//! read from them or written into them has. A class of a datatype that nothing makes gets a value that no other class
//! of its sort has, or will have: none that is a part of a value given so far.

use super::shared::{Findings, Shared};
use crate::base::{HashMap, HashSet, Limit};
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Op, Sort, TermId, Terms, Value};
use crate::theories::euf::NodeId;

/// Classes and sorts that wait for values.
struct Waiting {
    /// Classes that a constructor makes, each with the number of fields without value.
    missing: HashMap<NodeId, (TermId, usize)>,
    /// The classes that have a class as a field, once for each time.
    users: HashMap<NodeId, Vec<NodeId>>,
    /// Classes that can be given their value.
    ready: Vec<NodeId>,
    /// Sorts of arrays without values, each after those that it contains.
    arrays: Vec<Sort>,
    /// By datatype: values and parts of values.
    used: HashMap<Sort, HashSet<Value>>,
}

impl Solver {
    /// Gives classes of arrays and datatypes their values, as far as nothing is found.
    pub(super) fn give_values(
        &mut self,
        terms: &mut Terms,
        shared: &mut Shared,
        found: &mut Findings,
    ) -> Result<(), Limit> {
        if !shared.has_arrays && !shared.has_data {
            return Ok(());
        }
        let mut waiting = self.list_waiting(terms, shared);
        let mut free: Vec<NodeId> = shared
            .roots
            .iter()
            .copied()
            .filter(|&r| {
                matches!(shared.sort(terms, r), Sort::Datatype(_)) && shared.made(terms, r).is_none()
            })
            .collect();
        free.reverse();
        loop {
            self.sat.check_budget(waiting.ready.len())?;
            while let Some(class) = waiting.ready.pop() {
                let made = waiting.missing[&class].0;
                if let (Op::Construct(constructor), Some(fields)) =
                    (terms.op(made), self.args(terms, shared, made))
                {
                    self.give(terms, shared, &mut waiting, class, Value::data(constructor, fields));
                }
            }
            let is_solvable = |&sort: &Sort| self.has_parts(terms, shared, sort);
            if let Some(place) = waiting.arrays.iter().position(is_solvable) {
                // Indices that are to differ have different values before arrays are read.
                self.find_missing_differences(terms, shared, found);
                if !found.is_empty() {
                    return Ok(());
                }
                let sort = waiting.arrays.remove(place);
                for (class, value) in self.solve_arrays(terms, shared, sort, found)? {
                    self.give(terms, shared, &mut waiting, class, value);
                }
                if !found.is_empty() {
                    return Ok(());
                }
            } else if let Some(class) = free.pop() {
                let sort = shared.sort(terms, class);
                let used = waiting.used.entry(sort).or_default();
                let fresh = terms.some_values(sort, used.len() + 1).into_iter().find(|v| !used.contains(v));
                let value = fresh.unwrap_or_else(|| terms.default_value(sort));
                self.give(terms, shared, &mut waiting, class, value);
            } else {
                return Ok(());
            }
        }
    }

    fn list_waiting(&self, terms: &Terms, shared: &Shared) -> Waiting {
        let mut waiting = Waiting {
            missing: HashMap::default(),
            users: HashMap::default(),
            ready: Vec::new(),
            arrays: Vec::new(),
            used: HashMap::default(),
        };
        for &class in &shared.roots {
            let sort = shared.sort(terms, class);
            if matches!(sort, Sort::Array(_)) && !waiting.arrays.contains(&sort) {
                waiting.arrays.push(sort);
            }
            let made = match shared.made(terms, class) {
                Some(made) => made,
                None => continue,
            };
            let is_missing = |&&t: &&TermId| matches!(terms.sort(t), Sort::Array(_) | Sort::Datatype(_));
            let missing: Vec<NodeId> =
                terms.args(made).iter().filter(is_missing).map(|&t| self.root(t)).collect();
            waiting.missing.insert(class, (made, missing.len()));
            if missing.is_empty() {
                waiting.ready.push(class);
            }
            for field in missing {
                waiting.users.entry(field).or_default().push(class);
            }
        }
        waiting
    }

    fn give(&self, terms: &Terms, shared: &mut Shared, waiting: &mut Waiting, class: NodeId, value: Value) {
        let sort = shared.sort(terms, class);
        if matches!(sort, Sort::Datatype(_)) {
            note_parts(terms, sort, &value, &mut waiting.used);
        }
        shared.values.insert(class, value);
        for user in waiting.users.remove(&class).unwrap_or_default() {
            if let Some((_, missing)) = waiting.missing.get_mut(&user) {
                *missing -= 1;
                if *missing == 0 {
                    waiting.ready.push(user);
                }
            }
        }
    }

    /// The values of all arguments.
    fn args(&self, terms: &Terms, shared: &Shared, t: TermId) -> Option<Vec<Value>> {
        terms.args(t).iter().map(|&a| self.shared_value(shared, terms, a)).collect()
    }

    /// Whether all indices and elements of the arrays of a sort have values.
    fn has_parts(&self, terms: &Terms, shared: &Shared, sort: Sort) -> bool {
        let has_value = |t: TermId| self.shared_value(shared, terms, t).is_some();
        shared.terms.iter().all(|&t| match terms.op(t) {
            Op::Select if terms.sort(terms.arg(t, 0)) == sort => has_value(t) && has_value(terms.arg(t, 1)),
            Op::Store if terms.sort(t) == sort => has_value(terms.arg(t, 1)) && has_value(terms.arg(t, 2)),
            Op::ConstArray if terms.sort(t) == sort => has_value(terms.arg(t, 0)),
            _ => true,
        })
    }
}

/// Notes a value of a datatype and all values of datatypes in it.
fn note_parts(terms: &Terms, sort: Sort, value: &Value, used: &mut HashMap<Sort, HashSet<Value>>) {
    let mut open = vec![(sort, value)];
    while let Some((sort, value)) = open.pop() {
        if used.entry(sort).or_default().insert(value.clone()) {
            let (constructor, fields) = value.data_parts();
            let sorts = terms.selectors(constructor).map(|s| terms.selector_sort(s));
            open.extend(sorts.zip(fields).filter(|(sort, _)| matches!(sort, Sort::Datatype(_))));
        }
    }
}
