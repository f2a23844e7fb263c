//! The operators of [`Rational`].
//!
//! With Henrici's rules (Knuth 4.5.1) common factors are looked for in the operands, which are machine words, and
//! never in a product: `a/b · c/d` needs the common factors of `a` with `d` and of `c` with `b`; `a/b + c/d` those of
//! `b` with `d` and, if there are any, of these with the sum. All products of two words fit an `i128`, as does the
//! sum of two of them, because denominators stay below 2^63. Integers, most of the numbers in a tableau, take a
//! shorter way.

use super::integer::Integer;
use super::operators::{assign_by_operator, forward_operator};
use super::rational::{gcd_small, Form, Rational};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// `a/b + c/d`
#[inline]
fn add_small(a: i64, b: i64, c: i128, d: i64) -> Rational {
    if b == 1 && d == 1 {
        return Rational::from_wide(a as i128 + c, 1);
    }
    let common = if b == 1 || d == 1 { 1 } else { gcd_small(b, d) };
    if common == 1 {
        return Rational::from_wide(a as i128 * d as i128 + c * b as i128, b as i128 * d as i128);
    }
    let (b_rest, d_rest) = (b / common, d / common);
    let sum = a as i128 * d_rest as i128 + c * b_rest as i128;
    match i64::try_from(sum) {
        Ok(sum) => {
            let factor = gcd_small(sum % common, common);
            Rational::from_wide((sum / factor) as i128, b_rest as i128 * (d / factor) as i128)
        }
        Err(_) => {
            let factor = gcd_small((sum % common as i128) as i64, common);
            Rational::from_wide(sum / factor as i128, b_rest as i128 * (d / factor) as i128)
        }
    }
}

/// `a/b · c/d` in lowest terms.
#[inline]
fn mul_small(a: i64, b: i64, c: i64, d: i64) -> (i128, i128) {
    if a == 0 || c == 0 {
        return (0, 1);
    }
    if b == 1 && d == 1 {
        return (a as i128 * c as i128, 1);
    }
    let (a_factor, c_factor) = (gcd_small(a, d), gcd_small(c, b));
    ((a / a_factor) as i128 * (c / c_factor) as i128, (b / c_factor) as i128 * (d / a_factor) as i128)
}

#[cold]
fn add_big(a: &Rational, b: &Rational, negate_b: bool) -> Rational {
    let (mut room, mut other_room) = Default::default();
    let ((a, b), (c, d)) = (a.parts(&mut room), b.parts(&mut other_room));
    let join = |x: Integer, y: Integer| if negate_b { x - y } else { x + y };
    let common = b.gcd(d);
    let (b_rest, d_rest) = (b.div_exact(&common), d.div_exact(&common));
    let sum = join(a * &d_rest, c * &b_rest);
    if common.is_one() {
        return Rational::from_coprime(sum, b * d);
    }
    let factor = sum.gcd(&common);
    Rational::from_coprime(sum.div_exact(&factor), b_rest * d.div_exact(&factor))
}

#[cold]
fn mul_big(a: &Rational, b: &Rational) -> Rational {
    let (mut room, mut other_room) = Default::default();
    let ((a, b), (c, d)) = (a.parts(&mut room), b.parts(&mut other_room));
    let (a_factor, c_factor) = (a.gcd(d), c.gcd(b));
    Rational::from_coprime(
        a.div_exact(&a_factor) * c.div_exact(&c_factor),
        b.div_exact(&c_factor) * d.div_exact(&a_factor),
    )
}

impl Add<&Rational> for &Rational {
    type Output = Rational;
    #[inline]
    fn add(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => add_small(*a, b.get(), *c as i128, d.get()),
            _ => add_big(self, other, false),
        }
    }
}

impl Sub<&Rational> for &Rational {
    type Output = Rational;
    #[inline]
    fn sub(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => add_small(*a, b.get(), -(*c as i128), d.get()),
            _ => add_big(self, other, true),
        }
    }
}

impl Mul<&Rational> for &Rational {
    type Output = Rational;
    #[inline]
    fn mul(self, other: &Rational) -> Rational {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                let (n, d) = mul_small(*a, b.get(), *c, d.get());
                Rational::from_wide(n, d)
            }
            _ => mul_big(self, other),
        }
    }
}

impl Div<&Rational> for &Rational {
    type Output = Rational;
    #[inline]
    fn div(self, other: &Rational) -> Rational {
        assert!(!other.is_zero(), "division of {} by zero", self);
        if let (Form::Small(a, b), Form::Small(c, d)) = (&self.0, &other.0) {
            if *c > 0 {
                let (n, d) = mul_small(*a, b.get(), d.get(), *c);
                return Rational::from_wide(n, d);
            }
            if *c > i64::MIN {
                let (n, d) = mul_small(*a, b.get(), -d.get(), -*c);
                return Rational::from_wide(n, d);
            }
        }
        mul_big(self, &other.recip())
    }
}

impl Neg for &Rational {
    type Output = Rational;
    #[inline]
    fn neg(self) -> Rational {
        match &self.0 {
            Form::Small(n, d) => Rational::from_wide(-(*n as i128), d.get() as i128),
            Form::Big(parts) => Rational::from_coprime(-&parts.0, parts.1.clone()),
        }
    }
}

impl Neg for Rational {
    type Output = Rational;
    #[inline]
    fn neg(self) -> Rational {
        -&self
    }
}

assign_by_operator!(Rational, Rational, Add, add, AddAssign, add_assign);
assign_by_operator!(Rational, Rational, Sub, sub, SubAssign, sub_assign);
assign_by_operator!(Rational, Rational, Mul, mul, MulAssign, mul_assign);
assign_by_operator!(Rational, Rational, Div, div, DivAssign, div_assign);
forward_operator!(Rational, Rational, Add, add, AddAssign, add_assign);
forward_operator!(Rational, Rational, Sub, sub, SubAssign, sub_assign);
forward_operator!(Rational, Rational, Mul, mul, MulAssign, mul_assign);
forward_operator!(Rational, Rational, Div, div, DivAssign, div_assign);

impl Rational {
    /// `self += a * b`
    #[inline]
    pub fn add_product(&mut self, a: &Rational, b: &Rational) {
        if !self.add_integral_product(a, b, 1) {
            match self.plus_small_product(a, b, 1) {
                Some(sum) => *self = sum,
                None => *self += a * b,
            }
        }
    }

    /// `self -= a * b`
    #[inline]
    pub fn sub_product(&mut self, a: &Rational, b: &Rational) {
        if !self.add_integral_product(a, b, -1) {
            match self.plus_small_product(a, b, -1) {
                Some(difference) => *self = difference,
                None => *self -= a * b,
            }
        }
    }

    /// `self += sign * a * b` in place, if all numbers are inline integers and remain so.
    #[inline]
    fn add_integral_product(&mut self, a: &Rational, b: &Rational, sign: i128) -> bool {
        if let (Form::Small(s, t), Form::Small(a, b), Form::Small(c, d)) = (&mut self.0, &a.0, &b.0) {
            if (t.get() | b.get() | d.get()) == 1 {
                if let Ok(sum) = i64::try_from(*s as i128 + sign * (*a as i128 * *c as i128)) {
                    *s = sum;
                    return true;
                }
            }
        }
        false
    }

    /// `self + sign * a * b` if all three numbers and the product are inline.
    #[inline]
    fn plus_small_product(&self, a: &Rational, b: &Rational, sign: i128) -> Option<Rational> {
        match (&self.0, &a.0, &b.0) {
            (Form::Small(s, t), Form::Small(a, b), Form::Small(c, d)) => {
                let (n, m) = mul_small(*a, b.get(), *c, d.get());
                match (i64::try_from(n), i64::try_from(m)) {
                    (Ok(n), Ok(m)) => Some(add_small(*s, t.get(), sign * n as i128, m)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl std::iter::Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(numbers: I) -> Rational {
        numbers.fold(Rational::ZERO, |sum, n| sum + n)
    }
}
