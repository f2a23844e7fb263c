//! The one door to all analyses of a program.
//!
//! The machine that lowers a program owns an [`Analyses`] and asks it by the methods below. The analyses run in an
//! order, because each uses the results of the ones before: reachable functions, facts about expressions, targets of
//! pointers, lives of objects.

use super::changes::{Changed, Changes};
use super::facts::Facts;
use super::families::fixed_size;
use super::leaves::{Leaf, Members};
use super::lives::Lives;
use super::reach::{Body, Reach};
use super::recursion::Recursion;
use super::special::{meaning, Allocator, Meaning};
use super::targets::Targets;
use super::visit;
use crate::base::{Budget, Limit};
use crate::c::lower::options::LowerOptions;
use crate::c::read::property::{ASSUME_AGAIN, UNFREED};
use crate::c::read::syntax::{ExprId, ExprKind, FunctionId, ObjectId, Program, Sites, StmtId};
use crate::c::read::types::TypeId;

/// The results of all analyses. The changes that an expression may make are computed only when they are asked for.
pub(in crate::c::lower) struct Analyses<'a> {
    program: &'a Program,
    reach: Reach,
    facts: Facts,
    targets: Targets,
    lives: Lives,
    members: Members,
    changes: Changes,
    sites: Sites,
    /// By statement: whether a label or a `case` is in it.
    has_label: Vec<bool>,
}

impl<'a> Analyses<'a> {
    /// Analyses a program that begins in the function `main`.
    ///
    /// # Errors
    ///
    /// A limit of the budget.
    pub fn of(
        program: &'a Program,
        main: FunctionId,
        options: &LowerOptions,
        budget: &Budget,
    ) -> Result<Analyses<'a>, Limit> {
        let reach = Reach::from(program, main);
        let sites = Sites::of(program);
        let facts = Facts::of(program, options, &sites);
        let targets = Targets::of(program, &reach, &facts, options, budget)?;
        let lives = Lives::of(program, main, &reach, &targets);
        let (members, changes) = (Members::of(program), Changes::of(program));
        let has_label = visit::labels_in(program);
        Ok(Analyses { program, reach, facts, targets, lives, members, changes, sites, has_label })
    }

    /// Whether the evaluation of an expression may need edges. If not, it is a term.
    pub fn emits(&self, id: ExprId) -> bool {
        self.facts.emits(id)
    }

    /// The uses of expressions.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// The value of a constant expression.
    pub fn constant(&self, id: ExprId) -> Option<i128> {
        self.facts.constant(id)
    }

    /// Whether an lvalue names one part of one object.
    pub fn is_fixed(&self, id: ExprId) -> bool {
        self.facts.is_fixed(id)
    }

    /// Whether a label or a `case` is in a statement, so that a jump may lead into it.
    pub fn has_label(&self, id: StmtId) -> bool {
        self.has_label[id.index()]
    }

    /// Whether a call has any result, since the program does not define the function.
    pub fn is_arbitrary(&self, call: ExprId) -> bool {
        match self.program.expr(call).kind {
            ExprKind::Call { callee, .. } => self.calls(callee, |meaning| matches!(meaning, Meaning::Any(_))),
            _ => false,
        }
    }

    /// Whether a call makes an object of the environment.
    pub fn makes_unfreed(&self, call: ExprId) -> bool {
        match self.program.expr(call).kind {
            ExprKind::Call { callee, .. } => match self.program.expr(callee).kind {
                ExprKind::Function(function) => {
                    self.program.names.text(self.program.function(function).name) == UNFREED
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether the program makes assumptions.
    pub fn assumes(&self) -> bool {
        let exprs = self.reach.bodies.iter().flatten().flat_map(|body| &body.exprs);
        exprs.copied().any(|id| match self.program.expr(id).kind {
            ExprKind::Call { callee, .. } => self.calls(callee, |meaning| matches!(meaning, Meaning::Assume)),
            _ => false,
        })
    }

    /// Whether a call is about runs of the interpreter alone.
    pub fn is_of_runs(&self, callee: ExprId) -> bool {
        self.calls(callee, |meaning| matches!(meaning, Meaning::OfRuns))
    }

    /// Whether a call assumes what was asserted in the same state.
    pub fn is_said_again(&self, callee: ExprId) -> bool {
        let is_meant =
            |function| self.program.names.text(self.program.function(function).name) == ASSUME_AGAIN;
        matches!(self.program.expr(callee).kind, ExprKind::Function(function) if is_meant(function))
    }

    /// Whether a call by name is one of a function with such a meaning.
    fn calls(&self, callee: ExprId, is_meant: impl Fn(Meaning) -> bool) -> bool {
        match self.program.expr(callee).kind {
            ExprKind::Function(function) => is_meant(meaning(self.program, self.program.function(function))),
            _ => false,
        }
    }

    /// The targets of pointers.
    pub fn targets(&self) -> &Targets {
        &self.targets
    }

    /// The lives of objects.
    pub fn lives(&self) -> &Lives {
        &self.lives
    }

    /// The way in which a call makes objects of the heap.
    pub fn allocator(&self, call: ExprId) -> Option<Allocator> {
        self.targets.allocator(self.program, call)
    }

    /// The size in bytes of the objects that a call makes, if its arguments are constants.
    pub fn fixed_size(&self, call: ExprId) -> Option<u64> {
        fixed_size(self.program, &self.facts, &self.targets.parameters, call, self.allocator(call)?)
    }

    /// The largest type, of at most `most` bytes, to which the program has a pointer to the beginning of the objects
    /// that a call makes on the heap.
    pub fn heap_type(&self, call: ExprId, most: u64) -> Option<TypeId> {
        self.targets.heap_type(self.program, call, most)
    }

    /// The scalars of a type.
    ///
    /// # Errors
    ///
    /// The reason why an object of the type cannot be split.
    pub fn leaves(&self, ty: TypeId) -> Result<Vec<Leaf>, String> {
        self.members.leaves(&self.program.types, ty)
    }

    /// The objects and results that the evaluation of an expression may change.
    pub fn changed_by(&mut self, id: ExprId) -> Changed {
        self.changes.by_expr(self.program, &self.facts, &self.reach, &self.targets, id)
    }

    /// Whether the reachable part of the program mentions an object.
    pub fn is_mentioned(&self, object: ObjectId) -> bool {
        self.reach.mentioned[object.index()]
    }

    /// The body of a function, if it may be called and its name has no special meaning.
    pub fn body(&self, function: FunctionId) -> Option<&Body> {
        self.reach.bodies[function.index()].as_ref()
    }

    /// The recursive functions.
    pub fn recursion(&self) -> Recursion {
        Recursion::of(self.program, &self.reach, &self.targets)
    }
}
