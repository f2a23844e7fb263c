//! The states that an edge leads to, seen through predicates.

use super::Edges;
use crate::base::Limit;
use crate::engine::common::outcome::{decided, unless_incomplete};
use crate::model::cfa::EdgeId;
use crate::solver::smt::{Answer, Solver};
use crate::solver::term::{Sort, TermId, Terms, Value};

impl Edges {
    /// The truths of these predicates in all states that an edge leads to from states of `source`: one list a
    /// combination that occurs. `None` if there are more than `most`.
    ///
    /// The solver is asked for one combination after the other. A clause excludes each combination that was found, as
    /// long as a switch is on. The switch is given up in the end.
    pub fn valuations(
        &mut self,
        edge: EdgeId,
        source: TermId,
        predicates: &[TermId],
        most: usize,
    ) -> Result<Option<Vec<Vec<bool>>>, Limit> {
        let befores: Vec<TermId> = predicates.iter().map(|&p| self.before(edge, p)).collect();
        if !self.leads(edge, &[source], &[])? {
            return Ok(Some(Vec::new()));
        }
        if predicates.is_empty() {
            return Ok(Some(vec![Vec::new()]));
        }
        let terms = self.cfa.terms_mut();
        let switch = terms.declare("other", Sort::Bool);
        let off = terms.not(switch);
        let mut found = Vec::new();
        let answer = loop {
            let (solver, terms) = self.asked_solver();
            let truths = truths(solver, terms, &befores);
            let literals = befores.iter().zip(&truths);
            let mut clause: Vec<TermId> =
                literals.map(|(&t, &truth)| if truth { terms.not(t) } else { t }).collect();
            clause.push(off);
            let clause = terms.or(&clause);
            solver.assert(terms, clause);
            found.push(truths);
            if found.len() > most {
                break Ok(None);
            }
            let verdict = solver.check(terms, &[switch, source]);
            self.queries += 1;
            match decided(verdict) {
                Ok(true) => continue,
                Ok(false) => break Ok(Some(found)),
                Err(limit) => break Err(limit),
            }
        };
        let (solver, terms) = self.asked_solver();
        solver.release(terms, off);
        answer
    }

    /// The literals that hold in all states that an edge leads to from states of `source`, as far as the theory can
    /// tell: some of these predicates, and negations of the atoms among them. `None` if there are no such states.
    pub fn literals_after(
        &mut self,
        edge: EdgeId,
        source: TermId,
        predicates: &[TermId],
    ) -> Result<Option<Vec<TermId>>, Limit> {
        if !unless_incomplete(self.leads(edge, &[source], &[]), true)? {
            return Ok(None);
        }
        let mut left = predicates.to_vec();
        let terms = self.terms_mut();
        for &p in predicates.iter() {
            if !terms.is_connective(p) {
                left.push(terms.not(p));
            }
        }
        self.keep_possible(edge, &mut left);
        let mut next = 0;
        while let Some(&literal) = left.get(next) {
            let outside = self.terms_mut().not(literal);
            match self.leads(edge, &[source], &[outside]) {
                Ok(true) => {
                    left.remove(next);
                    self.keep_possible(edge, &mut left);
                }
                Ok(false) => next += 1,
                Err(Limit::Incomplete) => drop(left.remove(next)),
                Err(limit) => return Err(limit),
            }
        }
        Ok(Some(left))
    }

    /// If the last question was answered by yes: keeps those of these formulas that hold where the run ends.
    fn keep_possible(&mut self, edge: EdgeId, formulas: &mut Vec<TermId>) {
        let befores: Vec<TermId> = formulas.iter().map(|&f| self.before(edge, f)).collect();
        let (solver, terms) = self.asked_solver();
        if solver.answer() == Some(Answer::Sat) {
            let mut truths = truths(solver, terms, &befores).into_iter();
            formulas.retain(|_| truths.next().unwrap_or(false));
        }
    }

    /// After the last question was answered by yes: which of these formulas hold where the run ends.
    pub fn truths_after(&mut self, edge: EdgeId, formulas: &[TermId]) -> Vec<bool> {
        let befores: Vec<TermId> = formulas.iter().map(|&f| self.before(edge, f)).collect();
        let (solver, terms) = self.asked_solver();
        truths(solver, terms, &befores)
    }

    /// After the last question was answered by yes: these predicates, each as it is where the run begins.
    pub fn literals_before(&mut self, predicates: &[TermId]) -> Vec<TermId> {
        let (solver, terms) = self.asked_solver();
        let truths = truths(solver, terms, predicates);
        predicates.iter().zip(truths).map(|(&p, truth)| if truth { p } else { terms.not(p) }).collect()
    }
}

/// The truths of formulas in the model of the solver.
fn truths(solver: &mut Solver, terms: &Terms, formulas: &[TermId]) -> Vec<bool> {
    let known: Vec<Option<bool>> = formulas.iter().map(|&f| solver.truth(terms, f)).collect();
    let unknown = formulas.iter().zip(&known).filter(|(_, known)| known.is_none());
    let unknown: Vec<TermId> = unknown.map(|(&f, _)| f).collect();
    let mut values = Vec::new();
    if !unknown.is_empty() {
        values = solver.model(terms).evaluate_all(terms, &unknown);
    }
    let mut values = values.iter().map(Value::is_true);
    known.into_iter().map(|known| known.or_else(|| values.next()).unwrap_or(false)).collect()
}
