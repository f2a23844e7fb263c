//! Reads and writes of scalars at fixed bits of a store.
//!
//! As a rule a scalar is one variable. Where it is a part of one, or lies over several, its bits are taken from them
//! and put into them; so are the members of a union that overlap.

use super::super::arch::IntegerKind;
use super::leaves::Leaf;
use super::lowering::{Cell, Lowering, Stop};
use super::value::{StoreId, Value};
use crate::solver::term::{Sort, TermId, Terms};

impl Lowering<'_> {
    /// The cells that a range of bits touches.
    fn touched(&self, store: StoreId, offset: u64, width: u32) -> Vec<Cell> {
        let cells = &self.stores[store.0 as usize].cells;
        let first = cells.partition_point(|cell| cell.leaf.end() <= offset);
        let end = offset + u64::from(width);
        cells[first..].iter().take_while(|cell| cell.leaf.offset < end).copied().collect()
    }

    /// Whether a cell is just this scalar.
    fn is_whole(&self, cell: &Cell, offset: u64, scalar: Leaf) -> bool {
        let is_pointer = |leaf: Leaf| leaf.ty.map_or(false, |ty| self.program.types.pointee(ty).is_some());
        let is_truth = |leaf: Leaf| {
            leaf.ty.and_then(|ty| self.program.types.integer_kind(ty)) == Some(IntegerKind::Bool)
        };
        cell.leaf.offset == offset
            && cell.leaf.width == scalar.width
            && is_pointer(cell.leaf) == is_pointer(scalar)
            && is_truth(cell.leaf) == is_truth(scalar)
    }

    /// The value of a scalar.
    pub(super) fn read_scalar(&mut self, store: StoreId, offset: u64, scalar: Leaf) -> Result<Value, Stop> {
        let cells = self.touched(store, offset, scalar.width);
        let kind = scalar.ty.and_then(|ty| self.program.types.integer_kind(ty));
        let bits = match cells[..] {
            [cell] if self.is_whole(&cell, offset, scalar) => match (scalar.ty, kind) {
                (_, Some(IntegerKind::Bool)) => return Ok(Value::Bool(cell.variable)),
                (Some(_), None) => return Ok(Value::Pointer(self.loaded_pointer(store, &cell)?)),
                _ => cell.variable,
            },
            _ => self.gathered(&cells, offset, scalar)?,
        };
        let numbers = self.numbers;
        Ok(match kind {
            // An array element of a raw part has no type of its own.
            None if scalar.ty.is_some() => return self.refuse("a pointer is read from bytes that are none"),
            None => Value::Number(bits),
            Some(IntegerKind::Bool) => {
                let zero = self.terms().bv_zero(scalar.width);
                let is_zero = self.terms().eq(bits, zero);
                Value::Bool(self.terms().not(is_zero))
            }
            Some(kind) => {
                let signed = numbers.target.is_signed(kind);
                let width = numbers.target.integer_bits(kind);
                Value::Number(numbers.resize(self.terms(), bits, signed, width))
            }
        })
    }

    /// The bits of a cell.
    fn cell_bits(&mut self, cell: &Cell) -> Result<TermId, Stop> {
        if !self.numbers.is_words() {
            return self.refuse("a part of another value is accessed; use --integers words");
        }
        match self.cfa.terms().sort(cell.variable) {
            Sort::Bool => {
                let terms = self.terms();
                let (one, zero) = (terms.bv(1, cell.leaf.width), terms.bv_zero(cell.leaf.width));
                Ok(terms.ite(cell.variable, one, zero))
            }
            Sort::BitVec(width) if width == cell.leaf.width => Ok(cell.variable),
            _ => self.refuse("the bytes of a pointer are accessed; use the pointer as a whole"),
        }
    }

    /// The bits of several cells, or of a part of one.
    fn gathered(&mut self, cells: &[Cell], offset: u64, scalar: Leaf) -> Result<TermId, Stop> {
        let end = offset + u64::from(scalar.width);
        let mut parts = Vec::new();
        let mut next = offset;
        for cell in cells {
            let (low, high) = (cell.leaf.offset.max(offset), cell.leaf.end().min(end));
            if low != next {
                break;
            }
            let bits = self.cell_bits(cell)?;
            let from = (low - cell.leaf.offset) as u32;
            parts.push(self.terms().extract(bits, from + (high - low) as u32 - 1, from));
            next = high;
        }
        if next != end {
            return self.refuse("bytes between members, or behind an object, are read; read members only");
        }
        // The first bits are the lowest.
        parts.reverse();
        Ok(self.terms().concat_all(&parts))
    }

    /// Adds the changes of variables that write a scalar if a guard holds.
    pub(super) fn write_scalar(
        &mut self,
        changes: &mut Vec<(TermId, TermId)>,
        guard: TermId,
        store: StoreId,
        offset: u64,
        scalar: Leaf,
        value: &Value,
    ) -> Result<(), Stop> {
        let cells = self.touched(store, offset, scalar.width);
        let kind = scalar.ty.and_then(|ty| self.program.types.integer_kind(ty));
        if let [cell] = cells[..] {
            if self.is_whole(&cell, offset, scalar) {
                let new = match (scalar.ty, kind) {
                    (_, Some(IntegerKind::Bool)) => self.truth(value),
                    (Some(_), None) => {
                        let (code, index) = self.stored_pointer(store, value)?;
                        if let Some(variable) = cell.index {
                            self.add_change(changes, guard, variable, index);
                        }
                        code
                    }
                    _ => self.scalar_bits(scalar, value)?,
                };
                self.add_change(changes, guard, cell.variable, new);
                return Ok(());
            }
        }
        if scalar.ty.is_some() && kind.is_none() {
            return self.refuse("a pointer is written over bytes that are none");
        }
        let bits = self.scalar_bits(scalar, value)?;
        let end = offset + u64::from(scalar.width);
        for cell in &cells {
            let old = self.cell_bits(cell)?;
            let (low, high) = (cell.leaf.offset.max(offset), cell.leaf.end().min(end));
            let written = {
                let from = (low - offset) as u32;
                self.terms().extract(bits, from + (high - low) as u32 - 1, from)
            };
            // An earlier change of the same cell is kept in the other bits.
            let old = match changes.iter().find(|change| change.0 == cell.variable) {
                Some(&(_, changed)) if self.cfa.terms().sort(changed) != Sort::Bool => changed,
                _ => old,
            };
            let mut parts = Vec::new();
            if high < cell.leaf.end() {
                let from = (high - cell.leaf.offset) as u32;
                parts.push(self.terms().extract(old, cell.leaf.width - 1, from));
            }
            parts.push(written);
            if low > cell.leaf.offset {
                let below = (low - cell.leaf.offset) as u32;
                parts.push(self.terms().extract(old, below - 1, 0));
            }
            let mut new = self.terms().concat_all(&parts);
            if self.cfa.terms().sort(cell.variable) == Sort::Bool {
                let zero = self.terms().bv_zero(cell.leaf.width);
                let is_zero = self.terms().eq(new, zero);
                new = self.terms().not(is_zero);
            }
            self.add_change(changes, guard, cell.variable, new);
        }
        Ok(())
    }

    /// The bits of a scalar that is written.
    fn scalar_bits(&mut self, scalar: Leaf, value: &Value) -> Result<TermId, Stop> {
        let numbers = self.numbers;
        match (value, scalar.ty) {
            (Value::Number(bits), None) => Ok(*bits),
            (Value::Bool(truth), _) => {
                let terms = self.cfa.terms_mut();
                let (one, zero) =
                    (numbers.number(terms, 1, scalar.width), numbers.number(terms, 0, scalar.width));
                Ok(terms.ite(*truth, one, zero))
            }
            (value, ty) => {
                let ty = ty.unwrap_or(super::super::types::Types::INT);
                let number = self.number(value, ty)?;
                Ok(numbers.resize(self.terms(), number, false, scalar.width))
            }
        }
    }

    /// Changes a variable if a guard holds; an earlier change of it stays where the guard does not hold.
    fn add_change(
        &mut self,
        changes: &mut Vec<(TermId, TermId)>,
        guard: TermId,
        variable: TermId,
        new: TermId,
    ) {
        match changes.iter().position(|change| change.0 == variable) {
            Some(at) => {
                let old = changes[at].1;
                changes[at].1 = self.terms().ite(guard, new, old);
            }
            None => {
                let new = if guard == Terms::TRUE { new } else { self.terms().ite(guard, new, variable) };
                changes.push((variable, new));
            }
        }
    }
}
