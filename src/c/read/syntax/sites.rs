//! The places in a program at which some errors may happen, by what stands around an expression.
//!
//! An index is outside of its row only if the element is accessed; `&a[n]` is the place behind the last element. A
//! result is missing only if the caller uses it. Both readings of a program ask here, and decide by their own values.

use super::expr::BinaryOp;
use super::expr::{ExprKind, UnaryOp};
use super::ids::{ExprId, FunctionId, ObjectId, StmtId};
use super::program::Program;
use super::stmt::StmtKind;
use crate::c::read::arch::IntegerKind;
use crate::c::read::checks::Check;
use crate::c::read::demands::{demands_of, Demands};
use crate::c::read::types::{Type, TypeId, Types};

/// The beginnings of the names of objects that the reader of contracts makes.
const MADE: [&str; 2] = ["__CPROVER_return_value", "__indubit_"];

/// The sum is dereferenced, and the object accessed.
const ACCESSED: u8 = 1;
/// The sum is dereferenced, or the object named, for its address only.
const ADDRESSED: u8 = 2;
/// The value is dropped.
const DROPPED: u8 = 4;

/// The sites of a program, by expression.
#[derive(Clone, Debug, Default)]
pub(in crate::c) struct Sites(Vec<u8>);

impl Sites {
    /// All sites, in linear time.
    pub fn of(program: &Program) -> Sites {
        let mut sites = Sites(vec![0; program.expr_count()]);
        let mut is_value = vec![false; program.expr_count()];
        for id in program.exprs() {
            match program.expr(id).kind {
                ExprKind::Dereference(pointer) => sites.note(pointer, ACCESSED),
                ExprKind::AddressOf(object) => {
                    sites.note(object, ADDRESSED);
                    if let ExprKind::Dereference(pointer) = program.expr(object).kind {
                        sites.0[pointer.index()] = ADDRESSED;
                    }
                }
                ExprKind::Comma(first, _) => sites.drop(program, first),
                ExprKind::Statements(block) => {
                    let value = last_of(program, block);
                    value.into_iter().for_each(|value| is_value[value.index()] = true);
                }
                _ => {}
            }
        }
        for id in program.stmts() {
            match program.stmt(id).kind {
                StmtKind::Expression(value) if !is_value[value.index()] => sites.drop(program, value),
                StmtKind::For { step: Some(value), .. } => sites.drop(program, value),
                _ => {}
            }
        }
        sites
    }

    fn note(&mut self, id: ExprId, site: u8) {
        self.0[id.index()] |= site;
    }

    fn has(&self, id: ExprId, site: u8) -> bool {
        self.0.get(id.index()).map_or(false, |sites| sites & site != 0)
    }

    /// Notes that a value is dropped, and so are those that it may be.
    fn drop(&mut self, program: &Program, value: ExprId) {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            self.note(value, DROPPED);
            match program.expr(value).kind {
                ExprKind::Convert { operand, .. } => open.push(operand),
                ExprKind::Conditional(_, yes, no) => open.extend([yes, no]),
                ExprKind::Comma(_, last) => open.push(last),
                ExprKind::Statements(block) => open.extend(last_of(program, block)),
                _ => {}
            }
        }
    }

    /// Whether the value of a call is dropped.
    pub fn is_dropped(&self, call: ExprId) -> bool {
        self.has(call, DROPPED)
    }

    /// Whether an lvalue is named for its address only.
    pub fn is_addressed(&self, lvalue: ExprId) -> bool {
        self.has(lvalue, ADDRESSED)
    }

    /// Whether a sum is the pointer through which an object is accessed.
    pub fn is_accessed(&self, sum: ExprId) -> bool {
        self.has(sum, ACCESSED)
    }

    /// The greatest index of a sum that is an element of an array inside of an object: of a row or a member. Arrays of
    /// no length stand for those behind their structures.
    pub fn most_index(&self, program: &Program, sum: ExprId) -> Option<i64> {
        let base = match program.expr(sum).kind {
            ExprKind::Binary(BinaryOp::PointerAdd, base, _) if self.has(sum, ACCESSED | ADDRESSED) => base,
            _ => return None,
        };
        let array = match program.expr(base).kind {
            ExprKind::Decay(array) => program.expr(array),
            _ => return None,
        };
        let is_inside = matches!(array.kind, ExprKind::Member(..) | ExprKind::Dereference(_));
        match program.types.get(array.ty) {
            Type::Array(_, Some(length)) if is_inside && length > 0 => {
                i64::try_from(length).ok().map(|length| length - i64::from(self.is_accessed(sum)))
            }
            _ => None,
        }
    }
}

/// The value of a statement expression, that of its last statement.
fn last_of(program: &Program, block: StmtId) -> Option<ExprId> {
    let last = match program.stmt(block).kind {
        StmtKind::Block(list, _) => *program.statements(list).last()?,
        _ => return None,
    };
    match program.stmt(last).kind {
        StmtKind::Expression(value) => Some(value),
        _ => None,
    }
}

impl Program {
    /// Whether a call through a pointer fits the type of a function.
    pub(in crate::c) fn fits_call(&self, callee: ExprId, function: FunctionId) -> bool {
        let called = self.expr(callee).ty;
        let called = self.types.pointee(called).unwrap_or(called);
        self.types.are_compatible(called, self.function(function).ty)
    }

    /// Whether the program has what a check looks at, so that it is told if the check is off.
    pub(in crate::c) fn concerns(&self, check: Check) -> bool {
        match check {
            Check::Conversions => self.exprs().any(|id| self.types.has_floating(self.expr(id).ty)),
            Check::Unreachable => self.function_named("__builtin_unreachable").is_some(),
            Check::Members => {
                let sites = Sites::of(self);
                self.exprs().any(|id| sites.most_index(self, id).is_some())
            }
            Check::Lengths => !self.lengths.is_empty(),
            Check::Alignment => self.has_conversion(|from, to| self.types.align(from) < self.types.align(to)),
            Check::Calls => self.has_conversion(|from, to| {
                let are_functions =
                    [from, to].iter().all(|&ty| matches!(self.types.get(ty), Type::Function(_)));
                are_functions && !self.types.are_compatible(from, to)
            }),
            Check::Results => self.function_ids().any(|id| self.may_fall(id)),
            Check::Library => self.exprs().any(|id| self.library_call(id).is_some()),
            Check::Pointers => {
                let sites = Sites::of(self);
                let moves = |op: BinaryOp| matches!(op, BinaryOp::PointerAdd | BinaryOp::PointerSub);
                self.exprs().filter(|&id| self.is_own(id)).any(|id| match self.expr(id).kind {
                    ExprKind::Binary(op, ..) => moves(op) && !sites.is_accessed(id),
                    ExprKind::AssignOp { op, .. } => moves(op),
                    ExprKind::Step { .. } => self.types.pointee(self.expr(id).ty).is_some(),
                    _ => false,
                })
            }
            Check::Bounds
            | Check::Memory
            | Check::Overflow
            | Check::Division
            | Check::Shifts
            | Check::Floats
            | Check::Leaks
            | Check::Cleanup
            | Check::UnsignedOverflow
            | Check::Truncation => true,
            Check::Uninitialised => self.has_blank_object(),
            Check::Values => {
                self.exprs().any(|id| self.types.integer_kind(self.expr(id).ty) == Some(IntegerKind::Bool))
            }
        }
    }

    /// Whether the program's own text has a local object without initialiser, or calls a function that makes one on
    /// the heap.
    fn has_blank_object(&self) -> bool {
        let is_blank = |stmt: StmtId| match self.stmt(stmt).kind {
            StmtKind::Declaration(object, None) => {
                self.lines.library_function(self.stmt(stmt).pos).is_none() && self.begins_blank(object)
            }
            _ => false,
        };
        let makers = ["malloc", "realloc", "alloca", "__builtin_alloca", "kmalloc", "aligned_alloc"];
        makers.iter().any(|name| self.function_named(name).is_some()) || self.stmts().any(is_blank)
    }

    /// The demands of the C library on the arguments of a call in the program's own text.
    pub(in crate::c) fn library_call(&self, call: ExprId) -> Option<&'static Demands> {
        let callee = match self.expr(call).kind {
            ExprKind::Call { callee, .. } if self.is_own(call) => callee,
            _ => return None,
        };
        match self.expr(callee).kind {
            ExprKind::Function(id) => self.lines.library_function(self.function(id).pos).and_then(demands_of),
            _ => None,
        }
    }

    /// Whether a local object without initialiser has no value at its declaration. Objects that a contract stands for
    /// have any value.
    pub(in crate::c) fn begins_blank(&self, object: ObjectId) -> bool {
        let declared = self.object(object);
        let is_made = |name: &str| MADE.iter().any(|beginning| name.starts_with(beginning));
        let is_of_contract = declared.name.map_or(false, |name| is_made(self.names.text(name)))
            || self.is_made(declared.function);
        !is_of_contract
    }

    /// Whether a function is the `main` that calls one function with any arguments. Objects that it makes have any
    /// value.
    pub(in crate::c) fn is_made(&self, function: Option<FunctionId>) -> bool {
        self.is_function_alone && function.is_some() && function == self.function_named("main")
    }

    /// The operand on which a condition depends: `x` of `!x`, `x != 0` and `x == 0`.
    pub(in crate::c) fn condition(&self, mut id: ExprId) -> ExprId {
        loop {
            let is_zero = |id: ExprId| matches!(self.expr(id).kind, ExprKind::Constant(0));
            id = match self.expr(id).kind {
                ExprKind::Unary(UnaryOp::Not, a) => a,
                ExprKind::Binary(BinaryOp::NotEqual | BinaryOp::Equal, a, b)
                    if is_zero(b) && self.types.integer_kind(self.expr(a).ty).is_some() =>
                {
                    a
                }
                _ => return id,
            };
        }
    }

    /// Whether an expression is in the program's own text.
    pub(in crate::c) fn is_own(&self, id: ExprId) -> bool {
        self.lines.library_function(self.expr(id).pos).is_none()
    }

    /// Whether a pointer to one type becomes one to another type by these rules.
    fn has_conversion(&self, is_it: impl Fn(TypeId, TypeId) -> bool) -> bool {
        self.exprs().any(|id| match self.expr(id).kind {
            ExprKind::Convert { operand, .. } => {
                let types = (self.types.pointee(self.expr(operand).ty), self.types.pointee(self.expr(id).ty));
                let is_call = matches!(self.expr(operand).kind, ExprKind::Call { .. });
                matches!(types, (Some(from), Some(to)) if is_it(from, to)) && !is_call
            }
            _ => false,
        })
    }

    /// Whether the end of a function with a result may be reached, as far as its last statement tells.
    fn may_fall(&self, id: FunctionId) -> bool {
        let function = self.function(id);
        let is_main = self.names.text(function.name) == "main";
        let has_result = match self.types.get(function.ty) {
            Type::Function(ty) => self.types.function(ty).result != Types::VOID,
            _ => false,
        };
        let is_library = self.lines.library_function(function.pos).is_some();
        let mut open: Vec<_> =
            function.body.filter(|_| has_result && !is_main && !is_library).into_iter().collect();
        while let Some(stmt) = open.pop() {
            match self.stmt(stmt).kind {
                StmtKind::Return(_) | StmtKind::Goto(_) => {}
                StmtKind::Block(list, _) => match self.statements(list).last() {
                    Some(&last) => open.push(last),
                    None => return true,
                },
                StmtKind::If(_, yes, Some(no)) => open.extend([yes, no]),
                StmtKind::Labelled(_, inner) | StmtKind::Case(inner) => open.push(inner),
                StmtKind::For { condition: None, .. } => {}
                _ => return true,
            }
        }
        false
    }
}
