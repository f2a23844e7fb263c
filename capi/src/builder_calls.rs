//! The border of the calls `indubit_model_...` of `indubit.h`.

use crate::border::{called, die};
use crate::builder::{Builder, Part};
use crate::calls::{budget, bytes, give, text, Text};
use crate::models::{built, verify_built};
use indubit::base::Budget;
use std::os::raw::{c_char, c_int, c_void};

/// The model of a caller.
///
/// # Safety
///
/// The pointer is null, or comes from `indubit_model_new`, and no other thread uses it.
unsafe fn model<'a>(function: &str, pointer: *mut Builder) -> &'a mut Builder {
    // SAFETY: the caller's contract.
    unsafe { pointer.as_mut() }.unwrap_or_else(|| die(function, "the model is null"))
}

/// The numbers of a caller.
///
/// # Safety
///
/// The pointer is null and the count 0, or `count` numbers can be read as long as the result is used.
pub(crate) unsafe fn numbers<'a, N>(function: &str, pointer: *const N, count: usize) -> &'a [N] {
    match (pointer.is_null(), count) {
        (_, 0) => &[],
        (true, _) => die(function, "the numbers are null, and their count is not 0"),
        // SAFETY: the caller's contract.
        (false, _) => unsafe { std::slice::from_raw_parts(pointer, count) },
    }
}

/// An empty model.
#[no_mangle]
pub extern "C" fn indubit_model_new() -> *mut Builder {
    Box::into_raw(Box::new(called("indubit_model_new", Builder::default)))
}

/// Frees a model.
///
/// # Safety
///
/// The pointer is null, or comes from `indubit_model_new` and is not used again.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_free(pointer: *mut Builder) {
    if !pointer.is_null() {
        // SAFETY: the caller's contract.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// A variable.
///
/// # Safety
///
/// The model comes from `indubit_model_new`; texts end with 0.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_variable(
    pointer: *mut Builder,
    name: *const c_char,
    sort: *const c_char,
) -> u32 {
    let function = "indubit_model_variable";
    // SAFETY: the caller's contract.
    let (model, name, sort) = unsafe { (model(function, pointer), text(name), text(sort)) };
    called(function, || model.variable(&name, &sort))
}

/// A state.
///
/// # Safety
///
/// As [`indubit_model_variable`].
#[no_mangle]
pub unsafe extern "C" fn indubit_model_state(
    pointer: *mut Builder,
    name: *const c_char,
    sort: *const c_char,
) -> u32 {
    let function = "indubit_model_state";
    // SAFETY: the caller's contract.
    let (model, name, sort) = unsafe { (model(function, pointer), text(name), text(sort)) };
    called(function, || model.state(&name, &sort))
}

/// The value of a state in the next step.
///
/// # Safety
///
/// The model comes from `indubit_model_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_next(pointer: *mut Builder, state: u32) -> u32 {
    let function = "indubit_model_next";
    // SAFETY: the caller's contract.
    let model = unsafe { model(function, pointer) };
    called(function, || model.next(state))
}

/// A term from a text.
///
/// # Safety
///
/// As [`indubit_model_variable`].
#[no_mangle]
pub unsafe extern "C" fn indubit_model_term(pointer: *mut Builder, term: *const c_char) -> u32 {
    let function = "indubit_model_term";
    // SAFETY: the caller's contract.
    let (model, term) = unsafe { (model(function, pointer), text(term)) };
    called(function, || model.term(&term))
}

/// An operator applied to terms.
///
/// # Safety
///
/// As [`indubit_model_variable`], and there are `count` terms.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_apply(
    pointer: *mut Builder,
    operator: *const c_char,
    terms: *const u32,
    count: usize,
) -> u32 {
    let function = "indubit_model_apply";
    // SAFETY: the caller's contract.
    let (model, operator, terms) =
        unsafe { (model(function, pointer), text(operator), numbers(function, terms, count)) };
    called(function, || model.apply(&operator, terms))
}

/// A formula that is true in the first step.
///
/// # Safety
///
/// The model comes from `indubit_model_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_init(pointer: *mut Builder, formula: u32) {
    let function = "indubit_model_init";
    // SAFETY: the caller's contract.
    let model = unsafe { model(function, pointer) };
    called(function, || model.say(Part::Init, formula))
}

/// A formula that is true of each step.
///
/// # Safety
///
/// The model comes from `indubit_model_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_trans(pointer: *mut Builder, formula: u32) {
    let function = "indubit_model_trans";
    // SAFETY: the caller's contract.
    let model = unsafe { model(function, pointer) };
    called(function, || model.say(Part::Trans, formula))
}

/// A formula that is true in each step.
///
/// # Safety
///
/// The model comes from `indubit_model_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_constraint(pointer: *mut Builder, formula: u32) {
    let function = "indubit_model_constraint";
    // SAFETY: the caller's contract.
    let model = unsafe { model(function, pointer) };
    called(function, || model.say(Part::Constraint, formula))
}

/// The value that a state has in the next step.
///
/// # Safety
///
/// The model comes from `indubit_model_new`.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_step(pointer: *mut Builder, state: u32, value: u32) {
    let function = "indubit_model_step";
    // SAFETY: the caller's contract.
    let model = unsafe { model(function, pointer) };
    called(function, || model.step(state, value))
}

/// A property.
///
/// # Safety
///
/// As [`indubit_model_variable`].
#[no_mangle]
pub unsafe extern "C" fn indubit_model_bad(
    pointer: *mut Builder,
    name: *const c_char,
    formula: u32,
) -> c_int {
    let function = "indubit_model_bad";
    // SAFETY: the caller's contract.
    let (model, name) = unsafe { (model(function, pointer), text(name)) };
    called(function, || model.bad(&name, formula))
}

/// A predicate.
///
/// # Safety
///
/// As [`indubit_model_variable`], and there are `count` sorts, each a text that ends with 0.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_predicate(
    pointer: *mut Builder,
    name: *const c_char,
    sorts: *const *const c_char,
    count: usize,
) -> u32 {
    let function = "indubit_model_predicate";
    // SAFETY: the caller's contract.
    let (model, name) = unsafe { (model(function, pointer), text(name)) };
    let pointers: &[*const c_char] = match (sorts.is_null(), count) {
        (_, 0) => &[],
        (true, _) => die(function, "the sorts are null, and their count is not 0"),
        // SAFETY: the caller's contract.
        (false, _) => unsafe { std::slice::from_raw_parts(sorts, count) },
    };
    // SAFETY: the caller's contract.
    let sorts: Vec<_> = pointers.iter().map(|&sort| unsafe { text(sort) }).collect();
    let sorts: Vec<&str> = sorts.iter().map(|sort| &**sort).collect();
    called(function, || model.predicate(&name, &sorts))
}

/// A predicate applied to terms.
///
/// # Safety
///
/// The model comes from `indubit_model_new`, and there are `count` terms.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_atom(
    pointer: *mut Builder,
    predicate: u32,
    terms: *const u32,
    count: usize,
) -> u32 {
    let function = "indubit_model_atom";
    // SAFETY: the caller's contract.
    let (model, terms) = unsafe { (model(function, pointer), numbers(function, terms, count)) };
    called(function, || model.atom(predicate, terms))
}

/// A rule: the body implies the head.
///
/// # Safety
///
/// As [`indubit_model_atom`].
#[no_mangle]
pub unsafe extern "C" fn indubit_model_rule(
    pointer: *mut Builder,
    head: u32,
    body: *const u32,
    count: usize,
) {
    let function = "indubit_model_rule";
    // SAFETY: the caller's contract.
    let (model, body) = unsafe { (model(function, pointer), numbers(function, body, count)) };
    called(function, || model.rule(Some(head), body))
}

/// A rule that says that the body is false.
///
/// # Safety
///
/// As [`indubit_model_atom`].
#[no_mangle]
pub unsafe extern "C" fn indubit_model_query(pointer: *mut Builder, body: *const u32, count: usize) {
    let function = "indubit_model_query";
    // SAFETY: the caller's contract.
    let (model, body) = unsafe { (model(function, pointer), numbers(function, body, count)) };
    called(function, || model.rule(None, body))
}

/// The model as a text.
///
/// # Safety
///
/// The model comes from `indubit_model_new`; the place may be written or is null.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_text(pointer: *mut Builder, place: *mut Text) -> c_int {
    let function = "indubit_model_text";
    // SAFETY: the caller's contract.
    let model = unsafe { model(function, pointer) };
    let found = called(function, || built(model));
    // SAFETY: the caller's contract.
    unsafe { give(found, place, std::ptr::null_mut()) }
}

/// Verifies a model.
///
/// # Safety
///
/// As [`indubit_model_variable`] and `indubit_verify`.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_verify(
    pointer: *mut Builder,
    options: *const c_char,
    limits: *const Budget,
    answer: *mut Text,
    evidence: *mut Text,
) -> c_int {
    let function = "indubit_model_verify";
    // SAFETY: the caller's contract.
    let (model, options, limits) = unsafe { (model(function, pointer), text(options), budget(limits)) };
    let found = called(function, || verify_built(model, &options, &limits));
    // SAFETY: the caller's contract.
    unsafe { give(found, answer, evidence) }
}

/// Checks evidence about a model.
///
/// # Safety
///
/// As [`indubit_model_verify`]; the length is right.
#[no_mangle]
pub unsafe extern "C" fn indubit_model_check(
    pointer: *mut Builder,
    evidence: *const c_void,
    length: usize,
    limits: *const Budget,
    answer: *mut Text,
) -> c_int {
    let function = "indubit_model_check";
    // SAFETY: the caller's contract.
    let (model, claims, limits) =
        unsafe { (model(function, pointer), bytes(function, evidence, length), budget(limits)) };
    let found = called(function, || crate::models::check_built(model, claims, &limits));
    // SAFETY: the caller's contract.
    unsafe { give(found, answer, std::ptr::null_mut()) }
}
