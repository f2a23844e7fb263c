//! The scalar parts of a type, as disjoint ranges of bits: the parts for which an object gets variables.
//!
//! A structure has the parts of its members, and an array the parts of its elements. `struct { char c; int x[2]; }` has
//! the parts 0–8, 32–64 and 64–96. Only the members of a union that the program names count. If they overlap without
//! being equal, they become one part that has no type but only bits.

use super::keys::Root;
use crate::base::{HashMap, HashSet};
use crate::c::read::arch::IntegerKind;
use crate::c::read::syntax::{ExprKind, Program};
use crate::c::read::types::{RecordId, Type, TypeId, Types};

/// The most parts of an object.
pub(in crate::c::lower) const MOST_PARTS: usize = 4096;

/// The most types that are visited to find the parts of one type, and the most parts that are asked for. A member
/// without parts counts as a visit, too.
const MOST_LOOKS: usize = 1 << 16;

/// The parts found, and how many visits are left.
struct Parts {
    leaves: Vec<Leaf>,
    looks: usize,
    most: usize,
}

impl Parts {
    fn new(most: usize) -> Parts {
        Parts { leaves: Vec::new(), looks: MOST_LOOKS, most }
    }

    /// Counts a visit of a type.
    ///
    /// # Errors
    ///
    /// If there are too many visits or parts.
    fn look(&mut self) -> Result<(), String> {
        self.looks = self.looks.saturating_sub(1);
        match self.looks == 0 || self.leaves.len() > self.most {
            true => Err(format!(
                "the value of an object with more than {} parts; make the array smaller",
                self.most
            )),
            false => Ok(()),
        }
    }
}

/// A scalar part of an object: a range of bits that is read and written as a whole, as a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c::lower) struct Leaf {
    /// Bits from the beginning of the object.
    pub offset: u64,
    /// The number of bits in memory: 8 for a `_Bool`, the declared width for a bit-field.
    pub width: u32,
    /// The type of the value; `None` for overlapping members of a union, which are only bits.
    pub ty: Option<TypeId>,
}

impl Leaf {
    /// The first bit behind the part.
    pub fn end(self) -> u64 {
        self.offset + u64::from(self.width)
    }
}

/// The findings of earlier rounds of the lowering about objects that have too many parts to give each a variable: the
/// accessed parts, and the objects that are *rows*, one variable of array sort.
#[derive(Clone, Default, Debug)]
pub(in crate::c::lower) struct SparseParts {
    known: HashMap<Root, Vec<Leaf>>,
    /// By row: the bits of an element. All slots of a call on the heap have the same entry.
    rows: HashMap<Root, u64>,
    /// Whether this round of the lowering has found something. Code that was lowered before does not know it.
    pub has_new: bool,
}

impl SparseParts {
    /// The parts of an object, in ascending order.
    pub fn of(&self, root: Root) -> Vec<Leaf> {
        self.known.get(&root).cloned().unwrap_or_default()
    }

    /// The bits of an element, if the object is a row.
    pub fn row(&self, root: Root) -> Option<u64> {
        self.rows.get(&root.in_all_slots()).copied()
    }

    /// Notes that an object is a row whose elements have this many bits.
    pub fn add_row(&mut self, root: Root, unit: u64) {
        self.has_new |= self.rows.insert(root.in_all_slots(), unit) != Some(unit);
    }

    /// The same findings for the next round, in which none is new.
    pub fn known(self) -> SparseParts {
        SparseParts { has_new: false, ..self }
    }

    /// Adds a new part.
    pub fn add(&mut self, root: Root, leaf: Leaf) {
        let list = self.known.entry(root).or_default();
        let at = list.partition_point(|known| known.offset < leaf.offset);
        list.insert(at, leaf);
        self.has_new = true;
    }
}

/// The members of unions that the program names.
pub(super) struct Members {
    named: HashSet<(RecordId, u32)>,
}

impl Members {
    /// The members of unions that this program names.
    pub fn of(program: &Program) -> Members {
        let mut named = HashSet::default();
        for id in program.exprs() {
            if let ExprKind::Member(operand, field) = program.expr(id).kind {
                if let Type::Record(record) = program.types.get(program.expr(operand).ty) {
                    named.insert((record, field));
                }
            }
        }
        Members { named }
    }

    /// The parts of a type in ascending order.
    ///
    /// # Errors
    ///
    /// The reason why an object of the type cannot be split.
    pub fn leaves(&self, types: &Types, ty: TypeId) -> Result<Vec<Leaf>, String> {
        let mut parts = Parts::new(MOST_PARTS);
        self.add(types, ty, 0, &mut parts)?;
        parts.look()?;
        parts.leaves.sort_by_key(|leaf| leaf.offset);
        Ok(parts.leaves)
    }

    /// Adds the parts of a type that begins at a bit. Types nest at most [`Types::DEEPEST`] levels.
    fn add(&self, types: &Types, ty: TypeId, offset: u64, parts: &mut Parts) -> Result<(), String> {
        parts.look()?;
        let bits = |ty| types.size(ty).unwrap_or(0) * 8;
        match types.get(ty) {
            Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) => {
                parts.leaves.push(Leaf { offset, width: bits(ty) as u32, ty: Some(ty) });
            }
            Type::Array(_, None) => return Err("the length of this array is not known".to_string()),
            Type::Array(element, Some(length)) => {
                for at in 0..length {
                    self.add(types, element, offset + at * bits(element), parts)?;
                }
            }
            Type::Record(record) => {
                let from = parts.leaves.len();
                for (at, field) in types.fields(record).iter().enumerate() {
                    if types.record(record).is_union && !self.is_named(types, record, at) {
                        continue;
                    }
                    match field.bits {
                        Some(range) => parts.leaves.push(Leaf {
                            offset: offset + range.offset,
                            width: range.width,
                            ty: Some(field.ty),
                        }),
                        // A flexible member has no elements here.
                        None if types.size(field.ty).is_none() => {}
                        None => self.add(types, field.ty, offset + field.offset * 8, parts)?,
                    }
                }
                if types.record(record).is_union {
                    let inner = parts.leaves.split_off(from);
                    parts.leaves.append(&mut merged(inner));
                }
            }
            Type::Floating(kind) => {
                // The bytes of a `long double` behind its 80 bits are padding.
                parts.leaves.push(Leaf { offset, width: kind.stored_bits(), ty: Some(ty) });
            }
            Type::Error | Type::Void | Type::Function(_) => {}
        }
        Ok(())
    }

    /// Whether a member of a union counts: the program names it, or the program names none and it is the first of the
    /// largest members.
    fn is_named(&self, types: &Types, union: RecordId, at: usize) -> bool {
        let fields = types.fields(union);
        let named = |at: usize| self.named.contains(&(union, at as u32));
        if (0..fields.len()).any(named) {
            return named(at);
        }
        let size = |at: usize| types.size(fields[at].ty).unwrap_or(0);
        let largest = (0..fields.len()).map(size).max();
        (0..fields.len()).find(|&at| Some(size(at)) == largest) == Some(at)
    }
}

/// Parts in ascending order, with those that overlap joined to one without type.
fn merged(mut leaves: Vec<Leaf>) -> Vec<Leaf> {
    leaves.sort_by_key(|leaf| (leaf.offset, leaf.width));
    let mut result: Vec<Leaf> = Vec::new();
    for leaf in leaves {
        match result.last_mut() {
            Some(last) if last.end() > leaf.offset => {
                if *last != leaf {
                    last.width = (last.end().max(leaf.end()) - last.offset) as u32;
                    last.ty = None;
                }
            }
            _ => result.push(leaf),
        }
    }
    result
}

/// The scalars for whose values a run asks when an object of this type gets an arbitrary value, in order. The members
/// of a structure are asked one by one. A union is asked as its first scalar member that is as large as the union, or
/// byte by byte if it has none.
///
/// # Errors
///
/// The reason why the object cannot be split.
pub(in crate::c::lower) fn asked(types: &Types, ty: TypeId) -> Result<Vec<Leaf>, String> {
    let mut parts = Parts::new(MOST_LOOKS);
    add_asked(types, ty, 0, &mut parts)?;
    parts.look()?;
    Ok(parts.leaves)
}

fn add_asked(types: &Types, ty: TypeId, offset: u64, parts: &mut Parts) -> Result<(), String> {
    parts.look()?;
    let bits = |ty| types.size(ty).unwrap_or(0) * 8;
    match types.get(ty) {
        Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) => {
            parts.leaves.push(Leaf { offset, width: bits(ty) as u32, ty: Some(ty) });
        }
        Type::Floating(kind) => parts.leaves.push(Leaf { offset, width: kind.stored_bits(), ty: Some(ty) }),
        Type::Array(element, Some(length)) => {
            for at in 0..length {
                add_asked(types, element, offset + at * bits(element), parts)?;
            }
        }
        Type::Record(record) if types.record(record).is_union => {
            let size = types.record(record).size;
            let scalar = types.fields(record).iter().find(|field| {
                let whole = field.bits.is_none() && types.size(field.ty) == Some(size);
                whole && matches!(types.get(field.ty), Type::Integer(_) | Type::Enum(_) | Type::Pointer(_))
            });
            let (ty, width) = match scalar {
                Some(field) => (field.ty, size as u32 * 8),
                None => (types.integer(IntegerKind::UnsignedChar), 8),
            };
            for at in 0..size * 8 / u64::from(width.max(8)) {
                parts.look()?;
                parts.leaves.push(Leaf { offset: offset + at * u64::from(width), width, ty: Some(ty) });
            }
        }
        Type::Record(record) => {
            for field in types.fields(record) {
                match field.bits {
                    Some(range) => {
                        let (offset, width) = (offset + range.offset, range.width);
                        parts.leaves.push(Leaf { offset, width, ty: Some(field.ty) });
                    }
                    None => add_asked(types, field.ty, offset + field.offset * 8, parts)?,
                }
            }
        }
        _ => {}
    }
    Ok(())
}
