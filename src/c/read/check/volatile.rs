//! Reads of volatile lvalues (C11, 5.1.2.3 and 6.7.3): the environment may change such an object at any time.
//!
//! When a program runs by itself, an object that it defines keeps what was stored, even if it is volatile. So a read
//! gives an arbitrary value only in three cases: the program merely declares the object, the object is at a numeric
//! address, or the options ask for it. In a program that merely declares a volatile object, a pointer to a volatile
//! object may lead to it, so a read through such a pointer is arbitrary, too.

use super::super::arch::{IntegerKind, Volatile};
use super::super::source::Pos;
use super::super::syntax::{BinaryOp, ExprId, ExprKind};
use super::super::types::{Type, TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;
use crate::base::HashMap;

impl Checker<'_> {
    /// Whether a read of a volatile lvalue gives an arbitrary value.
    pub(super) fn is_arbitrary(&self, mut place: ExprId) -> bool {
        if self.types().options().volatile == Volatile::Arbitrary {
            return true;
        }
        loop {
            place = match self.expr(place).kind {
                ExprKind::Member(record, _) => record,
                ExprKind::Dereference(pointer) => match self.expr(pointer).kind {
                    ExprKind::Decay(array) | ExprKind::AddressOf(array) => array,
                    ExprKind::Binary(BinaryOp::PointerAdd | BinaryOp::PointerSub, base, _) => {
                        match self.expr(base).kind {
                            ExprKind::Decay(array) => array,
                            _ => return !self.elsewhere.is_empty(),
                        }
                    }
                    _ => return !self.elsewhere.is_empty() || self.folded(pointer).integer().is_some(),
                },
                ExprKind::Object(object) => {
                    let name = self.program.object(object).name.map(|name| self.name(name));
                    return name.map_or(false, |name| self.elsewhere.iter().any(|known| *known == *name));
                }
                _ => return !self.elsewhere.is_empty(),
            };
        }
    }

    /// Whether conversions that forget `volatile` matter: some volatile objects have arbitrary values.
    fn minds_volatile(&self) -> bool {
        self.types().options().volatile == Volatile::Arbitrary || !self.elsewhere.is_empty()
    }

    /// The value of a volatile lvalue. Its place is evaluated, too: there may be none, as behind a null pointer.
    pub(super) fn volatile_value(&mut self, place: ExprId) -> ExprId {
        let pos = self.pos(place);
        let value = self.arbitrary_value(place, pos);
        if self.is_named_object(place) || matches!(self.expr(value).kind, ExprKind::Unsupported(_)) {
            return value;
        }
        let ty = self.ty(value);
        let load = self.add(ExprKind::Load(place), ty, pos, Folded::No);
        self.add(ExprKind::Comma(load, value), ty, pos, Folded::No)
    }

    /// Whether an lvalue is an object with a name, or a member of one.
    fn is_named_object(&self, mut place: ExprId) -> bool {
        while let ExprKind::Member(record, _) = self.expr(place).kind {
            place = record;
        }
        matches!(self.expr(place).kind, ExprKind::Object(_))
    }

    /// A value that a volatile lvalue may have. The lvalue itself is not evaluated.
    fn arbitrary_value(&mut self, place: ExprId, pos: Pos) -> ExprId {
        let ty = self.types().unqualified(self.ty(place));
        let kind = match self.types().get(ty) {
            Type::Integer(_) | Type::Enum(_) if self.bit_field(place).is_none() => {
                return self.add(ExprKind::Volatile, ty, pos, Folded::No);
            }
            Type::Integer(_) | Type::Enum(_) => "bit-field",
            Type::Pointer(_) => "pointer",
            Type::Record(_) => "structure",
            Type::Floating(_) => "floating-point number",
            Type::Error | Type::Void | Type::Array(..) | Type::Function(_) => "object",
        };
        self.unsupported(format!("a volatile {} is read", kind), ty, pos)
    }

    /// `a op= b` with a volatile `a`: `a` gets an arbitrary value, combined with `b`.
    pub(super) fn volatile_assign_op(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        pos: Pos,
    ) -> ExprId {
        let old = self.arbitrary_value(target, pos);
        let new = self.binary(op, old, value, pos);
        self.assign(target, new, pos)
    }

    /// `++a`, `--a`, `a++` or `a--` with a volatile `a`. The old value is the new one with the step taken back: that
    /// does not overflow where the step did not.
    pub(super) fn volatile_step(
        &mut self,
        target: ExprId,
        is_decrement: bool,
        is_prefix: bool,
        pos: Pos,
    ) -> ExprId {
        let ty: TypeId = self.types().unqualified(self.ty(target));
        let (step, back) = match is_decrement {
            true => (BinaryOp::Sub, BinaryOp::Add),
            false => (BinaryOp::Add, BinaryOp::Sub),
        };
        if self.types().integer_kind(ty) == Some(IntegerKind::Bool) && !is_prefix {
            return self.unsupported("a step of a volatile truth value", ty, pos);
        }
        let one = self.integer_constant(1, Types::INT, pos);
        let new = self.volatile_assign_op(step, target, one, pos);
        if is_prefix || self.is_broken(new) {
            return new;
        }
        let one = self.integer_constant(1, Types::INT, pos);
        let old = self.binary(back, new, one, pos);
        self.convert(old, ty, false)
    }

    /// The common type of two pointers, with `volatile` behind the pointer if one of them has it there.
    pub(super) fn volatile_common(&mut self, common: TypeId, pointers: [TypeId; 2]) -> TypeId {
        let types = self.types();
        let is_volatile = |ty: &TypeId| types.pointee(*ty).map_or(false, |to| types.is_volatile(to));
        match types.pointee(common) {
            Some(to) if pointers.iter().any(is_volatile) => {
                let to = self.program.types.volatile(to);
                self.program.types.pointer(to)
            }
            _ => common,
        }
    }

    /// Whether the conversion of a pointer from one type to another forgets a `volatile`.
    pub(super) fn is_volatile_lost(&self, from: TypeId, to: TypeId) -> bool {
        if !self.minds_volatile() {
            return false;
        }
        match (self.types().pointee(from), self.types().pointee(to)) {
            (Some(from), Some(to)) => self.types().forgets_volatile(from, to),
            _ => false,
        }
    }

    /// The conversion of a pointer to one that forgets `volatile`. Whether it has a meaning is known at the end of the
    /// file.
    pub(super) fn forget_volatile(&mut self, pointer: ExprId, ty: TypeId, is_cast: bool) -> ExprId {
        let pos = self.pos(pointer);
        let reason = "a pointer to a volatile object becomes one to another object";
        let id = self.unsupported(reason, ty, pos);
        self.forgetful.push((id, pointer, is_cast));
        id
    }

    /// Gives those conversions a meaning that lead to no volatile object. Only objects that are declared volatile have
    /// to be read as such (C11, 6.7.3): a pointer to another object may have got its `volatile` by a conversion.
    pub fn settle_forgetful(&mut self) {
        if self.forgetful.is_empty() {
            return;
        }
        let parts = self.volatile_parts();
        for (id, operand, is_cast) in std::mem::take(&mut self.forgetful) {
            let types = self.types();
            let pointee = types.pointee(self.ty(operand)).map(|to| types.plain(to));
            let may_be = |&part: &TypeId| match pointee {
                Some(to) => {
                    let has_no_type =
                        types.size(to).map_or(true, |size| size == 1) || types.pointee(to).is_some();
                    has_no_type || types.size(to) == types.size(part) || types.are_compatible(to, part)
                }
                None => true,
            };
            if !parts.iter().any(may_be) {
                self.program.exprs[id.index()].kind = ExprKind::Convert { operand, is_cast };
            }
        }
    }

    /// The types of all volatile parts of objects, without qualifiers.
    fn volatile_parts(&self) -> Vec<TypeId> {
        let types = self.types();
        let mut seen: HashMap<(TypeId, bool), ()> = HashMap::default();
        let mut parts = Vec::new();
        let mut work: Vec<(TypeId, bool)> =
            self.program.objects.iter().map(|object| (object.ty, false)).collect();
        // An array of variable length is behind a pointer.
        let behind = self.variable_arrays.keys().filter_map(|&id| types.pointee(self.program.object(id).ty));
        work.extend(behind.map(|ty| (ty, false)));
        while let Some((ty, is_within)) = work.pop() {
            let is_volatile = is_within || types.is_volatile(ty);
            if seen.insert((types.unqualified(ty), is_volatile), ()).is_some() {
                continue;
            }
            work.extend(types.parts(ty).map(|part| (part, is_volatile)));
            if is_volatile {
                parts.push(types.plain(ty));
            }
        }
        parts
    }
}
