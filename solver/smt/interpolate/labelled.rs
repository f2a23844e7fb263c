//! Partial interpolants for the clauses of a proof, by labelled interpolation systems.

use super::leaves::{Leaf, Leaves};
use super::options::{InterpolationOptions, NoInterpolant, Strength};
use super::refutation::Refutation;
use super::sides::Side;
use crate::base::{Budget, HashMap, Lit, Var};
use crate::solver::proof::{Annotation, Origin, StepId};
use crate::solver::smt::encode::VarMeaning;
use crate::solver::smt::farkas::{self, Inequality};
use crate::solver::smt::gate_table::Gate;
use crate::solver::term::{TermId, Terms};
use crate::theories::num::Rational;

/// Walks through a proof.
pub(super) struct ProofReader<'a> {
    pub terms: &'a mut Terms,
    pub refutation: &'a Refutation<'a>,
    pub leaves: &'a Leaves,
    pub options: &'a InterpolationOptions,
    /// The number of cuts.
    pub cuts: usize,
    pub meanings: &'a [VarMeaning],
    /// By column: the number it stands for, if it is no sum.
    pub column_terms: &'a [TermId],
    /// By variable: the formula it stands for, once it was asked for.
    pub formulas: HashMap<Var, TermId>,
    pub budget: &'a Budget,
}

/// Partial interpolants, one for each cut.
impl Annotation for ProofReader<'_> {
    type Value = Vec<TermId>;
    type Error = NoInterpolant;

    fn axiom(&mut self, step: StepId, _: Origin) -> Result<Vec<TermId>, NoInterpolant> {
        self.look()?;
        match &self.leaves.of[&step] {
            Leaf::Of(part) => Ok(self.formula_leaf(self.refutation.log.clause(step), *part)),
            Leaf::Lemma(conflict) => Ok(self.lemma_leaf(conflict)),
        }
    }

    fn resolve(
        &mut self,
        pivot: Lit,
        with: &Vec<TermId>,
        mut without: Vec<TermId>,
    ) -> Result<Vec<TermId>, NoInterpolant> {
        self.look()?;
        for (cut, without) in without.iter_mut().enumerate() {
            *without = self.join(pivot, with[cut], *without, cut);
        }
        Ok(without)
    }
}

impl ProofReader<'_> {
    /// Looks at the budget: each step of a proof is work for all cuts, and there may be many.
    fn look(&self) -> Result<(), NoInterpolant> {
        self.budget.poll().map_err(|limit| NoInterpolant::Unknown(limit.into()))
    }

    pub fn read(&mut self, needed: &[StepId]) -> Result<Vec<TermId>, NoInterpolant> {
        let refutation = self.refutation;
        let mut value = refutation.log.annotate(needed, self)?;
        for &(lit, part) in &refutation.facts {
            let fact = self.formula_leaf(&[lit], part);
            value = Some(match value {
                Some(value) => self.resolve(lit, &fact, value)?,
                None => fact,
            });
        }
        value.ok_or(NoInterpolant::Mixed)
    }

    /// The side of a variable after the system has given shared variables to one side, or to neither.
    fn label(&self, v: Var, cut: usize) -> Side {
        let occurrences = self.leaves.occurrences[v.index()];
        match (self.leaves.sets.side(occurrences, cut), self.options.strength) {
            (Side::Both, Strength::Strong) => Side::Right,
            (Side::Both, Strength::Weak) => Side::Left,
            (side, _) => side,
        }
    }

    fn formula_leaf(&mut self, clause: &[Lit], part: u32) -> Vec<TermId> {
        (0..self.cuts)
            .map(|cut| {
                let left = self.leaves.sets.is_left(part, cut);
                let other = if left { Side::Right } else { Side::Left };
                let kept: Vec<Lit> =
                    clause.iter().copied().filter(|l| self.label(l.var(), cut) == other).collect();
                let lits: Vec<TermId> = kept.into_iter().map(|l| self.literal_formula(l)).collect();
                let disjunction = self.terms.or(&lits);
                if left {
                    disjunction
                } else {
                    self.terms.not(disjunction)
                }
            })
            .collect()
    }

    fn lemma_leaf(&mut self, conflict: &[(Lit, Rational)]) -> Vec<TermId> {
        let theory = self.refutation.theory;
        let sums: Vec<Inequality> =
            conflict.iter().map(|(l, weight)| theory.inequality(*l, weight, self.column_terms)).collect();
        let mut interpolants = Vec::with_capacity(self.cuts);
        for cut in 0..self.cuts {
            let left: Vec<bool> =
                conflict.iter().map(|(l, _)| self.label(l.var(), cut) == Side::Left).collect();
            interpolants.push(farkas::interpolant(self.terms, &sums, &left, &self.options.farkas));
        }
        interpolants
    }

    /// Joins the partial interpolants of the clause with the pivot and of the one with its negation.
    fn join(&mut self, pivot: Lit, with: TermId, without: TermId, cut: usize) -> TermId {
        if with == without {
            return with;
        }
        match self.label(pivot.var(), cut) {
            Side::Left => self.terms.or(&[with, without]),
            Side::Right => self.terms.and(&[with, without]),
            Side::Both => {
                let p = self.literal_formula(pivot);
                // (p or with) and (not p or without).
                self.terms.ite(p, without, with)
            }
        }
    }

    fn literal_formula(&mut self, l: Lit) -> TermId {
        let formula = self.formula_of(l.var());
        if l.is_negative() {
            self.terms.not(formula)
        } else {
            formula
        }
    }

    /// The formula that a variable stands for. Gates are written out over their inputs, iteratively.
    fn formula_of(&mut self, v: Var) -> TermId {
        let mut stack = vec![v];
        while let Some(&v) = stack.last() {
            if self.formulas.contains_key(&v) {
                stack.pop();
                continue;
            }
            let formula = match self.meanings[v.index()] {
                VarMeaning::Term(t) => t,
                VarMeaning::Same(a, b) => self.terms.eq(a, b),
                VarMeaning::Bit(word, i) => {
                    let bit = self.terms.extract(word, i, i);
                    let one = self.terms.bv(1, 1);
                    self.terms.eq(bit, one)
                }
                VarMeaning::Atom => {
                    let one = Rational::ONE;
                    let bound = self.refutation.theory.inequality(v.positive(), &one, self.column_terms);
                    farkas::formula(self.terms, &bound)
                }
                VarMeaning::Gate(gate) => {
                    let inputs = gate.inputs();
                    let before = stack.len();
                    stack.extend(inputs.iter().map(|l| l.var()).filter(|v| !self.formulas.contains_key(v)));
                    if stack.len() > before {
                        continue;
                    }
                    let args: Vec<TermId> = inputs.iter().map(|&l| self.literal_formula(l)).collect();
                    gate_formula(self.terms, gate, &args)
                }
            };
            self.formulas.insert(v, formula);
        }
        self.formulas[&v]
    }
}

fn gate_formula(terms: &mut Terms, gate: Gate, args: &[TermId]) -> TermId {
    match gate {
        Gate::And(_) => terms.and(args),
        Gate::Xor(_) => terms.xor(args[0], args[1]),
        Gate::Ite(_) => terms.ite(args[0], args[1], args[2]),
        Gate::Majority(_) => {
            let pairs = [
                terms.and(&[args[0], args[1]]),
                terms.and(&[args[0], args[2]]),
                terms.and(&[args[1], args[2]]),
            ];
            terms.or(&pairs)
        }
    }
}
