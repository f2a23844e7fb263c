//! The schedule of simplifications.
//!
//! Simplification runs in rounds of bounded passes at level 0, between restarts (inprocessing, Järvisalo, Heule,
//! Biere, IJCAR 2012), at growing distances in conflicts. The work of each pass is at most a fixed share of the
//! search's propagations since the round before, so that no formula is too large for a pass. Work that is not done in
//! one round goes on in the next. Work is counted, not timed, so runs repeat exactly.
//!
//! Passes over occurrence lists (subsumption, elimination) do not propagate: clauses they remove stay in the watch
//! lists until the pass ends with a compaction, units wait on the trail. Passes that propagate (probing, vivification)
//! keep the watches right at every step. Either kind may stop at any clause.
//!
//! Clauses with the switch of the temporary clauses are left alone by all passes, since others hold references to
//! them.

use super::effort::Effort;
use super::vivify::Tier;
use crate::base::{Limit, Lit, Var};
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::Status;
use crate::solver::sat::theory::Theory;

/// Shares of the search's propagations, in percent, that the passes may use. Chosen by hand; no measurement is
/// recorded.
const CONGRUENCE_SHARE: u64 = 20;
const SWEEP_SHARE: u64 = 5;
const PROBE_SHARE: u64 = 3;
const VIVIFY_SHARES: [(Tier, u64); 3] = [(Tier::Third, 1), (Tier::Second, 3), (Tier::First, 3)];
const VIVIFY_ORIGINAL_SHARE: u64 = 3;
const SUBSUME_SHARE: u64 = 60;
const ELIMINATE_SHARE: u64 = 60;
const ADD_SHARE: u64 = 30;
/// The least number of propagations of which the passes of the first round, or of a round asked for, get their
/// shares.
const FIRST_EFFORT: u64 = 10_000_000;
/// Eliminations and subsumptions follow each other in a round at most so often.
const ELIMINATION_TURNS: usize = 6;
/// Searches for equal literals and their replacements likewise.
const SUBSTITUTION_TURNS: usize = 3;
/// Another search pays if the one before has replaced one in `SUBSTITUTION_WORTH` variables.
const SUBSTITUTION_WORTH: u64 = 200;

impl<T: Theory> Solver<T> {
    /// Simplifies the clauses at once: one round of every technique that is switched on, with bounded effort. May be
    /// called at any time between solve calls; the answer and the model of the last one are gone afterwards.
    ///
    /// Before the first solve call on a large formula it serves as preprocessing. Variables that later clauses or
    /// assumptions will mention should be frozen first.
    pub fn simplify(&mut self) {
        self.touch();
        self.query.assumptions.clear();
        // A limit that is reached ends the round early and is found again by the next solve call.
        let _ = self.round(FIRST_EFFORT);
        self.report_spent();
    }

    /// The round that is due during search, at level 0.
    pub(in crate::solver::sat) fn inprocess(&mut self) -> Result<(), Limit> {
        debug_assert_eq!(self.level(), 0);
        let search = self.stats.propagations - self.memory.own - self.memory.seen;
        let result = self.round(if self.memory.rounds == 0 { FIRST_EFFORT.max(search) } else { search });
        let rounds = self.memory.rounds as f64;
        let distance = self.options.inprocess_interval as f64 * (rounds + 1.0).sqrt();
        self.pace.inprocess_at = self.stats.conflicts + distance as u64;
        result
    }

    fn round(&mut self, search: u64) -> Result<(), Limit> {
        let (before, ticks) = (self.stats.propagations, self.pace.ticks);
        self.memory.grow(self.vars.len());
        self.memory.rounds += 1;
        let phases = self.phases.saved.clone();
        let result = self.passes(search);
        debug_assert_eq!(self.level(), 0);
        // Variables may have been added.
        self.phases.saved[..phases.len()].copy_from_slice(&phases);
        let own = self.stats.propagations - before;
        self.memory.own += own;
        self.memory.seen = self.stats.propagations - self.memory.own;
        self.pace.postpone_mode(self.pace.ticks - ticks);
        result
    }

    fn passes(&mut self, search: u64) -> Result<(), Limit> {
        let share = |percent: u64| Effort::share(search, percent);
        self.clean();
        self.replace_equals(search)?;
        if self.consistent && self.options.probing {
            self.probe(&mut share(PROBE_SHARE))?;
            self.clean();
        }
        for (tier, percent) in VIVIFY_SHARES {
            if self.consistent && self.options.vivification && self.db.redundant > 0 {
                self.vivify(&mut share(percent), tier)?;
                self.clean();
            }
        }
        let mut subsuming = share(SUBSUME_SHARE);
        let mut eliminating = share(ELIMINATE_SHARE);
        for _ in 0..ELIMINATION_TURNS {
            if self.consistent && self.options.subsumption && !subsuming.is_spent() {
                self.subsume(&mut subsuming)?;
                self.clean();
            }
            if !self.consistent || !self.may_eliminate() || !self.eliminate(&mut eliminating)? {
                break;
            }
            self.clean();
            // Each turn costs a look at all clauses, in addition to its other work.
            if eliminating.is_spent() {
                break;
            }
        }
        if self.consistent && self.may_add_variables() {
            self.add_variables(&mut share(ADD_SHARE))?;
        }
        if self.consistent && self.options.vivification {
            self.vivify(&mut share(VIVIFY_ORIGINAL_SHARE), Tier::Irredundant)?;
            self.clean();
        }
        Ok(())
    }

    /// Finds equal literals and replaces them, as long as that finds more.
    fn replace_equals(&mut self, search: u64) -> Result<(), Limit> {
        if !self.may_substitute() {
            return Ok(());
        }
        // Both passes are linear in the formula at least.
        let least = 8 * self.db.arena.len() as u64;
        let mut effort = Effort::amount(search / 100 * CONGRUENCE_SHARE + least);
        for turn in 0..SUBSTITUTION_TURNS {
            if !self.consistent {
                break;
            }
            if self.options.congruence && self.memory.congruence.is_due(self.memory.rounds) {
                let found = self.close_congruences(&mut effort)?;
                self.memory.congruence.tried(self.memory.rounds, found);
                self.clean();
            }
            if turn == 0 && self.consistent && self.options.sweeping {
                self.sweep(&mut Effort::share(search, SWEEP_SHARE))?;
                self.clean();
            }
            let before = self.stats.substituted;
            if !self.consistent || !self.substitute(&mut effort)? {
                break;
            }
            self.clean();
            if self.stats.substituted - before < self.vars.len() as u64 / SUBSTITUTION_WORTH {
                break;
            }
        }
        Ok(())
    }

    /// Whether variables may be eliminated. Domain queries rely on the clauses that define variables, which
    /// elimination would remove.
    fn may_eliminate(&self) -> bool {
        self.options.elimination && !self.domain.used
    }

    /// Propagates at level 0 and frees the clauses from fixed literals.
    fn clean(&mut self) {
        self.propagate_fixed();
        if self.consistent && self.trail.lits.len() > self.memory.cleaned {
            self.simplify_level0();
            self.memory.cleaned = self.trail.lits.len();
        }
        self.compact_if_wasteful();
    }

    /// Propagates at level 0; a conflict refutes the clauses.
    pub(in crate::solver::sat) fn propagate_fixed(&mut self) {
        if !self.consistent {
            return;
        }
        if let Some(conflict) = self.propagate() {
            self.refute(conflict);
        }
    }

    /// Counts work; the result is whether to go on.
    pub(super) fn work(&mut self, effort: &mut Effort, amount: usize) -> Result<bool, Limit> {
        if effort.spend(amount) {
            self.poll()?;
        }
        Ok(!effort.is_spent())
    }

    /// Whether a clause must not be touched by simplification.
    pub(in crate::solver::sat) fn is_temporary(&self, lits: &[Lit]) -> bool {
        self.temporary.switch.map_or(false, |switch| lits.iter().any(|l| l.var() == switch.var()))
    }

    /// By variable: whether elimination has to leave it alone.
    pub(super) fn kept_variables(&self) -> Vec<bool> {
        let mut kept: Vec<bool> = (0..self.vars.len())
            .map(|v| {
                self.vars.status[v] != Status::Active
                    || self.vars.frozen[v] > 0
                    || self.memory.barred[v]
                    || self.trail.values[Var::new(v).positive().code()] != 0
                    || (T::ACTIVE && self.theory.is_atom(Var::new(v)))
            })
            .collect();
        let selectors = self.query.scopes.iter().map(|s| s.selector);
        for &c in &self.temporary.clauses {
            for l in self.db.arena.lits(c) {
                kept[l.var().index()] = true;
            }
        }
        for l in self.query.assumptions.iter().copied().chain(selectors).chain(self.temporary.switch) {
            kept[l.var().index()] = true;
        }
        kept
    }
}
