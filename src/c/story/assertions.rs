//! The assertions of a program in words, whether it writes them or the language makes them: ``assertion `x > 0` ``,
//! ``no division by zero in `10 / n` ``.

use super::code::code;
use super::fault::{condition, Places};
use crate::c::read::declaring;
use crate::c::{Assertion, ExprId, ExprKind, Failure, Program};
use crate::evidence::any::{Asserted, InLibrary};

/// A assertion in words, with its place in the program's own text.
pub(in crate::c) fn asserted(program: &Program, places: &Places, assertion: Assertion) -> Asserted {
    let Assertion { pos, failure } = assertion;
    let expr = places.expression(program, failure, pos);
    let shown = expr.map(|id| format!("`{}`", code(program, id)));
    let text = match failure {
        Failure::ReachError => {
            let callee = |id: ExprId| match program.expr(id).kind {
                ExprKind::Call { callee, .. } => Some(code(program, callee)),
                _ => None,
            };
            let callee = expr.and_then(callee);
            format!("no call of `{}`", callee.as_deref().unwrap_or("reach_error"))
        }
        Failure::AssertFail | Failure::Assertion => {
            let condition = expr.and_then(|call| condition(program, call, failure));
            condition.map_or("assertion".to_string(), |text| format!("assertion `{}`", text))
        }
        failure => {
            let row = failure.row();
            row.holds.replace("{}", shown.as_deref().unwrap_or(row.noun))
        }
    };
    let lines = &program.lines;
    let (line, column) = lines.line_and_column(pos);
    let library = lines.library_function(pos);
    let call = library.and_then(|name| places.call(name));
    let file = lines.file(call.unwrap_or(pos)).map(str::to_string);
    let library = library.map(|function| InLibrary {
        function,
        header: declaring(function),
        call: call.map(|pos| lines.line_and_column(pos)),
    });
    Asserted { kind: failure.row().kind, text, file, line, column, library }
}
