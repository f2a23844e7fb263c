//! The state of the preprocessor, and tokens before any replacement.

use super::super::arch::IntegerKind;
use super::super::source::{Lines, Pos};
use super::super::token::{IntegerLiteral, Kind, Text, Token};
use super::lexer::{Lexer, Tables};
use super::macros::{constant, predefined, Dynamic, Macros};

/// A group of `#if`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub pos: Pos,
    /// One of its parts has been read.
    pub was_taken: bool,
    pub has_else: bool,
}

/// A text with the token that was read ahead.
#[derive(Debug)]
pub(super) struct Input<'a> {
    pub lexer: Lexer<'a>,
    pub ahead: Option<Token>,
}

/// The state of the preprocessor.
#[derive(Debug)]
pub(super) struct Preprocessor<'a, 'd, 's> {
    pub tables: Tables<'d, 's>,
    pub lines: &'a Lines,
    /// The file, and on top of it the header that is read.
    pub inputs: Vec<Input<'a>>,
    pub macros: Macros,
    pub groups: Vec<Group>,
    pub included: Vec<&'static str>,
}

impl<'a> Preprocessor<'a, '_, '_> {
    pub fn predefine(&mut self) {
        for (name, value) in predefined(self.tables.options) {
            let literal = IntegerLiteral { value, kind: IntegerKind::Int };
            self.tables.literals.integers.push(literal);
            let kind = Kind::Integer(self.tables.literals.integers.len() as u32 - 1);
            let name = self.tables.names.intern(name);
            self.macros.define(name, constant(kind));
        }
        for (name, dynamic) in [("__LINE__", Dynamic::Line), ("__FILE__", Dynamic::File)] {
            let name = self.tables.names.intern(name);
            self.macros.dynamic.push((name, dynamic));
        }
    }

    /// The bytes held, about.
    pub fn bytes(&self) -> usize {
        let literals = &*self.tables.literals;
        let texts: usize = literals.texts.len() * 64;
        self.tables.names.bytes() + 16 * (literals.integers.len() + literals.floatings.len()) + texts
    }

    pub fn line_of(&self, pos: Pos) -> usize {
        self.lines.line_and_column(pos).0
    }

    /// The value of `__FILE__`: readers do not know the names of files.
    pub fn file_name(&mut self) -> Kind {
        let units = "program.c".bytes().map(u32::from).collect();
        self.tables.literals.texts.push(Text { kind: IntegerKind::Char, units });
        Kind::Text(self.tables.literals.texts.len() as u32 - 1)
    }

    pub fn here(&self) -> Pos {
        self.inputs.last().map_or(Pos::START, |input| input.lexer.here())
    }

    /// The token that stands for the end.
    pub fn end(&self) -> Token {
        Token { kind: Kind::End, pos: self.here(), starts_line: true, is_joined: false, is_plain: false }
    }

    pub fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.tables.diagnostics.error(pos, message);
    }

    /// The next token of the text on top.
    pub fn raw(&mut self) -> Token {
        match self.inputs.last_mut() {
            None => self.end(),
            Some(input) => match input.ahead.take() {
                Some(token) => token,
                None => input.lexer.next(&mut self.tables),
            },
        }
    }

    pub fn put_back(&mut self, token: Token) {
        if let Some(input) = self.inputs.last_mut() {
            input.ahead = Some(token);
        }
    }

    /// The next token on the line of a directive.
    pub fn on_line(&mut self) -> Option<Token> {
        let token = self.raw();
        match token.starts_line || token.kind == Kind::End {
            true => {
                self.put_back(token);
                None
            }
            false => Some(token),
        }
    }

    /// The further tokens on the line of a directive.
    pub fn line(&mut self) -> Vec<Token> {
        std::iter::from_fn(|| self.on_line()).collect()
    }
}
