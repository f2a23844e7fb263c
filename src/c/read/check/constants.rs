//! Checks that an expression is a constant, where C demands one: lengths of arrays, values of `case`, first values of
//! objects that live for the whole run.

use super::super::arch::IntegerKind;
use super::super::syntax::{BinaryOp, ExprId, ExprKind, LogicalOp, UnaryOp};
use super::checker::Checker;
use super::fold::Folded;

impl Checker<'_> {
    /// The value of an integer constant expression, or an error. `role` says for what, as in `the length of an array`.
    pub fn constant_value(&mut self, id: ExprId, role: &str) -> Option<i128> {
        let pos = self.pos(id);
        if self.is_broken(id) {
            return None;
        }
        let folded = self.constexpr(id).map_or(self.folded(id), Folded::Integer);
        match (self.types().integer_kind(self.ty(id)), folded) {
            (Some(kind), Folded::Integer(pattern)) => {
                self.note_overflow(id);
                Some(self.types().options().value(kind, pattern))
            }
            (Some(_), _) => {
                self.error(pos, format!("expected a constant for {}", role));
                None
            }
            (None, _) => {
                let message =
                    format!("expected an integer for {}, found `{}`", role, self.type_text(self.ty(id)));
                self.error(pos, message);
                None
            }
        }
    }

    /// The value of an object that lives for the whole run. Of kinds of values that are not computed none is a
    /// constant.
    pub fn constant_element(&mut self, id: ExprId) -> ExprId {
        if self.is_broken(id) || self.folded(id) != Folded::No {
            self.note_overflow(id);
            return id;
        }
        let (pos, ty) = (self.pos(id), self.ty(id));
        match self.types().opaque_kind(ty) {
            Some(opaque) => self.unsupported(format!("{} are not supported", opaque.text()), ty, pos),
            None => {
                let message = "expected a constant as first value of an object that lives for the whole run";
                self.refuse(pos, message)
            }
        }
    }

    /// Notes the place of a signed overflow in a constant, of which gcc warns. A shift to the left does not overflow.
    fn note_overflow(&mut self, id: ExprId) {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            let truth = |id: ExprId| self.folded(id).integer().map(|pattern| pattern != 0);
            let overflows = match self.expr(id).kind {
                ExprKind::Binary(op, a, b) => {
                    stack.extend([a, b]);
                    self.result_overflows(op, a, b)
                }
                ExprKind::Unary(op, a) => {
                    stack.push(a);
                    op == UnaryOp::Minus
                        && self.signed(a).map_or(false, |(value, kind)| !self.fits(kind, -value))
                }
                ExprKind::Convert { operand: a, .. }
                | ExprKind::Load(a)
                | ExprKind::Decay(a)
                | ExprKind::AddressOf(a)
                | ExprKind::Dereference(a)
                | ExprKind::Member(a, _) => {
                    stack.push(a);
                    false
                }
                ExprKind::Logical(op, a, b) => {
                    let is_decided = truth(a) == Some(op == LogicalOp::Or);
                    stack.extend([Some(a), Some(b).filter(|_| !is_decided)].into_iter().flatten());
                    false
                }
                ExprKind::Conditional(a, b, c) => {
                    stack.extend([a, if truth(a) == Some(false) { c } else { b }]);
                    false
                }
                ExprKind::Default(a, c) => {
                    stack
                        .extend([Some(a), Some(c).filter(|_| truth(a) == Some(false))].into_iter().flatten());
                    false
                }
                ExprKind::Constant(_)
                | ExprKind::Floating(_)
                | ExprKind::Text(_)
                | ExprKind::Object(_)
                | ExprKind::Function(_)
                | ExprKind::CompoundLiteral(..)
                | ExprKind::Volatile
                | ExprKind::Assign(..)
                | ExprKind::AssignOp { .. }
                | ExprKind::Step { .. }
                | ExprKind::Comma(..)
                | ExprKind::Statements(_)
                | ExprKind::Unsupported(_)
                | ExprKind::Call { .. } => false,
            };
            if overflows {
                self.program.constant_overflow.get_or_insert(self.pos(id));
            }
        }
    }

    fn result_overflows(&self, op: BinaryOp, a: ExprId, b: ExprId) -> bool {
        let ((a, kind), (b, _)) = match (self.signed(a), self.signed(b)) {
            (Some(a), Some(b)) => (a, b),
            _ => return false,
        };
        let value = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div | BinaryOp::Rem if b == -1 => -a,
            _ => return false,
        };
        !self.fits(kind, value)
    }

    /// The value of a constant of a signed type.
    fn signed(&self, id: ExprId) -> Option<(i128, IntegerKind)> {
        let options = self.types().options();
        let kind = self.types().integer_kind(self.ty(id)).filter(|&kind| options.is_signed(kind))?;
        Some((options.value(kind, self.folded(id).integer()?), kind))
    }

    fn fits(&self, kind: IntegerKind, value: i128) -> bool {
        self.types().options().fits(kind, value)
    }
}
