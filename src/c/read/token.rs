//! Tokens: what the lexer makes, the preprocessor replaces, and the parser reads.
//!
//! A token is small and copied freely. The value of a number or string is in the table [`Literals`], and the token has
//! the position there.

use super::arch::{FloatingKind, IntegerKind};
use super::names::NameId;
use super::packs::Packs;
use super::source::Pos;
use crate::base::HashSet;

macro_rules! puncts {
    ($($name:ident $text:literal,)*) => {
        /// An operator or another mark.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Punct {
            $($name,)*
        }

        impl Punct {
            /// All marks with their spellings.
            pub const ALL: &'static [(&'static str, Punct)] = &[$(($text, Punct::$name),)*];
        }
    };
}

// Longer spellings stand before their beginnings.
puncts! {
    Ellipsis "...",
    ShiftLeftAssign "<<=",
    ShiftRightAssign ">>=",
    HashHash "##",
    Arrow "->",
    Increment "++",
    Decrement "--",
    ShiftLeft "<<",
    ShiftRight ">>",
    LessEqual "<=",
    GreaterEqual ">=",
    EqualEqual "==",
    NotEqual "!=",
    AndAnd "&&",
    OrOr "||",
    MulAssign "*=",
    DivAssign "/=",
    RemAssign "%=",
    AddAssign "+=",
    SubAssign "-=",
    AndAssign "&=",
    XorAssign "^=",
    OrAssign "|=",
    LeftBracket "[",
    RightBracket "]",
    LeftParen "(",
    RightParen ")",
    LeftBrace "{",
    RightBrace "}",
    Dot ".",
    And "&",
    Star "*",
    Plus "+",
    Minus "-",
    Tilde "~",
    Not "!",
    Slash "/",
    Percent "%",
    Less "<",
    Greater ">",
    Caret "^",
    Or "|",
    Question "?",
    Colon ":",
    Semicolon ";",
    Assign "=",
    Comma ",",
    Hash "#",
}

impl Punct {
    pub fn text(self) -> &'static str {
        Punct::ALL.get(self as usize).map_or("", |&(text, _)| text)
    }

    /// Whether it changes an operand.
    pub fn is_assignment(self) -> bool {
        let is_comparison =
            matches!(self, Punct::EqualEqual | Punct::NotEqual | Punct::LessEqual | Punct::GreaterEqual);
        self.text().ends_with('=') && !is_comparison || matches!(self, Punct::Increment | Punct::Decrement)
    }
}

/// The kind of a token. Numbers point into [`Literals`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name or a keyword.
    Name(NameId),
    Integer(u32),
    Floating(u32),
    Text(u32),
    /// A text that begins like a number but is no constant, such as the `0x` in `A ## B`. The name has its text.
    Number(NameId),
    /// A pragma that matters, by its position in the list of the preprocessor. The parser gets no such token.
    Pragma(u32),
    Punct(Punct),
    /// The end of the file, or of a list of tokens that replaces a macro.
    End,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub pos: Pos,
    /// Whether it is the first token of its line.
    pub starts_line: bool,
    /// Whether no blank is between it and the token before.
    pub is_joined: bool,
    /// Whether it is the name of a macro in the macro's own replacement, where it is not replaced again.
    pub is_plain: bool,
}

impl Token {
    pub fn is(&self, punct: Punct) -> bool {
        self.kind == Kind::Punct(punct)
    }

    pub fn name(&self) -> Option<NameId> {
        match self.kind {
            Kind::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// An integer constant or a character constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct IntegerLiteral {
    pub value: u64,
    pub kind: IntegerKind,
}

/// A floating constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloatingLiteral {
    /// The bits in memory.
    pub bits: u128,
    /// The format of the bits.
    pub kind: FloatingKind,
    /// The type.
    pub declared: FloatingKind,
}

/// A string literal, without the 0 at its end.
#[derive(Clone, Debug)]
pub struct Text {
    /// The type of the elements.
    pub kind: IntegerKind,
    /// The values of the elements, as bit patterns of the type.
    pub units: Vec<u32>,
}

/// The values of tokens, each with its spelling, which the operators `#` and `##` of macros need. A spelling is a name
/// whose characters are the bytes.
#[derive(Clone, Default, Debug)]
pub(super) struct Literals {
    integers: Vec<(IntegerLiteral, NameId)>,
    floatings: Vec<(FloatingLiteral, NameId)>,
    pub texts: Vec<Text>,
    text_spellings: Vec<NameId>,
    /// The alignments that `#pragma pack` allows.
    pub packs: Packs,
    /// The names that `#pragma weak` lists.
    pub weak: HashSet<NameId>,
}

impl Literals {
    pub fn add_integer(&mut self, literal: IntegerLiteral, spelling: NameId) -> Kind {
        self.integers.push((literal, spelling));
        Kind::Integer(self.integers.len() as u32 - 1)
    }

    pub fn add_floating(&mut self, literal: FloatingLiteral, spelling: NameId) -> Kind {
        self.floatings.push((literal, spelling));
        Kind::Floating(self.floatings.len() as u32 - 1)
    }

    pub fn add_text(&mut self, text: Text, spelling: NameId) -> Kind {
        self.texts.push(text);
        self.text_spellings.push(spelling);
        Kind::Text(self.texts.len() as u32 - 1)
    }

    pub fn integer(&self, at: u32) -> IntegerLiteral {
        let none = IntegerLiteral { value: 0, kind: IntegerKind::Int };
        self.integers.get(at as usize).map_or(none, |&(literal, _)| literal)
    }

    pub fn floating(&self, at: u32) -> FloatingLiteral {
        let none = FloatingLiteral { bits: 0, kind: FloatingKind::Double, declared: FloatingKind::Double };
        self.floatings.get(at as usize).map_or(none, |&(literal, _)| literal)
    }

    /// The spelling of a token that has a value, or of a name.
    pub fn spelling(&self, kind: Kind) -> Option<NameId> {
        match kind {
            Kind::Name(name) | Kind::Number(name) => Some(name),
            Kind::Integer(at) => self.integers.get(at as usize).map(|&(_, spelling)| spelling),
            Kind::Floating(at) => self.floatings.get(at as usize).map(|&(_, spelling)| spelling),
            Kind::Text(at) => self.text_spellings.get(at as usize).copied(),
            Kind::Pragma(_) | Kind::Punct(_) | Kind::End => None,
        }
    }

    /// The bytes held, about.
    pub fn bytes(&self) -> usize {
        24 * (self.integers.len() + self.floatings.len()) + 64 * self.texts.len()
    }
}
