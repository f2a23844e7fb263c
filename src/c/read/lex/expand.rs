//! Macros: definitions, calls and their replacement (C11, 6.10.3).
//!
//! The tokens that replace a macro are put on a stack of lists, and are read before those of the file. A macro is not
//! replaced while its own list is on the stack, so every replacement ends. The macros in an argument are replaced
//! before the argument is put in. This is a recursion if macro calls are nested in arguments, and its depth has a
//! limit.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::macros::{Dynamic, Macro};
use super::state::Preprocessor;

/// The most tokens that macros may make in a file.
const MOST_TOKENS: usize = 1 << 22;
/// The most levels of macro calls in arguments of macro calls.
const DEEPEST_CALL: usize = 100;

/// The arguments of a call.
#[derive(Clone, Default, Debug)]
pub(super) struct Arguments {
    pub list: Vec<Vec<Token>>,
    /// Whether the arguments for `...` were left out.
    pub lacks_rest: bool,
    /// The arguments in which macros were replaced. This is done at most once for each argument.
    pub replaced: Vec<Option<Vec<Token>>>,
}

/// Gives the token at a position the blank, or none, that was in front of the parameter which it replaces.
pub(super) fn set_joined(tokens: &mut [Token], at: usize, is_joined: bool) {
    if let Some(token) = tokens.get_mut(at) {
        token.is_joined = is_joined;
    }
}

impl Preprocessor<'_, '_, '_> {
    /// The next token before replacement.
    fn pull(&mut self) -> Token {
        let mut token = match self.macros.next() {
            _ if self.tables.diagnostics.is_over() => self.end(),
            Some(token) => token,
            None if self.macros.level > 0 => self.end(),
            None => self.file_token(),
        };
        if std::mem::take(&mut self.macros.gap) {
            token.is_joined = false;
        }
        if token.name().map_or(false, |name| self.macros.is_active(name)) {
            token.is_plain = true;
        }
        token
    }

    /// The next token after replacement.
    pub fn next(&mut self) -> Token {
        loop {
            let token = self.pull();
            let name = match token.name() {
                Some(name) if !token.is_plain => name,
                _ => return token,
            };
            if let Some(kind) = self.dynamic(name, token.pos) {
                return Token { kind, ..token };
            }
            let definition = match self.macros.table.get(&name) {
                Some(definition) => definition.clone(),
                None => return token,
            };
            match &definition.parameters {
                None if definition.has_operators => {
                    let body =
                        self.substitute_operators(&definition, &[], &mut Arguments::default(), token.pos);
                    self.replace(name, token, body);
                }
                None => self.replace(name, token, definition.body.to_vec()),
                Some(parameters) => {
                    let next = self.pull();
                    if !next.is(Punct::LeftParen) {
                        self.macros.push(None, vec![next]);
                        return token;
                    }
                    let arguments = self.arguments(token.pos, name, parameters.len(), &definition);
                    if let Some(mut arguments) = arguments {
                        let all = if definition.choices.is_empty() {
                            None
                        } else {
                            Some(self.make_choices(&definition, parameters, &mut arguments, token.pos))
                        };
                        let parameters = all.as_ref().unwrap_or(parameters);
                        let body = if definition.has_operators {
                            self.substitute_operators(&definition, parameters, &mut arguments, token.pos)
                        } else {
                            self.substitute(&definition, parameters, &mut arguments)
                        };
                        self.replace(name, token, body);
                    }
                }
            }
        }
    }

    fn dynamic(&mut self, name: NameId, pos: Pos) -> Option<Kind> {
        let &(_, dynamic) = self.macros.dynamic.iter().find(|&&(n, _)| n == name)?;
        match dynamic {
            Dynamic::Line => {
                let shift = self.inputs.last().map_or(0, |input| input.shift);
                let line = (self.line_of(pos) as i64).wrapping_add(shift);
                Some(self.new_integer(line as u64))
            }
            Dynamic::Counter => {
                self.macros.counter += 1;
                Some(self.new_integer(self.macros.counter - 1))
            }
            // The result must depend on the text only, so neither the name of a file nor the time is used.
            Dynamic::File => {
                let file = self.inputs.last().and_then(|input| input.file.clone());
                Some(self.new_text(file.as_deref().unwrap_or(b"program.c")))
            }
            Dynamic::Level => {
                let level = self.inputs.len().saturating_sub(1) as u64;
                Some(self.new_integer(level))
            }
            Dynamic::Date => Some(self.new_text(b"Jan  1 1970")),
            Dynamic::Time => Some(self.new_text(b"00:00:00")),
            Dynamic::Operator => None,
        }
    }

    /// Whether macros have made more tokens than they may, which is an error.
    pub(super) fn is_too_large(&self) -> bool {
        self.macros.made > MOST_TOKENS
    }

    /// Puts the tokens that replace a macro on the stack.
    fn replace(&mut self, name: NameId, used: Token, mut tokens: Vec<Token>) {
        let pos = used.pos;
        self.macros.made += tokens.len() + 1;
        if self.is_too_large() {
            let message =
                format!("macros make more than {} tokens; write the program without them", MOST_TOKENS);
            self.tables.diagnostics.fatal(pos, message);
            return;
        }
        for token in tokens.iter_mut().filter(|token| token.pos == Pos::START) {
            token.pos = pos;
        }
        set_joined(&mut tokens, 0, used.is_joined);
        self.macros.gap |= tokens.is_empty() && !used.is_joined;
        self.macros.push(Some(name), tokens);
    }

    /// Reads the arguments of a macro call, from behind the opening parenthesis.
    fn arguments(&mut self, pos: Pos, name: NameId, count: usize, definition: &Macro) -> Option<Arguments> {
        let mut list = vec![Vec::new()];
        let mut open = 0usize;
        loop {
            let token = self.pull();
            match token.kind {
                Kind::End => {
                    let message = "expected `)` at the end of the arguments of this macro, found end of file";
                    self.tables.diagnostics.error(pos, message);
                    return None;
                }
                Kind::Punct(Punct::RightParen) if open == 0 => break,
                Kind::Punct(Punct::Comma)
                    if open == 0 && !(definition.is_variadic && list.len() >= count) =>
                {
                    list.push(Vec::new());
                    continue;
                }
                Kind::Punct(Punct::LeftParen) => open += 1,
                Kind::Punct(Punct::RightParen) => open -= 1,
                _ => {}
            }
            if let Some(last) = list.last_mut() {
                last.push(token);
            }
        }
        if count == 0 && list.len() == 1 && list.first().map_or(true, Vec::is_empty) {
            list.clear();
        }
        // The rule for `, ## args` needs to know whether the variable arguments were left out, or are the only argument
        // and empty.
        let is_only = count == 1 && list.first().map_or(true, Vec::is_empty);
        let lacks_rest = definition.is_variadic && (list.len() < count || is_only);
        if definition.is_variadic && list.len() + 1 == count {
            list.push(Vec::new());
        }
        if list.len() != count {
            let name = self.tables.names.text(name);
            let message =
                format!("expected {} arguments of the macro `{}`, found {}", count, name, list.len());
            self.tables.diagnostics.error(pos, message);
            return None;
        }
        let replaced = vec![None; count];
        Some(Arguments { list, lacks_rest, replaced })
    }

    /// The body of a macro without operators, with the arguments in the places of the parameters.
    pub(super) fn substitute(
        &mut self,
        definition: &Macro,
        parameters: &[NameId],
        arguments: &mut Arguments,
    ) -> Vec<Token> {
        let mut body = Vec::new();
        let mut gap = false;
        for &token in definition.body.iter() {
            let parameter = token.name().and_then(|name| parameters.iter().position(|&p| p == name));
            let at = match parameter {
                None => {
                    body.push(Token { is_joined: !std::mem::take(&mut gap) && token.is_joined, ..token });
                    continue;
                }
                Some(at) => at,
            };
            let argument = self.replaced(at, arguments);
            let first = body.len();
            body.extend_from_slice(&argument);
            gap |= !token.is_joined;
            if body.len() > first {
                set_joined(&mut body, first, !std::mem::take(&mut gap));
            }
            self.macros.made += 1;
            if body.len() > MOST_TOKENS || self.tables.diagnostics.is_over() {
                break;
            }
        }
        body
    }

    /// An argument with its macros replaced. The result is kept for a second use.
    pub fn replaced(&mut self, at: usize, arguments: &mut Arguments) -> Vec<Token> {
        if let Some(argument) = arguments.replaced.get(at).cloned().flatten() {
            return argument;
        }
        let argument = self.replace_all(arguments.list.get(at).cloned().unwrap_or_default());
        if let Some(known) = arguments.replaced.get_mut(at) {
            *known = Some(argument.clone());
        }
        argument
    }

    /// Replaces all macros in a list.
    pub fn replace_all(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        if self.macros.level >= DEEPEST_CALL {
            let pos = tokens.first().map_or(Pos::START, |token| token.pos);
            let message =
                format!("macro calls nest deeper than {} levels; write fewer in each other", DEEPEST_CALL);
            self.tables.diagnostics.fatal(pos, message);
            return Vec::new();
        }
        let outer = std::mem::take(&mut self.macros.lists);
        self.macros.level += 1;
        self.macros.push(None, tokens);
        let mut replaced = Vec::new();
        loop {
            let token = self.next();
            if token.kind == Kind::End || self.tables.diagnostics.is_over() {
                break;
            }
            replaced.push(token);
        }
        while self.macros.next().is_some() {}
        self.macros.level -= 1;
        self.macros.lists = outer;
        replaced
    }
}
