//! Is there a run through the cubes of a chain? One solver for all chains.
//!
//! The query is `Init(X₀) ∧ ⋀_{i<m} (ŝᵢ(Xᵢ) ∧ C(Xᵢ) ∧ T(Xᵢ, Xᵢ₊₁)) ∧ ŝₘ(Xₘ) ∧ C(Xₘ) ∧ Bad(Xₘ)`, in the form in which
//! Wolff's survey corrects that of the paper (§4.2). Where the chain begins in a state that a known run leads to, the
//! run may take as many steps first; where the chain is to lead into a cube only, the last step is left out.
//!
//! Each conjunct is an assumption of its own, so that the clauses of a step are made once and serve all chains, and the
//! core names the conjuncts that a refutation needs. Interpolants are then taken between those only.

use super::options::Ic3IaOptions;
use crate::base::{HashMap, Limit};
use crate::engine::ic3::system::{decided, Base};
use crate::engine::ic3::{Cube, End};
use crate::engine::unroll::{Copies, Run};
use crate::model::system::functional::conjuncts;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::TermId;

/// The solver for runs through chains.
pub(super) struct Path {
    pub copies: Copies,
    solver: Solver,
    assumptions: Vec<TermId>,
    /// The part of the refutation that each assumption belongs to.
    parts: Vec<usize>,
    /// The part of the first step. Init is a part before it if predicates do not decide Init: a cube with an initial
    /// state may then have others, and a predicate between the two has to be found.
    pub first: usize,
}

/// The answer about a chain.
pub(super) enum Found {
    /// This run goes through its cubes.
    Run(Run),
    /// None does: these formulas, one a part, contradict each other.
    Nothing(Vec<TermId>),
}

impl Path {
    pub fn new(options: &Ic3IaOptions, base: &Base) -> Path {
        let mut smt = SmtOptions::incremental();
        smt.sat.seed = options.seed;
        let mut solver = Solver::new(smt);
        solver.set_budget(base.budget.clone());
        let first = if options.from_init { 0 } else { 1 };
        Path { copies: Copies::default(), solver, assumptions: Vec::new(), parts: Vec::new(), first }
    }

    fn assume(&mut self, base: &mut Base, step: usize, formula: TermId) {
        self.assume_in(base, self.first + step, step, formula);
    }

    fn assume_in(&mut self, base: &mut Base, part: usize, step: usize, formula: TermId) {
        for conjunct in conjuncts(base.system.terms(), formula) {
            let copy = self.copies.at(&mut base.system, step, conjunct);
            self.assumptions.push(copy);
            self.parts.push(part);
        }
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
        self.assumptions.clear();
        self.parts.clear();
        let last = before + chain.len() - 1;
        self.assume_in(base, 0, 0, base.system.init());
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
        let terms = base.system.terms_mut();
        if decided(self.solver.check(terms, &self.assumptions))? {
            let model = self.solver.read_model(terms).clone();
            let mut run = self.copies.run(&base.system, &model, last);
            if end == End::Cube {
                run.inputs.truncate(last);
            }
            return Ok(Found::Run(run));
        }
        let core: HashMap<TermId, ()> = self.solver.core().iter().map(|&t| (t, ())).collect();
        let mut parts: Vec<Vec<TermId>> = vec![Vec::new(); self.first + last + 1];
        for (&t, &part) in self.assumptions.iter().zip(&self.parts) {
            if core.contains_key(&t) {
                parts[part].push(t);
            }
        }
        Ok(Found::Nothing(parts.iter().map(|part| terms.and(part)).collect()))
    }
}
