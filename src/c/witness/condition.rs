//! Conditions of witnesses: their values in a state of a run, and the values that would make them true.
//!
//! A condition is an expression of C at a place of the program, such as `x == 7 && p->next != 0`. It is evaluated with
//! the memory of a run. A comparison for equality with a constant also tells the search (`confirm`) which value a place
//! in memory should have; that is a [`Wish`].

use crate::c::read::floats::{bits, number as float_bits};
use crate::c::run::memory::Region;
use crate::c::run::number::{Integer, Numbers, Rules};
use crate::c::run::pointer::{Pointer, Scalar};
use crate::c::run::watch::View;
use crate::c::{
    BinaryOp, BitRange, ExprId, ExprKind, Expressions, IntegerKind, LogicalOp, ObjectId, Program, TypeId,
    UnaryOp,
};
use crate::solver::term::{float_value, FloatOp, Rounding, Sort, Value};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer as Number, Rational};
use std::collections::HashMap;

/// A condition: an expression of the witness in the scope of its place.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// All parts of the expression, operands before operators; the last one is the expression itself.
    parts: Vec<ExprId>,
    /// The object that stands for `\result`.
    result: Option<ObjectId>,
    /// The variables that the condition compares with a constant for equality, each with the constant.
    pub equalities: Vec<(ObjectId, i128)>,
    /// All constants in the condition.
    pub constants: Vec<i128>,
}

/// The value of a part of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Number(i128),
    /// A place in a named object.
    Place(Part),
    /// A pointer to an object or a function in a state of a run.
    Pointer(Pointer),
    /// The place to which such a pointer leads, or a bit-field there.
    Behind(Pointer, Option<BitRange>),
    Unknown,
}

/// A scalar in memory, and the value that it should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wish {
    /// The object, if the condition names the variable.
    pub object: Option<ObjectId>,
    pub region: Region,
    /// The first bit in the region; `width` is the number of bits.
    pub start: u64,
    pub width: u64,
    pub value: i128,
    /// Whether the scalar has the value already.
    pub is_met: bool,
}

/// The wish for a value at a place.
fn wish(program: &Program, view: &View<'_>, place: Option<Known>, ty: TypeId, value: i128) -> Option<Wish> {
    let (object, pointer, bits) = match place? {
        Known::Place(part) => (Some(part.object), pointer_to(view, part)?, part.bits),
        Known::Behind(pointer, bits) => (None, pointer, bits),
        Known::Number(_) | Known::Pointer(_) | Known::Unknown => return None,
    };
    let size = program.types.size(ty).filter(|_| view.has_type(ty))?;
    let (first, width, bytes) = match bits {
        None => (0, 8 * size, size),
        Some(bits) => (bits.offset, u64::from(bits.width), (bits.offset + u64::from(bits.width) + 7) / 8),
    };
    let (region, start) = view.bits_at(pointer, bytes)?;
    Some(Wish { object, region, start: start + first, width, value, is_met: false })
}

/// The pointer to a part of an object. For a bit-field it is the pointer to the object.
fn pointer_to(view: &View<'_>, part: Part) -> Option<Pointer> {
    let offset = if part.bits.is_some() { 0 } else { i64::try_from(part.offset).ok()? };
    Some(view.pointer(part.object)?.moved(offset))
}

/// A part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub object: ObjectId,
    /// The first byte in the object.
    pub offset: u64,
    /// The bits in the object, if the part is a bit-field.
    pub bits: Option<BitRange>,
}

impl Condition {
    /// The condition with the expression `root`, whose parts have the numbers from `first` on.
    pub fn new(expressions: &Expressions, first: usize, root: ExprId) -> Condition {
        let program = expressions.program();
        let parts: Vec<ExprId> =
            program.exprs().skip(first).take_while(|id| id.index() <= root.index()).collect();
        let mut condition =
            Condition { parts, result: expressions.result(), equalities: Vec::new(), constants: Vec::new() };
        condition.find_constants(program);
        condition
    }

    /// The value of the condition in a state of a run, or for a result of a call. `None` if it is undefined or unknown.
    pub fn value(&self, program: &Program, view: Option<&View<'_>>, result: Option<i128>) -> Option<i128> {
        let root = self.parts.last()?;
        match self.values(program, view, result).get(root) {
            Some(&Known::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// The values that places in memory should have, since the condition compares them with constants for equality.
    pub fn wishes(&self, program: &Program, view: &View<'_>) -> Vec<Wish> {
        let values = self.values(program, Some(view), None);
        let number = |id: ExprId| match values.get(&id) {
            Some(&Known::Number(number)) => Some(number),
            _ => None,
        };
        let constants = self.constants_of(program);
        let mut wishes = Vec::new();
        for &id in &self.parts {
            let (a, b) = match program.expr(id).kind {
                ExprKind::Binary(BinaryOp::Equal, a, b) => (a, b),
                _ => continue,
            };
            for (place, constant) in [(a, b), (b, a)] {
                let is_constant = matches!(constants.get(&constant), Some(Known::Number(_)));
                let is_constant = is_constant && alike(program, place, constant);
                let loaded = loaded_place(program, place).filter(|_| is_constant);
                if let (Some((lvalue, ty)), Some(value)) = (loaded, number(constant)) {
                    let wish = wish(program, view, values.get(&lvalue).copied(), ty, value);
                    let is_met = number(place) == Some(value);
                    wishes.extend(wish.map(|wish| Wish { is_met, ..wish }));
                }
            }
        }
        wishes
    }

    /// Whether the condition holds for this value of `\result`.
    pub fn holds_for(&self, program: &Program, result: i128) -> bool {
        self.value(program, None, Some(result)).map_or(false, |value| value != 0)
    }

    /// All parts of the expression, operands before operators; the last one is the expression itself.
    pub fn parts(&self) -> &[ExprId] {
        &self.parts
    }

    /// The parts whose value does not depend on variables.
    pub fn constants_of(&self, program: &Program) -> HashMap<ExprId, Known> {
        self.values(program, None, None)
    }

    fn find_constants(&mut self, program: &Program) {
        let values = self.values(program, None, None);
        let number = |id: ExprId| match values.get(&id) {
            Some(&Known::Number(number)) => Some(number),
            _ => None,
        };
        for &id in &self.parts {
            let expr = program.expr(id);
            self.constants.extend(number(id));
            if let ExprKind::Binary(BinaryOp::Equal, a, b) = expr.kind {
                for (variable, constant) in [(a, b), (b, a)] {
                    let object = loaded(program, variable).filter(|_| alike(program, variable, constant));
                    self.equalities.extend(object.and_then(|object| Some((object, number(constant)?))));
                }
            }
        }
        // The parts of a constant have values, too. The whole comes last, and is the one that the author wrote.
        self.constants.reverse();
    }

    /// The values of all parts.
    fn values(
        &self,
        program: &Program,
        view: Option<&View<'_>>,
        result: Option<i128>,
    ) -> HashMap<ExprId, Known> {
        let mut values: HashMap<ExprId, Known> = HashMap::with_capacity(self.parts.len());
        for &id in &self.parts {
            let get = |id: ExprId| values.get(&id).copied().unwrap_or(Known::Unknown);
            let is_result = |part: Part| Some(part.object) == self.result;
            let value = place(program, id, &get)
                .or_else(|| view.and_then(|view| behind(program, id, &get, view)))
                .or_else(|| number(program, id, &get, &|part| result.filter(|_| is_result(part))));
            values.insert(id, value.unwrap_or(Known::Unknown));
        }
        values
    }
}

/// The place that an lvalue names, or a pointer leads to, if it is in a named object.
pub(super) fn place(program: &Program, id: ExprId, get: &dyn Fn(ExprId) -> Known) -> Option<Known> {
    let expr = program.expr(id);
    let part = |id: ExprId| match get(id) {
        Known::Place(part) => Some(part),
        _ => None,
    };
    Some(Known::Place(match expr.kind {
        ExprKind::Object(object) => Part { object, offset: 0, bits: None },
        ExprKind::Decay(a) | ExprKind::AddressOf(a) | ExprKind::Dereference(a) => part(a)?,
        ExprKind::Convert { operand, .. } if program.types.pointee(expr.ty).is_some() => part(operand)?,
        ExprKind::Member(a, field) => {
            let part = part(a)?;
            let field = program.types.field(program.expr(a).ty, field)?;
            let bits = field.bits.map(|bits| BitRange { offset: bits.offset + 8 * part.offset, ..bits });
            Part { offset: part.offset.checked_add(field.offset)?, bits, ..part }
        }
        ExprKind::Binary(op @ (BinaryOp::PointerAdd | BinaryOp::PointerSub), a, b) => {
            let part = part(a)?;
            let (size, bytes) = moved_by(program, op, expr.ty, get(b))?;
            let offset = i128::from(part.offset).checked_add(bytes)?;
            // A place outside of the object is unknown.
            let room = program.types.size(program.object(part.object).ty)?;
            let offset = u64::try_from(offset).ok().filter(|&offset| offset.saturating_add(size) <= room)?;
            Part { offset, ..part }
        }
        _ => return None,
    }))
}

/// The bytes of an element, and the bytes by which an operator moves a pointer of this type.
fn moved_by(program: &Program, op: BinaryOp, ty: TypeId, count: Known) -> Option<(u64, i128)> {
    let count = match (count, op) {
        (Known::Number(count), BinaryOp::PointerAdd) => count,
        (Known::Number(count), _) => count.checked_neg()?,
        _ => return None,
    };
    let size = program.types.size(program.types.pointee(ty)?)?;
    Some((size, count.checked_mul(i128::from(size))?))
}

/// The value of a part of a condition that depends on a pointer in a state of a run: a pointer, the place to which it
/// leads, or what is stored there.
fn behind(program: &Program, id: ExprId, get: &dyn Fn(ExprId) -> Known, view: &View<'_>) -> Option<Known> {
    let expr = program.expr(id);
    let types = &program.types;
    let pointer = |id: ExprId| match get(id) {
        Known::Pointer(pointer) => Some(pointer),
        _ => None,
    };
    Some(match expr.kind {
        ExprKind::Load(a) if view.has_type(expr.ty) => {
            let (pointer, bits) = match get(a) {
                Known::Behind(pointer, bits) => (pointer, bits),
                Known::Place(part) => (pointer_to(view, part)?, part.bits),
                Known::Number(_) | Known::Pointer(_) | Known::Unknown => return None,
            };
            match view.read(pointer, bits, expr.ty)? {
                Scalar::Number(number) => Known::Number(number),
                Scalar::Pointer(Pointer::Number(number)) => Known::Number(i128::from(number)),
                Scalar::Pointer(pointer) => Known::Pointer(pointer),
            }
        }
        ExprKind::Dereference(a) => Known::Behind(pointer(a)?, None),
        ExprKind::Decay(a) | ExprKind::AddressOf(a) => match get(a) {
            Known::Behind(pointer, None) => Known::Pointer(pointer),
            _ => return None,
        },
        ExprKind::Member(a, field) => {
            let pointer = match get(a) {
                Known::Behind(pointer, None) => pointer,
                _ => return None,
            };
            let field = types.field(program.expr(a).ty, field)?;
            match field.bits {
                Some(bits) => Known::Behind(pointer, Some(bits)),
                None => Known::Behind(pointer.moved(i64::try_from(field.offset).ok()?), None),
            }
        }
        ExprKind::Convert { operand, .. } if types.pointee(expr.ty).is_some() => {
            Known::Pointer(pointer(operand)?)
        }
        ExprKind::Binary(op @ (BinaryOp::PointerAdd | BinaryOp::PointerSub), a, b) => {
            let bytes = moved_by(program, op, expr.ty, get(b))?.1;
            Known::Pointer(pointer(a)?.moved(i64::try_from(bytes).ok()?))
        }
        ExprKind::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), a, b) => {
            let side = |id: ExprId| match get(id) {
                Known::Pointer(pointer) => Some(pointer),
                Known::Place(part) if part.bits.is_none() => pointer_to(view, part),
                Known::Number(number) => Some(Pointer::Number(u64::try_from(number).ok()?)),
                _ => None,
            };
            let is_pointer = |id: ExprId| matches!(get(id), Known::Pointer(_) | Known::Place(_));
            if types.pointee(program.expr(a).ty).is_none() || !(is_pointer(a) || is_pointer(b)) {
                return None;
            }
            Known::Number(i128::from((side(a)? == side(b)?) == (op == BinaryOp::Equal)))
        }
        _ => return None,
    })
}

/// The value of a part of a condition, as a number.
fn number(
    program: &Program,
    id: ExprId,
    get: &dyn Fn(ExprId) -> Known,
    read: &dyn Fn(Part) -> Option<i128>,
) -> Option<Known> {
    let expr = program.expr(id);
    let types = &program.types;
    let rules = Rules { checks_overflow: true, checks_shifts: true, ..Rules::plain(Numbers::Words) };
    let value = |id: ExprId| match get(id) {
        Known::Number(number) => Some(number),
        _ => None,
    };
    let is_float = |id: ExprId| types.floating_kind(program.expr(id).ty).is_some();
    if is_float(id) || program.expr(id).kind.operands().any(is_float) {
        if let Some(found) = float_number(program, id, &value) {
            return found.map(Known::Number);
        }
    }
    let truth = |id: ExprId| match get(id) {
        Known::Pointer(_) => Some(true),
        _ if is_float(id) => None,
        _ => value(id).map(|number| number != 0),
    };
    Some(Known::Number(match expr.kind {
        ExprKind::Constant(pattern) => match types.integer_kind(expr.ty) {
            Some(kind) => types.options().value(kind, pattern),
            None => i128::from(pattern),
        },
        ExprKind::Load(a) => match get(a) {
            Known::Place(part) => read(part)?,
            _ => return None,
        },
        ExprKind::Convert { operand, .. } => match Integer::of(types, expr.ty) {
            Some(ty) => rules.convert(value(operand)?, ty),
            None => value(operand)?,
        },
        ExprKind::Unary(UnaryOp::Not, a) if matches!(get(a), Known::Pointer(_)) => 0,
        ExprKind::Unary(op, a) => {
            // The operand of `!` may be a pointer, and its result is an `int`.
            rules.unary(op, value(a)?, Integer::of(types, expr.ty)?).ok()?
        }
        ExprKind::Binary(op, a, b) => {
            let is_pointer = types.pointee(program.expr(a).ty).is_some();
            let ty = if is_pointer { types.integer(types.options().size_kind()) } else { program.expr(a).ty };
            rules.binary(op, value(a)?, value(b)?, Integer::of(types, ty)?).ok()?
        }
        ExprKind::Logical(op, a, b) => {
            let decides = op == LogicalOp::Or;
            match truth(a)? {
                first if first == decides => i128::from(decides),
                _ => i128::from(truth(b)?),
            }
        }
        ExprKind::Conditional(a, b, c) => value(if truth(a)? { b } else { c })?,
        // The left value does not matter, but it has to be defined.
        ExprKind::Comma(a, b) => value(a).and_then(|_| value(b))?,
        _ => return None,
    }))
}

/// The value of an operator or conversion one of whose operands is a floating-point number, or whose result is one: its
/// bits in memory. `None` for other parts of a condition. Results in a mode that the program may set are not told.
fn float_number(
    program: &Program,
    id: ExprId,
    value: &dyn Fn(ExprId) -> Option<i128>,
) -> Option<Option<i128>> {
    let types = &program.types;
    let kind_of = |id: ExprId| types.floating_kind(program.expr(id).ty);
    let result = |op: FloatOp, operands: &[ExprId]| {
        let (from, to) = (kind_of(*operands.first()?)?, kind_of(id));
        let sort = to.map_or(Sort::Bool, |to| Sort::Float(to.format()));
        let word = |&id: &ExprId| Some(bits(from.word(value(id)? as u128)?, from.format().width()));
        let words: Vec<Bits> = operands.iter().map(word).collect::<Option<_>>()?;
        let words: Vec<&Bits> = words.iter().collect();
        let is_told = to.is_none() || program.rounding_mode.is_none();
        match float_value(op, Rounding::NearestEven, Some(from.format()), sort, &words) {
            Value::Bits(word) => to.filter(|_| is_told).map(|to| to.stored(float_bits(&word)) as i128),
            Value::Bool(truth) => Some(i128::from(truth)),
            _ => None,
        }
    };
    Some(match program.expr(id).kind {
        ExprKind::Floating(bits) => Some(bits.get() as i128),
        ExprKind::Convert { operand, .. } => match (kind_of(operand), kind_of(id)) {
            (Some(from), None) => {
                let to = Integer::of(types, program.expr(id).ty).filter(|to| to.kind != IntegerKind::Bool);
                let whole = value(operand).and_then(|bits| from.whole(bits as u128));
                whole.filter(|&whole| to.map_or(false, |to| to.fits(whole)))
            }
            (Some(_), Some(_)) => result(FloatOp::OfFloat, &[operand]),
            (None, Some(to)) => {
                let number = value(operand).filter(|_| program.rounding_mode.is_none());
                number.map(|number| to.of_rational(&Rational::from(Number::from(number))) as i128)
            }
            (None, None) => None,
        },
        ExprKind::Unary(UnaryOp::Minus, a) => {
            kind_of(a).and_then(|kind| Some(value(a)? ^ 1 << (kind.stored_bits() - 1)))
        }
        ExprKind::Binary(op, a, b) => match op {
            BinaryOp::Add => result(FloatOp::Add, &[a, b]),
            BinaryOp::Sub => result(FloatOp::Sub, &[a, b]),
            BinaryOp::Mul => result(FloatOp::Mul, &[a, b]),
            BinaryOp::Div => result(FloatOp::Div, &[a, b]),
            BinaryOp::Less => result(FloatOp::Lt, &[a, b]),
            BinaryOp::Greater => result(FloatOp::Lt, &[b, a]),
            BinaryOp::LessEqual => result(FloatOp::Leq, &[a, b]),
            BinaryOp::GreaterEqual => result(FloatOp::Leq, &[b, a]),
            BinaryOp::Equal => result(FloatOp::Equal, &[a, b]),
            BinaryOp::NotEqual => result(FloatOp::Equal, &[a, b]).map(|same| 1 - same),
            _ => None,
        },
        ExprKind::Unary(..) => None,
        _ => return None,
    })
}

/// Whether a constant that is compared with a place has the place's own type, if it is a floating-point number.
fn alike(program: &Program, place: ExprId, constant: ExprId) -> bool {
    let kind = |ty: TypeId| program.types.floating_kind(ty);
    match (loaded_place(program, place), kind(program.expr(constant).ty)) {
        (Some((_, ty)), of_constant) => kind(ty) == of_constant,
        (None, of_constant) => of_constant.is_none(),
    }
}

/// The lvalue whose value an expression is, perhaps after conversions, and its type.
fn loaded_place(program: &Program, mut id: ExprId) -> Option<(ExprId, TypeId)> {
    loop {
        id = match program.expr(id).kind {
            ExprKind::Convert { operand, .. } => operand,
            ExprKind::Load(lvalue) => return Some((lvalue, program.expr(id).ty)),
            _ => return None,
        };
    }
}

/// The variable whose value an expression is, perhaps after conversions.
fn loaded(program: &Program, mut id: ExprId) -> Option<ObjectId> {
    loop {
        id = match program.expr(id).kind {
            ExprKind::Convert { operand, .. } => operand,
            ExprKind::Load(lvalue) => lvalue,
            ExprKind::Object(object) => return Some(object),
            _ => return None,
        };
    }
}
