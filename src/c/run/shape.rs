//! Tables about a program that are computed once before any run: the statement around each statement, the objects of
//! each function, the meaning of each function, and the quick forms of expressions.
//!
//! The interpreter uses them in every step. From the statement around it, it finds the successor of a statement; from
//! the position of a local object among those of its function, it finds the object's slot.

use super::meaning::{meaning, Meaning};
use super::quick_form::{quick_forms, Quick};
use super::reach::{parts, reach};
use crate::c::read::Sites;
use crate::c::{ExprId, ExprKind, FunctionId, ObjectId, Pos, Program, StmtId, StmtKind, Storage, TypeId};
use std::collections::BTreeSet;

/// The statement around another one.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Parent {
    pub stmt: StmtId,
    /// The position in a block, or in the first clause of a `for`; `None` for other parts of a statement.
    pub position: Option<u32>,
}

/// A local object: its size and alignment in bytes.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Local {
    pub object: ObjectId,
    pub size: u64,
    pub align: u64,
    /// Whether it is declared in an inner block of the function, with which it ends.
    pub is_inner: bool,
}

/// The objects of a function.
#[derive(Clone, Debug, Default)]
pub(in crate::c) struct Locals {
    /// All local objects and parameters.
    pub objects: Vec<Local>,
    /// The local objects whose declaration a jump may skip, in order.
    pub skipped: Vec<ObjectId>,
}

/// An active call of a function.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Activation {
    pub function: FunctionId,
    /// The slot of its first object.
    pub slots: u32,
    /// The heights of the stacks of tasks and values to which a return cuts them.
    pub tasks: usize,
    pub values: usize,
    /// The expression of the call; `None` for `main`.
    pub call: Option<ExprId>,
    /// The type as which the caller takes the result.
    pub result: TypeId,
    /// The number of statement expressions around this call.
    pub nests: usize,
    /// The number of objects that `alloca` has made in the calls around this one.
    pub made: usize,
}

/// A statement expression that is being evaluated.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Nest {
    pub block: StmtId,
    /// The statement in whose expression it stands.
    pub within: StmtId,
    /// The heights of the stacks of tasks and values to which a jump inside of it cuts them.
    pub tasks: usize,
    pub values: usize,
}

/// The tables about a program.
#[derive(Debug)]
pub(in crate::c) struct Shape {
    parents: Vec<Option<Parent>>,
    /// By statement: whether it is the block of a statement expression.
    is_nested: Vec<bool>,
    /// By function: its objects.
    pub locals: Vec<Locals>,
    /// By object: its position among the objects of its function; `u32::MAX` if it lives for the whole run.
    positions: Vec<u32>,
    /// The objects that live for the whole run and are mentioned, and whether their first values are asked for.
    pub globals: Vec<(ObjectId, bool)>,
    /// The objects among `globals` that other translation units may know by name and change, in order.
    pub by_name: Vec<ObjectId>,
    /// By function: what a call means.
    pub meanings: Vec<Meaning>,
    /// By expression: its quick form, if it has one.
    pub quick: Vec<Option<Quick>>,
    /// The uses of expressions.
    pub sites: Sites,
}

impl Shape {
    pub fn new(program: &Program, main: FunctionId) -> Shape {
        let mut shape = Shape {
            parents: vec![None; program.stmt_count()],
            is_nested: vec![false; program.stmt_count()],
            locals: vec![Locals::default(); program.functions.len()],
            positions: vec![u32::MAX; program.objects.len()],
            globals: Vec::new(),
            by_name: Vec::new(),
            meanings: program.functions.iter().map(|function| meaning(program, function)).collect(),
            quick: quick_forms(program),
            sites: Sites::of(program),
        };
        shape.find_objects(program, main);
        shape.find_parents(program);
        shape.find_skipped(program);
        shape
    }

    /// The statement around another one; `None` for the body of a function and the block of a statement expression.
    pub fn parent(&self, stmt: StmtId) -> Option<Parent> {
        self.parents[stmt.index()]
    }

    /// Whether a statement is the block of a statement expression.
    pub fn is_nested(&self, stmt: StmtId) -> bool {
        self.is_nested[stmt.index()]
    }

    /// Whether a statement gives the value of the statement expression around it.
    pub fn is_value(&self, program: &Program, stmt: StmtId) -> bool {
        let parent = match self.parent(stmt) {
            Some(parent) if self.is_nested(parent.stmt) => parent,
            _ => return false,
        };
        match program.stmt(parent.stmt).kind {
            StmtKind::Block(list, _) => parent.position.map_or(false, |at| at as usize + 1 == list.len()),
            _ => false,
        }
    }

    /// The body of the function, or the block of a statement expression, in which a statement stands.
    pub fn root(&self, mut stmt: StmtId) -> StmtId {
        while let Some(parent) = self.parent(stmt) {
            stmt = parent.stmt;
        }
        stmt
    }

    /// The position of a local object among those of its function; `u32::MAX` for others.
    pub fn position(&self, object: ObjectId) -> u32 {
        self.positions[object.index()]
    }

    fn find_objects(&mut self, program: &Program, main: FunctionId) {
        let reached = reach(program, main).1;
        let mut objects = BTreeSet::new();
        objects.extend(program.functions.iter().flat_map(|function| function.parameters.iter().copied()));
        for stmt in program.stmts() {
            if let StmtKind::Declaration(object, _) = program.stmt(stmt).kind {
                objects.insert(object);
            }
        }
        for expr in program.exprs() {
            match program.expr(expr).kind {
                ExprKind::Object(object) | ExprKind::CompoundLiteral(object, _) => {
                    objects.insert(object);
                }
                ExprKind::Statements(block) => self.is_nested[block.index()] = true,
                _ => {}
            }
        }
        // An unknown function may access a global that the program itself never mentions.
        objects.extend(reached.iter().copied());
        for id in objects {
            match local_of(program, id) {
                None => {
                    let object = program.object(id);
                    let is_asked =
                        object.initialiser.is_none() && !object.is_defined && reached.contains(&id);
                    self.globals.push((id, is_asked));
                    if object.is_external && !object.is_const && reached.contains(&id) {
                        self.by_name.push(id);
                    }
                }
                Some(function) => {
                    let locals = &mut self.locals[function.index()].objects;
                    self.positions[id.index()] = locals.len() as u32;
                    let size = program.types.size(program.object(id).ty).unwrap_or(0);
                    let align = program.object_align(id);
                    let is_inner = !program.lives_at(id, Pos::START);
                    locals.push(Local { object: id, size, align, is_inner });
                }
            }
        }
    }

    fn find_parents(&mut self, program: &Program) {
        for id in program.stmts() {
            let list = match program.stmt(id).kind {
                StmtKind::Block(list, _) | StmtKind::For { init: list, .. } => Some(list),
                _ => None,
            };
            for (&part, position) in list.iter().flat_map(|&list| program.statements(list)).zip(0..) {
                self.parents[part.index()] = Some(Parent { stmt: id, position: Some(position) });
            }
            for part in parts(program.stmt(id).kind).into_iter().flatten() {
                self.parents[part.index()] = Some(Parent { stmt: id, position: None });
            }
        }
    }

    /// Finds the objects whose declaration a jump may skip: those declared in a block, or in the first clause of a
    /// `for`, in which a label or `case` stands behind the declaration at any depth.
    fn find_skipped(&mut self, program: &Program) {
        let mut labelled = vec![false; program.stmt_count()];
        let mut skipped = BTreeSet::new();
        // Parts of a statement have smaller numbers than the statement.
        for id in program.stmts() {
            let kind = program.stmt(id).kind;
            let mut behind = parts(kind).into_iter().flatten().any(|part| labelled[part.index()]);
            if let StmtKind::Block(list, _) | StmtKind::For { init: list, .. } = kind {
                for &part in program.statements(list).iter().rev() {
                    match program.stmt(part).kind {
                        StmtKind::Declaration(object, _) if behind => {
                            skipped.insert(object);
                        }
                        _ => behind |= labelled[part.index()],
                    }
                }
            }
            labelled[id.index()] = behind || matches!(kind, StmtKind::Labelled(..) | StmtKind::Case(_));
        }
        for id in skipped {
            if let Some(function) = local_of(program, id) {
                self.locals[function.index()].skipped.push(id);
            }
        }
    }
}

/// The function in whose calls an object lives; `None` if it lives for the whole run.
fn local_of(program: &Program, object: ObjectId) -> Option<FunctionId> {
    let object = program.object(object);
    match object.storage {
        Storage::Global | Storage::StaticLocal => None,
        Storage::Local | Storage::Parameter | Storage::Literal => object.function,
    }
}
