//! Finds what a statement changes: memory before and after it is compared, object by object.

use super::values::{heap_name, number_text, pointer_text, read, shown, string_at, target, OnHeap};
use crate::c::run::cells::Cells;
use crate::c::run::parts::{leaves, Leaf};
use crate::c::run::pointer::{Pointer, Scalar};
use crate::c::run::watch::{object_at, View};
use crate::c::{Field, IntegerKind, Type, TypeId};

/// The most changed parts of one object that are told for one statement.
const MOST_PARTS: usize = 6;
/// The number of bytes of an object that are compared.
const MOST_BYTES: u64 = 1 << 12;

/// A part of an object, and its new value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The part as C names it: `x`, `a[2].v`, `p->next`.
    pub name: String,
    /// The new value: `-3`, `'a' (97)`, `null`, `&a[2]`.
    pub value: String,
}

/// The objects of memory at some moment, with their contents.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    stack: Vec<Option<(u64, Cells)>>,
    heap: Vec<Option<(u64, Cells)>>,
}

impl Snapshot {
    /// Takes a new snapshot, and returns the changes in objects that the old one had.
    pub fn update(&mut self, view: &View<'_>, heap: &mut [OnHeap], is_told: bool) -> Vec<Change> {
        let memory = view.memory;
        let mut changed: Vec<(Pointer, Option<Cells>)> = Vec::new();
        let (on_stack, on_heap) = (memory.slots() as usize, memory.heap_count());
        self.stack.resize_with(on_stack, || None);
        self.heap.resize_with(on_heap, || None);
        let stack = (0..on_stack).map(|slot| Some(memory.pointer(slot as u32)));
        let objects = stack.chain((0..on_heap).map(|number| memory.heap_pointer(number)));
        let kept = self.stack.iter_mut().chain(self.heap.iter_mut());
        for (pointer, kept) in objects.zip(kept) {
            let (pointer, serial) = match pointer {
                Some(pointer @ Pointer::Object(target)) => (pointer, target.serial),
                _ => {
                    *kept = None;
                    continue;
                }
            };
            let size = memory.room(pointer).unwrap_or(0).min(MOST_BYTES);
            let (region, at) = match memory.find(pointer, size) {
                Some(found) => found,
                None => continue,
            };
            let cells = memory.region(region);
            if let Some((of, old)) = kept {
                if *of == serial && cells.has(at, old) {
                    continue;
                }
            }
            let old = kept.replace((serial, cells.part(at, size as usize)));
            let old = old.filter(|(of, _)| *of == serial).map(|(_, cells)| cells);
            changed.push((pointer, old));
        }
        learn_types(view, heap, changed.iter().map(|(pointer, _)| *pointer));
        let mut told = Vec::new();
        if is_told {
            for (pointer, old) in changed {
                if let Some(old) = old {
                    self.tell(view, heap, pointer, &old, &mut told);
                }
            }
        }
        told
    }

    fn now(&self, pointer: Pointer, view: &View<'_>) -> Option<&Cells> {
        let target = match pointer {
            Pointer::Object(target) => target,
            Pointer::Number(_) | Pointer::Function(_) => return None,
        };
        let kept = match view.memory.heap_number(target) {
            Some(number) => self.heap.get(number),
            None => self.stack.get(target.slot as usize),
        };
        kept.and_then(Option::as_ref).map(|(_, cells)| cells)
    }

    /// Adds the parts of an object that differ from its old contents.
    fn tell(&self, view: &View<'_>, heap: &[OnHeap], pointer: Pointer, old: &Cells, told: &mut Vec<Change>) {
        let (name, ty, is_heap) = match named(view, heap, pointer) {
            Some(found) => found,
            None => return,
        };
        let new = match self.now(pointer, view) {
            Some(new) => new,
            None => return,
        };
        let types = &view.program.types;
        let size = types.size(ty).unwrap_or(0).max(1);
        let (mut at, mut more, first) = (0, 0, told.len());
        while let Some(byte) = new.difference(old, at as usize) {
            // An object of the heap may have several elements.
            let (index, byte) = (byte as u64 / size, byte as u64 % size);
            let found = leaves(view.program, ty, byte);
            at = index * size
                + found.iter().map(|leaf| leaf.end(types)).max().unwrap_or(byte + 1).max(byte + 1);
            for leaf in found {
                let path = if is_heap && (index > 0 || new.len() as u64 >= 2 * size) {
                    format!("[{}]{}", index, leaf.path)
                } else {
                    leaf.path.clone()
                };
                let leaf = moved(leaf, index * size);
                let (before, now) = (read(view, old, &leaf), read(view, new, &leaf));
                let now = match now {
                    Some(now) if before != Some(now) => now,
                    _ => continue,
                };
                if told.len() - first >= MOST_PARTS {
                    more += 1;
                    continue;
                }
                let value = shown(view, heap, leaf.ty, now, true);
                told.push(Change { name: joined(&name, &path), value });
            }
        }
        if more == 0 && told.len() - first < 2 {
            return;
        }
        // A string is easier to read than its characters.
        if let (Type::Array(element, _), false) = (types.get(ty), is_heap) {
            if types.integer_kind(element) == Some(IntegerKind::Char) {
                if let Some(text) = string_at(view, pointer) {
                    told.truncate(first);
                    told.push(Change { name, value: text });
                    return;
                }
            }
        }
        if more > 0 {
            told.push(Change { name: format!("{} more parts of {}", more, name), value: String::new() });
        }
    }
}

fn moved(leaf: Leaf, bytes: u64) -> Leaf {
    let bits = leaf.bits.map(|bits| crate::c::BitRange { offset: bits.offset + 8 * bytes, ..bits });
    Leaf { offset: leaf.offset + bytes, bits, ..leaf }
}

/// A name with a path behind it. If the name is `*p`, the path `.v` makes it `p->v`.
fn joined(name: &str, path: &str) -> String {
    match (name.strip_prefix('*'), path.strip_prefix('.')) {
        (Some(pointer), Some(member)) => format!("{}->{}", pointer, member),
        (Some(pointer), None) if path.starts_with('[') => format!("{}{}", pointer, path),
        _ => format!("{}{}", name, path),
    }
}

/// The name and the type of an object. An object of the heap is called `*p` if a local variable `p` of the function
/// points to it.
fn named(view: &View<'_>, heap: &[OnHeap], pointer: Pointer) -> Option<(String, TypeId, bool)> {
    let program = view.program;
    let target = match pointer {
        Pointer::Object(target) => target,
        Pointer::Number(_) | Pointer::Function(_) => return None,
    };
    if let Some(number) = view.memory.heap_number(target) {
        let ty = heap.get(number)?.ty?;
        let points_here = |&&object: &&crate::c::ObjectId| {
            let declared = program.object(object);
            let value = view.pointer(object).and_then(|place| view.read(place, None, declared.ty));
            declared.name.is_some()
                && program.types.pointee(declared.ty) == Some(ty)
                && value.and_then(self::target) == Some(target)
        };
        let visible = program.visible_objects(view.pos());
        let name = visible.iter().find(points_here).and_then(|&object| program.object(object).name);
        let name = match name {
            Some(name) => format!("*{}", program.names.text(name)),
            None => heap_name(program, heap, number, false),
        };
        return Some((name, ty, true));
    }
    let object = object_at(view.shape, view.global_slots, view.frames, target.slot)?;
    let declared = program.object(object);
    let name = program.object_text(object)?;
    (!name.starts_with("__indubit")).then_some((name, declared.ty, false))
}

/// Gives objects of the heap without type the type to which the first pointer to their beginning points.
fn learn_types(view: &View<'_>, heap: &mut [OnHeap], changed: impl Iterator<Item = Pointer>) {
    let program = view.program;
    for pointer in changed {
        let (ty, count) = match named(view, heap, pointer) {
            Some((_, ty, _)) => (ty, program.types.size(ty).unwrap_or(0)),
            None => continue,
        };
        let mut at = 0;
        while at < count.min(MOST_BYTES) {
            let found = leaves(program, ty, at);
            at = found.iter().map(|leaf| leaf.end(&program.types)).max().unwrap_or(at + 1).max(at + 1);
            for leaf in found.iter().filter(|leaf| leaf.bits.is_none()) {
                let pointee = match program.types.pointee(leaf.ty) {
                    Some(pointee) if program.types.size(pointee).map_or(false, |size| size > 0) => pointee,
                    _ => continue,
                };
                let scalar = view.read(pointer.moved(leaf.offset as i64), None, leaf.ty);
                if let Some(target) = scalar.and_then(target).filter(|target| target.offset == 0) {
                    let number = view.memory.heap_number(target);
                    if let Some(object) = number.and_then(|number| heap.get_mut(number)) {
                        object.ty = object.ty.or(Some(pointee));
                    }
                }
            }
        }
    }
}

/// The value of a whole variable in words, if it is a scalar.
pub(super) fn value_of(view: &View<'_>, heap: &[OnHeap], object: crate::c::ObjectId) -> Option<String> {
    let ty = view.program.object(object).ty;
    let scalar = view.read(view.pointer(object)?, None, ty)?;
    Some(match scalar {
        Scalar::Number(number) => number_text(view.program, ty, number),
        Scalar::Pointer(pointer) => pointer_text(view, heap, pointer, view.program.types.pointee(ty), true),
    })
}

/// The linked lists on the heap to which visible variables point, drawn as `head -> {v = 1} -> {v = 2} -> null`.
pub(super) fn lists(view: &View<'_>, heap: &[OnHeap]) -> Vec<String> {
    let program = view.program;
    let mut lines = Vec::new();
    for object in program.visible_objects(view.pos()) {
        let declared = program.object(object);
        let (name, record) = match (declared.name, program.types.pointee(declared.ty)) {
            (Some(name), Some(pointee)) => (program.names.text(name), pointee),
            _ => continue,
        };
        let fields = match program.types.get(record) {
            Type::Record(id) => program.types.fields(id),
            _ => continue,
        };
        let next = fields.iter().position(|field| program.types.pointee(field.ty) == Some(record));
        let first = view.pointer(object).and_then(|place| view.read(place, None, declared.ty));
        let is_on_heap = first.and_then(target).and_then(|target| view.memory.heap_number(target)).is_some();
        if let (Some(next), true) = (next, is_on_heap) {
            lines.push(name.to_string() + &list(view, heap, (record, fields), next, first));
        }
    }
    lines
}

/// The objects of a list from a pointer on. `next` is the number of the field that leads to the next object.
fn list(
    view: &View<'_>,
    heap: &[OnHeap],
    (record, fields): (TypeId, &[Field]),
    next: usize,
    mut now: Option<Scalar>,
) -> String {
    const MOST_OBJECTS: usize = 8;
    let (mut line, mut met) = (String::new(), Vec::new());
    loop {
        line.push_str(" -> ");
        let pointer = match now {
            Some(Scalar::Pointer(pointer @ Pointer::Object(target)))
                if view.memory.lives(target) && target.offset == 0 && !met.contains(&target) =>
            {
                if met.len() == MOST_OBJECTS {
                    return line + "…";
                }
                met.push(target);
                pointer
            }
            Some(Scalar::Pointer(pointer)) => {
                return line + &pointer_text(view, heap, pointer, Some(record), false);
            }
            Some(Scalar::Number(_)) | None => return line + "?",
        };
        let part = |at: usize| {
            let field = &fields[at];
            let start = if field.bits.is_some() { 0 } else { field.offset as i64 };
            view.read(pointer.moved(start), field.bits, field.ty)
        };
        let value = |at: usize| {
            let name = view.program.names.text(fields[at].name?);
            Some(format!("{} = {}", name, shown(view, heap, fields[at].ty, part(at)?, false)))
        };
        let values = (0..fields.len()).filter(|&at| at != next).filter_map(value);
        line.push_str(&format!("{{{}}}", values.collect::<Vec<String>>().join(", ")));
        now = part(next);
    }
}
