//! The checker: names and types. The parser calls it with operands that are checked already, so the typed tree grows
//! from the leaves and no pass over it is needed.

mod aliases;
mod arithmetic;
mod assembler;
mod assign;
mod builtins;
mod calls;
mod checker;
mod compatible;
mod constants;
mod convert;
mod declare;
mod fold;
mod library;
mod operators;
mod primary;
mod scopes;
mod variadic;
mod variadic_calls;
mod volatile;
mod widths;

pub(super) use checker::Checker;
pub(super) use declare::{Declared, Linkage};
pub(super) use fold::Folded;
pub(super) use scopes::Entity;
