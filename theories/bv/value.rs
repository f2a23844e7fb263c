//! Constant bit-vectors of any width.

use crate::theories::num::Integer;
use std::cmp::Ordering;
use std::fmt;

/// A vector of bits, numbered from 0 for the lowest; at least one.
///
/// Up to 64 bits lie in the value itself.
///
/// # Panics
///
/// Methods panic if they would make a vector of no bits, or of 2^32 bits or more; if two vectors that must have the
/// same width have not; and if the index of a bit is not below the width.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    words: Words,
}

/// Lowest word first; bits beyond the width are zero.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Words {
    One(u64),
    Many(Box<[u64]>),
}

/// The width of two vectors in one.
fn sum(a: u32, b: u32) -> u32 {
    a.checked_add(b).expect("a bit-vector has less than 2^32 bits")
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

impl Bits {
    fn from_words(width: u32, mut words: Vec<u64>) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        let count = (width as usize + 63) / 64;
        words.resize(count, 0);
        let top = (width - 1) % 64 + 1;
        words[count - 1] &= mask(top);
        let words = if count == 1 { Words::One(words[0]) } else { Words::Many(words.into_boxed_slice()) };
        Bits { width, words }
    }

    /// This value modulo 2^width.
    pub fn new(value: u64, width: u32) -> Bits {
        if width <= 64 && width > 0 {
            return Bits { width, words: Words::One(value & mask(width)) };
        }
        Bits::from_words(width, vec![value])
    }

    /// All zeros.
    pub fn zero(width: u32) -> Bits {
        Bits::new(0, width)
    }

    /// All ones.
    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    /// 1 followed by zeros: the least value as a signed number.
    pub fn least_signed(width: u32) -> Bits {
        Bits::from_fn(width, |i| i == width - 1)
    }

    /// The vector whose i-th bit is `f(i)`.
    pub fn from_fn(width: u32, f: impl Fn(u32) -> bool) -> Bits {
        let mut words = vec![0u64; (width as usize + 63) / 64];
        for i in (0..width).filter(|&i| f(i)) {
            words[(i / 64) as usize] |= 1 << (i % 64);
        }
        Bits::from_words(width, words)
    }

    /// An integer modulo 2^width, negative ones in two's complement.
    pub fn from_integer(value: &Integer, width: u32) -> Bits {
        let absolute = value.abs();
        let magnitude = match absolute.to_u64() {
            Some(word) => Bits::new(word, width),
            None => Bits::from_fn(width, |i| absolute.bit(i as u64)),
        };
        if value.is_negative() {
            magnitude.neg()
        } else {
            magnitude
        }
    }

    /// The unsigned value.
    pub fn to_integer(&self) -> Integer {
        match self.to_u64() {
            Some(word) => Integer::from(word),
            None => Integer::from_bits((0..self.width).map(|i| self.bit(i))),
        }
    }

    /// The value as a signed number.
    pub fn to_signed_integer(&self) -> Integer {
        if self.bit(self.width - 1) {
            -self.neg().to_integer()
        } else {
            self.to_integer()
        }
    }

    /// The unsigned value if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        let words = self.words();
        if words[1..].iter().all(|&w| w == 0) {
            Some(words[0])
        } else {
            None
        }
    }

    /// The unsigned value if it is below `2^128`.
    pub fn to_u128(&self) -> Option<u128> {
        let words = self.words();
        let has_more = words.iter().skip(2).any(|&w| w != 0);
        let high = words.get(1).map_or(0, |&w| u128::from(w));
        Some(high << 64 | u128::from(words[0])).filter(|_| !has_more)
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The i-th bit, from 0 for the lowest.
    pub fn bit(&self, i: u32) -> bool {
        assert!(i < self.width, "bit {} of {}", i, self.width);
        self.words()[(i / 64) as usize] >> (i % 64) & 1 == 1
    }

    fn words(&self) -> &[u64] {
        match &self.words {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words,
        }
    }

    /// Whether all bits are 0.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&w| w == 0)
    }

    /// Whether the unsigned value is 1.
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Whether all bits are 1.
    pub fn is_ones(&self) -> bool {
        *self == Bits::ones(self.width)
    }

    /// `n` if the unsigned value is 2^n.
    pub fn exponent(&self) -> Option<u32> {
        let ones: u32 = self.words().iter().map(|w| w.count_ones()).sum();
        if ones != 1 {
            return None;
        }
        (0..self.width).find(|&i| self.bit(i))
    }

    fn map(&self, f: impl Fn(u64) -> u64) -> Bits {
        if let Words::One(word) = self.words {
            return Bits::new(f(word), self.width);
        }
        Bits::from_words(self.width, self.words().iter().map(|&w| f(w)).collect())
    }

    fn zip(&self, other: &Bits, f: impl Fn(u64, u64) -> u64) -> Bits {
        assert_eq!(self.width, other.width, "vectors of different widths");
        if let (Words::One(a), Words::One(b)) = (&self.words, &other.words) {
            return Bits::new(f(*a, *b), self.width);
        }
        let pairs = self.words().iter().zip(other.words());
        Bits::from_words(self.width, pairs.map(|(&a, &b)| f(a, b)).collect())
    }

    /// Bitwise complement.
    #[allow(clippy::should_implement_trait)] // All operators of the logic are methods here.
    pub fn not(&self) -> Bits {
        self.map(|w| !w)
    }

    /// Bitwise conjunction.
    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    /// Bitwise disjunction.
    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    /// Sum modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn add(&self, other: &Bits) -> Bits {
        assert_eq!(self.width, other.width, "vectors of different widths");
        let mut carry = false;
        let sums = self.words().iter().zip(other.words()).map(|(&a, &b)| {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(carry as u64);
            carry = first | second;
            sum
        });
        let words = sums.collect();
        Bits::from_words(self.width, words)
    }

    /// Two's complement negation.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::new(1, self.width))
    }

    /// Difference modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }

    /// Product modulo 2^width.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(&self, other: &Bits) -> Bits {
        assert_eq!(self.width, other.width, "vectors of different widths");
        let (a, b) = (self.words(), other.words());
        let mut product = vec![0u64; a.len()];
        for (i, &x) in a.iter().enumerate() {
            let mut carry = 0u128;
            for j in i..a.len() {
                let sum = product[j] as u128 + x as u128 * b[j - i] as u128 + carry;
                product[j] = sum as u64;
                carry = sum >> 64;
            }
        }
        Bits::from_words(self.width, product)
    }

    /// Unsigned quotient; all ones if the divisor is 0.
    pub fn udiv(&self, other: &Bits) -> Bits {
        if other.is_zero() {
            return Bits::ones(self.width);
        }
        match (self.to_u64(), other.to_u64()) {
            (Some(a), Some(b)) => Bits::new(a / b, self.width),
            _ => Bits::from_integer(&self.to_integer().div_floor(&other.to_integer()), self.width),
        }
    }

    /// Unsigned remainder; the dividend if the divisor is 0.
    pub fn urem(&self, other: &Bits) -> Bits {
        if other.is_zero() {
            return self.clone();
        }
        match (self.to_u64(), other.to_u64()) {
            (Some(a), Some(b)) => Bits::new(a % b, self.width),
            _ => Bits::from_integer(&self.to_integer().mod_floor(&other.to_integer()), self.width),
        }
    }

    /// The number of places by which this value shifts, at most the width.
    fn amount(&self) -> u32 {
        self.to_u64().map_or(self.width, |n| n.min(self.width as u64) as u32)
    }

    /// Shift to the left by an unsigned value.
    #[allow(clippy::should_implement_trait)]
    pub fn shl(&self, by: &Bits) -> Bits {
        let n = by.amount();
        match &self.words {
            Words::One(word) => Bits::new(if n < 64 { word << n } else { 0 }, self.width),
            _ => Bits::from_fn(self.width, |i| i >= n && self.bit(i - n)),
        }
    }

    /// Shift to the right by an unsigned value, zeros from the left.
    pub fn lshr(&self, by: &Bits) -> Bits {
        let n = by.amount();
        match &self.words {
            Words::One(word) => Bits::new(if n < 64 { word >> n } else { 0 }, self.width),
            _ => Bits::from_fn(self.width, |i| n < self.width - i && self.bit(i + n)),
        }
    }

    /// Shift to the right by an unsigned value, copies of the sign from the left.
    pub fn ashr(&self, by: &Bits) -> Bits {
        if self.bit(self.width - 1) {
            self.not().lshr(by).not()
        } else {
            self.lshr(by)
        }
    }

    /// This vector in front of the other.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = sum(self.width, low.width);
        if width <= 64 {
            return Bits::new(self.words()[0] << low.width | low.words()[0], width);
        }
        Bits::from_fn(width, |i| if i < low.width { low.bit(i) } else { self.bit(i - low.width) })
    }

    /// The bits from index `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        assert!(low <= high && high < self.width, "bits {} to {} of {}", high, low, self.width);
        match &self.words {
            Words::One(word) => Bits::new(word >> low, high - low + 1),
            _ => Bits::from_fn(high - low + 1, |i| self.bit(low + i)),
        }
    }

    /// Copies of the sign in front.
    pub fn sign_extend(&self, by: u32) -> Bits {
        Bits::from_fn(sum(self.width, by), |i| self.bit(i.min(self.width - 1)))
    }

    /// Zeros in front.
    pub fn zero_extend(&self, by: u32) -> Bits {
        Bits::from_words(sum(self.width, by), self.words().to_vec())
    }

    /// The order of the unsigned values.
    pub fn ucmp(&self, other: &Bits) -> Ordering {
        assert_eq!(self.width, other.width, "vectors of different widths");
        self.words().iter().rev().cmp(other.words().iter().rev())
    }

    /// Unsigned less than.
    pub fn ult(&self, other: &Bits) -> bool {
        self.ucmp(other) == Ordering::Less
    }

    /// Signed less than.
    pub fn slt(&self, other: &Bits) -> bool {
        match (self.bit(self.width - 1), other.bit(self.width - 1)) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }
}

/// As in SMT-LIB: hexadecimal if the width is a multiple of four, else binary.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (prefix, step) = if self.width % 4 == 0 { ("#x", 4) } else { ("#b", 1) };
        f.write_str(prefix)?;
        for i in (0..self.width / step).rev() {
            let digit = (0..step).fold(0, |d, k| d | (self.bit(i * step + k) as u32) << k);
            write!(f, "{:x}", digit)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
