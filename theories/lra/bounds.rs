//! Bounds on variables, with undoing by levels.
//!
//! All bounds lie on one stack in the order in which they were asserted. A variable points to its present lower and
//! upper bound, a bound to the one it replaced. So a level is undone by popping, and a position on the stack names a
//! bound for as long as it is there, even after a stronger one has come: explanations are lists of positions.

use super::var::LraVar;
use crate::theories::num::DeltaRational;
use std::ops::{Index, Not};

/// The name of a bound, which the caller chooses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag(pub u32);

/// One of the two bounds of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The variable is at least this.
    Lower,
    /// The variable is at most this.
    Upper,
}

impl Side {
    /// Whether the first value satisfies the second as a bound of this side.
    #[inline]
    pub fn allows(self, value: &DeltaRational, bound: &DeltaRational) -> bool {
        match self {
            Side::Lower => value >= bound,
            Side::Upper => value <= bound,
        }
    }
}

impl Not for Side {
    type Output = Side;

    /// The other side.
    #[inline]
    fn not(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }
}

/// A bound that was asserted.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The variable bounded.
    pub var: LraVar,
    /// From below or from above.
    pub side: Side,
    /// The bound itself, which is allowed as a value.
    pub value: DeltaRational,
    /// The caller's name of it.
    pub tag: Tag,
    previous: BoundId,
}

/// A position on the stack of bounds, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoundId(u32);

impl BoundId {
    const NONE: BoundId = BoundId(u32::MAX);
}

#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    stack: Vec<Bound>,
    /// By variable: the present lower and upper bound.
    present: Vec<[BoundId; 2]>,
}

impl Bounds {
    pub(super) fn add_var(&mut self) {
        self.present.push([BoundId::NONE; 2]);
    }

    /// Removes the last variable, which must have no bounds.
    pub(super) fn remove_var(&mut self) {
        let present = self.present.pop();
        assert!(
            present.map_or(true, |p| p == [BoundId::NONE; 2]),
            "the variable to be removed still has a bound"
        );
    }

    /// The number of bounds on the stack.
    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }

    /// The bounds from a position of the stack on.
    pub(super) fn since(&self, position: usize) -> &[Bound] {
        &self.stack[position..]
    }

    #[inline]
    pub(super) fn id(&self, var: LraVar, side: Side) -> Option<BoundId> {
        let id = self.present[var.index()][side as usize];
        if id == BoundId::NONE {
            None
        } else {
            Some(id)
        }
    }

    #[inline]
    pub(super) fn get(&self, var: LraVar, side: Side) -> Option<&Bound> {
        // The mark for none is beyond the end of the stack.
        self.stack.get(self.present[var.index()][side as usize].0 as usize)
    }

    /// Whether the value is within the bound on this side, if there is one.
    #[inline]
    pub(super) fn allow(&self, var: LraVar, side: Side, value: &DeltaRational) -> bool {
        self.get(var, side).map_or(true, |bound| side.allows(value, &bound.value))
    }

    /// The side on which the value is out of bounds.
    #[inline]
    pub(super) fn violated(&self, var: LraVar, value: &DeltaRational) -> Option<Side> {
        [Side::Lower, Side::Upper].iter().copied().find(|&side| !self.allow(var, side, value))
    }

    /// Makes this the present bound.
    pub(super) fn push(&mut self, var: LraVar, side: Side, value: DeltaRational, tag: Tag) {
        let id = BoundId(self.stack.len() as u32);
        let previous = std::mem::replace(&mut self.present[var.index()][side as usize], id);
        self.stack.push(Bound { var, side, value, tag, previous });
    }

    /// Undoes all bounds but the first `len`.
    pub(super) fn pop_to(&mut self, len: usize) {
        for bound in self.stack.drain(len..).rev() {
            self.present[bound.var.index()][bound.side as usize] = bound.previous;
        }
    }
}

impl Index<BoundId> for Bounds {
    type Output = Bound;
    #[inline]
    fn index(&self, id: BoundId) -> &Bound {
        &self.stack[id.0 as usize]
    }
}
