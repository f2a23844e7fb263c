//! Statements of the typed tree.
//!
//! Loops, `switch` and labels are kept as the program has them; the lowering turns them into jumps.

use super::super::source::Pos;
use super::ids::{ExprId, InitialiserId, LabelId, ObjectId, ScopeId, StmtId};

/// Several statements in order; [`Program::statements`](super::Program::statements) has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StmtList {
    pub(in crate::c::read) start: u32,
    pub(in crate::c::read) length: u32,
}

impl StmtList {
    /// The number of statements.
    pub fn len(self) -> usize {
        self.length as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.length == 0
    }
}

/// The values of a `case`, both included, in the order of the type of the `switch`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaseRange {
    /// The first value, as a number.
    pub low: i128,
    /// The last value.
    pub high: i128,
}

/// A label of a `switch`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchCase {
    /// The values, or `None` for `default`.
    pub values: Option<CaseRange>,
    /// The statement with the label.
    pub stmt: StmtId,
}

/// The kind of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression, whose value is dropped.
    Expression(ExprId),
    /// The life of a local object begins: its value is that of the initialiser, or any. Objects with storage for the
    /// whole run have no such statement.
    Declaration(ObjectId, Option<InitialiserId>),
    /// `{ … }`
    Block(StmtList, ScopeId),
    /// `if`
    If(ExprId, StmtId, Option<StmtId>),
    /// `while`
    While(ExprId, StmtId),
    /// `do … while`; the place of the statement is that of `do`.
    DoWhile(StmtId, ExprId),
    /// `for`
    For {
        /// The first clause: declarations or an expression.
        init: StmtList,
        /// The condition; nothing means true.
        condition: Option<ExprId>,
        /// The expression behind the body.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
        /// The names that the first clause declares are in scope here.
        scope: ScopeId,
    },
    /// `switch`; the value is promoted.
    Switch {
        /// The value.
        value: ExprId,
        /// The body, in which the labels stand at any depth.
        body: StmtId,
        /// The position of its labels in [`Program::cases`](super::Program::cases).
        cases: u32,
    },
    /// `case a:` or `default:` and the statement behind it.
    Case(StmtId),
    /// A label and the statement behind it.
    Labelled(LabelId, StmtId),
    /// `goto`
    Goto(LabelId),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`; the value is converted to the type of the function's result.
    Return(Option<ExprId>),
}

/// A statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// Its kind with its parts.
    pub kind: StmtKind,
    /// Its first byte: the keyword, if it begins with one.
    pub pos: Pos,
    /// The last token's place: the semicolon or brace.
    pub end: Pos,
}
