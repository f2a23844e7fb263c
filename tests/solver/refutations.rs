//! Proofs that formulas are unsatisfiable: that they are found and pass the checker, and that it refuses others.

use crate::cases::try_random;
use crate::reals::random_alternatives;
use crate::world::World;
use indubit::base::{Budget, Rng};
use indubit::solver::smt::proof::{check, refutation, NoProof, Proof, Rule, Trusted};
use indubit::solver::smt::SmtOptions;
use indubit::solver::term::{Sort, TermId, Terms};
use indubit::theories::num::Rational;
use quickcheck::TestResult;

fn options(seed: u64) -> SmtOptions {
    let mut options = SmtOptions::default();
    options.sat.seed = seed;
    options.abstract_width = [65, 1, 2, 3][(seed & 3) as usize];
    options
}

fn prove(terms: &mut Terms, formulas: &[TermId], seed: u64) -> Result<Proof, NoProof> {
    refutation(terms, formulas, &options(seed), &Budget::unlimited())
}

/// The trusted steps of the proof, if there is one.
pub fn checked(terms: &mut Terms, formulas: &[TermId], seed: u64) -> Result<Trusted, NoProof> {
    let proof = prove(terms, formulas, seed)?;
    demand_mutants_refused(terms, &proof, formulas, &mut Rng::new(seed));
    Ok(check(terms, &proof, formulas).unwrap_or_else(|flaw| {
        panic!("seed {}: {}\n{}", seed, flaw, proof.text(terms, |_| None));
    }))
}

/// Some changes that no proof survives.
fn demand_mutants_refused(terms: &Terms, proof: &Proof, formulas: &[TermId], rng: &mut Rng) {
    let number = rng.below(proof.steps.len());
    let mut mutant = proof.clone();
    let step = &mut mutant.steps[number];
    match &mut step.rule {
        Rule::Farkas(weights) => {
            let at = rng.below(weights.len());
            weights[at] += &Rational::ONE;
        }
        Rule::Chain(chain) => chain.clear(),
        Rule::Hypothesis(h) => *h += 1,
        Rule::Definition { .. } | Rule::Bits | Rule::Theory => step.clause.clear(),
        Rule::Integer => step.rule = Rule::Farkas(Vec::new()),
    }
    // The same clause may be in the next hypothesis, too, but the first is named.
    let refused = check(terms, &mutant, formulas).expect_err("a wrong step");
    assert_eq!(refused.step, number);
    let mut mutant = proof.clone();
    mutant.steps.pop();
    assert!(check(terms, &mutant, formulas).is_err(), "no conclusion");
}

fn proofs_are_found_in_small_worlds(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let mut world = World::new(&mut rng);
    let mut formulas = world.domain.clone();
    for _ in 0..1 + rng.below(4) {
        formulas.push(world.formula(&mut rng, 4));
    }
    let satisfiable = world.satisfiable(&formulas);
    match checked(&mut world.terms, &formulas, seed) {
        Ok(_) => {
            assert!(!satisfiable, "seed {}", seed);
            TestResult::passed()
        }
        Err(reason) => {
            assert!(satisfiable && reason == NoProof::Satisfiable, "{}, seed {}", reason, seed);
            TestResult::discard()
        }
    }
}

#[test]
fn proofs_of_random_formulas_pass() {
    try_random(400, proofs_are_found_in_small_worlds);
}

fn proofs_are_found_for_reals(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let variables: Vec<TermId> = (0..4).map(|i| terms.declare(&format!("x{}", i), Sort::Real)).collect();
    let count = 4 + rng.below(12);
    let formulas: Vec<TermId> =
        (0..count).map(|_| random_alternatives(&mut terms, &variables, &mut rng, 3)).collect();
    match checked(&mut terms, &formulas, seed) {
        Ok(trusted) => {
            assert_eq!(trusted, Trusted::default(), "everything has a certificate");
            TestResult::passed()
        }
        Err(NoProof::Satisfiable) => TestResult::discard(),
        Err(other) => panic!("{}, seed {}", other, seed),
    }
}

#[test]
fn proofs_about_reals_have_certificates_throughout() {
    try_random(400, proofs_are_found_for_reals);
}

/// Pigeons in holes, and numbers between them: chains, definitions and sums.
fn example(terms: &mut Terms) -> Vec<TermId> {
    let x: Vec<TermId> = (0..4).map(|i| terms.declare(&format!("x{}", i), Sort::Int)).collect();
    let (low, high) = (terms.int(1), terms.int(3));
    let mut formulas = Vec::new();
    for i in 0..x.len() {
        formulas.extend([terms.le(low, x[i]), terms.le(x[i], high)]);
        for j in 0..i {
            let same = terms.eq(x[i], x[j]);
            formulas.push(terms.not(same));
        }
    }
    formulas
}

#[test]
fn a_changed_coefficient_is_refused() {
    let mut terms = Terms::new();
    let formulas = example(&mut terms);
    let proof = prove(&mut terms, &formulas, 0).expect("a proof");
    assert_eq!(check(&terms, &proof, &formulas), Ok(Trusted::default()));
    let mut changed = 0;
    for number in 0..proof.steps.len() {
        let count = match &proof.steps[number].rule {
            Rule::Farkas(weights) => weights.len(),
            _ => continue,
        };
        for i in 0..count {
            for by in [-1, 1] {
                let mut mutant = proof.clone();
                if let Rule::Farkas(weights) = &mut mutant.steps[number].rule {
                    weights[i] += &Rational::from(by);
                }
                let flaw = check(&terms, &mutant, &formulas).expect_err("no contradiction");
                assert_eq!((flaw.step, flaw.message), (number, "the weighted sum is no contradiction"));
                changed += 1;
            }
        }
    }
    assert!(changed > 10);
}

#[test]
fn a_dropped_antecedent_is_refused() {
    let mut terms = Terms::new();
    let formulas = example(&mut terms);
    let proof = prove(&mut terms, &formulas, 0).expect("a proof");
    let (mut dropped, mut refused) = (0, 0);
    for number in 0..proof.steps.len() {
        let count = match &proof.steps[number].rule {
            Rule::Chain(chain) => chain.len(),
            _ => continue,
        };
        for i in 0..count {
            let mut mutant = proof.clone();
            if let Rule::Chain(chain) = &mut mutant.steps[number].rule {
                chain.remove(i);
            }
            dropped += 1;
            refused += check(&terms, &mutant, &formulas).is_err() as u32;
        }
    }
    // Some antecedents are superfluous.
    assert!(dropped > 20 && refused * 10 > dropped * 9, "{} of {}", refused, dropped);
}

#[test]
fn other_tampering_is_refused() {
    let mut terms = Terms::new();
    let formulas = example(&mut terms);
    let proof = prove(&mut terms, &formulas, 0).expect("a proof");
    assert!(check(&terms, &proof, &formulas[1..]).is_err(), "an assertion that was not made");
    for number in 0..proof.steps.len() {
        // A literal less.
        if !proof.steps[number].clause.is_empty() {
            let mut mutant = proof.clone();
            mutant.steps[number].clause.remove(0);
            assert!(check(&terms, &mutant, &formulas).is_err(), "step {}", number);
        }
        // The step itself, or a later one, as its reason.
        let mut mutant = proof.clone();
        mutant.steps[number].rule = Rule::Chain(vec![number as u32]);
        assert!(check(&terms, &mutant, &formulas).is_err(), "step {}", number);
    }
    let mut mutant = proof;
    mutant.steps.clear();
    assert!(check(&terms, &mutant, &formulas).is_err());
}

/// Paths through these conjunctions are without number, conjunctions are few.
#[test]
fn shared_conjunctions_are_looked_at_once() {
    let mut terms = Terms::new();
    let (mut a, mut b) = (terms.declare("a", Sort::Bool), terms.declare("b", Sort::Bool));
    let mut last = a;
    for i in 0..100 {
        let [p, q] = ["p", "q"].map(|name| terms.declare(&format!("{}{}", name, i), Sort::Bool));
        let both = [terms.and(&[a, b, p]), terms.and(&[a, b, q])];
        a = both[0];
        b = both[1];
        last = p;
    }
    let not_last = terms.not(last);
    assert_eq!(checked(&mut terms, &[a, not_last], 1), Ok(Trusted::default()));
}

#[test]
fn arrays_of_truth_values_have_proofs() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::Bool, Sort::Bool);
    let (a, b) = (terms.declare("a", Sort::Bool), terms.declare("b", sort));
    let [yes, no] = [true, false].map(|truth| terms.bool(truth));
    let not_a = terms.not(a);
    let read = terms.select(b, not_a);
    let (at_a, at_yes) = (terms.store(b, a, no), terms.store(b, yes, yes));
    let differ = [at_a, at_yes].map(|other| {
        let same = terms.eq(b, other);
        terms.not(same)
    });
    assert_eq!(checked(&mut terms, &[read, differ[0], differ[1]], 1), Ok(Trusted::default()));
    let all = [yes, no].map(|element| terms.const_array(sort, element));
    let same = terms.eq(all[0], all[1]);
    assert!(checked(&mut terms, &[same], 1).is_ok() || same == Terms::FALSE);
}

/// Each diamond has two ways from its begin to its end, so a chain of them has exponentially many.
#[test]
fn a_proof_about_a_chain_of_diamonds_is_as_long_as_the_chain() {
    let steps = |count: usize| {
        let mut terms = Terms::new();
        let sort = terms.declare_sort("S");
        let x: Vec<TermId> = (0..=3 * count).map(|i| terms.declare(&format!("x{}", i), sort)).collect();
        let mut formulas = Vec::new();
        for way in x[..3 * count].chunks(3).zip(x.chunks(3).skip(1)) {
            let (begin, middles, end) = (way.0[0], [way.0[1], way.0[2]], way.1[0]);
            let ways = middles.map(|middle| {
                let parts = [terms.eq(begin, middle), terms.eq(middle, end)];
                terms.and(&parts)
            });
            formulas.push(terms.or(&ways));
        }
        let ends = terms.eq(x[0], x[3 * count]);
        formulas.push(terms.not(ends));
        let proof = prove(&mut terms, &formulas, 1).expect("a proof");
        assert_eq!(check(&terms, &proof, &formulas), Ok(Trusted::default()));
        proof.steps.len()
    };
    let (short, long) = (steps(10), steps(40));
    assert!(long < 6 * short, "{} steps, then {}", short, long);
}

#[test]
fn conflicts_of_equations_are_trusted_by_name() {
    let mut terms = Terms::new();
    let (x, y) = (terms.declare("x", Sort::Int), terms.declare("y", Sort::Int));
    let sum = terms.combination(&[(Rational::from(2), x), (Rational::from(-4), y)]);
    let odd = terms.int(7);
    let bounds = [terms.le(sum, odd), terms.ge(sum, odd)];
    // Rounding makes 2 x - 4 y <= 7 a bound on x - 2 y that is an integer, so nothing has to be believed.
    assert_eq!(checked(&mut terms, &bounds, 1), Ok(Trusted::default()));
    let z = terms.declare("z", Sort::Int);
    let (a, b) = (
        terms.combination(&[(Rational::from(2), x), (Rational::from(1), z)]),
        terms.combination(&[(Rational::from(2), y), (Rational::from(1), z)]),
    );
    let (zero, one) = (terms.int(0), terms.int(1));
    let equations = [terms.eq(a, zero), terms.eq(b, one)];
    let trusted = checked(&mut terms, &equations, 1).expect("a proof");
    assert!(trusted.integers > 0 && trusted.operators == 0, "{:?}", trusted);
}
