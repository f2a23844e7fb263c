//! Takes expressions apart into tasks, and combines the values of their operands.
//!
//! `start` puts tasks for the operands on the agenda, and behind them a task that calls `finish`. If the evaluation of
//! a later operand may change a variable in the value of an earlier one, a task between them saves the earlier value.
//! An operator that may skip an operand, such as `&&`, becomes branches if this operand needs edges; otherwise it
//! becomes a term.

use crate::base::HashMap;
use crate::c::lower::analysis::visit::last_value;
use crate::c::lower::machine::agenda::Task;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::{Index, Place, Target, Value};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::floats::bits;
use crate::c::read::property::AskKind;
use crate::c::read::syntax::{BinaryOp, Expr, ExprId, ExprKind, LogicalOp, StmtId, StmtKind};
use crate::c::read::types::{Type, TypeId};
use crate::solver::term::{Sort, TermId, Terms};

/// The reason why a first value of an object is an unsupported point.
const FIRST_VALUE: &str = "the first value of an object is no constant here";

impl Lowering<'_> {
    /// Begins the evaluation of an expression.
    pub(in crate::c::lower) fn start(&mut self, id: ExprId) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        self.builder.turn_to(expr.pos);
        if let (true, Some(value)) = (self.builder.is_at_start(), self.known.constant(id)) {
            let value = self.integer(value, expr.ty);
            self.values.set(id, value);
            return Ok(());
        }
        match expr.kind {
            ExprKind::Constant(pattern) => {
                let value = self.constant(pattern, expr.ty);
                self.values.set(id, value);
            }
            ExprKind::Floating(bits) => {
                let value = self.floating(bits.get(), expr.ty)?;
                self.values.set(id, value);
            }
            ExprKind::Text(text) => {
                let store = self.text_store(text)?;
                self.set_lvalue(id, Target::At(Place::start(store)));
            }
            ExprKind::Function(function) => self.set_lvalue(id, Target::Function(function)),
            ExprKind::Object(object) => {
                let store = self.object_store(object)?;
                self.set_lvalue(id, Target::At(Place::start(store)));
            }
            ExprKind::Volatile => {
                let value = self.ask(expr.ty, AskKind::Volatile, expr.pos)?;
                self.values.set(id, value);
            }
            ExprKind::CompoundLiteral(object, initialiser) => {
                let store = self.object_store(object)?;
                let target = Target::At(Place::start(store));
                self.agenda.first(Task::Give(id, Value::Lvalue(Value::way(target), None)));
                self.initialise(object, initialiser)?;
            }
            ExprKind::Load(a)
            | ExprKind::Decay(a)
            | ExprKind::AddressOf(a)
            | ExprKind::Dereference(a)
            | ExprKind::Member(a, _)
            | ExprKind::Unary(_, a)
            | ExprKind::Step { target: a, .. }
            | ExprKind::Convert { operand: a, .. } => {
                self.agenda.first_all([Task::Expr(a), Task::Finish(id)]);
            }
            ExprKind::Comma(a, b) => {
                self.agenda.first_all([Task::Expr(a), Task::Drop(a), Task::Expr(b), Task::Pass(b, id)]);
            }
            ExprKind::Logical(_, _, b) if self.known.emits(b) => self.start_logical(id)?,
            ExprKind::Conditional(a, b, c) if self.builder.is_at_start() => {
                self.agenda.first_all([Task::Expr(a), Task::Prefer(id, b, c)]);
            }
            ExprKind::Conditional(a, b, c) if self.known.emits(b) || self.known.emits(c) => {
                self.start_conditional(id, a, b, c)?;
            }
            ExprKind::Logical(op, a, b) => {
                let second = Task::Under(a, op == LogicalOp::And, b);
                self.agenda.first_all([Task::Expr(a), second, Task::Finish(id)]);
            }
            ExprKind::Conditional(a, b, c) => {
                let (yes, no) = (Task::Under(a, true, b), Task::Under(a, false, c));
                self.agenda.first_all([Task::Expr(a), yes, no, Task::Finish(id)]);
            }
            ExprKind::Default(a, c) if self.known.emits(c) => {
                self.agenda.first_all([Task::Expr(a), Task::Finish(id)]);
            }
            ExprKind::Default(a, c) => {
                self.agenda.first_all([Task::Expr(a), Task::Under(a, false, c), Task::Finish(id)]);
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Assign(a, b)
            | ExprKind::AssignOp { target: a, value: b, .. } => {
                self.agenda.first(Task::Finish(id));
                self.agenda.first(Task::Expr(b));
                if self.known.emits(b) {
                    self.agenda.first(Task::Keep(a, b));
                }
                self.agenda.first(Task::Expr(a));
            }
            ExprKind::Statements(block) => self.start_statements(id, block)?,
            ExprKind::Unsupported(reason) => return self.refuse(self.program.reason(reason)),
            ExprKind::Call { callee, arguments, .. } => self.start_call(id, callee, arguments)?,
        }
        Ok(())
    }

    /// Begins the evaluation of a term whose value counts only if a condition has this truth value. The value of the
    /// condition is known.
    pub(in crate::c::lower) fn start_under(&mut self, condition: ExprId, truth: bool, id: ExprId) {
        let value = self.values.get(condition).cloned().unwrap_or(Value::Void);
        let holds = self.truth(&value);
        let formula = if truth { holds } else { self.terms().not(holds) };
        self.builder.narrow(formula);
        self.agenda.first_all([Task::Expr(id), Task::Widen]);
    }

    /// `({ … })`
    fn start_statements(&mut self, id: ExprId, block: StmtId) -> Result<(), Stop> {
        let mut list = match self.program.stmt(block).kind {
            StmtKind::Block(list, _) => self.program.statements(list).to_vec(),
            _ => vec![block],
        };
        self.frame()?.nested += 1;
        match last_value(self.program, block) {
            Some(value) => {
                list.pop();
                self.agenda.first_all([Task::Expr(value), Task::LeaveStatements, Task::Pass(value, id)]);
            }
            None => self.agenda.first_all([Task::Give(id, Value::Void), Task::LeaveStatements]),
        }
        self.agenda.first_all(list.into_iter().map(Task::Stmt));
        Ok(())
    }

    /// `a ? b : c` in a first value of an object. The value of `a` is known, and only one of `b` and `c` is evaluated.
    pub(in crate::c::lower) fn prefer(&mut self, id: ExprId, b: ExprId, c: ExprId) -> Result<(), Stop> {
        let condition = match self.program.expr(id).kind {
            ExprKind::Conditional(a, ..) => self.take(a)?,
            _ => return self.give_up("only `a ? b : c` prefers an operand"),
        };
        let chosen = match self.truth(&condition) {
            Terms::TRUE => b,
            Terms::FALSE => c,
            _ => return self.refuse(FIRST_VALUE),
        };
        self.agenda.first_all([Task::Expr(chosen), Task::Pass(chosen, id)]);
        Ok(())
    }

    /// A value for a place that no run reaches. In a first value of an object, which every run reaches, it is an error.
    pub(in crate::c::lower) fn value_nowhere(&mut self, ty: TypeId) -> Result<Value, Stop> {
        if self.builder.is_at_start() {
            self.refuse(FIRST_VALUE)
        } else {
            self.default_value(ty)
        }
    }

    /// An integer as a value of a type.
    fn integer(&mut self, value: i128, ty: TypeId) -> Value {
        let numbers = self.numbers;
        match self.kind(ty) {
            IntegerKind::Bool => Value::Bool(self.builder.terms().bool(value != 0)),
            kind => Value::Number(numbers.constant(self.terms(), kind, value)),
        }
    }

    /// A constant of an integer type.
    pub(in crate::c::lower) fn constant(&mut self, pattern: u64, ty: TypeId) -> Value {
        let numbers = self.numbers;
        match self.program.types.integer_kind(ty) {
            Some(IntegerKind::Bool) => Value::Bool(self.builder.terms().bool(pattern != 0)),
            Some(kind) => {
                let value = numbers.target.value(kind, pattern);
                Value::Number(numbers.constant(self.terms(), kind, value))
            }
            None => Value::Pointer(self.number_pointer(i128::from(pattern))),
        }
    }

    /// A floating-point constant as its bits.
    fn floating(&mut self, stored: u128, ty: TypeId) -> Result<Value, Stop> {
        let width = match self.program.types.floating_kind(ty) {
            Some(kind) => kind.stored_bits(),
            None => return self.give_up("a floating-point number has no floating type"),
        };
        Ok(match self.numbers.is_words() {
            true => Value::Floating(self.terms().bit_vector(bits(stored, width))),
            // It is stored and loaded.
            false => Value::Floating(self.numbers.number(self.builder.terms_mut(), stored as i128, width)),
        })
    }

    fn set_lvalue(&mut self, id: ExprId, target: Target) {
        self.values.set(id, Value::Lvalue(Value::way(target), None));
    }

    /// `&&` or `||` whose right operand needs edges, as a value.
    fn start_logical(&mut self, id: ExprId) -> Result<(), Stop> {
        if self.builder.at().is_none() {
            let value = self.value_nowhere(self.program.expr(id).ty)?;
            self.values.set(id, value);
            return Ok(());
        }
        let variable = self.temporary(Sort::Bool)?;
        let (yes, no, join) = (self.builder.location(), self.builder.location(), self.builder.location());
        let mut tasks = vec![Task::Branch(id, yes, no)];
        for (location, value) in [(yes, true), (no, false)] {
            tasks.push(Task::Enter(location));
            tasks.push(Task::Set(variable, value));
            tasks.push(Task::Jump(join));
        }
        tasks.push(Task::Enter(join));
        tasks.push(Task::Give(id, Value::Bool(variable)));
        self.agenda.first_all(tasks);
        Ok(())
    }

    /// `a ? b : c` with a branch that needs edges.
    fn start_conditional(&mut self, id: ExprId, a: ExprId, b: ExprId, c: ExprId) -> Result<(), Stop> {
        let ty = self.program.expr(id).ty;
        if self.builder.at().is_none() {
            let value = self.value_nowhere(ty)?;
            self.values.set(id, value);
            return Ok(());
        }
        let store = match self.program.types.size(ty) {
            Some(_) => Some(self.expr_store(id, ty)?),
            None => None,
        };
        let (yes, no, join) = (self.builder.location(), self.builder.location(), self.builder.location());
        let mut tasks = vec![Task::Branch(a, yes, no)];
        for (location, value) in [(yes, b), (no, c)] {
            tasks.push(Task::Enter(location));
            tasks.push(Task::Expr(value));
            tasks.push(store.map_or(Task::Drop(value), |store| Task::Save(value, store, ty)));
            tasks.push(Task::Jump(join));
        }
        tasks.push(Task::Enter(join));
        tasks.push(store.map_or(Task::Give(id, Value::Void), |store| Task::Restore(id, store)));
        self.agenda.first_all(tasks);
        Ok(())
    }

    /// `a ?: c` whose right operand needs edges. The value of `a` is known.
    fn continue_default(&mut self, id: ExprId, expr: Expr, a: ExprId, c: ExprId) -> Result<(), Stop> {
        let value = self.take(a)?;
        if self.builder.at().is_none() {
            let value = self.value_nowhere(expr.ty)?;
            self.values.set(id, value);
            return Ok(());
        }
        let store = self.expr_store(id, expr.ty)?;
        let (no, join) = (self.builder.location(), self.builder.location());
        self.check_blank_condition(&value, a);
        let truth = self.truth(&value);
        let falsity = self.terms().not(truth);
        self.builder.branch_to(falsity, no);
        self.builder.assume(truth);
        let converted = self.convert(value, self.program.expr(a).ty, expr.ty)?;
        self.save(store, expr.ty, &converted)?;
        self.builder.jump(join);
        let tasks = [
            Task::Enter(no),
            Task::Expr(c),
            Task::Save(c, store, expr.ty),
            Task::Jump(join),
            Task::Enter(join),
            Task::Restore(id, store),
        ];
        self.agenda.first_all(tasks);
        Ok(())
    }

    /// Computes the value of an expression from the values of its operands.
    pub(in crate::c::lower) fn finish(&mut self, id: ExprId) -> Result<(), Stop> {
        let expr = self.program.expr(id);
        self.builder.turn_to(expr.pos);
        let value = match expr.kind {
            ExprKind::Load(lvalue) => match self.take(lvalue)? {
                Value::Lvalue(ways, bits) => {
                    let pos = self.dereference_of(lvalue);
                    self.read(id, &ways, bits, expr.ty, pos)?
                }
                value => value,
            },
            // A pointer to an array and a pointer to its first element have the same target.
            ExprKind::Decay(a) | ExprKind::AddressOf(a) => match self.take(a)? {
                Value::Lvalue(ways, _) => Value::Pointer(ways),
                _ => return self.refuse("the address of a value that is no object"),
            },
            ExprKind::Dereference(a) => match self.take(a)? {
                Value::Pointer(ways) => {
                    self.check_blank_address(&ways, id);
                    self.check_alignment(id, &ways);
                    Value::Lvalue(ways, None)
                }
                _ => return self.refuse("a pointer without value is followed"),
            },
            ExprKind::Member(a, field) => self.member(a, field)?,
            ExprKind::Convert { operand, is_cast } => {
                let value = self.take(operand)?;
                if !is_cast {
                    self.check_kept(&value, self.program.expr(operand).ty, expr.ty)?;
                }
                match (self.converted_constant(operand, expr.ty), &value) {
                    (Some(constant), _) => constant,
                    (None, Value::Pointer(ways)) if self.program.narrows_address(id) => {
                        self.low_bits(ways, operand, expr.ty)?
                    }
                    (None, _) => self.convert(value, self.program.expr(operand).ty, expr.ty)?,
                }
            }
            ExprKind::Unary(op, a) => {
                let value = self.take(a)?;
                let blank = self.any_blank(BinaryOp::Sub, &value, &Value::Void);
                let result = self.unary(op, value, self.program.expr(a).ty)?;
                self.with_blank(blank, result)?
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.take(a)?, self.take(b)?);
                let types = (self.program.expr(a).ty, self.program.expr(b).ty);
                self.check_operands(id, &left, &right)?;
                let blank = self.any_blank(op, &left, &right);
                let result = self.binary(id, op, (left, types.0), (right, types.1), expr.ty)?;
                self.with_blank(blank, result)?
            }
            ExprKind::Logical(op, a, b) => {
                let (left, right) = (self.take(a)?, self.take(b)?);
                self.check_blank_operands((a, &left), (b, &right), op == LogicalOp::And);
                let (left, right) = (self.truth(&left), self.truth(&right));
                Value::Bool(match op {
                    LogicalOp::And => self.terms().and(&[left, right]),
                    LogicalOp::Or => self.terms().or(&[left, right]),
                })
            }
            ExprKind::Conditional(a, b, c) => {
                let (condition, yes, no) = (self.take(a)?, self.take(b)?, self.take(c)?);
                self.check_blank_condition(&condition, a);
                let condition = self.truth(&condition);
                self.either(condition, yes, no, expr.ty)?
            }
            ExprKind::Default(a, c) if self.known.emits(c) => return self.continue_default(id, expr, a, c),
            ExprKind::Default(a, c) => {
                let (yes, no) = (self.take(a)?, self.take(c)?);
                self.check_blank_condition(&yes, a);
                let condition = self.truth(&yes);
                let yes = self.convert(yes, self.program.expr(a).ty, expr.ty)?;
                self.either(condition, yes, no, expr.ty)?
            }
            ExprKind::Assign(a, b) => self.finish_assign(a, b)?,
            ExprKind::AssignOp { op, target, value, computation } => {
                self.finish_assign_op(id, op, target, value, computation)?
            }
            ExprKind::Step { target, is_decrement, is_prefix } => {
                self.finish_step(id, target, is_decrement, is_prefix)?
            }
            ExprKind::Call { .. } => return self.finish_call(id),
            // These got their values when they began, or from their last part.
            ExprKind::Constant(_)
            | ExprKind::Floating(_)
            | ExprKind::Text(_)
            | ExprKind::Function(_)
            | ExprKind::Object(_)
            | ExprKind::Volatile
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Comma(..)
            | ExprKind::Statements(_)
            | ExprKind::Unsupported(_) => {
                return self.give_up("an expression without operands is finished twice")
            }
        };
        self.values.set(id, value);
        Ok(())
    }

    /// A member of a structure or union, which is an lvalue or a value.
    fn member(&mut self, record: ExprId, field: u32) -> Result<Value, Stop> {
        let ty = self.program.expr(record).ty;
        let field = match self.program.types.field(ty, field) {
            Some(&field) => field,
            None => return self.refuse("a member of a value that is no structure"),
        };
        let offset = field.bits.map_or(field.offset * 8, |bits| bits.offset);
        let parts = match self.take(record)? {
            Value::Lvalue(ways, _) => {
                let (numbers, bits) = (self.numbers, self.pointer_bits());
                let one = numbers.number(self.terms(), 1, bits);
                let ways = self.moved(ways, Index { term: one, signed: false }, offset as i64)?;
                return Ok(Value::Lvalue(ways, field.bits.map(|bits| bits.width)));
            }
            Value::Record(parts) => parts,
            _ => return self.refuse("a member of a value that is no structure"),
        };
        let outer = self.scalars(ty, None)?;
        let inner = self.scalars(field.ty, field.bits.map(|bits| bits.width))?;
        let mut chosen = Vec::new();
        for leaf in inner {
            let is_it =
                |at: &usize| outer[*at].offset == offset + leaf.offset && outer[*at].width == leaf.width;
            match (0..outer.len()).find(is_it) {
                Some(at) if outer[at].ty == leaf.ty => chosen.push(parts[at].clone()),
                _ => return self.refuse("a member of a union that is no object; assign the union first"),
            }
        }
        match self.program.types.get(field.ty) {
            Type::Record(_) => Ok(Value::Record(chosen)),
            Type::Array(..) => {
                self.refuse("an array in a value that is no object; assign the structure first")
            }
            _ => Ok(chosen.pop().unwrap_or(Value::Void)),
        }
    }

    /// Saves those terms of an expression's value that the evaluation of the expression `next` may change.
    pub(in crate::c::lower) fn keep(&mut self, id: ExprId, next: ExprId) -> Result<(), Stop> {
        let mut value = self.take(id)?;
        let roots = value.terms();
        let symbols = self.builder.terms().symbols_in(&roots);
        if self.builder.at().is_some() && !symbols.is_empty() {
            let changed = self.known.changed_by(next);
            let may_change = |t: TermId, lowering: &Self| {
                let terms = lowering.builder.terms();
                terms.symbols_in(&[t]).into_iter().any(|symbol| {
                    let owner = lowering.objects.owner(terms.symbol_term(symbol));
                    owner.map_or(false, |owner| changed.has(owner))
                })
            };
            self.save_terms(&mut value, may_change)?;
        }
        self.values.set(id, value);
        Ok(())
    }

    /// Replaces the terms of a value that need it by temporaries, to which an edge assigns them.
    pub(super) fn save_terms(
        &mut self,
        value: &mut Value,
        needs: impl Fn(TermId, &Self) -> bool,
    ) -> Result<(), Stop> {
        let mut saved: HashMap<TermId, TermId> = HashMap::default();
        let mut list = Vec::new();
        for term in value.terms() {
            if !saved.contains_key(&term) && needs(term, self) {
                let sort = self.builder.terms().sort(term);
                let variable = match self.keeps_slots() && sort == Sort::Bool {
                    true => self.saved_truth(),
                    false => self.temporary(sort)?,
                };
                saved.insert(term, variable);
                list.push((variable, term));
            }
        }
        self.builder.assign(list);
        value.each_term(&mut |term| *term = saved.get(term).copied().unwrap_or(*term));
        self.note_saved(value);
        Ok(())
    }
}
