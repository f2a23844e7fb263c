//! The queries: one solver for each frame, one for lifting, one for exact steps.
//!
//! A new frame's solver is a copy of the infinity solver, which holds the transition relation, the constraints, and the
//! lemmas of the infinity frame. Lemmas are then added to the solvers of all frames they hold in. The solver for
//! lifting has neither lemmas nor constraints: its queries must follow from the step alone. A clause that a query needs
//! only for itself is a temporary one, so nothing piles up and no solver is ever rebuilt.

use super::known::KnownSteps;
use super::options::Ic3Options;
use crate::base::{Budget, Limit, Lit, Var};
use crate::engine::common::initial::start;
use crate::engine::ic3::Cube;
use crate::engine::FrameId;
use crate::model::circuit::{Circuit, CopiedGate};
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
    pub fn new(
        step: &Transition,
        copies: &[CopiedGate],
        constraints: &[Lit],
        options: &Ic3Options,
        budget: &Budget,
    ) -> Solvers {
        let shared = Arc::new(SharedClauses::new(step.var_count(), step.clauses()));
        let sat = SatOptions { seed: options.seed, ..SatOptions::incremental() };
        let mut lifter = Solver::with_shared(sat, &shared);
        lifter.set_budget(budget.clone());
        lifter.set_definitions(step.definitions());
        let mut infinity = lifter.clone();
        for &c in constraints {
            demand(&mut infinity, c);
        }
        let mut first = infinity.clone();
        start(&mut first, step);
        Solvers {
            frames: vec![first],
            infinity,
            lifter,
            exact: None,
            domain: options.domain,
            queries: 0,
            known: if options.known_steps { Some(KnownSteps::new(copies, budget)) } else { None },
            spared: 0,
            in_core: vec![false; 2 * step.var_count()],
            core: Vec::new(),
            assumptions: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Demands more constraints in all frames. The steps that are known may break them.
    pub fn add_constraints(&mut self, constraints: &[Lit]) {
        for &c in constraints {
            self.frames.iter_mut().chain(Some(&mut self.infinity)).for_each(|solver| demand(solver, c));
        }
        self.known.iter_mut().for_each(KnownSteps::clear);
    }

    /// Opens the solver of the next frame.
    pub fn open(&mut self) {
        self.frames.push(self.infinity.clone());
        self.known.iter_mut().for_each(KnownSteps::open);
    }

    /// The number of open frames.
    pub fn frame_count(&self) -> usize {
        self.frames.len()
    }

    /// Gives up the solvers of the frames above `top`.
    pub fn close_above(&mut self, top: FrameId) {
        self.frames.truncate(top.index() + 1);
        self.known.iter_mut().for_each(|known| known.close_above(top));
    }

    pub fn frame(&self, frame: FrameId) -> &Solver {
        if frame.is_infinite() {
            &self.infinity
        } else {
            &self.frames[frame.index()]
        }
    }

    fn solve(&mut self, frame: FrameId) -> Result<bool, Limit> {
        let solver = &mut self.frames[frame.index()];
        self.queries += 1;
        let satisfiable = answer(solver, &self.assumptions, self.domain)?;
        if !satisfiable {
            self.core.clear();
            self.core.extend_from_slice(solver.core());
        }
        Ok(satisfiable)
    }

    /// Adds the clause that excludes a cube to the frames from `first` to `last`; if that is infinite, to the infinity
    /// solver, too.
    pub fn add_lemma(&mut self, cube: &Cube, first: FrameId, last: FrameId) {
        self.clause.clear();
        self.clause.extend(cube.iter().map(|&l| !l));
        let clause = &self.clause;
        let add = |solver: &mut Solver| {
            solver.add_clause(clause);
            for &l in clause {
                solver.keep_in_domain(l.var());
            }
        };
        let highest = last.min(FrameId::new(self.frames.len() - 1));
        self.frames[first.index()..=highest.index()].iter_mut().for_each(add);
        if last.is_infinite() {
            add(&mut self.infinity);
        }
        self.known.iter_mut().for_each(|known| known.exclude(cube, first, last));
    }

    /// Whether a state of the frame (with inputs that satisfy the constraints) satisfies all literals.
    pub fn intersects(&mut self, frame: FrameId, lits: &[Lit]) -> Result<bool, Limit> {
        self.assumptions.clear();
        self.assumptions.extend_from_slice(lits);
        self.solve(frame)
    }

    /// Whether consecution fails: a state of the frame, outside this cube if one is given, has a successor that
    /// satisfies the next-state literals. They are assumed in this order: the core prefers the first ones.
    pub fn fails_consecution(
        &mut self,
        frame: FrameId,
        outside: Option<&Cube>,
        target: &[Lit],
    ) -> Result<bool, Limit> {
        if let Some(cube) = outside {
            self.clause.clear();
            self.clause.extend(cube.iter().map(|&l| !l));
            self.frames[frame.index()].add_temporary_clause(&self.clause);
        }
        self.assumptions.clear();
        self.assumptions.extend_from_slice(target);
        self.solve(frame)
    }

    /// Whether a step is known that shows that [`Solvers::fails_consecution`] would say yes. There is no query then,
    /// and no model. The target is a cube over latches, of the next state.
    pub fn is_known_to_fail(
        &mut self,
        frame: FrameId,
        outside: Option<&Cube>,
        target: impl Iterator<Item = Lit>,
    ) -> bool {
        let known = self.known.as_ref().map_or(false, |known| known.reach(frame, outside, target));
        self.spared += known as u64;
        known
    }

    /// The answer that [`Solvers::fails_consecution`] would give, from a copy of the solver.
    pub fn clone_reaches(&self, frame: FrameId, outside: Option<&Cube>, target: &[Lit]) -> bool {
        let mut solver = self.frame(frame).clone();
        solver.set_budget(Budget::unlimited());
        if let Some(cube) = outside {
            let clause: Vec<Lit> = cube.iter().map(|&l| !l).collect();
            solver.add_temporary_clause(&clause);
        }
        solver.solve(target) == Answer::Sat
    }

    /// After [`Solvers::fails_consecution`] said yes: keeps the step that was found.
    pub fn note_step(&mut self, frame: FrameId, step: &Transition, circuit: &Circuit) {
        let known = match &mut self.known {
            Some(known) => known,
            None => return,
        };
        let solver = &self.frames[frame.index()];
        // The first frame's initial values are fixed, in the domain or not.
        if self.domain && frame > FrameId::INIT {
            known.note(frame, solver, solver.domain_vars().iter().copied(), step, circuit);
        } else {
            let vars = (0..=step.latch_count() + step.input_count()).map(Var::new);
            known.note(frame, solver, vars, step, circuit);
        }
    }

    /// After [`Solvers::fails_consecution`] said no: the literals of the cube whose next-state literals are in the
    /// core.
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

    /// A copy of the solver that knows what holds in all frames.
    pub fn of_all_frames(&self) -> Solver {
        self.infinity.clone()
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

    /// Inputs for a step from a whole state that satisfy the constraints and the target. If there are none, the core of
    /// the question: the constraints among its literals exclude the step.
    pub fn exact_step(
        &mut self,
        step: &Transition,
        state: &[Lit],
        target: &[Lit],
    ) -> Result<Result<Vec<bool>, Vec<Lit>>, Limit> {
        let lifter = &self.lifter;
        let solver = self.exact.get_or_insert_with(|| lifter.clone());
        self.assumptions.clear();
        self.assumptions.extend_from_slice(state);
        self.assumptions.extend_from_slice(target);
        self.assumptions.extend_from_slice(step.constraints());
        if !answer(solver, &self.assumptions, false)? {
            return Ok(Err(solver.core().to_vec()));
        }
        let inputs = step.inputs().map(|v| solver.value(v.positive()).unwrap_or(false));
        Ok(Ok(inputs.collect()))
    }
}

fn demand(solver: &mut Solver, constraint: Lit) {
    solver.add_clause(&[constraint]);
    solver.keep_in_domain(constraint.var());
}

fn answer(solver: &mut Solver, assumptions: &[Lit], domain: bool) -> Result<bool, Limit> {
    let answer = if domain { solver.solve_in_domain(assumptions) } else { solver.solve(assumptions) };
    answer.decided()
}
