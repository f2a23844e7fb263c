//! C programs out of bytes: text by a grammar, and an interpreter of the same grammar that tries all inputs.
//!
//! All variables are `unsigned char`, and inputs are less than 4, so the states are few. A program is a list of
//! instructions with jumps for the interpreter, and a nested text for the reader.

use super::judge::{judge, Truth};
use crate::source::Source;
use indubit::base::Budget;
use indubit::input::{self, InputOptions};
use std::collections::BTreeSet;

/// Engines on a C program.
pub fn target(data: &[u8]) {
    let mut s = Source::new(data);
    let program = Program::new(&mut s);
    let budget = Budget::unlimited().with_memory(64 << 20);
    let model = input::read("program.c", program.text.as_bytes(), &InputOptions::default(), &budget)
        .unwrap_or_else(|error| panic!("a program does not read: {}\n{}", error, program.text));
    assert!(model.origin().is_some(), "a C program");
    let truth = [program.explore()];
    judge(&mut s, &model, &truth);
}

/// The number of variables.
const VARIABLES: usize = 3;
/// States after which the truth is left open.
const MOST_STATES: usize = 4_000;

#[derive(Clone, Debug)]
enum Expr {
    Variable(usize),
    Constant(i64),
    Unary(char, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
enum Instruction {
    Assign(usize, Expr),
    Input(usize),
    /// Goes on at the place if the value is 0.
    Unless(Expr, usize),
    Jump(usize),
    Error,
}

struct Program {
    text: String,
    code: Vec<Instruction>,
    /// Statements that may still be made.
    left: usize,
}

impl Program {
    fn new(s: &mut Source<'_>) -> Program {
        let text = "unsigned char input(void);\nvoid reach_error(void);\nint main(void) {\n\
            \x20 unsigned char a = 0, b = 0, c = 0;\n";
        let mut program = Program { text: text.to_string(), code: Vec::new(), left: 14 };
        program.block(s, 1, 3);
        program.text.push_str("  return 0;\n}\n");
        program
    }

    fn line(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn block(&mut self, s: &mut Source<'_>, depth: usize, nesting: usize) {
        for _ in 0..1 + s.below(5) {
            if self.left > 0 {
                self.left -= 1;
                self.statement(s, depth, nesting);
            }
        }
    }

    fn statement(&mut self, s: &mut Source<'_>, depth: usize, nesting: usize) {
        let variable = s.below(VARIABLES);
        match s.below(if nesting == 0 { 4 } else { 8 }) {
            0 => {
                self.line(depth, &format!("{} = input() & 3;", name(variable)));
                self.code.push(Instruction::Input(variable));
            }
            1 | 2 => {
                let value = expression(s, 2);
                self.line(depth, &format!("{} = {};", name(variable), text(&value)));
                self.code.push(Instruction::Assign(variable, value));
            }
            3 => {
                let condition = expression(s, 2);
                self.line(depth, &format!("if ({})", text(&condition)));
                self.line(depth + 1, "reach_error();");
                let end = self.code.len() + 2;
                self.code.push(Instruction::Unless(condition, end));
                self.code.push(Instruction::Error);
            }
            kind => {
                let condition = expression(s, 2);
                let start = self.code.len();
                self.code.push(Instruction::Unless(condition.clone(), 0));
                let word = if kind < 6 { "while" } else { "if" };
                self.line(depth, &format!("{} ({}) {{", word, text(&condition)));
                self.block(s, depth + 1, nesting - 1);
                let mut end = self.code.len();
                match kind {
                    4 | 5 => {
                        self.code.push(Instruction::Jump(start));
                        end += 1;
                    }
                    6 => {}
                    _ => {
                        self.line(depth, "} else {");
                        self.code.push(Instruction::Jump(0));
                        end += 1;
                        self.block(s, depth + 1, nesting - 1);
                        self.code[end - 1] = Instruction::Jump(self.code.len());
                    }
                }
                self.line(depth, "}");
                self.code[start] = Instruction::Unless(condition, end);
            }
        }
    }

    /// Runs all inputs.
    fn explore(&self) -> Truth {
        let mut seen = BTreeSet::new();
        let mut list = vec![(0, [0u8; VARIABLES])];
        while let Some((at, state)) = list.pop() {
            if seen.len() > MOST_STATES {
                return Truth::Unknown;
            }
            if !seen.insert((at, state)) {
                continue;
            }
            match self.code.get(at) {
                None => {}
                Some(Instruction::Error) => return Truth::Fails(None),
                Some(Instruction::Jump(to)) => list.push((*to, state)),
                Some(Instruction::Unless(condition, to)) => {
                    list.push((if value(condition, &state) == 0 { *to } else { at + 1 }, state));
                }
                Some(Instruction::Assign(variable, expression)) => {
                    let mut after = state;
                    after[*variable] = value(expression, &state) as u8;
                    list.push((at + 1, after));
                }
                Some(Instruction::Input(variable)) => {
                    for input in 0..4 {
                        let mut after = state;
                        after[*variable] = input;
                        list.push((at + 1, after));
                    }
                }
            }
        }
        Truth::Holds
    }
}

fn name(variable: usize) -> char {
    ['a', 'b', 'c'][variable]
}

/// Values stay far below the limits of `int`: products have a small constant on one side.
fn expression(s: &mut Source<'_>, depth: usize) -> Expr {
    if depth == 0 || s.is_empty() {
        return if s.one_in(3) {
            Expr::Constant(s.below(9) as i64)
        } else {
            Expr::Variable(s.below(VARIABLES))
        };
    }
    let a = Box::new(expression(s, depth - 1));
    match s.below(12) {
        0 => Expr::Unary(s.pick(&['-', '~', '!']), a),
        1 => {
            let c = Box::new(expression(s, depth - 1));
            Expr::Choice(a, Box::new(expression(s, depth - 1)), c)
        }
        2 => Expr::Binary("*", a, Box::new(Expr::Constant(s.below(4) as i64))),
        3 => Expr::Binary(s.pick(&["/", "%"]), a, Box::new(Expr::Constant(1 + s.below(4) as i64))),
        4 => Expr::Binary(
            ">>",
            Box::new(Expr::Variable(s.below(VARIABLES))),
            Box::new(Expr::Constant(s.below(5) as i64)),
        ),
        _ => {
            let operator = s.pick(&["+", "-", "&", "|", "^", "<", "<=", "==", "!=", "&&", "||", "+"]);
            Expr::Binary(operator, a, Box::new(expression(s, depth - 1)))
        }
    }
}

fn text(expression: &Expr) -> String {
    match expression {
        Expr::Variable(variable) => name(*variable).to_string(),
        Expr::Constant(constant) => constant.to_string(),
        Expr::Unary(operator, a) => format!("{}({})", operator, text(a)),
        Expr::Binary(operator, a, b) => format!("({} {} {})", text(a), operator, text(b)),
        Expr::Choice(a, b, c) => format!("({} ? {} : {})", text(a), text(b), text(c)),
    }
}

fn value(expression: &Expr, state: &[u8; VARIABLES]) -> i64 {
    match expression {
        Expr::Variable(variable) => i64::from(state[*variable]),
        Expr::Constant(constant) => *constant,
        Expr::Unary(operator, a) => match (operator, value(a, state)) {
            ('-', a) => -a,
            ('~', a) => !a,
            (_, a) => i64::from(a == 0),
        },
        Expr::Binary(operator, a, b) => {
            let (a, b) = (value(a, state), value(b, state));
            match *operator {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "/" => a / b,
                "%" => a % b,
                ">>" => a >> b,
                "&" => a & b,
                "|" => a | b,
                "^" => a ^ b,
                "<" => i64::from(a < b),
                "<=" => i64::from(a <= b),
                "==" => i64::from(a == b),
                "!=" => i64::from(a != b),
                "&&" => i64::from(a != 0 && b != 0),
                "||" => i64::from(a != 0 || b != 0),
                other => unreachable!("{}", other),
            }
        }
        Expr::Choice(a, b, c) => value(if value(a, state) != 0 { b } else { c }, state),
    }
}
