//! APPROX-PREIMAGE: from the model of a step to a cube of states with a step into the same target.

use super::options::{Ic3SmtOptions, Preimage};
use crate::base::Limit;
use crate::engine::ic3::system::{Base, Policy};
use crate::engine::ic3::{Activity, Chain, Cube, End, Target};
use crate::engine::unroll::Run;
use crate::engine::FrameId;
use crate::solver::smt::{project_literals, split_equalities};
use crate::solver::term::{Model, TermId};

/// Cubes by under-approximated preimages.
pub(in crate::engine) struct Cubes {
    pub options: Ic3SmtOptions,
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
        let literals = match self.options.preimage {
            Preimage::Point => base.fix(&base.state_of(&model)),
            Preimage::Projection => project_step(base, target, &model)?,
        };
        let literals = if self.options.split_equalities {
            split_equalities(base.system.terms_mut(), &literals, &model)
        } else {
            literals
        };
        Ok(base.cube(&literals))
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

/// Literals over state variables that the model satisfies; each state that satisfies them has a step to the target.
pub(in crate::engine) fn project_step(
    base: &mut Base,
    target: Target<'_>,
    model: &Model,
) -> Result<Vec<TermId>, Limit> {
    let mut formulas = base.target(target);
    formulas.push(base.system.constraint());
    if let Target::Cube(_) = target {
        formulas.push(base.system.trans());
    }
    let mut gone: Vec<TermId> = base.system.states().iter().map(|s| s.next).collect();
    gone.extend(base.system.inputs());
    let terms = base.system.terms_mut();
    let gone = terms.symbols_in(&gone);
    let literals = base.solvers.last_mut().implicant(terms, &formulas);
    project_literals(terms, literals, &gone, model, &base.budget)
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
