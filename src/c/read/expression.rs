//! Reads expressions that are not in the text of a program, but use its names: the invariants and constraints of
//! witnesses, and the lemmas of a user.
//!
//! An expression is read in the scope of a place of the program, with the same lexer, parser and checker. Its nodes are
//! added to a copy of the program, so that the indices of the program's own parts stay.

use super::check::Checker;
use super::diagnostic::Diagnostics;
use super::lex::{self, Tables};
use super::parse::Parser;
use super::source::{Pos, SourceText};
use super::syntax::{ExprId, ExprKind, Object, ObjectId, Program, ScopeId, Storage};
use super::token::Literals;
use super::types::TypeId;
use crate::base::Budget;
use crate::input::Diagnostic;

/// The name by which expressions mention [`Expressions::result`].
const RESULT: &str = "\\result";
/// The name of its object.
const RESULT_NAME: &str = "__indubit_result";

/// A program, with expressions that are not in its text.
///
/// ```
/// use indubit::{base::Budget, c};
///
/// let text = b"int main() { int x = 1; return x; }";
/// let program = c::read(text, &Default::default(), &Budget::unlimited()).unwrap();
/// let place = program.stmt(program.function(program.function_named("main").unwrap()).body.unwrap()).end;
/// let mut expressions = c::Expressions::new(&program);
/// let read = expressions.read("x > 0 && x < 10", place, None, &Budget::unlimited());
/// assert!(read.is_ok());
/// let read = expressions.read("x++", place, None, &Budget::unlimited());
/// assert_eq!(read.unwrap_err()[0].message(), "an expression of a witness has no side effects and no calls");
/// ```
#[derive(Clone, Debug)]
pub struct Expressions {
    program: Program,
    result: Option<ObjectId>,
}

impl Expressions {
    /// A copy of a program, to which expressions may be added.
    pub fn new(program: &Program) -> Expressions {
        Expressions { program: program.clone(), result: None }
    }

    /// The program with the expressions. Its statements, objects and functions have the same indices as before.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The object that stands for `\result` in the expression that was read last, if that has a result.
    pub fn result(&self) -> Option<ObjectId> {
        self.result
    }

    /// Reads a condition over the variables that are visible at a place. If the type of a result is given, `\result`
    /// stands for a value of this type. All parts of the new expression have this place.
    ///
    /// The expression may use the types of the language, tags, and the constants of all enumerations, but no names that
    /// `typedef` has defined.
    ///
    /// # Errors
    ///
    /// If the text is no expression with a scalar value, or if it has side effects, calls or string literals. Line and
    /// column are those in the text of the expression.
    pub fn read(
        &mut self,
        text: &str,
        at: Pos,
        result: Option<TypeId>,
        budget: &Budget,
    ) -> Result<ExprId, Vec<Diagnostic>> {
        let text = match result {
            Some(_) => text.replace(RESULT, RESULT_NAME),
            None => text.to_string(),
        };
        let source = SourceText::new(text.as_bytes());
        let mut diagnostics = Diagnostics::new(&source);
        if let Some(found) = text.find(&['#', '\\'][..]) {
            diagnostics.error(Pos::new(found), "this character stands in no expression");
            return Err(diagnostics.finish().err().unwrap_or_default());
        }
        if let Some(found) = text.find("//").or_else(|| text.find("/*")) {
            diagnostics.error(Pos::new(found), "a comment would hide a part of this expression");
            return Err(diagnostics.finish().err().unwrap_or_default());
        }
        let mut literals = Literals::default();
        let Program { names, types, .. } = &mut self.program;
        let options = types.options();
        let tables = Tables { names, literals: &mut literals, diagnostics: &mut diagnostics, options };
        let tokens = lex::preprocess_expression(&source, tables, budget);
        if !literals.texts.is_empty() {
            diagnostics.error(Pos::START, "string literals in witnesses are not supported");
        }
        self.result = result.map(|ty| self.new_result(ty));
        let visible = self.program.visible_objects(at);
        let old = self.program.expr_count();
        let mut program = self.program.clone();
        program.remember_qualifiers();
        let checker = Checker::beside(program, &visible, self.result, diagnostics);
        let mut parser = Parser::new(tokens, literals, checker, budget);
        let read = parser.lone_expression();
        refuse_effects(&mut parser.checker, old);
        let Checker { mut program, diagnostics, .. } = parser.checker;
        diagnostics.finish()?;
        program.forget_qualifiers();
        program.exprs.iter_mut().skip(old).for_each(|expr| expr.pos = at);
        self.program = program;
        read.map_err(|_| Vec::new())
    }

    fn new_result(&mut self, ty: TypeId) -> ObjectId {
        let name = self.program.names.intern(RESULT_NAME);
        let end = self.program.scopes.first().map_or(Pos::START, |scope| scope.end);
        let unnamed = Object::unnamed(ty, Storage::Literal, end, ScopeId(0), None);
        // The object is visible from behind the end of the file, so no other expression sees it.
        let visible_from = Pos::new(end.offset() + 1);
        self.program.objects.push(Object { name: Some(name), visible_from, ..unnamed });
        ObjectId(self.program.objects.len() as u32 - 1)
    }
}

/// Refuses expressions, from a number on, that have an effect or another value each time.
fn refuse_effects(checker: &mut Checker<'_>, first: usize) {
    for id in (first as u32..checker.program.expr_count() as u32).map(ExprId) {
        let expr = checker.expr(id);
        match expr.kind {
            ExprKind::Volatile => {
                let message = "a volatile object has another value each time that it is read; leave it out";
                checker.error(expr.pos, message);
            }
            ExprKind::Assign(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { .. }
            | ExprKind::CompoundLiteral(..) => {
                checker.error(expr.pos, "an expression of a witness has no side effects and no calls");
            }
            _ => {}
        }
    }
}
