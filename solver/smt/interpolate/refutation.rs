//! Refutations of clauses from several formulas.
//!
//! A refutation needs few of the clauses that it was searched in. Another search in these alone is quick and needs
//! still fewer (Zhang and Malik, SAT 2003). The interpolants of two refutations often differ in size by a factor of
//! two or more, so that one of several is worth the time.

use crate::base::{Budget, Lit, Var};
use crate::solver::proof::{Origin, ResolutionLog, SharedLog, Step, StepId};
use crate::solver::sat::{Answer, Restarts, SatOptions};
use crate::solver::smt::arith::Arithmetic;
use crate::solver::smt::theories::{Sat, Theories};

/// A further refutation may take this many conflicts more than the one before has clauses.
const MORE_CONFLICTS: u64 = 200;

/// A proof that facts contradict each other.
pub(super) struct Refutation<'a> {
    pub log: &'a ResolutionLog,
    pub theory: &'a Arithmetic,
    /// The number of variables.
    pub vars: usize,
    /// The clause of the negated facts; `None` if there are two facts, which are the negations of each other.
    pub last: Option<StepId>,
    /// Literals that hold, and the parts that say so.
    pub facts: Vec<(Lit, u32)>,
}

/// A solver that has refuted its clauses, and its proof.
pub(super) struct Refuted {
    sat: Sat,
    log: SharedLog,
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

impl Refutation<'_> {
    /// The steps of the proof, in the order of their making.
    pub fn needed(&self) -> Vec<StepId> {
        self.last.map_or_else(Vec::new, |last| self.log.needed(last))
    }

    /// A refutation of the axioms and facts that this one rests on, if the budget and about as many conflicts
    /// suffice.
    pub fn again(&self, options: SatOptions, budget: &Budget) -> Option<Refuted> {
        let steps = self.needed();
        let derived = steps.iter().filter(|&&step| matches!(self.log.step(step), Step::Chain(_))).count();
        let limited = budget.clone().and_conflicts(derived as u64 + MORE_CONFLICTS);
        let mut mentioned = vec![false; self.vars];
        for l in steps.iter().flat_map(|&step| self.log.clause(step)) {
            mentioned[l.var().index()] = true;
        }
        let log = SharedLog::default();
        let mut sat =
            Sat::with_theory(options, Theories::with(self.theory.restarted(|v: Var| mentioned[v.index()])));
        sat.set_proof(log.clone());
        sat.theory_mut().arithmetic.set_budget(limited.clone());
        sat.set_budget(limited);
        sat.reserve_vars(self.vars);
        (0..self.vars).for_each(|v| sat.freeze(Var::new(v)));
        for &step in &steps {
            if let Step::Axiom(origin) = self.log.step(step) {
                log.log().set_origin(origin);
                sat.add_clause(self.log.clause(step));
            }
        }
        for &(lit, part) in &self.facts {
            log.log().set_origin(Origin::Partition(part));
            sat.add_clause(&[lit]);
        }
        log.log().set_origin(Origin::Valid);
        match sat.solve(&[]) {
            Answer::Unsat => Some(Refuted { sat, log }),
            _ => None,
        }
    }
}

impl Refuted {
    /// See [`Refutation::again`].
    pub fn again(&self, options: SatOptions, budget: &Budget) -> Option<Refuted> {
        self.with_refutation(|refutation| refutation.again(options, budget))
    }

    /// Calls a function with the proof.
    pub fn with_refutation<R>(&self, read: impl FnOnce(&Refutation<'_>) -> R) -> R {
        let log = self.log.log();
        read(&Refutation {
            theory: &self.sat.theory().arithmetic,
            vars: self.sat.var_count(),
            last: log.conclusion(),
            facts: Vec::new(),
            log: &log,
        })
    }
}
