//! The nodes for the effects of assembler statements: arbitrary values for outputs, and calls of unknown functions for
//! writes to memory.

use super::super::source::Pos;
use super::super::syntax::{ExprId, ExprKind, ScopeId};
use super::super::types::{FunctionType, Prototype, Types};
use super::checker::Checker;
use super::fold::Folded;

impl Checker<'_> {
    /// The scope of the present place.
    pub fn scope(&self) -> ScopeId {
        self.scopes.current()
    }

    /// An output: the place gets any value of its type, from a function whose name promises that.
    pub fn any_output(&mut self, place: ExprId, pos: Pos) -> ExprId {
        if self.is_broken(place) || !self.is_lvalue(place) {
            return self.unsupported(
                "an output of an assembler statement that is no object",
                Types::VOID,
                pos,
            );
        }
        let ty = self.ty(place);
        if !self.types().is_scalar(ty) || self.types().has_floating(ty) {
            return self.unsupported(
                "an output of an assembler statement that is no number",
                Types::VOID,
                pos,
            );
        }
        let name = self.program.names.intern(&format!("__indubit_any_output_{}", ty.index()));
        let function = FunctionType { result: ty, parameters: Vec::new(), prototype: Prototype::Fixed };
        let function = self.declare_builtin(name, function, pos);
        let ty = self.program.function(function).ty;
        let callee = self.add(ExprKind::Function(function), ty, pos, Folded::Place);
        let value = self.call(callee, &[], pos, pos);
        self.assign(place, value, pos)
    }

    /// The address that is computed for a place, if it is not that of a variable.
    pub fn address_within(&mut self, mut place: ExprId) -> Option<ExprId> {
        while let ExprKind::Member(record, _) = self.expr(place).kind {
            place = record;
        }
        match self.expr(place).kind {
            ExprKind::Dereference(address) => Some(self.convert(address, Types::VOID, true)),
            _ => None,
        }
    }

    /// A statement that may write memory, as a call of an unknown function.
    pub fn unknown_assembler(&mut self, arguments: &[ExprId], pos: Pos) -> ExprId {
        let name = self.program.names.intern("asm");
        let prototype = Prototype::Unspecified;
        let function = FunctionType { result: Types::VOID, parameters: Vec::new(), prototype };
        let function = self.declare_builtin(name, function, pos);
        let ty = self.program.function(function).ty;
        let callee = self.add(ExprKind::Function(function), ty, pos, Folded::Place);
        self.call(callee, arguments, pos, pos)
    }
}
