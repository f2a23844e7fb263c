//! The border of IPASIR.

use crate::border::{called, die};
use crate::solver::{self, Ipasir, Misuse};
use std::cell::{Cell, UnsafeCell};
use std::os::raw::{c_char, c_int, c_void};

/// Asks whether to stop.
type Terminate = Option<unsafe extern "C" fn(data: *mut c_void) -> c_int>;
/// Takes a learnt clause, which ends with 0.
type Learn = Option<unsafe extern "C" fn(data: *mut c_void, clause: *mut i32)>;

/// The data of a callback, which goes back to the caller unread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Data(*mut c_void);

// SAFETY: the pointer is handed to the caller's own function alone, on the thread that calls `ipasir_solve`.
unsafe impl Send for Data {}

impl Data {
    /// The pointer. A method, so that closures hold the whole, which may change threads.
    pub(crate) fn pointer(&self) -> *mut c_void {
        self.0
    }
}

/// A solver, and whether a call on it is being carried out.
struct Handle {
    is_busy: Cell<bool>,
    solver: UnsafeCell<Ipasir>,
}

/// Carries a call out; misuse and panics end the process.
pub(crate) fn call<R>(
    name: &str,
    solver: *mut c_void,
    work: impl FnOnce(&mut Ipasir) -> Result<R, Misuse>,
) -> R {
    if solver.is_null() {
        die(name, "the solver is null");
    }
    // SAFETY: by the contract of IPASIR the pointer comes from `ipasir_init` and was not released, and one thread at a
    // time uses it.
    let handle = unsafe { &*(solver as *const Handle) };
    if handle.is_busy.replace(true) {
        die(name, "a function that the solver calls may not call the solver");
    }
    // SAFETY: there is no other reference, since no other call is busy with the solver.
    let solver = unsafe { &mut *handle.solver.get() };
    let result = called(name, || work(solver)).unwrap_or_else(|misuse| die(name, &misuse.to_string()));
    handle.is_busy.set(false);
    result
}

/// Name and version.
#[no_mangle]
pub extern "C" fn ipasir_signature() -> *const c_char {
    concat!("indubit 0.1.0", "\0").as_ptr() as *const c_char
}

/// A new solver.
#[no_mangle]
pub extern "C" fn ipasir_init() -> *mut c_void {
    let handle = Handle { is_busy: Cell::new(false), solver: UnsafeCell::new(Ipasir::new()) };
    Box::into_raw(Box::new(handle)) as *mut c_void
}

/// Ends a solver.
///
/// # Safety
///
/// The pointer comes from `ipasir_init`, and is not used again.
#[no_mangle]
pub unsafe extern "C" fn ipasir_release(solver: *mut c_void) {
    if !solver.is_null() {
        call("ipasir_release", solver, |_| Ok(()));
        // SAFETY: the caller's contract: the box was made by `ipasir_init`, and nobody else holds it.
        drop(unsafe { Box::from_raw(solver as *mut Handle) });
    }
}

/// Adds a literal to the present clause, or ends it by 0.
///
/// # Safety
///
/// The pointer comes from `ipasir_init`.
#[no_mangle]
pub unsafe extern "C" fn ipasir_add(solver: *mut c_void, lit_or_zero: i32) {
    call("ipasir_add", solver, |solver| solver.add(lit_or_zero))
}

/// Assumes a literal for the next call of `ipasir_solve`.
///
/// # Safety
///
/// The pointer comes from `ipasir_init`.
#[no_mangle]
pub unsafe extern "C" fn ipasir_assume(solver: *mut c_void, lit: i32) {
    call("ipasir_assume", solver, |solver| solver.assume(lit))
}

/// Solves under the assumptions: 10, 20, or 0 if it was told to stop.
///
/// # Safety
///
/// The pointer comes from `ipasir_init`.
#[no_mangle]
pub unsafe extern "C" fn ipasir_solve(solver: *mut c_void) -> c_int {
    call("ipasir_solve", solver, Ipasir::solve)
}

/// The value of a literal's variable in the model: the literal, its negation, or 0 if both do.
///
/// # Safety
///
/// The pointer comes from `ipasir_init`.
#[no_mangle]
pub unsafe extern "C" fn ipasir_val(solver: *mut c_void, lit: i32) -> i32 {
    call("ipasir_val", solver, |solver| solver.val(lit))
}

/// Whether an assumption was used to refute: 1 or 0.
///
/// # Safety
///
/// The pointer comes from `ipasir_init`.
#[no_mangle]
pub unsafe extern "C" fn ipasir_failed(solver: *mut c_void, lit: i32) -> c_int {
    call("ipasir_failed", solver, |solver| solver.failed(lit).map(c_int::from))
}

/// Sets the function that is asked whether to stop; null takes it away.
///
/// # Safety
///
/// The pointer comes from `ipasir_init`, and the function may be called with the data until another one is set.
#[no_mangle]
pub unsafe extern "C" fn ipasir_set_terminate(solver: *mut c_void, data: *mut c_void, terminate: Terminate) {
    let data = Data(data);
    let asked = terminate.map(|terminate| {
        // SAFETY: the caller's contract.
        Box::new(move || unsafe { terminate(data.pointer()) } != 0) as solver::Terminate
    });
    call("ipasir_set_terminate", solver, |solver| {
        solver.set_terminate(asked);
        Ok(())
    })
}

/// Sets the function that takes learnt clauses of at most so many literals; null takes it away.
///
/// # Safety
///
/// The pointer comes from `ipasir_init`, and the function may be called with the data until another one is set. The
/// clause is valid during the call.
#[no_mangle]
pub unsafe extern "C" fn ipasir_set_learn(
    solver: *mut c_void,
    data: *mut c_void,
    max_length: c_int,
    learn: Learn,
) {
    let data = Data(data);
    let taker = learn.map(|learn| {
        // SAFETY: the caller's contract.
        Box::new(move |clause: &mut Vec<i32>| unsafe { learn(data.pointer(), clause.as_mut_ptr()) })
            as solver::Learn
    });
    call("ipasir_set_learn", solver, |solver| {
        solver.set_learn(usize::try_from(max_length).unwrap_or(0), taker);
        Ok(())
    })
}
