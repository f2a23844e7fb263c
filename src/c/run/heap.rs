//! Objects of the heap: `malloc`, `realloc`, `alloca`, `free` and their like.
//!
//! Allocation never fails; a run with an object above [`largest_heap_object`] is given up. The bytes of a new object
//! are asked for, unless the function sets them to 0. An object of `alloca` is like one of `malloc` that ends when the
//! function returns.

use super::machine::{Machine, Stop};
use super::meaning::Allocator;
use super::number::Integer;
use super::options::RunError;
use super::pointer::{Pointer, Target};
use super::value::Value;
use crate::c::{largest_heap_object, Failure, Pos, TypeId};

impl Machine<'_> {
    /// Makes a new object. The arguments of the call, which tell its size, are on the stack from the position `first`
    /// on. Its bytes are asked for, unless `how` says that they are 0.
    pub fn new_on_heap(
        &mut self,
        how: Allocator,
        first: usize,
        types: &[TypeId],
        pos: Pos,
    ) -> Result<Pointer, Stop> {
        let old = match self.state.values.get(first) {
            Some(&Value::Pointer(old)) if how.is_copy => Some(old),
            Some(&Value::Number(number)) if how.is_copy => Some(Pointer::Number(number as u64)),
            _ => None,
        };
        if let Some(old) = old {
            self.check_free(old, pos)?;
        }
        let mut size = self.argument(how.size, first, types, pos)?;
        if let Some(count) = how.count {
            let product = size.checked_mul(self.argument(count, first, types, pos)?);
            size = product.unwrap_or(i128::MAX);
        }
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        let largest = largest_heap_object(self.program.types.options());
        if size > largest {
            let reason = format!("an object of the heap with more than {} bytes", largest);
            return Err(self.unsupported(pos, reason));
        }
        if size == 0 && how.is_copy {
            return Err(self.unsupported(pos, "an object of the heap gets the size 0"));
        }
        let align = 2 * self.program.types.options().pointer_size();
        let pointer = self.state.memory.allocate_on_heap(size, align, self.stacks());
        let pointer = pointer.ok_or(Stop::Error(RunError::Memory))?;
        if how.is_of_call {
            self.state.of_calls.push(pointer);
        }
        if how.is_unfreed {
            self.state.unfreed.push(pointer);
        }
        if !how.is_zeroed {
            self.ask_bytes(pointer, size, pos)?;
            let maker = self.state.frames.last().map(|frame| frame.function);
            if self.keeps_blank && !how.is_unfreed && !self.program.is_made(maker) {
                self.state.memory.make_blank(pointer);
            }
        }
        if let Some(old) = old {
            self.trail().into_iter().for_each(|trail| trail.copied(old, pointer));
            self.state.memory.copy_on_heap(old, pointer).ok_or(Stop::Error(RunError::Memory))?;
            self.state.memory.free(old);
        }
        Ok(pointer)
    }

    /// Ends the object of the heap to whose beginning a pointer leads.
    pub fn free(&mut self, pointer: Pointer, pos: Pos) -> Result<(), Stop> {
        self.check_free(pointer, pos)?;
        self.state.memory.free(pointer);
        Ok(())
    }

    /// The error that a freed pointer is neither null nor the beginning of a live object of the heap that `alloca` has
    /// not made, if the options ask for it.
    fn check_free(&mut self, pointer: Pointer, pos: Pos) -> Result<(), Stop> {
        let is_fine = match pointer {
            Pointer::Number(number) => number == 0,
            Pointer::Function(_) => false,
            Pointer::Object(Target { offset, .. }) => {
                offset == 0 && self.state.memory.is_on_heap(pointer) && !self.need_not_free(&pointer)
            }
        };
        if is_fine || !self.options.checks(Failure::InvalidFree) {
            Ok(())
        } else {
            self.through = Some(pointer);
            Err(self.fail(Failure::InvalidFree, pos))
        }
    }

    /// Whether the object to whose beginning a pointer leads is of `alloca` or of the environment.
    pub fn need_not_free(&self, pointer: &Pointer) -> bool {
        self.state.of_calls.contains(pointer) || self.state.unfreed.contains(pointer)
    }

    fn argument(&self, at: usize, first: usize, types: &[TypeId], pos: Pos) -> Result<i128, Stop> {
        match (self.state.values.get(first + at), types.get(at)) {
            (Some(&Value::Number(number)), Some(_)) => Ok(self.of_size_type(number)),
            _ => Err(self.unsupported(pos, "an object whose size is no number")),
        }
    }

    fn of_size_type(&self, number: i128) -> i128 {
        let options = self.program.types.options();
        Integer::new(options.size_kind(), options).wrap(number)
    }

    /// Ends the objects of `alloca` beyond the first `left` ones, which calls further out have made.
    pub fn end_objects(&mut self, left: usize) {
        while self.state.of_calls.len() > left {
            if let Some(pointer) = self.state.of_calls.pop() {
                self.state.memory.free(pointer);
            }
        }
    }
}
