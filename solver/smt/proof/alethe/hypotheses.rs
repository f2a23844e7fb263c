//! Clauses of assertions.
//!
//! An assertion is assumed as it was written, and taken apart as far as it is a conjunction. A clause of the proof
//! follows from one of its conjuncts by the conjunct's definition and the links of the formulas in it.

use super::derivation::StepId;
use super::pool::Literal;
use super::translation::Translation;
use crate::base::{HashMap, Lit};

impl Translation<'_> {
    /// A clause of an assertion.
    pub(super) fn hypothesis(&mut self, number: usize, clause: &[Lit], goal: &[Literal]) -> Option<StepId> {
        let formula = self.proof.hypotheses[number].formula;
        let (_, conjunct) = self.facts.find(clause)?;
        let wanted = self.derivation.pool.formula_of(self.terms, conjunct);
        let sides = self.circuit_links(clause);
        let given = self.proof.given(number);
        let root = match self.written.get(&given) {
            Some(&root) => root,
            None => self.derivation.pool.term(self.terms, given),
        };
        let whole = self.derivation.step(vec![root], "assume", &[], Vec::new());
        let found = self.of_conjunct(whole, wanted, goal, &sides);
        found.or_else(|| {
            // The solver's formula for the whole assertion is taken apart instead.
            let root = self.derivation.pool.literal(root);
            let ours = self.derivation.pool.formula_of(self.terms, formula);
            let mut candidates = [self.link(root), vec![whole]].concat();
            if given != formula {
                let before = self.target(root.atom).negate_if(!root.positive);
                candidates.extend(self.derivation.believed(before, ours, "expansion"));
            }
            let whole = self.derivation.resolve(&[ours], &candidates)?;
            self.of_conjunct(whole, wanted, goal, &sides)
        })
    }

    /// A clause that follows from a conjunct of what a step says.
    fn of_conjunct(
        &mut self,
        whole: StepId,
        wanted: Literal,
        goal: &[Literal],
        sides: &[StepId],
    ) -> Option<StepId> {
        let unit = *self.conjuncts(whole).get(&wanted)?;
        let written = self.derivation.step_of(unit).literals[0];
        let mut candidates = [&[unit], sides].concat();
        candidates.extend(self.derivation.gates(written.atom));
        candidates.extend(self.input_links(written.atom));
        if let Some(found) = self.derivation.resolve(goal, &candidates) {
            return Some(found);
        }
        candidates.extend(self.link(written));
        candidates.extend(self.derivation.gates(wanted.atom));
        self.derivation.resolve(goal, &candidates)
    }

    /// The conjuncts of what a step says, by the solver's formulas for them.
    fn conjuncts(&mut self, whole: StepId) -> &HashMap<Literal, StepId> {
        if !self.conjuncts.contains_key(&whole) {
            let found = self.split(whole);
            self.conjuncts.insert(whole, found);
        }
        &self.conjuncts[&whole]
    }

    fn split(&mut self, whole: StepId) -> HashMap<Literal, StepId> {
        let mut found: HashMap<Literal, StepId> = HashMap::default();
        let mut open = vec![whole];
        while let Some(unit) = open.pop() {
            let l = self.derivation.step_of(unit).literals[0];
            let target = self.target(l.atom).negate_if(!l.positive);
            if found.insert(target, unit).is_some() {
                continue;
            }
            // The clauses of a definition that have one other literal: it holds, too.
            for gate in self.derivation.gates(l.atom) {
                if let [a, b] = self.derivation.step_of(gate).literals[..] {
                    if a == !l || b == !l {
                        let other = if a == !l { b } else { a };
                        open.extend(self.derivation.resolve(&[other], &[gate, unit]));
                    }
                }
            }
        }
        found
    }

    /// A clause that states the meaning of an operator: one about a conditional of numbers has a condition, and a
    /// comparison that follows from the branch.
    pub(super) fn conditional(&mut self, goal: &[Literal]) -> Option<StepId> {
        let mut candidates = Vec::new();
        for &comparison in goal.iter() {
            if !self.derivation.pool.is_comparison(comparison.atom) {
                continue;
            }
            for e in self.derivation.pool.parts(comparison.atom, |_| true) {
                for truth in [true, false] {
                    if let Some(step) = self.derivation.branch(e, truth) {
                        let equal = self.derivation.step_of(step).literals[1];
                        candidates.push(step);
                        candidates.extend(self.derivation.comparison(&[!equal, comparison]));
                    }
                }
            }
        }
        self.derivation.resolve(goal, &candidates)
    }
}
