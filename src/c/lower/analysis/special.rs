//! Functions whose name alone tells what a call means: errors, assumptions, allocation, arbitrary values.
//!
//! The lowering gives such a call its meaning directly, without a body. Most functions of the C library are not among
//! them, because the reader gives them a body in C (`library/`). A name without body that is none of these is an
//! unknown function, whose result is arbitrary.

use crate::c::read::library::{is_standard, PRINT};
use crate::c::read::property::{Failure, Property, ASSERTIONS, ASSUME_IN_RUNS, ASSUMPTIONS, EXITS};
use crate::c::read::property::{INDEX, LOOP_BACK, LOOP_HEAD, RENEW, UNFREED};
use crate::c::read::syntax::{FloatOperator, Function, PointerFact, Program};

/// The meaning of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) enum Meaning {
    /// The run fails with this failure. If the property does not count it as an error, the run ends.
    Error(Failure),
    /// The run ends without error.
    End,
    /// The run ends without error if the argument is 0.
    Assume,
    /// The run fails if the argument is 0.
    Assert,
    /// The head of a loop that is cut (`true`), or the end of its turn.
    Loop(bool),
    /// The second argument is an index, the first is a number that was chosen for it before.
    Index,
    /// Bytes of an object get any values.
    Renew,
    /// The call assumes what other assumptions say here. Its argument is not lowered.
    OfRuns,
    /// The call makes an object of the heap.
    Allocate(Allocator),
    /// The call ends an object of the heap.
    Free,
    /// The result has the bytes of the argument in reverse order.
    SwapBytes,
    /// An operator on floating-point numbers that C has no mark for.
    Float(FloatOperator),
    /// A fact about pointers.
    Fact(PointerFact),
    /// The body of the function is lowered.
    Body,
    /// The result is any value. The flag says whether the name promises that the call has no effect; otherwise the
    /// function is unknown, and its effects depend on the options.
    Any(bool),
    /// The call cannot be lowered, for this reason.
    Refused(&'static str),
}

/// The ways to make an object of the heap. `size` and `count` are the positions of the arguments whose product is the
/// size of the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) enum Allocator {
    /// The bytes of the object have any value.
    Plain { size: usize },
    /// The bytes of the object are 0.
    Zeroed { size: usize, count: Option<usize> },
    /// The object begins with the bytes of the object to which the first argument points, and the old object ends.
    Copied { size: usize, count: Option<usize> },
    /// The object lives until the function that makes it returns.
    OfCall { size: usize },
}

/// Names of undefined functions that promise an arbitrary result and no effect that matters.
const HARMLESS: [&str; 6] = ["unknown", "nondet", "nd", PRINT, "__CPROVER_input", "__CPROVER_output"];

/// Beginnings of such names. The bodies of the C library use the last one for values that they leave open.
const PROMISES: [&str; 6] =
    ["__VERIFIER_nondet", "__ESBMC_nondet", "nondet", "klee_int", "unknown", "__indubit_any_"];

/// The meaning of an undefined function that makes or ends objects of the heap, by its name.
fn of_heap(name: &str) -> Option<Meaning> {
    Some(match name {
        "malloc" | "__builtin_malloc" | "kmalloc" | "__kmalloc" | "vmalloc" | "valloc" => {
            Meaning::Allocate(Allocator::Plain { size: 0 })
        }
        UNFREED => Meaning::Allocate(Allocator::Plain { size: 0 }),
        "aligned_alloc" | "memalign" => Meaning::Allocate(Allocator::Plain { size: 1 }),
        "kzalloc" | "vzalloc" => Meaning::Allocate(Allocator::Zeroed { size: 0, count: None }),
        "calloc" | "__builtin_calloc" | "kcalloc" => {
            Meaning::Allocate(Allocator::Zeroed { size: 1, count: Some(0) })
        }
        "realloc" | "__builtin_realloc" | "krealloc" => {
            Meaning::Allocate(Allocator::Copied { size: 1, count: None })
        }
        "reallocarray" => Meaning::Allocate(Allocator::Copied { size: 2, count: Some(1) }),
        "alloca" | "__builtin_alloca" => Meaning::Allocate(Allocator::OfCall { size: 0 }),
        "free" | "__builtin_free" | "cfree" | "kfree" | "vfree" => Meaning::Free,
        _ => return None,
    })
}

/// The meaning of calls of a function.
pub(in crate::c::lower) fn meaning(program: &Program, function: &Function) -> Meaning {
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
        "abort" | "__builtin_abort" | "__builtin_trap" => Meaning::End,
        _ if EXITS.contains(&name) => Meaning::End,
        "__builtin_unreachable" => Meaning::Error(Failure::Unreachable),
        _ if ASSUMPTIONS.contains(&name) => Meaning::Assume,
        LOOP_HEAD | LOOP_BACK => Meaning::Loop(name == LOOP_HEAD),
        INDEX => Meaning::Index,
        RENEW => Meaning::Renew,
        ASSUME_IN_RUNS => Meaning::OfRuns,
        _ if ASSERTIONS.contains(&name) => Meaning::Assert,
        "__builtin_bswap16" | "__builtin_bswap32" | "__builtin_bswap64" => Meaning::SwapBytes,
        "setjmp" | "longjmp" | "_setjmp" | "_longjmp" | "sigsetjmp" | "siglongjmp" => {
            Meaning::Refused("jumps between functions are not supported; remove them")
        }
        "signal" | "sigaction" => Meaning::Refused("signals are not supported; remove the call"),
        _ if name.starts_with("pthread_") && name != "pthread_t" => {
            Meaning::Refused("threads are not supported; remove the call")
        }
        _ if name.starts_with("__CPROVER_") && !HARMLESS.contains(&name) => {
            Meaning::Refused("this word of CBMC is not followed")
        }
        "__VERIFIER_nondet_memory" => {
            Meaning::Refused("a function that writes through its arguments is not supported; define it")
        }
        "on_exit" | "at_quick_exit" => {
            Meaning::Refused("functions at the end of a run are not supported but by `atexit`; use it")
        }
        _ if is_standard(name) => Meaning::Refused("this function of the C library is not followed"),
        _ if function.is_noreturn && program.after_main.is_some() => {
            Meaning::Refused("it may call the functions of `atexit`; define it")
        }
        _ if function.is_noreturn => Meaning::End,
        _ => {
            let promises = PROMISES.iter().any(|beginning| name.starts_with(beginning));
            Meaning::Any(promises || HARMLESS.contains(&name))
        }
    }
}

/// Whether a failure of this kind is an error under a property.
pub(in crate::c::lower) fn is_error(failure: Failure, property: Property) -> bool {
    failure.violates(property)
}
