//! In place of the readers of C, where a build leaves them out: nothing is read, and so there is no program.
//!
//! The names are those of `input::c` that other modules use. A program holds a value of a type without values: code
//! about programs compiles, and is never run.

use crate::base::Budget;
use crate::model::cfa::{Cfa, EdgeId};
use crate::model::encode::horn::ProceduresHorn;
use crate::model::procedures::{CallId, Procedures};
use crate::solver::term::TermId;
use std::fmt;

/// No value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Never {}

/// The refusal of a program.
#[derive(Clone, Debug)]
pub struct Diagnostic(());

impl Diagnostic {
    /// Whether it is only a remark: no.
    pub fn is_warning(&self) -> bool {
        false
    }

    /// Whether a larger budget would help: no.
    pub fn is_limit(&self) -> bool {
        false
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is a C program, and the engine was built without C")
    }
}

/// The sizes of integer types, which this build has no use for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arch {
    /// The default.
    Ilp32,
}

/// The values of volatile objects, which this build has no use for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Volatile {
    /// The default.
    Stored,
}

/// Settings of [`read`].
#[derive(Clone, Copy, Debug)]
pub struct COptions {
    /// The sizes of integer types.
    pub arch: Arch,
    /// The values of volatile objects.
    pub volatile: Volatile,
}

impl Default for COptions {
    fn default() -> COptions {
        COptions { arch: Arch::Ilp32, volatile: Volatile::Stored }
    }
}

/// The meaning of a program, which this build has no use for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integers {
    /// The default.
    Words,
}

/// The property of a program, which this build has no use for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// The default.
    Default,
}

impl Property {
    /// The property in a witness.
    pub fn specification(self) -> &'static str {
        ""
    }
}

/// Settings of programs, which this build has no use for.
#[derive(Clone, Copy, Debug)]
pub struct LowerOptions {
    /// The meaning of integer types.
    pub integers: Integers,
    /// The errors.
    pub property: Property,
}

impl Default for LowerOptions {
    fn default() -> LowerOptions {
        LowerOptions { integers: Integers::Words, property: Property::Default }
    }
}

/// Refuses a program.
///
/// # Errors
///
/// Always.
pub fn read(_: &[u8], _: &COptions, _: &Budget) -> Result<Program, Vec<Diagnostic>> {
    Err(vec![Diagnostic(())])
}

/// A typed tree.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its lines.
    pub lines: Lines,
    /// Its types.
    pub types: Types,
    /// No value.
    pub never: Never,
}

impl Program {
    /// An object.
    pub fn object(&self, _: ObjectId) -> &Object {
        match self.never {}
    }
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its type.
    pub ty: TypeId,
}

/// The types of a program.
#[derive(Clone, Debug)]
pub struct Types(Never);

impl Types {
    /// The kind of an integer type.
    pub fn integer_kind(&self, _: TypeId) -> Option<Never> {
        match self.0 {}
    }

    /// The signs of the kinds.
    pub fn options(&self) -> &Signs {
        match self.0 {}
    }
}

/// The signs of kinds of integers.
#[derive(Clone, Debug)]
pub struct Signs(Never);

impl Signs {
    /// Whether a kind is signed.
    pub fn is_signed(&self, _: Never) -> bool {
        match self.0 {}
    }
}

/// The lines of a program.
#[derive(Clone, Debug)]
pub struct Lines(Never);

impl Lines {
    /// Line and column of a place.
    pub fn line_and_column(&self, _: Pos) -> (usize, usize) {
        match self.0 {}
    }

    /// The function of the C library at a place.
    pub fn library_function(&self, _: Pos) -> Option<&str> {
        match self.0 {}
    }
}

/// The way from an automaton back to the text.
#[derive(Clone, Debug)]
pub struct SourceMap(Never);

impl SourceMap {
    /// The place of an edge.
    pub fn place(&self, _: EdgeId) -> Pos {
        match self.0 {}
    }

    /// The origin of a variable.
    pub fn origin(&self, _: TermId) -> Option<Origin> {
        match self.0 {}
    }
}

/// The origin of a variable.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// A part of an object.
    Object {
        /// The object.
        object: ObjectId,
        /// The role of the variable.
        role: Role,
    },
    /// A part of the heap.
    Heap,
    /// A result.
    Result {
        /// No value.
        never: Never,
    },
    /// A value in the middle of an evaluation.
    Temporary,
}

/// The role of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The value.
    Value,
    /// The target of an address.
    Target,
}

/// A question of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// Its place.
    pub pos: Pos,
    /// Its reason.
    pub kind: AskKind,
}

/// A program with its automaton.
#[derive(Clone, Debug)]
pub struct Source {
    /// The typed tree.
    pub program: Program,
    /// The automaton.
    pub lowered: Lowered,
}

/// An automaton with its way back.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The automaton.
    pub cfa: Cfa,
    /// The way back.
    pub map: SourceMap,
}

/// A recursive program with its clauses.
#[derive(Clone, Debug)]
pub struct RecursiveSource {
    /// The typed tree.
    pub program: Program,
    /// The automata.
    pub lowered: LoweredProcedures,
    /// Their clauses.
    pub horn: ProceduresHorn,
}

/// Automata with their way back.
#[derive(Clone, Debug)]
pub struct LoweredProcedures {
    /// The automata.
    pub procedures: Procedures,
    /// The way back.
    pub map: SourceMap,
}

impl LoweredProcedures {
    /// The place of a call.
    pub fn place(&self, _: CallId) -> Pos {
        match self.map.0 {}
    }
}

/// A program that may be recursive.
#[derive(Clone, Debug)]
pub enum SomeSource {
    /// It is not.
    Plain(Box<Source>),
    /// It is.
    Recursive(Box<RecursiveSource>),
}

impl SomeSource {
    /// Lowers a program, which there is none of.
    ///
    /// # Errors
    ///
    /// None.
    pub fn new(program: Program, _: LowerOptions, _: &Budget) -> Result<SomeSource, Vec<Diagnostic>> {
        match program.never {}
    }

    /// The program.
    pub fn program(&self) -> &Program {
        match self {
            SomeSource::Plain(source) => &source.program,
            SomeSource::Recursive(source) => &source.program,
        }
    }
}

/// Types without values, by the names of the whole crate.
macro_rules! nothing {
    ($($name:ident: $what:literal,)*) => { $(
        #[doc = $what]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(Never);
    )* };
}

nothing! {
    AskKind: "The reason of a question.",
    Failure: "An error.",
    ObjectId: "The number of an object.",
    Pos: "A place in a text.",
    TypeId: "The number of a type.",
}
