//! `realloc`: a new object that begins with the bytes of an old one, which ends.
//!
//! `heap` makes the new object with arbitrary bytes, and this module copies the scalars that both objects have. If the
//! old object ends in the middle of a scalar of the new one, that scalar has no value that is followed, so there is an
//! unsupported point.

use crate::c::lower::analysis::keys::{gcd, Root};
use crate::c::lower::analysis::special::Allocator;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::{Row, Store};
use crate::c::lower::machine::updates::Updates;
use crate::c::lower::machine::value::{Place, Spot, StoreId, Target, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::syntax::{BinaryOp, ExprId};
use crate::solver::term::TermId;

impl Lowering<'_> {
    /// The pointer to the old object, saved in variables that making the new object does not change.
    pub(super) fn old_object(&mut self, call: ExprId, pointer: Option<&Value>) -> Result<Vec<Way>, Stop> {
        let (pointer, argument) = match (pointer, self.program.arguments(call).first()) {
            (Some(pointer), Some(&argument)) => (pointer, argument),
            _ => return self.refuse("expected a pointer"),
        };
        let ways = self.as_ways(pointer)?;
        self.check_free(&ways);
        let ty = self.program.expr(argument).ty;
        let store = self.expr_store(argument, ty)?;
        self.save(store, ty, pointer)?;
        let saved = self.store_value(store, ty)?;
        self.as_ways(&saved)
    }

    /// Adds an unsupported point for a new object of no bytes, because the result may then be null.
    pub(super) fn refuse_empty(&mut self, fixed: Option<u64>, size: Option<TermId>) {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let is_empty = match (fixed, size) {
            (_, Some(size)) => {
                let zero = numbers.number(self.terms(), 0, bits);
                self.terms().eq(size, zero)
            }
            (fixed, None) => self.builder.terms().bool(fixed == Some(0)),
        };
        self.builder.unsupported_if(is_empty, "an object of the heap gets the size 0");
    }

    /// Copies the first bytes of the old object into a new one.
    pub(super) fn copy_old(&mut self, new: StoreId, old: &[Way]) -> Result<(), Stop> {
        let mut changes = Updates::default();
        for way in old {
            let place = match &way.target {
                Target::At(place) if place.store != new => place,
                Target::At(_) | Target::Number(_) | Target::Function(_) => continue,
            };
            let alive = match self.alive_at(place) {
                Some(alive) => alive,
                None => continue,
            };
            let is_start = self.compare_offsets(BinaryOp::Equal, place, &place.beginning());
            let guard = self.terms().and(&[way.guard, alive, is_start]);
            let copied = self.under(guard, |lowering| lowering.copy_scalars(&mut changes, guard, place, new));
            if let Err(stop) = copied {
                // Some changes may be in the list already. They have no effect, because their guard is false in runs
                // that continue.
                self.unsupported_under(guard, stop)?;
            }
        }
        self.builder.assign(changes.into_list());
        Ok(())
    }

    fn copy_scalars(
        &mut self,
        changes: &mut Updates,
        guard: TermId,
        old: &Place,
        new: StoreId,
    ) -> Result<(), Stop> {
        let (from, to) = (self.objects.store(old.store).clone(), self.objects.store(new).clone());
        let cells = match (from.row, to.row) {
            (Some(_), Some(_)) => return self.copy_row(changes, guard, &from, &to),
            (None, Some(_)) => &from.cells,
            (_, None) => &to.cells,
        };
        let end = from.bits.min(to.bits);
        let mut cut = Vec::new();
        for leaf in cells.iter().map(|cell| cell.leaf).take_while(|leaf| leaf.offset < end) {
            let (mut starts, mut fits) = (Vec::new(), Vec::new());
            for length in from.length.into_iter().chain(to.length.filter(|_| to.row.is_some())) {
                starts.push(self.is_below(leaf.offset, length));
                fits.push(self.is_below(leaf.end() - 1, length));
            }
            let (starts, fits) = (self.terms().and(&starts), self.terms().and(&fits));
            if leaf.end() > end {
                cut.push(starts);
                break;
            }
            let does_not = self.terms().not(fits);
            cut.push(self.builder.terms_mut().and(&[starts, does_not]));
            let value =
                self.read_scalar(old.store, Spot { number: old.number, ..Spot::at(leaf.offset) }, leaf)?;
            let holds = self.terms().and(&[guard, fits]);
            self.write_scalar(changes, holds, new, Spot::at(leaf.offset), leaf, &value)?;
        }
        let cut = self.terms().or(&cut);
        self.builder.unsupported_if(cut, "a scalar of the new object of which the old one has a part");
        Ok(())
    }

    /// Copies the bytes of a row. The elements behind the end of the old object have been arbitrary since it was made,
    /// so they are arbitrary in the new one. That is not so if the old object began with zeros, or was longer, and such
    /// runs are not followed.
    fn copy_row(
        &mut self,
        changes: &mut Updates,
        guard: TermId,
        from: &Store,
        to: &Store,
    ) -> Result<(), Stop> {
        let (row, root, target) = match (from, to) {
            (
                Store { row: Some(row), root: Some(root), .. },
                Store { row: Some(target), root: Some(other), .. },
            ) => match self.are_alike((*row, *root), (*target, *other)) {
                true => (*row, *root, *target),
                false => return self.refuse("a new object of which the old one has other elements"),
            },
            _ => return self.refuse("an object of the heap that no call makes"),
        };
        if self.begins_with_zeros(root) {
            return self.refuse("a new object that continues one of zeros");
        }
        let (before, after) = (self.bytes_of(from), self.bytes_of(to));
        let numbers = self.numbers;
        let shrinks = numbers.compare(self.terms(), BinaryOp::Less, false, after, before);
        self.builder.unsupported_if(shrinks, "a large object of the heap becomes smaller");
        let old = changes.get(target.variable).unwrap_or(target.variable);
        let copied = self.terms().ite(guard, row.variable, old);
        changes.set(target.variable, copied);
        Ok(())
    }

    /// Whether two rows have elements of one size. If not, they have in the next round.
    pub(super) fn are_alike(&mut self, (a, of_a): (Row, Root), (b, of_b): (Row, Root)) -> bool {
        let common = gcd(a.unit, b.unit);
        for (row, root) in [(a, of_a), (b, of_b)] {
            if row.unit != common {
                self.objects.add_row(root, common);
            }
        }
        a.unit == b.unit
    }

    /// The number of bytes of an object.
    pub(super) fn bytes_of(&mut self, store: &Store) -> TermId {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        match store.length {
            Some(length) => length,
            None => numbers.number(self.terms(), i128::from(store.bits / 8), bits),
        }
    }

    /// Whether an object of the heap is made by a call that sets its bytes to 0.
    fn begins_with_zeros(&self, root: Root) -> bool {
        match root {
            Root::Heap(call, _) => {
                matches!(self.known.allocator(call), Some(Allocator::Zeroed { .. }) | None)
            }
            Root::Object(_) | Root::Text(_) => true,
        }
    }

    /// The formula that a bit is below a length in bytes.
    fn is_below(&mut self, bit: u64, length: TermId) -> TermId {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let byte = numbers.number(self.terms(), i128::from(bit / 8), bits);
        numbers.compare(self.terms(), BinaryOp::Less, false, byte, length)
    }
}
