//! Objects that are one variable: an array of words, such as `int a[1000000]` that the program reads at a computed
//! index.
//!
//! Such an object is a *row*. Its variable is a function from the index of an element to the bits of the element, so
//! a read is a `select` and a write is a `store`. For the array above, `a[i] = a[j]` becomes the edge that assigns
//! `store(a, i, select(a, j))` to `a`.
//!
//! The size of an element, the *unit*, follows from the accesses. The first access with a computed index tells a
//! distance by which its place moves, and that is the unit: 32 bits for `int a[1000000]`, all bits of a structure for
//! an array of structures. Where a later access moves by another distance, such as one through a `char *`, the unit
//! becomes the greatest common divisor, and the program is lowered again, as for new parts (`sparse`). A scalar that is
//! smaller than an element is taken out of its bits, and one that lies over several elements is put together.
//!
//! An element of a row is only bits. So an object in which addresses may be stored is no row. A row has bits for its
//! padding, so a structure with padding is not written to one as a whole.
//!
//! Integers without bounds have no bits. With them, only an object of the heap is a row whose size the program computes
//! and whose elements are integers; these are read and written as a whole. Elements that were never written are any
//! integers, also out of the range of their type.

use crate::c::lower::analysis::keys::{gcd, Root, TargetKey};
use crate::c::lower::analysis::leaves::{Leaf, MOST_PARTS};
use crate::c::lower::analysis::targets::Lists;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Row;
use crate::c::lower::machine::updates::Updates;
use crate::c::lower::machine::value::{Place, Spot, StoreId};
use crate::c::lower::numbers::Integers;
use crate::c::lower::source_map::VariableOrigin;
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::solver::term::{TermId, Terms};

/// The most bits of an element.
const MOST_UNIT: u64 = 512;

impl Lowering<'_> {
    /// Whether an object in which addresses with these targets are stored may be a row.
    pub(in crate::c::lower) fn may_be_row(&self, root: Root, targets: &Lists) -> bool {
        let is_number = |key: &TargetKey| matches!(key, TargetKey::Zero | TargetKey::Number);
        let has_addresses = !targets.pointers.iter().chain(targets.integers.iter()).all(is_number);
        let is_asked_for = match self.numbers.integers {
            Integers::Words => self.options.array_parts <= MOST_PARTS as u32,
            Integers::Mathematical => self.has_computed_integers(root),
            Integers::Reals => false,
        };
        is_asked_for && !has_addresses && !matches!(root, Root::Text(_)) && !self.is_family(root)
    }

    /// Whether an object is one of integers on the heap with a size that the program computes.
    fn has_computed_integers(&self, root: Root) -> bool {
        match root {
            Root::Heap(call, _) if self.known.fixed_size(call).is_none() => {
                let element = self.heap_element(call, None).0;
                self.program.types.integer_kind(element).map_or(false, |kind| kind != IntegerKind::Bool)
            }
            _ => false,
        }
    }

    /// The most parts of an object that an access at a computed index may mean, if the object is tracked part by part.
    pub(super) fn most_parts(&self, store: StoreId) -> u64 {
        let store = self.objects.store(store);
        match store.root {
            Some(root) if self.may_be_row(root, &store.targets) => u64::from(self.options.array_parts),
            Some(_) | None => MOST_PARTS as u64,
        }
    }

    /// The unit of a new row that is accessed at distances of `unit` bits, for values of `width` bits.
    pub(in crate::c::lower) fn first_unit(unit: u64, width: u64) -> u64 {
        match (unit <= MOST_UNIT, gcd(unit, width)) {
            (true, _) => unit,
            (false, common) if common <= MOST_UNIT => common,
            (false, _) => gcd(unit, 64),
        }
    }

    /// The position in a row of a place whose distances have the divisor `unit`. `None` if the object is no row with
    /// fitting elements in this round; then it is one in the next round, if it may.
    pub(super) fn row_spot(&mut self, place: &Place, unit: i64, width: u64) -> Option<Spot> {
        let store = self.objects.store(place.store);
        let root = store.root.filter(|&root| self.may_be_row(root, &store.targets))?;
        let known = match store.row {
            Some(row) => row.unit,
            None => {
                self.objects.add_row(root, Self::first_unit(unit.unsigned_abs(), width));
                return None;
            }
        };
        let common = gcd(known, unit.unsigned_abs());
        if common != known {
            self.objects.add_row(root, common);
            return None;
        }
        let within = place.base.rem_euclid(known as i64);
        let bits = self.pointer_bits();
        let element = self.in_units(place.base - within, &place.steps, known as i64, bits);
        Some(Spot { element: Some(element), ..Spot::at(within as u64) })
    }

    /// Declares the variable of a row.
    pub(in crate::c::lower) fn new_row(
        &mut self,
        name: &str,
        unit: u64,
        origin: VariableOrigin,
        owner: Option<usize>,
    ) -> Row {
        let numbers = self.numbers;
        let (index, element) = (numbers.sort_of_bits(self.pointer_bits()), numbers.sort_of_bits(unit as u32));
        let sort = self.terms().array_sort(index, element);
        Row { variable: self.new_variable(name, sort, origin, owner), unit }
    }

    /// The value of a row whose bits are 0.
    pub(in crate::c::lower) fn row_of_zeros(&mut self, row: Row) -> TermId {
        let numbers = self.numbers;
        let terms = self.terms();
        let (sort, zero) = (terms.sort(row.variable), numbers.number(terms, 0, row.unit as u32));
        terms.const_array(sort, zero)
    }

    /// The indices of the elements over which some bits lie, and the first of these bits in the first element.
    fn indices(&mut self, row: Row, at: Spot, width: u32) -> (Vec<TermId>, u32) {
        let (first, within) = (at.bits / row.unit, at.bits % row.unit);
        let count = (within + u64::from(width) + row.unit - 1) / row.unit;
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let index = |lowering: &mut Self, number: u64| {
            let fixed = numbers.number(lowering.terms(), i128::from(number), bits);
            match at.element {
                Some(element) if number > 0 => lowering.index_sum(element, fixed),
                element => element.unwrap_or(fixed),
            }
        };
        ((first..first + count).map(|number| index(self, number)).collect(), within as u32)
    }

    /// Reads the bits of a scalar in a row.
    pub(super) fn read_row(&mut self, row: Row, at: Spot, scalar: Leaf) -> Result<TermId, Stop> {
        self.check_list_position(scalar)?;
        let (indices, within) = self.indices(row, at, scalar.width);
        if !self.numbers.is_words() {
            let index = self.whole_element(row, (&indices, within), scalar)?;
            return Ok(self.terms().select(row.variable, index));
        }
        let terms = self.builder.terms_mut();
        // The first element has the lowest bits.
        let words: Vec<TermId> =
            indices.into_iter().rev().map(|index| terms.select(row.variable, index)).collect();
        let all = terms.concat_all(&words);
        Ok(terms.extract(all, within + scalar.width - 1, within))
    }

    /// Adds unsupported points for elements whose bits are unknown, which are read as those of another type.
    pub(super) fn demand_row_bits(&mut self, row: Row, at: Spot, scalar: Leaf) {
        let (indices, _) = self.indices(row, at, scalar.width);
        for index in indices {
            let word = self.terms().select(row.variable, index);
            self.demand_float_bits(Terms::TRUE, word);
        }
    }

    /// Adds the change of a row by which the bits of a scalar are written if a guard holds.
    pub(super) fn write_row(
        &mut self,
        changes: &mut Updates,
        guard: TermId,
        row: Row,
        at: Spot,
        scalar: Leaf,
        bits: TermId,
    ) -> Result<(), Stop> {
        self.check_list_position(scalar)?;
        let (indices, within) = self.indices(row, at, scalar.width);
        let mut array = changes.get(row.variable).unwrap_or(row.variable);
        if !self.numbers.is_words() {
            let index = self.whole_element(row, (&indices, within), scalar)?;
            let old = self.terms().select(array, index);
            let kept = if guard == Terms::TRUE { bits } else { self.terms().ite(guard, bits, old) };
            let written = self.terms().store(array, index, kept);
            changes.set(row.variable, written);
            return Ok(());
        }
        let (unit, mut done) = (row.unit as u32, 0);
        for index in indices {
            let from = if done == 0 { within } else { 0 };
            let count = (unit - from).min(scalar.width - done);
            let written = self.terms().extract(bits, done + count - 1, done);
            let old = self.terms().select(array, index);
            let new = self.replaced(old, from, written);
            let kept = if guard == Terms::TRUE { new } else { self.terms().ite(guard, new, old) };
            array = self.terms().store(array, index, kept);
            done += count;
        }
        changes.set(row.variable, array);
        Ok(())
    }

    /// The index of an element of a row of integers that a scalar is.
    fn whole_element(
        &mut self,
        row: Row,
        (indices, within): (&[TermId], u32),
        scalar: Leaf,
    ) -> Result<TermId, Stop> {
        let kind = scalar.ty.and_then(|ty| self.program.types.integer_kind(ty));
        let is_integer = kind.map_or(false, |kind| kind != IntegerKind::Bool);
        match indices {
            [index] if is_integer && within == 0 && row.unit == u64::from(scalar.width) => Ok(*index),
            _ => self.refuse("a part of another value is accessed; use --integers words"),
        }
    }

    /// Refuses a list of variable arguments in a row.
    fn check_list_position(&self, scalar: Leaf) -> Result<(), Stop> {
        match self.program.list_position {
            Some(position) if scalar.ty == Some(position) => {
                self.refuse("a list of variable arguments in an object with many parts")
            }
            _ => Ok(()),
        }
    }
}
