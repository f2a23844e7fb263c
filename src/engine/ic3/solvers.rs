//! The queries: one solver for each frame, one for lifting, one for exact steps.
//!
//! A new frame's solver is a copy of the infinity solver, which holds the transition relation, the constraints, and the
//! lemmas of the infinity frame. Lemmas are then added to the solvers of all frames they hold in. The solver for
//! lifting has neither lemmas nor constraints: its queries must follow from the step alone. Whatever a query adds for
//! itself is a temporary clause, so nothing piles up and no solver is ever rebuilt.

use super::frames::INFINITY;
use super::known::KnownSteps;
use super::options::Ic3Options;
use crate::base::{Budget, Limit, Lit, Var};
use crate::model::circuit::Circuit;
use crate::model::transition::Transition;
use crate::solver::sat::{Answer, SatOptions, SharedClauses, Solver};
use std::sync::Arc;

pub(in crate::engine) struct Solvers {
    /// By frame from 0 on.
    frames: Vec<Solver>,
    infinity: Solver,
    pub lifter: Solver,
    exact: Option<Solver>,
    /// Whether queries are restricted to their cones.
    domain: bool,
    pub queries: u64,
    known: Option<KnownSteps>,
    /// Queries that a known step has answered.
    pub spared: u64,
    /// The literals of the last core, by literal code.
    in_core: Vec<bool>,
    core: Vec<Lit>,
    assumptions: Vec<Lit>,
    clause: Vec<Lit>,
}

impl Solvers {
    pub fn new(step: &Transition, options: &Ic3Options, budget: &Budget) -> Solvers {
        let shared = Arc::new(SharedClauses::new(step.var_count(), step.clauses()));
        let sat = SatOptions { seed: options.seed, ..SatOptions::incremental() };
        let mut lifter = Solver::with_shared(sat, &shared);
        lifter.set_budget(budget.clone());
        lifter.set_definitions(step.definitions());
        let mut infinity = lifter.clone();
        for &c in step.constraints() {
            infinity.add_clause(&[c]);
            infinity.keep_in_domain(c.var());
        }
        let mut first = infinity.clone();
        for v in (0..step.latch_count()).map(|i| step.latch(crate::model::circuit::LatchId::new(i))) {
            if let Some(value) = step.reset(v) {
                first.add_clause(&[v.lit(value)]);
            }
        }
        Solvers {
            frames: vec![first],
            infinity,
            lifter,
            exact: None,
            domain: options.domain,
            queries: 0,
            known: if options.known_steps { Some(KnownSteps::new(budget)) } else { None },
            spared: 0,
            in_core: vec![false; 2 * step.var_count()],
            core: Vec::new(),
            assumptions: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Opens the solver of the next frame.
    pub fn open(&mut self) {
        self.frames.push(self.infinity.clone());
        self.known.iter_mut().for_each(KnownSteps::open);
    }

    /// Gives up the solvers of the frames above `top`.
    pub fn close_above(&mut self, top: usize) {
        self.frames.truncate(top + 1);
        self.known.iter_mut().for_each(|known| known.close_above(top));
    }

    pub fn frame(&self, frame: usize) -> &Solver {
        if frame == INFINITY {
            &self.infinity
        } else {
            &self.frames[frame]
        }
    }

    fn solve(&mut self, frame: usize) -> Result<bool, Limit> {
        let solver = if frame == INFINITY { &mut self.infinity } else { &mut self.frames[frame] };
        self.queries += 1;
        let satisfiable = answer(solver, &self.assumptions, self.domain)?;
        if !satisfiable {
            self.core.clear();
            self.core.extend_from_slice(solver.core());
        }
        Ok(satisfiable)
    }

    /// Adds the clause that excludes a cube to the frames from `from` to `to`; to all and to the infinity solver if
    /// `to` is `INFINITY`.
    pub fn add_lemma(&mut self, cube: &[Lit], from: usize, to: usize) {
        self.clause.clear();
        self.clause.extend(cube.iter().map(|&l| !l));
        let clause = &self.clause;
        let add = |solver: &mut Solver| {
            solver.add_clause(clause);
            for &l in clause {
                solver.keep_in_domain(l.var());
            }
        };
        let last = to.min(self.frames.len() - 1);
        self.frames[from..=last].iter_mut().for_each(add);
        if to == INFINITY {
            add(&mut self.infinity);
        }
        self.known.iter_mut().for_each(|known| known.exclude(cube, from, to));
    }

    /// Whether a state of the frame (with inputs that satisfy the constraints) satisfies all literals.
    pub fn intersects(&mut self, frame: usize, lits: &[Lit]) -> Result<bool, Limit> {
        self.assumptions.clear();
        self.assumptions.extend_from_slice(lits);
        self.solve(frame)
    }

    /// Whether a state of the frame, outside this cube if one is given, has a successor that satisfies the next-state
    /// literals. They are assumed in this order: the core prefers the first ones.
    pub fn reaches(&mut self, frame: usize, outside: Option<&[Lit]>, target: &[Lit]) -> Result<bool, Limit> {
        if let Some(cube) = outside {
            self.clause.clear();
            self.clause.extend(cube.iter().map(|&l| !l));
            let solver = if frame == INFINITY { &mut self.infinity } else { &mut self.frames[frame] };
            solver.add_temporary_clause(&self.clause);
        }
        self.assumptions.clear();
        self.assumptions.extend_from_slice(target);
        self.solve(frame)
    }

    /// Whether a step is known that shows that [`Solvers::reaches`] would succeed. There is no query then, and no model.
    /// The target is a cube over latches, of the next state.
    pub fn is_known_to_reach(
        &mut self,
        frame: usize,
        outside: Option<&[Lit]>,
        target: impl Iterator<Item = Lit>,
    ) -> bool {
        let known = self.known.as_ref().map_or(false, |known| known.reach(frame, outside, target));
        self.spared += known as u64;
        known
    }

    /// What [`Solvers::reaches`] would say, from a copy of the solver.
    pub fn clone_reaches(&self, frame: usize, outside: Option<&[Lit]>, target: &[Lit]) -> bool {
        let mut solver = self.frames[frame].clone();
        solver.set_budget(Budget::unlimited());
        if let Some(cube) = outside {
            let clause: Vec<Lit> = cube.iter().map(|&l| !l).collect();
            solver.add_temporary_clause(&clause);
        }
        solver.solve(target) == Answer::Sat
    }

    /// After [`Solvers::reaches`] succeeded: keeps the step that was found.
    pub fn note_step(&mut self, frame: usize, step: &Transition, circuit: &Circuit) {
        let known = match &mut self.known {
            Some(known) if frame != INFINITY => known,
            _ => return,
        };
        let solver = &self.frames[frame];
        // The first frame's initial values are fixed, in the domain or not.
        if self.domain && frame > 0 {
            known.note(frame, solver, solver.domain_vars().iter().copied(), step, circuit);
        } else {
            let vars = (0..=step.latch_count() + step.input_count()).map(Var::new);
            known.note(frame, solver, vars, step, circuit);
        }
    }

    /// After a failed [`Solvers::reaches`]: the literals of the cube whose next-state literals are in the core.
    pub fn core_of(&mut self, step: &Transition, cube: &[Lit]) -> Vec<Lit> {
        for l in &self.core {
            self.in_core[l.code()] = true;
        }
        let kept = cube.iter().copied().filter(|&l| self.in_core[step.next(l).code()]).collect();
        for l in &self.core {
            self.in_core[l.code()] = false;
        }
        kept
    }

    /// A lifting query: the assumptions and the negation of `target` contradict each other; which assumptions are
    /// needed for that.
    pub fn lift(&mut self, assumptions: &[Lit], target: &[Lit]) -> Result<Vec<Lit>, Limit> {
        self.clause.clear();
        self.clause.extend(target.iter().map(|&l| !l));
        self.lifter.add_temporary_clause(&self.clause);
        self.queries += 1;
        let satisfiable = answer(&mut self.lifter, assumptions, self.domain)?;
        debug_assert!(!satisfiable, "a step does not determine its target");
        if satisfiable {
            return Ok(assumptions.to_vec());
        }
        Ok(self.lifter.core().to_vec())
    }

    /// Inputs for a step from a whole state that satisfy the constraints and the target; `None` if there are none.
    pub fn exact_step(
        &mut self,
        step: &Transition,
        state: &[Lit],
        target: &[Lit],
    ) -> Result<Option<Vec<bool>>, Limit> {
        let lifter = &self.lifter;
        let solver = self.exact.get_or_insert_with(|| {
            let mut exact = lifter.clone();
            for &c in step.constraints() {
                exact.add_clause(&[c]);
            }
            exact
        });
        self.assumptions.clear();
        self.assumptions.extend_from_slice(state);
        self.assumptions.extend_from_slice(target);
        if !answer(solver, &self.assumptions, false)? {
            return Ok(None);
        }
        let inputs = (0..step.input_count()).map(|i| {
            let v: Var = step.input(crate::model::circuit::InputId::new(i));
            solver.value(v.positive()).unwrap_or(false)
        });
        Ok(Some(inputs.collect()))
    }
}

fn answer(solver: &mut Solver, assumptions: &[Lit], domain: bool) -> Result<bool, Limit> {
    let answer = if domain { solver.solve_in_domain(assumptions) } else { solver.solve(assumptions) };
    match answer {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(limit) => Err(limit.unwrap_or(Limit::Cancelled)),
    }
}
