//! Places where C asks for a constant.

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

    /// Checks the value of an object that lives for the whole run.
    pub fn require_constant(&mut self, id: ExprId) {
        if !self.is_broken(id) && self.folded(id) == Folded::No {
            let pos = self.pos(id);
            self.error(pos, "expected a constant as first value of an object that lives for the whole run");
        }
    }
}
