//! Things to do while terms are made: the stack of the elaborator in [`terms`](super::terms).

use super::families::Part;
use super::names::Function;
use super::operators::Operator;
use super::sexpr::Expr;
use crate::solver::term::{ConstructorId, FunctionId, Sort};
use crate::theories::num::Integer;
use std::sync::Arc;

/// An operator on arrays, or a part of a datatype, which is one of several if datatypes share its name.
#[derive(Clone)]
pub(super) enum Structural {
    Select,
    Store,
    /// The constant array of this sort.
    ConstArray(Sort),
    /// An index at which two arrays differ.
    Difference,
    /// A constructor, with its sort, if that is written.
    Construct(Arc<[Part]>, Option<Sort>),
    Field(Arc<[Part]>),
    Is(Arc<[Part]>),
}

/// A `match` on the way.
pub(super) struct Match {
    pub list: Expr,
    /// The branches from here on are still to be made.
    pub next: Expr,
    /// The place of the value; those of the branches follow it.
    pub base: usize,
    /// The constructor of each branch made; `None` if it fits every value.
    pub patterns: Vec<Option<ConstructorId>>,
}

/// The head of an application: the operator or function applied.
#[derive(Clone)]
pub(super) enum Head {
    Operator(Operator),
    Function(Arc<Function>),
    Declared(FunctionId),
    Structural(Structural),
    Divisible(Integer),
    Predicate(usize),
}

/// A task that is still to be done.
pub(super) enum Task {
    Evaluate(Expr),
    /// Arguments from `next` on are still to be evaluated; the values of those before begin at `base`.
    Apply {
        list: Expr,
        next: Expr,
        base: usize,
        head: Head,
    },
    /// Bindings of a `let` from `next` on are still to be evaluated; the values of those before begin at `base`.
    Let {
        list: Expr,
        next: Expr,
        base: usize,
    },
    /// A `match` on the way.
    Match(Match),
    /// Takes bindings back until there are this many.
    Unbind(usize),
    /// Puts a quantifier in front of the value.
    Quantify {
        list: Expr,
        universal: bool,
    },
    /// Gives the value its names.
    Label(Expr),
}
