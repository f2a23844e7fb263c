//! The targets that pointers may have: an analysis of the program without the order of statements (Andersen 1994).
//!
//! Each object has two sets of targets: one for all pointers that are stored in it, and one for integers of the size of
//! a pointer that were made from pointers. The analysis visits all reachable expressions again and again, and lets
//! targets flow along assignments and calls, until no set grows. For `p = &x; q = p + i;` the set of `p` has `x`, and
//! the set of `q` has all places in `x` at the distance of an element.
//!
//! The lists of targets decide which variables an address needs. A missing target does not make the lowering unsound:
//! where a pointer is stored whose target is not in the list, the lowering makes an unsupported point.

use super::addressing::{class_of, holds_pointer, is_address, is_in_object, is_lvalue, Class, Known};
use super::facts::Facts;
use super::keys::{Keys, Root, TargetKey};
use super::once::calls_once;
use super::parameters::Parameters;
use super::reach::Reach;
use super::special::{meaning, Allocator, Meaning};
use super::visit;
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::c::lower::options::LowerOptions;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind, FunctionId, ObjectId, Program, StmtKind, Storage};
use crate::c::read::types::{Type, TypeId};
use std::rc::Rc;

/// The targets of the pointers in a value or object, and of the integers in it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Sets {
    pointers: Keys,
    integers: Keys,
}

impl Sets {
    fn of_pointers(pointers: Keys) -> Sets {
        Sets { pointers, integers: Keys::default() }
    }

    fn of_integers(integers: Keys) -> Sets {
        Sets { pointers: Keys::default(), integers }
    }

    fn add_all(&mut self, other: &Sets) -> bool {
        self.pointers.add_all(&other.pointers) | self.integers.add_all(&other.integers)
    }

    /// The declared objects to which the targets lead.
    fn objects(&self) -> Vec<ObjectId> {
        self.pointers.iter().chain(self.integers.iter()).filter_map(TargetKey::object).collect()
    }

    fn joined(mut self, other: &Sets) -> Sets {
        self.add_all(other);
        self
    }
}

/// The targets of the addresses in a store, by class. The variable of an address holds a position in one of the lists.
#[derive(Clone, Debug)]
pub(in crate::c::lower) struct Lists {
    pub pointers: Rc<[TargetKey]>,
    /// The targets of integers. The list has only [`TargetKey::Number`] if no integer in the store is an address.
    pub integers: Rc<[TargetKey]>,
}

impl Lists {
    pub fn of_class(&self, class: Class) -> &Rc<[TargetKey]> {
        match class {
            Class::Pointer => &self.pointers,
            Class::Integer => &self.integers,
        }
    }
}

/// The sets of targets.
pub(in crate::c::lower) struct Targets {
    /// By object: the targets of pointers that are stored in it.
    objects: Vec<Sets>,
    /// By call that makes objects of the heap: the targets of pointers that are stored in these objects.
    heap: HashMap<ExprId, Sets>,
    /// By function: the targets of pointers that it returns.
    results: Vec<Sets>,
    /// By expression: the targets of its value. The set of an lvalue has the places that it may name.
    exprs: HashMap<ExprId, Sets>,
    /// Whether the program compares pointers that are mere numbers, or makes integers of them, and needs the numbers.
    pub is_exact: bool,
    /// The number of slots of a call that makes objects of the heap, if these are no family.
    pub(super) slots: u8,
    /// The calls that a run makes at most once.
    pub(super) once: HashSet<ExprId>,
    /// The calls whose objects are a family.
    pub(super) families: HashSet<ExprId>,
    /// The parameters that have the same value in every call.
    pub(super) parameters: Parameters,
}

impl Targets {
    /// Analyses the reachable part of a program.
    ///
    /// # Errors
    ///
    /// A limit of the budget.
    pub fn of(
        program: &Program,
        reach: &Reach,
        facts: &Facts,
        options: &LowerOptions,
        budget: &Budget,
    ) -> Result<Targets, Limit> {
        let known = Known { program, reach, facts };
        let mut targets = Targets {
            objects: vec![Sets::default(); program.objects.len()],
            heap: HashMap::default(),
            results: vec![Sets::default(); program.functions.len()],
            exprs: HashMap::default(),
            is_exact: known.tells_numbers_apart(),
            slots: options.slots(),
            once: calls_once(program, reach),
            families: HashSet::default(),
            parameters: Parameters::of(program, facts),
        };
        let pointers = (0..program.objects.len())
            .any(|at| reach.mentioned[at] && holds_pointer(program, program.objects[at].ty))
            || (0..program.functions.len()).any(|at| returns_pointer(program, at));
        let allocates = program
            .functions
            .iter()
            .any(|function| matches!(meaning(program, function), Meaning::Allocate(_)));
        let calls = program.exprs().any(|id| match program.expr(id).kind {
            ExprKind::Call { callee, .. } => !matches!(program.expr(callee).kind, ExprKind::Function(_)),
            _ => false,
        });
        if pointers || calls || allocates || targets.is_exact {
            targets.note_arbitrary(known);
            while targets.pass(known) {
                budget.check()?;
            }
        }
        if options.has_families() {
            targets.note_families(program, facts);
        }
        Ok(targets)
    }

    fn lists(&self, sets: &Sets) -> Lists {
        let listed = |keys: &Keys, first| keys.listed(first, &|call| self.slots(call)).into();
        let pointers = listed(&sets.pointers, TargetKey::Zero);
        Lists { pointers, integers: listed(&sets.integers, TargetKey::Number) }
    }

    /// Whether a stored pointer with these targets needs a second variable beside the position of its target.
    pub fn need_value(&self, targets: &[TargetKey]) -> bool {
        targets.iter().any(|key| match key {
            TargetKey::Part { stride, .. } => *stride != 0,
            TargetKey::Number => self.is_exact,
            TargetKey::Zero | TargetKey::Function(_) => false,
        })
    }

    /// The targets of addresses that are stored in an object.
    pub fn in_object(&self, object: ObjectId) -> Lists {
        self.lists(&self.objects[object.index()])
    }

    /// The targets of addresses that a function returns.
    pub fn in_result(&self, function: FunctionId) -> Lists {
        self.lists(&self.results[function.index()])
    }

    /// The objects whose address is stored in an object of the heap, or in an object that lives for the whole run.
    pub fn kept_without_end(&self, program: &Program) -> Vec<ObjectId> {
        let in_statics = self.objects.iter().enumerate().filter(|&(at, _)| {
            let storage = program.objects[at].storage;
            matches!(storage, Storage::Global | Storage::StaticLocal)
        });
        in_statics.map(|(_, sets)| sets).chain(self.heap.values()).flat_map(Sets::objects).collect()
    }

    /// The objects whose address a function returns.
    pub fn objects_in_result(&self, function: FunctionId) -> Vec<ObjectId> {
        self.results[function.index()].objects()
    }

    /// The objects whose address is stored in an object.
    pub fn objects_in(&self, object: ObjectId) -> Vec<ObjectId> {
        self.objects[object.index()].objects()
    }

    /// The targets of the value of an expression.
    pub fn of_expr(&self, id: ExprId) -> Lists {
        self.exprs.get(&id).map_or_else(|| self.none(), |sets| self.lists(sets))
    }

    /// The targets of a value without addresses.
    pub fn none(&self) -> Lists {
        self.lists(&Sets::default())
    }

    /// The targets of addresses that are stored in the objects which a call makes on the heap.
    pub fn in_heap(&self, call: ExprId) -> Lists {
        self.heap.get(&call).map_or_else(|| self.none(), |sets| self.lists(sets))
    }

    /// The objects to which the value of an expression may lead, or in which the place of an lvalue may be.
    pub fn roots_of(&self, id: ExprId) -> Vec<Root> {
        let sets = self.exprs.get(&id).into_iter();
        let keys = sets.flat_map(|sets| sets.pointers.iter().chain(sets.integers.iter()));
        keys.filter_map(TargetKey::root).collect()
    }

    /// The largest type, of at most `most` bytes, to which the program has a pointer to the beginning of an object that
    /// this call makes on the heap: `struct s` for `struct s *p = malloc(n)`. Of types with one size it is the one to
    /// which the result itself is converted: pointers may seem to lead here that never do.
    pub fn heap_type(&self, program: &Program, call: ExprId, most: u64) -> Option<TypeId> {
        let mut best: Option<((u64, bool), TypeId)> = None;
        for id in program.exprs() {
            // The set of an lvalue tells its place, and not the pointer that is stored there.
            let pointee = program.types.pointee(program.expr(id).ty).filter(|_| !is_lvalue(program, id));
            let size = pointee.and_then(|ty| program.types.size(ty));
            let (ty, size) = match (pointee, size, self.exprs.get(&id)) {
                (Some(ty), Some(size), Some(sets)) if size <= most && sees_start(sets, call) => (ty, size),
                _ => continue,
            };
            let is_own =
                matches!(program.expr(id).kind, ExprKind::Convert { operand, .. } if operand == call);
            if (size, is_own) > best.map_or((0, true), |(rank, _)| rank) {
                best = Some(((size, is_own), ty));
            }
        }
        best.map(|(_, ty)| ty)
    }

    /// The calls that make objects of the heap, in no order.
    pub(super) fn makers(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.heap.keys().copied()
    }

    /// The functions that a call may call.
    pub fn called(&self, program: &Program, callee: ExprId) -> Vec<FunctionId> {
        if let ExprKind::Function(function) = program.expr(callee).kind {
            return vec![function];
        }
        let function = |key| match key {
            TargetKey::Function(function) => Some(function),
            TargetKey::Zero | TargetKey::Number | TargetKey::Part { .. } => None,
        };
        let sets = self.exprs.get(&callee).into_iter();
        sets.flat_map(|sets| sets.pointers.iter()).filter_map(function).collect()
    }

    /// Adds the target "a number" to objects and results whose pointers may have an arbitrary value.
    fn note_arbitrary(&mut self, known: Known<'_>) {
        let Known { program, reach, .. } = known;
        for at in (0..program.objects.len()).filter(|&at| reach.mentioned[at]) {
            let object = &program.objects[at];
            let is_asked = match object.storage {
                Storage::Local | Storage::Parameter => true,
                Storage::Global | Storage::StaticLocal | Storage::Literal => {
                    !object.is_defined || object.is_external
                }
            };
            if is_asked && holds_pointer(program, object.ty) {
                self.objects[at].pointers.add(TargetKey::Number);
            }
        }
        for at in (0..program.functions.len()).filter(|&at| returns_pointer(program, at)) {
            self.results[at].pointers.add(TargetKey::Number);
        }
    }

    /// Visits all expressions once, and returns whether a set has grown.
    fn pass(&mut self, known: Known<'_>) -> bool {
        let Known { program, reach, .. } = known;
        let mut grown = false;
        let statics = Some(&reach.static_exprs).into_iter();
        for exprs in statics.chain(reach.bodies.iter().flatten().map(|body| &body.exprs)) {
            for &id in exprs {
                let sets = self.sets_at(known, id);
                if sets != Sets::default() {
                    self.exprs.insert(id, sets);
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
                        let sets = self.sets(value);
                        grown |= self.results[at].add_all(&sets);
                    }
                    _ => {}
                }
            }
        }
        grown
    }

    fn sets(&self, id: ExprId) -> Sets {
        self.exprs.get(&id).cloned().unwrap_or_default()
    }

    fn pointers(&self, id: ExprId) -> Keys {
        self.exprs.get(&id).map_or_else(Keys::default, |sets| sets.pointers.clone())
    }

    fn integers(&self, id: ExprId) -> Keys {
        self.exprs.get(&id).map_or_else(Keys::default, |sets| sets.integers.clone())
    }

    fn store_values(&mut self, values: Vec<ExprId>, object: usize) -> bool {
        values.into_iter().fold(false, |grown, value| {
            let sets = self.sets(value);
            self.objects[object].add_all(&sets) | grown
        })
    }

    /// The targets of a value of type `ty` that is read from an lvalue: the union over all objects in which it may be.
    fn contents(&self, known: Known<'_>, lvalue: ExprId, ty: TypeId) -> Sets {
        let mut all = Sets::default();
        for root in self.pointers(lvalue).iter().filter_map(TargetKey::root) {
            match root {
                Root::Object(object) => {
                    all.add_all(&self.objects[object.index()]);
                }
                Root::Heap(call, _) => {
                    if let Some(sets) = self.heap.get(&call) {
                        all.add_all(sets);
                    }
                }
                Root::Text(_) => {}
            }
        }
        match known.class(ty) {
            Some(Class::Pointer) => {
                // The program may store an address as an integer in a union, and read it as a pointer.
                let mut pointers = all.pointers;
                pointers.add_all(&all.integers);
                if !known.facts.is_fixed(lvalue) || !all.integers.is_empty() {
                    pointers.add(TargetKey::Number);
                }
                Sets::of_pointers(pointers)
            }
            Some(Class::Integer) => {
                let mut integers = all.integers;
                integers.add_all(&all.pointers.without_numbers());
                match known.program.types.is_scalar(ty) && !self.is_exact {
                    true => Sets::default(),
                    false => Sets::of_integers(integers),
                }
            }
            None if known.program.types.is_scalar(ty) => Sets::default(),
            None => all,
        }
    }

    fn sets_at(&self, known: Known<'_>, id: ExprId) -> Sets {
        let Known { program, .. } = known;
        let expr = program.expr(id);
        let at = |root| Sets::of_pointers(Keys::one(TargetKey::start(root)));
        match expr.kind {
            ExprKind::Object(object) | ExprKind::CompoundLiteral(object, _) => at(Root::Object(object)),
            ExprKind::Text(text) => at(Root::Text(text)),
            ExprKind::Function(function) => Sets::of_pointers(Keys::one(TargetKey::Function(function))),
            ExprKind::Load(a) => self.contents(known, a, expr.ty),
            ExprKind::Decay(a) | ExprKind::AddressOf(a) | ExprKind::Dereference(a) => {
                Sets::of_pointers(self.pointers(a))
            }
            // A structure that is no lvalue has one pair of sets for all its parts.
            ExprKind::Member(a, _) if !is_lvalue(program, a) => self.sets(a),
            ExprKind::Member(a, field) => {
                let offset = known.member_offset(a, field);
                let mut keys = self.pointers(a).shifted(offset);
                if offset != 0 && !is_in_object(program, a) {
                    keys.add(TargetKey::Number);
                }
                Sets::of_pointers(keys)
            }
            ExprKind::Convert { operand, .. } => self.converted(known, operand, expr.ty),
            ExprKind::Binary(op, a, b) => self.combined(known, op, [a, b], expr.ty),
            ExprKind::AssignOp { op, target, value, .. } => {
                let before = self.contents(known, target, expr.ty);
                let more = self.integers(value);
                known.moved_anywhere(op, before, &more, expr.ty)
            }
            ExprKind::Step { target, .. } => {
                let before = self.contents(known, target, expr.ty);
                let op = match known.class(expr.ty) {
                    Some(Class::Pointer) => BinaryOp::PointerAdd,
                    _ => BinaryOp::Add,
                };
                known.moved_anywhere(op, before, &Keys::default(), expr.ty)
            }
            ExprKind::Assign(_, b) | ExprKind::Comma(_, b) => self.sets(b),
            ExprKind::Statements(block) => {
                visit::last_value(program, block).map_or_else(Sets::default, |value| self.sets(value))
            }
            ExprKind::Conditional(_, b, c) | ExprKind::Default(b, c) => self.sets(b).joined(&self.sets(c)),
            ExprKind::Call { callee, .. } => {
                let mut all = Sets::default();
                for function in self.called(program, callee) {
                    all.add_all(&self.results[function.index()]);
                    if let Meaning::Allocate(_) = meaning(program, program.function(function)) {
                        all.pointers.add(TargetKey::start(Root::Heap(id, 0)));
                    }
                }
                all
            }
            ExprKind::Constant(_) | ExprKind::Floating(_) | ExprKind::Unary(..) | ExprKind::Logical(..) => {
                Sets::default()
            }
            ExprKind::Volatile | ExprKind::Unsupported(_) => Sets::default(),
        }
    }

    fn converted(&self, known: Known<'_>, operand: ExprId, to: TypeId) -> Sets {
        let from = known.class(known.program.expr(operand).ty);
        match (known.class(to), from) {
            (Some(Class::Pointer), Some(Class::Pointer)) => Sets::of_pointers(self.pointers(operand)),
            (Some(Class::Pointer), _) => {
                let mut keys = self.integers(operand);
                if known.facts.constant(operand) != Some(0) {
                    keys.add(TargetKey::Number);
                }
                Sets::of_pointers(keys)
            }
            (Some(Class::Integer), Some(Class::Pointer)) => {
                Sets::of_integers(self.pointers(operand).without_numbers())
            }
            (Some(Class::Integer), Some(Class::Integer)) => Sets::of_integers(self.integers(operand)),
            (Some(Class::Integer), None) => Sets::default(),
            (None, _) if known.program.types.is_scalar(to) => Sets::default(),
            (None, _) => self.sets(operand),
        }
    }

    fn combined(&self, known: Known<'_>, op: BinaryOp, [a, b]: [ExprId; 2], ty: TypeId) -> Sets {
        let sign = if matches!(op, BinaryOp::Sub | BinaryOp::PointerSub) { -1 } else { 1 };
        let by = |count: ExprId, size: i128| {
            let bits = known.facts.constant(count)?.checked_mul(8 * size * sign)?;
            i64::try_from(bits).ok()
        };
        match op {
            BinaryOp::PointerAdd | BinaryOp::PointerSub => {
                let size = known.step(ty);
                let keys = self.pointers(a);
                let mut moved = match by(b, i128::from(size / 8)) {
                    Some(bits) => keys.shifted(bits),
                    None => keys.stepped(size),
                };
                if !is_address(known.program, a) {
                    moved.add(TargetKey::Number);
                }
                Sets::of_pointers(moved)
            }
            BinaryOp::Add | BinaryOp::Sub if known.class(ty) == Some(Class::Integer) => {
                let moved = |keys: Keys, count| match by(count, 1) {
                    Some(bits) => keys.shifted(bits),
                    None => keys.stepped(8),
                };
                let mut keys = moved(self.integers(a), b);
                if op == BinaryOp::Add {
                    keys.add_all(&moved(self.integers(b), a));
                }
                Sets::of_integers(keys)
            }
            _ => known.moved_anywhere(op, self.sets(a), &self.integers(b), ty),
        }
    }

    /// Notes that addresses with these targets are stored in an object, and returns whether its sets have grown.
    fn keep(&mut self, root: Root, sets: &Sets) -> bool {
        match root {
            Root::Object(object) => self.objects[object.index()].add_all(sets),
            Root::Heap(call, _) => self.heap.entry(call).or_default().add_all(sets),
            Root::Text(_) => false,
        }
    }

    /// The targets of addresses that are stored in the objects of the heap to which a pointer may lead.
    fn in_old(&self, pointer: ExprId) -> Sets {
        let mut all = Sets::default();
        for root in self.roots_of(pointer) {
            if let Root::Heap(call, _) = root {
                if let Some(sets) = self.heap.get(&call) {
                    all.add_all(sets);
                }
            }
        }
        all
    }

    /// Lets targets flow into the objects that an expression assigns, and returns whether a set has grown.
    fn flow(&mut self, program: &Program, id: ExprId) -> bool {
        match program.expr(id).kind {
            ExprKind::Assign(target, _)
            | ExprKind::AssignOp { target, .. }
            | ExprKind::Step { target, .. } => {
                let sets = self.sets(id);
                if sets == Sets::default() {
                    return false;
                }
                let roots: Vec<Root> = self.pointers(target).iter().filter_map(TargetKey::root).collect();
                roots.into_iter().fold(false, |grown, root| self.keep(root, &sets) | grown)
            }
            ExprKind::CompoundLiteral(object, initialiser) => {
                self.store_values(visit::values(program, initialiser), object.index())
            }
            ExprKind::Call { callee, arguments, .. } => {
                let mut grown = false;
                for function in self.called(program, callee) {
                    let function = program.function(function);
                    match meaning(program, function) {
                        Meaning::Body => {}
                        Meaning::Allocate(how) => {
                            let mut inside = Sets::of_pointers(Keys::one(TargetKey::Number));
                            if let (Allocator::Copied { .. }, Some(&old)) =
                                (how, program.list(arguments).first())
                            {
                                inside.add_all(&self.in_old(old));
                            }
                            grown |= self.keep(Root::Heap(id, 0), &inside);
                            continue;
                        }
                        _ => continue,
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

impl Known<'_> {
    /// The class of a scalar type whose values may be addresses.
    fn class(&self, ty: TypeId) -> Option<Class> {
        class_of(self.program, ty)
    }

    /// The distance in bits by which a pointer of a type moves if 1 is added.
    fn step(&self, ty: TypeId) -> u64 {
        let types = &self.program.types;
        8 * types.pointee(ty).and_then(|to| types.size(to)).unwrap_or(1).max(1)
    }

    fn member_offset(&self, record: ExprId, field: u32) -> i64 {
        match self.program.types.get(self.program.expr(record).ty) {
            Type::Record(id) => {
                let fields = self.program.types.fields(id);
                fields.get(field as usize).map_or(0, |field| 8 * field.offset as i64)
            }
            _ => 0,
        }
    }

    /// The targets of an operator on addresses and on numbers that are not constant.
    fn moved_anywhere(&self, op: BinaryOp, left: Sets, right: &Keys, ty: TypeId) -> Sets {
        match (op, self.class(ty)) {
            (BinaryOp::PointerAdd | BinaryOp::PointerSub, _) => {
                let mut keys = left.pointers.stepped(self.step(ty));
                keys.add(TargetKey::Number);
                Sets::of_pointers(keys)
            }
            (
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor,
                Some(Class::Integer),
            ) => {
                let mut keys = left.integers.stepped(8);
                keys.add_all(&right.stepped(8));
                Sets::of_integers(keys)
            }
            _ => Sets::default(),
        }
    }
}

/// Whether a pointer with these targets may lead to the beginning of an object that a call makes.
fn sees_start(sets: &Sets, call: ExprId) -> bool {
    sets.pointers.iter().any(|key| match key {
        TargetKey::Part { root: Root::Heap(maker, _), base: 0, .. } => maker == call,
        _ => false,
    })
}

fn returns_pointer(program: &Program, function: usize) -> bool {
    match program.types.get(program.functions[function].ty) {
        Type::Function(id) => holds_pointer(program, program.types.function(id).result),
        _ => false,
    }
}
