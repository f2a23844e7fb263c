//! The macros that the texts of the library use. Their definitions depend on the target, and on properties of the
//! program such as whether it looks at `errno`.

use super::super::arch::{Arch, COptions};

/// The form in which the program sees `errno`.
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
    /// Whether the program uses the number of characters that are printed.
    pub is_printed_used: bool,
    /// Whether the interpreter is told what is printed.
    pub is_shown: bool,
    /// Whether the program mentions `ungetc`.
    pub is_pushed: bool,
    /// Whether the program mentions `stdin`.
    pub has_input: bool,
    /// Whether the program may set the seed of `rand` more than once.
    pub is_seeded: bool,
    /// Whether all sizes of objects fit into 32 bits, although `size_t` is wider.
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
    let formatted = if choices.is_shown { "(e)" } else { printed };
    let (shown, stream, store) = match choices.is_shown {
        true => (
            "(e)",
            "(char *)(s), -2",
            "if (room == (__SIZE_TYPE__)-2) __indubit_print(to, (unsigned char)(c)); else ",
        ),
        false => ("((void)0)", "0, 0", ""),
    };
    let pushed = if choices.is_pushed { "(a)" } else { "(b)" };
    // Any address that no stream has.
    let input = if choices.has_input { "((void *)stdin)" } else { "((void *)-1)" };
    let seeded = if choices.is_seeded { "(a)" } else { "(b)" };
    let (counter, count) = match choices.is_narrow {
        true => ("unsigned int", "((n) > 4294967295u ? 4294967295u : (unsigned int)(n))"),
        false => ("__SIZE_TYPE__", "(n)"),
    };
    const WITH_LIST: &str = "({ __builtin_va_list list = {0}; int result = 0; \
        __builtin_va_start(list, format); result = (e); __builtin_va_end(list); result; })";
    format!(
        "#define __INDUBIT_WITH_LIST(e) {}\n#define __INDUBIT_ERRNO(e) {}\n\
         #define __INDUBIT_PRINTED(e) {}\n#define __INDUBIT_FORMATTED(e) {}\n\
         #define __INDUBIT_SHOW(e) {}\n#define __INDUBIT_STREAM(s) {}\n\
         #define __INDUBIT_STORE(to, room, at, c) {}if ((at) + 1 < (room)) (to)[at] = (c)\n\
         #define __INDUBIT_PUSHED(a, b) {}\n#define __INDUBIT_STDIN {}\n#define __INDUBIT_SEEDED(a, b) {}\n\
         #define __INDUBIT_COUNTER__ {}\n#define __INDUBIT_COUNT(n) {}\n",
        WITH_LIST, errno, printed, formatted, shown, stream, store, pushed, input, seeded, counter, count
    )
}
