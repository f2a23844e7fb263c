//! Engines for Horn clauses, against the least fixpoint.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_horn::{least, random_horn};
use indubit::base::{Budget, Rng};
use indubit::engine::horn::{HornLemmas, ModelCube, Spacer, SpacerOptions, Unwind, UnwindOptions};
use indubit::engine::ic3::ObligationOrder;
use indubit::engine::Outcome;
use indubit::model::horn::{Horn, Interpretation, Refutation};
use indubit::solver::smt::{Answer, Solver};

/// Whether an interpretation satisfies all clauses.
pub fn is_model(horn: &Horn, mut found: Interpretation) -> bool {
    horn.clauses().iter().all(|clause| {
        let mut formulas: Vec<_> = clause.body.iter().map(|atom| found.apply(horn, atom)).collect();
        formulas.push(clause.constraint);
        if let Some(head) = &clause.head {
            let head = found.apply(horn, head);
            formulas.push(found.terms.not(head));
        }
        let mut solver = Solver::default();
        formulas.iter().for_each(|&f| solver.assert(&mut found.terms, f));
        solver.check(&mut found.terms, &[]) == Answer::Unsat
    })
}

pub fn any_options(rng: &mut Rng) -> SpacerOptions {
    let lifting = |rng: &mut Rng| if rng.one_in(3) { ModelCube::Point } else { ModelCube::Projection };
    SpacerOptions {
        seed: rng.below(100) as u64,
        goals: lifting(rng),
        facts: lifting(rng),
        siblings: rng.one_in(4),
        lemmas: [HornLemmas::Core, HornLemmas::Farkas, HornLemmas::Interpolant][rng.below(3)],
        order: if rng.one_in(2) { ObligationOrder::Nearest } else { ObligationOrder::Farthest },
        reach_facts: !rng.one_in(4),
        cache_goals: !rng.one_in(4),
        requeue: !rng.one_in(3),
        respect_facts: rng.one_in(2),
        split_equalities: rng.one_in(2),
        ..SpacerOptions::default()
    }
}

/// Whether an outcome is as expected, with evidence; `None` if it is none.
fn agrees(
    horn: &Horn,
    outcome: Outcome<Interpretation, Refutation>,
    is_derivable: bool,
    context: &str,
) -> Option<bool> {
    match outcome {
        Outcome::Safe(model) => {
            assert!(!is_derivable, "safe: {}", context);
            assert!(is_model(horn, model), "{}", context);
            Some(true)
        }
        Outcome::Unsafe(refutation) => {
            assert!(is_derivable, "unsafe: {}", context);
            let facts = refutation.facts(horn);
            assert!(facts.is_ok(), "{:?}: {}", facts, context);
            Some(false)
        }
        Outcome::Unknown(_) => None,
    }
}

#[test]
fn random_clauses() {
    let (mut safe, mut refuted) = (0, 0);
    for seed in 0..scaled(1000) as u64 {
        let mut rng = Rng::new(seed);
        let horn = random_horn(&mut rng, 3);
        let expected = least(&horn).refutation.is_some();
        let options = any_options(&mut rng);
        let context = format!("seed {} {:?}", seed, options);
        let outcome = Spacer::new(&horn, options, Budget::unlimited()).prove(&mut ());
        match agrees(&horn, outcome, expected, &context) {
            Some(true) => safe += 1,
            Some(false) => refuted += 1,
            None => panic!("unknown: {}", context),
        }
    }
    assert!(enough(safe, 100) && enough(refuted, 100), "{} {}", safe, refuted);
}

/// Trees need not end where clauses are recursive and there is no derivation.
#[test]
fn random_trees() {
    let (mut safe, mut refuted, mut open) = (0, 0, 0);
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let horn = random_horn(&mut rng, 3);
        let expected = least(&horn).refutation.is_some();
        let options = UnwindOptions { seed, most_nodes: 60, interpolants: rng.one_in(2) };
        let context = format!("seed {} {:?}", seed, options);
        let outcome = Unwind::new(&horn, options, Budget::unlimited()).prove(&mut ());
        match agrees(&horn, outcome, expected, &context) {
            Some(true) => safe += 1,
            Some(false) => refuted += 1,
            None => open += 1,
        }
    }
    assert!(enough(safe, 30) && enough(refuted, 30), "{} {} {}", safe, refuted, open);
    assert!(open < safe + refuted, "{} {} {}", safe, refuted, open);
}

/// The sets of parts of a large tree once took time quadratic in the parts, each of them, and nothing looked at the
/// budget meanwhile.
#[test]
fn interpolants_of_a_tree_with_thousands_of_parts_end_with_the_budget() {
    let text = "(set-logic HORN)
        (declare-fun p (Int Int) Bool)
        (assert (forall ((x Int) (y Int)) (=> (> 4 y) (p (+ x x) (+ x 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (< y 3) (p x y)) (p (- x 2) x))))
        (assert (forall ((x Int) (y Int) (w Int))
          (=> (and (>= (+ y y) (+ w 3)) (p (- w 2) x) (p w (- w 3)) (p (+ w x) (- w 3))) (p (+ w 1) w))))
        (assert (forall ((y Int) (z Int) (w Int))
          (=> (and (< (- w 2) y) (<= 2 z) (p w (+ z w))) (p (- w 2) z))))
        (assert (=> (p 4 2) false))";
    let horn = indubit::input::horn::read(text.as_bytes(), &Budget::unlimited()).expect("clauses").horn;
    let options = UnwindOptions { most_nodes: 20_000, ..UnwindOptions::default() };
    let budget = Budget::unlimited().with_timeout(std::time::Duration::from_secs(2));
    let outcome = Unwind::new(&horn, options, budget).prove(&mut ());
    assert!(matches!(outcome, Outcome::Unknown(_)), "{:?}", outcome);
}

/// Facts about a counter that the query needs again at each depth, and goals that come back.
#[test]
fn forgotten_facts_are_derived_again_and_goals_without_cache_are_new_ones() {
    let text = "(set-logic HORN)
        (declare-fun p (Int) Bool)
        (declare-fun q (Int Int) Bool)
        (assert (p 0))
        (assert (forall ((x Int)) (=> (and (p x) (< x 4)) (p (+ x 1)))))
        (assert (forall ((x Int) (y Int)) (=> (and (p x) (p y) (< x y)) (q x y))))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (and (q x y) (q y z) (> x 0)) (> 9 (+ x (+ y z))))))";
    let horn = indubit::input::horn::read(text.as_bytes(), &Budget::unlimited()).expect("clauses").horn;
    let counted = |options: SpacerOptions| {
        let mut engine = Spacer::new(&horn, options, Budget::unlimited());
        let outcome = engine.prove(&mut ());
        assert_eq!(agrees(&horn, outcome, true, "p"), Some(false));
        engine.statistics()
    };
    let usual = counted(SpacerOptions::default());
    let forgetful = counted(SpacerOptions { reach_facts: false, ..SpacerOptions::default() });
    assert!(usual.facts < forgetful.facts, "{:?} {:?}", usual, forgetful);
    let options = SpacerOptions { respect_facts: false, goal_limit: 0, ..SpacerOptions::default() };
    let cached = counted(options.clone());
    let doubled = counted(SpacerOptions { cache_goals: false, ..options });
    assert_ne!(cached.goals, doubled.goals);
}

/// Numbers of different parity, as a relation; found by a run whose members took turns.
const PARITY: &str = "(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (forall ((A Int) (B Int) (C Int) (D Int) (E Int)) (=> (and (p E D) (= 0 C) (= A (+ 1 E)) (= D (+ (- 1) B))
  (not (= (= 0 C) (= B 0)))) (p A B))))
(assert (forall ((A Int) (B Int) (C Int)) (=> (and (not (= 0 C)) (= A 0) (not (= (= 0 C) (= B 0)))) (p A B))))
(assert (forall ((A Int) (B Int) (C Int) (D Int)) (=> (and (p C B) (p B A) (= 0 D) (not (= (= 0 D) (= C A))))
  false)))
(check-sat)";

#[test]
fn spacer_goes_on_where_a_pause_ended_it() {
    let budget = Budget::unlimited();
    let horn = indubit::input::horn::read(PARITY.as_bytes(), &budget).expect("clauses").horn;
    for lemmas in [HornLemmas::Core, HornLemmas::Farkas, HornLemmas::Interpolant] {
        for slice in [1_000, 20_000, 200_000] {
            let budget = Budget::unlimited();
            let options = SpacerOptions { lemmas, max_frames: 12, ..SpacerOptions::default() };
            let mut engine = Spacer::new(&horn, options, budget.clone());
            for _ in 0..200 {
                budget.pause_at(budget.work_used() + slice);
                match engine.prove(&mut ()) {
                    Outcome::Safe(model) => assert!(is_model(&horn, model), "{:?} {}", lemmas, slice),
                    Outcome::Unsafe(_) => panic!("{:?} {}", lemmas, slice),
                    Outcome::Unknown(_) => {}
                }
            }
        }
    }
}
