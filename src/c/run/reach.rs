//! The functions that a run may call, and the objects that they mention.
//!
//! Only the objects that are mentioned get memory. A function counts as soon as the body of a reachable function names
//! it, since its address may be taken there.

use super::meaning::{meaning, Meaning};
use crate::c::{ExprId, ExprKind, FunctionId, InitialiserId, ObjectId, Program, StmtId, StmtKind};
use std::collections::BTreeSet;

/// The functions and objects that are mentioned in the bodies of `main` and of the function that runs after it, in the
/// bodies of functions that are mentioned there, and so on. First values of mentioned objects count, too.
pub(in crate::c) fn reach(program: &Program, main: FunctionId) -> (BTreeSet<FunctionId>, BTreeSet<ObjectId>) {
    let mut walk = Walk::default();
    walk.function(program, main);
    program.after_main.into_iter().for_each(|function| walk.function(program, function));
    loop {
        if let Some(expr) = walk.exprs.pop() {
            walk.expr(program, expr);
        } else if let Some(stmt) = walk.stmts.pop() {
            walk.stmt(program, stmt);
        } else if std::mem::replace(&mut walk.calls_unknown, false) {
            walk.known_by_name(program);
        } else {
            return (walk.functions, walk.objects);
        }
    }
}

/// The statements that are parts of another one, without those in a list.
pub(in crate::c) fn parts(kind: StmtKind) -> [Option<StmtId>; 2] {
    match kind {
        StmtKind::If(_, then, otherwise) => [Some(then), otherwise],
        StmtKind::While(_, body)
        | StmtKind::DoWhile(body, _)
        | StmtKind::For { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case(body)
        | StmtKind::Labelled(_, body) => [Some(body), None],
        _ => [None, None],
    }
}

#[derive(Default)]
struct Walk {
    functions: BTreeSet<FunctionId>,
    objects: BTreeSet<ObjectId>,
    stmts: Vec<StmtId>,
    exprs: Vec<ExprId>,
    /// Whether an unknown function was met.
    calls_unknown: bool,
    knows_unknown: bool,
}

impl Walk {
    /// Mentions the objects that unknown functions may know by name, even if the program does not mention them itself.
    fn known_by_name(&mut self, program: &Program) {
        for id in program.object_ids() {
            if program.object(id).is_external {
                self.object(program, id);
            }
        }
    }

    fn function(&mut self, program: &Program, function: FunctionId) {
        let found = program.function(function);
        if let (Meaning::Any(false), false) = (meaning(program, found), self.knows_unknown) {
            self.calls_unknown = true;
            self.knows_unknown = true;
        }
        // Only a function whose meaning is its body has one that counts; an error function is not carried out.
        if self.functions.insert(function) && matches!(meaning(program, found), Meaning::Body) {
            self.stmts.extend(found.body);
        }
    }

    fn object(&mut self, program: &Program, object: ObjectId) {
        if self.objects.insert(object) {
            self.initialiser(program, program.object(object).initialiser);
        }
    }

    fn initialiser(&mut self, program: &Program, initialiser: Option<InitialiserId>) {
        let elements = initialiser.map(|id| &program.initialiser(id).elements);
        self.exprs.extend(elements.into_iter().flatten().map(|element| element.value));
    }

    fn stmt(&mut self, program: &Program, stmt: StmtId) {
        let kind = program.stmt(stmt).kind;
        self.stmts.extend(parts(kind).into_iter().flatten());
        match kind {
            StmtKind::Block(list, _) => self.stmts.extend(program.statements(list)),
            StmtKind::For { init, condition, step, .. } => {
                self.stmts.extend(program.statements(init));
                self.exprs.extend(condition.into_iter().chain(step));
            }
            StmtKind::Expression(expr)
            | StmtKind::If(expr, ..)
            | StmtKind::While(expr, _)
            | StmtKind::DoWhile(_, expr)
            | StmtKind::Switch { value: expr, .. } => self.exprs.push(expr),
            StmtKind::Return(value) => self.exprs.extend(value),
            StmtKind::Declaration(object, initialiser) => {
                self.object(program, object);
                self.initialiser(program, initialiser);
            }
            _ => {}
        }
    }

    fn expr(&mut self, program: &Program, expr: ExprId) {
        match program.expr(expr).kind {
            ExprKind::Function(function) => self.function(program, function),
            ExprKind::Object(object) => self.object(program, object),
            ExprKind::CompoundLiteral(object, initialiser) => {
                self.object(program, object);
                self.initialiser(program, Some(initialiser));
            }
            ExprKind::Statements(block) => self.stmts.push(block),
            _ => {}
        }
        self.exprs.extend(program.arguments(expr));
        self.exprs.extend(program.expr(expr).kind.operands());
    }
}
