//! Division of [`Integer`]s, by the three conventions there are.
//!
//! `/` and `%` round towards zero, as they do for machine integers; `div_floor` and `mod_floor` round down, so that
//! the remainder has the sign of the divisor; `div_euclid` and `rem_euclid` leave a remainder that is never negative,
//! as `div` and `mod` of SMT-LIB do. For all of them, quotient times divisor plus remainder is the dividend, and the
//! remainder is smaller than the divisor in magnitude. A divisor of zero is an error of the caller and panics.

use super::divide;
use super::integer::{Form, Integer};
use super::operators::{assign_by_operator, forward_operator};
use std::ops::{Div, Rem};

impl Integer {
    /// Quotient rounded towards zero, and its remainder, which has the sign of `self`.
    ///
    /// # Panics
    ///
    /// If the divisor is zero.
    #[inline]
    pub fn div_rem(&self, divisor: &Integer) -> (Integer, Integer) {
        assert!(!divisor.is_zero(), "division of {} by zero", self);
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &divisor.0) {
            if let Some(quotient) = a.checked_div(*b) {
                return (Integer::from(quotient), Integer::from(a % b));
            }
        }
        div_rem_big(self, divisor)
    }

    /// Quotient rounded down.
    ///
    /// # Panics
    ///
    /// If the divisor is zero.
    pub fn div_floor(&self, divisor: &Integer) -> Integer {
        let (quotient, rest) = self.div_rem(divisor);
        if rest.sign() * divisor.sign() < 0 {
            quotient - Integer::ONE
        } else {
            quotient
        }
    }

    /// Quotient rounded up.
    ///
    /// # Panics
    ///
    /// If the divisor is zero.
    pub fn div_ceil(&self, divisor: &Integer) -> Integer {
        let (quotient, rest) = self.div_rem(divisor);
        if rest.sign() * divisor.sign() > 0 {
            quotient + Integer::ONE
        } else {
            quotient
        }
    }

    /// Remainder of [`Integer::div_floor`]: zero, or of the divisor's sign.
    ///
    /// # Panics
    ///
    /// If the divisor is zero.
    pub fn mod_floor(&self, divisor: &Integer) -> Integer {
        let rest = self.div_rem(divisor).1;
        if rest.sign() * divisor.sign() < 0 {
            rest + divisor
        } else {
            rest
        }
    }

    /// Quotient with a remainder that is not negative.
    ///
    /// # Panics
    ///
    /// If the divisor is zero.
    pub fn div_euclid(&self, divisor: &Integer) -> Integer {
        let (quotient, rest) = self.div_rem(divisor);
        if rest.is_negative() {
            quotient - Integer::from(divisor.sign() as i64)
        } else {
            quotient
        }
    }

    /// Remainder of [`Integer::div_euclid`], at least 0 and below the magnitude of the divisor.
    ///
    /// # Panics
    ///
    /// If the divisor is zero.
    pub fn rem_euclid(&self, divisor: &Integer) -> Integer {
        let rest = self.div_rem(divisor).1;
        if rest.is_negative() {
            rest + divisor.abs()
        } else {
            rest
        }
    }

    /// Quotient of a division that must leave no remainder.
    ///
    /// # Panics
    ///
    /// If the divisor is zero or does not divide the number.
    #[inline]
    pub fn div_exact(&self, divisor: &Integer) -> Integer {
        if divisor.is_one() {
            return self.clone();
        }
        let (quotient, rest) = self.div_rem(divisor);
        assert!(rest.is_zero(), "{} does not divide {}", divisor, self);
        quotient
    }

    /// Whether the number divides the other. Zero divides only zero.
    pub fn divides(&self, other: &Integer) -> bool {
        if self.is_zero() {
            other.is_zero()
        } else {
            other.div_rem(self).1.is_zero()
        }
    }
}

#[cold]
fn div_rem_big(a: &Integer, b: &Integer) -> (Integer, Integer) {
    let (mut room, mut other_room) = ([0], [0]);
    let (a, b) = (a.view(&mut room), b.view(&mut other_room));
    let (quotient, rest) = divide::divide(a.limbs, b.limbs);
    (Integer::from_magnitude(a.negative != b.negative, quotient), Integer::from_magnitude(a.negative, rest))
}

impl Div<&Integer> for &Integer {
    type Output = Integer;
    #[inline]
    fn div(self, divisor: &Integer) -> Integer {
        self.div_rem(divisor).0
    }
}

impl Rem<&Integer> for &Integer {
    type Output = Integer;
    #[inline]
    fn rem(self, divisor: &Integer) -> Integer {
        self.div_rem(divisor).1
    }
}

assign_by_operator!(Integer, Integer, Div, div, DivAssign, div_assign);
assign_by_operator!(Integer, Integer, Rem, rem, RemAssign, rem_assign);
forward_operator!(Integer, Integer, Div, div, DivAssign, div_assign);
forward_operator!(Integer, Integer, Rem, rem, RemAssign, rem_assign);
