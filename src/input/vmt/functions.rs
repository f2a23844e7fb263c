//! Functions of a system as arrays that never change.
//!
//! A declared function with arguments has one meaning in all steps of a run. An array says the same: it is a state
//! variable whose next value is its own, and a call reads it. A function of two arguments is an array of arrays, and so
//! on. So engines, traces and certificates need to know nothing of functions.

use crate::base::HashMap;
use crate::input::smtlib::Attribute;
use crate::solver::term::{FunctionId, Op, TermId, Terms};

/// Replaces calls in annotated terms by reads of arrays. Returns the arrays, each with its next value.
pub(super) fn as_arrays(terms: &mut Terms, attributes: &mut [Attribute]) -> Vec<(TermId, TermId)> {
    let roots: Vec<TermId> = attributes.iter().map(|a| a.term).collect();
    let mut done: HashMap<TermId, TermId> = HashMap::default();
    let mut arrays: HashMap<FunctionId, TermId> = HashMap::default();
    let mut made = Vec::new();
    for t in terms.subterms(&roots) {
        let args: Vec<TermId> = terms.args(t).iter().map(|a| done[a]).collect();
        let new = match terms.op(t) {
            Op::Call(function) => {
                let array = *arrays.entry(function).or_insert_with(|| {
                    let pair = declare(terms, function);
                    made.push(pair);
                    pair.0
                });
                args.into_iter().fold(array, |array, index| terms.select(array, index))
            }
            op if args != terms.args(t) => terms.apply(op, terms.sort(t), &args),
            _ => t,
        };
        done.insert(t, new);
    }
    attributes.iter_mut().for_each(|a| a.term = done[&a.term]);
    made
}

/// The array of a function, and its next value.
fn declare(terms: &mut Terms, function: FunctionId) -> (TermId, TermId) {
    let (args, mut sort) = terms.function_sorts(function);
    for index in args.to_vec().into_iter().rev() {
        sort = terms.array_sort(index, sort);
    }
    let name = terms.function_name(function).to_string();
    let next = format!("{}.next", name);
    (terms.declare(&name, sort), terms.declare(&next, sort))
}
