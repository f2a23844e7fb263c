//! The search's chores: restarts, changes of mode, new phases, and the times of reduction and simplification.
//!
//! Focused and stable mode alternate as in CaDiCaL (Biere and Fleury 2020): frequent glue-driven restarts with the VMTF
//! queue, then rare ones with scores and target phases, each for about the same work.

use super::options::Restarts;
use super::pace::{Luby, REPHASE_INTERVAL};
use super::simplify::Effort;
use super::solver::Solver;
use super::theory::Theory;
use crate::base::Limit;

/// A glue restart needs the recent average to be this much above the long-term one.
const RESTART_MARGIN: f64 = 1.10;
/// Conflicts between two glue restarts at least.
const RESTART_INTERVAL: u64 = 2;
/// Unit of the Luby restarts in stable mode, in conflicts.
const STABLE_UNIT: u64 = 1024;
/// Work of local search, in percent of the propagations since the last.
const WALK_SHARE: u64 = 50;

impl<T: Theory> Solver<T> {
    /// Does the restarts, reductions, simplifications and changes of mode that are due. The result is whether
    /// propagation has to run again.
    pub(super) fn housekeeping(&mut self) -> Result<bool, Limit> {
        let conflicts = self.stats.conflicts;
        if conflicts >= self.pace.reduce_at {
            self.reduce();
        }
        if !self.domain.active {
            if self.switch_mode() {
                self.pace.restart_at = conflicts;
            }
            if self.options.target_phases && conflicts >= self.pace.rephase_at {
                self.rephase()?;
            }
        }
        if conflicts >= self.pace.restart_at {
            let due = match self.options.restarts {
                Restarts::Luby { .. } => true,
                _ => self.pace.stable || self.pace.fast[0].value > RESTART_MARGIN * self.pace.slow[0].value,
            };
            if due {
                self.stats.restarts += 1;
                self.schedule_restart();
                let root = !self.query.assumptions.is_empty() as usize;
                if self.level() > root {
                    self.backtrack(root);
                }
            }
        }
        if self.options.inprocessing && conflicts >= self.pace.inprocess_at && !self.domain.active {
            self.backtrack(0);
            self.inprocess()?;
            return Ok(true);
        }
        Ok(false)
    }

    pub(super) fn schedule_restart(&mut self) {
        let conflicts = self.stats.conflicts;
        self.pace.restart_at = conflicts
            + match self.options.restarts {
                Restarts::Luby { unit } => unit.max(1) as u64 * self.pace.luby.next(),
                _ if self.pace.stable => STABLE_UNIT * self.pace.luby.next(),
                _ => RESTART_INTERVAL,
            };
    }

    /// Focused and stable mode in turn: the first phase is measured in conflicts, the later ones take as much work of
    /// propagation times the square of their number.
    ///
    /// The result is whether the mode has changed.
    fn switch_mode(&mut self) -> bool {
        if self.options.restarts != Restarts::Alternating {
            return false;
        }
        let (conflicts, ticks) = (self.stats.conflicts, self.pace.ticks);
        if self.pace.mode_length == 0 {
            if conflicts < self.pace.mode_conflicts {
                return false;
            }
            self.pace.mode_length = (ticks - self.pace.mode_at).max(1);
        } else if ticks < self.pace.mode_at {
            return false;
        }
        self.pace.stable = !self.pace.stable;
        if self.pace.stable {
            self.pace.mode_phases += 1;
            self.pace.luby = Luby::new();
            self.pace.target_size = 0;
        }
        let n = self.pace.mode_phases;
        self.pace.mode_at = ticks + self.pace.mode_length * n * n;
        true
    }

    /// Remembers the values of the longest assignments without conflict.
    pub(super) fn note_phases(&mut self) {
        let size = match self.trail.levels.last() {
            Some(&start) => start,
            None => return,
        };
        if size > self.pace.target_size {
            self.pace.target_size = size;
            for &l in &self.trail.lits[..size] {
                self.phases.target[l.var().index()] = 1 - 2 * l.is_negative() as i8;
            }
        }
        if size > self.pace.best_size {
            self.pace.best_size = size;
            for &l in &self.trail.lits[..size] {
                self.phases.best[l.var().index()] = 1 - 2 * l.is_negative() as i8;
            }
        }
    }

    /// Gives the saved phases a new start: original, inverted, the best so far, or the result of local search.
    fn rephase(&mut self) -> Result<(), Limit> {
        let n = self.pace.rephases;
        self.pace.rephases += 1;
        self.pace.rephase_at = self.stats.conflicts + REPHASE_INTERVAL * (n + 1);
        let root = !self.query.assumptions.is_empty() as usize;
        self.backtrack(root);
        let initial = self.options.initial_phase;
        // Original and inverted once, then: best, walk, original, best, walk, inverted, and again.
        let kind = if n < 2 { 2 + 3 * n } else { (n - 2) % 6 };
        for v in 0..self.vars.len() {
            let phase = &mut self.phases.saved[v];
            match kind {
                2 => *phase = initial,
                5 => *phase = !initial,
                1 | 4 if !self.options.walk => *phase ^= self.rng.one_in(4),
                0 | 3 if self.phases.best[v] != 0 => *phase = self.phases.best[v] > 0,
                _ => {}
            }
            self.phases.target[v] = 0;
        }
        self.pace.target_size = 0;
        self.pace.best_size = 0;
        if kind % 3 == 1 && self.options.walk {
            let search = self.stats.propagations - self.pace.walked;
            self.pace.walked = self.stats.propagations;
            self.walk(&mut Effort::share(search, WALK_SHARE))?;
        }
        Ok(())
    }
}
