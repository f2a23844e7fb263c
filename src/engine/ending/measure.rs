//! Linear measures that fall on conjunctions of inequalities, by Farkas' lemma.
//!
//! A sum is at least 0 wherever inequalities `a >= 0` hold if it is a combination of their sides with multipliers that
//! are at least 0, and a constant that is. If the coefficients of the sum are unknown, the multipliers and the
//! coefficients together satisfy equations that are linear, which a solver for reals decides.

use super::linear::Affine;
use super::polyhedron::Polyhedron;
use crate::base::{Budget, Limit};
use crate::engine::common::outcome::decided;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Sort, TermId, Terms, Value};
use crate::theories::num::{Integer, Rational};
use std::collections::BTreeMap;

/// A linear function for each node.
pub(super) type Function = Vec<Affine>;

/// A sum whose coefficients are unknown: by term, and without one, combinations of unknowns.
#[derive(Clone, Default)]
struct Open {
    parts: BTreeMap<TermId, Vec<(Rational, TermId)>>,
    constant: Vec<(Rational, TermId)>,
}

impl Open {
    /// Adds an unknown times a multiple of a sum.
    fn add(&mut self, unknown: TermId, factor: &Rational, sum: &Affine) {
        for (&atom, coefficient) in &sum.parts {
            self.parts.entry(atom).or_default().push((factor * coefficient, unknown));
        }
        self.constant.push((factor * &sum.constant, unknown));
    }
}

/// The unknowns and their constraints.
struct Farkas<'a> {
    terms: Terms,
    solver: Solver,
    variables: &'a [TermId],
    one: TermId,
    /// By function, node and variable; the constant last.
    unknowns: Vec<Vec<Vec<TermId>>>,
}

impl<'a> Farkas<'a> {
    fn new(functions: usize, nodes: usize, variables: &'a [TermId], budget: &Budget) -> Farkas<'a> {
        let mut terms = Terms::new();
        let mut solver = Solver::new(SmtOptions::default());
        solver.set_budget(budget.clone());
        let list = |terms: &mut Terms| -> Vec<TermId> {
            (0..=variables.len()).map(|_| terms.declare("c", Sort::Real)).collect()
        };
        let unknowns = (0..functions).map(|_| (0..nodes).map(|_| list(&mut terms)).collect()).collect();
        let one = terms.real(Rational::from(1));
        Farkas { terms, solver, variables, one, unknowns }
    }

    /// A function at a node, of values of the variables, added to a sum.
    fn add(&self, sum: &mut Open, factor: i64, function: usize, node: usize, values: &[Affine]) {
        let unknowns = &self.unknowns[function][node];
        let factor = Rational::from(factor);
        for (value, &unknown) in values.iter().zip(unknowns) {
            sum.add(unknown, &factor, value);
        }
        sum.constant.push((factor, unknowns[self.variables.len()]));
    }

    /// That a function falls by a number at least, with a multiple of another function before the step added.
    fn falls(&mut self, by: i64, function: usize, other: Option<usize>, on: &Polyhedron) -> TermId {
        let mut sum = Open::default();
        self.add(&mut sum, 1, function, on.source, &on.before);
        self.add(&mut sum, -1, function, on.target, &on.after);
        if let Some(other) = other {
            self.add(&mut sum, 1, other, on.source, &on.before);
        }
        sum.constant.push((Rational::from(-by), self.one));
        self.follows(sum, on)
    }

    /// That a function is at least 0 before the step.
    fn is_bounded(&mut self, function: usize, on: &Polyhedron) -> TermId {
        let mut sum = Open::default();
        self.add(&mut sum, 1, function, on.source, &on.before);
        self.follows(sum, on)
    }

    /// The constraint that a sum is at least 0 on a conjunction of inequalities.
    fn follows(&mut self, mut sum: Open, on: &Polyhedron) -> TermId {
        let zero = self.terms.real(Rational::default());
        let mut all = Vec::new();
        for row in &on.rows {
            let multiplier = self.terms.declare("m", Sort::Real);
            all.push(self.terms.ge(multiplier, zero));
            sum.add(multiplier, &Rational::from(-1), row);
        }
        for list in sum.parts.values() {
            let whole = self.terms.combination(list);
            all.push(self.terms.eq(whole, zero));
        }
        let rest = self.terms.combination(&sum.constant);
        all.push(self.terms.ge(rest, zero));
        self.terms.and(&all)
    }

    fn check(&mut self, assumed: &[TermId]) -> Result<bool, Limit> {
        decided(self.solver.check(&mut self.terms, assumed))
    }

    /// The functions of the last model, with integers as coefficients.
    fn functions(&mut self) -> Vec<Function> {
        let mut all = Vec::new();
        for nodes in &self.unknowns {
            let mut function: Function = Vec::new();
            for unknowns in nodes {
                let values = self.solver.model(&self.terms).evaluate_all(&self.terms, unknowns);
                let mut sum = Affine::default();
                for (at, value) in values.into_iter().enumerate() {
                    let number = match value {
                        Value::Number(number) => number,
                        _ => Rational::default(),
                    };
                    match self.variables.get(at) {
                        Some(&variable) => sum.add(&number, &Affine::of_atom(variable)),
                        None => sum.constant = number,
                    }
                }
                function.push(sum);
            }
            all.push(function);
        }
        // Functions of phases are scaled together.
        let denominators = all.iter().flatten().fold(Integer::from(1i64), |d, sum| d.lcm(&sum.denominator()));
        let factor = Rational::from(denominators);
        for sum in all.iter_mut().flatten() {
            let mut scaled = Affine::default();
            scaled.add(&factor, sum);
            *sum = scaled;
        }
        all
    }
}

/// A function that grows on none of these, and the ones on which it falls from a number that is at least 0: at least
/// one, and as many as a search finds that adds one after the other.
pub(super) fn component(
    on: &[&Polyhedron],
    nodes: usize,
    variables: &[TermId],
    budget: &Budget,
) -> Result<Option<(Function, Vec<bool>)>, Limit> {
    let mut all = Farkas::new(1, nodes, variables, budget);
    for &polyhedron in on {
        let parts = [all.falls(1, 0, None, polyhedron), all.is_bounded(0, polyhedron)];
        parts.iter().for_each(|&part| all.solver.assert(&mut all.terms, part));
    }
    if all.check(&[])? {
        return Ok(all.functions().pop().map(|function| (function, vec![true; on.len()])));
    }
    if on.len() == 1 {
        return Ok(None);
    }
    let mut some = Farkas::new(1, nodes, variables, budget);
    let mut strict = Vec::new();
    for &polyhedron in on {
        let weak = some.falls(0, 0, None, polyhedron);
        some.solver.assert(&mut some.terms, weak);
        let literal = some.terms.declare("s", Sort::Bool);
        let parts = [some.falls(1, 0, None, polyhedron), some.is_bounded(0, polyhedron)];
        let both = some.terms.and(&parts);
        let if_strict = some.terms.implies(literal, both);
        some.solver.assert(&mut some.terms, if_strict);
        strict.push(literal);
    }
    let mut is_strict = vec![false; on.len()];
    let mut best = None;
    loop {
        let (kept, open): (Vec<usize>, Vec<usize>) = (0..on.len()).partition(|&at| is_strict[at]);
        let one_more: Vec<TermId> = open.iter().map(|&at| strict[at]).collect();
        let mut assumed: Vec<TermId> = kept.iter().map(|&at| strict[at]).collect();
        assumed.push(some.terms.or(&one_more));
        if open.is_empty() || !some.check(&assumed)? {
            return Ok(best.map(|function| (function, is_strict)));
        }
        let values = some.solver.model(&some.terms).evaluate_all(&some.terms, &strict);
        is_strict = values.iter().map(Value::is_true).collect();
        best = some.functions().pop();
    }
}

/// Functions of several phases that fall on all of these: the first one always, each further one as long as that before
/// it is below 0, and the last one is at least 0.
pub(super) fn phases(
    count: usize,
    on: &[&Polyhedron],
    nodes: usize,
    variables: &[TermId],
    budget: &Budget,
) -> Result<Option<Vec<Function>>, Limit> {
    let mut farkas = Farkas::new(count, nodes, variables, budget);
    for &polyhedron in on {
        for function in 0..count {
            let falls = farkas.falls(1, function, function.checked_sub(1), polyhedron);
            farkas.solver.assert(&mut farkas.terms, falls);
        }
        let bounded = farkas.is_bounded(count - 1, polyhedron);
        farkas.solver.assert(&mut farkas.terms, bounded);
    }
    Ok(if farkas.check(&[])? { Some(farkas.functions()) } else { None })
}
