//! Systems of equations over integers.
//!
//! Equations are solved one after the other (Griggio, *A practical approach to satisfiability modulo linear integer
//! arithmetic*, JSAT 8, 2012, section 4.1, after Knuth and the Omega test). An equation is first freed of the
//! variables that are solved already and divided by the common divisor of its coefficients; if that does not divide
//! the constant, there is no solution. If some coefficient is 1 or -1, its variable is solved. Else the variable `x`
//! with the smallest coefficient `a` is replaced by a new one, `t = x + Σ q·y` for the nearest integers `q` to the
//! quotients of the other coefficients by `a`: these shrink to at most `a/2`, so that few such steps are needed.
//!
//! An equation with real variables only says what one of them is: that one is replaced by the others, with any
//! coefficient. Equations without a real that is not yet solved are left to the integers.
//!
//! Each equation knows of which combination of the given ones it is the sum, so a contradiction names the given
//! equations that it needs.
//!
//! Solved equations also tighten bounds: a sum over the variables becomes one over free integers, `k + Σ c·y`, so its
//! values are `k` plus multiples of the common divisor of the `c`, and bounds on it move to the next such value. For a
//! sum with reals that equations tie to integers no other rule does this: in `0 < a - m < 1` and `a + k = 0` with a
//! real `a`, branching on `k` and `m` does not end.

use super::equation::{Equation, Unknown};
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

/// A bound that follows from a weaker one and the equations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tightened {
    /// The variable bounded.
    pub var: LraVar,
    /// From below or from above.
    pub side: Side,
    /// The new bound.
    pub value: Rational,
    /// The tags of the bounds used.
    pub reason: Vec<Tag>,
}

/// The variables and sums with only one value left, as a solved system of equations.
#[derive(Clone, Debug)]
pub struct Equalities {
    /// The equations. The variable that one solves has the coefficient 1 if it is an integer, else a positive one.
    solved: Vec<Equation>,
    /// By variable: the index of the equation that solves it.
    solution: Vec<Option<u32>>,
    /// By variable of the simplex: whether it is a real and no sum.
    real: Vec<bool>,
    /// The fixed variables, and whether there are reals in the equation.
    given: Vec<(LraVar, bool)>,
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
        let is_real = |v: usize| !integer[v] && simplex.definition(LraVar::new(v)).is_none();
        let mut system = Equalities {
            solved: Vec::new(),
            solution: vec![None; simplex.var_count()],
            real: (0..simplex.var_count()).map(is_real).collect(),
            given: Vec::new(),
            first_new: simplex.var_count(),
            definitions: Vec::new(),
            entries: 0,
        };
        // Equations on single variables first: those variables become constants in all others.
        let is_given = |v: &LraVar| fixed(simplex, *v).is_some();
        let all = || (0..simplex.var_count()).map(LraVar::new).filter(is_given);
        let singles = all().filter(|v| simplex.definition(*v).is_none());
        let mut sums: Vec<LraVar> = all().filter(|v| simplex.definition(*v).is_some()).collect();
        sums.sort_by_key(|v| simplex.definition(*v).map_or(0, <[_]>::len));
        for (count, var) in singles.chain(sums).enumerate() {
            if count % POLL == POLL - 1 && budget.poll().is_err() || system.entries > MOST_ENTRIES {
                break;
            }
            if let (Some((mut equation, multiple)), Some(value)) = (sum_of(simplex, var), fixed(simplex, var))
            {
                let value = value * &Rational::from(&multiple);
                equation.scale(&value.denominator());
                equation.constant = value.numerator();
                equation.proof.push((system.given.len() as u32, Rational::ONE));
                system.given.push((var, system.real_in(&equation).is_some()));
                if let Err((proof, divisor)) = system.add(equation) {
                    return Err(system.tags(simplex, &proof, &divisor));
                }
            }
        }
        Ok(system)
    }

    /// The place of a real among the terms.
    fn real_in(&self, equation: &Equation) -> Option<usize> {
        equation.terms.iter().position(|(x, _)| self.is_real(*x))
    }

    fn is_real(&self, x: Unknown) -> bool {
        self.real.get(x as usize) == Some(&true)
    }

    /// The tags behind a combination of which only the value modulo a divisor matters. Equations over integers that it
    /// takes a multiple of the divisor of add such a multiple, for all values of their variables.
    fn tags(&self, simplex: &Simplex, proof: &[(u32, Rational)], divisor: &Integer) -> Vec<Tag> {
        let mut tags = Vec::with_capacity(proof.len() * 2);
        let divisor = Rational::from(divisor);
        for (given, factor) in proof {
            let (var, has_real) = self.given[*given as usize];
            if has_real || !(factor / &divisor).is_integer() {
                both_tags(simplex, var, &mut tags);
            }
        }
        tags
    }

    /// Whether there is no equation.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Replaces solved variables by their solutions, which may need a multiple of the equation: the result is the
    /// positive factor. None if the numbers become too large.
    fn reduce(&self, equation: &mut Equation) -> Option<Integer> {
        let mut multiple = Integer::ONE;
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
                None => return Some(multiple),
            };
            let (x, coefficient) = equation.terms[place].clone();
            let solution = &self.solved[solution as usize];
            let lead = solution.coefficient(x);
            let common = lead.gcd(&coefficient);
            let (scale, factor) = (lead.div_exact(&common), -coefficient.div_exact(&common));
            if factor.bit_length() > LARGEST || scale.bit_length() + multiple.bit_length() > LARGEST {
                return None;
            }
            equation.scale(&scale);
            multiple *= scale;
            equation.add(&factor, solution);
        }
    }

    /// Adds an equation; the error is a combination that has no solution, and the divisor of its terms, but not of its
    /// constant.
    fn add(&mut self, mut equation: Equation) -> Result<(), (Vec<(u32, Rational)>, Integer)> {
        if self.reduce(&mut equation).is_none() {
            return Ok(());
        }
        if let Some(place) = self.real_in(&equation) {
            let (x, a) = equation.terms[place].clone();
            if a.is_negative() {
                equation.scale(&Integer::from(-1i64));
            }
            self.solves(x, equation);
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
        let (mut sum, _) = sum_of(simplex, var)?;
        self.reduce(&mut sum)?;
        Some(sum.terms)
    }

    /// Rounds the integer parameters of a rational solution. Of the result only the values of integer variables that
    /// are no slack ones have a meaning.
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
        for (x, value) in values.iter_mut().enumerate() {
            if self.solution[x].is_none() && !self.is_real(x as Unknown) {
                *value = nearest(value).into();
            }
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
            values[x] = value / Rational::from(equation.coefficient(x as Unknown));
        }
        values.truncate(self.first_new);
        values
    }

    /// Bounds that follow for a variable and that its present value violates. For a sum with reals, bounds that its
    /// value satisfies count, too: branches on the integers may keep to such values without end.
    pub fn tighten(&self, simplex: &Simplex, var: LraVar, found: &mut Vec<Tightened>) {
        let (mut sum, multiple) = match sum_of(simplex, var) {
            Some(sum) => sum,
            None => return,
        };
        let is_free = |x: Unknown| self.solution[x as usize].is_none();
        let has_real = self.real_in(&sum).is_some();
        if sum.terms.iter().all(|(x, _)| is_free(*x)) {
            return;
        }
        let multiple = match self.reduce(&mut sum) {
            Some(further) if self.real_in(&sum).is_none() => Rational::from(multiple * further),
            _ => return,
        };
        // The multiple of the sum equals the terms less the constant.
        let (divisor, rest) = (sum.divisor(), Rational::from(-&sum.constant));
        if divisor.is_zero() {
            return;
        }
        let step = Rational::from(&divisor);
        for side in [Side::Lower, Side::Upper] {
            let bound = match simplex.bound(var, side) {
                Some(bound) => bound,
                None => continue,
            };
            let steps = (&(&bound.value.real * &multiple) - &rest) / &step;
            let is_strict = !bound.value.is_rational();
            let steps = match side {
                Side::Upper if is_strict => steps.ceil() - Integer::ONE,
                Side::Upper => steps.floor(),
                Side::Lower if is_strict => steps.floor() + Integer::ONE,
                Side::Lower => steps.ceil(),
            };
            let value = (&rest + &(Rational::from(&steps) * &step)) / &multiple;
            let is_new = has_real && (is_strict || value != bound.value.real);
            if is_new || !side.allows(simplex.value(var), &value.clone().into()) {
                let mut reason = self.tags(simplex, &sum.proof, &divisor);
                reason.push(bound.tag);
                found.push(Tightened { var, side, value, reason });
            }
        }
    }
}

/// A multiple of the sum that a variable stands for, with integer coefficients, and the positive factor.
fn sum_of(simplex: &Simplex, var: LraVar) -> Option<(Equation, Integer)> {
    let mut equation = Equation::default();
    let definition = match simplex.definition(var) {
        None => {
            equation.terms.push((var.index() as Unknown, Integer::ONE));
            return Some((equation, Integer::ONE));
        }
        Some(definition) => definition,
    };
    let mut multiple = Integer::ONE;
    definition.iter().for_each(|(c, _)| multiple = multiple.lcm(&c.denominator()));
    if multiple.bit_length() > LARGEST {
        return None;
    }
    let factor = Rational::from(&multiple);
    for (c, x) in definition.iter().filter(|(c, _)| !c.is_zero()) {
        equation.terms.push((x.index() as Unknown, (c * &factor).to_integer()?));
    }
    equation.terms.sort_unstable_by_key(|(x, _)| *x);
    let repeated = equation.terms.windows(2).any(|w| w[0].0 == w[1].0);
    if repeated || definition.iter().any(|(_, x)| simplex.definition(*x).is_some()) {
        return None;
    }
    Some((equation, multiple))
}
