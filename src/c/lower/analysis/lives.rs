//! Finds programs that may compare the address of an ended object with the address of a later one.
//!
//! The same variables serve several objects, one after the other: a slot of the heap for the objects that one call of
//! `malloc` makes, and the variables of a local object for each call of its function. So a pointer to an object that
//! has ended would wrongly be equal to a pointer to its successor. There are two remedies, which are used only where a
//! program needs them:
//!
//! - A slot of the heap is not used again while a variable holds an address in it (`functions/held`).
//! - A comparison of addresses of a local object whose address may be kept beyond its call is not followed.

use super::keys::Root;
use super::reach::Reach;
use super::special::{meaning, Allocator, Meaning};
use super::targets::Targets;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind, FunctionId, ObjectId, Program};
use std::collections::BTreeSet;

/// The results of the analysis.
pub(in crate::c::lower) struct Lives {
    /// Whether the program may end objects of the heap.
    pub ends_objects: bool,
    /// Whether the program ends objects of the heap, and compares addresses of objects that the same call makes.
    pub compares_slots: bool,
    /// By object: whether its address may be kept beyond the call of its function.
    outlived: Vec<bool>,
}

impl Lives {
    pub fn of(program: &Program, main: FunctionId, reach: &Reach, targets: &Targets) -> Lives {
        let mut callers: Vec<BTreeSet<FunctionId>> = vec![BTreeSet::new(); program.functions.len()];
        let (mut ends, mut compares) = (false, false);
        for (at, body) in reach.bodies.iter().enumerate() {
            for &id in body.iter().flat_map(|body| &body.exprs) {
                match program.expr(id).kind {
                    ExprKind::Call { callee, .. } => {
                        for function in targets.called(program, callee) {
                            callers[function.index()].insert(FunctionId(at as u32));
                            ends |= ends_objects(program, function);
                        }
                    }
                    ExprKind::Binary(BinaryOp::Equal | BinaryOp::NotEqual, a, b) => {
                        compares = compares || have_slot_in_common(targets, a, b);
                    }
                    _ => {}
                }
            }
        }
        let outlived = vec![false; program.objects.len()];
        let mut lives = Lives { ends_objects: ends, compares_slots: ends && compares, outlived };
        for object in targets.kept_without_end(program) {
            lives.note(program, object, |_| true);
        }
        for at in (0..program.functions.len()).map(|at| FunctionId(at as u32)) {
            for object in targets.objects_in_result(at) {
                lives.note(program, object, |owner| owner == at);
            }
        }
        // The address may be kept in a local object of a caller, which outlives the call.
        for (at, holder) in program.objects.iter().enumerate() {
            let function = match holder.function {
                Some(function) => function,
                None => continue,
            };
            for object in targets.objects_in(ObjectId(at as u32)) {
                let is_around = |owner: FunctionId| owner != function && is_above(&callers, function, owner);
                lives.note(program, object, is_around);
            }
        }
        // `main` is called once, so its objects have no successors.
        for (outlived, object) in lives.outlived.iter_mut().zip(&program.objects) {
            *outlived &= object.function != Some(main);
        }
        lives
    }

    /// Whether the address of an object may be kept beyond the call of its function.
    pub fn is_outlived(&self, object: ObjectId) -> bool {
        self.outlived[object.index()]
    }

    /// Notes that the address of an object is kept somewhere. `is_beyond` says whether that place outlives a call of
    /// the object's function.
    fn note(&mut self, program: &Program, object: ObjectId, is_beyond: impl Fn(FunctionId) -> bool) {
        if program.object(object).function.map_or(false, is_beyond) {
            self.outlived[object.index()] = true;
        }
    }
}

fn ends_objects(program: &Program, function: FunctionId) -> bool {
    match meaning(program, program.function(function)) {
        Meaning::Free => true,
        Meaning::Allocate(how) => matches!(how, Allocator::Copied { .. } | Allocator::OfCall { .. }),
        _ => false,
    }
}

fn have_slot_in_common(targets: &Targets, a: ExprId, b: ExprId) -> bool {
    let slots = |id| targets.roots_of(id).into_iter().filter(|root| matches!(root, Root::Heap(..)));
    let others: Vec<Root> = slots(b).collect();
    slots(a).any(|root| others.contains(&root))
}

/// Whether `above` may call `function`, directly or through others.
fn is_above(callers: &[BTreeSet<FunctionId>], above: FunctionId, function: FunctionId) -> bool {
    let mut seen = BTreeSet::new();
    let mut rest = vec![function];
    while let Some(function) = rest.pop() {
        for &caller in &callers[function.index()] {
            if caller == above {
                return true;
            }
            if seen.insert(caller) {
                rest.push(caller);
            }
        }
    }
    false
}
