//! From the model of a step to a cube, by projection.

use super::implicant::Implicants;
use super::options::Ic3SmtOptions;
use crate::base::{Budget, Limit};
use crate::engine::ic3::system::Base;
use crate::engine::ic3::Target;
use crate::solver::smt::project_literals;
use crate::solver::term::{Model, SymbolId, TermId, Terms};

/// A projection of literals, such as [`project_literals`].
type Projection = fn(&mut Terms, Vec<TermId>, &[SymbolId], &Model, &Budget) -> Result<Vec<TermId>, Limit>;

/// Literals over state variables that the model satisfies; each state that satisfies them has a step to the target.
pub(in crate::engine) fn project_step(
    base: &mut Base,
    target: Target<'_>,
    model: &Model,
) -> Result<Vec<TermId>, Limit> {
    let mut implicants = Implicants::new(&Ic3SmtOptions::default());
    project_by(base, &mut implicants, target, model, project_literals)
}

/// Literals like those of [`project_step`], by this implicant and this way of projection.
pub(super) fn project_by(
    base: &mut Base,
    implicants: &mut Implicants,
    target: Target<'_>,
    model: &Model,
    project: Projection,
) -> Result<Vec<TermId>, Limit> {
    let formulas = step_formulas(base, target);
    let literals = implicants.find(base, &formulas, model)?;
    let mut gone: Vec<TermId> = base.system.states().iter().map(|s| s.next).collect();
    gone.extend(base.system.inputs());
    let terms = base.system.terms_mut();
    let gone = terms.symbols_in(&gone);
    project(terms, literals, &gone, model, &base.budget)
}

/// The formulas that a step into the target satisfies, or that a state of it does.
fn step_formulas(base: &Base, target: Target<'_>) -> Vec<TermId> {
    let mut formulas = base.target(target);
    formulas.push(base.system.constraint());
    if let Target::Cube(_) = target {
        formulas.push(base.system.trans());
    }
    formulas
}
