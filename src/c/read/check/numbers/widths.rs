//! Numbers of bit-fields that are wider than `int` and narrower than their type.
//!
//! For gcc, `unsigned long long e : 40` has a type of 40 bits, which no declaration can name, and operators compute in
//! this type: `s.e + 1` is 0 if all bits of `s.e` are set. In the tree, such a number has the declared type, and
//! operators of the tree cut each result to the width.

use super::super::super::arch::IntegerKind;
use super::super::super::source::Pos;
use super::super::super::syntax::{BinaryOp, ExprId, ExprKind};
use super::super::super::types::{TypeId, Types};
use super::super::checker::Checker;

impl Checker<'_> {
    /// The bits of a promoted value, if they are fewer than those of its type.
    pub(in crate::c::read::check) fn width(&self, id: ExprId) -> Option<u32> {
        let kind = self.types().integer_kind(self.ty(id))?;
        let width = self.widths.get(&id).copied().or_else(|| self.bit_field(id))?;
        (width > 32 && width < self.types().options().integer_bits(kind)).then_some(width)
    }

    /// The common type of two promoted numbers: that with more bits, or as usual if both have the same.
    pub(in crate::c::read::check) fn common_width(
        &self,
        a: (IntegerKind, Option<u32>),
        b: (IntegerKind, Option<u32>),
    ) -> (IntegerKind, Option<u32>) {
        let options = self.types().options();
        if a.1.is_none() && b.1.is_none() {
            return (self.common(a.0, b.0), None);
        }
        let bits = |(kind, width): (IntegerKind, Option<u32>)| width.unwrap_or(options.integer_bits(kind));
        match bits(a).cmp(&bits(b)) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal => (self.common(a.0, b.0), a.1),
        }
    }

    /// A number in the type of a bit-field.
    pub(in crate::c::read::check) fn convert_width(
        &mut self,
        id: ExprId,
        ty: TypeId,
        width: Option<u32>,
    ) -> ExprId {
        let (from, had) = (self.ty(id), self.width(id));
        let converted = self.convert(id, ty, false);
        let options = self.types().options();
        let (width, from, to) = match (width, self.types().integer_kind(from), self.types().integer_kind(ty))
        {
            (Some(width), Some(from), Some(to)) => (width, from, to),
            _ => return converted,
        };
        let bits = had.unwrap_or(options.integer_bits(from));
        let fits = match (options.is_signed(from), options.is_signed(to)) {
            (false, true) => bits < width,
            (true, false) => false,
            _ => bits <= width,
        };
        // A constant that fits stays as it is.
        let is_small = self.folded(converted).integer().map_or(false, |pattern| pattern >> (width - 1) == 0);
        if fits || is_small {
            converted
        } else {
            self.cut(converted, width)
        }
    }

    /// A result of an operator in the type of a bit-field: its lowest bits, with the sign of the type.
    pub(in crate::c::read::check) fn cut(&mut self, id: ExprId, width: u32) -> ExprId {
        let (ty, pos) = (self.ty(id), self.pos(id));
        let kind = match self.types().integer_kind(ty) {
            Some(kind) => kind,
            None => return id,
        };
        let options = self.types().options();
        let spare = options.integer_bits(kind).saturating_sub(width);
        let cut = match options.is_signed(kind) {
            false => {
                let mask = self.integer_constant(u64::MAX >> (64 - width), ty, pos);
                self.combined(BinaryOp::And, id, mask, ty, pos)
            }
            true => {
                let unsigned = self.types().integer(kind.unsigned());
                let amount = self.integer_constant(u64::from(spare), Types::INT, pos);
                let bits = self.convert(id, unsigned, true);
                let up = self.combined(BinaryOp::ShiftLeft, bits, amount, unsigned, pos);
                let up = self.convert(up, ty, true);
                self.combined(BinaryOp::ShiftRight, up, amount, ty, pos)
            }
        };
        self.widths.insert(cut, width);
        cut
    }

    /// An operator on operands that are converted already, in a type that may be that of a bit-field.
    pub(in crate::c::read::check) fn combined_width(
        &mut self,
        op: BinaryOp,
        operands: (ExprId, ExprId),
        width: Option<u32>,
        ty: TypeId,
        pos: Pos,
    ) -> ExprId {
        let result = self.combined(op, operands.0, operands.1, ty, pos);
        match width {
            Some(width) => self.cut(result, width),
            None => result,
        }
    }

    /// Whether `a op= b` can compute in the declared type although the operator has a type of this width: division
    /// looks at more than the lowest bits of its left operand.
    pub(in crate::c::read::check) fn computes_alike(
        &self,
        op: BinaryOp,
        target: ExprId,
        loaded: ExprId,
        width: Option<u32>,
    ) -> bool {
        let is_division = matches!(op, BinaryOp::Div | BinaryOp::Rem);
        let has_same = self.width(loaded) == width && matches!(self.expr(target).kind, ExprKind::Member(..));
        width.is_none() || !is_division || has_same
    }
}
