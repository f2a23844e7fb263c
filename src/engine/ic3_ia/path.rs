//! Is there a run through the cubes of a chain? One solver for all chains.
//!
//! The query is `Init(X₀) ∧ ⋀_{i<m} (ŝᵢ(Xᵢ) ∧ C(Xᵢ) ∧ T(Xᵢ, Xᵢ₊₁)) ∧ ŝₘ(Xₘ) ∧ C(Xₘ) ∧ Bad(Xₘ)`, in the form in which
//! Wolff's survey corrects that of the paper (§4.2). Each conjunct is an assumption of its own, so that the clauses
//! of a step are made once and serve all chains, and the core names the conjuncts that a refutation needs.
//! Interpolants are then taken between those only.

use super::options::Ic3IaOptions;
use crate::base::{HashMap, Limit};
use crate::engine::ic3::system::{decided, Base};
use crate::engine::ic3::Cube;
use crate::engine::unroll::{Copies, Run};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Op, TermId, Terms};

/// The solver for runs through chains.
pub(super) struct Path {
    pub copies: Copies,
    solver: Solver,
    assumptions: Vec<TermId>,
    /// The step that each assumption belongs to.
    steps: Vec<usize>,
}

/// The answer about a chain.
pub(super) enum Found {
    /// This run goes through its cubes.
    Run(Run),
    /// None does: these formulas, one a step, contradict each other.
    Nothing(Vec<TermId>),
}

impl Path {
    pub fn new(options: &Ic3IaOptions, base: &Base) -> Path {
        let mut smt = SmtOptions::incremental();
        smt.sat.seed = options.seed;
        let mut solver = Solver::new(smt);
        solver.set_budget(base.budget.clone());
        Path { copies: Copies::default(), solver, assumptions: Vec::new(), steps: Vec::new() }
    }

    fn assume(&mut self, base: &mut Base, step: usize, formula: TermId) {
        for conjunct in conjuncts(base.system.terms(), formula) {
            let copy = self.copies.at(&mut base.system, step, conjunct);
            self.assumptions.push(copy);
            self.steps.push(step);
        }
    }

    /// Looks for a run from Init through these cubes into the goal.
    pub fn find(&mut self, base: &mut Base, chain: &[&Cube]) -> Result<Found, Limit> {
        self.assumptions.clear();
        self.steps.clear();
        let last = chain.len() - 1;
        self.assume(base, 0, base.system.init());
        for step in 0..=last {
            self.assume(base, step, base.system.constraint());
            self.assume(base, step, if step == last { base.goal } else { base.system.trans() });
        }
        for (step, cube) in chain.iter().enumerate() {
            for l in cube.iter() {
                self.assume(base, step, base.atoms.formula(*l));
            }
        }
        let terms = base.system.terms_mut();
        if decided(self.solver.check(terms, &self.assumptions))? {
            let model = self.solver.read_model(terms).clone();
            return Ok(Found::Run(self.copies.run(&base.system, &model, last)));
        }
        let core: HashMap<TermId, ()> = self.solver.core().iter().map(|&t| (t, ())).collect();
        let mut parts: Vec<Vec<TermId>> = vec![Vec::new(); chain.len()];
        for (&t, &step) in self.assumptions.iter().zip(&self.steps) {
            if core.contains_key(&t) {
                parts[step].push(t);
            }
        }
        Ok(Found::Nothing(parts.iter().map(|part| terms.and(part)).collect()))
    }
}

/// The members of a conjunction.
fn conjuncts(terms: &Terms, formula: TermId) -> Vec<TermId> {
    match terms.op(formula) {
        Op::And => terms.args(formula).to_vec(),
        _ => vec![formula],
    }
}
