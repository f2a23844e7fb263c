//! Floating-point values in a wider format than that of their type (C11, 5.2.4.2.2 and 6.3.1.8).
//!
//! Operators compute in the format that [`COptions::evaluated`] tells: `_Float16` in `float`, and for x87 all in
//! `long double`. In the tree such a value has the wider type, and a table has its own one beside it: `sizeof`,
//! `typeof` and `_Generic` see that, and casts, assignments, arguments and results round to theirs, in one step, as in
//! gcc. Constants are in the wider format, too, so `a == 0.1f16` is false where `a` is `0.1f16`.

use super::super::super::arch::{COptions, FloatingKind};
use super::super::super::syntax::{BinaryOp, ExprId};
use super::super::super::types::TypeId;
use super::super::checker::Checker;

impl Checker<'_> {
    /// The type that C gives an expression.
    pub fn declared(&self, id: ExprId) -> TypeId {
        self.declared.get(&id).copied().unwrap_or(self.ty(id))
    }

    /// An expression that has another type than its format tells.
    pub(in crate::c::read::check) fn with_declared(
        &mut self,
        id: ExprId,
        declared: Option<TypeId>,
    ) -> ExprId {
        if let Some(declared) = declared.filter(|&declared| declared != self.ty(id)) {
            self.declared.insert(id, declared);
        }
        id
    }

    fn declared_kind(&self, id: ExprId) -> Option<FloatingKind> {
        self.types().floating_kind(self.declared(id))
    }

    /// The common type of two numbers if it is a floating type.
    pub(in crate::c::read::check) fn declared_common(&self, a: ExprId, b: ExprId) -> Option<TypeId> {
        let kinds = [self.declared_kind(a), self.declared_kind(b)];
        let common = kinds.into_iter().flatten().max_by_key(|&kind| kind as u8)?;
        Some(self.types().floating(common))
    }

    /// The type of a choice between two values, if one has a wider format.
    pub(in crate::c::read::check) fn declared_branches(&self, a: ExprId, b: ExprId) -> Option<TypeId> {
        let is_wide = [a, b].iter().any(|id| self.declared.contains_key(id));
        self.declared_common(a, b).filter(|_| is_wide)
    }

    /// The operands of an operator in the format in which it computes. Two floating-point numbers are compared as they
    /// are, for their order does not change.
    pub(in crate::c::read::check) fn widened(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> (ExprId, ExprId) {
        let floats = [a, b].iter().filter(|&&id| self.declared_kind(id).is_some()).count();
        if op.is_comparison() && floats == 2 {
            return (a, b);
        }
        (self.widen(a), self.widen(b))
    }

    fn widen(&mut self, id: ExprId) -> ExprId {
        let options = COptions { evaluation: self.evaluation, ..self.types().options() };
        match self.types().floating_kind(self.ty(id)) {
            Some(kind) => {
                let wide = self.types().floating(options.evaluated(kind));
                self.convert(id, wide, false)
            }
            None => id,
        }
    }

    /// A number in the format in which its class is asked: that of its type. The class of a `_Float16` is that of the
    /// `float`, unless it is about small numbers.
    pub(in crate::c::read::check) fn classified(&mut self, name: &str, id: ExprId) -> ExprId {
        let declared = self.declared(id);
        let id = self.convert(id, declared, false);
        match self.types().floating_kind(declared) {
            Some(FloatingKind::Half) if !matches!(name, "isnormal" | "fpclassify") => {
                let float = self.types().floating(FloatingKind::Float);
                self.convert(id, float, false)
            }
            _ => id,
        }
    }
}
