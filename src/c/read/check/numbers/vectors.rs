//! The vectors of GNU C (`__attribute__((vector_size(16)))`).
//!
//! A vector is a structure with one member without name, the array of its elements. So it is copied, passed, laid out
//! and initialised as a structure is. An operator on vectors is one on each pair of elements, and its result is a
//! compound literal: `a + b` is `(V){a[0] + b[0], a[1] + b[1], …}`. No later reading of the program knows vectors.
//!
//! An operand that is no variable, or a neighbour with an effect, is evaluated once before, into an object without
//! name. Elements that are narrower than `int` are computed as `int` and cut, so a check for overflow does not see the
//! cut. Of a vector of one size to another type of this size a cast reads the bytes anew, as gcc does.

use super::super::super::arch::{FloatEvaluation, IntegerKind};
use super::super::super::source::Pos;
use super::super::super::syntax::{BinaryOp, Element, ExprId, ExprKind, Initialiser, Storage, UnaryOp};
use super::super::super::types::{Type, TypeId, Types};
use super::super::checker::Checker;
use super::super::fold::Folded;

/// The most elements of a vector on which operators work.
const MOST_LANES: u64 = 1024;

/// The elements of an operand.
#[derive(Clone, Debug)]
enum Lanes {
    /// Expressions that may be evaluated where the operator is.
    Values(Vec<ExprId>),
    /// The elements of the vector that this lvalue is.
    Place(ExprId),
    /// A scalar that stands for each element: its value, or its lvalue.
    Scalar(ExprId),
}

impl Checker<'_> {
    /// Whether a vector is among the operands.
    pub(in crate::c::read::check) fn has_vector(&self, operands: &[ExprId]) -> bool {
        operands.iter().any(|&id| self.types().vector(self.ty(id)).is_some())
    }

    /// `a op b`, where a or b is a vector, or both are.
    pub(in crate::c::read::check) fn vector_binary(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        pos: Pos,
    ) -> ExprId {
        let (x, y) = (self.ty(a), self.ty(b));
        let (ty, other) = match (self.types().vector(x), self.types().vector(y)) {
            (Some(_), other) => (x, other),
            (None, other) => (y, other),
        };
        let (element, count) = match self.types().vector(ty) {
            Some(found) => found,
            None => return self.broken(pos),
        };
        let fits = match other {
            Some((of, length)) => {
                let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
                length == count && (self.is_alike(element, of) || is_shift)
            }
            None => self.types().is_arithmetic(if ty == x { y } else { x }),
        };
        if !fits {
            let (x, y) = (self.type_text(x), self.type_text(y));
            let message = format!("the vectors around `{}` do not fit: `{}` and `{}`", op.text(), x, y);
            return self.refuse(pos, message);
        }
        let minds_sign = op.is_comparison() || matches!(op, BinaryOp::Div | BinaryOp::Rem);
        if minds_sign && other.map_or(false, |(of, _)| of != element && self.is_signed(of, element)) {
            return self.unsupported("an operator on vectors with and without sign", ty, pos);
        }
        let result = if op.is_comparison() { self.truth_vector(element, count) } else { ty };
        let (before, lanes) = match self.lanes_of(&[a, b], element, result, pos) {
            Ok(found) => found,
            Err(refused) => return refused,
        };
        let all = (0..count).map(|at| {
            let (x, y) = (self.lane(&lanes[0], at, pos), self.lane(&lanes[1], at, pos));
            let value = self.binary(op, x, y, pos);
            if op.is_comparison() {
                self.minus_one(value, pos)
            } else {
                value
            }
        });
        let all = all.collect();
        self.vector_value(result, before, all, pos)
    }

    /// `-v`, `+v` or `~v`
    pub(in crate::c::read::check) fn vector_unary(
        &mut self,
        op: Option<UnaryOp>,
        value: ExprId,
        pos: Pos,
    ) -> ExprId {
        let ty = self.ty(value);
        let (element, count) = match (op, self.types().vector(ty)) {
            (None, _) => return value,
            (Some(UnaryOp::Not), _) | (_, None) => {
                return self
                    .refuse(pos, "expected a number or a pointer behind this operator, found a vector")
            }
            (_, Some(found)) => found,
        };
        let (before, lanes) = match self.lanes_of(&[value], element, ty, pos) {
            Ok(found) => found,
            Err(refused) => return refused,
        };
        let mut all = Vec::new();
        for at in 0..count {
            let lane = self.lane(&lanes[0], at, pos);
            all.push(self.unary(op, lane, pos));
        }
        self.vector_value(ty, before, all, pos)
    }

    /// `a op= b` for a vector a.
    pub(in crate::c::read::check) fn vector_assign_op(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        pos: Pos,
    ) -> ExprId {
        let (before, target) = self.once(target, pos);
        let old = self.again(target);
        let old = self.value(old);
        let new = self.binary(op, old, value, pos);
        let stored = self.assign(target, new, pos);
        self.behind(before, stored, pos)
    }

    /// `++v`, `--v`, `v++` or `v--`
    pub(in crate::c::read::check) fn vector_step(
        &mut self,
        target: ExprId,
        is_decrement: bool,
        is_prefix: bool,
        pos: Pos,
    ) -> ExprId {
        let op = if is_decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let one = self.integer_constant(1, Types::INT, pos);
        if is_prefix {
            return self.vector_assign_op(op, target, one, pos);
        }
        let (mut before, target) = self.once(target, pos);
        let old = self.again(target);
        let old = self.value(old);
        let (kept, place) = self.kept(old, pos);
        before.push(kept);
        before.push(self.vector_assign_op(op, target, one, pos));
        let old = self.value(place);
        self.behind(before, old, pos)
    }

    /// A vector as another type of its size, or another value as a vector of its size; `None` if there is no vector, or
    /// the sizes differ.
    pub(in crate::c::read::check) fn vector_conversion(
        &mut self,
        value: ExprId,
        ty: TypeId,
    ) -> Option<ExprId> {
        let (from, pos) = (self.ty(value), self.pos(value));
        let (old, new) = (self.types().vector(from), self.types().vector(ty));
        if old.or(new).is_none() || self.types().size(from) != self.types().size(ty) {
            return None;
        }
        if let (Some((a, _)), Some((b, count))) = (old, new) {
            if self.is_alike(a, b) && self.types().integer_kind(a).is_some() {
                let (before, lanes) = match self.lanes_of(&[value], a, ty, pos) {
                    Ok(found) => found,
                    Err(refused) => return Some(refused),
                };
                let all = (0..count).map(|at| self.lane(&lanes[0], at, pos)).collect();
                return Some(self.vector_value(ty, before, all, pos));
            }
        }
        if !self.types().is_arithmetic(from) && old.is_none()
            || !self.types().is_arithmetic(ty) && new.is_none()
        {
            return None;
        }
        let (kept, place) = self.kept(value, pos);
        let pointer = self.program.types.pointer(ty);
        let address = self.address(place, pos);
        let address = self.convert(address, pointer, true);
        let place = self.dereference(address, pos);
        let value = self.value(place);
        Some(self.behind(vec![kept], value, pos))
    }

    /// `__builtin_convertvector (v, T)`
    pub(in crate::c::read) fn convert_vector(&mut self, value: ExprId, ty: TypeId, pos: Pos) -> ExprId {
        let value = self.value(value);
        let (old, new) = (self.types().vector(self.ty(value)), self.types().vector(ty));
        let (a, count) = match (old, new) {
            (Some((a, old)), Some((_, new))) if old == new => (a, old),
            _ => return self.refuse(pos, "expected a vector, and the type of one with as many elements"),
        };
        let (before, lanes) = match self.lanes_of(&[value], a, ty, pos) {
            Ok(found) => found,
            Err(refused) => return refused,
        };
        let all = (0..count).map(|at| self.lane(&lanes[0], at, pos)).collect();
        self.vector_value(ty, before, all, pos)
    }

    /// `__builtin_shuffle (v, mask)`, or `__builtin_shuffle (v, w, mask)`
    pub(in crate::c::read::check) fn shuffle(&mut self, arguments: &[ExprId], pos: Pos) -> ExprId {
        let (first, second, mask) = match *arguments {
            [first, mask] => (first, first, mask),
            [first, second, mask] => (first, second, mask),
            _ => return self.refuse(pos, "expected one or two vectors and a mask"),
        };
        let (ty, mask_ty) = (self.ty(first), self.ty(mask));
        let ((element, count), of) = match (self.types().vector(ty), self.types().vector(mask_ty)) {
            (Some(found), Some((of, length))) if length == found.1 && ty == self.ty(second) => (found, of),
            _ => return self.refuse(pos, "expected vectors of one type, and a mask with as many elements"),
        };
        if self.types().integer_kind(of).is_none() || self.types().size(of) != self.types().size(element) {
            return self.refuse(pos, "expected a mask of integers as wide as the elements");
        }
        let is_one = arguments.len() == 2;
        let (kept_a, a) = self.kept(first, pos);
        let kept_b = if is_one { None } else { Some(self.kept(second, pos)) };
        let (mut before, masks) = match self.lanes_of(&[mask], of, ty, pos) {
            Ok(found) => found,
            Err(refused) => return refused,
        };
        before.splice(0..0, [kept_a].into_iter().chain(kept_b.map(|(kept, _)| kept)));
        let all = (0..count).map(|at| {
            let index = self.lane(&masks[0], at, pos);
            let low = self.integer_constant(count - 1, Types::INT, pos);
            let low = self.binary(BinaryOp::And, index, low, pos);
            let x = self.lane_at(a, low, pos);
            let b = match kept_b {
                Some((_, b)) => b,
                None => return x,
            };
            let high = self.integer_constant(count, Types::INT, pos);
            let high = self.binary(BinaryOp::And, index, high, pos);
            let y = self.lane_at(b, low, pos);
            self.conditional(high, Some(y), x, pos)
        });
        let all = all.collect();
        self.vector_value(ty, before, all, pos)
    }

    /// `__builtin_shufflevector (v, w, 0, 5, …)`
    pub(in crate::c::read::check) fn shuffle_vector(&mut self, arguments: &[ExprId], pos: Pos) -> ExprId {
        let (a, b, places) = match arguments {
            [a, b, places @ ..] if !places.is_empty() => (*a, *b, places),
            _ => return self.refuse(pos, "expected two vectors and the places of elements"),
        };
        let (x, y) = (self.types().vector(self.ty(a)), self.types().vector(self.ty(b)));
        let ((element, n), m) = match (x, y) {
            (Some((of, n)), Some((other, m))) if of == other => ((of, n), m),
            _ => return self.refuse(pos, "expected two vectors with elements of one type"),
        };
        let ty = self.program.types.vector_of(element, places.len() as u64);
        let (before, lanes) = match self.lanes_of(&[a, b], element, ty, pos) {
            Ok(found) => found,
            Err(refused) => return refused,
        };
        let mut all = Vec::new();
        for &place in places {
            all.push(match self.folded(place).integer() {
                Some(at) if at < n => self.lane(&lanes[0], at, pos),
                Some(at) if at < n + m => self.lane(&lanes[1], at - n, pos),
                _ => self.unsupported("an element of no vector", element, pos),
            });
        }
        self.vector_value(ty, before, all, pos)
    }

    /// Whether two types are vectors of one form, up to the sign of their elements.
    pub(in crate::c::read::check) fn are_like_vectors(&self, a: TypeId, b: TypeId) -> bool {
        match (self.types().vector(a), self.types().vector(b)) {
            (Some((a, n)), Some((b, m))) => n == m && self.is_alike(a, b),
            _ => false,
        }
    }

    /// Whether two types of elements have one size, and both are integers or the same.
    fn is_alike(&self, a: TypeId, b: TypeId) -> bool {
        let types = self.types();
        let are_integers = types.integer_kind(a).is_some() && types.integer_kind(b).is_some();
        a == b || (are_integers && types.size(a) == types.size(b))
    }

    /// Whether one of two integer types has a sign, and the other has none.
    fn is_signed(&self, a: TypeId, b: TypeId) -> bool {
        let is_signed = |ty| self.types().integer_kind(ty).map(|kind| self.types().options().is_signed(kind));
        is_signed(a) != is_signed(b)
    }

    /// The type of a comparison of vectors.
    fn truth_vector(&mut self, element: TypeId, count: u64) -> TypeId {
        let pointer = self.types().options().pointer_size();
        let kind = match self.types().size(element) {
            Some(1) => IntegerKind::SignedChar,
            Some(2) => IntegerKind::Short,
            Some(8) if pointer == 8 => IntegerKind::Long,
            Some(8) => IntegerKind::LongLong,
            _ => IntegerKind::Int,
        };
        let element = self.types().integer(kind);
        self.program.types.vector_of(element, count)
    }

    /// -1 for the truth value 1.
    fn minus_one(&mut self, truth: ExprId, pos: Pos) -> ExprId {
        let ty = self.types().integer(IntegerKind::UnsignedLongLong);
        let truth = self.convert(truth, ty, true);
        self.unary(Some(UnaryOp::Minus), truth, pos)
    }

    /// The elements of operands, and the expressions to evaluate before. Scalars get the type of the elements.
    fn lanes_of(
        &mut self,
        operands: &[ExprId],
        element: TypeId,
        result: TypeId,
        pos: Pos,
    ) -> Result<(Vec<ExprId>, Vec<Lanes>), ExprId> {
        let is_floating = self.types().floating_kind(element).is_some();
        if is_floating && self.evaluation != FloatEvaluation::default() {
            let reason = "floating-point vectors in a wider format";
            return Err(self.unsupported(reason, result, pos));
        }
        if operands.iter().any(|&id| self.types().vector(self.ty(id)).map_or(0, |v| v.1) > MOST_LANES) {
            return Err(self.unsupported("an operator on a vector of many elements", result, pos));
        }
        let mut values = Vec::new();
        for &operand in operands {
            values.push(match self.types().vector(self.ty(operand)) {
                Some(_) => operand,
                None => self.convert(operand, element, true),
            });
        }
        let is_steady = values.iter().all(|&value| self.is_steady(value));
        let (mut before, mut lanes) = (Vec::new(), Vec::new());
        for &value in &values {
            let is_vector = self.types().vector(self.ty(value)).is_some();
            let place = match self.expr(value).kind {
                _ if is_steady && self.lanes.contains_key(&value) => {
                    lanes.push(Lanes::Values(self.lanes[&value].clone()));
                    continue;
                }
                ExprKind::Load(place) if is_steady && is_vector => place,
                _ if is_steady => value,
                _ => {
                    let (kept, place) = self.kept(value, pos);
                    before.push(kept);
                    place
                }
            };
            lanes.push(if is_vector { Lanes::Place(place) } else { Lanes::Scalar(place) });
        }
        Ok((before, lanes))
    }

    /// Whether a value may be evaluated several times, beside others of its kind.
    fn is_steady(&self, value: ExprId) -> bool {
        match self.expr(value).kind {
            _ if self.lanes.contains_key(&value) => true,
            ExprKind::Constant(_) | ExprKind::Floating(_) => true,
            ExprKind::Convert { operand, .. } => {
                matches!(self.expr(operand).kind, ExprKind::Load(place) if self.is_simple(place))
            }
            ExprKind::Load(place) => self.is_simple(place),
            _ => false,
        }
    }

    /// Whether an lvalue is an object with a name, or a member of one.
    fn is_simple(&self, mut place: ExprId) -> bool {
        while let ExprKind::Member(record, _) = self.expr(place).kind {
            place = record;
        }
        matches!(self.expr(place).kind, ExprKind::Object(_))
    }

    /// An expression that evaluates a value once, and the object without name that has it then.
    pub(in crate::c::read::check) fn kept(&mut self, value: ExprId, pos: Pos) -> (ExprId, ExprId) {
        let ty = self.ty(value);
        let mut last = value;
        while let ExprKind::Comma(_, next) = self.expr(last).kind {
            last = next;
        }
        let known = match self.expr(last).kind {
            ExprKind::Load(place) => match self.expr(place).kind {
                ExprKind::CompoundLiteral(object, _) => Some(object),
                _ => None,
            },
            _ => None,
        };
        let (kept, object) = match known {
            Some(object) => (value, object),
            None => {
                let object = self.unnamed_object(ty, Storage::Literal, pos);
                let size = self.types().size(ty);
                self.update_object(object, |object| object.align = object.align.max(size));
                let initialiser = self.whole_value(value, ty);
                let literal = self.compound_literal(object, initialiser, ty, pos);
                (self.value(literal), object)
            }
        };
        (kept, self.add(ExprKind::Object(object), ty, pos, Folded::No))
    }

    /// The lvalue with what it takes to evaluate its operands only once.
    fn once(&mut self, target: ExprId, pos: Pos) -> (Vec<ExprId>, ExprId) {
        // The copies of an lvalue must have no effect.
        if self.is_simple(target) {
            return (Vec::new(), target);
        }
        let pointer = self.address(target, pos);
        let (kept, place) = self.kept(pointer, pos);
        let pointer = self.value(place);
        (vec![kept], self.dereference(pointer, pos))
    }

    /// A copy of an lvalue that [`Checker::once`] or [`Checker::kept`] made, or of a steady scalar. A node of the tree
    /// has one place in it.
    fn again(&mut self, id: ExprId) -> ExprId {
        let mut path = vec![self.expr(id)];
        loop {
            let inner = match path.last().map(|expr| expr.kind) {
                Some(ExprKind::Member(inner, _) | ExprKind::Dereference(inner) | ExprKind::Load(inner)) => {
                    inner
                }
                Some(ExprKind::Convert { operand, .. }) => operand,
                _ => break,
            };
            path.push(self.expr(inner));
        }
        let folded = self.folded(id);
        let mut made = None;
        for expr in path.into_iter().rev() {
            let kind = match (expr.kind, made) {
                (ExprKind::Member(_, field), Some(inner)) => ExprKind::Member(inner, field),
                (ExprKind::Dereference(_), Some(inner)) => ExprKind::Dereference(inner),
                (ExprKind::Load(_), Some(inner)) => ExprKind::Load(inner),
                (ExprKind::Convert { is_cast, .. }, Some(operand)) => ExprKind::Convert { operand, is_cast },
                (kind, _) => kind,
            };
            made = Some(self.add(kind, expr.ty, expr.pos, Folded::No));
        }
        let made = made.unwrap_or(id);
        if let Some(last) = self.folded_mut(made) {
            *last = folded;
        }
        made
    }

    /// A value behind expressions that are evaluated before it.
    pub(in crate::c::read::check) fn behind(
        &mut self,
        before: Vec<ExprId>,
        value: ExprId,
        pos: Pos,
    ) -> ExprId {
        before.into_iter().rev().fold(value, |value, first| {
            let ty = self.ty(value);
            self.add(ExprKind::Comma(first, value), ty, pos, Folded::No)
        })
    }

    fn lane(&mut self, lanes: &Lanes, at: u64, pos: Pos) -> ExprId {
        match lanes {
            Lanes::Values(values) => values.get(at as usize).copied().unwrap_or_else(|| self.broken(pos)),
            Lanes::Scalar(scalar) => {
                let scalar = self.again(*scalar);
                self.value(scalar)
            }
            Lanes::Place(place) => {
                let index = self.integer_constant(at, Types::INT, pos);
                self.lane_at(*place, index, pos)
            }
        }
    }

    fn lane_at(&mut self, place: ExprId, index: ExprId, pos: Pos) -> ExprId {
        let place = self.again(place);
        let elements = self.field(place, 0, pos);
        let element = self.index(elements, index, pos);
        self.value(element)
    }

    /// The vector with these elements, which are cut to their type.
    fn vector_value(&mut self, ty: TypeId, before: Vec<ExprId>, lanes: Vec<ExprId>, pos: Pos) -> ExprId {
        if lanes.iter().any(|&lane| self.is_broken(lane)) {
            return self.broken(pos);
        }
        let element = self.types().vector(ty).map_or(Types::INT, |(element, _)| element);
        let size = self.types().size(element).unwrap_or(1);
        let lanes: Vec<ExprId> = lanes.into_iter().map(|lane| self.convert(lane, element, true)).collect();
        let part = |(at, &value): (usize, &ExprId)| Element {
            offset: at as u64 * size,
            bits: None,
            ty: element,
            value,
        };
        let elements: Vec<Element> = lanes.iter().enumerate().map(part).collect();
        let initialiser = self.add_initialiser(Initialiser { elements });
        let object = self.unnamed_object(ty, Storage::Literal, pos);
        if self.function.is_none() {
            self.update_object(object, |object| object.initialiser = Some(initialiser));
        }
        let literal = self.compound_literal(object, initialiser, ty, pos);
        let value = self.value(literal);
        if before.is_empty() {
            self.lanes.insert(value, lanes);
        }
        self.behind(before, value, pos)
    }
}

impl Types {
    /// The type of the elements of a vector, and their number.
    pub(in crate::c::read) fn vector(&self, id: TypeId) -> Option<(TypeId, u64)> {
        let record = match self.get(id) {
            Type::Record(record) if self.record(record).is_vector => record,
            _ => return None,
        };
        match self.fields(record).first().map(|field| self.get(field.ty)) {
            Some(Type::Array(element, Some(count))) => Some((element, count)),
            _ => None,
        }
    }
}
