//! The [`Program`]: its functions, objects, scopes and labels, and the arenas of their parts.
//!
//! This is what the reader returns. The lowering, the interpreter, witnesses and stories all look up parts of a program
//! here.

use super::super::arch::IntegerKind;
use super::super::contracts::Contracted;
use super::super::names::{NameId, Names};
use super::super::property::{Assertion, Failure};
use super::super::source::{Lines, Pos};
use super::super::token::Text;
use super::super::types::{Type, TypeId, Types};
use super::expr::{Expr, ExprKind, ExprList, FloatingBits};
use super::ids::{ExprId, FunctionId, InitialiserId, ObjectId, ReasonId, ScopeId, StmtId, TextId};
use super::stmt::{Stmt, StmtList, SwitchCase};
use crate::input::Diagnostic;

/// The life of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// The object lives for the whole run, and its name is known in the rest of the file.
    Global,
    /// The object lives for the whole run, and its name is known in a block.
    StaticLocal,
    /// The object lives from its declaration to the end of its block, in each run through the block.
    Local,
    /// The object is a parameter, and lives for a call of its function.
    Parameter,
    /// The object is that of a compound literal, and has no name.
    Literal,
}

/// An object: a variable, a parameter, or what a compound literal makes.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name; `None` for compound literals and unnamed parameters.
    pub name: Option<NameId>,
    /// Its type. An array of an `extern` declaration may have no length.
    pub ty: TypeId,
    /// Its life.
    pub storage: Storage,
    /// The place of the name.
    pub pos: Pos,
    /// The scope to which the name belongs.
    pub scope: ScopeId,
    /// The place from which on the name is known, up to the end of the scope.
    pub visible_from: Pos,
    /// The function in which it is declared.
    pub function: Option<FunctionId>,
    /// The first value of an object that lives for the whole run; without it all bytes are 0.
    pub initialiser: Option<InitialiserId>,
    /// Whether this program defines it, or only declares it with `extern`. A local one is defined.
    pub is_defined: bool,
    /// Whether other translation units may know its name.
    pub is_external: bool,
    /// Whether it is declared `const`.
    pub is_const: bool,
    /// The alignment in bytes, if an attribute, `_Alignas` or the name of its type gives it another one than the type
    /// has.
    pub align: Option<u64>,
}

impl Object {
    /// An object without name, which is known from its place on.
    pub(in crate::c::read) fn unnamed(
        ty: TypeId,
        storage: Storage,
        pos: Pos,
        scope: ScopeId,
        function: Option<FunctionId>,
    ) -> Object {
        Object {
            name: None,
            ty,
            storage,
            pos,
            scope,
            visible_from: pos,
            function,
            initialiser: None,
            is_defined: true,
            is_external: false,
            is_const: false,
            align: None,
        }
    }
}

/// A part of an initialiser: an element of an object and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// Bytes from the beginning of the object.
    pub offset: u64,
    /// The bits from the beginning of the *object*, if it is a bit-field.
    pub bits: Option<super::super::types::BitRange>,
    /// The type of the element: a scalar, a structure or union with a value of its type, or an array of characters with
    /// a string literal as value.
    pub ty: TypeId,
    /// The value, converted to the type; a string literal stays an lvalue.
    pub value: ExprId,
}

/// The first value of an object. If the program has a list in braces or a string, bytes without an element are 0, and a
/// later element wins over an earlier one at the same place. Otherwise there is one element for the whole object.
#[derive(Clone, Debug, Default)]
pub struct Initialiser {
    /// The elements in the order of the text.
    pub elements: Vec<Element>,
}

/// A region of the text in which names are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The scope around it; `None` for that of a file.
    pub parent: Option<ScopeId>,
    /// The first byte.
    pub start: Pos,
    /// The last token.
    pub end: Pos,
}

/// A label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: NameId,
    /// The place at which it stands, or is first used.
    pub pos: Pos,
    /// The function to which it belongs.
    pub function: FunctionId,
    /// The statement that it labels.
    pub stmt: Option<StmtId>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: NameId,
    /// Its type, composed of all its declarations.
    pub ty: TypeId,
    /// The place of the name in its definition, or else in its first declaration.
    pub pos: Pos,
    /// The parameters of a definition.
    pub parameters: Vec<ObjectId>,
    /// The last parameter, if it stands for the variable arguments of the function. A call through another type does
    /// not give it a value, and is not understood.
    pub rest: Option<ObjectId>,
    /// The body of a definition, a block.
    pub body: Option<StmtId>,
    /// The scope of the parameters; for a function without definition, the scope of the file.
    pub scope: ScopeId,
    /// Whether the function is only called, and never declared.
    pub is_implicit: bool,
    /// Whether an attribute says that it does not return.
    pub is_noreturn: bool,
    /// Whether it is declared `static`.
    pub is_static: bool,
}

/// The declared types that mention `volatile`, in order.
#[derive(Clone, Debug, Default)]
pub(in crate::c::read) struct Qualified {
    pub objects: Vec<(ObjectId, TypeId)>,
    /// By record and position.
    pub fields: Vec<((usize, usize), TypeId)>,
}

/// A program that was read without errors.
#[derive(Clone, Debug)]
pub struct Program {
    /// All types.
    pub types: Types,
    /// All identifiers.
    pub names: Names,
    /// All functions, also those that are only declared or called.
    pub functions: Vec<Function>,
    /// All objects.
    pub objects: Vec<Object>,
    /// All initialisers.
    pub initialisers: Vec<Initialiser>,
    /// All scopes; the first is that of the file, or of names that several files share.
    pub scopes: Vec<Scope>,
    /// All labels.
    pub labels: Vec<Label>,
    /// By `switch`: its labels, in the order of the text.
    pub cases: Vec<Vec<SwitchCase>>,
    /// All string literals.
    pub texts: Vec<Text>,
    /// The type of the positions in lists of variable arguments. Objects of this type hold no other values.
    pub list_position: Option<TypeId>,
    /// The reasons why expressions have no meaning here.
    pub reasons: Vec<String>,
    /// The function that is called when the first call of `main` returns. It calls the functions that `atexit` has
    /// registered. `None` for programs without `atexit`, whose runs end there.
    pub after_main: Option<FunctionId>,
    /// The place of a signed overflow in a constant, which no run evaluates. It is an error at the start of each run.
    pub constant_overflow: Option<Pos>,
    /// The list of the first arguments of `main`, if there are more than it has room for. A place outside of it is that
    /// of another argument, and an access there is not followed.
    pub more_arguments: Option<ObjectId>,
    /// The object of the library with the number of the mode in which floating-point results are rounded; `None` for
    /// programs that do not set it, whose mode is to nearest.
    pub rounding_mode: Option<ObjectId>,
    /// Whether `main` was made to call one function with any arguments that its contract allows.
    pub is_function_alone: bool,
    /// The text of a function alone without contracts, if it is C.
    pub(in crate::c) plain_text: Option<String>,
    /// The functions whose contracts stand for their bodies.
    pub rests_on: Vec<String>,
    /// Whether loops with contracts are one turn each.
    pub has_loop_contracts: bool,
    /// Whether conditions on all elements of an array are assumed for some indices only, which are chosen.
    pub has_chosen_indices: bool,
    /// The invariants of loops that were guessed, each with the place of its loop.
    pub guessed_loops: Vec<(Pos, String)>,
    /// The functions with a contract and a body.
    pub contracted: Vec<Contracted>,
    /// The products that are the sizes of arrays of variable length, each of the length and the size of an element.
    pub(in crate::c) lengths: Vec<ExprId>,
    /// Turns places into lines and columns.
    pub lines: Lines,
    /// The assertions that are excused, in ascending order: a run ends there without an error.
    pub(in crate::c) excused: Vec<Assertion>,
    /// The assertion that is lowered as false, so that its error means that a run reaches it.
    pub(in crate::c) reached: Option<Assertion>,
    /// Remarks that do not keep the program from being read.
    pub warnings: Vec<Diagnostic>,
    /// The types that objects and members had before they lost their qualifiers.
    pub(in crate::c::read) qualified: Qualified,
    /// The names of the volatile objects that are only declared.
    pub(in crate::c::read) elsewhere: Vec<String>,
    pub(in crate::c::read) exprs: Vec<Expr>,
    pub(in crate::c::read) expr_lists: Vec<ExprId>,
    pub(in crate::c::read) stmts: Vec<Stmt>,
    pub(in crate::c::read) stmt_lists: Vec<StmtId>,
}

/// Indices of another program are a panic, or name another part.
impl Program {
    /// The elements of all initialisers.
    pub(in crate::c) fn element_count(&self) -> usize {
        self.initialisers.iter().map(|initialiser| initialiser.elements.capacity()).sum()
    }

    /// The bytes held by the arenas, about, with `elements` elements of initialisers.
    pub(in crate::c) fn bytes(&self, elements: usize) -> usize {
        use std::mem::size_of;
        self.exprs.capacity() * size_of::<Expr>()
            + self.stmts.capacity() * size_of::<Stmt>()
            + 4 * (self.expr_lists.capacity() + self.stmt_lists.capacity())
            + self.objects.capacity() * size_of::<Object>()
            + self.functions.capacity() * size_of::<Function>()
            + self.scopes.capacity() * size_of::<Scope>()
            + self.initialisers.capacity() * (size_of::<Initialiser>() + 16)
            + elements * size_of::<Element>()
            + self.names.bytes()
            + self.types.bytes()
    }

    /// The program in which runs end without an error where these assertions are false.
    pub(in crate::c) fn excusing(&self, mut assertions: Vec<Assertion>) -> Program {
        assertions.sort_unstable();
        Program { excused: assertions, ..self.clone() }
    }

    /// The program in which the lowering takes an assertion for false.
    pub(in crate::c) fn reaching(&self, assertion: Assertion) -> Program {
        Program { reached: Some(assertion), ..self.clone() }
    }

    /// Whether a run with an error of this kind at this place ends without being one that violates the property.
    pub(in crate::c) fn excuses(&self, failure: Failure, pos: Pos) -> bool {
        self.excused.binary_search(&Assertion { pos, failure }).is_ok()
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> Expr {
        self.exprs[id.index()]
    }

    /// The number of expressions.
    pub fn expr_count(&self) -> usize {
        self.exprs.len()
    }

    /// All expressions, operands before operators.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> {
        (0..self.exprs.len() as u32).map(ExprId)
    }

    /// The arguments of a call; none of any other expression.
    pub(in crate::c) fn arguments(&self, call: ExprId) -> &[ExprId] {
        match self.expr(call).kind {
            ExprKind::Call { arguments, .. } => self.list(arguments),
            _ => &[],
        }
    }

    /// The types of the arguments of a call.
    pub(in crate::c) fn argument_types(&self, call: ExprId) -> Vec<TypeId> {
        self.arguments(call).iter().map(|&argument| self.expr(argument).ty).collect()
    }

    /// The expressions of a list.
    pub fn list(&self, list: ExprList) -> &[ExprId] {
        let start = list.start as usize;
        &self.expr_lists[start..start + list.len()]
    }

    /// A statement.
    pub fn stmt(&self, id: StmtId) -> Stmt {
        self.stmts[id.index()]
    }

    /// The number of statements.
    pub fn stmt_count(&self) -> usize {
        self.stmts.len()
    }

    /// All statements, parts before the whole.
    pub fn stmts(&self) -> impl Iterator<Item = StmtId> {
        (0..self.stmts.len() as u32).map(StmtId)
    }

    /// The statements of a list.
    pub fn statements(&self, list: StmtList) -> &[StmtId] {
        let start = list.start as usize;
        &self.stmt_lists[start..start + list.len()]
    }

    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// All functions.
    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> {
        (0..self.functions.len() as u32).map(FunctionId)
    }

    /// All objects.
    pub fn object_ids(&self) -> impl Iterator<Item = ObjectId> {
        (0..self.objects.len() as u32).map(ObjectId)
    }

    /// Whether a local object lives while a call of its function is at a place in the text. An object of an inner block
    /// ends with the block. All of a block that a macro makes has one place, except the arguments of the macro in it.
    pub fn lives_at(&self, id: ObjectId, place: Pos) -> bool {
        let scope = &self.scopes[self.object(id).scope.index()];
        let is_file = |scope: ScopeId| self.scopes[scope.index()].parent.is_none();
        let own = self.object(id).function.map(|function| self.function(function).scope);
        let is_outermost = own == Some(self.object(id).scope) || scope.parent.map_or(false, is_file);
        let is_inner = !is_outermost && scope.start < scope.end;
        !is_inner || (scope.start <= place && place <= scope.end)
    }

    /// Whether an expression keeps the low bits of a pointer in a smaller integer, as `(int) (long) p` does.
    pub(in crate::c) fn narrows_address(&self, id: ExprId) -> bool {
        let types = &self.types;
        let size = |id: ExprId| types.size(self.expr(id).ty).unwrap_or(0);
        let has_room = |id: ExprId| size(id) >= types.options().pointer_size();
        let kind = types.integer_kind(self.expr(id).ty);
        let mut operand = match self.expr(id).kind {
            ExprKind::Convert { operand, .. } => operand,
            _ => return false,
        };
        if has_room(id) || kind.map_or(true, |kind| kind == IntegerKind::Bool) {
            return false;
        }
        while let ExprKind::Convert { operand: inner, .. } = self.expr(operand).kind {
            if !has_room(operand) {
                return false;
            }
            operand = inner;
        }
        matches!(types.get(self.expr(operand).ty), Type::Pointer(_))
    }

    /// Whether an expression names an object or a function.
    pub(in crate::c) fn is_lvalue(&self, mut id: ExprId) -> bool {
        loop {
            match self.expr(id).kind {
                ExprKind::Text(_)
                | ExprKind::Object(_)
                | ExprKind::Function(_)
                | ExprKind::CompoundLiteral(..)
                | ExprKind::Dereference(_) => return true,
                // Records do not nest deeply.
                ExprKind::Member(record, _) => id = record,
                _ => return false,
            }
        }
    }

    /// The alignment of an object in bytes.
    pub fn object_align(&self, id: ObjectId) -> u64 {
        let object = self.object(id);
        object.align.unwrap_or_else(|| self.types.align(object.ty)).max(1)
    }

    /// An object.
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// The name of an object, with its file in front if several files have one of this name.
    pub(in crate::c) fn object_text(&self, id: ObjectId) -> Option<String> {
        let object = self.object(id);
        let is_other = |other: &Object| {
            other.name == object.name && other.storage == Storage::Global && other.pos != object.pos
        };
        let is_shared = object.storage == Storage::Global && self.objects.iter().any(is_other);
        Some(self.name_in_file(object.name?, is_shared, object.pos))
    }

    /// The name of a function, with its file in front if that is not the file of `main`.
    pub(in crate::c) fn function_text(&self, id: FunctionId) -> String {
        let function = self.function(id);
        let main = self.function_named("main").and_then(|main| self.lines.file(self.function(main).pos));
        let is_elsewhere = main.map_or(false, |main| self.lines.file(function.pos) != Some(main));
        self.name_in_file(function.name, is_elsewhere, function.pos)
    }

    fn name_in_file(&self, name: NameId, is_shared: bool, pos: Pos) -> String {
        match self.lines.file(pos).filter(|_| is_shared) {
            Some(file) => format!("{}:{}", file, self.names.text(name)),
            None => self.names.text(name).to_string(),
        }
    }

    /// An initialiser.
    pub fn initialiser(&self, id: InitialiserId) -> &Initialiser {
        &self.initialisers[id.index()]
    }

    /// A string literal.
    pub fn string(&self, id: TextId) -> &Text {
        &self.texts[id.index()]
    }

    /// A floating-point number of a type as C writes it.
    pub fn floating_text(&self, ty: TypeId, bits: FloatingBits) -> String {
        self.types.floating_kind(ty).map_or_else(String::new, |kind| kind.constant_text(bits.get()))
    }

    /// The reason why an expression has no meaning here.
    pub fn reason(&self, id: ReasonId) -> &str {
        &self.reasons[id.index()]
    }

    /// The function of this name: the one with external linkage, if several files have functions of this name.
    pub fn function_named(&self, name: &str) -> Option<FunctionId> {
        let name = self.names.find(name)?;
        let mut named = self.function_ids().filter(|&id| self.function(id).name == name).peekable();
        let first = named.peek().copied();
        named.find(|&id| !self.function(id).is_static).or(first)
    }

    /// The function in whose text a place is.
    pub fn function_around(&self, pos: Pos) -> Option<FunctionId> {
        let is_around = |&id: &FunctionId| {
            let function = self.function(id);
            function.body.map_or(false, |body| (function.pos..=self.stmt(body).end).contains(&pos))
        };
        // A function in another one begins later.
        self.function_ids().filter(is_around).max_by_key(|&id| self.function(id).pos)
    }

    /// The variables whose names are known at a place, inner ones before outer ones. Hidden variables are left out.
    ///
    /// Takes time linear in the number of objects.
    pub fn visible_objects(&self, pos: Pos) -> Vec<ObjectId> {
        let knows = |object: &Object| {
            let scope = self.scopes[object.scope.index()];
            object.visible_from <= pos && pos <= scope.end
        };
        let mut found: Vec<usize> = (0..self.objects.len())
            .filter(|&at| self.objects[at].name.is_some() && knows(&self.objects[at]))
            .collect();
        // Of two scopes around a place, the inner one begins later and has the larger index.
        found.sort_by_key(|&at| (std::cmp::Reverse(self.objects[at].scope), at));
        let mut names = std::collections::BTreeSet::new();
        found.retain(|&at| names.insert(self.objects[at].name));
        found.into_iter().map(|at| ObjectId(at as u32)).collect()
    }
}
