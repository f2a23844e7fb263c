//! Assembler: read, and not understood.

use super::super::keywords::Keyword;
use super::super::source::Pos;
use super::super::syntax::{StmtId, StmtKind};
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
    pub(super) fn assembler_statement(&mut self, pos: Pos) -> Result<StmtId, Stop> {
        self.advance();
        while matches!(
            self.keyword(),
            Some(Keyword::Volatile | Keyword::Inline | Keyword::Goto | Keyword::Const)
        ) {
            self.advance();
        }
        if !self.is(Punct::LeftParen) {
            return Err(self.unexpected("`(` behind `asm`"));
        }
        let is_empty = self.is_empty_template();
        self.pass_brackets();
        let end = self.expect(Punct::Semicolon)?;
        if is_empty {
            return Ok(self.checker.add_stmt(StmtKind::Empty, pos, end));
        }
        let expr = self.checker.unsupported("an assembler statement", Types::VOID, pos);
        Ok(self.checker.add_stmt(StmtKind::Expression(expr), pos, end))
    }
}
