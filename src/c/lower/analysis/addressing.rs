//! Questions about expressions and types that deal in addresses: is this an address of a named object, may values of
//! this type be addresses, does the program compare pointers with each other?
//!
//! [`targets`](super::targets) asks them, and so do the tasks that make variables for addresses. They look only at the
//! form of expressions, not at the targets.

use super::facts::Facts;
use super::reach::Reach;
use crate::base::HashSet;
use crate::c::read::arch::IntegerKind;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind, Program};
use crate::c::read::types::{Type, TypeId};

/// The two kinds of values that may be addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) enum Class {
    Pointer,
    /// An integer of the size of a pointer.
    Integer,
}

/// The program and the facts about it that are found before the targets.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub program: &'a Program,
    pub reach: &'a Reach,
    pub facts: &'a Facts,
}

impl Known<'_> {
    /// Whether reachable code compares a pointer with another one than null, moves a pointer that may be null, or turns
    /// pointers into integers or back. If not, no run can tell which number other than 0 a pointer is, and one number
    /// serves for all of them.
    pub fn tells_numbers_apart(&self) -> bool {
        let bodies = self.reach.bodies.iter().flatten().flat_map(|body| &body.exprs);
        bodies.chain(&self.reach.static_exprs).any(|&id| self.tells_apart(id))
    }

    fn tells_apart(&self, id: ExprId) -> bool {
        let expr = self.program.expr(id);
        let is_pointer =
            |id: ExprId| class_of(self.program, self.program.expr(id).ty) == Some(Class::Pointer);
        match expr.kind {
            ExprKind::Binary(BinaryOp::PointerDifference, ..) => true,
            ExprKind::Binary(BinaryOp::PointerAdd | BinaryOp::PointerSub, a, _) => {
                !is_address(self.program, a)
            }
            ExprKind::Step { .. } | ExprKind::AssignOp { .. } => is_pointer(id),
            ExprKind::Binary(op, a, b) if is_comparison(op) && is_pointer(a) => {
                !self.is_null(a) && !self.is_null(b)
            }
            ExprKind::Convert { operand, .. } => {
                let to_pointer =
                    class_of(self.program, expr.ty) == Some(Class::Pointer) && !is_pointer(operand);
                let to_integer = is_pointer(operand) && self.program.types.integer_kind(expr.ty).is_some();
                let to_truth = self.program.types.integer_kind(expr.ty) == Some(IntegerKind::Bool);
                to_pointer && self.facts.constant(operand) != Some(0) || to_integer && !to_truth
            }
            _ => false,
        }
    }

    /// Whether a pointer is the constant 0, perhaps converted.
    fn is_null(&self, mut id: ExprId) -> bool {
        while let ExprKind::Convert { operand, .. } = self.program.expr(id).kind {
            id = operand;
        }
        match self.program.expr(id).kind {
            ExprKind::Constant(pattern) => pattern == 0,
            _ => false,
        }
    }
}

/// The class of a scalar type whose values may be addresses; `None` if they may not.
pub(in crate::c::lower) fn class_of(program: &Program, ty: TypeId) -> Option<Class> {
    let types = &program.types;
    match types.get(ty) {
        Type::Pointer(_) => Some(Class::Pointer),
        _ => {
            types.integer_kind(ty)?;
            (types.size(ty) == Some(types.options().pointer_size())).then_some(Class::Integer)
        }
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Less | Greater | LessEqual | GreaterEqual | Equal | NotEqual)
}

/// Whether the form of an lvalue tells its object, as in `x.a` or `(&x)->a`.
pub(super) fn is_in_object(program: &Program, mut id: ExprId) -> bool {
    while let ExprKind::Member(inner, _) = program.expr(id).kind {
        id = inner;
    }
    match program.expr(id).kind {
        ExprKind::Object(_) | ExprKind::CompoundLiteral(..) | ExprKind::Text(_) => true,
        ExprKind::Dereference(pointer) => is_address(program, pointer),
        _ => false,
    }
}

/// Whether the form of a pointer tells its object or function: it is the address of a named one, or of a part of it,
/// perhaps moved.
pub(super) fn is_address(program: &Program, mut id: ExprId) -> bool {
    loop {
        id = match program.expr(id).kind {
            ExprKind::Convert { operand, .. } => operand,
            ExprKind::Binary(BinaryOp::PointerAdd | BinaryOp::PointerSub, a, _) => a,
            ExprKind::Decay(a) | ExprKind::AddressOf(a) => match program.expr(root(program, a)).kind {
                ExprKind::Dereference(pointer) => pointer,
                ExprKind::Object(_)
                | ExprKind::CompoundLiteral(..)
                | ExprKind::Text(_)
                | ExprKind::Function(_) => return true,
                _ => return false,
            },
            _ => return false,
        };
    }
}

/// The expression that is left of an lvalue without its members: `x` for `x.a.b`.
fn root(program: &Program, mut id: ExprId) -> ExprId {
    while let ExprKind::Member(inner, _) = program.expr(id).kind {
        id = inner;
    }
    id
}

/// Whether an expression is an lvalue. A member of the result of a call, such as `f().a`, is none.
pub(super) fn is_lvalue(program: &Program, id: ExprId) -> bool {
    matches!(
        program.expr(root(program, id)).kind,
        ExprKind::Object(_) | ExprKind::CompoundLiteral(..) | ExprKind::Dereference(_) | ExprKind::Text(_)
    )
}

/// Whether objects of a type contain pointers.
pub(in crate::c::lower) fn holds_pointer(program: &Program, ty: TypeId) -> bool {
    let mut seen: HashSet<TypeId> = HashSet::default();
    let mut stack = vec![ty];
    while let Some(ty) = stack.pop() {
        if !seen.insert(ty) {
            continue;
        }
        if let Type::Pointer(_) = program.types.get(ty) {
            return true;
        }
        stack.extend(program.types.parts(ty));
    }
    false
}
