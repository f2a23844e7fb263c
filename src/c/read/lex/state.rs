//! The state of the preprocessor, and the tokens of its texts before macros are replaced.
//!
//! The file is at the bottom of a stack of texts; a header that is included lies on top until it is read.

use super::super::arch::IntegerKind;
use super::super::source::{Lines, Pos};
use super::super::token::{IntegerLiteral, Kind, Token};
use super::headers::Missing;
use super::lexer::{Lexer, Tables};
use super::macros::{Dynamic, Macros};
use super::predefined::predefined;

/// A group of `#if`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub pos: Pos,
    /// Whether one of its parts was read, so that the others are skipped.
    pub was_taken: bool,
    pub has_else: bool,
}

/// A text with the token that was read ahead.
#[derive(Debug)]
pub(super) struct Input<'a> {
    pub lexer: Lexer<'a>,
    pub ahead: Option<Token>,
    /// The number that `#line` adds to the lines of the text.
    pub shift: i64,
    /// The name that `#line` gives the file.
    pub file: Option<Vec<u8>>,
}

impl<'a> Input<'a> {
    pub fn new(lexer: Lexer<'a>) -> Input<'a> {
        Input { lexer, ahead: None, shift: 0, file: None }
    }
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
    pub missing: Missing,
    /// Whether the macros of the compiler are defined already, or not wanted.
    pub has_predefined: bool,
    /// The pragmas that matter, in the order of the text.
    pub pragmas: Vec<Vec<Token>>,
}

impl<'a> Preprocessor<'a, '_, '_> {
    /// Defines the macros of the compiler at the first name that may be one of them. Most programs use none, and need
    /// not wait for the definitions.
    pub fn predefine_for(&mut self, token: Token) {
        let name = match token.name() {
            Some(name) if !self.has_predefined && name.keyword().is_none() => name,
            _ => return,
        };
        if may_be_predefined(self.tables.names.text(name)) {
            self.has_predefined = true;
            self.predefine();
        }
    }

    /// Defines the macros of the compiler, behind those that the program has already.
    fn predefine(&mut self) {
        let text = predefined(self.tables.options);
        let file = std::mem::take(&mut self.inputs);
        let mut definitions = Preprocessor {
            tables: Tables {
                names: &mut *self.tables.names,
                literals: &mut *self.tables.literals,
                diagnostics: &mut *self.tables.diagnostics,
                options: self.tables.options,
            },
            lines: self.lines,
            inputs: vec![Input::new(Lexer::new(text.as_bytes(), Some(Pos::START)))],
            macros: Macros::default(),
            groups: Vec::new(),
            included: Vec::new(),
            missing: Missing::default(),
            has_predefined: true,
            pragmas: Vec::new(),
        };
        let end = definitions.file_token();
        debug_assert_eq!(end.kind, Kind::End, "only definitions");
        for (name, definition) in definitions.macros.table {
            self.macros.table.entry(name).or_insert(definition);
        }
        self.inputs = file;
    }

    /// Defines the macros whose value depends on the place.
    pub fn define_dynamic(&mut self) {
        for (name, dynamic) in [
            ("__LINE__", Dynamic::Line),
            ("__FILE__", Dynamic::File),
            ("__BASE_FILE__", Dynamic::File),
            ("__COUNTER__", Dynamic::Counter),
            ("__INCLUDE_LEVEL__", Dynamic::Level),
            ("__DATE__", Dynamic::Date),
            ("__TIME__", Dynamic::Time),
            ("__has_include", Dynamic::Operator),
            ("__has_include_next", Dynamic::Operator),
            ("__has_attribute", Dynamic::Operator),
            ("__has_c_attribute", Dynamic::Operator),
            ("__has_builtin", Dynamic::Operator),
        ] {
            let name = self.tables.names.intern(name);
            self.macros.dynamic.push((name, dynamic));
        }
    }

    /// A token with this value.
    pub fn new_integer(&mut self, value: u64) -> Kind {
        let spelling = self.tables.names.intern(&value.to_string());
        self.tables.literals.add_integer(IntegerLiteral { value, kind: IntegerKind::Int }, spelling)
    }

    /// The approximate bytes of memory of the preprocessor.
    pub fn bytes(&self) -> usize {
        self.tables.names.bytes() + self.tables.literals.bytes()
    }

    pub fn line_of(&self, pos: Pos) -> usize {
        self.lines.line_and_column(pos).0
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
        let token = match self.inputs.last_mut() {
            None => return self.end(),
            Some(input) => match input.ahead.take() {
                Some(token) => return token,
                None => input.lexer.next(&mut self.tables),
            },
        };
        self.predefine_for(token);
        token
    }

    pub fn put_back(&mut self, token: Token) {
        if let Some(input) = self.inputs.last_mut() {
            input.ahead = Some(token);
        }
    }

    /// The next token on the line of a directive.
    pub fn on_line(&mut self) -> Option<Token> {
        let token = self.raw();
        if token.starts_line || token.kind == Kind::End {
            self.put_back(token);
            None
        } else {
            Some(token)
        }
    }

    /// The further tokens on the line of a directive.
    pub fn line(&mut self) -> Vec<Token> {
        std::iter::from_fn(|| self.on_line()).collect()
    }
}

/// Whether a macro of the compiler may have this name.
fn may_be_predefined(name: &str) -> bool {
    let is_reserved = name.starts_with("__") && !name.starts_with("__VERIFIER_");
    is_reserved || ["linux", "unix", "i386", "_LP64", "_ILP32", "_STDC_PREDEF_H"].contains(&name)
}
