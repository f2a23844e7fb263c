//! Effects of unknown functions, which neither the program nor the library defines.
//!
//! A call of an unknown function may change each object that the function reaches: by name, by the arguments of the
//! call, or by pointers in objects that it knows by name. The oracle is asked for the new values of all these objects.
//! The run is given up if the function reaches a function of the program, an object of the heap, or an object with
//! pointers that it does not know by name.

use super::cells::Cells;
use super::machine::{Machine, Stop};
use super::parts::each_part;
use super::pointer::{Pointer, Target};
use super::value::Value;
use super::watch::object_at;
use crate::c::{ExprId, ObjectId, Pos, Type, TypeId, Types};
use std::collections::BTreeSet;

impl Machine<'_> {
    /// Carries out the effects of a call whose arguments are on the stack from the position `first` on.
    pub fn effects(&mut self, first: usize, arguments: &[ExprId], pos: Pos) -> Result<(), Stop> {
        let mut pointers = Vec::new();
        for value in &self.state.values[first..first + arguments.len()] {
            match value.whole() {
                Value::Pointer(pointer) => pointers.push(*pointer),
                Value::Record(cells) => pointers.extend(self.state.memory.pointers_in(cells, 0, cells.len())),
                Value::Void | Value::Number(_) | Value::Floating(..) | Value::Place(_) | Value::Blank(_) => {}
            }
        }
        let by_name = self.shape.by_name.clone();
        for &object in &by_name {
            pointers.extend(self.state.memory.pointers_from(self.state.memory.pointer(self.slot(object))));
        }
        let mut reached: BTreeSet<ObjectId> = by_name.into_iter().collect();
        for pointer in pointers {
            match pointer {
                Pointer::Number(_) => {}
                Pointer::Function(called) if self.program.function(called).body.is_none() => {}
                Pointer::Function(_) => {
                    return Err(self.unsupported(pos, "an unknown function that may call one of the program"));
                }
                Pointer::Object(target) => self.reach_by(target, &mut reached, pos)?,
            }
        }
        for object in reached {
            self.ask_effects(object, self.slot_of(object), pos)?;
        }
        Ok(())
    }

    /// Notes the object to which a pointer leads that an unknown function reaches.
    fn reach_by(&self, target: Target, reached: &mut BTreeSet<ObjectId>, pos: Pos) -> Result<(), Stop> {
        if self.state.memory.is_text(Pointer::Object(target)) || !self.state.memory.lives(target) {
            return Ok(());
        }
        let object = match object_at(&self.shape, &self.state.global_slots, &self.state.frames, target.slot) {
            Some(object) => object,
            None => {
                let reason = "an unknown function that may change an object of the heap";
                return Err(self.unsupported(pos, reason));
            }
        };
        let declared = self.program.object(object);
        if declared.is_const {
            return Ok(());
        }
        if !declared.is_external && holds_pointer(&self.program.types, declared.ty) {
            return Err(self.unsupported(pos, "an unknown function that may change pointers in an object"));
        }
        reached.insert(object);
        Ok(())
    }

    /// The slot of an object, which belongs to the innermost active call of its function if it is a local one.
    fn slot_of(&self, object: ObjectId) -> u32 {
        if self.state.global_slots[object.index()] != u32::MAX {
            return self.state.global_slots[object.index()];
        }
        let function = self.program.object(object).function;
        let frame = self.state.frames.iter().rev().find(|frame| Some(frame.function) == function);
        frame.map_or(0, |frame| frame.slots) + self.shape.position(object)
    }
}

/// Whether objects of a type contain pointers. Types nest at most [`Types::DEEPEST`] levels.
fn holds_pointer(types: &Types, ty: TypeId) -> bool {
    let found: Result<(), ()> = each_part(types, ty, 0, &mut |part| match types.get(part.ty) {
        Type::Pointer(_) => Err(()),
        _ => Ok(()),
    });
    found.is_err()
}

impl super::memory::Memory {
    /// The pointers to objects and functions in some cells.
    pub fn pointers_in(&self, cells: &Cells, at: usize, size: usize) -> Vec<Pointer> {
        cells.pointers(at, size, &self.table)
    }
}
