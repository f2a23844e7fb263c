//! Pointers: how they are stored in variables, compared, and subtracted.
//!
//! The first variable of a stored address is its *code*: the position of its target in the list that the analysis has
//! found. If the target is a number, or a place with a stride, the second variable is this number, or the index. For a
//! pointer with the targets null, `x`, and the elements of `a`, the code 2 with the index 3 is the address `&a[3]`. If
//! the target is in a family (`families`), a third variable holds the number of the object. A
//! pointer whose target is not in the list cannot be stored: there is an unsupported point.

use crate::base::HashMap;
use crate::c::lower::analysis::addressing::Class;
use crate::c::lower::analysis::keys::{positions_in, Root, TargetKey};
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::objects::{Cell, Holds};
use crate::c::lower::machine::value::{Index, Place, Step, StoreId, Target, Value, Way};
use crate::c::lower::memory::offsets::indices_up_to;
use crate::c::lower::options::LOWEST_ADDRESS;
use crate::c::lower::stop::Stop;
use crate::c::read::syntax::{BinaryOp, ExprId};
use crate::solver::term::{Sort, TermId, Terms};

/// The reason why an equality of addresses is not followed.
const UNKNOWN_EQUALITY: &str =
    "whether an address is equal to a number, or to that of an object that has ended, is not known";

const UNKNOWN_ORDER: &str = "the order of addresses of different objects is not known";

const UNKNOWN_DIFFERENCE: &str = "the difference of addresses of different objects";

/// The most targets of a pointer that differ only in a term. If there are more, they are joined to one.
const MOST_ALIKE: usize = 4;

/// The length of lists of targets from which on an operation first checks the limits.
const LONG: usize = 64;

/// The key of a group of targets that differ only in a term: the number, or the index of the single step.
#[derive(PartialEq, Eq, Hash)]
enum Alike {
    Number,
    At {
        store: StoreId,
        base: i64,
        stride: i64,
        signed: bool,
        sort: Sort,
    },
    /// A fixed place in an object of a family.
    Numbered {
        store: StoreId,
        base: i64,
    },
}

/// The values of the variables of an address: the code, the number or index, and the number of the object.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    pub code: TermId,
    pub value: TermId,
    pub number: TermId,
}

impl Lowering<'_> {
    /// The pointer that is this number.
    pub(in crate::c::lower) fn number_pointer(&mut self, number: i128) -> Vec<Way> {
        let numbers = self.numbers;
        let bits = self.pointer_bits();
        Value::way(Target::Number(numbers.number(self.terms(), number, bits)))
    }

    /// The formula that the code in a variable is the position `at` in a list of `targets` targets.
    pub(in crate::c::lower) fn code_is(&mut self, variable: TermId, at: usize, targets: usize) -> TermId {
        let number = self.code(at, targets);
        self.terms().eq(variable, number)
    }

    pub(in crate::c::lower) fn code(&mut self, at: usize, targets: usize) -> TermId {
        let numbers = self.numbers;
        numbers.number(self.terms(), at as i128, pointer_code_bits(targets))
    }

    /// The address that a cell holds.
    pub(in crate::c::lower) fn loaded_address(
        &mut self,
        store: StoreId,
        cell: &Cell,
    ) -> Result<Vec<Way>, Stop> {
        let class = match cell.holds {
            Holds::Address(class) => class,
            Holds::Bits | Holds::Truth => return Ok(Value::way(Target::Number(cell.variable))),
        };
        let targets = self.objects.store(store).targets.of_class(class).clone();
        let mut ways = Vec::with_capacity(targets.len());
        let mut others = Vec::new();
        for (at, key) in targets.iter().enumerate() {
            let guard = match at + 1 == targets.len() {
                // Every other code stands for the last target, so that exactly one guard holds.
                true => self.terms().and(&others),
                false => self.code_is(cell.variable, at, targets.len()),
            };
            others.push(self.terms().not(guard));
            let target = match *key {
                TargetKey::Zero => Target::Number(self.zero_index()),
                TargetKey::Number => Target::Number(match cell.value {
                    Some(value) => value,
                    None => self.some_number(),
                }),
                TargetKey::Function(function) => Target::Function(function),
                TargetKey::Part { root, base, stride } => {
                    let store = self.root_store(root)?;
                    let steps = match cell.value.filter(|_| stride != 0) {
                        Some(term) => {
                            vec![Step { index: Index { term, signed: true }, stride: stride as i64 }]
                        }
                        None => Vec::new(),
                    };
                    let number = cell.number.filter(|_| self.is_family(root));
                    Target::At(Place { store, number, base, steps })
                }
            };
            ways.push(Way { guard, target });
        }
        Ok(ways)
    }

    /// The number that stands for all numbers but 0 if the program cannot tell them apart. It is far from both ends of
    /// the address space, so it may be the address of an object, even if a member's offset is added.
    pub(super) fn some_number(&mut self) -> TermId {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        numbers.number(self.terms(), 1 << (bits - 1), bits)
    }

    pub(in crate::c::lower) fn zero_index(&mut self) -> TermId {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        numbers.number(self.terms(), 0, bits)
    }

    /// The values of the variables under which an address is stored.
    pub(super) fn stored_address(&mut self, store: StoreId, class: Class, ways: &[Way]) -> Stored {
        let targets = self.objects.store(store).targets.of_class(class).clone();
        let zero = Stored {
            code: self.code(0, targets.len()),
            value: self.zero_index(),
            number: self.object_number(0),
        };
        let mut stored: Option<Stored> = None;
        for way in ways.iter().rev() {
            let (code, value) = match &way.target {
                Target::Number(number) => self.stored_number(way.guard, *number, &targets),
                target => match self.position_of(target, &targets) {
                    Some((at, value)) => (self.code(at, targets.len()), value),
                    None => {
                        self.builder
                            .unsupported_if(way.guard, "a pointer is kept whose target was not foreseen");
                        (self.code(0, targets.len()), self.zero_index())
                    }
                },
            };
            let number = match &way.target {
                Target::At(place) => place.number,
                Target::Number(_) | Target::Function(_) => None,
            };
            stored = Some(match stored {
                None => Stored { code, value, number: number.unwrap_or(zero.number) },
                Some(other) => Stored {
                    code: self.terms().ite(way.guard, code, other.code),
                    value: self.terms().ite(way.guard, value, other.value),
                    // Only a target in a family has a number, and the code of another target hides the number.
                    number: number.map_or(other.number, |n| self.terms().ite(way.guard, n, other.number)),
                },
            });
        }
        stored.unwrap_or(zero)
    }

    /// The values of the two variables under which a number is stored as an address.
    fn stored_number(&mut self, guard: TermId, number: TermId, targets: &[TargetKey]) -> (TermId, TermId) {
        let zero = self.zero_index();
        let is_zero = self.terms().eq(number, zero);
        let first = self.code(0, targets.len());
        let at = targets.iter().position(|&key| key == TargetKey::Number);
        match at {
            Some(0) => (first, number),
            _ if is_zero == Terms::TRUE => (first, zero),
            Some(at) => {
                let code = self.code(at, targets.len());
                (self.terms().ite(is_zero, first, code), number)
            }
            None => {
                let is_other = self.terms().not(is_zero);
                let formula = self.terms().and(&[guard, is_other]);
                self.builder.unsupported_if(formula, "a number is kept as a pointer where none was foreseen");
                (first, zero)
            }
        }
    }

    /// The position of a target in a list, and the value of the second variable; `None` if the target is not in the
    /// list.
    fn position_of(&mut self, target: &Target, targets: &[TargetKey]) -> Option<(usize, TermId)> {
        let place = match target {
            Target::At(place) => place,
            Target::Function(function) => {
                let at = targets.iter().position(|&key| key == TargetKey::Function(*function))?;
                return Some((at, self.zero_index()));
            }
            Target::Number(_) => return None,
        };
        let wanted = self.objects.store(place.store).root?;
        let at = positions_in(wanted, targets).find(|&at| match targets[at] {
            TargetKey::Part { root, base, stride: 0 } => {
                root == wanted && place.base == base && place.steps.is_empty()
            }
            TargetKey::Part { root, base, stride } => {
                let stride = stride as i64;
                root == wanted
                    && (place.base.wrapping_sub(base)) % stride == 0
                    && place.steps.iter().all(|step| step.stride % stride == 0)
            }
            TargetKey::Zero | TargetKey::Number | TargetKey::Function(_) => false,
        })?;
        match targets[at] {
            TargetKey::Part { base, stride, .. } if stride != 0 => {
                let bits = self.pointer_bits();
                let distance = place.base.wrapping_sub(base);
                Some((at, self.in_units(distance, &place.steps, stride as i64, bits)))
            }
            _ => Some((at, self.zero_index())),
        }
    }

    /// The pointer `a` if the guard holds, and else the pointer `b`.
    pub(super) fn either_way(&mut self, guard: TermId, a: Vec<Way>, b: Vec<Way>) -> Vec<Way> {
        match guard {
            Terms::TRUE => return a,
            Terms::FALSE => return b,
            _ if a == b => return a,
            _ => {}
        }
        if a.len() + b.len() > LONG && self.builder.is_over() {
            return a;
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
        self.join_alike(&mut ways);
        ways
    }

    /// Joins targets that differ only in a term, if they are many. Otherwise each further choice would make the list
    /// longer.
    fn join_alike(&mut self, ways: &mut Vec<Way>) {
        if ways.len() <= MOST_ALIKE {
            return;
        }
        let mut groups: HashMap<Alike, Vec<usize>> = HashMap::default();
        for (at, way) in ways.iter().enumerate() {
            if let Some(alike) = self.alike(&way.target) {
                groups.entry(alike).or_default().push(at);
            }
        }
        let mut is_gone = vec![false; ways.len()];
        for group in groups.values().filter(|group| group.len() > MOST_ALIKE) {
            let (first, others) = (group[0], &group[1..]);
            for &at in others {
                is_gone[at] = true;
                let way = ways[at].clone();
                let before = ways[first].guard;
                ways[first].guard = self.terms().or(&[before, way.guard]);
                match (&mut ways[first].target, &way.target) {
                    (Target::Number(number), Target::Number(other)) => {
                        *number = self.terms().ite(way.guard, *other, *number);
                    }
                    (Target::At(place), Target::At(other)) => {
                        for (step, other) in place.steps.iter_mut().zip(&other.steps) {
                            step.index.term =
                                self.builder.terms_mut().ite(way.guard, other.index.term, step.index.term);
                        }
                        for (number, other) in place.number.iter_mut().zip(other.number) {
                            *number = self.builder.terms_mut().ite(way.guard, other, *number);
                        }
                    }
                    _ => debug_assert!(false, "targets that are not alike"),
                }
            }
        }
        let mut at = 0;
        ways.retain(|_| {
            at += 1;
            !is_gone[at - 1]
        });
    }

    /// The group of a target; `None` if it has no term that could differ.
    fn alike(&mut self, target: &Target) -> Option<Alike> {
        match target {
            Target::Number(_) => Some(Alike::Number),
            Target::At(Place { store, number, base, steps }) => match steps[..] {
                [] => number.map(|_| Alike::Numbered { store: *store, base: *base }),
                [Step { index, stride }] => {
                    let sort = self.terms().sort(index.term);
                    Some(Alike::At { store: *store, base: *base, stride, signed: index.signed, sort })
                }
                _ => None,
            },
            Target::Function(_) => None,
        }
    }

    /// The formula for a comparison of two pointers.
    pub(in crate::c::lower) fn compare_pointers(&mut self, op: BinaryOp, a: &[Way], b: &[Way]) -> TermId {
        let is_negated = op == BinaryOp::NotEqual;
        let op = if is_negated { BinaryOp::Equal } else { op };
        let mut cases = Vec::new();
        for left in a {
            for right in b {
                let both = self.terms().and(&[left.guard, right.guard]);
                if both == Terms::FALSE {
                    continue;
                }
                let holds = self.compare_targets(op, both, &left.target, &right.target);
                cases.push(self.terms().and(&[both, holds]));
            }
        }
        let any = self.terms().or(&cases);
        if is_negated {
            self.terms().not(any)
        } else {
            any
        }
    }

    fn compare_targets(&mut self, op: BinaryOp, both: TermId, a: &Target, b: &Target) -> TermId {
        let numbers = self.numbers;
        match (a, b) {
            (Target::Number(a), Target::Number(b)) => numbers.compare(self.terms(), op, false, *a, *b),
            (Target::At(a), Target::At(b)) if a.store == b.store => {
                if let Some(Root::Object(object)) = self.objects.store(a.store).root {
                    if self.known.lives().is_outlived(object) {
                        self.builder.unsupported_if(both, UNKNOWN_EQUALITY);
                    }
                }
                self.compare_in_store(op, both, a, b)
            }
            (Target::Function(a), Target::Function(b)) if a == b => {
                let holds = matches!(op, BinaryOp::Equal | BinaryOp::LessEqual | BinaryOp::GreaterEqual);
                self.builder.terms().bool(holds)
            }
            (Target::Number(number), _) => self.compare_with_number(op, both, *number, true),
            (_, Target::Number(number)) => self.compare_with_number(op, both, *number, false),
            (Target::At(a), Target::At(b)) => {
                self.check_apart(op, both, a, b);
                Terms::FALSE
            }
            (Target::At(_) | Target::Function(_), Target::At(_) | Target::Function(_)) => {
                if op != BinaryOp::Equal {
                    self.builder.unsupported_if(both, UNKNOWN_ORDER);
                }
                Terms::FALSE
            }
        }
    }

    /// The formula for a comparison of two places in one store, which may be in different objects of a family.
    fn compare_in_store(&mut self, op: BinaryOp, both: TermId, a: &Place, b: &Place) -> TermId {
        let holds = self.compare_offsets(op, a, b);
        let is_same = self.are_in_one(a, b);
        let is_other = self.terms().not(is_same);
        let apart = self.terms().and(&[both, is_other]);
        if apart != Terms::FALSE {
            self.check_apart(op, apart, a, b);
        }
        self.terms().and(&[is_same, holds])
    }

    /// Adds an unsupported point for a comparison of places in different objects, under the condition `both`: they have
    /// no order, and are different for sure only if live objects have bytes there.
    fn check_apart(&mut self, op: BinaryOp, both: TermId, a: &Place, b: &Place) {
        if op != BinaryOp::Equal {
            return self.builder.unsupported_if(both, UNKNOWN_ORDER);
        }
        let (a, b) = (self.has_byte(a), self.has_byte(b));
        let differ = self.terms().and(&[a, b]);
        let unknown = self.terms().not(differ);
        let formula = self.terms().and(&[both, unknown]);
        self.builder.unsupported_if(formula, UNKNOWN_EQUALITY);
    }

    /// The formula for a comparison of an address with a number, which is the left operand or the right one. The first
    /// and the last page of the address space have no objects. Whether the address equals any other number is unknown,
    /// unless external functions are pure.
    fn compare_with_number(&mut self, op: BinaryOp, both: TermId, number: TermId, is_left: bool) -> TermId {
        let (numbers, bits) = (self.numbers, self.pointer_bits());
        let page = i128::from(LOWEST_ADDRESS);
        let terms = self.terms();
        let (low, high) =
            (numbers.number(terms, page, bits), numbers.number(terms, (1 << bits) - page, bits));
        let is_below = numbers.less(terms, false, number, low);
        let is_above = numbers.compare(terms, BinaryOp::GreaterEqual, false, number, high);
        let may_be_any = !self.options.externs.are_pure(self.options.property);
        if op != BinaryOp::Equal || may_be_any {
            let decides = self.terms().or(&[is_below, is_above]);
            let unknown = self.terms().not(decides);
            let formula = self.terms().and(&[both, unknown]);
            let reason = if op == BinaryOp::Equal { UNKNOWN_EQUALITY } else { UNKNOWN_ORDER };
            self.builder.unsupported_if(formula, reason);
        }
        match (op, is_left) {
            (BinaryOp::Less | BinaryOp::LessEqual, true) => is_below,
            (BinaryOp::Less | BinaryOp::LessEqual, false) => is_above,
            (BinaryOp::Greater | BinaryOp::GreaterEqual, true) => is_above,
            (BinaryOp::Greater | BinaryOp::GreaterEqual, false) => is_below,
            _ => Terms::FALSE,
        }
    }

    /// The formula that a live object has a byte at a place. Addresses of bytes of different live objects differ. The
    /// place behind the end of an object may be the beginning of another one, and so may a place in an ended object.
    fn has_byte(&mut self, place: &Place) -> TermId {
        let store = self.objects.store(place.store);
        if store.is_text {
            // Two equal literals may be one object, and a literal may be the end of another one.
            return Terms::FALSE;
        }
        let last = self.last_bit(store, 8);
        let lives = self.lives(place, 8);
        let inside = self.is_up_to(place, last);
        self.terms().and(&[lives, inside])
    }

    /// The formula that a place is from the first bit of its object up to a last one.
    pub(in crate::c::lower) fn is_up_to(&mut self, place: &Place, last: i64) -> TermId {
        match self.flat(place) {
            None => self.builder.terms().bool(0 <= place.base && place.base <= last),
            Some(flat) => {
                let (from, to) = indices_up_to(place.base, flat.unit, last);
                self.index_between(flat.index, from, to)
            }
        }
    }

    /// The difference of two pointers, counted in elements of `size` bits.
    pub(in crate::c::lower) fn pointer_difference(
        &mut self,
        id: ExprId,
        a: &[Way],
        b: &[Way],
        size: u64,
    ) -> Result<Value, Stop> {
        let kind = self.kind(self.program.expr(id).ty);
        let (numbers, bits) = (self.numbers, self.numbers.target.integer_bits(kind));
        let mut value = numbers.constant(self.terms(), kind, 0);
        for left in a {
            for right in b {
                let both = self.terms().and(&[left.guard, right.guard]);
                if both == Terms::FALSE {
                    continue;
                }
                let difference = match (&left.target, &right.target) {
                    (Target::At(a), Target::At(b)) if a.store == b.store => {
                        let is_same = self.are_in_one(a, b);
                        let is_other = self.terms().not(is_same);
                        let apart = self.terms().and(&[both, is_other]);
                        self.builder.unsupported_if(apart, UNKNOWN_DIFFERENCE);
                        self.place_difference(a, b, size, bits)?
                    }
                    (Target::Number(a), Target::Number(b)) => {
                        let bytes = match self.numbers.is_words() {
                            true => self.terms().bv_sub(*a, *b),
                            false => self.terms().sub(*a, *b),
                        };
                        self.bytes_as_elements(bytes, size, bits)?
                    }
                    _ => {
                        self.builder.unsupported_if(both, UNKNOWN_DIFFERENCE);
                        continue;
                    }
                };
                value = self.terms().ite(both, difference, value);
            }
        }
        Ok(Value::Number(value))
    }

    fn place_difference(&mut self, a: &Place, b: &Place, size: u64, bits: u32) -> Result<TermId, Stop> {
        let mut distance = a.clone();
        distance.base = a.base.wrapping_sub(b.base);
        for step in &b.steps {
            match distance.steps.iter().position(|known| known.index == step.index) {
                Some(at) => distance.steps[at].stride -= step.stride,
                None => distance.steps.push(Step { stride: -step.stride, ..*step }),
            }
        }
        distance.steps.retain(|step| step.stride != 0);
        let unit = size as i64;
        let is_whole = distance.base % unit == 0 && distance.steps.iter().all(|step| step.stride % unit == 0);
        if is_whole {
            return Ok(self.in_units(distance.base, &distance.steps, unit, bits));
        }
        let bytes = self.offset_of(&distance, bits);
        self.bytes_as_elements(bytes, size, bits)
    }

    fn bytes_as_elements(&mut self, bytes: TermId, size: u64, bits: u32) -> Result<TermId, Stop> {
        if size == 8 {
            return Ok(bytes);
        }
        let numbers = self.numbers;
        let size = numbers.number(self.terms(), i128::from(size / 8), bits);
        let kind = crate::c::read::arch::IntegerKind::LongLong;
        match numbers.binary(self.terms(), BinaryOp::Div, kind, bytes, size) {
            Ok(quotient) => Ok(quotient),
            Err(reason) => self.refuse(reason),
        }
    }
}

/// The number of bits of a code, the position in a list of `targets` targets.
pub(super) fn pointer_code_bits(targets: usize) -> u32 {
    let most = (targets as u64).saturating_sub(1).max(1);
    64 - most.leading_zeros()
}
