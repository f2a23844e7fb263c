//! The table of errors: one row for each kind, with its names, the check that looks for it, and where the check ends.
//!
//! Help, pages, JSON, SARIF, and the notes on what was not looked for come from here. A [`Failure`] is an error if the
//! property forbids it or one of its *checks* is on.

use super::checks::{Check, Checks};
use super::property::Failure;
use std::fmt;

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
pub const ERRORS: [ErrorRow; Failure::Truth as usize + 1] = [
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
        left_out: "an index outside of its row or member, inside of the object (members)",
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
        left_out: "integers that are converted (truncation)",
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
    ErrorRow {
        failure: Failure::Member,
        kind: "member",
        name: "MemberBounds",
        text: "An index is outside of its row or member.",
        words: "an index outside of its row or member",
        noun: "an index",
        fails: "{} is outside of its row or member",
        holds: "{} inside of its row or member",
        checks: &[Check::Members],
        weaknesses: &[125, 787],
        gcc: "bounds-strict",
        clang: "",
        cbmc: "--bounds-check",
        left_out: "whole objects (bounds), arrays of no length at the end of a structure, and those of variable \
            length",
    },
    ErrorRow {
        failure: Failure::Library,
        kind: "library",
        name: "LibraryArgument",
        text: "An argument of a function of the C library is null, or two of them overlap.",
        words: "a null or overlapping argument of a function of the C library",
        noun: "a call",
        fails: "{} has a null or overlapping argument",
        holds: "no null or overlapping argument of {}",
        checks: &[Check::Library],
        weaknesses: &[476, 628],
        gcc: "address,nonnull-attribute",
        clang: "",
        cbmc: "--pointer-check",
        left_out: "overlaps but of `memcpy` and `mempcpy`, and of the same place; calls through pointers",
    },
    ErrorRow {
        failure: Failure::Length,
        kind: "length",
        name: "ArrayLength",
        text: "The length of an array of variable length is below 1.",
        words: "a variable length of an array that is below 1",
        noun: "a length",
        fails: "the variable length of an array is below 1",
        holds: "the variable length of an array is 1 or more",
        checks: &[Check::Lengths],
        weaknesses: &[129],
        gcc: "vla-bound",
        clang: "",
        cbmc: "",
        left_out: "lengths of parameters; `alloca`",
    },
    ErrorRow {
        failure: Failure::Misaligned,
        kind: "alignment",
        name: "Misaligned",
        text: "An access is through a pointer that is not aligned for its type.",
        words: "an access through a misaligned pointer",
        noun: "an access",
        fails: "{} is misaligned",
        holds: "{} is aligned",
        checks: &[Check::Alignment],
        weaknesses: &[704],
        gcc: "alignment",
        clang: "",
        cbmc: "",
        left_out: "objects whose own alignment is less than the type's, since their address is unknown; numbers",
    },
    ErrorRow {
        failure: Failure::CallType,
        kind: "call",
        name: "CallType",
        text: "A function is called through a pointer of another type.",
        words: "a call through a pointer of another type",
        noun: "a call",
        fails: "{} calls a function of another type",
        holds: "{} calls a function of its type",
        checks: &[Check::Calls],
        weaknesses: &[686, 688],
        gcc: "",
        clang: "function",
        cbmc: "",
        left_out: "functions without prototype; calls without pointer, and those in the library's own text",
    },
    ErrorRow {
        failure: Failure::NoResult,
        kind: "result",
        name: "MissingResult",
        text: "A function ends without `return`, and its result is used.",
        words: "a function that ends without a result that is used",
        noun: "",
        fails: "a result is used that no `return` gives",
        holds: "the function ends by `return`, or its result is dropped",
        checks: &[Check::Results],
        weaknesses: &[758],
        gcc: "",
        clang: "",
        cbmc: "",
        left_out: "a recursive function, whose end is not followed then",
    },
    ErrorRow {
        failure: Failure::Moved,
        kind: "pointer",
        name: "PointerArithmetic",
        text: "A pointer is moved out of its object.",
        words: "a pointer moved out of its object",
        noun: "a pointer",
        fails: "{} is moved out of its object",
        holds: "{} stays in its object",
        checks: &[Check::Pointers],
        weaknesses: &[823],
        gcc: "",
        clang: "",
        cbmc: "--pointer-overflow-check",
        left_out: "accesses `a[i]` (bounds), numbers, objects that have ended, and the library's own text",
    },
    ErrorRow {
        failure: Failure::UnsignedOverflow,
        kind: "unsigned-overflow",
        name: "UnsignedOverflow",
        text: "An unsigned operation overflows its type.",
        words: "unsigned overflow",
        noun: "an operation",
        fails: "{} overflows its type",
        holds: "no overflow of {}",
        checks: &[Check::UnsignedOverflow],
        weaknesses: &[190],
        gcc: "",
        clang: "unsigned-integer-overflow",
        cbmc: "--unsigned-overflow-check",
        left_out: "the sign `-`, shifts, bit-fields, and the library's own text",
    },
    ErrorRow {
        failure: Failure::Truncation,
        kind: "truncation",
        name: "Truncation",
        text: "A conversion without cast changes the value of an integer.",
        words: "a conversion that changes an integer",
        noun: "a conversion",
        fails: "{} changes in its conversion",
        holds: "{} keeps its value",
        checks: &[Check::Truncation],
        weaknesses: &[197],
        gcc: "",
        clang: "implicit-conversion",
        cbmc: "--conversion-check",
        left_out: "casts, stores into bit-fields, `++` and `--`, `_Bool`, constants, and the library's own text",
    },
    ErrorRow {
        failure: Failure::Uninitialised,
        kind: "uninitialised",
        name: "Uninitialised",
        text: "The run depends on a value that was never stored.",
        words: "a use of a value that was never stored",
        noun: "a value",
        fails: "{} depends on a value that was never stored",
        holds: "{} depends on values that were stored",
        checks: &[Check::Uninitialised],
        weaknesses: &[457, 908],
        gcc: "",
        clang: "memory",
        cbmc: "goto-instrument --uninitialized-check",
        left_out: "copies and operators whose result nothing depends on, padding, and structures as arguments",
    },
    ErrorRow {
        failure: Failure::Truth,
        kind: "truth",
        name: "TruthValue",
        text: "A `_Bool` is read that is neither 0 nor 1.",
        words: "a read of a `_Bool` that is neither 0 nor 1",
        noun: "a value",
        fails: "{} is neither 0 nor 1",
        holds: "{} is 0 or 1",
        checks: &[Check::Values],
        weaknesses: &[704],
        gcc: "bool",
        clang: "",
        cbmc: "",
        left_out: "bit-fields, and enumerations, which in C hold each number of their type",
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

impl Check {
    /// The errors that it looks for.
    pub fn failures(self) -> impl Iterator<Item = Failure> {
        ERRORS.iter().filter(move |row| row.checks.contains(&self)).map(|row| row.failure)
    }
}

impl Checks {
    /// Whether a check that is on looks for this error.
    pub fn find(&self, failure: Failure) -> bool {
        failure.row().checks.iter().any(|&check| self[check])
    }
}

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
pub const WEAKNESSES: [(u16, &str); 26] = [
    (119, "Improper Restriction of Operations within the Bounds of a Memory Buffer"),
    (125, "Out-of-bounds Read"),
    (129, "Improper Validation of Array Index"),
    (190, "Integer Overflow or Wraparound"),
    (197, "Numeric Truncation Error"),
    (369, "Divide By Zero"),
    (401, "Missing Release of Memory after Effective Lifetime"),
    (415, "Double Free"),
    (416, "Use After Free"),
    (457, "Use of Uninitialized Variable"),
    (476, "NULL Pointer Dereference"),
    (590, "Free of Memory not on the Heap"),
    (617, "Reachable Assertion"),
    (628, "Function Call with Incorrectly Specified Arguments"),
    (681, "Incorrect Conversion between Numeric Types"),
    (682, "Incorrect Calculation"),
    (686, "Function Call With Incorrect Argument Type"),
    (688, "Function Call With Incorrect Variable or Reference as Argument"),
    (704, "Incorrect Type Conversion or Cast"),
    (758, "Reliance on Undefined, Unspecified, or Implementation-Defined Behavior"),
    (761, "Free of Pointer not at Start of Buffer"),
    (787, "Out-of-bounds Write"),
    (823, "Use of Out-of-range Pointer Offset"),
    (825, "Expired Pointer Dereference"),
    (908, "Use of Uninitialized Resource"),
    (1335, "Incorrect Bitwise Shift of Integer"),
];

#[cfg(test)]
mod tests {
    use super::super::checks::CHECKS;
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
