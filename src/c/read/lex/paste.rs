//! The operators `#` and `##` of macros (C11, 6.10.3.2 and 6.10.3.3), with the GNU rule for `, ## args`.
//!
//! `#x` becomes a string with the text of the argument, and `a ## b` joins two tokens to one. An argument beside such
//! an operator is put in as it is written, without replacing macros in it.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::expand::{set_joined, Arguments};
use super::lexer::Lexer;
use super::macros::Macro;
use super::state::Preprocessor;

/// Tokens of one replacement.
const MOST_TOKENS: usize = 1 << 22;

impl Preprocessor<'_, '_, '_> {
    /// The body of a macro with operators: arguments beside an operator are not replaced themselves.
    pub fn substitute_operators(
        &mut self,
        definition: &Macro,
        parameters: &[NameId],
        arguments: &mut Arguments,
        pos: Pos,
    ) -> Vec<Token> {
        let place = |token: &Token| token.name().and_then(|name| parameters.iter().position(|&p| p == name));
        let source = definition.body.clone();
        let mut body: Vec<Token> = Vec::new();
        let mut at = 0;
        // Where the left operand of a `##` begins; it may be empty.
        let mut left = 0;
        // Whether a blank stands before the next token that comes in: an empty argument leaves its own.
        let mut gap = false;
        while let Some(&token) = source.get(at) {
            if body.len() > MOST_TOKENS || self.tables.diagnostics.is_over() {
                break;
            }
            self.macros.made += 1;
            if token.is(Punct::HashHash) && at > 0 && at + 1 < source.len() {
                at += 1;
                let (right, next) = self.raw_operand(&source, at, parameters, arguments);
                let rest = definition.parameters.as_ref().and_then(|all| all.len().checked_sub(1));
                let is_rest =
                    definition.is_variadic && rest.is_some() && source.get(at).and_then(place) == rest;
                let after_comma =
                    body.len() > left && body.last().map_or(false, |last| last.is(Punct::Comma));
                at = next;
                if is_rest && after_comma {
                    if arguments.lacks_rest {
                        body.pop();
                    } else {
                        left = body.len();
                        body.extend_from_slice(&right);
                    }
                    continue;
                }
                let old = left;
                self.paste(&mut body, &mut left, right, pos);
                if body.len() > old && gap {
                    set_joined(&mut body, old, false);
                    gap = false;
                }
                continue;
            }
            left = body.len();
            let before_paste = source.get(at + 1).map_or(false, |next| next.is(Punct::HashHash));
            let is_text = token.is(Punct::Hash) && definition.parameters.is_some();
            match place(&token) {
                Some(parameter) if !before_paste => {
                    let argument = self.replaced(parameter, arguments);
                    body.extend_from_slice(&argument);
                    at += 1;
                }
                None if !is_text => {
                    body.push(token);
                    at += 1;
                }
                _ => {
                    let (operand, next) = self.raw_operand(&source, at, parameters, arguments);
                    body.extend_from_slice(&operand);
                    at = next;
                }
            }
            gap |= !token.is_joined;
            if body.len() > left {
                set_joined(&mut body, left, !gap);
                gap = false;
            }
        }
        body
    }

    /// The operand of `##` at a position of a body, and the position behind it. The operand is an argument as it is
    /// written, the text of an argument (`#x`), or a token.
    fn raw_operand(
        &mut self,
        source: &[Token],
        at: usize,
        parameters: &[NameId],
        arguments: &Arguments,
    ) -> (Vec<Token>, usize) {
        let place = |token: &Token| token.name().and_then(|name| parameters.iter().position(|&p| p == name));
        let token = match source.get(at) {
            Some(&token) => token,
            None => return (Vec::new(), at + 1),
        };
        if token.is(Punct::Hash) {
            if let Some(parameter) = source.get(at + 1).and_then(place) {
                let argument = arguments.list.get(parameter).cloned().unwrap_or_default();
                let kind = self.text_of(&argument);
                return (vec![Token { kind, ..token }], at + 2);
            }
        }
        match place(&token) {
            Some(parameter) => (arguments.list.get(parameter).cloned().unwrap_or_default(), at + 1),
            None => (vec![token], at + 1),
        }
    }

    /// Joins the last token of a body with the first token of a list. If an operand is empty, nothing is joined.
    fn paste(&mut self, body: &mut Vec<Token>, left: &mut usize, right: Vec<Token>, pos: Pos) {
        let mut right = right.into_iter();
        if body.len() > *left {
            if let (Some(last), Some(first)) = (body.last().copied(), right.next()) {
                match self.joined(last, first, pos) {
                    Some(token) => {
                        body.pop();
                        body.push(token);
                    }
                    None => body.push(first),
                }
            }
        }
        body.extend(right);
        // The operand of a further `##` is the last token of this one.
        *left = if body.len() > *left { body.len() - 1 } else { *left };
    }

    /// The token that two tokens make together, if they make one.
    fn joined(&mut self, a: Token, b: Token, pos: Pos) -> Option<Token> {
        let text = [self.spelling(a), self.spelling(b)].concat();
        let mut lexer = Lexer::new(&text, Some(pos));
        lexer.is_quiet = true;
        let token = lexer.next(&mut self.tables);
        self.predefine_for(token);
        let is_whole = lexer.next(&mut self.tables).kind == Kind::End && token.kind != Kind::End;
        if !is_whole {
            let shown = String::from_utf8_lossy(&text).into_owned();
            self.error(pos, format!("`##` makes `{}`, which is no token", shown));
            return None;
        }
        Some(Token { starts_line: false, is_joined: a.is_joined, pos: a.pos, ..token })
    }

    /// The bytes of a token.
    fn spelling(&self, token: Token) -> Vec<u8> {
        match token.kind {
            Kind::Punct(punct) => punct.text().as_bytes().to_vec(),
            kind => match self.tables.literals.spelling(kind) {
                // Names hold bytes above 127 as characters.
                Some(name) => self.tables.names.text(name).chars().map(|c| c as u32 as u8).collect(),
                None => Vec::new(),
            },
        }
    }

    /// The text of several tokens, with a single blank where there were blanks.
    pub fn spelled(&self, tokens: &[Token]) -> Vec<u8> {
        let mut text = Vec::new();
        for &token in tokens {
            if !token.is_joined && !text.is_empty() {
                text.push(b' ');
            }
            text.extend(self.spelling(token));
        }
        text
    }

    /// The string literal with the text of an argument.
    fn text_of(&mut self, tokens: &[Token]) -> Kind {
        let mut text = Vec::new();
        for &token in tokens {
            if !token.is_joined && !text.is_empty() {
                text.push(b' ');
            }
            let spelling = self.spelling(token);
            let is_quoted = spelling.last().map_or(false, |&b| b == b'"' || b == b'\'');
            for byte in spelling {
                if is_quoted && (byte == b'"' || byte == b'\\') {
                    text.push(b'\\');
                }
                text.push(byte);
            }
        }
        self.quoted_text(&text)
    }

    /// The string literal whose text between the quotes is given.
    fn quoted_text(&mut self, text: &[u8]) -> Kind {
        let quoted = [b"\"", text, b"\""].concat();
        Lexer::new(&quoted, Some(self.here())).next(&mut self.tables).kind
    }

    /// A string literal of characters that need no escape.
    pub fn new_text(&mut self, text: &[u8]) -> Kind {
        self.quoted_text(text)
    }
}
