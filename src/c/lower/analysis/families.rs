//! Calls of `malloc` and its like whose objects are a *family*: they have numbers, and no bound.
//!
//! The memory of a family is that of R. Burstall ("Some techniques for proving correctness of programs which alter data
//! structures", 1972): each scalar part of the objects is one array, from the number of an object to the value of this
//! part in it (`memory/families`). The number of each object is new, so an object that has ended is never taken for a
//! later one.
//!
//! A family needs objects of one small size, which is known. The objects of all other calls are in slots, as many as
//! [`LowerOptions::slots`](crate::c::lower::LowerOptions::slots) says.

use super::facts::Facts;
use super::special::Allocator;
use crate::c::read::syntax::{ExprId, ExprKind, Program};

/// The most bytes of an object of a family. It has at most as many parts as bits, so none of them lacks a variable.
const MOST_BYTES: u64 = 512;

/// The size in bytes of the objects that a call makes in this way, if its arguments are constants.
pub(super) fn fixed_size(program: &Program, facts: &Facts, call: ExprId, how: Allocator) -> Option<u64> {
    let arguments = match program.expr(call).kind {
        ExprKind::Call { arguments, .. } => program.list(arguments),
        _ => return None,
    };
    let constant = |at: usize| u64::try_from(facts.constant(*arguments.get(at)?)?).ok();
    match how {
        Allocator::Plain { size } | Allocator::OfCall { size } => constant(size),
        Allocator::Zeroed { size, count: None } | Allocator::Copied { size, count: None } => constant(size),
        Allocator::Zeroed { size, count: Some(count) } | Allocator::Copied { size, count: Some(count) } => {
            constant(size)?.checked_mul(constant(count)?)
        }
    }
}

/// Whether objects that are made in this way, and have this size, may be a family. An object of `realloc` begins with
/// the bytes of another one, and one of `alloca` ends without being named.
pub(super) fn may_be_family(how: Allocator, size: Option<u64>) -> bool {
    let is_plain = matches!(how, Allocator::Plain { .. } | Allocator::Zeroed { .. });
    is_plain && size.map_or(false, |size| (1..=MOST_BYTES).contains(&size))
}
