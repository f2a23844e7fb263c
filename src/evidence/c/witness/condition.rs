//! Conditions of witnesses, and their values in a state of a run.

use super::super::number::{Integer, Numbers, Rules};
use super::super::watch::View;
use crate::input::c::{
    BinaryOp, BitRange, ExprId, ExprKind, Expressions, LogicalOp, ObjectId, Program, Type,
};
use std::collections::HashMap;

/// A condition: an expression of the witness in the scope of its place.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// The expression, and before it all its parts, operands before operators.
    parts: Vec<ExprId>,
    /// The object that stands for `\result`.
    result: Option<ObjectId>,
    /// Variables with values that the condition compares them with for equality.
    pub equalities: Vec<(ObjectId, i128)>,
    /// All constants in it.
    pub constants: Vec<i128>,
}

/// The value of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    Number(i128),
    /// A place in an object: bytes from its beginning, or the bits.
    Place(Part),
    Unknown,
}

/// A part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub object: ObjectId,
    /// Bytes from the beginning of the object.
    pub offset: u64,
    /// Bits from the beginning of the object, if the part is a bit-field.
    pub bits: Option<BitRange>,
}

impl Condition {
    /// A condition whose expressions are those from `first` on.
    pub fn new(expressions: &Expressions, first: usize, root: ExprId) -> Condition {
        let program = expressions.program();
        let parts: Vec<ExprId> =
            program.exprs().skip(first).take_while(|id| id.index() <= root.index()).collect();
        let mut condition =
            Condition { parts, result: expressions.result(), equalities: Vec::new(), constants: Vec::new() };
        condition.find_constants(program);
        condition
    }

    /// The value in a state, or of a result. `None` if it is not defined, or not known here.
    pub fn value(&self, program: &Program, view: Option<&View<'_>>, result: Option<i128>) -> Option<i128> {
        let root = self.parts.last()?;
        match self.values(program, view, result).get(root) {
            Some(&Known::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Whether the condition is about a result and holds for this value.
    pub fn holds_for(&self, program: &Program, result: i128) -> bool {
        self.value(program, None, Some(result)).map_or(false, |value| value != 0)
    }

    /// The expression, and before it all its parts.
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
                    let object = loaded(program, variable);
                    self.equalities.extend(object.and_then(|object| Some((object, number(constant)?))));
                }
            }
        }
        // The value of the outermost constant stands last, and is the one that the program's author wrote.
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
            let expr = program.expr(id);
            let read = |part: Part| match (result, view) {
                _ if Some(part.object) == self.result => result,
                // A type that the program does not have is none of its numbers.
                (_, Some(view)) if view.has_type(expr.ty) => {
                    view.part(part.object, part.offset, part.bits, expr.ty)
                }
                _ => None,
            };
            let value = place(program, id, &get).or_else(|| number(program, id, &get, &read));
            values.insert(id, value.unwrap_or(Known::Unknown));
        }
        values
    }
}

/// The place that an lvalue or a pointer names, if it is in a known object.
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
            let field = match program.types.get(program.expr(a).ty) {
                Type::Record(record) => program.types.fields(record).get(field as usize)?,
                _ => return None,
            };
            let bits = field.bits.map(|bits| BitRange { offset: bits.offset + 8 * part.offset, ..bits });
            Part { offset: part.offset.checked_add(field.offset)?, bits, ..part }
        }
        ExprKind::Binary(op @ (BinaryOp::PointerAdd | BinaryOp::PointerSub), a, b) => {
            let part = part(a)?;
            let count = match (get(b), op) {
                (Known::Number(count), BinaryOp::PointerAdd) => count,
                (Known::Number(count), _) => count.checked_neg()?,
                _ => return None,
            };
            let size = program.types.size(program.types.pointee(expr.ty)?)?;
            let offset = i128::from(part.offset).checked_add(count.checked_mul(i128::from(size))?)?;
            // A pointer out of the object is no place of it.
            let room = program.types.size(program.object(part.object).ty)?;
            let offset = u64::try_from(offset).ok().filter(|&offset| offset.saturating_add(size) <= room)?;
            Part { offset, ..part }
        }
        _ => return None,
    }))
}

/// The number that a part of a condition is.
fn number(
    program: &Program,
    id: ExprId,
    get: &dyn Fn(ExprId) -> Known,
    read: &dyn Fn(Part) -> Option<i128>,
) -> Option<Known> {
    let expr = program.expr(id);
    let types = &program.types;
    let rules = Rules { numbers: Numbers::Words, checks_overflow: true, checks_shifts: true };
    let value = |id: ExprId| match get(id) {
        Known::Number(number) => Some(number),
        _ => None,
    };
    let truth = |id: ExprId| value(id).map(|number| number != 0);
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
        ExprKind::Unary(op, a) => {
            // The operand of `!` may be a pointer, and its result is an `int`.
            rules.unary(op, value(a)?, Integer::of(types, expr.ty)?).ok()?
        }
        ExprKind::Binary(op, a, b) => {
            let is_pointer = types.pointee(program.expr(a).ty).is_some();
            let ty = match is_pointer {
                true => types.integer(types.options().size_kind()),
                false => program.expr(a).ty,
            };
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
        // The value on the left does not matter, but there has to be one.
        ExprKind::Comma(a, b) => value(a).and_then(|_| value(b))?,
        _ => return None,
    }))
}

/// The variable whose value, perhaps converted, an expression is.
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
