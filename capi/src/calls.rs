//! The border of `indubit.h`.

use crate::border::{called, die};
use crate::models::{check_evidence, check_evidence_with, verify_model, Reply};
use crate::script::{Optimum, Script};
use indubit::base::Budget;
use std::ffi::CStr;
use std::os::raw::{c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// A text of the library: bytes with a 0 behind them.
#[repr(C)]
#[derive(Debug)]
pub struct Text {
    bytes: *mut c_char,
    length: usize,
}

impl Text {
    /// Gives a text away, unless nobody wants it.
    ///
    /// # Safety
    ///
    /// The place is null or may be written.
    unsafe fn give(place: *mut Text, bytes: &[u8]) {
        if place.is_null() {
            return;
        }
        let mut copy = bytes.to_vec();
        copy.push(0);
        let pointer = Box::into_raw(copy.into_boxed_slice()) as *mut c_char;
        // SAFETY: the caller's contract. What stood there before is not read.
        unsafe { place.write(Text { bytes: pointer, length: bytes.len() }) };
    }
}

/// The bytes of a caller.
///
/// # Safety
///
/// The pointer is null and the length 0, or so many bytes can be read as long as the result is used.
pub(crate) unsafe fn bytes<'a>(function: &str, pointer: *const c_void, length: usize) -> &'a [u8] {
    match (pointer.is_null(), length) {
        (true, 0) => &[],
        (true, _) => die(function, "the bytes are null, and their length is not 0"),
        // SAFETY: the caller's contract.
        (false, _) => unsafe { std::slice::from_raw_parts(pointer as *const u8, length) },
    }
}

/// A text of the caller; empty if it is null.
///
/// # Safety
///
/// The pointer is null, or a 0 ends a text that can be read as long as the result is used.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> std::borrow::Cow<'a, str> {
    if pointer.is_null() {
        return "".into();
    }
    // SAFETY: the caller's contract.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy()
}

/// The budget of a caller; without limits if there is none.
///
/// # Safety
///
/// The pointer is null or comes from `indubit_budget_new`.
pub(crate) unsafe fn budget(pointer: *const Budget) -> Budget {
    // SAFETY: the caller's contract.
    unsafe { pointer.as_ref() }.cloned().unwrap_or_else(Budget::unlimited)
}

/// Name and version.
#[no_mangle]
pub extern "C" fn indubit_version() -> *const c_char {
    crate::ipasir::ipasir_signature()
}

/// Frees a text.
///
/// # Safety
///
/// The place is null, or has a text of the library that was not freed, or a null pointer.
#[no_mangle]
pub unsafe extern "C" fn indubit_free(place: *mut Text) {
    // SAFETY: the caller's contract.
    if let Some(text) = unsafe { place.as_mut() }.filter(|text| !text.bytes.is_null()) {
        let slice = std::ptr::slice_from_raw_parts_mut(text.bytes as *mut u8, text.length + 1);
        // SAFETY: `Text::give` made a box of these bytes, the 0 included.
        drop(unsafe { Box::from_raw(slice) });
        text.bytes = null_mut();
        text.length = 0;
    }
}

/// Limits of work from now on: seconds, bytes; 0: none.
#[no_mangle]
pub extern "C" fn indubit_budget_new(seconds: f64, bytes: u64) -> *mut Budget {
    let mut budget = Budget::unlimited();
    // A limit beyond thirty years is none.
    if seconds > 0.0 && seconds < 1e9 {
        budget = budget.with_timeout(Duration::from_secs_f64(seconds));
    }
    if bytes > 0 {
        budget = budget.with_memory(bytes);
    }
    Box::into_raw(Box::new(budget))
}

/// Ends all work on a budget.
///
/// # Safety
///
/// The pointer is null or comes from `indubit_budget_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_cancel(budget: *const Budget) {
    // SAFETY: the caller's contract; a budget may be read by several threads.
    if let Some(budget) = unsafe { budget.as_ref() } {
        budget.canceller().store(true, Relaxed);
    }
}

/// Frees a budget. Work on it goes on.
///
/// # Safety
///
/// The pointer is null, or comes from `indubit_budget_new` and is not used again.
#[no_mangle]
pub unsafe extern "C" fn indubit_budget_free(budget: *mut Budget) {
    if !budget.is_null() {
        // SAFETY: the caller's contract.
        drop(unsafe { Box::from_raw(budget) });
    }
}

/// Verifies a model.
///
/// # Safety
///
/// As `indubit.h` says: texts end with 0, lengths are right, places may be written or are null.
#[no_mangle]
pub unsafe extern "C" fn indubit_verify(
    name: *const c_char,
    model: *const c_void,
    length: usize,
    options: *const c_char,
    limits: *const Budget,
    answer: *mut Text,
    evidence: *mut Text,
) -> c_int {
    let function = "indubit_verify";
    // SAFETY: the caller's contract.
    let (name, options, model, limits) =
        unsafe { (text(name), text(options), bytes(function, model, length), budget(limits)) };
    let found = called(function, || verify_model(&name, model, &options, &limits));
    // SAFETY: the caller's contract.
    unsafe { give(found, answer, evidence) }
}

/// Checks evidence about a model.
///
/// # Safety
///
/// As [`indubit_verify`].
#[no_mangle]
pub unsafe extern "C" fn indubit_check(
    name: *const c_char,
    model: *const c_void,
    length: usize,
    evidence: *const c_void,
    evidence_length: usize,
    limits: *const Budget,
    answer: *mut Text,
) -> c_int {
    let function = "indubit_check";
    // SAFETY: the caller's contract.
    let (name, model, limits) = unsafe { (text(name), bytes(function, model, length), budget(limits)) };
    // SAFETY: the caller's contract.
    let claims = unsafe { bytes(function, evidence, evidence_length) };
    let found = called(function, || check_evidence(&name, model, claims, &limits));
    // SAFETY: the caller's contract.
    unsafe { give(found, answer, null_mut()) }
}

/// Checks evidence about a model that is read with options.
///
/// # Safety
///
/// As [`indubit_verify`].
#[no_mangle]
pub unsafe extern "C" fn indubit_check_with(
    name: *const c_char,
    model: *const c_void,
    length: usize,
    options: *const c_char,
    evidence: *const c_void,
    evidence_length: usize,
    limits: *const Budget,
    answer: *mut Text,
) -> c_int {
    let function = "indubit_check_with";
    // SAFETY: the caller's contract.
    let (name, options, model, limits) =
        unsafe { (text(name), text(options), bytes(function, model, length), budget(limits)) };
    // SAFETY: the caller's contract.
    let claims = unsafe { bytes(function, evidence, evidence_length) };
    let found = called(function, || check_evidence_with(&name, model, &options, claims, &limits));
    // SAFETY: the caller's contract.
    unsafe { give(found, answer, null_mut()) }
}

/// Gives an answer away.
///
/// # Safety
///
/// The places are null or may be written.
pub(crate) unsafe fn give(found: Reply, answer: *mut Text, evidence: *mut Text) -> c_int {
    // SAFETY: the caller's contract.
    unsafe {
        Text::give(answer, found.text.as_bytes());
        Text::give(evidence, &found.evidence);
    }
    found.code
}

/// A script interpreter.
///
/// # Safety
///
/// The pointer is null or comes from `indubit_budget_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_script_new(limits: *const Budget) -> *mut Script {
    // SAFETY: the caller's contract.
    let limits = unsafe { budget(limits) };
    Box::into_raw(Box::new(called("indubit_script_new", || Script::new(&limits))))
}

/// Carries out the commands of a piece of a script.
///
/// # Safety
///
/// The interpreter comes from `indubit_script_new`; a 0 ends the commands; the place may be written or is null.
#[no_mangle]
pub unsafe extern "C" fn indubit_script_run(
    script: *mut Script,
    commands: *const c_char,
    answers: *mut Text,
) {
    let function = "indubit_script_run";
    // SAFETY: the caller's contract.
    let (script, commands) = unsafe { (dialogue(function, script), text(commands)) };
    let found = called(function, || script.run(&commands));
    // SAFETY: the caller's contract.
    unsafe { Text::give(answers, found.as_bytes()) };
}

/// The script of a caller.
///
/// # Safety
///
/// The pointer is null, or comes from `indubit_script_new`, and no other thread uses it.
unsafe fn dialogue<'a>(function: &str, script: *mut Script) -> &'a mut Script {
    // SAFETY: the caller's contract.
    unsafe { script.as_mut() }.unwrap_or_else(|| die(function, "the script is null"))
}

/// Gives a code with a text, or the code of a failure with its message.
///
/// # Safety
///
/// The place is null or may be written.
unsafe fn told(found: Result<(c_int, String), String>, failure: c_int, place: *mut Text) -> c_int {
    let (code, text) = found.unwrap_or_else(|message| (failure, message));
    // SAFETY: the caller's contract.
    unsafe { Text::give(place, text.as_bytes()) };
    code
}

/// Checks the assertions: 10 satisfiable, 20 unsatisfiable, 0 unknown.
///
/// # Safety
///
/// The script comes from `indubit_script_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_script_check(script: *mut Script) -> c_int {
    let function = "indubit_script_check";
    // SAFETY: the caller's contract.
    let script = unsafe { dialogue(function, script) };
    called(function, || script.check())
}

/// The value of a term in the last model: 1, or 0 with a message.
///
/// # Safety
///
/// As [`indubit_script_run`].
#[no_mangle]
pub unsafe extern "C" fn indubit_script_value(
    script: *mut Script,
    term: *const c_char,
    value: *mut Text,
) -> c_int {
    let function = "indubit_script_value";
    // SAFETY: the caller's contract.
    let (script, term) = unsafe { (dialogue(function, script), text(term)) };
    let found = called(function, || script.value(&term)).map(|value| (1, value));
    // SAFETY: the caller's contract.
    unsafe { told(found, 0, value) }
}

/// The optimum of an objective: its kind, or 0 with a message.
///
/// # Safety
///
/// As [`indubit_script_run`]; the number may be written or is null.
#[no_mangle]
pub unsafe extern "C" fn indubit_script_optimum(
    script: *mut Script,
    objective: usize,
    number: *mut f64,
    value: *mut Text,
) -> c_int {
    let function = "indubit_script_optimum";
    // SAFETY: the caller's contract.
    let script = unsafe { dialogue(function, script) };
    let found = called(function, || script.optimum(objective));
    // SAFETY: the caller's contract.
    if let (Ok(optimum), Some(number)) = (&found, unsafe { number.as_mut() }) {
        *number = optimum.number;
    }
    let found = found.map(|Optimum { kind, text, .. }| (kind as c_int, text));
    // SAFETY: the caller's contract.
    unsafe { told(found, 0, value) }
}

/// Begins to go through all models over these terms: 1, or 0 with a message.
///
/// # Safety
///
/// As [`indubit_script_run`].
#[no_mangle]
pub unsafe extern "C" fn indubit_script_models(
    script: *mut Script,
    terms: *const c_char,
    message: *mut Text,
) -> c_int {
    let function = "indubit_script_models";
    // SAFETY: the caller's contract.
    let (script, terms) = unsafe { (dialogue(function, script), text(terms)) };
    let found = called(function, || script.models(&terms)).map(|()| (1, String::new()));
    // SAFETY: the caller's contract.
    unsafe { told(found, 0, message) }
}

/// The next model: 1, 0 if there is none, -1 with a message.
///
/// # Safety
///
/// As [`indubit_script_run`].
#[no_mangle]
pub unsafe extern "C" fn indubit_script_next(script: *mut Script, message: *mut Text) -> c_int {
    let function = "indubit_script_next";
    // SAFETY: the caller's contract.
    let script = unsafe { dialogue(function, script) };
    let found = called(function, || script.next_model()).map(|has_model| (has_model.into(), String::new()));
    // SAFETY: the caller's contract.
    unsafe { told(found, -1, message) }
}

/// Ends the models.
///
/// # Safety
///
/// The script comes from `indubit_script_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_script_end(script: *mut Script) {
    let function = "indubit_script_end";
    // SAFETY: the caller's contract.
    let script = unsafe { dialogue(function, script) };
    called(function, || script.end_models());
}

/// Frees an interpreter.
///
/// # Safety
///
/// The pointer is null, or comes from `indubit_script_new` and is not used again.
#[no_mangle]
pub unsafe extern "C" fn indubit_script_free(script: *mut Script) {
    if !script.is_null() {
        // SAFETY: the caller's contract.
        drop(unsafe { Box::from_raw(script) });
    }
}
