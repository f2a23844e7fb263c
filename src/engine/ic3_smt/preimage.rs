//! APPROX-PREIMAGE: from the model of a step to a cube of states with a step into the same target.

use super::options::{Ic3SmtOptions, Preimage};
use crate::base::{Budget, HashMap, Limit};
use crate::engine::ic3::system::{Base, Policy};
use crate::engine::ic3::{Activity, Chain, Cube, End, Target};
use crate::engine::unroll::Run;
use crate::engine::FrameId;
use crate::solver::smt::{project_cube, project_literals, split_equalities};
use crate::solver::term::{Model, SymbolId, TermId, Terms, Value};

/// Cubes of exact preimages that are remembered.
const MOST_REMEMBERED: usize = 10_000;

/// The enumeration of a preimage passes over this many cubes without the state that it is to come to.
const MOST_AHEAD: usize = 16;

/// Cubes by under-approximated preimages.
pub(in crate::engine) struct Cubes {
    options: Ic3SmtOptions,
    preimages: Preimages,
}

/// The cubes found so far of exact preimages: by target, a cube or else the bad states.
#[derive(Default)]
struct Preimages {
    cubes: HashMap<(TermId, Option<Cube>), Vec<Vec<TermId>>>,
    /// The number of cubes in all.
    count: usize,
}

impl Cubes {
    pub fn new(options: Ic3SmtOptions) -> Cubes {
        Cubes { options, preimages: Preimages::default() }
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
        let literals = match self.options.preimage {
            Preimage::Point => base.fix(&base.state_of(&model)),
            Preimage::Projection => project_step(base, target, &model)?,
            Preimage::FirstCube => project_by(base, target, &model, project_cube)?,
            Preimage::Exact => self.preimages.around(base, target, &model)?,
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

impl Preimages {
    /// The cube of the target's preimage that has the state of the model, which the last question found. The cubes
    /// before it are enumerated first: each comes from a model that none of the others covers.
    fn around(&mut self, base: &mut Base, target: Target<'_>, model: &Model) -> Result<Vec<TermId>, Limit> {
        let (goal, cube) = match target {
            Target::Goal => (base.goal, None),
            Target::Cube(cube) => (Terms::TRUE, Some(cube.clone())),
        };
        if self.count >= MOST_REMEMBERED {
            *self = Preimages::default();
        }
        let known = self.cubes.entry((goal, cube)).or_default();
        let has_state = |base: &Base, cube: &Vec<TermId>| {
            model.evaluate_all(base.system.terms(), cube).iter().all(Value::is_true)
        };
        if let Some(cube) = known.iter().find(|cube| has_state(base, cube)) {
            return Ok(cube.clone());
        }
        let own = project_step(base, target, model)?;
        for _ in 0..MOST_AHEAD {
            let formulas = base.target(target);
            let is_step = matches!(target, Target::Cube(_));
            if !base.solvers.outside(&mut base.system, known, is_step, &formulas)? {
                debug_assert!(false, "a state of the preimage is in none of its cubes");
                break;
            }
            let other = base.solvers.model(&base.system).clone();
            let cube = project_step(base, target, &other)?;
            self.count += 1;
            known.push(cube.clone());
            if has_state(base, &cube) {
                return Ok(cube);
            }
        }
        self.count += 1;
        known.push(own.clone());
        Ok(own)
    }
}

/// Literals over state variables that the model satisfies; each state that satisfies them has a step to the target.
pub(in crate::engine) fn project_step(
    base: &mut Base,
    target: Target<'_>,
    model: &Model,
) -> Result<Vec<TermId>, Limit> {
    project_by(base, target, model, project_literals)
}

/// The same with this way of projection.
fn project_by(
    base: &mut Base,
    target: Target<'_>,
    model: &Model,
    project: fn(&mut Terms, Vec<TermId>, &[SymbolId], &Model, &Budget) -> Result<Vec<TermId>, Limit>,
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
    project(terms, literals, &gone, model, &base.budget)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::vmt;

    /// The preimage of 9 has two parts; a third cube is never asked for.
    #[test]
    fn the_cubes_of_an_exact_preimage_come_one_after_the_other() {
        let text = "(declare-fun x () Real)
                    (define-fun .x () Real (! x :next y))
                    (define-fun .t () Bool (! (and (or (< x 0.0) (< 100.0 x)) (= y 9.0)) :trans true))
                    (define-fun .p () Bool (! (distinct x 9.0) :invar-property 0))";
        let budget = Budget::unlimited();
        let system = vmt::read(text.as_bytes(), &budget).expect("a system");
        let mut base = Base::new(&system, 0, &budget);
        let x = base.system.states()[0].current;
        let nine = base.system.terms_mut().real(9.into());
        let is_nine = base.system.terms_mut().eq(x, nine);
        let target = base.cube(&[is_nine]);
        let mut preimages = Preimages::default();
        let mut texts = Vec::new();
        for value in [-1, 101, -2] {
            let value = base.system.terms_mut().real(value.into());
            let start = base.system.terms_mut().eq(x, value);
            let mut step = base.target(Target::Cube(&target));
            step.push(start);
            assert_eq!(base.solvers.step(&mut base.system, &step), Ok(true));
            let model = base.solvers.model(&base.system).clone();
            let cube = preimages.around(&mut base, Target::Cube(&target), &model).expect("no limits");
            texts.push(base.system.terms().text(cube[0]));
        }
        assert_eq!(texts, ["(< x 0.0)", "(> x 100.0)", "(< x 0.0)"]);
        assert_eq!(preimages.count, 2);
    }
}
