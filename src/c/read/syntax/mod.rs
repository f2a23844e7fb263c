//! Typed syntax: the result of reading a program.
//!
//! A [`Program`] owns arenas of expressions and statements; parts are named by index and stand in the arena before the
//! whole, so that a pass over the arena meets operands before operators, and no tree is too deep for a stack.

mod expr;
mod ids;
mod program;
mod stmt;
mod text;

pub use expr::{BinaryOp, Expr, ExprKind, ExprList, LogicalOp, UnaryOp};
pub use ids::{ExprId, FunctionId, InitialiserId, LabelId, ObjectId, ReasonId, ScopeId, StmtId, TextId};
pub(in crate::c::read) use program::Qualified;
pub use program::{Element, Function, Initialiser, Label, Object, Program, Scope, Storage};
pub use stmt::{CaseRange, Stmt, StmtKind, StmtList, SwitchCase};
