//! The macros of the texts.

use super::super::arch::{Arch, COptions};

/// The place where errors are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Errno {
    /// The program does not mention it.
    Unseen,
    /// An object of this name.
    Object,
    /// The object that a function tells.
    Function,
}

/// The properties of the program that decide about macros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    pub errno: Errno,
    /// It looks at the number of characters that are printed.
    pub is_printed_used: bool,
    /// It may set the seed of `rand` more than once.
    pub is_seeded: bool,
    /// All sizes of objects fit into 32 bits, and `size_t` is wider.
    pub is_narrow: bool,
}

/// The definitions of the macros.
pub(super) fn prologue(options: COptions, choices: Choices) -> String {
    let (size, difference, long) = match options.arch {
        Arch::Ilp32 => ("unsigned int", "int", "2147483647L"),
        Arch::Lp64 => ("unsigned long", "long", "9223372036854775807L"),
    };
    let limits = format!(
        "#define __SIZE_TYPE__ {}\n#define __PTRDIFF_TYPE__ {}\n#define __INT_MAX__ 2147483647\n\
         #define __LONG_MAX__ {}\n#define __LONG_LONG_MAX__ 9223372036854775807LL\n",
        size, difference, long
    );
    limits + &definitions(choices)
}

/// The definitions of macros that depend on the program.
pub(super) fn definitions(choices: Choices) -> String {
    let errno = match choices.errno {
        Errno::Unseen => "((void)0)",
        Errno::Object => "(errno = (e))",
        Errno::Function => "(*__errno_location() = (e))",
    };
    let printed = if choices.is_printed_used { "(e)" } else { "0" };
    let seeded = if choices.is_seeded { "(a)" } else { "(b)" };
    let (counter, count) = match choices.is_narrow {
        true => ("unsigned int", "((n) > 4294967295u ? 4294967295u : (unsigned int)(n))"),
        false => ("__SIZE_TYPE__", "(n)"),
    };
    format!(
        "#define __INDUBIT_ERRNO(e) {}\n#define __INDUBIT_PRINTED(e) {}\n#define __INDUBIT_SEEDED(a, b) {}\n\
         #define __INDUBIT_COUNTER__ {}\n#define __INDUBIT_COUNT(n) {}\n",
        errno, printed, seeded, counter, count
    )
}
