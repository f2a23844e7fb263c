//! Variables, by number.

/// A variable of the simplex: a column of the problem, or the slack variable that names a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LraVar(u32);

impl LraVar {
    /// The variable with a number, counted from 0 in the order of creation.
    ///
    /// # Panics
    ///
    /// If the number is 2^32 or more.
    pub fn new(index: usize) -> LraVar {
        assert!(index <= u32::MAX as usize, "variable {} is beyond the limit", index);
        LraVar(index as u32)
    }

    /// The number of the variable.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
