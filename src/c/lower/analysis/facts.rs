//! Facts about expressions before they are lowered: which ones are constants, which ones need edges, and which lvalues
//! are fixed.
//!
//! The constants are also the values of static storage (C11, 6.6), which no edge computes: they are evaluated here and
//! nowhere else. As gcc does, they wrap around without being an overflow of a run. An operand that is not evaluated, as
//! the third one of `1 ? 9 : 1 / 0`, may have no value.

use super::visit;
use crate::c::lower::numbers::Integers;
use crate::c::lower::options::LowerOptions;
use crate::c::read::arch::{COptions, IntegerKind};
use crate::c::read::checks::Check;
use crate::c::read::property::Failure;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind, LogicalOp, Program, Sites, UnaryOp};
use crate::c::read::types::Type;

/// Facts about all expressions of a program, by expression.
pub(in crate::c::lower) struct Facts {
    /// By expression: its value, if it is an integer that the text of the program fixes.
    constants: Vec<Option<i128>>,
    /// By expression: whether its evaluation may need edges.
    emits: Vec<bool>,
    /// By lvalue: whether it names one part of one object.
    fixed: Vec<bool>,
}

impl Facts {
    pub fn of(program: &Program, options: &LowerOptions, sites: &Sites) -> Facts {
        let count = program.expr_count();
        let mut facts = Facts {
            constants: Vec::with_capacity(count),
            emits: Vec::with_capacity(count),
            fixed: Vec::with_capacity(count),
        };
        for id in program.exprs() {
            let constant = facts.constant_at(program, id, options);
            facts.constants.push(constant);
            let fixed = facts.fixed_at(program, id);
            facts.fixed.push(fixed);
            let emits = facts.emits_at(program, id, options, sites);
            facts.emits.push(emits);
        }
        facts
    }

    /// Whether the evaluation of an expression may need edges. If not, its value is a term.
    pub fn emits(&self, id: ExprId) -> bool {
        self.emits[id.index()]
    }

    /// The value of a constant expression.
    pub fn constant(&self, id: ExprId) -> Option<i128> {
        self.constants[id.index()]
    }

    /// Whether an lvalue names one part of one object.
    pub fn is_fixed(&self, id: ExprId) -> bool {
        self.fixed[id.index()]
    }

    fn constant_at(&self, program: &Program, id: ExprId, options: &LowerOptions) -> Option<i128> {
        let expr = program.expr(id);
        let kind = program.types.integer_kind(expr.ty)?;
        let target = program.types.options();
        let value = match expr.kind {
            ExprKind::Constant(pattern) => return Some(target.value(kind, pattern)),
            ExprKind::Convert { operand, .. } => self.constant(operand)?,
            ExprKind::Unary(op, a) => match op {
                UnaryOp::Minus => self.constant(a)?.checked_neg()?,
                UnaryOp::Complement => !self.constant(a)?,
                UnaryOp::Not => i128::from(self.constant(a)? == 0),
            },
            ExprKind::Binary(op, a, b) => {
                let operand = program.types.integer_kind(program.expr(a).ty)?;
                binary(op, target, operand, self.constant(a)?, self.constant(b)?)?
            }
            ExprKind::Logical(op, a, b) => {
                let decides = op == LogicalOp::Or;
                let truth = match self.constant(a)? != 0 {
                    first if first == decides => first,
                    _ => self.constant(b)? != 0,
                };
                i128::from(truth)
            }
            ExprKind::Conditional(a, b, c) => self.constant(if self.constant(a)? != 0 { b } else { c })?,
            ExprKind::Default(a, c) => match self.constant(a)? {
                0 => self.constant(c)?,
                value => value,
            },
            ExprKind::Floating(_)
            | ExprKind::Text(_)
            | ExprKind::Function(_)
            | ExprKind::Object(_)
            | ExprKind::Volatile
            | ExprKind::CompoundLiteral(..)
            | ExprKind::Load(_)
            | ExprKind::Decay(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Dereference(_)
            | ExprKind::Member(..)
            | ExprKind::Step { .. }
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::Statements(_)
            | ExprKind::Unsupported(_)
            | ExprKind::Call { .. } => return None,
        };
        Some(match (kind, options.integers) {
            (IntegerKind::Bool, _) => i128::from(value != 0),
            (_, Integers::Words) => target.value(kind, target.pattern(kind, value)),
            (_, Integers::Mathematical | Integers::Reals) => value,
        })
    }

    fn fixed_at(&self, program: &Program, id: ExprId) -> bool {
        match program.expr(id).kind {
            ExprKind::Object(_) | ExprKind::Text(_) | ExprKind::Function(_) => true,
            ExprKind::Member(a, _) => self.fixed[a.index()],
            ExprKind::Dereference(pointer) => match program.expr(pointer).kind {
                ExprKind::AddressOf(a) => self.fixed[a.index()],
                ExprKind::Decay(a) => self.has_element(program, a, Some(0)),
                ExprKind::Binary(BinaryOp::PointerAdd, base, index) => match program.expr(base).kind {
                    ExprKind::Decay(a) => self.has_element(program, a, self.constant(index)),
                    _ => false,
                },
                _ => false,
            },
            _ => false,
        }
    }

    fn has_element(&self, program: &Program, array: ExprId, index: Option<i128>) -> bool {
        match (program.types.get(program.expr(array).ty), index) {
            (Type::Array(_, Some(length)), Some(index)) => {
                self.fixed[array.index()] && 0 <= index && index < i128::from(length)
            }
            (Type::Function(_), _) => true,
            _ => false,
        }
    }

    fn emits_at(&self, program: &Program, id: ExprId, options: &LowerOptions, sites: &Sites) -> bool {
        let expr = program.expr(id);
        let overflows = options.checks(Failure::Overflow) || options.checks(Failure::UnsignedOverflow);
        let floats = |ty| options.checks[Check::Floats] && program.types.floating_kind(ty).is_some();
        let own = match expr.kind {
            ExprKind::CompoundLiteral(..)
            | ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::Step { .. }
            | ExprKind::Statements(_)
            | ExprKind::Volatile
            | ExprKind::Unsupported(_)
            | ExprKind::Call { .. } => true,
            ExprKind::Load(a) => !self.fixed[a.index()],
            ExprKind::Unary(UnaryOp::Minus, _) => overflows,
            ExprKind::Binary(op, _, b) => match op {
                BinaryOp::Div | BinaryOp::Rem => overflows || matches!(self.constant(b), None | Some(0)),
                BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                    overflows || options.checks(Failure::ShiftWidth)
                }
                BinaryOp::Mul if program.lengths.binary_search(&id).is_ok() => true,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => overflows || floats(expr.ty),
                BinaryOp::PointerAdd | BinaryOp::PointerSub => {
                    options.checks(Failure::Moved)
                        || (options.checks(Failure::Member) && sites.most_index(program, id).is_some())
                }
                _ => false,
            },
            ExprKind::Dereference(_) => options.checks(Failure::Misaligned),
            ExprKind::Convert { operand, is_cast } => {
                let keeps = is_cast || !options.checks(Failure::Truncation);
                let from_float = program.types.floating_kind(program.expr(operand).ty).is_some();
                !keeps
                    || program.narrows_address(id)
                    || from_float
                        && (options.checks(Failure::Conversion)
                            && !matches!(program.types.get(expr.ty), Type::Void))
            }
            _ => false,
        };
        own || visit::operands(program, id).into_iter().any(|operand| self.emits(operand))
    }
}

/// The value of an operator on two constants; `kind` is the type of the left one. `None` if the result is not defined,
/// or the operator traps.
fn binary(op: BinaryOp, target: COptions, kind: IntegerKind, a: i128, b: i128) -> Option<i128> {
    let bits = target.integer_bits(kind);
    let by = u32::try_from(b).ok().filter(|&by| by < bits);
    let is_quotient = |quotient: &i128| target.value(kind, target.pattern(kind, *quotient)) == *quotient;
    Some(match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::Div => a.checked_div(b).filter(is_quotient)?,
        BinaryOp::Rem => {
            a.checked_div(b).filter(is_quotient)?;
            a.checked_rem(b)?
        }
        BinaryOp::ShiftLeft => a.checked_mul(1i128 << by?)?,
        BinaryOp::ShiftRight => a >> by?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => i128::from(op.compare(&a, &b)?),
    })
}
