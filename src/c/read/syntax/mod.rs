//! The typed tree: the result of reading a program.
//!
//! A [`Program`] owns arenas of expressions and statements, whose parts are named by index. A part is always before the
//! whole in its arena. So a pass over an arena meets operands before operators, needs no recursion, and cannot overflow
//! the stack if a tree is deep.

mod expr;
mod float_operator;
mod ids;
mod pointer_fact;
mod program;
mod sites;
mod stmt;
mod text;

pub use expr::{BinaryOp, Expr, ExprKind, ExprList, FloatingBits, LogicalOp, UnaryOp};
pub use float_operator::FloatOperator;
pub(in crate::c::read) use ids::index;
pub use ids::{ExprId, FunctionId, InitialiserId, LabelId, ObjectId, ReasonId, ScopeId, StmtId, TextId};
pub use pointer_fact::PointerFact;
pub(in crate::c::read) use program::Qualified;
pub use program::{Element, Function, Initialiser, Label, Object, Program, Scope, Storage};
pub(in crate::c) use sites::Sites;
pub use stmt::{CaseRange, Stmt, StmtKind, StmtList, SwitchCase};
