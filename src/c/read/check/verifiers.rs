//! Words of other verifiers that are more than functions without a body: facts about pointers and arbitrary objects.
//!
//! A call becomes an expression of the tree that both readings of a program know. `__CPROVER_r_ok(p)` asks for the
//! bytes of `*p`; the number of an object, `__CPROVER_POINTER_OBJECT(p)`, is not followed but where two are compared.
//! An object becomes arbitrary by an assignment, so it has to be one that the reader knows.

use super::super::source::Pos;
use super::super::syntax::{BinaryOp, ExprId, ExprKind, PointerFact};
use super::super::types::{FunctionType, Prototype, Type, TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;

/// The number of an object.
const OBJECT_NUMBER: &str = "__CPROVER_POINTER_OBJECT";

/// The words about pointers, each with the types of its result and its parameters as in the table of builtins.
pub(super) const WORDS: &str = "\
    __CPROVER_r_ok:i. __CPROVER_w_ok:i. __CPROVER_rw_ok:i. __CPROVER_same_object:ipp __CPROVER_OBJECT_SIZE:zp \
    __CPROVER_POINTER_OFFSET:dp __CPROVER_POINTER_OBJECT:zp __CPROVER_havoc_object:vp \
    klee_make_symbolic:vpzs klee_range:iiis";

impl Checker<'_> {
    /// The value of a call of a word that has a meaning here; `None` if the name is none.
    pub(super) fn verifier_call(&mut self, name: &str, arguments: &[ExprId], pos: Pos) -> Option<ExprId> {
        Some(match (name, arguments) {
            ("__CPROVER_r_ok", &[p, ..]) => self.has_room(PointerFact::Readable, arguments, p, pos),
            ("__CPROVER_w_ok" | "__CPROVER_rw_ok", &[p, ..]) => {
                self.has_room(PointerFact::Writable, arguments, p, pos)
            }
            ("__CPROVER_same_object", &[p, q]) => self.fact(PointerFact::SameObject, &[p, q], pos),
            ("__CPROVER_OBJECT_SIZE", &[p]) => self.fact(PointerFact::Size, &[p], pos),
            ("__CPROVER_POINTER_OFFSET", &[p]) => self.fact(PointerFact::Offset, &[p], pos),
            ("__CPROVER_havoc_object", &[p]) => {
                let whole = self.whole_object(p);
                self.any_object(name, whole, pos)
            }
            ("klee_make_symbolic", &[p, size, _]) => {
                let place = self.place_of_size(p, size, pos);
                self.any_object(name, place, pos)
            }
            _ => return None,
        })
    }

    /// A call of the function that stands for a fact.
    fn fact(&mut self, fact: PointerFact, arguments: &[ExprId], pos: Pos) -> ExprId {
        let options = self.types().options();
        let result = match fact {
            PointerFact::Readable | PointerFact::Writable | PointerFact::SameObject => Types::INT,
            PointerFact::Size => self.types().integer(options.size_kind()),
            PointerFact::Offset => self.types().integer(options.difference_kind()),
        };
        let pointer = self.program.types.pointer(Types::VOID);
        let size = self.types().integer(options.size_kind());
        let parameters = match fact {
            PointerFact::Readable | PointerFact::Writable => vec![pointer, size],
            PointerFact::SameObject => vec![pointer, pointer],
            PointerFact::Size | PointerFact::Offset => vec![pointer],
        };
        let name = self.program.names.intern(fact.function());
        let function = FunctionType { result, parameters, prototype: Prototype::Fixed };
        let function = self.declare_builtin(name, function, pos);
        let ty = self.program.function(function).ty;
        let callee = self.add(ExprKind::Function(function), ty, pos, Folded::Place);
        self.call(callee, arguments, pos, pos)
    }

    /// Whether bytes can be read or written; without a number they are those of the object to which the pointer leads.
    fn has_room(&mut self, fact: PointerFact, arguments: &[ExprId], pointer: ExprId, pos: Pos) -> ExprId {
        let size = match (arguments, self.types().pointee(self.ty(pointer))) {
            (&[_, size], _) => size,
            (&[_], Some(element)) => self.size_of(element, pos),
            _ => return self.refuse(pos, "expected a pointer, and the number of bytes behind it"),
        };
        self.fact(fact, &[pointer, size], pos)
    }

    /// Whether two objects are the same, if both operands of a comparison are their numbers.
    pub(super) fn compared_objects(
        &mut self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        pos: Pos,
    ) -> Option<ExprId> {
        let of = |id: ExprId| match self.expr(id).kind {
            ExprKind::Call { callee, .. } => match self.expr(callee).kind {
                ExprKind::Function(function) => {
                    let name = self.program.names.text(self.program.function(function).name);
                    self.program.arguments(id).first().copied().filter(|_| name == OBJECT_NUMBER)
                }
                _ => None,
            },
            _ => None,
        };
        let (p, q) = (of(a)?, of(b)?);
        let same = self.fact(PointerFact::SameObject, &[p, q], pos);
        match op {
            BinaryOp::Equal => Some(same),
            BinaryOp::NotEqual => Some(self.unary(Some(super::super::syntax::UnaryOp::Not), same, pos)),
            _ => None,
        }
    }

    /// The place to which a pointer leads, behind conversions.
    fn pointed_place(&self, mut pointer: ExprId) -> Option<ExprId> {
        while let ExprKind::Convert { operand, .. } = self.expr(pointer).kind {
            pointer = operand;
        }
        match self.expr(pointer).kind {
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => Some(place),
            _ => None,
        }
    }

    /// The whole object into which a pointer leads, if the reader knows it.
    fn whole_object(&self, pointer: ExprId) -> Option<ExprId> {
        let mut place = self.pointed_place(pointer)?;
        loop {
            place = match self.expr(place).kind {
                ExprKind::Member(record, _) => record,
                ExprKind::Dereference(inner) => match self.expr(inner).kind {
                    ExprKind::Binary(BinaryOp::PointerAdd, array, _) => self.pointed_place(array)?,
                    _ => self.pointed_place(inner)?,
                },
                ExprKind::Object(object) if !self.variable_arrays.contains_key(&object) => {
                    return Some(place)
                }
                _ => return None,
            };
        }
    }

    /// The place of a constant number of bytes to which a pointer leads: an object, or elements behind the pointer.
    fn place_of_size(&mut self, pointer: ExprId, size: ExprId, pos: Pos) -> Option<ExprId> {
        let size = self.folded(size).integer()?;
        if let Some(place) = self.pointed_place(pointer) {
            if self.types().size(self.ty(place)) == Some(size) {
                return Some(place);
            }
        }
        let mut inner = pointer;
        while let ExprKind::Convert { operand, .. } = self.expr(inner).kind {
            inner = operand;
        }
        let element = self.types().pointee(self.ty(inner))?;
        let bytes = self.types().size(element).filter(|&bytes| bytes > 0 && size > 0 && size % bytes == 0)?;
        let ty = match size / bytes {
            1 => element,
            count => self.program.types.array(element, Some(count)),
        };
        let ty = self.program.types.pointer(ty);
        let inner = self.convert(inner, ty, true);
        Some(self.dereference(inner, pos))
    }

    /// Gives an object any value, as a function without definition that returns one would.
    fn any_object(&mut self, name: &str, place: Option<ExprId>, pos: Pos) -> ExprId {
        let place = match place {
            Some(place) => place,
            None => {
                let reason = format!("`{}` of an object that is not known when the program is read", name);
                return self.unsupported(reason, Types::VOID, pos);
            }
        };
        let ty = self.types().unqualified(self.ty(place));
        let place = match self.types().get(ty) {
            Type::Array(..) => {
                let record = self.record_of(ty);
                let address = self.address(place, pos);
                let pointer = self.program.types.pointer(record);
                let address = self.convert(address, pointer, true);
                self.dereference(address, pos)
            }
            _ => place,
        };
        let ty = self.types().unqualified(self.ty(place));
        let name = self.program.names.intern(&format!("__indubit_any_object_{}", ty.index()));
        let function = FunctionType { result: ty, parameters: Vec::new(), prototype: Prototype::Fixed };
        let function = self.declare_builtin(name, function, pos);
        let callee = self.program.function(function).ty;
        let callee = self.add(ExprKind::Function(function), callee, pos, Folded::Place);
        let any = self.call(callee, &[], pos, pos);
        let stored = self.assign(place, any, pos);
        self.convert(stored, Types::VOID, true)
    }

    /// A structure with one member of a type.
    fn record_of(&mut self, ty: TypeId) -> TypeId {
        let (record, id) = self.new_structure(None);
        self.complete(id, &[ty]);
        record
    }
}
