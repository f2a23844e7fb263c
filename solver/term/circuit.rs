//! Operators on vectors as circuits, by the operator of a term.

use super::store::Op;
#[cfg(test)]
use super::store::{TermId, Terms};
use crate::theories::bv::blast::{self, Gates, Shift};

/// The bits of a vector of this width that an operator makes of the bits of its arguments. `None` if that is no matter
/// of bits alone: for constants, choices and operators of other sorts.
///
/// # Panics
///
/// If the arguments are not those of a term.
pub(crate) fn circuit_of<G: Gates>(g: &mut G, op: Op, width: u32, args: &[&[G::Bit]]) -> Option<Vec<G::Bit>> {
    let a = args.first().copied().unwrap_or(&[]);
    let b = args.get(1).copied().unwrap_or(&[]);
    Some(match op {
        Op::BvNot => blast::not(g, a),
        Op::BvNeg => blast::neg(g, a),
        Op::BvAnd => blast::bitwise(g, a, b, Gates::and),
        Op::BvOr => blast::bitwise(g, a, b, Gates::or),
        Op::BvXor => blast::bitwise(g, a, b, Gates::xor),
        Op::BvAdd => blast::add(g, a, b),
        Op::BvSub => blast::sub(g, a, b),
        Op::BvMul => blast::mul(g, a, b),
        Op::BvUdiv => blast::udivrem(g, a, b).0,
        Op::BvUrem => blast::udivrem(g, a, b).1,
        Op::BvShl => blast::shift(g, Shift::Left, a, b),
        Op::BvLshr => blast::shift(g, Shift::Right, a, b),
        Op::BvAshr => blast::shift(g, Shift::Arithmetic, a, b),
        Op::Concat => [b, a].concat(),
        Op::Extract(low) => a[low as usize..(low + width) as usize].to_vec(),
        Op::SignExtend => (0..width as usize).map(|i| a[i.min(a.len() - 1)]).collect(),
        _ => return None,
    })
}

/// Adds the bits of these terms and their parts to a map that has those of the symbols. Nothing is simplified.
#[cfg(test)]
pub(super) fn blasted<G: Gates>(
    g: &mut G,
    bits: &mut std::collections::HashMap<TermId, Vec<G::Bit>>,
    t: &Terms,
    roots: &[TermId],
) {
    for term in t.subterms(roots) {
        if bits.contains_key(&term) {
            continue;
        }
        let args: Vec<&[G::Bit]> = t.args(term).iter().map(|a| &bits[a][..]).collect();
        let found = match (t.op(term), t.bits_of(term)) {
            (_, Some(value)) => (0..value.width()).map(|i| g.constant(value.bit(i))).collect(),
            (Op::True, _) => vec![g.constant(true)],
            (Op::Not, _) => vec![g.not(args[0][0])],
            (Op::And, _) => vec![args[1..].iter().fold(args[0][0], |all, a| g.and(all, a[0]))],
            (Op::Eq, _) => vec![blast::eq(g, args[0], args[1])],
            (Op::Ite, _) => blast::ite(g, args[0][0], args[1], args[2]),
            (Op::BvUlt, _) => vec![blast::ult(g, args[0], args[1])],
            (Op::BvSlt, _) => vec![blast::slt(g, args[0], args[1])],
            (op, _) => circuit_of(g, op, t.width(term), &args).expect("an operator on bits"),
        };
        bits.insert(term, found);
    }
}
