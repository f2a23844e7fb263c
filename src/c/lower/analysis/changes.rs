//! The objects that the evaluation of an expression may change.
//!
//! Operands are evaluated from left to right, and the value of the left one is a term over variables. If the right one
//! may change these variables, as in `x + f()` where `f` assigns `x`, the left value has to be saved first. If it may
//! not, nothing is saved, which keeps the automaton small. So the answer may name too many objects, but never too few.

use super::facts::Facts;
use super::keys::Root;
use super::reach::Reach;
use super::special::{meaning, Meaning};
use super::targets::Targets;
use super::visit;
use crate::base::HashMap;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind, FunctionId, Program, StmtKind, Storage};
use std::rc::Rc;

/// The most expressions that are visited for one answer. Beyond that, the answer is that everything may change.
const MOST_LOOKS: usize = 2000;

/// A set of objects and results of functions, by number: objects first, then functions, then one number for all objects
/// of the heap.
#[derive(Clone, Debug)]
pub(in crate::c::lower) struct Changed {
    bits: Vec<u64>,
    /// Whether everything may change.
    is_all: bool,
}

impl Changed {
    fn none(program: &Program) -> Changed {
        Changed { bits: vec![0; heap_owner(program) / 64 + 1], is_all: false }
    }

    fn add(&mut self, at: usize) {
        self.bits[at / 64] |= 1 << (at % 64);
    }

    fn add_all(&mut self, other: &Changed) {
        self.bits.iter_mut().zip(&other.bits).for_each(|(to, from)| *to |= from);
        self.is_all |= other.is_all;
    }

    /// Whether the object or result of this number may change.
    pub fn has(&self, at: usize) -> bool {
        self.is_all || self.bits[at / 64] >> (at % 64) & 1 == 1
    }
}

/// The number that stands for all objects of the heap in a [`Changed`].
pub(in crate::c::lower) fn heap_owner(program: &Program) -> usize {
    program.objects.len() + program.functions.len()
}

/// The objects that calls may change. The answer for a function is computed once.
pub(super) struct Changes {
    /// By function: its objects that do not live for the whole run.
    locals: Vec<Vec<usize>>,
    /// By function: everything that a call may change, if it was asked for.
    calls: HashMap<FunctionId, Rc<Changed>>,
}

impl Changes {
    pub fn of(program: &Program) -> Changes {
        let mut locals = vec![Vec::new(); program.functions.len()];
        for (at, object) in program.objects.iter().enumerate() {
            let lives_in_calls =
                matches!(object.storage, Storage::Local | Storage::Parameter | Storage::Literal);
            if let (Some(function), true) = (object.function, lives_in_calls) {
                locals[function.index()].push(at);
            }
        }
        Changes { locals, calls: HashMap::default() }
    }

    /// The objects and results that the evaluation of an expression may change.
    pub fn by_expr(
        &mut self,
        program: &Program,
        facts: &Facts,
        reach: &Reach,
        targets: &Targets,
        root: ExprId,
    ) -> Changed {
        let mut changed = Changed::none(program);
        let mut stack = vec![root];
        let mut looks = 0;
        while let Some(id) = stack.pop() {
            looks += 1;
            if looks > MOST_LOOKS {
                changed.is_all = true;
                return changed;
            }
            if !facts.emits(id) {
                continue;
            }
            note_target(program, targets, id, &mut changed);
            if let ExprKind::Call { callee, .. } = program.expr(id).kind {
                for function in targets.called(program, callee) {
                    let inner = self.by_call(program, reach, targets, function);
                    changed.add_all(&inner);
                }
            }
            stack.extend(visit::operands(program, id));
            if let ExprKind::Statements(block) = program.expr(id).kind {
                let (statements, inner) = visit::below(program, block);
                for statement in statements {
                    if let StmtKind::Declaration(object, _) = program.stmt(statement).kind {
                        changed.add(object.index());
                    }
                }
                stack.extend(inner);
            }
        }
        changed
    }

    fn by_call(
        &mut self,
        program: &Program,
        reach: &Reach,
        targets: &Targets,
        root: FunctionId,
    ) -> Rc<Changed> {
        if let Some(known) = self.calls.get(&root) {
            return known.clone();
        }
        let mut changed = Changed::none(program);
        let mut seen = vec![false; program.functions.len()];
        let mut stack = vec![root];
        while let Some(function) = stack.pop() {
            let body = match &reach.bodies[function.index()] {
                Some(body) if meaning(program, program.function(function)) == Meaning::Body => body,
                _ => continue,
            };
            if std::mem::replace(&mut seen[function.index()], true) {
                continue;
            }
            changed.add(program.objects.len() + function.index());
            self.locals[function.index()].iter().for_each(|&at| changed.add(at));
            for &id in &body.exprs {
                note_target(program, targets, id, &mut changed);
                if let ExprKind::Call { callee, .. } = program.expr(id).kind {
                    stack.extend(targets.called(program, callee));
                }
            }
        }
        let changed = Rc::new(changed);
        self.calls.insert(root, changed.clone());
        changed
    }
}

/// Adds the objects that an expression itself assigns; its operands are not looked at.
fn note_target(program: &Program, targets: &Targets, id: ExprId, changed: &mut Changed) {
    let mut at = match program.expr(id).kind {
        ExprKind::Assign(target, _) | ExprKind::AssignOp { target, .. } | ExprKind::Step { target, .. } => {
            target
        }
        ExprKind::CompoundLiteral(object, _) => return changed.add(object.index()),
        ExprKind::Call { callee, .. } => {
            let uses_heap = |function: FunctionId| {
                matches!(meaning(program, program.function(function)), Meaning::Allocate(_) | Meaning::Free)
            };
            let called = targets.called(program, callee);
            if called.iter().copied().any(uses_heap) {
                changed.add(heap_owner(program));
            }
            let is_unknown = |function: FunctionId| {
                matches!(meaning(program, program.function(function)), Meaning::Any(false) | Meaning::Renew)
            };
            changed.is_all |= called.into_iter().any(is_unknown);
            return;
        }
        _ => return,
    };
    loop {
        at = match program.expr(at).kind {
            ExprKind::Object(object) | ExprKind::CompoundLiteral(object, _) => {
                return changed.add(object.index());
            }
            ExprKind::Member(a, _)
            | ExprKind::Dereference(a)
            | ExprKind::Decay(a)
            | ExprKind::AddressOf(a)
            | ExprKind::Convert { operand: a, .. }
            | ExprKind::Binary(BinaryOp::PointerAdd, a, _)
            | ExprKind::Binary(BinaryOp::PointerSub, a, _) => a,
            _ => break,
        };
    }
    // The pointer is computed, so it may point to any of its targets.
    for root in targets.roots_of(at) {
        match root {
            Root::Object(object) => changed.add(object.index()),
            Root::Heap(..) => changed.add(heap_owner(program)),
            Root::Text(_) => {}
        }
    }
}
