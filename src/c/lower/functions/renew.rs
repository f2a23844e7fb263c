//! Objects of which a contract says that bytes change.
//!
//! The mark `__indubit_havoc(p, n)` gives the `n` bytes at `p` any values. If they are a whole object, all of its cells
//! get any values in one edge.
//!
//! # A part of an object
//!
//! No formula without quantifiers says that a part of an array changes and the rest does not. So the array gets any
//! elements, and the rest is equal where it matters: at the numbers that were chosen when the program began
//! (`read/contracts/ranges`), and for an array of arrays at `a * n + b` for two of them. These states are more than
//! those of the program, so a proof holds for it; a counterexample may be none, which its replay finds. Such edges are
//! made only for programs of which that is known ([`Program::has_chosen_indices`]). An object that is tracked part by
//! part is forgotten as a whole.
//!
//! [`Program::has_chosen_indices`]: crate::c::Program

use crate::c::lower::asked::Size;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Store;
use crate::c::lower::machine::value::{Place, Target, Value};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::property::{Ask, AskKind};
use crate::c::read::syntax::{ExprId, ObjectId, Storage};
use crate::c::read::types::{Type, TypeId};
use crate::solver::term::{TermId, Terms};

/// The beginnings of the names of chosen numbers.
const CHOSEN: [&str; 2] = ["__indubit_any_", "__indubit_at_"];

/// The parts from which on an object becomes a row.
const FEW_PARTS: usize = 64;

impl Lowering<'_> {
    /// Lowers the mark.
    pub(super) fn renew(&mut self, call: ExprId, arguments: &[Value]) -> Result<(), Stop> {
        let (ways, size) = match (arguments, self.program.argument_types(call).as_slice()) {
            ([pointer, size], &[_, ty]) => (self.as_ways(pointer)?, self.number(size, ty)?),
            _ => return self.refuse("an object that gets any bytes without a pointer and a size"),
        };
        let before = match self.builder.at() {
            Some(before) => before,
            None => return Ok(()),
        };
        let may_forget = self.program.has_chosen_indices && self.numbers.is_words();
        let (join, mut guards) = (self.builder.location(), Vec::new());
        for way in &ways {
            let place = match &way.target {
                Target::At(place) if place.number.is_none() => place,
                Target::At(_) | Target::Number(_) | Target::Function(_) => continue,
            };
            let whole = self.whole_object(way, size).map_or(Terms::FALSE, |(guard, _)| guard);
            if whole != Terms::FALSE {
                self.builder.stand_at(before);
                self.builder.assume(whole);
                self.renew_whole(place)?;
                self.builder.jump(join);
            }
            let no_whole = self.terms().not(whole);
            let part = self.terms().and(&[way.guard, no_whole]);
            if may_forget && part != Terms::FALSE {
                self.builder.stand_at(before);
                self.builder.assume(part);
                self.forget(place, size)?;
                self.builder.jump(join);
            }
            guards.extend([whole, if may_forget { part } else { Terms::FALSE }]);
        }
        self.builder.stand_at(before);
        let any = self.terms().or(&guards);
        let others = self.terms().not(any);
        self.builder.unsupported_if(others, "a part of an object gets any bytes");
        self.builder.end();
        self.builder.enter(join);
        Ok(())
    }

    fn renew_whole(&mut self, place: &Place) -> Result<(), Stop> {
        let (command, inputs) = self.any_cells(place.store)?;
        let (pos, byte) = (self.builder.pos(), self.program.types.integer(IntegerKind::UnsignedChar));
        let store = self.objects.store(place.store);
        let bytes = match store.length {
            Some(length) => Size::Variable(length, self.pointer_bits()),
            None => Size::Fixed(store.bits / 8),
        };
        let like = Ask { pos, kind: AskKind::Heap, ty: byte };
        let asked = self.asked_bytes(place.store, &inputs, bytes, like);
        let edge = self.builder.edge(command);
        self.builder.note_asks(edge, vec![asked]);
        Ok(())
    }

    /// Gives the object any values, but for elements outside of the given bytes at chosen numbers.
    fn forget(&mut self, place: &Place, size: TermId) -> Result<(), Stop> {
        let store = self.objects.store(place.store).clone();
        let row = match (store.row, store.root) {
            (None, Some(root)) if store.is_sparse || store.cells.len() > FEW_PARTS => {
                if self.may_be_row(root, &store.targets) {
                    // From the next round on.
                    self.objects.add_row(root, Self::first_unit(8 * self.element_size(store.ty), 64));
                    self.builder.end();
                    return Ok(());
                }
                None
            }
            (row, _) => row,
        };
        let old = match row {
            Some(row) => {
                let old = self.temporary(self.builder.terms().sort(row.variable))?;
                self.builder.assign(vec![(old, row.variable)]);
                Some((row, old))
            }
            None => None,
        };
        let (command, _) = self.any_cells(place.store)?;
        self.builder.edge(command);
        if let Some((row, old)) = old {
            let bits = self.pointer_bits();
            let first = self.offset_of(place, bits);
            for index in self.chosen_elements(&store, row.unit)? {
                let terms = self.builder.terms_mut();
                let end = terms.bv_add(first, size);
                let bytes = terms.bv(row.unit / 8, bits);
                let from = terms.bv_mul(index, bytes);
                let to = terms.bv_add(from, bytes);
                let (is_before, is_behind) = (terms.bv_ule(to, first), terms.bv_ule(end, from));
                let (now, then) = (terms.select(row.variable, index), terms.select(old, index));
                let is_kept = terms.eq(now, then);
                let (is_changed_before, is_changed_behind) = (terms.not(is_before), terms.not(is_behind));
                let before = terms.or(&[is_changed_before, is_kept]);
                let behind = terms.or(&[is_changed_behind, is_kept]);
                let keeps = terms.and(&[before, behind]);
                self.builder.assume(keeps);
            }
        }
        Ok(())
    }

    /// The indices of elements at chosen numbers.
    fn chosen_elements(&mut self, store: &Store, unit: u64) -> Result<Vec<TermId>, Stop> {
        let is_chosen = |name: &str| CHOSEN.iter().any(|beginning| name.starts_with(beginning));
        let program = self.program;
        let named = program.objects.iter().enumerate();
        let found: Vec<ObjectId> = named
            .filter(|(_, object)| object.storage == Storage::Global)
            .filter(|(_, object)| object.name.map_or(false, |name| is_chosen(program.names.text(name))))
            .map(|(at, _)| ObjectId(at as u32))
            .collect();
        let mut numbers = Vec::new();
        for object in found {
            let store = self.object_store(object)?;
            if let Value::Number(number) = self.store_value(store, program.object(object).ty)? {
                numbers.push(number);
            }
        }
        // An index of 32 bits is the number without its higher bits.
        let short = |terms: &mut Terms, number: TermId| {
            let low = terms.extract(number, 31, 0);
            let bits = terms.sort(number).width().unwrap_or(32);
            terms.zero_extend(low, bits - 32)
        };
        let mut indices = numbers.clone();
        numbers.iter_mut().for_each(|number| *number = short(self.builder.terms_mut(), *number));
        indices.extend(&numbers);
        if let Some(inner) = self.inner_length(store.ty, unit / 8) {
            let bits = self.pointer_bits();
            for pair in numbers.windows(2) {
                let terms = self.builder.terms_mut();
                let length = terms.bv(inner, bits);
                let row = terms.bv_mul(pair[0], length);
                indices.push(terms.bv_add(row, pair[1]));
            }
        }
        Ok(indices)
    }

    /// The length of the innermost arrays, if the type has arrays of arrays of elements of this size.
    fn inner_length(&self, mut ty: TypeId, element: u64) -> Option<u64> {
        let (types, mut lengths) = (&self.program.types, Vec::new());
        loop {
            ty = match types.get(ty) {
                Type::Array(inner, Some(length)) => {
                    lengths.push(length);
                    inner
                }
                Type::Record(id) => match types.record(id).fields.as_deref() {
                    Some([only]) if only.bits.is_none() => only.ty,
                    _ => break,
                },
                _ => break,
            };
        }
        let is_element = types.size(ty) == Some(element);
        lengths.pop().filter(|_| is_element && !lengths.is_empty())
    }
}
