//! Objects of the heap that are not freed at the end of a run, and those that are lost before.
//!
//! An object is lost if it is alive and no pointer leads to it: from an object on the stack or one that lives for the
//! whole run, from a value in the middle of an expression, or from an object of the heap to which a pointer leads. A
//! pointer into the middle of an object counts. Objects of `alloca` and of the environment need not be freed.

use super::machine::{Machine, Stop};
use super::memory::Memory;
use super::pointer::{Pointer, Target};
use super::value::Value;
use super::watch::has_left_block;
use crate::c::{Failure, Pos};

/// The number of objects that are looked at in a unit of work.
const LOOKS_OF_A_UNIT: u64 = 64;
/// The number of objects up to which a run looks for lost ones at each turn of a loop.
const FEW: u64 = 128;
/// The number of objects behind which limits are checked.
const MANY: u64 = 1_024;

impl Machine<'_> {
    /// Looks for lost objects at the condition of a loop or at a `goto`. Among many objects the next look waits for as
    /// many steps, or a run would do little else. A lost object stays lost, so a later look finds it.
    pub fn check_turn(&mut self, pos: Pos) -> Result<(), Stop> {
        let looked = self.state.memory.slots() as u64 + self.state.memory.heap_count() as u64;
        if looked > FEW && self.state.steps < self.state.next_look {
            return Ok(());
        }
        self.state.next_look = self.state.steps + looked;
        self.check_lost(pos, Some(pos))
    }

    /// Looks for lost objects where the run is at `place`, or where no call is left. An error counts as one at `pos`.
    fn check_lost(&mut self, pos: Pos, place: Option<Pos>) -> Result<(), Stop> {
        if !self.options.checks(Failure::Lost) {
            return Ok(());
        }
        // The work of a look is no step of the run.
        let looked = self.state.memory.slots() as u64 + self.state.memory.heap_count() as u64;
        self.budget.spend_work(looked / LOOKS_OF_A_UNIT);
        self.is_due |= looked >= MANY;
        match self.lost(place) {
            None => Ok(()),
            lost => {
                self.through = lost;
                Err(self.fail(Failure::Lost, pos))
            }
        }
    }

    /// Looks for objects that are not freed where a run ends, at `place` or behind `main`. An error counts as one at
    /// `pos`. `is_end` says whether all have to be freed by now.
    pub fn check_end(&mut self, pos: Pos, place: Option<Pos>, is_end: bool) -> Result<(), Stop> {
        if is_end && self.options.checks(Failure::Leak) {
            let mut alive = self.state.memory.live_on_heap();
            let left = alive.find(|pointer| !self.need_not_free(pointer));
            if left.is_some() {
                self.through = left;
                return Err(self.fail(Failure::Leak, pos));
            }
        }
        self.check_lost(pos, place)
    }

    /// An object that is lost.
    fn lost(&self, place: Option<Pos>) -> Option<Pointer> {
        let memory = &self.state.memory;
        memory.live_on_heap().next()?;
        let exists = |slot: u32| {
            let around = (&*self.shape, &self.state.frames[..]);
            match (place, self.state.frames.first()) {
                (Some(place), _) => {
                    !has_left_block(self.program, memory, around, memory.pointer(slot), place)
                }
                (None, Some(main)) => slot < main.slots,
                (None, None) => true,
            }
        };
        let slots = (0..memory.slots()).filter(|&slot| exists(slot));
        let mut work: Vec<Pointer> =
            slots.flat_map(|slot| memory.pointers_from(memory.pointer(slot))).collect();
        for value in &self.state.values {
            match value.whole() {
                Value::Pointer(pointer) => work.push(*pointer),
                Value::Place(place) => work.push(place.pointer),
                Value::Record(cells) => work.extend(cells.pointers(0, cells.len(), &memory.table)),
                Value::Void | Value::Number(_) | Value::Floating(..) | Value::Blank(_) => {}
            }
        }
        work.extend(self.state.of_calls.iter().chain(&self.state.unfreed));
        let reached = reached(memory, work);
        let mut live = memory.live_on_heap();
        live.find(|pointer| match *pointer {
            Pointer::Object(target) => !memory.heap_number(target).map_or(false, |number| reached[number]),
            Pointer::Number(_) | Pointer::Function(_) => false,
        })
    }
}

/// By number: whether a pointer leads to the object of the heap, from these pointers on.
fn reached(memory: &Memory, mut work: Vec<Pointer>) -> Vec<bool> {
    let mut reached = vec![false; memory.heap_count()];
    while let Some(pointer) = work.pop() {
        let target = match pointer {
            Pointer::Object(target) if memory.lives(target) => target,
            Pointer::Object(_) | Pointer::Number(_) | Pointer::Function(_) => continue,
        };
        if let Some(number) = memory.heap_number(target) {
            if !std::mem::replace(&mut reached[number], true) {
                work.extend(memory.pointers_from(Pointer::Object(Target { offset: 0, ..target })));
            }
        }
    }
    reached
}
