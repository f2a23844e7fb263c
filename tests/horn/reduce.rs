//! Reductions of Horn clauses against the derivation of all facts.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_horn::{least, random_horn};
use indubit::base::{Budget, Rng};
use indubit::evidence::horn::{check_interpretation, check_refutation};
use indubit::evidence::CheckOptions;
use indubit::input::horn;
use indubit::model::horn::{Horn, Interpretation};
use indubit::model::reduce::horn::{reduce_horn, HornOptions};
use indubit::solver::term::Terms;

/// A pass alone, or all of them.
fn options(rng: &mut Rng) -> HornOptions {
    let none = HornOptions {
        rounds: 1 + rng.below(3),
        records: false,
        cone: false,
        definitions: false,
        arguments: false,
        reads: false,
        inlining: false,
        merging: false,
    };
    match rng.below(8) {
        0 => HornOptions { cone: true, ..none },
        1 => HornOptions { definitions: true, ..none },
        2 => HornOptions { arguments: true, ..none },
        3 => HornOptions { inlining: true, ..none },
        4 => HornOptions { merging: true, ..none },
        5 => HornOptions::default(),
        _ => HornOptions { merging: true, ..HornOptions::default() },
    }
}

#[test]
fn verdicts_stay_and_evidence_comes_back() {
    let budget = Budget::unlimited();
    let (mut safe, mut refuted, mut smaller) = (0, 0, 0);
    for seed in 0..scaled(2000) as u64 {
        let mut rng = Rng::new(seed);
        let horn = random_horn(&mut rng, 3);
        let options = options(&mut rng);
        let reduction = reduce_horn(&horn, &options, &budget);
        smaller += u64::from(size(reduction.horn()) < size(&horn));
        let (expected, found) = (least(&horn), least(reduction.horn()));
        assert_eq!(expected.refutation.is_some(), found.refutation.is_some(), "{} {:?}", seed, options);
        match found.refutation {
            Some(refutation) => {
                let lifted = reduction.lift_refutation(refutation).expect("a refutation");
                assert_eq!(check_refutation(&horn, &lifted), Ok(()), "{} {:?}", seed, options);
                refuted += 1;
            }
            None => {
                let mut found = found.interpretation(reduction.horn());
                if seed % 16 == 0 {
                    weaken(reduction.horn(), &mut found);
                }
                let lifted = reduction.lift_interpretation(found, &budget).expect("an interpolant");
                let checked = check_interpretation(&horn, &lifted, &CheckOptions::default(), &budget);
                assert_eq!(checked, Ok(()), "{} {:?}", seed, options);
                safe += 1;
            }
        }
    }
    assert!(
        enough(safe, 200) && enough(refuted, 200) && enough(smaller, 500),
        "{} {} {}",
        safe,
        refuted,
        smaller
    );
}

/// Makes the predicates true that may be. Engines find models that are not the least ones.
fn weaken(horn: &Horn, found: &mut Interpretation) {
    for predicate in 0..found.formulas.len() {
        let before = std::mem::replace(&mut found.formulas[predicate], Terms::TRUE);
        if check_interpretation(horn, found, &CheckOptions::default(), &Budget::unlimited()).is_err() {
            found.formulas[predicate] = before;
        }
    }
}

/// Clauses, places and variables.
fn size(horn: &Horn) -> usize {
    let places: usize = horn.predicates().iter().map(|p| p.places.len()).sum();
    let variables: usize = horn.clauses().iter().map(|c| c.variables.len()).sum();
    horn.clauses().len() + places + variables
}

/// The system of these clauses over `p` and `q`.
fn system(clauses: &str) -> Horn {
    let text = format!("(set-logic HORN)(declare-fun p (Int Int) Bool)(declare-fun q (Int) Bool){}", clauses);
    horn::read(text.as_bytes(), &Budget::unlimited()).expect("Horn clauses").horn
}

/// The assertions of the reduced system.
fn reduced(clauses: &str, options: &HornOptions) -> Vec<String> {
    let reduction = reduce_horn(&system(clauses), options, &Budget::unlimited());
    let text = horn::write(reduction.horn());
    text.lines().filter(|line| line.starts_with("(assert ")).map(str::to_string).collect()
}

#[test]
fn predicates_outside_the_cone_vanish() {
    let options = HornOptions { definitions: false, arguments: false, ..HornOptions::default() };
    let clauses = "(assert (q 0))(assert (forall ((x Int)) (=> (q x) (p x x))))
        (assert (forall ((x Int)) (=> (and (q x) (> x 5)) false)))";
    assert_eq!(
        reduced(clauses, &options),
        [
            "(assert (forall ((result Int)) (=> (= result 0) (q result))))",
            "(assert (forall ((x Int)) (=> (and (q x) (> x 5)) false)))"
        ]
    );
    // Nothing is derived, so nothing is asked.
    let clauses = "(assert (forall ((x Int)) (=> (q x) (q (+ x 1)))))(assert (forall ((x Int)) (not (q x))))";
    assert!(reduced(clauses, &options).is_empty());
}

#[test]
fn variables_with_definitions_vanish() {
    let options = HornOptions { cone: false, arguments: false, ..HornOptions::default() };
    let clauses =
        "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (q x) (= y (+ x 1)) (= z (* 2 y))) (p y z))))";
    assert_eq!(
        reduced(clauses, &options),
        ["(assert (forall ((x Int) (result Int) (result_2 Int)) (=> (and (q x) \
          (= (+ x (* (- 1) result)) (- 1)) (= (+ (* 2 x) (* (- 1) result_2)) (- 2))) (p result result_2))))"]
    );
}

#[test]
fn unused_and_constant_places_vanish() {
    let options = HornOptions { cone: false, definitions: false, ..HornOptions::default() };
    let clauses = "(assert (forall ((y Int)) (p 7 y)))
        (assert (forall ((x Int) (y Int) (z Int)) (=> (p x y) (p x z))))
        (assert (forall ((x Int) (y Int)) (=> (p x y) (< x 9))))";
    let found = reduced(clauses, &options);
    assert_eq!(found[0], "(assert (forall ((y Int)) (=> true p)))");
    assert!(found.iter().all(|line| !line.contains("(p ")), "{:?}", found);
}

/// Once the way back kept the predicate true, and `q` lacked the values that are derived from it.
#[test]
fn a_predicate_that_nothing_derives_becomes_false_if_a_constant_rests_on_that() {
    let horn = system(
        "(assert (q 1))
        (assert (forall ((x Int) (y Int)) (=> (p x x) (q y))))
        (assert (forall ((x Int)) (=> (and (q x) (= x 2)) false)))",
    );
    let options = HornOptions { cone: false, definitions: false, inlining: false, ..HornOptions::default() };
    let reduction = reduce_horn(&horn, &options, &Budget::unlimited());
    assert!(reduction.horn().predicates()[1].places.is_empty());
    let terms = reduction.horn().terms().clone();
    let found = Interpretation::new(terms, vec![Terms::TRUE; 2]);
    let check = |horn: &Horn, found: &Interpretation| {
        check_interpretation(horn, found, &CheckOptions::default(), &Budget::unlimited())
    };
    assert_eq!(check(reduction.horn(), &found), Ok(()));
    let lifted = reduction.lift_interpretation(found, &Budget::unlimited()).expect("a model");
    assert_eq!(check(&horn, &lifted), Ok(()));
}

#[test]
fn a_place_that_leads_through_an_unused_one_takes_its_value_from_the_fact() {
    let text = b"(set-logic HORN)(declare-fun p (Int Int) Bool)(declare-fun q (Int) Bool)
        (assert (forall ((x Int)) (=> (> x 40) (p x 1))))
        (assert (forall ((x Int) (y Int)) (=> (p x y) (q x))))
        (assert (forall ((x Int)) (not (q x))))";
    let script = horn::read(text, &Budget::unlimited()).expect("Horn clauses");
    let reduction = reduce_horn(&script.horn, &HornOptions::default(), &Budget::unlimited());
    assert!(reduction.horn().predicates().iter().all(|p| p.places.is_empty()));
    assert!(reduction.horn().clauses().iter().all(|c| c.body.len() <= 1 || c.constraint == Terms::TRUE));
}

#[test]
fn clauses_over_the_same_predicates_become_one() {
    let without =
        HornOptions { definitions: false, arguments: false, inlining: false, ..HornOptions::default() };
    let options = HornOptions { merging: true, ..without.clone() };
    // The bodies are the same up to the order of their atoms; the second clause has a variable of its own.
    let clauses = "(assert (q 0))
        (assert (forall ((x Int) (y Int)) (=> (and (q x) (p y y)) (q (+ x y)))))
        (assert (forall ((x Int) (z Int)) (=> (and (p x z) (q 5) (> z 1)) (q z))))
        (assert (forall ((x Int)) (=> (q x) (p x 3))))
        (assert (forall ((x Int)) (=> (and (q x) (> x 5)) false)))
        (assert (forall ((x Int)) (=> (and (q x) (< x 0)) false)))";
    let count = |options: &HornOptions| {
        reduce_horn(&system(clauses), options, &Budget::unlimited()).horn().clauses().len()
    };
    assert_eq!((count(&without), count(&options)), (6, 4));
}
