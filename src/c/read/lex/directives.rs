//! Reads and obeys directives such as `#define` (C11, 6.10).
//!
//! `#line` and markers such as `# 1 "f.c"` change `__LINE__` and `__FILE__`. Places in messages are those of the file
//! itself, which `#line` does not change.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::macros::Macro;
use super::state::Preprocessor;

impl Preprocessor<'_, '_, '_> {
    /// The next token of the file and its headers. Directives before it are obeyed.
    pub fn file_token(&mut self) -> Token {
        loop {
            if self.tables.diagnostics.is_over() {
                return self.end();
            }
            let token = self.raw();
            if token.is(Punct::Hash) && token.starts_line {
                if let Some(pragma) = self.directive(token.pos) {
                    return Token { kind: pragma, ..token };
                }
            } else if token.kind == Kind::End && self.inputs.len() > 1 {
                self.inputs.pop();
            } else {
                return token;
            }
        }
    }

    pub(super) fn set_quiet(&mut self, quiet: bool) {
        if let Some(input) = self.inputs.last_mut() {
            input.lexer.is_quiet = quiet;
        }
    }

    /// The name of the directive on this line, if there is one.
    pub(super) fn directive_name(&mut self) -> Option<(String, Pos)> {
        let token = self.on_line()?;
        match token.kind {
            Kind::Name(name) => Some((self.tables.names.text(name).to_string(), token.pos)),
            // A number is a marker of a line, `# 1 "f.c"`.
            Kind::Integer(_) => {
                self.put_back(token);
                Some(("line".to_string(), token.pos))
            }
            _ => Some((String::new(), token.pos)),
        }
    }

    /// `#line 100 "foo.c"`, or `# 100 "foo.c"`, from behind the name of the directive.
    fn line_directive(&mut self, pos: Pos) {
        let tokens = self.line();
        let tokens = self.replace_all(tokens);
        let number = match tokens.first().map(|token| token.kind) {
            Some(Kind::Integer(at)) => i64::try_from(self.tables.literals.integer(at).value).ok(),
            _ => None,
        };
        let number = match number.filter(|&number| number <= i64::from(i32::MAX)) {
            Some(number) => number,
            None => return self.error(pos, "expected the number of a line"),
        };
        let file = match tokens.get(1).map(|token| token.kind) {
            Some(Kind::Text(at)) => self.tables.literals.texts.get(at as usize),
            _ => None,
        };
        let file = file.map(|text| text.units.iter().map(|&unit| unit as u8).collect());
        let here = self.line_of(pos) as i64;
        if let Some(input) = self.inputs.last_mut() {
            input.shift = if self.lines.is_mark(pos) { 0 } else { number - here - 1 };
            input.file = file.or_else(|| input.file.take());
        }
    }

    /// Obeys a directive. A pragma that matters becomes a token.
    fn directive(&mut self, hash: Pos) -> Option<Kind> {
        let (name, pos) = self.directive_name()?;
        match name.as_str() {
            "define" => self.define(pos),
            "undef" => {
                if let Some(name) = self.macro_name(pos) {
                    self.macros.remove(name);
                    self.macros.undefined.insert(name);
                    self.nothing_more();
                }
            }
            "include" | "include_next" => self.include(hash, pos),
            "if" | "ifdef" | "ifndef" => self.open_group(&name, pos),
            "elif" | "elifdef" | "elifndef" | "else" => self.next_part(&name, pos),
            "endif" => {
                if self.groups.pop().is_none() {
                    self.error(pos, "`#endif` without `#if`");
                }
                self.nothing_more();
            }
            "error" | "warning" => {
                let text = self.inputs.last_mut().map_or(Vec::new(), |input| input.lexer.rest_of_line());
                let message = format!("the program says: {}", String::from_utf8_lossy(&text));
                match name.as_str() {
                    "error" => self.error(pos, message),
                    _ => self.tables.diagnostics.warning(pos, message),
                }
            }
            "pragma" => return self.pragma_line(),
            "line" => self.line_directive(pos),
            "ident" | "sccs" | "assert" | "unassert" => {
                self.set_quiet(true);
                self.line();
                self.set_quiet(false);
            }
            _ => {
                let known =
                    "define, undef, include, if, ifdef, ifndef, elif, elifdef, elifndef, else, endif, line, \
                             pragma, warning or error";
                self.error(pos, format!("expected a directive: {}", known));
                self.set_quiet(true);
                self.line();
                self.set_quiet(false);
            }
        }
        None
    }

    fn nothing_more(&mut self) {
        if let Some(token) = self.on_line() {
            self.tables.diagnostics.warning(token.pos, "text behind a directive is passed over");
            self.line();
        }
    }

    pub(super) fn macro_name(&mut self, pos: Pos) -> Option<NameId> {
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
        for token in &mut body {
            token.pos = Pos::START;
            token.starts_line = false;
        }
        let mut known = parameters.clone();
        let mut choices = Vec::new();
        if let (true, Some(known)) = (is_variadic, &mut known) {
            match self.take_choices(known, body) {
                Ok(taken) => (body, choices) = taken,
                Err(problem) => {
                    self.error(pos, problem);
                    return;
                }
            }
            known.extend(choices.iter().map(|choice| choice.name));
        }
        if let Some(problem) = operator_problem(&body, known.as_deref()) {
            self.error(pos, problem);
            return;
        }
        let definition = Macro::new(parameters, is_variadic, body);
        self.macros.define(name, Macro { choices, ..definition });
    }

    /// Reads the parameters of a macro, from behind the opening parenthesis to the closing one; or finds the place of
    /// an error.
    fn parameters(&mut self) -> Result<(Vec<NameId>, bool), Pos> {
        let mut list = Vec::new();
        let mut token = self.on_line().ok_or_else(|| self.here())?;
        if token.is(Punct::RightParen) {
            return Ok((list, false));
        }
        loop {
            let mut is_variadic = token.is(Punct::Ellipsis);
            match token.kind {
                Kind::Name(name) if !list.contains(&name) => list.push(name),
                Kind::Punct(Punct::Ellipsis) => list.push(self.tables.names.intern("__VA_ARGS__")),
                _ => return Err(token.pos),
            }
            let mut next = self.on_line().ok_or(token.pos)?;
            // `args...`
            if next.is(Punct::Ellipsis) && !is_variadic {
                is_variadic = true;
                next = self.on_line().ok_or(token.pos)?;
            }
            match next.kind {
                Kind::Punct(Punct::RightParen) => return Ok((list, is_variadic)),
                Kind::Punct(Punct::Comma) if !is_variadic => {}
                _ => return Err(next.pos),
            }
            token = self.on_line().ok_or(next.pos)?;
        }
    }
}

/// The mistake in the use of `#` and `##` in a body, if there is one.
pub(super) fn operator_problem(body: &[Token], parameters: Option<&[NameId]>) -> Option<&'static str> {
    let is_paste = |token: Option<&Token>| token.map_or(false, |token| token.is(Punct::HashHash));
    if is_paste(body.first()) || is_paste(body.last()) {
        return Some("`##` stands between two tokens");
    }
    let parameters = parameters?;
    let is_parameter =
        |token: Option<&Token>| token.and_then(|t| t.name()).map_or(false, |n| parameters.contains(&n));
    let is_lost = |(at, token): (usize, &Token)| token.is(Punct::Hash) && !is_parameter(body.get(at + 1));
    body.iter().enumerate().any(is_lost).then_some("`#` stands before a parameter of the macro")
}
