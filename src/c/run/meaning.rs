//! Functions whose name alone tells what a call means: errors, assumptions, allocation, output, arbitrary values.
//!
//! This table is written independently of the one of the lowering, since both readings of a program are held against
//! each other. Most functions of the C library are not in it, because the reader gives them a body in C.

use crate::c::read::{is_library_function, PRINT};
use crate::c::read::{
    ASSERTIONS, ASSUME_IN_RUNS, ASSUMPTIONS, EXITS, INDEX, LOOP_BACK, LOOP_HEAD, RENEW, UNFREED,
};
use crate::c::{Failure, FloatOperator, Function, PointerFact, Program};

/// Undefined functions that a run cannot carry out, by the name or the beginning of the name, with the reason.
const REFUSED: [(&str, &str); 6] = [
    ("__CPROVER_", "a word of CBMC that is not followed"),
    ("pthread_", "threads"),
    ("setjmp longjmp _setjmp _longjmp sigsetjmp siglongjmp", "jumps between functions"),
    ("signal sigaction", "signals"),
    ("__VERIFIER_nondet_memory", "a function that writes through its arguments"),
    ("on_exit at_quick_exit", "a function at the end of a run that atexit does not register"),
];

/// The way in which a function makes an object of the heap. Arguments are named by their positions.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Allocator {
    pub size: usize,
    /// The argument by which the size is multiplied.
    pub count: Option<usize>,
    pub is_zeroed: bool,
    /// Whether the object ends when the function that makes it returns.
    pub is_of_call: bool,
    /// Whether the object begins with the bytes of the one to which the first argument points, which ends.
    pub is_copy: bool,
    /// Whether the object is one of the environment, which the program has not to free, and must not.
    pub is_unfreed: bool,
}

/// The meaning of a call.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) enum Meaning {
    /// The body of the function.
    Body,
    /// The run fails with this failure. If the property does not count it as an error, the run ends quietly.
    Error(Failure),
    /// The run ends.
    End,
    /// The run ends if the argument is 0.
    Assume,
    /// The run fails if the argument is 0.
    Assert,
    /// The run ends if the arguments differ.
    Index,
    /// A mark for the automaton. Of a loop that is cut, a run has the first turn.
    Mark,
    /// The call makes an object of the heap.
    Allocate(Allocator),
    /// The call ends an object of the heap.
    Free,
    /// The result has the bytes of the argument in reverse order.
    SwapBytes,
    /// An operator on floating-point numbers that C has no mark for.
    Float(FloatOperator),
    /// Bytes of an object get any values.
    Renew,
    /// A fact about pointers.
    Fact(PointerFact),
    /// The call prints a character, its second argument, to the stream that is its first argument.
    Print,
    /// The result is arbitrary. The flag says whether the name promises that the call has no effect.
    Any(bool),
    Refused(&'static str),
}

/// The meaning of an undefined function that makes or ends objects of the heap, by its name.
fn of_heap(name: &str) -> Option<Meaning> {
    let plain = Allocator {
        size: 0,
        count: None,
        is_zeroed: false,
        is_of_call: false,
        is_copy: false,
        is_unfreed: false,
    };
    let copy = Allocator { size: 1, is_copy: true, ..plain };
    Some(match name {
        "malloc" | "__builtin_malloc" | "kmalloc" | "__kmalloc" | "vmalloc" | "valloc" => {
            Meaning::Allocate(plain)
        }
        UNFREED => Meaning::Allocate(Allocator { is_unfreed: true, ..plain }),
        "aligned_alloc" | "memalign" => Meaning::Allocate(Allocator { size: 1, ..plain }),
        "kzalloc" | "vzalloc" => Meaning::Allocate(Allocator { is_zeroed: true, ..plain }),
        "calloc" | "__builtin_calloc" | "kcalloc" => {
            Meaning::Allocate(Allocator { size: 1, count: Some(0), is_zeroed: true, ..plain })
        }
        "alloca" | "__builtin_alloca" => Meaning::Allocate(Allocator { is_of_call: true, ..plain }),
        "realloc" | "__builtin_realloc" | "krealloc" => Meaning::Allocate(copy),
        "reallocarray" => Meaning::Allocate(Allocator { size: 2, count: Some(1), ..copy }),
        "free" | "__builtin_free" | "cfree" | "kfree" | "vfree" => Meaning::Free,
        _ => return None,
    })
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
    if let Some(meaning) = of_heap(name) {
        return meaning;
    }
    if let Some(op) = FloatOperator::of(name) {
        return Meaning::Float(op);
    }
    if let Some(fact) = PointerFact::of(name) {
        return Meaning::Fact(fact);
    }
    match name {
        "__assert" | "__assert_rtn" => Meaning::Error(Failure::AssertFail),
        _ if ASSERTIONS.contains(&name) => Meaning::Assert,
        "abort" | "__builtin_abort" | "__builtin_trap" => Meaning::End,
        _ if EXITS.contains(&name) => Meaning::End,
        "__builtin_unreachable" => Meaning::Error(Failure::Unreachable),
        _ if ASSUMPTIONS.contains(&name) => Meaning::Assume,
        ASSUME_IN_RUNS => Meaning::Assume,
        LOOP_HEAD | LOOP_BACK => Meaning::Mark,
        INDEX => Meaning::Index,
        RENEW => Meaning::Renew,
        PRINT => Meaning::Print,
        "__builtin_bswap16" | "__builtin_bswap32" | "__builtin_bswap64" => Meaning::SwapBytes,
        _ => {
            let is_one_of = |names: &str| match names.strip_suffix('_') {
                Some(_) => name.starts_with(names) && !promises(name),
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

/// Whether a name promises an arbitrary result and no effect. The bodies of the C library use names with the last
/// beginning for values that they leave open.
fn promises(name: &str) -> bool {
    const BEGINNINGS: [&str; 6] =
        ["__VERIFIER_nondet", "__ESBMC_nondet", "nondet", "klee_int", "unknown", "__indubit_any_"];
    let is_told = matches!(name, "nd" | "__CPROVER_input" | "__CPROVER_output");
    is_told || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}
