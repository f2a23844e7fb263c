//! Collects the elements of an initialiser while they are read.
//!
//! A later value for a place replaces an earlier one (C11, 6.7.9p19). The list is in the order of the text, which is
//! the order of evaluation.

use super::super::syntax::{Element, ExprId};
use super::super::types::{BitRange, Type, TypeId, Types};

/// A part of an object for which a value may be given, with its type and offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) ty: TypeId,
    pub(super) offset: u64,
    pub(super) bits: Option<BitRange>,
    /// Whether it is the whole object, whose flexible member may have a value.
    pub(super) is_whole: bool,
}

/// The elements that were read, without those that a later one has replaced (C11, 6.7.9p19).
#[derive(Default, Debug)]
pub(super) struct Elements {
    pub(super) list: Vec<Element>,
    /// The first bit behind all elements.
    pub(super) end: u64,
    /// Whether the elements must be constants, since the object lives for the whole run.
    pub(super) is_constant: bool,
    /// The unions that have a value: type, place, and the member that has the value.
    pub(super) unions: Vec<(TypeId, u64, u32)>,
}

impl Elements {
    pub(super) fn push(&mut self, element: Element, types: &Types) {
        self.end = self.end.max(bits_of(&element, types).1);
        self.list.push(element);
    }

    /// Drops earlier elements for a place that gets a value now: its parts, and, as gcc does, the value of a whole
    /// structure that contains the place.
    pub(super) fn clear(&mut self, spot: Spot, types: &Types) {
        let place = Element { offset: spot.offset, bits: spot.bits, ty: spot.ty, value: ExprId(0) };
        let (from, to) = bits_of(&place, types);
        if from >= self.end {
            return;
        }
        self.list.retain(|before| {
            let (first, end) = bits_of(before, types);
            let is_record = matches!(types.get(before.ty), Type::Record(_));
            let is_inside = from <= first && end <= to;
            let is_around = is_record && first <= from && to <= end;
            !(is_inside || is_around) || first == end
        });
    }

    /// Notes that a member of a union gets a value. Earlier values of another member are dropped.
    pub(super) fn enter_union(&mut self, spot: Spot, member: u32, types: &Types) {
        let known = self.unions.iter_mut().find(|(ty, at, _)| (*ty, *at) == (spot.ty, spot.offset));
        let is_same = match known {
            Some((_, _, before)) => std::mem::replace(before, member) == member,
            None => {
                self.unions.push((spot.ty, spot.offset, member));
                member == 0
            }
        };
        if !is_same {
            self.clear(spot, types);
        }
    }
}

/// The bits of an element in its object: the first bit, and the bit behind the last one.
fn bits_of(element: &Element, types: &Types) -> (u64, u64) {
    match element.bits {
        Some(bits) => (bits.offset, bits.offset + u64::from(bits.width)),
        None => {
            let size = types.size(element.ty).unwrap_or(0);
            (8 * element.offset, 8 * element.offset.saturating_add(size))
        }
    }
}
