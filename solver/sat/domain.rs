//! The variables that a domain query may touch, and the definitions by which they are found.

use crate::base::Var;
use std::sync::Arc;

/// The definitions of variables: for each gate variable the variables of the clauses that define it.
///
/// The relation must be acyclic, and for every assignment to the other variables the clauses of a gate must leave it
/// exactly one value or at least one (so that evaluation never fails).
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    starts: Vec<u32>,
    inputs: Vec<Var>,
}

impl Definitions {
    /// From one list of defining variables for each variable in order.
    pub fn new<I: IntoIterator<Item = Var>>(lists: impl IntoIterator<Item = I>) -> Definitions {
        let mut definitions = Definitions { starts: vec![0], inputs: Vec::new() };
        for list in lists {
            definitions.inputs.extend(list);
            definitions.starts.push(definitions.inputs.len() as u32);
        }
        definitions
    }

    /// The definition of the first variable beyond the lists.
    pub fn push(&mut self, list: impl IntoIterator<Item = Var>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.inputs.extend(list);
        self.starts.push(self.inputs.len() as u32);
    }

    /// The variables that define this one; none for inputs and for variables beyond the lists.
    pub fn of(&self, v: Var) -> &[Var] {
        match (self.starts.get(v.index()), self.starts.get(v.index() + 1)) {
            (Some(&from), Some(&to)) => &self.inputs[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// The query of a permanent member.
pub(super) const ALWAYS: u32 = u32::MAX;

#[derive(Clone, Default)]
pub(super) struct Domain {
    pub definitions: Arc<Definitions>,
    /// By variable: `ALWAYS`, or the number of the last query that had it in its domain.
    member: Vec<u32>,
    pub query: u32,
    /// The permanent members, then those of the present query from `permanent` on.
    pub list: Vec<Var>,
    pub permanent: usize,
    pub active: bool,
    /// Whether the present query has made a decision, and the leaves below are listed.
    pub deciding: bool,
    /// The leaves of the domain in the order in which they are decided when no other variable is of interest, and by
    /// variable their places there.
    leaves: Vec<Var>,
    place: Vec<u32>,
    cursor: usize,
    /// Whether there ever was a domain query. Elimination would break its premise.
    pub used: bool,
}

impl Domain {
    pub fn grow(&mut self, vars: usize) {
        self.member.resize(vars, 0);
        self.place.resize(vars, u32::MAX);
    }

    pub fn shrink(&mut self, vars: usize) {
        self.list.truncate(self.permanent);
        self.list.retain(|v| v.index() < vars);
        self.permanent = self.list.len();
        self.member.truncate(vars);
        self.place.truncate(vars);
        self.leaves.retain(|v| v.index() < vars);
    }

    #[inline]
    pub fn contains(&self, v: Var) -> bool {
        self.member[v.index()] >= self.query
    }

    pub fn vars(&self) -> &[Var] {
        &self.list
    }

    pub fn start(&mut self) {
        self.list.truncate(self.permanent);
        self.query += 1;
        if self.query == ALWAYS {
            for m in self.member.iter_mut().filter(|m| **m != ALWAYS) {
                *m = 0;
            }
            self.query = 1;
        }
        self.active = true;
        self.used = true;
        self.deciding = false;
    }

    /// Lists the leaves. When all of them have values, propagation gives one to every gate, so gates are decided only
    /// if conflicts have named them.
    pub fn start_deciding(&mut self, open: impl Fn(Var) -> bool) {
        for v in self.leaves.drain(..) {
            self.place[v.index()] = u32::MAX;
        }
        self.cursor = 0;
        self.deciding = true;
        for &v in &self.list {
            if self.definitions.of(v).is_empty() && open(v) {
                self.place[v.index()] = self.leaves.len() as u32;
                self.leaves.push(v);
            }
        }
    }

    pub fn next_leaf(&mut self, open: impl Fn(Var) -> bool) -> Option<Var> {
        while let Some(&v) = self.leaves.get(self.cursor) {
            if open(v) {
                return Some(v);
            }
            self.cursor += 1;
        }
        None
    }

    #[inline]
    pub fn leaf_unassigned(&mut self, v: Var) {
        self.cursor = self.cursor.min(self.place[v.index()] as usize);
    }

    /// Adds the variable and all that define it, transitively.
    pub fn close(&mut self, v: Var, stamp: u32) {
        if self.member[v.index()] >= stamp {
            return;
        }
        self.member[v.index()] = stamp;
        let mut next = self.list.len();
        self.list.push(v);
        while next < self.list.len() {
            let at = self.list[next];
            next += 1;
            for &input in self.definitions.of(at) {
                if self.member[input.index()] < stamp {
                    self.member[input.index()] = stamp;
                    self.list.push(input);
                }
            }
        }
    }
}
