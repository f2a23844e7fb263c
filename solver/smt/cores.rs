//! Cores of unsatisfiable checks.

use super::answer::Answer;
use super::solver::Solver;
use crate::base::Lit;
use crate::solver::term::{TermId, Terms};

/// The most conflicts that one trial of minimising a core may cost beside twice the check itself: the trial may be
/// harder than the check, or endless.
const TRIAL_CONFLICTS: u64 = 2_000;
const TRIAL_PROPAGATIONS: u64 = 100_000;

impl Solver {
    pub(super) fn read_core(&mut self) {
        let mut failed: Vec<Lit> = self.sat.core().to_vec();
        failed.sort_unstable();
        self.core.clear();
        for (&t, lit) in self.query.assumptions.iter().zip(&self.query.literals) {
            if let Ok(place) = failed.binary_search(lit) {
                // Another assumption with this literal would add nothing.
                failed.remove(place);
                self.core.push(t);
            }
        }
    }

    /// After [`Answer::Unsat`]: assumptions that together with the assertions and the temporary clauses are
    /// unsatisfiable, in the order in which they were given. Not minimal in general; of assumptions that do equally
    /// well it has the earlier ones.
    ///
    /// # Panics
    ///
    /// If the last check did not answer [`Answer::Unsat`], or something has changed since.
    pub fn core(&self) -> &[TermId] {
        assert_eq!(self.answer, Some(Answer::Unsat), "there is no core");
        &self.core
    }

    /// After [`Answer::Unsat`]: makes the core smaller, by leaving out one assumption after the other. It becomes
    /// irreducible unless a trial takes much longer than the check did, or the budget runs out. The answer stays.
    ///
    /// # Panics
    ///
    /// If there is no core, see [`Solver::core`], or the store is not the one of the calls before.
    pub fn minimise_core(&mut self, terms: &mut Terms) {
        let order = self.core().to_vec();
        self.minimise_core_by(terms, &order, usize::MAX, |_| true);
    }

    /// After [`Answer::Unsat`]: makes the core smaller as [`Solver::minimise_core`] does, with a say in how.
    ///
    /// The assumptions of `order` are left out in turn; those that are not in the core are passed over, and those of
    /// the core that are not in `order` stay unless a check shows that they are superfluous. There are at most
    /// `trials` checks. `accept` is asked about each smaller core, before it is tried and, if the check has made it
    /// smaller still, once more: the core only becomes one that it has accepted.
    ///
    /// For example, IC3 keeps the negation of a core true in the initial states by accepting only cores that
    /// exclude them.
    ///
    /// # Panics
    ///
    /// As [`Solver::minimise_core`].
    pub fn minimise_core_by(
        &mut self,
        terms: &mut Terms,
        order: &[TermId],
        trials: usize,
        mut accept: impl FnMut(&[TermId]) -> bool,
    ) {
        assert_eq!(self.answer, Some(Answer::Unsat), "there is no core");
        self.demand_store(terms);
        let (conflicts, propagations) = self.last_effort;
        let whole = self.budget.clone();
        let mut core = std::mem::take(&mut self.core);
        let mut left = trials;
        for &t in order {
            if left == 0 || whole.poll().is_err() {
                break;
            }
            let mut fewer = core.clone();
            fewer.retain(|&other| other != t);
            if fewer.len() == core.len() || !accept(&fewer) {
                continue;
            }
            left -= 1;
            let trial = whole.clone().and_conflicts(TRIAL_CONFLICTS + 2 * conflicts);
            self.use_budget(trial.and_propagations(TRIAL_PROPAGATIONS + 2 * propagations));
            if self.check_again(terms, &fewer) == Answer::Unsat {
                let least = std::mem::take(&mut self.core);
                core = if least.len() == fewer.len() || accept(&least) { least } else { fewer };
            }
        }
        self.use_budget(whole);
        self.core = core;
        self.answer = Some(Answer::Unsat);
    }
}
