//! The CDCL loop: propagate, learn from conflicts, decide; restarts, modes and phases.
//!
//! All assumptions share decision level 1. Restarts go back there and not behind it, so that they are propagated once
//! per call however many there are. Focused and stable mode alternate as in CaDiCaL: frequent glue-driven restarts with
//! the VMTF queue, then rare ones with scores and target phases, each for about the same number of propagations.

use super::arena::{ClauseRef, HEADER};
use super::inprocess::Effort;
use super::options::{Restarts, SatOptions};
use super::solver::{Answer, Solver, Status};
use super::theory::{Check, Theory};
use crate::base::{Limit, Lit, Var};

/// Conflicts between two looks at the budget.
const POLL_CONFLICTS: u64 = 16;
/// Decisions without conflict between two looks at the budget.
const POLL_DECISIONS: u64 = 1024;
/// A glue restart needs the recent average to be this much above the long-term one.
const RESTART_MARGIN: f64 = 1.10;
/// Conflicts between two glue restarts at least.
const RESTART_INTERVAL: u64 = 2;
/// Unit of the Luby restarts in stable mode, in conflicts.
const STABLE_UNIT: u64 = 1024;
/// Conflicts of the first focused phase.
const FIRST_PHASE: u64 = 1000;
/// Work of local search, in percent of the propagations since the last.
const WALK_SHARE: u64 = 50;
/// Unit of the growing interval between resets of phases, in conflicts.
const REPHASE_INTERVAL: u64 = 1000;

/// An exponential moving average that starts unbiased (as in ADAM).
#[derive(Clone, Default)]
struct Average {
    value: f64,
    biased: f64,
    alpha: f64,
    rest: f64,
}

impl Average {
    fn new(window: f64) -> Average {
        Average { value: 0.0, biased: 0.0, alpha: 1.0 / window, rest: 1.0 }
    }

    fn update(&mut self, x: f64) {
        self.biased += self.alpha * (x - self.biased);
        self.rest *= 1.0 - self.alpha;
        self.value = self.biased / (1.0 - self.rest);
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, ... of Luby, Sinclair and Zuckerman, in Knuth's form.
#[derive(Clone)]
struct Luby {
    u: u64,
    v: u64,
}

impl Luby {
    fn new() -> Luby {
        Luby { u: 1, v: 1 }
    }

    fn next(&mut self) -> u64 {
        let now = self.v;
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        now
    }
}

/// When what is due, in conflicts or propagations since the solver was made.
#[derive(Clone)]
pub(super) struct Pace {
    /// Averages of glue over few and over many conflicts, in focused and in stable mode.
    fast: [Average; 2],
    slow: [Average; 2],
    luby: Luby,
    restart_at: u64,
    pub reduce_at: u64,
    pub inprocess_at: u64,
    mode_conflicts: u64,
    mode_at: u64,
    mode_length: u64,
    mode_phases: u64,
    rephase_at: u64,
    rephases: u64,
    target_size: usize,
    best_size: usize,
    decisions_polled: u64,
    /// Decisions between conflicts, and their number at the last.
    decisions: Average,
    decided: u64,
    /// Propagations at the last local search.
    walked: u64,
}

impl Pace {
    pub fn new(options: &SatOptions) -> Pace {
        Pace {
            fast: [Average::new(33.0), Average::new(33.0)],
            slow: [Average::new(1e5), Average::new(1e5)],
            luby: Luby::new(),
            restart_at: 0,
            reduce_at: options.reduce_interval,
            inprocess_at: options.inprocess_interval,
            mode_conflicts: FIRST_PHASE,
            mode_at: 0,
            mode_length: 0,
            mode_phases: 0,
            rephase_at: REPHASE_INTERVAL,
            rephases: 0,
            target_size: 0,
            best_size: 0,
            decisions_polled: 0,
            decisions: Average::new(1e4),
            decided: 0,
            walked: 0,
        }
    }

    /// Decisions per conflict lately.
    pub fn decision_rate(&self) -> f64 {
        self.decisions.value
    }

    /// Propagations that were not the search's do not count for the phases of the modes.
    pub fn postpone_mode(&mut self, propagations: u64) {
        self.mode_at += propagations;
    }
}

impl<T: Theory> Solver<T> {
    /// Decides the clauses under assumptions. Costs what it touches: nothing is reset but the trail.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.touch();
        if !self.heap_filled {
            let vars = (0..self.vars.len()).map(Var::new);
            self.scores.fill(vars);
            self.queue.rewind();
            self.heap_filled = true;
        }
        self.solve_under(assumptions)
    }

    /// A solve call, in whatever domain is set up.
    pub(super) fn solve_under(&mut self, assumptions: &[Lit]) -> Answer {
        self.stats.solves += 1;
        self.core.clear();
        self.tracer.forget_conclusion();
        let mut given = std::mem::take(&mut self.assumptions);
        given.clear();
        given.extend(self.scopes.iter().map(|s| s.selector));
        if self.temporary_on {
            given.extend(self.temporary);
        }
        let own = given.len();
        given.extend_from_slice(assumptions);
        if !self.eliminated.is_empty() {
            for &l in &given {
                self.restore(l.var());
            }
        }
        self.assumptions = given;
        let answer = match self.begin() {
            Err(limit) => Answer::Unknown(Some(limit)),
            Ok(()) => self.search(),
        };
        if !self.consistent {
            self.tracer.conclude_empty();
        }
        match answer {
            Answer::Unsat if own > 0 => {
                let hidden = &self.assumptions[..own];
                self.core.retain(|l| !hidden.contains(l));
            }
            Answer::Sat => self.extend_model(),
            _ => {}
        }
        self.report_spent();
        self.temporary_over = self.temporary_on;
        self.answer = Some(answer);
        answer
    }

    fn begin(&mut self) -> Result<(), Limit> {
        self.account.set(self.bytes() as u64);
        self.account.budget().check()?;
        self.pace.luby = Luby::new();
        self.schedule_restart();
        self.tidy();
        Ok(())
    }

    pub(super) fn report_spent(&mut self) {
        let (conflicts, propagations) = (self.stats.conflicts, self.stats.propagations);
        self.account.budget().spend(conflicts - self.spent.0, propagations - self.spent.1);
        self.spent = (conflicts, propagations);
    }

    pub(super) fn poll(&mut self) -> Result<(), Limit> {
        self.report_spent();
        self.account.set(self.bytes() as u64);
        if self.tracer.exhausted() {
            return Err(Limit::Memory);
        }
        self.account.budget().check()
    }

    /// Whether the budget lets a caller go on who makes clauses, this many gates of a circuit before the next question.
    ///
    /// # Errors
    ///
    /// The limit that has been reached.
    pub fn check_budget(&mut self, gates: usize) -> Result<(), Limit> {
        self.poll()?;
        // Up to six clauses of three literals each.
        if self.arena.spare() > 6 * gates * (3 + HEADER) {
            return Ok(());
        }
        self.account.budget().allows_memory(self.arena.bytes() as u64)
    }

    /// Whether the arena may double when the next clause needs it to.
    fn headroom(&self) -> Result<(), Limit> {
        if self.arena.spare() > self.vars.len() + HEADER {
            return Ok(());
        }
        self.account.budget().allows_memory(self.arena.bytes() as u64)
    }

    fn search(&mut self) -> Answer {
        let root = !self.assumptions.is_empty() as usize;
        loop {
            if !self.consistent {
                return Answer::Unsat;
            }
            if let Some(conflict) = self.propagate_all() {
                self.stats.conflicts += 1;
                if self.level() <= root {
                    self.refute(conflict);
                    return Answer::Unsat;
                }
                if let Err(limit) = self.learn_from(conflict) {
                    return Answer::Unknown(Some(limit));
                }
                continue;
            }
            if !self.consistent {
                return Answer::Unsat;
            }
            if self.level() < root {
                if let Some(answer) = self.assume() {
                    return answer;
                }
                continue;
            }
            match self.housekeeping() {
                Err(limit) => return Answer::Unknown(Some(limit)),
                Ok(true) => continue,
                Ok(false) => {}
            }
            if self.stats.decisions >= self.pace.decisions_polled + POLL_DECISIONS {
                self.pace.decisions_polled = self.stats.decisions;
                if let Err(limit) = self.poll() {
                    return Answer::Unknown(Some(limit));
                }
            }
            if !self.decide() {
                match self.final_check() {
                    Some(answer) => return answer,
                    None => continue,
                }
            }
        }
    }

    /// The clauses are contradictory, by themselves or under the assumptions.
    pub(super) fn refute(&mut self, conflict: ClauseRef) {
        if self.level() > 0 {
            self.analyze_core(conflict);
            return;
        }
        self.consistent = false;
        if self.tracer.on() {
            self.collect_chain(conflict);
            self.tracer.derive(&[]);
        }
    }

    /// Assigns the assumptions on one level.
    fn assume(&mut self) -> Option<Answer> {
        self.open_level();
        for i in 0..self.assumptions.len() {
            let lit = self.assumptions[i];
            match self.val(lit) {
                1 => continue,
                0 => self.assign(lit, ClauseRef::NONE),
                _ => {
                    self.analyze_false_assumption(lit);
                    return Some(Answer::Unsat);
                }
            }
            if let Some(conflict) = self.propagate_all() {
                self.stats.conflicts += 1;
                self.refute(conflict);
                return Some(Answer::Unsat);
            }
            if self.level() == 0 {
                break;
            }
        }
        None
    }

    pub(super) fn open_level(&mut self) {
        self.levels.push(self.trail.len());
        if T::ACTIVE {
            self.theory.new_level();
        }
    }

    fn learn_from(&mut self, conflict: ClauseRef) -> Result<(), Limit> {
        if self.stable && self.options.target_phases {
            self.note_phases();
        }
        let glue = self.analyze(conflict);
        let id = self.tracer.derive(&self.learnt);
        self.stats.learnt += 1;
        let lits = std::mem::take(&mut self.learnt);
        let back = if lits.len() == 1 { 0 } else { self.level_of(lits[1]) };
        self.backtrack(back);
        if lits.len() == 1 {
            self.assign_unit(lits[0], id);
        } else {
            let c = self.new_clause(&lits, true, glue, id);
            self.arena.set_used(c, if glue <= self.options.tier2_glue { 2 } else { 1 });
            if self.temporary_on && self.temporary.map_or(false, |switch| lits.contains(&!switch)) {
                self.temporary_clauses.push(c);
            }
            self.assign(lits[0], c);
        }
        self.learnt = lits;
        if !self.domain.active {
            self.pace.fast[self.stable as usize].update(glue as f64);
            self.pace.slow[self.stable as usize].update(glue as f64);
            self.pace.decisions.update((self.stats.decisions - self.pace.decided) as f64);
            self.pace.decided = self.stats.decisions;
        }
        self.headroom()?;
        if self.stats.conflicts % POLL_CONFLICTS == 0 {
            self.poll()?;
        }
        Ok(())
    }

    /// Restarts, reductions, simplifications and changes of mode that are due. Whether propagation has to run again.
    fn housekeeping(&mut self) -> Result<bool, Limit> {
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
                _ => self.stable || self.pace.fast[0].value > RESTART_MARGIN * self.pace.slow[0].value,
            };
            if due {
                self.stats.restarts += 1;
                self.schedule_restart();
                let root = !self.assumptions.is_empty() as usize;
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

    fn schedule_restart(&mut self) {
        let conflicts = self.stats.conflicts;
        self.pace.restart_at = conflicts
            + match self.options.restarts {
                Restarts::Luby { unit } => unit.max(1) as u64 * self.pace.luby.next(),
                _ if self.stable => STABLE_UNIT * self.pace.luby.next(),
                _ => RESTART_INTERVAL,
            };
    }

    /// Focused and stable mode in turn: the first phase is measured in conflicts, the later ones last as many
    /// propagations times the square of their number.
    ///
    /// Whether the mode is another now.
    fn switch_mode(&mut self) -> bool {
        if self.options.restarts != Restarts::Alternating {
            return false;
        }
        let (conflicts, propagations) = (self.stats.conflicts, self.stats.propagations);
        if self.pace.mode_length == 0 {
            if conflicts < self.pace.mode_conflicts {
                return false;
            }
            self.pace.mode_length = propagations.max(1);
        } else if propagations < self.pace.mode_at {
            return false;
        }
        self.stable = !self.stable;
        if self.stable {
            self.pace.mode_phases += 1;
            self.pace.luby = Luby::new();
            self.pace.target_size = 0;
        }
        let n = self.pace.mode_phases;
        self.pace.mode_at = propagations + self.pace.mode_length * n * n;
        true
    }

    /// Remembers the values of the longest assignments without conflict.
    fn note_phases(&mut self) {
        let size = match self.levels.last() {
            Some(&start) => start,
            None => return,
        };
        if size > self.pace.target_size {
            self.pace.target_size = size;
            for &l in &self.trail[..size] {
                self.target[l.var().index()] = 1 - 2 * l.is_negative() as i8;
            }
        }
        if size > self.pace.best_size {
            self.pace.best_size = size;
            for &l in &self.trail[..size] {
                self.best[l.var().index()] = 1 - 2 * l.is_negative() as i8;
            }
        }
    }

    /// Gives the saved phases a new start: original, inverted, the best so far, or what local search makes of them.
    fn rephase(&mut self) -> Result<(), Limit> {
        let n = self.pace.rephases;
        self.pace.rephases += 1;
        self.pace.rephase_at = self.stats.conflicts + REPHASE_INTERVAL * (n + 1);
        let root = !self.assumptions.is_empty() as usize;
        self.backtrack(root);
        let initial = self.options.initial_phase;
        // Original and inverted once, then: best, walk, original, best, walk, inverted, and again.
        let kind = if n < 2 { 2 + 3 * n } else { (n - 2) % 6 };
        for v in 0..self.vars.len() {
            let phase = &mut self.saved[v];
            match kind {
                2 => *phase = initial,
                5 => *phase = !initial,
                1 | 4 if !self.options.walk => *phase ^= self.rng.one_in(4),
                0 | 3 if self.best[v] != 0 => *phase = self.best[v] > 0,
                _ => {}
            }
            self.target[v] = 0;
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

    /// Opens a level with the next decision; false if no variable is open.
    fn decide(&mut self) -> bool {
        let v = match self.next_variable() {
            Some(v) => v,
            None => return false,
        };
        let target = if self.stable && self.options.target_phases { self.target[v.index()] } else { 0 };
        let value = if target == 0 { self.saved[v.index()] } else { target > 0 };
        self.stats.decisions += 1;
        self.open_level();
        self.assign(v.lit(value), ClauseRef::NONE);
        true
    }

    fn next_variable(&mut self) -> Option<Var> {
        let (values, status) = (&self.values, &self.status);
        let open = |v: Var| values[v.positive().code()] == 0 && status[v.index()] == Status::Active;
        if !self.stable && !self.domain.active {
            return self.queue.next(open);
        }
        if self.domain.active && !self.domain.deciding {
            let scores = &self.scores;
            let hot: Vec<Var> =
                self.domain.vars().iter().copied().filter(|&v| open(v) && scores.is_hot(v)).collect();
            self.scores.fill(hot.into_iter());
            self.domain.start_deciding(open);
        }
        while let Some(v) = self.scores.pop() {
            if open(v) && (!self.domain.active || self.domain.contains(v)) {
                return Some(v);
            }
        }
        if self.domain.active {
            self.domain.next_leaf(open)
        } else {
            None
        }
    }

    /// All variables have values: the theory has the last word.
    fn final_check(&mut self) -> Option<Answer> {
        if !T::ACTIVE {
            return Some(Answer::Sat);
        }
        let mut out = std::mem::take(&mut self.theory_out);
        out.start(self.vars.len());
        let check = self.theory.final_check(&mut out);
        let silent = out.implied.is_empty() && out.lemma_ends.is_empty();
        let mut answer = None;
        match check {
            Check::Consistent if silent => answer = Some(Answer::Sat),
            // It may have stopped because of the budget.
            Check::Unknown => answer = Some(Answer::Unknown(self.poll().err())),
            _ => {
                let root = !self.assumptions.is_empty() as usize;
                if let Some(conflict) = self.take_theory_output(check, &out) {
                    self.stats.conflicts += 1;
                    if self.level() <= root {
                        self.refute(conflict);
                        answer = Some(Answer::Unsat);
                    } else if let Err(limit) = self.learn_from(conflict) {
                        answer = Some(Answer::Unknown(Some(limit)));
                    }
                }
            }
        }
        self.theory_out = out;
        answer
    }

    /// Undoes all levels above `level`.
    pub(super) fn backtrack(&mut self, level: usize) {
        if self.levels.len() <= level {
            return;
        }
        let start = self.levels[level];
        // What is not in use takes the open variables when it is filled.
        let global = self.heap_filled;
        let local = self.domain.active && self.domain.deciding;
        for i in (start..self.trail.len()).rev() {
            let lit = self.trail[i];
            let v = lit.var();
            self.values[lit.code()] = 0;
            self.values[(!lit).code()] = 0;
            self.saved[v.index()] = !lit.is_negative();
            if global {
                self.scores.insert(v);
                self.queue.unassigned(v);
            } else if local {
                if self.scores.is_hot(v) {
                    self.scores.insert(v);
                }
                self.domain.leaf_unassigned(v);
            }
        }
        if level == 0 {
            // The list of leaves leaves out those that the assumptions gave values, which are open again now.
            self.domain.deciding = false;
        }
        self.trail.truncate(start);
        self.levels.truncate(level);
        self.head = self.head.min(start);
        if T::ACTIVE {
            self.theory_head = self.theory_head.min(start);
            self.theory.backtrack(level);
        }
    }
}
