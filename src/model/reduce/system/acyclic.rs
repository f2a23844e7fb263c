//! Definitions that do not depend on each other in a circle.

use super::definitions::Unknown;
use crate::base::{HashMap, HashSet};
use crate::solver::term::{Substitution, TermId, Terms};

/// Definitions, at most one per unknown, without circles.
#[derive(Default)]
pub(super) struct Acyclic {
    /// The value, and the unknowns in it.
    chosen: HashMap<Unknown, (TermId, Vec<Unknown>)>,
    order: Vec<Unknown>,
}

impl Acyclic {
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Adds a definition unless there is one for the unknown, or it would close a circle. Whether it was added.
    pub fn add(&mut self, unknown: Unknown, value: TermId, inside: Vec<Unknown>) -> bool {
        if self.chosen.contains_key(&unknown) {
            return false;
        }
        let mut seen: HashSet<Unknown> = HashSet::default();
        let mut stack = inside.clone();
        while let Some(u) = stack.pop() {
            if u == unknown {
                return false;
            }
            if seen.insert(u) {
                stack.extend(self.chosen.get(&u).into_iter().flat_map(|(_, inside)| inside));
            }
        }
        self.chosen.insert(unknown, (value, inside));
        self.order.push(unknown);
        true
    }

    /// The definitions with all values in terms of unknowns that have none, each after those that it depends on.
    /// `constant` is the term of an unknown.
    pub fn resolve(&self, terms: &mut Terms, constant: impl Fn(Unknown) -> TermId) -> Vec<(TermId, TermId)> {
        let mut substitution = Substitution::new();
        let mut resolved = Vec::with_capacity(self.order.len());
        let mut done: HashSet<Unknown> = HashSet::default();
        for &root in &self.order {
            let mut stack = vec![(root, false)];
            while let Some((u, expanded)) = stack.pop() {
                let (value, inside) = match self.chosen.get(&u) {
                    Some(definition) if !done.contains(&u) => definition,
                    _ => continue,
                };
                if !expanded {
                    stack.push((u, true));
                    stack.extend(inside.iter().map(|&u| (u, false)));
                    continue;
                }
                // No term so far has had this unknown in it, so nothing was built that would have to be built again.
                let value = substitution.apply(terms, *value);
                substitution.insert(constant(u), value);
                done.insert(u);
                resolved.push((constant(u), value));
            }
        }
        resolved
    }
}
