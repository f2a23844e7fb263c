//! Functions of a system as arrays that never change.
//!
//! A declared function with arguments has one meaning in all steps of a run. An array says the same: it is a state
//! variable whose next value is its own, and a call reads it. A function of two arguments is an array of arrays, and so
//! on. So engines, traces and certificates need to know nothing of functions.
//!
//! The open results of partial operations are such functions, too
//! ([`PartialOp`](crate::solver::term::PartialOp)): `(head nil)` reads the array `head.else` at `nil`.

use crate::base::HashMap;
use crate::input::smtlib::Attribute;
use crate::solver::term::{FunctionId, Op, OpenResults, TermId, Terms};

/// Replaces calls in annotated terms by reads of arrays. Returns the arrays, each with its next value.
pub(super) fn as_arrays(terms: &mut Terms, attributes: &mut [Attribute]) -> Vec<(TermId, TermId)> {
    let mut roots: Vec<TermId> = attributes.iter().map(|a| a.term).collect();
    let mut done: HashMap<TermId, TermId> = HashMap::default();
    let mut known: HashMap<FunctionId, TermId> = HashMap::default();
    let mut arrays = Vec::new();
    for t in terms.subterms(&roots) {
        let args: Vec<TermId> = terms.args(t).iter().map(|a| done[a]).collect();
        let new = match terms.op(t) {
            Op::Call(function) => {
                let array = *known.entry(function).or_insert_with(|| {
                    arrays.push(array_of(terms, function));
                    arrays[arrays.len() - 1]
                });
                args.into_iter().fold(array, |array, index| terms.select(array, index))
            }
            op if args != terms.args(t) => terms.apply(op, terms.sort(t), &args),
            _ => t,
        };
        done.insert(t, new);
    }
    roots.iter_mut().for_each(|root| *root = done[root]);
    let mut results = OpenResults::default();
    results.replace(terms, &mut roots);
    attributes.iter_mut().zip(&roots).for_each(|(attribute, &root)| attribute.term = root);
    arrays.extend(results.arrays.iter().map(|&(_, array)| array));
    // A condition around a selector may say that it belongs to the value, so that nothing is left of its array.
    let read = terms.symbols_in(&roots);
    arrays.retain(|&array| terms.symbols_in(&[array]).iter().all(|s| read.contains(s)));
    arrays.into_iter().map(|array| (array, next_of(terms, array))).collect()
}

/// An array of the values of a function.
fn array_of(terms: &mut Terms, function: FunctionId) -> TermId {
    let name = terms.function_name(function).to_string();
    let (args, mut sort) = terms.function_sorts(function);
    let args = args.to_vec();
    for index in args.into_iter().rev() {
        sort = terms.array_sort(index, sort);
    }
    terms.declare(&name, sort)
}

/// A constant for the next value of an array.
fn next_of(terms: &mut Terms, array: TermId) -> TermId {
    let names = terms.symbols_in(&[array]).into_iter().map(|symbol| format!("{}.next", terms.name(symbol)));
    let name: String = names.collect();
    terms.declare(&name, terms.sort(array))
}
