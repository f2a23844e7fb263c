//! Models with irrational values.
//!
//! The formulas that hold in a candidate have equations between polynomials. Near to the candidate a common zero of
//! them is looked for, and a box that is proved to have exactly one ([`zero`](crate::theories::nla::zero)). All
//! formulas are then evaluated at this zero: an equation of the zero is true, and any other comparison is decided
//! if its polynomial has one sign over the box. A formula with a value has it for sure; so nothing is rounded in the
//! answer.
//!
//! Only formulas over reals and truth values are looked at. A comparison that holds with equality by accident has no
//! value here, and then there is no model.

use crate::base::HashMap;
use crate::solver::smt::answer::Answer;
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::nla::polynomial::{Interval, Polynomial};
use crate::theories::nla::roots::{Root, Tower};
use crate::theories::nla::zero::{zero_near, Zero};
use crate::theories::num::Rational;

/// Terms that are looked at.
const MOST_TERMS: usize = 2_000;

/// Constants of sort Real.
const MOST_NUMBERS: usize = 16;

/// A model whose numbers are given by equations.
#[derive(Clone, Debug)]
pub struct IrrationalModel {
    /// The numbers of the model: constants, inverses and conditional terms.
    numbers: Vec<TermId>,
    equations: Vec<Polynomial>,
    zero: Zero,
    /// The values of constants and conditions.
    truths: HashMap<TermId, bool>,
}

impl Solver {
    /// After [`Answer::Unknown`]: a model with irrational values, which the solver found
    /// if [its options](super::super::SmtOptions::irrational) ask for one.
    pub fn irrational_model(&self) -> Option<&IrrationalModel> {
        self.irrational.as_ref().filter(|_| matches!(self.answer, Some(Answer::Unknown(_))))
    }

    /// Looks for a zero near to the present candidate at which everything is true.
    pub(super) fn irrational(&self, terms: &mut Terms) -> Option<IrrationalModel> {
        let mut formulas: Vec<TermId> =
            self.assertions.iter().chain(&self.query.assumptions).copied().collect();
        let clauses: Vec<TermId> = self.query.clauses.iter().map(|clause| terms.or(clause)).collect();
        formulas.extend(clauses);
        let order = terms.subterms(&formulas);
        if order.len() > MOST_TERMS {
            return None;
        }
        let mut model = IrrationalModel {
            numbers: Vec::new(),
            equations: Vec::new(),
            zero: Zero { bounds: Vec::new(), moving: Vec::new() },
            truths: HashMap::default(),
        };
        let mut equations = Vec::new();
        for &t in &order {
            let sort = terms.sort(t);
            if sort != Sort::Real && sort != Sort::Bool {
                return None;
            }
            if sort == Sort::Bool {
                if let Some(truth) = self.candidate_truth(terms, t) {
                    model.truths.insert(t, truth);
                }
                continue;
            }
            match terms.op(t) {
                Op::Symbol(_) => model.numbers.push(t),
                Op::Inverse => {
                    let product = terms.times(terms.arg(t, 0), t);
                    let one = terms.real(Rational::ONE);
                    model.numbers.push(t);
                    equations.push(terms.sub(product, one));
                }
                Op::Ite => {
                    let chosen = model.truths.get(&terms.arg(t, 0)).copied().unwrap_or(false);
                    let branch = terms.arg(t, if chosen { 1 } else { 2 });
                    model.truths.insert(terms.arg(t, 0), chosen);
                    model.numbers.push(t);
                    equations.push(terms.sub(t, branch));
                }
                // A function of the dividend has no value here; nor have comparisons with it.
                Op::DivByZero | Op::Numeral(_) | Op::Add | Op::Mul | Op::Product => {}
                _ => return None,
            }
        }
        if model.numbers.len() > MOST_NUMBERS {
            return None;
        }
        model.wanted(terms, &formulas, &mut equations);
        self.solve_equations(terms, model, &equations, &formulas)
    }

    fn solve_equations(
        &self,
        terms: &Terms,
        mut model: IrrationalModel,
        equations: &[TermId],
        formulas: &[TermId],
    ) -> Option<IrrationalModel> {
        let polynomials: Option<Vec<Polynomial>> =
            equations.iter().map(|&t| model.polynomial(terms, t)).collect();
        for f in polynomials? {
            if !f.parts().is_empty() && !model.equations.iter().any(|g| is_multiple(g, &f)) {
                model.equations.push(f);
            }
        }
        let start: Vec<Rational> =
            model.numbers.iter().map(|&t| self.value_of(terms, t).unwrap_or_default()).collect();
        // Where derivatives vanish, a point beside the candidate may do.
        for shift in [0, 1, -1] {
            let moved: Vec<Rational> =
                (2i64..).zip(&start).map(|(i, x)| x + &Rational::fraction(shift * i, i + 3)).collect();
            let zero = zero_near(&model.equations, if shift == 0 { &start } else { &moved });
            let found = zero.map(|zero| IrrationalModel { zero, ..model.clone() });
            if let Some(found) = found.filter(|found| found.satisfies(terms, formulas)) {
                return Some(found);
            }
        }
        None
    }

    /// The value of a formula in the present candidate.
    fn candidate_truth(&self, terms: &Terms, t: TermId) -> Option<bool> {
        let known = self.encoder.known_literal(terms, t).or_else(|| {
            let (inner, negated) = terms.split_not(t);
            let lit = self.encoder.known_literal(terms, self.definitions.known(inner)?)?;
            Some(lit.negate_if(negated))
        });
        self.sat.value(known?)
    }
}

/// Whether a polynomial is the other one times a number.
fn is_multiple(f: &Polynomial, g: &Polynomial) -> bool {
    match (f.parts(), g.parts()) {
        ([(_, c), ..], [(_, d), ..]) => f.plus(&-(c / d), g).parts().is_empty(),
        _ => false,
    }
}

impl IrrationalModel {
    /// Collects equations that have to hold, so that these formulas are true as they are in the candidate.
    fn wanted(&self, terms: &mut Terms, formulas: &[TermId], equations: &mut Vec<TermId>) {
        let mut open: Vec<(TermId, bool)> = formulas.iter().rev().map(|&f| (f, true)).collect();
        let mut sides: Vec<TermId> = Vec::new();
        while let Some((t, truth)) = open.pop() {
            let args = terms.args(t).to_vec();
            match (terms.op(t), &args[..]) {
                (Op::Not, &[a]) => open.push((a, !truth)),
                (Op::And, _) if truth => open.extend(args.iter().map(|&a| (a, true))),
                (Op::And, _) => {
                    let is_false = |a: &&TermId| self.truth_of(terms, **a) == Some(false);
                    open.extend(args.iter().find(is_false).map(|&a| (a, false)));
                }
                (Op::Ite, &[c, yes, no]) => {
                    if let Some(chosen) = self.truth_of(terms, c) {
                        open.extend([(c, chosen), (if chosen { yes } else { no }, truth)]);
                    }
                }
                (Op::Eq, &[a, b]) if terms.sort(a) == Sort::Real && truth => equations.push(terms.sub(a, b)),
                (Op::Eq, &[a, b]) if terms.sort(a) == Sort::Bool => {
                    if let Some(value) = self.truth_of(terms, a) {
                        open.extend([(a, value), (b, value == truth)]);
                    }
                }
                (Op::Le, &[a, b]) if truth => {
                    let (side, turned) = (terms.sub(a, b), terms.sub(b, a));
                    if sides.contains(&turned) {
                        equations.push(side);
                    }
                    sides.push(side);
                }
                (Op::Ge, &[a, b]) if truth => {
                    let (side, turned) = (terms.sub(b, a), terms.sub(a, b));
                    if sides.contains(&turned) {
                        equations.push(side);
                    }
                    sides.push(side);
                }
                _ => {}
            }
        }
    }

    fn truth_of(&self, terms: &Terms, t: TermId) -> Option<bool> {
        let (inner, negated) = terms.split_not(t);
        self.truths.get(&t).copied().or_else(|| Some(self.truths.get(&inner)? != &negated))
    }

    /// A term as a polynomial in the numbers of the model.
    fn polynomial(&self, terms: &Terms, t: TermId) -> Option<Polynomial> {
        let linear = terms.linear(t);
        let mut parts = vec![(Vec::new(), linear.constant.clone())];
        for (c, part) in linear.monomials {
            let factors = match terms.op(part) {
                Op::Product => terms.args(part).to_vec(),
                _ => vec![part],
            };
            let place = |f: &TermId| self.numbers.iter().position(|n| n == f);
            parts.push((factors.iter().map(place).collect::<Option<Vec<usize>>>()?, c));
        }
        Some(Polynomial::new(parts))
    }

    /// The sign of a number; `None` if it is not known.
    fn sign(&self, terms: &Terms, a: TermId, b: TermId) -> Option<i32> {
        let [f, g] = [self.polynomial(terms, a)?, self.polynomial(terms, b)?];
        let difference = f.plus(&-Rational::ONE, &g);
        let is_zero = difference.parts().is_empty();
        if is_zero || self.equations.iter().any(|f| is_multiple(f, &difference)) {
            return Some(0);
        }
        let [low, high] = difference.enclosure(&self.zero.bounds);
        (low == high || low.is_positive() || high.is_negative()).then(|| low.sign())
    }

    fn satisfies(&self, terms: &Terms, formulas: &[TermId]) -> bool {
        match self.values(terms, formulas) {
            Some(values) => formulas.iter().all(|f| values.get(f) == Some(&true)),
            None => false,
        }
    }

    /// The values of formulas and of those in them, as far as they are known; `None` if a number of the model is not
    /// what it should be.
    fn values(&self, terms: &Terms, formulas: &[TermId]) -> Option<HashMap<TermId, bool>> {
        let mut values: HashMap<TermId, bool> = HashMap::default();
        for t in terms.subterms(formulas) {
            let args = terms.args(t);
            let of = |a: &TermId| values.get(a).copied();
            let is_choice = terms.op(t) == Op::Ite && terms.sort(t) == Sort::Real;
            if is_choice && of(&args[0])? != self.truths.get(&args[0]).copied().unwrap_or(false) {
                return None;
            }
            if terms.sort(t) != Sort::Bool {
                continue;
            }
            let value = match (terms.op(t), args) {
                (Op::True, _) => Some(true),
                (Op::Symbol(_), _) => Some(self.truths.get(&t).copied().unwrap_or(false)),
                (Op::Not, [a]) => of(a).map(|value| !value),
                (Op::And, _) if args.iter().any(|a| of(a) == Some(false)) => Some(false),
                (Op::And, _) if args.iter().all(|a| of(a) == Some(true)) => Some(true),
                (Op::Ite, [c, yes, no]) => of(c).and_then(|c| of(if c { yes } else { no })),
                (Op::Eq, [a, b]) if terms.sort(*a) == Sort::Bool => {
                    of(a).and_then(|value| Some(value == of(b)?))
                }
                (Op::Eq, &[a, b]) => self.sign(terms, a, b).map(|sign| sign == 0),
                (Op::Le, &[a, b]) => self.sign(terms, a, b).map(|sign| sign <= 0),
                (Op::Ge, &[a, b]) => self.sign(terms, a, b).map(|sign| sign >= 0),
                _ => None,
            };
            if let Some(value) = value {
                values.insert(t, value);
            }
        }
        Some(values)
    }

    /// The value of a formula, if it is known.
    pub fn truth(&self, terms: &Terms, formula: TermId) -> Option<bool> {
        self.values(terms, &[formula])?.get(&formula).copied()
    }

    /// The value of a number as a root of a polynomial, if the equations determine one number after the other.
    pub fn root(&self, terms: &Terms, t: TermId) -> Option<Root> {
        let tower = Tower::new(&self.equations, &self.zero)?;
        // A constant that no formula has is 0.
        let f = match (terms.op(t), self.numbers.contains(&t)) {
            (Op::Symbol(_), false) => Polynomial::default(),
            _ => self.polynomial(terms, t)?,
        };
        let bounds: Interval = f.enclosure(&self.zero.bounds);
        tower.root(&f, &bounds)
    }
}
