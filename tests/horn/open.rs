//! Results that SMT-LIB leaves open, of selectors and divisions: in Horn clauses some function has them, in automata
//! any.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_horn::least;
use crate::random_structures::Structured;
use crate::structures::{checked, random_partial_horn};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::horn::{check_refutation, write_interpretation, write_refutation};
use indubit::input::{cfa, horn};
use indubit::model::cfa::Cfa;
use indubit::model::encode::horn::of_cfa;
use indubit::model::gcl::{Assignment, Command};
use indubit::model::horn::{Atom, Clause, ClauseId, Derivation, Horn, Interpretation, Refutation};
use indubit::portfolio::{Engine, HornVerifier, ProgramVerifier, VerifyOptions};
use indubit::solver::term::{Sort, TermId, Terms, Value};

const LISTS: &str = "(set-logic HORN)
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(declare-fun p (Int) Bool)(declare-fun q (L) Bool)";

fn read(clauses: &str) -> Horn {
    let text = format!("{}{}", LISTS, clauses);
    horn::read(text.as_bytes(), &Budget::unlimited()).expect("Horn clauses").horn
}

fn verify(horn: &Horn, engine: Engine) -> Outcome<Interpretation, Refutation> {
    let options = VerifyOptions { engine, ..VerifyOptions::default() };
    let budget = Budget::unlimited().and_propagations(2_000_000);
    let verified = HornVerifier::new(horn.clone(), options, budget).expect("clauses").verify(&mut ());
    assert_eq!(verified.refused, None);
    verified.outcome
}

/// The verdict, whose evidence `check` has to accept.
fn verdict(clauses: &str) -> &'static str {
    let horn = read(clauses);
    match verify(&horn, Engine::Portfolio) {
        Outcome::Safe(found) => {
            let text = write_interpretation(&horn, &found).expect("an interpretation of the clauses");
            assert_eq!(checked(&horn, &text), Ok(true), "{}", text);
            "safe"
        }
        Outcome::Unsafe(found) => {
            let text = write_refutation(&horn, &found).expect("a refutation of the clauses");
            assert_eq!(checked(&horn, &text), Ok(false), "{}", text);
            "unsafe"
        }
        Outcome::Unknown(_) => "unknown",
    }
}

/// Regression: `(hd nil)` was 0, so the first one was refuted, and of the second one no evidence was accepted.
#[test]
fn a_selector_of_another_constructor_has_some_result() {
    assert_eq!(verdict("(assert (=> (= (hd nil) 0) false))"), "safe");
    assert_eq!(verdict("(assert (=> (= (hd nil) 1) false))"), "safe");
    assert_eq!(verdict("(assert (=> (= (tl nil) (cons 1 nil)) false))"), "safe");
    assert_eq!(verdict("(assert (=> (= (hd (cons 1 nil)) 1) false))"), "unsafe");
    assert_eq!(
        verdict("(assert (p (hd nil)))(assert (forall ((x Int)) (=> (and (p x) (> x 5)) false)))"),
        "safe"
    );
}

/// Regression: divisions by zero were refused.
#[test]
fn a_division_by_zero_has_some_result() {
    assert_eq!(verdict("(assert (=> (= (div 7 0) 0) false))"), "safe");
    assert_eq!(
        verdict("(assert (p (mod 7 0)))(assert (forall ((x Int)) (=> (and (p x) (= x 7)) false)))"),
        "safe"
    );
    assert_eq!(verdict("(assert (=> (= (div 7 2) 3) false))"), "unsafe");
}

#[test]
fn a_refutation_holds_for_all_results_that_are_open() {
    let all = "(assert (p (hd nil)))(assert (forall ((x Int)) (=> (p x) false)))";
    assert_eq!(verdict(all), "unsafe");
    let guarded = "(assert (forall ((x L)) (q x)))
        (assert (forall ((x L)) (=> (and (q x) ((_ is cons) x) (= (hd x) 3)) false)))";
    assert_eq!(verdict(guarded), "unsafe");
    // Each function leads to falsity, but no derivation serves for all: neither is claimed.
    let two = "(assert (p (hd nil)))(assert (forall ((x Int)) (=> (and (p x) (> x 0)) false)))
        (assert (forall ((x Int)) (=> (and (p x) (<= x 0)) false)))";
    assert_eq!(verdict(two), "unknown");
    // Both mentions of one result are one number.
    let same = "(assert (p (hd nil)))(assert (forall ((x Int)) (=> (and (p x) (= x (hd nil))) false)))";
    assert_eq!(verdict(same), "unsafe");
}

#[test]
fn evidence_that_rests_on_a_chosen_result_is_refused() {
    let horn = read("(assert (=> (= (hd nil) 7) false))");
    let forged = Refutation {
        steps: vec![Derivation {
            clause: ClauseId::new(0),
            values: vec![Value::Number(7.into())],
            premises: Vec::new(),
        }],
    };
    assert!(forged.facts(&horn).is_ok());
    let error = check_refutation(&horn, &forged).expect_err("a refutation for one function").to_string();
    assert!(error.contains("step 0 rests on a result that SMT-LIB leaves open"), "{}", error);
    let model = |choice: &str| {
        format!("{}(define-fun p ((x Int)) Bool true)(define-fun q ((x L)) Bool true)", choice)
    };
    assert_eq!(checked(&horn, &model("(define-fun hd.else ((x L)) Int 6)")), Ok(true));
    for wrong in [
        "",
        "(define-fun hd.else ((x L)) Int 7)",
        "(define-fun hd.else ((x L)) Int (hd x))",
        "(define-fun hd.else ((x Int)) Int 6)",
        "(define-fun hd.else ((x L)) L nil)",
        "(define-fun hd.else () Int 6)",
    ] {
        assert!(checked(&horn, &model(wrong)).is_err(), "{}", wrong);
    }
}

#[test]
fn clauses_with_open_results_are_written_as_they_were() {
    let clauses = "(assert (forall ((x L)) (=> (and (q (tl x)) (> (hd (tl x)) (div 3 0))) (p (hd x)))))";
    let written = horn::write(&read(clauses));
    assert!(
        !written.contains("else") && written.contains("(hd (tl x))") && written.contains("(div 3 0)"),
        "{}",
        written
    );
    let again = horn::read(written.as_bytes(), &Budget::unlimited()).expect("Horn clauses").horn;
    assert_eq!(again.open().len(), 4, "of the tail, of two heads, and of the division");
}

/// The terms with this value as the result of each selector for the value of another constructor.
fn with_result(terms: &mut Terms, roots: &mut [TermId], value: &Value) {
    terms.made_total(roots, |terms, partial, _, _| {
        let sort = partial.sorts(terms)[1];
        value.term(terms, sort)
    });
}

/// Whether false is derivable if `(value none)` is this value.
fn is_refuted(horn: &Horn, value: &Value) -> bool {
    let mut total = horn.restricted(&[]);
    for clause in horn.clauses() {
        let mut clause = clause.clone();
        let mut roots = vec![clause.constraint];
        let atoms = |clause: &Clause| clause.body.iter().chain(&clause.head).cloned().collect::<Vec<Atom>>();
        roots.extend(atoms(&clause).into_iter().flat_map(|atom| atom.arguments));
        with_result(total.terms_mut(), &mut roots, value);
        clause.constraint = roots[0];
        let arguments = clause.body.iter_mut().chain(&mut clause.head).flat_map(|atom| &mut atom.arguments);
        arguments.zip(&roots[1..]).for_each(|(argument, &new)| *argument = new);
        total.add(clause);
    }
    least(&total).refutation.is_some()
}

#[test]
fn random_clauses_are_refuted_if_all_functions_refute_them() {
    let (mut safe, mut refuted, mut open, mut by_choice) = (0, 0, 0, 0);
    for seed in 0..scaled(150) as u64 {
        let horn = random_partial_horn(&mut Rng::new(seed), true);
        let values = horn.terms().some_values(Sort::BitVec(1), 2);
        let of_all: Vec<bool> = values.iter().map(|value| is_refuted(&horn, value)).collect();
        let read =
            horn::read(horn::write(&horn).as_bytes(), &Budget::unlimited()).expect("Horn clauses").horn;
        match verify(&read, if seed % 3 == 0 { Engine::Portfolio } else { Engine::Spacer }) {
            Outcome::Safe(found) => {
                assert!(of_all.contains(&false), "{}", seed);
                let text = write_interpretation(&read, &found).expect("an interpretation");
                assert_eq!(checked(&read, &text), Ok(true), "{}: {}", seed, text);
                by_choice += u64::from(of_all.contains(&true));
                safe += 1;
            }
            Outcome::Unsafe(found) => {
                assert!(!of_all.contains(&false), "{}", seed);
                assert_eq!(check_refutation(&read, &found), Ok(()), "{}", seed);
                refuted += 1;
            }
            Outcome::Unknown(_) => open += 1,
        }
    }
    let counts = format!("{} {} {} {}", safe, refuted, open, by_choice);
    assert!(
        enough(safe, 15) && enough(refuted, 15) && open < safe + refuted && enough(by_choice, 0),
        "{}",
        counts
    );
}

/// A loop with two edges over options and a bit. If there is a value, it is the one of `(value none)`.
fn random_program(rng: &mut Rng, value: Option<&Value>) -> Cfa {
    let mut cfa = Cfa::new(Terms::new());
    let sorts = Structured { are_partial: true, ..Structured::new(cfa.terms_mut()) };
    let variables: Vec<TermId> = [("a", sorts.option), ("b", sorts.option), ("c", Sort::BitVec(1))]
        .into_iter()
        .map(|(name, sort)| cfa.declare(name, sort))
        .collect();
    let middle = cfa.add_location("loop");
    let (initial, error) = (cfa.initial(), cfa.error());
    for (source, target) in [(initial, middle), (middle, middle), (middle, middle), (middle, error)] {
        let variable = variables[rng.below(3)];
        let sort = cfa.terms().sort(variable);
        let terms = cfa.terms_mut();
        let mut parts = [Sort::Bool, sort].map(|sort| sorts.term(rng, terms, &variables, sort, 3));
        if let Some(value) = value {
            with_result(terms, &mut parts, value);
        }
        let commands = cfa.commands_mut();
        let assume = commands.assume(parts[0]);
        let assign = commands.add(Command::Assign(vec![Assignment { variable, value: parts[1] }]));
        let both = commands.add(Command::Sequence(vec![assume, assign]));
        cfa.add_edge(source, target, both);
    }
    cfa
}

/// Regression: engines took any result, and the checker the default one.
#[test]
fn some_function_leads_a_random_automaton_to_its_error() {
    let (mut safe, mut reached, mut open) = (0, 0, 0);
    for seed in 0..scaled(60) as u64 {
        let written = cfa::write(&random_program(&mut Rng::new(seed), None));
        let read = cfa::read(written.as_bytes(), &Budget::unlimited()).expect("an automaton");
        let is_reached = |value: &Value| {
            let total = random_program(&mut Rng::new(seed), Some(value));
            least(&of_cfa(&total).horn).refutation.is_some()
        };
        let expected = read.terms().some_values(Sort::BitVec(1), 2).iter().any(is_reached);
        let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
        let budget = Budget::unlimited().and_propagations(2_000_000);
        let verified = ProgramVerifier::new(read, options, budget).expect("a program").verify(&mut ());
        assert_eq!(verified.refused, None, "{}", seed);
        match verified.outcome {
            Outcome::Safe(_) => {
                assert!(!expected, "{}", seed);
                safe += 1;
            }
            Outcome::Unsafe(_) => {
                assert!(expected, "{}", seed);
                reached += 1;
            }
            Outcome::Unknown(_) => open += 1,
        }
    }
    let counts = format!("{} {} {}", safe, reached, open);
    assert!(enough(safe, 5) && enough(reached, 5) && open < safe + reached, "{}", counts);
}
