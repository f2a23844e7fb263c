//! Proofs in the format Alethe, which other tools check.
//!
//! Alethe (Schurr, Fleury, Barbosa, Fontaine: Alethe: Towards a generic SMT proof format, 2021) is a list of steps: an
//! `assume` repeats an assertion of the problem, and a `step` has a clause, a rule, and the steps that are its
//! premises. A step whose rule is `hole` is believed. Each step of a [`Proof`] becomes a few of Alethe:
//!
//! | here | there |
//! | --- | --- |
//! | `hypothesis` | `assume`, taken apart by `and`, `not_or` … (`hypotheses`); formulas as they were written are linked with those that the solver made of them (`links`) |
//! | `definition` | the axioms of connectives such as `and_pos` (`gates`); of an equality with its bounds, `la_disequality` |
//! | `farkas` | `la_generic` (`linear`) |
//! | `integer` | `lia_generic`, a hole |
//! | `theory` | `eq_transitive`, `eq_congruent` and the like where congruence suffices (`congruence`); else a hole |
//! | `chain` | `resolution` |
//!
//! Formulas are compared letter by letter there, whereas the terms of the solver are in normal form. So a derivation
//! (`derivation`) is made of expressions as they are written (`pool`), and where a rule takes formulas of one form only,
//! its clause is brought into the form that is needed by `resolution`. Each `resolution` here is found by unit
//! propagation, and has the premises that it used.
//!
//! A hole has its reason as an argument: `rewriting` (the solver's formula for a written one), `operator` (the meaning
//! of an operator such as `div`), `circuit` (a comparison of words and the output of its circuit), `array`, `datatype`,
//! `theory` and `integer`. The last line counts them.
//!
//! ```text
//! (assume h1 (! p :named @1))
//! ```

mod congruence;
mod derivation;
mod equality;
mod gates;
mod hypotheses;
mod linear;
mod links;
mod pool;
mod steps;
mod text;
mod written;

pub(crate) use written::{Part, Written};

use super::check::Atoms;
use super::{Atom, Proof};
use crate::base::{HashMap, Lit, Var};
use crate::solver::smt::gate_table::Gate;
use crate::solver::term::{TermId, Terms};
use derivation::{Derivation, StepId};
use hypotheses::Conjuncts;
use pool::{Expr, Kind, Literal};

/// A proof on its way to Alethe.
struct Translation<'a> {
    terms: &'a mut Terms,
    proof: &'a Proof,
    atoms: Atoms<'a>,
    /// The meanings of variables.
    by_var: HashMap<Var, &'a Atom>,
    derivation: Derivation,
    /// The literals of positive variables.
    literals: HashMap<Var, Literal>,
    /// Assertions as they were written, by the solver's formulas for them.
    written: HashMap<TermId, &'a Written>,
    /// The solver's terms for written expressions.
    meanings: HashMap<Expr, TermId>,
    /// The literals of the solver's formulas for written ones.
    targets: HashMap<Expr, Literal>,
    links: HashMap<Expr, Vec<StepId>>,
    conjuncts: HashMap<TermId, Conjuncts>,
    /// By variable: the clauses that define it.
    definitions: HashMap<Var, Vec<StepId>>,
    /// By variable of a comparison's circuit: the clauses that say so.
    circuits: HashMap<Var, Vec<StepId>>,
}

impl Proof {
    /// The proof in the format Alethe. The assertions that are given as they were written are assumed in that form; of
    /// others the solver's formulas are. See `alethe`.
    pub(crate) fn alethe(&self, terms: &mut Terms, written: &[(TermId, &Written)]) -> String {
        let atoms = match Atoms::new(terms, self) {
            Ok(atoms) => atoms,
            // No proof that has passed its check is here.
            Err(_) => return String::new(),
        };
        let mut translation = Translation {
            terms,
            proof: self,
            atoms,
            by_var: self.atoms.iter().map(|(l, atom)| (l.var(), atom)).collect(),
            derivation: Derivation::default(),
            literals: HashMap::default(),
            written: written.iter().copied().collect(),
            meanings: HashMap::default(),
            targets: HashMap::default(),
            links: HashMap::default(),
            conjuncts: HashMap::default(),
            definitions: HashMap::default(),
            circuits: HashMap::default(),
        };
        translation.name_literals();
        translation.translate()
    }
}

impl Translation<'_> {
    /// Gives all variables their literals.
    fn name_literals(&mut self) {
        for (l, atom) in &self.proof.atoms {
            let literal = match atom {
                Atom::Formula(t) | Atom::Equality(t, _) => self.derivation.pool.formula_of(self.terms, *t),
                Atom::Same(a, b) => {
                    let sides = [a, b].map(|&t| self.derivation.pool.term(self.terms, t));
                    let atom = self.derivation.pool.equal(sides[0], sides[1]);
                    Literal { atom, positive: true }
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
    }

    fn gate(&mut self, gate: &Gate) -> Literal {
        let inputs: Vec<Literal> = gate.inputs().iter().map(|&l| self.literal(l)).collect();
        let inputs = self.derivation.expressions(&inputs);
        let pool = &mut self.derivation.pool;
        let atom = match (gate, &inputs[..]) {
            (Gate::Majority(_), &[a, b, c]) => {
                let pairs = [[a, b], [a, c], [b, c]].map(|pair| pool.make("and", &pair, Kind::Truth));
                pool.make("or", &pairs, Kind::Truth)
            }
            (Gate::Xor(_), _) => pool.make("xor", &inputs, Kind::Truth),
            (Gate::Ite(_), _) => pool.make("ite", &inputs, Kind::Truth),
            (Gate::And(_) | Gate::Majority(_), _) => pool.make("and", &inputs, Kind::Truth),
        };
        Literal { atom, positive: true }
    }

    /// The literal of a literal of the proof.
    fn literal(&self, l: Lit) -> Literal {
        match self.literals.get(&l.var()) {
            Some(literal) => literal.negate_if(l.is_negative()),
            // Atoms have no literals that are not named.
            None => unreachable!("a literal of a checked proof has a meaning"),
        }
    }
}
