//! Proofs that assertions are unsatisfiable.
//!
//! Formulas are solved anew here, as for interpolants, by a solver that keeps its proof (`record.rs`), so that no
//! other solver has to keep one. A proof has the clauses that the refutation needs: clauses over atoms, in order,
//! each with a rule.
//!
//! The rules with premises, conclusion and conditions are the table at the end: `hypothesis`, `definition`, `farkas`,
//! `integer`, `bits`, `theory`, `chain`, and the lines `assertion`, `operator` and `circuit` that they rest on.
//!
//! The checker (`check.rs`) shares no code with solver and encoder but the terms, the numbers, the circuits of
//! operators on words, and the table of facts about them. Comparisons of words that a proof identifies with the
//! output of a circuit are built again (`circuits.rs`), and formulas that state the meaning of an operator beyond
//! linear sums are compared with that meaning (`operators.rs`). Facts about products, quotients and remainders of
//! wide words are made again from the table that the solver has them from (`wide/facts.rs`), and compared. Lemmas about
//! products of numbers are made again by multiplying polynomials (`products/lemma.rs`), and compared. Clauses
//! about functions, arrays and datatypes are derived again by naive rules (`closure/`). Assertions about
//! floating-point numbers are expanded to words again (`expansions.rs`). It counts the steps that it
//! cannot check ([`Trusted`]): clauses by rule `integer`, and meanings of operators in a form that it does not
//! understand, such as a quotient of conditionals. Conflicts of integers that sums of bounds do not give need cuts.
//! If there are any, the recorder looks for another proof, with branches only.
//!
//! As text (`print.rs`) a proof is a list that begins with definitions of SMT-LIB: terms that occur more than once are
//! `.0`, `.1` …, atoms `@1`, `@2` …. Then follow the hypotheses, the comparisons of words, and the steps, numbered
//! from 0, the last of which is the empty clause. In a rule `farkas` the weights belong to the negated literals, one
//! by one.
//!
//! ```text
//! (proof
//! (define-fun .0 () Bool (<= x 2))
//! (define-fun .1 () Bool (<= x 3))
//! (define-fun @1 () Bool .0)
//! (define-fun @2 () Bool .1)
//! (assertion 0 .0)
//! (assertion 1 (not .1))
//! (step 0 (@1) (hypothesis 0))
//! (step 1 ((not @2)) (hypothesis 1))
//! (step 2 (@2 (not @1)) (farkas 1 1))
//! (step 3 () (chain 0 1 2)))
//! ```
//!
//! An assertion about floating-point numbers has a line `(expansion N FORMULA)` behind it, with the formula over words
//! of which the clauses of hypothesis `N` are. A word is defined as `(fp.to_ieee_bv x)` of its number `x`, and one of
//! a rounding mode by its five values. For arrays and functions of numbers, `(word @a a)` says what `@a` stands for.
//!
//! With the definitions in force every step can be put to any other solver: a hypothesis holds by the assertion that
//! it names, definitions, weighted sums, integer steps and operators are valid, and a chain follows from the steps
//! that it names.
//!
#![doc = include_str!("rules.md")]

mod alethe;
mod axioms;
mod bounds;
mod check;
mod circuits;
mod closure;
mod expansions;
#[cfg(test)]
mod forged;
#[cfg(test)]
mod forged_floats;
#[cfg(test)]
mod forged_terms;
mod operators;
mod print;
mod record;

pub(crate) use alethe::{Part, Written};
pub use check::{check, Flaw, Trusted};
pub use record::{refutation, NoProof};

use super::gate_table::Gate;
use super::products::Lemma;
use super::wide::Fact;
use crate::base::{HashMap, Lit};
use crate::solver::term::{TermId, Terms, WordDefinitions};
use crate::theories::num::Rational;

/// The meaning of a variable of the clauses.
#[derive(Clone, Debug)]
enum Atom {
    /// A formula: a constant, a bound, or a connective over other formulas.
    Formula(TermId),
    /// An equality of numbers: both of two bounds.
    Equality(TermId, [Lit; 2]),
    /// That two terms of one sort are equal.
    Same(TermId, TermId),
    /// A bit of a word.
    Bit(TermId, u32),
    /// A gate of a circuit.
    Gate(Gate),
}

/// A formula that clauses come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hypothesis {
    formula: TermId,
    reason: Reason,
}

/// The reason why a formula holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// It is asserted.
    Assertion,
    /// It states the meaning of this operator on numbers, and so is valid.
    Meaning(TermId),
    /// It states that these two divisions by zero have one result if they have one dividend, and so is valid.
    ByZero([TermId; 2]),
    /// It is a fact about a product, quotient or remainder, and so is valid.
    Fact(Fact),
    /// It is a lemma about a product or a quotient, and so is valid.
    Lemma(Lemma),
    /// It is said to state the meaning of an operator, in a form that the checker does not understand.
    Believed,
}

/// The justification of a clause. See the [module](self).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// By the hypothesis of this number.
    Hypothesis(usize),
    /// By an axiom of an atom, which is a connective of others. Conjunctions have an axiom for each input and then
    /// one for all, other connectives those of a table.
    Definition {
        /// The atom.
        atom: Lit,
        /// The number of the axiom.
        axiom: usize,
    },
    /// By these weights of the negated literals.
    Farkas(Vec<Rational>),
    /// Over the integers, without a certificate.
    Integer,
    /// By the circuits of words: two literals are one bit of them, and its negation.
    Bits,
    /// By the meaning of equality, functions, arrays and datatypes.
    Theory,
    /// By these earlier steps.
    Chain(Vec<u32>),
}

/// A clause of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its literals.
    pub clause: Vec<Lit>,
    /// The rule by which the clause holds.
    pub rule: Rule,
}

/// A proof that formulas are unsatisfiable together. See the [module](self).
#[must_use]
#[derive(Clone, Debug)]
pub struct Proof {
    /// In order; the last one is the empty clause.
    pub steps: Vec<Step>,
    hypotheses: Vec<Hypothesis>,
    /// The atoms that occur, each with its variable's literal; an atom comes after those that define it.
    atoms: Vec<(Lit, Atom)>,
    /// Comparisons of words, and the literals that circuits for them have.
    circuits: Vec<(TermId, Lit)>,
    /// The assertions as they were given, by number of their hypotheses.
    given: Vec<TermId>,
    /// The words that stand for floating-point numbers.
    words: WordDefinitions,
}

impl Proof {
    /// The assertion of which a hypothesis is an expansion, or itself.
    fn given(&self, hypothesis: usize) -> TermId {
        self.given.get(hypothesis).copied().unwrap_or(self.hypotheses[hypothesis].formula)
    }

    /// Whether numbers and modes are all that words stand for, so that SMT-LIB can define each word.
    pub(crate) fn has_words_of_numbers_only(&self, terms: &Terms) -> bool {
        let is_plain = |&(symbol, _)| terms.sort(terms.symbol_term(symbol)).word_of_number().is_some();
        self.words.functions.is_empty() && self.words.constants.iter().all(is_plain)
    }

    /// The lemmas about products, each with the number of its hypothesis.
    #[cfg(test)]
    pub(super) fn lemmas(&self) -> Vec<(usize, Lemma)> {
        let used = |at: usize| self.steps.iter().any(|step| step.rule == Rule::Hypothesis(at));
        let lemma = |(at, hypothesis): (usize, &Hypothesis)| match hypothesis.reason {
            Reason::Lemma(lemma) if used(at) => Some((at, lemma)),
            _ => None,
        };
        self.hypotheses.iter().enumerate().filter_map(lemma).collect()
    }

    /// The same proof with another lemma in the place of one.
    #[cfg(test)]
    pub(super) fn with_lemma(&self, at: usize, lemma: Lemma) -> Proof {
        let mut proof = self.clone();
        proof.hypotheses[at].reason = Reason::Lemma(lemma);
        proof
    }

    /// The literals that formulas without negation have.
    fn literals(&self) -> HashMap<TermId, Lit> {
        let mut literals: HashMap<TermId, Lit> = self.circuits.iter().copied().collect();
        for (l, atom) in &self.atoms {
            if let Atom::Formula(t) | Atom::Equality(t, _) = atom {
                // A bound may have a second variable, which the solver made for itself; the first one counts.
                let first = literals.entry(*t).or_insert(*l);
                *first = (*first).min(*l);
            }
        }
        literals
    }
}
