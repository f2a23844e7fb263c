//! Steps of proofs that a checker has to believe.

use std::fmt;
use std::ops::{Add, AddAssign};

/// The number of steps of checked proofs, by kind, that the checker could not check itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
#[must_use]
pub struct Believed {
    /// Clauses from formulas that are said to state the meaning of an operator on numbers.
    pub operators: u64,
    /// Clauses about integers without a certificate.
    pub integers: u64,
}

impl Believed {
    /// These numbers of steps.
    pub fn new(operators: u64, integers: u64) -> Believed {
        Believed { operators, integers }
    }

    /// The kinds by name, each with its number.
    pub fn kinds(self) -> [(&'static str, u64); 2] {
        [("operators", self.operators), ("integers", self.integers)]
    }

    /// Whether there is no such step.
    pub fn is_empty(self) -> bool {
        self.kinds().iter().all(|&(_, number)| number == 0)
    }
}

impl Add for Believed {
    type Output = Believed;

    fn add(self, other: Believed) -> Believed {
        Believed {
            operators: self.operators.saturating_add(other.operators),
            integers: self.integers.saturating_add(other.integers),
        }
    }
}

impl AddAssign for Believed {
    fn add_assign(&mut self, other: Believed) {
        *self = *self + other;
    }
}

impl fmt::Display for Believed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} steps about operators, {} about integers", self.operators, self.integers)
    }
}
