//! Functions of a system as arrays that never change.
//!
//! A declared function with arguments has one meaning in all steps of a run. An array says the same: it is a state
//! variable whose next value is its own, and a call reads it. A function of two arguments is an array of arrays, and so
//! on. So engines, traces and certificates need to know nothing of functions.
//!
//! A selector is such a function, too, of values that another constructor than its own made: SMT-LIB leaves open what
//! `(head nil)` is. Where the constructor is not known, the field is the selector's if the right constructor made the
//! value, else an element of an array.

use crate::base::HashMap;
use crate::input::smtlib::Attribute;
use crate::solver::term::{FunctionId, Op, SelectorId, Sort, TermId, Terms};

/// A function that becomes an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Function {
    Declared(FunctionId),
    /// A selector, of values that it does not belong to.
    Stray(SelectorId),
}

/// The arrays so far, each with its next value.
#[derive(Default)]
struct Arrays {
    known: HashMap<Function, TermId>,
    made: Vec<(TermId, TermId)>,
}

/// Replaces calls in annotated terms by reads of arrays. Returns the arrays, each with its next value.
pub(super) fn as_arrays(terms: &mut Terms, attributes: &mut [Attribute]) -> Vec<(TermId, TermId)> {
    let roots: Vec<TermId> = attributes.iter().map(|a| a.term).collect();
    let mut done: HashMap<TermId, TermId> = HashMap::default();
    let mut arrays = Arrays::default();
    for t in terms.subterms(&roots) {
        let args: Vec<TermId> = terms.args(t).iter().map(|a| done[a]).collect();
        let new = match terms.op(t) {
            Op::Call(function) => {
                let array = arrays.of(terms, Function::Declared(function));
                args.into_iter().fold(array, |array, index| terms.select(array, index))
            }
            Op::Field(selector) => arrays.field(terms, selector, args[0]),
            op if args != terms.args(t) => terms.apply(op, terms.sort(t), &args),
            _ => t,
        };
        done.insert(t, new);
    }
    attributes.iter_mut().for_each(|a| a.term = done[&a.term]);
    // A condition around a selector may say that it belongs to the value, so that nothing is left of its array.
    let roots: Vec<TermId> = attributes.iter().map(|a| a.term).collect();
    let read = terms.symbols_in(&roots);
    arrays.made.retain(|&(array, _)| terms.symbols_in(&[array]).iter().all(|s| read.contains(s)));
    arrays.made
}

impl Arrays {
    fn of(&mut self, terms: &mut Terms, function: Function) -> TermId {
        if let Some(&known) = self.known.get(&function) {
            return known;
        }
        let (name, args, mut sort): (String, Vec<Sort>, Sort) = match function {
            Function::Declared(function) => {
                let (args, result) = terms.function_sorts(function);
                (terms.function_name(function).to_string(), args.to_vec(), result)
            }
            Function::Stray(selector) => {
                let of = terms.constructor_sort(terms.selector_constructor(selector));
                (format!("{}.else", terms.selector_name(selector)), vec![of], terms.selector_sort(selector))
            }
        };
        for index in args.into_iter().rev() {
            sort = terms.array_sort(index, sort);
        }
        let pair = (terms.declare(&name, sort), terms.declare(&format!("{}.next", name), sort));
        self.known.insert(function, pair.0);
        self.made.push(pair);
        pair.0
    }

    /// The field of a value that any constructor made.
    fn field(&mut self, terms: &mut Terms, selector: SelectorId, of: TermId) -> TermId {
        let is_own = terms.is(terms.selector_constructor(selector), of);
        let field = terms.field(selector, of);
        if is_own == Terms::TRUE {
            return field;
        }
        let array = self.of(terms, Function::Stray(selector));
        let other = terms.select(array, of);
        terms.ite(is_own, field, other)
    }
}
