//! Reads `__CPROVER_forall { int i; 0 <= i && i < 8 ==> a[i] == 0 }` and `__CPROVER_exists`.
//!
//! The body is read once to find the values that the variable may have, by comparisons with constants in front of it,
//! and then once for each of these values, as if the variable were a constant of an enumeration. So the expression is a
//! conjunction or disjunction. A range that is not constant, or too large, makes an unsupported point.
//!
//! A contract that is assumed says `__indubit_forall` or `__indubit_forall_few`, of which some values may be left out.
//! Without a constant bound these are the ones behind the last element of each array that is read at the variable.

use super::super::check::Entity;
use super::super::names::NameId;
use super::super::property::{FEW_VALUES, SOME_VALUES};
use super::super::syntax::{BinaryOp, ExprId, ExprKind, LogicalOp, ObjectId, Storage, UnaryOp};
use super::super::token::Punct;
use super::super::types::{Type, TypeId, Types};
use super::parser::{Parser, Stop};

/// The most bodies that the quantifiers of a program make.
const MOST_BODIES: u32 = 1 << 14;

/// The values of a variable without a constant bound, at which no array of known length is read.
const MOST_OF_POINTER: u64 = 256;

/// The most values that are few.
const MOST_OF_FEW: u64 = 16;

impl Parser<'_> {
    /// Whether a quantifier begins here.
    pub(super) fn starts_quantifier(&self) -> bool {
        let name = self.token().name().map(|name| self.checker.program.names.text(name));
        let words = ["__CPROVER_forall", "__CPROVER_exists", SOME_VALUES, FEW_VALUES];
        name.map_or(false, |name| words.contains(&name)) && self.peek(1).is(Punct::LeftBrace)
    }

    /// Reads a quantifier, whose name is the present token.
    pub(super) fn quantifier(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        let name = self.token().name().map(|name| self.checker.name(name)).unwrap_or_default();
        let joins = if name == "__CPROVER_exists" { LogicalOp::Or } else { LogicalOp::And };
        self.advance();
        self.expect(Punct::LeftBrace)?;
        let ty = self.specifiers()?.ty;
        let (variable, _) = self.expect_name("the variable of the quantifier")?;
        self.expect(Punct::Semicolon)?;
        let body = self.mark();
        let object = self.checker.unnamed_object(ty, Storage::Literal, pos);
        self.checker.unevaluated += 1;
        let first = self.body_of(variable, Entity::Object(object));
        self.checker.unevaluated -= 1;
        let first = first?;
        let end = self.mark();
        let mut values = self.values_of(first, object, ty, joins);
        let elements = self.elements_at(first, object);
        let has_few = values.as_ref().map_or(elements, |values| values.len() as u64) <= MOST_OF_FEW;
        if name == FEW_VALUES && !has_few {
            values = Some(Vec::new());
        } else if values.is_none() && (name == SOME_VALUES || name == FEW_VALUES) {
            values = Some((0..elements).collect());
        }
        self.bodies += values.as_ref().map_or(0, |values| values.len() as u32);
        let is_short = values.as_ref().map_or(false, |values| values.is_empty());
        let values = match values.filter(|_| is_short || self.bodies <= MOST_BODIES) {
            Some(values) => values,
            None => {
                let reason =
                    format!("a `{}` whose variable has no constant bounds, or too many values", name);
                return Ok(self.checker.unsupported(reason, Types::INT, pos));
            }
        };
        let mut all = None;
        for value in values {
            self.go_to(body);
            let one = self.body_of(variable, Entity::Constant(value, ty))?;
            all = Some(all.map_or(one, |all| self.checker.logical(joins, all, one, pos)));
        }
        self.go_to(end);
        let none = u64::from(joins == LogicalOp::And);
        Ok(all.unwrap_or_else(|| self.checker.integer_constant(none, Types::INT, pos)))
    }

    /// Reads the body with a meaning of the variable, and the closing brace.
    fn body_of(&mut self, variable: NameId, meaning: Entity) -> Result<ExprId, Stop> {
        let start = self.pos();
        self.checker.enter_scope(start);
        self.checker.declare_entity(variable, meaning);
        let value = self.deeper(|parser| parser.expression());
        self.accept(Punct::Semicolon);
        let end = self.pos();
        self.checker.leave_scope(end);
        let value = value?;
        self.expect(Punct::RightBrace)?;
        Ok(self.checker.condition(value))
    }

    /// The number of elements of the smallest array that an expression reads at a variable, and a number for pointers
    /// that lead to no array of known length.
    fn elements_at(&self, body: ExprId, variable: ObjectId) -> u64 {
        let (mut least, mut stack) = (MOST_OF_POINTER, vec![body]);
        while let Some(id) = stack.pop() {
            if let ExprKind::Binary(BinaryOp::Add, a, b) = self.checker.expr(id).kind {
                let base = if self.is_variable(b, variable) { a } else { b };
                let is_at = self.is_variable(a, variable) || self.is_variable(b, variable);
                if let (ExprKind::Decay(array), true) = (self.checker.expr(base).kind, is_at) {
                    if let Type::Array(_, Some(length)) = self.checker.types().get(self.checker.ty(array)) {
                        least = least.min(length);
                    }
                }
            }
            stack.extend(self.checker.expr(id).kind.operands());
        }
        least
    }

    /// The bit patterns of all values that the variable may have, in order.
    fn values_of(&self, body: ExprId, variable: ObjectId, ty: TypeId, joins: LogicalOp) -> Option<Vec<u64>> {
        let options = self.checker.types().options();
        let kind = self.checker.types().integer_kind(ty)?;
        let bits = options.integer_bits(kind);
        let mut range = match options.is_signed(kind) {
            true => (-(1i128 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => (0, (1 << bits) - 1),
        };
        let mut stack = vec![(body, joins == LogicalOp::Or)];
        while let Some((id, holds)) = stack.pop() {
            match self.checker.expr(id).kind {
                ExprKind::Logical(LogicalOp::And, a, b) if holds => stack.extend([(a, true), (b, true)]),
                ExprKind::Logical(LogicalOp::Or, a, b) if !holds => stack.extend([(a, false), (b, false)]),
                ExprKind::Unary(UnaryOp::Not, a) => stack.push((a, !holds)),
                ExprKind::Binary(op, a, b) => {
                    let (low, high) = self.bounds(op, a, b, variable, holds);
                    range = (range.0.max(low), range.1.min(high));
                }
                _ => {}
            }
        }
        let is_small = range.1 - range.0 < i128::from(MOST_BODIES);
        is_small.then(|| (range.0..=range.1).map(|value| options.pattern(kind, value)).collect())
    }

    /// The least and the greatest value of a variable for which a comparison has a truth value.
    fn bounds(&self, op: BinaryOp, a: ExprId, b: ExprId, variable: ObjectId, holds: bool) -> (i128, i128) {
        let all = (i128::MIN, i128::MAX);
        let types = self.checker.types();
        let constant = |id: ExprId| {
            let kind = types.integer_kind(self.checker.ty(id))?;
            Some(types.options().value(kind, self.checker.folded(id).integer()?))
        };
        let (op, bound) = match (self.is_variable(a, variable), self.is_variable(b, variable)) {
            (true, false) => (op, constant(b)),
            (false, true) => (turned(op), constant(a)),
            _ => return all,
        };
        let bound = match bound {
            Some(bound) => bound,
            None => return all,
        };
        // A negative number is a large one without sign, so an upper bound of that excludes it.
        let kind = types.integer_kind(self.checker.ty(a));
        let least = match kind.map_or(true, |kind| types.options().is_signed(kind)) {
            true => i128::MIN,
            false => 0,
        };
        match (op, holds) {
            (BinaryOp::Less, true) | (BinaryOp::GreaterEqual, false) => (least, bound - 1),
            (BinaryOp::LessEqual, true) | (BinaryOp::Greater, false) => (least, bound),
            (BinaryOp::Greater, true) | (BinaryOp::LessEqual, false) if least < 0 => (bound + 1, i128::MAX),
            (BinaryOp::GreaterEqual, true) | (BinaryOp::Less, false) if least < 0 => (bound, i128::MAX),
            (BinaryOp::Equal, true) | (BinaryOp::NotEqual, false) => (bound, bound),
            _ => all,
        }
    }

    /// Whether an expression is the value of a variable, converted at most to a type that holds it or has no sign.
    fn is_variable(&self, mut id: ExprId, variable: ObjectId) -> bool {
        let types = self.checker.types();
        while let ExprKind::Convert { operand, .. } = self.checker.expr(id).kind {
            let (from, to) = (types.size(self.checker.ty(operand)), types.size(self.checker.ty(id)));
            if types.integer_kind(self.checker.ty(id)).is_none() || from > to {
                return false;
            }
            id = operand;
        }
        match self.checker.expr(id).kind {
            ExprKind::Load(place) => self.checker.expr(place).kind == ExprKind::Object(variable),
            _ => false,
        }
    }
}

/// The comparison with exchanged operands.
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        other => other,
    }
}
