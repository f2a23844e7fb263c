//! Operators on vectors as circuits, by the operator of a term.

use super::store::Op;
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
