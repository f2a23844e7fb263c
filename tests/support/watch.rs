//! A solver under observation: every answer is compared with enumeration, every proof step is judged as it comes.

use std::sync::{Arc, Mutex};

use indubit::base::{Budget, Lit, Rng};
use indubit::solver::proof::{Checker, ClauseId, Hint, Method, ProofSink};
use indubit::solver::sat::{Answer, Restarts, SatOptions, Solver, Theory};

/// Both methods of the checker at once.
#[derive(Clone)]
pub struct Watchers(Arc<Mutex<(Checker, Checker)>>);

impl Watchers {
    /// Fresh checkers.
    pub fn new() -> Watchers {
        let checker = |method| Checker::new(method, Budget::unlimited());
        Watchers(Arc::new(Mutex::new((checker(Method::Chains), checker(Method::Propagation)))))
    }

    /// Panics if any step so far was wrong.
    pub fn demand(&self) {
        let checkers = self.0.lock().expect("no panic before");
        assert_eq!(checkers.0.rejection(), None, "by chains");
        assert_eq!(checkers.1.rejection(), None, "by propagation");
    }

    /// How many conclusions were confirmed.
    pub fn conclusions(&self) -> u64 {
        self.0.lock().expect("no panic before").0.stats().conclusions
    }

    fn each(&self, act: impl Fn(&mut Checker)) {
        let mut checkers = self.0.lock().expect("no panic before");
        act(&mut checkers.0);
        act(&mut checkers.1);
    }
}

impl ProofSink for Watchers {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(|c| c.axiom(id, clause));
    }
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.each(|c| c.derived(id, clause, chain));
    }
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(|c| c.deleted(id, clause));
    }
    fn spare_variables(&self) -> usize {
        usize::MAX
    }
    fn extended(&mut self, id: ClauseId, clause: &[Lit], hints: &[Hint]) {
        self.each(|c| c.extended(id, clause, hints));
    }
    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        self.each(|c| c.concluded(id, clause));
    }
}

/// Options with everything random, and intervals so small that every technique has its turn.
pub fn random_options(rng: &mut Rng) -> SatOptions {
    let base = if rng.one_in(2) { SatOptions::default() } else { SatOptions::incremental() };
    SatOptions {
        seed: rng.next_u64(),
        initial_phase: rng.one_in(2),
        restarts: [Restarts::Glue, Restarts::Alternating, Restarts::Luby { unit: 2 }][rng.below(3)],
        target_phases: rng.one_in(2),
        walk: rng.one_in(2),
        reduce_interval: 1 + rng.below(10) as u64,
        inprocessing: !rng.one_in(3),
        inprocess_interval: 1 + rng.below(5) as u64,
        probing: !rng.one_in(3),
        subsumption: !rng.one_in(3),
        subsume_interval: rng.below(10),
        elimination: !rng.one_in(3),
        variable_addition: !rng.one_in(3),
        vivification: !rng.one_in(3),
        congruence: !rng.one_in(3),
        sweeping: !rng.one_in(3),
        substitution: !rng.one_in(3),
        instantiation: !rng.one_in(3),
        adaptive_tiers: rng.one_in(2),
        ..base
    }
}

/// Checks one answer: a model against clauses and assumptions, a core by enumeration.
pub fn demand_answer<T: Theory>(
    solver: &Solver<T>,
    answer: Answer,
    clauses: &[Vec<Lit>],
    assumptions: &[Lit],
    satisfiable: impl Fn(&[Lit]) -> bool,
) {
    match answer {
        Answer::Sat => {
            assert!(satisfiable(assumptions), "satisfiable, but it is not");
            for c in clauses {
                assert!(c.iter().any(|&l| solver.value(l) == Some(true)), "no model of {:?}", c);
            }
            assert!(assumptions.iter().all(|&l| solver.value(l) == Some(true)));
        }
        Answer::Unsat => {
            assert!(!satisfiable(assumptions), "unsatisfiable, but it is not");
            assert!(solver.core().iter().all(|l| assumptions.contains(l)), "the core is no subset");
            assert!(!satisfiable(solver.core()), "the core is not enough");
        }
        Answer::Unknown(_) => panic!("no limit was set"),
    }
}
