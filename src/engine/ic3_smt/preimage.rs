//! APPROX-PREIMAGE: from the model of a step to a cube of states with a step into the same target.

use super::conflict::Conflicts;
use super::exact::Preimages;
use super::implicant::Implicants;
use super::options::{Ic3SmtOptions, Lemmas, Preimage};
use super::step::project_by;
use crate::base::Limit;
use crate::engine::common::unroll::Run;
use crate::engine::ic3::system::{Base, Policy};
use crate::engine::ic3::{Activity, Chain, Cube, End, Target};
use crate::engine::FrameId;
use crate::solver::smt::{project_cube, project_literals, split_equalities};

/// Cubes by under-approximated preimages.
pub(in crate::engine) struct Cubes {
    options: Ic3SmtOptions,
    implicants: Implicants,
    preimages: Preimages,
    /// Made when it is first needed.
    conflicts: Option<Conflicts>,
}

impl Cubes {
    pub fn new(options: Ic3SmtOptions) -> Cubes {
        Cubes {
            implicants: Implicants::new(&options),
            options,
            preimages: Preimages::default(),
            conflicts: None,
        }
    }
}

impl Policy for Cubes {
    fn predecessor(
        &mut self,
        base: &mut Base,
        _: FrameId,
        target: Target<'_>,
        _: &Activity,
    ) -> Result<Cube, Limit> {
        let model = base.solvers.model(&base.system).clone();
        let implicants = &mut self.implicants;
        let literals = match self.options.preimage {
            Preimage::Point => base.fix(&base.state_of(&model)),
            Preimage::Projection => project_by(base, implicants, target, &model, project_literals)?,
            Preimage::FirstCube => project_by(base, implicants, target, &model, project_cube)?,
            Preimage::Exact => self.preimages.around(base, implicants, target, &model)?,
        };
        let literals = if self.options.split_equalities {
            split_equalities(base.system.terms_mut(), &literals, &model)
        } else {
            literals
        };
        Ok(base.cube(&literals))
    }

    fn enlarged(&mut self, base: &mut Base, frame: FrameId, cube: &Cube) -> Result<Vec<Cube>, Limit> {
        if self.options.lemmas == Lemmas::Core {
            return Ok(Vec::new());
        }
        let options = &self.options;
        let conflicts = self.conflicts.get_or_insert_with(|| Conflicts::new(base, options));
        conflicts.cubes(base, frame, cube, options)
    }

    fn concretise(
        &mut self,
        base: &mut Base,
        start: Option<&Run>,
        chain: &[&Cube],
        end: End,
    ) -> Result<Chain<Run>, Limit> {
        follow(base, start, chain, end)
    }
}

/// A run through the cubes of a chain each of whose states has a step into the next cube. A chain that breaks off is
/// called spurious: that is a defect.
pub(in crate::engine) fn follow(
    base: &mut Base,
    start: Option<&Run>,
    chain: &[&Cube],
    end: End,
) -> Result<Chain<Run>, Limit> {
    let mut run = match start {
        Some(run) => run.clone(),
        None => {
            let Base { system, atoms, solvers, .. } = base;
            if !solvers.meets_init(system, atoms.formulas(chain[0]))? {
                return Ok(Chain::Spurious);
            }
            let model = base.solvers.model(&base.system).clone();
            let state = base.state_of(&model);
            Run { states: vec![state], inputs: Vec::new() }
        }
    };
    for cube in &chain[1..] {
        let mut formulas = base.fix(run.states.last().map_or(&[][..], |s| s));
        formulas.extend(base.target(Target::Cube(cube)));
        if !base.solvers.step(&mut base.system, &formulas)? {
            return Ok(Chain::Spurious);
        }
        let model = base.solvers.model(&base.system).clone();
        run.inputs.push(base.inputs_of(&model));
        run.states.push(base.next_state_of(&model));
    }
    if end == End::Goal {
        let mut formulas = base.fix(run.states.last().map_or(&[][..], |s| s));
        formulas.push(base.goal);
        if !base.solvers.state(&mut base.system, &formulas)? {
            return Ok(Chain::Spurious);
        }
        let model = base.solvers.model(&base.system).clone();
        run.inputs.push(base.inputs_of(&model));
    }
    Ok(Chain::Concrete(run))
}
