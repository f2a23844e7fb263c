//! Checks calls: the type of the function, the number of arguments, and their conversions (C11, 6.5.2.2).

use super::super::arch::IntegerKind;
use super::super::source::Pos;
use super::super::syntax::{Element, ExprId, ExprKind, Initialiser, Storage};
use super::super::types::{FunctionType, Prototype, RecordId, Type, TypeId, Types};
use super::checker::Checker;
use super::fold::Folded;

/// The functions that may return null where memory is short.
const MAY_FAIL: [&str; 9] = [
    "malloc",
    "__builtin_malloc",
    "calloc",
    "__builtin_calloc",
    "realloc",
    "__builtin_realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
];

impl Checker<'_> {
    /// `f(a, b)`. The place of the expression is that of the opening parenthesis' left neighbour: the callee.
    pub fn call(&mut self, callee: ExprId, arguments: &[ExprId], pos: Pos, close: Pos) -> ExprId {
        let arguments: Vec<ExprId> = arguments.iter().map(|&argument| self.value(argument)).collect();
        if self.is_broken(callee) || arguments.iter().any(|&argument| self.is_broken(argument)) {
            return self.broken(pos);
        }
        if let Some(value) = self.builtin_call(callee, &arguments, pos) {
            return value;
        }
        let (callee, ty) = match self.callee(callee) {
            Some(found) => found,
            None => {
                let message =
                    format!("expected a function before `(`, found `{}`", self.type_text(self.ty(callee)));
                return self.refuse(pos, message);
            }
        };
        let function = match self.types().get(ty) {
            Type::Function(id) => self.types().function(id).clone(),
            _ => return self.broken(pos),
        };
        let count = function.parameters.len();
        let fits = match function.prototype {
            Prototype::Unspecified => true,
            Prototype::Fixed => arguments.len() == count,
            Prototype::Variadic => arguments.len() >= count,
        };
        if !fits {
            let least = if function.prototype == Prototype::Variadic { "at least " } else { "" };
            let message = format!("expected {}{} arguments, found {}", least, count, arguments.len());
            return self.refuse(pos, message);
        }
        let mut converted = self.converted_arguments(&function.parameters, &arguments);
        if converted.iter().any(|&argument| self.is_broken(argument)) {
            return self.broken(pos);
        }
        if self.types().size(function.result).is_none() && function.result != Types::VOID {
            let message =
                format!("the result of this call is incomplete: `{}`", self.type_text(function.result));
            return self.refuse(pos, message);
        }
        let before = self.before_nested(callee, &mut converted, pos);
        let rest = match function.prototype {
            Prototype::Variadic => self.reserve_rest(&converted[count..], pos),
            Prototype::Fixed | Prototype::Unspecified => None,
        };
        let arguments = self.add_list(&converted);
        let call = self.add(ExprKind::Call { callee, arguments, close }, function.result, pos, Folded::No);
        rest.into_iter().for_each(|rest| self.note_variadic_call(call, rest));
        match before {
            Some(before) => self.behind(before, call, pos),
            None => self.or_null(call, callee, pos),
        }
    }

    /// The arguments as values of the types of the parameters, and the others promoted.
    fn converted_arguments(&mut self, parameters: &[TypeId], arguments: &[ExprId]) -> Vec<ExprId> {
        let mut converted = Vec::with_capacity(arguments.len());
        for (i, &argument) in arguments.iter().enumerate() {
            let pos = self.pos(argument);
            converted.push(match parameters.get(i) {
                Some(&ty) => self.argument(argument, ty, pos),
                None if self.ty(argument) == Types::VOID => {
                    self.refuse(pos, "expected a value as argument, found `void`")
                }
                None => self.promote_argument(argument),
            });
        }
        converted
    }

    /// The call, or null if it is one of `malloc` or its like, which may fail.
    fn or_null(&mut self, call: ExprId, callee: ExprId, pos: Pos) -> ExprId {
        let function = match self.expr(callee).kind {
            ExprKind::Function(function) if self.types().options().malloc_may_fail => function,
            _ => return call,
        };
        let declared = self.program.function(function);
        let name = self.program.names.text(declared.name);
        if declared.body.is_some()
            || !MAY_FAIL.contains(&name)
            || self.types().pointee(self.ty(call)).is_none()
        {
            return call;
        }
        let int = self.types().integer(IntegerKind::Int);
        let name = self.program.names.intern("__indubit_any_failure");
        let any = FunctionType { result: int, parameters: Vec::new(), prototype: Prototype::Fixed };
        let any = self.declare_builtin(name, any, pos);
        let callee = self.add(ExprKind::Function(any), self.program.function(any).ty, pos, Folded::Place);
        let fails = self.call(callee, &[], pos, pos);
        let null = self.integer_constant(0, int, pos);
        self.conditional(fails, Some(null), call, pos)
    }

    /// A value converted to the type of a parameter. A transparent union takes the value of any member.
    fn argument(&mut self, argument: ExprId, ty: TypeId, pos: Pos) -> ExprId {
        let from = self.ty(argument);
        let member = match self.types().get(ty) {
            Type::Record(id) if from != ty && self.types().record(id).is_transparent => {
                self.transparent_member(id, argument)
            }
            _ => None,
        };
        let member = match member {
            Some(member) => member,
            None => return self.assign_to(argument, ty, pos, "this parameter"),
        };
        let value = self.assign_to(argument, member, pos, "this parameter");
        self.union_of(value, ty, pos)
    }

    /// A union with this value of one of its members.
    pub(super) fn union_of(&mut self, value: ExprId, ty: TypeId, pos: Pos) -> ExprId {
        let member = self.ty(value);
        let object = self.unnamed_object(ty, Storage::Literal, pos);
        let elements = vec![Element { offset: 0, bits: None, ty: member, value }];
        let initialiser = self.add_initialiser(Initialiser { elements });
        let union = self.add(ExprKind::CompoundLiteral(object, initialiser), ty, pos, Folded::No);
        self.value(union)
    }

    /// The type of the first member that takes a value: of its own type, or a pointer where one of them converts.
    fn transparent_member(&self, union: RecordId, argument: ExprId) -> Option<TypeId> {
        let types = self.types();
        let from = self.ty(argument);
        let mut members = types.fields(union).iter().map(|field| field.ty);
        let is_void = |ty| types.pointee(ty).map_or(false, |to| self.is_void(to));
        let fits = |&ty: &TypeId| {
            let both = types.pointee(ty).is_some() && types.pointee(from).is_some();
            let is_null = types.pointee(ty).is_some() && self.is_null_constant(argument);
            types.are_compatible(ty, from) || (both && (is_void(ty) || is_void(from))) || is_null
        };
        members.find(fits)
    }

    /// The function, or a pointer to one, and the function's type.
    fn callee(&mut self, callee: ExprId) -> Option<(ExprId, TypeId)> {
        let ty = self.ty(callee);
        if let Type::Function(_) = self.types().get(ty) {
            return Some(match self.expr(callee).kind {
                ExprKind::Dereference(pointer) => (pointer, ty),
                _ => (callee, ty),
            });
        }
        let value = self.value(callee);
        let to = self.types().pointee(self.ty(value))?;
        matches!(self.types().get(to), Type::Function(_)).then(|| (value, to))
    }
}
