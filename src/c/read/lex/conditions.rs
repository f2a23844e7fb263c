//! Evaluates the conditions of `#if` and `#elif` (C11, 6.10.1), with a stack of operators and a stack of values.
//!
//! All numbers have 64 bits. An undefined value, as that of `1 / 0`, is an error only if the result depends on it.

use super::super::operators::{Infix, Level, ASSIGNMENT, COMMA, CONDITIONAL};
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::state::Preprocessor;

/// A number of 64 bits: conditions know no other types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Number {
    bits: u64,
    is_unsigned: bool,
}

impl Number {
    fn truth(holds: bool) -> Number {
        Number { bits: u64::from(holds), is_unsigned: false }
    }
}

/// An operator that waits for its right operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waiting {
    Paren,
    Prefix(Punct),
    Infix(Punct),
    /// `a ?`
    Question,
    /// `a ? b :`
    Colon,
}

/// How tightly an infix operator binds; `None` for assignments, the conditional operator, and marks that are no
/// operators.
fn level(punct: Punct) -> Option<Level> {
    Infix::of(punct).map(Infix::level).filter(|&level| level != ASSIGNMENT)
}

fn prefix(punct: Punct, value: Number) -> Number {
    let Number { bits, is_unsigned } = value;
    match punct {
        Punct::Minus => Number { bits: bits.wrapping_neg(), is_unsigned },
        Punct::Tilde => Number { bits: !bits, is_unsigned },
        Punct::Not => Number::truth(bits == 0),
        _ => value,
    }
}

/// The value of a shift. As in gcc, a negative amount shifts the other way, and too large an amount shifts all bits
/// out.
fn shift(value: Number, by: Number, left: bool) -> Number {
    let is_negative = !by.is_unsigned && (by.bits as i64) < 0;
    let left = left != is_negative;
    let width = if is_negative { by.bits.wrapping_neg() } else { by.bits };
    let bits = match (left, value.is_unsigned) {
        (true, _) if width >= 64 => 0,
        (true, _) => value.bits << width,
        (false, true) if width >= 64 => 0,
        (false, true) => value.bits >> width,
        (false, false) => ((value.bits as i64) >> width.min(63)) as u64,
    };
    Number { bits, is_unsigned: value.is_unsigned }
}

/// The value of an operator; `None` if it is undefined.
fn infix(punct: Punct, a: Number, b: Number) -> Option<Number> {
    let is_unsigned = a.is_unsigned || b.is_unsigned;
    let (x, y) = (a.bits, b.bits);
    let (i, j) = (x as i64, y as i64);
    let order = if is_unsigned { x.cmp(&y) } else { i.cmp(&j) };
    let bits = match punct {
        Punct::Star => x.wrapping_mul(y),
        Punct::Plus => x.wrapping_add(y),
        Punct::Minus => x.wrapping_sub(y),
        Punct::Slash | Punct::Percent if y == 0 => return None,
        Punct::Slash if is_unsigned => x / y,
        Punct::Slash => i.wrapping_div(j) as u64,
        Punct::Percent if is_unsigned => x % y,
        Punct::Percent => i.wrapping_rem(j) as u64,
        Punct::ShiftLeft | Punct::ShiftRight => return Some(shift(a, b, punct == Punct::ShiftLeft)),
        Punct::And => x & y,
        Punct::Caret => x ^ y,
        Punct::Or => x | y,
        Punct::Less => return Some(Number::truth(order.is_lt())),
        Punct::Greater => return Some(Number::truth(order.is_gt())),
        Punct::LessEqual => return Some(Number::truth(order.is_le())),
        Punct::GreaterEqual => return Some(Number::truth(order.is_ge())),
        Punct::EqualEqual => return Some(Number::truth(x == y)),
        Punct::NotEqual => return Some(Number::truth(x != y)),
        Punct::AndAnd => return Some(Number::truth(x != 0 && y != 0)),
        Punct::Comma => return Some(b),
        _ => return Some(Number::truth(x != 0 || y != 0)),
    };
    Some(Number { bits, is_unsigned })
}

/// The stacks of operators and values. A value is `None` if it is undefined, as that of `1 / 0`. This is an error only
/// if the final value is undefined.
#[derive(Debug, Default)]
struct Stacks {
    waiting: Vec<Waiting>,
    values: Vec<Option<Number>>,
}

impl Stacks {
    fn pop(&mut self) -> Option<Number> {
        self.values.pop().flatten()
    }

    /// Applies the operators on top that bind at least as tightly as this.
    fn reduce(&mut self, least: Level) {
        while let Some(&top) = self.waiting.last() {
            let value = match top {
                Waiting::Paren | Waiting::Question => return,
                Waiting::Prefix(punct) => self.pop().map(|value| prefix(punct, value)),
                Waiting::Infix(punct) => {
                    if level(punct).map_or(true, |level| level < least) {
                        return;
                    }
                    let b = self.pop();
                    let a = self.pop();
                    match (punct, a, b) {
                        (Punct::AndAnd, Some(Number { bits: 0, .. }), _) => Some(Number::truth(false)),
                        (Punct::OrOr, Some(a), _) if a.bits != 0 => Some(Number::truth(true)),
                        (_, Some(a), Some(b)) => infix(punct, a, b),
                        _ => None,
                    }
                }
                Waiting::Colon if least > COMMA => return,
                Waiting::Colon => {
                    let c = self.pop();
                    let b = self.pop();
                    let a = self.pop();
                    let is_unsigned = [b, c].iter().flatten().any(|n| n.is_unsigned);
                    let chosen = a.and_then(|a| if a.bits != 0 { b } else { c });
                    chosen.map(|n| Number { is_unsigned, ..n })
                }
            };
            self.waiting.pop();
            self.values.push(value);
        }
    }

    /// Takes a mark behind an operand, and returns whether another operand has to follow; `None` if the mark does not
    /// belong there.
    fn behind_operand(&mut self, punct: Punct) -> Option<bool> {
        match punct {
            Punct::RightParen => {
                self.reduce(COMMA);
                (self.waiting.pop() == Some(Waiting::Paren)).then_some(false)
            }
            Punct::Question => {
                self.reduce(CONDITIONAL);
                self.waiting.push(Waiting::Question);
                Some(true)
            }
            Punct::Colon => {
                self.reduce(COMMA);
                let opens = self.waiting.pop() == Some(Waiting::Question);
                self.waiting.push(Waiting::Colon);
                opens.then_some(true)
            }
            _ => {
                self.reduce(level(punct)?);
                self.waiting.push(Waiting::Infix(punct));
                Some(true)
            }
        }
    }
}

impl Preprocessor<'_, '_, '_> {
    /// Whether the condition on the rest of this line holds.
    pub(super) fn condition(&mut self, pos: Pos) -> bool {
        let tokens = self.condition_tokens();
        match self.evaluate(&tokens, pos) {
            Ok(value) => value.bits != 0,
            Err(pos) => {
                let message = "expected a condition of integers, operators and `defined`";
                self.tables.diagnostics.error(pos, message);
                false
            }
        }
    }

    fn number(&self, kind: Kind, at: u32) -> Number {
        let literal = self.tables.literals.integer(at);
        let spelling = self.tables.literals.spelling(kind).map_or("", |name| self.tables.names.text(name));
        let is_character = spelling.contains('\'');
        let value = self.tables.options.value(literal.kind, literal.value);
        // A constant is unsigned by its suffix, or if it is too large.
        let is_unsigned =
            !is_character && (spelling.contains(&['u', 'U'][..]) || value > i128::from(i64::MAX));
        Number { bits: value as u64, is_unsigned }
    }

    fn evaluate(&self, tokens: &[Token], pos: Pos) -> Result<Number, Pos> {
        let mut stacks = Stacks::default();
        let mut expects_operand = true;
        for token in tokens {
            match (token.kind, expects_operand) {
                (Kind::Integer(at), true) => {
                    stacks.values.push(Some(self.number(token.kind, at)));
                    expects_operand = false;
                }
                (Kind::Name(_), true) => {
                    stacks.values.push(Some(Number::truth(false)));
                    expects_operand = false;
                }
                (Kind::Punct(Punct::LeftParen), true) => stacks.waiting.push(Waiting::Paren),
                (Kind::Punct(punct), true) => match punct {
                    Punct::Plus | Punct::Minus | Punct::Tilde | Punct::Not => {
                        stacks.waiting.push(Waiting::Prefix(punct));
                    }
                    _ => return Err(token.pos),
                },
                (Kind::Punct(punct), false) => {
                    expects_operand = stacks.behind_operand(punct).ok_or(token.pos)?;
                }
                _ => return Err(token.pos),
            }
        }
        if expects_operand {
            return Err(pos);
        }
        stacks.reduce(COMMA);
        match (stacks.waiting.is_empty(), stacks.values.pop()) {
            (true, Some(Some(value))) => Ok(value),
            _ => Err(pos),
        }
    }
}
