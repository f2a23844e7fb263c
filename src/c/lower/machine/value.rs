//! The values of expressions while a program is lowered.
//!
//! A number is a term. A pointer is a list of *ways*: targets, each under a condition, of which exactly one holds. For
//! example, `b ? &x : &a[i]` has two ways: under `b` the place `x`, and under `!b` the place in `a` that is `i` steps
//! from its beginning. An lvalue is a list of ways, too: the places that it may name.

use crate::c::read::syntax::FunctionId;
use crate::solver::term::{TermId, Terms};

/// The index of a store: the variables for the parts of an object, of the result of a function, or of an intermediate
/// value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::c::lower) struct StoreId(pub u32);

/// An object that a call may make on the heap, or a family of them.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct HeapSlot {
    pub store: StoreId,
    /// The variable that says whether the object is alive; `None` for a family whose objects never end.
    pub alive: Option<TermId>,
    /// The variable for the number of bytes, if the program computes it.
    pub length: Option<TermId>,
    /// The variable that says whether pointers may still lead to an ended object in this slot; `None` if that does not
    /// matter (`functions/held`).
    pub held: Option<TermId>,
    /// The variables of a family beside those of its store.
    pub family: Option<Family>,
}

/// The variables by which a call makes one more object of its family.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct Family {
    /// The variable for the number of objects that were made, which is the number of the next one.
    pub made: TermId,
    /// The contents of an object before it has a number.
    pub blank: StoreId,
    /// The variable for the number of objects that are alive, if objects that are not freed are looked for.
    pub left: Option<TermId>,
}

/// A number by which a pointer was moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) struct Index {
    /// A number of any width.
    pub term: TermId,
    /// Whether the number is signed.
    pub signed: bool,
}

/// A part of an offset: a multiple of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) struct Step {
    pub index: Index,
    /// The distance in bits by which the place moves if the index grows by one. Not 0.
    pub stride: i64,
}

/// A place in an object, or outside of it: the bit `base` plus all steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::c::lower) struct Place {
    pub store: StoreId,
    /// The number of the object, if the store is that of a family.
    pub number: Option<TermId>,
    pub base: i64,
    pub steps: Vec<Step>,
}

impl Place {
    /// The beginning of an object.
    pub fn start(store: StoreId) -> Place {
        Place { store, number: None, base: 0, steps: Vec::new() }
    }

    /// The beginning of the object in which the place is.
    pub fn beginning(&self) -> Place {
        Place { number: self.number, ..Place::start(self.store) }
    }
}

/// A fixed position in a store, or one from an element of a row on.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct Spot {
    /// The number of bits from the beginning, or from the beginning of the element.
    pub bits: u64,
    /// The index of an element of a row, as wide as a pointer.
    pub element: Option<TermId>,
    /// The number of the object, if the store is that of a family.
    pub number: Option<TermId>,
}

impl Spot {
    /// The position of a bit, counted from the beginning.
    pub fn at(bits: u64) -> Spot {
        Spot { bits, element: None, number: None }
    }

    /// The position some bits behind.
    pub fn plus(self, bits: u64) -> Spot {
        Spot { bits: self.bits + bits, ..self }
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
    /// A truth value, which stands for 0 or 1 in any integer type.
    Bool(TermId),
    /// A number of the expression's integer type.
    Number(TermId),
    /// The bits of a floating-point number. They can be stored and loaded, but not computed with.
    Floating(TermId),
    /// A pointer, or an integer that was made from one: its targets, of whose guards exactly one holds.
    Pointer(Vec<Way>),
    /// A structure or union: the values of its parts. A part without type is a number.
    Record(Vec<Value>),
    /// An lvalue: the places that it may name, and the width if it is a bit-field.
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
                            place.number.iter_mut().for_each(&mut *visit);
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
