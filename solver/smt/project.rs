//! Projection: formulas without some of their constants.
//!
//! [`project`] takes a formula and a model of it and returns a conjunction of literals over the other constants that
//! the model satisfies and that implies the projection, the existentially quantified formula; over all models it
//! returns finitely many (model-based projection; Komuravelli, Gurfinkel, Chaki, CAV 2014). [`eliminate`] collects
//! them until the formula has no model outside their disjunction, which is the projection itself (Monniaux, LPAR
//! 2008).
//!
//! Truth values are replaced by the model's. Numbers are eliminated by [`crate::theories::lra::project`] and
//! [`crate::theories::lia::project`]; remainders of integer divisions become divisibility constraints on the way. A
//! bit-vector is replaced by the other side of an equality if there is one, else by its value. Where integers and
//! reals are mixed in one constraint an integer is replaced by its value too, and then there may be infinitely many
//! results.

use super::dual_rail::reduce_by_rails;
use super::implicant::implicant;
use super::options::SmtOptions;
use super::solver::Solver;
use super::tidy::tidy;
use super::verdict::{UnknownReason, Verdict};
use crate::base::{Budget, HashMap};
use crate::solver::term::{Model, Op, Sort, Substitution, SymbolId, TermId, Terms, Value};
use crate::theories::lia::{self, Divisibility, IntConstraints};
use crate::theories::lra::{self, Constraint, Relation, Sum};
use crate::theories::num::{Integer, Rational};

/// Literals without the constants; the model satisfies them, and together they imply the projection of the formula.
///
/// # Panics
///
/// If the model does not satisfy the formula.
pub fn project(terms: &mut Terms, formula: TermId, constants: &[SymbolId], model: &Model) -> Vec<TermId> {
    let mut values = Substitution::new();
    for &s in constants {
        let t = terms.symbol_term(s);
        if terms.sort(t) == Sort::Bool {
            let value = model.evaluate(terms, t).term(terms, Sort::Bool);
            values.insert(t, value);
        }
    }
    let formula = values.apply(terms, formula);
    let literals = implicant(terms, formula, model);
    let literals = reduce_by_rails(terms, &literals, formula);
    project_literals(terms, literals, constants, model)
}

/// The same for a conjunction of literals that the model satisfies, none of which has conditionals.
pub fn project_literals(
    terms: &mut Terms,
    literals: Vec<TermId>,
    constants: &[SymbolId],
    model: &Model,
) -> Vec<TermId> {
    let gone = |terms: &Terms, t: TermId| terms.symbols_in(&[t]).iter().any(|s| constants.contains(s));
    let mut literals = literals;
    literals.retain(|&l| match terms.op(terms.split_not(l).0) {
        Op::Symbol(symbol) => !constants.contains(&symbol),
        _ => true,
    });
    for &s in constants {
        let t = terms.symbol_term(s);
        if terms.width(t) > 0 {
            literals = without_word(terms, literals, t, model);
        }
    }
    for sort in [Sort::Int, Sort::Real] {
        let numbers: Vec<TermId> = constants
            .iter()
            .map(|&s| terms.symbol_term(s))
            .filter(|&t| terms.sort(t) == sort && literals.iter().any(|&l| mentions(terms, l, t)))
            .collect();
        if !numbers.is_empty() {
            literals = without_numbers(terms, literals, &numbers, model);
        }
    }
    debug_assert!(literals.iter().all(|&l| !gone(terms, l) && model.evaluate(terms, l).is_true()));
    literals
}

/// Whether a term occurs below another.
fn mentions(terms: &Terms, t: TermId, part: TermId) -> bool {
    terms.subterms_until(&[t], |s| s < part).binary_search(&part).is_ok()
}

/// The literals without the word: it is replaced by its value according to an equality, else by the model's value.
fn without_word(terms: &mut Terms, literals: Vec<TermId>, word: TermId, model: &Model) -> Vec<TermId> {
    let mut defined = None;
    for &l in &literals {
        if terms.op(l) == Op::Eq && defined.is_none() {
            let (a, b) = (terms.arg(l, 0), terms.arg(l, 1));
            defined = solved(terms, a, b, word).or_else(|| solved(terms, b, a, word));
        }
    }
    let value = match defined {
        Some(value) => value,
        None => model.evaluate(terms, word).term(terms, terms.sort(word)),
    };
    substitute(terms, &literals, word, value)
}

/// The value of the word if `left = right`; the word must occur only on the left and only below operators that can be
/// undone.
fn solved(terms: &mut Terms, left: TermId, right: TermId, word: TermId) -> Option<TermId> {
    if terms.width(left) == 0 || mentions(terms, right, word) {
        return None;
    }
    let (mut left, mut right) = (left, right);
    while left != word {
        let args = terms.args(left).to_vec();
        let at = args.iter().position(|&a| mentions(terms, a, word))?;
        let other = args.iter().enumerate().find(|&(i, _)| i != at).map(|(_, &a)| a);
        if other.map_or(false, |a| mentions(terms, a, word)) {
            return None;
        }
        right = match (terms.op(left), other) {
            (Op::BvNot, _) => terms.bv_not(right),
            (Op::BvNeg, _) => terms.bv_neg(right),
            (Op::BvAdd, Some(summand)) if args.len() == 2 => terms.bv_sub(right, summand),
            (Op::BvSub, Some(other)) if at == 0 => terms.bv_add(right, other),
            (Op::BvSub, Some(other)) => terms.bv_sub(other, right),
            (Op::BvXor, Some(mask)) if args.len() == 2 => terms.bv_xor(right, mask),
            _ => return None,
        };
        left = args[at];
    }
    Some(right)
}

fn substitute(terms: &mut Terms, literals: &[TermId], from: TermId, to: TermId) -> Vec<TermId> {
    let mut substitution = Substitution::new();
    substitution.insert(from, to);
    let new: Vec<TermId> = literals.iter().map(|&l| substitution.apply(terms, l)).collect();
    new.into_iter().filter(|&l| l != Terms::TRUE).collect()
}

/// Terms as variables of the theories' projections.
#[derive(Default)]
struct Numbering {
    terms: Vec<TermId>,
    numbers: HashMap<TermId, u32>,
}

impl Numbering {
    fn number(&mut self, t: TermId) -> u32 {
        let next = self.terms.len() as u32;
        let number = *self.numbers.entry(t).or_insert(next);
        if number == next {
            self.terms.push(t);
        }
        number
    }
}

fn without_numbers(terms: &mut Terms, literals: Vec<TermId>, gone: &[TermId], model: &Model) -> Vec<TermId> {
    let mut literals = literals;
    let mut gone = gone.to_vec();
    // An integer in a constraint on reals is replaced by its value.
    let mixed = |terms: &Terms, l: TermId, x: TermId| {
        terms.sort(x) == Sort::Int
            && terms
                .subterms(&[l])
                .iter()
                .any(|&s| matches!(terms.op(s), Op::ToReal | Op::ToInt) && mentions(terms, s, x))
    };
    for &x in &gone.clone() {
        if literals.iter().any(|&l| mixed(terms, l, x)) || in_division_by_zero(terms, &literals, x) {
            let value = model.evaluate(terms, x).term(terms, terms.sort(x));
            literals = substitute(terms, &literals, x, value);
            gone.retain(|&t| t != x);
        }
    }
    let mut reader = ConstraintReader {
        gone: &gone,
        model,
        numbering: Numbering::default(),
        found: IntConstraints::default(),
    };
    let mut rest = Vec::new();
    for l in literals {
        if gone.iter().any(|&x| mentions(terms, l, x)) {
            reader.read(terms, l);
        } else {
            rest.push(l);
        }
    }
    let ConstraintReader { mut numbering, found, .. } = reader;
    let variables: Vec<u32> = gone.iter().map(|&x| numbering.number(x)).collect();
    let values: Vec<Rational> = numbering.terms.iter().map(|&t| number(model.evaluate(terms, t))).collect();
    let value = |v: u32| values[v as usize].clone();
    let integral = gone.iter().all(|&x| terms.sort(x) == Sort::Int);
    let left = if integral {
        lia::project(found, &variables, &value)
    } else {
        IntConstraints { linear: lra::project(found.linear, &variables, &value), divisible: found.divisible }
    };
    for c in &left.linear {
        rest.push(constraint_formula(terms, &numbering, c, integral));
    }
    for d in &left.divisible {
        let sum = sum_term(terms, &numbering, &d.sum, true);
        rest.push(terms.divisible(sum, d.modulus.clone()));
    }
    rest.retain(|&l| l != Terms::TRUE);
    rest.sort_unstable();
    rest.dedup();
    rest
}

fn in_division_by_zero(terms: &Terms, literals: &[TermId], x: TermId) -> bool {
    let by_zero =
        |s: TermId| matches!(terms.op(s), Op::DivByZero | Op::IntDivByZero | Op::IntModByZero | Op::ToInt);
    terms.subterms(literals).into_iter().any(|s| by_zero(s) && mentions(terms, s, x))
}

fn number(value: Value) -> Rational {
    match value {
        Value::Number(n) => n,
        other => unreachable!("{:?} in place of a number", other),
    }
}

struct ConstraintReader<'a> {
    gone: &'a [TermId],
    model: &'a Model,
    numbering: Numbering,
    found: IntConstraints,
}

impl ConstraintReader<'_> {
    /// Reads a comparison; of a disequality it takes the half that holds.
    fn read(&mut self, terms: &Terms, literal: TermId) {
        let (atom, negated) = terms.split_not(literal);
        let mut sum = self.sum(terms, terms.arg(atom, 0));
        sum.constant -= terms.number_of(terms.arg(atom, 1)).unwrap_or(&Rational::ZERO);
        let numbering = &self.numbering;
        let below =
            sum.value(&|v| number(self.model.evaluate(terms, numbering.terms[v as usize]))).is_negative();
        let integral =
            sum.products.iter().all(|p| terms.sort(self.numbering.terms[p.1 as usize]) == Sort::Int);
        // The sum is to be at most 0, or less than 0, or 0; with the other sign for lower bounds.
        let (upper, strict) = match (terms.op(atom), negated) {
            (Op::Eq, false) => return self.add(sum, Relation::Zero),
            (Op::Eq, true) => (below, true),
            (Op::Le, _) => (!negated, negated),
            _ => (negated, negated),
        };
        if !upper {
            sum = sum.scaled(&Rational::from(-1));
        }
        match (strict, integral) {
            (true, true) => {
                sum.constant += &Rational::ONE;
                self.add(sum, Relation::AtMost);
            }
            (true, false) => self.add(sum, Relation::Less),
            (false, _) => self.add(sum, Relation::AtMost),
        }
    }

    fn add(&mut self, sum: Sum, relation: Relation) {
        let denominators =
            sum.products.iter().fold(sum.constant.denominator(), |lcm, (c, _)| lcm.lcm(&c.denominator()));
        let sum = sum.scaled(&Rational::from(denominators));
        self.found.linear.push(Constraint { sum, relation });
    }

    /// A number as a sum of numbered terms. Quotients and remainders of terms that are to go are written by their
    /// dividends: with the model's remainder r, the dividend minus r is divisible by the divisor, and the result is
    /// the quotient.
    fn sum(&mut self, terms: &Terms, t: TermId) -> Sum {
        let linear = terms.linear(t);
        let mut sum = Sum { products: Vec::new(), constant: linear.constant };
        for (c, part) in linear.monomials {
            let divided = matches!(terms.op(part), Op::IntDiv | Op::IntMod)
                && self.gone.iter().any(|&x| mentions(terms, part, x));
            let piece = if divided {
                self.divided(terms, part)
            } else {
                let number = self.numbering.number(part);
                Sum { products: vec![(Rational::ONE, number)], constant: Rational::ZERO }
            };
            sum.add_multiple(&c, &piece);
        }
        sum
    }

    fn divided(&mut self, terms: &Terms, t: TermId) -> Sum {
        let divisor = terms.number_of(terms.arg(t, 1)).cloned().unwrap_or(Rational::ONE);
        let mut dividend = self.sum(terms, terms.arg(t, 0));
        let value = number(self.model.evaluate(terms, terms.arg(t, 0)));
        let remainder = &value - &(&divisor * &Rational::from((&value / &divisor).floor()));
        dividend.constant -= &remainder;
        let modulus: Integer = divisor.numerator();
        // Nested quotients leave fractions behind: k divides n/d if k·d divides n.
        let denominators = dividend
            .products
            .iter()
            .fold(dividend.constant.denominator(), |lcm, (c, _)| lcm.lcm(&c.denominator()));
        let whole = dividend.scaled(&Rational::from(&denominators));
        self.found.add_divisible(Divisibility { modulus: &modulus * &denominators, sum: whole });
        if terms.op(t) == Op::IntDiv {
            dividend.scaled(&divisor.recip())
        } else {
            Sum { products: Vec::new(), constant: remainder }
        }
    }
}

fn sum_term(terms: &mut Terms, numbering: &Numbering, sum: &Sum, integral: bool) -> TermId {
    let sort = if integral { Sort::Int } else { Sort::Real };
    let constant = terms.numeral(sum.constant.clone(), sort);
    let mut parts: Vec<(Rational, TermId)> = vec![(Rational::ONE, constant)];
    for (c, v) in &sum.products {
        let t = numbering.terms[*v as usize];
        parts.push((c.clone(), if integral { t } else { terms.to_real(t) }));
    }
    terms.combination(&parts)
}

fn constraint_formula(terms: &mut Terms, numbering: &Numbering, c: &Constraint, integral: bool) -> TermId {
    let sum = sum_term(terms, numbering, &c.sum, integral);
    let zero = terms.numeral(Rational::ZERO, terms.sort(sum));
    match c.relation {
        Relation::Zero => terms.eq(sum, zero),
        Relation::AtMost => terms.le(sum, zero),
        Relation::Less => terms.lt(sum, zero),
    }
}

/// The projection itself, a disjunction of conjunctions: the formula with these constants quantified existentially.
///
/// # Errors
///
/// If the budget does not suffice.
///
/// # Panics
///
/// If the term is no formula.
pub fn eliminate(
    terms: &mut Terms,
    formula: TermId,
    constants: &[SymbolId],
    budget: &Budget,
) -> Result<TermId, UnknownReason> {
    let mut solver = Solver::new(SmtOptions::default());
    solver.set_budget(budget.clone());
    solver.assert(terms, formula);
    let mut cubes = Vec::new();
    loop {
        match solver.check(terms, &[]) {
            Verdict::Unsat => {
                let projection = terms.or(&cubes);
                return Ok(tidy(terms, projection));
            }
            Verdict::Unknown(reason) => return Err(reason),
            Verdict::Sat => {
                let model = solver.model().clone();
                let literals = project(terms, formula, constants, &model);
                let cube = terms.and(&literals);
                let outside = terms.not(cube);
                cubes.push(cube);
                solver.assert(terms, outside);
            }
        }
    }
}
