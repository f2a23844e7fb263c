//! Rationals with an infinitesimal part.
//!
//! `c + k·δ` with a positive δ below every positive rational. The order is lexicographic, and a strict bound on a
//! variable becomes a weak one (Dutertre and de Moura 2006, section 4). Finitely many comparisons that hold for the
//! symbol δ hold for every small enough rational in its place, and [`DeltaRational::largest_delta`] gives the limit.

use super::integer::Integer;
use super::operators::forward_operator;
use super::rational::Rational;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// `real + delta·δ` for a positive δ smaller than every positive rational, ordered accordingly.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct DeltaRational {
    /// The part without δ; it decides the order unless it is equal.
    pub real: Rational,
    /// The factor of δ.
    pub delta: Rational,
}

impl DeltaRational {
    /// 0
    pub const ZERO: DeltaRational = DeltaRational { real: Rational::ZERO, delta: Rational::ZERO };

    /// `real + delta·δ`
    pub fn new(real: Rational, delta: Rational) -> DeltaRational {
        DeltaRational { real, delta }
    }

    /// The value just above a number: the bound of `x > number`.
    pub fn above(number: Rational) -> DeltaRational {
        DeltaRational { real: number, delta: Rational::ONE }
    }

    /// The value just below a number: the bound of `x < number`.
    pub fn below(number: Rational) -> DeltaRational {
        DeltaRational { real: number, delta: Rational::MINUS_ONE }
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn sign(&self) -> i32 {
        match self.real.sign() {
            0 => self.delta.sign(),
            sign => sign,
        }
    }

    /// Whether both parts are 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.real.is_zero() && self.delta.is_zero()
    }

    /// Whether there is no infinitesimal part.
    #[inline]
    pub fn is_rational(&self) -> bool {
        self.delta.is_zero()
    }

    /// The greatest integer that is not above the number.
    pub fn floor(&self) -> Integer {
        let whole = self.real.floor();
        if self.delta.is_negative() && self.real.is_integer() {
            whole - Integer::ONE
        } else {
            whole
        }
    }

    /// The least integer that is not below the number.
    pub fn ceil(&self) -> Integer {
        let whole = self.real.ceil();
        if self.delta.is_positive() && self.real.is_integer() {
            whole + Integer::ONE
        } else {
            whole
        }
    }

    /// The number with a rational in the place of δ.
    pub fn at(&self, delta: &Rational) -> Rational {
        let mut value = self.real.clone();
        value.add_product(&self.delta, delta);
        value
    }

    /// For `low <= high`, the largest rational for δ that keeps this order; `None` if every positive one does.
    pub fn largest_delta(low: &DeltaRational, high: &DeltaRational) -> Option<Rational> {
        debug_assert!(low <= high);
        if low.delta > high.delta {
            Some((&high.real - &low.real) / (&low.delta - &high.delta))
        } else {
            None
        }
    }

    /// `self += factor * number`
    #[inline]
    pub fn add_product(&mut self, factor: &Rational, number: &DeltaRational) {
        self.real.add_product(factor, &number.real);
        if !number.delta.is_zero() {
            self.delta.add_product(factor, &number.delta);
        }
    }

    /// `self -= factor * number`
    #[inline]
    pub fn sub_product(&mut self, factor: &Rational, number: &DeltaRational) {
        self.real.sub_product(factor, &number.real);
        if !number.delta.is_zero() {
            self.delta.sub_product(factor, &number.delta);
        }
    }
}

impl From<Rational> for DeltaRational {
    fn from(real: Rational) -> DeltaRational {
        DeltaRational { real, delta: Rational::ZERO }
    }
}

impl From<i64> for DeltaRational {
    fn from(n: i64) -> DeltaRational {
        Rational::from(n).into()
    }
}

impl Add<&DeltaRational> for &DeltaRational {
    type Output = DeltaRational;
    fn add(self, other: &DeltaRational) -> DeltaRational {
        DeltaRational { real: &self.real + &other.real, delta: &self.delta + &other.delta }
    }
}

impl Sub<&DeltaRational> for &DeltaRational {
    type Output = DeltaRational;
    fn sub(self, other: &DeltaRational) -> DeltaRational {
        DeltaRational { real: &self.real - &other.real, delta: &self.delta - &other.delta }
    }
}

impl Mul<&Rational> for &DeltaRational {
    type Output = DeltaRational;
    fn mul(self, factor: &Rational) -> DeltaRational {
        DeltaRational { real: &self.real * factor, delta: &self.delta * factor }
    }
}

/// # Panics
///
/// If the divisor is zero.
impl std::ops::Div<&Rational> for &DeltaRational {
    type Output = DeltaRational;
    fn div(self, divisor: &Rational) -> DeltaRational {
        DeltaRational { real: &self.real / divisor, delta: &self.delta / divisor }
    }
}

impl AddAssign<&DeltaRational> for DeltaRational {
    #[inline]
    fn add_assign(&mut self, other: &DeltaRational) {
        self.real += &other.real;
        self.delta += &other.delta;
    }
}

impl SubAssign<&DeltaRational> for DeltaRational {
    #[inline]
    fn sub_assign(&mut self, other: &DeltaRational) {
        self.real -= &other.real;
        self.delta -= &other.delta;
    }
}

impl MulAssign<&Rational> for DeltaRational {
    #[inline]
    fn mul_assign(&mut self, factor: &Rational) {
        self.real *= factor;
        self.delta *= factor;
    }
}

impl std::ops::DivAssign<&Rational> for DeltaRational {
    #[inline]
    fn div_assign(&mut self, divisor: &Rational) {
        self.real /= divisor;
        self.delta /= divisor;
    }
}

forward_operator!(DeltaRational, DeltaRational, Add, add, AddAssign, add_assign);
forward_operator!(DeltaRational, DeltaRational, Sub, sub, SubAssign, sub_assign);
forward_operator!(DeltaRational, Rational, Mul, mul, MulAssign, mul_assign);
forward_operator!(DeltaRational, Rational, Div, div, DivAssign, div_assign);

impl Neg for &DeltaRational {
    type Output = DeltaRational;
    fn neg(self) -> DeltaRational {
        DeltaRational { real: -&self.real, delta: -&self.delta }
    }
}

impl Neg for DeltaRational {
    type Output = DeltaRational;
    fn neg(self) -> DeltaRational {
        -&self
    }
}

impl fmt::Display for DeltaRational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.real, f)?;
        if self.delta.is_zero() {
            return Ok(());
        }
        write!(f, " {} {}δ", if self.delta.is_negative() { '-' } else { '+' }, self.delta.abs())
    }
}

impl fmt::Debug for DeltaRational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
