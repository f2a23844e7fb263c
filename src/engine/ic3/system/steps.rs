//! The questions of the search, put to a system's solvers.

use super::atoms::Atoms;
use super::policy::Policy;
use super::solvers::Solvers;
use crate::base::{Budget, HashMap, Limit, Lit};
use crate::engine::ic3::{Activity, Chain, Cube, End, LemmaId, Steps, Target};
use crate::engine::unroll::Run;
use crate::engine::{FrameId, Outcome, SystemOutcome};
use crate::model::system::{Certificate, Invariant, System};
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms};

/// The part that all engines over systems share.
pub(in crate::engine) struct Base {
    /// The system; its store grows as terms are made.
    pub system: System,
    pub atoms: Atoms,
    pub solvers: Solvers,
    /// The bad states and inputs.
    pub goal: TermId,
    pub budget: Budget,
    /// Cubes without initial states: subsets of cubes that were asked about.
    apart: Vec<Cube>,
    order: Vec<Lit>,
    clause: Vec<TermId>,
}

/// A system, its solvers, and the engine's way of making cubes.
pub(in crate::engine) struct SystemSteps<P> {
    pub base: Base,
    pub policy: P,
}

/// Cubes known to have no initial state that are kept.
const MOST_APART: usize = 64;

impl Base {
    /// The shared part for this system, with nothing as the goal.
    pub fn new(system: &System, seed: u64, budget: &Budget) -> Base {
        let mut system = system.clone();
        Base {
            solvers: Solvers::new(&mut system, seed, budget),
            atoms: Atoms::new(system.primes()),
            system,
            goal: Terms::FALSE,
            budget: budget.clone(),
            apart: Vec::new(),
            order: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Takes the bad states of a property as the goal.
    pub fn set_goal(&mut self, property: PropertyId) {
        let bad = self.system.bad(property);
        self.goal = bad.unwrap_or_else(|| panic!("there is no property {} in the system", property));
    }

    /// The outcome of a search in the words of the system.
    pub fn outcome(&self, property: PropertyId, outcome: Outcome<Vec<Cube>, Run>) -> SystemOutcome {
        let invariant = |excluded: Vec<Cube>| {
            let mut terms = self.system.terms().clone();
            let mut lemma = |cube: &Cube| {
                let clause: Vec<TermId> = cube.iter().map(|&l| self.atoms.formula(!l)).collect();
                terms.or(&clause)
            };
            let formulas = excluded.iter().map(&mut lemma).collect();
            Certificate::Inductive(Invariant { formulas, terms })
        };
        outcome.map(invariant, |run| run.into_trace(property))
    }

    /// The cube of these formulas over state variables.
    pub fn cube(&mut self, formulas: &[TermId]) -> Cube {
        let (atoms, terms) = (&mut self.atoms, self.system.terms_mut());
        formulas.iter().map(|&f| atoms.literal(terms, f)).collect()
    }

    /// The formula that a step into the target satisfies, or that a state of it does.
    pub fn target(&self, target: Target<'_>) -> Vec<TermId> {
        match target {
            Target::Goal => vec![self.goal],
            Target::Cube(cube) => cube.iter().map(|&l| self.atoms.next(l)).collect(),
        }
    }

    /// Whether some initial state is in the cube.
    pub fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
        if self.apart.iter().any(|part| part.is_subset_of(cube)) {
            return Ok(false);
        }
        let Base { system, atoms, solvers, .. } = self;
        if solvers.meets_init(system, atoms.formulas(cube))? {
            return Ok(true);
        }
        let part = self.part_in_core(cube, |atoms, l| atoms.formula(l));
        if self.apart.len() == MOST_APART {
            self.apart.remove(0);
        }
        self.apart.push(part);
        Ok(false)
    }

    /// The literals of a cube whose formulas are in the last core.
    fn part_in_core(&self, cube: &Cube, formula: impl Fn(&Atoms, Lit) -> TermId) -> Cube {
        let core: HashMap<TermId, ()> = self.solvers.core().iter().map(|&t| (t, ())).collect();
        cube.filtered(|l| core.contains_key(&formula(&self.atoms, l)))
    }

    /// The part of the cube that keeps it apart from the initial states.
    fn apart_from_init(&mut self, cube: &Cube) -> Result<Cube, Limit> {
        let known = |apart: &[Cube]| {
            apart.iter().filter(|part| part.is_subset_of(cube)).min_by_key(|p| p.len()).cloned()
        };
        if known(&self.apart).is_none() {
            let meets = self.meets_init(cube)?;
            debug_assert!(!meets, "the cube contains an initial state");
        }
        Ok(known(&self.apart).unwrap_or_else(|| cube.clone()))
    }
}

impl<P: Policy> Steps for SystemSteps<P> {
    type Run = Run;

    fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
        self.base.meets_init(cube)
    }

    fn meets_goal(&mut self, frame: FrameId) -> Result<bool, Limit> {
        let Base { system, solvers, goal, .. } = &mut self.base;
        solvers.intersects(system, frame, std::iter::once(*goal))
    }

    fn meets(&mut self, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
        let Base { system, solvers, atoms, .. } = &mut self.base;
        solvers.intersects(system, frame, atoms.formulas(cube))
    }

    fn reaches(
        &mut self,
        frame: FrameId,
        cube: &Cube,
        relative: bool,
        activity: &Activity,
    ) -> Result<bool, Limit> {
        let Base { system, solvers, atoms, order, clause, .. } = &mut self.base;
        order.clear();
        order.extend_from_slice(cube);
        activity.sort_descending(order);
        clause.clear();
        clause.extend(cube.iter().map(|&l| atoms.formula(!l)));
        let outside = relative.then(|| &clause[..]);
        solvers.reaches(system, frame, outside, order.iter().map(|&l| atoms.next(l)))
    }

    /// If the core meets the initial states, literals that keep the cube apart from them are added.
    fn core(&mut self, cube: &Cube, _: &Activity) -> Result<Cube, Limit> {
        let core = self.base.part_in_core(cube, |atoms, l| atoms.next(l));
        if !self.base.meets_init(&core)? {
            return Ok(core);
        }
        let apart = self.base.apart_from_init(cube)?;
        Ok(core.iter().chain(&apart).copied().collect())
    }

    fn predecessor(
        &mut self,
        frame: FrameId,
        target: Target<'_>,
        activity: &Activity,
    ) -> Result<Cube, Limit> {
        self.policy.predecessor(&mut self.base, frame, target, activity)
    }

    fn learn(&mut self, _: LemmaId, cube: &Cube, _: FrameId, last: FrameId) {
        let Base { system, solvers, atoms, .. } = &mut self.base;
        solvers.add_lemma(system, atoms, cube, last);
    }

    fn open(&mut self) {
        self.base.solvers.open(&mut self.base.system);
    }

    fn close_above(&mut self, top: FrameId) {
        self.base.solvers.close_above(&mut self.base.system, top);
    }

    fn concretise(&mut self, start: Option<&Run>, chain: &[&Cube], end: End) -> Result<Chain<Run>, Limit> {
        self.policy.concretise(&mut self.base, start, chain, end)
    }

    fn ends_in(&self, run: &Run, cube: &Cube) -> bool {
        run.states.last().map_or(false, |state| self.base.is_in(state, cube))
    }

    fn queries(&self) -> u64 {
        self.base.solvers.queries
    }
}
