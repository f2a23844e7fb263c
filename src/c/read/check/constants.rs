//! Checks that an expression is a constant, where C demands one: lengths of arrays, values of `case`, first values of
//! objects that live for the whole run.

use super::super::syntax::ExprId;
use super::checker::Checker;
use super::fold::Folded;

impl Checker<'_> {
    /// The value of an integer constant expression, or an error. `role` says for what, as in `the length of an array`.
    pub fn constant_value(&mut self, id: ExprId, role: &str) -> Option<i128> {
        let pos = self.pos(id);
        if self.is_broken(id) {
            return None;
        }
        match (self.types().integer_kind(self.ty(id)), self.folded(id)) {
            (Some(kind), Folded::Integer(pattern)) => Some(self.types().options().value(kind, pattern)),
            (Some(_), _) => {
                self.error(pos, format!("expected a constant for {}", role));
                None
            }
            (None, _) => {
                let message =
                    format!("expected an integer for {}, found `{}`", role, self.type_text(self.ty(id)));
                self.error(pos, message);
                None
            }
        }
    }

    /// The value of an object that lives for the whole run. Of kinds of values that are not computed none is a
    /// constant.
    pub fn constant_element(&mut self, id: ExprId) -> ExprId {
        if self.is_broken(id) || self.folded(id) != Folded::No {
            return id;
        }
        let (pos, ty) = (self.pos(id), self.ty(id));
        match self.types().opaque_kind(ty) {
            Some(opaque) => self.unsupported(format!("{} are not supported", opaque.text()), ty, pos),
            None => {
                let message = "expected a constant as first value of an object that lives for the whole run";
                self.refuse(pos, message)
            }
        }
    }
}
