//! Evaluates expressions: first the operands, from left to right, and then the operator.
//!
//! `value` and `place` begin an expression, for its value or for the place of an lvalue. They push the tasks for the
//! operands, and below them the task that calls `finish` or `finish_place` when the operands are on the stack of
//! values. An expression that only deals with integer variables is evaluated at once (`quick`).

use super::addresses::address;
use super::blank::{blank_at, blank_of};
use super::machine::{Machine, Stop, Task};
use super::number::{Integer, Numbers, Trap};
use super::options::Quiet;
use super::pointer::Pointer;
use super::shape::Nest;
use super::value::{Place, Value};
use crate::c::{
    AskKind, BinaryOp, Expr, ExprId, ExprKind, Failure, IntegerKind, LogicalOp, ObjectId, Pos, StmtId, Type,
    TypeId, UnaryOp,
};

impl Machine<'_> {
    /// Begins to evaluate an expression.
    pub fn value(&mut self, id: ExprId) -> Result<(), Stop> {
        if let Some(number) = self.quickly(id) {
            self.push(Value::Number(number));
            return Ok(());
        }
        let expr = self.program.expr(id);
        match expr.kind {
            ExprKind::Constant(pattern) => {
                let value = self.constant(pattern, expr.ty);
                self.push(value);
            }
            ExprKind::Load(a) => {
                if let ExprKind::Object(object) = self.program.expr(a).kind {
                    let pointer = self.state.memory.pointer(self.slot(object));
                    let value = self.read(Place { pointer, first: 0, width: 0, pos: expr.pos }, expr.ty)?;
                    self.push(value);
                } else {
                    self.push_tasks([Task::Finish(id), Task::Place(a)]);
                }
            }
            ExprKind::Decay(a) | ExprKind::AddressOf(a) => match (self.program.expr(a).kind, self.type_of(a))
            {
                (ExprKind::Function(function), _) => {
                    self.push(Value::Pointer(Pointer::Function(function)));
                }
                (ExprKind::Dereference(pointer), Type::Function(_)) => {
                    self.state.tasks.push(Task::Value(pointer))
                }
                _ => self.push_tasks([Task::Finish(id), Task::Place(a)]),
            },
            ExprKind::Function(function) => self.push(Value::Pointer(Pointer::Function(function))),
            ExprKind::Convert { operand: a, .. } | ExprKind::Unary(_, a) => {
                self.push_tasks([Task::Finish(id), Task::Value(a)]);
            }
            ExprKind::Member(a, _) if !self.program.is_lvalue(a) => {
                self.push_tasks([Task::Finish(id), Task::Value(a)]);
            }
            ExprKind::Binary(_, a, b) => {
                self.push_tasks([Task::Finish(id), Task::Value(b), Task::Value(a)]);
            }
            ExprKind::Logical(_, a, _) | ExprKind::Conditional(a, ..) | ExprKind::Default(a, _) => {
                self.push_tasks([Task::First(id), Task::Value(a)]);
            }
            ExprKind::Assign(a, b) => {
                self.push_tasks([Task::Finish(id), Task::Value(b)]);
                if self.variable(a).is_none() {
                    self.state.tasks.push(Task::Place(a));
                }
            }
            ExprKind::AssignOp { target, value, .. } => {
                self.push_tasks([Task::Finish(id), Task::Value(value), Task::Place(target)]);
            }
            ExprKind::Step { target, .. } => self.push_tasks([Task::Finish(id), Task::Place(target)]),
            ExprKind::Comma(a, b) => self.push_tasks([Task::Value(b), Task::Drop, Task::Value(a)]),
            ExprKind::Call { callee, arguments, .. } => {
                self.begin_call(id, callee, self.program.list(arguments));
            }
            ExprKind::Floating(bits) => match self.program.types.floating_kind(expr.ty) {
                Some(kind) => self.push(Value::Floating(kind, bits.get())),
                None => return Err(self.unsupported(expr.pos, "a floating-point number of no such type")),
            },
            ExprKind::Statements(block) => self.begin_statements(block),
            ExprKind::Volatile => {
                let value = self.any_value(expr.pos, AskKind::Volatile, expr.ty)?;
                self.push(value);
            }
            ExprKind::Unsupported(reason) => {
                return Err(self.unsupported(expr.pos, self.program.reason(reason)));
            }
            // The expression is an lvalue whose value is not used, such as `*p` of type `void`.
            _ => self.state.tasks.push(Task::Place(id)),
        }
        Ok(())
    }

    /// Begins a call. Arguments that are evaluated at once need no tasks.
    fn begin_call(&mut self, id: ExprId, callee: ExprId, mut arguments: &[ExprId]) {
        let is_named = matches!(self.program.expr(callee).kind, ExprKind::Function(_));
        while let ([first, others @ ..], true) = (arguments, is_named) {
            match self.quickly(*first) {
                Some(number) => self.push(Value::Number(number)),
                None => break,
            }
            arguments = others;
        }
        self.state.tasks.push(Task::Finish(id));
        self.state.tasks.extend(arguments.iter().rev().map(|&a| Task::Value(a)));
        if !is_named {
            self.state.tasks.push(Task::Value(callee));
        }
    }

    /// Begins a statement expression.
    fn begin_statements(&mut self, block: StmtId) {
        self.state.tasks.push(Task::LeaveStatements);
        let (tasks, values) = (self.state.tasks.len(), self.state.values.len());
        let within = self.state.present.unwrap_or(block);
        self.state.nests.push(Nest { block, within, tasks, values });
        self.state.tasks.push(Task::Run(block));
    }

    /// Evaluates an expression whose operands are on the stack.
    pub fn finish(&mut self, id: ExprId) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        let value = match expr.kind {
            ExprKind::Load(_) => {
                let place = self.pop_place()?;
                self.read(place, expr.ty)?
            }
            ExprKind::Decay(_) | ExprKind::AddressOf(_) => Value::Pointer(self.pop_place()?.pointer),
            ExprKind::Convert { operand, .. } if self.converted_constant(operand, expr.ty).is_some() => {
                self.pop();
                self.converted_constant(operand, expr.ty).unwrap_or(Value::Void)
            }
            ExprKind::Convert { operand, is_cast } => {
                let value = self.pop();
                if !is_cast {
                    self.check_kept(&value, expr.ty, expr.pos)?;
                }
                match self.asks_low_bits(id, &value) {
                    true => self.ask(expr.pos, AskKind::Address, expr.ty)?,
                    false => self.converted(value, self.program.expr(operand).ty, expr.ty, expr.pos)?,
                }
            }
            ExprKind::Unary(op, a) => self.unary(op, a, expr)?,
            ExprKind::Binary(op, a, b) => {
                let (right, right_blank) = self.pop_apart();
                let (left, left_blank) = self.pop_apart();
                self.check_operands(id, &left, &right)?;
                let blank = blank_of(op, (&left, left_blank), (&right, right_blank));
                let value = self.binary(op, (left, self.program.expr(a).ty), right, b, expr.pos)?;
                self.blank = blank;
                match self.shape.sites.is_accessed(id) {
                    true => value,
                    false => self.check_moved(op, value, expr.pos)?,
                }
            }
            ExprKind::Member(a, field) => self.member_of_value(a, field, expr)?,
            ExprKind::Assign(a, _) => {
                let value = self.pop();
                let ty = self.program.expr(a).ty;
                if let Some(object) = self.variable(a) {
                    self.set(object, ty, &value, self.program.expr(a).pos)?;
                    value
                } else {
                    let place = self.pop_place()?;
                    self.write(place, ty, &value)?;
                    self.stored(place, value, expr.ty)
                }
            }
            ExprKind::AssignOp { .. } => self.assign_op(expr)?,
            ExprKind::Step { .. } => self.step_object(expr)?,
            ExprKind::Call { .. } => return self.call(id),
            // The other expressions have no operands, or do not wait for them.
            _ => return Err(self.unsupported(expr.pos, "this expression")),
        };
        self.push(value);
        Ok(())
    }

    /// Continues an operator whose first operand is on the stack and decides which others are evaluated.
    pub fn first(&mut self, id: ExprId) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        self.decide();
        match expr.kind {
            ExprKind::Logical(op, a, b) => match (op, self.pop_condition(a)?) {
                (LogicalOp::And, false) => self.push(Value::Number(0)),
                (LogicalOp::Or, true) => self.push(Value::Number(1)),
                _ => self.push_tasks([Task::Truth(b), Task::Value(b)]),
            },
            ExprKind::Conditional(a, b, c) => {
                let holds = self.pop_condition(a)?;
                self.observer.branch(expr.pos, i128::from(holds));
                let chosen = if holds { b } else { c };
                self.state.tasks.push(Task::Value(chosen));
            }
            ExprKind::Default(a, c) => {
                let value = self.pop();
                self.push(value.clone());
                match self.pop_condition(a)? {
                    false => self.state.tasks.push(Task::Value(c)),
                    true => {
                        let value = self.converted(value, self.program.expr(a).ty, expr.ty, expr.pos)?;
                        self.push(value);
                    }
                }
            }
            _ => return Err(self.unsupported(expr.pos, "this expression")),
        }
        Ok(())
    }

    /// Begins to find the place of an lvalue.
    pub fn place(&mut self, id: ExprId) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        match expr.kind {
            ExprKind::Object(object) => {
                self.push_place(self.state.memory.pointer(self.slot(object)), expr.pos)
            }
            ExprKind::Text(text) => {
                let pointer = self.state.memory.pointer(self.state.text_slots[text.index()]);
                self.push_place(pointer, expr.pos);
            }
            ExprKind::CompoundLiteral(object, initialiser) => {
                self.push_tasks([Task::FinishPlace(id), Task::Element(object, initialiser, 0)]);
            }
            ExprKind::Dereference(pointer) => {
                self.push_tasks([Task::FinishPlace(id), Task::Value(pointer)]);
            }
            ExprKind::Member(a, _) if self.program.is_lvalue(a) => {
                self.push_tasks([Task::FinishPlace(id), Task::Place(a)]);
            }
            ExprKind::Function(function) => self.push_place(Pointer::Function(function), expr.pos),
            ExprKind::Member(..) => {
                return Err(self.unsupported(expr.pos, "an array in a structure that is a value"));
            }
            _ => return Err(self.unsupported(expr.pos, "a value where an object is expected")),
        }
        Ok(())
    }

    /// Pushes the place of an lvalue whose operand is on the stack.
    pub fn finish_place(&mut self, id: ExprId) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        match expr.kind {
            ExprKind::CompoundLiteral(object, _) => {
                self.push_place(self.state.memory.pointer(self.slot(object)), expr.pos);
            }
            ExprKind::Dereference(_) => {
                let pointer = match self.pop() {
                    Value::Pointer(pointer) => pointer,
                    _ => return Err(self.unsupported(expr.pos, "a pointer without value")),
                };
                self.check_blank(expr.pos)?;
                self.check_alignment(id, pointer)?;
                self.trail().into_iter().for_each(|trail| trail.found_place());
                self.push_place(pointer, expr.pos);
            }
            ExprKind::Member(a, field) => {
                let place = self.pop_place()?;
                let place = self.member(place, a, field);
                self.push(Value::Place(place));
            }
            _ => return Err(self.unsupported(expr.pos, "this place")),
        }
        Ok(())
    }

    /// The variable that an lvalue names directly.
    fn variable(&self, id: ExprId) -> Option<ObjectId> {
        match self.program.expr(id).kind {
            ExprKind::Object(object) => Some(object),
            _ => None,
        }
    }

    fn push_place(&mut self, pointer: Pointer, pos: Pos) {
        self.push(Value::Place(Place { pointer, first: 0, width: 0, pos }));
    }

    /// The place of a member.
    fn member(&self, place: Place, record: ExprId, field: u32) -> Place {
        match self.program.types.field(self.program.expr(record).ty, field) {
            None => place,
            Some(field) => match field.bits {
                Some(bits) => Place { first: bits.offset, width: bits.width, ..place },
                None => Place { pointer: self.in_range(place.pointer.moved(field.offset as i64)), ..place },
            },
        }
    }

    /// A member of a structure that is no lvalue, such as the result of a call.
    fn member_of_value(&mut self, record: ExprId, field: u32, expr: Expr) -> Result<Value, Stop> {
        let types = &self.program.types;
        let field = types.field(self.program.expr(record).ty, field);
        match (self.pop(), field) {
            (Value::Record(cells), Some(field)) => {
                let spot = match field.bits {
                    None => super::memory::Spot::whole(field.offset as usize),
                    Some(bits) => super::memory::Spot { at: 0, first: bits.offset, width: bits.width },
                };
                self.blank |= blank_at(&cells, types, expr.ty, spot);
                super::memory::read(&cells, &self.state.memory.table, types, expr.ty, spot)
                    .map_err(|reason| self.unsupported(expr.pos, reason))
            }
            _ => Err(self.unsupported(expr.pos, "a member of something without value")),
        }
    }

    pub fn type_of(&self, id: ExprId) -> Type {
        self.program.types.get(self.program.expr(id).ty)
    }

    pub fn size(&self, ty: TypeId) -> u64 {
        self.program.types.size(ty).unwrap_or(0)
    }

    fn constant(&self, pattern: u64, ty: TypeId) -> Value {
        match self.program.types.integer_kind(ty) {
            Some(kind) => Value::Number(self.program.types.options().value(kind, pattern)),
            None => Value::Pointer(Pointer::Number(pattern)),
        }
    }

    /// The value of an assignment: what was written, or the part of it that a bit-field has kept.
    fn stored(&self, place: Place, value: Value, ty: TypeId) -> Value {
        match (place.width, Integer::of(&self.program.types, ty), &value) {
            (1.., Some(integer), &Value::Number(number)) if self.options.numbers == Numbers::Words => {
                Value::Number(super::number::wrap(number, place.width, integer.is_signed))
            }
            _ => value,
        }
    }

    /// Whether the low bits of the address that is converted are asked for. A run whose output is shown has none.
    fn asks_low_bits(&self, id: ExprId, value: &Value) -> bool {
        let is_address = matches!(value, Value::Pointer(pointer) if !matches!(pointer, Pointer::Number(_)));
        is_address && !self.program.types.options().is_shown && self.program.narrows_address(id)
    }

    /// Converts a value from one type to another.
    pub fn converted(&mut self, value: Value, from: TypeId, to: TypeId, pos: Pos) -> Result<Value, Stop> {
        let types = &self.program.types;
        if from == to {
            return Ok(value);
        }
        if self.blank != 0 {
            self.convert_blank(from, to);
        }
        match (types.get(to), value) {
            (Type::Void, _) => Ok(Value::Void),
            (Type::Pointer(_), Value::Number(number)) => {
                let size = 8 * types.options().pointer_size() as u32;
                Ok(Value::Pointer(Pointer::Number(super::number::wrap(number, size, false) as u64)))
            }
            (Type::Pointer(_), value @ Value::Pointer(_)) => Ok(value),
            (_, value) => match (Integer::of(types, to), value) {
                (Some(integer), Value::Number(number)) => {
                    Ok(Value::Number(self.rules.convert(number, integer)))
                }
                (Some(integer), Value::Pointer(pointer)) => match pointer {
                    Pointer::Number(n) => {
                        let number = i128::from(n);
                        // A pointer that is converted to a larger integer is sign-extended, as gcc documents it.
                        let repeats = matches!(types.get(from), Type::Pointer(_))
                            && self.rules.numbers == Numbers::Words;
                        let bits = 8 * types.options().pointer_size() as u32;
                        let number = if repeats { super::number::wrap(number, bits, true) } else { number };
                        Ok(Value::Number(self.rules.convert(number, integer)))
                    }
                    _ if integer.bits == 1 => Ok(Value::Number(1)),
                    _ if u64::from(integer.size) == types.options().pointer_size() => {
                        Ok(Value::Pointer(pointer))
                    }
                    _ => Err(self.unsupported(pos, "a pointer converted to a smaller integer")),
                },
                (_, Value::Void) => Ok(Value::Void),
                (Some(integer), Value::Floating(kind, stored)) if integer.kind == IntegerKind::Bool => {
                    Ok(Value::Number(i128::from(kind.is_true(stored))))
                }
                (Some(integer), Value::Floating(kind, stored)) => {
                    self.integer_of((kind, stored), integer, pos)
                }
                (None, Value::Floating(kind, stored)) => match types.floating_kind(to) {
                    Some(to) => self.float_resized((kind, stored), to, pos),
                    None => Err(self.unsupported(pos, "this conversion")),
                },
                (None, Value::Number(number)) => match types.floating_kind(to) {
                    Some(to) => self.float_of(number, to, pos),
                    None => Err(self.unsupported(pos, "this conversion")),
                },
                (None, Value::Pointer(Pointer::Number(number))) => match types.floating_kind(to) {
                    Some(to) => self.float_of(i128::from(number), to, pos),
                    None => Err(self.unsupported(pos, "this conversion")),
                },
                _ => Err(self.unsupported(pos, "this conversion")),
            },
        }
    }

    /// The value of an operator on numbers, or the end of the run that its trap means.
    fn computed(&self, result: Result<i128, Trap>, pos: Pos) -> Result<Value, Stop> {
        if let (Err(Trap::Wrapped(wrapped)), false) = (result, self.looks_for(Failure::UnsignedOverflow, pos))
        {
            return Ok(Value::Number(wrapped));
        }
        result.map(Value::Number).map_err(|trap| match trap {
            Trap::ByZero if self.options.checks(Failure::DivisionByZero) => {
                self.fail(Failure::DivisionByZero, pos)
            }
            Trap::ByZero | Trap::Quotient => self.quiet(Quiet::Undefined, pos),
            Trap::Overflow => self.fail(Failure::Overflow, pos),
            Trap::ShiftWidth => self.fail(Failure::ShiftWidth, pos),
            Trap::Wrapped(_) => self.fail(Failure::UnsignedOverflow, pos),
            Trap::TooLarge => {
                self.unsupported(pos, "an integer of more than 128 bits, or a shift by a negative one")
            }
        })
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, expr: Expr) -> Result<Value, Stop> {
        if op == UnaryOp::Not {
            let truth = self.pop_truth()?;
            self.blank = if self.blank == 0 { 0 } else { u128::MAX };
            return Ok(Value::Number(i128::from(!truth)));
        }
        let value = self.pop();
        if self.blank != 0 && op == UnaryOp::Minus {
            self.blank = u128::MAX;
        }
        match (value, Integer::of(&self.program.types, self.program.expr(operand).ty)) {
            (Value::Floating(kind, stored), _) if op == UnaryOp::Minus => {
                Ok(self.float_negated(kind, stored))
            }
            (Value::Number(number), Some(ty)) => self.computed(self.rules.unary(op, number, ty), expr.pos),
            _ => Err(self.unsupported(expr.pos, "arithmetic on a pointer that was converted to an integer")),
        }
    }

    /// Whether an expression is made of constants.
    fn is_constant(&self, id: ExprId) -> bool {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            match self.program.expr(id).kind {
                ExprKind::Constant(_) => {}
                ExprKind::Convert { operand: inner, .. } | ExprKind::Unary(_, inner) => stack.push(inner),
                ExprKind::Binary(_, a, b) => stack.extend([a, b]),
                _ => return false,
            }
        }
        true
    }

    /// The value of an operator on two operands.
    fn binary(
        &self,
        op: BinaryOp,
        (left, left_type): (Value, TypeId),
        right: Value,
        right_expr: ExprId,
        pos: Pos,
    ) -> Result<Value, Stop> {
        let right_type = self.program.expr(right_expr).ty;
        match (left, right) {
            (Value::Number(a), Value::Number(b)) => match Integer::of(&self.program.types, left_type) {
                Some(ty) => match self.rules.binary(op, a, b, ty) {
                    Err(Trap::Quotient) if self.is_constant(right_expr) => {
                        Ok(Value::Number(if op == BinaryOp::Rem { 0 } else { a }))
                    }
                    result => self.computed(result, pos),
                },
                None => Err(self.unsupported(pos, "an operator on values that are no integers")),
            },
            (Value::Floating(kind, a), Value::Floating(_, b)) => self.float_binary(op, kind, (a, b), pos),
            (left, right) => match (address(left), address(right)) {
                (Some(left), Some(right)) => {
                    self.on_addresses(op, (left, left_type), (right, right_type), pos)
                }
                _ => Err(self.unsupported(pos, "an operator on something without value")),
            },
        }
    }

    fn assign_op(&mut self, expr: Expr) -> Result<Value, Stop> {
        let (op, target, value, computation) = match expr.kind {
            ExprKind::AssignOp { op, target, value, computation } => (op, target, value, computation),
            _ => return Err(self.unsupported(expr.pos, "this assignment")),
        };
        let (right, right_blank) = self.pop_apart();
        let place = self.pop_place()?;
        let target_type = self.program.expr(target).ty;
        let left = self.read(place, target_type)?;
        let left = self.converted(left, target_type, computation, expr.pos)?;
        self.blank = blank_of(op, (&left, self.blank), (&right, right_blank));
        let result = self.binary(op, (left, computation), right, value, expr.pos)?;
        let result = self.check_moved(op, result, expr.pos)?;
        self.check_kept(&result, target_type, expr.pos)?;
        let result = self.converted(result, computation, target_type, expr.pos)?;
        self.write(place, target_type, &result)?;
        Ok(self.stored(place, result, expr.ty))
    }

    fn step_object(&mut self, expr: Expr) -> Result<Value, Stop> {
        let (target, is_decrement, is_prefix) = match expr.kind {
            ExprKind::Step { target, is_decrement, is_prefix } => (target, is_decrement, is_prefix),
            _ => return Err(self.unsupported(expr.pos, "this step")),
        };
        let place = self.pop_place()?;
        let ty = self.program.expr(target).ty;
        let old = self.read(place, ty)?;
        let old_blank = self.blank;
        let new = match (&old, Integer::of(&self.program.types, ty)) {
            (&Value::Number(number), Some(integer)) => {
                self.computed(self.rules.step(number, is_decrement, integer, place.width), expr.pos)?
            }
            (&Value::Floating(kind, stored), _) => self.float_step(kind, stored, is_decrement, expr.pos)?,
            (&Value::Pointer(pointer), None) => {
                let op = if is_decrement { BinaryOp::PointerSub } else { BinaryOp::PointerAdd };
                let moved = self.moved(op, pointer, 1, ty, expr.pos)?;
                self.check_moved(op, moved, expr.pos)?
            }
            _ => return Err(self.unsupported(expr.pos, "a step of something that is no integer")),
        };
        self.blank = if old_blank == 0 { 0 } else { u128::MAX };
        self.write(place, ty, &new)?;
        if is_prefix {
            return Ok(self.stored(place, new, ty));
        }
        self.blank = old_blank;
        Ok(old)
    }
}
