//! Refutations by a fresh solver, with their proofs checked if that is asked for.

use crate::base::{Believed, Budget, Limit};
use crate::evidence::{CheckError, CheckOptions};
use crate::solver::smt::proof::{check, refutation, NoProof};
use crate::solver::smt::{Answer, SmtOptions, Solver, UnknownReason};
use crate::solver::term::{Model, TermId, Terms, Value};
use std::ops::Range;

/// Variables of a model that are made small, at most.
const MOST_SMALL: usize = 1000;

/// A solver that starts without assertions.
pub(in crate::evidence) struct Prover {
    solver: Solver,
    proofs: bool,
    budget: Budget,
}

impl Prover {
    pub fn new(options: &CheckOptions, budget: &Budget) -> Prover {
        let mut solver = Solver::new(SmtOptions::default());
        solver.set_budget(budget.clone());
        Prover { solver, proofs: options.proofs, budget: budget.clone() }
    }

    pub fn assert(&mut self, terms: &mut Terms, formula: TermId) {
        self.solver.assert(terms, formula);
    }

    /// The formulas that are asserted.
    pub fn assertions(&self) -> &[TermId] {
        self.solver.assertions()
    }

    /// Whether no model of the assertions satisfies these formulas. If the result is false, there is a model.
    pub fn refute(&mut self, terms: &mut Terms, formulas: &[TermId]) -> Result<bool, CheckError> {
        match self.solver.check(terms, formulas) {
            Answer::Sat => Ok(false),
            Answer::Unsat if self.proofs => self.check_proof(terms),
            Answer::Unsat => Ok(true),
            Answer::Unknown(reason) => Err(failed(reason)),
        }
    }

    /// The formulas among those of the last refutation that contradict the assertions.
    pub fn core(&self) -> &[TermId] {
        self.solver.core()
    }

    /// The lemmas among these, by number, whose formulas were asked about and are in the core of the last refutation.
    pub fn used(&self, asked: &[usize], formula: impl Fn(usize) -> TermId) -> Vec<usize> {
        let core = self.solver.core();
        asked.iter().copied().filter(|&lemma| core.contains(&formula(lemma))).collect()
    }

    /// Looks for a model of these formulas in which variables are false, 0 or all zeros: a variable is if some model
    /// with the variables before it has that. These are the formulas of the last refutation, which failed.
    ///
    /// Variables are tried together, first all, then one half after the other. So queries are as many as there are
    /// variables with other values, times a logarithm.
    pub fn make_small(
        &mut self,
        terms: &mut Terms,
        mut asked: Vec<TermId>,
        variables: &[TermId],
    ) -> Result<(), CheckError> {
        let is_least = |terms: &Terms, values: Vec<Value>| -> Vec<bool> {
            let pairs = values.into_iter().zip(variables);
            pairs.map(|(value, &v)| value == terms.default_value(terms.sort(v))).collect()
        };
        // By variable, in the last model.
        let mut least = is_least(terms, self.model(terms).evaluate_all(terms, variables));
        let whole = 0..variables.len().min(MOST_SMALL);
        let mut open: Vec<Range<usize>> = std::iter::once(whole).collect();
        while let Some(range) = open.pop() {
            let before = asked.len();
            for &variable in &variables[range.clone()] {
                let sort = terms.sort(variable);
                let value = terms.default_term(sort);
                asked.push(terms.eq(variable, value));
            }
            if least[range.clone()].iter().all(|&is_least| is_least) {
                continue;
            }
            if !self.refute(terms, &asked)? {
                least = is_least(terms, self.model(terms).evaluate_all(terms, variables));
                continue;
            }
            asked.truncate(before);
            if range.len() > 1 {
                let middle = range.start + range.len() / 2;
                open.extend([middle..range.end, range.start..middle]);
            }
        }
        self.refute(terms, &asked).map(drop)
    }

    /// The model of the last refutation that failed.
    pub fn model(&mut self, terms: &Terms) -> &Model {
        self.solver.model(terms)
    }

    /// Makes a proof of the last refutation and checks it. The budget counts what the checker has to believe.
    fn check_proof(&mut self, terms: &mut Terms) -> Result<bool, CheckError> {
        let mut formulas = self.solver.assertions().to_vec();
        formulas.extend_from_slice(self.solver.core());
        match refutation(terms, &formulas, &SmtOptions::default(), &self.budget) {
            Ok(proof) => match check(terms, &proof, &formulas) {
                Ok(trusted) => {
                    let (operators, integers) = (trusted.operators as u64, trusted.integers as u64);
                    self.budget.believe(Believed::new(operators, integers));
                    Ok(true)
                }
                Err(flaw) => Err(CheckError::FormulaProof(flaw)),
            },
            Err(NoProof::Unknown(reason)) => Err(failed(reason)),
            Err(_) => Err(CheckError::ProofMissing),
        }
    }
}

fn failed(reason: UnknownReason) -> CheckError {
    match reason {
        UnknownReason::Limit(limit) => CheckError::Limit(limit),
        UnknownReason::Incomplete => CheckError::Limit(Limit::Incomplete),
        reason => CheckError::Solver(reason),
    }
}
