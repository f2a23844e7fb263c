//! Domain-restricted solving: decide and propagate only where the query can matter.
//!
//! In IC3 a query asks about a few latches, while the transition relation defines thousands of gates. If every clause
//! outside a set of variables only *defines* gates outside it, an assignment to the set that satisfies the clauses
//! inside extends to all variables by evaluation, so the rest need not be looked at (rIC3's solver, CAV 2025). The set
//! is closed under "is defined by": the cones of the assumptions and of the temporary clause, and, for good, of
//! whatever the user keeps ([`Solver::keep_in_domain`]): the constraints, and all variables of lemmas.
//!
//! Level 0 is exempt: literals fixed for good are propagated everywhere, because their watches are not seen again.

use super::solver::{Answer, Solver};
use super::theory::NoTheory;
use crate::base::{Lit, Var};
use std::sync::Arc;

/// Which variables define which: for each gate variable the variables of the clauses that define it.
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

    /// The variables that define this one; none for inputs and for variables beyond the lists.
    pub fn of(&self, v: Var) -> &[Var] {
        match (self.starts.get(v.index()), self.starts.get(v.index() + 1)) {
            (Some(&from), Some(&to)) => &self.inputs[from as usize..to as usize],
            _ => &[],
        }
    }
}

const ALWAYS: u32 = u32::MAX;

#[derive(Clone, Default)]
pub(super) struct Domain {
    definitions: Arc<Definitions>,
    /// By variable: `ALWAYS`, or the number of the last query that had it in its domain.
    member: Vec<u32>,
    query: u32,
    /// The permanent members, then those of the present query from `permanent` on.
    list: Vec<Var>,
    permanent: usize,
    pub active: bool,
    /// Whether there ever was a domain query. Elimination would break its premise.
    pub used: bool,
}

impl Domain {
    pub fn grow(&mut self, vars: usize) {
        self.member.resize(vars, 0);
    }

    pub fn shrink(&mut self, vars: usize) {
        self.list.truncate(self.permanent);
        self.list.retain(|v| v.index() < vars);
        self.permanent = self.list.len();
        self.member.truncate(vars);
    }

    #[inline]
    pub fn contains(&self, v: Var) -> bool {
        self.member[v.index()] >= self.query
    }

    pub fn vars(&self) -> &[Var] {
        &self.list
    }

    /// Whether nothing defines the variable.
    #[inline]
    pub fn is_leaf(&self, v: Var) -> bool {
        self.definitions.of(v).is_empty()
    }

    fn start(&mut self) {
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
    }

    /// Adds the variable and all that define it, transitively.
    fn close(&mut self, v: Var, stamp: u32) {
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

impl Solver<NoTheory> {
    /// Says how variables are defined, for [`Solver::solve_in_domain`].
    pub fn set_definitions(&mut self, definitions: Arc<Definitions>) {
        self.domain.definitions = definitions;
    }

    /// Keeps a variable and all that define it in the domain of every later query. Every variable of a clause that is
    /// not part of a definition must be kept.
    pub fn keep_in_domain(&mut self, v: Var) {
        self.domain.list.truncate(self.domain.permanent);
        self.domain.close(v, ALWAYS);
        self.domain.permanent = self.domain.list.len();
    }

    /// Adds a clause for the next solve call only. What is learnt from it is forgotten with it.
    pub fn add_temporary_clause(&mut self, clause: &[Lit]) {
        self.touch();
        self.temporary_on = true;
        let switch = match self.temporary {
            Some(switch) => switch,
            None => {
                let v = self.new_var();
                self.freeze(v);
                self.temporary = Some(v.positive());
                v.positive()
            }
        };
        let mut lits = std::mem::take(&mut self.learnt);
        lits.clear();
        lits.extend_from_slice(clause);
        lits.push(!switch);
        for &l in &lits {
            self.restore(l.var());
        }
        let id = self.tracer.axiom(&lits);
        if self.consistent {
            let before = self.arena.len();
            self.insert(&mut lits, id);
            if self.arena.len() > before {
                let c = super::arena::ClauseRef::from_word(before as u32);
                self.temporary_clauses.push(c);
            } else if lits.len() == 1 && self.consistent {
                // Only the switch was left: the clause is false at level 0 and so is the query, once.
                debug_assert_eq!(lits[0], !switch);
            }
        }
        self.learnt = lits;
    }

    /// Like [`Solver::solve`], restricted to the cone of the assumptions, of the temporary clause and of what is kept.
    ///
    /// After [`Answer::Sat`] variables outside have no value until [`Solver::complete_model`]. There is no such method
    /// with a theory, whose atoms could be outside.
    pub fn solve_in_domain(&mut self, assumptions: &[Lit]) -> Answer {
        self.touch();
        if !self.eliminated.is_empty() {
            self.restore_all();
        }
        self.domain.start();
        let stamp = self.domain.query;
        for &l in assumptions {
            self.domain.close(l.var(), stamp);
        }
        if let Some(switch) = self.temporary {
            self.domain.close(switch.var(), stamp);
            for &c in &self.temporary_clauses {
                for &l in self.arena.lits(c) {
                    self.domain.close(l.var(), stamp);
                }
            }
        }
        for scope in &self.scopes {
            self.domain.close(scope.selector.var(), stamp);
        }
        self.heap_filled = false;
        let answer = self.solve_under(assumptions);
        self.domain.active = false;
        answer
    }

    /// The domain of the last domain query: the only variables that have values after [`Answer::Sat`].
    pub fn domain_vars(&self) -> &[Var] {
        self.domain.vars()
    }

    /// After a domain query answered [`Answer::Sat`]: gives every variable outside a value by evaluating its
    /// definition, so that the model satisfies all clauses.
    pub fn complete_model(&mut self) {
        debug_assert_eq!(self.answer, Some(Answer::Sat));
        debug_assert!(!self.domain.active);
        // Propagation skipped clauses outside the domain, so all of the trail is looked at again.
        self.head = self.levels.first().copied().unwrap_or(0);
        self.levels.push(self.trail.len());
        let conflict = self.propagate();
        debug_assert!(conflict.is_none(), "a definition contradicts the values of its inputs");
        for v in (0..self.vars.len()).map(Var::new) {
            if self.values[v.positive().code()] == 0 && self.domain.definitions.of(v).is_empty() {
                self.assign(v.lit(self.saved[v.index()]), super::arena::ClauseRef::NONE);
                let conflict = self.propagate();
                debug_assert!(conflict.is_none(), "a definition contradicts the values of its inputs");
            }
        }
        for v in (0..self.vars.len()).map(Var::new) {
            if self.values[v.positive().code()] == 0 {
                self.assign(v.lit(self.saved[v.index()]), super::arena::ClauseRef::NONE);
                let conflict = self.propagate();
                debug_assert!(conflict.is_none(), "a definition contradicts the values of its inputs");
            }
        }
    }
}
