//! Calls (C11, 6.5.2.2).

use super::super::source::Pos;
use super::super::syntax::{ExprId, ExprKind};
use super::super::types::{Prototype, Type, Types};
use super::checker::Checker;
use super::fold::Folded;

impl Checker<'_> {
    /// `f(a, b)`. The place of the expression is that of the opening parenthesis' left neighbour: the callee.
    pub fn call(&mut self, callee: ExprId, arguments: &[ExprId], pos: Pos, close: Pos) -> ExprId {
        let arguments: Vec<ExprId> = arguments.iter().map(|&argument| self.value(argument)).collect();
        if self.is_broken(callee) || arguments.iter().any(|&argument| self.is_broken(argument)) {
            return self.broken(pos);
        }
        if let Some(value) = self.expected_value(callee, &arguments) {
            return value;
        }
        let (callee, ty) = match self.callee(callee) {
            Some(found) => found,
            None => {
                let message =
                    format!("expected a function before `(`, found `{}`", self.type_text(self.ty(callee)));
                return self.refuse(pos, message);
            }
        };
        let function = match self.types().get(ty) {
            Type::Function(id) => self.types().function(id).clone(),
            _ => return self.broken(pos),
        };
        let count = function.parameters.len();
        let fits = match function.prototype {
            Prototype::Unspecified => true,
            Prototype::Fixed => arguments.len() == count,
            Prototype::Variadic => arguments.len() >= count,
        };
        if !fits {
            let least = if function.prototype == Prototype::Variadic { "at least " } else { "" };
            let message = format!("expected {}{} arguments, found {}", least, count, arguments.len());
            return self.refuse(pos, message);
        }
        let mut converted = Vec::with_capacity(arguments.len());
        for (i, &argument) in arguments.iter().enumerate() {
            let pos = self.pos(argument);
            converted.push(match function.parameters.get(i) {
                Some(&ty) => self.assign_to(argument, ty, pos, "this parameter"),
                None if self.ty(argument) == Types::VOID => {
                    self.refuse(pos, "expected a value as argument, found `void`")
                }
                None => self.promote_argument(argument),
            });
        }
        if converted.iter().any(|&argument| self.is_broken(argument)) {
            return self.broken(pos);
        }
        if self.types().size(function.result).is_none() && function.result != Types::VOID {
            let message =
                format!("the result of this call is incomplete: `{}`", self.type_text(function.result));
            return self.refuse(pos, message);
        }
        let arguments = self.add_list(&converted);
        self.add(ExprKind::Call { callee, arguments, close }, function.result, pos, Folded::No)
    }

    /// The function, or a pointer to one, and the function's type.
    fn callee(&mut self, callee: ExprId) -> Option<(ExprId, super::super::types::TypeId)> {
        let ty = self.ty(callee);
        if let Type::Function(_) = self.types().get(ty) {
            return Some(match self.expr(callee).kind {
                ExprKind::Dereference(pointer) => (pointer, ty),
                _ => (callee, ty),
            });
        }
        let value = self.value(callee);
        let to = self.types().pointee(self.ty(value))?;
        matches!(self.types().get(to), Type::Function(_)).then(|| (value, to))
    }

    /// `__builtin_expect(e, guess)` is `e`.
    fn expected_value(&mut self, callee: ExprId, arguments: &[ExprId]) -> Option<ExprId> {
        let function = match self.expr(callee).kind {
            ExprKind::Function(function) => function,
            _ => return None,
        };
        match (arguments, self.program.names.text(self.program.function(function).name)) {
            (&[value, _], "__builtin_expect") => Some(self.convert(value, Types::LONG, false)),
            _ => None,
        }
    }
}
