//! Arrays whose length is no constant.
//!
//! `int a[n];` becomes a pointer, `int *a = __builtin_alloca(n * sizeof(int))`, whose memory lives until the function
//! returns, and an object with its size in bytes, which `sizeof a` loads.
//!
//! A length that is not the outermost one, or that is behind a pointer, would be a part of a type, but types are
//! constants here. So a declaration with such a length, and the beginning of a function with such a parameter, is an
//! unsupported point. In the type, the length is 1.

use super::super::check::{Declared, Linkage};
use super::super::source::Pos;
use super::super::syntax::{BinaryOp, ExprId, StmtId, StmtKind, Storage};
use super::super::types::{Type, TypeId, Types};
use super::declarators::VariableType;
use super::parser::{Parser, Stop};

/// The reason why a program ends where a type has a length that it cannot tell.
const UNKNOWN: &str = "a dimension inside of an array that is no constant";

impl Parser<'_> {
    /// The statement that no run may pass where a declaration has such a type.
    pub(super) fn unknown_length(&mut self, pos: Pos) -> StmtId {
        let stop = self.checker.unsupported(UNKNOWN, Types::VOID, pos);
        self.checker.add_stmt(StmtKind::Expression(stop), pos, pos)
    }

    /// The value of an expression with such a type.
    pub(super) fn unknown_value(&mut self, ty: TypeId, pos: Pos) -> ExprId {
        self.checker.unsupported(UNKNOWN, ty, pos)
    }

    /// `sizeof (T)`
    pub(super) fn size_of_named(&mut self, named: VariableType, pos: Pos) -> ExprId {
        let size_kind = self.checker.types().options().size_kind();
        let size_ty = self.checker.types().integer(size_kind);
        match (named.length, self.checker.types().get(named.ty)) {
            _ if named.is_unknown => self.unknown_value(size_ty, pos),
            (Some(length), Type::Array(element, None)) => {
                let width = self.checker.size_of(element, pos);
                let length = self.checker.cast(length, size_ty, pos);
                self.checker.binary(BinaryOp::Mul, length, width, pos)
            }
            (Some(_), _) => self.unknown_value(size_ty, pos),
            (None, _) => self.checker.size_of(named.ty, pos),
        }
    }

    /// The declaration of a local array, whose type has no length yet.
    pub(super) fn variable_array(
        &mut self,
        declared: Declared,
        length: ExprId,
        start: Pos,
        statements: &mut Vec<StmtId>,
    ) -> Result<(), Stop> {
        let pos = declared.pos;
        let element = match self.checker.types().get(declared.ty) {
            Type::Array(element, None) => element,
            _ => {
                return Err(
                    self.unsupported("arrays of variable length inside of other types", "use `malloc`")
                )
            }
        };
        let size_kind = self.checker.types().options().size_kind();
        let size_ty = self.checker.types().integer(size_kind);
        let width = self.checker.size_of(element, pos);
        let length = self.checker.cast(length, size_ty, pos);
        let bytes = self.checker.binary(BinaryOp::Mul, length, width, pos);
        self.checker.program.lengths.push(bytes);
        let size = self.checker.unnamed_object(size_ty, Storage::Local, pos);
        let end = self.last_pos();
        let initialiser = self.checker.whole_value(bytes, size_ty);
        statements.push(self.checker.add_stmt(StmtKind::Declaration(size, Some(initialiser)), start, end));
        let pointer = self.checker.program.types.pointer(element);
        let object =
            self.checker.declare_object(Declared { ty: pointer, ..declared }, Storage::Local, Linkage::None);
        self.checker.variable_arrays.insert(object, size);
        let name = self.checker.program.names.intern("__builtin_alloca");
        let callee = self.checker.named(name, true, pos);
        let size = self.checker.object_expr(size, pos);
        let memory = self.checker.call(callee, &[size], pos, pos);
        let memory = self.checker.convert(memory, pointer, false);
        if self.checker.ty(memory) == Types::ERROR {
            return Err(Stop);
        }
        let initialiser = self.checker.whole_value(memory, pointer);
        statements.push(self.checker.add_stmt(StmtKind::Declaration(object, Some(initialiser)), start, end));
        Ok(())
    }
}
