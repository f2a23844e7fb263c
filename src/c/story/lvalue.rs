//! The values of lvalues at a moment of a run, such as `r.count` and `p->next[i]`, as far as no effect is needed to
//! evaluate them.

use crate::c::run::number::Integer;
use crate::c::run::pointer::{Pointer, Scalar};
use crate::c::run::watch::View;
use crate::c::{BinaryOp, BitRange, ExprId, ExprKind, Type, UnaryOp};

/// The deepest expression that is looked at.
const MOST_DEPTH: usize = 50;

/// The value of a scalar expression; `None` if it has an effect, is no scalar, or has no value.
pub(super) fn value(view: &View<'_>, id: ExprId) -> Option<Scalar> {
    scalar(view, id, MOST_DEPTH)
}

fn scalar(view: &View<'_>, id: ExprId, depth: usize) -> Option<Scalar> {
    let (program, depth) = (view.program, depth.checked_sub(1)?);
    let types = &program.types;
    let expr = program.expr(id);
    let number = |id: ExprId| match scalar(view, id, depth)? {
        Scalar::Number(number) => Some(number),
        Scalar::Pointer(_) => None,
    };
    match expr.kind {
        ExprKind::Constant(pattern) => {
            Some(Scalar::Number(Integer::of(types, expr.ty)?.wrap(i128::from(pattern))))
        }
        ExprKind::Load(lvalue) => {
            let (start, bits) = place(view, lvalue, depth)?;
            view.read(start, bits, program.expr(lvalue).ty)
        }
        ExprKind::Decay(lvalue) | ExprKind::AddressOf(lvalue) => place(view, lvalue, depth)
            .filter(|(_, bits)| bits.is_none())
            .map(|(start, _)| Scalar::Pointer(start)),
        // A conversion that would change the number is left out.
        ExprKind::Convert { operand, .. } => match scalar(view, operand, depth)? {
            Scalar::Number(number) => {
                Integer::of(types, expr.ty).filter(|ty| ty.fits(number)).map(|_| Scalar::Number(number))
            }
            pointer @ Scalar::Pointer(_) => Some(pointer),
        },
        ExprKind::Unary(UnaryOp::Minus, operand) => Some(Scalar::Number(number(operand)?.checked_neg()?)),
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
            match (scalar(view, a, depth)?, number(b)?) {
                (Scalar::Number(a), b) => {
                    let sum = if op == BinaryOp::Add { a.checked_add(b) } else { a.checked_sub(b) };
                    sum.map(Scalar::Number)
                }
                (Scalar::Pointer(start), b) => {
                    let size = i128::from(types.size(types.pointee(expr.ty)?)?);
                    let way = b.checked_mul(if op == BinaryOp::Add { size } else { -size })?;
                    Some(Scalar::Pointer(start.moved(i64::try_from(way).ok()?)))
                }
            }
        }
        _ => None,
    }
}

/// The beginning of an lvalue, and its bits if it is a bit-field.
fn place(view: &View<'_>, id: ExprId, depth: usize) -> Option<(Pointer, Option<BitRange>)> {
    let (program, depth) = (view.program, depth.checked_sub(1)?);
    match program.expr(id).kind {
        ExprKind::Object(object) => Some((view.pointer(object)?, None)),
        ExprKind::Dereference(pointer) => match scalar(view, pointer, depth)? {
            Scalar::Pointer(pointer) => Some((pointer, None)),
            Scalar::Number(_) => None,
        },
        ExprKind::Member(record, position) => {
            let (start, _) = place(view, record, depth)?;
            let field = match program.types.get(program.expr(record).ty) {
                Type::Record(id) => program.types.fields(id).get(position as usize)?,
                _ => return None,
            };
            match field.bits {
                Some(bits) => Some((start, Some(bits))),
                None => Some((start.moved(i64::try_from(field.offset).ok()?), None)),
            }
        }
        _ => None,
    }
}
