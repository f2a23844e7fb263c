//! The verification engine as a WebAssembly module, for pages and workers.
//!
//! The interface is that of plain functions over the linear memory, which every host of WebAssembly has; there is no
//! generator between the two sides. `indubit.js` wraps it for JavaScript.
//!
//! # Interface
//!
//! The host asks for a buffer (`allocate`), writes bytes into it, and calls a function with its place and length. A
//! buffer that is given to a function belongs to that function, which frees it. Each function leaves a JSON text, whose
//! place and length are `result` and `result_length` until the next call; a text with the field `error` tells why there
//! is no result. Options are a text with one `name=value` a line, see `settings.rs`.
//!
//! A verification is a session: `verify_begin` gives its number (from 1; 0 is an error), `verify_step` works for a
//! slice and tells whether all is done (0 no, 1 yes, 2 error), `verify_end` frees it. Several may be open; each step
//! belongs to one.
//!
//! # Defects
//!
//! A panic ends the instance: WebAssembly cannot unwind here. Before it traps, a hook stores the message, which the
//! host reads by `panic_message` and `panic_length`; after that the instance must not be used again, and a new one
//! begins afresh. An exhausted memory is such a panic, too. The limit `memory` ends work before that.
//!
//! # What is left out
//!
//! The target has no clock and no threads, so limits are counts of work, and a portfolio takes turns. No request can be
//! cancelled while it runs: a host that wants to stop works in slices, or ends its worker.
//!
//! All unsafe code is in this file: it makes slices of buffers, and frees a session's model behind its verifier.

mod check;
mod cli;
mod failure;
mod farkas;
mod faults;
mod formulas;
mod lemmas;
mod report;
mod session;
mod settings;
mod solver_steps;

use failure::Failure;
use indubit::base::Json;
use indubit::input::Model;
use session::Session;
use std::cell::RefCell;
use std::sync::Once;

/// A session with the model that it borrows.
struct Open {
    /// Dropped before the model is freed.
    session: Option<Session<'static>>,
    model: *mut Model,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.session = None;
        // SAFETY: the pointer comes from a box, and the only borrower has been dropped in the line above.
        drop(unsafe { Box::from_raw(self.model) });
    }
}

thread_local! {
    /// The text of the last call.
    static RESULT: RefCell<Vec<u8>> = RefCell::new(Vec::new());
    /// The message of the panic that ended the instance.
    static PANIC: RefCell<Vec<u8>> = RefCell::new(Vec::new());
    /// By number less one.
    static SESSIONS: RefCell<Vec<Option<Open>>> = RefCell::new(Vec::new());
}

/// A buffer of this length, filled with zeros.
#[no_mangle]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    remember_panics();
    Box::into_raw(vec![0u8; length].into_boxed_slice()) as *mut u8
}

/// Takes a buffer of `allocate` back.
fn taken(buffer: *mut u8, length: usize) -> Box<[u8]> {
    let slice = std::ptr::slice_from_raw_parts_mut(buffer, length);
    // SAFETY: by the contract of the interface the host gives each buffer of `allocate` back once, with its length.
    unsafe { Box::from_raw(slice) }
}

/// Frees a buffer that was given to no function.
#[no_mangle]
pub extern "C" fn free(buffer: *mut u8, length: usize) {
    drop(taken(buffer, length));
}

/// The place of the text of the last call.
#[no_mangle]
pub extern "C" fn result() -> *const u8 {
    RESULT.with(|text| text.borrow().as_ptr())
}

/// Its length in bytes.
#[no_mangle]
pub extern "C" fn result_length() -> usize {
    RESULT.with(|text| text.borrow().len())
}

/// The place of the message of the panic that ended the instance.
#[no_mangle]
pub extern "C" fn panic_message() -> *const u8 {
    PANIC.with(|text| text.borrow().as_ptr())
}

/// Its length in bytes; 0 if there was none.
#[no_mangle]
pub extern "C" fn panic_length() -> usize {
    PANIC.with(|text| text.borrow().len())
}

fn remember_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let message = info.to_string().into_bytes();
            PANIC.with(|text| *text.borrow_mut() = message);
        }));
    });
}

/// Keeps the text for the host.
fn answer(text: String) {
    RESULT.with(|result| *result.borrow_mut() = text.into_bytes());
}

/// Keeps the result or the failure; whether there is a result.
fn finish(result: Result<String, Failure>) -> bool {
    let is_result = result.is_ok();
    answer(result.unwrap_or_else(|failure| failure.json()));
    is_result
}

/// A text of the host, which writes UTF-8.
fn text(bytes: &[u8]) -> Result<&str, Failure> {
    std::str::from_utf8(bytes).map_err(|_| Failure::usage("names and options must be UTF-8"))
}

/// Leaves an object with the version of the engine.
#[no_mangle]
pub extern "C" fn version() {
    let mut json = Json::default();
    json.open('{').key("version").string(indubit::base::VERSION).close('}');
    answer(json.finish());
}

/// Reads a model and sets its engines up. The number of the session, or 0 if there is an error.
#[no_mangle]
pub extern "C" fn verify_begin(
    name: *mut u8,
    name_length: usize,
    model: *mut u8,
    model_length: usize,
    options: *mut u8,
    options_length: usize,
) -> usize {
    let (name, model) = (taken(name, name_length), taken(model, model_length));
    let options = taken(options, options_length);
    let number = match begun(&name, model, &options) {
        Ok(open) => SESSIONS.with(|sessions| {
            let mut sessions = sessions.borrow_mut();
            let place = sessions.iter().position(Option::is_none).unwrap_or(sessions.len());
            if place == sessions.len() {
                sessions.push(None);
            }
            sessions[place] = Some(open);
            place + 1
        }),
        Err(failure) => {
            answer(failure.json());
            return 0;
        }
    };
    answer("{}\n".to_string());
    number
}

fn begun(name: &[u8], bytes: Box<[u8]>, options: &[u8]) -> Result<Open, Failure> {
    let (model, request, budget) = session::read(text(name)?, &bytes, text(options)?)?;
    drop(bytes);
    let model = Box::into_raw(Box::new(model));
    let mut open = Open { session: None, model };
    // SAFETY: the model lives until `open` is dropped, which drops the session first, and nobody changes it.
    let borrowed: &'static Model = unsafe { &*model };
    open.session = Some(Session::new(borrowed, request, budget)?);
    Ok(open)
}

/// Lets a session do so much work: 0 if there is more to do, 1 if all is done, 2 if there is an error. The text is the
/// progress or the report.
#[no_mangle]
pub extern "C" fn verify_step(number: usize, work: f64) -> u32 {
    let stepped = SESSIONS.with(|sessions| {
        let mut sessions = sessions.borrow_mut();
        let open = number.checked_sub(1).and_then(|place| sessions.get_mut(place)).and_then(Option::as_mut);
        let session = open.and_then(|open| open.session.as_mut());
        let session = session.ok_or_else(|| Failure::usage("there is no such verification"))?;
        // The conversion saturates: an infinite slice is all of the work.
        session.step(work as u64)
    });
    match stepped {
        Ok((is_done, text)) => {
            answer(text);
            is_done as u32
        }
        Err(failure) => {
            answer(failure.json());
            2
        }
    }
}

/// Frees a session. A number that is none is passed over.
#[no_mangle]
pub extern "C" fn verify_end(number: usize) {
    let ended = SESSIONS.with(|sessions| {
        let mut sessions = sessions.borrow_mut();
        number.checked_sub(1).and_then(|place| sessions.get_mut(place)).and_then(Option::take)
    });
    drop(ended);
}

/// Checks evidence against a model; 1 if the text is the result of the check, 0 if it is an error.
#[no_mangle]
pub extern "C" fn check(
    name: *mut u8,
    name_length: usize,
    model: *mut u8,
    model_length: usize,
    evidence: *mut u8,
    evidence_length: usize,
    options: *mut u8,
    options_length: usize,
) -> u32 {
    let (name, model) = (taken(name, name_length), taken(model, model_length));
    let (evidence, options) = (taken(evidence, evidence_length), taken(options, options_length));
    let run = || check::run(text(&name)?, &model, &evidence, text(&options)?);
    finish(run()) as u32
}

/// Carries out an SMT-LIB script; 1 if the text is its result, 0 if it is an error.
#[no_mangle]
pub extern "C" fn smt(
    script: *mut u8,
    script_length: usize,
    options: *mut u8,
    options_length: usize,
) -> u32 {
    let (script, options) = (taken(script, script_length), taken(options, options_length));
    let run = || formulas::smt(&script, text(&options)?);
    finish(run()) as u32
}

/// Solves a DIMACS formula; 1 if the text is its result, 0 if it is an error.
#[no_mangle]
pub extern "C" fn sat(
    formula: *mut u8,
    formula_length: usize,
    options: *mut u8,
    options_length: usize,
) -> u32 {
    let (formula, options) = (taken(formula, formula_length), taken(options, options_length));
    let run = || formulas::sat(&formula, text(&options)?);
    finish(run()) as u32
}

/// Tries candidate lemmas about a model; 1 if the text is the result, 0 if it is an error.
#[no_mangle]
pub extern "C" fn try_lemmas(
    name: *mut u8,
    name_length: usize,
    model: *mut u8,
    model_length: usize,
    candidates: *mut u8,
    candidates_length: usize,
    options: *mut u8,
    options_length: usize,
) -> u32 {
    let (name, model) = (taken(name, name_length), taken(model, model_length));
    let (candidates, options) = (taken(candidates, candidates_length), taken(options, options_length));
    let run = || lemmas::run(text(&name)?, &model, &candidates, text(&options)?);
    finish(run()) as u32
}

/// Runs IC3 with a planted bug; 1 if the text is the result, 0 if it is an error.
#[no_mangle]
pub extern "C" fn faulty(
    name: *mut u8,
    name_length: usize,
    model: *mut u8,
    model_length: usize,
    fault: *mut u8,
    fault_length: usize,
    options: *mut u8,
    options_length: usize,
) -> u32 {
    let (name, model) = (taken(name, name_length), taken(model, model_length));
    let (fault, options) = (taken(fault, fault_length), taken(options, options_length));
    let run = || faults::run(text(&name)?, &model, text(&fault)?, text(&options)?);
    finish(run()) as u32
}

/// The steps of the SAT solver on a formula; 1 if the text is the result, 0 if it is an error.
#[no_mangle]
pub extern "C" fn sat_steps(
    formula: *mut u8,
    formula_length: usize,
    options: *mut u8,
    options_length: usize,
) -> u32 {
    let (formula, options) = (taken(formula, formula_length), taken(options, options_length));
    let run = || solver_steps::sat(&formula, text(&options)?);
    finish(run()) as u32
}

/// The steps of the simplex on constraints; 1 if the text is the result, 0 if it is an error.
#[no_mangle]
pub extern "C" fn simplex_steps(constraints: *mut u8, constraints_length: usize) -> u32 {
    let constraints = taken(constraints, constraints_length);
    let run = || solver_steps::simplex(text(&constraints)?);
    finish(run()) as u32
}

/// The refutation of constraints with its check, with a wrong sign if `is_wrong` is not 0; 1 if the text is the result,
/// 0 if it is an error.
#[no_mangle]
pub extern "C" fn farkas(constraints: *mut u8, constraints_length: usize, is_wrong: u32) -> u32 {
    let constraints = taken(constraints, constraints_length);
    let run = || farkas::run(text(&constraints)?, is_wrong != 0);
    finish(run()) as u32
}

/// Panics, to show a host and its tests how a defect looks.
///
/// # Panics
///
/// Always.
#[no_mangle]
pub extern "C" fn panic_on_purpose() {
    remember_panics();
    panic!("a panic on purpose");
}
