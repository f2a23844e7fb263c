//! Makes tokens: copies of the program's, and new ones from short texts.

use super::super::arch::IntegerKind;
use super::super::diagnostic::Diagnostics;
use super::super::names::{NameId, Names};
use super::super::source::Pos;
use super::super::token::{IntegerLiteral, Kind, Literals, Punct, Text, Token};
use super::clauses::{behind, parts, Chunk, Function};

/// Words of contracts that no expression may have.
const ALONE: [&str; 5] = [
    "__CPROVER_is_fresh",
    "__CPROVER_pointer_in_range_dfcc",
    "__CPROVER_obeys_contract",
    "__CPROVER_was_freed",
    "__CPROVER_is_freeable",
];

/// The tokens that are made.
pub(super) struct Emitter<'a, 's> {
    names: &'a mut Names,
    literals: &'a mut Literals,
    diagnostics: &'a mut Diagnostics<'s>,
    made: Vec<Token>,
    /// The place of new tokens.
    pub pos: Pos,
    /// The number of names that were made.
    count: usize,
}

impl<'a, 's> Emitter<'a, 's> {
    pub fn new(
        names: &'a mut Names,
        literals: &'a mut Literals,
        diagnostics: &'a mut Diagnostics<'s>,
    ) -> Emitter<'a, 's> {
        Emitter { names, literals, diagnostics, made: Vec::new(), pos: Pos::START, count: 0 }
    }

    pub fn finish(self) -> Vec<Token> {
        self.made
    }

    pub fn refuse(&mut self, pos: Pos, message: impl Into<String>) {
        self.diagnostics.error(pos, message);
    }

    pub fn warn(&mut self, pos: Pos, message: &str) {
        self.diagnostics.warning(pos, message);
    }

    /// The text of a name; empty for other tokens.
    pub fn text(&self, token: &Token) -> &str {
        token.name().map_or("", |name| self.names.text(name))
    }

    /// Whether two expressions have the same tokens. Two equal numbers are two tokens.
    pub fn same(&self, a: &[Token], b: &[Token]) -> bool {
        let is_same = |(a, b): (&Token, &Token)| {
            let spelling = |token: &Token| self.literals.spelling(token.kind);
            a.kind == b.kind || spelling(a).is_some() && spelling(a) == spelling(b)
        };
        a.len() == b.len() && a.iter().zip(b).all(is_same)
    }

    /// Whether a token is this name.
    pub fn is(&self, token: Option<&Token>, name: &str) -> bool {
        token.map_or(false, |token| self.text(token) == name)
    }

    /// A name that the program does not have.
    pub fn fresh(&mut self, of: &str) -> String {
        self.count += 1;
        format!("__indubit_{}_{}", of, self.count)
    }

    /// A name that the program does not have, for what belongs to a pointer or a value: `from_object`, `old_length`.
    pub fn named(&mut self, of: &[Token], form: impl Fn(&str) -> String) -> String {
        let last = of.iter().rev().map(|token| self.text(token)).find(|text| !text.is_empty());
        let name = form(last.unwrap_or("value"));
        let mut free = name.clone();
        while self.names.find(&free).is_some() {
            self.count += 1;
            free = format!("{}_{}", name, self.count);
        }
        self.names.intern(&free);
        free
    }

    pub fn tokens(&mut self, tokens: &[Token]) {
        self.made.extend_from_slice(tokens);
    }

    /// New tokens: marks, names, numbers and empty strings, with blanks between them. `$` stands for the tokens.
    pub fn put(&mut self, text: &str, mut inserted: &[&[Token]]) {
        for word in text.split_whitespace() {
            if word == "$" {
                if let Some((first, rest)) = inserted.split_first() {
                    self.made.extend_from_slice(first);
                    inserted = rest;
                }
                continue;
            }
            let kind = self.kind(word);
            let (pos, starts_line) = (self.pos, false);
            self.made.push(Token { kind, pos, starts_line, is_joined: false, is_plain: false });
        }
    }

    /// As [`Emitter::put`], apart from the other tokens, with the same tokens for each `$`.
    pub fn made_of(&mut self, text: &str, inserted: &[Token]) -> Vec<Token> {
        let before = self.made.len();
        let list = vec![inserted; text.matches('$').count()];
        self.put(text, &list);
        self.made.split_off(before)
    }

    fn kind(&mut self, word: &str) -> Kind {
        if let Some(&(_, punct)) = Punct::ALL.iter().find(|(text, _)| *text == word) {
            return Kind::Punct(punct);
        }
        let spelling = self.names.intern(word);
        match word.parse() {
            Ok(value) => {
                self.literals.add_integer(IntegerLiteral { value, kind: IntegerKind::Int }, spelling)
            }
            Err(_) if word == "\"\"" => {
                self.literals.add_text(Text { kind: IntegerKind::Char, units: Vec::new() }, spelling)
            }
            Err(_) => Kind::Name(spelling),
        }
    }

    /// Gives a name to all its uses so far another one.
    pub fn rename(&mut self, from: &str, to: &str) {
        if let Some(from) = self.names.find(from) {
            let to = self.names.intern(to);
            let named = self.made.iter_mut().filter(|token| token.kind == Kind::Name(from));
            named.for_each(|token| token.kind = Kind::Name(to));
        }
    }

    /// A definition under another name, behind a declaration under its own.
    pub fn renamed(&mut self, chunk: &Chunk, function: &Function, to: &str) {
        self.without_body(function);
        let to = Kind::Name(self.names.intern(to));
        let pos = function.name.pos;
        let renamed = |token: &Token| match *token {
            Token { kind, pos: at, .. } if at == pos && kind == function.name.kind => {
                Token { kind: to, ..*token }
            }
            token => token,
        };
        let tokens: Vec<Token> = chunk.tokens.iter().map(renamed).collect();
        self.tokens(&tokens);
    }

    /// The declaration that a definition is without its body.
    pub fn without_body(&mut self, function: &Function) {
        self.pos = function.name.pos;
        self.put("$ ;", &[&function.head]);
    }

    /// The members of a conjunction, without parentheses around them.
    pub fn conjuncts(&self, tokens: &[Token]) -> Vec<Vec<Token>> {
        let mut list = Vec::new();
        let mut open = vec![tokens];
        while let Some(part) = open.pop() {
            let inner = bare(part);
            let members = parts(inner, Punct::AndAnd);
            let has_weaker = parts(inner, Punct::OrOr).len() > 1
                || parts(inner, Punct::Question).len() > 1
                || arrow(inner).is_some();
            match members.len() {
                0 => {}
                _ if has_weaker => list.push(inner.to_vec()),
                1 => list.push(members[0].to_vec()),
                _ => open.extend(members.into_iter().rev()),
            }
        }
        list
    }

    /// The arguments of a call of this name, if the tokens are one.
    pub fn call<'t>(&self, tokens: &'t [Token], name: &str) -> Option<Vec<&'t [Token]>> {
        let tokens = bare(tokens);
        let is_call = self.is(tokens.first(), name)
            && tokens.get(1).map_or(false, |token| token.is(Punct::LeftParen))
            && behind(tokens, 1) == tokens.len();
        is_call.then(|| parts(&tokens[2..tokens.len() - 1], Punct::Comma))
    }

    /// Asserts a condition. One over a range is asserted for any number.
    pub fn assert(&mut self, condition: &[Token]) {
        self.accept_words(condition);
        let inner = bare(condition);
        let is_range = self.is(inner.first(), "__CPROVER_forall")
            && inner.get(1).map_or(false, |token| token.is(Punct::LeftBrace))
            && behind(inner, 1) == inner.len();
        let body = if is_range { &inner[2..inner.len() - 1] } else { &[][..] };
        let end = body.iter().position(|token| token.is(Punct::Semicolon));
        match end.and_then(|end| Some((end, arrow(&body[end + 1..])?))) {
            Some((end, at)) => {
                let rest = &body[end + 1..];
                self.put("{ $ ; if ( $ ) {", &[&body[..end], &rest[..at]]);
                for part in self.conjuncts(&rest[at + 2..]) {
                    self.assert(&part);
                }
                self.put("} }", &[]);
            }
            None => self.put("__CPROVER_assert ( $ , \"\" ) ;", &[inner]),
        }
    }

    /// A declaration of an object for each old value that an expression has, with the expression over these names.
    pub fn old_values(&mut self, tokens: &[Token]) -> Vec<Token> {
        let (mut list, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let is_old = self.is(tokens.get(at), "__CPROVER_old")
                && tokens.get(at + 1).map_or(false, |token| token.is(Punct::LeftParen));
            if !is_old {
                list.push(tokens[at]);
                at += 1;
                continue;
            }
            let end = behind(tokens, at + 1);
            let name = self.named(&tokens[at + 1..end], |last| format!("old_{}", last));
            self.put(&format!("__auto_type {} = $ ;", name), &[&tokens[at + 1..end]]);
            let kind = self.kind(&name);
            list.push(Token { kind, ..tokens[at] });
            at = end;
        }
        list
    }

    /// Refuses a condition with a word that has a meaning only as a condition of its own.
    fn accept_words(&mut self, tokens: &[Token]) {
        let found = tokens.iter().find(|token| ALONE.contains(&self.text(token)));
        if let Some(token) = found.copied() {
            let message = format!("`{}` is supported only as a condition of its own", self.text(&token));
            self.refuse(token.pos, message);
        }
    }

    /// Assumes a condition.
    pub fn assume(&mut self, condition: &[Token]) {
        self.accept_words(condition);
        self.put("__CPROVER_assume ( $ ) ;", &[condition]);
    }

    /// Whether an expression has no names but types and those within `sizeof`.
    pub fn is_constant(&self, tokens: &[Token]) -> bool {
        let mut at = 0;
        while at < tokens.len() {
            let is_size = self.is(tokens.get(at), "sizeof")
                && tokens.get(at + 1).map_or(false, |token| token.is(Punct::LeftParen));
            if is_size {
                at = behind(tokens, at + 1);
                continue;
            }
            let is_value = |name: NameId| name.keyword().is_none();
            if tokens[at].name().map_or(false, is_value) {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Refuses an expression that changes something.
    pub fn accept(&mut self, tokens: &[Token]) {
        let changes = |token: &&Token| match token.kind {
            Kind::Punct(punct) => punct.is_assignment(),
            _ => false,
        };
        if let Some(token) = tokens.iter().find(changes) {
            self.refuse(token.pos, "a contract with a side effect is not supported");
        }
    }
}

/// The tokens without parentheses around them all.
pub(super) fn bare(mut tokens: &[Token]) -> &[Token] {
    while tokens.len() > 2 && tokens[0].is(Punct::LeftParen) && behind(tokens, 0) == tokens.len() {
        tokens = &tokens[1..tokens.len() - 1];
    }
    tokens
}

/// The position of the first `==>` outside of brackets, which is `==` and `>`.
pub(super) fn arrow(tokens: &[Token]) -> Option<usize> {
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].kind {
            Kind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => at = behind(tokens, at),
            Kind::Punct(Punct::EqualEqual)
                if tokens.get(at + 1).map_or(false, |next| next.is(Punct::Greater) && next.is_joined) =>
            {
                return Some(at);
            }
            _ => at += 1,
        }
    }
    None
}
