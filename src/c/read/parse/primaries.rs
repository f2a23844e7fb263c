//! Reads primary expressions: names, constants, strings, and operators that are words, such as `sizeof` (C11, 6.5.1 and
//! 6.5.3.4).

use super::super::arch::IntegerKind;
use super::super::keywords::Keyword;
use super::super::operators::Prefix;
use super::super::source::Pos;
use super::super::syntax::{ExprId, TextId};
use super::super::token::{Kind, Punct, Text};
use super::super::types::{Type, Types};
use super::expressions::Stacks;
use super::parser::{Parser, Stop};

impl Parser<'_> {
    /// Reads an operand that begins with a word or a literal. Returns an operator if the word is one that waits for its
    /// operand.
    pub(super) fn primary(&mut self, stacks: &mut Stacks) -> Result<Option<Prefix>, Stop> {
        let pos = self.pos();
        let expr = match self.token().kind {
            Kind::Integer(at) => {
                let literal = self.literals().integer(at);
                self.advance();
                self.checker.integer_literal(literal, pos)
            }
            Kind::Floating(at) => {
                let literal = self.literals().floating(at);
                self.advance();
                self.checker.floating_literal(literal, pos)
            }
            Kind::Text(_) => self.text()?,
            Kind::Name(_) if self.starts_quantifier() => self.quantifier()?,
            Kind::Name(name) => match self.keyword() {
                None => {
                    self.advance();
                    let is_called = self.is(Punct::LeftParen);
                    self.checker.named(name, is_called, pos)
                }
                Some(Keyword::Sizeof | Keyword::Alignof | Keyword::PreferredAlignof) => {
                    return self.size(stacks)
                }
                Some(Keyword::Offsetof) => self.offset_of()?,
                Some(Keyword::FunctionName) => {
                    self.advance();
                    self.checker.function_name(pos)
                }
                Some(Keyword::Generic) => self.generic()?,
                Some(Keyword::TypesCompatible) => self.types_compatible()?,
                Some(Keyword::ChooseExpr) => self.choose_expr()?,
                Some(Keyword::ConvertVector) => self.convert_vector()?,
                Some(Keyword::VaArg) => self.variable_argument()?,
                Some(_) => return Err(self.unexpected("an expression")),
            },
            Kind::Punct(Punct::AndAnd) => self.label_address()?,
            _ => return Err(self.unexpected("an expression")),
        };
        stacks.push(expr);
        Ok(None)
    }

    /// Adjacent string literals, as one.
    fn text(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        let first = match self.token().kind {
            Kind::Text(at) => at,
            _ => return Err(self.unexpected("a string literal")),
        };
        self.advance();
        if !matches!(self.token().kind, Kind::Text(_)) {
            return Ok(self.checker.text_literal(TextId(first), pos));
        }
        let mut all = self.checker.program.texts.get(first as usize).cloned().ok_or(Stop)?;
        while let Kind::Text(next) = self.token().kind {
            if let Some(next) = self.checker.program.texts.get(next as usize) {
                if next.kind != IntegerKind::Char {
                    all.kind = next.kind;
                }
                all.units.extend_from_slice(&next.units);
            }
            self.advance();
        }
        let text = self.checker.new_text(Text { ..all });
        Ok(self.checker.text_literal(text, pos))
    }

    /// Reads `sizeof` or `_Alignof`. With a type it is a constant, and with an expression an operator.
    fn size(&mut self, stacks: &mut Stacks) -> Result<Option<Prefix>, Stop> {
        let pos = self.pos();
        let prefix = match self.keyword() {
            Some(Keyword::Alignof) => Prefix::Alignof,
            Some(Keyword::PreferredAlignof) => Prefix::PreferredAlignof,
            _ => Prefix::Sizeof,
        };
        self.advance();
        if !(self.is(Punct::LeftParen) && self.starts_type(self.peek(1))) {
            return Ok(Some(prefix));
        }
        // If braces follow the type, it begins a compound literal, which is the operand.
        let mark = self.mark();
        self.pass_brackets();
        let is_literal = self.is(Punct::LeftBrace);
        self.go_to(mark);
        if is_literal {
            return Ok(Some(prefix));
        }
        self.advance();
        let named = self.variable_type_name()?;
        let ty = named.ty;
        self.expect(Punct::RightParen)?;
        let constant = match (prefix, self.named_align) {
            (Prefix::Sizeof, _) => self.size_of_named(named, pos),
            (_, Some(align)) => self.checker.size_constant(align, pos),
            (_, None) => self.checker.align_of(ty, prefix == Prefix::PreferredAlignof, pos),
        };
        stacks.push(constant);
        Ok(None)
    }

    /// `__builtin_offsetof(T, a.b[2])`
    fn offset_of(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        self.advance();
        self.expect(Punct::LeftParen)?;
        let ty = self.type_name()?;
        self.expect(Punct::Comma)?;
        self.checker.unevaluated += 1;
        let place = self.offset_place(ty, pos);
        self.checker.unevaluated -= 1;
        let place = place?;
        self.expect(Punct::RightParen)?;
        let address = self.checker.address(place, pos);
        let size = self.checker.types().integer(self.checker.types().options().size_kind());
        Ok(self.checker.cast(address, size, pos))
    }

    /// The members and indices of `offsetof`, in an object at address 0.
    fn offset_place(&mut self, ty: super::super::types::TypeId, pos: Pos) -> Result<ExprId, Stop> {
        let pointer = self.checker.program.types.pointer(ty);
        let zero = self.checker.integer_constant(0, Types::INT, pos);
        let null = self.checker.cast(zero, pointer, pos);
        let mut place = self.checker.dereference(null, pos);
        if !matches!(self.checker.types().get(ty), Type::Record(_)) {
            return Err(self.error(pos, "expected a structure or union as first argument of `offsetof`"));
        }
        let (name, at) = self.expect_name("the name of a member")?;
        place = self.checker.member(place, name, false, at);
        loop {
            let at = self.pos();
            if self.accept(Punct::Dot) {
                let (name, at) = self.expect_name("the name of a member")?;
                place = self.checker.member(place, name, false, at);
            } else if self.accept(Punct::LeftBracket) {
                let index = self.deeper(|parser| parser.expression())?;
                self.expect(Punct::RightBracket)?;
                place = self.checker.index(place, index, at);
            } else {
                return Ok(place);
            }
        }
    }
}
