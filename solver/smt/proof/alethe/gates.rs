//! The clauses that define connectives, each an axiom of Alethe.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind};
use crate::solver::smt::proof::axioms::{Function, Part};

impl Derivation {
    /// The clauses that define a connective in its arguments; none if it is no connective.
    pub fn gates(&mut self, e: Expr) -> Vec<StepId> {
        if let Some(known) = self.gates.get(&e) {
            return known.clone();
        }
        let (head, args) = self.pool.formula(e);
        let truths = args.iter().all(|&a| self.pool.kind(a) == Kind::Truth);
        let function = if truths { Function::named(head, args.len()) } else { None };
        let inputs = args.len();
        let made = match (function, self.meaning(e)) {
            (Some(function), _) => (0..)
                .map_while(|number| function.axiom(number, inputs))
                .filter(|(rule, _)| !rule.is_empty())
                .map(|(rule, parts)| self.axiom(e, rule, &parts))
                .collect(),
            (None, Some((meaning, rule))) => {
                let equation = self.pool.equal(e, meaning);
                let equation = self.step(vec![equation], rule, &[], Vec::new());
                let mut steps = self.both_ways(equation).to_vec();
                steps.extend(self.gates(meaning));
                steps
            }
            (None, None) => Vec::new(),
        };
        self.gates.insert(e, made.clone());
        made
    }

    /// An axiom of a connective.
    pub fn axiom(&mut self, e: Expr, rule: &'static str, parts: &[Part]) -> StepId {
        let mut clause = Vec::with_capacity(parts.len());
        for &part in parts {
            let (positive, truth) = match part {
                Part::Whole(truth) => (e, truth),
                Part::Arg(i, truth) => (self.pool.args(e)[i], truth),
            };
            clause.push(if truth { positive } else { self.pool.not(positive) });
        }
        let args = match (rule, parts) {
            ("and_pos" | "or_neg", &[_, Part::Arg(i, _)]) => vec![i.to_string()],
            _ => Vec::new(),
        };
        self.step(clause, rule, &[], args)
    }

    /// The formula that `distinct` or a chain of equations stands for, and the rule that says so.
    fn meaning(&mut self, e: Expr) -> Option<(Expr, &'static str)> {
        let (head, args) = self.pool.formula(e);
        let truths = args.iter().all(|&a| self.pool.kind(a) == Kind::Truth);
        let (head, args) = (head.to_string(), args.to_vec());
        let (parts, rule): (Vec<Expr>, _) = match (head.as_str(), args.len()) {
            // Of three truth values two are equal.
            ("distinct", n) if n > 2 && truths => return Some((self.pool.truth(false), "distinct_elim")),
            ("distinct", _) => {
                let mut parts = Vec::new();
                for (i, &a) in args.iter().enumerate() {
                    for &b in &args[i + 1..] {
                        let equal = self.pool.equal(a, b);
                        parts.push(self.pool.not(equal));
                    }
                }
                (parts, "distinct_elim")
            }
            ("=", n) if n > 2 => {
                (args.windows(2).map(|pair| self.pool.equal(pair[0], pair[1])).collect(), "nary_elim")
            }
            _ => return None,
        };
        let meaning = match parts[..] {
            [only] => only,
            _ => self.pool.make("and", &parts, Kind::Truth),
        };
        Some((meaning, rule))
    }

    /// The clauses that define a connective and those in its arguments: a majority is a disjunction of conjunctions.
    pub fn deep_gates(&mut self, e: Expr) -> Vec<StepId> {
        let mut steps = self.gates(e);
        for input in self.inputs(e) {
            let input = self.pool.literal(input);
            steps.extend(self.gates(input.atom));
        }
        steps
    }

    /// The formulas that a connective is about, `distinct` and chains taken apart.
    pub fn inputs(&mut self, e: Expr) -> Vec<Expr> {
        match self.meaning(e) {
            Some((meaning, _)) => self.inputs(meaning),
            None if self.is_connective(e) || self.pool.head(e) == "not" => self.pool.args(e).to_vec(),
            None => Vec::new(),
        }
    }

    /// The formula that says that a conditional has the value of its branch, given its condition: the clause
    /// `condition does not have that value, or (= conditional branch)`.
    pub fn branch(&mut self, conditional: Expr, truth: bool) -> Option<StepId> {
        let (condition, yes, no) = match (self.pool.head(conditional), self.pool.args(conditional)) {
            ("ite", &[condition, yes, no]) => (condition, yes, no),
            _ => return None,
        };
        // The rule puts the meaning of conditionals beside any formula; this one is true.
        let same = self.pool.equal(conditional, conditional);
        let branches = [yes, no].map(|branch| self.pool.equal(conditional, branch));
        let meaning = self.pool.make("ite", &[condition, branches[0], branches[1]], Kind::Truth);
        let both = self.pool.make("and", &[same, meaning], Kind::Truth);
        let equation = self.pool.equal(same, both);
        let mut candidates = vec![
            self.step(vec![equation], "ite_intro", &[], Vec::new()),
            self.step(vec![same], "eq_reflexive", &[], Vec::new()),
        ];
        for connective in [equation, both, meaning] {
            candidates.extend(self.gates(connective));
        }
        let chosen = self.pool.literal(branches[!truth as usize]);
        let condition = self.pool.literal(condition).negate_if(truth);
        self.resolve(&[condition, chosen], &candidates)
    }
}
