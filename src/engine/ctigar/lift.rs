//! Lifting and consecution, and what is done when they fail.

use super::options::{CtigarOptions, Refinement};
use crate::base::{HashMap, HashSet, Limit, Lit};
use crate::engine::common::outcome::decided;
use crate::engine::common::unroll::Run;
use crate::engine::ic3::system::{Base, Policy};
use crate::engine::ic3::{Activity, Chain, Cube, End, Target};
use crate::engine::ic3_ia::{add_atoms, Predicates};
use crate::engine::ic3_smt::project_step;
use crate::engine::FrameId;
use crate::solver::smt::{split_equalities, SmtOptions, Solver, Strength};
use crate::solver::term::TermId;

/// Concrete states that are remembered.
const MOST_STATES: usize = 10_000;

/// Abstract cubes that were judged by their steps.
pub(in crate::engine) struct Lifted {
    pub predicates: Predicates,
    options: CtigarOptions,
    /// Without assertions: which formulas imply which others.
    implications: Solver,
    /// For each abstract cube the state that it was made for.
    states: HashMap<Cube, Vec<TermId>>,
    /// The number of predicates when the search last began without obligations.
    at_beginning: usize,
}

impl Lifted {
    /// The predicates that do not depend on the property.
    pub fn new(base: &mut Base, options: CtigarOptions) -> Lifted {
        let mut smt = SmtOptions::incremental();
        smt.sat.seed = options.ia.seed;
        let mut implications = Solver::new(smt);
        implications.set_budget(base.budget.clone());
        Lifted {
            predicates: Predicates::new(base, options.ia.clone()),
            options,
            implications,
            states: HashMap::default(),
            at_beginning: 0,
        }
    }

    /// The search begins anew: all cubes from now on are over these predicates, or more.
    pub fn begin(&mut self, base: &Base) {
        self.at_beginning = base.atoms.len();
    }

    /// The literals of the cube that imply all these formulas together; `None` if the cube does not imply them.
    fn part_that_implies(
        &mut self,
        base: &mut Base,
        cube: &Cube,
        all: &[TermId],
    ) -> Result<Option<Cube>, Limit> {
        let formulas: Vec<TermId> = base.atoms.formulas(cube).collect();
        let terms = base.system.terms_mut();
        let wrong: Vec<TermId> = all.iter().map(|&f| terms.not(f)).collect();
        self.implications.add_temporary_clause(terms, &wrong);
        if decided(self.implications.check(terms, &formulas))? {
            return Ok(None);
        }
        let core: HashSet<TermId> = self.implications.core().iter().copied().collect();
        Ok(Some(cube.filtered(|l| core.contains(&base.atoms.formula(l)))))
    }

    /// Asks whether the state from which a target was made has a predecessor in the frame. If it has none, new
    /// predicates tell it from the states that have one.
    fn check_consecution(&mut self, base: &mut Base, frame: FrameId, target: &Cube) -> Result<(), Limit> {
        let state = match self.states.get(target) {
            Some(state) => state.clone(),
            None => return Ok(()),
        };
        let mut primes = base.system.primes();
        let Base { system, solvers, .. } = base;
        let terms = system.terms_mut();
        let next: Vec<TermId> = state.iter().map(|&f| primes.apply(terms, f)).collect();
        let outside: Vec<TermId> = state.iter().map(|&f| terms.not(f)).collect();
        if solvers.fails_consecution(system, frame, Some(&outside), next.iter().copied())? {
            return Ok(());
        }
        let held = solvers.formula(system, frame);
        let (trans, constraint) = (system.trans(), system.constraint());
        let terms = system.terms_mut();
        let other = terms.or(&outside);
        let step = terms.and(&[held, other, trans, constraint]);
        let there = terms.and(&next);
        if let Some(found) = self.predicates.interpolants(base, &[step, there], Strength::Strong)? {
            let unprimed = base.unprime(found[0]);
            add_atoms(base, &[unprimed]);
        }
        Ok(())
    }
}

impl Policy for Lifted {
    fn predecessor(
        &mut self,
        base: &mut Base,
        frame: FrameId,
        target: Target<'_>,
        _: &Activity,
    ) -> Result<Cube, Limit> {
        let model = base.solvers.model(&base.system).clone();
        let concrete = project_step(base, target, &model)?;
        let concrete = split_equalities(base.system.terms_mut(), &concrete, &model);
        let mut cube = self.predicates.valuation(base);
        let state = base.state_of(&model);
        let mut lifted = self.part_that_implies(base, &cube, &concrete)?;
        if lifted.is_none() && self.options.lifting == Refinement::Eager {
            let added = base.cube(&concrete);
            cube = cube.iter().chain(&added).copied().collect();
            lifted = self.part_that_implies(base, &cube, &concrete)?;
        }
        let result = lifted.unwrap_or(cube);
        if self.options.consecution == Refinement::Eager {
            if let Target::Cube(target) = target {
                self.check_consecution(base, frame, target)?;
            }
            if self.states.len() >= MOST_STATES {
                self.states.clear();
            }
            let state = base.fix(&state);
            self.states.insert(result.clone(), state);
        }
        Ok(result)
    }

    /// The truth of all predicates.
    fn state(&mut self, base: &mut Base) -> Vec<Lit> {
        self.predicates.valuation(base).to_vec()
    }

    fn predicates(&self, base: &Base) -> usize {
        base.atoms.len()
    }

    fn concretise(
        &mut self,
        base: &mut Base,
        start: Option<&Run>,
        chain: &[&Cube],
        end: End,
    ) -> Result<Chain<Run>, Limit> {
        let judged = match self.predicates.concretise(base, start, chain, end)? {
            // Cubes made before the last predicates came may be too coarse, and need no further ones.
            Chain::Spurious | Chain::Unexplained if base.atoms.len() > self.at_beginning => Chain::Refined,
            judged => judged,
        };
        if let Chain::Refined = judged {
            self.begin(base);
        }
        Ok(judged)
    }
}
