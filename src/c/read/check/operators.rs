//! Checks `&`, `*`, indices, members, unary operators, logical operators, commas and conditionals (C11, 6.5.2, 6.5.3,
//! and 6.5.13 to 6.5.17).

use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{ExprId, ExprKind, LogicalOp, StmtId, StmtKind, Storage, UnaryOp};
use super::super::types::{RecordId, Type, TypeId, Types};
use super::checker::Checker;
use super::fold::{self, Folded};

impl Checker<'_> {
    /// `&e`
    pub fn address(&mut self, id: ExprId, pos: Pos) -> ExprId {
        if self.is_broken(id) {
            return self.broken(pos);
        }
        if !self.is_lvalue(id) {
            return self.refuse(pos, "expected an object or a function behind `&`, found a value");
        }
        let expr = self.expr(id);
        if self.is_bit_field(id) {
            return self.refuse(pos, "a bit-field has no address");
        }
        if let ExprKind::Object(object) = expr.kind {
            if self.variable_arrays.contains_key(&object) {
                let reason = "the address of an array of variable length";
                let ty = self.program.types.pointer(expr.ty);
                return self.unsupported(reason, ty, pos);
            }
        }
        let ty = self.program.types.pointer(expr.ty);
        match self.address_of_folded(id) {
            Folded::Integer(at) => self.numeric_pointer(at, ty, pos),
            folded => self.add(ExprKind::AddressOf(id), ty, pos, folded),
        }
    }

    fn is_bit_field(&self, id: ExprId) -> bool {
        match self.expr(id).kind {
            ExprKind::Member(record, field) => match self.kind_of(record) {
                Type::Record(record) => self
                    .types()
                    .fields(record)
                    .get(field as usize)
                    .map_or(false, |field| field.bits.is_some()),
                _ => false,
            },
            _ => false,
        }
    }

    /// `*e`
    pub fn dereference(&mut self, id: ExprId, pos: Pos) -> ExprId {
        let pointer = self.value(id);
        match self.kind_of(pointer) {
            Type::Error => self.broken(pos),
            Type::Pointer(to) => {
                let folded = match self.folded(pointer) {
                    Folded::Integer(at) => Folded::NumericPlace(at),
                    Folded::Address => Folded::Place,
                    _ => Folded::No,
                };
                self.add(ExprKind::Dereference(pointer), to, pos, folded)
            }
            _ => {
                let ty = self.type_text(self.ty(pointer));
                self.refuse(pos, format!("expected a pointer behind `*`, found `{}`", ty))
            }
        }
    }

    /// `a[b]`, which is `*(a + b)`
    pub fn index(&mut self, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let a = if self.has_vector(&[a]) { self.field(a, 0, pos) } else { a };
        let (a, b) = (self.value(a), self.value(b));
        if self.is_broken(a) || self.is_broken(b) {
            return self.broken(pos);
        }
        let opaque = [a, b].into_iter().find_map(|id| self.types().opaque_kind(self.ty(id)));
        if let Some(opaque) = opaque {
            return self.unsupported_object(format!("{} are not supported", opaque.text()), Types::INT, pos);
        }
        if self.is_list(self.ty(a)) {
            return self.unsupported_object("a part of a list of variable arguments", Types::CHAR, pos);
        }
        let is_pointer = |ty| matches!(ty, Type::Pointer(_));
        let (pointer, index) = if is_pointer(self.kind_of(a)) { (a, b) } else { (b, a) };
        if !is_pointer(self.kind_of(pointer)) || self.types().integer_kind(self.ty(index)).is_none() {
            let (a, b) = (self.type_text(self.ty(a)), self.type_text(self.ty(b)));
            let message = format!("expected an array and an integer as index, found `{}` and `{}`", a, b);
            return self.refuse(pos, message);
        }
        let sum = self.pointer_sum(pointer, index, false, pos);
        self.dereference(sum, pos)
    }

    /// `e.name`, or `e->name` if `behind_pointer`.
    pub fn member(&mut self, id: ExprId, name: NameId, behind_pointer: bool, pos: Pos) -> ExprId {
        let record = if behind_pointer { self.dereference(id, pos) } else { id };
        let ty = self.ty(record);
        let record_id = match self.types().get(ty) {
            Type::Error => return self.broken(pos),
            Type::Record(id) => id,
            _ => {
                let message = format!(
                    "expected a structure or union before the member, found `{}`",
                    self.type_text(ty)
                );
                return self.refuse(pos, message);
            }
        };
        match self.find_field(record_id, name) {
            Some(path) => path.into_iter().fold(record, |record, field| self.field(record, field, pos)),
            None if self.types().record(record_id).fields.is_none() => {
                let message = format!("`{}` is incomplete; define it before this", self.type_text(ty));
                self.refuse(pos, message)
            }
            None => {
                if let Some(member) = self.list_member(ty, name, pos) {
                    return member;
                }
                let message = format!("`{}` has no member `{}`", self.type_text(ty), self.name(name));
                self.refuse(pos, message)
            }
        }
    }

    /// The positions that lead to a member, through anonymous structures and unions.
    pub fn find_field(&self, record: RecordId, name: NameId) -> Option<Vec<u32>> {
        // Records and the paths to them, breadth first.
        let mut queue = vec![(record, Vec::new())];
        let mut at = 0;
        while let Some((record, path)) = queue.get(at).cloned() {
            at += 1;
            for (i, field) in self.types().fields(record).iter().enumerate() {
                let longer = || path.iter().copied().chain(Some(i as u32)).collect::<Vec<u32>>();
                match field.name {
                    Some(found) if found == name => return Some(longer()),
                    Some(_) => {}
                    None => {
                        if let Type::Record(inner) = self.types().get(field.ty) {
                            queue.push((inner, longer()));
                        }
                    }
                }
            }
        }
        None
    }

    /// A member by position.
    pub fn field(&mut self, record: ExprId, field: u32, pos: Pos) -> ExprId {
        match self.types().field(self.ty(record), field).copied() {
            None => self.broken(pos),
            Some(found) => {
                let is_array = matches!(self.types().get(found.ty), Type::Array(..));
                let mut ty = found.ty;
                if self.types().is_volatile(self.ty(record)) {
                    ty = self.program.types.volatile(ty);
                }
                let record = match is_array && !self.is_lvalue(record) {
                    true => self.temporary(record),
                    false => record,
                };
                let folded = match self.folded(record) {
                    Folded::NumericPlace(at) => Folded::NumericPlace(at.wrapping_add(found.offset)),
                    Folded::Place => Folded::Place,
                    _ => Folded::No,
                };
                self.add(ExprKind::Member(record, field), ty, pos, folded)
            }
        }
    }

    /// A temporary object with this structure as value, since an array in a structure that a function returns must have
    /// an address.
    fn temporary(&mut self, record: ExprId) -> ExprId {
        let (ty, pos) = (self.ty(record), self.pos(record));
        let object = self.unnamed_object(ty, Storage::Literal, pos);
        let initialiser = self.whole_value(record, ty);
        self.add(ExprKind::CompoundLiteral(object, initialiser), ty, pos, Folded::No)
    }

    /// `({ … })`: the value is that of the last statement, if that is an expression.
    pub fn statements_expr(&mut self, block: StmtId, last: Option<StmtId>, pos: Pos) -> ExprId {
        let value = match last.map(|last| self.program.stmt(last).kind) {
            Some(StmtKind::Expression(value)) => Some(value),
            _ => None,
        };
        let ty = value.map_or(Types::VOID, |value| self.ty(value));
        let id = self.add(ExprKind::Statements(block), ty, pos, Folded::No);
        if let Some(&declared) = value.and_then(|value| self.declared.get(&value)) {
            return self.convert(id, declared, false);
        }
        if let Some(width) = value.and_then(|value| self.width(value)) {
            self.widths.insert(id, width);
        }
        id
    }

    /// `-e`, `+e`, `~e` or `!e`; `None` is the plus.
    pub fn unary(&mut self, op: Option<UnaryOp>, id: ExprId, pos: Pos) -> ExprId {
        let value = self.value(id);
        let ty = self.ty(value);
        if ty == Types::ERROR {
            return self.broken(pos);
        }
        if let Some(opaque) = self.types().opaque_kind(ty) {
            let ty = if op == Some(UnaryOp::Not) { Types::INT } else { ty };
            return self.unsupported(format!("{} are not supported", opaque.text()), ty, pos);
        }
        if self.has_vector(&[value]) {
            return self.vector_unary(op, value, pos);
        }
        let types = self.types();
        let (is_allowed, wanted) = match op {
            Some(UnaryOp::Not) => (types.is_scalar(ty), "a number or a pointer"),
            Some(UnaryOp::Complement) => (types.integer_kind(ty).is_some(), "an integer"),
            _ => (types.is_arithmetic(ty), "a number"),
        };
        if !is_allowed {
            let message = format!("expected {} behind this operator, found `{}`", wanted, self.type_text(ty));
            return self.refuse(pos, message);
        }
        let (value, op) = match op {
            None => return self.promote(value),
            Some(UnaryOp::Not) => (value, UnaryOp::Not),
            Some(op) => (self.promote(value), op),
        };
        let ty = if op == UnaryOp::Not { Types::INT } else { self.ty(value) };
        if let (UnaryOp::Not, Folded::Floating(Some(number))) = (op, self.folded(value)) {
            return self.integer_constant(u64::from(number == 0.0), ty, pos);
        }
        if let (UnaryOp::Minus, ExprKind::Floating(bits), Some(kind)) =
            (op, self.expr(value).kind, self.types().floating_kind(ty))
        {
            let negative = self.floating_constant(bits.get() ^ 1 << (kind.stored_bits() - 1), kind, ty, pos);
            return self.with_declared(negative, self.declared.get(&value).copied());
        }
        let folded = match self.folded(value) {
            Folded::Integer(pattern) => {
                fold::unary(self.types(), op, ty, pattern).map_or(Folded::No, Folded::Integer)
            }
            Folded::Floating(value) if op == UnaryOp::Minus => Folded::Floating(value.map(|value| -value)),
            _ => Folded::No,
        };
        let result = self.add(ExprKind::Unary(op, value), ty, pos, folded);
        match self.width(value).filter(|_| op != UnaryOp::Not) {
            Some(width) => self.cut(result, width),
            None if op == UnaryOp::Minus => self.with_declared(result, self.declared.get(&value).copied()),
            None => result,
        }
    }

    /// `a && b` or `a || b`
    pub fn logical(&mut self, op: LogicalOp, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let (a, b) = (self.condition(a), self.condition(b));
        if self.is_broken(a) || self.is_broken(b) {
            return self.broken(pos);
        }
        let truth = |folded: Folded| match folded {
            Folded::Integer(pattern) => Some(pattern != 0),
            Folded::Address => Some(true),
            _ => None,
        };
        let decides = op == LogicalOp::Or;
        let folded = match (truth(self.folded(a)), truth(self.folded(b))) {
            (Some(a), _) if a == decides => Folded::Integer(u64::from(decides)),
            (Some(_), Some(b)) => Folded::Integer(u64::from(b)),
            _ => Folded::No,
        };
        self.add(ExprKind::Logical(op, a, b), Types::INT, pos, folded)
    }

    /// `a, b`
    pub fn comma(&mut self, a: ExprId, b: ExprId, pos: Pos) -> ExprId {
        let (a, b) = (self.value(a), self.value(b));
        let ty = self.ty(b);
        let id = self.add(ExprKind::Comma(a, b), ty, pos, Folded::No);
        if let Some(width) = self.width(b) {
            self.widths.insert(id, width);
        }
        self.with_declared(id, self.declared.get(&b).copied())
    }

    /// `a ? b : c`, or `a ?: c` without `b`.
    pub fn conditional(&mut self, a: ExprId, b: Option<ExprId>, c: ExprId, pos: Pos) -> ExprId {
        let a = self.condition(a);
        let (first, c) = (b.map_or(a, |b| self.value(b)), self.value(c));
        if self.is_broken(a) || self.is_broken(first) || self.is_broken(c) {
            return self.broken(pos);
        }
        let declared = self.declared_branches(first, c);
        let ((converted, c), width) = match self.branches(first, c) {
            Some(found) => found,
            None if [first, c].iter().any(|&id| self.types().opaque_kind(self.ty(id)).is_some()) => {
                let ty = self.ty(first);
                return self.unsupported("a choice between types that are not supported", ty, pos);
            }
            None => {
                let (x, y) = (self.type_text(self.ty(first)), self.type_text(self.ty(c)));
                let message = format!("the values on both sides of the `:` do not fit: `{}` and `{}`", x, y);
                return self.refuse(pos, message);
            }
        };
        let ty = self.ty(converted);
        let folded = match self.folded(a) {
            Folded::Integer(0) => self.folded(c),
            Folded::Integer(_) | Folded::Address => self.folded(converted),
            _ => Folded::No,
        };
        // The known part of an lvalue does not tell a value.
        let folded = match folded {
            Folded::Place | Folded::NumericPlace(_) => Folded::No,
            folded => folded,
        };
        let id = match b {
            Some(_) => self.add(ExprKind::Conditional(a, converted, c), ty, pos, folded),
            None => self.add(ExprKind::Default(a, c), ty, pos, folded),
        };
        match (width, b) {
            // The value of the condition is converted by the node itself.
            (Some(width), None) => self.cut(id, width),
            (Some(width), Some(_)) => {
                self.widths.insert(id, width);
                id
            }
            (None, _) => self.with_declared(id, declared),
        }
    }

    /// The two values of a conditional, converted to their common type.
    fn branches(&mut self, a: ExprId, b: ExprId) -> Option<((ExprId, ExprId), Option<u32>)> {
        let types = self.types();
        let (x, y) = (self.ty(a), self.ty(b));
        if types.is_arithmetic(x) && types.is_arithmetic(y) {
            return Some(self.balance_width(a, b));
        }
        let common = match (types.get(x), types.get(y)) {
            (Type::Void, _) | (_, Type::Void) => Types::VOID,
            (Type::Record(x), Type::Record(y)) if x == y => return Some(((a, b), None)),
            (Type::Pointer(_), Type::Pointer(_)) => {
                let common = self.common_pointer(a, b);
                self.volatile_common(common, [x, y])
            }
            (Type::Pointer(_), Type::Integer(_) | Type::Enum(_)) => x,
            (Type::Integer(_) | Type::Enum(_), Type::Pointer(_)) => y,
            _ => return None,
        };
        Some(((self.convert(a, common, false), self.convert(b, common, false)), None))
    }

    /// Whether a type is `void`, qualifiers apart.
    pub(super) fn is_void(&self, ty: TypeId) -> bool {
        self.types().unqualified(ty) == Types::VOID
    }

    fn common_pointer(&self, a: ExprId, b: ExprId) -> TypeId {
        let (x, y) = (self.ty(a), self.ty(b));
        if self.is_null_constant(a) {
            return y;
        }
        let is_void = |ty| self.types().pointee(ty).map_or(false, |to| self.is_void(to));
        if is_void(y) && !self.is_null_constant(b) {
            return y;
        }
        x
    }
}
