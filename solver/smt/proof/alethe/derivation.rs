//! Steps of a proof, and clauses that follow from some of them by unit propagation.

use super::pool::{Expr, Kind, Literal, Pool};
use crate::base::{HashMap, HashSet};

/// A step of a [`Derivation`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct StepId(u32);

impl StepId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

pub(super) struct Step {
    /// The literals as the rule wants them.
    pub clause: Vec<Expr>,
    /// The same without negations in front of them.
    pub literals: Vec<Literal>,
    /// A rule of Alethe, among them `hole`; `assume` for an assertion of the problem.
    pub rule: &'static str,
    pub premises: Vec<StepId>,
    pub args: Vec<String>,
}

/// Steps in their order. Steps that turn out to be of no use are not printed.
#[derive(Default)]
pub(super) struct Derivation {
    pub pool: Pool,
    pub steps: Vec<Step>,
    /// Steps by rule and clause.
    known: HashMap<(&'static str, Vec<Expr>), StepId>,
    /// The clauses that define connectives.
    pub(super) gates: HashMap<Expr, Vec<StepId>>,
}

impl Derivation {
    /// A step by a rule, or the one that this rule gave this clause before.
    pub fn step(
        &mut self,
        clause: Vec<Expr>,
        rule: &'static str,
        premises: &[StepId],
        args: Vec<String>,
    ) -> StepId {
        let key = (rule, clause);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (clause, premises) = (key.1.clone(), premises.to_vec());
        let literals = clause.iter().map(|&e| self.pool.literal(e)).collect();
        let id = StepId(self.steps.len() as u32);
        self.steps.push(Step { clause, literals, rule, premises, args });
        self.known.insert(key, id);
        id
    }

    /// A clause that no rule justifies, for this reason.
    pub fn hole(&mut self, clause: Vec<Expr>, reason: &str) -> StepId {
        match reason {
            // The one reason that has a rule of its own, which checkers take for a hole.
            "integer" => self.step(clause, "lia_generic", &[], Vec::new()),
            _ => self.step(clause, "hole", &[], vec![format!("\"{}\"", reason)]),
        }
    }

    pub fn step_of(&self, id: StepId) -> &Step {
        &self.steps[id.index()]
    }

    pub fn expressions(&mut self, literals: &[Literal]) -> Vec<Expr> {
        literals.iter().map(|&l| self.pool.expression(l)).collect()
    }

    /// `(cl true)`
    pub fn truth(&mut self) -> StepId {
        let yes = self.pool.truth(true);
        self.step(vec![yes], "true", &[], Vec::new())
    }

    /// The clauses that say that two formulas have one value, from the step that says so: the first implies the second,
    /// and the other way round.
    pub fn both_ways(&mut self, equation: StepId) -> [StepId; 2] {
        let sides = match self.pool.args(self.steps[equation.index()].clause[0]) {
            &[a, b] => [a, b],
            _ => return [equation; 2],
        };
        let [a, b] = sides;
        let (not_a, not_b) = (self.pool.not(a), self.pool.not(b));
        [
            self.step(vec![not_a, b], "equiv1", &[equation], Vec::new()),
            self.step(vec![a, not_b], "equiv2", &[equation], Vec::new()),
        ]
    }

    /// The clauses that say that two formulas have one value, without a justification.
    pub fn believed(&mut self, a: Literal, b: Literal, reason: &str) -> [StepId; 2] {
        let (a, b) = (self.pool.expression(a), self.pool.expression(b));
        let equation = self.pool.equal(a, b);
        let hole = self.hole(vec![equation], reason);
        self.both_ways(hole)
    }

    /// A step with this clause, if unit propagation in the candidates gives it.
    pub fn resolve(&mut self, goal: &[Literal], candidates: &[StepId]) -> Option<StepId> {
        let mut premises = self.premises(goal, candidates)?;
        if let [only] = premises[..] {
            if is_same_clause(&self.step_of(only).literals, goal) {
                return Some(only);
            }
        }
        // Alethe wants two premises at least.
        while premises.len() < 2 {
            premises.push(self.truth());
        }
        let clause = self.expressions(goal);
        Some(self.step(clause, "resolution", &premises, Vec::new()))
    }

    /// The candidates that are needed for a clause, the last one first; `None` if they do not suffice.
    fn premises(&self, goal: &[Literal], candidates: &[StepId]) -> Option<Vec<StepId>> {
        let mut values: HashMap<Expr, bool> = HashMap::default();
        // The atoms that candidates gave their values.
        let mut trail: Vec<(Expr, StepId)> = Vec::new();
        for l in goal {
            if *values.entry(l.atom).or_insert(!l.positive) == l.positive {
                return Some(Vec::new());
            }
        }
        loop {
            let before = trail.len();
            for &candidate in candidates {
                let literals = &self.step_of(candidate).literals;
                if literals.iter().any(|l| values.get(&l.atom) == Some(&l.positive)) {
                    continue;
                }
                let mut open = literals.iter().filter(|l| !values.contains_key(&l.atom));
                match open.next() {
                    None => return Some(self.needed(candidate, &trail)),
                    // A literal may be there twice.
                    Some(l) if open.all(|other| other == l) => {
                        values.insert(l.atom, l.positive);
                        trail.push((l.atom, candidate));
                    }
                    Some(_) => {}
                }
            }
            if trail.len() == before {
                return None;
            }
        }
    }

    /// The steps that lead to the conflict in a step, and that one first.
    fn needed(&self, conflict: StepId, trail: &[(Expr, StepId)]) -> Vec<StepId> {
        let mut used = vec![conflict];
        let mut marked: HashSet<Expr> = self.step_of(conflict).literals.iter().map(|l| l.atom).collect();
        for &(atom, reason) in trail.iter().rev() {
            if marked.contains(&atom) {
                used.push(reason);
                marked.extend(self.step_of(reason).literals.iter().map(|l| l.atom));
            }
        }
        used
    }

    /// Whether a formula is a connective over formulas.
    pub fn is_connective(&self, e: Expr) -> bool {
        match self.pool.formula(e) {
            ("and" | "or" | "=>" | "xor" | "ite", _) => true,
            ("=" | "distinct", args) => args.iter().all(|&a| self.pool.kind(a) == Kind::Truth),
            _ => false,
        }
    }
}

/// Whether two clauses have the same literals.
fn is_same_clause(a: &[Literal], b: &[Literal]) -> bool {
    let sorted = |clause: &[Literal]| {
        let mut list = clause.to_vec();
        list.sort_unstable();
        list.dedup();
        list
    };
    sorted(a) == sorted(b)
}
