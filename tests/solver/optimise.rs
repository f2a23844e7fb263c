//! Optima, against all assignments.

use crate::cases::try_random;
use crate::cnf::random_clause;
use crate::watch::random_options;
use indubit::base::{Lit, Rng, Var};
use indubit::solver::optimise::{least_cost, optimise, Cost, Goal, Optimum, Order};
use indubit::solver::sat::Solver;
use indubit::solver::smt;
use indubit::solver::term::{Model, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use indubit::theories::num::Rational;

fn weight(rng: &mut Rng) -> i64 {
    let weight = [1, 1, 2, 3, 10, 100, 1000][rng.below(7)];
    if rng.one_in(8) {
        -weight
    } else {
        weight
    }
}

fn cost_of_clauses(seed: u64, groups: usize) {
    let mut rng = Rng::new(seed);
    let vars = 2 + rng.below(8);
    let mut clauses: Vec<Vec<Lit>> =
        (0..rng.below(3 * vars)).map(|_| random_clause(&mut rng, vars)).collect();
    let mut soft: Vec<(Lit, i64)> = (0..rng.below(3 * vars))
        .map(|_| (Var::new(rng.below(vars)).lit(rng.one_in(2)), weight(&mut rng)))
        .collect();
    for _ in 0..groups {
        let mut group: Vec<Lit> = (0..5).map(|_| Var::new(rng.below(vars)).lit(rng.one_in(2))).collect();
        group.sort_unstable();
        group.dedup();
        soft.extend(group.iter().map(|&lit| (lit, weight(&mut rng))));
        for (i, &a) in group.iter().enumerate() {
            clauses.extend(group[..i].iter().map(|&b| vec![!a, !b]));
        }
    }
    let holds = |bits: u32, lit: &Lit| (bits >> lit.var().index() & 1 == 1) != lit.is_negative();
    let cost = |bits: u32| soft.iter().filter(|(lit, _)| !holds(bits, lit)).map(|(_, w)| w).sum::<i64>();
    let is_model = |bits: &u32| clauses.iter().all(|clause| clause.iter().any(|lit| holds(*bits, lit)));
    let best = (0..1u32 << vars).filter(is_model).map(cost).min();
    let mut solver = Solver::new(random_options(&mut rng));
    solver.reserve_vars(vars);
    for clause in &clauses {
        solver.add_clause(clause);
    }
    if rng.one_in(2) {
        solver.simplify();
    }
    let weighted: Vec<(Lit, Rational)> = soft.iter().map(|&(lit, w)| (lit, Rational::from(w))).collect();
    let mut last = None;
    let found = least_cost(&mut solver, &weighted, |solver, cost| {
        let reached = weighted.iter().filter(|(lit, _)| solver.value(*lit) != Some(true));
        assert_eq!(*cost, reached.fold(Rational::ZERO, |sum, (_, w)| sum + w));
        last = Some(cost.clone());
    });
    assert_eq!(last, best.map(Rational::from), "{:?} {:?}", clauses, soft);
    assert_eq!(found, best.map_or(Cost::Impossible, |best| Cost::Optimum(Rational::from(best))));
}

#[test]
fn the_cheapest_assignment_is_that_among_all() {
    try_random(1000, |seed| cost_of_clauses(seed, 0));
}

#[test]
fn soft_literals_that_exclude_each_other_cost_what_all_assignments_say() {
    try_random(1000, |seed| cost_of_clauses(seed, 1 + seed as usize % 3));
}

/// Two truth values, a word of two bits, and an integer between -3 and 4.
struct Small {
    terms: Terms,
    constants: Vec<TermId>,
}

impl Small {
    fn new() -> Small {
        let mut terms = Terms::new();
        let constants = [("p", Sort::Bool), ("q", Sort::Bool), ("w", Sort::BitVec(2)), ("n", Sort::Int)];
        let constants = constants.map(|(name, sort)| terms.declare(name, sort)).to_vec();
        Small { terms, constants }
    }

    fn formula(&mut self, rng: &mut Rng, depth: usize) -> TermId {
        let Small { terms, constants } = self;
        match rng.below(if depth == 0 { 3 } else { 6 }) {
            0 => constants[rng.below(2)],
            1 => {
                let bound = terms.bv(rng.below(4) as u64, 2);
                terms.bv_ult(constants[2], bound)
            }
            2 => {
                let (bound, factor) =
                    (terms.int(rng.below(9) as i64 - 4), Rational::from(1 + rng.below(3) as i64));
                let scaled = terms.scale(&factor, constants[3]);
                terms.le(scaled, bound)
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

    fn goal(&mut self, rng: &mut Rng) -> Goal {
        match rng.below(3) {
            0 => Goal::Soft(
                (0..1 + rng.below(4)).map(|_| (self.formula(rng, 1), Rational::from(weight(rng)))).collect(),
            ),
            kind => {
                let t = self.constants[1 + kind];
                if rng.one_in(2) {
                    Goal::Minimize(t)
                } else {
                    Goal::Maximize(t)
                }
            }
        }
    }

    fn assignments(&self) -> Vec<Model> {
        (0..128u64)
            .map(|bits| {
                let number = Rational::from((bits >> 4) as i64 - 3);
                let values = [
                    Value::Bool(bits & 1 == 1),
                    Value::Bool(bits & 2 == 2),
                    Value::Bits(Bits::new(bits >> 2 & 3, 2)),
                    Value::Number(number),
                ];
                let mut model = Model::new();
                model.set_all(&self.terms, self.constants.iter().copied(), &values);
                model
            })
            .collect()
    }

    /// The value for a goal, so that less is better.
    fn value(&self, model: &Model, goal: &Goal) -> i64 {
        let number = |t: TermId| match model.evaluate(&self.terms, t) {
            Value::Number(number) => number.to_integer().and_then(|n| n.to_i64()).expect("a small number"),
            Value::Bits(bits) => bits.to_u64().expect("a small word") as i64,
            other => panic!("{:?}", other),
        };
        match goal {
            Goal::Minimize(t) => number(*t),
            Goal::Maximize(t) => -number(*t),
            Goal::Soft(soft) => soft
                .iter()
                .filter(|(f, _)| !model.evaluate(&self.terms, *f).is_true())
                .map(|(_, w)| w.to_integer().and_then(|n| n.to_i64()).expect("a small number"))
                .sum(),
        }
    }
}

fn goals_over_terms(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut small = Small::new();
    let formula = small.formula(&mut rng, 3);
    let (low, high) = (small.terms.int(-3), small.terms.int(4));
    let bounds = [small.terms.le(low, small.constants[3]), small.terms.le(small.constants[3], high)];
    let goals: Vec<Goal> = (0..1 + rng.below(3)).map(|_| small.goal(&mut rng)).collect();
    let facts = [formula, bounds[0], bounds[1]];
    let mut solver = smt::Solver::default();
    facts.iter().for_each(|&f| solver.assert(&mut small.terms, f));
    let assignments = small.assignments();
    let mut models: Vec<&Model> = assignments
        .iter()
        .filter(|model| facts.iter().all(|&f| model.evaluate(&small.terms, f).is_true()))
        .collect();
    let order = if rng.one_in(3) { Order::Box } else { Order::Lexicographic };
    let best = optimise(&mut solver, &mut small.terms, &goals, order).expect("an answer");
    let best = match best {
        Some(best) => best,
        None => return assert!(models.is_empty(), "{}", small.terms.text(formula)),
    };
    for (goal, optimum) in goals.iter().zip(&best.optima) {
        let least = models.iter().map(|model| small.value(model, goal)).min().expect("a model");
        let found = match optimum {
            Optimum::Value(Value::Number(number)) => number.to_string(),
            Optimum::Value(Value::Bits(bits)) => bits.to_integer().to_string(),
            other => panic!("{:?}", other),
        };
        let sign = if matches!(goal, Goal::Maximize(_)) { -1 } else { 1 };
        assert_eq!(found, (sign * least).to_string(), "{} {:?}", small.terms.text(formula), goals);
        if order == Order::Lexicographic {
            models.retain(|model| small.value(model, goal) == least);
        }
    }
    // A model under the commitments is a best one, and nothing is better.
    assert_eq!(solver.check(&mut small.terms, &best.commitments), smt::Answer::Sat);
    assert_eq!(best.refutations.len(), goals.len());
    for better in &best.refutations {
        assert_eq!(solver.check(&mut small.terms, better), smt::Answer::Unsat);
    }
}

#[test]
fn goals_over_terms_have_the_best_values_among_all_assignments() {
    try_random(1000, goals_over_terms);
}

/// Bounds on an integer are none on a real, and the search once went on from one value to the next.
#[test]
fn a_real_below_an_integer_has_its_supremum() {
    let mut terms = Terms::new();
    let mut solver = smt::Solver::default();
    let (x, r) = (terms.declare("x", Sort::Int), terms.declare("r", Sort::Real));
    let (zero, three, real_x) = (terms.int(0), terms.int(3), terms.to_real(x));
    let triple = terms.scale(&Rational::from(3), r);
    for bound in [terms.le(zero, x), terms.le(x, three), terms.lt(triple, real_x)] {
        solver.assert(&mut terms, bound);
    }
    let goals = [Goal::Maximize(r), Goal::Minimize(r), Goal::Minimize(x)];
    let best = optimise(&mut solver, &mut terms, &goals, Order::Box).expect("optima").expect("a model");
    let zero = Optimum::Value(Value::Number(Rational::ZERO));
    assert_eq!(best.optima, [Optimum::Below(Rational::from(1)), Optimum::Unbounded, zero]);
}
