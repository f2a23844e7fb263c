//! Interpolants of queries that failed, as clauses over latches (Lange 2018, Theorem 3.2).
//!
//! For a cube `c` with `A = c′` and `B = F ∧ ¬c ∧ T`, which contradict each other, an interpolant `φ′` follows from `A`
//! and contradicts `B`. So `¬φ` excludes `c`, and it holds after each step from a state of the frame outside `c`.
//!
//! The system is the weakest of the usual ones (the inverse of McMillan's), since a weak `φ` excludes many states; the
//! strongest one would give the core. Here is its dual, `¬φ` as a set of clauses, for the clauses of a proof one after
//! the other: a clause of `B` has its own literals over the variables of `A`, a literal of `A` has no clause. A
//! resolution on a variable of `A` joins both sets; one on another variable takes a clause from each and joins these.
//!
//! Sets are kept small by leaving out clauses, which leaves a weaker formula that `B` still implies. It still excludes
//! `c`: a clause all of whose literals are false in `c` comes from such clauses alone, and those are left out last.
//!
//! The proof is that of a solver made for this question alone, with the cone of the question and the lemmas of the
//! frame. The variables of `A` are those of the next-state functions, so no literal of another latch appears.
//!
//! `A` is a cube, and that needs care: if all its literals are known before the search, then no clause of the proof has
//! one of them, each set has one clause, and the interpolant is a core. So a literal joins `A` only when a model of `B`
//! and the others violates it. Clauses that were learnt before are about both of its values. Literals that no model
//! violates are not needed.

use crate::base::{Budget, Limit, Lit, Var};
use crate::engine::ic3::Cube;
use crate::model::transition::Transition;
use crate::solver::proof::{Annotation, Origin, ResolutionLog, SharedLog, StepId};
use crate::solver::sat::{SatOptions, Solver};

/// More clauses are not kept for a step of a proof.
const MOST_CLAUSES: usize = 8;
/// Steps of a proof between two looks at the budget.
const STEPS_PER_CHECK: usize = 256;

const A: Origin = Origin::Partition(0);
const B: Origin = Origin::Partition(1);

/// A query that has failed.
pub(super) struct Failed<'a> {
    pub step: &'a Transition,
    /// The constraints that it assumed.
    pub constraints: &'a [Lit],
    /// Whether it began in the initial states.
    pub initial: bool,
    /// Cubes that its frame excludes.
    pub excluded: &'a [&'a Cube],
    /// The cube that it left out.
    pub outside: &'a Cube,
    /// The literals of that cube that were to hold after the step. Literals that had best be used come first.
    pub target: &'a [Lit],
}

/// A solver's copy of what a query depends on, in numbers of its own.
struct Refuter<'a> {
    step: &'a Transition,
    /// By variable of the circuit: the solver's.
    numbers: Vec<Option<Var>>,
    members: Vec<Var>,
    solver: Solver,
    log: SharedLog,
}

/// Clauses over latches that hold after each step from the frame and outside the cube. The literals of the first one
/// are negated literals of the cube. There are none if no step at all leads into the target, for any frame, since
/// two of its literals contradict each other.
pub(super) fn interpolant(query: &Failed<'_>, seed: u64, budget: &Budget) -> Result<Vec<Vec<Lit>>, Limit> {
    let mut refuter = Refuter::new(query, seed, budget);
    refuter.assert(query);
    let target = match refuter.refute(query.target)? {
        Some(target) => target,
        None => return Ok(Vec::new()),
    };
    // By the solver's variable: the literal over latches that its positive literal is after the step.
    let mut latches: Vec<Option<Lit>> = vec![None; refuter.members.len()];
    let mut is_false = vec![false; 2 * latches.len()];
    for l in target {
        let next = refuter.number(query.step.next(l));
        if is_false[next.code()] {
            // Two latches that take opposite values are to be equal: `A` contradicts itself.
            return Ok(Vec::new());
        }
        latches[next.var().index()] = Some(l.negate_if(next.is_negative()));
        is_false[(!next).code()] = true;
    }
    let log = refuter.log.log();
    let is_shared = |v: Var| latches[v.index()].is_some();
    let walk = Walk { log: &log, is_shared: &is_shared, is_false: &is_false, budget, steps: 0 };
    let clauses = walk.run()?;
    debug_assert!(clauses.first().map_or(false, |clause| clause.iter().all(|l| is_false[l.code()])));
    let over_latches = |l: &Lit| latches[l.var().index()].map(|latch| latch.negate_if(l.is_negative()));
    Ok(clauses.iter().map(|clause| clause.iter().filter_map(over_latches).collect()).collect())
}

impl<'a> Refuter<'a> {
    /// A solver with variables for the cone of the query.
    fn new(query: &Failed<'a>, seed: u64, budget: &Budget) -> Refuter<'a> {
        let log = SharedLog::default();
        let mut solver = Solver::new(SatOptions { seed, elimination: false, ..SatOptions::incremental() });
        solver.set_proof(log.clone());
        solver.set_budget(budget.clone());
        let step = query.step;
        let numbers = vec![None; step.var_count()];
        let mut refuter = Refuter { step, numbers, members: Vec::new(), solver, log };
        query.target.iter().for_each(|&l| refuter.add(step.next(l).var()));
        let cubes = query.excluded.iter().copied().chain(Some(query.outside));
        cubes.flatten().chain(query.constraints).for_each(|l| refuter.add(l.var()));
        let definitions = step.definitions();
        let mut at = 0;
        while let Some(&v) = refuter.members.get(at) {
            at += 1;
            definitions.of(v).iter().for_each(|&input| refuter.add(input));
            if let Some(value) = step.latch_of(v).and_then(|_| step.reset_function(v)) {
                if query.initial {
                    refuter.add(value.var());
                }
            }
        }
        refuter.solver.reserve_vars(refuter.members.len());
        refuter
    }

    fn add(&mut self, v: Var) {
        if self.numbers[v.index()].is_none() {
            self.numbers[v.index()] = Some(Var::new(self.members.len()));
            self.members.push(v);
        }
    }

    /// The solver's literal for one of the circuit, which must be in the cone.
    fn number(&self, l: Lit) -> Lit {
        self.numbers[l.var().index()].expect("a member of the cone").lit(!l.is_negative())
    }

    fn clause(&mut self, clause: impl Iterator<Item = Lit>) {
        let clause: Vec<Lit> = clause.map(|l| self.number(l)).collect();
        self.solver.add_clause(&clause);
    }

    fn assert(&mut self, query: &Failed<'_>) {
        let step = self.step;
        self.log.log().set_origin(B);
        // A clause of a gate outside the cone mentions that gate.
        for clause in step.clauses() {
            if clause.iter().all(|l| self.numbers[l.var().index()].is_some()) {
                self.clause(clause.iter().copied());
            }
        }
        for &c in query.constraints {
            self.clause(Some(c).into_iter());
        }
        for cube in query.excluded.iter().copied().chain(Some(query.outside)) {
            self.clause(cube.iter().map(|&l| !l));
        }
        if query.initial {
            self.assert_initial();
        }
    }

    /// Literals of the target that contradict `B`; `None` if all of them do not.
    fn refute(&mut self, target: &[Lit]) -> Result<Option<Vec<Lit>>, Limit> {
        let mut joined = Vec::new();
        self.log.log().set_origin(A);
        while self.solver.solve(&[]).decided()? {
            let holds = |l: Lit| self.solver.value(self.number(self.step.next(l))) == Some(true);
            let violated = match target.iter().copied().find(|&l| !holds(l)) {
                Some(violated) => violated,
                None => return Ok(None),
            };
            joined.push(violated);
            self.clause(Some(self.step.next(violated)).into_iter());
        }
        Ok(Some(joined))
    }

    fn assert_initial(&mut self) {
        let step = self.step;
        for v in self.members.clone().into_iter().filter(|&v| step.latch_of(v).is_some()) {
            if let Some(value) = step.reset(v) {
                self.clause(Some(v.lit(value)).into_iter());
            } else if let Some(value) = step.reset_function(v) {
                self.clause([v.negative(), value].into_iter());
                self.clause([v.positive(), !value].into_iter());
            }
        }
    }
}

/// The way through a proof. All literals are the solver's.
struct Walk<'a> {
    log: &'a ResolutionLog,
    is_shared: &'a dyn Fn(Var) -> bool,
    /// By literal code: whether the literal is false in the cube.
    is_false: &'a [bool],
    budget: &'a Budget,
    /// Axioms and resolutions so far.
    steps: usize,
}

impl Annotation for Walk<'_> {
    type Value = Vec<Vec<Lit>>;
    type Error = Limit;

    fn axiom(&mut self, step: StepId, origin: Origin) -> Result<Vec<Vec<Lit>>, Limit> {
        self.tick()?;
        if origin == A {
            return Ok(Vec::new());
        }
        let clause = self.log.clause(step).iter().copied();
        let mut kept: Vec<Lit> = clause.filter(|l| (self.is_shared)(l.var())).collect();
        kept.sort_unstable();
        Ok(vec![kept])
    }

    fn resolve(
        &mut self,
        pivot: Lit,
        with: &Vec<Vec<Lit>>,
        without: Vec<Vec<Lit>>,
    ) -> Result<Vec<Vec<Lit>>, Limit> {
        self.tick()?;
        Ok(self.join(pivot, without, with))
    }
}

impl Walk<'_> {
    /// The clauses of the interpolant.
    fn run(mut self) -> Result<Vec<Vec<Lit>>, Limit> {
        let log = self.log;
        let needed = log.conclusion().map_or_else(Vec::new, |last| log.needed(last));
        Ok(log.annotate(&needed, &mut self)?.unwrap_or_default())
    }

    fn tick(&mut self) -> Result<(), Limit> {
        self.steps += 1;
        match self.steps % STEPS_PER_CHECK {
            0 => self.budget.poll(),
            _ => Ok(()),
        }
    }

    fn join(&self, pivot: Lit, mut first: Vec<Vec<Lit>>, second: &[Vec<Lit>]) -> Vec<Vec<Lit>> {
        if (self.is_shared)(pivot.var()) {
            first.extend_from_slice(second);
            return self.best(first);
        }
        let mut pairs = Vec::with_capacity(first.len() * second.len());
        for a in &first {
            for b in second {
                let mut both = [a.as_slice(), b.as_slice()].concat();
                both.sort_unstable();
                both.dedup();
                // The two literals of a variable have neighbouring codes.
                if both.windows(2).all(|w| w[0] != !w[1]) {
                    pairs.push(both);
                }
            }
        }
        self.best(pairs)
    }

    /// The clauses to be kept: no clause that another one implies. Clauses that exclude the cube come first, and short
    /// ones before long ones.
    fn best(&self, mut clauses: Vec<Vec<Lit>>) -> Vec<Vec<Lit>> {
        let excludes = |clause: &[Lit]| clause.iter().all(|l| self.is_false[l.code()]);
        clauses.sort_unstable_by(|a, b| {
            (!excludes(a), a.len()).cmp(&(!excludes(b), b.len())).then_with(|| a.cmp(b))
        });
        let mut kept: Vec<Vec<Lit>> = Vec::new();
        for clause in clauses {
            let is_implied = |by: &Vec<Lit>| by.iter().all(|l| clause.binary_search(l).is_ok());
            if !kept.iter().any(is_implied) {
                kept.push(clause);
                if kept.len() == MOST_CLAUSES {
                    break;
                }
            }
        }
        kept
    }
}
