//! Expressions of the typed tree: operators, kinds, and the type and place of each expression.
//!
//! The tree has no silent conversions: for `char c;`, the expression `c + 1L` is an addition of two `long`, whose left
//! operand is a conversion of a conversion of a load of `c`.

use super::super::source::Pos;
use super::super::types::TypeId;
use super::ids::{ExprId, FunctionId, InitialiserId, ObjectId, ReasonId, StmtId, TextId};

/// Several expressions in order; [`Program::list`](super::Program::list) has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExprList {
    pub(in crate::c::read) start: u32,
    pub(in crate::c::read) length: u32,
}

impl ExprList {
    /// The number of expressions.
    pub fn len(self) -> usize {
        self.length as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.length == 0
    }
}

/// An operator on one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-a`; the operand is promoted and has the type of the result.
    Minus,
    /// `~a`; the operand is promoted and has the type of the result.
    Complement,
    /// `!a`; the operand is any scalar, the result an `int`.
    Not,
}

/// An operator on two values. Both operands are converted to a common type. The exceptions are shifts, whose operands
/// are promoted separately, and operators on pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `a * b`
    Mul,
    /// `a / b`, rounded towards 0.
    Div,
    /// `a % b`, with the sign of `a`.
    Rem,
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a << b`
    ShiftLeft,
    /// `a >> b`; the shift of a negative `a` is arithmetic.
    ShiftRight,
    /// `a < b`; the result of comparisons is an `int`. The operands may be pointers.
    Less,
    /// `a > b`
    Greater,
    /// `a <= b`
    LessEqual,
    /// `a >= b`
    GreaterEqual,
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
    /// `a & b`
    And,
    /// `a ^ b`
    Xor,
    /// `a | b`
    Or,
    /// A pointer plus an integer, in elements; the pointer stands on the left.
    PointerAdd,
    /// A pointer minus an integer, in elements.
    PointerSub,
    /// A pointer minus a pointer, in elements.
    PointerDifference,
}

/// An operator that does not evaluate its second operand if the first decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicalOp {
    /// `a && b`
    And,
    /// `a || b`
    Or,
}

/// The bits of a floating-point number in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatingBits {
    high: u64,
    low: u64,
}

impl FloatingBits {
    /// The bits as a number.
    pub fn get(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }
}

impl From<u128> for FloatingBits {
    fn from(bits: u128) -> FloatingBits {
        FloatingBits { high: (bits >> 64) as u64, low: bits as u64 }
    }
}

/// The kind of an expression.
///
/// An expression is an *lvalue*, which names an object or a function, or a *value*. [`ExprKind::Load`],
/// [`ExprKind::Decay`] and [`ExprKind::AddressOf`] lead from lvalues to values, [`ExprKind::Dereference`] leads back.
/// Every conversion that C does silently is a node of its own.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ExprKind {
    /// The value of an integer, as bit pattern of its type.
    Constant(u64),
    /// A floating-point number of the expression's type.
    Floating(FloatingBits),
    /// A string literal, an lvalue of array type.
    Text(TextId),
    /// An object, an lvalue.
    Object(ObjectId),
    /// A function, an lvalue of function type.
    Function(FunctionId),
    /// `(T){ … }`, an lvalue: the object gets its value each time that the expression is evaluated.
    CompoundLiteral(ObjectId, InitialiserId),
    /// The value of an lvalue.
    Load(ExprId),
    /// The value of a volatile lvalue: any value of the type of this node. If evaluating the lvalue may have an effect,
    /// another expression does it.
    Volatile,
    /// The pointer to the first element of an array lvalue, or to a function.
    Decay(ExprId),
    /// The pointer to an lvalue.
    AddressOf(ExprId),
    /// The lvalue behind a pointer.
    Dereference(ExprId),
    /// A member of a structure or union, by position among the fields of its record. An lvalue if the operand is.
    Member(ExprId, u32),
    /// The value converted to the type of this node. Integers, enumerations, pointers and `void` occur.
    Convert {
        /// The value.
        operand: ExprId,
        /// Whether the program asks for it by a cast.
        is_cast: bool,
    },
    /// An operator on one value.
    Unary(UnaryOp, ExprId),
    /// An operator on two values.
    Binary(BinaryOp, ExprId, ExprId),
    /// `&&` or `||` on scalars; the result is an `int`.
    Logical(LogicalOp, ExprId, ExprId),
    /// `a ? b : c`; its place is that of the `?`.
    Conditional(ExprId, ExprId, ExprId),
    /// `a ?: c`, which evaluates `a` once. `a` has its own type and is converted to that of this node.
    Default(ExprId, ExprId),
    /// `a = b`; the value is that of `a` afterwards.
    Assign(ExprId, ExprId),
    /// `a op= b`: `a` is loaded, converted to the computation's type, combined with `b`, and converted back.
    AssignOp {
        /// The operator.
        op: BinaryOp,
        /// The lvalue.
        target: ExprId,
        /// The right operand, converted already.
        value: ExprId,
        /// The type in which the operator computes.
        computation: TypeId,
    },
    /// `++a`, `--a`, `a++` or `a--`. Pointers move by one element.
    Step {
        /// The lvalue.
        target: ExprId,
        /// Whether it is `--`.
        is_decrement: bool,
        /// Whether the value is the new one.
        is_prefix: bool,
    },
    /// `a, b`
    Comma(ExprId, ExprId),
    /// `({ … })`, a block; the value is that of its last statement, if that is an expression.
    Statements(StmtId),
    /// A construct that is read but not understood, such as an assembler statement or a complex number.
    /// A run that reaches it has no meaning; [`Program::reason`](super::Program::reason) says why.
    Unsupported(ReasonId),
    /// A call.
    Call {
        /// A function, or a pointer to one.
        callee: ExprId,
        /// The arguments, converted to the types of the parameters where they are known, otherwise promoted. A function
        /// without prototype may have other parameters than the arguments suggest.
        arguments: ExprList,
        /// The place of the closing parenthesis.
        close: Pos,
    },
}

impl ExprKind {
    /// The operands, without the arguments of a call and the values of a compound literal.
    pub(in crate::c) fn operands(self) -> impl DoubleEndedIterator<Item = ExprId> {
        let operands = match self {
            ExprKind::Constant(_) | ExprKind::Floating(_) | ExprKind::Text(_) => [None; 3],
            ExprKind::Volatile | ExprKind::Unsupported(_) | ExprKind::Statements(_) => [None; 3],
            ExprKind::Function(_) | ExprKind::Object(_) | ExprKind::CompoundLiteral(..) => [None; 3],
            ExprKind::Load(a)
            | ExprKind::Decay(a)
            | ExprKind::AddressOf(a)
            | ExprKind::Dereference(a)
            | ExprKind::Member(a, _)
            | ExprKind::Convert { operand: a, .. }
            | ExprKind::Unary(_, a)
            | ExprKind::Step { target: a, .. }
            | ExprKind::Call { callee: a, .. } => [Some(a), None, None],
            ExprKind::Binary(_, a, b)
            | ExprKind::Logical(_, a, b)
            | ExprKind::Default(a, b)
            | ExprKind::Assign(a, b)
            | ExprKind::AssignOp { target: a, value: b, .. }
            | ExprKind::Comma(a, b) => [Some(a), Some(b), None],
            ExprKind::Conditional(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }
}

/// An expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expr {
    /// Its kind with its operands.
    pub kind: ExprKind,
    /// The type of its value, or of the object that it names.
    pub ty: TypeId,
    /// The place of its operator, or of its beginning if it has none. A conversion has the place of its operand.
    pub pos: Pos,
}
