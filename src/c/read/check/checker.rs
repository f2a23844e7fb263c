//! The state of the checker: the program as far as it is read, the open scopes, and facts that are settled only at the
//! end of the file.

use super::super::arch::{COptions, FloatEvaluation, IntegerKind};
use super::super::diagnostic::Diagnostics;
use super::super::names::{NameId, Names};
use super::super::source::{Lines, Pos};
use super::super::syntax::{
    Expr, ExprId, ExprKind, ExprList, FunctionId, ObjectId, Program, Qualified, ReasonId, Scope, ScopeId,
    Stmt, StmtId, StmtKind, StmtList,
};
use super::super::types::{Type, TypeId, Types};
use super::fold::Folded;
use super::scopes::{Around, Entity, Nested, Scopes, WeakUse};
use super::units::Units;
use super::variadic_calls::Variadic;
use crate::base::HashMap;

/// The number of bytes of a name that a message shows.
const LONGEST_NAME: usize = 60;

/// The program as far as it was read, and the names that are known at this place.
#[derive(Debug)]
pub(in crate::c::read) struct Checker<'s> {
    pub program: Program,
    /// By expression: the part of its value that is known.
    folded: Vec<Folded>,
    pub diagnostics: Diagnostics<'s>,
    pub(super) scopes: Scopes,
    /// By name: the function or object with linkage, which all scopes share.
    pub(super) linked: HashMap<NameId, Entity>,
    /// The function whose body is read.
    pub function: Option<FunctionId>,
    /// The number of operators around the present place that do not evaluate their operand.
    pub unevaluated: u32,
    /// Functions and objects with the attribute `alias`, each with the name of its target. They are resolved at the end
    /// of the file.
    pub aliases: Vec<(Entity, NameId, Pos)>,
    pub assembler_names: Vec<(Entity, NameId, Pos)>,
    /// Functions with an attribute `constructor` or `destructor`.
    pub around_main: Vec<Around>,
    /// Functions from which a call may return several times.
    pub return_twice: Vec<FunctionId>,
    /// The functions for which an alignment is asked.
    pub aligned_functions: Vec<(FunctionId, u64)>,
    /// Functions whose definition may be replaced by another one.
    pub inline_only: Vec<FunctionId>,
    /// The functions and objects that may have no definition.
    pub weak: Vec<Entity>,
    pub(super) weak_uses: Vec<WeakUse>,
    /// Pointers that stand for arrays of variable length, with the objects that hold their sizes.
    pub variable_arrays: HashMap<ObjectId, ObjectId>,
    /// Values with fewer bits than their type: those of bit-fields wider than `int`, and what is computed from them.
    pub(super) widths: HashMap<ExprId, u32>,
    /// Floating-point values in a wider format than that of their type, which stands beside them.
    pub(super) declared: HashMap<ExprId, TypeId>,
    /// The format in which operators compute at this place: the library is written for that of the operands.
    pub evaluation: FloatEvaluation,
    pub(super) variadic: Variadic,
    pub(super) nested: Nested,
    /// By vector: its elements, if they may be evaluated where it is used.
    pub(super) lanes: HashMap<ExprId, Vec<ExprId>>,
    /// Conversions of pointers that forget `volatile`: the expression, its operand, and whether it is a cast.
    pub(super) forgetful: Vec<(ExprId, ExprId, bool)>,
    /// The volatile objects that the program only declares.
    pub elsewhere: Vec<String>,
    /// The number of elements of all initialisers.
    pub(super) elements: usize,
    /// Variables that stand for a register of the processor.
    pub in_registers: Vec<ObjectId>,
    /// Objects that are constants for the compiler, with their values.
    pub constexprs: HashMap<ObjectId, u64>,
    pub units: Units,
}

impl<'s> Checker<'s> {
    pub fn new(options: COptions, lines: Lines, end: Pos, diagnostics: Diagnostics<'s>) -> Checker<'s> {
        let file = Scope { parent: None, start: Pos::START, end };
        let program = Program {
            types: Types::new(options),
            names: Names::new(),
            functions: Vec::new(),
            objects: Vec::new(),
            initialisers: Vec::new(),
            scopes: vec![file],
            labels: Vec::new(),
            cases: Vec::new(),
            texts: Vec::new(),
            reasons: Vec::new(),
            list_position: None,
            after_main: None,
            more_arguments: None,
            rounding_mode: None,
            is_function_alone: false,
            plain_text: None,
            rests_on: Vec::new(),
            has_loop_contracts: false,
            has_chosen_indices: false,
            guessed_loops: Vec::new(),
            contracted: Vec::new(),
            constant_overflow: None,
            lengths: Vec::new(),
            lines,
            excused: Vec::new(),
            reached: None,
            warnings: Vec::new(),
            qualified: Qualified::default(),
            elsewhere: Vec::new(),
            exprs: Vec::new(),
            expr_lists: Vec::new(),
            stmts: Vec::new(),
            stmt_lists: Vec::new(),
        };
        Checker::of(program, Scopes::new(ScopeId(0)), diagnostics)
    }

    /// A checker for expressions that are not in the text of a complete program. Known names are those of its
    /// functions, tags and constants of enumerations, of the `visible` objects, and of the object that stands for a
    /// result.
    pub fn beside(
        program: Program,
        visible: &[ObjectId],
        result: Option<ObjectId>,
        diagnostics: Diagnostics<'s>,
    ) -> Checker<'s> {
        let mut scopes = Scopes::new(ScopeId(0));
        for (at, function) in program.functions.iter().enumerate() {
            scopes.declare(function.name, Entity::Function(FunctionId(at as u32)));
        }
        let types = (0..program.types.len() as u32).map(TypeId);
        for ty in types.filter(|&ty| !program.types.is_volatile(ty)) {
            let tag = match program.types.get(ty) {
                Type::Record(id) => program.types.record(id).tag,
                Type::Enum(id) => {
                    let enumeration = program.types.enumeration(id);
                    for &(name, value) in enumeration.constants.iter().flatten() {
                        let kind =
                            if i32::try_from(value).is_ok() { IntegerKind::Int } else { enumeration.kind };
                        let pattern = program.types.options().pattern(kind, value);
                        scopes.declare(name, Entity::Constant(pattern, program.types.integer(kind)));
                    }
                    enumeration.tag
                }
                _ => None,
            };
            tag.into_iter().for_each(|tag| scopes.declare_tag(tag, ty));
        }
        for &id in visible.iter().chain(&result) {
            program.object(id).name.into_iter().for_each(|name| scopes.declare(name, Entity::Object(id)));
        }
        let elsewhere = program.elsewhere.clone();
        let checker = Checker::of(program, scopes, diagnostics);
        Checker { function: Some(FunctionId(0)), elsewhere, ..checker }
    }

    fn of(program: Program, scopes: Scopes, diagnostics: Diagnostics<'s>) -> Checker<'s> {
        let evaluation = program.types.options().evaluation;
        Checker {
            folded: vec![Folded::No; program.exprs.len()],
            program,
            diagnostics,
            scopes,
            linked: HashMap::default(),
            function: None,
            unevaluated: 0,
            aliases: Vec::new(),
            assembler_names: Vec::new(),
            around_main: Vec::new(),
            in_registers: Vec::new(),
            constexprs: HashMap::default(),
            units: Units::default(),
            elements: 0,
            forgetful: Vec::new(),
            elsewhere: Vec::new(),
            return_twice: Vec::new(),
            aligned_functions: Vec::new(),
            inline_only: Vec::new(),
            weak: Vec::new(),
            weak_uses: Vec::new(),
            variable_arrays: HashMap::default(),
            widths: HashMap::default(),
            declared: HashMap::default(),
            evaluation,
            variadic: Variadic::default(),
            nested: Nested::default(),
            lanes: HashMap::default(),
        }
    }

    pub fn error(&mut self, pos: Pos, message: impl Into<String>) {
        self.diagnostics.error(pos, message);
    }

    pub fn types(&self) -> &Types {
        &self.program.types
    }

    pub fn type_text(&self, ty: TypeId) -> String {
        self.program.types.text(ty, &self.program.names)
    }

    /// A name in a message; a long one is cut.
    pub fn name(&self, name: NameId) -> String {
        let text = self.program.names.text(name);
        match text.get(..LONGEST_NAME) {
            Some(beginning) => format!("{}...", beginning),
            None => text.to_string(),
        }
    }

    /// The approximate bytes of memory of the arenas.
    pub fn bytes(&self) -> usize {
        self.program.bytes(self.elements) + self.folded.capacity() * std::mem::size_of::<Folded>()
    }

    pub fn expr(&self, id: ExprId) -> Expr {
        self.program.expr(id)
    }

    pub fn ty(&self, id: ExprId) -> TypeId {
        self.expr(id).ty
    }

    pub fn kind_of(&self, id: ExprId) -> Type {
        self.types().get(self.ty(id))
    }

    pub fn pos(&self, id: ExprId) -> Pos {
        self.expr(id).pos
    }

    pub fn folded(&self, id: ExprId) -> Folded {
        self.folded.get(id.index()).copied().unwrap_or(Folded::No)
    }

    pub(super) fn folded_mut(&mut self, id: ExprId) -> Option<&mut Folded> {
        self.folded.get_mut(id.index())
    }

    /// A new expression.
    pub fn add(&mut self, kind: ExprKind, ty: TypeId, pos: Pos, folded: Folded) -> ExprId {
        let id = ExprId(self.program.exprs.len() as u32);
        self.program.exprs.push(Expr { kind, ty, pos });
        self.folded.push(folded);
        id
    }

    /// An expression of this type that is an unsupported point.
    pub fn unsupported(&mut self, reason: impl Into<String>, ty: TypeId, pos: Pos) -> ExprId {
        self.program.reasons.push(reason.into());
        let reason = ReasonId(self.program.reasons.len() as u32 - 1);
        // This kind of constant value keeps it from being an error as the first value of a global object.
        self.add(ExprKind::Unsupported(reason), ty, pos, Folded::Floating(None))
    }

    /// An lvalue of this type that is an unsupported point.
    pub fn unsupported_object(&mut self, reason: impl Into<String>, ty: TypeId, pos: Pos) -> ExprId {
        let pointer = self.program.types.pointer(ty);
        let place = self.unsupported(reason, pointer, pos);
        self.add(ExprKind::Dereference(place), ty, pos, Folded::No)
    }

    /// The expression that takes the place of one with an error.
    pub fn broken(&mut self, pos: Pos) -> ExprId {
        self.add(ExprKind::Constant(0), Types::ERROR, pos, Folded::No)
    }

    /// Reports an error, and returns an expression that takes the place of the one with the error.
    pub fn refuse(&mut self, pos: Pos, message: impl Into<String>) -> ExprId {
        self.error(pos, message);
        self.broken(pos)
    }

    pub fn is_broken(&self, id: ExprId) -> bool {
        self.ty(id) == Types::ERROR
    }

    pub fn integer_constant(&mut self, pattern: u64, ty: TypeId, pos: Pos) -> ExprId {
        self.add(ExprKind::Constant(pattern), ty, pos, Folded::Integer(pattern))
    }

    pub fn add_list(&mut self, list: &[ExprId]) -> ExprList {
        let start = self.program.expr_lists.len() as u32;
        self.program.expr_lists.extend_from_slice(list);
        ExprList { start, length: list.len() as u32 }
    }

    pub fn add_stmt(&mut self, kind: StmtKind, pos: Pos, end: Pos) -> StmtId {
        let id = StmtId(self.program.stmts.len() as u32);
        self.program.stmts.push(Stmt { kind, pos, end });
        id
    }

    pub fn add_stmts(&mut self, list: &[StmtId]) -> StmtList {
        let start = self.program.stmt_lists.len() as u32;
        self.program.stmt_lists.extend_from_slice(list);
        StmtList { start, length: list.len() as u32 }
    }

    pub fn enter_scope(&mut self, start: Pos) -> ScopeId {
        let id = ScopeId(self.program.scopes.len() as u32);
        let parent = Some(self.scopes.current());
        self.program.scopes.push(Scope { parent, start, end: start });
        self.scopes.enter(id);
        id
    }

    pub fn leave_scope(&mut self, end: Pos) {
        let id = self.scopes.current();
        if self.scopes.level() > 0 {
            if let Some(scope) = self.program.scopes.get_mut(id.index()) {
                scope.end = end;
            }
            self.scopes.leave();
        }
    }

    /// The number of scopes around this place.
    pub fn scope_level(&self) -> u32 {
        self.scopes.level()
    }

    pub fn is_in_file_scope(&self) -> bool {
        self.scopes.level() == 0
    }

    pub fn find(&self, name: NameId) -> Option<Entity> {
        self.scopes.find(name)
    }

    pub fn find_tag(&self, tag: NameId, only_here: bool) -> Option<TypeId> {
        if only_here {
            self.scopes.find_tag_here(tag)
        } else {
            self.scopes.find_tag(tag)
        }
    }

    pub fn declare_tag(&mut self, tag: NameId, ty: TypeId) {
        self.scopes.declare_tag(tag, ty);
    }
}
