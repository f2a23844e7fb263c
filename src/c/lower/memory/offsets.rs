//! Arithmetic on places: how pointers move, and what their offsets are as numbers.
//!
//! An offset is a fixed number of bits plus some steps, each of which is an index times a distance. For `&a[i].x` it is
//! the offset of `x` plus `i` times the size of an element. An index that is at least as wide as a pointer counts as
//! signed and of that width, so `p[n - 1]` is one element back if `n` is an unsigned 0. Otherwise offsets do not wrap
//! around: a place that is too far away is outside of its object.

use crate::c::lower::analysis::keys::gcd;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Store;
use crate::c::lower::machine::value::{Index, Place, Step, Target, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::syntax::BinaryOp;
use crate::solver::term::{TermId, Terms};

/// All steps of a place joined to one.
#[derive(Clone, Copy, Debug)]
pub(in crate::c::lower) struct Flat {
    pub index: Index,
    /// The distance in bits by which the place moves if the index grows by one; positive.
    pub unit: i64,
}

/// Instead of the last bit or index, where an object has none.
const NO_LAST: i64 = i64::MAX;

/// The least and the greatest index of a distance for which a place is not before its object, nor behind a last bit.
pub(super) fn indices_up_to(base: i64, unit: i64, last: i64) -> (i64, i64) {
    let from = (-base).div_euclid(unit) + i64::from((-base).rem_euclid(unit) != 0);
    (from, if last == NO_LAST { NO_LAST } else { (last - base).div_euclid(unit) })
}

impl Lowering<'_> {
    /// Makes an index of a number, by which a pointer moves.
    pub(in crate::c::lower) fn as_index(&mut self, term: TermId, signed: bool) -> Index {
        let bits = self.pointer_bits();
        match self.builder.terms().width(term) {
            width if width > bits => Index { term: self.terms().extract(term, bits - 1, 0), signed: true },
            width if width == bits => Index { term, signed: true },
            _ => Index { term, signed },
        }
    }

    /// Moves a pointer by an index times a distance in bits, which may be negative.
    pub(in crate::c::lower) fn moved(
        &mut self,
        ways: Vec<Way>,
        by: Index,
        stride: i64,
    ) -> Result<Vec<Way>, Stop> {
        let constant = self.numbers.value(self.builder.terms(), by.term, by.signed);
        if constant == Some(0) || stride == 0 {
            return Ok(ways);
        }
        let fixed = constant.and_then(|by| i64::try_from(by * i128::from(stride)).ok());
        let mut moved = Vec::with_capacity(ways.len());
        for mut way in ways {
            match (&mut way.target, fixed) {
                (Target::At(place), Some(bits)) => {
                    place.base = match place.base.checked_add(bits) {
                        Some(base) => base,
                        None => return self.refuse("a pointer leaves the address space"),
                    }
                }
                (Target::At(place), None) => add_step(place, Step { index: by, stride }),
                (Target::Number(number), _) => {
                    let number = *number;
                    way.target = Target::Number(self.number_moved(number, by, stride / 8));
                }
                (Target::Function(_), _) => {
                    self.builder.unsupported_if(way.guard, "the address of a function is moved");
                }
            }
            moved.push(way);
        }
        Ok(moved)
    }

    /// Moves a pointer that is a number by an index times a number of bytes.
    fn number_moved(&mut self, number: TermId, by: Index, bytes: i64) -> TermId {
        let by = self.wide_index(by, self.pointer_bits());
        let by = self.index_times(by, bytes, self.pointer_bits());
        self.index_sum(number, by)
    }

    /// An index extended or cut to this many bits.
    pub(super) fn wide_index(&mut self, index: Index, bits: u32) -> TermId {
        let numbers = self.numbers;
        numbers.resize(self.terms(), index.term, index.signed, bits)
    }

    fn index_times(&mut self, index: TermId, factor: i64, bits: u32) -> TermId {
        if factor == 1 {
            return index;
        }
        let numbers = self.numbers;
        let factor = numbers.number(self.terms(), i128::from(factor), bits);
        let product = numbers.binary(self.terms(), BinaryOp::Mul, IntegerKind::LongLong, index, factor);
        product.unwrap_or(index)
    }

    pub(super) fn index_sum(&mut self, a: TermId, b: TermId) -> TermId {
        if self.numbers.is_words() {
            self.terms().bv_add(a, b)
        } else {
            self.terms().add(&[a, b])
        }
    }

    /// The sum of `base` and all steps, counted in units of `unit` bits, as a number of `bits` bits. The base and the
    /// distance of each step are multiples of the unit.
    pub(super) fn in_units(&mut self, base: i64, steps: &[Step], unit: i64, bits: u32) -> TermId {
        let numbers = self.numbers;
        let mut sum = None;
        for step in steps {
            let index = self.wide_index(step.index, bits);
            let part = self.index_times(index, step.stride / unit, bits);
            sum = Some(sum.map_or(part, |sum| self.index_sum(sum, part)));
        }
        let fixed = base / unit;
        match sum {
            Some(sum) if fixed == 0 => sum,
            sum => {
                let fixed = numbers.number(self.terms(), i128::from(fixed), bits);
                sum.map_or(fixed, |sum| self.index_sum(sum, fixed))
            }
        }
    }

    /// Joins the steps of a place to one; `None` if it has none. The unit is the greatest common divisor of all
    /// distances.
    pub(in crate::c::lower) fn flat(&mut self, place: &Place) -> Option<Flat> {
        let unit = place.steps.iter().fold(0, |all, step| gcd(all, step.stride.unsigned_abs())) as i64;
        match place.steps[..] {
            [] => None,
            [step] if step.stride == unit => Some(Flat { index: step.index, unit }),
            _ => {
                let bits = self.sum_bits(&place.steps, unit);
                let term = self.in_units(0, &place.steps, unit, bits);
                Some(Flat { index: Index { term, signed: true }, unit })
            }
        }
    }

    /// A number of bits in which the sum of the steps cannot wrap around.
    fn sum_bits(&self, steps: &[Step], unit: i64) -> u32 {
        let of_step = |step: &Step| {
            let factor = (step.stride / unit).unsigned_abs();
            self.builder.terms().width(step.index.term) + 1 + (64 - factor.leading_zeros())
        };
        let widest = steps.iter().map(of_step).max().unwrap_or(1);
        widest + (usize::BITS - steps.len().leading_zeros())
    }

    /// The offset of a place in bytes, as a number of `bits` bits.
    pub(in crate::c::lower) fn offset_of(&mut self, place: &Place, bits: u32) -> TermId {
        self.in_units(place.base, &place.steps, 8, bits)
    }

    /// A comparison of the offsets of two places in one object.
    pub(in crate::c::lower) fn compare_offsets(&mut self, op: BinaryOp, a: &Place, b: &Place) -> TermId {
        let numbers = self.numbers;
        if a.steps == b.steps {
            let terms = self.terms();
            let (a, b) = (numbers.number(terms, a.base.into(), 64), numbers.number(terms, b.base.into(), 64));
            return numbers.compare(terms, op, true, a, b);
        }
        let all = a.steps.iter().chain(&b.steps);
        let mut unit = all.fold(0, |all, step| gcd(all, step.stride.unsigned_abs()));
        unit = gcd(unit, (a.base.wrapping_sub(b.base)).unsigned_abs());
        let unit = unit.max(1) as i64;
        let bits = self.sum_bits(&a.steps, unit).max(self.sum_bits(&b.steps, unit)).max(66);
        // Each fixed part by itself may be no multiple of the unit, but their difference is one, so it goes to the
        // left.
        let left = self.in_units(a.base.wrapping_sub(b.base), &a.steps, unit, bits);
        let right = self.in_units(0, &b.steps, unit, bits);
        numbers.compare(self.terms(), op, true, left, right)
    }

    /// The formula that an index is `at`.
    pub(super) fn index_is(&mut self, index: Index, at: i64) -> TermId {
        let numbers = self.numbers;
        let terms = self.builder.terms_mut();
        let width = terms.width(index.term);
        if width > 0 && !fits(at, width, index.signed) {
            return Terms::FALSE;
        }
        let at = numbers.number(terms, i128::from(at), width.max(1));
        terms.eq(index.term, at)
    }

    /// The last bit at which `width` bits of an object may begin. An object whose length is an integer without bounds
    /// has no last one but by its length.
    pub(super) fn last_bit(&self, store: &Store, width: u64) -> i64 {
        match self.is_without_bound(store) {
            true => NO_LAST,
            false => store.bits as i64 - width as i64,
        }
    }

    /// Whether an object may have any length.
    pub(in crate::c::lower) fn is_without_bound(&self, store: &Store) -> bool {
        !self.numbers.is_words() && store.row.is_some() && store.length.is_some()
    }

    /// The formula that an index is between two numbers, both included.
    pub(in crate::c::lower) fn index_between(&mut self, index: Index, low: i64, high: i64) -> TermId {
        let numbers = self.numbers;
        if low > high {
            return Terms::FALSE;
        }
        let terms = self.builder.terms_mut();
        let width = terms.width(index.term);
        if width == 0 {
            let (from, to) = (numbers.number(terms, low.into(), 64), numbers.number(terms, high.into(), 64));
            let above = terms.le(from, index.term);
            let below = if high == NO_LAST { Terms::TRUE } else { terms.le(index.term, to) };
            return terms.and(&[above, below]);
        }
        let (least, most) = range(width, index.signed);
        let (low, high) = (i128::from(low).max(least), i128::from(high).min(most));
        match (low == least, high == most) {
            _ if low > high => Terms::FALSE,
            (true, true) => Terms::TRUE,
            (false, true) if index.signed && low == 0 => {
                let negative = terms.bv_sign(index.term);
                terms.not(negative)
            }
            _ => {
                // Unsigned, the distance of a number below the range wraps around to a large one, so one comparison
                // excludes both sides.
                let from = numbers.number(terms, low, width);
                let count = numbers.number(terms, high - low + 1, width);
                let distance = terms.bv_sub(index.term, from);
                terms.bv_ult(distance, count)
            }
        }
    }
}

/// Adds a step to a place. Steps by the same index are joined.
fn add_step(place: &mut Place, step: Step) {
    match place.steps.iter().position(|known| known.index == step.index) {
        Some(at) => {
            let stride = place.steps[at].stride.wrapping_add(step.stride);
            match stride {
                0 => drop(place.steps.remove(at)),
                _ => place.steps[at].stride = stride,
            }
        }
        None => place.steps.push(step),
    }
}

/// The least and the greatest number of `width` bits.
fn range(width: u32, signed: bool) -> (i128, i128) {
    match (width.min(126), signed) {
        (width, true) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        (width, false) => (0, (1 << width) - 1),
    }
}

fn fits(number: i64, width: u32, signed: bool) -> bool {
    let (least, most) = range(width, signed);
    (least..=most).contains(&i128::from(number))
}
