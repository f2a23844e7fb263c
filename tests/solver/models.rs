//! All models, against all assignments.

use crate::cases::try_random;
use crate::cnf::{random_clause, satisfiable};
use crate::watch::random_options;
use indubit::base::{Lit, Rng, Var};
use indubit::solver::models::{Blocking, TermCube};
use indubit::solver::sat::{Answer, Solver};
use indubit::solver::smt;
use indubit::solver::term::{Model, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use indubit::theories::num::Rational;
use std::collections::BTreeSet;

const ALL: [Blocking; 3] = [Blocking::Exact, Blocking::Cubes, Blocking::Disjoint];

/// Whether two cubes have an assignment in common.
fn meet(a: &[Lit], b: &[Lit]) -> bool {
    a.iter().all(|&lit| !b.contains(&!lit))
}

fn clauses_with_a_choice(seed: u64) {
    let mut rng = Rng::new(seed);
    let vars = 2 + rng.below(7);
    let clauses: Vec<Vec<Lit>> = (0..rng.below(3 * vars)).map(|_| random_clause(&mut rng, vars)).collect();
    let mut chosen: Vec<Lit> = (0..vars).map(|v| Var::new(v).lit(rng.one_in(2))).collect();
    chosen.retain(|_| !rng.one_in(4));
    // Assignments to the choice, by the bits of a number.
    let literals = |bits: u32| -> Vec<Lit> {
        chosen.iter().enumerate().map(|(i, &lit)| lit.negate_if(bits >> i & 1 == 0)).collect()
    };
    let models: Vec<u32> = (0..1 << chosen.len())
        .filter(|&bits| satisfiable(vars, &clauses, &literals(bits), |_| true))
        .collect();
    let mut solver = Solver::new(random_options(&mut rng));
    solver.reserve_vars(vars);
    for clause in &clauses {
        solver.add_clause(clause);
    }
    if rng.one_in(2) {
        solver.simplify();
    }
    for blocking in ALL {
        let mut iterator = solver.models(&chosen, blocking);
        let cubes: Vec<Vec<Lit>> = iterator.by_ref().map(|cube| cube.expect("no limit")).collect();
        assert!(iterator.is_complete());
        let covered = iterator.covered().to_string();
        drop(iterator);
        let covers = |bits: u32| cubes.iter().filter(|cube| meet(cube, &literals(bits))).count();
        for bits in 0..1 << chosen.len() {
            let (count, is_model) = (covers(bits), models.contains(&bits));
            assert_eq!(count > 0, is_model, "{:?} {:?} {:?}", blocking, clauses, literals(bits));
            assert!(blocking == Blocking::Cubes || count <= 1, "{:?} {:?}", clauses, cubes);
        }
        if blocking != Blocking::Cubes {
            assert_eq!(covered, models.len().to_string());
        }
        if blocking == Blocking::Exact {
            assert!(cubes.iter().all(|cube| cube.len() == chosen.len()));
        }
    }
    // The solver is as it was.
    let answer = if models.is_empty() { Answer::Unsat } else { Answer::Sat };
    assert_eq!(solver.solve(&[]), answer);
}

#[test]
fn models_of_clauses_are_those_among_all_assignments() {
    try_random(1000, clauses_with_a_choice);
}

/// A formula over three Booleans, a word of two bits and an integer from 0 to 3.
struct Small {
    terms: Terms,
    bools: Vec<TermId>,
    word: TermId,
    number: TermId,
    range: TermId,
}

impl Small {
    fn new() -> Small {
        let mut terms = Terms::new();
        let bools = ["p", "q", "r"].map(|name| terms.declare(name, Sort::Bool)).to_vec();
        let (word, number) = (terms.declare("w", Sort::BitVec(2)), terms.declare("n", Sort::Int));
        let (low, high) = (terms.int(0), terms.int(3));
        let bounds = [terms.le(low, number), terms.le(number, high)];
        let range = terms.and(&bounds);
        Small { terms, bools, word, number, range }
    }

    fn formula(&mut self, rng: &mut Rng, depth: usize) -> TermId {
        let kinds = if depth == 0 { 3 } else { 6 };
        match rng.below(kinds) {
            0 => self.bools[rng.below(3)],
            1 => {
                let bound = self.terms.bv(rng.below(4) as u64, 2);
                self.terms.bv_ult(self.word, bound)
            }
            2 => {
                let bound = self.terms.int(rng.below(4) as i64);
                self.terms.le(self.number, bound)
            }
            3 => {
                let inner = self.formula(rng, depth - 1);
                self.terms.not(inner)
            }
            kind => {
                let parts = [self.formula(rng, depth - 1), self.formula(rng, depth - 1)];
                if kind == 4 {
                    self.terms.and(&parts)
                } else {
                    self.terms.or(&parts)
                }
            }
        }
    }

    /// All assignments.
    fn assignments(&self) -> Vec<Model> {
        let constants = self.bools.iter().copied().chain([self.word, self.number]);
        let constants: Vec<TermId> = constants.collect();
        (0..128u64)
            .map(|bits| {
                let mut values: Vec<Value> = (0..3).map(|i| Value::Bool(bits >> i & 1 == 1)).collect();
                values.push(Value::Bits(Bits::new(bits >> 3 & 3, 2)));
                values.push(Value::Number(Rational::from((bits >> 5) as i64)));
                let mut model = Model::new();
                model.set_all(&self.terms, constants.iter().copied(), &values);
                model
            })
            .collect()
    }
}

fn formulas_with_a_choice(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut small = Small::new();
    let formula = small.formula(&mut rng, 4);
    let mut over: Vec<TermId> = small.bools.clone();
    over.extend([small.word, small.number]);
    over.retain(|_| !rng.one_in(3));
    let assignments = small.assignments();
    let facts = [formula, small.range];
    let holds = |terms: &Terms, model: &Model| facts.iter().all(|&f| model.evaluate(terms, f).is_true());
    let values = |terms: &Terms, model: &Model| model.evaluate_all(terms, &over);
    let models: BTreeSet<String> = assignments
        .iter()
        .filter(|model| holds(&small.terms, model))
        .map(|model| format!("{:?}", values(&small.terms, model)))
        .collect();
    let mut solver = smt::Solver::default();
    facts.iter().for_each(|&f| solver.assert(&mut small.terms, f));
    for blocking in ALL {
        let mut iterator = solver.models(&mut small.terms, &over, blocking);
        let cubes: Vec<TermCube> = iterator.by_ref().map(|cube| cube.expect("an answer")).collect();
        assert!(iterator.is_complete());
        drop(iterator);
        for model in &assignments {
            let covers =
                |cube: &&TermCube| cube.iter().all(|(t, value)| model.evaluate(&small.terms, *t) == *value);
            let count = cubes.iter().filter(covers).count();
            let is_model = models.contains(&format!("{:?}", values(&small.terms, model)));
            assert_eq!(count > 0, is_model, "{:?} {}", blocking, small.terms.text(formula));
            assert!(blocking == Blocking::Cubes || count <= 1, "{}", small.terms.text(formula));
        }
        assert!(blocking != Blocking::Exact || cubes.len() == models.len());
    }
}

#[test]
fn models_of_formulas_are_those_among_all_assignments() {
    try_random(200, formulas_with_a_choice);
}
