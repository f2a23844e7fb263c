//! The part that all engines over systems share: the system, its atoms and its solvers.

use super::solvers::{FrameSolvers, Solvers};
use crate::base::{Booking, Budget, HashSet, Limit, Lit};
use crate::engine::common::outcome::decided;
use crate::engine::common::unroll::Run;
use crate::engine::ic3::{Atoms, Cube, Target};
use crate::engine::{FrameId, Outcome, SharedLemmas, SystemOutcome};
use crate::model::system::{Certificate, Invariant, System};
use crate::model::PropertyId;
use crate::solver::term::{Substitution, TermId, Terms};

/// The part that all engines over systems share.
pub(in crate::engine) struct Base {
    /// The system; its store grows as terms are made.
    pub system: System,
    pub atoms: Atoms,
    pub solvers: Solvers,
    /// The bad states and inputs.
    pub goal: TermId,
    pub budget: Budget,
    /// The memory of the terms.
    booking: Booking,
    /// Cubes without initial states: subsets of cubes that were asked about.
    apart: Vec<Cube>,
    shared: Option<SharedLemmas>,
    /// The number of clauses that hold in every frame and have been published.
    published: usize,
    /// Clauses of other engines. Clauses of the search are in its frames.
    taken: Vec<TermId>,
    /// The work spent on searches for inductive sets.
    spent_on_subsets: u64,
    /// Room for a query.
    pub order: Vec<Lit>,
    /// Room for a query.
    pub clause: Vec<TermId>,
}

/// Cubes known to have no initial state that are kept.
const MOST_APART: usize = 64;

/// The work on inductive sets is at most about this part of all work.
const SUBSET_SHARE: u64 = 30;

impl Base {
    /// The shared part for this system, with nothing as the goal.
    pub fn new(system: &System, seed: u64, budget: &Budget) -> Base {
        Base::with_solvers(system, FrameSolvers::Shared, seed, budget)
    }

    /// The shared part for this system, with solvers that frames share or do not share.
    pub fn with_solvers(system: &System, sharing: FrameSolvers, seed: u64, budget: &Budget) -> Base {
        let mut system = system.clone();
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        Base {
            booking,
            solvers: Solvers::new(&mut system, sharing, seed, budget),
            atoms: Atoms::new(system.primes()),
            system,
            goal: Terms::FALSE,
            budget: budget.clone(),
            apart: Vec::new(),
            shared: None,
            published: 0,
            taken: Vec::new(),
            spent_on_subsets: 0,
            order: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// A formula about next values, as one about state variables.
    pub fn unprime(&mut self, formula: TermId) -> TermId {
        let mut back = Substitution::new();
        self.system.states().iter().for_each(|s| back.insert(s.next, s.current));
        back.apply(self.system.terms_mut(), formula)
    }

    /// Accounts for the terms made so far.
    pub fn book(&mut self) {
        self.booking.set(self.system.terms().bytes() as u64);
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
            let mut formulas: Vec<TermId> = excluded.iter().map(&mut lemma).collect();
            formulas.extend(&self.taken);
            Certificate::Inductive(Invariant { formulas, terms, bound: Vec::new() })
        };
        outcome.map(invariant, |run| run.into_trace(property))
    }

    /// Takes lemmas from other engines from now on, and leaves those that hold in every frame to them.
    pub fn share(&mut self, lemmas: SharedLemmas) {
        self.shared = Some(lemmas);
    }

    /// Publishes new clauses that hold in every frame, and takes those of other engines.
    pub fn exchange(&mut self) {
        let Base { shared, system, solvers, published, taken, .. } = self;
        if let Some(shared) = shared {
            shared.publish(system.terms(), &solvers.infinite()[*published..]);
            for clause in shared.news(system.terms_mut()) {
                if !solvers.holds_for_ever(clause) {
                    solvers.add_clause(system, clause, FrameId::INFINITY);
                    taken.push(clause);
                }
            }
            *published = solvers.infinite().len();
        }
    }

    /// The largest set of these cubes that can be excluded in every frame together, by indices. A cube is removed if a
    /// step from outside all of them leads into it, until there is no such cube. Empty, if the searches before have
    /// taken more than their share of the work.
    pub fn inductive_subset(&mut self, cubes: &[&Cube]) -> Result<Vec<usize>, Limit> {
        if self.spent_on_subsets * SUBSET_SHARE > self.budget.work_used() {
            return Ok(Vec::new());
        }
        let before = self.budget.work_used();
        let found = self.find_inductive_subset(cubes);
        self.spent_on_subsets += self.budget.work_used() - before;
        found
    }

    fn find_inductive_subset(&mut self, cubes: &[&Cube]) -> Result<Vec<usize>, Limit> {
        let Base { system, atoms, solvers, .. } = self;
        let mut solver = solvers.for_steps(system);
        let terms = system.terms_mut();
        let mut candidates: Vec<(usize, TermId, TermId)> = Vec::with_capacity(cubes.len());
        for (i, cube) in cubes.iter().enumerate() {
            let outside: Vec<TermId> = cube.iter().map(|&l| atoms.formula(!l)).collect();
            let entered: Vec<TermId> = cube.iter().map(|&l| atoms.next(l)).collect();
            candidates.push((i, terms.or(&outside), terms.and(&entered)));
        }
        while !candidates.is_empty() {
            let targets: Vec<TermId> = candidates.iter().map(|c| c.2).collect();
            solver.add_temporary_clause(system.terms_mut(), &targets);
            let outside: Vec<TermId> = candidates.iter().map(|c| c.1).collect();
            solvers.queries += 1;
            if !decided(solver.check(system.terms_mut(), &outside))? {
                break;
            }
            let model = solver.model(system.terms());
            let mut entered = model.evaluate_all(system.terms(), &targets).into_iter();
            let before = candidates.len();
            candidates.retain(|_| !entered.next().map_or(true, |value| value.is_true()));
            if candidates.len() == before {
                debug_assert!(false, "a step into one of the cubes leads into none");
                return Ok(Vec::new());
            }
        }
        Ok(candidates.into_iter().map(|c| c.0).collect())
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
    pub fn part_in_core(&self, cube: &Cube, formula: impl Fn(&Atoms, Lit) -> TermId) -> Cube {
        let core: HashSet<TermId> = self.solvers.core().iter().copied().collect();
        cube.filtered(|l| core.contains(&formula(&self.atoms, l)))
    }

    /// The part of the cube that keeps it apart from the initial states.
    pub fn apart_from_init(&mut self, cube: &Cube) -> Result<Cube, Limit> {
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
