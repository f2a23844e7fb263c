//! Functions whose meaning their name tells. The reader gives most functions of the C library a body.

use crate::input::c::{Failure, Function, Program};

/// Functions without body whose effect is more than a result, by name or by the beginning of their names.
const REFUSED: [(&str, &str); 5] = [
    ("pthread_", "threads"),
    ("setjmp longjmp _setjmp _longjmp sigsetjmp siglongjmp", "jumps between functions"),
    ("signal sigaction", "signals"),
    (
        "malloc calloc realloc free alloca __builtin_alloca aligned_alloc posix_memalign kmalloc kzalloc",
        "memory of the heap",
    ),
    (
        "scanf sscanf fscanf __VERIFIER_nondet_memory atexit",
        "a function that writes through its arguments, or calls them",
    ),
];

/// The meaning of a call.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// The body of the function.
    Body,
    /// This failure, or if the property does not ask about it, the end of the run.
    Error(Failure),
    /// The end of the run.
    End,
    /// The end of the run if the argument is 0.
    Assume,
    /// A failure if the argument is 0.
    Assert,
    /// The bytes of the argument in reverse order.
    SwapBytes,
    /// Any result, and no effect.
    Any,
    Refused(&'static str),
}

/// The meaning of calls of a function.
pub(super) fn meaning(program: &Program, function: &Function) -> Meaning {
    let name = program.names.text(function.name);
    match name {
        "reach_error" | "__VERIFIER_error" => return Meaning::Error(Failure::ReachError),
        "__assert_fail" => return Meaning::Error(Failure::AssertFail),
        _ if function.body.is_some() => return Meaning::Body,
        _ => {}
    }
    match name {
        "__assert" | "__assert_rtn" => Meaning::Error(Failure::AssertFail),
        "assert" => Meaning::Assert,
        "abort" | "exit" | "_exit" | "_Exit" => Meaning::End,
        "__builtin_abort" | "__builtin_trap" | "__builtin_unreachable" => Meaning::End,
        "__VERIFIER_assume" | "assume" | "__CPROVER_assume" => Meaning::Assume,
        "__builtin_bswap16" | "__builtin_bswap32" | "__builtin_bswap64" => Meaning::SwapBytes,
        _ => {
            let is_one_of = |names: &str| match names.strip_suffix('_') {
                Some(_) => name.starts_with(names),
                None => names.split_whitespace().any(|known| known == name),
            };
            match REFUSED.iter().find(|(names, _)| is_one_of(names)) {
                Some((_, reason)) => Meaning::Refused(reason),
                None if function.is_noreturn => Meaning::End,
                None => Meaning::Any,
            }
        }
    }
}
