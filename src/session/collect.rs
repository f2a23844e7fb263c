//! Collections, by which a dialogue of many different checks stays small and fast.
//!
//! Terms and names stay when their scope is left, and the solver keeps the variables of earlier assumptions. Both are
//! of use if they come again, and a burden if they do not. So the session looks at the store when it has twice as many
//! terms as at the last look, and some more. If no scope needs half of them, the store is replaced by what the scopes
//! need, and the solver by one with the same assertions. The solver alone is replaced when far more variables belong
//! to assumptions than its first check needed. A new solver has to encode the assertions again and has learnt nothing,
//! which is paid for by the work that made the burden. The time of one check thus depends on what is in scope, not on
//! the checks before, and so does the memory.
//!
//! A collection takes place between an answer and the next check, as soon as the answer cannot be asked about any
//! more: then the model, the core and the proof of the answer need not be kept.

use super::script::Interpreter;
use crate::input::smtlib::NameId;
use crate::solver::term::TermId;

/// Terms that no collection looks for. They take about ten megabytes.
const SPARE_TERMS: usize = 100_000;

/// Variables of earlier assumptions that do not matter. A check takes the longer the more of them there are, and a new
/// solver costs about as much as two hundred variables.
const SPARE_VARIABLES: usize = 1_000;

/// Variables of earlier assumptions that a solver may have for all that it has learnt, one for each conflict.
const MOST_FOR_CONFLICTS: u64 = 20_000;

impl Interpreter {
    /// Collects if there is enough to gain, and the last answer is gone. The assumptions of the next check stay.
    pub(super) fn collect_if_due(&mut self, assumptions: &mut [(String, TermId)]) {
        if self.last.verdict.is_some() {
            return;
        }
        let spare = self.options.spare_terms.unwrap_or(SPARE_TERMS);
        if spare == 0 || self.declared.terms.len() > 2 * self.sizes.terms + spare {
            self.collect(assumptions, spare == 0);
        }
        if self.has_idle_variables() {
            self.replace_solver(|t| t);
        }
    }

    /// Whether the solver has many variables of assumptions that are not made any more.
    fn has_idle_variables(&self) -> bool {
        let (all, for_assumptions) = self.solver.variables();
        let conflicts = self.solver.statistics().conflicts.min(MOST_FOR_CONFLICTS) as usize;
        let needed = self.sizes.variables.map_or(all, |first| first.max(all - for_assumptions));
        for_assumptions > 2 * needed + SPARE_VARIABLES + conflicts
    }

    /// Notes the size of the present solver after its first check.
    pub(super) fn note_first_check(&mut self) {
        let all = self.solver.variables().0;
        self.sizes.variables.get_or_insert(all);
    }

    fn collect(&mut self, assumptions: &mut [(String, TermId)], always: bool) {
        let used = self.named.iter().map(|n| n.1).chain(assumptions.iter().map(|a| a.1));
        let used = used.chain(self.solver.assertions().iter().copied());
        let mut objectives = self.objectives.list.clone();
        let used = used.chain(objectives.iter_mut().map(|objective| *objective.term()));
        let used: Vec<TermId> = used.chain(self.objectives.points.iter().copied()).collect();
        let names: Vec<NameId> = self.named.iter().map(|n| n.0).collect();
        let most = self.declared.terms.len() / if always { 1 } else { 2 };
        if let Some(new) = self.declared.collect(&used, &names, most) {
            for (name, t) in &mut self.named {
                *name = new.name(*name);
                *t = new.term(*t);
            }
            assumptions.iter_mut().for_each(|(_, t)| *t = new.term(*t));
            for objective in &mut self.objectives.list {
                *objective.term() = new.term(*objective.term());
            }
            self.objectives.points.iter_mut().for_each(|t| *t = new.term(*t));
            self.replace_solver(|t| new.term(t));
        }
        self.sizes.terms = self.declared.terms.len();
    }

    fn replace_solver(&mut self, renamed: impl Fn(TermId) -> TermId) {
        let work = self.work().map(|(_, count)| count);
        self.solver = self.solver.renewed(renamed);
        self.earlier = work;
        self.sizes.variables = None;
    }

    /// Counters of the SAT core's work since the script began or has reset its assertions, with their names.
    pub fn work(&self) -> [(&'static str, u64); 4] {
        let sat = self.solver.statistics();
        let [conflicts, decisions, propagations, restarts] = self.earlier;
        [
            ("conflicts", conflicts + sat.conflicts),
            ("decisions", decisions + sat.decisions),
            ("propagations", propagations + sat.propagations),
            ("restarts", restarts + sat.restarts),
        ]
    }
}
