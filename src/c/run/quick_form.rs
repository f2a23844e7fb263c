//! Finds the expressions that are evaluated at once (`quick`), as trees with few kinds of nodes.
//!
//! The forms of all expressions are computed once for a program. An expression has a form if its operands have one, and
//! the tree is not too deep for a recursion.

use super::number::Integer;
use crate::c::{BinaryOp, ExprId, ExprKind, LogicalOp, ObjectId, Program, TypeId, UnaryOp};

/// The greatest depth of a tree. Deeper expressions have no form, and are evaluated with the stack of tasks.
const MOST_DEPTH: u8 = 40;

/// The root of a tree; the operands have forms of their own.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) enum Quick {
    Constant(i128),
    /// A variable as an lvalue. It has no value by itself.
    Variable(ObjectId, Integer),
    Load(ObjectId, Integer),
    /// A conversion, and whether the program asks for it by a cast.
    Convert(ExprId, Integer, bool),
    Unary(UnaryOp, ExprId, Integer),
    /// An operator, its operands, and the type of the left one.
    Binary(BinaryOp, ExprId, ExprId, Integer),
    Logical(LogicalOp, ExprId, ExprId),
    /// An assignment of a value to a variable of this type.
    Assign(ObjectId, Integer, ExprId),
    /// `op=`, with the type of the variable and the type in which the operator computes.
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
    // Operands have smaller numbers than their operators, so their forms are known.
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

/// The form of an expression and its depth. `form` gives the form of an operand, and `depth` the depth that an operand
/// with a value adds.
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
        ExprKind::Convert { operand, is_cast } => {
            (Quick::Convert(operand, integer(expr.ty)?, is_cast), depth(operand)?)
        }
        ExprKind::Binary(..) if program.lengths.binary_search(&id).is_ok() => return None,
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
