//! Random changes to proofs about floating-point numbers, and to the assertions that they are about: none refutes
//! assertions that have a model.
//!
//! Random formulas over a small format are asserted one after the other until they contradict each other. Then one of
//! them is left out or changed, the proof is changed at random, and checked against these assertions. If they have a
//! model, which exact arithmetic has evaluated, the proof has to be refused.

use super::forged_terms::{any_literal, any_rule};
use super::{check, expansions, refutation, Proof, Trusted};
use crate::base::{Budget, Rng};
use crate::solver::smt::{Answer, SmtOptions, Solver};
use crate::solver::term::{Expansion, FloatOp, Format, Op, Rounding, Sort, Substitution, TermId, Terms};
use crate::theories::bv::Bits;

/// Numbers, words and modes.
struct Pool {
    terms: Terms,
    sort: Sort,
    numbers: Vec<TermId>,
    words: Vec<TermId>,
    modes: Vec<TermId>,
}

const WORD: Sort = Sort::BitVec(4);

impl Pool {
    fn new(rng: &mut Rng) -> Pool {
        let mut terms = Terms::new();
        let format = Format::new(3, 2 + rng.below(3) as u32).expect("a format");
        let sort = Sort::Float(format);
        let mut numbers: Vec<TermId> = ["x", "y"].iter().map(|name| terms.declare(name, sort)).collect();
        for word in [0b0110, 0b1101] {
            numbers.push(terms.float(format, &Bits::new(word, format.width())));
        }
        let words = vec![terms.declare("v", WORD), terms.bv(3, 4)];
        let modes = vec![terms.declare("m", Sort::Rounding), terms.rounding(Rounding::ALL[rng.below(5)])];
        Pool { terms, sort, numbers, words, modes }
    }

    fn number(&mut self, rng: &mut Rng, depth: usize) -> TermId {
        if depth == 0 || rng.one_in(4) {
            return self.numbers[rng.below(self.numbers.len())];
        }
        let mode = self.modes[rng.below(2)];
        let [a, b] = [self.number(rng, depth - 1), self.number(rng, depth - 1)];
        let (op, args) = match rng.below(14) {
            0 => (FloatOp::Abs, vec![a]),
            1 => (FloatOp::Neg, vec![a]),
            2 | 3 => (FloatOp::Add, vec![mode, a, b]),
            4 => (FloatOp::Sub, vec![mode, a, b]),
            5 | 6 => (FloatOp::Mul, vec![mode, a, b]),
            7 => (FloatOp::Div, vec![mode, a, b]),
            8 => (FloatOp::Sqrt, vec![mode, a]),
            9 => (FloatOp::Rem, vec![a, b]),
            10 => (FloatOp::RoundToIntegral, vec![mode, a]),
            11 => (FloatOp::Min, vec![a, b]),
            12 => (FloatOp::OfSigned, vec![mode, self.words[rng.below(2)]]),
            _ => (FloatOp::Fma, vec![mode, a, b, self.numbers[0]]),
        };
        self.terms.float_op(op, self.sort, &args)
    }

    fn formula(&mut self, rng: &mut Rng) -> TermId {
        let [a, b] = [self.number(rng, 2), self.number(rng, 1)];
        let mode = self.modes[rng.below(2)];
        let atom = match rng.below(8) {
            0 => self.terms.eq(a, b),
            1 => self.terms.float_op(FloatOp::Equal, Sort::Bool, &[a, b]),
            2 | 3 => self.terms.float_op(FloatOp::Lt, Sort::Bool, &[a, b]),
            4 => self.terms.float_op(FloatOp::Leq, Sort::Bool, &[a, b]),
            5 => self.terms.float_op(FloatOp::IsNan, Sort::Bool, &[a]),
            6 => self.terms.float_op(FloatOp::IsSubnormal, Sort::Bool, &[a]),
            _ => {
                let word = self.terms.float_op(FloatOp::ToSigned, WORD, &[mode, a]);
                self.terms.bv_ult(word, self.words[rng.below(2)])
            }
        };
        match rng.below(5) {
            0 | 1 => self.terms.not(atom),
            2 => {
                let is_negative = self.terms.float_op(FloatOp::IsNegative, Sort::Bool, &[b]);
                self.terms.or(&[atom, is_negative])
            }
            _ => atom,
        }
    }

    fn answer(&mut self, formulas: &[TermId]) -> Answer {
        let mut solver = Solver::default();
        formulas.iter().for_each(|&formula| solver.assert(&mut self.terms, formula));
        solver.check(&mut self.terms, &[])
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

    /// The formula with another constant, mode or variable somewhere, or its negation.
    fn changed(&mut self, rng: &mut Rng, formula: TermId) -> TermId {
        let list = [&self.numbers, &self.words, &self.modes][rng.below(3)].clone();
        let [from, to] = [list[rng.below(list.len())], list[rng.below(list.len())]];
        let changed = replaced(&mut self.terms, formula, from, to);
        match changed == formula {
            true => self.terms.not(formula),
            false => changed,
        }
    }

    /// Assertions that are not those of a proof.
    fn others(&mut self, rng: &mut Rng, formulas: &[TermId]) -> Vec<TermId> {
        let mut others = formulas.to_vec();
        let at = rng.below(others.len());
        match rng.below(4) {
            0 => drop(others.pop()),
            1 => drop(others.remove(at)),
            _ => others[at] = self.changed(rng, formulas[at]),
        }
        others
    }

    /// Changes one place of a proof.
    fn change(&mut self, rng: &mut Rng, proof: &mut Proof, others: &[TermId]) {
        let (step, atom) = (rng.below(proof.steps.len()), rng.below(proof.atoms.len()));
        let (rule, literal) = (any_rule(rng, proof), any_literal(rng, proof));
        let other = proof.atoms[rng.below(proof.atoms.len())].1.clone();
        let hypothesis = rng.below(proof.hypotheses.len());
        let clause = &mut proof.steps[step].clause;
        match rng.below(12) {
            0 => proof.steps[step].rule = rule,
            1 if !clause.is_empty() => drop(clause.remove(rng.below(clause.len()))),
            2 | 3 if !clause.is_empty() => {
                let at = rng.below(clause.len());
                clause[at] = if rng.one_in(2) { !clause[at] } else { literal };
            }
            4 => drop(proof.steps.remove(step)),
            5 => proof.atoms[atom].1 = other,
            6 if !proof.circuits.is_empty() => {
                let at = rng.below(proof.circuits.len());
                proof.circuits[at].1 = literal;
            }
            7 => self.change_definitions(rng, proof),
            8 if proof.words.flaw(&mut self.terms, others).is_none() => {
                // The expansion of another formula, by the same definitions.
                let given = others.get(rng.below(others.len().max(1))).copied().unwrap_or(Terms::FALSE);
                let changed = self.changed(rng, given);
                let mut expansion = Expansion::by(proof.words.clone());
                proof.hypotheses[hypothesis].formula = expansion.apply(&mut self.terms, changed);
                proof.words = expansion.definitions().clone();
            }
            9 => {
                proof.hypotheses[hypothesis].formula =
                    if rng.one_in(2) { Terms::FALSE } else { proof.given[0] }
            }
            10 => {
                let formula = proof.hypotheses[hypothesis].formula;
                proof.hypotheses[hypothesis].formula = self.changed_word(rng, proof, formula);
            }
            _ => proof.atoms.swap(atom, 0),
        }
    }

    /// The words of two numbers change places, one of them is that of both or a constant of the script, or one is lost.
    fn change_definitions(&mut self, rng: &mut Rng, proof: &mut Proof) {
        let constants = &mut proof.words.constants;
        if constants.is_empty() {
            return;
        }
        let [i, j] = [rng.below(constants.len()), rng.below(constants.len())];
        match rng.below(4) {
            0 => constants[i].1 = constants[j].1,
            1 => constants[i].1 = self.words[0],
            2 => drop(constants.remove(i)),
            _ => {
                let before = constants[i].1;
                constants[i].1 = constants[j].1;
                constants[j].1 = before;
            }
        }
    }

    /// A formula over words with another constant of words.
    fn changed_word(&mut self, rng: &mut Rng, proof: &Proof, formula: TermId) -> TermId {
        let is_constant = |&t: &TermId| matches!(self.terms.op(t), Op::Bits(_));
        let constants: Vec<TermId> =
            self.terms.subterms(&[formula]).into_iter().filter(is_constant).collect();
        if constants.is_empty() {
            return proof.given[0];
        }
        let from = constants[rng.below(constants.len())];
        let to = self.terms.bv_not(from);
        replaced(&mut self.terms, formula, from, to)
    }
}

fn replaced(terms: &mut Terms, formula: TermId, from: TermId, to: TermId) -> TermId {
    let mut substitution = Substitution::new();
    substitution.insert(from, to);
    substitution.apply(terms, formula)
}

/// The numbers of changed proofs: about assertions that have a model, accepted ones about others, refused ones.
#[derive(Default, Debug)]
struct Counts {
    wrong: usize,
    accepted: usize,
    refused: usize,
}

/// Changes proofs, `count` times.
fn forge(seed: u64, count: usize) -> Counts {
    let mut rng = Rng::new(seed);
    let mut counts = Counts::default();
    let mut changed = 0;
    while changed < count {
        let mut pool = Pool::new(&mut rng);
        let formulas = pool.refuted(&mut rng);
        let found = refutation(&mut pool.terms, &formulas, &SmtOptions::default(), &Budget::unlimited());
        let proof = found.expect("a proof");
        assert_eq!(check(&pool.terms, &proof, &formulas), Ok(Default::default()));
        if proof.words.constants.is_empty() || proof.atoms.is_empty() {
            continue;
        }
        for _ in 0..20 {
            let claimed = match rng.below(4) {
                0 => formulas.clone(),
                _ => pool.others(&mut rng, &formulas),
            };
            let is_wrong = pool.answer(&claimed) == Answer::Sat;
            let mut mutant = proof.clone();
            for _ in 0..rng.below(4) + usize::from(claimed == formulas) {
                pool.change(&mut rng, &mut mutant, &claimed);
            }
            changed += 1;
            counts.wrong += usize::from(is_wrong);
            let verdict = check(&pool.terms, &mutant, &claimed);
            counts.accepted += usize::from(verdict.is_ok());
            counts.refused += usize::from(verdict.is_err());
            let is_believed = verdict == Ok(Trusted::default());
            assert!(!is_wrong || !is_believed, "accepted: {}", mutant.text(&pool.terms, |_| None));
        }
    }
    counts
}

#[test]
fn no_changed_proof_about_floats_refutes_what_has_a_model() {
    let counts = forge(1, 200);
    assert!(counts.wrong > 50 && counts.refused > 100, "{:?}", counts);
}

/// A proof about one formula is none of another one, even if it says that it is.
#[test]
fn a_hypothesis_that_is_no_expansion_is_refused() {
    let mut terms = Terms::new();
    let sort = Sort::Float(Format::new(5, 11).expect("a format"));
    let [x, y] = ["x", "y"].map(|name| terms.declare(name, sort));
    let less = terms.float_op(FloatOp::Lt, Sort::Bool, &[x, y]);
    let more = terms.float_op(FloatOp::Lt, Sort::Bool, &[y, x]);
    let apart = terms.not(more);
    let found = refutation(&mut terms, &[less, more], &SmtOptions::default(), &Budget::unlimited());
    let proof = found.expect("a proof");
    assert_eq!(check(&terms, &proof, &[less, more]), Ok(Trusted::default()));
    let mut forged = Proof { given: vec![less, apart], ..proof.clone() };
    let flaw = check(&terms, &forged, &[less, apart]).expect_err("another formula");
    assert_eq!(flaw.message, "the clause is not in its hypothesis");
    // With one word for both numbers each of them is no less than itself.
    forged.words.constants[0].1 = forged.words.constants[1].1;
    let flaw = check(&terms, &forged, &[less]).expect_err("one word of two numbers");
    assert_eq!(flaw.message, "a word of a number is not a constant of its own");
    // A word that the script has already.
    let taken = terms.declare("taken", Sort::BitVec(16));
    let zero = terms.bv_zero(16);
    let is_zero = terms.eq(taken, zero);
    let mut forged = proof.clone();
    forged.words.constants[0].1 = taken;
    let flaw = check(&terms, &forged, &[less, more, is_zero]).expect_err("a word that is taken");
    assert_eq!(flaw.message, "a word of a number is not a constant of its own");
    let mut forged = proof;
    forged.words.constants[0].1 = terms.declare("short", Sort::BitVec(15));
    let flaw = check(&terms, &forged, &[less, more]).expect_err("a word that is too short");
    assert_eq!(flaw.message, "a word of a number has another sort");
    let (_, words) = expansions::over_words(&mut terms, &[less]);
    assert_eq!(words.constants.len(), 2);
}
