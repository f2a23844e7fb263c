//! Evaluates expressions about integer variables at once, without the stack of tasks.
//!
//! Long runs spend their time in loops such as `while (x < n) x += 2;`. With the stack of tasks, each turn of such a
//! loop takes dozens of tasks. Here, an expression that reads only whole integer variables is a tree with few kinds of
//! nodes (`quick_form`). A recursion of bounded depth evaluates it, with the same rules of computation. An assignment
//! may stand at the root of the tree only.
//!
//! If the quick way has no value, because an operator has no result or a variable holds a pointer, nothing was changed
//! yet. The expression is then evaluated with tasks, which also find the reason.

use super::machine::Machine;
use super::number::Integer;
use super::pointer::Scalar;
use super::quick_form::Quick;
use crate::c::{ExprId, Failure, IntegerKind, LogicalOp, ObjectId};

impl Machine<'_> {
    /// Evaluates an expression, with its effect; `None` if that is not possible here, and then there was no effect.
    #[inline]
    pub fn quickly(&mut self, id: ExprId) -> Option<i128> {
        if self.is_trailed {
            return None;
        }
        let (object, ty, new, value) = match self.shape.quick[id.index()]? {
            Quick::Variable(..) => return None,
            Quick::Assign(object, ty, value) => {
                let value = self.quick_value(value)?;
                (object, ty, value, value)
            }
            Quick::AssignOp(_, _, _, [ty, computation]) if self.rules.checks_kept && ty != computation => {
                return None
            }
            Quick::AssignOp(op, object, value, [ty, computation]) => {
                let right = self.quick_value(value)?;
                let left = self.rules.convert(self.quick_load(object, ty)?, computation);
                let result = self.rules.binary(op, left, right, computation).ok()?;
                let value = self.rules.convert(result, ty);
                (object, ty, value, value)
            }
            Quick::Step { variable, ty, is_decrement, is_prefix } => {
                let old = self.quick_load(variable, ty)?;
                let new = self.rules.step(old, is_decrement, ty, 0).ok()?;
                (variable, ty, new, if is_prefix { new } else { old })
            }
            _ => return self.quick_value(id),
        };
        let at = self.state.memory.start(self.slot(object));
        self.state.memory.cells.write_integer(at, ty, new);
        Some(value)
    }

    fn quick_value(&self, id: ExprId) -> Option<i128> {
        match self.shape.quick[id.index()]? {
            Quick::Constant(number) => Some(number),
            Quick::Load(object, ty) => self.quick_load(object, ty),
            Quick::Convert(a, ty, is_cast) => {
                let value = self.quick_value(a)?;
                match is_cast || !self.rules.checks_kept || ty.fits(value) {
                    true => Some(self.rules.convert(value, ty)),
                    false => None,
                }
            }
            Quick::Unary(op, a, ty) => self.rules.unary(op, self.quick_value(a)?, ty).ok(),
            Quick::Binary(op, a, b, ty) => {
                let (left, right) = (self.quick_value(a)?, self.quick_value(b)?);
                self.rules.binary(op, left, right, ty).ok()
            }
            Quick::Logical(op, a, b) => match (op, self.quick_value(a)? != 0) {
                (LogicalOp::And, false) => Some(0),
                (LogicalOp::Or, true) => Some(1),
                _ => Some(i128::from(self.quick_value(b)? != 0)),
            },
            Quick::Variable(..) | Quick::Assign(..) | Quick::AssignOp(..) | Quick::Step { .. } => None,
        }
    }

    fn quick_load(&self, object: ObjectId, ty: Integer) -> Option<i128> {
        let at = self.state.memory.start(self.slot(object));
        let cells = &self.state.memory.cells;
        let is_looked_at = ty.kind == IntegerKind::Bool && self.options.checks(Failure::Truth);
        if is_looked_at || self.keeps_blank && cells.blank(at, 0, 8 * ty.size) != 0 {
            return None;
        }
        match cells.read_integer(at, ty, &self.state.memory.table) {
            Ok(Scalar::Number(number)) => Some(number),
            _ => None,
        }
    }
}
