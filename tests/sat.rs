//! The SAT core against enumeration, with every proof step judged by both methods of the checker.

mod support_sat;

use indubit::base::{Budget, Limit, Lit, Rng, Var};
use indubit::solver::sat::{Answer, SatOptions, Solver};
use quickcheck::{QuickCheck, TestResult};
use support_sat::{demand_answer, random_clause, random_lit, random_options, satisfiable, Watchers};

fn check(tests: u64, property: fn(u64) -> TestResult) {
    QuickCheck::new().tests(tests).quickcheck(property);
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&n| Lit::from_dimacs(n).expect("a literal")).collect()
}

/// One formula, one call.
fn plain(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let vars = 3 + rng.below(12);
    let mut solver = Solver::new(random_options(&mut rng));
    let proof = Watchers::new();
    solver.set_proof(Box::new(proof.clone()));
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
    TestResult::passed()
}

#[test]
fn formulas_under_all_options() {
    check(1500, plain);
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
            solver.set_proof(Box::new(proof.clone()));
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
            assert_eq!(limit, Some(Limit::Conflicts));
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

fn incremental(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let mut session = Session::new(&mut rng);
    for _ in 0..3 + rng.below(12) {
        session.change(&mut rng);
        session.solve(&mut rng);
        if !session.solver.is_consistent() && session.scopes.is_empty() {
            break;
        }
    }
    TestResult::passed()
}

#[test]
fn sequences_of_changes_and_calls() {
    check(2500, incremental);
}

/// Gates and clauses over them, too large to enumerate: the solver that does nothing but search is the judge.
fn structured(seed: u64) -> TestResult {
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
        ..SatOptions::default()
    };
    let mut solver = Solver::new(options);
    let mut judge = Solver::new(SatOptions { inprocessing: false, ..SatOptions::incremental() });
    let proof = Watchers::new();
    solver.set_proof(Box::new(proof.clone()));
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
    TestResult::passed()
}

#[test]
fn structured_formulas_with_and_without_simplification() {
    check(300, structured);
}

/// Pigeons in holes, one pigeon too many: hard enough for every technique to run at its usual pace.
#[test]
fn pigeons_do_not_fit_and_the_proof_says_so() {
    let (pigeons, holes) = (8, 7);
    let at = |p: usize, h: usize| Var::new(p * holes + h).positive();
    let mut solver = Solver::new(SatOptions { inprocess_interval: 100, ..SatOptions::default() });
    let proof = Watchers::new();
    solver.set_proof(Box::new(proof.clone()));
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
    assert_eq!(solver.solve(&[]), Answer::Unknown(Some(Limit::Conflicts)));
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
    solver.set_proof(Box::new(proof.clone()));
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
