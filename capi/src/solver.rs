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

use indubit::base::{Budget, Limit, Lit};
use indubit::solver::proof::{ClauseId, ProofSink};
use indubit::solver::sat::{Answer, SatOptions, Solver};
use std::fmt;
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

/// A solver with the states of IPASIR.
pub struct Ipasir {
    solver: Solver,
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
            .field("solver", &self.solver)
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
            solver,
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
        self.solver.reserve_vars(lit.var().index() + 1);
        Ok(lit)
    }

    /// Adds a literal to the present clause, or ends it by 0.
    ///
    /// # Errors
    ///
    /// If the number is no literal.
    pub fn add(&mut self, number: i32) -> Result<(), Misuse> {
        self.state = State::Input;
        if number == 0 {
            self.solver.add_clause(&self.open);
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
        self.state = State::Input;
        let lit = self.lit(number)?;
        self.assumptions.push(lit);
        Ok(())
    }

    /// Solves: 10 satisfiable, 20 unsatisfiable under the assumptions, 0 if it was told to stop.
    ///
    /// # Errors
    ///
    /// If the last clause lacks its end.
    pub fn solve(&mut self) -> Result<i32, Misuse> {
        if !self.open.is_empty() {
            return Err(Misuse::OpenClause);
        }
        let assumed = std::mem::take(&mut self.assumptions);
        loop {
            let stops = self.terminate.as_mut().map(|terminate| terminate());
            if stops == Some(true) {
                self.state = State::Input;
                return Ok(0);
            }
            // Without a function nobody could stop the search.
            self.budget.pause_at(stops.map_or(u64::MAX, |_| self.budget.work_used() + SLICE));
            match self.solver.solve(&assumed) {
                Answer::Sat => {
                    self.state = State::Sat;
                    return Ok(10);
                }
                Answer::Unsat => {
                    self.state = State::Unsat;
                    return Ok(20);
                }
                Answer::Unknown(Limit::Paused) => {}
                Answer::Unknown(_) => {
                    self.state = State::Input;
                    return Ok(0);
                }
            }
        }
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
        if lit.var().index() >= self.solver.var_count() {
            return Ok(0);
        }
        Ok(self.solver.value(lit).map_or(0, |value| if value { number } else { -number }))
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
        Ok(self.solver.core().contains(&lit))
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
        *self.taker.learn.lock().unwrap_or_else(PoisonError::into_inner) =
            learn.map(|learn| (longest, learn));
        if is_new {
            let mut solver = Solver::new(SatOptions::default());
            solver.set_budget(self.budget.clone());
            solver.reserve_vars(self.solver.var_count());
            solver.set_proof(self.taker.clone());
            // Behind the last 0 stands the present clause, which has no end yet.
            if let Some(end) = self.clauses.iter().rposition(|&number| number == 0) {
                for clause in self.clauses[..end].split(|&number| number == 0) {
                    let lits: Vec<Lit> =
                        clause.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
                    solver.add_clause(&lits);
                }
            }
            self.solver = solver;
            self.state = State::Input;
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
