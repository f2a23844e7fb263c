//! The operators of [`Integer`], and the pattern by which all numbers offer theirs on values and on references.
//!
//! An operation tries the machine operation with its overflow check first; if that overflows, a cold function over
//! signs and magnitudes takes over. [`Integer::add_product`] and [`Integer::sub_product`] do without an [`Integer`]
//! for the product if all numbers are small.

use super::integer::{Form, Integer};
use super::{limbs, multiply};
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// From `&a ∘ &b` and `a ∘= &b`: the other three combinations, and assignment from a value.
macro_rules! forward_operator {
    ($left:ty, $right:ty, $trait:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl std::ops::$trait<$right> for $left {
            type Output = $left;
            #[inline]
            fn $method(mut self, other: $right) -> $left {
                std::ops::$assign::$assign_method(&mut self, &other);
                self
            }
        }

        impl std::ops::$trait<&$right> for $left {
            type Output = $left;
            #[inline]
            fn $method(mut self, other: &$right) -> $left {
                std::ops::$assign::$assign_method(&mut self, other);
                self
            }
        }

        impl std::ops::$trait<$right> for &$left {
            type Output = $left;
            #[inline]
            fn $method(self, other: $right) -> $left {
                std::ops::$trait::$method(self, &other)
            }
        }

        impl std::ops::$assign<$right> for $left {
            #[inline]
            fn $assign_method(&mut self, other: $right) {
                std::ops::$assign::$assign_method(self, &other);
            }
        }
    };
}
pub(super) use forward_operator;

/// From `&a ∘ &b`: `a ∘= &b`.
macro_rules! assign_by_operator {
    ($left:ty, $right:ty, $trait:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl std::ops::$assign<&$right> for $left {
            #[inline]
            fn $assign_method(&mut self, other: &$right) {
                *self = std::ops::$trait::$method(&*self, other);
            }
        }
    };
}
pub(super) use assign_by_operator;

macro_rules! checked_operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $checked:ident, $big:path) => {
        impl $trait<&Integer> for &Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, other: &Integer) -> Integer {
                if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0) {
                    if let Some(small) = a.$checked(*b) {
                        return Integer(Form::Small(small));
                    }
                }
                $big(self, other)
            }
        }

        impl $assign<&Integer> for Integer {
            #[inline]
            fn $assign_method(&mut self, other: &Integer) {
                if let (Form::Small(a), Form::Small(b)) = (&mut self.0, &other.0) {
                    if let Some(small) = a.$checked(*b) {
                        *a = small;
                        return;
                    }
                }
                *self = $big(self, other);
            }
        }

        forward_operator!(Integer, Integer, $trait, $method, $assign, $assign_method);
    };
}

checked_operator!(Add, add, AddAssign, add_assign, checked_add, add_big);
checked_operator!(Sub, sub, SubAssign, sub_assign, checked_sub, sub_big);
checked_operator!(Mul, mul, MulAssign, mul_assign, checked_mul, mul_big);

#[cold]
fn add_big(a: &Integer, b: &Integer) -> Integer {
    sum(a, b, false)
}

#[cold]
fn sub_big(a: &Integer, b: &Integer) -> Integer {
    sum(a, b, true)
}

/// `a + b`, or `a - b`.
fn sum(a: &Integer, b: &Integer, negate_b: bool) -> Integer {
    let (mut room, mut other_room) = ([0], [0]);
    let (a, b) = (a.view(&mut room), b.view(&mut other_room));
    let b_negative = b.negative != negate_b;
    if a.negative == b_negative {
        return Integer::from_magnitude(a.negative, limbs::add(a.limbs, b.limbs));
    }
    match limbs::compare(a.limbs, b.limbs) {
        Ordering::Less => Integer::from_magnitude(b_negative, limbs::sub(b.limbs, a.limbs)),
        _ => Integer::from_magnitude(a.negative, limbs::sub(a.limbs, b.limbs)),
    }
}

#[cold]
fn mul_big(a: &Integer, b: &Integer) -> Integer {
    if let (Form::Small(a), Form::Small(b)) = (&a.0, &b.0) {
        return Integer::from(*a as i128 * *b as i128);
    }
    let (mut room, mut other_room) = ([0], [0]);
    let (a, b) = (a.view(&mut room), b.view(&mut other_room));
    Integer::from_magnitude(a.negative != b.negative, multiply::multiply(a.limbs, b.limbs))
}

impl Neg for &Integer {
    type Output = Integer;
    #[inline]
    fn neg(self) -> Integer {
        &Integer::ZERO - self
    }
}

impl Neg for Integer {
    type Output = Integer;
    #[inline]
    fn neg(self) -> Integer {
        -&self
    }
}

impl Integer {
    /// `self += a * b`
    #[inline]
    pub fn add_product(&mut self, a: &Integer, b: &Integer) {
        if let (Form::Small(s), Form::Small(a), Form::Small(b)) = (&mut self.0, &a.0, &b.0) {
            // Below 2^126 + 2^63.
            let sum = *s as i128 + *a as i128 * *b as i128;
            match i64::try_from(sum) {
                Ok(small) => *s = small,
                Err(_) => *self = Integer::from(sum),
            }
            return;
        }
        *self += a * b;
    }

    /// `self -= a * b`
    #[inline]
    pub fn sub_product(&mut self, a: &Integer, b: &Integer) {
        if let (Form::Small(s), Form::Small(a), Form::Small(b)) = (&mut self.0, &a.0, &b.0) {
            let difference = *s as i128 - *a as i128 * *b as i128;
            match i64::try_from(difference) {
                Ok(small) => *s = small,
                Err(_) => *self = Integer::from(difference),
            }
            return;
        }
        *self -= a * b;
    }
}

impl std::iter::Sum for Integer {
    fn sum<I: Iterator<Item = Integer>>(numbers: I) -> Integer {
        numbers.fold(Integer::ZERO, |sum, n| sum + n)
    }
}
