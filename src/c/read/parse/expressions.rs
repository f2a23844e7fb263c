//! Reads expressions (C11, 6.5) by operator precedence, with a stack of operands and a stack of operators that wait.
//!
//! An operator is applied as soon as an operator follows that binds less tightly: in `a * b + c`, the `+` causes the
//! product. So the checker always gets complete operands, and parentheses may nest as deeply as memory allows.

use super::super::keywords::Keyword;
use super::super::operators::{Infix, Level, Prefix, ASSIGNMENT, COMMA, CONDITIONAL};
use super::super::source::Pos;
use super::super::syntax::{BinaryOp, ExprId, LogicalOp, UnaryOp};
use super::super::token::{Kind, Punct};
use super::super::types::TypeId;
use super::parser::{Parser, Stop};

/// An operator or bracket that waits for what is behind it.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    Prefix(Prefix, Pos),
    /// A cast to a type. The flag says whether the type has a length that is no constant.
    Cast(TypeId, bool, Pos),
    Infix(Infix, Pos),
    Paren,
    Index(Pos),
    /// A call whose arguments are the operands from a position on; the callee is the operand before.
    Call(usize),
    /// `a ?`
    Question(Pos),
    /// `a ? b :`, or `a ?:`
    Colon(Pos, bool),
}

/// The stacks of one expression.
#[derive(Debug, Default)]
pub(super) struct Stacks {
    operands: Vec<ExprId>,
    waiting: Vec<Waiting>,
    /// The positions of brackets and questions among those that wait.
    open: Vec<usize>,
    /// The number of waiting operators that do not evaluate their operand.
    unevaluated: u32,
}

impl Stacks {
    pub(super) fn push(&mut self, operand: ExprId) {
        self.operands.push(operand);
    }

    fn pop(&mut self) -> Result<ExprId, Stop> {
        self.operands.pop().ok_or(Stop)
    }

    /// Pushes a bracket or question.
    fn open(&mut self, waiting: Waiting) {
        self.open.push(self.waiting.len());
        self.waiting.push(waiting);
    }

    /// Pops the bracket or question on top.
    fn close(&mut self) -> Option<Waiting> {
        self.open.pop();
        self.waiting.pop()
    }

    /// The innermost bracket or question that is open.
    fn innermost(&self) -> Option<Waiting> {
        self.open.last().and_then(|&at| self.waiting.get(at)).copied()
    }
}

impl Parser<'_> {
    /// Reads an expression, which may have commas.
    pub(super) fn expression(&mut self) -> Result<ExprId, Stop> {
        self.expression_of(COMMA)
    }

    /// Reads a text that is one condition and nothing else.
    pub fn lone_expression(&mut self) -> Result<ExprId, Stop> {
        let expr = self.expression()?;
        match self.is_end() {
            true => Ok(self.checker.condition(expr)),
            false => Err(self.unexpected("an operator or the end of this expression")),
        }
    }

    /// Reads an expression without comma outside of parentheses.
    pub(super) fn assignment_expression(&mut self) -> Result<ExprId, Stop> {
        self.expression_of(ASSIGNMENT)
    }

    /// Reads an integer constant. `role` says in messages what it is for, as in `the length of an array`.
    pub(super) fn constant_expression(&mut self, role: &str) -> Result<i128, Stop> {
        let expr = self.deeper(|parser| parser.expression_of(CONDITIONAL))?;
        self.checker.constant_value(expr, role).ok_or(Stop)
    }

    /// Reads an expression of operators that bind at least this tightly.
    fn expression_of(&mut self, least: Level) -> Result<ExprId, Stop> {
        let mut stacks = Stacks::default();
        let result = self.fill(&mut stacks, least);
        self.checker.unevaluated -= stacks.unevaluated;
        result
    }

    fn fill(&mut self, stacks: &mut Stacks, least: Level) -> Result<ExprId, Stop> {
        loop {
            if !self.goes_on() {
                return Err(Stop);
            }
            // An empty list of arguments has no operand.
            let is_empty_call =
                matches!(stacks.waiting.last(), Some(Waiting::Call(_))) && self.is(Punct::RightParen);
            if !is_empty_call {
                self.operand(stacks)?;
            }
            if !self.behind_operand(stacks, least)? {
                break;
            }
        }
        self.reduce(stacks, 0)?;
        if let Some(open) = stacks.waiting.last() {
            let expected = match open {
                Waiting::Question(_) => "`:` of this conditional",
                Waiting::Index(_) => "`]` or an operator",
                _ => "`)` or an operator",
            };
            return Err(self.unexpected(expected));
        }
        stacks.pop()
    }

    /// Reads an operand with the operators before it.
    fn operand(&mut self, stacks: &mut Stacks) -> Result<(), Stop> {
        loop {
            while self.accept_keyword(Keyword::Extension) {}
            let pos = self.pos();
            if let Kind::Punct(punct) = self.token().kind {
                if let Some(prefix) = Prefix::of(punct) {
                    self.advance();
                    stacks.waiting.push(Waiting::Prefix(prefix, pos));
                    continue;
                }
            }
            if self.is(Punct::LeftParen) && !self.starts_type(self.peek(1)) {
                if self.peek(1).is(Punct::LeftBrace) {
                    let value = self.statement_expression()?;
                    stacks.push(value);
                    return Ok(());
                }
                self.advance();
                stacks.open(Waiting::Paren);
                continue;
            }
            if self.is(Punct::LeftParen) {
                self.advance();
                let named = self.variable_type_name()?;
                let ty = named.ty;
                self.expect(Punct::RightParen)?;
                if !self.is(Punct::LeftBrace) {
                    stacks.waiting.push(Waiting::Cast(ty, named.is_unknown, pos));
                    continue;
                }
                if named.is_unknown || named.length.is_some() {
                    return Err(self.unsupported("compound literals of variable length", "declare an object"));
                }
                let literal = self.compound_literal(ty, pos)?;
                stacks.push(literal);
                return Ok(());
            }
            if let Some(prefix) = self.primary(stacks)? {
                self.checker.unevaluated += 1;
                stacks.unevaluated += 1;
                stacks.waiting.push(Waiting::Prefix(prefix, pos));
                continue;
            }
            return Ok(());
        }
    }

    /// Reads all that follows an operand up to the next one, and returns whether there is a next one.
    fn behind_operand(&mut self, stacks: &mut Stacks, least: Level) -> Result<bool, Stop> {
        loop {
            let pos = self.pos();
            let punct = match self.token().kind {
                Kind::Punct(punct) => punct,
                _ => return Ok(false),
            };
            match punct {
                Punct::LeftParen => {
                    self.advance();
                    stacks.open(Waiting::Call(stacks.operands.len()));
                    return Ok(true);
                }
                Punct::LeftBracket => {
                    self.advance();
                    stacks.open(Waiting::Index(pos));
                    return Ok(true);
                }
                Punct::Dot | Punct::Arrow => {
                    self.advance();
                    let (name, _) = self.expect_name("the name of a member")?;
                    let record = stacks.pop()?;
                    let member = self.checker.member(record, name, punct == Punct::Arrow, pos);
                    stacks.push(member);
                }
                Punct::Increment | Punct::Decrement => {
                    self.advance();
                    let target = stacks.pop()?;
                    let step = self.checker.step(target, punct == Punct::Decrement, false, pos);
                    stacks.push(step);
                }
                Punct::RightParen | Punct::RightBracket => {
                    if !self.close(stacks, punct)? {
                        return Ok(false);
                    }
                }
                Punct::Question => {
                    self.reduce(stacks, CONDITIONAL + 1)?;
                    self.advance();
                    match self.accept(Punct::Colon) {
                        true => stacks.waiting.push(Waiting::Colon(pos, true)),
                        false => stacks.open(Waiting::Question(pos)),
                    }
                    return Ok(true);
                }
                Punct::Colon => {
                    if !matches!(stacks.innermost(), Some(Waiting::Question(_))) {
                        return Ok(false);
                    }
                    self.reduce(stacks, 0)?;
                    self.advance();
                    if let Some(Waiting::Question(pos)) = stacks.close() {
                        stacks.waiting.push(Waiting::Colon(pos, false));
                    }
                    return Ok(true);
                }
                _ => return self.infix(stacks, punct, least, pos),
            }
        }
    }

    /// Reads an operator between operands, and returns whether there was one.
    fn infix(&mut self, stacks: &mut Stacks, punct: Punct, least: Level, pos: Pos) -> Result<bool, Stop> {
        let infix = match Infix::of(punct) {
            Some(Infix::Binary(BinaryOp::Equal)) if self.peek(1).is(Punct::Greater) => Infix::Implies,
            Some(infix) => infix,
            None => return Ok(false),
        };
        if infix == Infix::Comma {
            if let Some(Waiting::Call(_)) = stacks.innermost() {
                self.reduce(stacks, 0)?;
                self.advance();
                return Ok(true);
            }
        }
        // Inside of brackets and questions, every operator is allowed.
        if infix.level() < least && stacks.innermost().is_none() {
            return Ok(false);
        }
        self.reduce(stacks, infix.level() + u8::from(infix.groups_right()))?;
        if infix == Infix::Implies {
            self.advance();
        }
        self.advance();
        stacks.waiting.push(Waiting::Infix(infix, pos));
        Ok(true)
    }

    /// Reads a closing bracket, and returns whether it belongs to the expression.
    fn close(&mut self, stacks: &mut Stacks, punct: Punct) -> Result<bool, Stop> {
        if stacks.open.is_empty() {
            return Ok(false);
        }
        self.reduce(stacks, 0)?;
        let pos = self.pos();
        match (stacks.waiting.last().copied(), punct) {
            (Some(Waiting::Paren), Punct::RightParen) => drop(stacks.close()),
            (Some(Waiting::Index(at)), Punct::RightBracket) => {
                stacks.close();
                let index = stacks.pop()?;
                let array = stacks.pop()?;
                let element = self.checker.index(array, index, at);
                stacks.push(element);
            }
            (Some(Waiting::Call(first)), Punct::RightParen) => {
                stacks.close();
                let arguments = stacks.operands.split_off(first.min(stacks.operands.len()));
                let callee = stacks.pop()?;
                let start = self.checker.pos(callee);
                let call = self.checker.call(callee, &arguments, start, pos);
                stacks.push(call);
            }
            _ => return Ok(false),
        }
        self.advance();
        Ok(true)
    }

    /// Applies the operators on top that bind at least this tightly, up to a bracket or question.
    fn reduce(&mut self, stacks: &mut Stacks, least: Level) -> Result<(), Stop> {
        while let Some(&top) = stacks.waiting.last() {
            let result = match top {
                Waiting::Paren | Waiting::Index(_) | Waiting::Call(_) | Waiting::Question(_) => break,
                Waiting::Infix(infix, _) if infix.level() < least => break,
                Waiting::Colon(..) if CONDITIONAL < least => break,
                Waiting::Prefix(prefix, pos) => self.apply_prefix(stacks, prefix, pos)?,
                Waiting::Cast(ty, is_unknown, pos) => {
                    let operand = stacks.pop()?;
                    if is_unknown {
                        self.unknown_value(ty, pos)
                    } else {
                        self.checker.cast(operand, ty, pos)
                    }
                }
                Waiting::Infix(infix, pos) => {
                    let b = stacks.pop()?;
                    let a = stacks.pop()?;
                    match infix {
                        Infix::Binary(op) => self.checker.binary(op, a, b, pos),
                        Infix::Logical(op) => self.checker.logical(op, a, b, pos),
                        Infix::Implies => {
                            let a = self.checker.unary(Some(UnaryOp::Not), a, pos);
                            self.checker.logical(LogicalOp::Or, a, b, pos)
                        }
                        Infix::Assign(None) => self.checker.assign(a, b, pos),
                        Infix::Assign(Some(op)) => self.checker.assign_op(op, a, b, pos),
                        Infix::Comma => self.checker.comma(a, b, pos),
                    }
                }
                Waiting::Colon(pos, is_short) => {
                    let c = stacks.pop()?;
                    let b = if is_short { None } else { Some(stacks.pop()?) };
                    let a = stacks.pop()?;
                    self.checker.conditional(a, b, c, pos)
                }
            };
            stacks.waiting.pop();
            stacks.push(result);
        }
        Ok(())
    }

    fn apply_prefix(&mut self, stacks: &mut Stacks, prefix: Prefix, pos: Pos) -> Result<ExprId, Stop> {
        let operand = stacks.pop()?;
        Ok(match prefix {
            Prefix::Address => self.checker.address(operand, pos),
            Prefix::Dereference => self.checker.dereference(operand, pos),
            Prefix::Plus => self.checker.unary(None, operand, pos),
            Prefix::Unary(op) => self.checker.unary(Some(op), operand, pos),
            Prefix::Step { is_decrement } => self.checker.step(operand, is_decrement, true, pos),
            Prefix::Sizeof | Prefix::Alignof | Prefix::PreferredAlignof => {
                self.checker.unevaluated -= 1;
                stacks.unevaluated -= 1;
                match prefix {
                    Prefix::Sizeof => self.checker.size_of_expr(operand, pos),
                    _ => self.checker.align_of_expr(operand, prefix == Prefix::PreferredAlignof, pos),
                }
            }
        })
    }
}
