//! The table of errors: one row for each kind, with its names, the check that looks for it, and where the check ends.
//!
//! Help, pages, JSON, SARIF, the notes on what was not looked for, and the parsing of `--check` come from here. A
//! [`Failure`] is an error if the property forbids it or one of its *checks* is on. A check is a word that users write:
//! `memory` looks for two kinds of errors, and `floats` beside its own ones for conversions. `--check all` is all that
//! is undefined in C; a check of what C allows, such as `leaks`, is named.

use super::property::Failure;
use std::fmt;
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
pub const CHECKS: [CheckRow; Check::Cleanup as usize + 1] = [
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

    /// The errors that it looks for.
    pub fn failures(self) -> impl Iterator<Item = Failure> {
        ERRORS.iter().filter(move |row| row.checks.contains(&self)).map(|row| row.failure)
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

    /// Whether a check that is on looks for this error.
    pub fn find(&self, failure: Failure) -> bool {
        failure.row().checks.iter().any(|&check| self[check])
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

/// A row of the table of errors.
#[derive(Clone, Copy, Debug)]
pub struct ErrorRow {
    /// The error.
    pub failure: Failure,
    /// Its kind as a word for other programs. Two ways in which an assertion may fail are of one kind.
    pub kind: &'static str,
    /// The kind as the name of a rule.
    pub name: &'static str,
    /// The kind as a sentence.
    pub text: &'static str,
    /// The error in a sentence about a run: `error: division by zero at line 3`.
    pub words: &'static str,
    /// The place of such an error in words, if its expression is not known: `a division`.
    pub noun: &'static str,
    /// The error at an expression, which stands for `{}`.
    pub fails: &'static str,
    /// The statement that there is no such error at an expression.
    pub holds: &'static str,
    /// The checks that look for it; none of an error that the default property forbids.
    pub checks: &'static [Check],
    /// The weaknesses that it may be, by their numbers in MITRE's list (CWE).
    pub weaknesses: &'static [u16],
    /// gcc's sanitizers that report it, as the value of `-fsanitize`; empty if a compiled run does so by itself, or if
    /// there is none.
    pub gcc: &'static str,
    /// clang's, where it has others.
    pub clang: &'static str,
    /// The option of CBMC 6 that looks for it.
    pub cbmc: &'static str,
    /// The errors of this kind that the check leaves out.
    pub left_out: &'static str,
}

/// The errors, in the order of [`Failure`].
pub const ERRORS: [ErrorRow; Failure::Leak as usize + 1] = [
    ErrorRow {
        failure: Failure::ReachError,
        kind: "reach-error",
        name: "ErrorFunction",
        text: "An error function is called.",
        words: "an error function is called",
        noun: "a call",
        fails: "{} is called",
        holds: "no call of {}",
        checks: &[],
        weaknesses: &[617],
        gcc: "",
        clang: "",
        cbmc: "assertions",
        left_out: "",
    },
    ErrorRow {
        failure: Failure::AssertFail,
        words: "an assertion fails",
        ..ASSERTION
    },
    ASSERTION,
    ErrorRow {
        failure: Failure::Label,
        kind: "label",
        name: "ErrorLabel",
        text: "The label ERROR is reached.",
        words: "the label ERROR is reached",
        noun: "",
        fails: "the label `ERROR` is reached",
        holds: "the label `ERROR` is not reached",
        checks: &[],
        weaknesses: &[617],
        gcc: "",
        clang: "",
        cbmc: "--error-label ERROR",
        left_out: "",
    },
    ErrorRow {
        failure: Failure::Unreachable,
        kind: "unreachable",
        name: "Unreachable",
        text: "A place that the program calls unreachable is reached.",
        words: "a place that the program calls unreachable is reached",
        noun: "",
        fails: "`__builtin_unreachable` is called",
        holds: "no call of `__builtin_unreachable`",
        checks: &[Check::Unreachable],
        weaknesses: &[758],
        gcc: "unreachable",
        clang: "",
        cbmc: "",
        left_out: "",
    },
    ErrorRow {
        failure: Failure::Overflow,
        kind: "overflow",
        name: "SignedOverflow",
        text: "A signed operation overflows its type.",
        words: "signed overflow",
        noun: "an operation",
        fails: "{} overflows",
        holds: "no overflow of {}",
        checks: &[Check::Overflow],
        weaknesses: &[190],
        gcc: "signed-integer-overflow,shift,integer-divide-by-zero",
        clang: "",
        cbmc: "--signed-overflow-check",
        left_out: "",
    },
    ErrorRow {
        failure: Failure::DivisionByZero,
        kind: "division",
        name: "DivisionByZero",
        text: "A number is divided by zero.",
        words: "division by zero",
        noun: "a division",
        fails: "division by zero in {}",
        holds: "no division by zero in {}",
        checks: &[Check::Division],
        weaknesses: &[369],
        gcc: "integer-divide-by-zero",
        clang: "",
        cbmc: "--div-by-zero-check",
        left_out: "floating-point numbers (floats)",
    },
    ErrorRow {
        failure: Failure::Bounds,
        kind: "bounds",
        name: "OutOfBounds",
        text: "An access is outside of its object, or through a null pointer.",
        words: "an access out of bounds",
        noun: "an access",
        fails: "{} is outside of its object",
        holds: "{} inside of its object",
        checks: &[Check::Bounds],
        weaknesses: &[119, 125, 476, 787, 825],
        gcc: "address,bounds",
        clang: "",
        cbmc: "--bounds-check --pointer-check",
        left_out: "an index outside of its row or member, inside of the object",
    },
    ErrorRow {
        failure: Failure::ShiftWidth,
        kind: "shift",
        name: "ShiftAmount",
        text: "A shift is by a negative number, or by the width of the type or more.",
        words: "a shift by a negative number or by too much, or of a negative number or out of its type",
        noun: "a shift",
        fails: "{} shifts by a negative number or by too much, or a negative number or out of its type",
        holds: "{} shifts by less than the width",
        checks: &[Check::Shifts],
        weaknesses: &[1335],
        gcc: "shift",
        clang: "",
        cbmc: "--undefined-shift-check",
        left_out: "",
    },
    ErrorRow {
        failure: Failure::Conversion,
        kind: "conversion",
        name: "Conversion",
        text: "A number does not fit the integer type to which it is converted.",
        words: "a floating-point number converted to an integer type that does not hold it",
        noun: "a conversion",
        fails: "{} is a number that its type does not hold",
        holds: "{} fits the integer type",
        checks: &[Check::Conversions, Check::Floats],
        weaknesses: &[197, 681],
        gcc: "float-cast-overflow",
        clang: "",
        cbmc: "--conversion-check",
        left_out: "integers that are converted",
    },
    ErrorRow {
        failure: Failure::NotANumber,
        kind: "nan",
        name: "NotANumber",
        text: "An operator on numbers makes a NaN.",
        words: "a floating-point operator that makes a NaN",
        noun: "an operator",
        fails: "{} makes a NaN",
        holds: "{} makes no NaN",
        checks: &[Check::Floats],
        weaknesses: &[682],
        gcc: "",
        clang: "",
        cbmc: "--nan-check",
        left_out: "",
    },
    ErrorRow {
        failure: Failure::Infinity,
        kind: "infinity",
        name: "Infinity",
        text: "An operator on finite numbers makes an infinity.",
        words: "a floating-point operator that makes an infinity",
        noun: "an operator",
        fails: "{} makes an infinity",
        holds: "{} makes no infinity",
        checks: &[Check::Floats],
        weaknesses: &[682],
        gcc: "",
        clang: "",
        cbmc: "--float-overflow-check",
        left_out: "",
    },
    ErrorRow {
        failure: Failure::UseAfterFree,
        kind: "use-after-free",
        name: "UseAfterFree",
        text: "An object of the heap is accessed after its end.",
        words: "an access of an object of the heap after its end",
        noun: "an access",
        fails: "{} is accessed after the end of its object",
        holds: "{} before the end of its object",
        checks: &[Check::Memory],
        weaknesses: &[416],
        gcc: "address",
        clang: "",
        cbmc: "--pointer-check",
        left_out: "local objects after their end (bounds)",
    },
    ErrorRow {
        failure: Failure::InvalidFree,
        kind: "invalid-free",
        name: "InvalidFree",
        text: "A pointer is freed that is no live object of the heap.",
        words: "a free of what is no object of the heap that is alive",
        noun: "a call",
        fails: "{} frees no object of the heap",
        holds: "{} frees an object of the heap",
        checks: &[Check::Memory],
        weaknesses: &[415, 590, 761],
        gcc: "address",
        clang: "",
        cbmc: "--pointer-check",
        left_out: "",
    },
    ErrorRow {
        failure: Failure::Lost,
        kind: "lost",
        name: "Lost",
        text: "No pointer leads any more to an object of the heap.",
        words: "an object of the heap to which no pointer leads any more",
        noun: "",
        fails: "an object of the heap is lost",
        holds: "no object of the heap is lost",
        checks: &[Check::Leaks],
        weaknesses: &[401],
        gcc: "leak",
        clang: "",
        cbmc: "--memory-leak-check",
        left_out: "objects that are lost between two places where they are looked for: conditions of loops, `goto`, \
            and the end",
    },
    ErrorRow {
        failure: Failure::Leak,
        kind: "leak",
        name: "Leak",
        text: "An object of the heap is not freed at the end.",
        words: "an object of the heap that is not freed at the end",
        noun: "",
        fails: "an object of the heap is not freed",
        holds: "each object of the heap is freed",
        checks: &[Check::Cleanup],
        weaknesses: &[401],
        gcc: "leak",
        clang: "",
        cbmc: "--memory-cleanup-check",
        left_out: "runs that `abort` ends",
    },
];

/// `assert(e)` with an `e` that is 0.
const ASSERTION: ErrorRow = ErrorRow {
    failure: Failure::Assertion,
    kind: "assertion",
    name: "Assertion",
    text: "An assertion is false.",
    words: "the argument of assert is 0",
    noun: "",
    fails: "an assertion is false",
    holds: "assertion",
    checks: &[],
    weaknesses: &[617],
    gcc: "",
    clang: "",
    cbmc: "assertions",
    left_out: "",
};

impl Failure {
    /// The row of the error.
    pub fn row(self) -> &'static ErrorRow {
        &ERRORS[self as usize]
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().words)
    }
}

/// The kinds of errors: the first row of each.
pub fn kinds() -> impl Iterator<Item = &'static ErrorRow> {
    let is_first = |&(at, row): &(usize, &ErrorRow)| ERRORS[..at].iter().all(|other| other.kind != row.kind);
    ERRORS.iter().enumerate().filter(is_first).map(|(_, row)| row)
}

/// The weaknesses, by number, with their names in MITRE's list.
pub const WEAKNESSES: [(u16, &str); 18] = [
    (119, "Improper Restriction of Operations within the Bounds of a Memory Buffer"),
    (125, "Out-of-bounds Read"),
    (190, "Integer Overflow or Wraparound"),
    (197, "Numeric Truncation Error"),
    (369, "Divide By Zero"),
    (401, "Missing Release of Memory after Effective Lifetime"),
    (415, "Double Free"),
    (416, "Use After Free"),
    (476, "NULL Pointer Dereference"),
    (590, "Free of Memory not on the Heap"),
    (617, "Reachable Assertion"),
    (681, "Incorrect Conversion between Numeric Types"),
    (682, "Incorrect Calculation"),
    (758, "Reliance on Undefined, Unspecified, or Implementation-Defined Behavior"),
    (761, "Free of Pointer not at Start of Buffer"),
    (787, "Out-of-bounds Write"),
    (825, "Expired Pointer Dereference"),
    (1335, "Incorrect Bitwise Shift of Integer"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_errors_and_name_weaknesses_of_the_list() {
        for (at, row) in ERRORS.iter().enumerate() {
            assert_eq!(row.failure as usize, at, "{}", row.kind);
            for number in row.weaknesses {
                assert!(WEAKNESSES.iter().any(|(known, _)| known == number), "{}: {}", row.kind, number);
            }
        }
        for (at, row) in CHECKS.iter().enumerate() {
            assert!(row.check as usize == at && row.check.failures().next().is_some(), "{}", row.word);
        }
    }
}
