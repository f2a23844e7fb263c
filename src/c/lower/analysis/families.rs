//! Calls of `malloc` and its like whose objects are a *family*: they have numbers, and no bound.
//!
//! The memory of a family is that of R. Burstall ("Some techniques for proving correctness of programs which alter data
//! structures", 1972): each scalar part of the objects is one array, from the number of an object to the value of this
//! part in it (`memory/families`). The number of each object is new, so an object that has ended is never taken for a
//! later one.
//!
//! A family needs objects of one small size, which is known. The objects of all other calls are in slots, as many as
//! [`LowerOptions::slots`](crate::c::lower::LowerOptions::slots) says, or one if a run makes the call once.

use super::facts::Facts;
use super::keys::{Root, TargetKey};
use super::parameters::Parameters;
use super::special::{meaning, Allocator, Meaning};
use super::targets::Targets;
use crate::c::read::syntax::{ExprId, ExprKind, FunctionId, Program};

/// The most bytes of an object of a family. It has at most as many parts as bits, so none of them lacks a variable.
const MOST_BYTES: u64 = 512;

/// The size in bytes of the objects that a call makes in this way, if its arguments are constants, or parameters that
/// are the same constant in each call.
pub(super) fn fixed_size(
    program: &Program,
    facts: &Facts,
    parameters: &Parameters,
    call: ExprId,
    how: Allocator,
) -> Option<u64> {
    let arguments = program.arguments(call);
    let constant = |at: usize| u64::try_from(parameters.value(program, facts, *arguments.get(at)?)?).ok();
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
fn may_be_family(how: Allocator, size: Option<u64>) -> bool {
    let is_plain = matches!(how, Allocator::Plain { .. } | Allocator::Zeroed { .. });
    is_plain && size.map_or(false, |size| (1..=MOST_BYTES).contains(&size))
}

impl Targets {
    /// Makes families of the objects of all calls that can have one.
    pub(super) fn note_families(&mut self, program: &Program, facts: &Facts) {
        let may_be = |&call: &ExprId| {
            let how = self.allocator(program, call);
            let size = |how| fixed_size(program, facts, &self.parameters, call, how);
            how.map_or(false, |how| may_be_family(how, size(how)))
        };
        self.families = self.makers().filter(may_be).collect();
    }

    /// The number of slots of a call.
    pub fn slots(&self, call: ExprId) -> u8 {
        match self.is_family(call) || self.once.contains(&call) {
            true => 1,
            false => self.slots,
        }
    }

    /// Whether the objects that a call makes are a family.
    pub fn is_family(&self, call: ExprId) -> bool {
        self.families.contains(&call)
    }

    /// Whether a stored address with these targets needs a variable for the number of an object.
    pub fn need_number(&self, targets: &[TargetKey]) -> bool {
        targets.iter().any(|key| matches!(key.root(), Some(Root::Heap(call, _)) if self.is_family(call)))
    }

    /// The way in which a call makes objects of the heap.
    pub fn allocator(&self, program: &Program, call: ExprId) -> Option<Allocator> {
        let callee = match program.expr(call).kind {
            ExprKind::Call { callee, .. } => callee,
            _ => return None,
        };
        let how = |function: FunctionId| match meaning(program, program.function(function)) {
            Meaning::Allocate(how) => Some(how),
            _ => None,
        };
        self.called(program, callee).into_iter().find_map(how)
    }
}
