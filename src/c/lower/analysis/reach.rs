//! The functions that may be called in a run, and the objects that they mention.
//!
//! Only these are analysed and lowered. A function counts as soon as a reachable function names it, because its address
//! may be taken there. If the program calls an unknown function, objects that other translation units know by name are
//! mentioned, too.

use super::special::{meaning, Meaning};
use super::visit;
use crate::c::read::syntax::{ExprId, ExprKind, FunctionId, ObjectId, Program, StmtId, StmtKind};

/// The parts of a function's body, initialisers included.
#[derive(Clone, Default)]
pub(in crate::c::lower) struct Body {
    /// All statements.
    pub statements: Vec<StmtId>,
    /// All expressions, in ascending order, so operands before operators.
    pub exprs: Vec<ExprId>,
}

/// The reachable part of a program.
pub(in crate::c::lower) struct Reach {
    /// By function: its body, if the function is reachable and its name has no special meaning.
    pub bodies: Vec<Option<Body>>,
    /// By object: whether a reachable function mentions it, or the initialiser of a mentioned object.
    pub mentioned: Vec<bool>,
    /// The expressions in initialisers of mentioned objects that live for the whole run.
    pub static_exprs: Vec<ExprId>,
}

impl Reach {
    /// The part of the program that is reachable from `main` and from the function that runs after it.
    pub fn from(program: &Program, main: FunctionId) -> Reach {
        let mut reach = Reach {
            bodies: vec![None; program.functions.len()],
            mentioned: vec![false; program.objects.len()],
            static_exprs: Vec::new(),
        };
        let mut functions: Vec<FunctionId> = program.after_main.into_iter().chain([main]).collect();
        let mut calls_unknown = false;
        while let Some(function) = reach.next(program, &mut functions, calls_unknown) {
            calls_unknown |= meaning(program, program.function(function)) == Meaning::Any(false);
            let body = match program.function(function).body {
                Some(body) if reach.bodies[function.index()].is_none() => body,
                _ => continue,
            };
            if meaning(program, program.function(function)) != Meaning::Body {
                continue;
            }
            let (statements, mut exprs) = visit::below(program, body);
            exprs.sort_unstable();
            let declared = statements.iter().filter_map(|&id| match program.stmt(id).kind {
                StmtKind::Declaration(object, _) => Some(object),
                _ => None,
            });
            let objects: Vec<ObjectId> =
                declared.chain(program.function(function).parameters.iter().copied()).collect();
            objects.into_iter().for_each(|object| reach.mentioned[object.index()] = true);
            reach.mention(program, &exprs, &mut functions);
            reach.bodies[function.index()] = Some(Body { statements, exprs });
        }
        reach.static_exprs.sort_unstable();
        reach
    }

    /// The next function to visit. When there is none left and the program calls an unknown function, this mentions the
    /// objects that the unknown function may know by name, whose initialisers may name further functions.
    fn next(
        &mut self,
        program: &Program,
        functions: &mut Vec<FunctionId>,
        calls_unknown: bool,
    ) -> Option<FunctionId> {
        if functions.is_empty() && calls_unknown {
            let by_name = |&at: &usize| program.objects[at].is_external && !self.mentioned[at];
            let objects: Vec<ObjectId> =
                (0..program.objects.len()).filter(by_name).map(|at| ObjectId(at as u32)).collect();
            for object in objects {
                let inner = self.mention_object(program, object);
                self.mention(program, &inner, functions);
            }
        }
        functions.pop()
    }

    /// Notes an object, and returns the expressions of its initialiser if the object is new.
    fn mention_object(&mut self, program: &Program, object: ObjectId) -> Vec<ExprId> {
        if std::mem::replace(&mut self.mentioned[object.index()], true) {
            return Vec::new();
        }
        let initialiser = program.object(object).initialiser;
        let values = initialiser.map_or_else(Vec::new, |id| visit::values(program, id));
        let inner = visit::within(program, values);
        self.static_exprs.extend_from_slice(&inner);
        inner
    }

    /// Notes the objects and functions that expressions name, and those that initialisers of such objects name.
    fn mention(&mut self, program: &Program, exprs: &[ExprId], functions: &mut Vec<FunctionId>) {
        let mut stack = exprs.to_vec();
        while let Some(id) = stack.pop() {
            match program.expr(id).kind {
                ExprKind::Function(function) => functions.push(function),
                ExprKind::Object(object) | ExprKind::CompoundLiteral(object, _) => {
                    stack.extend(self.mention_object(program, object));
                }
                _ => {}
            }
        }
    }
}
