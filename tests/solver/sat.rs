//! The SAT core against enumeration, with every proof step judged by both methods of the checker.

use crate::cases::try_random;
use crate::cnf::{lits, random_clause, random_lit, satisfiable};
use crate::watch::{demand_answer, random_options, Watchers};
use indubit::base::{Budget, Limit, Lit, Rng, Var};
use indubit::solver::proof::{Checked, Checker, Method};
use indubit::solver::sat::{Answer, Restarts, SatOptions, SharedClauses, Solver};

/// One formula, one call.
fn plain(seed: u64) {
    let mut rng = Rng::new(seed);
    let vars = 3 + rng.below(12);
    let mut solver = Solver::new(random_options(&mut rng));
    let proof = Watchers::new();
    solver.set_proof(proof.clone());
    solver.reserve_vars(vars);
    let mut clauses = Vec::new();
    for _ in 0..rng.below(6 * vars) {
        let clause = random_clause(&mut rng, vars);
        let clause = if clause.len() == 1 && !rng.one_in(4) { continue } else { clause };
        solver.add_clause(&clause);
        clauses.push(clause);
    }
    if rng.one_in(2) {
        solver.simplify();
    }
    let answer = solver.solve(&[]);
    demand_answer(&solver, answer, &clauses, &[], |a| satisfiable(vars, &clauses, a, |_| true));
    proof.demand();
    assert_eq!(proof.conclusions(), (answer == Answer::Unsat) as u64);
}

#[test]
fn formulas_under_all_options() {
    try_random(1500, plain);
}

/// Each satisfied clause walked over all watches of the literal that is in all of them.
#[test]
fn satisfied_binary_clauses_leave_the_lists_in_one_pass() {
    let count = 200_000;
    let lit = |i: usize| Var::new(i).positive();
    let (hub, other) = (lit(0), lit(1));
    let options = SatOptions { elimination: false, subsumption: false, ..SatOptions::default() };
    let with_clauses = |solver: &mut Solver| {
        solver.reserve_vars(count + 2);
        for i in 2..count + 2 {
            solver.add_clause(&[hub, lit(i)]);
            solver.add_clause(&[!other, !lit(i)]);
        }
        solver.add_clause(&[hub]);
    };
    let mut solver = Solver::new(options.clone());
    with_clauses(&mut solver);
    solver.simplify();
    assert_eq!(solver.clause_count().0, count);
    assert_eq!(solver.solve(&[other, !lit(2)]), Answer::Sat);
    assert!((2..count + 2).all(|i| solver.value(lit(i)) == Some(false)));
    // A limit ends the pass, too, and what is left is right all the same.
    let mut solver = Solver::new(options);
    with_clauses(&mut solver);
    let budget = Budget::unlimited();
    budget.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    solver.set_budget(budget);
    solver.simplify();
    assert!(solver.clause_count().0 > count);
    solver.set_budget(Budget::unlimited());
    assert_eq!(solver.solve(&[other, lit(2)]), Answer::Unsat);
    assert_eq!(solver.solve(&[!hub]), Answer::Unsat);
    assert_eq!(solver.solve(&[]), Answer::Sat);
}

/// A solver whose variables may be handed out twice, beside the clauses it should have, over variables of their own.
struct Session {
    solver: Solver,
    proof: Option<Watchers>,
    /// By variable of the clauses: the solver's variable, and whether it was released.
    vars: Vec<(Var, bool)>,
    clauses: Vec<Vec<Lit>>,
    scopes: Vec<(usize, usize)>,
    frozen: Vec<Var>,
}

impl Session {
    fn new(rng: &mut Rng) -> Session {
        let mut solver = Solver::new(random_options(rng));
        let proof = if rng.one_in(2) { Some(Watchers::new()) } else { None };
        if let Some(proof) = &proof {
            solver.set_proof(proof.clone());
        }
        let vars = (0..3 + rng.below(7)).map(|_| (solver.new_var(), false)).collect();
        Session { solver, proof, vars, clauses: Vec::new(), scopes: Vec::new(), frozen: Vec::new() }
    }

    fn translate(&self, lits: &[Lit]) -> Vec<Lit> {
        lits.iter().map(|l| self.vars[l.var().index()].0.lit(!l.is_negative())).collect()
    }

    fn is_alive(&self, lits: &[Lit]) -> bool {
        lits.iter().all(|l| !self.vars[l.var().index()].1)
    }

    fn clause(&self, rng: &mut Rng) -> Vec<Lit> {
        loop {
            let clause = random_clause(rng, self.vars.len());
            if self.is_alive(&clause) {
                return clause;
            }
        }
    }

    fn change(&mut self, rng: &mut Rng) {
        match rng.below(10) {
            0 if self.scopes.len() < 3 => {
                self.scopes.push((self.vars.len(), self.clauses.len()));
                self.solver.push();
            }
            1 if !self.scopes.is_empty() => {
                let (vars, clauses) = self.scopes.pop().expect("there is one");
                self.vars.truncate(vars);
                self.clauses.truncate(clauses);
                self.solver.pop();
                let count = self.solver.var_count();
                self.frozen.retain(|v| v.index() < count);
            }
            2 | 3 if self.vars.len() < 12 => self.vars.push((self.solver.new_var(), false)),
            4 => self.solver.simplify(),
            5 if self.scopes.is_empty() && self.vars.len() > 2 => {
                let l = random_lit(rng, self.vars.len());
                let alive = self.vars.iter().filter(|v| !v.1).count();
                let v = self.vars[l.var().index()].0;
                if self.is_alive(&[l]) && alive > 2 && !self.frozen.contains(&v) {
                    self.solver.release(v.lit(!l.is_negative()));
                    self.clauses.push(vec![l]);
                    self.vars[l.var().index()].1 = true;
                }
            }
            6 => {
                let l = random_lit(rng, self.vars.len());
                if self.is_alive(&[l]) {
                    let v = self.vars[l.var().index()].0;
                    self.solver.freeze(v);
                    self.frozen.push(v);
                }
            }
            7 => {
                if let Some(v) = self.frozen.pop() {
                    self.solver.melt(v);
                }
            }
            _ => {}
        }
        for _ in 0..rng.below(2 * self.vars.len()) {
            let clause = self.clause(rng);
            if clause.len() > 1 || rng.one_in(6) {
                self.solver.add_clause(&self.translate(&clause));
                self.clauses.push(clause);
            }
        }
    }

    fn solve(&mut self, rng: &mut Rng) {
        let mut assumptions = Vec::new();
        for _ in 0..rng.below(4) {
            let l = random_lit(rng, self.vars.len());
            if self.is_alive(&[l]) {
                assumptions.push(l);
            }
        }
        let given = self.translate(&assumptions);
        let mut clauses = self.clauses.clone();
        if rng.one_in(2) {
            for _ in 0..1 + rng.below(2) {
                let clause = self.clause(rng);
                self.solver.add_temporary_clause(&self.translate(&clause));
                clauses.push(clause);
            }
        }
        if rng.one_in(5) {
            self.solver.simplify();
        }
        if rng.one_in(4) {
            self.solver.set_budget(Budget::unlimited().with_conflicts(rng.below(4) as u64));
        }
        let mut answer = self.solver.solve(&given);
        if let Answer::Unknown(limit) = answer {
            assert_eq!(limit, Limit::Conflicts);
            clauses = self.clauses.clone();
            self.solver.set_budget(Budget::unlimited());
            answer = self.solver.solve(&given);
        }
        self.solver.set_budget(Budget::unlimited());
        // A released variable may be another one's by now: in the clauses it has the value it was released with.
        let released: Vec<Lit> =
            clauses.iter().filter(|c| c.len() == 1 && !self.is_alive(c)).map(|c| c[0]).collect();
        let open: Vec<Vec<Lit>> = clauses
            .iter()
            .filter(|c| !c.iter().any(|l| released.contains(l)))
            .map(|c| c.iter().copied().filter(|l| self.is_alive(&[*l])).collect::<Vec<Lit>>())
            .map(|c| self.translate(&c))
            .collect();
        let back = |l: &Lit| {
            let at = self.vars.iter().position(|v| *v == (l.var(), false)).expect("an assumption");
            Var::new(at).lit(!l.is_negative())
        };
        demand_answer(&self.solver, answer, &open, &given, |lits| {
            let fixed: Vec<Lit> = lits.iter().map(back).collect();
            satisfiable(self.vars.len(), &clauses, &fixed, |_| true)
        });
        if let Some(proof) = &self.proof {
            proof.demand();
        }
    }
}

fn incremental(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut session = Session::new(&mut rng);
    for _ in 0..3 + rng.below(12) {
        session.change(&mut rng);
        session.solve(&mut rng);
        if !session.solver.is_consistent() && session.scopes.is_empty() {
            break;
        }
    }
}

#[test]
fn sequences_of_changes_and_calls() {
    try_random(2500, incremental);
}

#[test]
fn a_variable_that_is_handed_out_again_has_a_value_in_each_model() {
    // The queue of decisions did not learn that such a variable is open again: it had passed it while it was fixed.
    for restarts in [Restarts::Luby { unit: 1 }, Restarts::Glue, Restarts::Alternating] {
        for (score_hot_only, at) in [(false, 0), (false, 1), (false, 2), (true, 0), (true, 1), (true, 2)] {
            let mut solver = Solver::new(SatOptions { restarts, score_hot_only, ..SatOptions::default() });
            let vars: Vec<Var> = (0..3).map(|_| solver.new_var()).collect();
            assert_eq!(solver.solve(&[]), Answer::Sat);
            solver.release(vars[at].positive());
            assert_eq!(solver.solve(&[]), Answer::Sat);
            solver.simplify();
            assert_eq!(solver.new_var(), vars[at]);
            assert_eq!(solver.solve(&[]), Answer::Sat);
            for var in vars {
                assert!(solver.value(var.positive()).is_some(), "{:?} of {:?}", var, restarts);
            }
        }
    }
}

/// Gates and clauses over them, too large to enumerate: the solver that does nothing but search is the judge.
fn structured(seed: u64) {
    let mut rng = Rng::new(seed);
    let vars = 40 + rng.below(60);
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    let inputs = 10 + rng.below(20);
    for gate in inputs..vars {
        let (a, b, out) = (random_lit(&mut rng, gate), random_lit(&mut rng, gate), Var::new(gate).positive());
        match rng.below(3) {
            0 => clauses.extend([vec![!out, a], vec![!out, b], vec![out, !a, !b]]),
            1 => clauses.extend([vec![!out, a, b], vec![!out, !a, !b], vec![out, !a, b], vec![out, a, !b]]),
            _ => clauses.extend([vec![!out, a], vec![out, !a]]),
        }
    }
    for _ in 0..rng.below(2 * vars) {
        clauses.push((0..3).map(|_| random_lit(&mut rng, vars)).collect());
    }
    let options = SatOptions {
        inprocess_interval: 1 + rng.below(50) as u64,
        reduce_interval: 5 + rng.below(50) as u64,
        score_hot_only: rng.one_in(2),
        ..SatOptions::default()
    };
    let mut solver = Solver::new(options);
    let mut judge = Solver::new(SatOptions { inprocessing: false, ..SatOptions::incremental() });
    let proof = Watchers::new();
    solver.set_proof(proof.clone());
    solver.reserve_vars(vars);
    judge.reserve_vars(vars);
    for c in &clauses {
        solver.add_clause(c);
        judge.add_clause(c);
    }
    for _ in 0..4 {
        if rng.one_in(2) {
            solver.simplify();
        }
        solver.options_mut().score_hot_only ^= rng.one_in(4);
        let assumptions: Vec<Lit> = (0..rng.below(6)).map(|_| random_lit(&mut rng, vars)).collect();
        let answer = solver.solve(&assumptions);
        assert_eq!(answer, judge.solve(&assumptions));
        if answer == Answer::Sat {
            assert!(clauses.iter().all(|c| c.iter().any(|&l| solver.value(l) == Some(true))));
        } else {
            let core = solver.core().to_vec();
            assert_eq!(judge.solve(&core), Answer::Unsat);
        }
        proof.demand();
        for _ in 0..rng.below(3) {
            let clause = random_clause(&mut rng, vars);
            solver.add_clause(&clause);
            judge.add_clause(&clause);
            clauses.push(clause);
        }
    }
}

#[test]
fn structured_formulas_with_and_without_simplification() {
    try_random(300, structured);
}

/// Pigeons in holes, one pigeon too many: hard enough for every technique to run at its usual pace.
#[test]
fn pigeons_do_not_fit_and_the_proof_says_so() {
    let (pigeons, holes) = (8, 7);
    let at = |p: usize, h: usize| Var::new(p * holes + h).positive();
    let mut solver = Solver::new(SatOptions { inprocess_interval: 100, ..SatOptions::default() });
    let proof = Watchers::new();
    solver.set_proof(proof.clone());
    solver.reserve_vars(pigeons * holes);
    for p in 0..pigeons {
        solver.add_clause(&(0..holes).map(|h| at(p, h)).collect::<Vec<Lit>>());
    }
    for h in 0..holes {
        for p in 0..pigeons {
            for q in 0..p {
                solver.add_clause(&[!at(p, h), !at(q, h)]);
            }
        }
    }
    let budget = Budget::unlimited().with_conflicts(50);
    solver.set_budget(budget);
    assert_eq!(solver.solve(&[]), Answer::Unknown(Limit::Conflicts));
    solver.set_budget(Budget::unlimited());
    assert_eq!(solver.solve(&[]), Answer::Unsat);
    proof.demand();
    assert_eq!(proof.conclusions(), 1);
}

#[test]
fn same_seed_same_run() {
    let run = || {
        let mut rng = Rng::new(7);
        let mut solver = Solver::new(SatOptions { inprocess_interval: 10, ..SatOptions::default() });
        solver.reserve_vars(120);
        for _ in 0..510 {
            let clause: Vec<Lit> = (0..3).map(|_| random_lit(&mut rng, 120)).collect();
            solver.add_clause(&clause);
        }
        let answer = solver.solve(&[]);
        (answer, *solver.statistics())
    };
    assert_eq!(run(), run());
}

/// A clause that lost a literal fixed at level 0 was reported without naming that literal's unit.
#[test]
fn false_and_repeated_literals_of_an_axiom_are_accounted_for() {
    let mut solver = Solver::new(SatOptions::default());
    let proof = Watchers::new();
    solver.set_proof(proof.clone());
    solver.reserve_vars(4);
    solver.add_clause(&lits(&[-1]));
    solver.add_clause(&lits(&[1, 2, 3]));
    solver.add_clause(&lits(&[1, 4, 1, 4, -2]));
    solver.add_clause(&lits(&[1, 4, -4, 2]));
    solver.add_clause(&lits(&[1, 3, 1]));
    solver.add_clause(&lits(&[-3, 1]));
    assert_eq!(solver.solve(&[]), Answer::Unsat);
    proof.demand();
    assert_eq!(proof.conclusions(), 1);
}

#[test]
fn eliminated_variables_come_back_when_they_are_needed() {
    let mut solver = Solver::new(SatOptions::default());
    solver.reserve_vars(3);
    for c in [[-1, 2], [1, -2], [-2, 3]] {
        solver.add_clause(&lits(&c));
    }
    solver.simplify();
    assert!(solver.statistics().eliminated > 0);
    assert_eq!(solver.solve(&lits(&[1])), Answer::Sat);
    assert_eq!(solver.value(lits(&[3])[0]), Some(true));
    assert_eq!(solver.solve(&lits(&[1, -3])), Answer::Unsat);
    solver.add_clause(&lits(&[-3]));
    assert_eq!(solver.solve(&[]), Answer::Sat);
    assert_eq!(solver.value(lits(&[1])[0]), Some(false));
}

#[test]
fn frozen_variables_are_not_eliminated() {
    let mut solver = Solver::new(SatOptions::default());
    solver.reserve_vars(3);
    for v in 0..3 {
        solver.freeze(Var::new(v));
    }
    solver.add_clause(&lits(&[1, 2]));
    solver.add_clause(&lits(&[-1, 3]));
    solver.simplify();
    assert_eq!(solver.statistics().eliminated, 0);
    solver.melt(Var::new(0));
    solver.simplify();
    assert_eq!(solver.statistics().eliminated, 1);
}

fn two_variables() -> Solver {
    let mut solver = Solver::new(SatOptions::default());
    solver.reserve_vars(2);
    solver.add_clause(&lits(&[1, 2]));
    solver
}

#[test]
#[should_panic(expected = "there is no model")]
fn a_model_cannot_be_read_after_unsat() {
    let mut solver = two_variables();
    assert_eq!(solver.solve(&lits(&[-1, -2])), Answer::Unsat);
    solver.value(lits(&[1])[0]);
}

#[test]
#[should_panic(expected = "there is no model")]
fn a_model_is_gone_with_the_next_clause() {
    let mut solver = two_variables();
    assert_eq!(solver.solve(&[]), Answer::Sat);
    solver.add_clause(&lits(&[-1]));
    solver.value(lits(&[1])[0]);
}

#[test]
#[should_panic(expected = "there is no core")]
fn a_core_cannot_be_read_after_sat() {
    let mut solver = two_variables();
    assert_eq!(solver.solve(&[]), Answer::Sat);
    solver.core();
}

#[test]
#[should_panic(expected = "there is no model")]
fn a_model_cannot_be_completed_before_it_is_found() {
    two_variables().complete_model();
}

#[test]
fn a_variable_made_after_a_model_has_no_value_in_it() {
    let mut solver = two_variables();
    assert_eq!(solver.solve(&[]), Answer::Sat);
    let new = solver.new_var();
    assert_eq!(solver.value(new.positive()), None);
}

#[test]
#[should_panic(expected = "a proof begins before the first clause")]
fn a_proof_cannot_begin_after_the_first_clause() {
    two_variables().set_proof(());
}

#[test]
#[should_panic(expected = "a proof begins before the first clause")]
fn a_proof_cannot_begin_after_the_empty_clause() {
    let mut solver = Solver::default();
    solver.add_clause(&[]);
    solver.set_proof(());
}

#[test]
fn a_proof_is_handed_back_with_its_type() {
    let mut solver = Solver::default();
    solver.set_proof(Checker::new(Method::Chains, Budget::unlimited()));
    solver.reserve_vars(1);
    solver.add_clause(&lits(&[1]));
    solver.add_clause(&lits(&[-1]));
    assert!(solver.take_proof::<()>().is_none());
    let mut checker: Checker = solver.take_proof().expect("the sink that was set");
    assert_eq!(checker.verdict(), Checked::Proved);
    assert!(solver.take_proof::<Checker>().is_none());
}

#[test]
#[should_panic(expected = "x2 was not made by this solver")]
fn a_clause_cannot_have_an_unknown_variable() {
    two_variables().add_clause(&lits(&[1, 3]));
}

#[test]
#[should_panic(expected = "x2 was not made by this solver")]
fn a_temporary_clause_cannot_have_an_unknown_variable() {
    two_variables().add_temporary_clause(&lits(&[1, 3]));
}

#[test]
#[should_panic(expected = "x2 was not made by this solver")]
fn an_unknown_variable_cannot_be_assumed() {
    let _ = two_variables().solve(&lits(&[3]));
}

#[test]
#[should_panic(expected = "x2 was not made by this solver, or is gone")]
fn a_popped_variable_cannot_be_used() {
    let mut solver = two_variables();
    solver.push();
    let v = solver.new_var();
    solver.pop();
    // The selector of the scope was the first variable in it.
    assert_eq!(v, Var::new(3));
    solver.add_clause(&lits(&[3]));
}

#[test]
#[should_panic(expected = "x0 was not made by this solver, or is gone")]
fn a_released_variable_cannot_be_used() {
    let mut solver = two_variables();
    solver.release(lits(&[1])[0]);
    solver.add_clause(&lits(&[-1, 2]));
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn an_unknown_variable_has_no_value() {
    let mut solver = two_variables();
    assert_eq!(solver.solve(&[]), Answer::Sat);
    solver.value(lits(&[3])[0]);
}

#[test]
#[should_panic(expected = "x0 is not frozen")]
fn a_variable_is_melted_only_if_it_was_frozen() {
    two_variables().melt(Var::new(0));
}

#[test]
#[should_panic(expected = "variables are beyond the limit")]
fn there_is_a_limit_to_variables() {
    Solver::default().reserve_vars(Var::LIMIT + 1);
}

#[test]
#[should_panic(expected = "variable 1073741823 is beyond the limit")]
fn a_variable_has_an_index_that_fits() {
    Var::new(Var::LIMIT);
}

#[test]
#[should_panic(expected = "literal 4294967296 is beyond the limit")]
fn a_literal_has_a_code_that_fits() {
    Lit::from_code(1 << 32);
}

#[test]
#[should_panic(expected = "a variable that is not below 2")]
fn shared_clauses_have_known_variables() {
    SharedClauses::new(2, [&lits(&[1, 3])[..]].into_iter());
}

#[test]
#[should_panic(expected = "a variable occurs twice")]
fn shared_clauses_are_no_tautologies() {
    SharedClauses::new(2, [&lits(&[1, 2, -1])[..]].into_iter());
}
