//! Checks operators on two values, and converts their operands to a common type (C11, 6.5.5 to 6.5.12).

use super::super::source::Pos;
use super::super::syntax::{BinaryOp, ExprId, ExprKind, ObjectId};
use super::super::types::{Opaque, Type, TypeId, Types};
use super::checker::Checker;
use super::fold::{self, Folded};

impl Checker<'_> {
    /// `a op b`
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let (a, b) = (self.value(a), self.value(b));
        if self.is_broken(a) || self.is_broken(b) {
            return self.broken(pos);
        }
        if let Some(result) = self.opaque_operand(op, a, b, pos) {
            return result;
        }
        if self.has_vector(&[a, b]) {
            return self.vector_binary(op, a, b, pos);
        }
        let pointers = [a, b].iter().filter(|&&id| matches!(self.kind_of(id), Type::Pointer(_))).count();
        match op {
            BinaryOp::Add | BinaryOp::Sub if pointers > 0 => self.pointer_arithmetic(op, a, b, pos),
            _ if op.is_comparison() => self.comparison(op, a, b, pos),
            _ => {
                let declared = self.declared_common(a, b);
                match self.operands(op, a, b, pos) {
                    Some((operands, width)) => {
                        let ty = self.ty(operands.0);
                        let result = self.combined_width(op, operands, width, ty, pos);
                        self.with_declared(result, declared)
                    }
                    None => self.broken(pos),
                }
            }
        }
    }

    /// The unsupported expression for an operator on a value whose type is not understood, such as a complex number.
    fn opaque_operand(&mut self, op: BinaryOp, a: ExprId, b: ExprId, pos: Pos) -> Option<ExprId> {
        let opaque = [a, b].into_iter().find_map(|id| Some((id, self.types().opaque_kind(self.ty(id))?)));
        let (operand, kind) = opaque?;
        // The comparison of two wide vectors is a vector. A shift has the type of its left operand.
        let ty = match (op.is_comparison(), kind) {
            (true, Opaque::WideInteger | Opaque::Complex) => Types::INT,
            _ if matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) => self.ty(a),
            _ => self.ty(operand),
        };
        Some(self.unsupported(format!("{} are not supported", kind.text()), ty, pos))
    }

    /// The operands of an operator on numbers, converted to a common type, and its width if it is that of a bit-field.
    /// It is an error if an operand is no number.
    pub(super) fn operands(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        pos: Pos,
    ) -> Option<((ExprId, ExprId), Option<u32>)> {
        let types = self.types();
        let needs_integers = matches!(
            op,
            BinaryOp::Rem
                | BinaryOp::ShiftLeft
                | BinaryOp::ShiftRight
                | BinaryOp::And
                | BinaryOp::Xor
                | BinaryOp::Or
        );
        let fits = |id: ExprId| match needs_integers {
            true => types.integer_kind(self.ty(id)).is_some(),
            false => types.is_arithmetic(self.ty(id)),
        };
        if !fits(a) || !fits(b) {
            let (x, y) = (self.type_text(self.ty(a)), self.type_text(self.ty(b)));
            let wanted = if needs_integers { "integers" } else { "numbers" };
            let message = format!("expected {} around `{}`, found `{}` and `{}`", wanted, op.text(), x, y);
            self.error(pos, message);
            return None;
        }
        Some(match op {
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                let width = self.width(a);
                ((self.promote(a), self.promote(b)), width)
            }
            _ => {
                let (a, b) = self.widened(op, a, b);
                self.balance_width(a, b)
            }
        })
    }

    /// An operator on operands that are converted already.
    pub(super) fn combined(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId, pos: Pos) -> ExprId {
        if let Some((kind, bits)) = self.folded_floats(op, a, b) {
            return self.floating_constant(bits, kind, ty, pos);
        }
        let folded = match (self.folded(a), self.folded(b)) {
            (Folded::Integer(x), Folded::Integer(y)) => {
                let options = self.types().options();
                let kind = self.types().integer_kind(self.ty(b));
                let y = kind.map_or(i128::from(y), |kind| options.value(kind, y));
                let value = match self.types().get(self.ty(a)) {
                    Type::Pointer(_) => op.compare(&i128::from(x), &y).map(u64::from),
                    _ => fold::binary(self.types(), op, self.ty(a), x, y),
                };
                value.map_or(Folded::No, Folded::Integer)
            }
            (Folded::Floating(_), Folded::Floating(_)) => Folded::Floating(None),
            _ => Folded::No,
        };
        self.add(ExprKind::Binary(op, a, b), ty, pos, folded)
    }

    fn comparison(&mut self, op: BinaryOp, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        if let Some(same) = self.compared_objects(op, a, b, pos) {
            return same;
        }
        let types = self.types();
        let (x, y) = (self.ty(a), self.ty(b));
        let (a, b) = match (types.get(x), types.get(y)) {
            (Type::Pointer(p), Type::Pointer(q)) => {
                let is_void = [p, q].iter().any(|&ty| types.unqualified(ty) == Types::VOID);
                if !is_void && !types.are_compatible(p, q) {
                    self.diagnostics.warning(pos, "pointers to different types are compared");
                }
                let common = if self.is_void(q) && !self.is_null_constant(b) { y } else { x };
                let common = self.volatile_common(common, [x, y]);
                (self.convert(a, common, false), self.convert(b, common, false))
            }
            (Type::Pointer(_), Type::Integer(_) | Type::Enum(_)) => {
                self.warn_of_integer(b, pos);
                (a, self.convert(b, x, false))
            }
            (Type::Integer(_) | Type::Enum(_), Type::Pointer(_)) => {
                self.warn_of_integer(a, pos);
                (self.convert(a, y, false), b)
            }
            _ => match self.operands(op, a, b, pos) {
                Some((pair, _)) => pair,
                None => return self.broken(pos),
            },
        };
        self.combined(op, a, b, Types::INT, pos)
    }

    fn warn_of_integer(&mut self, id: ExprId, pos: Pos) {
        if !self.is_null_constant(id) {
            self.diagnostics.warning(pos, "a pointer and an integer are compared");
        }
    }

    fn pointer_arithmetic(&mut self, op: BinaryOp, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let types = self.types();
        let (x, y) = (types.get(self.ty(a)), types.get(self.ty(b)));
        let is_integer = |id: ExprId| types.integer_kind(self.ty(id)).is_some();
        match (x, y) {
            (Type::Pointer(_), _) if is_integer(b) => self.pointer_sum(a, b, op == BinaryOp::Sub, pos),
            (_, Type::Pointer(_)) if is_integer(a) && op == BinaryOp::Add => {
                self.pointer_sum(b, a, false, pos)
            }
            (Type::Pointer(p), Type::Pointer(q)) if op == BinaryOp::Sub => {
                if !types.are_compatible(p, q) {
                    return self.refuse(pos, "pointers to different types have no difference");
                }
                if !self.has_steps(p, pos) {
                    return self.broken(pos);
                }
                let ty = self.types().integer(self.types().options().difference_kind());
                match self.constant_difference(a, b, p) {
                    Some(difference) => {
                        let options = self.types().options();
                        let pattern = options.pattern(options.difference_kind(), difference);
                        self.integer_constant(pattern, ty, pos)
                    }
                    None => {
                        self.add(ExprKind::Binary(BinaryOp::PointerDifference, a, b), ty, pos, Folded::No)
                    }
                }
            }
            _ => {
                let (x, y) = (self.type_text(self.ty(a)), self.type_text(self.ty(b)));
                let message =
                    format!("expected numbers, or a pointer and an integer, around `{}`", op.text());
                self.refuse(pos, format!("{}, found `{}` and `{}`", message, x, y))
            }
        }
    }

    /// The difference of two constant addresses in one object.
    fn constant_difference(&self, a: ExprId, b: ExprId, element: TypeId) -> Option<i128> {
        let (a, b) = (self.constant_address(a)?, self.constant_address(b)?);
        let size = i128::from(self.types().size(element).unwrap_or(1)).max(1);
        let is_whole = a.0 == b.0 && (a.1 - b.1) % size == 0;
        is_whole.then_some((a.1 - b.1) / size)
    }

    /// The object of a constant address, and the offset in bytes.
    fn constant_address(&self, mut pointer: ExprId) -> Option<(ObjectId, i128)> {
        let mut offset = 0i128;
        loop {
            if self.folded(pointer) != Folded::Address {
                return None;
            }
            let mut place = match self.expr(pointer).kind {
                ExprKind::Convert { operand, .. } => {
                    pointer = operand;
                    continue;
                }
                ExprKind::Binary(op @ (BinaryOp::PointerAdd | BinaryOp::PointerSub), from, index) => {
                    let kind = self.types().integer_kind(self.ty(index))?;
                    let index = self.types().options().value(kind, self.folded(index).integer()?);
                    let element = self.types().pointee(self.ty(from))?;
                    let step = index.checked_mul(i128::from(self.types().size(element).unwrap_or(1)))?;
                    offset += if op == BinaryOp::PointerSub { -step } else { step };
                    pointer = from;
                    continue;
                }
                ExprKind::Decay(place) | ExprKind::AddressOf(place) => place,
                _ => return None,
            };
            while let ExprKind::Member(record, field) = self.expr(place).kind {
                offset += i128::from(self.types().field(self.ty(record), field)?.offset);
                place = record;
            }
            match self.expr(place).kind {
                ExprKind::Object(object) => return Some((object, offset)),
                ExprKind::Dereference(of) => pointer = of,
                _ => return None,
            }
        }
    }

    /// Whether a pointer to this type can be moved by elements. In GNU C, `void` and functions have the size 1.
    pub(super) fn has_steps(&mut self, element: TypeId, pos: Pos) -> bool {
        let has_size = matches!(self.types().get(element), Type::Void | Type::Function(_))
            || self.types().size(element).is_some();
        if !has_size {
            let message =
                format!("`{}` is incomplete, so a pointer to it cannot be moved", self.type_text(element));
            self.error(pos, message);
        }
        has_size
    }

    /// A pointer plus or minus an integer.
    pub(super) fn pointer_sum(&mut self, pointer: ExprId, index: ExprId, minus: bool, pos: Pos) -> ExprId {
        let ty = self.ty(pointer);
        let element = self.types().pointee(ty).unwrap_or(Types::ERROR);
        if !self.has_steps(element, pos) {
            return self.broken(pos);
        }
        let index = self.promote(index);
        let options = self.types().options();
        let folded = match (self.folded(pointer), self.folded(index)) {
            (Folded::Address, Folded::Integer(_)) => Folded::Address,
            (Folded::Integer(at), Folded::Integer(n)) => {
                let kind = self.types().integer_kind(self.ty(index));
                let n = kind.map_or(i128::from(n), |kind| options.value(kind, n));
                let step = n.wrapping_mul(i128::from(self.types().size(element).unwrap_or(1)));
                let sum = i128::from(at).wrapping_add(if minus { step.wrapping_neg() } else { step });
                Folded::Integer(options.pattern(options.size_kind(), sum))
            }
            _ => Folded::No,
        };
        let op = if minus { BinaryOp::PointerSub } else { BinaryOp::PointerAdd };
        self.add(ExprKind::Binary(op, pointer, index), ty, pos, folded)
    }
}
