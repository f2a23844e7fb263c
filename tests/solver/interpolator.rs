//! Interpolants between the parts of many questions to one solver.

use crate::cases::try_random;
use crate::cnf::random_clause;
use crate::interpolation::{random_options, random_parts, random_real_part};
use crate::reals::{conjunction, Comparison};
use crate::world::World;
use indubit::base::{Budget, Lit, Rng};
use indubit::solver::proof::{ResolutionLog, SharedLog, Step, StepId};
use indubit::solver::sat::{self, SatOptions};
use indubit::solver::smt::{
    check_tree_interpolants, Answer, FarkasChoice, InterpolationOptions, Interpolator, SmtOptions, Solver,
    Strength,
};
use indubit::solver::term::{Sort, SymbolId, TermId, Terms};
use indubit::theories::num::Rational;

/// Facts and the parts that they are in.
type Facts = Vec<(usize, TermId)>;

fn formulas_of_parts(terms: &mut Terms, facts: &Facts, parts: usize) -> Vec<TermId> {
    let of_part = |part| facts.iter().filter(move |fact| fact.0 == part).map(|fact| fact.1);
    (0..parts).map(|part| terms.and(&of_part(part).collect::<Vec<_>>())).collect()
}

fn symbols_of(terms: &Terms, facts: &Facts) -> Vec<SymbolId> {
    terms.symbols_in(&facts.iter().map(|fact| fact.1).collect::<Vec<_>>())
}

fn verdict_of_fresh_solver(terms: &mut Terms, facts: &Facts) -> Answer {
    let mut solver = Solver::default();
    facts.iter().for_each(|fact| solver.assert(terms, fact.1));
    solver.check(terms, &[])
}

fn demand_interpolants(
    terms: &mut Terms,
    solver: &mut Interpolator,
    facts: &Facts,
    parts: usize,
    rng: &mut Rng,
) {
    let formulas = formulas_of_parts(terms, facts, parts);
    for (needed, &formula) in solver.needed(terms, parts).into_iter().zip(&formulas) {
        assert!(terms.implies(formula, needed) == Terms::TRUE || is_implied(terms, formula, needed));
    }
    let is_tree = rng.one_in(3);
    let starts: Vec<usize> =
        (0..parts).map(|node| if is_tree && node + 1 < parts { node } else { 0 }).collect();
    let found = match solver.tree_interpolants(terms, &starts, &random_options(rng)) {
        Ok(found) => found,
        Err(reason) => panic!("{}", reason),
    };
    for (node, &interpolant) in found.iter().enumerate() {
        let (inside, outside): (Facts, Facts) =
            facts.iter().partition(|f| starts[node] <= f.0 && f.0 <= node);
        let [inside, outside] = [inside, outside].map(|facts| symbols_of(terms, &facts));
        let is_shared = |s: &SymbolId| inside.contains(s) && outside.contains(s);
        assert!(terms.symbols_in(&[interpolant]).iter().all(is_shared), "{}", terms.text(interpolant));
    }
    assert_eq!(check_tree_interpolants(terms, &formulas, &starts, &found, &Budget::unlimited()), Ok(()));
}

fn is_implied(terms: &mut Terms, by: TermId, formula: TermId) -> bool {
    let negated = terms.not(formula);
    verdict_of_fresh_solver(terms, &vec![(0, by), (0, negated)]) == Answer::Unsat
}

/// Scopes are opened and left at random, and every refutation gives interpolants.
fn questions_have_interpolants(terms: &mut Terms, formulas: &[TermId], rng: &mut Rng) {
    let parts = 2 + rng.below(3);
    let options = if rng.one_in(2) { SmtOptions::default() } else { SmtOptions::incremental() };
    let mut solver = Interpolator::new(options);
    let mut scopes: Vec<Facts> = vec![Facts::new()];
    for _ in 0..16 {
        let fact = (rng.below(parts), formulas[rng.below(formulas.len())]);
        match rng.below(8) {
            0 | 1 => {
                solver.push();
                scopes.push(Facts::new());
            }
            2 if scopes.len() > 1 => {
                solver.pop();
                scopes.pop();
            }
            3 => solver.compact(),
            4 | 5 if scopes.len() > 1 || rng.one_in(4) => {
                solver.assert(terms, fact.0, fact.1);
                scopes.last_mut().expect("a scope").push(fact);
            }
            _ => {
                let assumed = [fact, (rng.below(parts), formulas[rng.below(formulas.len())])];
                let facts: Facts = scopes.iter().flatten().chain(&assumed).copied().collect();
                let verdict = solver.check(terms, &assumed);
                assert_eq!(verdict, verdict_of_fresh_solver(terms, &facts));
                match verdict {
                    Answer::Unsat => demand_interpolants(terms, &mut solver, &facts, parts, rng),
                    _ => {
                        assert!(facts.iter().all(|f| solver.model(terms).evaluate(terms, f.1).is_true()))
                    }
                }
            }
        }
    }
}

fn in_small_worlds(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut world = World::new(&mut rng);
    let mut formulas = Vec::new();
    for _ in 0..3 {
        formulas.extend(random_parts(&mut world, &mut rng));
    }
    questions_have_interpolants(&mut world.terms, &formulas, &mut rng);
}

#[test]
fn questions_over_bits_words_and_integers_have_interpolants() {
    try_random(120, in_small_worlds);
}

fn over_reals(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let all: Vec<TermId> = (0..5).map(|i| terms.declare(&format!("x{}", i), Sort::Real)).collect();
    let part = |i: usize| random_real_part(&mut terms, &all[i % 3..i % 3 + 3], &mut rng);
    let formulas: Vec<TermId> = (0..9).map(part).collect();
    questions_have_interpolants(&mut terms, &formulas, &mut rng);
}

#[test]
fn questions_over_reals_have_interpolants() {
    try_random(120, over_reals);
}

fn two_solvers() -> (Terms, Interpolator, [TermId; 3]) {
    let mut terms = Terms::new();
    let constants = ["p", "q", "r"].map(|name| terms.declare(name, Sort::Bool));
    (terms, Interpolator::new(SmtOptions::default()), constants)
}

#[test]
fn the_same_formulas_may_be_in_other_parts_in_another_scope() {
    let (mut t, mut solver, [p, q, r]) = two_solvers();
    let options = InterpolationOptions::default();
    let (first, second, not_r) = (t.implies(p, q), t.implies(q, r), t.not(r));
    let not_q = t.not(q);
    for (order, expected) in [([0, 0, 1, 1], q), ([1, 1, 0, 0], not_q)] {
        solver.push();
        for (part, formula) in order.into_iter().zip([p, first, second, not_r]) {
            solver.assert(&t, part, formula);
        }
        assert_eq!(solver.check(&mut t, &[]), Answer::Unsat);
        assert_eq!(solver.interpolants(&mut t, 2, &options), Ok(vec![expected]));
        solver.pop();
        assert_eq!(solver.check(&mut t, &[]), Answer::Sat);
    }
}

#[test]
fn a_formula_and_its_negation_need_no_proof() {
    let (mut t, mut solver, [p, q, _]) = two_solvers();
    let (options, not_p, not_q) = (InterpolationOptions::default(), t.not(p), t.not(q));
    // The proof of another question is there already.
    let either = t.or(&[p, q]);
    assert_eq!(solver.check(&mut t, &[(0, either), (1, not_p), (1, not_q)]), Answer::Unsat);
    assert_eq!(solver.check(&mut t, &[(0, p), (1, not_p)]), Answer::Unsat);
    assert_eq!(solver.interpolants(&mut t, 2, &options), Ok(vec![p]));
    assert_eq!(solver.needed(&mut t, 2), [p, not_p]);
    assert_eq!(solver.check(&mut t, &[(0, p), (0, not_p), (1, q)]), Answer::Unsat);
    assert_eq!(solver.interpolants(&mut t, 2, &options), Ok(vec![Terms::FALSE]));
}

#[test]
#[should_panic(expected = "a formula is in none of the 2 parts")]
fn every_formula_is_in_one_of_the_parts() {
    let (mut t, mut solver, [p, _, _]) = two_solvers();
    let not_p = t.not(p);
    let _ = solver.check(&mut t, &[(0, p), (2, not_p)]);
    let _ = solver.interpolants(&mut t, 2, &InterpolationOptions::default());
}

#[test]
#[should_panic(expected = "nothing was checked")]
fn interpolants_need_a_check() {
    let (mut t, mut solver, [p, _, _]) = two_solvers();
    solver.assert(&t, 0, p);
    let _ = solver.interpolants(&mut t, 1, &InterpolationOptions::default());
}

/// The weak choices once gave siblings interpolants that did not imply their parent's.
#[test]
fn interpolants_of_siblings_imply_that_of_their_parent() {
    let mut terms = Terms::new();
    let all: Vec<TermId> = (0..5).map(|i| terms.declare(&format!("x{}", i), Sort::Real)).collect();
    let formulas: [(usize, &[&[Comparison]]); 4] = [
        (
            1,
            &[
                &[(&[(1, 3)], ">=", [1, 3]), (&[(1, 2)], "=", [-1, 1])],
                &[(&[(1, 2), (1, 3)], "=", [-1, 2]), (&[(2, 2), (-3, 3)], ">=", [-3, 1])],
                &[(&[(1, 1), (-1, 3)], ">", [-3, 1]), (&[(1, 1)], ">=", [0, 1])],
                &[(&[(2, 1), (3, 2), (-3, 3)], ">=", [1, 1])],
            ],
        ),
        (1, &[&[(&[(1, 1), (1, 2)], ">=", [1, 4]), (&[(1, 3)], "=", [-1, 6])]]),
        (
            0,
            &[
                &[(&[(1, 0), (-3, 1), (3, 2)], "<", [1, 2]), (&[(1, 1)], "<=", [-1, 1])],
                &[(&[(1, 1), (1, 2)], "<", [1, 4]), (&[(1, 1)], ">=", [-2, 3])],
                &[(&[(1, 1)], "<=", [-3, 2])],
            ],
        ),
        (2, &[&[(&[(1, 3)], ">=", [0, 1]), (&[(1, 4)], "<=", [1, 3])]]),
    ];
    let facts: Facts =
        formulas.iter().map(|&(part, clauses)| (part, conjunction(&mut terms, &all, clauses))).collect();
    let mut solver = Interpolator::new(SmtOptions::incremental());
    facts[..2].iter().for_each(|fact| solver.assert(&terms, fact.0, fact.1));
    assert_eq!(solver.check(&mut terms, &facts[2..]), Answer::Unsat);
    let of_parts = formulas_of_parts(&mut terms, &facts, 4);
    let starts = [0, 1, 2, 0];
    for above in 0..5 {
        let options = InterpolationOptions {
            strength: Strength::Weak,
            farkas: FarkasChoice::Factor(Rational::fraction(above, 5)),
            proofs: 6,
            search: true,
            ..InterpolationOptions::default()
        };
        let found = solver.tree_interpolants(&mut terms, &starts, &options).expect("interpolants");
        let checked = check_tree_interpolants(&mut terms, &of_parts, &starts, &found, &Budget::unlimited());
        assert_eq!(checked, Ok(()), "{} fifths", above);
    }
}

/// Whether assuming the clause's negation and going through the chain ends in a false clause.
fn follows(log: &ResolutionLog, step: StepId, chain: &[StepId]) -> bool {
    let mut truths: Vec<Lit> = log.clause(step).iter().map(|&l| !l).collect();
    for &antecedent in chain {
        let open: Vec<Lit> =
            log.clause(antecedent).iter().copied().filter(|&l| !truths.contains(&!l)).collect();
        match open[..] {
            [] => return true,
            [unit] => truths.push(unit),
            _ => {}
        }
    }
    false
}

/// Clauses are added and questions asked by turns; the log is compacted in between.
fn proofs_hold_after_compaction(seed: u64) {
    let mut rng = Rng::new(seed);
    let log = SharedLog::default();
    let mut solver = sat::Solver::new(SatOptions { reduce_interval: 20, ..SatOptions::default() });
    solver.set_proof(log.clone());
    let vars = 20;
    (0..vars).for_each(|_| {
        let v = solver.new_var();
        solver.freeze(v);
    });
    for _ in 0..20 {
        for _ in 0..6 {
            solver.add_clause(&random_clause(&mut rng, vars));
        }
        let assumptions: Vec<Lit> = random_clause(&mut rng, vars);
        let answer = solver.solve(&assumptions);
        if rng.one_in(2) {
            let before = log.log().len();
            log.log().compact();
            assert!(log.log().len() <= before);
        }
        let log = log.log();
        let needed = match (answer, log.conclusion()) {
            (sat::Answer::Unsat, Some(last)) => log.needed(last),
            _ => continue,
        };
        for step in needed {
            if let Step::Chain(chain) = log.step(step) {
                assert!(follows(&log, step, chain), "{:?}", log.clause(step));
            }
        }
    }
}

#[test]
fn compacted_logs_hold_valid_proofs() {
    try_random(100, proofs_hold_after_compaction);
}

#[test]
fn compaction_drops_what_was_forgotten() {
    let log = SharedLog::default();
    let mut solver = sat::Solver::default();
    solver.set_proof(log.clone());
    let v = [0; 3].map(|_| solver.new_var().positive());
    solver.push();
    solver.add_clause(&[v[0], v[1]]);
    solver.add_clause(&[!v[0], v[1]]);
    assert_eq!(solver.solve(&[!v[1]]), sat::Answer::Unsat);
    solver.pop();
    let before = log.log().len();
    assert_eq!(solver.solve(&[v[2]]), sat::Answer::Sat);
    log.log().compact();
    assert!(log.log().len() < before);
    assert_eq!(log.log().conclusion(), None);
}
