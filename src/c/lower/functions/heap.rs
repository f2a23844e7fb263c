//! Objects of the heap.
//!
//! Each place in the program that calls `malloc` or its like has a few *slots* for the objects that it has made and
//! that are alive. A new object takes the first free slot. If no slot is free, there is an unsupported point. A slot
//! may be used again after its object has ended, so a pointer to the old object leads to the new one, unless `held`
//! prevents it.
//!
//! If the options ask for objects without a bound, calls that can make them have a *family* instead of slots
//! (`memory/families`), and a new object takes the next number.
//!
//! The elements of a slot have the largest type to which the program has a pointer to the beginning of such an object:
//! `struct s` for `struct s *p = malloc(n)`. If the program computes the size, the slot has a variable for the length,
//! and its object is a row (`memory/rows`). If addresses may be stored in it, it has room for [`MOST_ELEMENTS`]
//! elements instead.
//!
//! The bytes of an object that `malloc` makes have arbitrary values; an integer that is no word has any value of the
//! range of its type.

use crate::c::lower::analysis::changes::heap_owner;
use crate::c::lower::analysis::keys::Root;
use crate::c::lower::analysis::leaves::{Leaf, MOST_PARTS};
use crate::c::lower::analysis::special::Allocator;
use crate::c::lower::analysis::targets::Lists;
use crate::c::lower::asked::Size;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::{Cell, Store};
use crate::c::lower::machine::updates::Updates;
use crate::c::lower::machine::value::{Family, HeapSlot, Place, StoreId, Target, Value, Way};
use crate::c::lower::options::largest_heap_object;
use crate::c::lower::source_map::{VariableOrigin, MORE_OBJECTS};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::IntegerKind;
use crate::c::read::property::{Ask, AskKind, Failure};
use crate::c::read::syntax::{BinaryOp, ExprId, FunctionId};
use crate::c::read::types::TypeId;
use crate::solver::term::{Sort, TermId, Terms};

/// The number of elements for which an object that is no row has room if its size is no constant.
const MOST_ELEMENTS: u64 = 64;
/// The largest factor of a size. The product of two such factors fits into a pointer, even of 32 bits.
const LARGEST_FACTOR: u64 = u16::MAX as u64;

impl Lowering<'_> {
    /// A slot of a call. The call itself may be lowered later.
    pub(in crate::c::lower) fn heap_slot(&mut self, call: ExprId, slot: u8) -> Result<HeapSlot, Stop> {
        let found = match self.heap.slots(call) {
            Some(slots) => slots.get(usize::from(slot)).copied(),
            None => self.heap_slots(call)?.get(usize::from(slot)).copied(),
        };
        match found {
            Some(slot) => Ok(slot),
            None => self.refuse("an object of the heap that no call makes"),
        }
    }

    /// All slots of a call.
    fn heap_slots(&mut self, call: ExprId) -> Result<Vec<HeapSlot>, Stop> {
        if let Some(known) = self.heap.slots(call) {
            return Ok(known.to_vec());
        }
        let slots = self.new_slots(call)?;
        self.heap.add(call, slots.clone());
        Ok(slots)
    }

    /// The type of the elements in the slots of a call, and the number of bytes of a slot.
    pub(in crate::c::lower) fn heap_element(&self, call: ExprId, fixed: Option<u64>) -> (TypeId, u64) {
        let types = &self.program.types;
        let seen = self.known.heap_type(call, fixed.unwrap_or(u64::MAX));
        let element = seen.unwrap_or_else(|| types.integer(IntegerKind::UnsignedChar));
        let size = types.size(element).unwrap_or(1).max(1);
        (element, fixed.unwrap_or(MOST_ELEMENTS.saturating_mul(size)))
    }

    /// The scalars of a slot of `bytes` bytes; `None` if they are too many.
    fn heap_leaves(&self, element: TypeId, bytes: u64) -> Option<Vec<Leaf>> {
        let types = &self.program.types;
        let size = types.size(element).unwrap_or(1).max(1);
        let one = self.scalars(element, None).ok()?;
        let (count, rest) = (bytes / size, bytes % size);
        if count.saturating_mul(one.len().max(1) as u64).saturating_add(rest) > MOST_PARTS as u64 {
            return None;
        }
        let mut leaves = Vec::new();
        for at in 0..count {
            leaves.extend(one.iter().map(|leaf| Leaf { offset: leaf.offset + 8 * at * size, ..*leaf }));
        }
        let byte = types.integer(IntegerKind::UnsignedChar);
        for at in 0..rest {
            leaves.push(Leaf { offset: 8 * (count * size + at), width: 8, ty: Some(byte) });
        }
        Some(leaves)
    }

    /// The name of the variable for a part of a slot.
    pub(in crate::c::lower) fn heap_name(&self, call: ExprId, slot: u8, offset: u64) -> String {
        let line = self.program.lines.line_and_column(self.program.expr(call).pos).0;
        format!("heap:{}#{}.{}", line, slot + 1, offset / 8)
    }

    /// The bits of an element, if the objects that a call makes are rows: those of computed sizes, and those that the
    /// program accesses in too many ways.
    fn heap_unit(&self, call: ExprId, element: TypeId, fixed: Option<u64>, targets: &Lists) -> Option<u64> {
        let root = Root::Heap(call, 0);
        let size = 8 * self.program.types.size(element).unwrap_or(1).max(1);
        let new = fixed.is_none() && self.may_be_row(root, targets);
        self.objects.row_unit(root).or_else(|| new.then(|| Self::first_unit(size, 64)))
    }

    fn new_slots(&mut self, call: ExprId) -> Result<Vec<HeapSlot>, Stop> {
        let fixed = self.known.fixed_size(call);
        let (ty, bytes) = self.heap_element(call, fixed);
        let targets = self.known.targets().in_heap(call);
        let unit = self.heap_unit(call, ty, fixed, &targets);
        let largest = largest_heap_object(self.numbers.target);
        let room = if unit.is_some() { fixed.unwrap_or(largest) } else { bytes };
        let all = if unit.is_some() { Some(Vec::new()) } else { self.heap_leaves(ty, bytes) };
        let like = Store {
            cells: Vec::new(),
            targets,
            root: Some(Root::Heap(call, 0)),
            ty,
            bits: room.saturating_mul(8),
            is_text: false,
            is_const: false,
            is_sparse: all.is_none(),
            row: None,
            alive: None,
            length: None,
        };
        match (all, self.known.targets().is_family(call)) {
            (Some(leaves), true) => Ok(vec![self.new_family(call, leaves, like)]),
            (None, true) => self.refuse("an object of the heap with too many parts"),
            (all, false) => {
                let slots = 0..self.known.targets().slots(call);
                Ok(slots.map(|at| self.new_slot(call, at, all.clone(), unit, &like)).collect())
            }
        }
    }

    /// A store that an object of a call may have, with its variables. `like` is the store without them.
    fn new_slot(
        &mut self,
        call: ExprId,
        at: u8,
        leaves: Option<Vec<Leaf>>,
        unit: Option<u64>,
        like: &Store,
    ) -> HeapSlot {
        let (root, owner) = (Root::Heap(call, at), Some(heap_owner(self.program)));
        let leaves = leaves.unwrap_or_else(|| self.objects.sparse_parts(root));
        let mut cells = Vec::with_capacity(leaves.len());
        for leaf in leaves {
            let name = self.heap_name(call, at, leaf.offset);
            cells.push(self.new_cell(name, leaf, &like.targets, Some(root), owner));
        }
        let name = self.heap_name(call, at, 0);
        let row = unit.map(|unit| self.new_row(&name, unit, VariableOrigin::Heap, owner));
        let declare = |lowering: &mut Self, suffix: &str, sort| {
            lowering.new_variable(&format!("{}.{}", name, suffix), sort, VariableOrigin::Heap, owner)
        };
        let alive = Some(declare(self, "alive", Sort::Bool));
        let sort = self.value_sort();
        let is_computed = self.known.fixed_size(call).is_none();
        let length = is_computed.then(|| declare(self, "length", sort));
        let store = self.objects.add(Store { cells, root: Some(root), row, alive, length, ..like.clone() });
        let held = self.keeps_slots().then(|| declare(self, "held", Sort::Bool));
        HeapSlot { store, alive, length, held, family: None }
    }

    /// The store of a family and its variables. `like` is the store without cells.
    fn new_family(&mut self, call: ExprId, leaves: Vec<Leaf>, like: Store) -> HeapSlot {
        let (owner, targets) = (Some(heap_owner(self.program)), like.targets.clone());
        let name = self.heap_name(call, 0, 0);
        let cells = |lowering: &mut Self, root: Option<Root>, suffix: &str| -> Vec<Cell> {
            let cell = |leaf: &Leaf| {
                let name = format!("{}{}", lowering.heap_name(call, 0, leaf.offset), suffix);
                lowering.new_cell(name, *leaf, &targets, root, owner.filter(|_| root.is_some()))
            };
            leaves.iter().map(cell).collect()
        };
        let (own, blank) = (cells(self, like.root, ""), cells(self, None, ".blank"));
        let declare = |lowering: &mut Self, suffix: &str, sort| {
            lowering.new_variable(&format!("{}.{}", name, suffix), sort, VariableOrigin::Heap, owner)
        };
        let truths = self.sort_by_number(Sort::Bool);
        let ends = self.known.lives().ends_objects;
        let alive = ends.then(|| declare(self, "alive", truths));
        let made = declare(self, "made", Sort::Int);
        let left = self.options.checks_leaks().then(|| declare(self, "left", Sort::Int));
        let blank = self.objects.add(Store { cells: blank, root: None, ..like.clone() });
        let store = self.objects.add(Store { cells: own, alive, ..like });
        HeapSlot { store, alive, length: None, held: None, family: Some(Family { made, blank, left }) }
    }

    /// Makes a new object, and returns the pointer to it.
    pub(super) fn allocate(
        &mut self,
        call: ExprId,
        how: Allocator,
        arguments: &[Value],
    ) -> Result<Value, Stop> {
        let types = &self.program.types;
        if types.size(self.program.expr(call).ty) != Some(types.options().pointer_size()) {
            return self
                .refuse("an object of the heap whose address the result cannot hold; declare the function");
        }
        let old = match how {
            Allocator::Copied { .. } => self.old_object(call, arguments.first())?,
            Allocator::Plain { .. } | Allocator::Zeroed { .. } | Allocator::OfCall { .. } => Vec::new(),
        };
        let size = self.requested(call, how, arguments)?;
        if let Allocator::Copied { .. } = how {
            self.refuse_empty(self.known.fixed_size(call), size);
        }
        let largest = largest_heap_object(self.numbers.target);
        if self.known.fixed_size(call).map_or(false, |bytes| bytes > largest) {
            return self.refuse(format!("an object of the heap with more than {} bytes", largest));
        }
        let slots = self.heap_slots(call)?;
        if slots.is_empty() {
            return self.refuse("an object of the heap that no call makes");
        }
        let function = self.frame()?.function;
        self.heap.note_maker(call, function);
        if let Some(bytes) = size {
            self.refuse_large(bytes, &slots)?;
        }
        if let [HeapSlot { store, alive, family: Some(family), .. }] = slots[..] {
            return self.next_of_family(call, how, store, alive, family);
        }
        let taken = self.taken(call, &slots);
        let all = self.terms().and(&taken);
        let are = if self.keeps_slots() { "alive, or have pointers to them" } else { "alive" };
        let reason = format!(
            "more than {} objects of the heap that this call makes are {}; {}",
            slots.len(),
            are,
            MORE_OBJECTS
        );
        self.builder.unsupported_if(all, reason);
        self.make_in_first(call, (how, size), &slots, &taken, old)
    }

    /// Makes an object in the first slot that is not taken, and returns the pointer to it.
    fn make_in_first(
        &mut self,
        call: ExprId,
        (how, size): (Allocator, Option<TermId>),
        slots: &[HeapSlot],
        taken: &[TermId],
        old: Vec<Way>,
    ) -> Result<Value, Stop> {
        let before = match self.builder.at() {
            Some(before) => before,
            None => return self.default_value(self.program.expr(call).ty),
        };
        let chosen = self.temporary(self.numbers.sort_of_bits(8))?;
        let join = self.builder.location();
        for (at, slot) in slots.iter().enumerate() {
            self.builder.stand_at(before);
            let mut guard: Vec<TermId> = taken[..at].to_vec();
            guard.push(self.builder.terms_mut().not(taken[at]));
            let guard = self.terms().and(&guard);
            self.builder.assume(guard);
            self.make(*slot, how, size, call)?;
            self.copy_old(slot.store, &old)?;
            let number = self.slot_number(at);
            let mut changes = vec![(chosen, number)];
            changes.extend(slot.alive.map(|alive| (alive, Terms::TRUE)));
            changes.extend(self.note_use(slot));
            self.builder.assign(changes);
            self.builder.jump(join);
        }
        self.builder.enter(join);
        self.end_at(old);
        let mut ways = Vec::new();
        let mut others = Vec::new();
        for (at, slot) in slots.iter().enumerate() {
            let number = self.slot_number(at);
            let guard = match at + 1 == slots.len() {
                true => self.terms().and(&others),
                false => self.terms().eq(chosen, number),
            };
            others.push(self.terms().not(guard));
            ways.push(Way { guard, target: Target::At(Place::start(slot.store)) });
        }
        Ok(Value::Pointer(ways))
    }

    /// Makes the next object of a family: a copy of the blank object, which first gets its contents.
    fn next_of_family(
        &mut self,
        call: ExprId,
        how: Allocator,
        store: StoreId,
        alive: Option<TermId>,
        family: Family,
    ) -> Result<Value, Stop> {
        let Family { made, blank, left } = family;
        if self.builder.at().is_none() {
            return self.default_value(self.program.expr(call).ty);
        }
        self.make(
            HeapSlot { store: blank, alive: None, length: None, held: None, family: None },
            how,
            None,
            call,
        )?;
        let number = self.temporary(Sort::Int)?;
        let next = self.number_after(made);
        let mut changes = Updates::default();
        changes.set(number, made);
        changes.set(made, next);
        if let Some(left) = left {
            let more = self.number_after(left);
            changes.set(left, more);
        }
        let arrays = self.objects.store(store).cells.iter().flat_map(Cell::variables).collect::<Vec<_>>();
        let values = self.objects.store(blank).cells.iter().flat_map(Cell::variables).collect::<Vec<_>>();
        for (array, value) in arrays.into_iter().zip(values).chain(alive.map(|alive| (alive, Terms::TRUE))) {
            let after = self.terms().store(array, made, value);
            changes.set(array, after);
        }
        self.builder.assign(changes.into_list());
        let place = Place { number: Some(number), ..Place::start(store) };
        Ok(Value::Pointer(Value::way(Target::At(place))))
    }

    fn slot_number(&mut self, at: usize) -> TermId {
        let numbers = self.numbers;
        numbers.number(self.terms(), at as i128, 8)
    }

    /// The term for the size in bytes that a call asks for; `None` if it is a constant.
    fn requested(
        &mut self,
        call: ExprId,
        how: Allocator,
        arguments: &[Value],
    ) -> Result<Option<TermId>, Stop> {
        if self.known.fixed_size(call).is_some() {
            return Ok(None);
        }
        let types = self.program.argument_types(call);
        let bytes = |lowering: &mut Self, at: usize| match (arguments.get(at), types.get(at)) {
            (Some(value), Some(&ty)) => {
                let number = lowering.number(value, ty)?;
                let signed = lowering.is_signed(Some(ty));
                let (numbers, bits) = (lowering.numbers, lowering.pointer_bits());
                Ok(numbers.resize(lowering.terms(), number, signed, bits))
            }
            _ => lowering.refuse("expected the size of the object"),
        };
        match how {
            Allocator::Plain { size }
            | Allocator::OfCall { size }
            | Allocator::Copied { size, count: None }
            | Allocator::Zeroed { size, count: None } => Ok(Some(bytes(self, size)?)),
            Allocator::Zeroed { size, count: Some(count) }
            | Allocator::Copied { size, count: Some(count) } => {
                let (size, count) = (bytes(self, size)?, bytes(self, count)?);
                let (numbers, kind) = (self.numbers, self.numbers.target.size_kind());
                self.refuse_wide(size, count);
                match numbers.binary(self.terms(), BinaryOp::Mul, kind, count, size) {
                    Ok(product) => Ok(Some(product)),
                    Err(reason) => self.refuse(reason),
                }
            }
        }
    }

    /// Adds an unsupported point for factors of a size whose product may wrap around: one is above the largest number
    /// that the other allows if it is a constant, and else above [`LARGEST_FACTOR`]. Integers without bounds do
    /// not wrap.
    fn refuse_wide(&mut self, size: TermId, count: TermId) {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        if !numbers.is_words() {
            return;
        }
        let mut large = Vec::new();
        for (factor, other) in [(size, count), (count, size)] {
            let most = match numbers.value(self.builder.terms(), other, false) {
                Some(other) if other > 0 => ((1 << bits) - 1) / other,
                Some(_) | None => i128::from(LARGEST_FACTOR),
            };
            if numbers.value(self.builder.terms(), factor, false).map_or(true, |factor| factor > most) {
                let most = numbers.number(self.terms(), most, bits);
                large.push(numbers.compare(self.terms(), BinaryOp::Greater, false, factor, most));
            }
        }
        let any = self.terms().or(&large);
        self.builder.unsupported_if(any, "an object of the heap with a size that may wrap around");
    }

    /// Adds an unsupported point for objects that are larger than a slot.
    fn refuse_large(&mut self, bytes: TermId, slots: &[HeapSlot]) -> Result<(), Stop> {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let first = slots.first().map(|slot| self.objects.store(slot.store));
        if first.map_or(false, |store| self.is_without_bound(store)) {
            return Ok(());
        }
        let room = first.map_or(0, |store| store.bits / 8);
        let most = numbers.number(self.terms(), i128::from(room), bits);
        let large = numbers.compare(self.terms(), BinaryOp::Greater, false, bytes, most);
        self.builder.unsupported_if(large, format!("an object of the heap with more than {} bytes", room));
        Ok(())
    }

    /// Gives a slot its contents and its length.
    fn make(
        &mut self,
        slot: HeapSlot,
        how: Allocator,
        size: Option<TermId>,
        call: ExprId,
    ) -> Result<(), Stop> {
        if let (Some(length), Some(bytes)) = (slot.length, size) {
            self.builder.assign(vec![(length, bytes)]);
        }
        match how {
            Allocator::Zeroed { .. } => {
                let zeros = self.zeros(slot.store)?;
                self.builder.assign(zeros.into_list());
            }
            Allocator::Plain { .. } | Allocator::OfCall { .. } | Allocator::Copied { .. } => {
                let pos = self.program.expr(call).pos;
                let byte = self.program.types.integer(IntegerKind::UnsignedChar);
                let (command, inputs) = self.any_cells(slot.store)?;
                let like = Ask { pos, kind: AskKind::Heap, ty: byte };
                let bytes = match (slot.length, self.known.fixed_size(call)) {
                    (Some(length), _) => Size::Variable(length, self.pointer_bits()),
                    (None, fixed) => Size::Fixed(fixed.unwrap_or(0)),
                };
                let asked = self.asked_bytes(slot.store, &inputs, bytes, like);
                let edge = self.builder.edge(command);
                self.builder.note_asks(edge, vec![asked]);
            }
        }
        Ok(())
    }

    /// Lowers `free`. It has no effect if the pointer is null, or does not lead to the beginning of an object of the
    /// heap.
    pub(super) fn free(&mut self, pointer: Option<&Value>) -> Result<(), Stop> {
        let ways = match pointer {
            Some(pointer) => self.as_ways(pointer)?,
            None => return self.refuse("expected a pointer"),
        };
        self.check_free(&ways);
        self.end_at(ways);
        Ok(())
    }

    /// Adds the error that a freed pointer is neither null nor the beginning of a live object of the heap that `alloca`
    /// has not made, if the options ask for it.
    pub(super) fn check_free(&mut self, ways: &[Way]) {
        if !self.options.checks(Failure::InvalidFree) {
            return;
        }
        let mut wrong = Vec::new();
        for way in ways {
            let fine = match &way.target {
                Target::Number(number) => {
                    let zero = self.zero_index();
                    self.terms().eq(*number, zero)
                }
                Target::Function(_) => Terms::FALSE,
                Target::At(place) => match (self.alive_at(place), self.is_of_call(place.store)) {
                    (Some(alive), false) => {
                        let is_start = self.compare_offsets(BinaryOp::Equal, place, &place.beginning());
                        self.terms().and(&[alive, is_start])
                    }
                    (Some(_), true) | (None, _) => Terms::FALSE,
                },
            };
            let not_fine = self.terms().not(fine);
            wrong.push(self.builder.terms_mut().and(&[way.guard, not_fine]));
        }
        let any = self.terms().or(&wrong);
        self.builder.fail_if(any, Failure::InvalidFree);
    }

    /// Whether the object of a store is of `alloca` or of the environment.
    fn is_of_call(&self, store: StoreId) -> bool {
        match self.objects.store(store).root {
            Some(Root::Heap(call, _)) => self.need_not_free(call),
            Some(Root::Object(_) | Root::Text(_)) | None => false,
        }
    }

    /// Whether a call makes objects that the program has not to free.
    pub(super) fn need_not_free(&self, call: ExprId) -> bool {
        self.makes_for_call(call) || self.known.makes_unfreed(call)
    }

    fn makes_for_call(&self, call: ExprId) -> bool {
        matches!(self.known.allocator(call), Some(Allocator::OfCall { .. }))
    }

    /// Ends the object of the heap to whose beginning a pointer leads, if there is one.
    fn end_at(&mut self, ways: Vec<Way>) {
        let mut changes = Updates::default();
        for way in ways {
            let place = match way.target {
                Target::At(place) => place,
                Target::Number(_) | Target::Function(_) => continue,
            };
            let alive = match self.alive_at(&place) {
                Some(alive) => alive,
                None => continue,
            };
            let is_start = self.compare_offsets(BinaryOp::Equal, &place, &place.beginning());
            let ends = self.terms().and(&[way.guard, is_start]);
            if let Some(left) = self.heap.left_of(self.objects.store(place.store).root) {
                let is_one_less = self.terms().and(&[ends, alive]);
                let minus = self.object_number(-1);
                let before = changes.get(left).unwrap_or(left);
                let less = self.terms().add(&[before, minus]);
                let after = self.terms().ite(is_one_less, less, before);
                changes.set(left, after);
            }
            self.add_change(&mut changes, ends, alive, Terms::FALSE);
        }
        self.builder.assign(changes.into_list());
    }

    /// Ends the objects of `alloca` that a call of a function has made, which returns.
    pub(in crate::c::lower) fn end_objects_of(&mut self, function: FunctionId) {
        let mut changes = Vec::new();
        for &(call, of) in self.heap.makers() {
            if of == function && self.makes_for_call(call) {
                changes.extend(self.heap.alive(call).map(|alive| (alive, Terms::FALSE)));
            }
        }
        self.builder.assign(changes);
    }
}
