//! The initial states of a circuit, asked for by cubes.
//!
//! If all resets are constants or free, the initial states are a cube themselves, and no query is needed. Reset
//! functions make them a formula, and a cube over latches with functions is a question for a solver. The functions
//! must read latches only (see [`hold_inputs`](crate::model::encode::hold::hold_inputs)). Constraints are not looked
//! at.

use crate::base::{Budget, Limit, Lit};
use crate::engine::ic3::{Activity, Cube};
use crate::model::transition::Transition;
use crate::solver::sat::{SatOptions, Solver};

/// The initial states, with a solver that knows the reset functions if there are any.
pub(in crate::engine) struct InitialStates {
    solver: Option<Solver>,
}

/// Demands that the solver, which has the clauses of the transition relation, is in an initial state.
pub(in crate::engine) fn start(solver: &mut Solver, step: &Transition) {
    for v in step.latches() {
        if let Some(value) = step.reset(v) {
            solver.add_clause(&[v.lit(value)]);
        } else if let Some(value) = step.reset_function(v) {
            solver.add_clause(&[v.negative(), value]);
            solver.add_clause(&[v.positive(), !value]);
            solver.keep_in_domain(v);
            solver.keep_in_domain(value.var());
        }
    }
}

impl InitialStates {
    /// The initial states of a circuit. The budget is drawn on by queries.
    pub fn new(step: &Transition, seed: u64, budget: &Budget) -> InitialStates {
        if !step.has_reset_functions() {
            return InitialStates { solver: None };
        }
        let mut solver = Solver::new(SatOptions { seed, ..SatOptions::incremental() });
        solver.set_budget(budget.clone());
        solver.reserve_vars(step.var_count());
        for clause in step.clauses() {
            solver.add_clause(clause);
        }
        solver.set_definitions(step.definitions());
        start(&mut solver, step);
        InitialStates { solver: Some(solver) }
    }

    /// Whether an initial state is in the cube.
    pub fn meet(&mut self, step: &Transition, cube: &[Lit]) -> Result<bool, Limit> {
        match (step.meets_init(cube), &mut self.solver) {
            (Some(answer), _) => Ok(answer),
            (None, Some(solver)) => solver.solve_in_domain(cube).decided(),
            (None, None) => unreachable!("there are reset functions"),
        }
    }

    /// Whether an initial state is in the cube, for checks of invariants: the query leaves no trace.
    pub fn clone_meets(&self, step: &Transition, cube: &[Lit]) -> bool {
        let mut solver = self.solver.clone();
        solver.iter_mut().for_each(|solver| solver.set_budget(Budget::unlimited()));
        InitialStates { solver }.meet(step, cube) != Ok(false)
    }

    /// Adds literals of the cube to `part` until `part` contains no initial state; the cube contains none. It takes few
    /// literals, and rather active ones.
    pub fn keep_apart(
        &mut self,
        step: &Transition,
        cube: &Cube,
        part: &mut Vec<Lit>,
        activity: &Activity,
    ) -> Result<(), Limit> {
        let mut order: Vec<Lit> = cube.iter().copied().filter(|l| !part.contains(l)).collect();
        activity.sort_descending(&mut order);
        // The solver's core prefers the first assumptions.
        let assumptions = [part.as_slice(), &order].concat();
        let meets = self.meet(step, &assumptions)?;
        debug_assert!(!meets, "the cube contains an initial state");
        match &self.solver {
            Some(solver) if !meets => part.extend(order.iter().filter(|l| solver.core().contains(l))),
            _ => part.extend(order),
        }
        Ok(())
    }

    /// An initial state in the cube, which contains one: the value of each latch. Latches that nothing speaks of are
    /// false.
    pub fn state_in(&mut self, step: &Transition, cube: &[Lit]) -> Result<Vec<bool>, Limit> {
        let mut state: Vec<bool> = step.latches().map(|v| step.reset(v) == Some(true)).collect();
        if let Some(solver) = &mut self.solver {
            let meets = solver.solve_in_domain(cube).decided()?;
            debug_assert!(meets, "the cube contains no initial state");
            for (v, value) in step.latches().zip(&mut state) {
                *value = solver.value(v.positive()).filter(|_| meets).unwrap_or(*value);
            }
        }
        for &l in cube {
            state[step.latch_of_lit(l).index()] = !l.is_negative();
        }
        Ok(state)
    }
}
