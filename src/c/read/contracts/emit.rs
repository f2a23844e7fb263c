//! Makes tokens: copies of the program's, and new ones from short texts.

use super::super::arch::IntegerKind;
use super::super::diagnostic::Diagnostics;
use super::super::names::{NameId, Names};
use super::super::source::Pos;
use super::super::token::{IntegerLiteral, Kind, Literals, Punct, Text, Token};
use super::clauses::{behind, parts, Chunk, Function, CLAUSES};
use super::known::{Chosen, Conditions};

/// Words of contracts that no expression may have.
const ALONE: [&str; 9] = [
    "__ESBMC_and",
    "__ESBMC_or",
    "__ESBMC_implies",
    "__ESBMC_forall",
    "__ESBMC_exists",
    "__CPROVER_is_fresh",
    "__CPROVER_obeys_contract",
    "__CPROVER_was_freed",
    "__CPROVER_is_freeable",
];

/// The word for a pointer into a range, both ends of which it may have.
pub(super) const IN_RANGE: &str = "__CPROVER_pointer_in_range_dfcc";

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
    /// The number of loops that became one turn.
    pub loops: usize,
    /// Assumptions were asserted when the run was last in the same state.
    pub is_again: bool,
    /// The numbers that are chosen when the program begins; `None` if there are none.
    pub chosen: Option<Chosen>,
    /// The conditions of the function whose tokens are added, if invariants of its loops are guessed.
    pub conditions: Option<Conditions>,
}

impl<'a, 's> Emitter<'a, 's> {
    pub fn new(
        names: &'a mut Names,
        literals: &'a mut Literals,
        diagnostics: &'a mut Diagnostics<'s>,
    ) -> Emitter<'a, 's> {
        Emitter {
            names,
            literals,
            diagnostics,
            made: Vec::new(),
            pos: Pos::START,
            count: 0,
            loops: 0,
            is_again: false,
            chosen: None,
            conditions: None,
        }
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

    /// The kind of the clause that begins at a position, in [`CLAUSES`].
    pub fn clause_at(&self, tokens: &[Token], at: usize) -> Option<usize> {
        let kind = CLAUSES.iter().position(|clause| self.is(tokens.get(at), clause))?;
        tokens.get(at + 1)?.is(Punct::LeftParen).then_some(kind)
    }

    /// Whether the program has a name.
    pub fn has(&self, name: &str) -> bool {
        self.names.find(name).is_some()
    }

    /// The text of tokens.
    pub fn spelled(&self, tokens: &[Token]) -> String {
        let spelling = |token: &Token| match token.kind {
            Kind::Punct(punct) => punct.text(),
            kind => self.literals.spelling(kind).map_or("", |name| self.names.text(name)),
        };
        let mut text = String::new();
        for token in tokens {
            let next = spelling(token);
            let is_tight = token.is_joined
                || matches!(next, ")" | "]" | "[" | ";" | "." | "->" | ",")
                || text
                    .ends_with(|last| matches!(last, '(' | '[' | '.') || text.ends_with("->") && last == '>');
            text.push_str(if is_tight || text.is_empty() { "" } else { " " });
            text.push_str(next);
        }
        text
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
            let words = if word == "==>" { vec!["==", ">"] } else { vec![word] };
            for (at, word) in words.into_iter().enumerate() {
                let kind = self.kind(word);
                let (pos, starts_line, is_joined) = (self.pos, false, at > 0);
                self.made.push(Token { kind, pos, starts_line, is_joined, is_plain: false });
            }
        }
    }

    /// The tokens that a function adds, apart from the others.
    pub fn apart(&mut self, add: impl FnOnce(&mut Self)) -> Vec<Token> {
        let before = self.made.len();
        add(self);
        self.made.split_off(before)
    }

    /// As [`Emitter::put`], apart from the other tokens, with the same tokens for each `$`.
    pub fn made_of(&mut self, text: &str, inserted: &[Token]) -> Vec<Token> {
        self.apart(|emitter| emitter.put(text, &vec![inserted; text.matches('$').count()]))
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

    /// A definition under another name.
    pub fn renamed(&mut self, chunk: &Chunk, function: &Function, to: &str) -> Vec<Token> {
        let to = Kind::Name(self.names.intern(to));
        let pos = function.name.pos;
        let renamed = |token: &Token| match *token {
            Token { kind, pos: at, .. } if at == pos && kind == function.name.kind => {
                Token { kind: to, ..*token }
            }
            token => token,
        };
        chunk.tokens.iter().map(renamed).collect()
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

    /// The value of an integer constant.
    pub fn integer(&self, kind: Kind) -> Option<u64> {
        match kind {
            Kind::Integer(at) => Some(self.literals.integer(at).value),
            _ => None,
        }
    }

    /// A declaration of an object for each value that an expression gives to `word`, such as `__CPROVER_old`, with the
    /// expression over these names. The value of an array is a copy of it.
    pub fn old_values(&mut self, tokens: &[Token], word: &str) -> Vec<Token> {
        let (mut list, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let is_old = self.is(tokens.get(at), word)
                && tokens.get(at + 1).map_or(false, |token| token.is(Punct::LeftParen));
            if !is_old {
                list.push(tokens[at]);
                at += 1;
                continue;
            }
            let end = behind(tokens, at + 1);
            let inner = bare(&tokens[at + 1..end]);
            let name = self.named(inner, |last| format!("old_{}", last));
            if self.is_place(inner) {
                self.put(&format!("struct {0}_s {{ __typeof__ ( $ ) whole ; }} {0} ;", name), &[inner]);
                let (to, from) = (format!("& {}", name), self.made_of("& ( $ )", inner));
                let declared = "extern void __indubit_copy ( void * , const void * , unsigned long ) ;";
                self.put(declared, &[]);
                if self.chosen.is_some() {
                    // A part of an object is not copied: its old values are any, but for runs.
                    let part = format!(
                        "if ( sizeof ( {0} ) > 64 && ( __CPROVER_POINTER_OFFSET ( $ ) != 0 || __CPROVER_OBJECT_SIZE ( \
                         $ ) != sizeof ( {0} ) ) ) __indubit_assume_in_runs ( __builtin_memcmp ( {to} , $ , sizeof ( \
                         {0} ) ) == 0 ) ; else",
                        name,
                        to = to
                    );
                    self.put(&part, &[&from, &from, &from]);
                }
                let whole = format!(
                    "if ( sizeof ( {0} ) > 64 ) __indubit_copy ( {to} , $ , sizeof ( {0} ) ) ; else {0} = * ( struct \
                     {0}_s * ) $ ;",
                    name,
                    to = to
                );
                self.put(&whole, &[&from, &from]);
                list.extend(self.made_of(&format!("{} . whole", name), &[]));
            } else {
                self.put(&format!("__auto_type {} = $ ;", name), &[inner]);
                let kind = self.kind(&name);
                list.push(Token { kind, ..tokens[at] });
            }
            at = end;
        }
        list
    }

    /// Copies a structure of a type to a place. A large object is copied as a whole, as one array.
    pub fn copy(&mut self, ty: &str, to: &str, from: &[Token]) {
        let text = format!(
            "extern void __indubit_copy ( void * , const void * , unsigned long ) ; if ( sizeof ( {ty} ) > 64 \
             && __CPROVER_OBJECT_SIZE ( {to} ) == sizeof ( {ty} ) && __CPROVER_OBJECT_SIZE ( $ ) == sizeof ( {ty} \
             ) ) __indubit_copy ( {to} , $ , sizeof ( {ty} ) ) ; else * ( {ty} * ) {to} = * ( {ty} * ) $ ;",
            ty = ty,
            to = to
        );
        self.put(&text, &[from, from, from]);
    }

    /// Whether an expression is certainly an lvalue: a dereference, or an object with members and elements of it.
    fn is_place(&self, tokens: &[Token]) -> bool {
        let is_name = |token: &Token| token.name().map_or(false, |name| name.keyword().is_none());
        let first = tokens.iter().position(|token| !token.is(Punct::Star)).unwrap_or(0);
        let mut at = match tokens.get(first) {
            Some(token) if first > 0 && token.is(Punct::LeftParen) => behind(tokens, first),
            Some(token) if is_name(token) => first + 1,
            Some(_) | None => return false,
        };
        // Behind a cast.
        while first > 0 && tokens.get(at).map_or(false, |token| token.is(Punct::LeftParen) || is_name(token))
        {
            at = if is_name(&tokens[at]) { at + 1 } else { behind(tokens, at) };
        }
        while at < tokens.len() {
            at = match tokens[at].kind {
                Kind::Punct(Punct::LeftBracket) => behind(tokens, at),
                Kind::Punct(Punct::Dot | Punct::Arrow) => at + 2,
                _ => return false,
            };
        }
        true
    }

    /// A condition with each `pointer_in_range_dfcc(low, p, high)` in it as one on the object and the offsets.
    pub fn in_ranges(&mut self, tokens: &[Token]) -> Vec<Token> {
        let (mut list, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let end = if self.is(tokens.get(at), IN_RANGE) { behind(tokens, at + 1) } else { at + 1 };
            match self.call(&tokens[at..end], IN_RANGE).as_deref() {
                Some(&[low, p, high]) => {
                    let text = "( __CPROVER_same_object ( $ , $ ) && __CPROVER_same_object ( $ , $ ) && \
                                __CPROVER_POINTER_OFFSET ( $ ) <= __CPROVER_POINTER_OFFSET ( $ ) && \
                                __CPROVER_POINTER_OFFSET ( $ ) <= __CPROVER_POINTER_OFFSET ( $ ) )";
                    let inserted = [low, high, low, p, low, p, p, high];
                    list.extend(self.apart(|emitter| emitter.put(text, &inserted)));
                }
                Some(_) => {
                    self.refuse(tokens[at].pos, format!("`{}` has three pointers", IN_RANGE));
                }
                None => list.push(tokens[at]),
            }
            at = end;
        }
        list
    }

    /// Makes a pointer lead into a range, if the condition says that and no more. Whether it does.
    pub fn lead_into_range(&mut self, condition: &[Token]) -> bool {
        let given = self.call(condition, IN_RANGE);
        match given.as_deref() {
            Some(&[low, p, high]) if self.is_place(bare(p)) => {
                let at = self.fresh("at");
                let text = "{ unsigned long {at} ; __CPROVER_assume ( __CPROVER_same_object ( $ , $ ) && {at} <= ( \
                            unsigned long ) ( ( char * ) ( $ ) - ( char * ) ( $ ) ) ) ; $ = ( __typeof__ ( $ ) ) ( ( \
                            char * ) ( $ ) + {at} ) ; }";
                self.put(&text.replace("{at}", &at), &[low, high, high, low, p, p, low]);
                true
            }
            Some(_) | None => false,
        }
    }

    /// Refuses a condition with a word that has a meaning only as a condition of its own.
    pub fn accept_words(&mut self, tokens: &[Token]) {
        let found = tokens.iter().find(|token| ALONE.contains(&self.text(token)));
        if let Some(token) = found.copied() {
            let message = format!("`{}` is supported only as a condition of its own", self.text(&token));
            self.refuse(token.pos, message);
        }
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
