//! Products of two numbers: facts that a candidate model contradicts.
//!
//! To linear arithmetic a product is one more number. A candidate model gives values to the factors and to the product,
//! and the values need not fit. The schemas here are inequalities that hold for all products, and that are linear once
//! their numbers are known. [`failing`] lists those that the candidate contradicts, stage by stage, the simplest first.
//! The caller tells one of them, and looks for the next candidate (Cimatti, Griggio, Irfan, Roveri, Sebastiani,
//! "Incremental Linearization for Satisfiability and Verification Modulo Nonlinear Arithmetic and Transcendental
//! Functions", TOCL 2018; Borralleras, Larraz, Rodríguez-Carbonell, Oliveras, Rubio, "Incomplete SMT Techniques for
//! Solving Non-Linear Formulas over the Integers", TOCL 2019).
//!
//! All schemas about signs, bounds and tangents are one: numbers of known signs have a product of known sign. With the
//! numbers `a - u` and `b - v` this is the tangent plane at `(u, v)`; where `u` and `v` are bounds of the factors it is
//! McCormick's envelope.
//!
//! Nothing here decides anything: a candidate that no schema contradicts may still be wrong, and no schema knows more
//! than one product. The comparison of two products is [`compared`].
//!
//! Points with irrational coordinates have a part of their own: [`polynomial`] evaluates, [`zero`] finds a common zero
//! of polynomials and proves that it is there, [`roots`] names its coordinates.

pub mod polynomial;
pub mod roots;
pub mod zero;

use crate::theories::num::Rational;

/// A product of two numbers, with the values of a candidate model.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The values of the factors.
    pub factors: [Rational; 2],
    /// The value of the product, which may be wrong.
    pub value: Rational,
    /// Whether both factors are the same number.
    pub is_square: bool,
    /// Whether the factors are integers.
    pub is_integer: bool,
    /// The greatest lower and the least upper bound of each factor, as far as there are any.
    pub bounds: [[Option<Rational>; 2]; 2],
}

/// A fact about a product `t` of two factors `a` and `b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Schema {
    /// If the factor of this number has this value, the product is the multiple of the other one.
    Fixed(usize, Rational),
    /// If the product is 0, so is a factor.
    NoZero,
    /// If `a - at[0]` and `b - at[1]` have these signs, their product has the sign that follows.
    Signs {
        /// The numbers that are subtracted.
        at: [Rational; 2],
        /// Whether the difference is negative.
        negative: [bool; 2],
        /// Whether the differences are not 0.
        is_strict: bool,
    },
    /// `(a - u)²` is not negative, where both factors are `a`.
    Square(Rational),
    /// `(a - u) * (a - u - 1)` is not negative for integers.
    Gap(Rational),
    /// Between two numbers the square is at most the chord.
    Chord([Rational; 2]),
}

/// The number of stages of [`failing`].
pub const STAGES: u32 = 4;

/// The schemas of a stage that the candidate contradicts.
pub fn failing(candidate: &Candidate, stage: u32) -> Vec<Schema> {
    let all = match stage {
        0 => candidate.signs(),
        1 => [candidate.squares(), candidate.envelope()].concat(),
        2 => candidate.tangents(),
        _ => (0..2).map(|i| Schema::Fixed(i, candidate.factors[i].clone())).collect(),
    };
    all.into_iter().filter(|schema| candidate.contradicts(schema)).collect()
}

impl Candidate {
    /// How far the product's value is too small.
    fn gap(&self) -> Rational {
        &(&self.factors[0] * &self.factors[1]) - &self.value
    }

    fn signs(&self) -> Vec<Schema> {
        let [a, b] = &self.factors;
        let zero = (0..2).filter(|&i| self.factors[i].is_zero()).map(|i| Schema::Fixed(i, Rational::ZERO));
        let signs = Schema::Signs {
            at: [Rational::ZERO, Rational::ZERO],
            negative: [a.is_negative(), b.is_negative()],
            is_strict: !a.is_zero() && !b.is_zero(),
        };
        zero.chain([Schema::NoZero, signs]).collect()
    }

    fn squares(&self) -> Vec<Schema> {
        let (a, gap) = (&self.factors[0], self.gap());
        if !self.is_square {
            return Vec::new();
        }
        if gap.is_positive() {
            let below = a - &Rational::ONE;
            return match self.is_integer {
                true => vec![Schema::Gap(a.clone()), Schema::Gap(below)],
                false => vec![Schema::Square(nearby(a)), Schema::Square(a.clone())],
            };
        }
        // The wider the chord, the more candidates it excludes.
        let reach = root_below(&-gap);
        let chord = Schema::Chord([a - &reach, a + &reach]);
        match reach.is_positive() {
            true => vec![chord, Schema::Fixed(0, a.clone())],
            false => vec![Schema::Fixed(0, a.clone())],
        }
    }

    /// The inequalities of the bounds of the factors.
    fn envelope(&self) -> Vec<Schema> {
        let mut found = Vec::new();
        for left in 0..2 {
            for right in 0..2 {
                if let (Some(u), Some(v)) = (&self.bounds[0][left], &self.bounds[1][right]) {
                    let negative = [left == 1, right == 1];
                    found.push(Schema::Signs { at: [u.clone(), v.clone()], negative, is_strict: false });
                }
            }
        }
        found
    }

    fn tangents(&self) -> Vec<Schema> {
        let ([a, b], gap) = (&self.factors, self.gap());
        let mut found = Vec::new();
        let sides =
            if gap.is_positive() { [[false, false], [true, true]] } else { [[false, true], [true, false]] };
        // Points apart from the candidate exclude more of its neighbours.
        let reach = root_below(&gap.abs());
        for negative in sides {
            for reach in [reach.clone(), Rational::ZERO] {
                let shift = |x: &Rational, negative: bool| if negative { x + &reach } else { x - &reach };
                let at = [shift(a, negative[0]), shift(b, negative[1])];
                found.push(Schema::Signs { at, negative, is_strict: false });
            }
        }
        found
    }

    /// Whether the candidate contradicts a schema.
    fn contradicts(&self, schema: &Schema) -> bool {
        let ([a, b], t) = (&self.factors, &self.value);
        match schema {
            Schema::Fixed(i, at) => self.factors[*i] == *at && *t != at * &self.factors[1 - i],
            Schema::NoZero => t.is_zero() && !a.is_zero() && !b.is_zero(),
            Schema::Signs { at: [u, v], negative, is_strict } => {
                let fits = |x: &Rational, negative: bool| match (x.sign(), negative) {
                    (0, _) => !is_strict,
                    (sign, negative) => (sign < 0) == negative,
                };
                let product = self.moved(u, v);
                fits(&(a - u), negative[0])
                    && fits(&(b - v), negative[1])
                    && !fits(&product, negative[0] != negative[1])
            }
            Schema::Square(u) => self.is_square && self.moved(u, u).is_negative(),
            Schema::Gap(u) => {
                self.is_square && self.is_integer && self.moved(u, &(u + &Rational::ONE)).is_negative()
            }
            Schema::Chord([u, w]) => self.is_square && u <= a && a <= w && self.moved(u, w).is_positive(),
        }
    }

    /// `(a - u) * (b - v)` by the product's value.
    fn moved(&self, u: &Rational, v: &Rational) -> Rational {
        let ([a, b], t) = (&self.factors, &self.value);
        &(&(t - &(v * a)) - &(u * b)) + &(u * v)
    }
}

/// Whether the absolute values of two products contradict those of their factors: each factor of the first is at most
/// one of the second, in this order, and the product is greater. The result is whether the comparison is strict.
pub fn compared(low: [&Rational; 2], high: [&Rational; 2], values: [&Rational; 2]) -> Option<bool> {
    let [a, b, c, d] = [low[0], low[1], high[0], high[1]].map(Rational::abs);
    if a > c || b > d {
        return None;
    }
    let (low, high) = (values[0].abs(), values[1].abs());
    match low > high {
        true => Some(false),
        false => (low == high && a < c && !d.is_zero()).then_some(true),
    }
}

/// A number near to this one, with a small denominator.
pub fn nearby(number: &Rational) -> Rational {
    const STEPS: i64 = 8;
    let steps = Rational::from(STEPS);
    let doubled = &(number * &steps) + &Rational::fraction(1, 2);
    &Rational::from(doubled.floor()) / &steps
}

/// A number whose square is less than this one, if that is positive: a power of two, or half of it, or 0.
fn root_below(number: &Rational) -> Rational {
    let mut root = Rational::ONE;
    if *number <= Rational::ONE {
        return Rational::ZERO;
    }
    let two = Rational::from(2);
    loop {
        let next = &root * &two;
        if &next * &next >= *number {
            return root;
        }
        root = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i64) -> Rational {
        Rational::fraction(n, 2)
    }

    /// Whether a schema holds for a product and its factors.
    fn holds(schema: &Schema, a: &Rational, b: &Rational) -> bool {
        let candidate = Candidate {
            factors: [a.clone(), b.clone()],
            value: a * b,
            is_square: a == b,
            is_integer: a.is_integer() && b.is_integer(),
            bounds: Default::default(),
        };
        !candidate.contradicts(schema)
    }

    #[test]
    fn schemas_hold_for_products_and_exclude_the_candidate() {
        for (a, b, t) in (0..9 * 9 * 11).map(|n| (n % 9 - 4, n / 9 % 9 - 4, n / 81 - 5)) {
            let [a, b, t] = [a, b, t].map(number);
            let bounds = [&a, &b].map(|x| [Some(x - &Rational::ONE), Some(x + &number(3))]);
            let candidate = Candidate {
                is_square: a == b,
                is_integer: a.is_integer() && b.is_integer(),
                factors: [a.clone(), b.clone()],
                value: t.clone(),
                bounds,
            };
            let found: Vec<Schema> = (0..STAGES).flat_map(|stage| failing(&candidate, stage)).collect();
            assert_eq!(found.is_empty(), &a * &b == t, "{} * {} = {}", a, b, t);
            for schema in &found {
                for (x, y) in (0..81).map(|n| (number(n % 9 - 4), number(n / 9 - 4))) {
                    let is_square = matches!(schema, Schema::Square(_) | Schema::Chord(_));
                    let is_meant = match schema {
                        Schema::Gap(_) => x == y && x.is_integer(),
                        _ => !is_square || x == y,
                    };
                    assert!(!is_meant || holds(schema, &x, &y), "{:?} at {} and {}", schema, x, y);
                }
            }
        }
    }

    #[test]
    fn products_are_compared_by_absolute_values() {
        let [one, two, three, six] = [1, 2, 3, 6].map(Rational::from);
        let minus = -three.clone();
        assert_eq!(compared([&one, &two], [&minus, &two], [&six, &two]), Some(false));
        assert_eq!(compared([&one, &two], [&minus, &two], [&two, &two]), Some(true));
        assert_eq!(compared([&one, &two], [&minus, &two], [&one, &two]), None);
        assert_eq!(compared([&six, &two], [&minus, &two], [&six, &two]), None);
    }
}
