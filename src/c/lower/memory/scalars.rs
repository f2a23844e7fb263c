//! Reads and writes of scalars at fixed bits of a store.
//!
//! As a rule, a scalar is exactly one cell and is read from its variable. If it is a part of a cell, or lies over
//! several cells, its bits are extracted from their variables: the `short` at bit 16 of an `int` is the upper half of
//! the variable. Overlapping members of a union are read in the same way. An address has no bits. Where bits of it are
//! needed, there is an unsupported point for all runs in which the pointer is not a number.

use crate::c::lower::analysis::addressing::{class_of, Class};
use crate::c::lower::analysis::leaves::Leaf;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::{Cell, Holds};
use crate::c::lower::machine::updates::Updates;
use crate::c::lower::machine::value::{Spot, StoreId, Target, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::property::Failure;
use crate::c::read::types::{Type, TypeId};
use crate::solver::term::{Sort, TermId, Terms};

impl Lowering<'_> {
    /// The cells that a range of bits touches.
    fn touched(&self, store: StoreId, offset: u64, width: u32) -> Vec<Cell> {
        let cells = &self.objects.store(store).cells;
        let first = cells.partition_point(|cell| cell.leaf.end() <= offset);
        let end = offset + u64::from(width);
        cells[first..].iter().take_while(|cell| cell.leaf.offset < end).copied().collect()
    }

    /// Whether values of a type may be addresses: it is a pointer type, or an integer type of the same size.
    pub(super) fn is_address_type(&self, ty: TypeId) -> bool {
        class_of(self.program, ty).is_some()
    }

    /// Whether a cell has exactly the bits of a scalar, and its variable can hold each value of the scalar's type.
    fn is_whole(&self, cell: &Cell, offset: u64, scalar: Leaf) -> bool {
        let kind = scalar.ty.and_then(|ty| self.program.types.integer_kind(ty));
        let fits = match cell.holds {
            Holds::Truth => kind == Some(IntegerKind::Bool),
            Holds::Bits => kind != Some(IntegerKind::Bool) || self.looks_at_truths(),
            Holds::Address(_) => scalar.ty.map_or(true, |ty| self.is_address_type(ty)),
        };
        fits && cell.leaf.offset == offset && cell.leaf.width == scalar.width
    }

    /// The cells that a scalar touches, which is read or written.
    fn cells(&mut self, store: StoreId, at: Spot, scalar: Leaf) -> Result<Vec<Cell>, Stop> {
        self.demand(store, at.bits, scalar)?;
        let mut cells = self.touched(store, at.bits, scalar.width);
        if let Some(number) = at.number {
            cells.iter_mut().for_each(|cell| *cell = self.cell_of(number, *cell));
        }
        if let Some(position) = self.program.list_position {
            let is_position = |ty| ty == Some(position);
            if cells.iter().any(|cell| is_position(cell.leaf.ty) != is_position(scalar.ty)) {
                return self.refuse("a list of variable arguments is accessed as a value of another type");
            }
        }
        Ok(cells)
    }

    /// Reads a scalar at a bit of a store.
    pub(in crate::c::lower) fn read_scalar(
        &mut self,
        store: StoreId,
        at: Spot,
        scalar: Leaf,
    ) -> Result<Value, Stop> {
        let bits = match self.objects.store(store).row {
            Some(row) => {
                if self.has_numbers(store) && !self.is_float(scalar.ty) {
                    self.demand_row_bits(row, at, scalar);
                }
                self.read_row(row, at, scalar)?
            }
            None => {
                let cells = self.cells(store, at, scalar)?;
                match cells[..] {
                    [cell] if self.is_whole(&cell, at.bits, scalar) => match cell.holds {
                        Holds::Truth => return Ok(Value::Bool(cell.variable)),
                        Holds::Address(_) => return Ok(Value::Pointer(self.loaded_address(store, &cell)?)),
                        Holds::Bits => {
                            if self.is_float(cell.leaf.ty) && !self.is_float(scalar.ty) {
                                self.demand_float_bits(Terms::TRUE, cell.variable);
                            }
                            cell.variable
                        }
                    },
                    _ => self.gathered(store, &cells, at.bits, scalar)?,
                }
            }
        };
        let kind = scalar.ty.and_then(|ty| self.program.types.integer_kind(ty));
        let numbers = self.numbers;
        Ok(match (kind, scalar.ty.map(|ty| self.program.types.get(ty))) {
            (None, Some(Type::Pointer(_))) => Value::Pointer(Value::way(Target::Number(bits))),
            (None, Some(Type::Floating(_))) => Value::Floating(bits),
            // The part has no type, so its value is the bits.
            (None, _) => Value::Number(bits),
            (Some(IntegerKind::Bool), _) => {
                self.check_truth(bits, scalar.width);
                let zero = self.terms().bv_zero(scalar.width);
                let is_zero = self.terms().eq(bits, zero);
                Value::Bool(self.terms().not(is_zero))
            }
            (Some(kind), _) => {
                let signed = numbers.target.is_signed(kind);
                let width = numbers.target.integer_bits(kind);
                Value::Number(numbers.resize(self.terms(), bits, signed, width))
            }
        })
    }

    /// Checks that the byte of a `_Bool` that is read is 0 or 1.
    fn check_truth(&mut self, bits: TermId, width: u32) {
        if width == 8 && self.looks_at_truths() && !self.builder.is_at_start() {
            let terms = self.terms();
            let one = terms.bv(1, width);
            let is_more = terms.bv_ult(one, bits);
            self.builder.fail_under(is_more, Failure::Truth);
        }
    }

    /// The bits of a whole cell, as a word.
    fn cell_bits(&mut self, store: StoreId, cell: &Cell) -> Result<TermId, Stop> {
        if !self.numbers.is_words() {
            return self.refuse("a part of another value is accessed; use --integers words");
        }
        match cell.holds {
            Holds::Truth => {
                let terms = self.terms();
                let (one, zero) = (terms.bv(1, cell.leaf.width), terms.bv_zero(cell.leaf.width));
                Ok(terms.ite(cell.variable, one, zero))
            }
            Holds::Bits => {
                if self.is_float(cell.leaf.ty) {
                    self.demand_float_bits(Terms::TRUE, cell.variable);
                }
                Ok(cell.variable)
            }
            Holds::Address(_) => {
                let ways = self.loaded_address(store, cell)?;
                let reason = "the bytes of an address are accessed; use the pointer as a whole";
                Ok(self.only_number(&ways, reason))
            }
        }
    }

    /// The number that a pointer is. Runs in which the pointer is an address reach an unsupported point.
    pub(in crate::c::lower) fn only_number(&mut self, ways: &[Way], reason: &str) -> TermId {
        let mut number: Option<TermId> = None;
        for way in ways.iter().rev() {
            match way.target {
                Target::Number(here) => {
                    if !self.known.targets().is_exact {
                        let zero = self.zero_index();
                        let is_zero = self.terms().eq(here, zero);
                        let is_other = self.terms().not(is_zero);
                        let unknown = self.terms().and(&[way.guard, is_other]);
                        self.builder.unsupported_if(unknown, reason);
                    }
                    number = Some(match number {
                        None => here,
                        Some(other) => self.terms().ite(way.guard, here, other),
                    });
                }
                Target::At(_) | Target::Function(_) => self.builder.unsupported_if(way.guard, reason),
            }
        }
        number.unwrap_or_else(|| self.zero_index())
    }

    /// Puts the bits of a scalar together from those of several cells, or takes them from a part of one.
    fn gathered(
        &mut self,
        store: StoreId,
        cells: &[Cell],
        offset: u64,
        scalar: Leaf,
    ) -> Result<TermId, Stop> {
        let end = offset + u64::from(scalar.width);
        let mut parts = Vec::new();
        let mut next = offset;
        for cell in cells {
            let (low, high) = (cell.leaf.offset.max(offset), cell.leaf.end().min(end));
            if low != next {
                break;
            }
            let bits = self.cell_bits(store, cell)?;
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

    /// Adds the changes of variables by which a scalar is written if a guard holds.
    pub(in crate::c::lower) fn write_scalar(
        &mut self,
        changes: &mut Updates,
        guard: TermId,
        store: StoreId,
        at: Spot,
        scalar: Leaf,
        value: &Value,
    ) -> Result<(), Stop> {
        if let Some(row) = self.objects.store(store).row {
            let bits = self.scalar_bits(scalar, value)?;
            if !self.has_numbers(store) || row.unit != u64::from(scalar.width) {
                self.demand_number_bits(guard, value);
            }
            return self.write_row(changes, guard, row, at, scalar, bits);
        }
        let offset = at.bits;
        let cells = self.cells(store, at, scalar)?;
        if !matches!(cells[..], [cell] if self.is_whole(&cell, offset, scalar) && self.is_float(cell.leaf.ty))
        {
            self.demand_number_bits(guard, value);
        }
        if let [cell] = cells[..] {
            if self.is_whole(&cell, offset, scalar) {
                let new = match cell.holds {
                    Holds::Truth => self.truth(value),
                    Holds::Address(class) => {
                        let ways = self.as_ways(value)?;
                        self.change_address(changes, guard, store, class, &cell, &ways);
                        return Ok(());
                    }
                    Holds::Bits => self.scalar_bits(scalar, value)?,
                };
                self.add_change(changes, guard, cell.variable, new);
                return Ok(());
            }
        }
        if !self.numbers.is_words() {
            return self.refuse("a part of another value is written; use --integers words");
        }
        let bits = self.scalar_bits(scalar, value)?;
        let end = offset + u64::from(scalar.width);
        for cell in &cells {
            let (low, high) = (cell.leaf.offset.max(offset), cell.leaf.end().min(end));
            let written = {
                let from = (low - offset) as u32;
                self.terms().extract(bits, from + (high - low) as u32 - 1, from)
            };
            let is_all = low == cell.leaf.offset && high == cell.leaf.end();
            let new = if is_all {
                written
            } else {
                let old = self.old_bits(changes, store, cell)?;
                self.replaced(old, (low - cell.leaf.offset) as u32, written)
            };
            self.change_bits(changes, guard, store, cell, new);
        }
        Ok(())
    }

    /// Whether a type is a floating type.
    fn is_float(&self, ty: Option<TypeId>) -> bool {
        ty.map_or(false, |ty| self.program.types.floating_kind(ty).is_some())
    }

    /// Whether there are floating-point numbers among the parts of an object.
    fn has_numbers(&self, store: StoreId) -> bool {
        self.program.types.has_floating(self.objects.store(store).ty)
    }

    /// Adds an unsupported point for a floating-point value whose bits get into memory that is none of its type.
    fn demand_number_bits(&mut self, guard: TermId, value: &Value) {
        if let Value::Floating(bits) = value {
            self.demand_float_bits(guard, *bits);
        }
    }

    /// The bits of a cell before a part of them is written, after earlier changes in the same list.
    fn old_bits(&mut self, changes: &Updates, store: StoreId, cell: &Cell) -> Result<TermId, Stop> {
        let old = self.cell_bits(store, cell)?;
        let change = self.changed(changes, cell.variable);
        if let (Holds::Address(_), Some(_)) = (cell.holds, change) {
            return self.refuse("parts of a pointer are written one by one; write the whole");
        }
        Ok(match change {
            Some(changed) if self.builder.terms().sort(changed) != Sort::Bool => changed,
            _ => old,
        })
    }

    /// The bits `old`, in which the bits from `from` on are replaced by `written`.
    pub(super) fn replaced(&mut self, old: TermId, from: u32, written: TermId) -> TermId {
        let terms = self.builder.terms_mut();
        let (width, behind) = (terms.width(old), from + terms.width(written));
        let mut parts = Vec::new();
        if behind < width {
            parts.push(terms.extract(old, width - 1, behind));
        }
        parts.push(written);
        if from > 0 {
            parts.push(terms.extract(old, from - 1, 0));
        }
        terms.concat_all(&parts)
    }

    /// Adds the changes that give a cell new bits.
    fn change_bits(
        &mut self,
        changes: &mut Updates,
        guard: TermId,
        store: StoreId,
        cell: &Cell,
        bits: TermId,
    ) {
        match cell.holds {
            Holds::Bits => self.add_change(changes, guard, cell.variable, bits),
            Holds::Truth => {
                let zero = self.terms().bv_zero(cell.leaf.width);
                let is_zero = self.terms().eq(bits, zero);
                let truth = self.terms().not(is_zero);
                self.add_change(changes, guard, cell.variable, truth);
            }
            Holds::Address(class) => {
                self.change_address(changes, guard, store, class, cell, &Value::way(Target::Number(bits)));
            }
        }
    }

    /// Adds the changes that give a cell an address.
    fn change_address(
        &mut self,
        changes: &mut Updates,
        guard: TermId,
        store: StoreId,
        class: Class,
        cell: &Cell,
        ways: &[Way],
    ) {
        let stored = self.stored_address(store, class, ways);
        let second = cell.value.map(|variable| (variable, stored.value));
        let third = cell.number.map(|variable| (variable, stored.number));
        for (variable, new) in second.into_iter().chain(third).chain(Some((cell.variable, stored.code))) {
            self.add_change(changes, guard, variable, new);
        }
    }

    /// A value as a pointer: the list of its targets.
    pub(in crate::c::lower) fn as_ways(&mut self, value: &Value) -> Result<Vec<Way>, Stop> {
        match value {
            Value::Pointer(ways) => Ok(ways.clone()),
            Value::Number(number) => Ok(Value::way(Target::Number(*number))),
            Value::Bool(truth) => {
                let (numbers, bits) = (self.numbers, self.pointer_bits());
                let terms = self.builder.terms_mut();
                let (one, zero) = (numbers.number(terms, 1, bits), numbers.number(terms, 0, bits));
                Ok(Value::way(Target::Number(terms.ite(*truth, one, zero))))
            }
            Value::Void | Value::Floating(_) | Value::Record(_) | Value::Lvalue(..) => {
                self.refuse("expected a pointer")
            }
        }
    }

    /// The bits of a value that is written to a scalar.
    fn scalar_bits(&mut self, scalar: Leaf, value: &Value) -> Result<TermId, Stop> {
        let numbers = self.numbers;
        let kind = scalar.ty.and_then(|ty| self.program.types.integer_kind(ty));
        match (value, scalar.ty) {
            (Value::Number(bits) | Value::Floating(bits), _) if kind.is_none() => Ok(*bits),
            (Value::Bool(truth), _) => {
                let terms = self.builder.terms_mut();
                let (one, zero) =
                    (numbers.number(terms, 1, scalar.width), numbers.number(terms, 0, scalar.width));
                Ok(terms.ite(*truth, one, zero))
            }
            (Value::Pointer(ways), _) => {
                let number = self.only_number(ways, "an address is kept where numbers were foreseen");
                Ok(numbers.resize(self.terms(), number, false, scalar.width))
            }
            (value, ty) => {
                let ty = ty.unwrap_or(crate::c::read::types::Types::INT);
                let number = self.number(value, ty)?;
                Ok(numbers.resize(self.terms(), number, false, scalar.width))
            }
        }
    }

    /// Adds the change of a variable, or of an element of an array, if a guard holds. If the guard is false, an
    /// earlier change of the variable counts.
    pub(in crate::c::lower) fn add_change(
        &mut self,
        changes: &mut Updates,
        guard: TermId,
        variable: TermId,
        new: TermId,
    ) {
        if let Some((array, number)) = self.as_element(variable) {
            let before = changes.get(array).unwrap_or(array);
            let old = self.terms().select(before, number);
            let kept = if guard == Terms::TRUE { new } else { self.terms().ite(guard, new, old) };
            let after = self.terms().store(before, number, kept);
            return changes.set(array, after);
        }
        let new = match (guard, changes.get(variable)) {
            (Terms::TRUE, _) => new,
            (_, old) => self.terms().ite(guard, new, old.unwrap_or(variable)),
        };
        changes.set(variable, new);
    }
}
