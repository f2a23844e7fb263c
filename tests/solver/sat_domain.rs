//! Domain-restricted queries against enumeration, on random circuits with lemmas and temporary clauses.

use crate::cases::try_random;
use crate::cnf::{random_lit, satisfiable};
use crate::watch::{demand_answer, random_options, Watchers};
use indubit::base::{Lit, Rng, Var};
use indubit::solver::sat::{Answer, Definitions, SatOptions, Solver};
use std::sync::Arc;

/// Gates over inputs: the clauses, and for each variable those that define it.
fn random_gates(rng: &mut Rng, inputs: usize, vars: usize) -> (Vec<Vec<Lit>>, Vec<Vec<Var>>) {
    let mut clauses = Vec::new();
    let mut definitions = vec![Vec::new(); vars];
    for (gate, defined_by) in definitions.iter_mut().enumerate().skip(inputs) {
        let out = Var::new(gate).positive();
        let (a, b, c) = (random_lit(rng, gate), random_lit(rng, gate), random_lit(rng, gate));
        *defined_by = vec![a.var(), b.var()];
        match rng.below(4) {
            0 => clauses.extend([vec![!out, a], vec![!out, b], vec![out, !a, !b]]),
            1 => clauses.extend([vec![!out, a, b], vec![!out, !a, !b], vec![out, !a, b], vec![out, a, !b]]),
            2 => {
                defined_by.push(c.var());
                clauses.extend([vec![!a, !b, out], vec![!a, b, !out], vec![a, !c, out], vec![a, c, !out]]);
            }
            _ => clauses.extend([vec![!out, a, b], vec![out, !a], vec![out, !b]]),
        }
    }
    (clauses, definitions)
}

fn queries(seed: u64) {
    let mut rng = Rng::new(seed);
    let inputs = 2 + rng.below(5);
    let vars = inputs + 1 + rng.below(9);
    let mut solver = Solver::new(random_options(&mut rng));
    let proof = Watchers::new();
    if rng.one_in(2) {
        solver.set_proof(proof.clone());
    }
    solver.reserve_vars(vars);
    let (mut clauses, definitions) = random_gates(&mut rng, inputs, vars);
    for c in &clauses {
        solver.add_clause(c);
    }
    solver.set_definitions(Arc::new(Definitions::new(definitions)));
    for _ in 0..12 {
        if rng.one_in(4) {
            let lemma: Vec<Lit> = (0..1 + rng.below(3)).map(|_| random_lit(&mut rng, vars)).collect();
            if lemma.len() > 1 || rng.one_in(3) {
                for l in &lemma {
                    solver.keep_in_domain(l.var());
                }
                solver.add_clause(&lemma);
                clauses.push(lemma);
            }
        }
        if rng.one_in(6) {
            solver.simplify();
        }
        let mut all = clauses.clone();
        if rng.one_in(2) {
            let clause: Vec<Lit> = (0..1 + rng.below(3)).map(|_| random_lit(&mut rng, vars)).collect();
            solver.add_temporary_clause(&clause);
            all.push(clause);
        }
        let assumptions: Vec<Lit> = (0..rng.below(4)).map(|_| random_lit(&mut rng, vars)).collect();
        let answer = if rng.one_in(5) {
            solver.solve(&assumptions)
        } else {
            let answer = solver.solve_in_domain(&assumptions);
            if answer == Answer::Sat {
                for &l in &assumptions {
                    assert_eq!(solver.value(l), Some(true));
                }
                solver.complete_model();
            }
            answer
        };
        demand_answer(&solver, answer, &all, &assumptions, |fixed| satisfiable(vars, &all, fixed, |_| true));
        proof.demand();
    }
}

#[test]
fn restricted_queries_answer_like_unrestricted_ones() {
    try_random(1500, queries);
}

/// Strengthening between queries once left a clause that watched a literal fixed long before.
#[test]
fn clauses_strengthened_between_queries_are_freed_from_what_is_fixed() {
    let mut solver = Solver::new(SatOptions { subsume_interval: 4, ..SatOptions::incremental() });
    solver.reserve_vars(20);
    let lit = |v: usize| Var::new(v).positive();
    let (a, x, fixed) = (lit(0), lit(1), lit(2));
    solver.set_definitions(Arc::new(Definitions::default()));
    for v in 0..20 {
        solver.keep_in_domain(Var::new(v));
    }
    solver.add_clause(&[x, a, fixed]);
    assert_eq!(solver.solve_in_domain(&[]), Answer::Sat);
    solver.add_clause(&[!fixed]);
    assert_eq!(solver.solve_in_domain(&[]), Answer::Sat);
    solver.add_clause(&[!x, a]);
    for v in (4..20).step_by(2) {
        solver.add_clause(&[lit(v), lit(v + 1)]);
    }
    // Level 0 is tidied only now and then.
    for _ in 0..250 {
        assert_eq!(solver.solve_in_domain(&[a]), Answer::Sat);
    }
    assert_eq!(solver.solve_in_domain(&[!a]), Answer::Unsat);
}
