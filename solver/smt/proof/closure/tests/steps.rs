//! Steps of proofs by the rule `theory`, and equations of terms among the atoms.

use crate::base::{Lit, Var};
use crate::solver::smt::proof::{check, Atom, Flaw, Hypothesis, Proof, Reason, Rule, Step, Trusted};
use crate::solver::term::{Sort, TermId, Terms, WordDefinitions};

fn literals<const N: usize>() -> [Lit; N] {
    let mut number = 0;
    [(); N].map(|_| {
        number += 1;
        Var::new(number - 1).positive()
    })
}

/// A proof that `x = y` and not `f(x) = f(y)` contradict each other, and the formulas.
fn about_a_call(terms: &mut Terms) -> (Proof, Vec<TermId>) {
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::Int));
    let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    let [fx, fy] = [x, y].map(|arg| terms.call(f, &[arg]));
    let (arguments, results) = (terms.eq(x, y), terms.eq(fx, fy));
    let formulas = vec![arguments, terms.not(results)];
    let [a, b, same_args, same_results] = literals();
    let assertion = |&formula: &TermId| Hypothesis { formula, reason: Reason::Assertion };
    let steps = [
        (vec![a], Rule::Hypothesis(0)),
        (vec![!b], Rule::Hypothesis(1)),
        (vec![!a, same_args], Rule::Definition { atom: same_args, axiom: 1 }),
        (vec![!same_args, same_results], Rule::Theory),
        (vec![b, !same_results], Rule::Definition { atom: same_results, axiom: 0 }),
        (vec![], Rule::Chain(vec![0, 1, 2, 3, 4])),
    ];
    let proof = Proof {
        steps: steps.into_iter().map(|(clause, rule)| Step { clause, rule }).collect(),
        hypotheses: formulas.iter().map(assertion).collect(),
        atoms: vec![
            (a, Atom::Formula(arguments)),
            (b, Atom::Formula(results)),
            (same_args, Atom::Same(x, y)),
            (same_results, Atom::Same(fx, fy)),
        ],
        circuits: Vec::new(),
        given: formulas.to_vec(),
        words: WordDefinitions::default(),
    };
    (proof, formulas)
}

#[test]
fn a_step_by_congruence_is_checked() {
    let mut terms = Terms::new();
    let (proof, formulas) = about_a_call(&mut terms);
    assert_eq!(check(&terms, &proof, &formulas), Ok(Trusted::default()));
    let text = proof.text(&terms, |_| None);
    assert!(text.contains("(define-fun @3 () Bool (= x y))\n"), "{}", text);
    assert!(text.contains("(step 3 ((not @3) @4) (theory))\n"), "{}", text);
}

#[test]
fn a_step_that_says_too_much_is_refused() {
    let mut terms = Terms::new();
    let (proof, formulas) = about_a_call(&mut terms);
    let message = "the clause does not follow from the meaning of its terms";
    for at in 0..2 {
        for turned in [false, true] {
            let mut mutant = proof.clone();
            let clause = &mut mutant.steps[3].clause;
            if turned {
                clause[at] = !clause[at];
            } else {
                clause.remove(at);
            }
            assert_eq!(check(&terms, &mutant, &formulas), Err(Flaw { step: 3, message }));
        }
    }
    // A bit says nothing to the theories, so it is no help.
    let word = terms.declare("w", Sort::BitVec(1));
    let mut mutant = proof;
    let bit = Var::new(9).positive();
    mutant.atoms.push((bit, Atom::Bit(word, 0)));
    mutant.steps[3].clause[0] = bit;
    assert_eq!(check(&terms, &mutant, &formulas), Err(Flaw { step: 3, message }));
}

#[test]
fn an_equation_of_other_terms_is_refused() {
    let mut terms = Terms::new();
    let (proof, formulas) = about_a_call(&mut terms);
    let (z, r) = (terms.declare("z", Sort::Int), terms.declare("r", Sort::Real));
    let x = match proof.atoms[2].1 {
        Atom::Same(x, _) => x,
        ref other => panic!("{:?}", other),
    };
    let mut mutant = proof.clone();
    mutant.atoms[2].1 = Atom::Same(x, z);
    assert_eq!(check(&terms, &mutant, &formulas).expect_err("another equation").step, 2);
    mutant.atoms[2].1 = Atom::Same(x, r);
    let flaw = check(&terms, &mutant, &formulas).expect_err("two sorts");
    assert_eq!(flaw.message, "an equation of two sorts");
}

#[test]
fn equations_may_have_truth_values_as_normal_forms() {
    let mut terms = Terms::new();
    let x = terms.declare("x", Sort::Int);
    let one = terms.int(1);
    let next = terms.add(&[x, one]);
    for (sides, truth) in [([x, x], true), ([x, next], false)] {
        let [l] = literals();
        let proof = |clause: Vec<Lit>| Proof {
            steps: vec![Step { clause, rule: Rule::Definition { atom: l, axiom: 0 } }],
            hypotheses: Vec::new(),
            atoms: vec![(l, Atom::Same(sides[0], sides[1]))],
            circuits: Vec::new(),
            given: Vec::new(),
            words: WordDefinitions::default(),
        };
        // The flaw of a step that holds is that it is the last one.
        let flaw = check(&terms, &proof(vec![l.negate_if(!truth)]), &[]).expect_err("no conclusion");
        assert_eq!(flaw.step, 1);
        let flaw = check(&terms, &proof(vec![l.negate_if(truth)]), &[]).expect_err("a wrong clause");
        assert_eq!(flaw.step, 0);
    }
}
