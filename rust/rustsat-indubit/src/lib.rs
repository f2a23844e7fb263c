//! The SAT solver of `indubit` with the traits of `rustsat`: one solver type for encodings, for MaxSAT by linear
//! search or by cores, and for any tool that is generic over `SolveIncremental + SolveStats`.
//!
//! ```
//! use rustsat::{lit, solvers::{Solve, SolveIncremental, SolverResult}};
//! use rustsat_indubit::Indubit;
//!
//! let mut solver = Indubit::default();
//! solver.add_binary(lit![0], lit![1]).unwrap();
//! assert_eq!(solver.solve_assumps(&[!lit![0], !lit![1]]).unwrap(), SolverResult::Unsat);
//! assert_eq!(solver.core().unwrap().len(), 2);
//! ```
//!
//! A call of a terminator needs the solver's attention: the search runs in slices of [`SLICE`] conflicts, between which
//! the terminator is asked and learnt clauses are handed to the learner. A slice goes on where the last one has ended.
//! Limits count from one solve call to its end. A limit on decisions is looked at between slices, too, so the search
//! may make some more.
//!
//! To attach a learner makes a new solver with the same clauses, since learnt clauses are told as a proof, which
//! begins before the first clause.
//!
//! [`FlipLit`] and [`Propagate`] work on a copy of the clauses that were added, since the solver removes and rewrites
//! its own. So a propagation does not know learnt clauses.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod copy;
mod learnt;

use anyhow::{bail, Result};
use copy::Copy;
use indubit::base::{Budget, Lit as Own, Var as OwnVar};
use indubit::solver::sat::{Answer, SatOptions, Solver};
use learnt::Learnt;
use rustsat::solvers::{
    ControlSignal, FlipLit, FreezeVar, GetInternalStats, Interrupt, InterruptSolver, Learn, LimitConflicts,
    LimitDecisions, LimitPropagations, PhaseLit, Propagate, PropagateResult, Solve, SolveIncremental,
    SolveStats, SolverResult, SolverState, SolverStats, StateError, Terminate,
};
use rustsat::types::{Cl, Clause, Lit, TernaryVal, Var};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Instant;

/// Conflicts between two calls of a terminator.
pub const SLICE: u64 = 100;

/// A terminator.
type Terminator<'a> = Box<dyn FnMut() -> ControlSignal + 'a>;
/// A learner, and the clauses for it.
type Learner<'a> = (Box<dyn FnMut(Clause) + 'a>, Learnt);

/// The solver. Its variables are those of `rustsat`, by index.
pub struct Indubit<'a> {
    solver: Solver,
    clauses: Copy,
    state: SolverState,
    /// The model, by variable, after a satisfiable call: the caller may flip it.
    model: Vec<Option<bool>>,
    core: Vec<Lit>,
    frozen: Vec<u32>,
    preferred: Vec<Option<bool>>,
    options: SatOptions,
    stop: Arc<AtomicBool>,
    terminator: Option<Terminator<'a>>,
    learner: Option<Learner<'a>>,
    conflicts: Option<u32>,
    decisions: Option<u32>,
    propagations: Option<u32>,
    stats: SolverStats,
}

impl Default for Indubit<'_> {
    fn default() -> Self {
        Indubit::new(SatOptions::incremental())
    }
}

impl fmt::Debug for Indubit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Indubit")
            .field("state", &self.state)
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

fn own(lit: Lit) -> Own {
    OwnVar::new(lit.vidx()).lit(lit.is_pos())
}

fn back(lit: Own) -> Lit {
    Lit::new(lit.var().index() as u32, lit.is_negative())
}

impl Indubit<'_> {
    /// A solver with these options.
    pub fn new(options: SatOptions) -> Self {
        Indubit {
            solver: Solver::new(options.clone()),
            clauses: Copy::default(),
            state: SolverState::Input,
            model: Vec::new(),
            core: Vec::new(),
            frozen: Vec::new(),
            preferred: Vec::new(),
            options,
            stop: Arc::default(),
            terminator: None,
            learner: None,
            conflicts: None,
            decisions: None,
            propagations: None,
            stats: SolverStats::default(),
        }
    }

    fn grow(&mut self, lits: impl IntoIterator<Item = Lit>) {
        if let Some(most) = lits.into_iter().map(Lit::vidx).max() {
            self.solver.reserve_vars(most + 1);
            if self.frozen.len() <= most {
                self.frozen.resize(most + 1, 0);
                self.preferred.resize(most + 1, None);
            }
        }
    }

    /// A new solver with the clauses of this one. Its learnt clauses are told from the first clause on, or not at all.
    fn renew(&mut self, learnt: Option<Learnt>) {
        self.solver = Solver::new(self.options.clone());
        if let Some(learnt) = learnt {
            self.solver.set_proof(learnt);
        }
        self.solver.reserve_vars(self.frozen.len());
        for at in 0..self.clauses.len() {
            self.solver.add_clause(self.clauses.clause(at));
        }
        for (at, (&count, &preferred)) in self.frozen.iter().zip(&self.preferred).enumerate() {
            (0..count).for_each(|_| self.solver.freeze(OwnVar::new(at)));
            preferred.into_iter().for_each(|value| self.solver.prefer(OwnVar::new(at).lit(value)));
        }
        self.state = SolverState::Input;
    }

    fn demand(&self, required_state: SolverState) -> Result<()> {
        match self.state == required_state {
            true => Ok(()),
            false => bail!(StateError { required_state, actual_state: self.state }),
        }
    }

    /// The limits of one slice, of which the call has `left` conflicts and propagations.
    fn slice(&self, left: (Option<u64>, Option<u64>)) -> Budget {
        let is_sliced = self.terminator.is_some() || self.learner.is_some() || self.decisions.is_some();
        let mut budget = Budget::unlimited().with_cancel(self.stop.clone());
        let most = left.0.unwrap_or(u64::MAX).min(if is_sliced { SLICE } else { u64::MAX });
        if most < u64::MAX {
            budget = budget.with_conflicts(most);
        }
        match left.1 {
            Some(most) => budget.with_propagations(most),
            None => budget,
        }
    }

    /// A call of the solver in slices; `None` if it was stopped or a limit was reached.
    fn search(&mut self, assumptions: &[Own]) -> Option<bool> {
        let before = *self.solver.statistics();
        let left = |limit: Option<u32>, used: u64| limit.map(|limit| u64::from(limit).saturating_sub(used));
        loop {
            let now = *self.solver.statistics();
            let conflicts = left(self.conflicts, now.conflicts - before.conflicts);
            let propagations = left(self.propagations, now.propagations - before.propagations);
            let decisions = left(self.decisions, now.decisions - before.decisions);
            let is_ended = self.terminator.as_mut().is_some_and(|ask| ask() == ControlSignal::Terminate);
            let is_used_up =
                now.solves > before.solves && [conflicts, propagations, decisions].contains(&Some(0));
            if is_ended || is_used_up || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            self.solver.set_budget(self.slice((conflicts, propagations)));
            let answer = self.solver.solve(assumptions);
            if let Some((learn, learnt)) = &mut self.learner {
                let clauses = learnt.take().into_iter();
                clauses.for_each(|clause| learn(clause.into_iter().map(back).collect()));
            }
            match answer {
                Answer::Sat => return Some(true),
                Answer::Unsat => return Some(false),
                Answer::Unknown(_) => {}
            }
        }
    }

    fn solve_under(&mut self, assumptions: &[Lit]) -> SolverResult {
        let start = Instant::now();
        self.grow(assumptions.iter().copied());
        let assumed: Vec<Own> = assumptions.iter().map(|&lit| own(lit)).collect();
        self.stop.store(false, Ordering::Relaxed);
        let found = self.search(&assumed);
        self.core.clear();
        let result = match found {
            Some(true) => {
                self.stats.n_sat += 1;
                self.state = SolverState::Sat;
                let vars = (0..self.solver.var_count()).map(OwnVar::new);
                self.model = vars.map(|v| self.solver.value(v.positive())).collect();
                SolverResult::Sat
            }
            Some(false) => {
                self.stats.n_unsat += 1;
                self.state = SolverState::Unsat;
                self.core = self.solver.core().iter().map(|&lit| !back(lit)).collect();
                SolverResult::Unsat
            }
            None => {
                self.stats.n_terminated += 1;
                self.state = SolverState::Unknown;
                SolverResult::Interrupted
            }
        };
        self.stats.cpu_solve_time += start.elapsed();
        result
    }

    fn holds(&self, lit: Lit) -> Option<bool> {
        self.model.get(lit.vidx()).copied().flatten().map(|value| value == lit.is_pos())
    }
}

impl Extend<Clause> for Indubit<'_> {
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, iter: T) {
        iter.into_iter().for_each(|clause| self.add_clause(clause).expect("adding a clause does not fail"));
    }
}

impl<'c, C: AsRef<Cl> + ?Sized> Extend<&'c C> for Indubit<'_> {
    fn extend<T: IntoIterator<Item = &'c C>>(&mut self, iter: T) {
        iter.into_iter()
            .for_each(|clause| self.add_clause_ref(clause).expect("adding a clause does not fail"));
    }
}

impl Solve for Indubit<'_> {
    fn signature(&self) -> &'static str {
        "indubit 0.1.0"
    }

    fn reserve(&mut self, max_var: Var) -> Result<()> {
        self.grow([max_var.pos_lit()]);
        Ok(())
    }

    fn solve(&mut self) -> Result<SolverResult> {
        Ok(self.solve_under(&[]))
    }

    fn lit_val(&self, lit: Lit) -> Result<TernaryVal> {
        self.demand(SolverState::Sat)?;
        Ok(match self.holds(lit) {
            Some(true) => TernaryVal::True,
            Some(false) => TernaryVal::False,
            None => TernaryVal::DontCare,
        })
    }

    fn add_clause_ref<C: AsRef<Cl> + ?Sized>(&mut self, clause: &C) -> Result<()> {
        let clause = clause.as_ref();
        self.grow(clause.iter().copied());
        let lits: Vec<Own> = clause.iter().map(|&lit| own(lit)).collect();
        self.solver.add_clause(&lits);
        self.clauses.add(&lits);
        self.state = SolverState::Input;
        Ok(())
    }
}

impl SolveIncremental for Indubit<'_> {
    fn solve_assumps(&mut self, assumps: &[Lit]) -> Result<SolverResult> {
        Ok(self.solve_under(assumps))
    }

    fn core(&mut self) -> Result<Vec<Lit>> {
        self.demand(SolverState::Unsat)?;
        Ok(self.core.clone())
    }
}

impl SolveStats for Indubit<'_> {
    fn stats(&self) -> SolverStats {
        let (count, literals) = (self.clauses.len(), self.clauses.literals());
        SolverStats {
            n_clauses: count,
            max_var: self.solver.var_count().checked_sub(1).map(|index| Var::new(index as u32)),
            avg_clause_len: if count == 0 { 0.0 } else { literals as f32 / count as f32 },
            ..self.stats.clone()
        }
    }
}

impl GetInternalStats for Indubit<'_> {
    fn propagations(&self) -> usize {
        self.solver.statistics().propagations as usize
    }

    fn decisions(&self) -> usize {
        self.solver.statistics().decisions as usize
    }

    fn conflicts(&self) -> usize {
        self.solver.statistics().conflicts as usize
    }
}

impl<'a> Terminate<'a> for Indubit<'a> {
    fn attach_terminator<CB: FnMut() -> ControlSignal + 'a>(&mut self, cb: CB) {
        self.terminator = Some(Box::new(cb));
    }

    fn detach_terminator(&mut self) {
        self.terminator = None;
    }
}

impl<'a> Learn<'a> for Indubit<'a> {
    fn attach_learner<CB: FnMut(Clause) + 'a>(&mut self, cb: CB, max_len: usize) {
        let learnt = Learnt::new(max_len);
        self.renew(Some(learnt.clone()));
        self.learner = Some((Box::new(cb), learnt));
    }

    fn detach_learner(&mut self) {
        self.learner = None;
        self.renew(None);
    }
}

/// Stops a search from another thread.
#[derive(Clone, Debug)]
pub struct Interrupter(Arc<AtomicBool>);

impl InterruptSolver for Interrupter {
    fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Interrupt for Indubit<'_> {
    type Interrupter = Interrupter;

    fn interrupter(&mut self) -> Interrupter {
        Interrupter(self.stop.clone())
    }
}

impl PhaseLit for Indubit<'_> {
    fn phase_lit(&mut self, lit: Lit) -> Result<()> {
        self.grow([lit]);
        self.solver.prefer(own(lit));
        self.preferred[lit.vidx()] = Some(lit.is_pos());
        Ok(())
    }

    fn unphase_var(&mut self, var: Var) -> Result<()> {
        self.grow([var.pos_lit()]);
        self.solver.prefer_neither(OwnVar::new(var.idx()));
        self.preferred[var.idx()] = None;
        Ok(())
    }
}

impl FreezeVar for Indubit<'_> {
    fn freeze_var(&mut self, var: Var) -> Result<()> {
        self.grow([var.pos_lit()]);
        self.solver.freeze(OwnVar::new(var.idx()));
        self.frozen[var.idx()] += 1;
        Ok(())
    }

    fn melt_var(&mut self, var: Var) -> Result<()> {
        if !self.is_frozen(var)? {
            bail!("{} is not frozen", var);
        }
        self.solver.melt(OwnVar::new(var.idx()));
        self.frozen[var.idx()] -= 1;
        Ok(())
    }

    fn is_frozen(&mut self, var: Var) -> Result<bool> {
        Ok(self.frozen.get(var.idx()).is_some_and(|&count| count > 0))
    }
}

impl FlipLit for Indubit<'_> {
    fn flip_lit(&mut self, lit: Lit) -> Result<bool> {
        let is_flippable = self.is_flippable(lit)?;
        if let Some(value) = self.model.get_mut(lit.vidx()).filter(|_| is_flippable) {
            *value = value.map(|value| !value);
        }
        Ok(is_flippable)
    }

    fn is_flippable(&mut self, lit: Lit) -> Result<bool> {
        self.demand(SolverState::Sat)?;
        Ok(match self.holds(lit) {
            Some(value) => self.clauses.is_flippable(if value { own(lit) } else { !own(lit) }, &self.model),
            None => true,
        })
    }
}

impl LimitConflicts for Indubit<'_> {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> Result<()> {
        self.conflicts = limit;
        Ok(())
    }
}

impl LimitDecisions for Indubit<'_> {
    fn limit_decisions(&mut self, limit: Option<u32>) -> Result<()> {
        self.decisions = limit;
        Ok(())
    }
}

impl LimitPropagations for Indubit<'_> {
    fn limit_propagations(&mut self, limit: Option<u32>) -> Result<()> {
        self.propagations = limit;
        Ok(())
    }
}

impl Propagate for Indubit<'_> {
    fn propagate(&mut self, assumps: &[Lit], _phase_saving: bool) -> Result<PropagateResult> {
        self.grow(assumps.iter().copied());
        let assumed: Vec<Own> = assumps.iter().map(|&lit| own(lit)).collect();
        let (propagated, conflict) = self.clauses.propagate(&assumed, self.solver.var_count());
        Ok(PropagateResult { propagated: propagated.into_iter().map(back).collect(), conflict })
    }
}
