//! The targets that pointers may have: an analysis of the whole program without order of statements (Andersen 1994).
//!
//! A target is an object, or a member of it, or an element of an array in it, whose index does not count. Each object
//! has one set for all pointers that are stored in it.

use super::super::syntax::{BinaryOp, ExprId, ExprKind, FunctionId, ObjectId, Program, StmtKind, TextId};
use super::super::types::{Type, TypeId};
use super::reach::Reach;
use super::special::{meaning, Meaning};
use super::visit;
use crate::base::{Budget, HashMap, Limit};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A target of pointers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum TargetKey {
    /// A part of an object. Of an array, `count` elements that are `stride` bits apart; else `count` is 1 and `stride`
    /// is 0.
    Part {
        object: ObjectId,
        base: u64,
        stride: u64,
        count: u64,
    },
    Function(FunctionId),
    Text(TextId),
}

type Set = BTreeSet<TargetKey>;

/// The sets of targets.
pub(super) struct Targets {
    /// By object: the targets of the pointers in it.
    objects: Vec<Set>,
    /// By function: those of the pointers that it returns.
    results: Vec<Set>,
    /// By expression: those of a pointer, or the parts that an lvalue names.
    exprs: HashMap<ExprId, Set>,
    /// Whether pointers are moved and kept, so that one may come back from a place behind its object.
    moves: bool,
}

/// The step from one array to the elements of another inside it. `None` if the elements do not have one distance.
pub(super) fn refine(stride: u64, count: u64, inner: u64, length: u64) -> Option<(u64, u64)> {
    match count {
        1 if length == 1 => Some((0, 1)),
        1 => Some((inner, length)),
        _ if length == 1 => Some((stride, count)),
        _ if inner.checked_mul(length) == Some(stride) => Some((inner, count.checked_mul(length)?)),
        _ => None,
    }
}

impl Targets {
    /// The targets in the reachable part of a program.
    ///
    /// # Errors
    ///
    /// A limit of the budget.
    pub fn of(program: &Program, reach: &Reach, budget: &Budget) -> Result<Targets, Limit> {
        let mut targets = Targets {
            objects: vec![Set::new(); program.objects.len()],
            results: vec![Set::new(); program.functions.len()],
            exprs: HashMap::default(),
            moves: moves(program, reach),
        };
        let pointers = (0..program.objects.len())
            .any(|at| reach.mentioned[at] && holds_pointer(program, program.objects[at].ty));
        let calls = program.exprs().any(|id| match program.expr(id).kind {
            ExprKind::Call { callee, .. } => !matches!(program.expr(callee).kind, ExprKind::Function(_)),
            _ => false,
        });
        if pointers || calls {
            while targets.pass(program, reach) {
                budget.check()?;
            }
        }
        Ok(targets)
    }

    /// Whether a pointer that is kept needs an element, also where the target is no array.
    pub fn need_index(&self, targets: &[TargetKey]) -> bool {
        targets.iter().any(|key| matches!(key, TargetKey::Part { count, .. } if self.moves || *count != 1))
    }

    /// The targets of the pointers in an object.
    pub fn in_object(&self, object: ObjectId) -> Rc<[TargetKey]> {
        self.objects[object.index()].iter().copied().collect()
    }

    /// The targets of the pointers that a function returns.
    pub fn in_result(&self, function: FunctionId) -> Rc<[TargetKey]> {
        self.results[function.index()].iter().copied().collect()
    }

    /// The targets of a pointer, or the parts that an lvalue names.
    pub fn of_expr(&self, id: ExprId) -> Rc<[TargetKey]> {
        self.exprs.get(&id).into_iter().flatten().copied().collect()
    }

    /// Goes through all expressions once. Whether a set has grown.
    fn pass(&mut self, program: &Program, reach: &Reach) -> bool {
        let mut grown = false;
        let statics = Some(&reach.static_exprs).into_iter();
        for exprs in statics.chain(reach.bodies.iter().flatten().map(|body| &body.exprs)) {
            for &id in exprs {
                let set = self.targets_at(program, id);
                if !set.is_empty() {
                    self.exprs.insert(id, set);
                }
                grown |= self.flow(program, id);
            }
        }
        for at in (0..program.objects.len()).filter(|&at| reach.mentioned[at]) {
            if let Some(initialiser) = program.objects[at].initialiser {
                grown |= self.store_values(visit::values(program, initialiser), at);
            }
        }
        for (at, body) in reach.bodies.iter().enumerate() {
            for &id in body.iter().flat_map(|body| &body.statements) {
                match program.stmt(id).kind {
                    StmtKind::Declaration(object, Some(initialiser)) => {
                        grown |= self.store_values(visit::values(program, initialiser), object.index());
                    }
                    StmtKind::Return(Some(value)) => {
                        let set = self.set(value);
                        grown |= add(&mut self.results[at], &set);
                    }
                    _ => {}
                }
            }
        }
        grown
    }

    fn set(&self, id: ExprId) -> Set {
        self.exprs.get(&id).cloned().unwrap_or_default()
    }

    fn store_values(&mut self, values: Vec<ExprId>, object: usize) -> bool {
        values.into_iter().fold(false, |grown, value| {
            let set = self.set(value);
            add(&mut self.objects[object], &set) | grown
        })
    }

    /// The pointers in the objects that a set of parts names.
    fn contents(&self, parts: &Set) -> Set {
        let objects: BTreeSet<ObjectId> = parts
            .iter()
            .filter_map(|key| match key {
                TargetKey::Part { object, .. } => Some(*object),
                _ => None,
            })
            .collect();
        objects.into_iter().flat_map(|object| self.objects[object.index()].iter().copied()).collect()
    }

    fn targets_at(&self, program: &Program, id: ExprId) -> Set {
        let expr = program.expr(id);
        let one = |key| Some(key).into_iter().collect::<Set>();
        match expr.kind {
            ExprKind::Object(object) | ExprKind::CompoundLiteral(object, _) => {
                one(TargetKey::Part { object, base: 0, stride: 0, count: 1 })
            }
            ExprKind::Function(function) => one(TargetKey::Function(function)),
            ExprKind::Text(text) => one(TargetKey::Text(text)),
            ExprKind::Load(a) => self.contents(&self.set(a)),
            ExprKind::Decay(a) => {
                let (inner, length) = match program.types.get(program.expr(a).ty) {
                    Type::Array(element, Some(length)) => {
                        (8 * program.types.size(element).unwrap_or(0), length)
                    }
                    _ => return self.set(a),
                };
                let refined = |key: TargetKey| match key {
                    TargetKey::Part { object, base, stride, count } => {
                        let (stride, count) = refine(stride, count, inner, length)?;
                        Some(TargetKey::Part { object, base, stride, count })
                    }
                    other => Some(other),
                };
                self.set(a).into_iter().filter_map(refined).collect()
            }
            // The set of a structure that is a value is that of the pointers in it.
            ExprKind::Member(a, _) if !is_lvalue(program, a) => self.set(a),
            ExprKind::Member(a, field) => {
                let offset = match program.types.get(program.expr(a).ty) {
                    Type::Record(record) => program.types.fields(record)[field as usize].offset * 8,
                    _ => 0,
                };
                let moved = |key: TargetKey| match key {
                    TargetKey::Part { object, base, stride, count } => {
                        TargetKey::Part { object, base: base + offset, stride, count }
                    }
                    other => other,
                };
                self.set(a).into_iter().map(moved).collect()
            }
            ExprKind::AddressOf(a)
            | ExprKind::Dereference(a)
            | ExprKind::Convert { operand: a, .. }
            | ExprKind::Binary(_, a, _) => self.set(a),
            ExprKind::AssignOp { target: a, .. } | ExprKind::Step { target: a, .. } => {
                self.contents(&self.set(a))
            }
            ExprKind::Assign(_, b) | ExprKind::Comma(_, b) => self.set(b),
            ExprKind::Statements(block) => {
                visit::last_value(program, block).map_or(Set::new(), |value| self.set(value))
            }
            ExprKind::Conditional(_, b, c) | ExprKind::Default(b, c) => {
                self.set(b).union(&self.set(c)).copied().collect()
            }
            ExprKind::Call { callee, .. } => {
                let functions = self.called(program, callee).into_iter();
                functions.flat_map(|function| self.results[function.index()].iter().copied()).collect()
            }
            _ => Set::new(),
        }
    }

    /// The functions that a call may call.
    pub fn called(&self, program: &Program, callee: ExprId) -> Vec<FunctionId> {
        if let ExprKind::Function(function) = program.expr(callee).kind {
            return vec![function];
        }
        let function = |key: &TargetKey| match key {
            TargetKey::Function(function) => Some(*function),
            _ => None,
        };
        self.exprs.get(&callee).into_iter().flatten().filter_map(function).collect()
    }

    /// The flow of pointers that an expression causes.
    fn flow(&mut self, program: &Program, id: ExprId) -> bool {
        match program.expr(id).kind {
            ExprKind::Assign(target, value) => {
                let set = self.set(value);
                if set.is_empty() {
                    return false;
                }
                self.set(target).into_iter().fold(false, |grown, key| match key {
                    TargetKey::Part { object, .. } => add(&mut self.objects[object.index()], &set) | grown,
                    _ => grown,
                })
            }
            ExprKind::CompoundLiteral(object, initialiser) => {
                self.store_values(visit::values(program, initialiser), object.index())
            }
            ExprKind::Call { callee, arguments, .. } => {
                let mut grown = false;
                for function in self.called(program, callee) {
                    let function = program.function(function);
                    if meaning(program, function) != Meaning::Body {
                        continue;
                    }
                    for (&parameter, &argument) in function.parameters.iter().zip(program.list(arguments)) {
                        grown |= self.store_values(vec![argument], parameter.index());
                    }
                }
                grown
            }
            _ => false,
        }
    }
}

/// Whether reachable functions move pointers other than from the beginning of an array, and keep them.
fn moves(program: &Program, reach: &Reach) -> bool {
    let bodies = reach.bodies.iter().flatten().flat_map(|body| &body.exprs);
    let mut moved: HashMap<ExprId, ()> = HashMap::default();
    for &id in bodies.chain(&reach.static_exprs) {
        let expr = program.expr(id);
        let is_pointer = program.types.pointee(expr.ty).is_some();
        match expr.kind {
            ExprKind::Binary(BinaryOp::PointerAdd, base, _)
            | ExprKind::Binary(BinaryOp::PointerSub, base, _)
                if !matches!(program.expr(base).kind, ExprKind::Decay(_)) =>
            {
                moved.insert(id, ());
            }
            ExprKind::AssignOp { .. } | ExprKind::Step { .. } if is_pointer => return true,
            ExprKind::Dereference(pointer) => {
                moved.remove(&pointer);
            }
            _ => {}
        }
    }
    !moved.is_empty()
}

/// Whether the operand of a member is an lvalue.
pub(super) fn is_lvalue(program: &Program, mut id: ExprId) -> bool {
    while let ExprKind::Member(inner, _) = program.expr(id).kind {
        id = inner;
    }
    matches!(
        program.expr(id).kind,
        ExprKind::Object(_) | ExprKind::CompoundLiteral(..) | ExprKind::Dereference(_) | ExprKind::Text(_)
    )
}

fn add(to: &mut Set, from: &Set) -> bool {
    let before = to.len();
    to.extend(from.iter().copied());
    to.len() > before
}

/// Whether objects of a type contain pointers.
fn holds_pointer(program: &Program, ty: TypeId) -> bool {
    let mut seen: HashMap<TypeId, ()> = HashMap::default();
    let mut stack = vec![ty];
    while let Some(ty) = stack.pop() {
        if seen.insert(ty, ()).is_some() {
            continue;
        }
        match program.types.get(ty) {
            Type::Pointer(_) => return true,
            Type::Array(element, _) => stack.push(element),
            Type::Record(record) => stack.extend(program.types.fields(record).iter().map(|field| field.ty)),
            _ => {}
        }
    }
    false
}
