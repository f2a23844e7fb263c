//! The qualifier `volatile` (C11, 6.7.3).
//!
//! While a program is read, `volatile int` and `int` have different indices, although [`Types::get`] returns the same
//! for both. So `volatile` reaches each lvalue as C has it: through the names of types, pointers, arrays and members. A
//! read of such an lvalue becomes the expression [`ExprKind::Volatile`](super::syntax::ExprKind::Volatile), an
//! arbitrary value, if the rule of [`Volatile`](super::Volatile) says so.
//!
//! After the program was read, these expressions contain all that matters, and the types lose the qualifier, so that
//! equal types have equal indices. The declared types are kept for expressions that are read later.

use super::syntax::{ExprKind, Object, ObjectId, Program, Qualified};
use super::types::{RecordId, Type, TypeId, Types};

impl Program {
    /// The names of objects that the program only declares, and that are volatile or have volatile parts.
    pub(super) fn volatile_elsewhere(&self) -> Vec<String> {
        let is_one = |object: &&Object| !object.is_defined && self.types.has_volatile_part(object.ty);
        let names = self.objects.iter().filter(is_one).filter_map(|object| object.name);
        names.map(|name| self.names.text(name).to_string()).collect()
    }
}

impl Types {
    /// Whether an object of a type has a volatile part. Types nest at most [`Types::DEEPEST`] levels.
    fn has_volatile_part(&self, ty: TypeId) -> bool {
        self.is_volatile(ty) || self.parts(ty).any(|part| self.has_volatile_part(part))
    }

    /// Whether `volatile` stands in front of a type.
    pub(super) fn is_volatile(&self, ty: TypeId) -> bool {
        self.bases[ty.index()] != ty
    }

    /// The type of a value of a type: without `volatile` in front.
    pub(super) fn unqualified(&self, ty: TypeId) -> TypeId {
        self.bases[ty.index()]
    }

    /// A type without `volatile` in front of it, of the elements of an array, and behind pointers.
    pub(super) fn plain(&self, ty: TypeId) -> TypeId {
        self.plains[ty.index()]
    }

    /// Whether a pointer to the second type forgets a `volatile` of one to the first type.
    pub(super) fn forgets_volatile(&self, mut from: TypeId, mut to: TypeId) -> bool {
        // Types nest at most `Types::DEEPEST` levels.
        while from != to {
            if self.is_volatile(from) && !self.is_volatile(to) {
                return true;
            }
            (from, to) = match (self.get(from), self.get(to)) {
                (Type::Pointer(a), Type::Pointer(b)) | (Type::Array(a, _), Type::Array(b, _)) => (a, b),
                (Type::Array(a, _), _) => (a, to),
                (_, Type::Array(b, _)) => (from, b),
                _ => return self.plain(from) != self.unqualified(from),
            };
        }
        false
    }
}

impl Program {
    /// Whether the type of an object mentions `volatile`, in front or behind pointers.
    pub fn is_volatile(&self, object: ObjectId) -> bool {
        self.qualified.objects.binary_search_by_key(&object, |&(known, _)| known).is_ok()
    }

    /// Whether the type of a member mentions `volatile`. The member is told by its position among the fields.
    pub fn is_volatile_member(&self, record: RecordId, field: usize) -> bool {
        let key = (record.index(), field);
        self.qualified.fields.binary_search_by_key(&key, |&(known, _)| known).is_ok()
    }

    /// Takes `volatile` from all types.
    pub(super) fn forget_qualifiers(&mut self) {
        let mut qualified = Qualified::default();
        for (at, object) in self.objects.iter_mut().enumerate() {
            let plain = self.types.plain(object.ty);
            if plain != object.ty {
                qualified.objects.push((ObjectId(at as u32), object.ty));
                object.ty = plain;
            }
        }
        for (at, record) in self.types.records.iter_mut().enumerate() {
            for (position, field) in record.fields.iter_mut().flatten().enumerate() {
                let plain = self.types.plains[field.ty.index()];
                if plain != field.ty {
                    qualified.fields.push(((at, position), field.ty));
                    field.ty = plain;
                }
            }
        }
        self.qualified = qualified;
        let types = &self.types;
        for function in &mut self.functions {
            function.ty = types.plain(function.ty);
        }
        for element in self.initialisers.iter_mut().flat_map(|initialiser| &mut initialiser.elements) {
            element.ty = types.plain(element.ty);
        }
        for expr in &mut self.exprs {
            expr.ty = types.plain(expr.ty);
            if let ExprKind::AssignOp { computation, .. } = &mut expr.kind {
                *computation = types.plain(*computation);
            }
        }
    }

    /// Gives objects and members the types that they were declared with.
    pub(super) fn remember_qualifiers(&mut self) {
        for &(object, ty) in &self.qualified.objects {
            self.objects[object.index()].ty = ty;
        }
        for &((record, position), ty) in &self.qualified.fields {
            let fields = self.types.records.get_mut(record).and_then(|record| record.fields.as_mut());
            if let Some(field) = fields.and_then(|fields| fields.get_mut(position)) {
                field.ty = ty;
            }
        }
    }
}
