//! The exact preimage of a cube, as a set of cubes that is found one after the other (Monniaux, LPAR 2008).

use super::implicant::Implicants;
use super::step::project_by;
use crate::base::{HashMap, Limit};
use crate::engine::ic3::system::Base;
use crate::engine::ic3::{Cube, Target};
use crate::solver::smt::project_literals;
use crate::solver::term::{Model, TermId, Terms, Value};

/// Cubes that are remembered.
const MOST_REMEMBERED: usize = 10_000;

/// The enumeration of a preimage passes over this many cubes without the state that it is to come to.
const MOST_AHEAD: usize = 16;

/// The cubes found so far of exact preimages: by target, a cube or else the bad states.
#[derive(Default)]
pub(super) struct Preimages {
    cubes: HashMap<(TermId, Option<Cube>), Vec<Vec<TermId>>>,
    /// The number of cubes in all.
    count: usize,
}

impl Preimages {
    /// The cube of the target's preimage that has the state of the model, which the last question found. The cubes
    /// before it are enumerated first: each comes from a model that none of the others covers.
    pub fn around(
        &mut self,
        base: &mut Base,
        implicants: &mut Implicants,
        target: Target<'_>,
        model: &Model,
    ) -> Result<Vec<TermId>, Limit> {
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
        let own = project_by(base, implicants, target, model, project_literals)?;
        for _ in 0..MOST_AHEAD {
            let formulas = base.target(target);
            let is_step = matches!(target, Target::Cube(_));
            if !base.solvers.outside(&mut base.system, known, is_step, &formulas)? {
                debug_assert!(false, "a state of the preimage is in none of its cubes");
                break;
            }
            let other = base.solvers.model(&base.system).clone();
            let cube = project_by(base, implicants, target, &other, project_literals)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::engine::ic3_smt::Ic3SmtOptions;
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
        let mut implicants = Implicants::new(&Ic3SmtOptions::default());
        let mut texts = Vec::new();
        for value in [-1, 101, -2] {
            let value = base.system.terms_mut().real(value.into());
            let start = base.system.terms_mut().eq(x, value);
            let mut step = base.target(Target::Cube(&target));
            step.push(start);
            assert_eq!(base.solvers.step(&mut base.system, &step), Ok(true));
            let model = base.solvers.model(&base.system).clone();
            let cube = preimages.around(&mut base, &mut implicants, Target::Cube(&target), &model);
            let cube = cube.expect("no limits");
            texts.push(base.system.terms().text(cube[0]));
        }
        assert_eq!(texts, ["(< x 0.0)", "(> x 100.0)", "(< x 0.0)"]);
        assert_eq!(preimages.count, 2);
    }
}
