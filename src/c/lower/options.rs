//! Options of the lowering: which meaning a program gets.
//!
//! C leaves much undefined, and users differ in what they call an error. So each check is an option, whose
//! documentation says what a run does if the check is off. The same options give the interpreter its rules, so that
//! both readings of a program agree.

use super::analysis::leaves::MOST_PARTS;
use super::numbers::Integers;
use crate::c::read::arch::COptions;
use crate::c::read::checks::{Check, Checks, CHECKS};
use crate::c::read::property::{Externs, Failure, Property};

/// The bytes of the largest object of the heap that is followed. The allocator of a machine may fail for a larger one.
/// On machines with addresses of 64 bits, the number of bits is one of 64 bits.
pub fn largest_heap_object(options: COptions) -> u64 {
    if options.pointer_size() == 8 {
        1 << 56
    } else {
        1 << 28
    }
}

/// The least address that an object may have. Systems keep the first page free, so that an access through a null
/// pointer, or to a member through one, ends the process.
pub const LOWEST_ADDRESS: u64 = 4096;

/// The reason why an access through a number that may be an address is not followed.
pub const UNKNOWN_OBJECT: &str = "an access through a number: the object is not known";

/// The reason why an access of further arguments of `main` is not followed.
pub const MORE_ARGUMENTS: &str = "an access of an argument of `main` behind the first four";

/// The meaning that a program gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerOptions {
    /// The property, which says what counts as an error.
    pub property: Property,
    /// The numbers that integer types stand for; words by default.
    pub integers: Integers,
    /// Further errors. [`Check`] says which; without its check, an error has the meaning that `indubit help c` tells.
    pub checks: Checks,
    /// How many objects that one call of `malloc` or its like has made may be alive at once; 4 by default. Runs with
    /// more are not followed; if there are any, the program has a second model ([`Source::unbounded`]). If it is 0,
    /// objects of a small known size have no bound, and those of other calls have the bound 4.
    ///
    /// [`Source::unbounded`]: super::Source::unbounded
    pub heap_objects: u8,
    /// How many parts of an object an access at a computed index may mean. Above that, the object is one variable, an
    /// array of words, if no addresses are stored in it and integers are words; otherwise runs with such an access are
    /// not followed. At most 4096, the default, but 16 of a function alone, whose loops are over arrays of any values;
    /// with a greater number, no object is an array.
    pub array_parts: u32,
    /// The effect of unknown functions.
    pub externs: Externs,
}

/// The bound in [`LowerOptions::array_parts`] of a function alone, by default.
const ROWS_FROM: u32 = 16;

/// The bound of objects in [`LowerOptions::heap_objects`] by default.
const HEAP_OBJECTS: u8 = 4;

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions {
            property: Property::Default,
            integers: Integers::Words,
            checks: Checks::default(),
            heap_objects: HEAP_OBJECTS,
            array_parts: MOST_PARTS as u32,
            externs: Externs::ByProperty,
        }
    }
}

impl LowerOptions {
    /// The options with the default of a function alone, unless another bound was chosen.
    pub(super) fn with_rows(self) -> LowerOptions {
        let is_default = self.array_parts == MOST_PARTS as u32;
        LowerOptions { array_parts: if is_default { ROWS_FROM } else { self.array_parts }, ..self }
    }

    /// Whether a failure is an error, by the property or by an option.
    pub fn checks(&self, failure: Failure) -> bool {
        // The question whether runs end has no errors; where another one has some, a run ends.
        let is_error = self.checks.find(failure) || failure.violates(self.property);
        is_error && self.property != Property::Termination
    }

    /// Whether objects of the heap that are not freed are looked for.
    pub(super) fn checks_leaks(&self) -> bool {
        self.checks(Failure::Lost) || self.checks(Failure::Leak)
    }

    /// Whether calls make families of objects that have no bound, where they can.
    pub(super) fn has_families(&self) -> bool {
        self.heap_objects == 0
    }

    /// These options for objects without a bound; `None` if that is what they are for.
    pub(super) fn unbounded(self) -> Option<LowerOptions> {
        (!self.has_families()).then_some(LowerOptions { heap_objects: 0, ..self })
    }

    /// How many objects that one call has made may be alive at once, if they are no family.
    pub fn slots(&self) -> u8 {
        if self.has_families() {
            HEAP_OBJECTS
        } else {
            self.heap_objects
        }
    }

    /// The checks of undefined behaviour that are off, among those that concern a program.
    pub fn unchecked(&self, concerns: impl Fn(Check) -> bool) -> Vec<&'static str> {
        let is_off = |check: Check| check.failures().any(|failure| !self.checks(failure));
        let missing =
            CHECKS.iter().filter(|row| row.is_undefined && is_off(row.check) && concerns(row.check));
        missing.map(|row| row.word).collect()
    }
}
