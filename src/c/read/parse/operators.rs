//! The table of operators: which mark is which operator before or behind an operand, and how tightly it binds.

use super::super::syntax::{BinaryOp, LogicalOp, UnaryOp};
use super::super::token::Punct;

/// An operator between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Infix {
    Binary(BinaryOp),
    Logical(LogicalOp),
    /// `=`, or `op=`
    Assign(Option<BinaryOp>),
    Comma,
}

/// An operator before its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prefix {
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

/// How tightly the conditional binds.
pub(super) const CONDITIONAL: u8 = 2;
/// How tightly assignments bind.
pub(super) const ASSIGNMENT: u8 = 1;

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

    /// How tightly it binds; more is tighter.
    pub fn precedence(self) -> u8 {
        match self {
            Infix::Comma => 0,
            Infix::Assign(_) => ASSIGNMENT,
            Infix::Logical(LogicalOp::Or) => 3,
            Infix::Logical(LogicalOp::And) => 4,
            Infix::Binary(op) => match op {
                BinaryOp::Or => 5,
                BinaryOp::Xor => 6,
                BinaryOp::And => 7,
                BinaryOp::Equal | BinaryOp::NotEqual => 8,
                BinaryOp::Less | BinaryOp::Greater | BinaryOp::LessEqual | BinaryOp::GreaterEqual => 9,
                BinaryOp::ShiftLeft | BinaryOp::ShiftRight => 10,
                BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 12,
                _ => 11,
            },
        }
    }

    /// Whether `a op b op c` is `a op (b op c)`.
    pub fn groups_right(self) -> bool {
        matches!(self, Infix::Assign(_))
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
