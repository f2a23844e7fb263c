//! Variable arguments (C11, 7.16), in terms of objects and pointers that a program could have written itself.
//!
//! A function that says `va_start` gets a parameter more, without name: a structure with an array of *slots*. A slot
//! has a tag that tells the class of an argument, and a member for the values of each class: integers of 32 and of 64
//! bits, floating-point numbers, pointers, and each type of structures and unions that a `va_arg` reads.
//!
//! ```text
//! int sum(int n, ...)                       int sum(int n, struct { struct slot slots[3]; void *null; })
//! sum(2, x, p)                              sum(2, (struct …){ { { INT, .i = x }, { POINTER, .p = p } } })
//! va_start(list, n)                         list->position = slots
//! va_arg(list, int)                         list->position->tag == INT ? (++list->position)[-1].i : unsupported
//! ```
//!
//! The structure has room for the arguments of the call that has most of them, and behind these a slot whose tag is 0.
//! So a read of another type than was passed, or behind the last argument, is an unsupported point. A class that no
//! `va_arg` of the program reads has no member. The pointer at the end is null: unknown functions that
//! get a list may reach what the arguments point to, and this pointer says so to those who carry the program out.
//!
//! So the bytes of a list are not those of gcc. A position has a type that no program can write, and where a value of
//! another type is read or written there, by a member's name or by a cast, is an unsupported point.
//!
//! The members of the structure are known at the end of the program, with all calls and all `va_arg`. Expressions are
//! made when they are met, for operands stand before operators; those that stay open are *reserved* and filled then.

use super::super::arch::{Arch, FloatingKind, IntegerKind};
use super::super::layout::Member;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{
    BinaryOp, Element, Expr, ExprId, ExprKind, ExprList, FunctionId, Initialiser, Object, ObjectId, ReasonId,
    Storage,
};
use super::super::types::{Prototype, RecordId, Type, TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;
use super::variadic_calls::{Extra, Plan, Rest, Taker, Variadic, VariadicCall};

/// The reason why a `va_arg` has no meaning in a run.
const MISMATCH: &str = "an argument that has no parameter is read behind the last one, or as another type";
/// The most levels of an lvalue that names a list.
const DEEPEST_LIST: u32 = 16;
/// The member of a list that is the position.
const POSITION: u32 = 0;
/// The tag of an argument that cannot be read.
const OTHER: u64 = 255;
/// The most classes, whose tags are below that.
const MOST_CLASSES: usize = 254;

/// The position of a class among those that are read.
#[derive(Clone, Copy, Debug)]
struct Class(usize);

impl Class {
    fn tag(self) -> u64 {
        self.0 as u64 + 1
    }

    /// The member of a slot, behind the tag.
    fn field(self) -> u32 {
        self.0 as u32 + 1
    }
}

impl Checker<'_> {
    /// The type of `va_list`: on x86-64 an array of one structure, which has the size of gcc's. On the i386 a list is a
    /// pointer to characters; here it is a structure with a pointer.
    pub fn argument_list_type(&mut self) -> TypeId {
        let list = match self.variadic.list {
            Some(list) => list,
            None => self.new_list_type(),
        };
        match self.types().options().arch {
            Arch::Ilp32 => list,
            Arch::Lp64 => self.program.types.array(list, Some(1)),
        }
    }

    fn new_list_type(&mut self) -> TypeId {
        let slot = self.slot_type();
        let position = self.program.types.pointer(slot);
        self.program.list_position = Some(position);
        let members = match self.types().options().arch {
            Arch::Ilp32 => 1,
            Arch::Lp64 => 3,
        };
        let (list, id) = self.new_structure(Some("__va_list_tag"));
        self.complete(id, &vec![position; members]);
        self.variadic.list = Some(list);
        list
    }

    /// Whether a type is the structure that stands for a list.
    pub(super) fn is_list(&self, ty: TypeId) -> bool {
        self.variadic.list == Some(ty)
    }

    /// A member of a list that gcc has, as an object that no run may reach.
    pub(super) fn list_member(&mut self, record: TypeId, name: NameId, pos: Pos) -> Option<ExprId> {
        let ty = match self.name(name).as_str() {
            _ if self.variadic.list != Some(record) => return None,
            "gp_offset" | "fp_offset" => self.types().integer(IntegerKind::UnsignedInt),
            "overflow_arg_area" | "reg_save_area" => self.program.types.pointer(Types::VOID),
            _ => return None,
        };
        Some(self.unsupported_object("a member of a list of variable arguments", ty, pos))
    }

    /// `va_start`, `va_end` or `va_copy`, whose arguments are values.
    pub(super) fn list_call(&mut self, name: &str, arguments: &[ExprId], pos: Pos) -> Option<ExprId> {
        let value = match (name, arguments) {
            ("__builtin_va_start", &[list, ..]) => self.start_list(list, pos),
            ("__builtin_va_copy", &[to, from]) => self.copy_list(to, from, pos),
            ("__builtin_va_end", &[list]) => list,
            _ => return None,
        };
        Some(self.convert(value, Types::VOID, true))
    }

    fn start_list(&mut self, list: ExprId, pos: Pos) -> ExprId {
        let function = match self.function.filter(|&function| self.is_variadic(function)) {
            Some(function) => function,
            None => {
                return self.refuse(pos, "`va_start` stands in a function with a fixed number of parameters")
            }
        };
        let position = match self.position_of(list, pos) {
            Ok(position) => position,
            Err(refused) => return refused,
        };
        let ty = self.ty(position);
        let start = [Types::INT, Types::INT, ty].map(|ty| self.reserve(ty, pos));
        let known = self.variadic.takers.iter().position(|taker| taker.function == function);
        let at = known.unwrap_or_else(|| {
            let parameter = self.unnamed_object(Types::ERROR, Storage::Parameter, pos);
            // It has its value before the block begins that says `va_start`.
            let scope = self.scopes.of_function();
            self.update_object(parameter, |object| object.scope = scope);
            self.variadic.takers.push(Taker { function, parameter, starts: Vec::new() });
            self.variadic.takers.len() - 1
        });
        self.variadic.takers[at].starts.push(start);
        self.add(ExprKind::Assign(position, start[2]), ty, pos, Folded::No)
    }

    fn copy_list(&mut self, to: ExprId, from: ExprId, pos: Pos) -> ExprId {
        let (to, from) = match (self.position_of(to, pos), self.position_of(from, pos)) {
            (Ok(to), Ok(from)) => (to, from),
            (Err(refused), _) | (_, Err(refused)) => return refused,
        };
        let ty = self.ty(to);
        let from = self.add(ExprKind::Load(from), ty, pos, Folded::No);
        self.add(ExprKind::Assign(to, from), ty, pos, Folded::No)
    }

    fn is_variadic(&self, function: FunctionId) -> bool {
        match self.types().get(self.program.function(function).ty) {
            Type::Function(id) => self.types().function(id).prototype == Prototype::Variadic,
            _ => false,
        }
    }

    /// The lvalue that holds the position of a list, or an expression that stands for it and cannot be followed.
    fn position_of(&mut self, list: ExprId, pos: Pos) -> Result<ExprId, ExprId> {
        if self.is_broken(list) {
            return Err(list);
        }
        let list = self.value(list);
        let wanted = self.argument_list_type();
        let ty = self.ty(list);
        let place = match (self.types().get(wanted), self.expr(list).kind) {
            (Type::Array(element, _), _) if self.types().pointee(ty) == Some(element) => {
                self.dereference(list, pos)
            }
            (Type::Record(_), ExprKind::Load(place)) if ty == wanted => place,
            _ => return Err(self.no_list(ty, pos)),
        };
        let slot = self.slot_type();
        let position = self.program.types.pointer(slot);
        Ok(self.add(ExprKind::Member(place, POSITION), position, pos, Folded::No))
    }

    fn no_list(&mut self, ty: TypeId, pos: Pos) -> ExprId {
        let message = format!("expected an object of type `va_list`, found `{}`", self.type_text(ty));
        self.refuse(pos, message)
    }

    /// `va_arg(list, T)`
    pub fn next_argument(&mut self, list: ExprId, ty: TypeId, pos: Pos) -> ExprId {
        let position = match self.position_of(list, pos) {
            Ok(position) => position,
            Err(refused) => return refused,
        };
        if self.types().size(ty).is_none() {
            let message = format!("`{}` is incomplete and no argument has it", self.type_text(ty));
            return self.refuse(pos, message);
        }
        let (class, member) = match self.class_that_is_read(ty) {
            Some(found) => found,
            None => {
                let text = self.type_text(ty);
                return self.unsupported(format!("a variable argument of type `{}` is read", text), ty, pos);
            }
        };
        let (first, second) = match (self.copied(position, DEEPEST_LIST), self.copied(position, DEEPEST_LIST))
        {
            (Some(first), Some(second)) => (first, second),
            _ => {
                let reason = "an argument is read from a list that an expression with side effects names";
                return self.unsupported(reason, ty, pos);
            }
        };
        let slot = self.slot_type();
        let slot_pointer = self.program.types.pointer(slot);

        let old = self.add(ExprKind::Load(first), slot_pointer, pos, Folded::No);
        let place = self.add(ExprKind::Dereference(old), slot, pos, Folded::No);
        let byte = self.types().integer(IntegerKind::UnsignedChar);
        let tag = self.add(ExprKind::Member(place, 0), byte, pos, Folded::No);
        let tag = self.add(ExprKind::Load(tag), byte, pos, Folded::No);
        let tag = self.convert(tag, Types::INT, false);
        let wanted = self.integer_constant(class.tag(), Types::INT, pos);
        let is_it = self.add(ExprKind::Binary(BinaryOp::Equal, tag, wanted), Types::INT, pos, Folded::No);

        let old = self.add(ExprKind::Load(second), slot_pointer, pos, Folded::No);
        let one = self.integer_constant(1, Types::INT, pos);
        let new = self.add(ExprKind::Binary(BinaryOp::PointerAdd, old, one), slot_pointer, pos, Folded::No);
        let new = self.add(ExprKind::Assign(position, new), slot_pointer, pos, Folded::No);
        let one = self.integer_constant(1, Types::INT, pos);
        let passed =
            self.add(ExprKind::Binary(BinaryOp::PointerSub, new, one), slot_pointer, pos, Folded::No);
        let place = self.add(ExprKind::Dereference(passed), slot, pos, Folded::No);
        let value = self.add(ExprKind::Member(place, class.field()), member, pos, Folded::No);
        let value = self.add(ExprKind::Load(value), member, pos, Folded::No);
        let value = self.convert(value, ty, false);

        let mismatch = self.unsupported(MISMATCH, ty, pos);
        self.add(ExprKind::Conditional(is_it, value, mismatch), ty, pos, Folded::No)
    }

    /// A copy of the expression, if it has no side effects.
    fn copied(&mut self, id: ExprId, levels: u32) -> Option<ExprId> {
        let levels = levels.checked_sub(1)?;
        let Expr { kind, ty, pos } = self.expr(id);
        let kind = match kind {
            ExprKind::Constant(_) | ExprKind::Object(_) => kind,
            ExprKind::Load(a) => ExprKind::Load(self.copied(a, levels)?),
            ExprKind::Decay(a) => ExprKind::Decay(self.copied(a, levels)?),
            ExprKind::AddressOf(a) => ExprKind::AddressOf(self.copied(a, levels)?),
            ExprKind::Dereference(a) => ExprKind::Dereference(self.copied(a, levels)?),
            ExprKind::Member(a, field) => ExprKind::Member(self.copied(a, levels)?, field),
            ExprKind::Convert { operand, is_cast } => {
                ExprKind::Convert { operand: self.copied(operand, levels)?, is_cast }
            }
            ExprKind::Binary(op, a, b) => {
                ExprKind::Binary(op, self.copied(a, levels)?, self.copied(b, levels)?)
            }
            ExprKind::Floating(_)
            | ExprKind::Volatile
            | ExprKind::Text(_)
            | ExprKind::Function(_)
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Unary(..)
            | ExprKind::Logical(..)
            | ExprKind::Conditional(..)
            | ExprKind::Default(..)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::Step { .. }
            | ExprKind::Comma(..)
            | ExprKind::Statements(_)
            | ExprKind::Unsupported(_)
            | ExprKind::Call { .. } => return None,
        };
        let folded = self.folded(id);
        Some(self.add(kind, ty, pos, folded))
    }

    /// An expression whose meaning is told at the end of the program.
    fn reserve(&mut self, ty: TypeId, pos: Pos) -> ExprId {
        self.add(ExprKind::Constant(0), ty, pos, Folded::No)
    }

    fn fill(&mut self, id: ExprId, kind: ExprKind, ty: TypeId) {
        let expr = &mut self.program.exprs[id.index()];
        *expr = Expr { kind, ty, ..*expr };
    }

    /// Reserves expressions for the arguments of a call that have no parameter. They stand before the call.
    pub(super) fn reserve_rest(&mut self, extras: &[ExprId], pos: Pos) -> Option<Rest> {
        let function = self.function?;
        let scope = self.scopes.current();
        let mut reserve = |at| [(); 3].map(|()| self.reserve(Types::INT, at));
        let extras: Vec<Extra> =
            extras.iter().map(|&value| Extra { value, reserved: reserve(pos) }).collect();
        let reserved = [(); 2].map(|()| self.reserve(Types::INT, pos));
        Some(Rest { extras, reserved, function, scope })
    }

    /// Notes a call by the type of a variadic function.
    pub(super) fn note_variadic_call(&mut self, call: ExprId, rest: Rest) {
        self.variadic.calls.push(VariadicCall { call, rest });
    }

    fn slot_type(&mut self) -> TypeId {
        self.slot().0
    }

    fn slot(&mut self) -> (TypeId, RecordId) {
        if let Some(slot) = self.variadic.slot {
            return slot;
        }
        let slot = self.new_structure(None);
        self.variadic.slot = Some(slot);
        slot
    }

    pub(super) fn new_structure(&mut self, name: Option<&str>) -> (TypeId, RecordId) {
        let id = RecordId(self.types().records.len() as u32);
        let name = name.map(|name| self.program.names.intern(name));
        (self.program.types.new_record(name, false), id)
    }

    /// Gives a structure its members.
    pub(super) fn complete(&mut self, id: RecordId, types: &[TypeId]) {
        let member = |&ty: &TypeId| Member {
            name: None,
            ty,
            width: None,
            align: None,
            own_align: None,
            packed: false,
            pos: Pos::START,
        };
        let members: Vec<Member> = types.iter().map(member).collect();
        self.program.types.set_record_depth(id, types);
        let laid_out = self.program.types.lay_out(id, &members, false, None, None);
        debug_assert!(laid_out.is_ok());
    }

    /// The type of the member for arguments of a type; `None` for those that have none.
    fn member_type(&mut self, ty: TypeId) -> Option<TypeId> {
        let kind = self.types().integer_kind(ty);
        match (self.types().get(ty), kind, self.types().size(ty)) {
            (Type::Pointer(_), ..) => Some(self.program.types.pointer(Types::VOID)),
            (_, Some(_), Some(4)) => Some(Types::INT),
            (_, Some(_), Some(8)) => Some(self.types().integer(IntegerKind::LongLong)),
            // A `float` is passed as a `double`.
            (Type::Floating(kind), ..) if kind != FloatingKind::Float => Some(self.types().floating(kind)),
            (Type::Record(_), None, Some(_)) => Some(self.types().plain(ty)),
            _ => None,
        }
    }

    /// The class of a type that a `va_arg` reads, and the type of its member.
    fn class_that_is_read(&mut self, ty: TypeId) -> Option<(Class, TypeId)> {
        let member = self.member_type(ty)?;
        let read = &mut self.variadic.read;
        let known = read.iter().position(|&known| known == member);
        let at = known.unwrap_or(read.len());
        if at == read.len() {
            read.push(member);
        }
        (at < MOST_CLASSES).then_some((Class(at), member))
    }

    /// Gives functions the parameters, and calls the arguments, that stand for those without parameter.
    pub fn finish_variadic(&mut self) {
        let Variadic { list: _, slot, read, takers, calls } = std::mem::take(&mut self.variadic);
        if takers.is_empty() {
            return;
        }
        let slot = slot.filter(|_| !read.is_empty());
        if let Some((_, id)) = slot {
            let mut members = vec![self.types().integer(IntegerKind::UnsignedChar)];
            members.extend(read.iter().take(MOST_CLASSES));
            self.complete(id, &members);
        }
        let mut plan = Plan::new(&self.program, &takers);
        for VariadicCall { call, rest } in &calls {
            plan.note(&self.program, *call, rest.extras.len());
        }
        let types: Vec<TypeId> =
            plan.rooms.clone().into_iter().map(|room| self.rest_type(slot.map(|(ty, _)| ty), room)).collect();
        for (taker, &group) in takers.iter().zip(&plan.groups) {
            self.give_parameter(taker, types[group]);
        }
        for VariadicCall { call, rest } in calls {
            if let Some(group) = plan.group_of(call) {
                self.give_argument(call, &rest, types[group], slot.map(|(_, id)| id), &read);
            }
        }
        let refused = plan.refused(&self.program);
        self.program.reasons.push("a call of a variadic function without prototype".to_string());
        let reason = ReasonId(self.program.reasons.len() as u32 - 1);
        for call in refused {
            let ty = self.ty(call);
            self.fill(call, ExprKind::Unsupported(reason), ty);
        }
    }

    /// The structure with room for the given number of arguments.
    fn rest_type(&mut self, slot: Option<TypeId>, room: u64) -> TypeId {
        let mut members = Vec::new();
        if let Some(slot) = slot {
            members.push(self.program.types.array(slot, Some(room + 1)));
        }
        members.push(self.program.types.pointer(Types::VOID));
        let (ty, id) = self.new_structure(None);
        self.complete(id, &members);
        ty
    }

    fn give_parameter(&mut self, taker: &Taker, ty: TypeId) {
        self.program.objects[taker.parameter.index()].ty = ty;
        self.update_function(taker.function, |function| {
            function.parameters.push(taker.parameter);
            function.rest = Some(taker.parameter);
        });
        let pointer = self.program.types.pointer(ty);
        for &[object, address, position] in &taker.starts {
            let to = self.ty(position);
            self.fill(object, ExprKind::Object(taker.parameter), ty);
            self.fill(address, ExprKind::AddressOf(object), pointer);
            self.fill(position, ExprKind::Convert { operand: address, is_cast: false }, to);
        }
    }

    /// Passes the arguments without parameter as one. Arguments that no `va_arg` can read are only evaluated.
    fn give_argument(
        &mut self,
        call: ExprId,
        rest: &Rest,
        ty: TypeId,
        slot: Option<RecordId>,
        read: &[TypeId],
    ) {
        let (callee, list, close) = match self.expr(call).kind {
            ExprKind::Call { callee, arguments, close } => (callee, self.program.list(arguments), close),
            _ => return,
        };
        let named = list.len().saturating_sub(rest.extras.len());
        let (mut arguments, extras) = (list[..named].to_vec(), list[named..].to_vec());
        let elements = match slot {
            Some(slot) => self.elements(&rest.extras, slot, read),
            None => Vec::new(),
        };
        let (pos, function) = (self.pos(call), Some(rest.function));
        let object = Object::unnamed(ty, Storage::Literal, pos, rest.scope, function);
        self.program.objects.push(object);
        let object = ObjectId(self.program.objects.len() as u32 - 1);
        let initialiser = self.add_initialiser(Initialiser { elements });
        let [literal, value] = rest.reserved;
        self.fill(literal, ExprKind::CompoundLiteral(object, initialiser), ty);
        self.fill(value, ExprKind::Load(literal), ty);
        arguments.push(value);
        if slot.is_none() {
            // A call evaluates also the arguments behind those that have parameters.
            arguments.extend(extras);
        }
        let arguments: ExprList = self.add_list(&arguments);
        let ty = self.ty(call);
        self.fill(call, ExprKind::Call { callee, arguments, close }, ty);
    }

    /// The parts of slots with these arguments.
    fn elements(&mut self, extras: &[Extra], slot: RecordId, read: &[TypeId]) -> Vec<Element> {
        let byte = self.types().integer(IntegerKind::UnsignedChar);
        let size = self.types().record(slot).size;
        let mut elements = Vec::new();
        for (extra, start) in extras.iter().zip((0..).map(|at| at * size)) {
            let [converted, tag, both] = extra.reserved;
            let own = self.ty(extra.value);
            let member = self.member_type(own);
            let class = read.iter().take(MOST_CLASSES).position(|&read| Some(read) == member).map(Class);
            self.fill(tag, ExprKind::Constant(class.map_or(OTHER, Class::tag)), byte);
            let convert = ExprKind::Convert { operand: extra.value, is_cast: true };
            match class {
                Some(class) => {
                    let ty = read[class.0];
                    let offset = self.types().fields(slot)[class.field() as usize].offset;
                    let is_same = own == ty || matches!(self.types().get(ty), Type::Record(_));
                    let value = if is_same { extra.value } else { converted };
                    if !is_same {
                        self.fill(converted, convert, ty);
                    }
                    elements.push(Element { offset: start, bits: None, ty: byte, value: tag });
                    elements.push(Element { offset: start + offset, bits: None, ty, value });
                }
                None => {
                    self.fill(converted, convert, Types::VOID);
                    self.fill(both, ExprKind::Comma(converted, tag), byte);
                    elements.push(Element { offset: start, bits: None, ty: byte, value: both });
                }
            }
        }
        elements
    }
}
