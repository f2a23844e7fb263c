//! Variables and literals of clauses.

use std::fmt;
use std::ops::Not;

/// A propositional variable, counted from 0 without gaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The largest number of variables; a literal needs one bit more than its variable.
    pub const LIMIT: usize = (u32::MAX >> 2) as usize;

    /// The variable with this index.
    ///
    /// # Panics
    ///
    /// If the index is not below [`Var::LIMIT`].
    #[inline]
    pub fn new(index: usize) -> Var {
        assert!(index < Var::LIMIT, "variable {} is beyond the limit", index);
        Var(index as u32)
    }

    /// The variable with an index that is known to be below the limit.
    #[inline]
    pub(crate) fn from_number(index: u32) -> Var {
        debug_assert!((index as usize) < Var::LIMIT);
        Var(index)
    }

    /// Position in arrays that are indexed by variable.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when the variable is.
    #[inline]
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true when the variable is false.
    #[inline]
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal that is true exactly when the variable has this value.
    #[inline]
    pub fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | !value as u32)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// A variable or its negation, encoded as `2 * variable + sign`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// Position in arrays that are indexed by literal: `2 * variable + sign`.
    #[inline]
    pub fn code(self) -> usize {
        self.0 as usize
    }

    /// The inverse of [`Lit::code`].
    ///
    /// # Panics
    ///
    /// If the variable's index is not below [`Var::LIMIT`].
    #[inline]
    pub fn from_code(code: usize) -> Lit {
        assert!(code >> 1 < Var::LIMIT, "literal {} is beyond the limit", code);
        Lit(code as u32)
    }

    /// A literal by a code known to be one, or a number stored among literals.
    #[inline]
    pub(crate) fn from_word(word: u32) -> Lit {
        Lit(word)
    }

    /// The code as it is stored.
    #[inline]
    pub(crate) fn word(self) -> u32 {
        self.0
    }

    /// The variable below the sign.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether this is the negation of its variable.
    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    /// This literal if `flip` is false, its negation otherwise.
    #[inline]
    pub fn negate_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ flip as u32)
    }

    /// The literal's number in DIMACS files: variables count from 1, the sign is a minus.
    pub fn to_dimacs(self) -> i32 {
        let n = (self.0 >> 1) as i32 + 1;
        if self.is_negative() {
            -n
        } else {
            n
        }
    }

    /// The inverse of [`Lit::to_dimacs`]; `None` for 0 and for numbers beyond [`Var::LIMIT`].
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        let index = (number.unsigned_abs() as usize).checked_sub(1)?;
        if index < Var::LIMIT {
            Some(Var(index as u32).lit(number > 0))
        } else {
            None
        }
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", if self.is_negative() { "!" } else { "" }, self.var())
    }
}
