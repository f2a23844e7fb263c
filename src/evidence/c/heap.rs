//! Objects of the heap: `malloc`, `alloca` and their like.

use super::machine::{Machine, Stop};
use super::meaning::Allocator;
use super::number::{Integer, Numbers};
use super::options::RunError;
use super::pointer::Pointer;
use super::value::Value;
use crate::input::c::{Pos, TypeId};

impl Machine<'_> {
    /// A new object, of the size that the arguments of a call tell, which are on the stack from a position on. Bytes
    /// that are not 0 at first are asked for; over mathematical integers all are 0.
    pub fn new_on_heap(
        &mut self,
        how: Allocator,
        first: usize,
        types: &[TypeId],
        pos: Pos,
    ) -> Result<Pointer, Stop> {
        let mut size = self.argument(how.size, first, types, pos)?;
        if let Some(count) = how.count {
            size = self.of_size_type(size.wrapping_mul(self.argument(count, first, types, pos)?));
        }
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        let align = 2 * self.program.types.options().pointer_size();
        let pointer = self.memory.allocate_on_heap(size, align, self.stacks());
        let pointer = pointer.ok_or(Stop::Error(RunError::Memory))?;
        if how.is_of_call {
            self.of_calls.push(pointer);
        }
        if !how.is_zeroed && self.options.numbers == Numbers::Words {
            self.ask_bytes(pointer, size, pos)?;
        }
        Ok(pointer)
    }

    fn argument(&self, at: usize, first: usize, types: &[TypeId], pos: Pos) -> Result<i128, Stop> {
        match (self.values.get(first + at), types.get(at)) {
            (Some(&Value::Number(number)), Some(_)) => Ok(self.of_size_type(number)),
            _ => Err(self.unsupported(pos, "an object whose size is no number")),
        }
    }

    fn of_size_type(&self, number: i128) -> i128 {
        let options = self.program.types.options();
        Integer::new(options.size_kind(), options).wrap(number)
    }

    /// Ends the life of the objects that a call has made, all but the first ones.
    pub fn end_objects(&mut self, left: usize) {
        while self.of_calls.len() > left {
            if let Some(pointer) = self.of_calls.pop() {
                self.memory.free(pointer);
            }
        }
    }
}
