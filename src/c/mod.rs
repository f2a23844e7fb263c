//! C programs: a wing of the house, from the bytes of a file to a verdict about runs.
//!
//! The way of a program: [`read`](mod@read) makes a typed tree of the text, [`lower`](mod@lower) an automaton or, of a
//! recursive program, clauses of the tree. Engines see no more than these. [`run`](mod@run) gives the tree a meaning a
//! second time, as an interpreter; [`check`] holds verdicts against its runs. For people and other tools a verdict is
//! told as a [`story`], as a [`witness`] or as a [`harness`].

pub mod check;
mod door;
pub mod harness;
pub mod lower;
pub mod read;
pub mod run;
pub mod story;
pub mod witness;

pub use check::{
    check_run, made_up, random_answers, replay, ErrorRun, RandomAnswers, RecordedAnswer, ReplayError, Scalars,
};
pub use door::{table_of_lines, CProgram};
pub use harness::{harness_remarks, write_harness, Aim, Counterexample, REACHED};
pub use lower::{
    is_at_once, largest_heap_object, lower, lower_procedures, CFile, Instance, InstanceId, Integers,
    LowerOptions, Lowered, LoweredProcedures, Pointee, Recursion, RecursiveSource, Role, SomeSource, Source,
    SourceMap, StmtPlace, Target, VariableOrigin, LOWEST_ADDRESS, MORE_ARGUMENTS, UNKNOWN_OBJECT,
};
pub use read::{
    bundle, kinds, read, read_function, Arch, Ask, AskKind, Assertion, BinaryOp, BitRange, COptions,
    CaseRange, Check, CheckRow, Checks, Contracted, Contracts, Element, EnumId, Enumeration, ErrorRow, Expr,
    ExprId, ExprKind, ExprList, Expressions, Externs, Failure, Field, FloatEvaluation, FloatOperator,
    FloatingBits, FloatingKind, Function, FunctionId, FunctionType, FunctionTypeId, Initialiser,
    InitialiserId, IntegerKind, Label, LabelId, Lines, LogicalOp, LoopContracts, NameId, Names, Object,
    ObjectId, Opaque, PointerArguments, PointerFact, Pos, Program, Property, Prototype, ReasonId, Record,
    RecordId, Scope, ScopeId, Stmt, StmtId, StmtKind, StmtList, Storage, SwitchCase, Text, TextId, Type,
    TypeId, Types, UnaryOp, UseContracts, Volatile,
};
pub use read::{Find, Header, CHECKS, ERRORS, MOST_BYTES, WEAKNESSES};
pub use run::{
    run, End, Fault, Moment, Numbers, Observer, OpenRun, Quiet, Run, RunError, RunOptions, Stored, View,
};
pub use witness::readable_invariants;
