//! Rational numbers of any size, always in lowest terms with a positive denominator.
//!
//! If numerator and denominator fit an `i64`, they are inline; else both are [`Integer`]s on the heap. As with
//! integers the value decides the form, so equality and hashing are structural. The denominator's type excludes zero,
//! so the compiler marks the other form by a zero there: a rational takes two words. The operators are in
//! [`fraction`](super::fraction).

use super::gcd;
use super::integer::Integer;
use std::cmp::Ordering;
use std::num::NonZeroI64;

/// A rational number of any size. Numbers with a numerator and denominator in the range of `i64` need no allocation.
///
/// Operators never overflow. Division by zero panics: the caller must exclude it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(pub(super) Form);

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// Coprime, the denominator positive.
    Small(i64, NonZeroI64),
    /// Coprime, the denominator positive, and one of them outside the range of `i64`.
    Big(Box<(Integer, Integer)>),
}

impl Rational {
    /// 0
    pub const ZERO: Rational = Rational(Form::Small(0, UNIT));
    /// 1
    pub const ONE: Rational = Rational(Form::Small(1, UNIT));
    /// -1
    pub const MINUS_ONE: Rational = Rational(Form::Small(-1, UNIT));

    /// The quotient of two integers.
    ///
    /// # Panics
    ///
    /// If the denominator is zero.
    pub fn new(numerator: Integer, denominator: Integer) -> Rational {
        assert!(!denominator.is_zero(), "{} over a denominator of zero", numerator);
        let divisor = numerator.gcd(&denominator);
        let divisor = if denominator.is_negative() { -divisor } else { divisor };
        Rational::from_coprime(numerator.div_exact(&divisor), denominator.div_exact(&divisor))
    }

    /// The quotient of two machine integers.
    ///
    /// # Panics
    ///
    /// If the denominator is zero.
    pub fn fraction(numerator: i64, denominator: i64) -> Rational {
        Rational::new(Integer::from(numerator), Integer::from(denominator))
    }

    /// For coprime numbers, the second positive.
    pub(super) fn from_coprime(numerator: Integer, denominator: Integer) -> Rational {
        debug_assert!(denominator.is_positive());
        match (numerator.to_i64(), denominator.to_i64()) {
            (Some(n), Some(d)) => Rational::small(n, d),
            _ => Rational(Form::Big(Box::new((numerator, denominator)))),
        }
    }

    /// For coprime numbers, the second positive.
    #[inline]
    pub(super) fn from_wide(numerator: i128, denominator: i128) -> Rational {
        debug_assert!(denominator > 0);
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(n), Ok(d)) => Rational::small(n, d),
            _ => Rational(Form::Big(Box::new((numerator.into(), denominator.into())))),
        }
    }

    /// For coprime numbers, the second positive.
    #[inline]
    pub(super) fn small(numerator: i64, denominator: i64) -> Rational {
        debug_assert!(denominator > 0);
        match NonZeroI64::new(denominator) {
            Some(denominator) => Rational(Form::Small(numerator, denominator)),
            None => unreachable!("a denominator is positive"),
        }
    }

    /// Numerator and denominator; the room is for those of an inline number.
    pub(super) fn parts<'a>(&'a self, room: &'a mut (Integer, Integer)) -> (&'a Integer, &'a Integer) {
        let parts = match &self.0 {
            Form::Small(n, d) => {
                *room = (Integer::from(*n), Integer::from(d.get()));
                &*room
            }
            Form::Big(parts) => &**parts,
        };
        (&parts.0, &parts.1)
    }

    /// Whether numerator and denominator are in the range of `i64`.
    #[inline]
    pub fn is_short(&self) -> bool {
        matches!(self.0, Form::Small(..))
    }

    /// Bits of the numerator's magnitude and of the denominator together.
    pub fn bit_length(&self) -> u64 {
        let mut room = Default::default();
        let (n, d) = self.parts(&mut room);
        n.bit_length() + d.bit_length()
    }

    /// The numerator in lowest terms; it has the sign.
    pub fn numerator(&self) -> Integer {
        match &self.0 {
            Form::Small(n, _) => Integer::from(*n),
            Form::Big(parts) => parts.0.clone(),
        }
    }

    /// The denominator in lowest terms, at least 1.
    pub fn denominator(&self) -> Integer {
        match &self.0 {
            Form::Small(_, d) => Integer::from(d.get()),
            Form::Big(parts) => parts.1.clone(),
        }
    }

    /// The value, if it is an integer.
    pub fn to_integer(&self) -> Option<Integer> {
        if self.is_integer() {
            Some(self.numerator())
        } else {
            None
        }
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn sign(&self) -> i32 {
        match &self.0 {
            Form::Small(n, _) => n.signum() as i32,
            Form::Big(parts) => parts.0.sign(),
        }
    }

    /// Whether the number is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0, _))
    }

    /// Whether the number is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Form::Small(1, d) if d == UNIT)
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

    /// Whether the denominator is 1.
    #[inline]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Small(_, d) => *d == UNIT,
            Form::Big(parts) => parts.1.is_one(),
        }
    }

    /// The number without its sign.
    pub fn abs(&self) -> Rational {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// One divided by the number.
    ///
    /// # Panics
    ///
    /// If the number is zero.
    pub fn recip(&self) -> Rational {
        assert!(!self.is_zero(), "zero has no reciprocal");
        let mut room = Default::default();
        let (n, d) = self.parts(&mut room);
        if n.is_negative() {
            Rational::from_coprime(-d, -n)
        } else {
            Rational::from_coprime(d.clone(), n.clone())
        }
    }

    /// The largest integer that is not above the number.
    pub fn floor(&self) -> Integer {
        let mut room = Default::default();
        let (n, d) = self.parts(&mut room);
        n.div_floor(d)
    }

    /// The smallest integer that is not below the number.
    pub fn ceil(&self) -> Integer {
        let mut room = Default::default();
        let (n, d) = self.parts(&mut room);
        n.div_ceil(d)
    }

    /// The number to a power; 0 to the power 0 is 1.
    ///
    /// # Panics
    ///
    /// If the number is zero and the exponent negative.
    pub fn pow(&self, exponent: i32) -> Rational {
        let base = if exponent < 0 { self.recip() } else { self.clone() };
        let mut room = Default::default();
        let (n, d) = base.parts(&mut room);
        let exponent = exponent.unsigned_abs();
        Rational::from_coprime(n.pow(exponent), d.pow(exponent))
    }

    /// The largest number that divides both, with an integer as the quotient, never negative; 0 if both are 0.
    pub fn gcd(&self, other: &Rational) -> Rational {
        let (mut room, mut other_room) = Default::default();
        let ((a, b), (c, d)) = (self.parts(&mut room), other.parts(&mut other_room));
        if a.is_zero() && c.is_zero() {
            return Rational::ZERO;
        }
        // Each of a and c is coprime to its own denominator, so the fraction is in lowest terms.
        Rational::from_coprime(a.gcd(c), b.lcm(d))
    }
}

const UNIT: NonZeroI64 = match NonZeroI64::new(1) {
    Some(unit) => unit,
    None => panic!("one is not zero"),
};

impl Default for Rational {
    fn default() -> Rational {
        Rational::ZERO
    }
}

impl Ord for Rational {
    #[inline]
    fn cmp(&self, other: &Rational) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                if b == d {
                    a.cmp(c)
                } else {
                    (*a as i128 * d.get() as i128).cmp(&(*c as i128 * b.get() as i128))
                }
            }
            _ => compare_big(self, other),
        }
    }
}

#[cold]
fn compare_big(a: &Rational, b: &Rational) -> Ordering {
    let signs = a.sign().cmp(&b.sign());
    if signs != Ordering::Equal {
        return signs;
    }
    let (mut room, mut other_room) = Default::default();
    let ((a, b), (c, d)) = (a.parts(&mut room), b.parts(&mut other_room));
    (a * d).cmp(&(c * b))
}

impl PartialOrd for Rational {
    #[inline]
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Rational {
    #[inline]
    fn from(n: i64) -> Rational {
        Rational(Form::Small(n, UNIT))
    }
}

impl From<Integer> for Rational {
    fn from(n: Integer) -> Rational {
        Rational::from_coprime(n, Integer::ONE)
    }
}

impl From<&Integer> for Rational {
    fn from(n: &Integer) -> Rational {
        Rational::from(n.clone())
    }
}

/// Greatest common divisor of a number and a positive one, as the divisor of both.
#[inline]
pub(super) fn gcd_small(n: i64, positive: i64) -> i64 {
    gcd::gcd_word(n.unsigned_abs(), positive as u64) as i64
}
