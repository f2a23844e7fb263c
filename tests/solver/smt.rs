//! The solver against enumeration of small models, with scopes, assumptions, cores and models.

use crate::cases::try_random;
use crate::world::World;
use indubit::base::{Budget, Limit, Rng};
use indubit::solver::smt::{Answer, SmtOptions, Solver, UnknownReason};
use indubit::solver::term::{Op, Sort, TermId, Terms};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// A constant equals something.
fn definition(world: &mut World, rng: &mut Rng) -> TermId {
    let x = world.symbols[rng.below(world.symbols.len())];
    let value = match world.terms.sort(x) {
        Sort::BitVec(width) => world.word(rng, width, 2),
        Sort::Bool => world.formula(rng, 2),
        _ => world.number(rng, 2),
    };
    world.terms.eq(x, value)
}

/// Values and truths read one by one are those of the model, and the model satisfies the formulas.
fn model_is_right(solver: &mut Solver, world: &mut World, facts: &[TermId], clause: Option<&[TermId]>) {
    implicant_implies(solver, world, facts);
    let model = solver.model(&world.terms).clone();
    let holds = |&t: &TermId| model.evaluate(&world.terms, t).is_true();
    assert!(facts.iter().all(holds));
    assert!(clause.map_or(true, |clause| clause.iter().any(holds)));
    for &x in &world.symbols {
        let known = matches!(world.terms.op(x), Op::Symbol(s) if model.get(s).is_some());
        assert!(!known || solver.value(&world.terms, x) == model.evaluate(&world.terms, x));
    }
    for &t in facts.iter().chain(clause.unwrap_or(&[])) {
        for part in world.terms.subterms(&[t]) {
            if world.terms.sort(part) == Sort::Bool {
                let truth = solver.truth(&world.terms, part);
                assert!(truth.map_or(true, |truth| truth == holds(&part)), "{}", world.terms.text(part));
            }
        }
    }
}

/// The literals that explain a model are true in it, and imply the formulas.
fn implicant_implies(solver: &mut Solver, world: &mut World, facts: &[TermId]) {
    let literals = solver.implicant(&mut world.terms, facts);
    let model = solver.model(&world.terms);
    assert!(literals.iter().all(|&l| model.evaluate(&world.terms, l).is_true()));
    let mut outside = world.domain.clone();
    outside.extend(literals);
    let all = world.terms.and(facts);
    outside.push(world.terms.not(all));
    assert!(!world.satisfiable(&outside), "the literals do not imply {}", world.terms.text(all));
}

fn solver_agrees(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut world = World::new(&mut rng);
    let postpone_width = rng.below(4) as u32;
    let mut base = if rng.one_in(2) { SmtOptions::default() } else { SmtOptions::incremental() };
    if seed % 2 == 0 {
        base.sat.inprocess_interval = 1;
    }
    let justify = rng.one_in(2);
    // A solver with scopes justifies nothing.
    let scopes = rng.one_in(2);
    let abstract_width = [0, 1, 2, 3][(seed >> 1 & 3) as usize];
    let mut solver = Solver::new(SmtOptions { postpone_width, abstract_width, justify, ..base });
    for t in world.domain.clone() {
        solver.assert(&mut world.terms, t);
    }
    for _ in 0..14 {
        // A temporary clause counts for the next check, whatever happens before that.
        let clause: Option<Vec<TermId>> =
            rng.one_in(3).then(|| (0..rng.below(3)).map(|_| world.formula(&mut rng, 2)).collect());
        if let Some(clause) = &clause {
            solver.add_temporary_clause(&mut world.terms, clause);
        }
        match rng.below(8) {
            0 if scopes => solver.push(),
            1 if scopes => solver.pop(),
            2 => solver = solver.clone(),
            _ => {}
        }
        // The outermost pop leaves the domain where it is.
        for _ in 0..rng.below(3) {
            let formula =
                if rng.one_in(2) { definition(&mut world, &mut rng) } else { world.formula(&mut rng, 3) };
            solver.assert(&mut world.terms, formula);
        }
        let mut clause = clause;
        if rng.one_in(4) {
            let cancelled = Budget::unlimited();
            cancelled.canceller().store(true, Relaxed);
            solver.set_budget(cancelled);
            let _ = solver.check(&mut world.terms, &[]);
            solver.set_budget(Budget::unlimited());
            clause = None;
        }
        let assumptions: Vec<TermId> = (0..rng.below(3)).map(|_| world.formula(&mut rng, 2)).collect();
        let facts = [solver.assertions(), &assumptions].concat();
        let either: Vec<TermId> = clause.iter().map(|c| world.terms.or(c)).collect();
        let all = [&facts[..], &either].concat();
        let expected = world.satisfiable(&all);
        match solver.check(&mut world.terms, &assumptions) {
            Answer::Sat => {
                assert!(expected, "{:?}", all.iter().map(|&t| world.terms.text(t)).collect::<Vec<_>>());
                model_is_right(&mut solver, &mut world, &facts, clause.as_deref());
            }
            Answer::Unsat => {
                assert!(!expected, "{:?}", all.iter().map(|&t| world.terms.text(t)).collect::<Vec<_>>());
                if rng.one_in(2) {
                    solver.minimise_core(&mut world.terms);
                }
                let core = solver.core().to_vec();
                assert!(core.iter().all(|t| assumptions.contains(t)));
                assert!(!world.satisfiable(&[solver.assertions(), &core, &either].concat()));
            }
            Answer::Unknown(reason) => panic!("unknown: {}", reason),
        }
    }
}

#[test]
fn verdicts_models_and_cores_agree_with_enumeration() {
    try_random(300, solver_agrees);
}

/// x * x + 3 = y * y, for which circuits of this width are needed.
fn circuits(terms: &mut Terms, width: u32) -> TermId {
    let sort = Sort::BitVec(width);
    let (x, y) = (terms.declare("x", sort), terms.declare("y", sort));
    let (three, xx, yy) = (terms.bv(3, width), terms.bv_mul(x, x), terms.bv_mul(y, y));
    let left = terms.bv_add(xx, three);
    terms.eq(left, yy)
}

#[test]
fn circuits_that_are_too_large_end_the_check_not_the_program() {
    let reached = |limit| Answer::Unknown(UnknownReason::Limit(limit));
    for (budget, limit) in [
        (Budget::unlimited().with_memory(20_000_000), Limit::Memory),
        (Budget::unlimited().with_timeout(Duration::from_millis(50)), Limit::Time),
    ] {
        let mut terms = Terms::new();
        let (large, small) = (circuits(&mut terms, 20_000), circuits(&mut terms, 8));
        let mut solver = Solver::default();
        solver.assert(&mut terms, small);
        assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
        solver.set_budget(budget.clone());
        solver.push();
        solver.assert(&mut terms, large);
        solver.assert(&mut terms, Terms::FALSE);
        assert_eq!(solver.check(&mut terms, &[]), reached(limit));
        solver.push();
        assert_eq!(solver.check(&mut terms, &[]), reached(limit));
        solver.pop();
        solver.pop();
        assert_eq!(solver.check(&mut terms, &[large]), reached(limit));
        assert!(budget.memory_used() < 1 << 30, "{}", budget.memory_used());
        solver.set_budget(Budget::unlimited());
        assert_eq!(solver.check(&mut terms, &[small]), Answer::Sat);
    }
}

#[test]
fn what_the_budget_did_not_suffice_for_is_encoded_later() {
    let mut terms = Terms::new();
    let formula = circuits(&mut terms, 40);
    let (x, p) = (terms.declare("x", Sort::BitVec(8)), terms.declare("p", Sort::Bool));
    let zero = terms.bv_zero(8);
    let is_zero = terms.eq(x, zero);
    let odd = terms.not(p);
    let either = terms.or(&[formula, is_zero]);
    let all = terms.and(&[p, either]);
    let mut solver = Solver::default();
    let budget = Budget::unlimited();
    budget.canceller().store(true, Relaxed);
    solver.set_budget(budget);
    solver.assert(&mut terms, all);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Unknown(UnknownReason::Limit(Limit::Cancelled)));
    solver.push();
    solver.set_budget(Budget::unlimited());
    for _ in 0..2 {
        assert_eq!(solver.check(&mut terms, &[is_zero]), Answer::Sat);
        assert_eq!(solver.check(&mut terms, &[odd, is_zero]), Answer::Unsat);
        assert_eq!(solver.core(), [odd]);
        // An encoding made within the scope only holds outside as well.
        solver.pop();
    }
}

/// A solver that was told that an integer is positive, and the integer.
fn positive() -> (Terms, Solver, TermId) {
    let mut terms = Terms::new();
    let mut solver = Solver::default();
    let x = terms.declare("x", Sort::Int);
    let zero = terms.int(0);
    let is_positive = terms.gt(x, zero);
    solver.assert(&mut terms, is_positive);
    (terms, solver, x)
}

#[test]
#[should_panic(expected = "a term of sort Int in the place of a formula")]
fn only_formulas_are_asserted() {
    let (mut terms, mut solver, x) = positive();
    solver.assert(&mut terms, x);
}

#[test]
#[should_panic(expected = "a term of sort Int in the place of a formula")]
fn only_formulas_are_assumed() {
    let (mut terms, mut solver, x) = positive();
    let _ = solver.check(&mut terms, &[x]);
}

#[test]
#[should_panic(expected = "there is no model")]
fn there_is_no_model_before_a_check() {
    let (terms, mut solver, _) = positive();
    solver.model(&terms);
}

#[test]
#[should_panic(expected = "there is no model")]
fn there_is_no_model_after_an_assertion() {
    let (mut terms, mut solver, _) = positive();
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    solver.assert(&mut terms, Terms::TRUE);
    solver.model(&terms);
}

#[test]
#[should_panic(expected = "there is no core")]
fn there_is_no_core_after_sat() {
    let (mut terms, mut solver, _) = positive();
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    solver.core();
}

#[test]
#[should_panic(expected = "there is no core")]
fn there_is_no_core_to_minimise_after_sat() {
    let (mut terms, mut solver, _) = positive();
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    solver.minimise_core(&mut terms);
}

#[test]
#[should_panic(expected = "terms of another store")]
fn all_terms_come_from_one_store() {
    let (_, mut solver, x) = positive();
    let mut other = Terms::new();
    let y = other.declare("y", Sort::Bool);
    assert!(y <= x, "the id alone does not tell the stores apart");
    solver.assert(&mut other, y);
}

#[test]
fn a_copy_of_the_store_serves_a_copy_of_the_solver() {
    let (terms, solver, x) = positive();
    let (mut terms, mut solver) = (terms.clone(), solver.clone());
    let zero = terms.int(0);
    let is_zero = terms.eq(x, zero);
    assert_eq!(solver.check(&mut terms, &[is_zero]), Answer::Unsat);
    assert_eq!(solver.core(), &[is_zero]);
}

/// Once the literal that `(or (not x) y)` had in a check which ran into its limit was asked whether the formula is
/// true, although its assertion had become a clause without that literal.
#[test]
fn an_asserted_formula_may_have_a_literal_of_a_former_question() {
    let mut terms = Terms::new();
    let (x, y) = (terms.declare("x", Sort::Bool), terms.declare("y", Sort::Bool));
    let (not_x, not_y) = (terms.not(x), terms.not(y));
    let implies = terms.or(&[not_x, y]);
    let both = terms.and(&[x, implies]);
    let conjunction = terms.and(&[x, y]);
    let equal = terms.eq(y, conjunction);
    let differ = terms.not(equal);
    let neither = terms.and(&[not_y, not_x]);
    for justify in [false, true] {
        for interval in [1, 2_000] {
            let mut options = SmtOptions { check_models: true, justify, ..SmtOptions::default() };
            options.sat.inprocess_interval = interval;
            options.postpone_width = 1;
            let mut solver = Solver::new(options);
            for budget in [Budget::unlimited().with_conflicts(3).with_propagations(39), Budget::unlimited()] {
                solver.set_budget(budget);
                solver.add_temporary_clause(&mut terms, &[neither]);
                let _ = solver.check(&mut terms, &[both, Terms::TRUE, differ]);
            }
            let asserted = terms.and(&[not_x, implies]);
            solver.assert(&mut terms, asserted);
            assert_eq!(solver.check(&mut terms, &[y]), Answer::Sat);
            let literals = solver.implicant(&mut terms, &[asserted]);
            assert_eq!(literals, [not_x]);
        }
    }
}

/// Once a bit of `x` was eliminated in the first check, and the second one decided it against the clauses that had gone
/// with it.
/// A scope costs what it holds: nothing, or a share of one pass over the clauses when all of them are left.
#[test]
fn scopes_without_assertions_cost_nothing_and_others_are_left_at_once() {
    let (mut terms, mut solver) = (Terms::new(), Solver::default());
    let [p, q] = ["p", "q"].map(|name| terms.declare(name, Sort::Bool));
    let not_q = terms.not(q);
    let either = terms.or(&[p, q]);
    solver.assert(&mut terms, either);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    let before = solver.variables().0;
    (0..1000).for_each(|_| solver.push());
    assert_eq!((solver.check(&mut terms, &[]), solver.variables().0), (Answer::Sat, before));
    solver.assert(&mut terms, not_q);
    assert_eq!(solver.check(&mut terms, &[p]), Answer::Sat);
    for _ in 0..100 {
        solver.push();
        let fresh = terms.declare("r", Sort::Bool);
        let parts = [p, fresh].map(|t| terms.not(t));
        let clause = terms.or(&parts);
        solver.assert(&mut terms, clause);
    }
    assert_eq!(solver.check(&mut terms, &[p]), Answer::Sat);
    let (variables, compactions) = (solver.variables().0, solver.statistics().compactions);
    assert!(variables > before + 100);
    (0..50).for_each(|_| solver.pop());
    assert!(solver.variables().0 < variables, "variables of scopes that were left count no more");
    (0..1050).for_each(|_| solver.pop());
    assert_eq!(solver.variables().0, before);
    let not_p = terms.not(p);
    // The formula of the inner scope does not hold any more.
    assert_eq!(solver.check(&mut terms, &[not_p]), Answer::Sat);
    assert_eq!(solver.statistics().compactions, compactions + 1);
}

#[test]
fn decisions_that_justify_agree_with_the_clauses_of_all_variables() {
    let mut terms = Terms::new();
    let (x, z) = (terms.declare("x", Sort::BitVec(2)), terms.declare("z", Sort::BitVec(2)));
    let y = terms.declare("y", Sort::Bool);
    let not_y = terms.not(y);
    let (shifted, mixed) = (terms.bv_shl(x, x), terms.bv_xor(x, z));
    let (stays, same, unmixed) = (terms.eq(x, shifted), terms.eq(x, z), terms.eq(z, mixed));
    let (stays, same) = (terms.or(&[not_y, stays]), terms.or(&[not_y, same]));
    let is_mixed = terms.not(unmixed);
    let mut options = SmtOptions { check_models: false, justify: true, ..SmtOptions::default() };
    options.sat.inprocess_interval = 1;
    let mut solver = Solver::new(options);
    solver.assert(&mut terms, stays);
    assert_eq!(solver.check(&mut terms, &[same, y]), Answer::Sat);
    solver.assert(&mut terms, is_mixed);
    assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    let model = solver.model(&terms);
    assert!(model.evaluate(&terms, stays).is_true() && model.evaluate(&terms, is_mixed).is_true());
}
