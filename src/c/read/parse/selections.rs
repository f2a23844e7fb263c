//! Reads expressions whose value the types decide, such as `_Generic` and `__builtin_types_compatible_p`. The choice is
//! made while the program is read.

use super::super::keywords::Keyword;
use super::super::syntax::{ExprId, ExprKind};
use super::super::token::Punct;
use super::super::types::{Type, TypeId, Types};
use super::parser::{Parser, Stop};

impl Parser<'_> {
    /// Reads an expression that is evaluated only if it is chosen.
    fn chosen_expression(&mut self, is_chosen: bool) -> Result<ExprId, Stop> {
        let more = u32::from(!is_chosen);
        self.checker.unevaluated += more;
        let result = self.deeper(|parser| parser.assignment_expression());
        self.checker.unevaluated -= more;
        result
    }

    /// `_Generic (e, T: a, default: b)`
    pub(super) fn generic(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        self.advance();
        self.expect(Punct::LeftParen)?;
        let control = self.chosen_expression(false)?;
        let control = self.checker.value(control);
        let wanted = self.checker.declared(control);
        let mut fitting: Vec<(TypeId, ExprId)> = Vec::new();
        let mut other = None;
        while self.accept(Punct::Comma) {
            let ty = if self.accept_keyword(Keyword::Default) { None } else { Some(self.type_name()?) };
            self.expect(Punct::Colon)?;
            let fits = ty.map_or(true, |ty| self.checker.types().are_compatible(ty, wanted));
            let value = self.chosen_expression(fits)?;
            match ty {
                None => other = Some(value),
                Some(ty) if fits => fitting.push((ty, value)),
                Some(_) => {}
            }
        }
        self.expect(Punct::RightParen)?;
        match (fitting.as_slice(), other) {
            // Qualifiers are no part of types here, so `int *` and `const int *` are the same.
            ([(_, first), (..), ..], _) => {
                let ty = self.checker.ty(*first);
                let reason = "a choice by `_Generic` between types that differ in qualifiers";
                Ok(self.checker.unsupported(reason, ty, pos))
            }
            (&[(_, value)], Some(_)) if self.may_point_to_const(control) => {
                let ty = self.checker.ty(value);
                let reason = "a choice by `_Generic` between types that may differ in qualifiers";
                Ok(self.checker.unsupported(reason, ty, pos))
            }
            (&[(_, value)], _) => Ok(value),
            ([], Some(value)) => Ok(value),
            ([], None) if wanted == Types::ERROR => Ok(control),
            ([], None) => {
                let message = format!("no type of this choice is `{}`", self.checker.type_text(wanted));
                Err(self.error(pos, message))
            }
        }
    }

    /// `__builtin_types_compatible_p (T, U)`
    pub(super) fn types_compatible(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        self.advance();
        self.expect(Punct::LeftParen)?;
        let (a, of_a) = self.qualified_type_name()?;
        self.expect(Punct::Comma)?;
        let (b, of_b) = self.qualified_type_name()?;
        self.expect(Punct::RightParen)?;
        let is_same = self.checker.types().are_compatible(a, b);
        if is_same && of_a != of_b && matches!(self.checker.types().get(a), Type::Pointer(_)) {
            let reason = "a comparison of types that may differ in qualifiers";
            return Ok(self.checker.unsupported(reason, Types::INT, pos));
        }
        Ok(self.checker.integer_constant(u64::from(is_same), Types::INT, pos))
    }

    /// Whether a value is a pointer whose target may be `const`. It is not if the value is the address of an object
    /// that is not declared `const`, or of a string literal.
    fn may_point_to_const(&self, value: ExprId) -> bool {
        let place = match self.checker.expr(value).kind {
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => Some(self.checker.expr(place).kind),
            _ => None,
        };
        let is_free = match place {
            Some(ExprKind::Text(_)) => true,
            Some(ExprKind::Object(object)) => !self.checker.program.object(object).is_const,
            _ => false,
        };
        matches!(self.checker.types().get(self.checker.ty(value)), Type::Pointer(_)) && !is_free
    }

    /// Reads the name of a type, and counts the `const` in it, which is no part of types here.
    fn qualified_type_name(&mut self) -> Result<(TypeId, usize), Stop> {
        let start = self.mark();
        let ty = self.type_name()?;
        let end = self.mark();
        self.go_to(start);
        let length = end - start;
        let is_const = |at: &usize| self.keyword_of(self.peek(*at)) == Some(Keyword::Const);
        let count = (0..length).filter(is_const).count();
        self.go_to(end);
        Ok((ty, count))
    }

    /// `__builtin_choose_expr (constant, a, b)`
    pub(super) fn choose_expr(&mut self) -> Result<ExprId, Stop> {
        self.advance();
        self.expect(Punct::LeftParen)?;
        let first = self.constant_expression("a choice between expressions")? != 0;
        self.expect(Punct::Comma)?;
        let a = self.chosen_expression(first)?;
        self.expect(Punct::Comma)?;
        let b = self.chosen_expression(!first)?;
        self.expect(Punct::RightParen)?;
        Ok(if first { a } else { b })
    }

    /// `__builtin_convertvector (v, T)`
    pub(super) fn convert_vector(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        self.advance();
        self.expect(Punct::LeftParen)?;
        let vector = self.chosen_expression(true)?;
        self.expect(Punct::Comma)?;
        let ty = self.type_name()?;
        self.expect(Punct::RightParen)?;
        Ok(self.checker.convert_vector(vector, ty, pos))
    }

    /// `__builtin_va_arg (list, T)`
    pub(super) fn variable_argument(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        self.advance();
        self.expect(Punct::LeftParen)?;
        let list = self.chosen_expression(true)?;
        self.expect(Punct::Comma)?;
        let ty = self.type_name()?;
        self.expect(Punct::RightParen)?;
        Ok(self.checker.next_argument(list, ty, pos))
    }
}
