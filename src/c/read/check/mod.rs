//! The checker: resolves names, finds types, and adds each node to the typed tree.
//!
//! The parser calls it whenever a construct is complete, with operands that are checked already. So the tree grows from
//! the leaves, and no pass over it is needed. An error is reported once; the node then has the type
//! [`ERROR`](super::types::Types::ERROR), about which no further errors are reported.

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
mod linker;
mod nested;
mod numbers;
mod operators;
mod primary;
mod scopes;
mod units;
mod variadic;
mod variadic_calls;
mod verifiers;
mod volatile;

pub(super) use checker::Checker;
pub(super) use declare::{Declared, Linkage};
pub(super) use fold::Folded;
pub(super) use scopes::{Around, Entity};
pub(super) use units::Apart;
