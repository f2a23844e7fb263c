//! Checks: the words of `--check`, each of which looks for kinds of errors (`errors`).
//!
//! `memory` looks for two kinds of errors, and `floats` beside its own ones for conversions. `--check all` finds all
//! that is undefined in C; a check of behaviour that C allows, such as `leaks`, is named.

use std::ops::{Index, IndexMut};

/// A check: a word of `--check`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Check {
    /// Accesses outside of their objects.
    Bounds,
    /// Accesses after the end of objects of the heap, and wrong frees.
    Memory,
    /// Signed overflow.
    Overflow,
    /// Division by zero.
    Division,
    /// Shifts.
    Shifts,
    /// Conversions of floating-point numbers to integers.
    Conversions,
    /// Places that the program calls unreachable.
    Unreachable,
    /// Floating-point numbers that are none, or infinite.
    Floats,
    /// Objects of the heap that are lost.
    Leaks,
    /// Objects of the heap at the end.
    Cleanup,
    /// Indices of rows and members.
    Members,
    /// Arguments of functions of the library.
    Library,
    /// Lengths of arrays of variable length.
    Lengths,
    /// Alignments of what pointers lead to.
    Alignment,
    /// Calls through pointers of other types.
    Calls,
    /// Results that are missing.
    Results,
    /// Pointers that are moved out of their objects.
    Pointers,
    /// Overflow of unsigned integers.
    UnsignedOverflow,
    /// Values of integers that are lost by conversions.
    Truncation,
    /// Values that were never stored.
    Uninitialised,
    /// Values that a type does not have.
    Values,
}

/// A row of the table of checks.
#[derive(Clone, Copy, Debug)]
pub struct CheckRow {
    /// The check.
    pub check: Check,
    /// Its word.
    pub word: &'static str,
    /// Whether it looks for undefined behaviour, so that it is one of `--check all`.
    pub is_undefined: bool,
    /// The behaviour that it makes an error, for the list of options.
    pub doc: &'static str,
}

const fn row(check: Check, word: &'static str, is_undefined: bool, doc: &'static str) -> CheckRow {
    CheckRow { check, word, is_undefined, doc }
}

/// The checks, in the order of [`Check`].
pub const CHECKS: [CheckRow; Check::Values as usize + 1] = [
    row(Check::Bounds, "bounds", true, "C: an access outside of its object, or through null, is an error"),
    row(
        Check::Memory,
        "memory",
        true,
        "C: an access of an object of the heap after its end, or a wrong free, is an error",
    ),
    row(Check::Overflow, "overflow", true, "C: an overflow of signed integers is an error"),
    row(Check::Division, "division", true, "C: a division by zero is an error"),
    row(
        Check::Shifts,
        "shifts",
        true,
        "C: a shift by a negative number or by too much is an error, and one to the left of a negative number, or out \
        of its type",
    ),
    row(
        Check::Conversions,
        "conversions",
        true,
        "C: a floating-point number converted to an integer type that does not hold it is an error",
    ),
    row(
        Check::Unreachable,
        "unreachable",
        true,
        "C: a call of __builtin_unreachable is an error; otherwise it ends the run",
    ),
    row(
        Check::Floats,
        "floats",
        false,
        "C: beside such conversions, a NaN that an operator makes of numbers, and an infinity that it makes of finite \
        numbers (an overflow, a division by zero), are errors",
    ),
    row(
        Check::Leaks,
        "leaks",
        false,
        "C: an object of the heap to which no pointer leads any more is an error",
    ),
    row(
        Check::Cleanup,
        "cleanup",
        false,
        "C: an object of the heap that is not freed at the end of the run is an error",
    ),
    row(Check::Members, "members", true, "C: an index outside of its row or member is an error"),
    row(Check::Library, "library", true, "C: a null or overlapping argument of the library is an error"),
    row(Check::Lengths, "lengths", true, "C: an array of a variable length below 1 is an error"),
    row(Check::Alignment, "alignment", true, "C: an access through a misaligned pointer is an error"),
    row(Check::Calls, "calls", true, "C: a call through a pointer of another type is an error"),
    row(Check::Results, "results", true, "C: the use of a result that no `return` gives is an error"),
    row(Check::Pointers, "pointers", true, "C: a pointer moved out of its object is an error"),
    row(Check::UnsignedOverflow, "unsigned-overflow", false, "C: an overflow of unsigned integers is an error"),
    row(Check::Truncation, "truncation", false, "C: a conversion without cast that changes an integer is an error"),
    row(
        Check::Uninitialised,
        "uninitialised",
        true,
        "C: a condition, an address, an argument of an unknown function or a result of `main` that depends on a value \
        that was never stored is an error",
    ),
    row(Check::Values, "values", true, "C: a _Bool that is read and is neither 0 nor 1 is an error"),
];

impl Check {
    /// The row of the check.
    pub fn row(self) -> &'static CheckRow {
        &CHECKS[self as usize]
    }

    /// The check with this word.
    pub fn named(word: &str) -> Option<Check> {
        CHECKS.iter().find(|row| row.word == word).map(|row| row.check)
    }
}

/// The checks that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks([bool; CHECKS.len()]);

impl Checks {
    /// These checks.
    pub fn of(list: &[Check]) -> Checks {
        let mut checks = Checks::default();
        list.iter().for_each(|&check| checks[check] = true);
        checks
    }

    /// All checks of undefined behaviour.
    pub fn all() -> Checks {
        let mut checks = Checks::default();
        CHECKS.iter().for_each(|row| checks[row.check] = row.is_undefined);
        checks
    }

    /// The checks that these words name, which commas separate; `all` is [`Checks::all`]. `None` if a word is none.
    pub fn read(words: &str) -> Option<Checks> {
        let mut checks = Checks::default();
        for word in words.split(',') {
            match word {
                "all" => checks.add(Checks::all()),
                word => checks[Check::named(word)?] = true,
            }
        }
        Some(checks)
    }

    /// The words that [`Checks::read`] takes.
    pub fn words() -> Vec<&'static str> {
        CHECKS.iter().map(|row| row.word).chain(["all"]).collect()
    }

    /// Turns further checks on.
    pub fn add(&mut self, other: Checks) {
        other.list().for_each(|check| self[check] = true);
    }

    /// The checks that are on.
    pub fn list(self) -> impl Iterator<Item = Check> {
        CHECKS.iter().map(|row| row.check).filter(move |&check| self[check])
    }
}

impl Index<Check> for Checks {
    type Output = bool;

    fn index(&self, check: Check) -> &bool {
        &self.0[check as usize]
    }
}

impl IndexMut<Check> for Checks {
    fn index_mut(&mut self, check: Check) -> &mut bool {
        &mut self.0[check as usize]
    }
}
