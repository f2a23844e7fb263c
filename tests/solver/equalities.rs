//! Techniques that find and use equal literals, each alone and all together, against a plain solver: on circuits with
//! many equal gates, incrementally, with assumptions, frozen variables and scopes, every proof step judged.

use crate::cases::try_random;
use crate::cnf::{lits, random_clause, random_lit, satisfiable};
use crate::watch::{demand_answer, Watchers};
use indubit::base::{Lit, Rng, Var};
use indubit::solver::sat::{Answer, Definitions, SatOptions, Solver};
use std::sync::Arc;

type Clauses = Vec<Vec<Lit>>;

/// A way of setting options.
type Setting = (&'static str, fn(&mut SatOptions));

/// Each technique without the others, and all of them.
const TECHNIQUES: &[Setting] = &[
    ("none", |_| {}),
    ("substitution", |o| o.substitution = true),
    ("congruence", |o| (o.substitution, o.congruence) = (true, true)),
    ("sweeping", |o| (o.substitution, o.sweeping) = (true, true)),
    ("vivification", |o| o.vivification = true),
    ("instantiation", |o| (o.vivification, o.instantiation) = (true, true)),
    ("adaptive tiers", |o| (o.vivification, o.adaptive_tiers) = (true, true)),
    ("variable addition", |o| o.variable_addition = true),
    ("elimination", |o| (o.elimination, o.subsumption) = (true, true)),
    ("all", |o| {
        *o = SatOptions { inprocess_interval: 1, variable_addition: true, ..SatOptions::default() };
    }),
];

fn with(setting: &Setting) -> SatOptions {
    let mut options = SatOptions {
        inprocess_interval: 1,
        reduce_interval: 3,
        congruence: false,
        sweeping: false,
        substitution: false,
        probing: false,
        subsumption: false,
        elimination: false,
        vivification: false,
        instantiation: false,
        variable_addition: false,
        adaptive_tiers: false,
        ..SatOptions::default()
    };
    setting.1(&mut options);
    options
}

/// The clauses of a gate of a random kind.
fn gate(rng: &mut Rng, out: Lit, [a, b, c]: [Lit; 3]) -> Clauses {
    match rng.below(4) {
        0 => vec![vec![!out, a], vec![!out, b], vec![out, !a, !b]],
        1 => vec![vec![!out, a, b], vec![!out, !a, !b], vec![out, !a, b], vec![out, a, !b]],
        2 => vec![vec![!out, !c, a], vec![!out, c, b], vec![out, !c, !a], vec![out, c, !b]],
        _ => vec![vec![!out, a], vec![!out, b], vec![!out, c], vec![out, !a, !b, !c]],
    }
}

/// A circuit over few inputs, so that many gates are equal, and a few more clauses, in any order.
fn circuit(rng: &mut Rng) -> (usize, Clauses) {
    let inputs = 3;
    let vars = inputs + 1 + rng.below(9);
    let mut clauses = Vec::new();
    for out in inputs..vars {
        let seen = if rng.one_in(3) { out } else { inputs };
        let ins = [random_lit(rng, seen), random_lit(rng, seen), random_lit(rng, out)];
        let out = Var::new(out).lit(rng.one_in(2));
        clauses.extend(gate(rng, out, ins));
    }
    for _ in 0..rng.below(4) {
        clauses.push(random_clause(rng, vars));
    }
    for i in (1..clauses.len()).rev() {
        let j = rng.below(i + 1);
        clauses.swap(i, j);
    }
    (vars, clauses)
}

fn session(seed: u64) {
    for setting in TECHNIQUES {
        let mut rng = Rng::new(seed);
        let (vars, mut clauses) = circuit(&mut rng);
        let mut solver = Solver::new(with(setting));
        let proof = if rng.one_in(4) { None } else { Some(Watchers::new()) };
        if let Some(proof) = &proof {
            solver.set_proof(proof.clone());
        }
        solver.reserve_vars(vars);
        clauses.iter().for_each(|c| {
            solver.add_clause(c);
        });
        let mut scope = None;
        for _ in 0..5 {
            match rng.below(6) {
                0 => solver.freeze(Var::new(rng.below(vars))),
                1 | 2 => solver.simplify(),
                3 if scope.is_none() => {
                    solver.push();
                    scope = Some(clauses.len());
                }
                4 => {
                    if let Some(count) = scope.take() {
                        solver.pop();
                        clauses.truncate(count);
                    }
                }
                _ => {
                    let clause = random_clause(&mut rng, vars);
                    solver.add_clause(&clause);
                    clauses.push(clause);
                }
            }
            let assumptions: Vec<Lit> = (0..rng.below(4)).map(|_| random_lit(&mut rng, vars)).collect();
            let answer = solver.solve(&assumptions);
            demand_answer(&solver, answer, &clauses, &assumptions, |a| {
                satisfiable(vars, &clauses, a, |_| true)
            });
            if let Some(proof) = &proof {
                proof.demand();
            }
        }
    }
}

#[test]
fn each_technique_alone_and_all_together_give_the_answers_of_enumeration() {
    try_random(200, session);
}

/// Two copies of a circuit over the same inputs, of which one output is claimed to differ.
fn miter(copies: &[&[[i32; 3]]], kind: fn(Lit, Lit, Lit) -> Clauses) -> (usize, Clauses) {
    let mut clauses = Vec::new();
    let mut vars = 0;
    for rows in copies {
        for row in *rows {
            let [out, a, b] = [lits(&[row[0]])[0], lits(&[row[1]])[0], lits(&[row[2]])[0]];
            vars = vars.max(out.var().index() + 1);
            clauses.extend(kind(out, a, b));
        }
    }
    (vars, clauses)
}

fn parity(out: Lit, a: Lit, b: Lit) -> Clauses {
    vec![vec![!out, a, b], vec![!out, !a, !b], vec![out, !a, b], vec![out, a, !b]]
}

/// Simplified and refuted without a conflict of the search.
fn refuted_at_once(setting: &Setting, vars: usize, clauses: &Clauses) -> Solver {
    let mut solver = Solver::new(with(setting));
    let proof = Watchers::new();
    solver.set_proof(proof.clone());
    solver.reserve_vars(vars);
    clauses.iter().for_each(|c| {
        solver.add_clause(c);
    });
    solver.simplify();
    assert_eq!(solver.solve(&[]), Answer::Unsat, "{}", setting.0);
    proof.demand();
    assert_eq!(proof.conclusions(), 1);
    assert_eq!(solver.statistics().conflicts, 0, "{}", setting.0);
    solver
}

/// Variables 1 to 3 are inputs; both copies compute the parity of all three, with their gates in the same order.
const PARITIES: [&[[i32; 3]]; 2] = [&[[4, 1, 2], [5, 4, 3]], &[[6, 1, 2], [7, 6, 3]]];

#[test]
fn equal_parities_are_merged_with_a_proof() {
    let (vars, mut clauses) = miter(&PARITIES, parity);
    clauses.extend([lits(&[5, 7]), lits(&[-5, -7])]);
    let solver = refuted_at_once(&TECHNIQUES[2], vars, &clauses);
    assert!(solver.statistics().congruent >= 1);
}

#[test]
fn sweeping_sees_that_parities_in_another_order_are_equal() {
    let copies: [&[[i32; 3]]; 2] = [&[[4, 1, 2], [5, 4, 3]], &[[6, 2, 3], [7, 1, 6]]];
    let (vars, mut clauses) = miter(&copies, parity);
    clauses.extend([lits(&[5, 7]), lits(&[-5, -7])]);
    refuted_at_once(&TECHNIQUES[3], vars, &clauses);
    // Without the claim the formula is satisfiable, and the outputs are one.
    clauses.truncate(clauses.len() - 2);
    let mut solver = Solver::new(with(&TECHNIQUES[3]));
    solver.reserve_vars(vars);
    clauses.iter().for_each(|c| {
        solver.add_clause(c);
    });
    solver.simplify();
    assert!(solver.statistics().swept >= 2 && solver.statistics().substituted >= 1);
    assert_eq!(solver.solve(&lits(&[5, -7])), Answer::Unsat);
    assert_eq!(solver.solve(&lits(&[5, 7])), Answer::Sat);
}

#[test]
fn a_literal_that_implies_its_negation_and_back_is_a_contradiction() {
    let clauses: Clauses =
        [[-1, 2], [-2, 3], [-3, -1], [1, 4], [-4, 5], [-5, 1]].iter().map(|c| lits(c)).collect();
    refuted_at_once(&TECHNIQUES[1], 5, &clauses);
}

#[test]
fn of_two_frozen_equal_variables_both_stay() {
    let mut solver = Solver::new(with(&TECHNIQUES[1]));
    solver.reserve_vars(3);
    for clause in [[-1, 2], [1, -2], [-2, 3], [2, -3]] {
        solver.add_clause(&lits(&clause));
    }
    solver.freeze(Var::new(0));
    solver.freeze(Var::new(1));
    solver.simplify();
    assert_eq!((solver.statistics().substituted, solver.statistics().eliminated), (1, 1));
    assert_eq!(solver.solve(&lits(&[1, -2])), Answer::Unsat);
    assert_eq!(solver.solve(&lits(&[1, -3])), Answer::Unsat);
    assert_eq!(solver.statistics().restored, 1);
    assert_eq!(solver.solve(&lits(&[3])), Answer::Sat);
    assert_eq!(solver.value(lits(&[1])[0]), Some(true));
}

/// The clauses that define a variable are other ones once literals were replaced in them.
#[test]
fn a_domain_query_after_literals_were_replaced_knows_all_clauses() {
    // 3 = 1 & 2 = 4, and 5 = 3 & 4: the definition of 5 no longer names 4.
    let clauses: Clauses = [
        &[-3, 1][..],
        &[-3, 2],
        &[3, -1, -2],
        &[-4, 1],
        &[-4, 2],
        &[4, -1, -2],
        &[-5, 3],
        &[-5, 4],
        &[5, -3, -4],
    ]
    .iter()
    .map(|c| lits(c))
    .collect();
    let mut solver = Solver::new(with(&TECHNIQUES[2]));
    solver.reserve_vars(5);
    clauses.iter().for_each(|c| {
        solver.add_clause(c);
    });
    solver.simplify();
    assert!(solver.statistics().substituted >= 1);
    let mut definitions = vec![Vec::new(); 5];
    for (var, inputs) in [(2, [0, 1]), (3, [0, 1]), (4, [2, 3])] {
        definitions[var] = inputs.iter().map(|&v| Var::new(v)).collect();
    }
    solver.set_definitions(Arc::new(Definitions::new(definitions)));
    assert_eq!(solver.solve_in_domain(&lits(&[5, -1])), Answer::Unsat);
    assert_eq!(solver.solve_in_domain(&lits(&[-5, 1])), Answer::Sat);
    solver.complete_model();
    for clause in &clauses {
        assert!(clause.iter().any(|&l| solver.value(l) == Some(true)), "{:?}", clause);
    }
}
