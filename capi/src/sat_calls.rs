//! The border of the calls `indubit_sat_...` of `indubit.h`: all models, and propagators.

use crate::border::die;
use crate::builder_calls::numbers;
use crate::ipasir::call;
use indubit::base::Lit;
use indubit::solver::propagators::Propagator;
use std::os::raw::{c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;

/// The functions of a propagator; one that is null does nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Functions {
    data: *mut c_void,
    assigned: Option<unsafe extern "C" fn(data: *mut c_void, lits: *const i32, count: usize)>,
    new_level: Option<unsafe extern "C" fn(data: *mut c_void)>,
    backtracked: Option<unsafe extern "C" fn(data: *mut c_void, level: usize)>,
    propagate: Option<unsafe extern "C" fn(data: *mut c_void) -> i32>,
    reason: Option<unsafe extern "C" fn(data: *mut c_void, lit: i32, clause: *mut Vec<i32>)>,
    decide: Option<unsafe extern "C" fn(data: *mut c_void) -> i32>,
    accepts: Option<unsafe extern "C" fn(data: *mut c_void, model: *const i32, count: usize) -> c_int>,
    clause: Option<unsafe extern "C" fn(data: *mut c_void, clause: *mut Vec<i32>) -> c_int>,
}

/// A propagator of C.
struct Foreign {
    functions: Functions,
    stop: Arc<AtomicBool>,
}

// SAFETY: the data is handed to the caller's own functions alone, on the thread that calls the solver.
unsafe impl Send for Foreign {}

fn dimacs(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.to_dimacs()).collect()
}

/// Literals from functions of the caller; 0 and the least number are none.
fn literals(function: &str, numbers: &[i32]) -> Vec<Lit> {
    let lit = |&number: &i32| Lit::from_dimacs(number).filter(|_| number != i32::MIN);
    let read = |number| lit(number).unwrap_or_else(|| die(function, &format!("{} is no literal", number)));
    numbers.iter().map(read).collect()
}

/// One literal, or none for 0.
fn literal(function: &str, number: i32) -> Option<Lit> {
    if number == 0 {
        None
    } else {
        literals(function, &[number]).pop()
    }
}

// SAFETY of all calls below: the contract of `indubit_sat_connect`. A slice or clause is valid during the call.
impl Propagator for Foreign {
    fn assigned(&mut self, lits: &[Lit]) {
        let lits = dimacs(lits);
        if let Some(tell) = self.functions.assigned {
            unsafe { tell(self.functions.data, lits.as_ptr(), lits.len()) };
        }
    }

    fn new_level(&mut self) {
        if let Some(tell) = self.functions.new_level {
            unsafe { tell(self.functions.data) };
        }
    }

    fn backtracked(&mut self, level: usize) {
        if let Some(tell) = self.functions.backtracked {
            unsafe { tell(self.functions.data, level) };
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        let number = self.functions.propagate.map(|ask| unsafe { ask(self.functions.data) });
        literal("propagate", number.unwrap_or(0))
    }

    fn reason(&mut self, lit: Lit) -> Vec<Lit> {
        let mut clause = Vec::new();
        let lit = lit.to_dimacs();
        if let Some(ask) = self.functions.reason {
            unsafe { ask(self.functions.data, lit, &mut clause) };
        }
        literals("reason", &clause)
    }

    fn decide(&mut self) -> Option<Lit> {
        let number = self.functions.decide.map(|ask| unsafe { ask(self.functions.data) });
        literal("decide", number.unwrap_or(0))
    }

    fn accepts(&mut self, model: &[Lit]) -> bool {
        let model = dimacs(model);
        let told = self
            .functions
            .accepts
            .map(|ask| unsafe { ask(self.functions.data, model.as_ptr(), model.len()) });
        told != Some(0)
    }

    fn clause(&mut self) -> Option<Vec<Lit>> {
        let mut clause = Vec::new();
        match self.functions.clause.map(|ask| unsafe { ask(self.functions.data, &mut clause) }) {
            None | Some(0) => None,
            Some(code) if code > 0 => Some(literals("clause", &clause)),
            Some(_) => {
                self.stop.store(true, Relaxed);
                None
            }
        }
    }
}

/// Adds a literal to a clause that a propagator is asked for.
///
/// # Safety
///
/// The clause comes from the solver, which waits for the function that it has called.
#[no_mangle]
pub unsafe extern "C" fn indubit_clause_add(clause: *mut Vec<i32>, lit: i32) {
    // SAFETY: the caller's contract.
    let clause = unsafe { clause.as_mut() };
    clause.unwrap_or_else(|| die("indubit_clause_add", "the clause is null")).push(lit);
}

/// Gives a solver a propagator, or takes it away if it is null.
///
/// # Safety
///
/// The solver comes from `ipasir_init`. The functions may be called with the data until the solver has another
/// propagator or is released.
#[no_mangle]
pub unsafe extern "C" fn indubit_sat_connect(solver: *mut c_void, propagator: *const Functions) {
    let function = "indubit_sat_connect";
    // SAFETY: the caller's contract.
    let functions = unsafe { propagator.as_ref() }.copied();
    if functions.map_or(false, |functions| functions.propagate.is_some() && functions.reason.is_none()) {
        die(function, "a propagator with propagate must have reason");
    }
    call(function, solver, |solver| {
        let stop = solver.canceller();
        solver.connect(functions.map(|functions| Box::new(Foreign { functions, stop }) as _));
        Ok(())
    })
}

/// Has the propagator observe a variable.
///
/// # Safety
///
/// The solver comes from `ipasir_init`.
#[no_mangle]
pub unsafe extern "C" fn indubit_sat_observe(solver: *mut c_void, variable: i32) {
    call("indubit_sat_observe", solver, |solver| solver.observe(variable))
}

/// Begins to go through all models over these literals.
///
/// # Safety
///
/// The solver comes from `ipasir_init`; `count` literals can be read.
#[no_mangle]
pub unsafe extern "C" fn indubit_sat_models(solver: *mut c_void, lits: *const i32, count: usize) {
    let function = "indubit_sat_models";
    // SAFETY: the caller's contract.
    let lits = unsafe { numbers(function, lits, count) };
    call(function, solver, |solver| solver.models(lits))
}

/// The next model: 1, 0 if there is none, -1 if the search was told to stop.
///
/// # Safety
///
/// The solver comes from `ipasir_init`.
#[no_mangle]
pub unsafe extern "C" fn indubit_sat_next(solver: *mut c_void) -> c_int {
    call("indubit_sat_next", solver, |solver| solver.next_model())
}
