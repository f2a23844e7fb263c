//! Reads and writes of places.
//!
//! A place with variable indices, or behind a pointer, is several parts, each under a condition. A read chooses among
//! their values; a write gives each of them its old or new value. Outside of all parts a read asks for a value, and a
//! write has no effect.

use super::super::property::{AskKind, Failure};
use super::super::source::Pos;
use super::super::syntax::{ExprId, ExprKind};
use super::super::types::{Type, TypeId};
use super::leaves::{Leaf, MOST_PARTS};
use super::lowering::{Lowering, Stop};
use super::value::{Dim, Place, StoreId, Target, Value, Way};
use crate::solver::term::{TermId, Terms};

/// One part that a place may be.
#[derive(Clone, Copy, Debug)]
struct Part {
    guard: TermId,
    store: StoreId,
    /// Its first bit.
    offset: u64,
}

impl Lowering<'_> {
    /// The scalars of a type, or the one of a bit-field.
    pub(super) fn scalars(&self, ty: TypeId, bits: Option<u32>) -> Result<Vec<Leaf>, Stop> {
        if let Some(width) = bits {
            return Ok(vec![Leaf { offset: 0, width, ty: Some(ty) }]);
        }
        self.members.leaves(&self.program.types, ty).map_err(|message| Stop { pos: self.pos, message })
    }

    /// The place of the dereference, or of the object, of which an lvalue names a member.
    pub(super) fn dereference_of(&self, mut lvalue: ExprId) -> Pos {
        while let ExprKind::Member(whole, _) = self.program.expr(lvalue).kind {
            lvalue = whole;
        }
        self.program.expr(lvalue).pos
    }

    /// The value of an lvalue. The expression names variables for it where ways meet.
    pub(super) fn read(
        &mut self,
        id: ExprId,
        ways: &[Way],
        bits: Option<u32>,
        ty: TypeId,
        pos: Pos,
    ) -> Result<Value, Stop> {
        let before = match self.at {
            Some(at) => at,
            None => return self.default_value(ty),
        };
        let (parts, valid) = self.parts(ways)?;
        let not_valid = self.terms().not(valid);
        if self.options.check_bounds {
            self.fail_if(not_valid, Failure::Bounds);
        }
        if self.at.is_none() {
            return self.default_value(ty);
        }
        let is_sure = valid == Terms::TRUE || self.options.check_bounds;
        let chosen = match parts.is_empty() {
            true => None,
            false => Some(self.choose(&parts, bits, ty)?),
        };
        if let (Some(value), true) = (&chosen, is_sure) {
            return Ok(value.clone());
        }
        let is_number = self.program.types.integer_kind(ty).is_some();
        let join = self.location();
        self.assume(not_valid);
        let value = if is_number {
            self.ask(ty, AskKind::Read, pos)?
        } else {
            let store = self.expr_store(id, ty)?;
            self.ask_store(store, AskKind::Read, pos)?;
            self.store_value(store, ty)?
        };
        self.jump(join);
        self.at = Some(before);
        if let Some(chosen) = chosen {
            self.assume(valid);
            if is_number {
                let list = value.terms().into_iter().zip(self.as_sort_of(&value, &chosen, ty)).collect();
                self.assign(list);
            } else {
                let store = self.expr_store(id, ty)?;
                self.save(store, ty, &chosen)?;
            }
            self.jump(join);
        }
        self.enter(join);
        Ok(value)
    }

    /// The terms of a number or truth value, as the other value has them.
    fn as_sort_of(&mut self, like: &Value, value: &Value, ty: TypeId) -> Vec<TermId> {
        match like {
            Value::Bool(_) => vec![self.truth(value)],
            _ => self.number(value, ty).into_iter().collect(),
        }
    }

    /// The value of the first part whose guard holds; that of the last one needs no guard.
    fn choose(&mut self, parts: &[Part], bits: Option<u32>, ty: TypeId) -> Result<Value, Stop> {
        let scalars = self.scalars(ty, bits)?;
        let mut values = Vec::with_capacity(scalars.len());
        for &scalar in &scalars {
            let mut value: Option<Value> = None;
            for part in parts.iter().rev() {
                let here = self.read_scalar(part.store, part.offset + scalar.offset, scalar)?;
                value = Some(match value {
                    None => here,
                    Some(other) => self.either(part.guard, here, other, scalar.ty.unwrap_or(ty))?,
                });
            }
            values.extend(value);
        }
        Ok(match self.program.types.get(ty) {
            Type::Record(_) => Value::Record(values),
            _ => values.pop().unwrap_or(Value::Void),
        })
    }

    /// Writes a value to an lvalue.
    pub(super) fn write(
        &mut self,
        ways: &[Way],
        bits: Option<u32>,
        ty: TypeId,
        value: &Value,
    ) -> Result<(), Stop> {
        if self.at.is_none() {
            return Ok(());
        }
        let (parts, valid) = self.parts(ways)?;
        if self.options.check_bounds {
            let not_valid = self.terms().not(valid);
            self.fail_if(not_valid, Failure::Bounds);
        }
        let scalars = self.scalars(ty, bits)?;
        let mut changes = Vec::new();
        for part in parts {
            self.change(&mut changes, part.guard, part.store, part.offset, &scalars, value)?;
        }
        self.assign(changes);
        Ok(())
    }

    /// Adds the changes of variables that write a value, whose scalars these are, from a bit of a store on.
    pub(super) fn change(
        &mut self,
        changes: &mut Vec<(TermId, TermId)>,
        guard: TermId,
        store: StoreId,
        offset: u64,
        scalars: &[Leaf],
        value: &Value,
    ) -> Result<(), Stop> {
        match value {
            Value::Record(values) => {
                for (scalar, value) in scalars.iter().zip(values) {
                    self.write_scalar(changes, guard, store, offset + scalar.offset, *scalar, value)?;
                }
            }
            value => {
                if let Some(scalar) = scalars.first() {
                    self.write_scalar(changes, guard, store, offset, *scalar, value)?;
                }
            }
        }
        Ok(())
    }

    /// The value of a store.
    pub(super) fn store_value(&mut self, store: StoreId, ty: TypeId) -> Result<Value, Stop> {
        if self.program.types.size(ty).is_none() {
            return Ok(Value::Void);
        }
        self.choose(&[Part { guard: Terms::TRUE, store, offset: 0 }], None, ty)
    }

    /// Gives a store a value.
    pub(super) fn save(&mut self, store: StoreId, ty: TypeId, value: &Value) -> Result<(), Stop> {
        if self.program.types.size(ty).is_none() {
            return Ok(());
        }
        let place = Place { store, base: 0, dims: Vec::new() };
        self.write(&Value::way(Target::At(place)), None, ty, value)
    }

    /// The parts that an lvalue may be, and the condition under which it is one of them.
    fn parts(&mut self, ways: &[Way]) -> Result<(Vec<Part>, TermId), Stop> {
        let mut parts = Vec::new();
        let mut valid = Vec::new();
        for way in ways {
            let place = match &way.target {
                Target::At(place) => place,
                Target::Text(_) => {
                    return self.refuse("the elements of this string cannot be used; use an array")
                }
                Target::Null | Target::Nothing | Target::Function(_) => continue,
            };
            let mut here = vec![Part { guard: way.guard, store: place.store, offset: place.base }];
            let mut inside = vec![way.guard];
            for dim in &place.dims {
                inside.push(self.is_inside(dim));
                let mut next = Vec::new();
                for part in here {
                    for element in self.indexed(dim) {
                        let is_it = self.is_element(dim, element);
                        let guard = self.terms().and(&[part.guard, is_it]);
                        if guard != Terms::FALSE {
                            next.push(Part { guard, offset: part.offset + element * dim.stride, ..part });
                        }
                    }
                }
                here = next;
                if here.len() + parts.len() > MOST_PARTS {
                    return self.refuse(format!("this access may mean more than {} parts", MOST_PARTS));
                }
            }
            parts.append(&mut here);
            valid.push(self.terms().and(&inside));
        }
        let mut any = self.terms().or(&valid);
        // The guards of the ways of a pointer are all that there are.
        let all: Vec<TermId> = ways.iter().map(|way| way.guard).collect();
        if all == valid && all.len() == ways.len() && self.all_are_places(ways) {
            any = Terms::TRUE;
        }
        Ok((parts, any))
    }

    fn all_are_places(&self, ways: &[Way]) -> bool {
        ways.iter().all(|way| matches!(way.target, Target::At(_)))
    }

    /// The elements that an index may mean.
    fn indexed(&self, dim: &Dim) -> std::ops::Range<u64> {
        match self.numbers.value(self.cfa.terms(), dim.index.term, dim.index.signed) {
            Some(index) if index < 0 || index >= i128::from(dim.count) => 0..0,
            Some(index) => index as u64..index as u64 + 1,
            None => 0..dim.count,
        }
    }

    /// Whether an index is that of an element.
    fn is_element(&mut self, dim: &Dim, element: u64) -> TermId {
        let numbers = self.numbers;
        let terms = self.cfa.terms_mut();
        let width = terms.width(dim.index.term);
        if width > 0 {
            // The greatest number of the index's width, as it is signed or not.
            let value_bits = if dim.index.signed { width - 1 } else { width };
            if value_bits < 64 && element >> value_bits != 0 {
                return Terms::FALSE;
            }
        }
        let element = numbers.number(terms, i128::from(element), width.max(1));
        terms.eq(dim.index.term, element)
    }

    /// Whether an index is that of any element.
    fn is_inside(&mut self, dim: &Dim) -> TermId {
        let numbers = self.numbers;
        if let Some(index) = numbers.value(self.cfa.terms(), dim.index.term, dim.index.signed) {
            return self.cfa.terms().bool(0 <= index && index < i128::from(dim.count));
        }
        let terms = self.cfa.terms_mut();
        let index = dim.index.term;
        let width = terms.width(index);
        if width == 0 {
            let (zero, count) =
                (numbers.number(terms, 0, 64), numbers.number(terms, i128::from(dim.count), 64));
            let (low, high) = (terms.le(zero, index), terms.lt(index, count));
            return terms.and(&[low, high]);
        }
        let value_bits = if dim.index.signed { width - 1 } else { width };
        if value_bits < 64 && dim.count >> value_bits != 0 {
            // All numbers that are not negative are inside.
            return match dim.index.signed {
                true => {
                    let negative = terms.bv_sign(index);
                    terms.not(negative)
                }
                false => Terms::TRUE,
            };
        }
        // A negative number is a large one without sign.
        let count = terms.bv(dim.count, width);
        terms.bv_ult(index, count)
    }

    /// One of two values of a type.
    pub(super) fn either(&mut self, guard: TermId, a: Value, b: Value, ty: TypeId) -> Result<Value, Stop> {
        Ok(match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => Value::Bool(self.terms().ite(guard, a, b)),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(self.either_way(guard, a, b)),
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
            (Value::Number(a), Value::Number(b)) => Value::Number(self.terms().ite(guard, a, b)),
            (a, b) => {
                let (a, b) = (self.number(&a, ty)?, self.number(&b, ty)?);
                Value::Number(self.terms().ite(guard, a, b))
            }
        })
    }
}
