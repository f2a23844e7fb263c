//! The state of a translation to Alethe.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind, Literal};
use super::written::Written;
use crate::base::{HashMap, Lit, Var};
use crate::solver::smt::gate_table::Gate;
use crate::solver::smt::proof::axioms::Function;
use crate::solver::smt::proof::check::{Atoms, Facts};
use crate::solver::smt::proof::{Atom, Proof};
use crate::solver::term::{TermId, Terms};

/// A proof on its way to Alethe.
pub(super) struct Translation<'a> {
    pub terms: &'a mut Terms,
    pub proof: &'a Proof,
    pub atoms: Atoms<'a>,
    pub facts: Facts,
    pub derivation: Derivation,
    /// The literals of positive variables.
    pub literals: HashMap<Var, Literal>,
    /// Assertions as they were written, by the solver's formulas for them.
    pub written: HashMap<TermId, Expr>,
    /// The solver's terms for written expressions, and for equations that are not in the normal form of terms.
    pub meanings: HashMap<Expr, TermId>,
    pub links: HashMap<Expr, Vec<StepId>>,
    /// By step of one literal: its conjuncts, by the solver's formulas for them.
    pub conjuncts: HashMap<StepId, HashMap<Literal, StepId>>,
    /// By variable of a comparison's circuit: the clauses that say so.
    pub circuits: HashMap<Var, Vec<StepId>>,
}

impl<'a> Translation<'a> {
    pub fn new(
        terms: &'a mut Terms,
        proof: &'a Proof,
        atoms: Atoms<'a>,
        written: &[(TermId, &'a Written)],
    ) -> Translation<'a> {
        let mut translation = Translation {
            facts: Facts::new(terms, proof, &atoms),
            terms,
            proof,
            atoms,
            derivation: Derivation::default(),
            literals: HashMap::default(),
            written: HashMap::default(),
            meanings: HashMap::default(),
            links: HashMap::default(),
            conjuncts: HashMap::default(),
            circuits: HashMap::default(),
        };
        for &(formula, written) in written {
            let Translation { terms, derivation, meanings, .. } = &mut translation;
            let root = written.expression(terms, &mut derivation.pool, meanings);
            translation.written.extend(root.map(|root| (formula, root)));
        }
        translation.name_literals();
        translation
    }

    /// Gives all variables their literals, and comparisons of words the outputs of their circuits.
    fn name_literals(&mut self) {
        for (l, atom) in &self.proof.atoms {
            let literal = match atom {
                Atom::Formula(t) | Atom::Equality(t, _) => self.derivation.pool.formula_of(self.terms, *t),
                Atom::Same(a, b) => {
                    let equation = self.equation(*a, *b);
                    self.meanings.insert(equation.atom, self.terms.eq(*a, *b));
                    equation
                }
                Atom::Bit(word, i) => {
                    let word = self.derivation.pool.term(self.terms, *word);
                    let pool = &mut self.derivation.pool;
                    let bit = pool.make(&format!("(_ extract {} {})", i, i), &[word], Kind::Other);
                    let one = pool.make("#b1", &[], Kind::Other);
                    Literal { atom: pool.equal(bit, one), positive: true }
                }
                Atom::Gate(gate) => self.gate(gate),
            };
            self.literals.insert(l.var(), literal);
        }
        for &(t, output) in &self.proof.circuits {
            let comparison = self.derivation.pool.formula_of(self.terms, t);
            let value = self.literal(output);
            if comparison != value {
                let links = self.derivation.believed(comparison, value, "circuit");
                self.circuits.entry(output.var()).or_default().extend(links);
            }
        }
    }

    /// The formula that two terms are equal, which need not be in the normal form of terms.
    pub fn equation(&mut self, a: TermId, b: TermId) -> Literal {
        let sides = [a, b].map(|t| self.derivation.pool.term(self.terms, t));
        Literal { atom: self.derivation.pool.equal(sides[0], sides[1]), positive: true }
    }

    fn gate(&mut self, gate: &Gate) -> Literal {
        let inputs: Vec<Literal> = gate.inputs().iter().map(|&l| self.literal(l)).collect();
        let inputs = self.derivation.expressions(&inputs);
        let pool = &mut self.derivation.pool;
        let atom = match (Function::of(gate), &inputs[..]) {
            (Function::Majority, &[a, b, c]) => {
                let pairs = [[a, b], [a, c], [b, c]].map(|pair| pool.make("and", &pair, Kind::Truth));
                pool.make("or", &pairs, Kind::Truth)
            }
            (function, _) => pool.make(function.name(), &inputs, Kind::Truth),
        };
        Literal { atom, positive: true }
    }

    /// The literal of a literal of the proof.
    pub fn literal(&self, l: Lit) -> Literal {
        match self.literals.get(&l.var()) {
            Some(literal) => literal.negate_if(l.is_negative()),
            // Atoms have no literals that are not named.
            None => unreachable!("a literal of a checked proof has a meaning"),
        }
    }
}
