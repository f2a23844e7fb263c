//! `__VA_OPT__` of variadic macros (C23, 6.10.5.1): tokens that are there only if the variable arguments have tokens.
//!
//! When a macro is defined, each `__VA_OPT__(tokens)` in its body is replaced by a name that no program can write, as
//! if it were one more parameter. When the macro is called, the argument for this parameter is made: the tokens, with
//! the other arguments put in, or nothing. So the operators `#` and `##` treat it as an argument, and macros without
//! `__VA_OPT__` cost nothing.

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::directives::operator_problem;
use super::expand::Arguments;
use super::macros::{Choice, Macro};
use super::state::Preprocessor;

impl Preprocessor<'_, '_, '_> {
    /// Replaces each `__VA_OPT__(tokens)` in the body of a variadic macro by a name; or tells the mistake in one.
    pub(super) fn take_choices(
        &mut self,
        parameters: &[NameId],
        body: Vec<Token>,
    ) -> Result<(Vec<Token>, Vec<Choice>), &'static str> {
        let option = self.tables.names.intern("__VA_OPT__");
        let is_option = |token: &Token| token.name() == Some(option);
        let mut choices = Vec::new();
        if !body.iter().any(is_option) {
            return Ok((body, choices));
        }
        let mut outer: Vec<Token> = Vec::new();
        let mut tokens = body.into_iter().peekable();
        while let Some(token) = tokens.next() {
            if !is_option(&token) {
                outer.push(token);
                continue;
            }
            if !tokens.next().map_or(false, |next| next.is(Punct::LeftParen)) {
                return Err("expected `(` behind `__VA_OPT__`");
            }
            let mut inner = Vec::new();
            let mut open = 0usize;
            loop {
                let next = tokens.next().ok_or("expected `)` at the end of `__VA_OPT__`")?;
                match next.kind {
                    Kind::Punct(Punct::RightParen) if open == 0 => break,
                    Kind::Punct(Punct::LeftParen) => open += 1,
                    Kind::Punct(Punct::RightParen) => open -= 1,
                    _ if is_option(&next) => return Err("`__VA_OPT__` stands inside of another one"),
                    _ => {}
                }
                inner.push(next);
            }
            if let Some(problem) = operator_problem(&inner, Some(parameters)) {
                return Err(problem);
            }
            let name = self.tables.names.intern(&format!("__VA_OPT__ {}", choices.len()));
            choices.push(Choice {
                name,
                tokens: Macro::new(Some(parameters.to_vec()), true, inner),
                follows_paste: outer.last().map_or(false, |last| last.is(Punct::HashHash)),
                precedes_paste: tokens.peek().map_or(false, |next| next.is(Punct::HashHash)),
            });
            outer.push(Token { kind: Kind::Name(name), ..token });
        }
        Ok((outer, choices))
    }

    /// Makes the arguments for the choices of a body, and returns the parameters with the names of the choices.
    pub(super) fn make_choices(
        &mut self,
        definition: &Macro,
        parameters: &[NameId],
        arguments: &mut Arguments,
        pos: Pos,
    ) -> Vec<NameId> {
        let has_rest =
            parameters.len().checked_sub(1).map_or(false, |rest| !self.replaced(rest, arguments).is_empty());
        let mut made = Vec::new();
        for choice in &definition.choices {
            let tokens = match has_rest && !self.is_too_large() {
                true => self.chosen(choice, parameters, arguments, pos),
                false => Vec::new(),
            };
            self.macros.made += tokens.len();
            made.push(tokens);
        }
        // The tokens are parts of the body, whose macros are replaced later, so nothing is replaced in them now.
        arguments.replaced.extend(made.iter().cloned().map(Some));
        arguments.list.extend(made);
        parameters.iter().copied().chain(definition.choices.iter().map(|choice| choice.name)).collect()
    }

    /// The tokens of a choice with the arguments put in.
    fn chosen(
        &mut self,
        choice: &Choice,
        parameters: &[NameId],
        arguments: &mut Arguments,
        pos: Pos,
    ) -> Vec<Token> {
        let tokens = match choice.tokens.has_operators {
            true => self.substitute_operators(&choice.tokens, parameters, arguments, pos),
            false => self.substitute(&choice.tokens, parameters, arguments),
        };
        // At the end of the tokens beside a `##`, an empty argument would become the operand of the `##`.
        let body = choice.tokens.body.clone();
        let edges =
            [body.first().filter(|_| choice.follows_paste), body.last().filter(|_| choice.precedes_paste)];
        for edge in edges.into_iter().flatten().filter(|_| !tokens.is_empty()) {
            let place = parameters.iter().position(|&parameter| edge.name() == Some(parameter));
            if place.map_or(false, |at| self.replaced(at, arguments).is_empty()) {
                self.error(pos, "an empty argument in `__VA_OPT__` beside a `##` is not supported");
            }
        }
        tokens
    }
}
