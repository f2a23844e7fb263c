//! Finds expressions of C that name a part of memory, such as `x`, `a[2].v` or `p->next->v`.
//!
//! A witness can tell a value only if the program has an expression for its place. From the visible variables and from
//! the pointers in them, this module builds the expressions for all places that can be reached, and finds one for given
//! bits of memory.

use crate::c::run::memory::Region;
use crate::c::run::parts::{each_part, Part};
use crate::c::run::pointer::{Pointer, Scalar};
use crate::c::run::watch::View;
use crate::c::{NameId, ObjectId, Pos, Program, Type, TypeId};
use std::collections::BTreeSet;

/// The most pointers that are followed in one state.
const MOST_POINTERS: usize = 100;
/// The most pointers of one object that are followed.
const MOST_PARTS: usize = 200;

/// A scalar part of an object, with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lvalue {
    pub text: String,
    pub ty: TypeId,
    /// The first bit, counted from the beginning of the whole object.
    pub first: u64,
    pub width: u64,
    pub is_field: bool,
}

/// An object that has a text.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    text: String,
    ty: TypeId,
    /// Whether the text is that of a pointer to the object, and not of the object itself.
    is_behind: bool,
}

impl Whole {
    /// A variable as a whole object. `None` if it is volatile, since its value may change at any time.
    pub fn variable(program: &Program, object: ObjectId) -> Option<Whole> {
        if program.is_volatile(object) {
            return None;
        }
        let text = program.names.text(program.object(object).name?).to_string();
        Some(Whole { text, ty: program.object(object).ty, is_behind: false })
    }

    /// The text of an element of the object.
    fn indexed(&self, index: u64) -> String {
        match self.is_behind {
            true => format!("(*{})[{}]", self.text, index),
            false => format!("{}[{}]", self.text, index),
        }
    }

    /// The scalar of the object that contains these bits. Types nest at most
    /// [`Types::DEEPEST`](crate::c::Types::DEEPEST) levels, and so does the recursion.
    pub fn scalar(&self, program: &Program, first: u64, width: u64) -> Option<Lvalue> {
        let types = &program.types;
        let bits = 8 * types.size(self.ty)?;
        if first.checked_add(width)? > bits {
            return None;
        }
        match types.get(self.ty) {
            Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) => {
                let text = if self.is_behind { format!("*{}", self.text) } else { self.text.clone() };
                Some(Lvalue { text, ty: self.ty, first: 0, width: bits, is_field: false })
            }
            Type::Array(element, Some(_)) => {
                let step = 8 * types.size(element).filter(|&size| size > 0)?;
                let text = self.indexed(first / step);
                let inner = Whole { text, ty: element, is_behind: false };
                let found = inner.scalar(program, first % step, width)?;
                Some(Lvalue { first: found.first + first / step * step, ..found })
            }
            Type::Record(record) => types.fields(record).iter().enumerate().find_map(|(at, field)| {
                if program.is_volatile_member(record, at) {
                    return None;
                }
                // C writes the members of an unnamed structure as members of the structure around it. Other unnamed
                // parts, such as those of a `va_list`, have no text.
                let is_structure = matches!(program.types.get(field.ty), Type::Record(_));
                if field.name.is_none() && !is_structure {
                    return None;
                }
                let text = match field.name {
                    Some(name) => {
                        let dot = if self.is_behind { "->" } else { "." };
                        format!("{}{}{}", self.text, dot, program.names.text(name))
                    }
                    None => self.text.clone(),
                };
                if let Some(bits) = field.bits {
                    let is_here =
                        bits.offset <= first && first + width <= bits.offset + u64::from(bits.width);
                    let (first, width) = (bits.offset, u64::from(bits.width));
                    let found = Lvalue { text, ty: field.ty, first, width, is_field: true };
                    return Some(found).filter(|_| is_here && field.name.is_some());
                }
                let from = 8 * field.offset;
                let is_behind = self.is_behind && field.name.is_none();
                let inner = Whole { text, ty: field.ty, is_behind };
                let found = inner.scalar(program, first.checked_sub(from)?, width)?;
                Some(Lvalue { first: found.first + from, ..found })
            }),
            Type::Array(_, None) | Type::Error | Type::Void | Type::Floating(_) | Type::Function(_) => None,
        }
    }
}

/// The variables that can be named at a place, inner ones first.
pub(super) fn nameable(program: &Program, at: Pos) -> Vec<ObjectId> {
    let mut objects = program.visible_objects(at);
    let constants = constants(program);
    // A variable is left out if some enumeration has a constant of that name, which may hide it.
    objects.retain(|&object| program.object(object).name.map_or(false, |name| !constants.contains(&name)));
    objects
}

/// The names of all constants of enumerations.
fn constants(program: &Program) -> BTreeSet<NameId> {
    program.types.all_constants().map(|&(name, _)| name).collect()
}

/// An object that has a text, from a bit of memory on.
struct Root {
    whole: Whole,
    region: Region,
    start: u64,
    /// The number of bits up to the end of the object.
    room: u64,
}

/// The places of a state that have texts: visible variables, and the objects that can be reached from them by pointers.
pub(super) struct Places<'a> {
    program: &'a Program,
    view: &'a View<'a>,
    roots: Vec<Root>,
}

impl<'a> Places<'a> {
    pub fn new(program: &'a Program, view: &'a View<'a>) -> Places<'a> {
        let mut places = Places { program, view, roots: Vec::new() };
        let mut pointers: Vec<(Whole, Pointer)> = Vec::new();
        for object in nameable(program, view.pos()) {
            let is_here = program.object(object).function.map_or(true, |f| Some(f) == view.function());
            let pointer = view.pointer(object).filter(|_| is_here);
            if let (Some(whole), Some(pointer)) = (Whole::variable(program, object), pointer) {
                places.add(whole, pointer, &mut pointers);
            }
        }
        let mut seen = BTreeSet::new();
        let mut next = 0;
        while let Some((whole, pointer)) = pointers.get(next).cloned() {
            next += 1;
            let key = match pointer {
                Pointer::Object(target) => (target.slot, target.offset, whole.ty),
                Pointer::Number(_) | Pointer::Function(_) => continue,
            };
            if next > MOST_POINTERS {
                break;
            }
            if seen.insert(key) {
                places.add(whole, pointer, &mut pointers);
            }
        }
        places
    }

    /// Adds an object, and collects the pointers in it.
    fn add(&mut self, whole: Whole, at: Pointer, pointers: &mut Vec<(Whole, Pointer)>) {
        let (program, view) = (self.program, self.view);
        let size = match program.types.size(whole.ty) {
            Some(size) if size > 0 => size,
            _ => return,
        };
        if let (Some((region, start)), Some(room)) = (view.bits_at(at, size), view.room(at)) {
            let mut count = 0;
            let _ = each_part(&program.types, whole.ty, 0, &mut |part: Part| {
                count += 1;
                let pointee = match (program.types.pointee(part.ty), part.bits) {
                    _ if count > MOST_PARTS => return Err(()),
                    (Some(pointee), None) => pointee,
                    _ => return Ok(()),
                };
                let found = view.read(at.moved(part.offset as i64), None, part.ty);
                let inner =
                    whole.scalar(program, 8 * part.offset, 8 * program.types.size(part.ty).unwrap_or(1));
                if let (Some(Scalar::Pointer(found)), Some(inner)) = (found, inner) {
                    pointers.push((Whole { text: inner.text, ty: pointee, is_behind: true }, found));
                }
                Ok(())
            });
            self.roots.push(Root { whole, region, start, room: 8 * room });
        }
    }

    /// A scalar variable that has this value.
    pub fn with_value(&self, value: i128) -> Option<Lvalue> {
        self.roots.iter().filter(|root| !root.whole.is_behind).find_map(|root| {
            let width = 8 * self.program.types.size(root.whole.ty)?;
            let lvalue = Some(&root.whole.ty).filter(|&&ty| self.program.types.integer_kind(ty).is_some());
            let lvalue = lvalue.and_then(|_| root.whole.scalar(self.program, 0, width))?;
            (self.value(root.region, root.start, &lvalue)? == value).then_some(lvalue)
        })
    }

    /// The scalar that contains these bits of memory, its first bit, and its value, which must be a number.
    pub fn find(&self, region: Region, start: u64, width: u64) -> Option<(Lvalue, u64, i128)> {
        self.roots.iter().find_map(|root| {
            let first = start.checked_sub(root.start).filter(|_| root.region == region)?;
            if first + width > root.room {
                return None;
            }
            let size = 8 * self.program.types.size(root.whole.ty)?;
            let (whole, skipped) = match (first / size, root.whole.is_behind) {
                (0, _) => (root.whole.clone(), 0),
                (at, true) => {
                    let text = format!("{}[{}]", root.whole.text, at);
                    (Whole { text, is_behind: false, ..root.whole }, at * size)
                }
                (_, false) => return None,
            };
            let lvalue = whole.scalar(self.program, first - skipped, width)?;
            let at = root.start + skipped + lvalue.first;
            let value = self.value(root.region, at, &lvalue)?;
            Some((lvalue, at, value))
        })
    }

    fn value(&self, region: Region, start: u64, lvalue: &Lvalue) -> Option<i128> {
        match self.view.bits(region, start, lvalue.width, lvalue.ty, lvalue.is_field)? {
            Scalar::Number(number) => Some(number),
            Scalar::Pointer(Pointer::Number(number)) => Some(i128::from(number)),
            Scalar::Pointer(Pointer::Function(_) | Pointer::Object(_)) => None,
        }
    }
}
