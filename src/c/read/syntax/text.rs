//! Writes expressions with the operator before its operands and with every conversion, for tests and for debugging.

use super::expr::ExprKind;
use super::ids::{ExprId, FunctionId};
use super::program::Program;
use super::stmt::StmtKind;

/// A piece of text that is still to be written.
enum Piece {
    Expr(ExprId),
    Text(&'static str),
    Owned(String),
}

impl Program {
    /// An expression as text, with a `load` for each read of a variable and a type before each conversion.
    ///
    /// ```
    /// use indubit::{base::Budget, c};
    ///
    /// let text = b"int f(char c) { return c + 1L; }";
    /// let program = c::read(text, &Default::default(), &Budget::unlimited()).unwrap();
    /// let sum = program.returned(program.function_named("f").unwrap()).unwrap();
    /// assert_eq!(program.text(sum), "(int (+ (long (int (load c))) 1))");
    /// ```
    pub fn text(&self, root: ExprId) -> String {
        let mut text = String::new();
        let mut stack = vec![Piece::Expr(root)];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Owned(piece) => text.push_str(&piece),
                Piece::Expr(id) => {
                    let mut pieces = self.pieces(id);
                    pieces.reverse();
                    stack.append(&mut pieces);
                }
            }
        }
        text
    }

    /// The value that the last statement of a function's body returns, if it is a `return` with a value.
    pub fn returned(&self, function: FunctionId) -> Option<ExprId> {
        let body = self.stmt(self.function(function).body?);
        let last = match body.kind {
            StmtKind::Block(list, _) => *self.statements(list).last()?,
            _ => return None,
        };
        match self.stmt(last).kind {
            StmtKind::Return(value) => value,
            _ => None,
        }
    }

    fn pieces(&self, id: ExprId) -> Vec<Piece> {
        let expr = self.expr(id);
        let name = |name: Option<_>| Piece::Owned(name.map_or("_", |n| self.names.text(n)).to_string());
        let node = |operator: String, operands: &[ExprId]| {
            let mut pieces = vec![Piece::Owned(format!("({}", operator))];
            for &operand in operands {
                pieces.push(Piece::Text(" "));
                pieces.push(Piece::Expr(operand));
            }
            pieces.push(Piece::Text(")"));
            pieces
        };
        let ty = || self.types.text(expr.ty, &self.names);
        match expr.kind {
            ExprKind::Constant(pattern) => {
                let value = match self.types.integer_kind(expr.ty) {
                    Some(kind) => self.types.options().value(kind, pattern),
                    None => i128::from(pattern),
                };
                vec![Piece::Owned(value.to_string())]
            }
            ExprKind::Floating(bits) => vec![Piece::Owned(self.floating_text(expr.ty, bits))],
            ExprKind::Text(text) => {
                let units = &self.string(text).units;
                let shown: String = units.iter().map(|&u| char::from_u32(u).unwrap_or('?')).collect();
                vec![Piece::Owned(format!("{:?}", shown))]
            }
            ExprKind::Object(object) => vec![name(self.object(object).name)],
            ExprKind::Function(function) => vec![name(Some(self.function(function).name))],
            ExprKind::CompoundLiteral(..) => vec![Piece::Owned(format!("(literal {})", ty()))],
            ExprKind::Load(a) => node("load".to_string(), &[a]),
            ExprKind::Volatile => vec![Piece::Owned("(volatile)".to_string())],
            ExprKind::Decay(a) => node("decay".to_string(), &[a]),
            ExprKind::AddressOf(a) => node("address".to_string(), &[a]),
            ExprKind::Dereference(a) => node("*".to_string(), &[a]),
            ExprKind::Member(a, field) => node(format!("member {}", field), &[a]),
            ExprKind::Convert { operand, is_cast } => {
                node(format!("{}{}", if is_cast { "cast " } else { "" }, ty()), &[operand])
            }
            ExprKind::Unary(op, a) => node(op.text().to_string(), &[a]),
            ExprKind::Binary(op, a, b) => node(op.text().to_string(), &[a, b]),
            ExprKind::Logical(op, a, b) => node(op.text().to_string(), &[a, b]),
            ExprKind::Conditional(a, b, c) => node("?".to_string(), &[a, b, c]),
            ExprKind::Default(a, b) => node("?:".to_string(), &[a, b]),
            ExprKind::Assign(a, b) => node("=".to_string(), &[a, b]),
            ExprKind::AssignOp { op, target, value, computation } => {
                let computation = self.types.text(computation, &self.names);
                node(format!("{}= {}", op.text(), computation), &[target, value])
            }
            ExprKind::Step { target, is_decrement, is_prefix } => {
                let operator = if is_decrement { "--" } else { "++" };
                node(format!("{} {}", if is_prefix { "prefix" } else { "postfix" }, operator), &[target])
            }
            ExprKind::Comma(a, b) => node(",".to_string(), &[a, b]),
            ExprKind::Statements(_) => vec![Piece::Owned("(statements)".to_string())],
            ExprKind::Unsupported(reason) => {
                vec![Piece::Owned(format!("(unsupported {:?})", self.reason(reason)))]
            }
            ExprKind::Call { callee, arguments, .. } => {
                let mut operands = vec![callee];
                operands.extend_from_slice(self.list(arguments));
                node("call".to_string(), &operands)
            }
        }
    }
}
