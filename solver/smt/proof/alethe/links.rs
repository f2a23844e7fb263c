//! Formulas as they were written, and the formulas that the solver has for them.
//!
//! A link is a pair of clauses: a written formula implies the solver's, and the other way round. Links are made from
//! the inside to the outside. Connectives are linked by unit propagation in their definitions and the links of their
//! arguments, comparisons by sums, and other formulas by equations of their arguments. Other links are believed: each
//! is a hole by the name of `rewriting`.

use super::derivation::{Derivation, StepId};
use super::pool::{Expr, Kind, Literal};
use super::translation::Translation;

/// Case distinctions are made on the arguments of connectives of at most this many.
const MOST_SPLITS: usize = 3;

impl Translation<'_> {
    /// The literal of the solver's formula for a written one; of a term that is no formula the solver's expression.
    pub(super) fn target(&mut self, e: Expr) -> Literal {
        let meaning = match (self.meanings.get(&e), self.derivation.pool.formula(e)) {
            // An equation that `distinct` or a chain of equations stands for.
            (None, ("=", &[a, b])) => match (self.meanings.get(&a), self.meanings.get(&b)) {
                (Some(&a), Some(&b)) => Some(self.terms.eq(a, b)),
                _ => None,
            },
            (meaning, _) => meaning.copied(),
        };
        let own = Literal { atom: e, positive: true };
        meaning.map_or(own, |t| self.derivation.pool.formula_of(self.terms, t))
    }

    /// The link of a formula; no clauses if it is the solver's.
    pub(super) fn link(&mut self, root: Literal) -> Vec<StepId> {
        let mut open = vec![(root.atom, false)];
        while let Some((e, ready)) = open.pop() {
            if self.links.contains_key(&e) {
                continue;
            }
            if ready {
                let found = match self.derivation.pool.kind(e) {
                    Kind::Truth => self.new_link(e),
                    Kind::Number | Kind::Other => self.new_equation(e).into_iter().collect(),
                };
                self.links.insert(e, found);
            } else {
                open.push((e, true));
                let inputs = [&self.derivation.inputs(e)[..], self.derivation.pool.args(e)].concat();
                open.extend(inputs.iter().map(|&input| (self.derivation.pool.literal(input).atom, false)));
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
            // Nothing has to be said about constants but their value.
            if let "true" | "false" = self.derivation.pool.head(input.atom) {
                links.extend(self.derivation.gates(input.atom));
            }
        }
        links
    }

    /// The link of a formula whose parts are linked.
    fn new_link(&mut self, e: Expr) -> Vec<StepId> {
        let (here, target) = (Literal { atom: e, positive: true }, self.target(e));
        if here == target {
            return Vec::new();
        }
        let mut candidates = vec![self.derivation.truth()];
        candidates.extend(self.derivation.similarities(here, target));
        if self.derivation.pool.head(target.atom) == "true" && candidates.len() > 1 {
            return candidates;
        }
        candidates.extend(self.input_links(e));
        for connective in [e, target.atom] {
            candidates.extend(self.derivation.deep_gates(connective));
        }
        let parts = if self.derivation.is_connective(e) { None } else { self.with_parts(e) };
        if let Some((middle, step)) = parts {
            candidates.extend(self.derivation.both_ways(step));
            let middle = self.derivation.pool.literal(middle);
            candidates.extend(self.derivation.similarities(middle, target));
        }
        let splits = match self.derivation.inputs(e) {
            inputs if inputs.len() <= MOST_SPLITS => inputs,
            _ => Vec::new(),
        };
        let goals = [[!here, target], [here, !target]];
        let derivation = &mut self.derivation;
        let found: Option<Vec<StepId>> = goals
            .iter()
            .map(|goal| match derivation.resolve(goal, &candidates) {
                None => splits.iter().find_map(|&split| derivation.by_cases(goal, &candidates, split)),
                found => found,
            })
            .collect();
        found.unwrap_or_else(|| self.derivation.believed(here, target, "rewriting").to_vec())
    }

    /// The solver's expression for a written one.
    fn ours(&mut self, e: Expr) -> Expr {
        let l = self.derivation.pool.literal(e);
        let target = self.target(l.atom).negate_if(!l.positive);
        self.derivation.pool.expression(target)
    }

    /// The equation of a term whose parts are linked with the solver's; none if it is the solver's.
    fn new_equation(&mut self, e: Expr) -> Option<StepId> {
        let target = self.ours(e);
        if target == e {
            return None;
        }
        if let Some(found) = self.derivation.equation(e, target) {
            return Some(found);
        }
        let equal = self.derivation.pool.equal(e, target);
        if let Some((middle, step)) = self.with_parts(e) {
            if middle == target {
                return Some(step);
            }
            if let Some(rest) = self.derivation.equation(middle, target) {
                return Some(self.derivation.step(vec![equal], "trans", &[step, rest], Vec::new()));
            }
        }
        Some(self.derivation.hole(vec![equal], "rewriting"))
    }

    /// The expression with the solver's arguments, and the step that says that it is equal, if arguments differ.
    fn with_parts(&mut self, e: Expr) -> Option<(Expr, StepId)> {
        let args = self.derivation.pool.args(e).to_vec();
        let (mut ours, mut premises) = (Vec::with_capacity(args.len()), Vec::new());
        for &a in &args {
            let other = self.ours(a);
            if other != a {
                premises.push(self.same(a, other)?);
            }
            ours.push(other);
        }
        if premises.is_empty() {
            return None;
        }
        let (head, kind) = (self.derivation.pool.head(e).to_string(), self.derivation.pool.kind(e));
        let middle = self.derivation.pool.make(&head, &ours, kind);
        let equal = self.derivation.pool.equal(e, middle);
        Some((middle, self.derivation.step(vec![equal], "cong", &premises, Vec::new())))
    }

    /// The step that says that a written expression is equal to the solver's.
    fn same(&mut self, e: Expr, ours: Expr) -> Option<StepId> {
        let l = self.derivation.pool.literal(e);
        let mut links = self.links.get(&l.atom)?.clone();
        if self.derivation.pool.kind(e) != Kind::Truth {
            return links.first().copied();
        }
        let equal = self.derivation.pool.equal(e, ours);
        links.extend(self.derivation.gates(equal));
        let equal = Literal { atom: equal, positive: true };
        // Both are true, or both are false.
        self.derivation.by_cases(&[equal], &links, e)
    }
}

impl Derivation {
    /// A step with this clause, by unit propagation with a formula true, and with it false.
    fn by_cases(&mut self, goal: &[Literal], candidates: &[StepId], formula: Expr) -> Option<StepId> {
        let l = self.pool.literal(formula);
        let cases = [l, !l].map(|l| self.resolve(&[goal, &[l]].concat(), candidates));
        self.resolve(goal, &[cases[0]?, cases[1]?])
    }

    /// The step `(cl (= a b))`, if both mean the same by the rules here.
    pub fn equation(&mut self, a: Expr, b: Expr) -> Option<StepId> {
        let equal = self.pool.equal(a, b);
        if a == b {
            return Some(self.step(vec![equal], "eq_reflexive", &[], Vec::new()));
        }
        match (self.pool.formula(a), self.pool.formula(b)) {
            (("=", &[x, y]), ("=", turned)) if turned == [y, x] => {
                Some(self.step(vec![equal], "eq_symmetric", &[], Vec::new()))
            }
            _ if self.pool.kind(a) == Kind::Number => {
                self.comparison(&[Literal { atom: equal, positive: true }])
            }
            _ => None,
        }
    }

    /// Clauses by which two formulas may have one value: as comparisons, as constants, or as equations.
    pub fn similarities(&mut self, a: Literal, b: Literal) -> Vec<StepId> {
        let clauses: [&[Literal]; 4] = [&[!a, b], &[a, !b], &[a], &[!a]];
        let mut steps: Vec<StepId> = clauses.iter().filter_map(|clause| self.comparison(clause)).collect();
        if let ("=", &[x, y]) = self.pool.formula(a.atom) {
            steps.extend(if x == y { self.equation(x, y) } else { None });
        }
        if let Some(equation) = self.equation(a.atom, b.atom) {
            steps.extend(self.both_ways(equation));
        }
        steps
    }
}
