//! Pragmas. `pack` changes layouts, `weak` lets names be undefined, and `push_macro` and `pop_macro` change macros; all
//! others are ignored, since they do not change what a program computes.

use super::super::packs::Packs;
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::lexer::Lexer;
use super::state::Preprocessor;

impl Preprocessor<'_, '_, '_> {
    /// The rest of a line that begins with `#pragma`.
    pub(super) fn pragma_line(&mut self) -> Option<Kind> {
        self.set_quiet(true);
        let tokens = self.line();
        self.set_quiet(false);
        self.pragma(tokens)
    }

    /// Obeys a pragma about macros. A pragma that concerns the parser becomes a token.
    fn pragma(&mut self, tokens: Vec<Token>) -> Option<Kind> {
        let first = tokens.first()?;
        let pos = first.pos;
        let word = String::from_utf8_lossy(&self.spelled(tokens.get(..1)?)).into_owned();
        match word.as_str() {
            "push_macro" | "pop_macro" => {
                let name = match tokens.get(2).map(|token| token.kind) {
                    Some(kind @ Kind::Text(_)) => self.tables.literals.spelling(kind),
                    _ => None,
                };
                let name = match name {
                    Some(name) => self.tables.names.text(name).trim_matches('"').to_string(),
                    None => {
                        self.error(pos, format!("expected the name of a macro as a string in `{}`", word));
                        return None;
                    }
                };
                let name = self.tables.names.intern(&name);
                match word.as_str() {
                    "push_macro" => self.macros.save(name),
                    _ => self.macros.restore(name),
                }
                None
            }
            "redefine_extname" | "scalar_storage_order" => {
                self.error(pos, format!("`#pragma {}` is not supported; write the program without it", word));
                None
            }
            "weak" => {
                match (tokens.get(1).and_then(|token| token.name()), tokens.len()) {
                    (Some(name), 2) => drop(self.tables.literals.weak.insert(name)),
                    _ => self.error(pos, "expected the name of a function or object behind `weak`"),
                }
                None
            }
            "pack" => {
                let tokens = self.replace_all(tokens);
                self.pragmas.push(tokens);
                Some(Kind::Pragma(self.pragmas.len() as u32 - 1))
            }
            _ => None,
        }
    }

    /// `("text")` behind `_Pragma`
    pub(super) fn pragma_operator(&mut self, pos: Pos) -> Option<Kind> {
        let opens = self.next().is(Punct::LeftParen);
        let text = self.next();
        let closes = self.next().is(Punct::RightParen);
        let spelling = match text.kind {
            Kind::Text(_) if opens && closes => self.tables.literals.spelling(text.kind),
            _ => None,
        };
        let spelling = match spelling {
            Some(name) => self.tables.names.text(name).to_string(),
            None => {
                self.error(pos, "expected a string literal in parentheses behind `_Pragma`");
                return None;
            }
        };
        let inner = spelling.trim_start_matches('L').trim_matches('"');
        let inner = inner.replace("\\\"", "\"").replace("\\\\", "\\");
        let mut lexer = Lexer::new(inner.as_bytes(), Some(pos));
        lexer.is_quiet = true;
        let tokens = lexer.rest(&mut self.tables);
        self.pragma(tokens)
    }

    /// Obeys a pragma that concerns the parser: it holds for the tokens from a position on.
    pub(super) fn obey_pragma(&mut self, at: u32, packs: &mut Packs, token: usize, pos: Pos) {
        let tokens = self.pragmas.get(at as usize).cloned().unwrap_or_default();
        if self.pack(&tokens, packs, token).is_none() {
            let message =
                "expected `pack(n)`, `pack(push)`, `pack(push, n)`, `pack(pop)` or `pack()` with 1, 2, 4, 8 \
                           or 16 as `n`";
            self.error(pos, message);
        }
    }

    /// `pack`, a parenthesis, words with commas between them, a parenthesis.
    fn pack(&self, tokens: &[Token], packs: &mut Packs, token: usize) -> Option<()> {
        let (first, rest) = tokens.get(1..)?.split_first()?;
        let (last, words) = rest.split_last()?;
        if !first.is(Punct::LeftParen) || !last.is(Punct::RightParen) {
            return None;
        }
        let mut parts = words.split(|token| token.is(Punct::Comma)).map(|part| self.spelled(part));
        let mut word = parts.next()?;
        let is_push = word == b"push";
        if is_push || word == b"pop" {
            let mut name = Vec::new();
            word = parts.next().unwrap_or_default();
            if word.first().map_or(false, |b| !b.is_ascii_digit()) {
                name = std::mem::take(&mut word);
                word = parts.next().unwrap_or_default();
            }
            match is_push {
                true if !packs.push(name.clone()) => return None,
                false if !packs.pop(token, &name) => return None,
                _ => {}
            }
            if word.is_empty() {
                return parts.next().is_none().then_some(());
            }
        }
        if parts.next().is_some() {
            return None;
        }
        let limit = match word.as_slice() {
            b"" | b"0" => None,
            b"1" => Some(1),
            b"2" => Some(2),
            b"4" => Some(4),
            b"8" => Some(8),
            b"16" => Some(16),
            _ => return None,
        };
        packs.set(token, limit);
        Some(())
    }
}
