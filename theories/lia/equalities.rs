//! Systems of equations over integers.
//!
//! Equations are solved one after the other (Griggio, *A practical approach to satisfiability modulo linear integer
//! arithmetic*, JSAT 8, 2012, section 4.1, after Knuth and the Omega test). An equation is first freed of the
//! variables that are solved already and divided by the common divisor of its coefficients; if that does not divide
//! the constant, there is no solution. If some coefficient is 1 or -1, its variable is solved. Else the variable `x`
//! with the smallest coefficient `a` is replaced by a new one, `t = x + Σ q·y` for the nearest integers `q` to the
//! quotients of the other coefficients by `a`: these shrink to at most `a/2`, so that few such steps are needed.
//!
//! Each equation knows of which combination of the given ones it is the sum, so a contradiction names the given
//! equations that it needs.
//!
//! Solved equations also tighten bounds: a sum over the variables becomes one over free integers, `k + Σ c·y`, so its
//! values are `k` plus multiples of the common divisor of the `c`, and bounds on it move to the next such value.

use super::rows::{both_tags, fixed, nearest};
use crate::base::Budget;
use crate::theories::lra::{LraVar, Side, Simplex, Tag};
use crate::theories::num::{Integer, Rational};

/// An equation with longer numbers, in bits, is given up.
const LARGEST: u64 = 256;
/// Entries in all solved equations together.
const MOST_ENTRIES: usize = 1 << 20;
/// Equations between two looks at the budget.
const POLL: usize = 64;

/// A variable of the system: one of the simplex, or one made here.
type Unknown = u32;

/// `Σ terms = constant`, the sum of these multiples of the given equations.
#[derive(Clone, Debug, Default)]
struct Equation {
    /// By variable, without zeros.
    terms: Vec<(Unknown, Integer)>,
    constant: Integer,
    /// By given equation, without zeros.
    proof: Vec<(u32, Rational)>,
}

/// A bound that follows from a weaker one and the equations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tightened {
    /// The variable bounded.
    pub var: LraVar,
    /// From below or from above.
    pub side: Side,
    /// The new bound.
    pub value: Integer,
    /// The tags of the bounds used.
    pub reason: Vec<Tag>,
}

/// The integer variables with only one value left, as a solved system of equations.
#[derive(Clone, Debug)]
pub struct Equalities {
    /// The equations, each with the coefficient 1 for the variable that it solves.
    solved: Vec<Equation>,
    /// By variable: the index of the equation that solves it.
    solution: Vec<Option<u32>>,
    /// The fixed variables.
    given: Vec<LraVar>,
    /// The number of the first new variable, and the solved equations that define the new ones.
    first_new: usize,
    definitions: Vec<u32>,
    entries: usize,
}

impl Equalities {
    /// Solves the equations that the bounds fix.
    ///
    /// # Errors
    ///
    /// The tags of bounds that leave no solution. Equations too large for the limits are left out.
    pub fn solve(simplex: &Simplex, integer: &[bool], budget: &Budget) -> Result<Equalities, Vec<Tag>> {
        let mut system = Equalities {
            solved: Vec::new(),
            solution: vec![None; simplex.var_count()],
            given: Vec::new(),
            first_new: simplex.var_count(),
            definitions: Vec::new(),
            entries: 0,
        };
        // Equations on single variables first: those variables become constants in all others.
        let is_given = |v: &LraVar| integer[v.index()] && fixed(simplex, *v).is_some();
        let all = || (0..simplex.var_count()).map(LraVar::new).filter(is_given);
        let singles = all().filter(|v| simplex.definition(*v).is_none());
        let mut sums: Vec<LraVar> = all().filter(|v| simplex.definition(*v).is_some()).collect();
        sums.sort_by_key(|v| simplex.definition(*v).map_or(0, <[_]>::len));
        for (count, var) in singles.chain(sums).enumerate() {
            if count % POLL == POLL - 1 && budget.check().is_err() || system.entries > MOST_ENTRIES {
                break;
            }
            let number = system.given.len() as u32;
            system.given.push(var);
            let constant = fixed(simplex, var).and_then(Rational::to_integer);
            if let (Some(mut equation), Some(constant)) = (sum_of(simplex, var), constant) {
                equation.constant = constant;
                equation.proof.push((number, Rational::ONE));
                if let Err((proof, divisor)) = system.add(equation) {
                    return Err(system.tags(simplex, &proof, &divisor));
                }
            }
        }
        Ok(system)
    }

    /// The tags behind a combination of which only the value modulo a divisor matters. Equations that it takes a
    /// multiple of the divisor of add such a multiple, whatever the values of their variables are.
    fn tags(&self, simplex: &Simplex, proof: &[(u32, Rational)], divisor: &Integer) -> Vec<Tag> {
        let mut tags = Vec::with_capacity(proof.len() * 2);
        let divisor = Rational::from(divisor);
        for (given, factor) in proof {
            if !(factor / &divisor).is_integer() {
                both_tags(simplex, self.given[*given as usize], &mut tags);
            }
        }
        tags
    }

    /// Whether there is no equation.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Replaces solved variables by their solutions; false if the numbers become too large.
    fn reduce(&self, equation: &mut Equation) -> bool {
        loop {
            // A solution mentions only variables that were unsolved when it was made, so the order of solving is a
            // measure.
            let next = equation
                .terms
                .iter()
                .enumerate()
                .filter_map(|(i, (x, _))| Some((self.solution[*x as usize]?, i)));
            let (solution, place) = match next.min() {
                Some(next) => next,
                None => return true,
            };
            let factor = -&equation.terms[place].1;
            if factor.bit_length() > LARGEST {
                return false;
            }
            equation.add(&factor, &self.solved[solution as usize]);
        }
    }

    /// Adds an equation; the error is a combination that has no solution, and the divisor of its terms, but not of its
    /// constant.
    fn add(&mut self, mut equation: Equation) -> Result<(), (Vec<(u32, Rational)>, Integer)> {
        if !self.reduce(&mut equation) {
            return Ok(());
        }
        loop {
            let divisor = equation.divisor();
            if divisor.is_zero() {
                // Without terms, every number divides them.
                let beyond = equation.constant.abs() + Integer::ONE;
                return if equation.constant.is_zero() { Ok(()) } else { Err((equation.proof, beyond)) };
            }
            if !divisor.divides(&equation.constant) {
                return Err((equation.proof, divisor));
            }
            equation.divide(&divisor);
            let least = equation.terms.iter().enumerate().min_by(|a, b| (a.1).1.abs().cmp(&(b.1).1.abs()));
            let place = match least {
                Some((place, _)) => place,
                None => return Ok(()),
            };
            let (x, a) = equation.terms[place].clone();
            if a.bit_length() > LARGEST {
                return Ok(());
            }
            if a.abs().is_one() {
                equation.scale(&a);
                self.solves(x, equation);
                return Ok(());
            }
            let replacement = self.replacement(x, &a, &equation);
            equation.add(&-a, &replacement);
            self.solves(x, replacement);
        }
    }

    /// `x + Σ q·y - t = 0` for a new variable `t`.
    fn replacement(&mut self, x: Unknown, a: &Integer, equation: &Equation) -> Equation {
        let mut replacement = Equation::default();
        let two_a = a * &Integer::from(2i64);
        for (y, b) in &equation.terms {
            let quotient =
                if *y == x { Integer::ONE } else { (b * &Integer::from(2i64) + a).div_floor(&two_a) };
            if !quotient.is_zero() {
                replacement.terms.push((*y, quotient));
            }
        }
        let t = self.solution.len() as Unknown;
        self.definitions.push(self.solved.len() as u32);
        self.solution.push(None);
        replacement.terms.push((t, -Integer::ONE));
        replacement
    }

    fn solves(&mut self, x: Unknown, equation: Equation) {
        self.entries += equation.terms.len() + equation.proof.len();
        self.solution[x as usize] = Some(self.solved.len() as u32);
        self.solved.push(equation);
    }

    /// An integer variable as a sum over the integers that parametrise the solutions, less a constant; none if it is
    /// no such sum, or if numbers become too large.
    pub fn parametrised(&self, simplex: &Simplex, var: LraVar) -> Option<Vec<(u32, Integer)>> {
        let mut sum = sum_of(simplex, var)?;
        if self.reduce(&mut sum) {
            Some(sum.terms)
        } else {
            None
        }
    }

    /// Rounds the parameters of a rational solution. Of the result only the values of integer variables that are no
    /// slack ones have a meaning.
    pub fn round(&self, values: &[Rational]) -> Vec<Rational> {
        let mut values = values.to_vec();
        for &definition in &self.definitions {
            let terms = &self.solved[definition as usize].terms;
            // The new variable is the last, with the coefficient -1.
            let mut sum = Rational::ZERO;
            for (x, c) in &terms[..terms.len() - 1] {
                sum.add_product(&Rational::from(c), &values[*x as usize]);
            }
            values.push(sum);
        }
        for (value, _) in values.iter_mut().zip(&self.solution).filter(|(_, solution)| solution.is_none()) {
            *value = nearest(value).into();
        }
        // Solutions mention only variables that are solved later, or never.
        let mut order: Vec<(u32, usize)> =
            self.solution.iter().enumerate().filter_map(|(x, k)| Some(((*k)?, x))).collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        for (k, x) in order {
            let equation = &self.solved[k as usize];
            let mut value = Rational::from(&equation.constant);
            for (y, c) in equation.terms.iter().filter(|(y, _)| *y as usize != x) {
                value.sub_product(&Rational::from(c), &values[*y as usize]);
            }
            values[x] = value;
        }
        values.truncate(self.first_new);
        values
    }

    /// Bounds that follow for a variable and that its present value violates.
    pub fn tighten(&self, simplex: &Simplex, var: LraVar, found: &mut Vec<Tightened>) {
        let mut sum = match sum_of(simplex, var) {
            Some(sum) => sum,
            None => return,
        };
        if sum.terms.iter().all(|(x, _)| self.solution[*x as usize].is_none()) || !self.reduce(&mut sum) {
            return;
        }
        // The sum equals the terms less the constant.
        let (divisor, rest) = (sum.divisor(), -&sum.constant);
        if divisor.is_zero() || divisor.is_one() {
            return;
        }
        for side in [Side::Lower, Side::Upper] {
            let bound = match simplex.bound(var, side) {
                Some(bound) if bound.value.is_rational() => bound,
                _ => continue,
            };
            let steps = (&bound.value.real - &Rational::from(&rest)) / Rational::from(&divisor);
            let steps = if side == Side::Upper { steps.floor() } else { steps.ceil() };
            let value = &rest + &(steps * &divisor);
            if !side.allows(simplex.value(var), &Rational::from(&value).into()) {
                let mut reason = self.tags(simplex, &sum.proof, &divisor);
                reason.push(bound.tag);
                found.push(Tightened { var, side, value, reason });
            }
        }
    }
}

/// The sum that a variable stands for, if its coefficients are integers.
fn sum_of(simplex: &Simplex, var: LraVar) -> Option<Equation> {
    let mut equation = Equation::default();
    match simplex.definition(var) {
        None => equation.terms.push((var.index() as Unknown, Integer::ONE)),
        Some(definition) => {
            for (c, x) in definition.iter().filter(|(c, _)| !c.is_zero()) {
                equation.terms.push((x.index() as Unknown, c.to_integer()?));
            }
            equation.terms.sort_unstable_by_key(|(x, _)| *x);
            let repeated = equation.terms.windows(2).any(|w| w[0].0 == w[1].0);
            if repeated || definition.iter().any(|(_, x)| simplex.definition(*x).is_some()) {
                return None;
            }
        }
    }
    Some(equation)
}

impl Equation {
    /// The common divisor of the coefficients; 0 if there are none.
    fn divisor(&self) -> Integer {
        let mut divisor = Integer::ZERO;
        for (_, c) in &self.terms {
            divisor = divisor.gcd(c);
            if divisor.is_one() {
                break;
            }
        }
        divisor
    }

    fn divide(&mut self, divisor: &Integer) {
        if !divisor.is_one() {
            self.terms.iter_mut().for_each(|(_, c)| *c = c.div_exact(divisor));
            self.constant = self.constant.div_exact(divisor);
            let factor = Rational::from(divisor).recip();
            self.proof.iter_mut().for_each(|(_, c)| *c = &*c * &factor);
        }
    }

    fn scale(&mut self, factor: &Integer) {
        if !factor.is_one() {
            self.terms.iter_mut().for_each(|(_, c)| *c = &*c * factor);
            self.constant = &self.constant * factor;
            let factor = Rational::from(factor);
            self.proof.iter_mut().for_each(|(_, c)| *c = &*c * &factor);
        }
    }

    fn add(&mut self, factor: &Integer, other: &Equation) {
        self.terms = merged(&self.terms, &other.terms, |sum, c| sum.add_product(factor, c), Integer::is_zero);
        self.constant.add_product(factor, &other.constant);
        let factor = Rational::from(factor);
        self.proof =
            merged(&self.proof, &other.proof, |sum, c| sum.add_product(&factor, c), Rational::is_zero);
    }
}

/// The sum of two sparse vectors, of which the second is multiplied on the way.
fn merged<N: Clone + Default>(
    a: &[(u32, N)],
    b: &[(u32, N)],
    add: impl Fn(&mut N, &N),
    is_zero: impl Fn(&N) -> bool,
) -> Vec<(u32, N)> {
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let left = a.get(i).map_or(u32::MAX, |t| t.0);
        let right = b.get(j).map_or(u32::MAX, |t| t.0);
        let mut value = if left <= right { a[i].1.clone() } else { N::default() };
        i += (left <= right) as usize;
        if right <= left {
            add(&mut value, &b[j].1);
            j += 1;
        }
        if !is_zero(&value) {
            sum.push((left.min(right), value));
        }
    }
    sum
}
