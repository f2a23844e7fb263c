//! The questions of CAR, and their solvers: one for each end, one for each frame, and one for lifting.
//!
//! Both directions ask the same questions. The solver of frame `i` has a step and the lemmas of `O_i`: of the state
//! before the step forwards, of the state after it backwards. The cube that is asked for is assumed at the other end
//! of the step. Answers are restricted to the cones of the questions.

use super::options::{CarOptions, Direction};
use crate::base::{Budget, Limit, Lit, Var};
use crate::engine::common::initial::start;
use crate::engine::ic3::circuit::{roots, Justifier};
use crate::engine::ic3::{Activity, Cube};
use crate::model::encode::hold::Held;
use crate::model::transition::Transition;
use crate::model::PropertyId;
use crate::solver::sat::{SatOptions, SharedClauses, Solver};
use std::sync::Arc;

pub(super) struct Solvers {
    held: Arc<Held>,
    relation: Arc<Transition>,
    direction: Direction,
    bad: Lit,
    /// The end that the O-sequence begins with.
    near: Solver,
    /// The other end, and the same with the lemmas of the last frame.
    far: Solver,
    far_in_top: Solver,
    /// An admissible step.
    step: Solver,
    /// By frame.
    frames: Vec<Solver>,
    /// A step without constraints.
    lifter: Solver,
    justifier: Justifier,
    pub queries: u64,
}

/// A neighbour of a cube in the U-sequence.
pub(super) struct Neighbour {
    pub cube: Cube,
    /// The inputs of the step between the two; of the bad step, if the cube is bad and there is no other.
    pub inputs: Vec<bool>,
}

impl Solvers {
    pub fn new(
        held: Arc<Held>,
        relation: Arc<Transition>,
        property: PropertyId,
        options: &CarOptions,
        budget: &Budget,
    ) -> Solvers {
        let bad = relation.bad(property);
        let shared = Arc::new(SharedClauses::new(relation.var_count(), relation.clauses()));
        let sat = SatOptions { seed: options.seed, ..SatOptions::incremental() };
        let mut lifter = Solver::with_shared(sat, &shared);
        lifter.set_budget(budget.clone());
        lifter.set_definitions(relation.definitions());
        let mut initial = lifter.clone();
        start(&mut initial, &relation);
        let mut step = lifter.clone();
        relation.constraints().iter().for_each(|&c| demand(&mut step, &[c]));
        let mut last = step.clone();
        demand(&mut last, &[bad]);
        let (near, far) = match options.direction {
            Direction::Forward => (initial, last),
            Direction::Backward => (last, initial),
        };
        let justifier = Justifier::new(&held.circuit);
        Solvers {
            held,
            relation,
            direction: options.direction,
            bad,
            near,
            far_in_top: far.clone(),
            far,
            step,
            frames: Vec::new(),
            lifter,
            justifier,
            queries: 0,
        }
    }

    pub fn latches(&self) -> usize {
        self.relation.latch_count()
    }

    /// Opens a frame of all states.
    pub fn open(&mut self) {
        self.frames.push(self.step.clone());
        self.far_in_top = self.far.clone();
    }

    /// Excludes a cube from a frame.
    pub fn exclude(&mut self, frame: usize, cube: &Cube) {
        let present: Vec<Lit> = cube.iter().map(|&l| !l).collect();
        if frame + 1 == self.frames.len() {
            demand(&mut self.far_in_top, &present);
        }
        match self.direction {
            Direction::Forward => demand(&mut self.frames[frame], &present),
            Direction::Backward => {
                let after: Vec<Lit> = present.iter().map(|&l| self.relation.next(l)).collect();
                demand(&mut self.frames[frame], &after);
            }
        }
    }

    /// Whether a step joins the cube, whose literals come in this order, and the frame below; for frame 0 whether the
    /// cube meets the near end. If not, a part of the cube for which that is so, too.
    pub fn join(&mut self, frame: usize, cube: &[Lit]) -> Result<Option<Vec<Lit>>, Limit> {
        self.queries += 1;
        let Solvers { relation, direction, near, frames, .. } = self;
        let moved = frame > 0 && *direction == Direction::Forward;
        let assumed = |l: Lit| if moved { relation.next(l) } else { l };
        let assumptions: Vec<Lit> = cube.iter().map(|&l| assumed(l)).collect();
        let solver = if frame == 0 { near } else { &mut frames[frame - 1] };
        if solver.solve_in_domain(&assumptions).decided()? {
            return Ok(None);
        }
        let core = Cube::new(solver.core().to_vec());
        Ok(Some(cube.iter().copied().filter(|&l| core.contains_lit(assumed(l))).collect()))
    }

    /// After [`Solvers::join`] has found a step: the cube at its end in the frame below. It is a part of a state if it
    /// leads into the cube, a state if the cube leads there.
    pub fn neighbour(&mut self, frame: usize, cube: &Cube, activity: &Activity) -> Result<Neighbour, Limit> {
        let relation = self.relation.clone();
        match self.direction {
            Direction::Forward => {
                let target: Vec<Lit> = cube.iter().map(|&l| relation.next(l)).collect();
                self.lifted(Some(frame - 1), target, activity)
            }
            Direction::Backward => {
                let solver = &mut self.frames[frame - 1];
                solver.complete_model();
                let is_true = |l: Lit| solver.value(l) == Some(true);
                let after = relation.latches().map(|v| v.lit(is_true(relation.next(v.positive()))));
                let inputs = relation.inputs().map(|v| is_true(v.positive())).collect();
                Ok(Neighbour { cube: after.collect(), inputs })
            }
        }
    }

    /// After [`Solvers::join`] has found a step: what is known of the state at its end in the frame below.
    pub fn witness(&self, frame: usize) -> Cube {
        let solver = &self.frames[frame - 1];
        let place = |l: Lit| match self.direction {
            Direction::Forward => l,
            Direction::Backward => self.relation.next(l),
        };
        let known = |v: Var| solver.value(place(v.positive())).map(|value| v.lit(value));
        self.relation.latches().filter_map(known).collect()
    }

    /// A cube of the far end in the last frame, if there is one.
    pub fn root(&mut self, activity: &Activity) -> Result<Option<Neighbour>, Limit> {
        self.queries += 1;
        if !self.far_in_top.solve(&[]).decided()? {
            return Ok(None);
        }
        match self.direction {
            Direction::Forward => self.lifted(None, vec![self.bad], activity).map(Some),
            Direction::Backward => {
                let (state, inputs) = values(&self.far_in_top, &self.relation);
                let cube = self.relation.latches().zip(state).map(|(v, value)| v.lit(value)).collect();
                Ok(Some(Neighbour { cube, inputs }))
            }
        }
    }

    /// After [`Solvers::join`] has said that a cube meets the near end: the values of the latches and the inputs.
    pub fn end(&mut self) -> (Vec<bool>, Vec<bool>) {
        self.near.complete_model();
        values(&self.near, &self.relation)
    }

    /// A cube of states all of which satisfy the target and the constraints with the same inputs, from the last model
    /// of a frame, or of the far end. The latches that justify the target are such a cube. With them
    /// `s ∧ i ∧ T ∧ ¬(target ∧ constraints)` has no model, and the literals of its core suffice.
    fn lifted(
        &mut self,
        frame: Option<usize>,
        mut target: Vec<Lit>,
        activity: &Activity,
    ) -> Result<Neighbour, Limit> {
        let solver = frame.map_or(&self.far_in_top, |frame| &self.frames[frame]);
        let known = |v: Var| solver.value(v.positive()).map(|value| v.lit(value));
        let roots = roots(&self.held.circuit, &self.relation, self.held.circuit.constraints(), &target);
        let mut latches = self.justifier.lift(&self.held.circuit, &self.relation, solver, roots.into_iter());
        let given: Vec<Lit> = self.relation.inputs().filter_map(known).collect();
        let inputs = self.relation.inputs().map(|v| solver.value(v.positive()) == Some(true)).collect();
        activity.sort_descending(&mut latches);
        target.extend_from_slice(self.relation.constraints());
        target.sort_unstable();
        target.dedup();
        let violated: Vec<Lit> = target.iter().map(|&l| !l).collect();
        for _ in 0..2 {
            self.lifter.add_temporary_clause(&violated);
            let assumptions = [&given[..], &latches[..]].concat();
            self.queries += 1;
            let is_missed = self.lifter.solve_in_domain(&assumptions).decided()?;
            debug_assert!(!is_missed, "a step does not determine its target");
            if is_missed {
                break;
            }
            let core = Cube::new(self.lifter.core().to_vec());
            let before = latches.len();
            latches.retain(|&l| core.contains_lit(l));
            if latches.len() == before {
                break;
            }
            latches.reverse();
        }
        Ok(Neighbour { cube: Cube::new(latches), inputs })
    }
}

/// Adds a clause that is no part of a definition.
fn demand(solver: &mut Solver, clause: &[Lit]) {
    solver.add_clause(clause);
    clause.iter().for_each(|l| solver.keep_in_domain(l.var()));
}

/// The values of all latches and inputs in a model that has them.
fn values(solver: &Solver, relation: &Transition) -> (Vec<bool>, Vec<bool>) {
    let is_true = |v: Var| solver.value(v.positive()) == Some(true);
    (relation.latches().map(is_true).collect(), relation.inputs().map(is_true).collect())
}
