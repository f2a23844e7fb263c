//! Checks beside those of operators and accesses: indices of rows and members, lengths of arrays, alignment, moved
//! pointers, integers that conversions change, and calls.
//!
//! Each adds an edge to the error location before the operator has its value, if the options ask for it. The text of
//! the C library is not looked at where C allows an operation, and it may do so on purpose. First values of objects are
//! constants, which no edge computes.

use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::{Place, Target, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::property::Failure;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind, FunctionId};
use crate::c::read::types::TypeId;
use crate::solver::term::{TermId, Terms};

impl Lowering<'_> {
    /// Whether an error is looked for at the present place of the program's own text.
    pub(super) fn looks_for(&self, failure: Failure) -> bool {
        self.options.checks(failure)
            && !self.builder.is_at_start()
            && self.program.lines.library_function(self.builder.pos()).is_none()
    }

    /// Checks the operands of an operator: an index of a row or member, and the length of an array.
    pub(super) fn check_operands(&mut self, id: ExprId, left: &Value, right: &Value) -> Result<(), Stop> {
        let operands = match self.program.expr(id).kind {
            ExprKind::Binary(_, a, b) => (a, b),
            _ => return Ok(()),
        };
        if self.looks_for(Failure::Length) && self.program.lengths.binary_search(&id).is_ok() {
            self.check_length(operands.0, left)?;
        }
        let most = match self.looks_for(Failure::Member) {
            true => self.known.sites().most_index(self.program, id),
            false => None,
        };
        if let (Some(most), false) = (most, matches!(right, Value::Pointer(_))) {
            let ty = self.program.expr(operands.1).ty;
            let term = self.number(right, ty)?;
            let signed = self.is_signed(Some(ty));
            let index = self.as_index(term, signed);
            let inside = self.index_between(index, 0, most);
            self.fail_unless(inside, Failure::Member);
        }
        Ok(())
    }

    /// The length of an array, converted to the type of sizes, is positive in the type that it had before.
    fn check_length(&mut self, length: ExprId, value: &Value) -> Result<(), Stop> {
        let own = match self.program.expr(length).kind {
            ExprKind::Convert { operand, .. } => self.program.expr(operand).ty,
            _ => self.program.expr(length).ty,
        };
        let (numbers, kind) = (self.numbers, self.kind(self.program.expr(length).ty));
        let number = self.number(value, self.program.expr(length).ty)?;
        let zero = numbers.constant(self.terms(), kind, 0);
        let signed = self.is_signed(Some(own));
        let positive = numbers.less(self.terms(), signed, zero, number);
        self.fail_unless(positive, Failure::Length);
        Ok(())
    }

    fn fail_unless(&mut self, holds: TermId, failure: Failure) {
        let bad = self.terms().not(holds);
        self.builder.fail_if(bad, failure);
    }

    /// Checks that a pointer is aligned for the type to which it leads, as far as the alignment of the object tells.
    pub(super) fn check_alignment(&mut self, id: ExprId, ways: &[Way]) {
        let align = self.program.types.align(self.program.expr(id).ty);
        if align < 2 || !self.looks_for(Failure::Misaligned) || self.known.sites().is_addressed(id) {
            return;
        }
        let mut bad = Vec::new();
        for way in ways {
            if let Target::At(place) = &way.target {
                if self.align_of(place) % align == 0 {
                    let is_between = self.is_between(place, align);
                    bad.push(self.terms().and(&[way.guard, is_between]));
                }
            }
        }
        let any = self.terms().or(&bad);
        self.builder.fail_if(any, Failure::Misaligned);
    }

    /// The formula that the offset of a place is no multiple of an alignment.
    fn is_between(&mut self, place: &Place, align: u64) -> TermId {
        let unit = 8 * align as i64;
        if place.steps.iter().all(|step| step.stride % unit == 0) {
            return self.builder.terms().bool(place.base % unit != 0);
        }
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let offset = self.offset_of(place, bits);
        let rest = match numbers.is_words() {
            true => self.terms().extract(offset, align.trailing_zeros() - 1, 0),
            false => {
                let by = numbers.number(self.terms(), i128::from(align), bits);
                let kind = numbers.target.size_kind();
                numbers.binary(self.terms(), BinaryOp::Rem, kind, offset, by).unwrap_or(offset)
            }
        };
        let zero = numbers.number(self.terms(), 0, align.trailing_zeros());
        let is_multiple = self.terms().eq(rest, zero);
        self.terms().not(is_multiple)
    }

    /// Checks that a pointer that was moved is in its object, or behind its last byte.
    pub(super) fn check_moved(&mut self, ways: &[Way]) {
        if !self.looks_for(Failure::Moved) {
            return;
        }
        let (list, mut bad) = (self.more_arguments(), Vec::new());
        for way in ways {
            let place = match &way.target {
                Target::At(place) if !self.has_ended(place.store) && list != Some(place.store) => place,
                Target::At(_) | Target::Number(_) | Target::Function(_) => continue,
            };
            let store = self.objects.store(place.store);
            let (length, last) = (store.length, store.bits as i64);
            let inside = match length {
                None => self.is_up_to(place, last),
                Some(length) => self.is_within(place, length),
            };
            let outside = self.terms().not(inside);
            let alive = self.alive_at(place).unwrap_or(Terms::TRUE);
            bad.push(self.terms().and(&[way.guard, alive, outside]));
        }
        let any = self.terms().or(&bad);
        self.builder.fail_if(any, Failure::Moved);
    }

    /// The formula that a place is not before its object, and not beyond a number of bytes.
    fn is_within(&mut self, place: &Place, length: TermId) -> TermId {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let offset = self.offset_of(place, bits);
        let zero = numbers.number(self.terms(), 0, bits);
        let from = numbers.compare(self.terms(), BinaryOp::GreaterEqual, true, offset, zero);
        let to = numbers.compare(self.terms(), BinaryOp::LessEqual, false, offset, length);
        self.terms().and(&[from, to])
    }

    /// Checks that a conversion of an integer keeps its value.
    pub(super) fn check_kept(&mut self, value: &Value, from: TypeId, to: TypeId) -> Result<(), Stop> {
        let types = &self.program.types;
        let (from, to, number) = match (types.integer_kind(from), types.integer_kind(to), value) {
            (Some(from), Some(to), &Value::Number(number)) if to != IntegerKind::Bool => (from, to, number),
            _ => return Ok(()),
        };
        let numbers = self.numbers;
        let ((low, high), (least, most)) = (numbers.range(from), numbers.range(to));
        if !self.looks_for(Failure::Truncation) || (least <= low && high <= most) {
            return Ok(());
        }
        let signed = numbers.target.is_signed(from);
        let mut kept = Vec::new();
        for (op, bound) in [(BinaryOp::GreaterEqual, least), (BinaryOp::LessEqual, most)] {
            if low < bound && bound < high {
                let bound = numbers.constant(self.terms(), from, bound);
                kept.push(numbers.compare(self.terms(), op, signed, number, bound));
            }
        }
        let all = self.terms().and(&kept);
        self.fail_unless(all, Failure::Truncation);
        Ok(())
    }

    /// Checks the type of a function that is called through a pointer.
    pub(in crate::c::lower) fn check_type(&mut self, call: ExprId, function: FunctionId) {
        let callee = match self.program.expr(call).kind {
            ExprKind::Call { callee, .. } => callee,
            _ => return,
        };
        if self.looks_for(Failure::CallType) && !self.program.fits_call(callee, function) {
            self.builder.fail_if(Terms::TRUE, Failure::CallType);
        }
    }

    /// Checks that the result of a call that ends without one is dropped. The calls of a procedure are not known here.
    pub(in crate::c::lower) fn check_fall(&mut self, call: Option<ExprId>) {
        if !self.looks_for(Failure::NoResult) {
            return;
        }
        match call {
            Some(call) if self.known.sites().is_dropped(call) => {}
            Some(_) => self.builder.fail_if(Terms::TRUE, Failure::NoResult),
            None => self.builder.unsupported_if(Terms::TRUE, "a recursive function ends without a result"),
        }
    }

    /// Checks the demands of a function of the C library on its arguments.
    pub(in crate::c::lower) fn check_arguments(
        &mut self,
        call: ExprId,
        values: &[Value],
    ) -> Result<(), Stop> {
        let demands = match self.program.library_call(call) {
            Some(demands) if self.looks_for(Failure::Library) => demands,
            _ => return Ok(()),
        };
        let (zero, mut bad) = (self.zero_index(), Vec::new());
        for &at in demands.not_null {
            if let Some(Value::Pointer(ways)) = values.get(at) {
                for way in ways {
                    if let Target::Number(number) = way.target {
                        let is_null = self.terms().eq(number, zero);
                        bad.push(self.terms().and(&[way.guard, is_null]));
                    }
                }
            }
        }
        if let Some([to, from, size]) = demands.apart {
            if let (Some(Value::Pointer(to)), Some(Value::Pointer(from)), Some(value)) =
                (values.get(to), values.get(from), values.get(size))
            {
                let ty = self.program.argument_types(call)[size];
                let size = self.number(value, ty)?;
                for (a, b) in to.iter().flat_map(|a| from.iter().map(move |b| (a, b))) {
                    if let (Target::At(left), Target::At(right)) = (&a.target, &b.target) {
                        let overlap = self.overlap(left, right, size);
                        bad.push(self.terms().and(&[a.guard, b.guard, overlap]));
                    }
                }
            }
        }
        let any = self.terms().or(&bad);
        self.builder.fail_if(any, Failure::Library);
        Ok(())
    }

    /// The formula that `size` bytes at two different places overlap.
    fn overlap(&mut self, a: &Place, b: &Place, size: TermId) -> TermId {
        if a.store != b.store {
            return Terms::FALSE;
        }
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let zero = numbers.number(self.terms(), 0, bits);
        let (a_at, b_at) = (self.offset_of(a, bits), self.offset_of(b, bits));
        let mut cases = Vec::new();
        for (from, to) in [(a_at, b_at), (b_at, a_at)] {
            let kind = numbers.target.size_kind();
            let distance = numbers.binary(self.terms(), BinaryOp::Sub, kind, to, from).unwrap_or(zero);
            let is_behind = numbers.less(self.terms(), true, zero, distance);
            let is_near = numbers.less(self.terms(), false, distance, size);
            cases.push(self.terms().and(&[is_behind, is_near]));
        }
        let (is_one, any) = (self.are_in_one(a, b), self.terms().or(&cases));
        self.terms().and(&[is_one, any])
    }
}
