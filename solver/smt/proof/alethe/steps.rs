//! The steps of a proof, one by one.

use super::congruence;
use super::derivation::StepId;
use super::pool::Literal;
use super::translation::Translation;
use crate::base::{Lit, Var};
use crate::solver::smt::proof::closure::Fact;
use crate::solver::smt::proof::{Atom, Reason, Rule, Step};
use crate::solver::term::{Op, TermId};

impl Translation<'_> {
    /// The text.
    pub(super) fn translate(mut self) -> String {
        let mut done: Vec<StepId> = Vec::with_capacity(self.proof.steps.len());
        for step in &self.proof.steps {
            let made = self.step(step, &done);
            done.push(made);
        }
        done.last().map_or_else(String::new, |&last| self.derivation.text(last))
    }

    fn step(&mut self, step: &Step, done: &[StepId]) -> StepId {
        let goal: Vec<Literal> = step.clause.iter().map(|&l| self.literal(l)).collect();
        let (found, reason) = match &step.rule {
            Rule::Hypothesis(h) => match self.proof.hypotheses[*h].reason {
                Reason::Assertion => (self.hypothesis(*h, &step.clause, &goal), "hypothesis"),
                _ => (self.conditional(&goal), "operator"),
            },
            Rule::Definition { atom, axiom } => {
                (self.definition(atom.var(), *axiom, &step.clause, &goal), "definition")
            }
            Rule::Farkas(weights) => {
                let sum = self.derivation.linear(&goal, weights);
                (sum.and_then(|sum| self.derivation.resolve(&goal, &[sum])), "farkas")
            }
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

    fn definition(&mut self, v: Var, axiom: usize, clause: &[Lit], goal: &[Literal]) -> Option<StepId> {
        let own = self.literal(v.positive());
        let mut candidates = match self.atoms.atom(v) {
            Some(Atom::Equality(..)) => return self.derivation.comparison(goal),
            Some(Atom::Same(..)) => {
                let target = self.target(own.atom);
                [self.link(own), self.derivation.gates(target.atom)].concat()
            }
            Some(Atom::Formula(_) | Atom::Bit(..) | Atom::Gate(_)) | None => {
                match self.atoms.axiom(v, axiom)? {
                    ("", _) => self.derivation.deep_gates(own.atom),
                    (rule, parts) => vec![self.derivation.axiom(own.atom, rule, &parts)],
                }
            }
        };
        candidates.extend(self.circuit_links(clause));
        self.derivation.resolve(goal, &candidates)
    }

    /// The clauses that say which comparisons of words these variables are the outputs of circuits for.
    pub(super) fn circuit_links(&self, clause: &[Lit]) -> Vec<StepId> {
        clause.iter().filter_map(|l| self.circuits.get(&l.var())).flatten().copied().collect()
    }

    /// A clause by the meaning of equality and functions.
    fn theory(&mut self, clause: &[Lit], goal: &[Literal]) -> Option<StepId> {
        let mut sides = self.circuit_links(clause);
        let mut facts: Vec<Literal> = goal.iter().map(|&l| !l).collect();
        for fact in self.atoms.negated(clause) {
            if let Fact::Equal(a, b, truth) = fact {
                let equation = self.equation(a, b).negate_if(!truth);
                if !facts.contains(&equation) {
                    sides.extend(self.link(equation));
                    facts.push(equation);
                }
            }
        }
        sides.extend(congruence::contradiction(&mut self.derivation, &facts)?);
        self.derivation.resolve(goal, &sides)
    }

    /// The theory that a clause is about, for a hole.
    fn theory_of(&self, clause: &[Lit]) -> &'static str {
        let sides = |fact| match fact {
            Fact::Formula(t, _) => [t, t],
            Fact::Equal(a, b, _) => [a, b],
        };
        let roots: Vec<TermId> = self.atoms.negated(clause).into_iter().flat_map(sides).collect();
        let parts = self.terms.subterms(&roots);
        let has = |is_of: fn(Op) -> bool| parts.iter().any(|&t| is_of(self.terms.op(t)));
        if has(|op| matches!(op, Op::Select | Op::Store | Op::ConstArray | Op::Difference)) {
            "array"
        } else if has(|op| matches!(op, Op::Construct(_) | Op::Field(_) | Op::Is(_))) {
            "datatype"
        } else {
            "theory"
        }
    }
}
