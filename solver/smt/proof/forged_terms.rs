//! Random changes to proofs about functions, arrays and datatypes: none refutes assertions that have a model.
//!
//! Random formulas are asserted one after the other until they contradict each other. The proof is changed at random,
//! and then checked against all of them but the last: they have a model, so it has to be refused.

use super::{check, refutation, Atom, Proof, Reason, Rule};
use crate::base::{Budget, Lit, Rng};
use crate::solver::smt::{Answer, SmtOptions, Solver};
use crate::solver::term::{Constructor, Sort, TermId, Terms};
use crate::theories::num::Rational;

/// Terms by their sorts, and testers.
struct Pool {
    terms: Terms,
    lists: Vec<Vec<TermId>>,
    testers: Vec<TermId>,
}

impl Pool {
    fn new() -> Pool {
        let mut terms = Terms::new();
        let element = terms.declare_sort("S");
        let list = terms.declare_datatype("L", &[]);
        let nil = Constructor { name: "nil", fields: Vec::new() };
        let cons = Constructor { name: "cons", fields: vec![("head", element), ("tail", list)] };
        terms.define_datatypes(&[(list, vec![nil, cons])]).expect("a datatype");
        let array = terms.array_sort(element, element);
        let [f, g, h] =
            [element, Sort::Int, Sort::BitVec(2)].map(|from| terms.declare_function("f", &[from], element));
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.declare(name, element));
        let [m, n] = ["m", "n"].map(|name| terms.declare(name, array));
        let [l, k] = ["l", "k"].map(|name| terms.declare(name, list));
        let [x, y] = ["x", "y"].map(|name| terms.declare(name, Sort::Int));
        let [v, w] = ["v", "w"].map(|name| terms.declare(name, Sort::BitVec(2)));
        let p = terms.declare("p", Sort::Bool);
        let (nil, cons) = (terms.constructors(list)[0], terms.constructors(list)[1]);
        let (one, bit) = (terms.int(1), terms.bv(1, 2));
        let (next, up) = (terms.add(&[y, one]), terms.bv_add(w, bit));
        let fields: Vec<_> = terms.selectors(cons).collect();
        let written = [terms.store(m, a, b), terms.store(n, b, c)];
        let mut elements = vec![a, b, c, terms.call(f, &[a]), terms.call(f, &[b])];
        elements.extend([terms.select(m, a), terms.select(n, b), terms.select(written[0], c)]);
        elements.extend([terms.field(fields[0], l), terms.call(g, &[x]), terms.call(g, &[next])]);
        elements.extend([terms.call(h, &[v]), terms.call(h, &[up])]);
        let arrays = vec![m, n, written[0], written[1], terms.ite(p, m, written[1])];
        let none = terms.construct(nil, &[]);
        let made = [terms.construct(cons, &[a, k]), terms.construct(cons, &[b, l])];
        let values = vec![l, k, none, made[0], made[1], terms.field(fields[1], l), terms.ite(p, l, made[0])];
        let testers = vec![terms.is(nil, l), terms.is(cons, k), p];
        Pool { terms, lists: vec![elements, arrays, values, vec![x, y, next], vec![v, w, up]], testers }
    }

    fn formula(&mut self, rng: &mut Rng) -> TermId {
        let count = 1 + rng.below(2);
        let parts: Vec<TermId> = (0..count)
            .map(|_| {
                let list = &self.lists[[0, 0, 1, 2, 3, 4][rng.below(6)]];
                let (a, b) = (list[rng.below(list.len())], list[rng.below(list.len())]);
                let atom = match rng.below(6) {
                    0 => self.testers[rng.below(self.testers.len())],
                    _ => self.terms.eq(a, b),
                };
                if rng.below(5) < 2 {
                    self.terms.not(atom)
                } else {
                    atom
                }
            })
            .collect();
        self.terms.or(&parts)
    }

    /// Formulas that contradict each other, and do not without the last.
    fn refuted(&mut self, rng: &mut Rng) -> Vec<TermId> {
        let mut solver = Solver::default();
        let mut formulas = Vec::new();
        while solver.check(&mut self.terms, &[]) != Answer::Unsat {
            let formula = self.formula(rng);
            solver.assert(&mut self.terms, formula);
            formulas.push(formula);
        }
        formulas
    }
}

pub(super) fn any_literal(rng: &mut Rng, proof: &Proof) -> Lit {
    proof.atoms[rng.below(proof.atoms.len())].0.negate_if(rng.one_in(2))
}

pub(super) fn any_rule(rng: &mut Rng, proof: &Proof) -> Rule {
    match rng.below(6) {
        0 => Rule::Hypothesis(rng.below(proof.hypotheses.len())),
        1 => Rule::Definition { atom: any_literal(rng, proof), axiom: rng.below(4) },
        2 => Rule::Farkas(vec![Rational::ONE; 1 + rng.below(3)]),
        3 => proof.steps[rng.below(proof.steps.len())].rule.clone(),
        _ => Rule::Theory,
    }
}

/// Changes one place.
fn change(rng: &mut Rng, proof: &mut Proof, formulas: &[TermId]) {
    let (step, atom) = (rng.below(proof.steps.len()), rng.below(proof.atoms.len()));
    let (rule, literal) = (any_rule(rng, proof), any_literal(rng, proof));
    let other = proof.atoms[rng.below(proof.atoms.len())].1.clone();
    let clause = &mut proof.steps[step].clause;
    match rng.below(9) {
        0 => proof.steps[step].rule = rule,
        1 if !clause.is_empty() => drop(clause.remove(rng.below(clause.len()))),
        2 if !clause.is_empty() => {
            let at = rng.below(clause.len());
            clause[at] = !clause[at];
        }
        3 if !clause.is_empty() => {
            let at = rng.below(clause.len());
            clause[at] = literal;
        }
        4 => proof.atoms[atom].1 = other,
        5 => {
            if let (Atom::Same(a, _), Atom::Same(_, b)) = (&proof.atoms[atom].1, &other) {
                proof.atoms[atom].1 = Atom::Same(*a, *b);
            }
        }
        6 => {
            let at = rng.below(proof.hypotheses.len());
            proof.hypotheses[at].formula = formulas[rng.below(formulas.len())];
        }
        7 => {
            let at = rng.below(proof.hypotheses.len());
            proof.hypotheses[at].reason = Reason::Meaning(proof.hypotheses[at].formula);
        }
        8 if !proof.circuits.is_empty() => {
            let at = rng.below(proof.circuits.len());
            proof.circuits[at].1 = literal;
        }
        _ => proof.atoms.swap(atom, 0),
    }
}

#[test]
fn no_changed_proof_refutes_what_has_a_model() {
    let mut rng = Rng::new(1);
    let (mut changed, mut theories, mut late) = (0, 0, 0);
    while changed < 12_000 {
        let mut pool = Pool::new();
        let formulas = pool.refuted(&mut rng);
        let found = refutation(&mut pool.terms, &formulas, &SmtOptions::default(), &Budget::unlimited());
        let proof = found.expect("a proof");
        assert_eq!(check(&pool.terms, &proof, &formulas), Ok(Default::default()));
        let found = proof.steps.iter().filter(|step| step.rule == Rule::Theory).count();
        if found == 0 {
            continue;
        }
        theories += found;
        let kept = &formulas[..formulas.len() - 1];
        for _ in 0..60 {
            let mut mutant = proof.clone();
            // Steps by the assertion that is missing now are never right.
            for at in 0..mutant.steps.len() {
                if mutant.steps[at].rule == Rule::Hypothesis(kept.len()) && !rng.one_in(4) {
                    mutant.steps[at].rule = any_rule(&mut rng, &proof);
                }
            }
            for _ in 0..1 + rng.below(4) {
                change(&mut rng, &mut mutant, &formulas);
            }
            changed += 1;
            match check(&pool.terms, &mutant, kept) {
                Ok(trusted) if trusted == Default::default() => {
                    panic!("accepted: {}", mutant.text(&pool.terms, |_| None))
                }
                Ok(_) => {}
                Err(flaw) => late += usize::from(flaw.step > 0),
            }
        }
    }
    assert!(theories > 250 && late > 3_000, "{} steps by theories, {} wrong steps", theories, late);
}
