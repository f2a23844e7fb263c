//! Pointers as values: targets under conditions, and the numbers that stand for them in variables.
//!
//! A variable of a pointer holds 0 for the null pointer, `k` for the `k`-th of the targets that its object may hold,
//! and a larger number for no target. If a target is an array, a second variable holds the element.

use super::super::arch::IntegerKind;
use super::super::syntax::{BinaryOp, ExprId};
use super::lowering::{Cell, Lowering, Stop};
use super::targets::{refine, TargetKey};
use super::value::{Dim, Index, Place, StoreId, Target, Value, Way};
use crate::solver::term::{TermId, Terms};

impl Lowering<'_> {
    /// Whether a variable holds the number of a target, where there are so many targets.
    pub(super) fn code_is(&mut self, variable: TermId, code: usize, targets: usize) -> TermId {
        let number = self.code(code, targets);
        self.terms().eq(variable, number)
    }

    fn code(&mut self, code: usize, targets: usize) -> TermId {
        let numbers = self.numbers;
        numbers.number(self.terms(), code as i128, super::stores::pointer_code_bits(targets))
    }

    /// The pointer that a cell holds.
    pub(super) fn loaded_pointer(&mut self, store: StoreId, cell: &Cell) -> Result<Vec<Way>, Stop> {
        let targets = self.stores[store.0 as usize].targets.clone();
        let mut ways = Vec::with_capacity(targets.len() + 2);
        let mut guards = vec![self.code_is(cell.variable, 0, targets.len())];
        ways.push(Way { guard: guards[0], target: Target::Null });
        for (at, key) in targets.iter().enumerate() {
            let guard = self.code_is(cell.variable, at + 1, targets.len());
            guards.push(guard);
            let target = match *key {
                TargetKey::Function(function) => Target::Function(function),
                TargetKey::Text(text) => Target::Text(text),
                TargetKey::Part { object, base, stride, count } => {
                    let store = self.object_store(object)?;
                    let mut dims = Vec::new();
                    if let Some(term) = cell.index {
                        let stride = if count == 1 { self.part_bits(store, base, cell) } else { stride };
                        dims.push(Dim { index: Index { term, signed: true }, stride, count });
                    }
                    Target::At(Place { store, base, dims })
                }
            };
            ways.push(Way { guard, target });
        }
        let known = self.terms().or(&guards);
        let guard = self.terms().not(known);
        ways.push(Way { guard, target: Target::Nothing });
        Ok(ways)
    }

    /// The bits by which a pointer to a part of a store moves; 0 if that cannot be told.
    fn part_bits(&self, store: StoreId, base: u64, cell: &Cell) -> u64 {
        let pointee = cell.leaf.ty.and_then(|ty| self.program.types.pointee(ty));
        let size = pointee.and_then(|ty| self.program.types.size(ty)).map_or(0, |bytes| 8 * bytes);
        if self.is_part(store, base, size) {
            size
        } else {
            0
        }
    }

    /// Whether a store has a part of so many bits there.
    fn is_part(&self, store: StoreId, base: u64, size: u64) -> bool {
        let store = &self.stores[store.0 as usize];
        let is_it = |cell: &Cell| cell.leaf.offset == base && u64::from(cell.leaf.width) == size;
        let whole = self.program.types.size(store.ty).map(|bytes| 8 * bytes);
        base == 0 && whole == Some(size) || store.cells.iter().any(is_it)
    }

    fn index_zero(&mut self) -> TermId {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        numbers.number(self.terms(), 0, bits)
    }

    /// The index of the first element.
    pub(super) fn zero_index(&mut self) -> Index {
        Index { term: self.index_zero(), signed: true }
    }

    /// The numbers for a pointer in a store: of the target, and of the element.
    pub(super) fn stored_pointer(&mut self, store: StoreId, value: &Value) -> Result<(TermId, TermId), Stop> {
        let ways = match value {
            Value::Pointer(ways) => ways.clone(),
            _ => return self.refuse("an integer is stored as a pointer; store pointers only"),
        };
        let targets = self.stores[store.0 as usize].targets.clone();
        let has_index = self.targets.need_index(&targets);
        let nothing = self.code(targets.len() + 1, targets.len());
        let mut pair: Option<(TermId, TermId)> = None;
        for way in ways.iter().rev() {
            let mut index = self.index_zero();
            let code = match &way.target {
                Target::Null => self.code(0, targets.len()),
                Target::Nothing => nothing,
                Target::Function(function) => self.position(&targets, TargetKey::Function(*function))?,
                Target::Text(text) => self.position(&targets, TargetKey::Text(*text))?,
                Target::At(place) => {
                    let (key, at) = self.key_of(place)?;
                    let code = self.position(&targets, key)?;
                    match (at, key) {
                        (Some(at), TargetKey::Part { .. }) if !has_index => {
                            // There is no variable for the element, so it has to be the first.
                            let is_first = self.terms().eq(at, index);
                            self.terms().ite(is_first, code, nothing)
                        }
                        (at, _) => {
                            index = at.unwrap_or(index);
                            code
                        }
                    }
                }
            };
            pair = Some(match pair {
                None => (code, index),
                Some((other, other_index)) => {
                    let code = self.terms().ite(way.guard, code, other);
                    (code, self.terms().ite(way.guard, index, other_index))
                }
            });
        }
        let index = self.index_zero();
        Ok(pair.unwrap_or((nothing, index)))
    }

    fn position(&mut self, targets: &[TargetKey], key: TargetKey) -> Result<TermId, Stop> {
        match targets.binary_search(&key) {
            Ok(at) => Ok(self.code(at + 1, targets.len())),
            Err(_) => self.refuse("the target of this pointer is not supported"),
        }
    }

    /// A place as a target, and the number of its element.
    fn key_of(&mut self, place: &Place) -> Result<(TargetKey, Option<TermId>), Stop> {
        let object = match self.stores[place.store.0 as usize].object {
            Some(object) => object,
            None => return self.refuse("a pointer to a value that is no object"),
        };
        let (mut stride, mut count, mut index) = (0, 1, None);
        for dim in &place.dims {
            let refined = refine(stride, count, dim.stride, dim.count);
            let here = self.wide_index(dim.index, self.pointer_bits());
            index = Some(match index {
                None => here,
                Some(outer) => {
                    let outer = self.index_times(outer, dim.count, self.pointer_bits());
                    self.index_sum(outer, here, false)
                }
            });
            match refined {
                Some(refined) => {
                    stride = refined.0;
                    count = refined.1;
                }
                None => {
                    return self
                        .refuse("a pointer to an array in an element of an array; use indices instead")
                }
            }
        }
        Ok((TargetKey::Part { object, base: place.base, stride, count }, index))
    }

    /// An index with this many bits.
    fn wide_index(&mut self, index: Index, bits: u32) -> TermId {
        let numbers = self.numbers;
        numbers.resize(self.terms(), index.term, index.signed, bits)
    }

    fn index_times(&mut self, index: TermId, factor: u64, bits: u32) -> TermId {
        let numbers = self.numbers;
        let factor = numbers.number(self.terms(), i128::from(factor), bits);
        let product = numbers.binary(self.terms(), BinaryOp::Mul, IntegerKind::LongLong, index, factor);
        product.unwrap_or(index)
    }

    fn index_sum(&mut self, a: TermId, b: TermId, minus: bool) -> TermId {
        match (self.numbers.is_words(), minus) {
            (true, false) => self.terms().bv_add(a, b),
            (true, true) => self.terms().bv_sub(a, b),
            (false, false) => self.terms().add(&[a, b]),
            (false, true) => self.terms().sub(a, b),
        }
    }

    /// A pointer that is moved by elements of a size in bits.
    pub(super) fn moved(
        &mut self,
        ways: Vec<Way>,
        by: Index,
        size: u64,
        minus: bool,
    ) -> Result<Vec<Way>, Stop> {
        let is_zero = self.numbers.value(self.cfa.terms(), by.term, by.signed) == Some(0);
        if is_zero {
            return Ok(ways);
        }
        let mut moved = Vec::with_capacity(ways.len());
        for mut way in ways {
            if let Target::At(place) = &mut way.target {
                match place.dims.last_mut() {
                    Some(dim) if dim.stride == size => {
                        dim.index = self.index_moved(dim.index, by, minus);
                    }
                    Some(_) => {
                        return self.refuse("a pointer is moved by parts of its elements; use indices")
                    }
                    None => {
                        if !self.is_part(place.store, place.base, size) {
                            return self.refuse("a pointer is moved by parts of its object; use members");
                        }
                        let first = self.zero_index();
                        let index = self.index_moved(first, by, minus);
                        place.dims.push(Dim { index, stride: size, count: 1 });
                    }
                }
            }
            moved.push(way);
        }
        Ok(moved)
    }

    /// The sum or difference of two indices.
    fn index_moved(&mut self, index: Index, by: Index, minus: bool) -> Index {
        let is_first = self.numbers.value(self.cfa.terms(), index.term, index.signed) == Some(0);
        if is_first && !minus {
            return by;
        }
        let (a, b) = (self.wide_index(index, 64), self.wide_index(by, 64));
        Index { term: self.index_sum(a, b, minus), signed: true }
    }

    /// One of two pointers.
    pub(super) fn either_way(&mut self, guard: TermId, a: Vec<Way>, b: Vec<Way>) -> Vec<Way> {
        match guard {
            Terms::TRUE => return a,
            Terms::FALSE => return b,
            _ if a == b => return a,
            _ => {}
        }
        let not_guard = self.terms().not(guard);
        let mut ways: Vec<Way> = Vec::with_capacity(a.len() + b.len());
        for (condition, list) in [(guard, a), (not_guard, b)] {
            for way in list {
                let guard = self.terms().and(&[condition, way.guard]);
                if guard == Terms::FALSE {
                    continue;
                }
                match ways.iter().position(|known| known.target == way.target) {
                    Some(at) => {
                        let known = ways[at].guard;
                        ways[at].guard = self.terms().or(&[known, guard]);
                    }
                    None => ways.push(Way { guard, ..way }),
                }
            }
        }
        ways
    }

    /// The bits from the beginning of the object to a place.
    fn offset_of(&mut self, place: &Place) -> TermId {
        let numbers = self.numbers;
        let mut sum = numbers.number(self.terms(), i128::from(place.base), 64);
        for dim in &place.dims {
            let index = self.wide_index(dim.index, 64);
            let part = self.index_times(index, dim.stride, 64);
            sum = self.index_sum(sum, part, false);
        }
        sum
    }

    /// A comparison of two pointers. Pointers into different objects are not ordered.
    pub(super) fn compare_pointers(&mut self, op: BinaryOp, a: &[Way], b: &[Way]) -> TermId {
        let is_equality = matches!(op, BinaryOp::Equal | BinaryOp::NotEqual);
        let mut cases = Vec::new();
        for left in a {
            for right in b {
                let both = self.terms().and(&[left.guard, right.guard]);
                if both == Terms::FALSE {
                    continue;
                }
                let holds = match (&left.target, &right.target) {
                    (Target::At(a), Target::At(b)) if a.store == b.store => {
                        let (a, b) = (self.offset_of(a), self.offset_of(b));
                        let numbers = self.numbers;
                        let op = if op == BinaryOp::NotEqual { BinaryOp::Equal } else { op };
                        numbers.compare(self.terms(), op, true, a, b)
                    }
                    (a, b) => {
                        let or_same =
                            is_equality || matches!(op, BinaryOp::LessEqual | BinaryOp::GreaterEqual);
                        self.cfa.terms().bool(a == b && or_same)
                    }
                };
                cases.push(self.terms().and(&[both, holds]));
            }
        }
        let any = self.terms().or(&cases);
        match op {
            BinaryOp::NotEqual => self.terms().not(any),
            _ => any,
        }
    }

    /// The difference of two pointers in elements of a size in bits; 0 if they point into different objects.
    pub(super) fn pointer_difference(
        &mut self,
        id: ExprId,
        a: &[Way],
        b: &[Way],
        size: u64,
    ) -> Result<Value, Stop> {
        let kind = self.program.types.options().difference_kind();
        let numbers = self.numbers;
        let bits = numbers.target.integer_bits(kind);
        let mut value = numbers.constant(self.terms(), kind, 0);
        for left in a {
            for right in b {
                let (from, to) = match (&left.target, &right.target) {
                    (Target::At(a), Target::At(b)) if a.store == b.store => (a, b),
                    _ => continue,
                };
                let in_elements = |place: &Place| place.dims.last().map_or(true, |dim| dim.stride == size);
                let same = from.base == to.base && from.dims.len() == to.dims.len();
                if !same || !in_elements(from) || !in_elements(to) {
                    self.pos = self.program.expr(id).pos;
                    return self.refuse("the difference of pointers to different members is not supported");
                }
                let difference = match (from.dims.last(), to.dims.last()) {
                    (Some(a), Some(b)) => {
                        let (a, b) = (self.wide_index(a.index, bits), self.wide_index(b.index, bits));
                        self.index_sum(a, b, true)
                    }
                    _ => numbers.constant(self.terms(), kind, 0),
                };
                let both = self.terms().and(&[left.guard, right.guard]);
                value = self.terms().ite(both, difference, value);
            }
        }
        Ok(Value::Number(value))
    }
}
