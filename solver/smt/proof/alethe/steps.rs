//! The steps of a proof, one by one.

use super::congruence;
use super::derivation::StepId;
use super::pool::Literal;
use super::translation::Translation;
use crate::base::{HashSet, Lit, Var};
use crate::solver::smt::proof::closure::Fact;
use crate::solver::smt::proof::{Atom, Rule, Step};
use crate::solver::term::{Op, TermId};
use crate::theories::num::Rational;
use std::fmt::Write;

impl Translation<'_> {
    /// The text.
    pub(super) fn translate(mut self) -> String {
        let mut done: Vec<StepId> = Vec::with_capacity(self.proof.steps.len());
        for step in &self.proof.steps {
            let made = self.step(step, &done);
            done.push(made);
        }
        let last = match done.last() {
            Some(&last) => last,
            None => return String::new(),
        };
        let (mut text, holes) = self.derivation.text(last);
        let total: usize = holes.values().sum();
        let parts: Vec<String> =
            holes.iter().map(|(reason, count)| format!("{} {}", reason, count)).collect();
        let _ = match total {
            0 => writeln!(text, "; no holes"),
            1 => writeln!(text, "; 1 hole: {}", parts.join(", ")),
            _ => writeln!(text, "; {} holes: {}", total, parts.join(", ")),
        };
        text
    }

    fn step(&mut self, step: &Step, done: &[StepId]) -> StepId {
        let goal: Vec<Literal> = step.clause.iter().map(|&l| self.literal(l)).collect();
        let (found, reason) = match &step.rule {
            Rule::Hypothesis(h) => return self.hypothesis(*h, &step.clause, &goal),
            Rule::Definition(l) => (self.definition(l.var(), &step.clause, &goal), "definition"),
            Rule::Farkas(weights) => (self.farkas(&goal, weights), "farkas"),
            Rule::Integer => (None, "integer"),
            Rule::Bits => (None, "circuit"),
            Rule::Theory => (self.theory(&step.clause, &goal), self.theory_of(&step.clause)),
            Rule::Chain(chain) => {
                let premises: Vec<StepId> = chain.iter().rev().map(|&i| done[i as usize]).collect();
                (self.derivation.resolve(&goal, &premises), "chain")
            }
        };
        let clause = self.derivation.expressions(&goal);
        found.unwrap_or_else(|| self.derivation.hole(clause, reason))
    }

    /// Weights of literals that are no comparisons are 0.
    fn farkas(&mut self, goal: &[Literal], weights: &[Rational]) -> Option<StepId> {
        let used: Vec<(Literal, &Rational)> =
            goal.iter().copied().zip(weights).filter(|(_, weight)| !weight.is_zero()).collect();
        let literals: Vec<Literal> = used.iter().map(|u| u.0).collect();
        let weights: Vec<Rational> = used.iter().map(|u| u.1.clone()).collect();
        let clause = self.derivation.expressions(&literals);
        let step = self.derivation.linear(clause, &weights)?;
        self.derivation.resolve(goal, &[step])
    }

    fn definition(&mut self, v: Var, clause: &[Lit], goal: &[Literal]) -> Option<StepId> {
        let mut candidates = match self.definitions.get(&v) {
            Some(known) => known.clone(),
            None => {
                let made = self.new_definition(v);
                self.definitions.insert(v, made.clone());
                made
            }
        };
        if let Some(found) = self.derivation.resolve(goal, &candidates) {
            return Some(found);
        }
        candidates.extend(self.circuit_links(clause));
        self.derivation.resolve(goal, &candidates)
    }

    /// The clauses that define a variable.
    fn new_definition(&mut self, v: Var) -> Vec<StepId> {
        let own = self.literal(v.positive());
        match self.by_var.get(&v) {
            Some(&&Atom::Equality(_, bounds)) => {
                let bounds = bounds.map(|l| self.literal(l));
                self.bounds(own, bounds)
            }
            Some(&&Atom::Same(a, b)) => {
                let normal = self.terms.eq(a, b);
                let target = self.derivation.pool.formula_of(self.terms, normal);
                let mut gates = self.derivation.gates(own.atom);
                gates.extend(self.input_links(own.atom));
                let found =
                    self.derivation.equivalent(own, target).or_else(|| self.both(own, target, &gates, &[]));
                let mut steps =
                    found.unwrap_or_else(|| self.derivation.believed(own, target, "rewriting").to_vec());
                steps.extend(self.derivation.gates(target.atom));
                if let Some(l) = self.atoms.literal(self.terms, normal) {
                    steps.extend(self.circuit_links(&[l]));
                }
                steps
            }
            Some(Atom::Formula(_) | Atom::Bit(..) | Atom::Gate(_)) | None => {
                let mut steps = self.derivation.gates(own.atom);
                // A majority is a disjunction of conjunctions.
                if let Some(Atom::Gate(_)) = self.by_var.get(&v) {
                    for input in self.derivation.inputs(own.atom) {
                        steps.extend(self.derivation.gates(input));
                    }
                }
                steps
            }
        }
    }

    /// An equality of numbers is both of its bounds.
    fn bounds(&mut self, equality: Literal, bounds: [Literal; 2]) -> Vec<StepId> {
        let mut steps = Vec::new();
        let (a, b) = match self.derivation.pool.args(equality.atom) {
            &[a, b] => (a, b),
            _ => return steps,
        };
        steps.push(self.derivation.both_bounds(a, b));
        let plain = self.derivation.step_of(steps[0]).literals.clone();
        for &bound in &bounds {
            steps.extend(self.derivation.comparison(&[!equality, bound]));
            // Of the two bounds in the axiom, the one that this bound implies.
            for side in &plain[1..] {
                steps.extend(self.derivation.comparison(&[!bound, !*side]));
            }
        }
        steps
    }

    /// The clauses that say which comparisons of words these variables are the outputs of circuits for.
    pub(super) fn circuit_links(&mut self, clause: &[Lit]) -> Vec<StepId> {
        let mut found = Vec::new();
        for l in clause {
            if let Some(known) = self.circuits.get(&l.var()) {
                found.extend(known.iter().copied());
                continue;
            }
            let mut steps = Vec::new();
            for &(t, output) in self.proof.circuits.iter().filter(|c| c.1.var() == l.var()) {
                let comparison = self.derivation.pool.formula_of(self.terms, t);
                let output = self.literal(output);
                if comparison != output {
                    steps.extend(self.derivation.believed(comparison, output, "circuit"));
                }
            }
            found.extend(steps.iter().copied());
            self.circuits.insert(l.var(), steps);
        }
        found
    }

    /// A clause by the meaning of equality and functions.
    fn theory(&mut self, clause: &[Lit], goal: &[Literal]) -> Option<StepId> {
        let mut sides = self.circuit_links(clause);
        let mut facts: Vec<Literal> = goal.iter().map(|&l| !l).collect();
        for fact in self.atoms.negated(clause) {
            let literal = match fact {
                Fact::Formula(t, truth) => self.derivation.pool.formula_of(self.terms, t).negate_if(!truth),
                Fact::Equal(a, b, truth) => {
                    let sides = [a, b].map(|t| self.derivation.pool.term(self.terms, t));
                    let atom = self.derivation.pool.equal(sides[0], sides[1]);
                    Literal { atom, positive: truth }
                }
            };
            if !facts.contains(&literal) && self.follows(literal, goal, &mut sides) {
                facts.push(literal);
            }
        }
        let support = congruence::contradiction(&mut self.derivation, &facts)?;
        sides.extend(support);
        self.derivation.resolve(goal, &sides)
    }

    /// Whether a fact follows from the negation of one literal; the clause that says so is added.
    fn follows(&mut self, fact: Literal, goal: &[Literal], sides: &mut Vec<StepId>) -> bool {
        let is_there = |step: &StepId| self.derivation.step_of(*step).literals.contains(&fact);
        if sides.iter().any(is_there) {
            return true;
        }
        for &l in goal {
            if let Some(step) = self.derivation.comparison(&[l, fact]) {
                sides.push(step);
                return true;
            }
        }
        if let Some(step) = self.derivation.comparison(&[fact]) {
            sides.push(step);
            return true;
        }
        false
    }

    /// The theory that a clause is about, for a hole.
    fn theory_of(&self, clause: &[Lit]) -> &'static str {
        let mut roots: HashSet<TermId> = HashSet::default();
        for fact in self.atoms.negated(clause) {
            match fact {
                Fact::Formula(t, _) => roots.extend([t]),
                Fact::Equal(a, b, _) => roots.extend([a, b]),
            }
        }
        let roots: Vec<TermId> = roots.into_iter().collect();
        let mut found = "theory";
        for t in self.terms.subterms(&roots) {
            match self.terms.op(t) {
                Op::Select | Op::Store | Op::ConstArray | Op::Difference => return "array",
                Op::Construct(_) | Op::Field(_) | Op::Is(_) => found = "datatype",
                _ => {}
            }
        }
        found
    }
}
