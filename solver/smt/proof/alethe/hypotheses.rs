//! Clauses of assertions.
//!
//! An assertion is assumed as it was written, and taken apart as far as it is a conjunction. A clause of the proof
//! follows from one of its conjuncts by the conjunct's definition and the links of the formulas in it.

use super::derivation::StepId;
use super::pool::{Expr, Literal};
use super::translation::{Conjuncts, Translation};
use crate::base::{HashMap, HashSet, Lit};
use crate::solver::smt::proof::Reason;
use crate::solver::term::{Op, TermId};

impl Translation<'_> {
    /// A clause of a hypothesis.
    pub(super) fn hypothesis(&mut self, number: usize, clause: &[Lit], goal: &[Literal]) -> StepId {
        let hypothesis = self.proof.hypotheses[number];
        if hypothesis.reason != Reason::Assertion {
            return self.operator(goal);
        }
        let mut sides = self.circuit_links(clause);
        let conjunct = self.conjunct(hypothesis.formula, clause);
        if let Some(found) = self.of_conjunct(hypothesis.formula, conjunct, goal, &mut sides) {
            return found;
        }
        let expressions = self.derivation.expressions(goal);
        self.derivation.hole(expressions, "hypothesis")
    }

    /// The conjunct of a formula that is this clause.
    fn conjunct(&self, formula: TermId, clause: &[Lit]) -> TermId {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        let mut seen: HashSet<TermId> = HashSet::default();
        let mut open = vec![formula];
        while let Some(t) = open.pop() {
            if !seen.insert(t) {
                continue;
            }
            if self.terms.op(t) == Op::And {
                open.extend(self.terms.args(t));
            } else if self.atoms.clause_of(self.terms, t).map_or(false, |found| found == sorted) {
                return t;
            }
        }
        formula
    }

    fn of_conjunct(
        &mut self,
        formula: TermId,
        conjunct: TermId,
        goal: &[Literal],
        sides: &mut Vec<StepId>,
    ) -> Option<StepId> {
        let wanted = self.derivation.pool.formula_of(self.terms, conjunct);
        let conjuncts = self.conjuncts(formula);
        let whole = conjuncts.whole;
        if let Some(&unit) = conjuncts.steps.get(&wanted) {
            if let Some(found) = self.of_unit(unit, wanted, goal, sides) {
                return Some(found);
            }
        }
        // The solver's formula for the whole assertion is taken apart instead.
        if self.conjuncts(formula).again.is_empty() {
            let whole = whole?;
            let root = self.derivation.step_of(whole).literals[0];
            let ours = self.derivation.pool.formula_of(self.terms, formula);
            let mut candidates = self.link(root);
            candidates.push(whole);
            let start = self.derivation.resolve(&[ours], &candidates)?;
            let found = self.split(start);
            self.conjuncts(formula).again = found;
        }
        let unit = *self.conjuncts(formula).again.get(&wanted)?;
        self.of_unit(unit, wanted, goal, sides)
    }

    /// A clause that follows from a conjunct.
    fn of_unit(
        &mut self,
        unit: StepId,
        wanted: Literal,
        goal: &[Literal],
        sides: &mut Vec<StepId>,
    ) -> Option<StepId> {
        let written = self.derivation.step_of(unit).literals[0];
        sides.push(unit);
        sides.extend(self.derivation.gates(written.atom));
        sides.extend(self.input_links(written.atom));
        if let Some(found) = self.derivation.resolve(goal, sides) {
            return Some(found);
        }
        sides.extend(self.link(written));
        sides.extend(self.derivation.gates(wanted.atom));
        self.derivation.resolve(goal, sides)
    }

    fn conjuncts(&mut self, formula: TermId) -> &mut Conjuncts {
        if !self.conjuncts.contains_key(&formula) {
            let written = match self.written.get(&formula) {
                Some(written) => {
                    written.expression(self.terms, &mut self.derivation.pool, &mut self.meanings)
                }
                None => None,
            };
            let root = written.unwrap_or_else(|| self.derivation.pool.term(self.terms, formula));
            let whole = self.derivation.assume(root);
            let steps = self.split(whole);
            let made = Conjuncts { whole: Some(whole), steps, again: HashMap::default() };
            self.conjuncts.insert(formula, made);
        }
        self.conjuncts.entry(formula).or_default()
    }

    /// The conjuncts of a formula that a step says to hold.
    fn split(&mut self, whole: StepId) -> HashMap<Literal, StepId> {
        let mut found: HashMap<Literal, StepId> = HashMap::default();
        let mut open = vec![whole];
        while let Some(unit) = open.pop() {
            let unit = self.derivation.without_negations(unit);
            let l = self.derivation.step_of(unit).literals[0];
            let target = self.target(l.atom).negate_if(!l.positive);
            if found.contains_key(&target) {
                continue;
            }
            found.insert(target, unit);
            let (head, args) = self.derivation.pool.formula(l.atom);
            let (head, args) = (head.to_string(), args.to_vec());
            match (head.as_str(), l.positive) {
                ("and", true) => self.parts(unit, "and", &args, true, &mut open),
                ("or", false) => self.parts(unit, "not_or", &args, false, &mut open),
                ("=>", false) if args.len() == 2 => {
                    let not_b = self.derivation.pool.not(args[1]);
                    open.push(self.derivation.step(vec![args[0]], "not_implies1", &[unit], Vec::new()));
                    open.push(self.derivation.step(vec![not_b], "not_implies2", &[unit], Vec::new()));
                }
                ("distinct", true) if args.len() > 2 => {
                    let mut gates = self.derivation.gates(l.atom);
                    gates.push(unit);
                    for input in self.derivation.inputs(l.atom) {
                        let differ = !self.derivation.pool.literal(input);
                        open.extend(self.derivation.resolve(&[differ], &gates));
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn parts(
        &mut self,
        unit: StepId,
        rule: &'static str,
        args: &[Expr],
        positive: bool,
        open: &mut Vec<StepId>,
    ) {
        for (i, &a) in args.iter().enumerate() {
            let part = if positive { a } else { self.derivation.pool.not(a) };
            open.push(self.derivation.step(vec![part], rule, &[unit], vec![i.to_string()]));
        }
    }

    /// A clause that states the meaning of an operator: that of a conditional follows from its branches.
    fn operator(&mut self, goal: &[Literal]) -> StepId {
        let expressions = self.derivation.expressions(goal);
        let found = self.conditional(goal);
        found.unwrap_or_else(|| self.derivation.hole(expressions, "operator"))
    }

    /// A clause about a conditional of numbers: a condition, and a comparison that follows from the branch.
    fn conditional(&mut self, goal: &[Literal]) -> Option<StepId> {
        let mut candidates = Vec::new();
        for &comparison in goal {
            if !self.derivation.pool.is_comparison(comparison.atom) {
                continue;
            }
            let mut open = self.derivation.pool.args(comparison.atom).to_vec();
            while let Some(e) = open.pop() {
                let (head, args) = (self.derivation.pool.head(e), self.derivation.pool.args(e).to_vec());
                if head == "ite" {
                    for truth in [true, false] {
                        if let Some(step) = self.derivation.branch(e, truth) {
                            let equal = self.derivation.step_of(step).literals[1];
                            candidates.push(step);
                            candidates.extend(self.derivation.comparison(&[!equal, comparison]));
                        }
                    }
                } else if matches!(head, "+" | "*" | "-") {
                    open.extend(args);
                }
            }
        }
        self.derivation.resolve(goal, &candidates)
    }
}
