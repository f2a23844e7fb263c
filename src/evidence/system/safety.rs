//! The checker of certificates for the safety of systems.
//!
//! With `C` for the constraint, which counts in every step up to and including the bad one, and `C′` for it over the
//! next state and inputs of its own:
//!
//! - An inductive invariant: `Init ∧ C ⇒ Inv`, `Inv ∧ C ∧ Trans ∧ C′ ⇒ Inv′`, `Inv ∧ C ⇒ ¬Bad`, one query a formula of
//!   the invariant.
//! - A k-inductive property: the lemmas are inductive as above; no bad step among the first `k`; and no bad step after
//!   `k` good ones that satisfy the lemmas. If the run may be assumed to be a simple path, its states differ pairwise
//!   in some state variable: a shortest counterexample repeats no state (Sheeran, Singh, Stålmarck, FMCAD 2000). These
//!   assumptions are added where a model needs them.

use super::import_universal;
use super::steps::Copies;
use crate::base::{Budget, HashMap};
use crate::evidence::formulas::{Prover, Universal};
use crate::evidence::{CheckError, CheckOptions, Condition, Malformed};
use crate::model::system::{Certificate, System};
use crate::model::PropertyId;
use crate::solver::term::{TermId, Terms, Value};

/// [`check_certificate`](super::check_certificate) with options.
///
/// # Errors
///
/// As there, and [`CheckError::FormulaProof`] if the proofs are checked and one is wrong.
pub fn check_certificate_with(
    system: &System,
    property: PropertyId,
    certificate: &Certificate,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    let bad = bad(system, property)?;
    let mut terms = system.terms().clone();
    let (formulas, bound) = import_universal(system, certificate.states(), &mut terms, budget)?;
    let mut checker = Checker { system, terms, formulas, bound, options, budget };
    match certificate {
        Certificate::Inductive(_) => checker.inductive(Some(bad)),
        Certificate::KInductive { k: 0, .. } => Err(Malformed::NoLength.into()),
        Certificate::KInductive { k, simple_path, .. } => {
            if !checker.formulas.is_empty() {
                checker.inductive(None)?;
            }
            checker.base(bad, *k)?;
            checker.step(bad, *k, *simple_path)
        }
    }
}

pub(super) fn bad(system: &System, property: PropertyId) -> Result<TermId, Malformed> {
    let count = system.properties().len();
    system.bad(property).ok_or(Malformed::NoSuchProperty { property, count })
}

struct Checker<'a> {
    system: &'a System,
    /// The system's terms and those of the queries.
    terms: Terms,
    /// The invariant or the lemmas, in the checker's own store.
    formulas: Vec<TermId>,
    /// The constants for all values of which the formulas are meant.
    bound: Vec<TermId>,
    options: &'a CheckOptions,
    budget: &'a Budget,
}

impl Checker<'_> {
    fn prover(&self) -> Prover {
        Prover::new(self.options, self.budget)
    }

    /// The invariant is inductive and, if there are bad states, excludes them.
    fn inductive(&mut self, bad: Option<TermId>) -> Result<(), CheckError> {
        self.initiation()?;
        let mut prover = self.prover();
        let mut copies = Copies::new(self.system);
        let terms = &mut self.terms;
        for &formula in &self.formulas {
            prover.assert(terms, formula);
        }
        // With bound constants, what is asserted is the instance for themselves.
        let quantified = if self.bound.is_empty() { Vec::new() } else { self.formulas.clone() };
        let assumed = Universal { bound: &self.bound, formulas: quantified };
        prover.assert(terms, self.system.constraint());
        if let Some(bad) = bad {
            if !assumed.refute(&mut prover, terms, &[bad], self.budget)? {
                return Err(Condition::Property.into());
            }
        }
        let constraint = copies.at(terms, 1, self.system.constraint());
        prover.assert(terms, self.system.trans());
        prover.assert(terms, constraint);
        for (clause, &formula) in self.formulas.iter().enumerate() {
            let next = copies.at(terms, 1, formula);
            let violated = terms.not(next);
            if !assumed.refute(&mut prover, terms, &[violated], self.budget)? {
                return Err(Condition::Consecution { clause }.into());
            }
        }
        Ok(())
    }

    /// Each formula holds initially.
    fn initiation(&mut self) -> Result<(), CheckError> {
        let mut prover = self.prover();
        prover.assert(&mut self.terms, self.system.init());
        prover.assert(&mut self.terms, self.system.constraint());
        for (clause, &formula) in self.formulas.iter().enumerate() {
            let violated = self.terms.not(formula);
            if !prover.refute(&mut self.terms, &[violated])? {
                return Err(Condition::Initiation { clause }.into());
            }
        }
        Ok(())
    }

    /// No bad step among the first `k`.
    fn base(&mut self, bad: TermId, k: usize) -> Result<(), CheckError> {
        let mut prover = self.prover();
        let mut copies = Copies::new(self.system);
        let terms = &mut self.terms;
        prover.assert(terms, self.system.init());
        for step in 0..k {
            self.budget.poll()?;
            let constraint = copies.at(terms, step, self.system.constraint());
            prover.assert(terms, constraint);
            let bad = copies.at(terms, step, bad);
            if !prover.refute(terms, &[bad])? {
                return Err(Condition::Base { step }.into());
            }
            let trans = copies.at(terms, step, self.system.trans());
            prover.assert(terms, trans);
        }
        Ok(())
    }

    /// No bad step after `k` good ones that satisfy the lemmas.
    fn step(&mut self, bad: TermId, k: usize, simple_path: bool) -> Result<(), CheckError> {
        if !self.bound.is_empty() {
            return Err(Malformed::OtherKind.into());
        }
        let mut prover = self.prover();
        let mut copies = Copies::new(self.system);
        let good = self.terms.not(bad);
        for step in 0..=k {
            self.budget.poll()?;
            let property = if step < k { good } else { bad };
            let mut parts = vec![self.system.constraint(), property];
            parts.extend_from_slice(&self.formulas);
            if step < k {
                parts.push(self.system.trans());
            }
            for part in parts {
                let part = copies.at(&mut self.terms, step, part);
                prover.assert(&mut self.terms, part);
            }
        }
        while !prover.refute(&mut self.terms, &[])? {
            // A run that repeats a state is excluded, and the question asked again.
            if !(simple_path && separate(&mut prover, &mut self.terms, &copies, k)) {
                return Err(Condition::Step.into());
            }
        }
        Ok(())
    }
}

/// Demands that steps whose states are equal in the solver's model differ. False if there are none.
fn separate(prover: &mut Prover, terms: &mut Terms, copies: &Copies<'_>, k: usize) -> bool {
    let mut first: HashMap<Vec<Value>, usize> = HashMap::default();
    let mut equal = Vec::new();
    for step in 0..=k {
        let values = prover.model(terms).evaluate_all(terms, copies.states(step));
        let earlier = *first.entry(values).or_insert(step);
        if earlier != step {
            equal.push((earlier, step));
        }
    }
    for &(i, j) in &equal {
        let pairs = copies.states(i).iter().zip(copies.states(j));
        let same: Vec<TermId> = pairs.map(|(&a, &b)| terms.eq(a, b)).collect();
        let same = terms.and(&same);
        let differ = terms.not(same);
        prover.assert(terms, differ);
    }
    !equal.is_empty()
}
