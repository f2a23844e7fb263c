//! Checks assignments, `++` and `--` (C11, 6.5.16, 6.5.2.4 and 6.5.3.1).

use super::super::source::Pos;
use super::super::syntax::{BinaryOp, ExprId, ExprKind};
use super::super::types::{Type, Types};
use super::checker::Checker;
use super::fold::Folded;

impl Checker<'_> {
    /// Whether an expression can be assigned to; an error if not.
    fn is_target(&mut self, id: ExprId, pos: Pos) -> bool {
        if self.is_broken(id) {
            return false;
        }
        let problem = match self.kind_of(id) {
            _ if !self.is_lvalue(id) => "a value",
            Type::Array(..) => "an array",
            Type::Function(_) => "a function",
            Type::Void => "`void`",
            _ if self.types().size(self.ty(id)).is_none() => "an object of incomplete type",
            _ => return true,
        };
        self.error(pos, format!("expected an object that can be assigned to, found {}", problem));
        false
    }

    /// `a = b`
    pub fn assign(&mut self, target: ExprId, value: ExprId, pos: Pos) -> ExprId {
        let value = self.value(value);
        if !self.is_target(target, pos) || self.is_broken(value) {
            return self.broken(pos);
        }
        let ty = self.types().unqualified(self.ty(target));
        let value = self.assign_to(value, ty, pos, "this assignment");
        match self.is_broken(value) {
            true => self.broken(pos),
            false => self.add(ExprKind::Assign(target, value), ty, pos, Folded::No),
        }
    }

    /// `a op= b`
    pub fn assign_op(&mut self, op: BinaryOp, target: ExprId, value: ExprId, pos: Pos) -> ExprId {
        let value = self.value(value);
        if !self.is_target(target, pos) || self.is_broken(value) {
            return self.broken(pos);
        }
        let ty = self.ty(target);
        if self.types().is_volatile(ty) && self.is_arbitrary(target) {
            return self.volatile_assign_op(op, target, value, pos);
        }
        let ty = self.types().unqualified(ty);
        let opaque = self.types().opaque_kind(ty).or_else(|| self.types().opaque_kind(self.ty(value)));
        if let Some(opaque) = opaque {
            return self.unsupported(format!("{} are not supported", opaque.text()), ty, pos);
        }
        if self.has_vector(&[target]) {
            return self.vector_assign_op(op, target, value, pos);
        }
        if let Type::Pointer(element) = self.types().get(ty) {
            let pointer_op = match op {
                BinaryOp::Add => BinaryOp::PointerAdd,
                BinaryOp::Sub => BinaryOp::PointerSub,
                _ => return self.refuse(pos, format!("a pointer cannot be combined by `{}=`", op.text())),
            };
            if self.types().integer_kind(self.ty(value)).is_none() || !self.has_steps(element, pos) {
                return self.refuse(pos, "expected an integer to move the pointer by");
            }
            let value = self.promote(value);
            let kind = ExprKind::AssignOp { op: pointer_op, target, value, computation: ty };
            return self.add(kind, ty, pos, Folded::No);
        }
        // The loaded value only tells the type of the computation: the node itself loads the target.
        let loaded = self.value(target);
        match self.operands(op, loaded, value, pos) {
            None => self.broken(pos),
            Some((_, width)) if !self.computes_alike(op, target, loaded, width) => {
                self.unsupported("an assignment that divides in the type of a bit-field", ty, pos)
            }
            Some(((left, value), _)) => {
                let computation = self.ty(left);
                self.add(ExprKind::AssignOp { op, target, value, computation }, ty, pos, Folded::No)
            }
        }
    }

    /// `++a`, `--a`, `a++` or `a--`
    pub fn step(&mut self, target: ExprId, is_decrement: bool, is_prefix: bool, pos: Pos) -> ExprId {
        if !self.is_target(target, pos) {
            return self.broken(pos);
        }
        let ty = self.ty(target);
        if self.types().is_volatile(ty) && self.is_arbitrary(target) {
            return self.volatile_step(target, is_decrement, is_prefix, pos);
        }
        let ty = self.types().unqualified(ty);
        if let Some(opaque) = self.types().opaque_kind(ty) {
            return self.unsupported(format!("{} are not supported", opaque.text()), ty, pos);
        }
        if self.has_vector(&[target]) {
            return self.vector_step(target, is_decrement, is_prefix, pos);
        }
        let is_allowed = match self.types().get(ty) {
            Type::Pointer(element) => self.has_steps(element, pos),
            _ => self.types().is_arithmetic(ty),
        };
        if !is_allowed || ty == Types::ERROR {
            let message = format!("expected a number or a pointer to step, found `{}`", self.type_text(ty));
            return self.refuse(pos, message);
        }
        self.add(ExprKind::Step { target, is_decrement, is_prefix }, ty, pos, Folded::No)
    }
}
