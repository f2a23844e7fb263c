//! Is there a run through the cubes of a chain? One solver for all chains.
//!
//! The query is `Init(X₀) ∧ ⋀_{i<m} (ŝᵢ(Xᵢ) ∧ C(Xᵢ) ∧ T(Xᵢ, Xᵢ₊₁)) ∧ ŝₘ(Xₘ) ∧ C(Xₘ) ∧ Bad(Xₘ)`, in the form in which
//! Wolff's survey corrects that of the paper (§4.2). Where the chain begins in a state that a known run leads to, the
//! run may take as many steps first; where the chain is to lead into a cube only, the last step is left out.

use super::options::Ic3IaOptions;
use crate::base::Limit;
use crate::engine::common::unroll::{Run, StepParts};
use crate::engine::ic3::system::Base;
use crate::engine::ic3::{Cube, End};
use crate::solver::term::TermId;

/// The solver for runs through chains.
pub(super) struct Path {
    pub query: StepParts,
    /// The part of the first step. Init is a part before it if predicates do not decide Init: a cube with an initial
    /// state may then have others, and a predicate between the two has to be found.
    pub first: usize,
}

/// The answer about a chain.
pub(super) enum Found {
    /// This run goes through its cubes.
    Run(Run),
    /// None does: these formulas, one per part, contradict each other.
    Nothing(Vec<TermId>),
}

impl Path {
    pub fn new(options: &Ic3IaOptions, base: &Base) -> Path {
        let first = if options.from_init { 0 } else { 1 };
        Path { query: StepParts::new(options.seed, &base.budget), first }
    }

    fn assume(&mut self, base: &mut Base, step: usize, formula: TermId) {
        self.query.add(&mut base.system, self.first + step, step, formula);
    }

    /// Looks for a run from Init that takes any `before` steps, then goes through these cubes, and ends in the goal if
    /// that is where the chain ends.
    pub fn find(
        &mut self,
        base: &mut Base,
        before: usize,
        chain: &[&Cube],
        end: End,
    ) -> Result<Found, Limit> {
        self.query.parts.clear();
        let last = before + chain.len() - 1;
        let init = base.system.init();
        self.query.add(&mut base.system, 0, 0, init);
        for step in 0..last {
            self.assume(base, step, base.system.constraint());
            self.assume(base, step, base.system.trans());
        }
        if end == End::Goal {
            self.assume(base, last, base.system.constraint());
            self.assume(base, last, base.goal);
        }
        for (step, cube) in (before..).zip(chain) {
            for l in cube.iter() {
                self.assume(base, step, base.atoms.formula(*l));
            }
        }
        if self.query.parts.is_possible(base.system.terms_mut())? {
            let model = self.query.parts.model(base.system.terms()).clone();
            let mut run = self.query.copies.run(&base.system, &model, last);
            if end == End::Cube {
                run.inputs.truncate(last);
            }
            return Ok(Found::Run(run));
        }
        Ok(Found::Nothing(self.query.parts.needed(base.system.terms_mut(), self.first + last + 1)))
    }
}
