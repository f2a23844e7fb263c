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
        let holds = self.holds(directive, pos);
        self.groups.push(Group { pos, was_taken: holds, has_else: false });
        if !holds {
            self.skip();
        }
    }

    /// Whether the part behind a directive is read if no part before it was.
    fn holds(&mut self, directive: &str, pos: Pos) -> bool {
        match directive {
            "else" => true,
            "if" | "elif" => self.condition(pos),
            _ => {
                let name = self.macro_name(pos);
                self.line();
                name.map_or(false, |name| self.is_defined(name, pos) != directive.ends_with("ndef"))
            }
        }
    }

    /// Obeys `#elif`, `#elifdef`, `#elifndef` or `#else` behind a part that was read.
    pub(super) fn next_part(&mut self, directive: &str, pos: Pos) {
        match self.groups.last_mut() {
            None => {
                let message = format!("`#{}` without `#if`", directive);
                self.error(pos, message);
                self.line();
            }
            Some(group) => {
                let had_else = group.has_else;
                group.has_else |= directive == "else";
                if had_else {
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
        // By group inside of the skipped text: whether it has an `#else`.
        let mut inner: Vec<bool> = Vec::new();
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
            match name.as_str() {
                "if" | "ifdef" | "ifndef" => inner.push(false),
                "endif" if inner.pop().is_none() => {
                    self.groups.pop();
                    break;
                }
                "elif" | "elifdef" | "elifndef" | "else" => {
                    let group = self.groups.last_mut();
                    let (was_taken, outer) = match group {
                        Some(group) => (group.was_taken, &mut group.has_else),
                        None => break,
                    };
                    let is_inner = !inner.is_empty();
                    let has_else = inner.last_mut().unwrap_or(outer);
                    if std::mem::replace(has_else, *has_else || name == "else") {
                        self.error(pos, format!("`#{}` behind `#else`", name));
                    }
                    if is_inner || was_taken {
                        continue;
                    }
                    self.set_quiet(false);
                    if self.holds(&name, pos) {
                        if let Some(group) = self.groups.last_mut() {
                            group.was_taken = true;
                        }
                        break;
                    }
                    self.set_quiet(true);
                }
                // Other directives, known or not, are text of the part that is skipped.
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
                Some("defined") => self.defined().map(u64::from),
                Some("__has_include" | "__has_include_next") => self.has_include().map(u64::from),
                Some("__has_attribute") => self.has_attribute(false),
                Some("__has_c_attribute") => self.has_attribute(true),
                Some("__has_builtin") => self.has_builtin().map(u64::from),
                _ => {
                    line.push(token);
                    continue;
                }
            };
            match value {
                Some(value) => {
                    let kind = self.new_integer(value);
                    line.push(Token { kind, ..token });
                }
                None => {
                    let message = format!("expected a name behind `{}`", word.unwrap_or_default());
                    self.error(token.pos, message);
                }
            }
        }
        let line = self.replace_all(line);
        for token in &line {
            if let Some(name) = token.name() {
                self.is_defined(name, token.pos);
            }
        }
        line
    }

    /// Whether a macro is defined. A macro of gcc's headers that is missing from the headers here is an error, since
    /// a condition that takes it for undefined chooses another part than gcc does.
    fn is_defined(&mut self, name: NameId, pos: Pos) -> bool {
        let is_defined = self.macros.is_defined(name);
        let text = self.tables.names.text(name);
        let is_in_program = self.inputs.len() == 1 && !self.macros.undefined.contains(&name);
        if !is_defined && is_in_program && self.missing.contains(text) {
            let message = format!("`{}` is a macro of gcc's headers that is missing here", text);
            self.error(pos, message);
        }
        is_defined
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
        closes.then(|| self.is_defined(name, next.pos))
    }

    /// `(name)` behind `__has_builtin`
    fn has_builtin(&mut self) -> Option<bool> {
        let opens = self.on_line()?.is(Punct::LeftParen);
        let name = self.on_line()?.name()?;
        let closes = self.on_line()?.is(Punct::RightParen);
        (opens && closes).then(|| is_known_builtin(self.tables.names.text(name)))
    }

    /// `(name)` or `(gnu::name)` behind `__has_attribute` and `__has_c_attribute`: the year and month in which C got
    /// the attribute, or 1 for one that only gcc has.
    fn has_attribute(&mut self, is_of_c: bool) -> Option<u64> {
        let opens = self.on_line()?.is(Punct::LeftParen);
        let mut name = self.on_line()?.name()?;
        let mut scope = None;
        let mut next = self.on_line()?;
        if next.is(Punct::Colon) && self.on_line()?.is(Punct::Colon) {
            scope = Some(std::mem::replace(&mut name, self.on_line()?.name()?));
            next = self.on_line()?;
        }
        let text = self.tables.names.text(name);
        let scope = scope.map(|scope| self.tables.names.text(scope).trim_matches('_'));
        let value = match (scope, text.trim_matches('_')) {
            (None, "deprecated" | "fallthrough" | "maybe_unused") => 201_904,
            (None, "nodiscard") => 202_003,
            (None, _) => u64::from(!is_of_c && is_known_attribute(text)),
            (Some(scope), _) => u64::from(scope == "gnu" && is_known_attribute(text)),
        };
        (opens && next.is(Punct::RightParen)).then_some(value)
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
