//! Integers and reals are eliminated by the theories' projections.
//!
//! The literals become constraints on sums of *variables*: numbers that are no sums, constants among them. Reals go
//! first ([`crate::theories::lra::project`]). A real bound on a sum of integers is then a bound by an integer, the
//! real rounded down: `i <= r` says that `i <= to_int(r)`. So the integers have constraints of their own
//! ([`crate::theories::lia::project`]), with divisibility for the remainders of divisions. An integer part `to_int(s)`
//! of a sum that is to go is a variable that is to go, too, between `s - 1` and `s`.

use super::{substitute, Gone};
use crate::base::{Budget, HashMap, Limit};
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use crate::theories::lia::{self, Divisibility, IntConstraints};
use crate::theories::lra::{self, Constraint, Relation, Sum};
use crate::theories::num::{Integer, Rational};

/// The most pairs of bounds on one real that an exact projection keeps.
const MOST_PAIRS: usize = 64;

/// The literals without the numbers that are to go. If `exact`, reals are eliminated without a look at the model,
/// unless that makes too many bounds.
pub(super) fn without_numbers(
    terms: &mut Terms,
    literals: Vec<TermId>,
    gone: &mut Gone,
    model: &Model,
    exact: bool,
    budget: &Budget,
) -> Result<Vec<TermId>, Limit> {
    let literals = without_divisions_by_zero(terms, literals, gone, model);
    let (concerned, mut rest): (Vec<TermId>, Vec<TermId>) =
        literals.into_iter().partition(|&l| gone.touches(terms, l));
    if concerned.is_empty() {
        return Ok(rest);
    }
    let mut reader =
        Reader { gone, model, numbering: Numbering::default(), found: IntConstraints::default() };
    for l in concerned {
        budget.poll()?;
        reader.read(terms, l);
    }
    let Reader { numbering, found, .. } = reader;
    let mut system = System { numbering, model, constraints: found };
    system.eliminate_reals(terms, exact, budget)?;
    system.eliminate_integers(terms, budget)?;
    rest.extend(system.literals(terms));
    rest.retain(|&l| l != Terms::TRUE);
    rest.sort_unstable();
    rest.dedup();
    Ok(rest)
}

/// Division by zero is any function: its arguments keep their values, and so do factors that make products linear.
fn without_divisions_by_zero(
    terms: &mut Terms,
    literals: Vec<TermId>,
    gone: &mut Gone,
    model: &Model,
) -> Vec<TermId> {
    let by_zero = |op: Op| {
        matches!(op, Op::DivByZero | Op::IntDivByZero | Op::IntModByZero)
            || matches!(op, Op::Product | Op::Inverse | Op::IntQuotient)
    };
    let mut literals = literals;
    loop {
        let inner = terms.subterms(&literals);
        let of = inner.into_iter().find(|&t| by_zero(terms.op(t)) && gone.touches(terms, t));
        let constant = match of {
            Some(t) => gone.of_kind(terms, t, is_number)[0],
            None => return literals,
        };
        let value = model.evaluate(terms, constant).term(terms, terms.sort(constant));
        literals = substitute(terms, &literals, constant, value);
    }
}

fn is_number(sort: Sort) -> bool {
    matches!(sort, Sort::Int | Sort::Real)
}

fn number(value: Value) -> Rational {
    match value {
        Value::Number(n) => n,
        other => unreachable!("{:?} in place of a number", other),
    }
}

/// Numbers that are no sums, as variables of the theories' projections.
#[derive(Default)]
struct Numbering {
    terms: Vec<TermId>,
    values: Vec<Rational>,
    /// Whether the variable is to go.
    gone: Vec<bool>,
    numbers: HashMap<TermId, u32>,
}

impl Numbering {
    fn number(&mut self, terms: &Terms, model: &Model, t: TermId, gone: bool) -> u32 {
        let next = self.terms.len() as u32;
        let number = *self.numbers.entry(t).or_insert(next);
        if number == next {
            self.terms.push(t);
            self.values.push(number_in(terms, model, t));
            self.gone.push(gone);
        }
        number
    }

    fn is_integer(&self, terms: &Terms, v: u32) -> bool {
        terms.sort(self.terms[v as usize]) == Sort::Int
    }

    fn to_go(&self, terms: &Terms, sort: Sort) -> Vec<u32> {
        let all = 0..self.terms.len() as u32;
        all.filter(|&v| self.gone[v as usize] && terms.sort(self.terms[v as usize]) == sort).collect()
    }
}

fn number_in(terms: &Terms, model: &Model, t: TermId) -> Rational {
    number(model.evaluate(terms, t))
}

/// The least common denominator.
fn denominator(sum: &Sum) -> Integer {
    sum.products.iter().fold(sum.constant.denominator(), |lcm, (c, _)| lcm.lcm(&c.denominator()))
}

/// The constraint with whole coefficients. A strict bound on integers becomes one that is not strict.
fn whole(numbering: &Numbering, terms: &Terms, c: Constraint) -> Constraint {
    let mut c = Constraint { sum: c.sum.scaled(&Rational::from(denominator(&c.sum))), relation: c.relation };
    if c.relation == Relation::Less && c.sum.products.iter().all(|p| numbering.is_integer(terms, p.1)) {
        c.sum.constant += &Rational::ONE;
        c.relation = Relation::AtMost;
    }
    c
}

struct Reader<'a> {
    gone: &'a mut Gone,
    model: &'a Model,
    numbering: Numbering,
    found: IntConstraints,
}

impl Reader<'_> {
    /// Reads a comparison; of a disequality it takes the half that holds.
    fn read(&mut self, terms: &Terms, literal: TermId) {
        let (atom, negated) = terms.split_not(literal);
        let mut sum = self.sum(terms, terms.arg(atom, 0));
        sum.constant -= terms.number_of(terms.arg(atom, 1)).unwrap_or(&Rational::ZERO);
        let below = sum.value(&|v| self.numbering.values[v as usize].clone()).is_negative();
        // The sum is to be at most 0, or less than 0, or 0; with the other sign for lower bounds.
        let (upper, strict) = match (terms.op(atom), negated) {
            (Op::Eq, false) => return self.add(terms, sum, Relation::Zero),
            (Op::Eq, true) => (below, true),
            (Op::Le, _) => (!negated, negated),
            _ => (negated, negated),
        };
        let sum = if upper { sum } else { sum.scaled(&Rational::from(-1)) };
        self.add(terms, sum, if strict { Relation::Less } else { Relation::AtMost });
    }

    fn add(&mut self, terms: &Terms, sum: Sum, relation: Relation) {
        let constraint = whole(&self.numbering, terms, Constraint { sum, relation });
        self.found.linear.push(constraint);
    }

    /// A number as a sum of variables.
    fn sum(&mut self, terms: &Terms, t: TermId) -> Sum {
        let linear = terms.linear(t);
        let mut sum = Sum { products: Vec::new(), constant: linear.constant };
        for (c, part) in linear.monomials {
            let touched = self.gone.touches(terms, part);
            let piece = match terms.op(part) {
                Op::ToReal => self.sum(terms, terms.arg(part, 0)),
                Op::IntDiv | Op::IntMod if touched => self.divided(terms, part),
                Op::ToInt if touched => self.integer_part(terms, part),
                _ => self.variable(terms, part, touched),
            };
            sum.add_multiple(&c, &piece);
        }
        sum
    }

    fn variable(&mut self, terms: &Terms, t: TermId, gone: bool) -> Sum {
        let number = self.numbering.number(terms, self.model, t, gone);
        Sum { products: vec![(Rational::ONE, number)], constant: Rational::ZERO }
    }

    /// The integer part n of a sum s obeys `n <= s < n + 1`.
    fn integer_part(&mut self, terms: &Terms, t: TermId) -> Sum {
        let known = self.numbering.numbers.contains_key(&t);
        let part = self.variable(terms, t, true);
        if !known {
            let mut above = self.sum(terms, terms.arg(t, 0)).scaled(&Rational::from(-1));
            above.add_multiple(&Rational::ONE, &part);
            let mut below = above.scaled(&Rational::from(-1));
            below.constant -= &Rational::ONE;
            self.add(terms, above, Relation::AtMost);
            self.add(terms, below, Relation::Less);
        }
        part
    }

    /// Quotients and remainders are written by their dividends: with the model's remainder r, the dividend minus r is
    /// divisible by the divisor, and the result is the quotient.
    fn divided(&mut self, terms: &Terms, t: TermId) -> Sum {
        let divisor = terms.number_of(terms.arg(t, 1)).cloned().unwrap_or(Rational::ONE);
        let mut dividend = self.sum(terms, terms.arg(t, 0));
        let value = number_in(terms, self.model, terms.arg(t, 0));
        let remainder = &value - &(&divisor * &Rational::from((&value / &divisor).floor()));
        dividend.constant -= &remainder;
        let modulus: Integer = divisor.numerator();
        // Nested quotients leave fractions behind: k divides n/d if k·d divides n.
        let denominators = denominator(&dividend);
        let whole = dividend.scaled(&Rational::from(&denominators));
        self.found.add_divisible(Divisibility { modulus: &modulus * &denominators, sum: whole });
        if terms.op(t) == Op::IntDiv {
            dividend.scaled(&divisor.recip())
        } else {
            Sum { products: Vec::new(), constant: remainder }
        }
    }
}

/// The constraints that are left.
struct System<'a> {
    numbering: Numbering,
    model: &'a Model,
    constraints: IntConstraints,
}

impl System<'_> {
    fn eliminate_reals(&mut self, terms: &Terms, exact: bool, budget: &Budget) -> Result<(), Limit> {
        let values = &self.numbering.values;
        for v in self.numbering.to_go(terms, Sort::Real) {
            budget.poll()?;
            let (with, rest): (Vec<_>, Vec<_>) =
                self.constraints.linear.drain(..).partition(|c| c.sum.mentions(v));
            self.constraints.linear = rest;
            let model = |v: u32| values[v as usize].clone();
            let left = if exact {
                lra::project_by_pairs(with, &[v], &model, MOST_PAIRS)
            } else {
                lra::project(with, &[v], &model)
            };
            for c in left {
                self.constraints.linear.push(whole(&self.numbering, terms, c));
            }
        }
        Ok(())
    }

    fn eliminate_integers(&mut self, terms: &mut Terms, budget: &Budget) -> Result<(), Limit> {
        let variables = self.numbering.to_go(terms, Sort::Int);
        if variables.is_empty() {
            return Ok(());
        }
        let mut mixed = Vec::new();
        let mut own =
            IntConstraints { linear: Vec::new(), divisible: std::mem::take(&mut self.constraints.divisible) };
        for c in std::mem::take(&mut self.constraints.linear) {
            let concerned = variables.iter().any(|&v| c.sum.mentions(v));
            let integral = c.sum.products.iter().all(|p| self.numbering.is_integer(terms, p.1));
            match (concerned, integral) {
                (_, true) => own.linear.push(c),
                (false, false) => mixed.push(c),
                (true, false) => {
                    let (rounded, rest) = self.rounded(terms, c);
                    own.linear.push(rounded);
                    mixed.extend(rest);
                }
            }
        }
        for v in variables {
            budget.poll()?;
            let values = &self.numbering.values;
            own = lia::project(own, &[v], &|v| values[v as usize].clone());
        }
        mixed.extend(own.linear);
        self.constraints = IntConstraints { linear: mixed, divisible: own.divisible };
        Ok(())
    }

    /// A constraint on integers and reals as one on integers alone, with the reals rounded down; and for an equality
    /// the constraint that the reals make an integer.
    fn rounded(&mut self, terms: &mut Terms, c: Constraint) -> (Constraint, Option<Constraint>) {
        let (integers, reals): (Vec<_>, Vec<_>) =
            c.sum.products.iter().cloned().partition(|p| self.numbering.is_integer(terms, p.1));
        let mut sum = Sum { products: integers, constant: Rational::ZERO };
        let reals = Sum { products: reals, constant: c.sum.constant };
        // For integers i and reals r: i + r < 0 says that i + to_int(r) + 1 <= 0, and i + r <= 0 that
        // i - to_int(-r) <= 0.
        let strict = c.relation == Relation::Less;
        let sign = Rational::from(if strict { 1 } else { -1 });
        let part = self.term(terms, &reals.scaled(&sign), false);
        let part = terms.to_int(part);
        let part = self.sum_of_kept(terms, part);
        sum.add_multiple(&sign, &part);
        if strict {
            sum.constant += &Rational::ONE;
            return (Constraint { sum, relation: Relation::AtMost }, None);
        }
        if c.relation == Relation::AtMost {
            return (Constraint { sum, relation: Relation::AtMost }, None);
        }
        let mut difference = reals;
        difference.add_multiple(&Rational::ONE, &part);
        (
            Constraint { sum, relation: Relation::Zero },
            Some(Constraint { sum: difference, relation: Relation::Zero }),
        )
    }

    /// A sum of numbers that stay.
    fn sum_of_kept(&mut self, terms: &Terms, t: TermId) -> Sum {
        let linear = terms.linear(t);
        let mut sum = Sum { products: Vec::new(), constant: linear.constant };
        for (factor, part) in linear.monomials {
            let v = self.numbering.number(terms, self.model, part, false);
            sum.add_multiple(&factor, &Sum { products: vec![(Rational::ONE, v)], constant: Rational::ZERO });
        }
        sum
    }

    fn term(&self, terms: &mut Terms, sum: &Sum, integral: bool) -> TermId {
        let sort = if integral { Sort::Int } else { Sort::Real };
        let constant = terms.numeral(sum.constant.clone(), sort);
        let mut parts: Vec<(Rational, TermId)> = vec![(Rational::ONE, constant)];
        for (c, v) in &sum.products {
            let t = self.numbering.terms[*v as usize];
            parts.push((c.clone(), if integral { t } else { terms.to_real(t) }));
        }
        terms.combination(&parts)
    }

    /// The constraints as literals.
    fn literals(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut literals = Vec::new();
        for c in &self.constraints.linear {
            let integral = c.sum.products.iter().all(|p| self.numbering.is_integer(terms, p.1));
            let sum = self.term(terms, &c.sum, integral);
            let zero = terms.numeral(Rational::ZERO, terms.sort(sum));
            literals.push(match c.relation {
                Relation::Zero => terms.eq(sum, zero),
                Relation::AtMost => terms.le(sum, zero),
                Relation::Less => terms.lt(sum, zero),
            });
        }
        for d in &self.constraints.divisible {
            let sum = self.term(terms, &d.sum, true);
            literals.push(terms.divisible(sum, d.modulus.clone()));
        }
        literals
    }
}
