//! Collections, by which a dialogue of many different checks stays small and fast.
//!
//! Terms and names stay when their scope is left, and the solver keeps the variables of earlier assumptions. Both are of
//! use if they come again, and a burden if they do not. So when there are twice as many terms as the last collection
//! left, and some more, the store is replaced by what is in scope; and when more variables belong to assumptions than
//! to assertions, and some more, the solver is replaced by one with the same assertions. It has to encode them again
//! and has learnt nothing, which is paid for by the work that made the burden. Time is thus the same for each of many
//! checks, and memory in proportion to what is in scope.
//!
//! A collection takes place between an answer and the next check, as soon as the answer cannot be asked about any more:
//! then the model, the core and the proof of the answer need not be kept.

use super::script::Interpreter;
use crate::input::smtlib::NameId;
use crate::solver::term::TermId;

/// Terms that no collection looks for. They take about ten megabytes.
const SPARE_TERMS: usize = 100_000;

/// Variables of earlier assumptions that do not matter. A check takes the longer the more of them there are, and a new
/// solver costs about as much as two hundred variables.
const SPARE_VARIABLES: usize = 1_000;

impl Interpreter {
    /// Collects if there is enough to gain, and the last answer is gone. The assumptions of the next check stay.
    pub(super) fn collect_if_due(&mut self, assumptions: &mut [(String, TermId)]) {
        if self.last.verdict.is_some() {
            return;
        }
        let spare = self.options.spare_terms.unwrap_or(SPARE_TERMS);
        let (variables, for_assumptions) = self.solver.variables();
        if spare == 0 || self.declared.terms.len() > 2 * self.terms_left + spare {
            self.collect(assumptions);
        } else if for_assumptions > variables - for_assumptions + SPARE_VARIABLES {
            self.replace_solver(|t| t);
        }
    }

    fn collect(&mut self, assumptions: &mut [(String, TermId)]) {
        let used = self.named.iter().map(|n| n.1).chain(assumptions.iter().map(|a| a.1));
        let used: Vec<TermId> = used.chain(self.solver.assertions().iter().copied()).collect();
        let names: Vec<NameId> = self.named.iter().map(|n| n.0).collect();
        let new = self.declared.collect(&used, &names);
        for (name, t) in &mut self.named {
            *name = new.name(*name);
            *t = new.term(*t);
        }
        assumptions.iter_mut().for_each(|(_, t)| *t = new.term(*t));
        self.replace_solver(|t| new.term(t));
        self.terms_left = self.declared.terms.len();
    }

    fn replace_solver(&mut self, renamed: impl Fn(TermId) -> TermId) {
        let work = self.work().map(|(_, count)| count);
        self.solver = self.solver.renewed(renamed);
        self.earlier = work;
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
