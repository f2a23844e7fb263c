//! The conditions of `#if` and `#elif` (C11, 6.10.1), evaluated with a stack of operators and one of values.

use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};
use super::state::Preprocessor;

/// An operator that waits for its right operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waiting {
    Paren,
    Prefix(Punct),
    Infix(Punct),
}

/// How tightly an infix operator binds.
fn precedence(punct: Punct) -> Option<u8> {
    Some(match punct {
        Punct::Star | Punct::Slash | Punct::Percent => 10,
        Punct::Plus | Punct::Minus => 9,
        Punct::ShiftLeft | Punct::ShiftRight => 8,
        Punct::Less | Punct::Greater | Punct::LessEqual | Punct::GreaterEqual => 7,
        Punct::EqualEqual | Punct::NotEqual => 6,
        Punct::And => 5,
        Punct::Caret => 4,
        Punct::Or => 3,
        Punct::AndAnd => 2,
        Punct::OrOr => 1,
        _ => return None,
    })
}

fn prefix(punct: Punct, value: i128) -> Option<i128> {
    Some(match punct {
        Punct::Minus => value.checked_neg()?,
        Punct::Tilde => !value,
        Punct::Not => i128::from(value == 0),
        _ => value,
    })
}

fn infix(punct: Punct, a: i128, b: i128) -> Option<i128> {
    let shift = || u32::try_from(b).ok().filter(|&n| n < 64);
    Some(match punct {
        Punct::Star => a.checked_mul(b)?,
        Punct::Slash => a.checked_div(b)?,
        Punct::Percent => a.checked_rem(b)?,
        Punct::Plus => a.checked_add(b)?,
        Punct::Minus => a.checked_sub(b)?,
        Punct::ShiftLeft => a.checked_mul(1 << shift()?)?,
        Punct::ShiftRight => a >> shift()?,
        Punct::Less => i128::from(a < b),
        Punct::Greater => i128::from(a > b),
        Punct::LessEqual => i128::from(a <= b),
        Punct::GreaterEqual => i128::from(a >= b),
        Punct::EqualEqual => i128::from(a == b),
        Punct::NotEqual => i128::from(a != b),
        Punct::And => a & b,
        Punct::Caret => a ^ b,
        Punct::Or => a | b,
        Punct::AndAnd => i128::from(a != 0 && b != 0),
        _ => i128::from(a != 0 || b != 0),
    })
}

/// The two stacks. A value is `None` where it is undefined, as of `1 / 0`; that matters only in the end.
#[derive(Debug, Default)]
struct Stacks {
    waiting: Vec<Waiting>,
    values: Vec<Option<i128>>,
}

impl Stacks {
    /// Applies the operators on top that bind at least as tightly as this.
    fn reduce(&mut self, least: u8) {
        while let Some(&top) = self.waiting.last() {
            let value = match top {
                Waiting::Paren => return,
                Waiting::Prefix(punct) => {
                    let value = self.values.pop().flatten();
                    value.and_then(|value| prefix(punct, value))
                }
                Waiting::Infix(punct) => {
                    if precedence(punct).map_or(true, |p| p < least) {
                        return;
                    }
                    let b = self.values.pop().flatten();
                    let a = self.values.pop().flatten();
                    match (punct, a, b) {
                        (Punct::AndAnd, Some(0), _) => Some(0),
                        (Punct::OrOr, Some(a), _) if a != 0 => Some(1),
                        (_, Some(a), Some(b)) => infix(punct, a, b),
                        _ => None,
                    }
                }
            };
            self.waiting.pop();
            self.values.push(value);
        }
    }
}

impl Preprocessor<'_, '_, '_> {
    /// Whether the condition on the rest of this line holds.
    pub(super) fn condition(&mut self, pos: Pos) -> bool {
        let tokens = self.condition_tokens();
        match self.evaluate(&tokens, pos) {
            Ok(value) => value != 0,
            Err(pos) => {
                let message = "expected a condition of integers, operators without `?`, and `defined`";
                self.tables.diagnostics.error(pos, message);
                false
            }
        }
    }

    fn evaluate(&self, tokens: &[Token], pos: Pos) -> Result<i128, Pos> {
        let mut stacks = Stacks::default();
        let mut expects_operand = true;
        for token in tokens {
            match (token.kind, expects_operand) {
                (Kind::Integer(at), true) => {
                    let literal = self.tables.literals.integer(at);
                    stacks.values.push(Some(self.tables.options.value(literal.kind, literal.value)));
                    expects_operand = false;
                }
                (Kind::Name(_), true) => {
                    stacks.values.push(Some(0));
                    expects_operand = false;
                }
                (Kind::Punct(Punct::LeftParen), true) => stacks.waiting.push(Waiting::Paren),
                (Kind::Punct(punct), true) => match punct {
                    Punct::Plus | Punct::Minus | Punct::Tilde | Punct::Not => {
                        stacks.waiting.push(Waiting::Prefix(punct));
                    }
                    _ => return Err(token.pos),
                },
                (Kind::Punct(Punct::RightParen), false) => {
                    stacks.reduce(0);
                    if stacks.waiting.pop() != Some(Waiting::Paren) {
                        return Err(token.pos);
                    }
                }
                (Kind::Punct(punct), false) => {
                    stacks.reduce(precedence(punct).ok_or(token.pos)?);
                    stacks.waiting.push(Waiting::Infix(punct));
                    expects_operand = true;
                }
                _ => return Err(token.pos),
            }
        }
        if expects_operand {
            return Err(pos);
        }
        stacks.reduce(0);
        match (stacks.waiting.is_empty(), stacks.values.pop()) {
            (true, Some(Some(value))) => Ok(value),
            _ => Err(pos),
        }
    }
}
