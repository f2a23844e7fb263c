//! Groups of text between `#if` and `#endif` (C11, 6.10.1): which part is read, and which parts are skipped.
//!
//! Words such as `defined` and `__has_include`, which have a meaning only in conditions, are replaced here by numbers
//! before a condition is evaluated.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::headers::header;
use super::known::{is_known_attribute, is_known_builtin};
use super::state::{Group, Preprocessor};

impl Preprocessor<'_, '_, '_> {
    /// `#if`, `#ifdef`, `#ifndef`
    pub(super) fn open_group(&mut self, directive: &str, pos: Pos) {
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

    /// Obeys `#elif` or `#else` behind a part that was read.
    pub(super) fn next_part(&mut self, directive: &str, pos: Pos) {
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

    /// Skips text up to the part that has to be read, or to the end of the group.
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

    /// The tokens of a condition, with operators such as `defined` replaced by numbers, and with macros replaced.
    pub fn condition_tokens(&mut self) -> Vec<Token> {
        let mut line = Vec::new();
        while let Some(token) = self.on_line() {
            let word = token.name().map(|name| self.tables.names.text(name).to_string());
            let value = match word.as_deref() {
                Some("defined") => self.defined(),
                Some("__has_include" | "__has_include_next") => self.has_include(),
                Some("__has_attribute" | "__has_c_attribute") => self.has(is_known_attribute),
                Some("__has_builtin") => self.has(is_known_builtin),
                _ => {
                    line.push(token);
                    continue;
                }
            };
            match value {
                Some(value) => {
                    let kind = self.new_integer(u64::from(value));
                    line.push(Token { kind, ..token });
                }
                None => {
                    let message = format!("expected a name behind `{}`", word.unwrap_or_default());
                    self.error(token.pos, message);
                }
            }
        }
        self.replace_all(line)
    }

    /// `X` or `(X)` behind `defined`
    fn defined(&mut self) -> Option<bool> {
        let mut next = self.on_line()?;
        let has_paren = next.is(Punct::LeftParen);
        if has_paren {
            next = self.on_line()?;
        }
        let name: NameId = next.name()?;
        let closes = !has_paren || self.on_line()?.is(Punct::RightParen);
        closes.then(|| self.macros.is_defined(name))
    }

    /// `(name)` behind `__has_attribute` and `__has_builtin`
    fn has(&mut self, is_known: fn(&str) -> bool) -> Option<bool> {
        let opens = self.on_line()?.is(Punct::LeftParen);
        let name = self.on_line()?.name()?;
        let closes = self.on_line()?.is(Punct::RightParen);
        (opens && closes).then(|| is_known(self.tables.names.text(name)))
    }

    /// `(<stdio.h>)` behind `__has_include`: whether the header is built in. Local ones never are.
    fn has_include(&mut self) -> Option<bool> {
        let opens = self.on_line()?.is(Punct::LeftParen);
        let mut tokens = Vec::new();
        loop {
            let token = self.on_line()?;
            if token.is(Punct::RightParen) {
                break;
            }
            tokens.push(token);
        }
        let text = String::from_utf8_lossy(&self.spelled(&tokens)).into_owned();
        let name = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>'));
        let found = name.map_or(false, |name| header(name.trim()).is_some());
        opens.then_some(found)
    }
}
