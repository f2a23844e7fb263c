//! Values and places while a program is lowered.

use super::super::syntax::{FunctionId, TextId};
use crate::solver::term::{TermId, Terms};

/// Variables that hold the parts of an object, of the result of a function, or of a value in between; by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct StoreId(pub u32);

/// The number of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Index {
    /// A number of any width.
    pub term: TermId,
    /// Whether it is a signed one.
    pub signed: bool,
}

/// A step into an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dim {
    /// The element.
    pub index: Index,
    /// The bits from one element to the next.
    pub stride: u64,
    /// The number of elements.
    pub count: u64,
}

/// A part of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub store: StoreId,
    /// Its first bit, where all indices are 0.
    pub base: u64,
    /// The arrays that lead to it, outer ones first.
    pub dims: Vec<Dim>,
}

/// The thing that a pointer points to, or that an lvalue names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// The null pointer.
    Null,
    /// Nothing that a program may use: a pointer with an arbitrary value.
    Nothing,
    Function(FunctionId),
    Text(TextId),
    At(Place),
}

/// A target under a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Way {
    pub guard: TermId,
    pub target: Target,
}

/// A value, or an lvalue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Void,
    /// 0 or 1 in any integer type.
    Bool(TermId),
    /// A number of the expression's integer type.
    Number(TermId),
    /// A pointer: exactly one of the guards holds.
    Pointer(Vec<Way>),
    /// A structure or union: the values of its parts. A part without type is a number.
    Record(Vec<Value>),
    /// An lvalue, with its range in the place if it is a bit-field.
    Lvalue(Vec<Way>, Option<u32>),
}

impl Value {
    /// The pointer to, or lvalue of, one thing.
    pub fn way(target: Target) -> Vec<Way> {
        vec![Way { guard: Terms::TRUE, target }]
    }

    /// Calls a function with each term in the value.
    pub fn each_term(&mut self, visit: &mut impl FnMut(&mut TermId)) {
        match self {
            Value::Void => {}
            Value::Bool(t) | Value::Number(t) => visit(t),
            Value::Pointer(ways) | Value::Lvalue(ways, _) => {
                for way in ways {
                    visit(&mut way.guard);
                    if let Target::At(place) = &mut way.target {
                        place.dims.iter_mut().for_each(|dim| visit(&mut dim.index.term));
                    }
                }
            }
            // Parts of structures are scalars, so this goes one level deep.
            Value::Record(parts) => parts.iter_mut().for_each(|part| part.each_term(visit)),
        }
    }

    /// All terms in the value.
    pub fn terms(&self) -> Vec<TermId> {
        let mut list = Vec::new();
        self.clone().each_term(&mut |t| list.push(*t));
        list
    }
}
