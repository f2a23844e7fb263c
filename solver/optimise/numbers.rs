//! The least number: from the end of one interval of values to the next.

use crate::base::{Budget, Limit};
use crate::solver::smt::{implicant, project_literals, Solver, UnknownReason};
use crate::solver::term::{Model, Op, Sort, Substitution, TermId, Terms, Value};
use crate::theories::num::Rational;

/// The models that are looked at before the search gives up: products may have infinitely many intervals.
const MOST_ROUNDS: usize = 10_000;

/// The infimum of a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Least {
    /// The value of a model.
    At(Rational),
    /// Models have all values above this one, as far as one knows from some above.
    Above(Rational),
    /// There are models with values below any number.
    Unbounded,
}

/// The values that a cube has models for, below the value of its own model.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Floor {
    /// Down to this number, which belongs to them or not.
    Number(Rational, bool),
    /// All, or, of integers, all in some residue classes.
    Unbounded,
    /// Not told.
    Unknown,
}

/// A question about values of a number, in a scope of its solver.
pub(super) struct Descent<'a> {
    pub solver: &'a mut Solver,
    pub terms: &'a mut Terms,
    pub goal: TermId,
    pub budget: Budget,
}

impl Descent<'_> {
    /// The least value of the goal. The solver has a model.
    pub fn run(&mut self) -> Result<Least, UnknownReason> {
        let sort = self.terms.sort(self.goal);
        let mut step = Rational::from(1);
        for _ in 0..MOST_ROUNDS {
            self.budget.check().map_err(UnknownReason::from)?;
            let model = self.solver.model(self.terms).clone();
            let value = match model.evaluate(self.terms, self.goal) {
                Value::Number(value) => value,
                Value::Bool(_) | Value::Bits(_) | Value::Element(_) | Value::Array(_) | Value::Data(_) => {
                    return Err(UnknownReason::Incomplete);
                }
            };
            let floor = self.floor(model)?;
            let ended = match floor {
                Floor::Unbounded => return self.unbounded(&value),
                Floor::Number(bound, is_in) if sort == Sort::Real => self.below_real(bound, is_in)?,
                Floor::Number(bound, is_in) => {
                    let least = Rational::from(bound.ceil());
                    let least = if !is_in && least == bound { least + Rational::from(1) } else { least };
                    self.below_integer(&value, &least)?
                }
                Floor::Unknown if sort == Sort::Real => self.at(&value, true)?,
                Floor::Unknown => {
                    let goes_on = self.ask_at_most(&(value.clone() - &step), false)?;
                    step = if goes_on { step * Rational::from(2) } else { Rational::from(1) };
                    if goes_on {
                        None
                    } else {
                        self.below_integer(&value, &value)?
                    }
                }
            };
            if let Some(least) = ended {
                return Ok(least);
            }
        }
        Err(UnknownReason::Incomplete)
    }

    /// Whether there is a model with a value of at most this number, or below it.
    fn ask_at_most(&mut self, number: &Rational, strict: bool) -> Result<bool, UnknownReason> {
        let sort = self.terms.sort(self.goal);
        let number = self.terms.numeral(number.clone(), sort);
        let better = if strict { self.terms.lt(self.goal, number) } else { self.terms.le(self.goal, number) };
        self.solver.check(self.terms, &[better]).decided()
    }

    /// The number is the least value if no model is below.
    fn at(&mut self, number: &Rational, strict: bool) -> Result<Option<Least>, UnknownReason> {
        let goes_on = self.ask_at_most(number, strict)?;
        Ok(if goes_on { None } else { Some(Least::At(number.clone())) })
    }

    fn below_real(&mut self, bound: Rational, is_in: bool) -> Result<Option<Least>, UnknownReason> {
        if is_in {
            return self.at(&bound, true);
        }
        if self.ask_at_most(&bound, false)? {
            return Ok(None);
        }
        let little_more = bound.clone() + Rational::fraction(1, 1 << 30);
        match self.ask_at_most(&little_more, false)? {
            true => Ok(Some(Least::Above(bound))),
            false => Err(UnknownReason::ModelRefused),
        }
    }

    /// Looks for a model with this least value of the interval, and for one below the present value.
    fn below_integer(&mut self, value: &Rational, least: &Rational) -> Result<Option<Least>, UnknownReason> {
        if least < value && self.ask_at_most(least, false)? {
            return Ok(None);
        }
        let goes_on = self.ask_at_most(value, true)?;
        Ok(if goes_on { None } else { Some(Least::At(value.clone())) })
    }

    /// There is no least value, if there is one far below the present one, too.
    fn unbounded(&mut self, value: &Rational) -> Result<Least, UnknownReason> {
        let far = value.clone() - Rational::from(1i64 << 40) * Rational::from(1i64 << 40);
        match self.ask_at_most(&far, false)? {
            true => Ok(Least::Unbounded),
            false => Err(UnknownReason::ModelRefused),
        }
    }

    /// The values for which there are models like this one: the model's cube, projected onto the goal.
    fn floor(&mut self, mut model: Model) -> Result<Floor, UnknownReason> {
        let sort = self.terms.sort(self.goal);
        let assertions = self.solver.assertions().to_vec();
        let mut cube = self.solver.implicant(self.terms, &assertions);
        let z = self.terms.declare("goal", sort);
        let value = model.evaluate(self.terms, self.goal);
        model.set_all(self.terms, [z], std::slice::from_ref(&value));
        let link = self.terms.eq(z, self.goal);
        cube.extend(implicant(self.terms, link, &model));
        let floor = self.projected((&cube, z), &model, &value)?;
        if floor != Floor::Unknown || sort != Sort::Real {
            return Ok(floor);
        }
        // Integers stay in the way of a real: with those of the model, there are fewer values, but whole intervals.
        let mut fixed = Substitution::new();
        for symbol in self.terms.symbols_in(&cube) {
            let constant = self.terms.symbol_term(symbol);
            if self.terms.sort(constant) == Sort::Int {
                let number = model.evaluate(self.terms, constant).term(self.terms, Sort::Int);
                fixed.insert(constant, number);
            }
        }
        let cube: Vec<TermId> = cube.into_iter().map(|literal| fixed.apply(self.terms, literal)).collect();
        self.projected((&cube, z), &model, &value)
    }

    /// The values of `z` for which the cube has models, below the value in this one.
    fn projected(
        &mut self,
        (cube, z): (&[TermId], TermId),
        model: &Model,
        value: &Value,
    ) -> Result<Floor, UnknownReason> {
        let mut constants = self.terms.symbols_in(cube);
        constants.retain(|&symbol| self.terms.symbol_term(symbol) != z);
        let literals = match project_literals(self.terms, cube.to_vec(), &constants, model, &self.budget) {
            Ok(literals) => literals,
            Err(Limit::Incomplete) => return Ok(Floor::Unknown),
            Err(limit) => return Err(limit.into()),
        };
        let mut floor = Floor::Unbounded;
        for literal in literals {
            let bound = match self.bound(literal, z) {
                // A disequality above the present value.
                Floor::Number(bound, _) if Value::Number(bound.clone()) > *value => Floor::Unbounded,
                bound => bound,
            };
            floor = match (floor, bound) {
                (_, Floor::Unknown) | (Floor::Unknown, _) => Floor::Unknown,
                (floor, Floor::Unbounded) | (Floor::Unbounded, floor) => floor,
                (Floor::Number(a, is_in), Floor::Number(b, is_too)) => match a.cmp(&b) {
                    std::cmp::Ordering::Less => Floor::Number(b, is_too),
                    std::cmp::Ordering::Equal => Floor::Number(b, is_in && is_too),
                    std::cmp::Ordering::Greater => Floor::Number(a, is_in),
                },
            };
        }
        Ok(floor)
    }

    /// The bound that a literal sets to `z` from below.
    fn bound(&self, literal: TermId, z: TermId) -> Floor {
        let terms = &*self.terms;
        let (atom, negated) = terms.split_not(literal);
        let op = terms.op(atom);
        if !terms.subterms(&[atom]).contains(&z) {
            return Floor::Unbounded;
        }
        let is_comparison = matches!(op, Op::Le | Op::Ge | Op::Eq)
            && matches!(terms.sort(terms.arg(atom, 0)), Sort::Int | Sort::Real);
        if !is_comparison {
            return Floor::Unknown;
        }
        let (left, right) = (terms.linear(terms.arg(atom, 0)), terms.linear(terms.arg(atom, 1)));
        if !right.monomials.is_empty() {
            return Floor::Unknown;
        }
        let (factor, part) = match &left.monomials[..] {
            [(factor, part)] => (factor, *part),
            _ => return Floor::Unknown,
        };
        if part != z {
            // A residue class of the goal, or several of them.
            let is_periodic = terms.op(part) == Op::IntMod && self.is_line(terms.arg(part, 0), z);
            return if is_periodic { Floor::Unbounded } else { Floor::Unknown };
        }
        let number = (right.constant - &left.constant) * factor.recip();
        let is_upper = (op == Op::Le) == factor.is_positive();
        match (op, negated) {
            (Op::Eq, false) => Floor::Number(number, true),
            // Below this number there may be more values, which another model has.
            (Op::Eq, true) => Floor::Number(number, false),
            (_, false) if is_upper => Floor::Unbounded,
            (_, false) => Floor::Number(number, true),
            (_, true) if is_upper => Floor::Number(number, false),
            (_, true) => Floor::Unbounded,
        }
    }

    /// Whether a term is `z` with a factor and a summand.
    fn is_line(&self, t: TermId, z: TermId) -> bool {
        matches!(&self.terms.linear(t).monomials[..], [(_, part)] if *part == z)
    }
}
