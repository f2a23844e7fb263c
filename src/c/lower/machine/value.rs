//! Values and places while a program is lowered.

use crate::c::read::syntax::FunctionId;
use crate::solver::term::{TermId, Terms};

/// Variables that hold the parts of an object, of the result of a function, or of a value in between; by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::c::lower) struct StoreId(pub u32);

/// An object that a call may make on the heap.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct HeapSlot {
    pub store: StoreId,
    /// Whether there is such an object now.
    pub alive: TermId,
    /// The number of bytes, if the program computes it.
    pub length: Option<TermId>,
    /// With `--check-memory`: whether pointers may lead here from an object that has ended.
    pub held: Option<TermId>,
}

/// A number by which a pointer was moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) struct Index {
    /// A number of any width.
    pub term: TermId,
    /// Whether it is a signed one.
    pub signed: bool,
}

/// A part of an offset: a multiple of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) struct Step {
    pub index: Index,
    /// The bits by which an index that is greater by one moves the place. Not 0.
    pub stride: i64,
}

/// A place in an object, or near it: the bit `base` plus all steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::c::lower) struct Place {
    pub store: StoreId,
    pub base: i64,
    pub steps: Vec<Step>,
}

impl Place {
    /// The beginning of an object.
    pub fn start(store: StoreId) -> Place {
        Place { store, base: 0, steps: Vec::new() }
    }
}

/// The thing that a pointer points to, or that an lvalue names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::c::lower) enum Target {
    /// A number that is the address of nothing; the null pointer is 0.
    Number(TermId),
    Function(FunctionId),
    At(Place),
}

/// A target under a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::c::lower) struct Way {
    pub guard: TermId,
    pub target: Target,
}

/// A value, or an lvalue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::c::lower) enum Value {
    Void,
    /// 0 or 1 in any integer type.
    Bool(TermId),
    /// A number of the expression's integer type.
    Number(TermId),
    /// The bits of a floating-point number, which are only kept.
    Floating(TermId),
    /// A pointer, or an integer that was made from one: exactly one of the guards holds.
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
            Value::Bool(t) | Value::Number(t) | Value::Floating(t) => visit(t),
            Value::Pointer(ways) | Value::Lvalue(ways, _) => {
                for way in ways {
                    visit(&mut way.guard);
                    match &mut way.target {
                        Target::At(place) => {
                            place.steps.iter_mut().for_each(|step| visit(&mut step.index.term))
                        }
                        Target::Number(number) => visit(number),
                        Target::Function(_) => {}
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
