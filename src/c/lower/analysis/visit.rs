//! The parts of statements and expressions, and walks over all that is below one.
//!
//! The analyses use these functions to visit each expression of a body or of an initialiser. The walks use an explicit
//! stack, so a deeply nested program does not overflow the stack of the process.

use crate::c::read::syntax::{ExprId, ExprKind, InitialiserId, Program, StmtId, StmtKind};

/// The operands of an expression, in the order of their evaluation. They include the values of a compound literal, but
/// not the statements of a statement expression.
pub(super) fn operands(program: &Program, id: ExprId) -> Vec<ExprId> {
    let kind = program.expr(id).kind;
    let mut found: Vec<ExprId> = kind.operands().collect();
    found.extend(program.arguments(id));
    if let ExprKind::CompoundLiteral(_, initialiser) = kind {
        found.extend(values(program, initialiser));
    }
    found
}

/// The values of an initialiser.
pub(in crate::c::lower) fn values(program: &Program, initialiser: InitialiserId) -> Vec<ExprId> {
    program.initialiser(initialiser).elements.iter().map(|element| element.value).collect()
}

/// The statements and expressions directly in a statement, in the order of the text.
pub(super) fn parts(program: &Program, id: StmtId) -> (Vec<StmtId>, Vec<ExprId>) {
    match program.stmt(id).kind {
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Declaration(_, None) => (Vec::new(), Vec::new()),
        StmtKind::Expression(e) | StmtKind::Return(Some(e)) => (Vec::new(), vec![e]),
        StmtKind::Declaration(_, Some(initialiser)) => (Vec::new(), values(program, initialiser)),
        StmtKind::Block(list, _) => (program.statements(list).to_vec(), Vec::new()),
        StmtKind::If(e, then, other) => (Some(then).into_iter().chain(other).collect(), vec![e]),
        StmtKind::While(e, body) | StmtKind::DoWhile(body, e) => (vec![body], vec![e]),
        StmtKind::Switch { value, body, .. } => (vec![body], vec![value]),
        StmtKind::For { init, condition, step, body, .. } => {
            let mut statements = program.statements(init).to_vec();
            statements.push(body);
            (statements, condition.into_iter().chain(step).collect())
        }
        StmtKind::Case(inner) | StmtKind::Labelled(_, inner) => (vec![inner], Vec::new()),
    }
}

/// All statements below one, itself included, each before its parts; and all expressions in them.
pub(super) fn below(program: &Program, root: StmtId) -> (Vec<StmtId>, Vec<ExprId>) {
    walk(program, vec![root], Vec::new())
}

/// All expressions below the given ones, which are included.
pub(in crate::c::lower) fn within(program: &Program, roots: Vec<ExprId>) -> Vec<ExprId> {
    walk(program, Vec::new(), roots).1
}

/// All statements and expressions below the given ones. The walk enters statement expressions.
fn walk(program: &Program, roots: Vec<StmtId>, mut exprs: Vec<ExprId>) -> (Vec<StmtId>, Vec<ExprId>) {
    let (mut statements, mut found) = (Vec::new(), Vec::new());
    let mut stack = roots;
    loop {
        if let Some(id) = stack.pop() {
            statements.push(id);
            let (inner, parts) = parts(program, id);
            stack.extend(inner.into_iter().rev());
            exprs.extend(parts);
        } else if let Some(id) = exprs.pop() {
            found.push(id);
            exprs.extend(operands(program, id));
            if let ExprKind::Statements(block) = program.expr(id).kind {
                stack.push(block);
            }
        } else {
            return (statements, found);
        }
    }
}

/// The last statement of a statement expression, if it is an expression. Its value is the value of the whole.
pub(in crate::c::lower) fn last_value(program: &Program, block: StmtId) -> Option<ExprId> {
    match program.stmt(block).kind {
        StmtKind::Block(list, _) => match program.stmt(*program.statements(list).last()?).kind {
            StmtKind::Expression(value) => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// By statement: whether a label or a `case` is in it.
pub(super) fn labels_in(program: &Program) -> Vec<bool> {
    let mut has_label = vec![false; program.stmt_count()];
    for id in program.stmts() {
        has_label[id.index()] = match program.stmt(id).kind {
            StmtKind::Case(_) | StmtKind::Labelled(..) => true,
            _ => parts(program, id).0.iter().any(|part| has_label[part.index()]),
        };
    }
    has_label
}
