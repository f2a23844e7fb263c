//! Integers of any size.
//!
//! The form is decided by the value alone: a number that fits an `i64` is inline, every other is a sign and a trimmed
//! magnitude on the heap. Every constructor of the heap form goes through [`Integer::from_magnitude`], which keeps
//! that invariant, so that derived equality and hashing are right. The operators are in
//! [`operators`](super::operators), those of division in [`quotient`](super::quotient).

use super::{gcd, limbs};
use std::cmp::Ordering;

/// An integer of any size. Numbers in the range of `i64` need no allocation.
///
/// Operators never overflow. Division by zero panics: the caller must exclude it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(pub(super) Form);

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Small(i64),
    Big(Box<Big>),
}

/// A number outside the range of `i64`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Big {
    negative: bool,
    limbs: Vec<u64>,
}

/// Sign and magnitude of a number in either form.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) negative: bool,
    pub(super) limbs: &'a [u64],
}

impl Integer {
    /// 0
    pub const ZERO: Integer = Integer(Form::Small(0));
    /// 1
    pub const ONE: Integer = Integer(Form::Small(1));

    /// The number with this magnitude, which may have leading zeros.
    pub(super) fn from_magnitude(negative: bool, mut limbs: Vec<u64>) -> Integer {
        limbs::trim(&mut limbs);
        match limbs.as_slice() {
            [] => Integer::ZERO,
            &[limb] if limb <= i64::MAX as u64 => {
                Integer(Form::Small(if negative { -(limb as i64) } else { limb as i64 }))
            }
            &[limb] if negative && limb == 1 << 63 => Integer(Form::Small(i64::MIN)),
            _ => Integer(Form::Big(Box::new(Big { negative, limbs }))),
        }
    }

    /// Sign and magnitude; the room is for the magnitude of an inline number.
    pub(super) fn view<'a>(&'a self, room: &'a mut [u64; 1]) -> View<'a> {
        match &self.0 {
            Form::Small(n) => {
                room[0] = n.unsigned_abs();
                View { negative: *n < 0, limbs: limbs::trimmed(room) }
            }
            Form::Big(big) => View { negative: big.negative, limbs: &big.limbs },
        }
    }

    /// The value, if it is in the range of `i64`.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Form::Small(n) => Some(n),
            Form::Big(_) => None,
        }
    }

    /// The value, if it is in the range of `u64`.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Form::Small(n) => u64::try_from(*n).ok(),
            Form::Big(big) if !big.negative && big.limbs.len() == 1 => Some(big.limbs[0]),
            Form::Big(_) => None,
        }
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn sign(&self) -> i32 {
        match &self.0 {
            Form::Small(n) => n.signum() as i32,
            Form::Big(big) if big.negative => -1,
            Form::Big(_) => 1,
        }
    }

    /// Whether the number is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0))
    }

    /// Whether the number is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Form::Small(1))
    }

    /// Whether the number is below 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.sign() < 0
    }

    /// Whether the number is above 0.
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.sign() > 0
    }

    /// The number without its sign.
    pub fn abs(&self) -> Integer {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// Greatest common divisor, never negative; that of 0 and `n` is `|n|`.
    pub fn gcd(&self, other: &Integer) -> Integer {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0) {
            return Integer::from(gcd::gcd_word(a.unsigned_abs(), b.unsigned_abs()));
        }
        let (mut room, mut other_room) = ([0], [0]);
        let (a, b) = (self.view(&mut room), other.view(&mut other_room));
        Integer::from_magnitude(false, gcd::gcd(a.limbs, b.limbs))
    }

    /// Least common multiple, never negative; 0 if either number is 0.
    pub fn lcm(&self, other: &Integer) -> Integer {
        if self.is_zero() || other.is_zero() {
            return Integer::ZERO;
        }
        (self.div_exact(&self.gcd(other)) * other).abs()
    }

    /// The number to a power; 0 to the power 0 is 1.
    pub fn pow(&self, mut exponent: u32) -> Integer {
        let (mut result, mut square) = (Integer::ONE, self.clone());
        while exponent > 0 {
            if exponent & 1 == 1 {
                result *= &square;
            }
            exponent >>= 1;
            if exponent > 0 {
                square = &square * &square;
            }
        }
        result
    }

    /// The length of the magnitude in bits, without leading zeros; 0 has none.
    pub fn bit_length(&self) -> u64 {
        limbs::bit_length(self.view(&mut [0]).limbs)
    }

    /// The bit of the magnitude at a place, 0 being the least. Places above the highest have 0.
    pub fn bit(&self, place: u64) -> bool {
        let mut room = [0];
        let limbs = self.view(&mut room).limbs;
        usize::try_from(place / 64)
            .ok()
            .and_then(|i| limbs.get(i))
            .map_or(false, |l| l >> (place % 64) & 1 == 1)
    }

    /// The bits of the magnitude, the least first, as many as [`Integer::bit_length`] says.
    pub fn bits(&self) -> Vec<bool> {
        (0..self.bit_length()).map(|place| self.bit(place)).collect()
    }

    /// The number that is not negative and has these bits, the least first.
    pub fn from_bits(bits: impl IntoIterator<Item = bool>) -> Integer {
        let mut limbs = Vec::new();
        for (i, bit) in bits.into_iter().enumerate() {
            if i % 64 == 0 {
                limbs.push(0);
            }
            limbs[i / 64] |= (bit as u64) << (i % 64);
        }
        Integer::from_magnitude(false, limbs)
    }

    /// The number times a power of two.
    pub fn shift_left(&self, bits: u64) -> Integer {
        let mut room = [0];
        let view = self.view(&mut room);
        Integer::from_magnitude(view.negative, limbs::shift_left(view.limbs, bits))
    }
}

impl Default for Integer {
    fn default() -> Integer {
        Integer::ZERO
    }
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) => a.cmp(b),
            _ => compare_big(self, other),
        }
    }
}

#[cold]
fn compare_big(a: &Integer, b: &Integer) -> Ordering {
    let (mut room, mut other_room) = ([0], [0]);
    let (a, b) = (a.view(&mut room), b.view(&mut other_room));
    match (a.negative, b.negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => limbs::compare(a.limbs, b.limbs),
        (true, true) => limbs::compare(b.limbs, a.limbs),
    }
}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Integer {
    #[inline]
    fn from(n: i64) -> Integer {
        Integer(Form::Small(n))
    }
}

impl From<u64> for Integer {
    #[inline]
    fn from(n: u64) -> Integer {
        match i64::try_from(n) {
            Ok(small) => Integer(Form::Small(small)),
            Err(_) => Integer::from_magnitude(false, vec![n]),
        }
    }
}

impl From<i128> for Integer {
    #[inline]
    fn from(n: i128) -> Integer {
        match i64::try_from(n) {
            Ok(small) => Integer(Form::Small(small)),
            Err(_) => {
                let magnitude = n.unsigned_abs();
                Integer::from_magnitude(n < 0, vec![magnitude as u64, (magnitude >> 64) as u64])
            }
        }
    }
}

impl From<u128> for Integer {
    fn from(n: u128) -> Integer {
        Integer::from_magnitude(false, vec![n as u64, (n >> 64) as u64])
    }
}
