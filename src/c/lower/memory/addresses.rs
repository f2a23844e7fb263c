//! Arithmetic on integers that were made from pointers, such as `(uintptr_t)p & 7`.
//!
//! The number of an address is unknown, so such an integer stays what the pointer was: an object and an offset. Sums
//! and differences with numbers move it by bytes. `&`, `|`, `^` and `%` with constants below the alignment of the
//! object read or change the last bits of the offset: since an `int` is aligned to 4 bytes, the value of
//! `(uintptr_t)&x[1] % 4` is 0. All other operators are unsupported points.

use crate::c::lower::analysis::keys::Root;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::{Index, Place, Target, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::syntax::{BinaryOp, ExprId};
use crate::c::read::types::TypeId;
use crate::solver::term::Terms;

impl Lowering<'_> {
    /// Moves a pointer, or an integer made from one, by a number times a distance in bits.
    pub(in crate::c::lower) fn moved_by(
        &mut self,
        ways: Vec<Way>,
        by: Value,
        by_type: TypeId,
        stride: i64,
    ) -> Result<Vec<Way>, Stop> {
        let term = self.number(&by, by_type)?;
        let signed = self.is_signed(Some(by_type));
        let index = match self.numbers.value(self.builder.terms(), term, signed) {
            Some(_) => Index { term, signed },
            None => self.as_index(term, signed),
        };
        self.moved(ways, index, stride)
    }

    /// The value of an operator on two integers, one of which may be an address.
    pub(in crate::c::lower) fn on_addresses(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (left, left_type): (Value, TypeId),
        (right, right_type): (Value, TypeId),
        ty: TypeId,
    ) -> Result<Value, Stop> {
        match (op, left, right) {
            (BinaryOp::Sub, Value::Pointer(a), Value::Pointer(b)) if self.have_objects(&a, &b) => {
                self.pointer_difference(id, &a, &b, 8)
            }
            (BinaryOp::Add, Value::Pointer(ways), by) if !matches!(by, Value::Pointer(_)) => {
                Ok(Value::Pointer(self.moved_by(ways, by, right_type, 8)?))
            }
            (BinaryOp::Add, by, Value::Pointer(ways)) if !matches!(by, Value::Pointer(_)) => {
                Ok(Value::Pointer(self.moved_by(ways, by, left_type, 8)?))
            }
            (BinaryOp::Sub, Value::Pointer(ways), by) if !matches!(by, Value::Pointer(_)) => {
                Ok(Value::Pointer(self.moved_by(ways, by, right_type, -8)?))
            }
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Rem, Value::Pointer(ways), by) => {
                let by = self.number(&by, right_type)?;
                self.masked(op, ways, by, ty)
            }
            (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, by, Value::Pointer(ways)) => {
                let by = self.number(&by, left_type)?;
                self.masked(op, ways, by, ty)
            }
            (op, left, right) => {
                let (left, right) = (self.number(&left, left_type)?, self.number(&right, right_type)?);
                Ok(Value::Number(self.arithmetic(op, ty, left, right, right_type)?))
            }
        }
    }

    /// Whether two addresses may both lead into objects, so that their difference may be known.
    fn have_objects(&self, a: &[Way], b: &[Way]) -> bool {
        let has_object = |ways: &[Way]| ways.iter().any(|way| matches!(way.target, Target::At(_)));
        has_object(a) && has_object(b)
    }

    /// The value of `&`, `|`, `^` or `%` on an address and a number. Targets whose bits are unknown become unsupported
    /// points.
    fn masked(
        &mut self,
        op: BinaryOp,
        ways: Vec<Way>,
        by: crate::solver::term::TermId,
        ty: TypeId,
    ) -> Result<Value, Stop> {
        let mask = self.numbers.value(self.builder.terms(), by, false);
        let mut value: Option<Value> = None;
        for way in ways.into_iter().rev() {
            let here = match (&way.target, mask) {
                (Target::Number(number), _) => {
                    let (kind, numbers) = (self.kind(ty), self.numbers);
                    let is_zero = match op {
                        BinaryOp::Rem => {
                            let zero = numbers.constant(self.terms(), kind, 0);
                            self.terms().eq(by, zero)
                        }
                        _ => Terms::FALSE,
                    };
                    let bad = self.terms().and(&[way.guard, is_zero]);
                    self.builder.fail_if(bad, crate::c::read::property::Failure::DivisionByZero);
                    match numbers.binary(self.terms(), op, kind, *number, by) {
                        Ok(number) => Some(Value::Number(number)),
                        Err(reason) => return self.refuse(reason),
                    }
                }
                // The sign of an address is unknown, and so is the sign of a signed remainder.
                (Target::At(_), _) if op == BinaryOp::Rem && self.is_signed(Some(ty)) => None,
                (Target::At(place), Some(mask)) => self.masked_place(op, place, mask),
                (Target::At(_), None) | (Target::Function(_), _) => None,
            };
            match here {
                None => self.builder.unsupported_if(way.guard, "the bits of an address are not known"),
                Some(here) => {
                    value = Some(match value {
                        None => here,
                        Some(other) => self.either(way.guard, here, other, ty)?,
                    });
                }
            }
        }
        match value {
            Some(value) => Ok(value),
            None => self.default_value(ty),
        }
    }

    /// The alignment of the object in which a place is.
    pub(in crate::c::lower) fn align_of(&self, place: &Place) -> u64 {
        let store = self.objects.store(place.store);
        match store.root {
            // An allocator does not know the type of the object, so it aligns each object for any type.
            Some(Root::Heap(..)) => 2 * self.program.types.options().pointer_size(),
            Some(Root::Object(object)) => self.program.object_align(object),
            _ => self.program.types.align(store.ty).max(1),
        }
    }

    /// The value of such an operator on a place and a constant; `None` if it needs bits of the address that the
    /// alignment of the object does not tell.
    fn masked_place(&mut self, op: BinaryOp, place: &Place, mask: i128) -> Option<Value> {
        let align = i128::from(self.align_of(place));
        let bits = self.pointer_bits();
        // The bits of the address that the operator reads or changes.
        let cleared = (1i128 << bits) - 1 - mask;
        let concerned = match op {
            BinaryOp::And if (0..align).contains(&cleared) => cleared,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => mask,
            BinaryOp::Rem if mask > 0 && mask & (mask - 1) == 0 => mask - 1,
            _ => return None,
        };
        if !(0..align).contains(&concerned) {
            return None;
        }
        // The object is aligned, so the last bits of the address are the last bits of the offset.
        let offset = self.offset_of(place, bits);
        let numbers = self.numbers;
        let mask = numbers.number(self.terms(), if op == BinaryOp::Rem { concerned } else { mask }, bits);
        let op = if op == BinaryOp::Rem { BinaryOp::And } else { op };
        let kind = numbers.target.size_kind();
        let changed = numbers.binary(self.terms(), op, kind, offset, mask).ok()?;
        if op == BinaryOp::And && concerned != cleared {
            return Some(Value::Number(changed));
        }
        let start = vec![Way { guard: Terms::TRUE, target: Target::At(place.beginning()) }];
        let index = Index { term: changed, signed: true };
        self.moved(start, index, 8).ok().map(Value::Pointer)
    }
}
