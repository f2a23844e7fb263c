//! Partial interpolants for the clauses of a proof, by labelled interpolation systems.

use super::options::{InterpolationOptions, NoInterpolant, Strength};
use super::refutation::Refutation;
use super::sides::{Cut, Occurrences, Side};
use crate::base::{HashMap, Lit, Var};
use crate::solver::proof::{Origin, ResolutionLog, Step, StepId};
use crate::solver::smt::arith::Sat;
use crate::solver::smt::encode::VarMeaning;
use crate::solver::smt::farkas::{self, Inequality};
use crate::solver::smt::gate_table::Gate;
use crate::solver::term::{TermId, Terms};
use crate::theories::num::Rational;

/// The formulas that variables and columns belong to, by the clauses of all formulas.
pub(super) struct Homes {
    variables: Vec<Occurrences>,
    columns: HashMap<usize, Occurrences>,
}

impl Homes {
    /// By a refutation that was given all clauses.
    pub fn of(refutation: &Refutation) -> Homes {
        let log = refutation.log.log();
        let variables = occurrences_in(&log, log.steps(), refutation.sat.var_count());
        let mut columns: HashMap<usize, Occurrences> = HashMap::default();
        for (v, parts) in variables.iter().enumerate() {
            for column in refutation.sat.theory().columns_of(Var::new(v)) {
                columns.entry(column.index()).or_default().join(parts);
            }
        }
        Homes { variables, columns }
    }
}

/// The formulas in which each variable occurs, going by these axioms.
fn occurrences_in(log: &ResolutionLog, steps: impl Iterator<Item = StepId>, vars: usize) -> Vec<Occurrences> {
    let mut occurrences = vec![Occurrences::default(); vars];
    for step in steps {
        if let Step::Axiom(Origin::Partition(part)) = log.step(step) {
            for l in log.clause(step) {
                occurrences[l.var().index()].add(part);
            }
        }
    }
    occurrences
}

/// Walks through a proof.
pub(super) struct ProofReader<'a> {
    pub terms: &'a mut Terms,
    pub log: &'a ResolutionLog,
    pub sat: &'a mut Sat,
    pub options: &'a InterpolationOptions,
    pub cuts: &'a [Cut],
    pub meanings: Vec<VarMeaning>,
    /// By column: the number it stands for, if it is no sum.
    pub column_terms: Vec<TermId>,
    pub homes: &'a Homes,
    pub occurrences: Vec<Occurrences>,
    /// By variable: the formula it stands for, once it was asked for.
    pub formulas: HashMap<Var, TermId>,
    pub yes: Lit,
}

impl ProofReader<'_> {
    pub fn read(&mut self) -> Result<Vec<TermId>, NoInterpolant> {
        let last = match self.log.conclusion() {
            Some(last) => last,
            None => return Err(NoInterpolant::Mixed),
        };
        let needed = self.log.needed(last);
        self.find_occurrences(&needed);
        let mut partial: HashMap<StepId, Vec<TermId>> = HashMap::default();
        let mut resolvent = vec![false; 2 * self.meanings.len()];
        for &step in &needed {
            let interpolants = match self.log.step(step) {
                Step::Axiom(Origin::Partition(part)) => self.formula_leaf(step, part as usize),
                Step::Axiom(Origin::Valid) => self.valid_leaf(step)?,
                Step::Chain(chain) => self.resolve(chain, &partial, &mut resolvent),
            };
            partial.insert(step, interpolants);
        }
        Ok(partial.remove(&last).unwrap_or_default())
    }

    /// Finds the formulas in which each variable occurs, as far as the proof needs them. An atom that only conflicts
    /// of the theory mention belongs to the formulas that contain it; an atom that an integer split made, to the
    /// formulas that contain its column.
    fn find_occurrences(&mut self, needed: &[StepId]) {
        let mut occurrences = occurrences_in(self.log, needed.iter().copied(), self.meanings.len());
        for (v, parts) in occurrences.iter_mut().enumerate() {
            if parts.0.is_empty() {
                *parts = self.homes.variables.get(v).cloned().unwrap_or_default();
            }
            if parts.0.is_empty() {
                for column in self.sat.theory().columns_of(Var::new(v)) {
                    self.homes.columns.get(&column.index()).into_iter().for_each(|c| parts.join(c));
                }
            }
        }
        self.occurrences = occurrences;
    }

    /// The side of a variable after the system has given shared variables to one side, or to neither.
    fn label(&self, v: Var, cut: Cut) -> Side {
        match (self.occurrences[v.index()].side(cut), self.options.strength) {
            (Side::Both, Strength::Strong) => Side::Right,
            (Side::Both, Strength::Weak) => Side::Left,
            (side, _) => side,
        }
    }

    fn formula_leaf(&mut self, step: StepId, part: usize) -> Vec<TermId> {
        self.cuts
            .iter()
            .map(|&cut| {
                let left = cut.is_left(part);
                let other = if left { Side::Right } else { Side::Left };
                let clause = self.log.clause(step);
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

    /// A clause that holds in the theory: the true literal, or a conflict of bounds.
    fn valid_leaf(&mut self, step: StepId) -> Result<Vec<TermId>, NoInterpolant> {
        let log = self.log;
        let clause = log.clause(step);
        if clause == [self.yes] {
            let of = |&cut| self.label(self.yes.var(), cut) != Side::Left;
            return Ok(self.cuts.iter().map(|cut| self.terms.bool(of(cut))).collect());
        }
        let bounds: Vec<Lit> = clause.iter().map(|&l| !l).collect();
        let conflict = self.sat.theory_mut().refute(&bounds).ok_or(NoInterpolant::Mixed)?;
        let theory = self.sat.theory();
        let sums: Vec<Inequality> =
            conflict.iter().map(|(l, weight)| theory.inequality(*l, weight, &self.column_terms)).collect();
        let mut interpolants = Vec::with_capacity(self.cuts.len());
        for &cut in self.cuts {
            let is_left = |l: Lit| self.label(l.var(), cut) == Side::Left;
            let left: Vec<bool> = conflict.iter().map(|(l, _)| is_left(*l)).collect();
            interpolants.push(farkas::interpolant(self.terms, &sums, &left, &self.options.farkas));
        }
        Ok(interpolants)
    }

    /// Follows a chain backwards; see [`crate::solver::proof`]'s resolution log.
    fn resolve(
        &mut self,
        chain: &[StepId],
        partial: &HashMap<StepId, Vec<TermId>>,
        resolvent: &mut [bool],
    ) -> Vec<TermId> {
        let log = self.log;
        let mut touched: Vec<Lit> = Vec::new();
        let mut interpolants: Vec<TermId> = Vec::new();
        for (i, &step) in chain.iter().rev().enumerate() {
            let clause = log.clause(step);
            let pivot = clause.iter().copied().find(|&l| resolvent[(!l).code()]);
            match pivot {
                None if i > 0 => continue,
                None => interpolants = partial[&step].clone(),
                Some(pivot) => {
                    resolvent[(!pivot).code()] = false;
                    let own = &partial[&step];
                    for (i, &cut) in self.cuts.iter().enumerate() {
                        interpolants[i] = self.join(pivot, own[i], interpolants[i], cut);
                    }
                }
            }
            for &l in clause {
                if Some(l) != pivot && !resolvent[l.code()] {
                    resolvent[l.code()] = true;
                    touched.push(l);
                }
            }
        }
        touched.iter().for_each(|l| resolvent[l.code()] = false);
        interpolants
    }

    /// Joins the partial interpolants of the clause with the pivot and of the one with its negation.
    fn join(&mut self, pivot: Lit, with: TermId, without: TermId, cut: Cut) -> TermId {
        match self.label(pivot.var(), cut) {
            Side::Left => self.terms.or(&[with, without]),
            Side::Right => self.terms.and(&[with, without]),
            Side::Both => {
                if with == without {
                    return with;
                }
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
                VarMeaning::Bit(word, i) => {
                    let bit = self.terms.extract(word, i, i);
                    let one = self.terms.bv(1, 1);
                    self.terms.eq(bit, one)
                }
                VarMeaning::Atom => {
                    let one = Rational::ONE;
                    let bound = self.sat.theory().inequality(v.positive(), &one, &self.column_terms);
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
