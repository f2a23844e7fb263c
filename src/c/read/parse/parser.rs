//! The state of the parser, and the small steps that all its parts share: look at a token, accept it, report an error.
//!
//! Nested statements and expressions are kept on explicit stacks. Declarators, records, initialisers and types within
//! expressions are read by recursion, whose depth [`Parser::deeper`] limits.

use super::super::check::{Checker, Entity};
use super::super::keywords::Keyword;
use super::super::names::NameId;
use super::super::property::ANNOTATION_NOT_READ;
use super::super::source::Pos;
use super::super::syntax::ExprId;
use super::super::token::{Kind, Literals, Punct, Token};
use super::body::{Body, Seen};
use super::brackets::as_gnu_attributes;
use super::misplaced::keep_between_statements;
use crate::base::{Booking, Budget};

/// The most levels of recursion. The standard asks for 63 levels of declarators and of records.
const DEEPEST: u32 = 100;
/// The number of declarations and statements between two checks of the budget.
const PERIOD: u32 = 256;

/// Keywords of C23 that gcc 12 takes for names.
const NEW_WORDS: [(&str, Keyword); 7] = [
    ("alignas", Keyword::Alignas),
    ("alignof", Keyword::Alignof),
    ("bool", Keyword::Bool),
    ("constexpr", Keyword::Constexpr),
    ("static_assert", Keyword::StaticAssert),
    ("thread_local", Keyword::ThreadLocal),
    ("typeof_unqual", Keyword::Typeof),
];

/// The error that a construct could not be read. A diagnostic has told the reason already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::read) struct Stop;

/// A storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::read) enum StorageClass {
    None,
    Typedef,
    Extern,
    Static,
    /// `auto` or `register`
    Automatic,
}

/// The state of the parser.
#[derive(Debug)]
pub(in crate::c::read) struct Parser<'s> {
    tokens: Vec<Token>,
    at: usize,
    literals: Literals,
    pub checker: Checker<'s>,
    budget: Budget,
    booking: Booking,
    depth: u32,
    turns: u32,
    /// The words of C23 in this file that are keywords unless the program declares them.
    new_words: Vec<(NameId, Keyword)>,
    /// The body of the function that is read.
    pub(super) body: Option<Body>,
    /// The bodies around it, if it is that of a function in a function.
    pub(super) outer_bodies: Vec<Body>,
    /// The storage class of the declaration that is read.
    pub(super) storage: StorageClass,
    /// By `switch`: the values that have labels.
    pub(super) seen: Vec<Seen>,
    /// Whether the declarators that are read are parameters.
    pub(super) is_in_parameters: bool,
    /// The alignment that a `typedef` gives the type that was read last.
    pub(super) named_align: Option<u64>,
    /// The first value of the last object declared by `__auto_type`, from which it got its type.
    pub(super) deduced_value: Option<ExprId>,
    /// The length of the array that a declarator makes, if it is no constant.
    pub(super) variable_length: Option<ExprId>,
    /// Whether a declarator has a further length that is no constant, which its type does not tell.
    pub(super) has_unknown_length: bool,
    /// The number of bodies that quantifiers have made.
    pub(super) bodies: u32,
}

impl<'s> Parser<'s> {
    pub fn new(
        mut tokens: Vec<Token>,
        literals: Literals,
        mut checker: Checker<'s>,
        budget: &Budget,
    ) -> Parser<'s> {
        as_gnu_attributes(&mut tokens, &mut checker.program.names);
        for pos in keep_between_statements(&mut tokens, &mut checker.program.names) {
            checker.diagnostics.warning(pos, ANNOTATION_NOT_READ);
        }
        let names = &checker.program.names;
        let found = NEW_WORDS.iter().filter_map(|&(word, keyword)| Some((names.find(word)?, keyword)));
        let new_words = found.collect();
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        Parser {
            tokens,
            at: 0,
            literals,
            checker,
            budget: budget.clone(),
            booking,
            depth: 0,
            turns: 0,
            new_words,
            body: None,
            outer_bodies: Vec::new(),
            storage: StorageClass::None,
            seen: Vec::new(),
            is_in_parameters: false,
            named_align: None,
            deduced_value: None,
            variable_length: None,
            has_unknown_length: false,
            bodies: 0,
        }
    }

    /// The position, to go back to.
    pub fn mark(&self) -> usize {
        self.at
    }

    /// Goes to a position that was marked.
    pub fn go_to(&mut self, mark: usize) {
        self.at = mark;
    }

    /// The present token. At the end of the file, it is always the last token.
    pub fn token(&self) -> Token {
        self.peek(0)
    }

    /// A later token.
    pub fn peek(&self, ahead: usize) -> Token {
        let end =
            Token { kind: Kind::End, pos: Pos::START, starts_line: true, is_joined: false, is_plain: false };
        self.tokens.get(self.at + ahead).or_else(|| self.tokens.last()).copied().unwrap_or(end)
    }

    pub fn pos(&self) -> Pos {
        self.token().pos
    }

    /// The place of the token before the present one.
    pub fn last_pos(&self) -> Pos {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(Pos::START, |token| token.pos)
    }

    pub fn advance(&mut self) {
        if self.token().kind != Kind::End {
            self.at += 1;
        }
    }

    pub fn is(&self, punct: Punct) -> bool {
        self.token().is(punct)
    }

    pub fn is_end(&self) -> bool {
        self.token().kind == Kind::End
    }

    /// Passes a mark if it is the present token, and returns whether it was.
    pub fn accept(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.advance();
        }
        found
    }

    pub fn keyword_of(&self, token: Token) -> Option<Keyword> {
        let name = token.name()?;
        name.keyword().or_else(|| self.new_word(name))
    }

    /// Whether the present token is a word of C23 that stands for a name behind a type, as in `typedef int bool;`.
    pub(super) fn is_new_word_as_name(&self) -> bool {
        let is_new = self.name().map_or(false, |name| self.new_word(name).is_some());
        let goes_on = self.peek(1).name().is_some() || self.peek(1).is(Punct::LeftParen);
        is_new && (self.keyword() == Some(Keyword::Bool) || !goes_on)
    }

    /// A keyword of C23 that is a name like others before, if the program does not declare it.
    fn new_word(&self, name: NameId) -> Option<Keyword> {
        let &(_, keyword) = self.new_words.iter().find(|&&(word, _)| word == name)?;
        self.checker.find(name).is_none().then_some(keyword)
    }

    pub fn keyword(&self) -> Option<Keyword> {
        self.keyword_of(self.token())
    }

    pub fn accept_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.keyword() == Some(keyword);
        if found {
            self.advance();
        }
        found
    }

    /// The present token as a name; `None` if it is none, or a keyword.
    pub fn name(&self) -> Option<NameId> {
        self.name_of(self.token())
    }

    pub fn name_of(&self, token: Token) -> Option<NameId> {
        token.name().filter(|name| name.keyword().is_none())
    }

    pub fn literals(&self) -> &Literals {
        &self.literals
    }

    pub fn error(&mut self, pos: Pos, message: impl Into<String>) -> Stop {
        self.checker.error(pos, message);
        Stop
    }

    /// The present token in words.
    pub fn found(&self) -> String {
        match self.token().kind {
            Kind::Name(name) => format!("`{}`", self.checker.name(name)),
            Kind::Integer(_) | Kind::Floating(_) | Kind::Number(_) => "a number".to_string(),
            Kind::Pragma(_) => "a pragma".to_string(),
            Kind::Text(_) => "a string literal".to_string(),
            Kind::Punct(punct) => format!("`{}`", punct.text()),
            Kind::End => "end of file".to_string(),
        }
    }

    /// Reports that something else was expected here.
    pub fn unexpected(&mut self, expected: &str) -> Stop {
        let message = format!("expected {}, found {}", expected, self.found());
        let pos = self.pos();
        self.error(pos, message)
    }

    pub fn expect(&mut self, punct: Punct) -> Result<Pos, Stop> {
        let pos = self.pos();
        if self.accept(punct) {
            Ok(pos)
        } else {
            Err(self.unexpected(&format!("`{}`", punct.text())))
        }
    }

    pub fn expect_name(&mut self, expected: &str) -> Result<(NameId, Pos), Stop> {
        match self.name() {
            Some(name) => {
                let pos = self.pos();
                self.advance();
                Ok((name, pos))
            }
            None => Err(self.unexpected(expected)),
        }
    }

    /// Calls a function one level deeper in the recursion. Too many levels are an error.
    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        if self.depth >= DEEPEST {
            let pos = self.pos();
            let message = format!("this nests deeper than {} levels; give the inner parts names", DEEPEST);
            self.checker.diagnostics.fatal(pos, message);
            return Err(Stop);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Checks the budget now and then, and returns whether reading may continue.
    pub fn goes_on(&mut self) -> bool {
        self.turns += 1;
        if self.turns % PERIOD == 0 {
            let held = self.tokens.capacity() * std::mem::size_of::<Token>() + self.checker.bytes();
            self.booking.set(held as u64);
            if let Err(limit) = self.budget.check() {
                let pos = self.pos();
                self.checker.diagnostics.fatal(pos, format!("{} while reading this", limit));
            }
        }
        !self.checker.diagnostics.is_over()
    }

    /// Whether a token begins the name of a type or a declaration.
    pub fn starts_type(&self, token: Token) -> bool {
        if let Some(keyword) = self.keyword_of(token) {
            return keyword_starts_type(keyword);
        }
        let meaning = token.name().and_then(|name| self.checker.find(name));
        matches!(meaning, Some(Entity::Typedef(..)))
    }

    /// Skips tokens after an error: up to and including a semicolon, or up to a brace at the same level.
    pub fn recover(&mut self) {
        self.variable_length = None;
        self.has_unknown_length = false;
        self.deduced_value = None;
        let mut open = 0usize;
        while !self.is_end() {
            match self.token().kind {
                Kind::Punct(Punct::Semicolon) if open == 0 => {
                    self.advance();
                    return;
                }
                Kind::Punct(Punct::RightBrace) if open == 0 => return,
                Kind::Punct(Punct::RightBrace) => {
                    open -= 1;
                    if open == 0 {
                        self.advance();
                        return;
                    }
                }
                Kind::Punct(Punct::LeftBrace) => open += 1,
                _ => {}
            }
            self.advance();
        }
    }

    /// Skips a bracket and all tokens up to and including the matching one.
    pub fn pass_brackets(&mut self) {
        let mut open = 0usize;
        while !self.is_end() {
            match self.token().kind {
                Kind::Punct(Punct::LeftParen | Punct::LeftBracket | Punct::LeftBrace) => open += 1,
                Kind::Punct(Punct::RightParen | Punct::RightBracket | Punct::RightBrace) => {
                    open = open.saturating_sub(1);
                }
                _ => {}
            }
            self.advance();
            if open == 0 {
                return;
            }
        }
    }
}

/// Whether a keyword begins the name of a type or a declaration.
fn keyword_starts_type(keyword: Keyword) -> bool {
    use Keyword as K;
    matches!(
        keyword,
        K::Alignas
            | K::Atomic
            | K::Attribute
            | K::Auto
            | K::AutoType
            | K::BitInt
            | K::Bool
            | K::Char
            | K::Complex
            | K::Const
            | K::Constexpr
            | K::Double
            | K::Enum
            | K::Extern
            | K::Float
            | K::Inline
            | K::Int
            | K::Long
            | K::Noreturn
            | K::Register
            | K::Restrict
            | K::Short
            | K::Signed
            | K::Static
            | K::Struct
            | K::ThreadLocal
            | K::Typedef
            | K::Typeof
            | K::Union
            | K::Unsigned
            | K::VaList
            | K::Void
            | K::Volatile
            | K::WideFloat
            | K::WideInteger
    )
}
