//! The CDCL loop: propagate, learn from conflicts, decide.
//!
//! All assumptions share decision level 1. Restarts go back there and not behind it, so that they are propagated once
//! per call however many there are.

use super::answer::Answer;
use super::arena::{ClauseRef, HEADER};
use super::pace::Luby;
use super::solver::Solver;
use super::state::Status;
use super::theory::{Check, Choice, Open, Theory};
use crate::base::{Limit, Lit, Var};

/// Conflicts between two looks at the budget.
const POLL_CONFLICTS: u64 = 16;
/// Room for fewer watches may not be enough until the next conflict.
const SPARE_WATCHES: usize = 256;
/// Decisions without conflict between two looks at the budget.
const POLL_DECISIONS: u64 = 1024;
/// Final checks of the theory between two looks at the budget.
const POLL_CHECKS: u64 = 16;

impl<T: Theory> Solver<T> {
    /// Decides the clauses under assumptions. A call costs only the search itself: nothing is reset but the trail.
    ///
    /// # Panics
    ///
    /// If an assumption is over a variable that was not made, or was popped or released.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        self.demand_known(assumptions);
        self.touch();
        if !self.order.heap_filled {
            let vars = (0..self.vars.len()).map(Var::new);
            self.order.scores.fill(vars);
            self.order.queue.rewind();
            self.order.heap_filled = true;
        }
        self.order.cursor = 0;
        self.solve_under(assumptions)
    }

    /// A solve call, in the domain that is set up.
    pub(super) fn solve_under(&mut self, assumptions: &[Lit]) -> Answer {
        self.stats.solves += 1;
        self.query.core.clear();
        self.tracer.forget_conclusion();
        let mut given = std::mem::take(&mut self.query.assumptions);
        given.clear();
        given.extend(self.query.scopes.iter().map(|s| s.selector));
        if self.temporary.on {
            given.extend(self.temporary.switch);
        }
        let own = given.len();
        given.extend_from_slice(assumptions);
        if !self.eliminated.is_empty() {
            for &l in &given {
                self.restore(l.var());
            }
        }
        self.query.assumptions = given;
        let answer = match self.begin() {
            Err(limit) => Answer::Unknown(limit),
            Ok(()) => self.search(),
        };
        if !self.consistent {
            self.tracer.conclude_empty();
        }
        match answer {
            Answer::Unsat if own > 0 => {
                let hidden = &self.query.assumptions[..own];
                self.query.core.retain(|l| !hidden.contains(l));
            }
            Answer::Sat => self.extend_model(),
            _ => {}
        }
        self.report_spent();
        self.temporary.over = self.temporary.on;
        self.query.answer = Some(answer);
        answer
    }

    fn begin(&mut self) -> Result<(), Limit> {
        self.account.booking.set(self.bytes() as u64);
        self.account.booking.budget().poll()?;
        self.pace.luby = Luby::new();
        self.schedule_restart();
        self.tidy();
        Ok(())
    }

    pub(super) fn report_spent(&mut self) {
        self.account.report(&self.stats);
    }

    pub(super) fn poll(&mut self) -> Result<(), Limit> {
        self.report_spent();
        self.account.booking.set(self.bytes() as u64);
        if self.tracer.exhausted() || self.db.arena.is_nearly_full() {
            return Err(Limit::Memory);
        }
        self.account.booking.budget().poll()
    }

    /// Checks whether the budget allows a caller to add the clauses of this many gates before it asks again.
    ///
    /// # Errors
    ///
    /// The limit that has been reached.
    pub fn check_budget(&mut self, gates: usize) -> Result<(), Limit> {
        self.poll()?;
        // Up to six clauses of three literals each.
        if self.db.arena.spare() > 6 * gates * (3 + HEADER) {
            return Ok(());
        }
        self.account.booking.budget().allows_memory(self.db.arena.bytes() as u64)
    }

    /// Whether the arena may double when the next clause needs it to.
    fn headroom(&self) -> Result<(), Limit> {
        if self.db.arena.is_nearly_full() {
            return Err(Limit::Memory);
        }
        if self.db.watches.spare() < SPARE_WATCHES {
            self.account.booking.budget().allows_memory(self.db.watches.entry_bytes() as u64 / 8)?;
        }
        if self.db.arena.spare() > self.vars.len() + HEADER {
            return Ok(());
        }
        self.account.booking.budget().allows_memory(self.db.arena.bytes() as u64)
    }

    fn search(&mut self) -> Answer {
        let root = !self.query.assumptions.is_empty() as usize;
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
                    return Answer::Unknown(limit);
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
                Err(limit) => return Answer::Unknown(limit),
                Ok(true) => continue,
                Ok(false) => {}
            }
            if self.stats.decisions >= self.pace.decisions_polled + POLL_DECISIONS {
                self.pace.decisions_polled = self.stats.decisions;
                if let Err(limit) = self.poll() {
                    return Answer::Unknown(limit);
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

    /// Concludes that the clauses are contradictory, by themselves or under the assumptions.
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
        for i in 0..self.query.assumptions.len() {
            let lit = self.query.assumptions[i];
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
        self.trail.levels.push(self.trail.lits.len());
        if T::ACTIVE {
            self.theory.new_level();
        }
    }

    fn learn_from(&mut self, conflict: ClauseRef) -> Result<(), Limit> {
        if self.pace.stable && self.options.target_phases {
            self.note_phases();
        }
        let glue = self.analyze(conflict);
        let id = self.tracer.derive(&self.analysis.learnt);
        self.stats.learnt += 1;
        let lits = std::mem::take(&mut self.analysis.learnt);
        let back = if lits.len() == 1 { 0 } else { self.level_of(lits[1]) };
        self.backtrack(back);
        if lits.len() == 1 {
            self.assign_unit(lits[0], id);
        } else {
            let c = self.new_clause(&lits, true, glue, id);
            self.db.arena.set_used(c, if glue <= self.pace.tier_limits().1 { 2 } else { 1 });
            if self.temporary.on && self.temporary.switch.map_or(false, |switch| lits.contains(&!switch)) {
                self.temporary.clauses.push(c);
            }
            self.assign(lits[0], c);
        }
        self.analysis.learnt = lits;
        if !self.domain.active {
            self.pace.fast[self.pace.stable as usize].update(glue as f64);
            self.pace.slow[self.pace.stable as usize].update(glue as f64);
            self.pace.decisions.update((self.stats.decisions - self.pace.decided) as f64);
            self.pace.decided = self.stats.decisions;
        }
        self.headroom()?;
        if self.stats.conflicts % POLL_CONFLICTS == 0 {
            self.poll()?;
        }
        Ok(())
    }

    /// Opens a level with the next decision; false if no variable is open.
    fn decide(&mut self) -> bool {
        if T::ACTIVE {
            let (scores, queue) = (&self.order.scores, &self.order.queue);
            let open = Open { values: &self.trail.values, scores, queue, stable: self.pace.stable };
            match self.theory.choose(&open) {
                Choice::Any => {}
                Choice::Enough => return false,
                Choice::Literal(lit) => {
                    self.stats.decisions += 1;
                    self.open_level();
                    self.assign(lit, ClauseRef::NONE);
                    return true;
                }
                Choice::Variable(v) => {
                    self.decide_variable(v);
                    return true;
                }
            }
        }
        let v = match self.next_variable() {
            Some(v) => v,
            None => return false,
        };
        self.decide_variable(v);
        true
    }

    fn decide_variable(&mut self, v: Var) {
        let target =
            if self.pace.stable && self.options.target_phases { self.phases.target[v.index()] } else { 0 };
        let value = match self.phases.preferred.get(v.index()) {
            Some(&preferred) if preferred != 0 => preferred > 0,
            Some(_) | None if target == 0 => self.phases.saved[v.index()],
            Some(_) | None => target > 0,
        };
        self.stats.decisions += 1;
        self.open_level();
        self.assign(v.lit(value), ClauseRef::NONE);
    }

    fn next_variable(&mut self) -> Option<Var> {
        let (values, status, theory) = (&self.trail.values, &self.vars.status, &self.theory);
        let open = |v: Var| {
            values[v.positive().code()] == 0 && status[v.index()] == Status::Active && !theory.is_optional(v)
        };
        if !self.pace.stable && !self.domain.active {
            return self.order.queue.next(open);
        }
        if self.domain.active && !self.domain.deciding {
            let scores = &self.order.scores;
            let hot: Vec<Var> =
                self.domain.vars().iter().copied().filter(|&v| open(v) && scores.is_hot(v)).collect();
            self.order.scores.fill(hot.into_iter());
            self.domain.start_deciding(open);
        }
        while let Some(v) = self.order.scores.pop() {
            if open(v) && (!self.domain.active || self.domain.contains(v)) {
                return Some(v);
            }
        }
        if self.domain.active {
            return self.domain.next_leaf(open);
        }
        // Cold variables may not be in the heap.
        while self.order.cursor < self.vars.len() {
            let v = Var::new(self.order.cursor);
            if open(v) {
                return Some(v);
            }
            self.order.cursor += 1;
        }
        None
    }

    /// All variables have values, or enough of them: asks the theory for its final check.
    fn final_check(&mut self) -> Option<Answer> {
        if !T::ACTIVE {
            return Some(Answer::Sat);
        }
        self.exchange.checks += 1;
        if self.exchange.checks % POLL_CHECKS == 0 {
            if let Err(limit) = self.poll() {
                return Some(Answer::Unknown(limit));
            }
        }
        let mut out = std::mem::take(&mut self.exchange.out);
        out.start(self.vars.len());
        let check = self.theory.final_check(&mut out);
        let silent = out.implied.is_empty() && out.lemma_ends.is_empty();
        let mut answer = None;
        match check {
            Check::Consistent if silent => answer = Some(Answer::Sat),
            // The theory may have stopped because of the budget.
            Check::Unknown => answer = Some(Answer::Unknown(self.poll().err().unwrap_or(Limit::Incomplete))),
            _ => {
                let root = !self.query.assumptions.is_empty() as usize;
                if let Some(conflict) = self.take_theory_output(check, &out) {
                    self.stats.conflicts += 1;
                    if self.level() <= root {
                        self.refute(conflict);
                        answer = Some(Answer::Unsat);
                    } else if let Err(limit) = self.learn_from(conflict) {
                        answer = Some(Answer::Unknown(limit));
                    }
                }
            }
        }
        self.exchange.out = out;
        answer
    }

    /// Undoes all levels above `level`.
    pub(super) fn backtrack(&mut self, level: usize) {
        if self.trail.levels.len() <= level {
            return;
        }
        let start = self.trail.levels[level];
        // An order of decisions that is not in use takes the open variables when it is filled.
        let global = self.order.heap_filled;
        let hot_only = self.options.score_hot_only;
        let local = self.domain.active && self.domain.deciding;
        for i in (start..self.trail.lits.len()).rev() {
            let lit = self.trail.lits[i];
            let v = lit.var();
            self.trail.values[lit.code()] = 0;
            self.trail.values[(!lit).code()] = 0;
            self.phases.saved[v.index()] = !lit.is_negative();
            if global {
                self.order.cursor = self.order.cursor.min(v.index());
                if !hot_only || self.order.scores.is_hot(v) {
                    self.order.scores.insert(v);
                }
                self.order.queue.unassigned(v);
            } else if local {
                if self.order.scores.is_hot(v) {
                    self.order.scores.insert(v);
                }
                self.domain.leaf_unassigned(v);
            }
        }
        if level == 0 {
            // The list lacks the leaves that the assumptions gave values, which are open again now.
            self.domain.deciding = false;
        }
        self.trail.lits.truncate(start);
        self.trail.levels.truncate(level);
        self.trail.head = self.trail.head.min(start);
        if T::ACTIVE {
            self.exchange.head = self.exchange.head.min(start);
            self.theory.backtrack(level);
        }
    }
}
