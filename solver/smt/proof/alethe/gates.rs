//! The clauses that define connectives, each an axiom of Alethe.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind};

/// A literal of a clause about a connective and its arguments.
#[derive(Clone, Copy)]
enum Part {
    /// The connective.
    Whole(bool),
    /// An argument.
    Arg(usize, bool),
}
use Part::{Arg, Whole};

/// The clauses of the connectives of two or three arguments.
const IMPLIES: [(&str, &[Part]); 3] = [
    ("implies_pos", &[Whole(false), Arg(0, false), Arg(1, true)]),
    ("implies_neg1", &[Whole(true), Arg(0, true)]),
    ("implies_neg2", &[Whole(true), Arg(1, false)]),
];
const EQUIV: [(&str, &[Part]); 4] = [
    ("equiv_pos1", &[Whole(false), Arg(0, true), Arg(1, false)]),
    ("equiv_pos2", &[Whole(false), Arg(0, false), Arg(1, true)]),
    ("equiv_neg1", &[Whole(true), Arg(0, false), Arg(1, false)]),
    ("equiv_neg2", &[Whole(true), Arg(0, true), Arg(1, true)]),
];
const XOR: [(&str, &[Part]); 4] = [
    ("xor_pos1", &[Whole(false), Arg(0, true), Arg(1, true)]),
    ("xor_pos2", &[Whole(false), Arg(0, false), Arg(1, false)]),
    ("xor_neg1", &[Whole(true), Arg(0, true), Arg(1, false)]),
    ("xor_neg2", &[Whole(true), Arg(0, false), Arg(1, true)]),
];
const ITE: [(&str, &[Part]); 4] = [
    ("ite_pos1", &[Whole(false), Arg(0, true), Arg(2, true)]),
    ("ite_pos2", &[Whole(false), Arg(0, false), Arg(1, true)]),
    ("ite_neg1", &[Whole(true), Arg(0, true), Arg(2, false)]),
    ("ite_neg2", &[Whole(true), Arg(0, false), Arg(1, false)]),
];

impl Derivation {
    /// The clauses that define a connective in its arguments; none if it is no connective.
    pub fn gates(&mut self, e: Expr) -> Vec<StepId> {
        if let Some(known) = self.gates.get(&e) {
            return known.clone();
        }
        let (head, args) = self.pool.formula(e);
        let truths = args.iter().all(|&a| self.pool.kind(a) == Kind::Truth);
        let (head, args) = (head.to_string(), args.to_vec());
        let made = match (head.as_str(), args.len()) {
            ("true", 0) => vec![self.truth()],
            ("false", 0) => {
                let clause = vec![self.pool.not(e)];
                vec![self.step(clause, "false", &[], Vec::new())]
            }
            ("and", _) => self.junction(e, &args, true),
            ("or", _) => self.junction(e, &args, false),
            ("=>", 2) => self.table(e, &args, &IMPLIES),
            ("=", 2) if truths => self.table(e, &args, &EQUIV),
            ("xor", 2) => self.table(e, &args, &XOR),
            ("ite", 3) => self.table(e, &args, &ITE),
            ("distinct", n) if n > 2 && truths => Vec::new(),
            ("distinct", _) => self.distinct(e, &args),
            ("=", n) if n > 2 => self.chain(e, &args),
            _ => Vec::new(),
        };
        self.gates.insert(e, made.clone());
        made
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

    fn table(&mut self, e: Expr, args: &[Expr], rows: &[(&'static str, &[Part])]) -> Vec<StepId> {
        let mut steps = Vec::with_capacity(rows.len());
        for &(rule, parts) in rows {
            let mut clause = Vec::with_capacity(parts.len());
            for &part in parts {
                clause.push(match part {
                    Whole(true) => e,
                    Whole(false) => self.pool.not(e),
                    Arg(i, true) => args[i],
                    Arg(i, false) => self.pool.not(args[i]),
                });
            }
            steps.push(self.step(clause, rule, &[], Vec::new()));
        }
        steps
    }

    /// A conjunction or a disjunction.
    fn junction(&mut self, e: Expr, args: &[Expr], is_and: bool) -> Vec<StepId> {
        let (short, long) = if is_and { ("and_pos", "and_neg") } else { ("or_neg", "or_pos") };
        let mut steps = Vec::with_capacity(args.len() + 1);
        let mut all = vec![if is_and { e } else { self.pool.not(e) }];
        for (i, &a) in args.iter().enumerate() {
            let not_a = self.pool.not(a);
            let clause = if is_and { vec![self.pool.not(e), a] } else { vec![e, not_a] };
            steps.push(self.step(clause, short, &[], vec![i.to_string()]));
            all.push(if is_and { not_a } else { a });
        }
        steps.push(self.step(all, long, &[], Vec::new()));
        steps
    }

    /// `distinct` is a conjunction of disequalities.
    fn distinct(&mut self, e: Expr, args: &[Expr]) -> Vec<StepId> {
        let mut parts = Vec::new();
        for (i, &a) in args.iter().enumerate() {
            for &b in &args[i + 1..] {
                let equal = self.pool.equal(a, b);
                parts.push(self.pool.not(equal));
            }
        }
        let meaning = match parts[..] {
            [only] => only,
            _ => self.pool.make("and", &parts, Kind::Truth),
        };
        self.expanded(e, meaning, "distinct_elim")
    }

    /// A chain of equations is their conjunction.
    fn chain(&mut self, e: Expr, args: &[Expr]) -> Vec<StepId> {
        let parts: Vec<Expr> = args.windows(2).map(|pair| self.pool.equal(pair[0], pair[1])).collect();
        let meaning = self.pool.make("and", &parts, Kind::Truth);
        self.expanded(e, meaning, "nary_elim")
    }

    fn expanded(&mut self, e: Expr, meaning: Expr, rule: &'static str) -> Vec<StepId> {
        let equation = self.pool.equal(e, meaning);
        let equation = self.step(vec![equation], rule, &[], Vec::new());
        let mut steps = self.both_ways(equation).to_vec();
        steps.extend(self.gates(meaning));
        steps
    }

    /// The formulas that a connective is about, `distinct` and chains taken apart.
    pub fn inputs(&mut self, e: Expr) -> Vec<Expr> {
        let (head, args) = self.pool.formula(e);
        let (head, args) = (head.to_string(), args.to_vec());
        match (head.as_str(), args.len()) {
            ("distinct", _) => {
                let mut inputs = Vec::new();
                for (i, &a) in args.iter().enumerate() {
                    inputs.extend(args[i + 1..].iter().map(|&b| self.pool.equal(a, b)));
                }
                inputs
            }
            ("=", n) if n > 2 => args.windows(2).map(|pair| self.pool.equal(pair[0], pair[1])).collect(),
            _ if self.is_connective(e) || head == "not" => args,
            _ => Vec::new(),
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
