//! Clauses over lists and trees, whose models speak of catamorphisms: what is found, what of it is accepted, and what
//! the checker refuses to take.

use crate::cases::scaled;
use crate::counts::enough;
use crate::structures::checked;
use indubit::base::{Budget, Rng};
use indubit::engine::horn::hulls;
use indubit::engine::Outcome;
use indubit::evidence::horn::{check_interpretation, facts_by_induction, write_interpretation};
use indubit::evidence::{CheckOptions, Malformed};
use indubit::input::horn;
use indubit::model::encode::catamorphisms::{choose, to_catamorphisms};
use indubit::model::horn::{Atom, Catamorphism, Clause, Horn, Interpretation};
use indubit::portfolio::{Engine, HornVerifier, VerifyOptions};
use indubit::solver::term::{Constructor, Sort, TermId, Terms};

const LIST: &str = "(declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))";

const APPEND: &str = "
(declare-fun append (List List List) Bool)
(assert (forall ((y List)) (append nil y y)))
(assert (forall ((h Int) (x List) (y List) (z List))
  (=> (append x y z) (append (cons h x) y (cons h z)))))";

const LENGTH: &str = "
(declare-fun length (List Int) Bool)
(assert (length nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (length x n) (length (cons h x) (+ n 1)))))";

const SUM: &str = "
(declare-fun sum (List Int) Bool)
(assert (sum nil 0))
(assert (forall ((h Int) (x List) (n Int)) (=> (sum x n) (sum (cons h x) (+ n h)))))";

const TREE: &str = "(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (key Int) (right Tree)))))
(declare-fun nodes (Tree Int) Bool)
(assert (nodes leaf 0))
(assert (forall ((l Tree) (k Int) (r Tree) (m Int) (n Int))
  (=> (and (nodes l m) (nodes r n)) (nodes (node l k r) (+ m n 1)))))
(declare-fun insert (Int Tree Tree) Bool)
(assert (forall ((k Int)) (insert k leaf (node leaf k leaf))))
(assert (forall ((k Int) (l Tree) (v Int) (r Tree) (t Tree))
  (=> (and (< k v) (insert k l t)) (insert k (node l v r) (node t v r)))))
(assert (forall ((k Int) (l Tree) (v Int) (r Tree) (t Tree))
  (=> (and (>= k v) (insert k r t)) (insert k (node l v r) (node l v t)))))";

fn query(body: &str) -> String {
    let variables = "(x List) (y List) (z List) (m Int) (n Int) (k Int)";
    format!("(assert (forall ({}) (=> (and {}) false)))", variables, body)
}

fn lists(parts: &[&str], body: &str) -> String {
    format!("(set-logic HORN)\n{}{}\n{}\n(check-sat)\n", LIST, parts.concat(), query(body))
}

fn trees(body: &str) -> String {
    let variables = "(s Tree) (t Tree) (k Int) (m Int) (n Int)";
    format!("(set-logic HORN)\n{}(assert (forall ({}) (=> (and {}) false)))", TREE, variables, body)
}

fn read(text: &str) -> Horn {
    horn::read(text.as_bytes(), &Budget::unlimited()).expect("Horn clauses").horn
}

/// The outcome of Spacer over catamorphisms. Evidence is never refused.
fn verified(horn: &Horn, count: u8, work: u64) -> Outcome<Interpretation, ()> {
    let mut options = VerifyOptions { engine: Engine::Spacer, ..VerifyOptions::default() };
    options.images.catamorphisms = count;
    options.engines.guess_rounds = usize::from(count > 0);
    let budget = Budget::unlimited().and_propagations(work);
    let verified = HornVerifier::new(horn.clone(), options, budget).expect("clauses").verify(&mut ());
    assert_eq!(verified.refused, None);
    match verified.outcome {
        Outcome::Safe(found) => Outcome::Safe(found),
        Outcome::Unsafe(_) => Outcome::Unsafe(()),
        Outcome::Unknown(reason) => Outcome::Unknown(reason),
    }
}

#[test]
fn sizes_and_sums_prove_what_recursion_keeps() {
    let appended = "(append x y z) (length x m) (length y n) (length z k)";
    let summed = "(append x y z) (sum x m) (sum y n) (sum z k)";
    let inserted = "(insert k s t) (nodes s m) (nodes t n)";
    let right = [
        (lists(&[APPEND, LENGTH], &format!("{} (distinct k (+ m n))", appended)), "k (+ m n)"),
        (lists(&[APPEND, SUM], &format!("{} (distinct k (+ m n))", summed)), "k (+ m n)"),
        (trees(&format!("{} (distinct n (+ m 1))", inserted)), "n (+ m 1)"),
    ];
    for (text, claim) in right {
        let horn = read(&text);
        let found = match verified(&horn, 3, 50_000_000) {
            Outcome::Safe(found) => found,
            other => panic!("{}: {:?}", text, other),
        };
        let model = write_interpretation(&horn, &found).expect("a model");
        assert!(model.contains("(define-fun-rec "), "{}", model);
        assert_eq!(checked(&horn, &model), Ok(true), "{}", model);
        // The same model is none where something else is claimed.
        for other in ["k m", "n m", "k n"].iter().filter(|other| **other != claim) {
            let other = read(&text.replace(claim, other));
            assert!(checked(&other, &model).is_err(), "{}", model);
        }
        let shrunk = model.replace("1", "2");
        assert!(shrunk == model || checked(&horn, &shrunk).is_err(), "{}", shrunk);
    }
}

#[test]
fn equal_arguments_prove_that_nothing_is_appended() {
    let horn = read(&lists(&[APPEND], "(append x nil z) (distinct x z)"));
    let found = match verified(&horn, 2, 50_000_000) {
        Outcome::Safe(found) => found,
        other => panic!("{:?}", other),
    };
    let model = write_interpretation(&horn, &found).expect("a model");
    assert_eq!(checked(&horn, &model), Ok(true), "{}", model);
    let other = read(&lists(&[APPEND], "(append x y z) (distinct x z)"));
    assert!(checked(&other, &model).is_err(), "{}", model);
    assert!(!matches!(verified(&other, 2, 5_000_000), Outcome::Safe(_)));
}

#[test]
fn wrong_claims_about_sizes_are_refuted_or_open() {
    let wrong = [
        lists(&[APPEND, LENGTH], "(append x y z) (length x m) (length z k) (= k (+ m 2))"),
        lists(&[APPEND, SUM], "(append x y z) (sum x m) (sum z k) (> k m)"),
        trees("(insert k s t) (nodes s m) (nodes t n) (= n 2)"),
    ];
    for text in wrong {
        let horn = read(&text);
        assert!(!matches!(verified(&horn, 3, 5_000_000), Outcome::Safe(_)), "{}", text);
        assert!(matches!(verified(&horn, 0, 50_000_000), Outcome::Unsafe(())), "{}", text);
    }
}

/// `p` has all lists, and must have none.
fn contradiction() -> Horn {
    read(&format!(
        "(set-logic HORN){}(declare-fun p (List) Bool)
        (assert (p nil))
        (assert (forall ((h Int) (x List)) (=> (p x) (p (cons h x)))))
        (assert (forall ((x List)) (=> (p x) false)))",
        LIST
    ))
}

#[test]
fn definitions_that_are_no_structural_recursion_are_refused() {
    let horn = contradiction();
    let model = |text: &str| checked(&horn, text);
    let p = "(define-fun p ((x List)) Bool true)";
    let no_recursion = "is no recursion over the fields of a datatype";
    let taken = "the model cannot be called";
    for (definitions, reason) in [
        // The same argument, as it is, by case, and put together again.
        ("(define-fun-rec f ((x List)) Int (+ 1 (f x)))", no_recursion),
        ("(define-fun-rec f ((x List)) Int (ite ((_ is nil) x) 0 (+ 1 (f x))))", no_recursion),
        (
            "(define-fun-rec f ((x List)) Int (ite ((_ is nil) x) 0 (+ 1 (f (cons (head x) (tail x))))))",
            no_recursion,
        ),
        // A larger argument, a field of another constructor, a field of a field, and a constant.
        ("(define-fun-rec f ((x List)) Int (+ 1 (f (cons 0 x))))", no_recursion),
        ("(define-fun-rec f ((x List)) Int (+ 1 (f (tail x))))", no_recursion),
        ("(define-fun-rec f ((x List)) Int (ite ((_ is nil) x) 0 (+ 1 (f (tail (tail x))))))", no_recursion),
        ("(define-fun-rec f ((x List)) Int (ite ((_ is nil) x) (+ 1 (f nil)) 0))", no_recursion),
        (
            "(define-fun-rec f ((x List)) Int
              (ite ((_ is nil) x) 0 (+ 1 (f (ite (= (head x) 0) x (tail x))))))",
            no_recursion,
        ),
        // Two functions in a circle, and one over numbers.
        ("(define-funs-rec ((f ((x List)) Int) (g ((x List)) Int)) ((+ 1 (g x)) (f x)))", no_recursion),
        (
            "(define-funs-rec ((f ((x List)) Int) (g ((x List)) Int))
              ((ite ((_ is nil) x) 0 (g (tail x))) (+ 1 (g x))))",
            no_recursion,
        ),
        ("(define-fun-rec f ((n Int)) Int (+ 1 (f (- n 1))))", no_recursion),
        // A case that is missing, another sort, names from elsewhere, a quantifier.
        ("(define-fun-rec f ((x List)) Int (match x (((cons h t) (+ 1 (f t))))))", "nil"),
        ("(define-fun-rec f ((x List)) Int ((_ is nil) x))", "Int"),
        ("(define-fun-rec f ((x List)) Int y)", "y"),
        ("(define-fun-rec f ((x List)) Int (g x))", "g"),
        ("(define-fun-rec f ((x List)) Bool (forall ((y List)) (f y)))", "quantifiers"),
        ("(define-fun-rec f ((x List) (y List)) Int 0)", "one parameter"),
        ("(define-fun-rec f () Int 0)", "one parameter"),
        ("(define-fun f ((x List)) Int (+ 1 (f x)))", "f"),
        ("(define-funs-rec ((f ((x List)) Int)) (0 1))", "a term for each function"),
        // Names that are taken.
        ("(define-fun-rec f ((x List)) Int 0)(define-fun-rec f ((x List)) Int 1)", "f"),
        ("(define-fun-rec nil ((x List)) Int 0)", "nil"),
        ("(define-fun-rec head ((x List)) Int 0)", "head"),
        ("(define-fun-rec + ((x List)) Int 0)", "+"),
        ("(define-fun-rec |let| ((x List)) Int 0)", taken),
    ] {
        let refused = model(&format!("{}{}", definitions, p)).expect_err(definitions);
        assert!(refused.contains(reason), "{}: {}", definitions, refused);
    }
    // A function of the predicate's name defines no predicate.
    let refused = model("(define-fun-rec p ((x List)) Bool true)").expect_err("no predicate");
    assert!(refused.contains("there is no definition"), "{}", refused);
}

#[test]
fn facts_about_functions_are_proved_and_not_believed() {
    // A model exists only if all results are positive.
    let text = |zero: &str| {
        format!("(define-fun-rec f ((x List)) Int (ite ((_ is nil) x) {} (+ 1 (f (tail x)))))", zero)
    };
    let horn = read(&format!(
        "(set-logic HORN){}(declare-fun q (List Int) Bool)
        (assert (q nil 5))
        (assert (forall ((h Int) (x List) (n Int)) (=> (q x n) (q (cons h x) (+ n 1)))))
        (assert (forall ((x List) (n Int)) (=> (and (q x n) (< n 1)) false)))",
        LIST
    ));
    let model = |zero: &str, q: &str| {
        checked(&horn, &format!("{}(define-fun q ((x List) (n Int)) Bool {})", text(zero), q))
    };
    assert_eq!(model("5", "(= n (f x))"), Ok(true));
    assert_eq!(model("1", "(>= n (f x))"), Ok(true));
    assert!(model("0", "(>= n (f x))").is_err());
    assert!(model("(- 3)", "(>= n (f x))").is_err());
    assert!(model("4", "(= n (f x))").is_err());
    // A head is any number.
    let heads = "(define-fun-rec f ((x List)) Int (ite ((_ is nil) x) 5 (+ (head x) (f (tail x)))))";
    assert!(checked(&horn, &format!("{}(define-fun q ((x List) (n Int)) Bool (>= n (f x)))", heads)).is_err());
}

#[test]
fn functions_of_a_model_have_definitions_and_names_of_their_own() {
    let mut horn = contradiction();
    let list = horn.terms().sort(horn.predicates()[0].places[0]);
    let known = horn.terms_mut().declare_function("g", &[list], Sort::Int);
    let zero = horn.terms_mut().int(0);
    // The clauses say that `g` is 0 somewhere, so it cannot be defined as 1.
    let x = horn.terms_mut().declare("x", list);
    let call = horn.terms_mut().call(known, &[x]);
    let is_zero = horn.terms_mut().eq(call, zero);
    let atom = Atom { predicate: horn.predicate_ids().next().expect("p"), arguments: vec![x] };
    let query = Clause::new(&horn, vec![atom], is_zero, None);
    let ids: Vec<_> = horn.clause_ids().take(2).collect();
    let mut horn = horn.restricted(&ids);
    horn.add(query);
    let refused = |made: &dyn Fn(&mut Terms) -> Catamorphism| {
        let mut terms = horn.terms().clone();
        let own = made(&mut terms);
        let mut found = Interpretation::new(terms, vec![Terms::TRUE]);
        found.catamorphisms.push(own);
        check_interpretation(&horn, &found, &CheckOptions::default(), &Budget::unlimited())
            .expect_err("no model")
    };
    let one = |terms: &mut Terms, function| Catamorphism {
        function,
        parameter: terms.declare("x", list),
        body: terms.int(1),
    };
    assert_eq!(refused(&|terms| one(terms, known)), Malformed::NameTaken { name: "g".to_string() }.into());
    let again = |terms: &mut Terms| {
        let function = terms.declare_function("g", &[list], Sort::Int);
        one(terms, function)
    };
    assert_eq!(refused(&again), Malformed::NameTaken { name: "g".to_string() }.into());
    let predicate = |terms: &mut Terms| {
        let function = terms.declare_function("p", &[list], Sort::Int);
        one(terms, function)
    };
    assert_eq!(refused(&predicate), Malformed::NameTaken { name: "p".to_string() }.into());
    let other_sort = |terms: &mut Terms| {
        let function = terms.declare_function("f", &[Sort::Int], Sort::Int);
        one(terms, function)
    };
    assert_eq!(refused(&other_sort), Malformed::NotAFunction { place: 0 }.into());
    let no_constant = |terms: &mut Terms| {
        let function = terms.declare_function("f", &[list], Sort::Int);
        let nil = terms.default_term(list);
        Catamorphism { parameter: nil, ..one(terms, function) }
    };
    assert_eq!(refused(&no_constant), Malformed::NotAFunction { place: 0 }.into());
    let foreign = |terms: &mut Terms| {
        let function = terms.declare_function("f", &[list], Sort::Int);
        let body = terms.declare("y", Sort::Int);
        Catamorphism { body, ..one(terms, function) }
    };
    assert_eq!(refused(&foreign), Malformed::NotStructural { name: "f".to_string() }.into());
    let uninterpreted = |terms: &mut Terms| {
        let function = terms.declare_function("f", &[list], Sort::Int);
        let own = one(terms, function);
        Catamorphism { body: terms.call(known, &[own.parameter]), ..own }
    };
    assert_eq!(refused(&uninterpreted), Malformed::NotStructural { name: "f".to_string() }.into());
}

/// Lists of integers, two predicates of a list and perhaps a number, and up to six clauses that build, take apart and
/// compare.
fn random_list_horn(rng: &mut Rng) -> Horn {
    let mut horn = Horn::new(Terms::new());
    let terms = horn.terms_mut();
    let list = terms.declare_datatype("List", &[]);
    let nil = Constructor { name: "nil", fields: Vec::new() };
    let cons = Constructor { name: "cons", fields: vec![("head", Sort::Int), ("tail", list)] };
    terms.define_datatypes(&[(list, vec![nil, cons])]).expect("lists");
    let (nil, cons) = (terms.constructors(list)[0], terms.constructors(list)[1]);
    let predicates = [vec![list], vec![list, Sort::Int], vec![list, list]];
    for (number, _) in [(); 2].iter().enumerate() {
        horn.declare(&format!("p{}", number), &predicates[rng.below(3)]);
    }
    for number in 0..4 + rng.below(3) {
        let terms = horn.terms_mut();
        let lists: Vec<TermId> = (0..3).map(|i| terms.declare(&format!("x{}", i), list)).collect();
        let numbers: Vec<TermId> = (0..3).map(|i| terms.declare(&format!("n{}", i), Sort::Int)).collect();
        let term = |rng: &mut Rng, terms: &mut Terms, sort: Sort| {
            if sort == Sort::Int {
                let own = terms.int(rng.below(3) as i64);
                let other = numbers[rng.below(3)];
                return if rng.one_in(4) { own } else { terms.add(&[own, other]) };
            }
            let (own, other) = (lists[rng.below(3)], numbers[rng.below(3)]);
            match rng.below(4) {
                0 => terms.construct(nil, &[]),
                1 => terms.construct(cons, &[other, own]),
                _ => own,
            }
        };
        let atom = |rng: &mut Rng, horn: &mut Horn| {
            let predicate = horn.predicate_ids().nth(rng.below(2)).expect("a predicate");
            let places = horn.predicate(predicate).places.clone();
            let sorts: Vec<Sort> = places.iter().map(|&place| horn.terms().sort(place)).collect();
            let arguments = sorts.into_iter().map(|sort| term(rng, horn.terms_mut(), sort)).collect();
            Atom { predicate, arguments }
        };
        let body = (0..if number == 0 { 0 } else { rng.below(3) }).map(|_| atom(rng, &mut horn)).collect();
        let head = (number != 1 && !rng.one_in(4)).then(|| atom(rng, &mut horn));
        let terms = horn.terms_mut();
        let mut parts = Vec::new();
        for _ in 0..rng.below(3) {
            let tail = terms.selectors(cons).nth(1).expect("a field");
            let (x, y) = (term(rng, terms, list), term(rng, terms, list));
            let (m, n) = (term(rng, terms, Sort::Int), term(rng, terms, Sort::Int));
            let part = match rng.below(6) {
                0 => terms.is(nil, x),
                1 => terms.eq(x, y),
                2 => terms.eq(m, n),
                3 => terms.lt(m, n),
                // What a selector says of other values is left open.
                4 => {
                    let (less, other) = (terms.lt(m, n), terms.field(tail, y));
                    let chosen = terms.ite(less, x, other);
                    let (is_cons, equal) = (terms.is(cons, y), terms.eq(chosen, y));
                    terms.and(&[is_cons, equal])
                }
                _ => {
                    let rest = terms.field(tail, x);
                    let (is_cons, equal) = (terms.is(cons, x), terms.eq(rest, y));
                    terms.and(&[is_cons, equal])
                }
            };
            parts.push(if rng.one_in(3) { terms.not(part) } else { part });
        }
        let constraint = terms.and(&parts);
        let clause = Clause::new(&horn, body, constraint, head);
        horn.add(clause);
    }
    horn
}

/// Each `safe` was checked on the clauses themselves, and is checked once more from a file.
#[test]
fn proofs_over_random_lists_are_accepted_and_refutations_agree() {
    let (mut safe, mut called, mut refuted) = (0, 0, 0);
    for seed in 0..scaled(300) as u64 {
        let horn = random_list_horn(&mut Rng::new(seed));
        let plain = verified(&horn, 0, 300_000);
        match verified(&horn, 1 + (seed % 4) as u8, 1_000_000) {
            Outcome::Safe(found) => {
                assert!(!matches!(plain, Outcome::Unsafe(())), "{}", seed);
                let text = write_interpretation(&horn, &found).expect("a model");
                assert_eq!(checked(&horn, &text), Ok(true), "{}: {}", seed, text);
                safe += 1;
                called += u64::from(!found.catamorphisms.is_empty());
            }
            Outcome::Unsafe(()) => {
                assert!(!matches!(plain, Outcome::Safe(_)), "{}", seed);
                refuted += 1;
            }
            Outcome::Unknown(_) => {}
        }
    }
    assert!(enough(safe, 30) && enough(called, 5), "{} {} {}", safe, called, refuted);
}

#[test]
fn equations_between_results_hold_for_all_clauses_with_heads() {
    let budget = Budget::unlimited();
    let options = CheckOptions::default();
    let mut told = 0;
    for seed in 0..scaled(100) as u64 {
        let horn = random_list_horn(&mut Rng::new(10_000 + seed));
        let mut chosen = choose(&horn, 1 + (seed % 4) as usize).expect("lists");
        let functions = chosen.functions.clone();
        let facts = facts_by_induction(&mut chosen.terms, &functions, &options, &budget).expect("no limit");
        let image = to_catamorphisms(&horn, chosen, &facts, &budget).expect("no limit").horn;
        let found = match hulls(&image, &budget) {
            Ok(found) => found,
            Err(_) => continue,
        };
        let ids = image.clause_ids().filter(|&id| image.clause(id).head.is_some());
        let definite = image.restricted(&ids.collect::<Vec<_>>());
        assert_eq!(check_interpretation(&definite, &found, &options, &budget), Ok(()), "{}", seed);
        let is_told = |&formula: &TermId| formula != Terms::TRUE && formula != Terms::FALSE;
        told += u64::from(found.formulas.iter().any(is_told));
    }
    assert!(enough(told, 20), "{}", told);
}
