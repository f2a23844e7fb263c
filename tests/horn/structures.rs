//! Clauses over arrays, records and options of few values against the derivation of all facts, and models that hold
//! for all indices.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_horn::least;
use crate::random_structures::Structured;
use indubit::base::{Budget, Rng};
use indubit::engine::horn::guess;
use indubit::engine::Outcome;
use indubit::evidence::horn::{
    check, check_interpretation, check_refutation, write_interpretation, Evidence,
};
use indubit::evidence::{CheckError, CheckOptions, Malformed};
use indubit::input::horn;
use indubit::model::encode::cells::to_cells;
use indubit::model::horn::{Atom, Clause, ClauseId, Horn, Interpretation, PredicateId};
use indubit::model::reduce::horn::{reduce_horn, HornOptions};
use indubit::portfolio::{Engine, HornVerifier, VerifyOptions};
use indubit::solver::term::{Op, Sort, TermId, Terms};

/// One or two predicates of up to two arguments, and four to six clauses with up to two atoms in the body.
fn random_structured_horn(rng: &mut Rng) -> Horn {
    random_partial_horn(rng, false)
}

/// The same; in some of them terms mention what SMT-LIB leaves open.
pub fn random_partial_horn(rng: &mut Rng, are_partial: bool) -> Horn {
    let mut horn = Horn::new(Terms::new());
    let sorts = Structured { are_partial, ..Structured::new(horn.terms_mut()) };
    for i in 0..1 + rng.below(2) {
        let list: Vec<Sort> = (0..1 + rng.below(2)).map(|_| sorts.any(rng)).collect();
        horn.declare(&format!("p{}", i), &list);
    }
    for number in 0..4 + rng.below(3) {
        let terms = horn.terms_mut();
        let mut pool: Vec<TermId> =
            (0..2).map(|i| terms.declare(&format!("x{}", i), sorts.any(rng))).collect();
        let mut body = Vec::new();
        for _ in 0..if number == 0 { 0 } else { 1 + rng.below(2) } {
            let predicate = PredicateId::new(rng.below(horn.predicates().len()));
            let places = horn.predicate(predicate).places.clone();
            let mut arguments = Vec::new();
            for place in places {
                let sort = horn.terms().sort(place);
                if rng.one_in(4) {
                    arguments.push(sorts.term(rng, horn.terms_mut(), &pool, sort, 1));
                } else {
                    let variable = horn.terms_mut().declare(&format!("y{}", pool.len()), sort);
                    pool.push(variable);
                    arguments.push(variable);
                }
            }
            body.push(Atom { predicate, arguments });
        }
        let constraint = match rng.one_in(2) {
            true => sorts.term(rng, horn.terms_mut(), &pool, Sort::Bool, 3),
            false => Terms::TRUE,
        };
        let head = (number != 1 && !rng.one_in(5)).then(|| {
            let predicate = PredicateId::new(rng.below(horn.predicates().len()));
            let places = horn.predicate(predicate).places.clone();
            let argument = |place: TermId| {
                let sort = horn.terms().sort(place);
                sorts.term(rng, horn.terms_mut(), &pool, sort, 2)
            };
            Atom { predicate, arguments: places.into_iter().map(argument).collect() }
        });
        let clause = Clause::new(&horn, body, constraint, head);
        // The oracle tries all values of the variables.
        let count = |&v: &TermId| horn.terms().value_count(horn.terms().sort(v));
        if clause.variables.iter().map(count).product::<u64>() <= 1 << 10 {
            horn.add(clause);
        }
    }
    horn
}

fn is_accepted(horn: &Horn, found: &Interpretation) -> Result<(), CheckError> {
    check_interpretation(horn, found, &CheckOptions::default(), &Budget::unlimited())
}

#[test]
fn records_become_their_parts_and_evidence_comes_back() {
    let budget = Budget::unlimited();
    let (mut safe, mut refuted) = (0, 0);
    for seed in 0..scaled(600) as u64 {
        let horn = random_structured_horn(&mut Rng::new(seed));
        let reduction = reduce_horn(&horn, &HornOptions::default(), &budget);
        let terms = reduction.horn().terms();
        let is_record = |&t: &TermId| matches!(terms.sort(t), Sort::Datatype(_));
        let places = reduction.horn().predicates().iter().flat_map(|p| &p.places);
        assert!(!places.chain(reduction.horn().clauses().iter().flat_map(|c| &c.variables)).any(is_record));
        let (expected, found) = (least(&horn), least(reduction.horn()));
        assert_eq!(expected.refutation.is_some(), found.refutation.is_some(), "{}", seed);
        match found.refutation {
            Some(refutation) => {
                let lifted = reduction.lift_refutation(refutation).expect("a refutation");
                assert_eq!(check_refutation(&horn, &lifted), Ok(()), "{}", seed);
                refuted += 1;
            }
            None => {
                let found = found.interpretation(reduction.horn());
                let lifted = reduction.lift_interpretation(found, &budget).expect("an interpolant");
                assert_eq!(is_accepted(&horn, &lifted), Ok(()), "{}", seed);
                safe += 1;
            }
        }
    }
    assert!(enough(safe, 60) && enough(refuted, 60), "{} {}", safe, refuted);
}

#[test]
fn models_of_cells_hold_for_all_indices() {
    let budget = Budget::unlimited();
    let (mut proved, mut open) = (0, 0);
    for seed in 0..scaled(600) as u64 {
        let horn = random_structured_horn(&mut Rng::new(seed));
        let cells = match to_cells(&horn, 1 + (seed % 2) as usize, &budget).expect("no limit") {
            Some(cells) => cells,
            None => continue,
        };
        let image = &cells.horn;
        let count = |&v: &TermId| image.terms().value_count(image.terms().sort(v));
        let tries = |clause: &Clause| clause.variables.iter().map(count).product::<u64>();
        if image.clauses().iter().any(|clause| tries(clause) > 1 << 12) {
            continue;
        }
        let (expected, found) = (least(&horn), least(image));
        match found.refutation {
            Some(_) => open += u64::from(expected.refutation.is_none()),
            None => {
                assert!(expected.refutation.is_none(), "{}", seed);
                let lifted = cells.interpretation(&found.interpretation(image));
                assert_eq!(is_accepted(&horn, &lifted), Ok(()), "{}", seed);
                proved += 1;
            }
        }
    }
    assert!(enough(proved, 60) && proved > 2 * open, "{} {}", proved, open);
}

#[test]
fn guesses_about_cells_hold() {
    let budget = Budget::unlimited();
    let mut told = 0;
    for seed in 0..scaled(50) as u64 {
        let horn = random_structured_horn(&mut Rng::new(2_000 + seed));
        let cells = match to_cells(&horn, 1 + (seed % 2) as usize, &budget).expect("no limit") {
            Some(cells) => cells,
            None => continue,
        };
        let guessed = guess(&horn, &cells, 1 + (seed % 3) as usize, seed, &budget).expect("no limit");
        let ids = cells.horn.clause_ids();
        let with_head: Vec<ClauseId> = ids.filter(|&id| cells.horn.clause(id).head.is_some()).collect();
        let definite = cells.horn.restricted(&with_head);
        assert_eq!(is_accepted(&definite, &guessed), Ok(()), "{}", seed);
        let is_told = |&formula: &TermId| formula != Terms::TRUE && formula != Terms::FALSE;
        told += usize::from(guessed.formulas.iter().any(is_told));
    }
    assert!(enough(told as u64, 7), "{}", told);
}

/// Predicates of the images have no arrays, and so their clauses need none.
#[test]
fn arrays_that_are_only_read_become_elements() {
    let budget = Budget::unlimited();
    let (mut safe, mut refuted, mut gone) = (0, 0, 0);
    for seed in 0..scaled(600) as u64 {
        let horn = random_structured_horn(&mut Rng::new(1_000 + seed));
        let image = match to_cells(&horn, 1, &budget).expect("no limit") {
            Some(cells) => cells.horn,
            None => continue,
        };
        let options = HornOptions { inlining: false, ..HornOptions::default() };
        let reduction = reduce_horn(&image, &options, &budget);
        let arrays = |horn: &Horn| {
            let variables = horn.clauses().iter().flat_map(|clause| &clause.variables);
            variables.filter(|&&v| matches!(horn.terms().sort(v), Sort::Array(_))).count()
        };
        gone += u64::from(arrays(reduction.horn()) < arrays(&image));
        let count = |horn: &Horn, clause: &Clause| {
            let count = |&v: &TermId| horn.terms().value_count(horn.terms().sort(v));
            clause.variables.iter().map(count).product::<u64>()
        };
        let tries = |horn: &Horn| horn.clauses().iter().map(|clause| count(horn, clause)).max().unwrap_or(0);
        if tries(&image).max(tries(reduction.horn())) > 1 << 12 {
            continue;
        }
        let (expected, found) = (least(&image), least(reduction.horn()));
        let atoms = image.clauses().iter().flat_map(|clause| clause.body.iter().chain(&clause.head));
        let roots: Vec<TermId> = atoms.flat_map(|atom| &atom.arguments).copied().collect();
        let is_difference = |t: TermId| matches!(image.terms().op(t), Op::Difference);
        let has_difference = image.terms().subterms(&roots).into_iter().any(is_difference);
        match (expected.refutation, found.refutation.clone()) {
            (Some(_), None) => panic!("{}", seed),
            // Two arrays may differ at several indices, of which evaluation knows one.
            (None, Some(_)) => assert!(has_difference, "{}", seed),
            (Some(_), Some(refutation)) => {
                let lifted = reduction.lift_refutation(refutation).expect("a refutation");
                assert!(has_difference || check_refutation(&image, &lifted) == Ok(()), "{}", seed);
                refuted += 1;
            }
            (None, None) => {
                let found = found.interpretation(reduction.horn());
                let lifted = reduction.lift_interpretation(found, &budget).expect("no unfolding");
                assert!(has_difference || is_accepted(&image, &lifted) == Ok(()), "{}", seed);
                safe += 1;
            }
        }
    }
    assert!(enough(safe, 40) && enough(refuted, 40) && enough(gone, 100), "{} {} {}", safe, refuted, gone);
}

#[test]
fn engines_agree_with_all_facts() {
    let (mut safe, mut refuted, mut open) = (0, 0, 0);
    for seed in 0..scaled(150) as u64 {
        let horn = random_structured_horn(&mut Rng::new(seed));
        let expected = least(&horn).refutation.is_some();
        let mut options = VerifyOptions { engine: Engine::Spacer, ..VerifyOptions::default() };
        options.images.cells = (seed % 3) as u8;
        options.engines.guess_rounds = (seed % 2) as usize;
        let budget = Budget::unlimited().and_propagations(2_000_000);
        let verified = HornVerifier::new(horn, options, budget).expect("clauses").verify(&mut ());
        assert_eq!(verified.refused, None, "{}", seed);
        match verified.outcome {
            Outcome::Safe(_) => {
                assert!(!expected, "{}", seed);
                safe += 1;
            }
            Outcome::Unsafe(_) => {
                assert!(expected, "{}", seed);
                refuted += 1;
            }
            Outcome::Unknown(_) => open += 1,
        }
    }
    assert!(
        enough(safe, 15) && enough(refuted, 15) && open < safe + refuted,
        "{} {} {}",
        safe,
        refuted,
        open
    );
}

/// A loop sets all elements below `n` to 7, and reads one of them.
const INIT: &str = "(set-logic HORN)
(declare-fun loop (Int Int (Array Int Int)) Bool)
(assert (forall ((n Int) (a (Array Int Int))) (loop 0 n a)))
(assert (forall ((i Int) (n Int) (a (Array Int Int)))
  (=> (and (loop i n a) (< i n)) (loop (+ i 1) n (store a i 7)))))
(assert (forall ((i Int) (n Int) (a (Array Int Int)) (k Int))
  (=> (and (loop i n a) (>= i n) (<= 0 k) (< k n) (distinct (select a k) 7)) false)))
";

fn read(text: &str) -> Horn {
    horn::read(text.as_bytes(), &Budget::unlimited()).expect("Horn clauses").horn
}

/// Whether a text is evidence that clauses have a model, or the reason why it is not.
pub fn checked(horn: &Horn, text: &str) -> Result<bool, String> {
    let budget = Budget::unlimited();
    let evidence = Evidence::read(text.as_bytes(), horn, &budget).map_err(|error| error.to_string())?;
    let result = check(horn, &evidence, &CheckOptions { proofs: true }, &budget);
    result.map(|()| evidence.claims_safe()).map_err(|error| error.to_string())
}

#[test]
fn a_loop_that_sets_all_elements_has_a_model_with_a_quantifier() {
    let horn = read(INIT);
    let mut options = VerifyOptions { engine: Engine::Spacer, ..VerifyOptions::default() };
    options.images.cells = 1;
    let verifier = HornVerifier::new(horn.clone(), options, Budget::unlimited());
    let verified = verifier.expect("clauses").verify(&mut ());
    assert_eq!(verified.refused, None);
    let found = match verified.outcome {
        Outcome::Safe(found) => found,
        other => panic!("{:?}", other),
    };
    let text = write_interpretation(&horn, &found).expect("a model");
    assert!(text.contains("(forall ((i Int))"), "{}", text);
    assert_eq!(checked(&horn, &text), Ok(true), "{}", text);
    // The same model is none where elements are other ones, or one more of them is read.
    for (from, to) in [("(store a i 7)", "(store a i 6)"), ("(< k n)", "(<= k n)"), ("(>= i n)", "(>= i 0)")]
    {
        let other = read(&INIT.replace(from, to));
        assert_ne!(checked(&other, &text), Ok(true), "{}", to);
    }
}

#[test]
fn quantified_models_are_held_against_the_clauses() {
    let horn = read(INIT);
    let model = |formula: &str| {
        let text = format!("(define-fun loop ((i Int) (n Int) (a (Array Int Int))) Bool {})", formula);
        checked(&horn, &text)
    };
    for right in [
        "(forall ((k Int)) (=> (and (<= 0 k) (< k i)) (= (select a k) 7)))",
        "(forall ((k Int) (l Int)) (=> (and (<= 0 l) (< l i)) (= (select a l) 7)))",
        // Of another bound name, and of an index that is shifted.
        "(forall ((i2 Int)) (or (< i2 1) (< i i2) (= (select a (- i2 1)) 7)))",
    ] {
        assert_eq!(model(right), Ok(true), "{}", right);
    }
    for wrong in [
        "(forall ((k Int)) (=> (and (<= 0 k) (<= k i)) (= (select a k) 7)))",
        "(forall ((k Int)) (=> (and (< 0 k) (< k i)) (= (select a k) 7)))",
        "(forall ((k Int)) (=> (< k i) (= (select a k) 7)))",
        "(forall ((k Int)) (=> (and (<= 0 k) (< k i)) (= (select a k) 8)))",
        "(forall ((k Int)) (< k i))",
        "(forall ((k Int)) (< i n))",
        "(=> (< 0 i) (= (select a 0) 7))",
    ] {
        assert!(model(wrong).is_err(), "{}", wrong);
    }
    for (bad, reason) in [
        ("(exists ((k Int)) (= (select a k) 7))", "quantifiers are not supported"),
        ("(not (forall ((k Int)) (= (select a k) 7)))", "quantifiers are not supported"),
        ("(forall ((k Nat)) true)", "there is no sort `Nat`"),
        ("(forall () true)", "the model makes clause 2 false"),
    ] {
        let refused = model(bad).expect_err("no model");
        assert!(refused.contains(reason), "{}: {}", bad, refused);
    }
}

/// Regression: a question that no instance decided was told as a clause that is false.
#[test]
fn a_model_for_all_indices_is_wrong_only_if_there_is_a_counterexample() {
    let horn = read(INIT);
    let found = |claim: &str| {
        let text = format!(
            "(define-fun loop ((i Int) (n Int) (a (Array Int Int))) Bool (forall ((k Int)) {}))",
            claim
        );
        checked(&horn, &text)
    };
    // About even indices only, which is too little.
    let wrong = found("(=> (and (<= 0 (+ k k)) (< (+ k k) i)) (= (select a (+ k k)) 7))");
    assert_eq!(wrong, Err("the model makes clause 2 false".to_string()));
    // About all of them, at instances that no term of the question suggests.
    let right = found(
        "(and (=> (and (<= 0 (+ k k)) (< (+ k k) i)) (= (select a (+ k k)) 7))
              (=> (and (<= 0 (+ k k 1)) (< (+ k k 1) i)) (= (select a (+ k k 1)) 7)))",
    );
    assert_eq!(right, Err("the check was not finished: the theory gave up".to_string()));
}

/// Nothing in the clause says at which index the array is of interest.
#[test]
fn an_array_that_is_read_nowhere_has_an_element_all_the_same() {
    let horn = read(
        "(set-logic HORN)
        (declare-fun p ((Array Int Int)) Bool)
        (assert (forall ((a (Array Int Int)) (i Int)) (=> (= a ((as const (Array Int Int)) 0)) (p a))))
        (assert (=> (p ((as const (Array Int Int)) 1)) false))",
    );
    let model =
        |formula: &str| checked(&horn, &format!("(define-fun p ((a (Array Int Int))) Bool {})", formula));
    assert_eq!(model("(forall ((k Int)) (= (select a k) 0))"), Ok(true));
    assert!(model("(forall ((k Int)) (<= 0 (select a k)))").is_err());
}

/// Regression: guesses compared two indices of a sort without order, and panicked.
#[test]
fn indices_without_an_order_are_compared_all_the_same() {
    let text = "(set-logic HORN)
        (declare-datatypes ((O 0)) (((no) (so (g Bool)))))
        (declare-fun a ((Array O Bool) (Array Bool Int)) Bool)
        (assert (forall ((s (Array O Bool)) (n (Array Bool Int))) (a s n)))
        (assert (forall ((s (Array O Bool)) (n (Array Bool Int)) (b Bool))
            (=> (a s n) (a (store s no b) (store n b 3)))))
        (assert (forall ((s (Array O Bool)) (n (Array Bool Int))) (=> (and (a s n) (= (select s no) true)) false)))";
    for cells in 0..3 {
        let mut options = VerifyOptions { engine: Engine::Spacer, ..VerifyOptions::default() };
        options.images.cells = cells;
        options.engines.guess_rounds = 3;
        let budget = Budget::unlimited().and_propagations(2_000_000);
        let verified = HornVerifier::new(read(text), options, budget).expect("clauses").verify(&mut ());
        let is_right = match verified.outcome {
            Outcome::Unsafe(_) => true,
            Outcome::Safe(_) => false,
            // The cells that one image looks at need not tell the arrays apart.
            Outcome::Unknown(_) => cells > 0,
        };
        assert!(is_right, "{}", cells);
    }
}

#[test]
fn a_bound_constant_has_to_be_a_constant_once() {
    let horn = read(INIT);
    let mut terms = horn.terms().clone();
    let k = terms.declare("k", Sort::Int);
    let zero = terms.int(0);
    let place = horn.predicates()[0].places[0];
    for (bound, wrong) in [(vec![zero], 0), (vec![k, k], 1)] {
        let found = Interpretation { bound, ..Interpretation::new(terms.clone(), vec![Terms::TRUE]) };
        let refused = is_accepted(&horn, &found);
        assert_eq!(refused, Err(Malformed::NotAConstant { place: wrong }.into()));
    }
    // An argument of the predicate is any value where it is bound, so this claims that no state is reached.
    let below = terms.lt(place, zero);
    let found = Interpretation { bound: vec![place], ..Interpretation::new(terms, vec![below]) };
    assert!(is_accepted(&horn, &found).is_err());
}

const LISTS: &str = "(set-logic HORN)
(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
(declare-datatypes ((Pair 2)) ((par (A B) ((pair (first A) (second B))))))
(declare-fun P ((List Int) (List Bool) (Pair Int Bool)) Bool)
(assert (P (as nil (List Int)) (as nil (List Bool)) (pair 0 true)))
(assert (forall ((l (List Int)) (m (List Bool)) (p (Pair Int Bool)) (b Bool))
  (=> (P l m p) (P (cons (first p) l) (cons b m) (pair (+ (first p) 1) b)))))
(assert (forall ((l (List Int)) (m (List Bool)) (p (Pair Int Bool))) (=> (and (P l m p) (< (first p) 0)) false)))
";

#[test]
fn datatypes_with_parameters_have_evidence() {
    let horn = read(LISTS);
    let verifier = HornVerifier::new(horn.clone(), VerifyOptions::default(), Budget::unlimited());
    let verified = verifier.expect("clauses").verify(&mut ());
    let text = match verified.outcome {
        Outcome::Safe(found) => write_interpretation(&horn, &found).expect("a model"),
        other => panic!("{:?}", other),
    };
    assert_eq!(checked(&horn, &text), Ok(true), "{}", text);
    let head = "(define-fun P ((l (List Int)) (m (List Bool)) (p (Pair Int Bool))) Bool";
    assert_eq!(checked(&horn, &format!("{} (>= (first p) 0))", head)), Ok(true));
    // No model: a list that is not empty is reached, and so is a longer one.
    assert_ne!(checked(&horn, &format!("{} (= l (as nil (List Int))))", head)), Ok(true));
    // The places are those of other sorts.
    let other = head.replace("(List Bool)", "(List Int)");
    assert!(checked(&horn, &format!("{} (>= (first p) 0))", other)).is_err());
}
