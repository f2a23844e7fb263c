//! The table of operators: which mark is which operator before or behind an operand, how it is spelled, and how tightly
//! it binds. The parser, the conditions of `#if` and the printers of expressions use it.

use super::syntax::{BinaryOp, LogicalOp, UnaryOp};
use super::token::Punct;

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::read) enum Infix {
    Binary(BinaryOp),
    Logical(LogicalOp),
    /// `==>`, which CBMC has between conditions
    Implies,
    /// `=`, or `op=`
    Assign(Option<BinaryOp>),
    Comma,
}

/// An operator before its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::read) enum Prefix {
    Address,
    Dereference,
    Plus,
    Unary(UnaryOp),
    Step {
        is_decrement: bool,
    },
    Sizeof,
    Alignof,
    /// `__alignof__`
    PreferredAlignof,
}

/// How tightly an operator binds; more is tighter.
pub(in crate::c) type Level = u8;

pub(in crate::c) const COMMA: Level = 0;
pub(in crate::c) const ASSIGNMENT: Level = 1;
pub(in crate::c) const CONDITIONAL: Level = 2;
/// An operator before its operand; a cast is one.
pub(in crate::c) const PREFIX: Level = 13;
/// An operator behind its operand, and an operand without operator.
pub(in crate::c) const POSTFIX: Level = 14;

impl BinaryOp {
    fn row(self) -> (&'static str, Level) {
        match self {
            BinaryOp::Or => ("|", 5),
            BinaryOp::Xor => ("^", 6),
            BinaryOp::And => ("&", 7),
            BinaryOp::Equal => ("==", 8),
            BinaryOp::NotEqual => ("!=", 8),
            BinaryOp::Less => ("<", 9),
            BinaryOp::Greater => (">", 9),
            BinaryOp::LessEqual => ("<=", 9),
            BinaryOp::GreaterEqual => (">=", 9),
            BinaryOp::ShiftLeft => ("<<", 10),
            BinaryOp::ShiftRight => (">>", 10),
            BinaryOp::Add | BinaryOp::PointerAdd => ("+", 11),
            BinaryOp::Sub | BinaryOp::PointerSub | BinaryOp::PointerDifference => ("-", 11),
            BinaryOp::Mul => ("*", 12),
            BinaryOp::Div => ("/", 12),
            BinaryOp::Rem => ("%", 12),
        }
    }

    /// The spelling in C.
    pub fn text(self) -> &'static str {
        self.row().0
    }

    pub(in crate::c) fn level(self) -> Level {
        self.row().1
    }

    /// The truth of a comparison; `None` for any other operator.
    pub(in crate::c) fn compare<T: Ord>(self, a: &T, b: &T) -> Option<bool> {
        Some(match self {
            BinaryOp::Less => a < b,
            BinaryOp::Greater => a > b,
            BinaryOp::LessEqual => a <= b,
            BinaryOp::GreaterEqual => a >= b,
            BinaryOp::Equal => a == b,
            BinaryOp::NotEqual => a != b,
            _ => return None,
        })
    }

    pub(in crate::c) fn is_comparison(self) -> bool {
        self.compare(&0, &0).is_some()
    }
}

impl LogicalOp {
    /// The spelling in C.
    pub fn text(self) -> &'static str {
        match self {
            LogicalOp::And => "&&",
            LogicalOp::Or => "||",
        }
    }

    pub(in crate::c) fn level(self) -> Level {
        match self {
            LogicalOp::Or => 3,
            LogicalOp::And => 4,
        }
    }
}

impl UnaryOp {
    /// The spelling in C.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Minus => "-",
            UnaryOp::Complement => "~",
            UnaryOp::Not => "!",
        }
    }
}

impl Infix {
    /// The operator that a mark is, behind an operand.
    pub fn of(punct: Punct) -> Option<Infix> {
        use BinaryOp as B;
        Some(match punct {
            Punct::Star => Infix::Binary(B::Mul),
            Punct::Slash => Infix::Binary(B::Div),
            Punct::Percent => Infix::Binary(B::Rem),
            Punct::Plus => Infix::Binary(B::Add),
            Punct::Minus => Infix::Binary(B::Sub),
            Punct::ShiftLeft => Infix::Binary(B::ShiftLeft),
            Punct::ShiftRight => Infix::Binary(B::ShiftRight),
            Punct::Less => Infix::Binary(B::Less),
            Punct::Greater => Infix::Binary(B::Greater),
            Punct::LessEqual => Infix::Binary(B::LessEqual),
            Punct::GreaterEqual => Infix::Binary(B::GreaterEqual),
            Punct::EqualEqual => Infix::Binary(B::Equal),
            Punct::NotEqual => Infix::Binary(B::NotEqual),
            Punct::And => Infix::Binary(B::And),
            Punct::Caret => Infix::Binary(B::Xor),
            Punct::Or => Infix::Binary(B::Or),
            Punct::AndAnd => Infix::Logical(LogicalOp::And),
            Punct::OrOr => Infix::Logical(LogicalOp::Or),
            Punct::Assign => Infix::Assign(None),
            Punct::MulAssign => Infix::Assign(Some(B::Mul)),
            Punct::DivAssign => Infix::Assign(Some(B::Div)),
            Punct::RemAssign => Infix::Assign(Some(B::Rem)),
            Punct::AddAssign => Infix::Assign(Some(B::Add)),
            Punct::SubAssign => Infix::Assign(Some(B::Sub)),
            Punct::ShiftLeftAssign => Infix::Assign(Some(B::ShiftLeft)),
            Punct::ShiftRightAssign => Infix::Assign(Some(B::ShiftRight)),
            Punct::AndAssign => Infix::Assign(Some(B::And)),
            Punct::XorAssign => Infix::Assign(Some(B::Xor)),
            Punct::OrAssign => Infix::Assign(Some(B::Or)),
            Punct::Comma => Infix::Comma,
            _ => return None,
        })
    }

    pub fn level(self) -> Level {
        match self {
            Infix::Comma => COMMA,
            Infix::Assign(_) => ASSIGNMENT,
            Infix::Implies => CONDITIONAL,
            Infix::Logical(op) => op.level(),
            Infix::Binary(op) => op.level(),
        }
    }

    /// Whether `a op b op c` is `a op (b op c)`.
    pub fn groups_right(self) -> bool {
        matches!(self, Infix::Assign(_) | Infix::Implies)
    }
}

impl Prefix {
    /// The operator that a mark is, where an operand is expected.
    pub fn of(punct: Punct) -> Option<Prefix> {
        Some(match punct {
            Punct::And => Prefix::Address,
            Punct::Star => Prefix::Dereference,
            Punct::Plus => Prefix::Plus,
            Punct::Minus => Prefix::Unary(UnaryOp::Minus),
            Punct::Tilde => Prefix::Unary(UnaryOp::Complement),
            Punct::Not => Prefix::Unary(UnaryOp::Not),
            Punct::Increment => Prefix::Step { is_decrement: false },
            Punct::Decrement => Prefix::Step { is_decrement: true },
            _ => return None,
        })
    }
}
