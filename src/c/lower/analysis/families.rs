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
use super::reach::Reach;
use super::special::{meaning, Allocator, Meaning};
use super::targets::Targets;
use super::visit;
use crate::base::HashSet;
use crate::c::read::syntax::{ExprId, ExprKind, FunctionId, Program, StmtId, StmtKind};

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

/// The calls that a run makes at most once, as the text tells: in functions that are called at one place, and in no
/// loop. Each of them has one slot. If a run makes another object, it comes to an unsupported point.
pub(super) fn calls_once(program: &Program, reach: &Reach) -> HashSet<ExprId> {
    let (mut callees, mut mentions) = (HashSet::default(), vec![Vec::new(); program.functions.len()]);
    let mut in_loops: HashSet<ExprId> = HashSet::default();
    for (at, body) in reach.bodies.iter().enumerate().filter_map(|(at, body)| Some((at, body.as_ref()?))) {
        for &id in &body.exprs {
            match program.expr(id).kind {
                ExprKind::Call { callee, .. } => callees.extend(Some(callee)),
                ExprKind::Function(function) => mentions[function.index()].push((at, id)),
                _ => {}
            }
        }
        let is_loop = |&&statement: &&StmtId| {
            let kind = program.stmt(statement).kind;
            matches!(kind, StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For { .. })
        };
        let has_label = |&statement: &StmtId| matches!(program.stmt(statement).kind, StmtKind::Labelled(..));
        if body.statements.iter().any(has_label) {
            in_loops.extend(body.exprs.iter().copied());
        }
        for &statement in body.statements.iter().filter(is_loop) {
            in_loops.extend(visit::below(program, statement).1);
        }
    }
    let is_static = |function: usize| {
        let names =
            |id: ExprId| matches!(program.expr(id).kind, ExprKind::Function(f) if f.index() == function);
        reach.static_exprs.iter().copied().any(names)
    };
    let mut once = vec![false; program.functions.len()];
    let mut is_changed = true;
    while std::mem::take(&mut is_changed) {
        for function in 0..once.len() {
            let is_once = match mentions[function][..] {
                [] => true,
                [(from, id)] => once[from] && callees.contains(&id) && !in_loops.contains(&id),
                _ => false,
            };
            if is_once && !once[function] && !is_static(function) {
                once[function] = true;
                is_changed = true;
            }
        }
    }
    let bodies = reach.bodies.iter().zip(once).filter(|(_, is_once)| *is_once);
    let calls = bodies.flat_map(|(body, _)| body.iter().flat_map(|body| body.exprs.iter().copied()));
    calls.filter(|id| !in_loops.contains(id)).collect()
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
