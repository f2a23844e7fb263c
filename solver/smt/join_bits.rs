//! Formulas over bits written as equations of words.
//!
//! Reasoning by bits ends in formulas about single bits of a word. A conjunction about neighbouring bits is an
//! equation between a part of the word and a constant; if the conjunction is about all bits, the part is the whole
//! word. Disjunctions are negated conjunctions, and become negated equations.

use crate::base::HashMap;
use crate::solver::term::{Op, TermId, Terms};
use crate::theories::bv::Bits;

/// The statement of a conjunct about a word: its bits from `low` on are these.
struct Part {
    word: TermId,
    low: u32,
    bits: Bits,
}

impl Part {
    fn equation(self, terms: &mut Terms) -> TermId {
        let side = terms.extract(self.word, self.low + self.bits.width() - 1, self.low);
        let bits = terms.bit_vector(self.bits);
        terms.eq(side, bits)
    }
}

/// The formula, with conjuncts about neighbouring bits of a word joined.
pub(super) fn join_bits(terms: &mut Terms, formula: TermId) -> TermId {
    let order = terms.subterms_until(&[formula], |t| !terms.is_connective(t));
    let mut joined: HashMap<TermId, TermId> = HashMap::default();
    for t in order {
        let new = if terms.is_connective(t) {
            let args: Vec<TermId> = terms.args(t).iter().map(|a| joined[a]).collect();
            match terms.op(t) {
                Op::And => conjunction(terms, args),
                op => terms.apply(op, terms.sort(t), &args),
            }
        } else {
            t
        };
        joined.insert(t, new);
    }
    joined[&formula]
}

fn conjunction(terms: &mut Terms, args: Vec<TermId>) -> TermId {
    let (mut parts, mut members) = (Vec::new(), Vec::new());
    for a in args {
        match part(terms, a) {
            Some(part) => parts.push((part, a)),
            None => members.push(a),
        }
    }
    parts.sort_by_key(|(part, a)| (part.word, part.low, *a));
    let mut parts = parts.into_iter().peekable();
    while let Some((mut part, mut equation)) = parts.next() {
        let alone = part.bits.width();
        while let Some((next, _)) = parts.peek() {
            if next.word != part.word || next.low != part.low + part.bits.width() {
                break;
            }
            part.bits = next.bits.concat(&part.bits);
            parts.next();
        }
        if part.bits.width() > alone {
            equation = part.equation(terms);
        }
        members.push(equation);
    }
    terms.and(&members)
}

/// The statement of an equation with a constant, or of a negated one about a single bit.
fn part(terms: &Terms, t: TermId) -> Option<Part> {
    let (inner, negated) = terms.split_not(t);
    if terms.op(inner) != Op::Eq {
        return None;
    }
    let (a, b) = (terms.arg(inner, 0), terms.arg(inner, 1));
    let (bits, side) = match (terms.bits_of(a), terms.bits_of(b)) {
        (Some(bits), None) => (bits, b),
        (None, Some(bits)) => (bits, a),
        _ => return None,
    };
    let bits = if !negated {
        bits.clone()
    } else if bits.width() == 1 {
        bits.not()
    } else {
        return None;
    };
    Some(match terms.op(side) {
        Op::Extract(low) => Part { word: terms.arg(side, 0), low, bits },
        _ => Part { word: side, low: 0, bits },
    })
}
