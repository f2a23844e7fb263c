//! Formulas as they were written, and the formulas that the solver has for them.
//!
//! A link is a pair of clauses: a written formula implies the solver's, and the other way round. Links are made from
//! the inside to the outside. Connectives are linked by unit propagation in their definitions and the links of their
//! arguments, comparisons by sums, and other formulas by equations of their arguments. What is left is believed, which
//! is a hole by the name of `rewriting`.

use super::derivation::StepId;
use super::pool::{Expr, Kind, Literal};
use super::Translation;

impl Translation<'_> {
    /// The literal of the solver's formula for a written one.
    pub(super) fn target(&mut self, e: Expr) -> Literal {
        let own = Literal { atom: e, positive: true };
        if let Some(&known) = self.targets.get(&e) {
            return known;
        }
        let meaning = match (self.meanings.get(&e), self.derivation.pool.formula(e)) {
            (Some(&t), _) => Some(t),
            // An equation that `distinct` or a chain of equations stands for.
            (None, ("=", &[a, b])) => match (self.meanings.get(&a), self.meanings.get(&b)) {
                (Some(&a), Some(&b)) => Some(self.terms.eq(a, b)),
                _ => None,
            },
            (None, _) => None,
        };
        let target = match meaning {
            Some(t) => self.derivation.pool.formula_of(self.terms, t),
            None => own,
        };
        self.targets.insert(e, target);
        target
    }

    /// The link of a formula; no clauses if it is the solver's.
    pub(super) fn link(&mut self, root: Literal) -> Vec<StepId> {
        let mut open = vec![(root.atom, false)];
        while let Some((e, ready)) = open.pop() {
            if self.links.contains_key(&e) {
                continue;
            }
            if ready {
                let found = self.new_link(e);
                self.links.insert(e, found);
            } else {
                open.push((e, true));
                let inputs = self.derivation.inputs(e);
                open.extend(
                    inputs.into_iter().map(|input| (self.derivation.pool.literal(input).atom, false)),
                );
            }
        }
        self.links[&root.atom].clone()
    }

    /// The links of the formulas that a connective is about.
    pub(super) fn input_links(&mut self, e: Expr) -> Vec<StepId> {
        let mut links = Vec::new();
        for input in self.derivation.inputs(e) {
            let input = self.derivation.pool.literal(input);
            links.extend(self.link(input));
        }
        links
    }

    /// The link of a formula whose inputs are linked.
    fn new_link(&mut self, e: Expr) -> Vec<StepId> {
        let here = Literal { atom: e, positive: true };
        if self.derivation.pool.kind(e) != Kind::Truth {
            return Vec::new();
        }
        let target = self.target(e);
        if target == here {
            return Vec::new();
        }
        let mut candidates = self.derivation.gates(e);
        candidates.extend(self.input_links(e));
        candidates.extend(self.derivation.gates(target.atom));
        if let Some(found) = self.both(here, target, &candidates) {
            return found;
        }
        if let Some(found) = self.derivation.equivalent(here, target) {
            return found;
        }
        for input in self.derivation.inputs(target.atom) {
            let input = self.derivation.pool.literal(input);
            candidates.extend(self.derivation.gates(input.atom));
        }
        let found = self.both(here, target, &candidates);
        found.unwrap_or_else(|| self.derivation.believed(here, target, "rewriting").to_vec())
    }

    fn both(&mut self, a: Literal, b: Literal, candidates: &[StepId]) -> Option<Vec<StepId>> {
        let there = self.derivation.resolve(&[!a, b], candidates)?;
        let back = self.derivation.resolve(&[a, !b], candidates)?;
        Some(vec![there, back])
    }
}
