//! Options of the lowering.

use super::numbers::Integers;
use crate::c::read::property::{Externs, Property};

/// The bytes of the largest object of the heap that runs may have: beyond, an allocator of a machine may fail.
pub const LARGEST_HEAP_OBJECT: u64 = 1 << 28;

/// The least address that an object may have. A system keeps the first page free, so that an access of a member of null
/// ends a run.
pub const LOWEST_ADDRESS: u64 = 4096;

/// The reason why an access through a number that may be an address is not followed.
pub const UNKNOWN_OBJECT: &str = "an access through a number: the object is not known";

/// The meaning that a program gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerOptions {
    /// The errors.
    pub property: Property,
    /// The numbers that integer types stand for; words by default.
    pub integers: Integers,
    /// Whether a division by zero is an error. By default it ends the run.
    pub check_division: bool,
    /// Whether an access out of the bounds of an array, or through a pointer without target, is an error. By default a
    /// read gives any value and a write has no effect.
    pub check_bounds: bool,
    /// Whether an access of an object of the heap after its end is an error, and a free of what is neither null nor the
    /// beginning of one that is alive. By default the former is an access out of bounds, and the latter has no effect.
    pub check_memory: bool,
    /// Whether a shift by a negative number, or by the width or more, is an error. By default the amount is taken
    /// modulo the width.
    pub check_shift: bool,
    /// Whether signed overflow is an error beside those of the property. By default it is one only under
    /// [`Property::NoOverflow`], and words wrap around.
    pub check_overflow: bool,
    /// The objects that one call of `malloc` or its like may have made and that are alive at once; 4 by default. Runs
    /// with more are not followed.
    pub heap_objects: u8,
    /// The effect of unknown functions.
    pub externs: Externs,
}

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions {
            property: Property::Default,
            integers: Integers::Words,
            check_division: false,
            check_bounds: false,
            check_memory: false,
            check_shift: false,
            check_overflow: false,
            heap_objects: 4,
            externs: Externs::ByProperty,
        }
    }
}

impl LowerOptions {
    /// Whether signed overflow is an error.
    pub fn checks_overflow(&self) -> bool {
        self.check_overflow || self.property == Property::NoOverflow
    }

    /// The kinds of undefined behaviour that are not looked for, as the command line names them.
    pub fn unchecked(&self) -> Vec<&'static str> {
        let kinds = [
            ("bounds", self.check_bounds),
            ("memory", self.check_memory),
            ("overflow", self.checks_overflow()),
            ("division", self.check_division),
            ("shifts", self.check_shift),
        ];
        kinds.iter().filter(|(_, is_checked)| !is_checked).map(|&(name, _)| name).collect()
    }
}
