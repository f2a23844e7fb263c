//! IPASIR in safe Rust: the SAT solver with the interface's states.
//!
//! A solver is in one of three states: *input*, and after `solve` *sat* or *unsat*. Only in *sat* there are values,
//! only in *unsat* failed assumptions; adding a literal or assuming one goes back to *input*. Assumptions hold for one
//! call.
//!
//! Variables are the positive numbers up to the largest that was named; those between are free. The search runs in
//! slices of work, between which the caller's function is asked whether to stop. Learnt clauses are those of the
//! solver's proof. As a proof begins with the first clause, a function for them that is set later means that the
//! clauses, which are kept for that, are added to a new solver.
//!
//! Beyond IPASIR, a solver goes through all models ([`Ipasir::models`]), and takes a propagator ([`Ipasir::connect`]).
//! A solver with a propagator is of another type, and its observed variables are known before its clauses; so it is a
//! new one, too.

use crate::propagator::Checked;
use indubit::base::{Budget, Limit, Lit, Var};
use indubit::solver::proof::{ClauseId, ProofSink};
use indubit::solver::propagators::{Observed, Propagator};
use indubit::solver::sat::{Answer, SatOptions, Solver};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Asks whether to stop.
pub type Terminate = Box<dyn FnMut() -> bool + Send>;
/// Takes a learnt clause, which ends with 0.
pub type Learn = Box<dyn FnMut(&mut Vec<i32>) + Send>;

/// Units of work between two questions whether to stop: some milliseconds.
const SLICE: u64 = 100_000;

/// A call that the interface does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misuse {
    /// 0, or the least number, where a literal is wanted.
    Literal(i32),
    /// A value was asked for, and there is no model.
    NoModel,
    /// A failed assumption was asked for, and nothing was refuted.
    NotRefuted,
    /// A clause lacks its end.
    OpenClause,
    /// A further model was asked for, and the models have not been begun, or a call since has ended them.
    NoModels,
    /// A literal of a propagator, in what it propagates or in a clause, whose variable is not observed.
    NotObserved(i32),
    /// The reason for this literal lacks it, or has another one that was not false when it was propagated.
    Reason(i32),
    /// A propagator ends the search.
    Ended,
}

impl fmt::Display for Misuse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misuse::Literal(number) => write!(f, "{} is no literal", number),
            Misuse::NoModel => {
                f.write_str("there is no model: the last call of ipasir_solve must have answered 10")
            }
            Misuse::NotRefuted => {
                f.write_str("nothing was refuted: the last call of ipasir_solve must have answered 20")
            }
            Misuse::OpenClause => f.write_str("the last clause lacks its end: ipasir_add(solver, 0)"),
            Misuse::NoModels => {
                f.write_str("indubit_sat_models must come before, without other calls that change the solver")
            }
            Misuse::NotObserved(number) => {
                write!(f, "the propagator names {}, which is not observed", number)
            }
            Misuse::Reason(number) => write!(
                f,
                "the propagator's reason for {} must have it, and else literals that were false before",
                number
            ),
            Misuse::Ended => f.write_str("the propagator ends the search"),
        }
    }
}

/// The state of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Input,
    Sat,
    Unsat,
}

/// A solver without a propagator, or with one.
enum Sat {
    Plain(Box<Solver>),
    Observed(Box<Solver<Observed<Checked>>>),
}

/// Does the same with either solver.
macro_rules! either {
    ($sat:expr, $solver:ident => $work:expr) => {
        match $sat {
            Sat::Plain($solver) => $work,
            Sat::Observed($solver) => $work,
        }
    };
}

/// All models, which are being gone through.
struct Walk {
    over: Vec<Lit>,
    assumed: Vec<Lit>,
    /// Clauses learnt meanwhile may depend on those that block models.
    muted: Option<(usize, Learn)>,
}

/// A solver with the states of IPASIR.
pub struct Ipasir {
    solver: Sat,
    /// The number of variables that were named.
    vars: usize,
    /// The variables for the propagator.
    observed: BTreeSet<Var>,
    /// The next call that searches makes a new solver.
    is_stale: bool,
    walk: Option<Walk>,
    budget: Budget,
    state: State,
    /// The present clause.
    open: Vec<Lit>,
    /// All clauses, each with a 0 behind it.
    clauses: Vec<i32>,
    /// The assumptions of the next call.
    assumptions: Vec<Lit>,
    terminate: Option<Terminate>,
    taker: Taker,
}

impl fmt::Debug for Ipasir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ipasir")
            .field("state", &self.state)
            .field("variables", &self.vars)
            .finish_non_exhaustive()
    }
}

impl Default for Ipasir {
    fn default() -> Ipasir {
        Ipasir::new()
    }
}

impl Ipasir {
    /// A solver without clauses.
    pub fn new() -> Ipasir {
        let budget = Budget::unlimited();
        let mut solver = Solver::new(SatOptions::default());
        solver.set_budget(budget.clone());
        Ipasir {
            solver: Sat::Plain(Box::new(solver)),
            vars: 0,
            observed: BTreeSet::new(),
            is_stale: false,
            walk: None,
            budget,
            state: State::Input,
            open: Vec::new(),
            clauses: Vec::new(),
            assumptions: Vec::new(),
            terminate: None,
            taker: Taker::default(),
        }
    }

    /// The literal of a number; its variable is made if it is new.
    fn lit(&mut self, number: i32) -> Result<Lit, Misuse> {
        let lit = match number {
            0 | i32::MIN => None,
            number => Lit::from_dimacs(number),
        };
        let lit = lit.ok_or(Misuse::Literal(number))?;
        self.vars = self.vars.max(lit.var().index() + 1);
        either!(&mut self.solver, solver => solver.reserve_vars(self.vars));
        Ok(lit)
    }

    /// The state is input from now on, and models are at their end.
    fn change(&mut self) {
        self.state = State::Input;
        if let Some(walk) = self.walk.take() {
            either!(&mut self.solver, solver => {
                solver.pop();
                walk.over.iter().for_each(|lit| solver.melt(lit.var()));
            });
            *self.taker.learn.lock().unwrap_or_else(PoisonError::into_inner) = walk.muted;
        }
    }

    /// Adds a literal to the present clause, or ends it by 0.
    ///
    /// # Errors
    ///
    /// If the number is no literal.
    pub fn add(&mut self, number: i32) -> Result<(), Misuse> {
        self.change();
        if number == 0 {
            either!(&mut self.solver, solver => solver.add_clause(&self.open));
            self.open.clear();
        } else {
            let lit = self.lit(number)?;
            self.open.push(lit);
        }
        self.clauses.push(number);
        Ok(())
    }

    /// Assumes a literal for the next call of [`Ipasir::solve`].
    ///
    /// # Errors
    ///
    /// If the number is no literal.
    pub fn assume(&mut self, number: i32) -> Result<(), Misuse> {
        self.change();
        let lit = self.lit(number)?;
        self.assumptions.push(lit);
        Ok(())
    }

    /// Solves: 10 satisfiable, 20 unsatisfiable under the assumptions, 0 if it was told to stop.
    ///
    /// # Errors
    ///
    /// If the last clause lacks its end, or the propagator does what it may not.
    pub fn solve(&mut self) -> Result<i32, Misuse> {
        let assumed = self.ready()?;
        self.search(&assumed)
    }

    /// Makes the solver ready for a search; the assumptions.
    fn ready(&mut self) -> Result<Vec<Lit>, Misuse> {
        if !self.open.is_empty() {
            return Err(Misuse::OpenClause);
        }
        self.change();
        if self.is_stale {
            self.renew();
        }
        Ok(std::mem::take(&mut self.assumptions))
    }

    fn search(&mut self, assumed: &[Lit]) -> Result<i32, Misuse> {
        self.state = State::Input;
        loop {
            let stops = self.terminate.as_mut().map(|terminate| terminate());
            if stops == Some(true) {
                return Ok(0);
            }
            // Without a function nobody could stop the search.
            self.budget.pause_at(stops.map_or(u64::MAX, |_| self.budget.work_used() + SLICE));
            let answer = either!(&mut self.solver, solver => solver.solve(assumed));
            let has_ended = self.budget.canceller().swap(false, Relaxed);
            if let Some(misuse) = self.fault() {
                // The solver may have believed a wrong reason.
                self.change();
                self.is_stale = true;
                return if misuse == Misuse::Ended { Ok(0) } else { Err(misuse) };
            }
            let (state, code) = match answer {
                Answer::Unknown(Limit::Paused) if !has_ended => continue,
                Answer::Sat if !has_ended => (State::Sat, 10),
                Answer::Unsat if !has_ended => (State::Unsat, 20),
                Answer::Sat | Answer::Unsat | Answer::Unknown(_) => (State::Input, 0),
            };
            self.state = state;
            return Ok(code);
        }
    }

    fn fault(&mut self) -> Option<Misuse> {
        match &mut self.solver {
            Sat::Plain(_) => None,
            Sat::Observed(solver) => solver.theory_mut().propagator_mut().fault.take(),
        }
    }

    /// Begins to go through all models under the assumptions, as far as they differ on these literals.
    ///
    /// # Errors
    ///
    /// As [`Ipasir::solve`], and if a number is no literal.
    pub fn models(&mut self, over: &[i32]) -> Result<(), Misuse> {
        self.change();
        let over: Vec<Lit> = over.iter().map(|&number| self.lit(number)).collect::<Result<_, _>>()?;
        let assumed = self.ready()?;
        either!(&mut self.solver, solver => {
            over.iter().for_each(|lit| solver.freeze(lit.var()));
            solver.push();
        });
        let muted = self.taker.learn.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.walk = Some(Walk { over, assumed, muted });
        Ok(())
    }

    /// The next model: 1 and state sat, 0 if there is none, -1 if the search was told to stop.
    ///
    /// # Errors
    ///
    /// If the models were not begun, or were ended; and as [`Ipasir::solve`].
    pub fn next_model(&mut self) -> Result<i32, Misuse> {
        let walk = self.walk.as_ref().ok_or(Misuse::NoModels)?;
        let assumed = walk.assumed.clone();
        if self.state == State::Sat {
            either!(&mut self.solver, solver => {
                let differs = |&lit: &Lit| lit.negate_if(solver.value(lit) == Some(true));
                let block: Vec<Lit> = walk.over.iter().map(differs).collect();
                solver.add_clause(&block);
            });
        }
        Ok(match self.search(&assumed)? {
            10 => 1,
            20 => 0,
            _ => -1,
        })
    }

    /// Gives the solver a propagator, in the place of the one before; or takes it away.
    pub fn connect(&mut self, propagator: Option<Box<dyn Propagator + Send>>) {
        self.change();
        let checked = propagator.map(|propagator| Checked::new(propagator, self.canceller()));
        self.renew_with(checked);
    }

    /// True ends a search soon.
    pub fn canceller(&self) -> Arc<AtomicBool> {
        self.budget.canceller()
    }

    /// Has the propagator observe a variable.
    ///
    /// # Errors
    ///
    /// If the number is no literal.
    pub fn observe(&mut self, number: i32) -> Result<(), Misuse> {
        self.change();
        let is_new = number.unsigned_abs() as usize > self.vars;
        let var = self.lit(number)?.var();
        if !self.observed.insert(var) {
            return Ok(());
        }
        match &mut self.solver {
            Sat::Plain(_) => {}
            Sat::Observed(solver) if is_new => {
                solver.freeze(var);
                solver.theory_mut().observe(var);
                solver.theory_mut().propagator_mut().observe(var);
            }
            Sat::Observed(_) => self.is_stale = true,
        }
        Ok(())
    }

    fn renew(&mut self) {
        let propagator = match &mut self.solver {
            Sat::Plain(_) => None,
            Sat::Observed(solver) => solver.theory_mut().propagator_mut().moved(),
        };
        self.renew_with(propagator);
    }

    /// A new solver with the same clauses.
    fn renew_with(&mut self, mut propagator: Option<Checked>) {
        self.is_stale = false;
        let mut units = Vec::new();
        if let Some(checked) = &mut propagator {
            units = checked.fixed();
            self.observed.iter().for_each(|&var| checked.observe(var));
        }
        self.solver = match propagator {
            None => Sat::Plain(Box::new(Solver::new(SatOptions::default()))),
            Some(checked) => {
                let theory = Observed::new(checked);
                Sat::Observed(Box::new(Solver::with_theory(SatOptions::default(), theory)))
            }
        };
        either!(&mut self.solver, solver => {
            solver.set_budget(self.budget.clone());
            solver.reserve_vars(self.vars);
            if self.taker.is_set {
                solver.set_proof(self.taker.clone());
            }
        });
        if let Sat::Observed(solver) = &mut self.solver {
            for &var in &self.observed {
                solver.freeze(var);
                solver.theory_mut().observe(var);
            }
        }
        // Behind the last 0 stands the present clause, which has no end yet.
        let end = self.clauses.iter().rposition(|&number| number == 0);
        either!(&mut self.solver, solver => {
            for &unit in &units {
                solver.add_clause(&[unit]);
            }
            for clause in end.iter().flat_map(|&end| self.clauses[..end].split(|&number| number == 0)) {
                let lits: Vec<Lit> = clause.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
                solver.add_clause(&lits);
            }
        });
    }

    /// The literal if it is true in the model, its negation if it is false, 0 if any value will do.
    ///
    /// # Errors
    ///
    /// If there is no model, or the number is no literal.
    pub fn val(&self, number: i32) -> Result<i32, Misuse> {
        let lit = self.asked(number)?;
        if self.state != State::Sat {
            return Err(Misuse::NoModel);
        }
        if lit.var().index() >= self.vars {
            return Ok(0);
        }
        Ok(either!(&self.solver, solver => solver.value(lit))
            .map_or(0, |value| if value { number } else { -number }))
    }

    /// Whether a literal is an assumption of the last call that was used to refute. Callers ask about literals that
    /// were not assumed, too.
    ///
    /// # Errors
    ///
    /// If nothing was refuted, or the number is no literal.
    pub fn failed(&self, number: i32) -> Result<bool, Misuse> {
        let lit = self.asked(number)?;
        if self.state != State::Unsat {
            return Err(Misuse::NotRefuted);
        }
        Ok(either!(&self.solver, solver => solver.core().contains(&lit)))
    }

    fn asked(&self, number: i32) -> Result<Lit, Misuse> {
        let number = if number == i32::MIN { 0 } else { number };
        Lit::from_dimacs(number).ok_or(Misuse::Literal(number))
    }

    /// Sets the function that is asked whether to stop.
    pub fn set_terminate(&mut self, terminate: Option<Terminate>) {
        self.terminate = terminate;
    }

    /// Sets the function that takes learnt clauses of at most this many literals.
    pub fn set_learn(&mut self, longest: usize, learn: Option<Learn>) {
        let is_new = !std::mem::replace(&mut self.taker.is_set, true);
        if is_new || self.walk.is_some() {
            self.change();
        }
        *self.taker.learn.lock().unwrap_or_else(PoisonError::into_inner) =
            learn.map(|learn| (longest, learn));
        if is_new {
            self.renew();
        }
    }
}

/// Takes the learnt clauses of a proof.
#[derive(Clone, Default)]
struct Taker {
    is_set: bool,
    learn: Arc<Mutex<Option<(usize, Learn)>>>,
}

impl ProofSink for Taker {
    fn axiom(&mut self, _: ClauseId, _: &[Lit]) {}

    fn derived(&mut self, _: ClauseId, clause: &[Lit], _: &[ClauseId]) {
        if let Some((longest, learn)) = &mut *self.learn.lock().unwrap_or_else(PoisonError::into_inner) {
            if clause.len() <= *longest {
                let mut numbers: Vec<i32> = clause.iter().map(|lit| lit.to_dimacs()).collect();
                numbers.push(0);
                learn(&mut numbers);
            }
        }
    }

    fn deleted(&mut self, _: ClauseId, _: &[Lit]) {}
}
