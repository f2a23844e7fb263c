//! Writes an expression of the typed tree as C, for messages to a user.
//!
//! Silent conversions, loads and decays are left out, parentheses stand only where they are needed, and what a macro
//! has made is shown as what it has become. Deep trees and long texts end with `…`.

use crate::c::read::operators::{Level, ASSIGNMENT, COMMA, CONDITIONAL, POSTFIX, PREFIX};
use crate::c::{BinaryOp, ExprId, ExprKind, PointerFact, Program};

/// The number of levels of the tree that are shown.
const DEEPEST: usize = 12;
/// The longest text, in characters.
const LONGEST: usize = 72;

/// An expression as a programmer would write it.
pub(super) fn code(program: &Program, id: ExprId) -> String {
    let text = shown(program, id, DEEPEST).0;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// The expression inside of conversions, loads and decays that the program does not spell out.
pub(super) fn written(program: &Program, mut id: ExprId) -> ExprId {
    loop {
        id = match program.expr(id).kind {
            ExprKind::Convert { operand, is_cast: false }
            | ExprKind::Load(operand)
            | ExprKind::Decay(operand) => operand,
            _ => return id,
        };
    }
}

fn shown(program: &Program, id: ExprId, depth: usize) -> (String, Level) {
    let depth = match depth.checked_sub(1) {
        Some(depth) => depth,
        None => return ("…".to_string(), POSTFIX),
    };
    let id = written(program, id);
    let expr = program.expr(id);
    let at_least = |operand: ExprId, level: Level| {
        let (text, found) = shown(program, operand, depth);
        if found < level {
            format!("({})", text)
        } else {
            text
        }
    };
    let two = |op: &str, level: Level, a: ExprId, b: ExprId| {
        (format!("{} {} {}", at_least(a, level), op, at_least(b, level + 1)), level)
    };
    match expr.kind {
        ExprKind::Constant(pattern) => {
            let value = match program.types.integer_kind(expr.ty) {
                Some(kind) => program.types.options().value(kind, pattern),
                None => i128::from(pattern),
            };
            (value.to_string(), if value < 0 { PREFIX } else { POSTFIX })
        }
        ExprKind::Floating(bits) => (program.floating_text(expr.ty, bits), POSTFIX),
        ExprKind::Text(text) => {
            let units = &program.string(text).units;
            let text: String = units.iter().map(|&unit| char::from_u32(unit).unwrap_or('?')).collect();
            (format!("{:?}", text), POSTFIX)
        }
        ExprKind::Object(object) => {
            let name = program.object(object).name;
            (name.map_or("(unnamed)", |name| program.names.text(name)).to_string(), POSTFIX)
        }
        ExprKind::Function(function) => {
            (program.names.text(program.function(function).name).to_string(), POSTFIX)
        }
        ExprKind::CompoundLiteral(..) => {
            (format!("({}){{…}}", program.types.text(expr.ty, &program.names)), POSTFIX)
        }
        ExprKind::AddressOf(a) => (format!("&{}", at_least(a, PREFIX)), PREFIX),
        ExprKind::Dereference(a) => match program.expr(written(program, a)).kind {
            // An operator on vectors is one on each pair of elements, all of which are at one place.
            ExprKind::Binary(BinaryOp::PointerAdd, base, index) if program.expr(index).pos == expr.pos => {
                shown(program, base, depth)
            }
            ExprKind::Binary(BinaryOp::PointerAdd, base, index) => {
                (format!("{}[{}]", at_least(base, POSTFIX), at_least(index, COMMA)), POSTFIX)
            }
            _ => (format!("*{}", at_least(a, PREFIX)), PREFIX),
        },
        ExprKind::Member(a, field) => {
            let name = match field_name(program, a, field) {
                Some(name) => name,
                // A member without name is skipped, since C writes its members as members of the whole.
                None => return shown(program, a, depth),
            };
            match program.expr(a).kind {
                ExprKind::Dereference(pointer) if !is_element(program, pointer) => {
                    (format!("{}->{}", at_least(pointer, POSTFIX), name), POSTFIX)
                }
                _ => (format!("{}.{}", at_least(a, POSTFIX), name), POSTFIX),
            }
        }
        ExprKind::Convert { operand, .. } => {
            let ty = program.types.text(expr.ty, &program.names);
            (format!("({}){}", ty, at_least(operand, PREFIX)), PREFIX)
        }
        ExprKind::Unary(op, a) => (format!("{}{}", op.text(), at_least(a, PREFIX)), PREFIX),
        ExprKind::Binary(op, a, b) => two(op.text(), op.level(), a, b),
        ExprKind::Logical(op, a, b) => two(op.text(), op.level(), a, b),
        ExprKind::Conditional(a, b, c) => {
            let (a, b) = (at_least(a, CONDITIONAL + 1), at_least(b, COMMA));
            (format!("{} ? {} : {}", a, b, at_least(c, CONDITIONAL)), CONDITIONAL)
        }
        ExprKind::Default(a, b) => {
            (format!("{} ?: {}", at_least(a, CONDITIONAL + 1), at_least(b, CONDITIONAL)), CONDITIONAL)
        }
        ExprKind::Assign(a, b) => {
            (format!("{} = {}", at_least(a, PREFIX), at_least(b, ASSIGNMENT)), ASSIGNMENT)
        }
        ExprKind::AssignOp { op, target, value, .. } => (
            format!("{} {}= {}", at_least(target, PREFIX), op.text(), at_least(value, ASSIGNMENT)),
            ASSIGNMENT,
        ),
        ExprKind::Step { target, is_decrement, is_prefix } => {
            let (operator, target) = (if is_decrement { "--" } else { "++" }, at_least(target, PREFIX));
            match is_prefix {
                true => (format!("{}{}", operator, target), PREFIX),
                false => (format!("{}{}", target, operator), POSTFIX),
            }
        }
        ExprKind::Comma(a, b) => (format!("{}, {}", at_least(a, COMMA), at_least(b, ASSIGNMENT)), COMMA),
        ExprKind::Statements(_) => ("({ … })".to_string(), POSTFIX),
        ExprKind::Volatile => ("(a volatile object)".to_string(), POSTFIX),
        ExprKind::Unsupported(_) => ("…".to_string(), POSTFIX),
        ExprKind::Call { callee, arguments, .. } => {
            let list: Vec<String> =
                program.list(arguments).iter().map(|&argument| at_least(argument, ASSIGNMENT)).collect();
            let word = match program.expr(callee).kind {
                ExprKind::Function(function) => {
                    PointerFact::of(program.names.text(program.function(function).name))
                }
                _ => None,
            };
            let callee = word.map_or_else(|| at_least(callee, POSTFIX), |fact| fact.word().to_string());
            (format!("{}({})", callee, list.join(", ")), POSTFIX)
        }
        // `written` has removed these already.
        ExprKind::Load(a) | ExprKind::Decay(a) => shown(program, a, depth),
    }
}

/// Whether the dereference of a pointer is shown as an element, `a[i]`.
fn is_element(program: &Program, pointer: ExprId) -> bool {
    matches!(program.expr(written(program, pointer)).kind, ExprKind::Binary(BinaryOp::PointerAdd, ..))
}

fn field_name(program: &Program, record: ExprId, field: u32) -> Option<&str> {
    let field = program.types.field(program.expr(record).ty, field)?;
    field.name.map(|name| program.names.text(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;

    fn of(declarations: &str, expression: &str) -> String {
        let text = format!("{} int f() {{ return {}; }}", declarations, expression);
        let program = crate::c::read(text.as_bytes(), &Default::default(), &Budget::unlimited()).unwrap();
        code(&program, program.returned(program.function_named("f").unwrap()).unwrap())
    }

    #[test]
    fn expressions_are_shown_as_they_are_written() {
        let names = "struct s { int v; struct s *next; int a[4]; } *p, q[3]; int x, y; unsigned char c; \
                     int g(int, char *);";
        for text in [
            "x + y * 2",
            "(x + y) * -3",
            "x - (y - 1)",
            "p->next->v",
            "q[x + 1].a[y]",
            "*&x",
            "(*p).v == 0 || x && !y",
            "x ? y : (y ? 1 : 2)",
            "(unsigned char)x << 3",
            "g(x++, \"a\\n\")",
            "x = y, c",
        ] {
            let shown = of(names, text);
            let wanted = text.replace("(*p).", "p->").replace(": (y ? 1 : 2)", ": y ? 1 : 2");
            assert_eq!(shown, wanted, "{}", text);
        }
    }

    #[test]
    fn long_and_deep_expressions_are_cut() {
        let long = vec!["x"; 1000].join(" + ");
        let shown = of("int x;", &long);
        assert!(shown.chars().count() <= LONGEST + 1 && shown.contains('…'), "{}", shown);
    }
}
