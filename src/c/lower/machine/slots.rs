//! The slots of the heap: for each call of `malloc` or its like, the few objects that it may have made at a time.
//!
//! `functions/heap` makes the slots and the edges that take and release them; `functions/held` finds out which slots
//! pointers lead to. Here both keep what they have made, until the end of the lowering.

use super::value::HeapSlot;
use crate::base::HashMap;
use crate::c::lower::analysis::keys::Root;
use crate::c::read::source::Pos;
use crate::c::read::syntax::{ExprId, FunctionId};
use crate::model::cfa::LocId;
use crate::solver::term::TermId;

/// A gap in the automaton before an allocation, for the edge that computes which slots of the call are held. The edge
/// is added when all variables are known.
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
    /// The gaps for edges that compute which slots are held.
    pub looks: Vec<Look>,
    /// The variables of saved truth values, in order.
    pub saved: Vec<TermId>,
    /// The slots to which saved pointers lead, each with the saved truth value that is the condition.
    pub saved_ways: Vec<(Root, TermId)>,
    /// Variables for the numbers of any objects of families.
    pub any: Vec<TermId>,
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

    /// The variables that say whether the objects in the slots of a call are alive.
    pub fn alive(&self, call: ExprId) -> impl Iterator<Item = TermId> + '_ {
        self.slots.get(&call).into_iter().flatten().filter_map(|slot| slot.alive)
    }

    /// The variables that say whether the objects in the slots of all calls are alive, in no order.
    pub fn all_alive(&self) -> Vec<TermId> {
        self.slots.values().flatten().filter_map(|slot| slot.alive).collect()
    }

    /// The variables for the numbers of objects that families have, in no order.
    pub fn all_made(&self) -> Vec<TermId> {
        self.slots.values().flatten().filter_map(|slot| slot.family).map(|family| family.made).collect()
    }

    /// The variables for the numbers of objects of families that are alive, in order.
    pub fn all_left(&self) -> Vec<TermId> {
        let mut all: Vec<TermId> =
            self.slots.values().flatten().filter_map(|slot| slot.family?.left).collect();
        all.sort_unstable();
        all
    }

    /// The variable for the number of objects that are alive of the family of a root.
    pub fn left_of(&self, root: Option<Root>) -> Option<TermId> {
        match root {
            Some(Root::Heap(call, _)) => self.slots.get(&call)?.first()?.family?.left,
            Some(Root::Object(_) | Root::Text(_)) | None => None,
        }
    }

    /// The variable for the number of objects that the family of a root has had.
    pub fn made_of(&self, root: Root) -> Option<TermId> {
        match root {
            Root::Heap(call, _) => Some(self.slots.get(&call)?.first()?.family?.made),
            Root::Object(_) | Root::Text(_) => None,
        }
    }

    /// The variables that say whether slots are held, in no order.
    pub fn all_held(&self) -> Vec<TermId> {
        self.slots.values().flatten().filter_map(|slot| slot.held).collect()
    }
}
