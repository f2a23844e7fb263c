//! Refutations of clauses from several formulas.
//!
//! A refutation needs few of the clauses that it was searched in. Another search in these alone is quick and needs
//! still fewer (Zhang and Malik, SAT 2003). The interpolants of two refutations often differ in size by a factor of
//! two or more, so that one of several is worth the time.

use crate::base::{Budget, Lit, Var};
use crate::solver::proof::{Origin, ResolutionLog, SharedLog, Step, StepId};
use crate::solver::sat::{Answer, Restarts, SatOptions};
use crate::solver::smt::arith::{Arithmetic, Sat};

/// A further refutation may take this many conflicts more than the one before.
const MORE_CONFLICTS: u64 = 200;

/// A solver that has refuted its clauses, and its proof.
pub(super) struct Refutation {
    pub sat: Sat,
    pub log: SharedLog,
}

/// The settings for short proofs: the resolvents of eliminated variables join clauses from different formulas.
pub(super) fn sat_options(seed: u64) -> SatOptions {
    SatOptions { seed, elimination: false, ..SatOptions::default() }
}

/// The settings of a further attempt, with which the search goes another way.
pub(super) fn other_options(seed: u64, attempt: usize) -> SatOptions {
    let usual = sat_options(seed.wrapping_add(attempt as u64 / 4));
    let luby = SatOptions { restarts: Restarts::Luby { unit: 100 }, inprocessing: false, ..usual.clone() };
    match attempt % 4 {
        1 => SatOptions { initial_phase: false, ..usual },
        2 => luby,
        3 => SatOptions { initial_phase: false, ..luby },
        _ => usual,
    }
}

impl Refutation {
    /// A solver without clauses whose proof is recorded.
    pub fn new(theory: Arithmetic, options: SatOptions, budget: &Budget) -> Refutation {
        let log = SharedLog::default();
        let mut sat = Sat::with_theory(options, theory);
        sat.set_proof(log.clone());
        sat.set_budget(budget.clone());
        sat.theory_mut().set_budget(budget.clone());
        Refutation { sat, log }
    }

    /// A refutation of the clauses that this one rests on, if the budget and about as many conflicts suffice.
    pub fn again(&self, options: SatOptions, budget: &Budget) -> Option<Refutation> {
        let limited = budget.clone().and_conflicts(self.sat.statistics().conflicts + MORE_CONFLICTS);
        let log = self.log.log();
        let steps = log.conclusion().map_or_else(Vec::new, |last| log.needed(last));
        let vars = self.sat.var_count();
        let mut mentioned = vec![false; vars];
        for &step in &steps {
            log.clause(step).iter().for_each(|l| mentioned[l.var().index()] = true);
        }
        let theory = self.sat.theory().restarted(|v: Var| mentioned[v.index()]);
        let mut again = Refutation::new(theory, options, &limited);
        again.sat.reserve_vars(vars);
        (0..vars).for_each(|v| again.sat.freeze(Var::new(v)));
        for (origin, clause) in axioms(&log, &steps) {
            again.log.log().set_origin(origin);
            again.sat.add_clause(clause);
        }
        again.log.log().set_origin(Origin::Valid);
        if again.sat.solve(&[]) != Answer::Unsat {
            return None;
        }
        again.sat.theory_mut().set_budget(budget.clone());
        Some(again)
    }
}

fn axioms<'a>(log: &'a ResolutionLog, steps: &'a [StepId]) -> impl Iterator<Item = (Origin, &'a [Lit])> + 'a {
    steps.iter().filter_map(move |&step| match log.step(step) {
        Step::Axiom(origin) => Some((origin, log.clause(step))),
        Step::Chain(_) => None,
    })
}
