//! Conversions (C11, 6.3): loads of lvalues, promotions, common types, casts. Each of them becomes a node of the tree,
//! so that later readers of the tree need not know the rules.

use super::super::arch::{FloatingKind, IntegerKind};
use super::super::source::Pos;
use super::super::syntax::{BinaryOp, ExprId, ExprKind};
use super::super::types::{Field, Type, TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;

impl Checker<'_> {
    pub fn is_lvalue(&self, id: ExprId) -> bool {
        self.program.is_lvalue(id)
    }

    /// The value of an expression: lvalues are loaded, arrays and functions become pointers (C11, 6.3.2.1).
    pub fn value(&mut self, id: ExprId) -> ExprId {
        let expr = self.expr(id);
        match self.types().get(expr.ty) {
            Type::Array(element, _) => {
                let pointer = self.program.types.pointer(element);
                match self.address_of_folded(id) {
                    Folded::Integer(at) => self.numeric_pointer(at, pointer, expr.pos),
                    folded => self.add(ExprKind::Decay(id), pointer, expr.pos, folded),
                }
            }
            Type::Function(_) => {
                let pointer = self.program.types.pointer(expr.ty);
                let folded = self.address_of_folded(id);
                self.add(ExprKind::Decay(id), pointer, expr.pos, folded)
            }
            Type::Void | Type::Error => id,
            _ if !self.is_lvalue(id) => id,
            _ if self.types().size(expr.ty).is_none() => {
                let message = format!("`{}` is incomplete and has no value", self.type_text(expr.ty));
                self.refuse(expr.pos, message)
            }
            _ if self.types().is_volatile(expr.ty) && self.is_arbitrary(id) => self.volatile_value(id),
            _ => {
                let folded =
                    self.constexpr(id).or_else(|| self.character(id)).map_or(Folded::No, Folded::Integer);
                self.add(ExprKind::Load(id), self.types().unqualified(expr.ty), expr.pos, folded)
            }
        }
    }

    /// The value of an object that is a constant for the compiler.
    pub fn constexpr(&self, id: ExprId) -> Option<u64> {
        match self.expr(id).kind {
            ExprKind::Object(object) => self.constexprs.get(&object).copied(),
            _ => None,
        }
    }

    /// The element of a string literal that an lvalue is, if its position is a constant.
    fn character(&self, id: ExprId) -> Option<u64> {
        let pointer = match self.expr(id).kind {
            ExprKind::Dereference(pointer) => pointer,
            _ => return None,
        };
        let (base, index) = match self.expr(pointer).kind {
            ExprKind::Binary(BinaryOp::PointerAdd, base, index) => (base, self.folded(index).integer()?),
            _ => (pointer, 0),
        };
        let place = match self.expr(base).kind {
            ExprKind::Decay(place) => place,
            _ => return None,
        };
        let text = match self.expr(place).kind {
            ExprKind::Text(text) => self.program.texts.get(text.index())?,
            _ => return None,
        };
        let index = usize::try_from(index).ok()?;
        let unit = if index == text.units.len() { 0 } else { *text.units.get(index)? };
        Some(u64::from(unit))
    }

    /// A pointer whose address is a number.
    pub(super) fn numeric_pointer(&mut self, at: u64, ty: TypeId, pos: Pos) -> ExprId {
        let number = self.size_constant(at, pos);
        self.convert(number, ty, true)
    }

    /// The facts about the address of an lvalue.
    pub(super) fn address_of_folded(&self, id: ExprId) -> Folded {
        match self.folded(id) {
            Folded::Place => Folded::Address,
            Folded::NumericPlace(at) => Folded::Integer(at),
            _ => Folded::No,
        }
    }

    /// The value of a type, as it is; a node if the type differs, or if a cast makes a number of a bit-field.
    pub fn convert(&mut self, id: ExprId, ty: TypeId, is_cast: bool) -> ExprId {
        let (expr, ty) = (self.expr(id), self.types().unqualified(ty));
        let is_narrow =
            self.bit_field(id).is_some() || self.widths.contains_key(&id) || self.declared.contains_key(&id);
        if expr.ty == ty && !(is_cast && is_narrow) {
            return id;
        }
        if expr.ty == Types::ERROR || ty == Types::ERROR {
            return self.broken(expr.pos);
        }
        let folded = self.converted(self.folded(id), expr.ty, ty);
        let folded = self.as_integer_constant(id, ty).map_or(folded, Folded::Integer);
        // The address of a member of an object at a number, as in `offsetof`, is a number. A rounded constant is one,
        // too.
        if let (Type::Pointer(_) | Type::Floating(_), Type::Integer(_), Folded::Integer(pattern)) =
            (self.types().get(expr.ty), self.types().get(ty), folded)
        {
            return self.integer_constant(pattern, ty, expr.pos);
        }
        if let Some(bits) = self.as_float_constant(id, ty) {
            let kind = self.types().floating_kind(ty).unwrap_or(FloatingKind::Double);
            return self.floating_constant(bits, kind, ty, expr.pos);
        }
        if let Some(opaque) = self.types().opaque_kind(expr.ty).or_else(|| self.types().opaque_kind(ty)) {
            if ty != Types::VOID {
                return self.unsupported(format!("{} are not supported", opaque.text()), ty, expr.pos);
            }
        }
        if self.is_volatile_lost(expr.ty, ty) {
            return self.forget_volatile(id, ty, is_cast);
        }
        self.add(ExprKind::Convert { operand: id, is_cast }, ty, expr.pos, folded)
    }

    fn converted(&self, folded: Folded, from: TypeId, to: TypeId) -> Folded {
        let types = self.types();
        let options = types.options();
        match (folded, types.get(to)) {
            (Folded::Integer(pattern), Type::Pointer(_)) => {
                let value =
                    types.integer_kind(from).map_or(i128::from(pattern), |k| options.value(k, pattern));
                let kind = options.size_kind();
                Folded::Integer(options.pattern(kind, value))
            }
            (Folded::Integer(pattern), Type::Integer(_) | Type::Enum(_)) => {
                // An address in a larger integer repeats its highest bit.
                let address = match options.pointer_size() {
                    4 => i128::from(pattern as u32 as i32),
                    _ => i128::from(pattern as i64),
                };
                let value = types.integer_kind(from).map_or(address, |k| options.value(k, pattern));
                types.integer_kind(to).map_or(Folded::No, |k| Folded::Integer(options.pattern(k, value)))
            }
            (Folded::Integer(_), Type::Floating(_)) => Folded::Floating(None),
            // A `float` that a larger type holds exactly is rounded again.
            (Folded::Floating(value), Type::Floating(FloatingKind::Float)) => {
                Folded::Floating(value.map(|value| f64::from(value as f32)))
            }
            (Folded::Floating(_), Type::Floating(FloatingKind::Half)) => Folded::Floating(None),
            (Folded::Floating(value), Type::Floating(_)) => Folded::Floating(value),
            (Folded::Floating(value), Type::Integer(_) | Type::Enum(_)) => {
                self.rounded(value, to).unwrap_or(Folded::Floating(None))
            }
            (Folded::Address, Type::Pointer(_)) => Folded::Address,
            // An address as an integer is a constant only if no bit is lost.
            (Folded::Address, Type::Integer(kind))
                if options.integer_size(kind) >= options.pointer_size() =>
            {
                Folded::Address
            }
            _ => Folded::No,
        }
    }

    /// A floating-point number as an integer, if it is a number of the type.
    fn rounded(&self, value: Option<f64>, ty: TypeId) -> Option<Folded> {
        let (value, kind) = (value?, self.types().integer_kind(ty)?);
        let options = self.types().options();
        if kind == IntegerKind::Bool {
            return Some(Folded::Integer(u64::from(value != 0.0)));
        }
        let whole = value.trunc();
        let is_small = whole.abs() < 18_446_744_073_709_551_616.0;
        let whole = if is_small { whole as i128 } else { return None };
        options.fits(kind, whole).then(|| Folded::Integer(options.pattern(kind, whole)))
    }

    /// The width of the bit-field of which this is the value. The comma operator keeps it, as gcc and clang agree.
    pub(super) fn bit_field(&self, mut id: ExprId) -> Option<u32> {
        while let ExprKind::Comma(_, last) = self.expr(id).kind {
            id = last;
        }
        let place = match self.expr(id).kind {
            ExprKind::Load(place) | ExprKind::Assign(place, _) => place,
            ExprKind::AssignOp { target, .. } | ExprKind::Step { target, .. } => target,
            _ => id,
        };
        match self.expr(place).kind {
            ExprKind::Member(record, field) => {
                self.types().field(self.ty(record), field)?.bits.map(|bits| bits.width)
            }
            _ => None,
        }
    }

    /// The type of an integer after promotion (C11, 6.3.1.1).
    fn promoted(&self, id: ExprId) -> Option<IntegerKind> {
        let kind = self.types().integer_kind(self.ty(id))?;
        if let Some(width) = self.bit_field(id) {
            return Some(match width {
                0..=31 => IntegerKind::Int,
                32 if self.types().options().is_signed(kind) => IntegerKind::Int,
                32 => IntegerKind::UnsignedInt,
                _ => kind,
            });
        }
        Some(if kind.rank() < IntegerKind::Int.rank() { IntegerKind::Int } else { kind })
    }

    /// The promoted value of an integer. Other values stay.
    pub fn promote(&mut self, id: ExprId) -> ExprId {
        match self.promoted(id) {
            Some(kind) => {
                let ty = self.types().integer(kind);
                self.convert(id, ty, false)
            }
            None => id,
        }
    }

    /// The value of an argument for which no parameter is known (C11, 6.5.2.2).
    pub fn promote_argument(&mut self, id: ExprId) -> ExprId {
        let declared = self.declared(id);
        match self.types().get(declared) {
            Type::Floating(FloatingKind::Float) => {
                let double = self.types().floating(FloatingKind::Double);
                self.convert(id, double, false)
            }
            Type::Floating(_) => self.convert(id, declared, false),
            _ => self.promote(id),
        }
    }

    /// Two numbers in their common type (C11, 6.3.1.8), and its width if it is that of a bit-field.
    pub(super) fn balance_width(&mut self, a: ExprId, b: ExprId) -> ((ExprId, ExprId), Option<u32>) {
        let floating = |ty: Type| match ty {
            Type::Floating(kind) => Some(kind),
            _ => None,
        };
        let (x, y) = (floating(self.kind_of(a)), floating(self.kind_of(b)));
        let mut width = None;
        let common = match (x, y) {
            (None, None) => match (self.promoted(a), self.promoted(b)) {
                (Some(x), Some(y)) => {
                    let (kind, bits) = self.common_width((x, self.width(a)), (y, self.width(b)));
                    width = bits;
                    self.types().integer(kind)
                }
                _ => return ((a, b), None),
            },
            (Some(x), Some(y)) => self.types().floating(if x as u8 > y as u8 { x } else { y }),
            (Some(kind), None) | (None, Some(kind)) => self.types().floating(kind),
        };
        // The promotions are steps of their own.
        let (a, b) = (self.promote(a), self.promote(b));
        ((self.convert_width(a, common, width), self.convert_width(b, common, width)), width)
    }

    pub(super) fn common(&self, a: IntegerKind, b: IntegerKind) -> IntegerKind {
        let options = self.types().options();
        let (low, high) = if a.rank() <= b.rank() { (a, b) } else { (b, a) };
        match (options.is_signed(low), options.is_signed(high)) {
            (x, y) if x == y => high,
            (_, false) => high,
            (false, true) if low.rank() == high.rank() => low,
            // The signed type has the higher rank. It must hold all values of the other.
            _ if options.integer_bits(high) > options.integer_bits(low) => high,
            _ => high.unsigned(),
        }
    }

    /// Whether an expression is a null pointer constant (C11, 6.3.2.3).
    pub fn is_null_constant(&self, id: ExprId) -> bool {
        let is_of_right_type = match self.kind_of(id) {
            Type::Integer(_) | Type::Enum(_) => true,
            Type::Pointer(to) => to == Types::VOID,
            _ => false,
        };
        is_of_right_type && self.folded(id) == Folded::Integer(0)
    }

    /// A value converted as if by assignment (C11, 6.5.16.1). `role` says to what, as in `the parameter`.
    pub fn assign_to(&mut self, id: ExprId, ty: TypeId, pos: Pos, role: &str) -> ExprId {
        let from = self.ty(id);
        if from == Types::ERROR || ty == Types::ERROR {
            return self.broken(pos);
        }
        let types = self.types();
        let warning = match (types.get(ty), types.get(from)) {
            (Type::Pointer(a), Type::Pointer(b)) => {
                let is_void = [a, b].iter().any(|&ty| types.unqualified(ty) == Types::VOID);
                match is_void || types.are_compatible(a, b) || self.is_signedness_only(a, b) {
                    true => None,
                    false => Some("points to another type"),
                }
            }
            (Type::Pointer(_), Type::Integer(_) | Type::Enum(_)) => {
                (!self.is_null_constant(id)).then_some("makes a pointer of an integer")
            }
            (Type::Integer(IntegerKind::Bool), Type::Pointer(_)) => None,
            (Type::Integer(_) | Type::Enum(_), Type::Pointer(_)) => Some("makes an integer of a pointer"),
            (Type::Record(a), Type::Record(b)) if a == b => return id,
            _ if self.are_like_vectors(ty, from) => {
                return self.vector_conversion(id, ty).unwrap_or_else(|| self.broken(pos))
            }
            _ if types.opaque_kind(ty).or_else(|| types.opaque_kind(from)).is_some() => None,
            _ if types.is_arithmetic(ty) && types.is_arithmetic(from) => None,
            _ => {
                let (to, from) = (self.type_text(ty), self.type_text(from));
                let message = format!("expected a value of type `{}` for {}, found `{}`", to, role, from);
                return self.refuse(pos, message);
            }
        };
        if let Some(warning) = warning {
            let (to, from) = (self.type_text(ty), self.type_text(from));
            let message = format!("the value of type `{}` for {} of type `{}` {}", from, role, to, warning);
            self.diagnostics.warning(pos, message);
        }
        self.convert(id, ty, false)
    }

    /// Whether two integer types differ at most in having a sign: compilers do not mind.
    fn is_signedness_only(&self, a: TypeId, b: TypeId) -> bool {
        match (self.types().integer_kind(a), self.types().integer_kind(b)) {
            (Some(a), Some(b)) => a.unsigned() == b.unsigned(),
            _ => false,
        }
    }

    /// The value of a condition: any scalar.
    pub fn condition(&mut self, id: ExprId) -> ExprId {
        let value = self.value(id);
        let ty = self.ty(value);
        if let Some(opaque) = self.types().opaque_kind(ty) {
            let pos = self.pos(id);
            return self.unsupported(format!("{} are not supported", opaque.text()), Types::INT, pos);
        }
        if ty != Types::ERROR && !self.types().is_scalar(ty) {
            let message =
                format!("expected a number or a pointer as condition, found `{}`", self.type_text(ty));
            let pos = self.pos(id);
            return self.refuse(pos, message);
        }
        value
    }

    /// `(T)e`
    pub fn cast(&mut self, id: ExprId, ty: TypeId, pos: Pos) -> ExprId {
        let value = self.value(id);
        let from = self.ty(value);
        if from == Types::ERROR || ty == Types::ERROR {
            return self.broken(pos);
        }
        if let (true, Some(vector)) = (ty != from, self.vector_conversion(value, ty)) {
            return vector;
        }
        let types = self.types();
        if let Type::Record(id) = types.get(ty) {
            let is_member = |field: &Field| types.are_compatible(field.ty, from);
            // GNU C
            if from != ty && types.record(id).is_union && types.fields(id).iter().any(is_member) {
                return self.union_of(value, ty, pos);
            }
        }
        let is_allowed = match (types.get(ty), types.get(from)) {
            (Type::Void, _) => true,
            (Type::Record(a), Type::Record(b)) if a == b => true,
            _ if types.opaque_kind(ty).is_some() || types.opaque_kind(from).is_some() => true,
            (Type::Pointer(_), Type::Floating(_)) | (Type::Floating(_), Type::Pointer(_)) => false,
            _ => types.is_scalar(ty) && types.is_scalar(from),
        };
        if !is_allowed {
            let (to, from) = (self.type_text(ty), self.type_text(from));
            return self.refuse(pos, format!("a value of type `{}` cannot be cast to `{}`", from, to));
        }
        self.convert(value, ty, true)
    }
}
