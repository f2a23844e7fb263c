//! Facts about expressions before they are lowered: which ones are constants, which ones need edges, and which lvalues
//! are fixed.

use super::super::syntax::{BinaryOp, ExprId, ExprKind, Program, UnaryOp};
use super::super::types::Type;
use super::options::LowerOptions;
use super::visit;

/// The facts.
pub(super) struct Facts {
    /// By expression: its value, if it is an integer that the text of the program fixes.
    constants: Vec<Option<i128>>,
    /// By expression: whether its evaluation may need edges.
    emits: Vec<bool>,
    /// By lvalue: whether it names one part of one object.
    fixed: Vec<bool>,
}

impl Facts {
    pub fn of(program: &Program, options: &LowerOptions) -> Facts {
        let count = program.expr_count();
        let mut facts = Facts {
            constants: Vec::with_capacity(count),
            emits: Vec::with_capacity(count),
            fixed: Vec::with_capacity(count),
        };
        for id in program.exprs() {
            let constant = facts.constant_at(program, id);
            facts.constants.push(constant);
            let fixed = facts.fixed_at(program, id);
            facts.fixed.push(fixed);
            let emits = facts.emits_at(program, id, options);
            facts.emits.push(emits);
        }
        facts
    }

    /// Whether the evaluation may need edges. If not, it is a term.
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

    fn constant_at(&self, program: &Program, id: ExprId) -> Option<i128> {
        let expr = program.expr(id);
        let kind = program.types.integer_kind(expr.ty)?;
        let options = program.types.options();
        let value = match expr.kind {
            ExprKind::Constant(pattern) => return Some(options.value(kind, pattern)),
            ExprKind::Convert { operand, .. } => self.constant(operand)?,
            ExprKind::Unary(op, a) => match op {
                UnaryOp::Minus => -self.constant(a)?,
                UnaryOp::Complement => !self.constant(a)?,
                UnaryOp::Not => i128::from(self.constant(a)? == 0),
            },
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.constant(a)?, self.constant(b)?);
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a.checked_mul(b)?,
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(options.value(kind, options.pattern(kind, value)))
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

    fn emits_at(&self, program: &Program, id: ExprId, options: &LowerOptions) -> bool {
        let expr = program.expr(id);
        let overflows = options.property == super::super::property::Property::NoOverflow;
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
                BinaryOp::ShiftLeft | BinaryOp::ShiftRight => overflows || options.check_shift,
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => overflows,
                _ => false,
            },
            _ => false,
        };
        own || visit::operands(program, id).into_iter().any(|operand| self.emits(operand))
    }
}
