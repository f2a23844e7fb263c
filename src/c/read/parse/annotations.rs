//! Assertions of Frama-C, which the lexer finds in comments.
//!
//! One between two statements is an assertion. One at another place, such as before the only statement of a branch
//! without braces, would change the program; it stays a comment, with a warning. So does one that names what C does not
//! know (a ghost variable), or that means something else there: `a < b < c`, and a comparison of numbers that C
//! converts to a type which does not hold all of them.

use super::super::check::Entity;
use super::super::property::ANNOTATION_NOT_READ;
use super::super::syntax::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind, UnaryOp};
use super::super::token::{Kind, Punct};
use super::super::types::TypeId;
use super::parser::{Parser, Stop};

/// The function that an assertion calls.
const ASSERT: &str = "__CPROVER_assert";

impl Parser<'_> {
    /// An assertion, at its word.
    pub(super) fn annotation(&mut self) -> Result<StmtId, Stop> {
        let pos = self.pos();
        self.advance();
        let mut value = None;
        if self.names_only_objects() {
            let term = self.expression()?;
            value = Some(self.checker.value(term)).filter(|&value| self.means_the_same(value));
        } else {
            while !self.is(Punct::Semicolon) && !self.is_end() {
                self.advance();
            }
        }
        let end = self.expect(Punct::Semicolon)?;
        let kind = match value {
            Some(value) => {
                let callee = self.checker.program.names.intern(ASSERT);
                let callee = self.checker.named(callee, true, pos);
                StmtKind::Expression(self.checker.call(callee, &[value], pos, end))
            }
            None => {
                self.checker.diagnostics.warning(pos, ANNOTATION_NOT_READ);
                StmtKind::Empty
            }
        };
        Ok(self.checker.add_stmt(kind, pos, end))
    }

    /// Whether all names up to the semicolon are those of objects, constants and members.
    fn names_only_objects(&self) -> bool {
        let mut is_member = false;
        for ahead in 0.. {
            let token = self.peek(ahead);
            if token.is(Punct::Semicolon) || token.kind == Kind::End {
                return true;
            }
            let is_known =
                |name| matches!(self.checker.find(name), Some(Entity::Object(_) | Entity::Constant(..)));
            if token.name().map_or(false, |name| !is_member && !is_known(name)) {
                return false;
            }
            is_member = token.is(Punct::Dot) || token.is(Punct::Arrow);
        }
        true
    }

    /// Whether a term has the value in C that it has in ACSL, whose numbers have no bounds.
    fn means_the_same(&self, value: ExprId) -> bool {
        let mut stack = vec![value];
        while let Some(id) = stack.pop() {
            let kind = self.checker.expr(id).kind;
            let holds = match kind {
                ExprKind::Constant(_)
                | ExprKind::Object(_)
                | ExprKind::Load(_)
                | ExprKind::Decay(_)
                | ExprKind::Dereference(_)
                | ExprKind::Member(..)
                | ExprKind::Logical(..) => true,
                ExprKind::Convert { operand, .. } => self.keeps_value(operand, self.checker.ty(id)),
                ExprKind::Unary(op, _) => op == UnaryOp::Not || self.checker.folded(id).integer().is_some(),
                ExprKind::Binary(BinaryOp::PointerAdd, ..) => true,
                ExprKind::Binary(op, a, b) => {
                    compares(op) && ![a, b].iter().any(|&part| self.is_comparison(part))
                }
                _ => false,
            };
            if !holds {
                return false;
            }
            stack.extend(kind.operands());
        }
        true
    }

    /// Whether a conversion keeps the value.
    fn keeps_value(&self, operand: ExprId, to: TypeId) -> bool {
        let types = self.checker.types();
        let options = types.options();
        match (types.integer_kind(self.checker.ty(operand)), types.integer_kind(to)) {
            (Some(from), Some(to)) => {
                let constant = self.checker.folded(operand).integer().map(|bits| options.value(from, bits));
                let bits = options.integer_bits(from);
                let (low, high) = match options.is_signed(from) {
                    true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
                    false => (0, (1i128 << bits) - 1),
                };
                let (low, high) = constant.map_or((low, high), |value| (value, value));
                options.fits(to, low) && options.fits(to, high)
            }
            (None, None) => true,
            // The null pointer.
            (from, _) => from.is_some() && self.checker.folded(operand).integer() == Some(0),
        }
    }

    fn is_comparison(&self, mut id: ExprId) -> bool {
        while let ExprKind::Convert { operand, .. } = self.checker.expr(id).kind {
            id = operand;
        }
        match self.checker.expr(id).kind {
            ExprKind::Binary(op, ..) => compares(op),
            _ => false,
        }
    }
}

fn compares(op: BinaryOp) -> bool {
    let is_order =
        matches!(op, BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual);
    is_order || matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
}
