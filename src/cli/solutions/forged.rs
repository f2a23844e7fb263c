//! Optima of MaxSAT that are not: other costs, other solutions, proofs with lines less, of other bounds, of other
//! problems. The steps of a true proof are recorded, changed, and told to the listener that checks them.

use super::ask;
use super::best::{is_optimal, Best};
use super::cheaper;
use crate::cli::numbering::Numbering;
use crate::cli::options::Settings;
use crate::cli::refutation::{Checked, Evidence, Formula};
use crate::cli::values::Switch;
use crate::cli::Failure;
use indubit::base::{Budget, Lit, Rng, Var};
use indubit::input::dimacs::Cnf;
use indubit::input::wcnf::Wcnf;
use indubit::solver::proof::{ClauseId, ProofSink};
use indubit::solver::sat::{SatOptions, Solver};
use std::sync::{Arc, Mutex};

const FORGERIES: usize = 250;

#[derive(Clone, Debug)]
enum Step {
    Axiom(ClauseId, Vec<Lit>),
    Derived(ClauseId, Vec<Lit>, Vec<ClauseId>),
    Deleted(ClauseId, Vec<Lit>),
}

/// Records a proof.
#[derive(Clone, Default)]
struct Record(Arc<Mutex<Vec<Step>>>);

impl Record {
    fn push(&self, step: Step) {
        self.0.lock().expect("no test panics here").push(step);
    }
}

impl ProofSink for Record {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.push(Step::Axiom(id, clause.to_vec()));
    }
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.push(Step::Derived(id, clause.to_vec(), chain.to_vec()));
    }
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.push(Step::Deleted(id, clause.to_vec()));
    }
}

/// The steps of a proof, in the solver's numbers; none for a formula with a model.
fn proof_of(cnf: Cnf) -> Vec<Step> {
    let numbering = Numbering::of(&cnf);
    let record = Record::default();
    let mut solver = Solver::new(SatOptions::default());
    solver.set_proof(record.clone());
    assert!(ask::load(&mut solver, &Formula { cnf, numbering }, &Budget::unlimited()).is_ok());
    let is_refuted = solver.solve(&[]).decided() == Ok(false);
    let steps = record.0.lock().expect("no test panics here").clone();
    steps.into_iter().filter(|_| is_refuted).collect()
}

/// Whether the listener takes these steps for a refutation of the formula.
fn accepts(cnf: &Cnf, steps: &[Step], settings: &Settings) -> Result<bool, Failure> {
    let formula = Arc::new(Formula { cnf: cnf.clone(), numbering: Numbering::of(cnf) });
    let mut evidence = Evidence::open(formula, &settings.sat, &Budget::unlimited())?;
    for step in steps {
        match step {
            Step::Axiom(id, clause) => evidence.axiom(*id, clause),
            Step::Derived(id, clause, chain) => evidence.derived(*id, clause, chain),
            Step::Deleted(id, clause) => evidence.deleted(*id, clause),
        }
    }
    Ok(matches!(evidence.checked(), Checked::Proved))
}

fn clause(rng: &mut Rng, vars: usize) -> Vec<Lit> {
    let mut lits: Vec<Lit> =
        (0..1 + rng.below(3)).map(|_| Var::new(rng.below(vars)).lit(rng.one_in(2))).collect();
    lits.sort_unstable();
    lits.dedup();
    lits
}

fn problem(rng: &mut Rng) -> Wcnf {
    let vars = 3 + rng.below(3);
    let mut wcnf = Wcnf { hard: Cnf::new(vars), soft: Cnf::new(vars), ..Wcnf::default() };
    (0..rng.below(5)).for_each(|_| wcnf.hard.push(&clause(rng, vars)));
    for _ in 0..4 + rng.below(5) {
        wcnf.soft.push(&clause(rng, vars));
        wcnf.weights.push([1, 1, 2, 3, 7][rng.below(5)]);
    }
    wcnf
}

/// Each assignment with its cost, if it satisfies the hard clauses.
fn assignments(wcnf: &Wcnf) -> Vec<(Vec<bool>, Option<u128>)> {
    let holds = |values: &[bool], lit: &Lit| values[lit.var().index()] != lit.is_negative();
    let vars = wcnf.hard.vars();
    let all = (0..1u32 << vars).map(|bits| (0..vars).map(|v| bits >> v & 1 == 1).collect::<Vec<bool>>());
    all.map(|values| {
        let is_solution = wcnf.hard.clauses().all(|clause| clause.iter().any(|lit| holds(&values, lit)));
        let soft = wcnf.soft.clauses().zip(&wcnf.weights);
        let violated = soft.filter(|(clause, _)| !clause.iter().any(|lit| holds(&values, lit)));
        let cost = violated.map(|(_, &weight)| u128::from(weight)).sum();
        (values, Some(cost).filter(|_| is_solution))
    })
    .collect()
}

/// The proof without a line that another line needs, or without its end.
fn with_a_line_less(rng: &mut Rng, steps: &[Step]) -> Vec<Step> {
    let mut needed: Vec<ClauseId> = Vec::new();
    for step in steps {
        match step {
            Step::Derived(id, clause, chain) => {
                needed.extend(chain);
                needed.extend(Some(id).filter(|_| clause.is_empty()));
            }
            Step::Axiom(..) | Step::Deleted(..) => {}
        }
    }
    let lost = needed[rng.below(needed.len())];
    let is_lost = |step: &Step| matches!(step, Step::Axiom(id, _) | Step::Derived(id, _, _) if *id == lost);
    steps.iter().filter(|step| !is_lost(step)).cloned().collect()
}

/// A problem with its true optimum and proof.
struct Case {
    wcnf: Wcnf,
    all: Vec<(Vec<bool>, Option<u128>)>,
    best: Vec<bool>,
    least: u128,
    steps: Vec<Step>,
}

impl Case {
    fn random(rng: &mut Rng) -> Case {
        loop {
            let wcnf = problem(rng);
            let all = assignments(&wcnf);
            let best = all.iter().filter_map(|(values, cost)| Some(((*cost)?, values.clone()))).min();
            if let Some((least, best)) = best.filter(|(cost, _)| *cost > 0) {
                let steps = proof_of(cheaper::formula(&wcnf, least).expect("a small formula"));
                return Case { wcnf, all, best, least, steps };
            }
        }
    }

    fn accepts(&self, values: &[bool], cost: u128, steps: &[Step]) -> bool {
        let mut settings = Settings::default();
        settings.sat.check = Switch(true);
        let best = Best { values: values.to_vec(), cost };
        is_optimal(&self.wcnf, &best, &settings, |less| accepts(less, steps, &settings)).unwrap_or(false)
    }

    /// The values, cost and proof of a claim that is wrong in one way; none if this problem has none of the kind.
    fn forged(&self, kind: usize, rng: &mut Rng) -> Option<(Vec<bool>, u128, Vec<Step>)> {
        let Case { wcnf, all, best, least, steps } = self;
        let proof = |cost: u128| cheaper::formula(wcnf, cost).map_or(Vec::new(), proof_of);
        let other = &all[rng.below(all.len())];
        match (kind, other) {
            // One more or less, with the best proof that there is for it.
            (0, _) => Some((best.clone(), least + 1, steps.clone())),
            (1, _) => Some((best.clone(), least - 1, proof(least - 1))),
            // No solution, or one that costs more, said to cost as little or as much as it does.
            (2, (values, None)) => Some((values.clone(), *least, steps.clone())),
            (3, (values, Some(cost))) if cost > least => Some((values.clone(), *least, steps.clone())),
            (4, (values, Some(cost))) if cost > least => Some((values.clone(), *cost, steps.clone())),
            (5, _) => Some((best.clone(), *least, with_a_line_less(rng, steps))),
            (6, _) => {
                let (true_one, less) = (cheaper::formula(wcnf, *least), cheaper::formula(wcnf, least - 1));
                Some((best.clone(), *least, proof(least - 1))).filter(|_| true_one != less)
            }
            (7, _) => {
                let another = Case::random(rng);
                let claim = (another.best, another.least, another.steps);
                Some(claim).filter(|_| another.wcnf != *wcnf)
            }
            (8, _) => Some((best.clone(), *least, Case::random(rng).steps)),
            (2..=4, _) => None,
            (kind, _) => panic!("no kind {}", kind),
        }
    }
}

#[test]
fn forged_optima_of_clauses_are_refused() {
    let mut rng = Rng::new(500);
    let mut counts = [0; 9];
    while counts.iter().sum::<usize>() < FORGERIES {
        let case = Case::random(&mut rng);
        assert!(case.accepts(&case.best, case.least, &case.steps), "{:?}", case.wcnf);
        for (kind, count) in counts.iter_mut().enumerate() {
            if let Some((values, cost, steps)) = case.forged(kind, &mut rng) {
                let is_taken = case.accepts(&values, cost, &steps);
                assert!(!is_taken, "kind {}: {:?} {:?} {}", kind, case.wcnf, values, cost);
                *count += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count >= 5), "{:?}", counts);
}
