//! Functions whose meaning their name tells. The reader gives most functions of the C library a body.

use crate::c::read::{is_library_function, PRINT};
use crate::c::{Failure, Function, Program};

/// Functions without body whose effect is more than a result, by name or by the beginning of their names.
const REFUSED: [(&str, &str); 5] = [
    ("pthread_", "threads"),
    ("setjmp longjmp _setjmp _longjmp sigsetjmp siglongjmp", "jumps between functions"),
    ("signal sigaction", "signals"),
    ("__VERIFIER_nondet_memory", "a function that writes through its arguments"),
    ("on_exit at_quick_exit", "a function at the end of a run that atexit does not register"),
];

/// A new object of the heap: the positions of the arguments that tell its size.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Allocator {
    pub size: usize,
    /// A factor of the size.
    pub count: Option<usize>,
    pub is_zeroed: bool,
    /// Whether its life ends with the call that makes it.
    pub is_of_call: bool,
    /// Whether its first bytes are those of the object of the first argument, which ends.
    pub is_copy: bool,
}

/// The meaning of a call.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) enum Meaning {
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
    /// A new object of the heap.
    Allocate(Allocator),
    /// The end of an object of the heap.
    Free,
    /// The bytes of the argument in reverse order.
    SwapBytes,
    /// A character of the output: the second argument, to the stream that is the first one.
    Print,
    /// Any result. The flag says whether the name promises that there is no effect.
    Any(bool),
    Refused(&'static str),
}

/// The meaning of calls of a function.
pub(in crate::c) fn meaning(program: &Program, function: &Function) -> Meaning {
    let name = program.names.text(function.name);
    match name {
        "reach_error" | "__VERIFIER_error" => return Meaning::Error(Failure::ReachError),
        "__assert_fail" => return Meaning::Error(Failure::AssertFail),
        _ if function.body.is_some() => return Meaning::Body,
        _ => {}
    }
    let plain = Allocator { size: 0, count: None, is_zeroed: false, is_of_call: false, is_copy: false };
    let copy = Allocator { size: 1, is_copy: true, ..plain };
    match name {
        "malloc" | "__builtin_malloc" | "kmalloc" | "__kmalloc" | "vmalloc" | "valloc" => {
            Meaning::Allocate(plain)
        }
        "aligned_alloc" | "memalign" => Meaning::Allocate(Allocator { size: 1, ..plain }),
        "kzalloc" | "vzalloc" => Meaning::Allocate(Allocator { is_zeroed: true, ..plain }),
        "calloc" | "__builtin_calloc" | "kcalloc" => {
            Meaning::Allocate(Allocator { size: 1, count: Some(0), is_zeroed: true, ..plain })
        }
        "alloca" | "__builtin_alloca" => Meaning::Allocate(Allocator { is_of_call: true, ..plain }),
        "realloc" | "__builtin_realloc" | "krealloc" => Meaning::Allocate(copy),
        "reallocarray" => Meaning::Allocate(Allocator { size: 2, count: Some(1), ..copy }),
        "free" | "__builtin_free" | "cfree" | "kfree" | "vfree" => Meaning::Free,
        "__assert" | "__assert_rtn" => Meaning::Error(Failure::AssertFail),
        "assert" => Meaning::Assert,
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" => Meaning::End,
        "__builtin_abort" | "__builtin_trap" | "__builtin_unreachable" => Meaning::End,
        "__VERIFIER_assume" | "assume" | "__CPROVER_assume" => Meaning::Assume,
        PRINT => Meaning::Print,
        "__builtin_bswap16" | "__builtin_bswap32" | "__builtin_bswap64" => Meaning::SwapBytes,
        _ => {
            let is_one_of = |names: &str| match names.strip_suffix('_') {
                Some(_) => name.starts_with(names),
                None => names.split_whitespace().any(|known| known == name),
            };
            match REFUSED.iter().find(|(names, _)| is_one_of(names)) {
                Some((_, reason)) => Meaning::Refused(reason),
                None if is_library_function(name) => {
                    Meaning::Refused("a function of the C library that is not followed")
                }
                None if function.is_noreturn => match program.after_main {
                    Some(_) => {
                        Meaning::Refused("a function without definition that may call those of atexit")
                    }
                    None => Meaning::End,
                },
                None => Meaning::Any(promises(name)),
            }
        }
    }
}

/// Whether a name promises an arbitrary result and no effect. The last beginning is that of the values that the texts
/// of the library do not choose.
fn promises(name: &str) -> bool {
    const BEGINNINGS: [&str; 4] = ["__VERIFIER_nondet", "nondet", "unknown", "__indubit_any_"];
    name == "nd" || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}
