//! Domain-restricted solving: deciding and propagating only variables on which the query depends.
//!
//! In IC3 a query asks about a few latches, while the transition relation defines thousands of gates. If every clause
//! outside a set of variables only *defines* gates outside it, an assignment to the set that satisfies the clauses
//! inside extends to all variables by evaluation, so the other clauses need not be looked at (rIC3's solver, CAV
//! 2025). The set is closed under "is defined by". It is the union of the cones of the assumptions, of the temporary
//! clause and of the variables that the user keeps for good ([`Solver::keep_in_domain`]): the constraints, and all
//! variables of lemmas.
//!
//! Level 0 is exempt: literals fixed for good are propagated everywhere, because their watches are not seen again.

use super::answer::Answer;
use super::arena::ClauseRef;
use super::domain::{Definitions, ALWAYS};
use super::solver::Solver;
use super::theory::NoTheory;
use crate::base::{Lit, Var};
use std::sync::Arc;

impl Solver<NoTheory> {
    /// Sets the definitions of variables for [`Solver::solve_in_domain`].
    pub fn set_definitions(&mut self, definitions: Arc<Definitions>) {
        self.domain.definitions = definitions;
    }

    /// Makes a variable with a definition, whose clauses the caller adds. All variables must have been made so.
    pub fn new_defined_var(&mut self, inputs: impl IntoIterator<Item = Var>) -> Var {
        Arc::make_mut(&mut self.domain.definitions).push(inputs);
        self.new_var()
    }

    /// Keeps a variable and all that define it in the domain of every later query. Every variable of a clause that is
    /// not part of a definition must be kept. The definitions are those set before: a later definition of the variable
    /// does not count.
    ///
    /// # Panics
    ///
    /// If the variable, or one that defines it, does not exist.
    pub fn keep_in_domain(&mut self, v: Var) {
        self.domain.list.truncate(self.domain.permanent);
        self.domain.close(v, ALWAYS);
        self.domain.permanent = self.domain.list.len();
    }

    /// Like [`Solver::solve`], restricted to the cone of the assumptions, of the temporary clause and of the kept
    /// variables.
    ///
    /// After [`Answer::Sat`] variables outside have no value until [`Solver::complete_model`]. There is no such method
    /// with a theory, whose atoms could be outside.
    ///
    /// # Panics
    ///
    /// As [`Solver::solve`], and if a variable in the cone does not exist.
    pub fn solve_in_domain(&mut self, assumptions: &[Lit]) -> Answer {
        self.demand_known(assumptions);
        self.touch();
        if !self.eliminated.is_empty() {
            self.restore_all();
        }
        self.domain.start();
        let stamp = self.domain.query;
        for &l in assumptions {
            self.domain.close(l.var(), stamp);
        }
        if let Some(switch) = self.temporary.switch {
            self.domain.close(switch.var(), stamp);
            for &c in &self.temporary.clauses {
                for &l in self.db.arena.lits(c) {
                    self.domain.close(l.var(), stamp);
                }
            }
        }
        for scope in &self.query.scopes {
            self.domain.close(scope.selector.var(), stamp);
        }
        if self.memory.rewritten {
            // The clauses no longer are the definitions.
            for v in (0..self.vars.len()).map(Var::new) {
                self.domain.close(v, stamp);
            }
        }
        self.order.heap_filled = false;
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
    ///
    /// # Panics
    ///
    /// If the last call did not answer [`Answer::Sat`], or something has changed since.
    pub fn complete_model(&mut self) {
        assert_eq!(self.query.answer, Some(Answer::Sat), "there is no model");
        debug_assert!(!self.domain.active);
        // Propagation skipped clauses outside the domain, so all of the trail is looked at again.
        self.trail.head = self.trail.levels.first().copied().unwrap_or(0);
        self.trail.levels.push(self.trail.lits.len());
        let conflict = self.propagate();
        debug_assert!(conflict.is_none(), "a definition contradicts the values of its inputs");
        for v in (0..self.vars.len()).map(Var::new) {
            if self.trail.values[v.positive().code()] == 0 && self.domain.definitions.of(v).is_empty() {
                self.assign(v.lit(self.phases.saved[v.index()]), ClauseRef::NONE);
                let conflict = self.propagate();
                debug_assert!(conflict.is_none(), "a definition contradicts the values of its inputs");
            }
        }
        for v in (0..self.vars.len()).map(Var::new) {
            if self.trail.values[v.positive().code()] == 0 {
                self.assign(v.lit(self.phases.saved[v.index()]), ClauseRef::NONE);
                let conflict = self.propagate();
                debug_assert!(conflict.is_none(), "a definition contradicts the values of its inputs");
            }
        }
    }
}
