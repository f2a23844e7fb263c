//! Directives (C11, 6.10).
//!
//! `#line` and markers such as `# 1 "f.c"` are passed over: places are those of the file as it is.

use super::super::arch::IntegerKind;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::{IntegerLiteral, Kind, Punct, Token};
use super::headers::{header, HEADERS};
use super::lexer::Lexer;
use super::macros::Macro;
use super::state::{Group, Input, Preprocessor};

impl Preprocessor<'_, '_, '_> {
    /// The next token of the file and its headers, with directives obeyed.
    pub fn file_token(&mut self) -> Token {
        loop {
            if self.tables.diagnostics.is_over() {
                return self.end();
            }
            let token = self.raw();
            if token.is(Punct::Hash) && token.starts_line {
                self.directive(token.pos);
            } else if token.kind == Kind::End && self.inputs.len() > 1 {
                self.inputs.pop();
            } else {
                return token;
            }
        }
    }

    fn set_quiet(&mut self, quiet: bool) {
        if let Some(input) = self.inputs.last_mut() {
            input.lexer.is_quiet = quiet;
        }
    }

    /// The name of the directive on this line, if there is one.
    fn directive_name(&mut self) -> Option<(String, Pos)> {
        let token = self.on_line()?;
        match token.kind {
            Kind::Name(name) => Some((self.tables.names.text(name).to_string(), token.pos)),
            // The marker of a line.
            Kind::Integer(_) => Some(("line".to_string(), token.pos)),
            _ => Some((String::new(), token.pos)),
        }
    }

    fn directive(&mut self, hash: Pos) {
        let (name, pos) = match self.directive_name() {
            None => return,
            Some(found) => found,
        };
        match name.as_str() {
            "define" => self.define(pos),
            "undef" => {
                if let Some(name) = self.macro_name(pos) {
                    self.macros.remove(name);
                    self.nothing_more();
                }
            }
            "include" => self.include(hash, pos),
            "if" | "ifdef" | "ifndef" => self.open_group(&name, pos),
            "elif" | "else" => self.next_part(&name, pos),
            "endif" => {
                if self.groups.pop().is_none() {
                    self.error(pos, "`#endif` without `#if`");
                }
                self.nothing_more();
            }
            "error" => {
                let text = self.inputs.last_mut().map_or(Vec::new(), |input| input.lexer.rest_of_line());
                let message = format!("the program says: {}", String::from_utf8_lossy(&text));
                self.error(pos, message);
            }
            "pragma" | "line" | "ident" | "warning" => {
                self.set_quiet(true);
                self.line();
                self.set_quiet(false);
            }
            _ => {
                let known =
                    "define, undef, include, if, ifdef, ifndef, elif, else, endif, line, pragma or error";
                self.error(pos, format!("expected a directive: {}", known));
                self.set_quiet(true);
                self.line();
                self.set_quiet(false);
            }
        }
    }

    fn nothing_more(&mut self) {
        if let Some(token) = self.on_line() {
            self.tables.diagnostics.warning(token.pos, "text behind a directive is passed over");
            self.line();
        }
    }

    fn macro_name(&mut self, pos: Pos) -> Option<NameId> {
        let token = self.on_line();
        match token.and_then(|token| token.name()) {
            Some(name) => Some(name),
            None => {
                self.error(token.map_or(pos, |token| token.pos), "expected the name of a macro");
                self.line();
                None
            }
        }
    }

    fn define(&mut self, pos: Pos) {
        let name = match self.macro_name(pos) {
            Some(name) => name,
            None => return,
        };
        let mut first = self.on_line();
        let mut parameters = None;
        let mut is_variadic = false;
        if first.map_or(false, |token| token.is(Punct::LeftParen) && token.is_joined) {
            match self.parameters() {
                Ok((list, variadic)) => {
                    parameters = Some(list);
                    is_variadic = variadic;
                }
                Err(pos) => {
                    let message =
                        "expected the parameters of a macro: names with commas between them, or `...` at \
                                   the end";
                    self.error(pos, message);
                    self.line();
                    return;
                }
            }
            first = self.on_line();
        }
        let mut body: Vec<Token> = first.into_iter().collect();
        body.extend(self.line());
        let operator = body
            .iter()
            .find(|token| token.is(Punct::HashHash) || (token.is(Punct::Hash) && parameters.is_some()));
        if let Some(operator) = operator {
            let name = self.tables.names.text(name);
            let message = format!(
                "the operators `#` and `##` in macros are not supported (macro `{}`); preprocess the file first, for \
                 example by `gcc -E`",
                name
            );
            let pos = operator.pos;
            self.error(pos, message);
            return;
        }
        for token in &mut body {
            token.pos = Pos::START;
            token.starts_line = false;
        }
        self.macros.define(name, Macro { parameters, is_variadic, body: body.into() });
    }

    /// The parameters, from behind the parenthesis to its pendant; or the place of an error.
    fn parameters(&mut self) -> Result<(Vec<NameId>, bool), Pos> {
        let mut list = Vec::new();
        let mut token = self.on_line().ok_or_else(|| self.here())?;
        if token.is(Punct::RightParen) {
            return Ok((list, false));
        }
        loop {
            let is_variadic = token.is(Punct::Ellipsis);
            match token.kind {
                Kind::Name(name) if !list.contains(&name) => list.push(name),
                Kind::Punct(Punct::Ellipsis) => list.push(self.tables.names.intern("__VA_ARGS__")),
                _ => return Err(token.pos),
            }
            let next = self.on_line().ok_or(token.pos)?;
            match next.kind {
                Kind::Punct(Punct::RightParen) => return Ok((list, is_variadic)),
                Kind::Punct(Punct::Comma) if !is_variadic => {}
                _ => return Err(next.pos),
            }
            token = self.on_line().ok_or(next.pos)?;
        }
    }

    fn include(&mut self, hash: Pos, pos: Pos) {
        let text = self.inputs.last_mut().map_or(Vec::new(), |input| input.lexer.rest_of_line());
        let text = String::from_utf8_lossy(&text).into_owned();
        let name = text.strip_prefix('<').and_then(|rest| rest.split_once('>')).map(|(name, _)| name.trim());
        let name = match name {
            Some(name) => name,
            None => {
                let message = if text.starts_with('"') {
                    "local headers are not read; preprocess the file first, for example by `gcc -E`"
                } else {
                    "expected a header such as <limits.h>"
                };
                self.error(pos, message);
                return;
            }
        };
        match header(name, self.tables.options) {
            Some(_) if name != "assert.h" && self.included.contains(&name) => {}
            Some((name, text)) => {
                self.included.push(name);
                self.inputs.push(Input { lexer: Lexer::new(text.as_bytes(), Some(hash)), ahead: None });
            }
            None => {
                let known: Vec<&str> = HEADERS.iter().map(|&(name, ..)| name).collect();
                let message = format!(
                    "the header <{}> is not built in; the built-in ones are {}; preprocess the file first, for \
                     example by `gcc -E`",
                    name,
                    known.join(", ")
                );
                self.error(pos, message);
            }
        }
    }

    /// `#if`, `#ifdef`, `#ifndef`
    fn open_group(&mut self, directive: &str, pos: Pos) {
        let holds = match directive {
            "if" => self.condition(pos),
            _ => {
                let name = self.macro_name(pos);
                self.line();
                name.map_or(false, |name| self.macros.is_defined(name)) == (directive == "ifdef")
            }
        };
        self.groups.push(Group { pos, was_taken: holds, has_else: false });
        if !holds {
            self.skip();
        }
    }

    /// `#elif` or `#else` behind a part that was read.
    fn next_part(&mut self, directive: &str, pos: Pos) {
        match self.groups.last_mut() {
            None => {
                let message = format!("`#{}` without `#if`", directive);
                self.error(pos, message);
                self.line();
            }
            Some(group) => {
                if std::mem::replace(&mut group.has_else, directive == "else") {
                    let message = format!("`#{}` behind `#else`", directive);
                    self.error(pos, message);
                }
                self.skip();
            }
        }
    }

    /// Leaves text out, up to the part that is to be read, or the end of the group.
    fn skip(&mut self) {
        self.set_quiet(true);
        let mut inner = 0usize;
        loop {
            let token = self.raw();
            if token.kind == Kind::End {
                self.put_back(token);
                break;
            }
            if !(token.is(Punct::Hash) && token.starts_line) {
                continue;
            }
            let (name, pos) = match self.directive_name() {
                None => continue,
                Some(found) => found,
            };
            let was_taken = self.groups.last().map_or(true, |group| group.was_taken);
            match name.as_str() {
                "if" | "ifdef" | "ifndef" => inner += 1,
                "endif" if inner > 0 => inner -= 1,
                "endif" => {
                    self.groups.pop();
                    break;
                }
                "elif" | "else" if inner == 0 => {
                    let is_else = name == "else";
                    let mut second = false;
                    if let Some(group) = self.groups.last_mut() {
                        second = group.has_else;
                        group.has_else |= is_else;
                    }
                    if second {
                        let message = format!("`#{}` behind `#else`", name);
                        self.error(pos, message);
                    }
                    self.set_quiet(false);
                    if !was_taken && (is_else || self.condition(pos)) {
                        if let Some(group) = self.groups.last_mut() {
                            group.was_taken = true;
                        }
                        break;
                    }
                    self.set_quiet(true);
                }
                _ => {}
            }
        }
        self.set_quiet(false);
        self.line();
    }

    /// The tokens of a condition, with `defined` taken out, macros replaced.
    pub fn condition_tokens(&mut self) -> Vec<Token> {
        let defined = self.tables.names.intern("defined");
        let mut line = Vec::new();
        while let Some(token) = self.on_line() {
            if token.name() != Some(defined) {
                line.push(token);
                continue;
            }
            let mut next = self.on_line();
            let has_paren = next.map_or(false, |t| t.is(Punct::LeftParen));
            if has_paren {
                next = self.on_line();
            }
            let name = next.and_then(|t| t.name());
            let closes = !has_paren || self.on_line().map_or(false, |t| t.is(Punct::RightParen));
            match name {
                Some(name) if closes => {
                    let value = u64::from(self.macros.is_defined(name));
                    let literal = IntegerLiteral { value, kind: IntegerKind::Int };
                    self.tables.literals.integers.push(literal);
                    let kind = Kind::Integer(self.tables.literals.integers.len() as u32 - 1);
                    line.push(Token { kind, ..token });
                }
                _ => self.error(token.pos, "expected a name behind `defined`"),
            }
        }
        self.replace_all(line)
    }
}
