//! Reads and writes of lvalues that may name several places, such as `*p` or `a[i]`.
//!
//! An lvalue is split into *parts*: fixed bits of an object, each under a condition. For `int a[2]`, `a[i]` has the
//! part at bit 0 under `i = 0`, and the part at bit 32 under `i = 1`. A read chooses among the values of the parts by
//! their conditions. A write gives the new value to each part whose condition holds, and leaves the others.
//!
//! The offset alone decides where a step leads: an index behind the end of an array that is a member leads into the
//! next member. Outside of the object, a read asks for an arbitrary value, and a write has no effect.

use crate::c::lower::analysis::keys::Root;
use crate::c::lower::analysis::leaves::{Leaf, MOST_PARTS};
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::Key;
use crate::c::lower::machine::updates::Updates;
use crate::c::lower::machine::value::{Place, Spot, StoreId, Target, Value, Way};
use crate::c::lower::memory::offsets::indices_up_to;
use crate::c::lower::options::{LOWEST_ADDRESS, MORE_ARGUMENTS, UNKNOWN_OBJECT};
use crate::c::lower::stop::Stop;
use crate::c::read::property::{AskKind, Failure};
use crate::c::read::source::Pos;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind};
use crate::c::read::types::{Type, TypeId};
use crate::solver::term::{TermId, Terms};

/// Bits of an object that an lvalue may name, under the condition `guard`.
#[derive(Clone, Copy, Debug)]
struct Part {
    guard: TermId,
    store: StoreId,
    at: Spot,
}

/// The use of an lvalue. A write to a string literal is outside of every object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    Write,
}

impl Lowering<'_> {
    /// The scalars of a type, or the single one of a bit-field of `bits` bits.
    pub(in crate::c::lower) fn scalars(&self, ty: TypeId, bits: Option<u32>) -> Result<Vec<Leaf>, Stop> {
        if let Some(width) = bits {
            return Ok(vec![Leaf { offset: 0, width, ty: Some(ty) }]);
        }
        self.known.leaves(ty).map_err(|message| Stop::unsupported(self.builder.pos(), message))
    }

    /// The place in the text of the lvalue without its members: that of `*p` for `(*p).a.b`.
    pub(in crate::c::lower) fn dereference_of(&self, mut lvalue: ExprId) -> Pos {
        while let ExprKind::Member(whole, _) = self.program.expr(lvalue).kind {
            lvalue = whole;
        }
        self.program.expr(lvalue).pos
    }

    /// Reads the value of an lvalue. `id` is the expression whose variables take the value if it may come from a part
    /// or from a question.
    pub(in crate::c::lower) fn read(
        &mut self,
        id: ExprId,
        ways: &[Way],
        bits: Option<u32>,
        ty: TypeId,
        pos: Pos,
    ) -> Result<Value, Stop> {
        if self.builder.at().is_none() {
            return self.value_nowhere(ty);
        }
        self.check_life(ways, pos);
        self.end_at_numbers(ways);
        self.end_at_arguments(ways, self.access_bits(bits, ty))?;
        let (parts, valid) = self.parts(ways, self.access_bits(bits, ty), Access::Read)?;
        let not_valid = self.terms().not(valid);
        if self.options.checks(Failure::Bounds) {
            self.fail_at(pos, not_valid, Failure::Bounds);
        }
        let is_sure = valid == Terms::TRUE || self.options.checks(Failure::Bounds);
        let chosen = match parts.is_empty() || self.builder.at().is_none() {
            true => None,
            false => Some(self.choose_at(pos, &parts, bits, ty)?),
        };
        let before = match self.builder.at() {
            Some(at) => at,
            None => return self.default_value(ty),
        };
        if let (Some(value), true) = (&chosen, is_sure) {
            return Ok(value.clone());
        }
        let is_number =
            self.program.types.integer_kind(ty).is_some() && !matches!(chosen, Some(Value::Pointer(_)));
        let join = self.builder.location();
        self.builder.assume(not_valid);
        let value = if is_number {
            self.ask(ty, AskKind::Read, pos)?
        } else {
            let store = self.expr_store(id, ty)?;
            self.ask_store(store, AskKind::Read, pos)?;
            self.store_value(store, ty)?
        };
        self.builder.jump(join);
        self.builder.stand_at(before);
        if let Some(chosen) = chosen {
            self.builder.assume(valid);
            if is_number {
                let list = value.terms().into_iter().zip(self.as_sort_of(&value, &chosen, ty)).collect();
                self.builder.assign(list);
            } else {
                let store = self.expr_store(id, ty)?;
                self.save(store, ty, &chosen)?;
            }
            self.builder.jump(join);
        }
        self.builder.enter(join);
        Ok(value)
    }

    /// Adds the error that an object of the heap is accessed after its end, at any offset. It is told before an access
    /// out of bounds.
    fn check_life(&mut self, ways: &[Way], pos: Pos) {
        if !self.options.checks(Failure::UseAfterFree) {
            return;
        }
        let mut ended = Vec::new();
        for way in ways {
            if let Target::At(place) = &way.target {
                if let Some(alive) = self.alive_at(place) {
                    let is_dead = self.terms().not(alive);
                    ended.push(self.builder.terms_mut().and(&[way.guard, is_dead]));
                }
            }
        }
        let any = self.terms().or(&ended);
        self.fail_at(pos, any, Failure::UseAfterFree);
    }

    /// Whether an access through a number ends the run or is an unsupported point. If not, it is out of bounds.
    fn numbers_end(&self) -> bool {
        !self.options.checks(Failure::Bounds) && !self.options.externs.are_pure(self.options.property)
    }

    /// Ends runs that access null or a member through null, as a machine does. A greater number may be the address of
    /// any object, so an access through it is an unsupported point.
    pub(in crate::c::lower) fn end_at_numbers(&mut self, ways: &[Way]) {
        if !self.numbers_end() {
            return;
        }
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let lowest = numbers.number(self.terms(), i128::from(LOWEST_ADDRESS), bits);
        let mut ends = Vec::new();
        for way in ways {
            if let Target::Number(number) = way.target {
                let may_be = numbers.compare(self.terms(), BinaryOp::GreaterEqual, false, number, lowest);
                let is_it = self.builder.terms_mut().and(&[way.guard, may_be]);
                self.builder.unsupported_if(is_it, UNKNOWN_OBJECT);
                ends.push(way.guard);
            }
        }
        let any = self.terms().or(&ends);
        let goes_on = self.terms().not(any);
        self.builder.assume(goes_on);
    }

    /// The list of the first arguments of `main`, if there are more than it has room for.
    pub(in crate::c::lower) fn more_arguments(&self) -> Option<StoreId> {
        self.program.more_arguments.and_then(|object| self.objects.of(Key::Object(object)))
    }

    /// Does not follow runs that access an argument of `main` for which its list has no room.
    fn end_at_arguments(&mut self, ways: &[Way], width: u64) -> Result<(), Stop> {
        let list = self.more_arguments();
        if list.is_none() {
            return Ok(());
        }
        for way in ways {
            match &way.target {
                Target::At(place) if Some(place.store) == list => {}
                Target::At(_) | Target::Number(_) | Target::Function(_) => continue,
            }
            let (_, valid) = self.parts(std::slice::from_ref(way), width, Access::Read)?;
            let not_valid = self.terms().not(valid);
            let is_other = self.terms().and(&[way.guard, not_valid]);
            self.builder.unsupported_if(is_other, MORE_ARGUMENTS);
            let goes_on = self.terms().not(is_other);
            self.builder.assume(goes_on);
        }
        Ok(())
    }

    /// Adds a failure whose place in the text is that of the dereference, and not that of the access.
    fn fail_at(&mut self, pos: Pos, formula: TermId, failure: Failure) {
        let here = self.builder.pos();
        self.builder.turn_to(pos);
        self.builder.fail_if(formula, failure);
        self.builder.turn_to(here);
    }

    /// The number of bits that an access touches.
    fn access_bits(&self, bits: Option<u32>, ty: TypeId) -> u64 {
        bits.map_or_else(|| 8 * self.program.types.size(ty).unwrap_or(0), u64::from)
    }

    /// The terms of `value`, converted so that they can be assigned to the variables of `like`.
    fn as_sort_of(&mut self, like: &Value, value: &Value, ty: TypeId) -> Vec<TermId> {
        match like {
            Value::Bool(_) => vec![self.truth(value)],
            _ => self.number(value, ty).into_iter().collect(),
        }
    }

    /// As [`choose`](Self::choose), with failures at the place of the dereference.
    fn choose_at(&mut self, pos: Pos, parts: &[Part], bits: Option<u32>, ty: TypeId) -> Result<Value, Stop> {
        let here = self.builder.pos();
        self.builder.turn_to(pos);
        let chosen = self.choose(parts, bits, ty);
        self.builder.turn_to(here);
        chosen
    }

    /// The value of the first part whose guard holds. The guard of the last part is not tested, because the caller
    /// knows that some guard holds. A part that cannot be read as this type is an unsupported point.
    fn choose(&mut self, parts: &[Part], bits: Option<u32>, ty: TypeId) -> Result<Value, Stop> {
        let scalars = self.scalars(ty, bits)?;
        let mut values: Vec<Option<Value>> = vec![None; scalars.len()];
        for part in parts.iter().rev() {
            let here = match self.under(part.guard, |lowering| lowering.read_part(*part, &scalars)) {
                Ok(here) => here,
                Err(stop) => {
                    self.unsupported_under(part.guard, stop)?;
                    continue;
                }
            };
            for ((value, here), scalar) in values.iter_mut().zip(here).zip(&scalars) {
                *value = Some(match value.take() {
                    None => here,
                    Some(other) => self.either(part.guard, here, other, scalar.ty.unwrap_or(ty))?,
                });
            }
        }
        if values.iter().any(Option::is_none) {
            return self.default_value(ty);
        }
        let mut values: Vec<Value> = values.into_iter().flatten().collect();
        Ok(match self.program.types.get(ty) {
            Type::Record(_) => Value::Record(values),
            _ => values.pop().unwrap_or(Value::Void),
        })
    }

    fn read_part(&mut self, part: Part, scalars: &[Leaf]) -> Result<Vec<Value>, Stop> {
        let read = |scalar: &Leaf| self.read_scalar(part.store, part.at.plus(scalar.offset), *scalar);
        scalars.iter().map(read).collect()
    }

    /// Writes a value to an lvalue. `pos` is the place of its dereference, for failures.
    pub(in crate::c::lower) fn write(
        &mut self,
        ways: &[Way],
        bits: Option<u32>,
        ty: TypeId,
        value: &Value,
        pos: Pos,
    ) -> Result<(), Stop> {
        if self.builder.at().is_none() {
            return Ok(());
        }
        self.check_life(ways, pos);
        self.end_at_numbers(ways);
        self.end_at_arguments(ways, self.access_bits(bits, ty))?;
        let (parts, valid) = self.parts(ways, self.access_bits(bits, ty), Access::Write)?;
        if self.options.checks(Failure::Bounds) {
            let not_valid = self.terms().not(valid);
            self.fail_at(pos, not_valid, Failure::Bounds);
        }
        let scalars = self.scalars(ty, bits)?;
        let mut changes = Updates::default();
        for part in parts {
            let done = self.under(part.guard, |lowering| {
                lowering.check_padding(part, &scalars, ty, value)?;
                lowering.change(&mut changes, part.guard, part.store, part.at, &scalars, value)
            });
            if let Err(stop) = done {
                // Some changes of this part may be in the list already. They have no effect, because their guard is
                // false in runs that continue.
                self.unsupported_under(part.guard, stop)?;
            }
        }
        self.builder.assign(changes.into_list());
        Ok(())
    }

    /// Refuses to write a structure over an object that has scalars where the structure has padding. A compiler copies
    /// the padding, too, and the standard does not say which values it has.
    fn check_padding(&self, part: Part, scalars: &[Leaf], ty: TypeId, value: &Value) -> Result<(), Stop> {
        let store = self.objects.store(part.store);
        if !matches!(value, Value::Record(_)) || (store.ty == ty && store.row.is_none()) {
            return Ok(());
        }
        let bits = 8 * self.program.types.size(ty).unwrap_or(0);
        let mut next = 0;
        for (from, to) in scalars.iter().map(|scalar| (scalar.offset, scalar.end())).chain(Some((bits, bits)))
        {
            let at = store.cells.partition_point(|cell| cell.leaf.end() <= part.at.bits + next);
            let is_hit = store.cells.get(at).map_or(false, |cell| cell.leaf.offset < part.at.bits + from);
            if next < from && (is_hit || store.row.is_some()) {
                return self.refuse("bytes that are no members of a structure get values by its assignment");
            }
            next = to;
        }
        Ok(())
    }

    /// Adds the changes of variables by which a value, made of these scalars, is written from a bit of a store on.
    pub(in crate::c::lower) fn change(
        &mut self,
        changes: &mut Updates,
        guard: TermId,
        store: StoreId,
        at: Spot,
        scalars: &[Leaf],
        value: &Value,
    ) -> Result<(), Stop> {
        match value {
            Value::Record(values) => {
                for (scalar, value) in scalars.iter().zip(values) {
                    self.write_scalar(changes, guard, store, at.plus(scalar.offset), *scalar, value)?;
                }
            }
            value => {
                if let Some(scalar) = scalars.first() {
                    self.write_scalar(changes, guard, store, at, *scalar, value)?;
                }
            }
        }
        Ok(())
    }

    /// Reads the value of a whole store.
    pub(in crate::c::lower) fn store_value(&mut self, store: StoreId, ty: TypeId) -> Result<Value, Stop> {
        if self.program.types.size(ty).is_none() {
            return Ok(Value::Void);
        }
        self.choose(&[Part { guard: Terms::TRUE, store, at: Spot::at(0) }], None, ty)
    }

    /// Writes a value to a whole store.
    pub(in crate::c::lower) fn save(
        &mut self,
        store: StoreId,
        ty: TypeId,
        value: &Value,
    ) -> Result<(), Stop> {
        if self.program.types.size(ty).is_none() {
            return Ok(());
        }
        let pos = self.builder.pos();
        self.write(&Value::way(Target::At(Place::start(store))), None, ty, value, pos)
    }

    /// The parts of `width` bits that an lvalue may name, and the condition under which it names one of them.
    fn parts(&mut self, ways: &[Way], width: u64, access: Access) -> Result<(Vec<Part>, TermId), Stop> {
        let mut parts = Vec::new();
        let mut valid = Vec::new();
        for way in ways {
            let place = match &way.target {
                Target::At(place) => place,
                Target::Number(_) if self.numbers_end() => {
                    valid.push(way.guard);
                    continue;
                }
                Target::Number(_) | Target::Function(_) => continue,
            };
            let store = self.objects.store(place.store);
            if access == Access::Write && (store.is_text || store.is_const) {
                continue;
            }
            let lives = self.lives(place, width);
            let guard = self.terms().and(&[way.guard, lives]);
            if let Some(inside) = self.parts_at(guard, place, width, &mut parts) {
                valid.push(self.terms().and(&[guard, inside]));
            }
        }
        let mut any = self.terms().or(&valid);
        // One of the guards of a pointer always holds, so their disjunction is true if each of them is valid.
        let all: Vec<TermId> = ways.iter().map(|way| way.guard).collect();
        if all == valid && self.all_are_decided(ways) {
            any = Terms::TRUE;
        }
        Ok((parts, any))
    }

    /// Adds the parts of `width` bits that a place may be. The result is the condition under which the place is in its
    /// object; `None` if there are too many parts.
    fn parts_at(
        &mut self,
        way_guard: TermId,
        place: &Place,
        width: u64,
        parts: &mut Vec<Part>,
    ) -> Option<TermId> {
        let store = self.objects.store(place.store);
        let (last, is_row) = (self.last_bit(store, width), store.row.is_some());
        let flat = match self.flat(place) {
            Some(flat) => flat,
            None if 0 <= place.base && place.base <= last => {
                let at = Spot { number: place.number, ..Spot::at(place.base as u64) };
                parts.push(Part { guard: way_guard, store: place.store, at });
                return Some(Terms::TRUE);
            }
            None => return Some(Terms::FALSE),
        };
        // The least and the greatest index for which the place is in the object.
        let (from, to) = indices_up_to(place.base, flat.unit, last);
        let count = to.saturating_sub(from).max(0) as u64;
        if is_row || count > self.most_parts(place.store) {
            if let Some(at) = self.row_spot(place, flat.unit, width) {
                let inside = self.index_between(flat.index, from, to);
                let guard = self.terms().and(&[way_guard, inside]);
                parts.push(Part { guard, store: place.store, at });
                return Some(inside);
            }
        } else if count + parts.len() as u64 <= MOST_PARTS as u64 {
            for at in from..=to {
                let is_it = self.index_is(flat.index, at);
                let guard = self.terms().and(&[way_guard, is_it]);
                if guard != Terms::FALSE {
                    let bits = (place.base + at * flat.unit) as u64;
                    let at = Spot { number: place.number, ..Spot::at(bits) };
                    parts.push(Part { guard, store: place.store, at });
                }
            }
            return Some(self.index_between(flat.index, from, to));
        }
        let reason = format!("this access may mean more than {} parts", MOST_PARTS);
        self.builder.unsupported_if(way_guard, reason);
        None
    }

    /// The formula that the object at a place is alive, and has `width` bits there if its size is computed.
    pub(in crate::c::lower) fn lives(&mut self, place: &Place, width: u64) -> TermId {
        if self.has_ended(place.store) {
            return Terms::FALSE;
        }
        let alive = self.alive_at(place).unwrap_or(Terms::TRUE);
        let length = self.objects.store(place.store).length;
        let length = match length {
            Some(length) => length,
            None => return alive,
        };
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let end = Place { base: place.base.wrapping_add(width as i64), ..place.clone() };
        let end = self.offset_of(&end, bits);
        let fits = numbers.compare(self.terms(), BinaryOp::LessEqual, false, end, length);
        self.terms().and(&[alive, fits])
    }

    /// Whether the life of a local object is over at the present place of the text: its function has returned, or its
    /// block has ended.
    pub(in crate::c::lower) fn has_ended(&self, store: StoreId) -> bool {
        let object = match self.objects.store(store).root {
            Some(Root::Object(object)) => object,
            Some(Root::Heap(..) | Root::Text(_)) | None => return false,
        };
        let function = match self.program.object(object).function {
            Some(function) if !self.is_static(object) && !self.has_procedures() => function,
            _ => return false,
        };
        // `place` is the present place in each active call, from the innermost call on.
        let mut place = self.builder.pos();
        for frame in self.agenda.frames().iter().rev() {
            if frame.function == function && self.program.lives_at(object, place) {
                return false;
            }
            place = match self.builder.instance(frame.instance).caller {
                Some((_, place)) => place,
                None => break,
            };
        }
        // A function that was registered for the end may run while `main` is still going on.
        self.program.function_named("main") != Some(function) || self.agenda.is_active(function)
    }

    fn all_are_decided(&self, ways: &[Way]) -> bool {
        ways.iter().all(|way| match way.target {
            Target::At(_) => true,
            Target::Number(_) => self.numbers_end(),
            Target::Function(_) => false,
        })
    }

    /// The value `a` if the guard holds, and else the value `b`.
    pub(in crate::c::lower) fn either(
        &mut self,
        guard: TermId,
        a: Value,
        b: Value,
        ty: TypeId,
    ) -> Result<Value, Stop> {
        Ok(match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => Value::Bool(self.terms().ite(guard, a, b)),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(self.either_way(guard, a, b)),
            (Value::Pointer(a), Value::Number(b)) if self.is_address_type(ty) => {
                Value::Pointer(self.either_way(guard, a, Value::way(Target::Number(b))))
            }
            (Value::Number(a), Value::Pointer(b)) if self.is_address_type(ty) => {
                Value::Pointer(self.either_way(guard, Value::way(Target::Number(a)), b))
            }
            (Value::Record(a), Value::Record(b)) => {
                let leaves = self.scalars(ty, None)?;
                let mut parts = Vec::with_capacity(a.len());
                for ((a, b), leaf) in a.into_iter().zip(b).zip(leaves) {
                    parts.push(match (a, b) {
                        (Value::Number(a), Value::Number(b)) => Value::Number(self.terms().ite(guard, a, b)),
                        (a, b) => self.either(guard, a, b, leaf.ty.unwrap_or(ty))?,
                    });
                }
                Value::Record(parts)
            }
            (Value::Void, _) | (_, Value::Void) => Value::Void,
            (Value::Floating(a), Value::Floating(b)) => Value::Floating(self.terms().ite(guard, a, b)),
            (Value::Number(a), Value::Number(b)) => Value::Number(self.terms().ite(guard, a, b)),
            (a, b) => {
                let (a, b) = (self.number(&a, ty)?, self.number(&b, ty)?);
                Value::Number(self.terms().ite(guard, a, b))
            }
        })
    }
}
