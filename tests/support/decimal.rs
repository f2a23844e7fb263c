//! Arithmetic as it is done on paper, digit by digit.

use indubit::theories::num::Integer;
use std::cmp::Ordering;
use std::fmt;

/// A sign and decimal digits, the least first, without leading zeros.
pub struct Decimal {
    negative: bool,
    digits: Vec<u8>,
}

impl From<&Integer> for Decimal {
    fn from(n: &Integer) -> Decimal {
        let text = n.to_string();
        let digits = text.trim_start_matches('-').bytes().rev().map(|b| b - b'0').collect();
        Decimal::new(text.starts_with('-'), digits)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.digits.iter().rev().map(|d| (b'0' + d) as char).collect();
        write!(f, "{}{}", if self.negative { "-" } else { "" }, if text.is_empty() { "0" } else { &text })
    }
}

fn compare(a: &[u8], b: &[u8]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn add(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut carry = 0;
    let digit = |n: &[u8], i: usize| n.get(i).copied().unwrap_or(0);
    let mut sum = Vec::new();
    for i in 0..=a.len().max(b.len()) {
        let d = digit(a, i) + digit(b, i) + carry;
        sum.push(d % 10);
        carry = d / 10;
    }
    sum
}

fn sub(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut borrow = 0;
    let mut rest = Vec::new();
    for (i, &x) in a.iter().enumerate() {
        let y = b.get(i).copied().unwrap_or(0) + borrow;
        borrow = (x < y) as u8;
        rest.push(x + 10 * borrow - y);
    }
    rest
}

impl Decimal {
    fn new(negative: bool, mut digits: Vec<u8>) -> Decimal {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Decimal { negative: negative && !digits.is_empty(), digits }
    }

    pub fn compare(&self, other: &Decimal) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => compare(&self.digits, &other.digits),
            (true, true) => compare(&other.digits, &self.digits),
        }
    }

    pub fn add(&self, other: &Decimal) -> Decimal {
        if self.negative == other.negative {
            return Decimal::new(self.negative, add(&self.digits, &other.digits));
        }
        match compare(&self.digits, &other.digits) {
            Ordering::Less => Decimal::new(other.negative, sub(&other.digits, &self.digits)),
            _ => Decimal::new(self.negative, sub(&self.digits, &other.digits)),
        }
    }

    pub fn sub(&self, other: &Decimal) -> Decimal {
        self.add(&Decimal::new(!other.negative, other.digits.clone()))
    }

    pub fn mul(&self, other: &Decimal) -> Decimal {
        let mut product = vec![0u8; self.digits.len() + other.digits.len() + 1];
        for (i, &x) in self.digits.iter().enumerate() {
            let mut carry = 0;
            for (j, &y) in other.digits.iter().enumerate() {
                let d = product[i + j] + x * y + carry;
                product[i + j] = d % 10;
                carry = d / 10;
            }
            product[i + other.digits.len()] += carry;
        }
        Decimal::new(self.negative != other.negative, product)
    }

    /// Long division, rounded towards zero.
    pub fn div_rem(&self, divisor: &Decimal) -> (Decimal, Decimal) {
        let mut quotient = vec![0; self.digits.len()];
        let mut rest: Vec<u8> = Vec::new();
        for (i, &digit) in self.digits.iter().enumerate().rev() {
            rest.insert(0, digit);
            rest = Decimal::new(false, rest).digits;
            while compare(&rest, &divisor.digits) != Ordering::Less {
                rest = Decimal::new(false, sub(&rest, &divisor.digits)).digits;
                quotient[i] += 1;
            }
        }
        let negative = self.negative != divisor.negative;
        (Decimal::new(negative, quotient), Decimal::new(self.negative, rest))
    }
}
