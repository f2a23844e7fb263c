//! The objects of the heap that were met.

use super::value::HeapSlot;
use crate::base::HashMap;
use crate::c::lower::analysis::keys::Root;
use crate::c::read::source::Pos;
use crate::c::read::syntax::{ExprId, FunctionId};
use crate::model::cfa::LocId;
use crate::solver::term::TermId;

/// A place at which a call looks for the slots that are held.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct Look {
    pub from: LocId,
    pub to: LocId,
    pub call: ExprId,
    pub pos: Pos,
}

/// The slots of all calls that make objects.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Heap {
    slots: HashMap<ExprId, Vec<HeapSlot>>,
    /// The calls that make objects, each with the function in which it was met, in that order.
    makers: Vec<(ExprId, FunctionId)>,
    /// The places at which calls look for slots that are held.
    pub looks: Vec<Look>,
    /// The variables of truth values that were saved, in order, and the slots to which pointers lead under them.
    pub saved: Vec<TermId>,
    pub saved_ways: Vec<(Root, TermId)>,
}

impl Heap {
    /// The slots of a call, if it was met.
    pub fn slots(&self, call: ExprId) -> Option<&[HeapSlot]> {
        self.slots.get(&call).map(Vec::as_slice)
    }

    /// Adds the slots of a call.
    pub fn add(&mut self, call: ExprId, slots: Vec<HeapSlot>) {
        self.slots.insert(call, slots);
    }

    /// Notes that a call was lowered in a function.
    pub fn note_maker(&mut self, call: ExprId, function: FunctionId) {
        if !self.makers.contains(&(call, function)) {
            self.makers.push((call, function));
        }
    }

    /// The calls that were lowered, each with its function.
    pub fn makers(&self) -> &[(ExprId, FunctionId)] {
        &self.makers
    }

    /// The variables that tell whether the slots of a call are taken.
    pub fn alive(&self, call: ExprId) -> impl Iterator<Item = TermId> + '_ {
        self.slots.get(&call).into_iter().flatten().map(|slot| slot.alive)
    }

    /// The variables that tell whether slots of any call are taken, in no order.
    pub fn all_alive(&self) -> Vec<TermId> {
        self.slots.values().flatten().map(|slot| slot.alive).collect()
    }

    /// The variables that tell whether slots are held, in no order.
    pub fn all_held(&self) -> Vec<TermId> {
        self.slots.values().flatten().filter_map(|slot| slot.held).collect()
    }
}
