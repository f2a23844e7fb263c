//! Assembler: what it may do to the objects of a program.

use super::super::keywords::Keyword;
use super::super::source::Pos;
use super::super::syntax::{ExprId, StmtId, StmtKind};
use super::super::token::{Kind, Punct};
use super::super::types::Types;
use super::parser::{Parser, Stop};

impl Parser<'_> {
    /// `asm ("text");` outside of functions. It may define what C only declares.
    pub(super) fn global_assembler(&mut self) -> Result<(), Stop> {
        let pos = self.pos();
        self.advance();
        if !self.is(Punct::LeftParen) {
            return Err(self.unexpected("`(` behind `asm`"));
        }
        if !self.is_empty_template() {
            self.checker.diagnostics.warning(pos, "assembler outside of functions is passed over");
        }
        self.pass_brackets();
        self.expect(Punct::Semicolon).map(drop)
    }

    /// Whether the parenthesis here holds an empty text and nothing that is read or written.
    fn is_empty_template(&self) -> bool {
        let mut ahead = 1;
        while let Kind::Text(at) = self.peek(ahead).kind {
            let text = self.checker.program.texts.get(at as usize);
            if !text.map_or(true, |text| text.units.iter().all(|&unit| unit == 32 || unit == 9 || unit == 10))
            {
                return false;
            }
            ahead += 1;
        }
        // Behind the third colon stand the names of what is overwritten.
        let mut colons = 0;
        loop {
            let token = self.peek(ahead);
            match token.kind {
                Kind::Punct(Punct::RightParen) => return true,
                Kind::Punct(Punct::Colon) => colons += 1,
                Kind::Text(_) | Kind::Punct(Punct::Comma) if colons == 3 => {}
                _ => return false,
            }
            ahead += 1;
        }
    }

    /// `asm volatile ("text" : outputs : inputs : overwritten);`
    ///
    /// Inputs are evaluated, and outputs get any value. A statement that may write memory is a call of a function that
    /// nobody knows, with the inputs and the addresses of the outputs as its arguments.
    pub(super) fn assembler_statement(&mut self, pos: Pos) -> Result<StmtId, Stop> {
        self.advance();
        let mut may_jump = false;
        while let Some(Keyword::Volatile | Keyword::Inline | Keyword::Goto | Keyword::Const) = self.keyword()
        {
            may_jump |= self.keyword() == Some(Keyword::Goto);
            self.advance();
        }
        if !self.is(Punct::LeftParen) {
            return Err(self.unexpected("`(` behind `asm`"));
        }
        if may_jump {
            self.pass_brackets();
            let end = self.expect(Punct::Semicolon)?;
            let expr = self.checker.unsupported("an assembler statement that may jump", Types::VOID, pos);
            return Ok(self.checker.add_stmt(StmtKind::Expression(expr), pos, end));
        }
        let is_empty = self.is_empty_template();
        self.advance();
        self.pass_texts();
        let mut exprs = Vec::new();
        let mut arguments = Vec::new();
        if self.accept(Punct::Colon) {
            for (output, place) in self.operands()? {
                exprs.push(self.checker.any_output(output, place));
            }
        }
        if self.accept(Punct::Colon) {
            for (input, _) in self.operands()? {
                arguments.push(self.checker.value(input));
            }
        }
        let mut writes_memory = false;
        if self.accept(Punct::Colon) {
            writes_memory = self.overwritten();
        }
        self.expect(Punct::RightParen)?;
        let end = self.expect(Punct::Semicolon)?;
        match writes_memory && !is_empty {
            true => exprs.push(self.checker.unknown_assembler(&arguments, pos)),
            false => exprs.splice(..0, arguments).for_each(drop),
        }
        let statements: Vec<StmtId> = exprs
            .into_iter()
            .map(|expr| self.checker.add_stmt(StmtKind::Expression(expr), pos, end))
            .collect();
        let scope = self.checker.scope();
        let list = self.checker.add_stmts(&statements);
        Ok(self.checker.add_stmt(StmtKind::Block(list, scope), pos, end))
    }

    /// Passes string literals.
    fn pass_texts(&mut self) {
        while let Kind::Text(_) = self.token().kind {
            self.advance();
        }
    }

    /// `[name] "constraint" (expression), …`
    fn operands(&mut self) -> Result<Vec<(ExprId, Pos)>, Stop> {
        let mut operands = Vec::new();
        loop {
            if self.is(Punct::LeftBracket) {
                self.pass_brackets();
            }
            if !matches!(self.token().kind, Kind::Text(_)) {
                return Ok(operands);
            }
            self.pass_texts();
            let pos = self.expect(Punct::LeftParen)?;
            operands.push((self.expression()?, pos));
            self.expect(Punct::RightParen)?;
            if !self.accept(Punct::Comma) {
                return Ok(operands);
            }
        }
    }

    /// The list of what the statement overwrites: whether memory is in it.
    fn overwritten(&mut self) -> bool {
        let mut writes_memory = false;
        while let Kind::Text(text) = self.token().kind {
            if let Some(text) = self.checker.program.texts.get(text as usize) {
                writes_memory |= text.units.iter().copied().eq("memory".bytes().map(u32::from));
            }
            self.advance();
            self.accept(Punct::Comma);
        }
        writes_memory
    }
}
