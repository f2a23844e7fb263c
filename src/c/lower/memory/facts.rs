//! Facts about pointers: whether bytes can be read or written through one, its object's size, its offset.
//!
//! A number other than null and its page may be the address of any object, so a fact about it is not followed, unless
//! functions without definition have no effect.

use crate::c::lower::analysis::keys::Root;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::{Place, Target, Value, Way};
use crate::c::lower::options::{LOWEST_ADDRESS, UNKNOWN_OBJECT};
use crate::c::lower::stop::Stop;
use crate::c::read::syntax::{BinaryOp, PointerFact};
use crate::c::read::types::TypeId;
use crate::solver::term::{TermId, Terms};

impl Lowering<'_> {
    /// The value of a fact. `types` are those of the arguments.
    pub(in crate::c::lower) fn pointer_fact(
        &mut self,
        fact: PointerFact,
        arguments: &[Value],
        types: &[TypeId],
    ) -> Result<Value, Stop> {
        match (fact, arguments, types) {
            (PointerFact::Readable | PointerFact::Writable, [pointer, size], &[_, ty]) => {
                let (ways, size) = (self.as_ways(pointer)?, self.number(size, ty)?);
                let mut cases = Vec::new();
                for way in &ways {
                    let has_room = self.has_room(way, size, fact == PointerFact::Writable);
                    cases.push(self.terms().and(&[way.guard, has_room]));
                }
                Ok(Value::Bool(self.terms().or(&cases)))
            }
            (PointerFact::SameObject, [a, b], _) => {
                let (a, b) = (self.as_ways(a)?, self.as_ways(b)?);
                let (a, b) = (beginnings(&a), beginnings(&b));
                let are_apart = |(a, b): (&Way, &Way)| match (&a.target, &b.target) {
                    (Target::At(a), Target::At(b)) => a.store != b.store,
                    _ => false,
                };
                let mut cases = Vec::new();
                for pair in
                    a.iter().flat_map(|a| b.iter().map(move |b| (a, b))).filter(|&pair| !are_apart(pair))
                {
                    let (one, other) = (std::slice::from_ref(pair.0), std::slice::from_ref(pair.1));
                    cases.push(self.compare_pointers(BinaryOp::Equal, one, other));
                }
                Ok(Value::Bool(self.terms().or(&cases)))
            }
            (PointerFact::Size | PointerFact::Offset, [pointer], _) => {
                let (numbers, bits) = (self.numbers, self.pointer_bits());
                let mut value = numbers.number(self.terms(), 0, bits);
                for way in self.as_ways(pointer)? {
                    let here = match (way.target, fact) {
                        (Target::At(place), PointerFact::Offset) => self.offset_of(&place, bits),
                        (Target::At(place), _) => self.object_bytes(&place, bits),
                        (Target::Number(number), PointerFact::Offset) => number,
                        (Target::Number(number), _) => {
                            self.refuse_address(way.guard, number);
                            continue;
                        }
                        (Target::Function(_), _) => continue,
                    };
                    value = self.terms().ite(way.guard, here, value);
                }
                Ok(Value::Number(value))
            }
            _ => self.refuse("a fact about a pointer with other arguments"),
        }
    }

    /// The formula that a pointer, if it is this one, has the given bytes of a living object behind it.
    fn has_room(&mut self, way: &Way, size: TermId, is_write: bool) -> TermId {
        let place = match &way.target {
            Target::At(place) => place,
            Target::Number(number) => {
                self.refuse_address(way.guard, *number);
                return Terms::FALSE;
            }
            Target::Function(_) => return Terms::FALSE,
        };
        let store = self.objects.store(place.store);
        let is_declared_const = match store.root {
            Some(Root::Object(object)) => self.program.object(object).is_const,
            Some(Root::Heap(..) | Root::Text(_)) | None => false,
        };
        if is_write && (store.is_text || is_declared_const) {
            return Terms::FALSE;
        }
        // Wide enough for the sum of an offset and a size.
        let (numbers, bits) = (self.numbers, self.pointer_bits() + 2);
        let lives = self.lives(place, 0);
        let offset = self.offset_of(place, bits);
        let total = self.object_bytes(place, bits);
        let size = numbers.resize(self.terms(), size, false, bits);
        let terms = self.builder.terms_mut();
        let end = if numbers.is_words() { terms.bv_add(offset, size) } else { terms.add(&[offset, size]) };
        let zero = numbers.number(terms, 0, bits);
        let is_behind = numbers.compare(terms, BinaryOp::LessEqual, true, zero, offset);
        let is_before = numbers.compare(terms, BinaryOp::LessEqual, true, end, total);
        terms.and(&[lives, is_behind, is_before])
    }

    /// The bytes of the object at a place.
    fn object_bytes(&mut self, place: &Place, bits: u32) -> TermId {
        let store = self.objects.store(place.store);
        let (length, bytes) = (store.length, i128::from(store.bits / 8));
        let numbers = self.numbers;
        match length {
            Some(length) => numbers.resize(self.terms(), length, false, bits),
            None => numbers.number(self.terms(), bytes, bits),
        }
    }

    /// Adds an unsupported point for a number that may be the address of an object.
    fn refuse_address(&mut self, guard: TermId, number: TermId) {
        if self.options.externs.are_pure(self.options.property) {
            return;
        }
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let lowest = numbers.number(self.terms(), i128::from(LOWEST_ADDRESS), bits);
        let may_be = numbers.compare(self.terms(), BinaryOp::GreaterEqual, false, number, lowest);
        let is_it = self.terms().and(&[guard, may_be]);
        self.builder.unsupported_if(is_it, UNKNOWN_OBJECT);
    }
}

/// The same pointers, moved to the beginnings of their objects.
fn beginnings(ways: &[Way]) -> Vec<Way> {
    let beginning = |target: &Target| match target {
        Target::At(place) => Target::At(place.beginning()),
        Target::Number(_) | Target::Function(_) => target.clone(),
    };
    ways.iter().map(|way| Way { guard: way.guard, target: beginning(&way.target) }).collect()
}
