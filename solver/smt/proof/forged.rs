//! Forged meanings and forged values of circuits are refused.

use super::operators::{is_by_zero, is_meaning};
use super::{check, refutation, Proof, Reason, Rule};
use crate::base::Budget;
use crate::solver::smt::meaning::{by_zero_meaning, meaning};
use crate::solver::smt::SmtOptions;
use crate::solver::term::{Op, Sort, TermId, Terms};

fn proof(terms: &mut Terms, formulas: &[TermId]) -> Proof {
    let proof = refutation(terms, formulas, &SmtOptions::default(), &Budget::unlimited()).expect("a proof");
    let trusted = check(terms, &proof, formulas).expect("a proof that holds");
    assert_eq!(trusted, Default::default(), "nothing has to be believed");
    proof
}

/// A formula for each operator of words, which holds and whose negation is not refuted without circuits.
fn about_words(terms: &mut Terms) -> Vec<TermId> {
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::BitVec(4)));
    let c = terms.declare("c", Sort::Bool);
    let one = terms.bv(1, 4);
    let next = terms.bv_add(x, one);
    let product = terms.bv_mul(x, y);
    let shifted = terms.bv_shl(x, y);
    let quotient = terms.bv_udiv(x, y);
    let rest = terms.bv_urem(x, y);
    let chosen = terms.ite(c, x, y);
    let is_more = terms.bv_ult(x, y);
    let smaller = terms.ite(is_more, x, y);
    let back = terms.bv_mul(quotient, y);
    let again = terms.bv_add(back, rest);
    let twice = terms.bv_add(product, product);
    let four = terms.bv(4, 4);
    vec![
        terms.bv_ult(x, next),
        terms.bv_ult(y, smaller),
        terms.eq(again, x),
        terms.bv_slt(chosen, one),
        terms.eq(shifted, x),
        terms.bv_ult(y, four),
        terms.eq(twice, one),
    ]
}

#[test]
fn a_circuit_that_claims_another_value_is_refused() {
    let mut terms = Terms::new();
    let atoms = about_words(&mut terms);
    let mut forged = 0;
    for &a in &atoms {
        for &b in &atoms {
            let not_b = terms.not(b);
            for formulas in [vec![a, b], vec![a, not_b], vec![not_b, b, a]] {
                let found = refutation(&mut terms, &formulas, &SmtOptions::default(), &Budget::unlimited());
                let proof = match found {
                    Ok(proof) => proof,
                    Err(_) => continue,
                };
                assert_eq!(check(&terms, &proof, &formulas), Ok(Default::default()));
                for at in 0..proof.circuits.len() {
                    let mut mutant = proof.clone();
                    mutant.circuits[at].1 = !mutant.circuits[at].1;
                    assert!(check(&terms, &mutant, &formulas).is_err());
                    for &(l, _) in &proof.atoms {
                        if proof.circuits[at].1 != l {
                            let mut mutant = proof.clone();
                            mutant.circuits[at].1 = l;
                            assert!(check(&terms, &mutant, &formulas).is_err(), "{}", terms.text(a));
                            forged += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(forged > 100, "{}", forged);
}

#[test]
fn a_circuit_with_another_gate_is_refused() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::BitVec(3)));
    let formulas = [terms.bv_ult(x, y), terms.bv_ult(y, x)];
    let proof = proof(&mut terms, &formulas);
    assert_eq!(proof.circuits.len(), 2);
    for at in 0..proof.atoms.len() {
        for other in 0..at {
            let mut mutant = proof.clone();
            let (l, old) = mutant.atoms[at].clone();
            mutant.atoms[at] = (l, mutant.atoms[other].1.clone());
            if format!("{:?}", old) != format!("{:?}", mutant.atoms[at].1) {
                assert!(check(&terms, &mutant, &formulas).is_err(), "{:?} for {:?}", mutant.atoms[at].1, old);
            }
        }
    }
}

/// A fact is made again from its operator: one about another operator, or of another row, is refused.
#[test]
fn a_forged_fact_is_refused() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::BitVec(4)));
    let (product, quotient, rest) = (terms.bv_mul(x, y), terms.bv_udiv(x, y), terms.bv_urem(x, y));
    let zero = terms.bv_zero(4);
    let [by_zero, is_larger] = [terms.eq(y, zero), terms.bv_ult(x, quotient)];
    let (larger_rest, is_odd) = (terms.bv_ult(x, rest), terms.extract(product, 0, 0));
    let even = terms.extract(x, 0, 0);
    let contradictory = terms.bv_ult(even, is_odd);
    let divided = terms.not(by_zero);
    let options = SmtOptions { abstract_width: 1, ..SmtOptions::default() };
    let mut forged = 0;
    for formulas in [vec![divided, is_larger], vec![larger_rest], vec![contradictory]] {
        let proof = refutation(&mut terms, &formulas, &options, &Budget::unlimited()).expect("a proof");
        assert_eq!(check(&terms, &proof, &formulas), Ok(Default::default()));
        let is_fact = |h: usize| matches!(proof.hypotheses[h].reason, Reason::Fact(_));
        let used = proof.steps.iter().filter_map(|step| match step.rule {
            Rule::Hypothesis(h) if is_fact(h) => Some(h),
            _ => None,
        });
        let facts: Vec<usize> = (0..proof.hypotheses.len()).filter(|&h| is_fact(h)).collect();
        for h in used {
            for &other in facts.iter().filter(|&&other| other != h) {
                let mut mutant = proof.clone();
                mutant.hypotheses[h].reason = proof.hypotheses[other].reason;
                assert!(check(&terms, &mutant, &formulas).is_err());
                forged += 1;
            }
            let mut mutant = proof.clone();
            mutant.hypotheses[h].reason = Reason::Meaning(product);
            assert!(check(&terms, &mutant, &formulas).is_err());
            forged += 1;
        }
    }
    assert!(forged >= 3, "{}", forged);
}

/// Terms with an operator each, and their neighbours in the order of the text.
fn operators(terms: &mut Terms) -> Vec<TermId> {
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::Int));
    let r = terms.declare("r", Sort::Real);
    let c = terms.declare("c", Sort::Bool);
    let (three, five) = (terms.int(3), terms.int(5));
    let sum = terms.add(&[x, five]);
    vec![
        terms.ite(c, x, sum),
        terms.ite(c, sum, y),
        terms.int_div(sum, three).expect("a quotient"),
        terms.int_div(x, five).expect("a quotient"),
        terms.int_mod(sum, three).expect("a remainder"),
        terms.int_mod(y, five).expect("a remainder"),
        terms.to_int(r),
    ]
}

#[test]
fn the_meaning_of_another_operator_is_refused() {
    let mut terms = Terms::new();
    let list = operators(&mut terms);
    let meanings: Vec<TermId> = list.iter().map(|&t| meaning(&mut terms, t)).collect();
    for (i, &t) in list.iter().enumerate() {
        for (j, &formula) in meanings.iter().enumerate() {
            assert_eq!(
                is_meaning(&terms, t, formula),
                i == j,
                "{} for {}",
                terms.text(formula),
                terms.text(t)
            );
        }
        let wrong = terms.not(meanings[i]);
        assert!(!is_meaning(&terms, t, wrong) && !is_meaning(&terms, t, Terms::FALSE));
    }
}

#[test]
fn a_meaning_that_says_too_much_is_refused() {
    let mut terms = Terms::new();
    for t in operators(&mut terms) {
        let formula = meaning(&mut terms, t);
        let zero = terms.numeral(0.into(), terms.sort(t));
        for extra in [terms.le(t, zero), terms.eq(t, zero), terms.ge(t, zero)] {
            let forged = terms.and(&[formula, extra]);
            assert!(!is_meaning(&terms, t, forged), "{}", terms.text(forged));
        }
    }
}

#[test]
fn divisions_by_zero_have_one_result_for_one_dividend_only() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.declare(name, Sort::Real));
    let zero = terms.real(0.into());
    let [a, b, c] = [x, y, z].map(|dividend| terms.div(dividend, zero).expect("a quotient"));
    assert_eq!(terms.op(a), Op::DivByZero);
    let formula = by_zero_meaning(&mut terms, a, b).expect("a meaning");
    assert!(is_by_zero(&terms, [a, b], formula) && is_by_zero(&terms, [b, a], formula));
    let same = terms.eq(a, b);
    let other = terms.eq(x, z);
    let mixed = terms.implies(other, same);
    let negated = terms.not(formula);
    for forged in [same, mixed, negated, Terms::FALSE, other] {
        assert!(!is_by_zero(&terms, [a, b], forged), "{}", terms.text(forged));
    }
    assert!(!is_by_zero(&terms, [a, c], formula) && !is_by_zero(&terms, [x, y], formula));
}

#[test]
fn a_proof_from_a_forged_meaning_is_refused() {
    let mut terms = Terms::new();
    let x = terms.declare("x", Sort::Int);
    let (three, two) = (terms.int(3), terms.int(2));
    let quotient = terms.int_div(x, three).expect("a quotient");
    let rest = terms.int_mod(x, three).expect("a remainder");
    let formulas = [terms.gt(rest, two)];
    let proof = proof(&mut terms, &formulas);
    let mut forged = 0;
    for at in 0..proof.hypotheses.len() {
        for t in [x, quotient, rest] {
            let mut mutant = proof.clone();
            let before = mutant.hypotheses[at].reason;
            mutant.hypotheses[at].reason = Reason::Meaning(t);
            if before != Reason::Meaning(t) && check(&terms, &mutant, &formulas).is_err() {
                forged += 1;
            }
        }
        // Another formula, where the proof has a clause of this one.
        let mut mutant = proof.clone();
        mutant.hypotheses[at].formula = Terms::FALSE;
        let is_used = proof.steps.iter().any(|step| step.rule == Rule::Hypothesis(at));
        assert_eq!(check(&terms, &mutant, &formulas).is_err(), is_used);
    }
    assert!(forged > 0);
}

/// A clause of a definition is an axiom of its atom: neither another axiom nor another atom is taken for it, and no
/// other clause for the axiom.
#[test]
fn a_forged_axiom_is_refused() {
    let mut terms = Terms::new();
    let [p, q, r] = ["p", "q", "r"].map(|name| terms.declare(name, Sort::Bool));
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::BitVec(3)));
    let sum = terms.bv_add(x, y);
    let (choice, both, same) = (terms.ite(p, q, r), terms.and(&[p, q]), terms.eq(q, r));
    let cases = [terms.and(&[choice, same]), terms.and(&[both, r]), terms.bv_ult(sum, x)];
    let (some, are_less) = (terms.or(&cases), terms.bv_ult(sum, y));
    let [not_q, not_less] = [q, are_less].map(|formula| terms.not(formula));
    let formulas = [some, not_q, not_less];
    let proof = proof(&mut terms, &formulas);
    let mut forged = 0;
    for at in 0..proof.steps.len() {
        if let Rule::Definition { atom, axiom } = proof.steps[at].rule {
            let others = proof.atoms.iter().map(|a| (a.0, axiom)).chain((0..8).map(|other| (atom, other)));
            for (other, number) in others.filter(|&(l, n)| (l.var(), n) != (atom.var(), axiom)) {
                let mut mutant = proof.clone();
                mutant.steps[at].rule = Rule::Definition { atom: other, axiom: number };
                assert!(check(&terms, &mutant, &formulas).is_err(), "axiom {} for {}", number, axiom);
                forged += 1;
            }
            for place in 0..proof.steps[at].clause.len() {
                let mut mutant = proof.clone();
                mutant.steps[at].clause[place] = !mutant.steps[at].clause[place];
                assert!(check(&terms, &mutant, &formulas).is_err());
                mutant.steps[at].clause.remove(place);
                assert!(check(&terms, &mutant, &formulas).is_err());
                forged += 2;
            }
        }
    }
    assert!(forged > 200, "{}", forged);
}
