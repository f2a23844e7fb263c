//! Tokens.

use super::arch::{FloatingKind, IntegerKind};
use super::names::NameId;
use super::source::Pos;

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
}

/// The kind of a token. Numbers point into [`Literals`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name or a keyword.
    Name(NameId),
    Integer(u32),
    Floating(u32),
    Text(u32),
    Punct(Punct),
    /// The end of the file, or of the list that a macro is replaced by.
    End,
}

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub pos: Pos,
    /// The first one of its line.
    pub starts_line: bool,
    /// Nothing stands between it and the token before.
    pub is_joined: bool,
    /// The name of a macro that is not replaced: it stands in its own replacement.
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
    pub value: f64,
    pub kind: FloatingKind,
}

/// A string literal, without the 0 at its end.
#[derive(Clone, Debug)]
pub struct Text {
    /// The type of the elements.
    pub kind: IntegerKind,
    /// The values of the elements, as bit patterns of the type.
    pub units: Vec<u32>,
}

/// The values of the tokens that have one.
#[derive(Clone, Default, Debug)]
pub(super) struct Literals {
    pub integers: Vec<IntegerLiteral>,
    pub floatings: Vec<FloatingLiteral>,
    pub texts: Vec<Text>,
}

impl Literals {
    pub fn integer(&self, at: u32) -> IntegerLiteral {
        let none = IntegerLiteral { value: 0, kind: IntegerKind::Int };
        self.integers.get(at as usize).copied().unwrap_or(none)
    }

    pub fn floating(&self, at: u32) -> FloatingLiteral {
        let none = FloatingLiteral { value: 0.0, kind: FloatingKind::Double };
        self.floatings.get(at as usize).copied().unwrap_or(none)
    }
}
