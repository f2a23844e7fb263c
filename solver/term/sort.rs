//! Sorts, and the numbers of declared sorts, functions, constructors and selectors.

use super::float::{Format, Rounding};
use std::fmt;

/// The set that the values of a term belong to.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Reals; all values that occur are rational.
    Real,
    /// Vectors of this many bits, at least 1.
    BitVec(u32),
    /// Floating-point numbers of a format.
    Float(Format),
    /// Rounding modes.
    Rounding,
    /// The elements of a declared sort, of which there is at least one.
    Declared(SortId),
    /// Arrays: functions from the values of one sort to those of another
    /// ([`Terms::array_sort`](super::Terms::array_sort)).
    Array(SortId),
    /// Values made by constructors ([`Terms::define_datatypes`](super::Terms::define_datatypes)).
    Datatype(SortId),
}

/// A sort as a procedure for truth values, numbers and words sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Reals.
    Real,
    /// Vectors of this many bits.
    Word(u32),
    /// Values of any other sort: they are equal or not, and their parts are the matter of a theory of their own.
    Opaque,
}

impl Sort {
    /// The family of the sort. A procedure that treats all other sorts alike asks for this, and a new sort changes
    /// nothing there.
    pub fn family(self) -> Family {
        match self {
            Sort::Bool => Family::Bool,
            Sort::Int => Family::Int,
            Sort::Real => Family::Real,
            Sort::BitVec(width) => Family::Word(width),
            Sort::Float(_) | Sort::Rounding | Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_) => {
                Family::Opaque
            }
        }
    }

    /// The line that the store has about the sort; `None` if it is the same in all stores.
    pub(crate) fn entry(self) -> Option<SortId> {
        match self {
            Sort::Declared(id) | Sort::Array(id) | Sort::Datatype(id) => Some(id),
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Float(_) | Sort::Rounding => None,
        }
    }

    /// The sort of the word that stands for a floating-point number or a rounding mode; `None` for any other sort.
    pub(crate) fn word_of_number(self) -> Option<Sort> {
        match self {
            Sort::Float(format) => Some(Sort::BitVec(format.width())),
            Sort::Rounding => Some(Sort::BitVec(Rounding::WIDTH)),
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) => None,
            Sort::Array(_) | Sort::Datatype(_) | Sort::Declared(_) => None,
        }
    }

    /// The format; `None` if these are no floating-point numbers.
    pub fn format(self) -> Option<Format> {
        match self {
            Sort::Float(format) => Some(format),
            _ => None,
        }
    }

    /// Whether this is `Int` or `Real`.
    pub fn is_numeric(self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// The number of bits; `None` if these are not bit-vectors.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }
}

/// As in SMT-LIB, but sorts of which the store knows more ([`Terms::sort_text`](super::Terms::sort_text)) have a
/// number.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Real => f.write_str("Real"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {})", width),
            Sort::Float(format) => write!(f, "{}", format),
            Sort::Rounding => f.write_str("RoundingMode"),
            Sort::Declared(sort) | Sort::Array(sort) | Sort::Datatype(sort) => {
                write!(f, "sort {}", sort.index())
            }
        }
    }
}

/// Numbers of what a store declares.
macro_rules! numbers {
    ($($(#[$meaning:meta])* $name:ident: $place:literal;)*) => {
        $(
            $(#[$meaning])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub struct $name(pub(super) u32);

            impl $name {
                #[doc = $place]
                #[inline]
                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

numbers! {
    /// A sort that the store has a line about: a declared one, one of arrays, or a datatype.
    SortId: "Position among all such sorts, from 0.";
    /// A declared function with arguments.
    FunctionId: "Position among all declared functions, from 0.";
    /// A constructor of a datatype.
    ConstructorId: "Position among all constructors, from 0.";
    /// A selector of a field.
    SelectorId: "Position among all selectors, from 0.";
}
