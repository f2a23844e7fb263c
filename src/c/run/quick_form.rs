//! The expressions that are evaluated at once, as trees of few kinds of nodes.

use super::number::Integer;
use crate::c::{BinaryOp, ExprId, ExprKind, LogicalOp, ObjectId, Program, TypeId, UnaryOp};

/// Deeper trees are left to the stack of tasks.
const MOST_DEPTH: u8 = 40;

/// An expression.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) enum Quick {
    Constant(i128),
    /// A variable as an lvalue. It has no value by itself.
    Variable(ObjectId, Integer),
    Load(ObjectId, Integer),
    Convert(ExprId, Integer),
    Unary(UnaryOp, ExprId, Integer),
    /// With the type of the left operand.
    Binary(BinaryOp, ExprId, ExprId, Integer),
    Logical(LogicalOp, ExprId, ExprId),
    /// A variable becomes a value.
    Assign(ObjectId, Integer, ExprId),
    /// With the type of the variable and that of the computation.
    AssignOp(BinaryOp, ObjectId, ExprId, [Integer; 2]),
    Step {
        variable: ObjectId,
        ty: Integer,
        is_decrement: bool,
        is_prefix: bool,
    },
}

/// By expression: its quick form, if it has one.
pub(in crate::c) fn quick_forms(program: &Program) -> Vec<Option<Quick>> {
    let mut forms: Vec<Option<Quick>> = Vec::with_capacity(program.expr_count());
    let mut depths: Vec<u8> = Vec::with_capacity(program.expr_count());
    // Operands stand before operators.
    for id in program.exprs() {
        let value = |part: ExprId| {
            let has_value = matches!(
                forms.get(part.index()).copied().flatten()?,
                Quick::Constant(_)
                    | Quick::Load(..)
                    | Quick::Convert(..)
                    | Quick::Unary(..)
                    | Quick::Binary(..)
                    | Quick::Logical(..)
            );
            Some(depths[part.index()] + 1).filter(|&depth| has_value && depth <= MOST_DEPTH)
        };
        let form = form(program, id, &|part| forms.get(part.index()).copied().flatten(), &value);
        let (form, depth) = form.map_or((None, 0), |(form, depth)| (Some(form), depth));
        forms.push(form);
        depths.push(depth);
    }
    forms
}

/// The form of an expression and its depth, from the forms of its operands and the depths at which they would stand.
fn form(
    program: &Program,
    id: ExprId,
    form: &dyn Fn(ExprId) -> Option<Quick>,
    depth: &dyn Fn(ExprId) -> Option<u8>,
) -> Option<(Quick, u8)> {
    let expr = program.expr(id);
    let integer = |ty: TypeId| Integer::of(&program.types, ty);
    let of = |part: ExprId| integer(program.expr(part).ty);
    let variable = |part: ExprId| match form(part)? {
        Quick::Variable(object, ty) => Some((object, ty)),
        _ => None,
    };
    Some(match expr.kind {
        ExprKind::Constant(pattern) => {
            let kind = program.types.integer_kind(expr.ty)?;
            (Quick::Constant(program.types.options().value(kind, pattern)), 0)
        }
        ExprKind::Object(object) => (Quick::Variable(object, integer(program.object(object).ty)?), 0),
        ExprKind::Load(part) => {
            let (object, ty) = variable(part)?;
            (Quick::Load(object, ty), 0)
        }
        ExprKind::Convert { operand, .. } => (Quick::Convert(operand, integer(expr.ty)?), depth(operand)?),
        ExprKind::Unary(op, a) => (Quick::Unary(op, a, of(a)?), depth(a)?),
        ExprKind::Binary(op, a, b) => (Quick::Binary(op, a, b, of(a)?), depth(a)?.max(depth(b)?)),
        ExprKind::Logical(op, a, b) => (Quick::Logical(op, a, b), depth(a)?.max(depth(b)?)),
        ExprKind::Assign(a, b) => {
            let (object, ty) = variable(a)?;
            (Quick::Assign(object, ty, b), depth(b)?)
        }
        ExprKind::AssignOp { op, target, value, computation } => {
            let (object, ty) = variable(target)?;
            (Quick::AssignOp(op, object, value, [ty, integer(computation)?]), depth(value)?)
        }
        ExprKind::Step { target, is_decrement, is_prefix } => {
            let (object, ty) = variable(target)?;
            (Quick::Step { variable: object, ty, is_decrement, is_prefix }, 0)
        }
        _ => return None,
    })
}
